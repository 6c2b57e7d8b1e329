//! Ends a social sign-in: with a login session, or with a ticket for the sign-up.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use chrono::DateTime;
use egress::oidc::{Identity, Kind};
use serde::{Deserialize, Serialize};
use store::Store;
use store::people::Person;
use store::social::{self, Account, Owner};
use utoipa::ToSchema;
use web::{EmailLimit, Result};

use super::{cookie, not_proven, refuse, return_address};
use crate::auth::grant::{self, AccessTokenResponse};
use crate::auth::second_factor::SecondFactorRequiredResponse;
use crate::auth::sign_up::draft::{self, Begun};
use crate::auth::{password_provider, user_disabled};
use crate::{Settings, validation};

/// The longest authorization code.
const MOST_CODE_CHARS: usize = 4096;

/// The result of the authorization, or an ID token.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(in crate::auth) enum FinishSocialSignInRequest {
    /// The result of an authorization that `start` began.
    AuthorizationRequest {
        /// The provider's code.
        code: String,
        /// The state.
        state: String,
    },
    /// From the scripts of a provider whose `kind` is `token`.
    #[serde(rename_all = "camelCase")]
    Token {
        /// The id of the provider.
        provider: String,
        /// The ID token. Each is accepted once.
        #[serde(alias = "id_token")]
        id_token: String,
    },
}

/// A person with a social account but without an account here.
#[derive(Serialize, ToSchema)]
pub(in crate::auth) struct UnknownAccountResponse {
    /// `social_unknown`.
    code: &'static str,
    /// A ticket that verifies the address at `signup`, once, within half an hour.
    token: String,
    /// The address.
    email: String,
    /// The name at the provider; may be empty.
    name: String,
}

/// What a social sign-in needs next.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only described")]
pub(in crate::auth) enum SocialStepResponse {
    /// The sign-up.
    Unknown(UnknownAccountResponse),
    /// A code of the authenticator app.
    SecondFactor(SecondFactorRequiredResponse),
}

/// Signs in a person with a social account. The refresh token comes as a cookie.
#[web::operation(
    operation_id = "social_finish",
    request_body = FinishSocialSignInRequest,
    responses(
        (status = 200, description = "Signed in.", body = AccessTokenResponse),
        (status = 202, description = "`social_unknown`: the address has no account; the ticket leads to the sign-up. `second_factor_required`: for staff.", body = SocialStepResponse),
        (status = 401, description = "`social_failed`"),
        (status = 403, description = "`user_disabled`, `email_not_verified`, `foreign_origin`"),
        (status = 409, description = "`other_provider`")
    )
)]
pub(in crate::auth) async fn finish(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    limit: EmailLimit,
    body: Json<FinishSocialSignInRequest>,
) -> Result<HttpResponse> {
    let (identity, state) = match body.into_inner() {
        FinishSocialSignInRequest::AuthorizationRequest { code, state } => {
            (redeem_code(&request, &store, &settings, &code, &state).await?, Some(state))
        }
        FinishSocialSignInRequest::Token { provider, id_token } => {
            (check_id_token(&store, &settings, &provider, &id_token).await?, None)
        }
    };
    let email = validation::email(&identity.email).ok_or_else(not_proven)?;
    limit.check(&store, &email).await?;
    let mut response = sign_in(&request, &store, &settings, &identity, email).await?;
    if let Some(cookie) = state.and_then(|state| cookie::cleared(&state, settings.secure_cookies)) {
        grant::add_cookie(&mut response, &cookie);
    }
    Ok(response)
}

/// Exchanges the code of an attempt that started in this browser for an identity. An attempt can be used once.
async fn redeem_code(
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
    let token = provider.redeem(code, &attempt.verifier, &address).await.map_err(refuse)?;
    provider.identify(&token, Some(&attempt.nonce), store.clock.now().timestamp()).await.map_err(refuse)
}

/// Verifies an ID token that a page got from the provider's own scripts.
async fn check_id_token(store: &Store, settings: &Settings, provider: &str, token: &str) -> Result<Identity> {
    let provider = settings.social.get(provider, Kind::Token).ok_or_else(not_proven)?;
    let identity = provider.identify(token, None, store.clock.now().timestamp()).await.map_err(refuse)?;
    let until = DateTime::from_timestamp(identity.expires_at, 0).ok_or_else(not_proven)?;
    // Without the signature: several signatures can be valid for the same content.
    let content = token.rsplit_once('.').map_or(token, |(content, _)| content);
    if !social::use_token(store, content, until).await? {
        return Err(not_proven());
    }
    Ok(identity)
}

async fn sign_in(
    request: &HttpRequest,
    store: &Store,
    settings: &Settings,
    identity: &Identity,
    email: String,
) -> Result<HttpResponse> {
    let Identity { issuer, subject, .. } = identity;
    let account = Account { issuer, subject, email: &email };
    match social::owner(store, account).await? {
        Owner::Known(person) => known(request, store, settings, &person).await,
        Owner::HasPassword => Err(password_provider()),
        Owner::OtherAccount => Err(not_proven()),
        Owner::NoAccount => {
            let token = social::issue_ticket(store, account).await?;
            let name = identity.name.clone().unwrap_or_default();
            let begun = Begun::Ticket(token.clone());
            let unknown = UnknownAccountResponse { code: "social_unknown", token, email, name };
            let mut response = HttpResponse::Accepted().json(unknown);
            draft::add_to(&mut response, &begun, settings);
            Ok(response)
        }
    }
}

async fn known(request: &HttpRequest, store: &Store, settings: &Settings, person: &Person) -> Result<HttpResponse> {
    if person.is_disabled {
        return Err(user_disabled());
    }
    grant::first_factor(request, store, settings, person).await
}
