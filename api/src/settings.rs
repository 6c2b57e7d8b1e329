//! The configuration of the API, and its rate limits.

use std::path::PathBuf;
use std::sync::Arc;

use egress::oidc;
use egress::push::Pusher;
use egress::webhooks::Poster;
use web::{Network, Proxies, Rate, RateLimit};

use crate::auth::guesses::GuessLimits;
use crate::checks::Checks;
use crate::social::Providers;
use crate::{ErrorReceiver, HelpDesk};

/// The configuration and the rate limits of one process.
#[derive(Debug)]
pub struct Settings {
    /// Whether cookies are `Secure`, because browsers use https.
    pub(crate) secure_cookies: bool,
    /// The trusted reverse proxies.
    pub(crate) proxies: Proxies,
    pub(crate) limits: RateLimits,
    /// The limits of wrong codes.
    pub(crate) guesses: GuessLimits,
    pub(crate) conversions: Option<String>,
    pub(crate) outbox: Option<PathBuf>,
    pub(crate) help_desk: Option<HelpDesk>,
    pub(crate) error_receiver: Option<ErrorReceiver>,
    /// The address of the installation, if it is configured.
    pub(crate) public_url: Option<String>,
    /// The providers of social sign-in.
    pub(crate) social: Providers,
    /// The client of push services; None without push.
    pub(crate) pusher: Option<Arc<Pusher>>,
    /// The client of webhooks.
    pub(crate) poster: Arc<Poster>,
    /// The checks of the installation, for administrators.
    pub(crate) checks: Checks,
}

/// Changes of a profile per minute and person.
const PROFILE_CHANGES: Rate = Rate::per_minute(20);

/// Files of answers that a person uploads.
const ANSWER_FILES: Rate = Rate::per_minute(30);

/// Quizzes that a person submits: above what a queue of the learning hub holds after a day without a network.
const QUIZ_ATTEMPTS: Rate = Rate::per_minute(20).burst(60);

/// Error reports per minute and network address.
const CLIENT_ERRORS: Rate = Rate::per_minute(20);

/// The rate limits of routes.
#[derive(Debug)]
pub(crate) struct RateLimits {
    /// Attempts to sign in with passwords, social accounts and second factors.
    pub(crate) sign_in: RateLimit,
    /// Questions for an account, and sign-ups.
    pub(crate) sign_up: RateLimit,
    /// Requests for codes, and their use.
    pub(crate) codes: RateLimit,
    pub(crate) profile_changes: RateLimit,
    pub(crate) answer_files: RateLimit,
    pub(crate) quiz_attempts: RateLimit,
    pub(crate) client_errors: RateLimit,
}

/// Requests of people who are not signed in, per minute and at once, over all nodes. The budgets are separate: a class that signs up
/// does not lock out the staff of its school.
#[derive(Clone, Copy, Debug)]
pub struct SignInLimits {
    /// Sign-ins from one network address.
    pub per_address: u32,
    /// Steps of sign-ups from one network address.
    pub sign_ups_per_address: u32,
    /// Requests for codes and with them from one network address.
    pub codes_per_address: u32,
    /// For one e-mail address, in each of the three budgets.
    pub per_email: u32,
}

impl SignInLimits {
    /// The same number in each budget.
    pub fn all(requests: u32) -> Self {
        Self { per_address: requests, sign_ups_per_address: requests, codes_per_address: requests, per_email: requests }
    }
}

impl Settings {
    /// The settings without optional features. `behind_proxy`: clients connect to a proxy that appends to `X-Forwarded-For`.
    pub fn new(secure_cookies: bool, behind_proxy: bool, limits: SignInLimits) -> Self {
        let per_email = Rate::per_minute(limits.per_email);
        Self {
            secure_cookies,
            proxies: if behind_proxy { Proxies::Trusted(Vec::new()) } else { Proxies::None },
            limits: RateLimits {
                sign_in: RateLimit::per_address_and_email(
                    "sign_in",
                    ("sign-ins of a network", Rate::per_minute(limits.per_address)),
                    ("sign-ins of a mailbox", per_email),
                ),
                sign_up: RateLimit::per_address_and_email(
                    "sign_up",
                    ("sign-ups of a network", Rate::per_minute(limits.sign_ups_per_address)),
                    ("sign-ups of a mailbox", per_email),
                ),
                codes: RateLimit::per_address_and_email(
                    "codes",
                    ("codes of a network", Rate::per_minute(limits.codes_per_address)),
                    ("codes of a mailbox", per_email),
                ),
                profile_changes: RateLimit::per_person("profile_changes", PROFILE_CHANGES),
                answer_files: RateLimit::per_person_over_all_nodes("answer_files", ANSWER_FILES),
                quiz_attempts: RateLimit::per_person("quiz_attempts", QUIZ_ATTEMPTS),
                client_errors: RateLimit::per_address("client_errors", CLIENT_ERRORS),
            },
            guesses: GuessLimits::default(),
            conversions: None,
            outbox: None,
            help_desk: None,
            error_receiver: None,
            public_url: None,
            social: Providers::default(),
            pusher: None,
            poster: Arc::new(Poster::new(None)),
            checks: Checks::default(),
        }
    }

    /// Adds trusted proxies before the one that connects to this process.
    #[must_use]
    pub fn behind_further_proxies(self, further: Vec<Network>) -> Self {
        let proxies = match self.proxies {
            Proxies::Trusted(_) => Proxies::Trusted(further),
            Proxies::None => Proxies::None,
        };
        Self { proxies, ..self }
    }

    /// Browsers report sign-ups of mentors to this address.
    #[must_use]
    pub fn with_conversions(self, url: Option<String>) -> Self {
        Self { conversions: url, ..self }
    }

    /// Publishes the mails in this folder, for demonstrations.
    #[must_use]
    pub fn with_dev_mailbox(self, folder: Option<PathBuf>) -> Self {
        Self { outbox: folder, ..self }
    }

    /// Accepts error reports of pages.
    #[must_use]
    pub fn with_error_receiver(self, receiver: Option<ErrorReceiver>) -> Self {
        Self { error_receiver: receiver, ..self }
    }

    /// With a help desk.
    #[must_use]
    pub fn with_help_desk(self, help_desk: Option<HelpDesk>) -> Self {
        Self { help_desk, ..self }
    }

    /// With providers of social sign-in, and the address of the installation for their redirects.
    #[must_use]
    pub fn with_social(self, providers: Vec<oidc::Settings>, public_url: Option<String>) -> Self {
        Self { social: Providers::new(providers), public_url, ..self }
    }

    /// With checks of the installation.
    #[must_use]
    pub fn with_checks(self, checks: Checks) -> Self {
        Self { checks, ..self }
    }

    /// With a client of webhooks that reaches a server of the operator.
    #[must_use]
    pub fn with_poster(self, poster: Arc<Poster>) -> Self {
        Self { poster, ..self }
    }

    /// With web push.
    #[must_use]
    pub fn with_pusher(self, pusher: Option<Arc<Pusher>>) -> Self {
        Self { pusher, ..self }
    }
}
