//! Extractors that yield the caller: as a person, as staff, or as a member of the channel in the path.
//!
//! A route's [`Policy`](crate::Policy) loads them before the handler runs; each is loaded once per request.

use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use store::api_keys::KeyInUse;
use store::channels::{self, Membership, Status};
use store::staff::{self, Actor, Permission};
use store::tokens::Bearer;
use store::{ChannelId, LoginSessionId, PersonId, Store, chat_access, second_factor, tokens};

use crate::{Error, Result};

/// The path parameter that names a channel.
const CHANNEL: &str = "channel";

/// A person who is signed in, from `Authorization: Bearer …`. The login session is looked up for each request, so that a
/// sign-out takes effect at once.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The person.
    pub person: PersonId,
    /// The login session.
    pub login_session: LoginSessionId,
    has_agreed_terms: bool,
}

/// The caller with their programme and the content, as they were at the start of the request.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Arc<store::SignedIn>);

impl Deref for SignedIn {
    type Target = store::SignedIn;

    fn deref(&self) -> &store::SignedIn {
        &self.0
    }
}

/// The caller as staff, with the scope of the permission that the route's policy names.
#[derive(Clone, Debug)]
pub struct Staff(pub staff::Staff, Option<KeyInUse>);

impl Staff {
    /// What a key may read: what its creator may.
    pub(crate) fn of_key(key: KeyInUse) -> Self {
        Self(key.staff.clone(), Some(key))
    }

    /// The caller as the actor of an act.
    pub fn actor(self) -> Actor {
        self.1.map_or(Actor::Staff(self.0), |key| key.actor())
    }
}

/// The caller's membership in the channel of the path, active or not.
#[derive(Clone, Debug)]
pub struct Member(pub Membership);

/// The caller's active membership in the channel of the path.
#[derive(Clone, Debug)]
pub struct ActiveMember(pub Membership);

impl Caller {
    /// The caller of a request; 401 without a valid token.
    pub(crate) async fn of(request: &HttpRequest) -> Result<Self> {
        if let Some(caller) = request.extensions().get::<Self>() {
            return Ok(*caller);
        }
        let store = store_of(request)?;
        let header = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = header.and_then(|value| value.strip_prefix("Bearer ")).ok_or_else(Error::not_signed_in)?;
        let Ok(Bearer { person, session, .. }) = tokens::verify(store, token) else {
            return Err(Error::not_signed_in());
        };
        let signed_in = store::SignedIn::of_session(store, session).await?.ok_or_else(Error::not_signed_in)?;
        let has_agreed_terms = signed_in.person.agreed_terms_at.is_some();
        let caller = Self { person, login_session: session, has_agreed_terms };
        let mut extensions = request.extensions_mut();
        extensions.insert(caller);
        extensions.insert(SignedIn(Arc::new(signed_in)));
        Ok(caller)
    }

    /// 403 for a person who has not agreed to the terms.
    pub(crate) fn require_terms(self) -> Result<()> {
        if self.has_agreed_terms { Ok(()) } else { Err(Error::terms_required()) }
    }
}

impl SignedIn {
    pub(crate) async fn of(request: &HttpRequest) -> Result<Self> {
        Caller::of(request).await?;
        let signed_in = request.extensions().get::<Self>().cloned();
        signed_in.ok_or_else(Error::not_signed_in)
    }

    /// 403 for staff whose last code of their authenticator app is too old.
    pub(crate) fn require_recent_factor(&self, request: &HttpRequest) -> Result<()> {
        let since = store_of(request)?.clock.now() - second_factor::RECENT;
        if self.second_factor_at.is_some_and(|at| at >= since) {
            return Ok(());
        }
        let sentence = "Please confirm this with a code of your authenticator app.";
        Err(Error::new(StatusCode::FORBIDDEN, "second_factor_required", sentence))
    }
}

impl Staff {
    /// The caller that the policy of the route let pass.
    #[expect(clippy::unused_async, reason = "extractors share one shape")]
    pub(crate) async fn of(request: &HttpRequest) -> Result<Self> {
        request.extensions().get::<Self>().cloned().ok_or_else(|| {
            tracing::error!(path = request.path(), "the policy of the route names no permission");
            Error::unavailable()
        })
    }

    /// 403 for a person without a role of staff.
    pub(crate) async fn require_any(request: &HttpRequest) -> Result<()> {
        if SignedIn::of(request).await?.grants.is_empty() { Err(staff_only()) } else { Ok(()) }
    }

    /// 403 for a person whose roles do not include the permission.
    pub(crate) async fn require(request: &HttpRequest, permission: Permission) -> Result<()> {
        let signed_in = SignedIn::of(request).await?;
        if signed_in.grants.is_empty() {
            return Err(staff_only());
        }
        let scope = signed_in.grants.scope(permission).ok_or_else(|| {
            let sentence = "Your roles do not include this. Ask an administrator of your programme.";
            Error::new(StatusCode::FORBIDDEN, "not_permitted", sentence)
        })?;
        request.extensions_mut().insert(Self(staff::Staff { person: signed_in.person.id, scope }, None));
        Ok(())
    }
}

fn staff_only() -> Error {
    Error::new(StatusCode::FORBIDDEN, "staff_only", "This is for staff.")
}

impl Member {
    pub(crate) async fn of(request: &HttpRequest) -> Result<Self> {
        if let Some(member) = request.extensions().get::<Self>() {
            return Ok(member.clone());
        }
        let caller = Caller::of(request).await?;
        let channel = request.match_info().get(CHANNEL).and_then(|text| text.parse().ok());
        let member = Self(membership(store_of(request)?, channel, caller.person).await?);
        request.extensions_mut().insert(member.clone());
        Ok(member)
    }
}

impl ActiveMember {
    pub(crate) async fn of(request: &HttpRequest) -> Result<Self> {
        let Member(membership) = Member::of(request).await?;
        if membership.status != Status::Active {
            let sentence = "You are not an active member of this conversation.";
            return Err(Error::new(StatusCode::FORBIDDEN, "not_active_member", sentence));
        }
        Ok(Self(membership))
    }
}

/// The membership of a person who may see the channel. The answer is the same for a channel of others and one that does not
/// exist.
pub async fn membership(store: &Store, channel: Option<ChannelId>, person: PersonId) -> Result<Membership> {
    let unknown = || Error::new(StatusCode::NOT_FOUND, "channel_unknown", "There is no such conversation.");
    let membership = channels::membership(store, channel.ok_or_else(unknown)?, person).await?;
    let membership = membership.filter(|membership| membership.status != Status::Absent).ok_or_else(unknown)?;
    let access = chat_access::of_person(store, person).await?;
    if access.allows(membership.kind) { Ok(membership) } else { Err(unknown()) }
}

fn store_of(request: &HttpRequest) -> Result<&Store> {
    let store = request.app_data::<web::Data<Store>>().map(|data| data.get_ref());
    store.ok_or_else(|| {
        tracing::error!("the application has no store");
        Error::unavailable()
    })
}

macro_rules! extractor {
    ($($name:ident),+) => {$(
        impl FromRequest for $name {
            type Error = Error;
            type Future = Pin<Box<dyn Future<Output = Result<Self>>>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                let request = request.clone();
                Box::pin(async move { Self::of(&request).await })
            }
        }
    )+};
}

extractor!(Caller, SignedIn, Staff, Member, ActiveMember);
