//! What an operator decides about these calls.

use std::path::PathBuf;
use std::sync::Arc;

use outside::oidc;
use outside::push::Pusher;
use store::PersonId;
use web::Limiter;

use crate::client::{Network, Proxies};
use crate::social::Providers;
use crate::{ErrorReceiver, HelpDesk};

/// The decisions, and the memory of who tried how often.
#[derive(Debug)]
pub struct Settings {
    /// Whether browsers reach us by https, so that cookies may say `Secure`.
    pub(crate) secure_cookies: bool,
    /// Who tells the caller's address.
    pub(crate) proxies: Proxies,
    pub(crate) sign_ins_by_address: Limiter,
    pub(crate) sign_ins_by_email: Limiter,
    pub(crate) changes_by_person: Limiter<PersonId>,
    pub(crate) conversions: Option<String>,
    pub(crate) outbox: Option<PathBuf>,
    pub(crate) help_desk: Option<HelpDesk>,
    pub(crate) error_receiver: Option<ErrorReceiver>,
    pub(crate) errors_by_address: Limiter,
    /// Where browsers find the installation, if the operator says so.
    pub(crate) public_url: Option<String>,
    /// Whose word is taken for who somebody is.
    pub(crate) social: Providers,
    /// The way to people's devices; None where nothing is pushed.
    pub(crate) pusher: Option<Arc<Pusher>>,
}

/// Changes of a profile in a minute. More is nobody who looks at what they did.
const CHANGES: u32 = 20;

/// Errors of pages that one network address may tell of in a minute.
const ERRORS: u32 = 20;

/// Sign-ins that are looked at per minute; as many may come at once.
#[derive(Clone, Copy, Debug)]
pub struct SignInLimits {
    /// From one network address.
    pub per_address: u32,
    /// For one e-mail address.
    pub per_email: u32,
}

impl Settings {
    /// The settings of one process: people connect to it, or to a proxy of ours that appends to `X-Forwarded-For`.
    pub fn new(secure_cookies: bool, behind_proxy: bool, limits: SignInLimits) -> Self {
        Self {
            secure_cookies,
            proxies: if behind_proxy { Proxies::Trusted(Vec::new()) } else { Proxies::None },
            sign_ins_by_address: Limiter::per_minute(limits.per_address),
            sign_ins_by_email: Limiter::per_minute(limits.per_email),
            changes_by_person: Limiter::per_minute(CHANGES),
            conversions: None,
            outbox: None,
            help_desk: None,
            error_receiver: None,
            errors_by_address: Limiter::per_minute(ERRORS),
            public_url: None,
            social: Providers::default(),
            pusher: None,
        }
    }

    /// Before the proxy that connects to this process stand these.
    #[must_use]
    pub fn behind_further_proxies(self, further: Vec<Network>) -> Self {
        let proxies = match self.proxies {
            Proxies::Trusted(_) => Proxies::Trusted(further),
            Proxies::None => Proxies::None,
        };
        Self { proxies, ..self }
    }

    /// Browsers tell this address of sign-ups, except of the young's.
    #[must_use]
    pub fn telling_conversions(self, url: Option<String>) -> Self {
        Self { conversions: url, ..self }
    }

    /// Everybody may read the mails in this folder: for demonstrations.
    #[must_use]
    pub fn showing_outbox(self, folder: Option<PathBuf>) -> Self {
        Self { outbox: folder, ..self }
    }

    /// Somebody wants to hear of errors in pages.
    #[must_use]
    pub fn telling_errors(self, receiver: Option<ErrorReceiver>) -> Self {
        Self { error_receiver: receiver, ..self }
    }

    /// People can write to this help desk.
    #[must_use]
    pub fn with_help_desk(self, help_desk: Option<HelpDesk>) -> Self {
        Self { help_desk, ..self }
    }

    /// With providers whose word is taken, and the address to which they send browsers back.
    #[must_use]
    pub fn with_social(self, providers: Vec<oidc::Settings>, public_url: Option<String>) -> Self {
        Self { social: Providers::new(providers), public_url, ..self }
    }

    /// People's devices are told of what happens.
    #[must_use]
    pub fn with_pusher(self, pusher: Option<Arc<Pusher>>) -> Self {
        Self { pusher, ..self }
    }
}
