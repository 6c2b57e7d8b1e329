//! The way back from a provider: a session, or a ticket for the sign-up.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use chrono::DateTime;
use outside::oidc::{Identity, Kind};
use serde::{Deserialize, Serialize};
use store::Store;
use store::people::Person;
use store::social::{self, Account, Owner};
use utoipa::ToSchema;
use web::{ErrorBody, Result, Unavailable};

use super::{cookie, failed, not_proven, return_address};
use crate::Settings;
use crate::auth::{self, Grant};
use crate::rates::{check_network, check_rate};
use crate::system::refuse_under_maintenance;

/// Longer ones are nobody's.
const MOST_CODE_CHARS: usize = 4096;

/// What the browser brought back, or the provider's token itself.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Returned {
    /// From the way that `start` began.
    Journey {
        /// The provider's code.
        code: String,
        /// Our state.
        state: String,
    },
    /// From the scripts of a provider whose `kind` is `token`.
    #[serde(rename_all = "camelCase")]
    Token {
        /// The id of the provider.
        provider: String,
        /// The token. Each is taken once.
        #[serde(alias = "id_token")]
        id_token: String,
    },
}

/// The provider knows this person, and we do not yet.
#[derive(Serialize, ToSchema)]
pub(crate) struct Unknown {
    /// `social_unknown`.
    code: &'static str,
    /// Proves the address to `signup`, once, within half an hour.
    token: String,
    /// The address.
    email: String,
    /// The name that the provider tells; empty if it tells none.
    name: String,
}

/// Signs a person in whom a provider knows. The refresh token comes as a cookie.
#[utoipa::path(
    post,
    path = "/api/v2/users/social/finish/",
    operation_id = "social_finish",
    tag = "Session",
    request_body = Returned,
    responses(
        (status = 200, description = "Signed in.", body = Grant),
        (status = 202, description = "Nobody has this address here: `social_unknown`, on to the sign-up.", body = Unknown),
        (status = 401, description = "`social_failed`", body = ErrorBody),
        (status = 403, description = "`user_disabled`, `email_not_verified`, `foreign_origin`", body = ErrorBody),
        (status = 409, description = "`other_provider`", body = ErrorBody),
        (status = 429, description = "`rate_limited`, with `Retry-After`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn finish(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<Returned>,
) -> Result<HttpResponse> {
    check_network(&request, &settings)?;
    refuse_under_maintenance(&store).await?;
    let (identity, state) = match body.into_inner() {
        Returned::Journey { code, state } => (returned(&request, &store, &settings, &code, &state).await?, Some(state)),
        Returned::Token { provider, id_token } => (shown(&store, &settings, &provider, &id_token).await?, None),
    };
    check_rate(&request, &settings, &identity.email)?;
    let mut answer = sign_in(&request, &store, &settings, &identity).await?;
    if let Some(cookie) = state.and_then(|state| cookie::cleared(&state, settings.secure_cookies)) {
        auth::add_cookie(&mut answer, &cookie);
    }
    Ok(answer)
}

/// The way that began in this browser, traded for an identity. It ends here, whatever comes of it.
async fn returned(
    request: &HttpRequest,
    store: &Store,
    settings: &Settings,
    code: &str,
    state: &str,
) -> Result<Identity> {
    let browser = cookie::read(request, state).ok_or_else(not_proven)?;
    let attempt = social::finish(store, state, &browser).await?.ok_or_else(not_proven)?;
    let provider = settings.social.get(&attempt.provider, Kind::Code).ok_or_else(not_proven)?;
    if code.is_empty() || code.len() > MOST_CODE_CHARS {
        return Err(not_proven());
    }
    let address = return_address(request, settings.public_url.as_deref());
    let token = provider.redeem(code, &attempt.verifier, &address).await.map_err(failed)?;
    provider.identify(&token, Some(&attempt.nonce), store.clock.now().timestamp()).await.map_err(failed)
}

/// A token that a page has from the provider's own scripts.
async fn shown(store: &Store, settings: &Settings, provider: &str, token: &str) -> Result<Identity> {
    let provider = settings.social.get(provider, Kind::Token).ok_or_else(not_proven)?;
    let identity = provider.identify(token, None, store.clock.now().timestamp()).await.map_err(failed)?;
    let until = DateTime::from_timestamp(identity.expires_at, 0).ok_or_else(not_proven)?;
    // Without the signature: another one may be as good under the same words.
    let words = token.rsplit_once('.').map_or(token, |(words, _)| words);
    if !social::use_token(store, words, until).await? {
        return Err(not_proven());
    }
    Ok(identity)
}

async fn sign_in(
    request: &HttpRequest,
    store: &Store,
    settings: &Settings,
    identity: &Identity,
) -> Result<HttpResponse> {
    let Identity { issuer, subject, email, .. } = identity;
    let Some(proper) = crate::accounts::email(email) else { return Err(not_proven()) };
    let account = Account { issuer, subject, email: &proper };
    match social::owner(store, account).await? {
        Owner::Known(person) => known(request, store, settings, &person).await,
        Owner::HasPassword => Err(auth::password_provider()),
        Owner::SomebodyElse => Err(not_proven()),
        Owner::Nobody => {
            let token = social::issue_ticket(store, account).await?;
            let name = identity.name.clone().unwrap_or_default();
            Ok(HttpResponse::Accepted().json(Unknown { code: "social_unknown", token, email: proper, name }))
        }
    }
}

async fn known(request: &HttpRequest, store: &Store, settings: &Settings, person: &Person) -> Result<HttpResponse> {
    if person.is_disabled {
        return Err(auth::user_disabled());
    }
    let opened = auth::open(request, store, person.id).await?;
    auth::answer(store, settings, opened)
}
