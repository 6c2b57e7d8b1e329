//! A sign-up that was begun in this browser. Its proof stays on the server, behind a cookie that scripts cannot read, so that the
//! page goes on after a reload.

use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use store::people::Provider;
use store::sign_up_drafts::{self, Draft};
use store::{Store, passwords, social};
use utoipa::ToSchema;
use web::{Error, Result};

use crate::Settings;
use crate::auth::code_wrong;
use crate::validation::weak_password;

const NAME: &str = "mh_sign_up";
const PATH: &str = "/api/v2/users";

/// The value of the cookie: what it leads to, and its secret.
pub(in crate::auth) enum Begun {
    /// A verified address.
    Draft(String),
    /// The ticket of a social account.
    Ticket(String),
}

impl Begun {
    /// Reads the cookie of a request.
    pub(in crate::auth) fn of(request: &HttpRequest) -> Option<Self> {
        let cookie = request.cookie(NAME)?;
        match cookie.value().split_once('.')? {
            ("draft", secret) => Some(Self::Draft(secret.to_owned())),
            ("ticket", secret) => Some(Self::Ticket(secret.to_owned())),
            _ => None,
        }
    }

    /// The cookie, which ends with the browser: the next person at this device starts anew.
    pub(in crate::auth) fn cookie(&self, secure: bool) -> Cookie<'static> {
        let value = match self {
            Self::Draft(secret) => format!("draft.{secret}"),
            Self::Ticket(secret) => format!("ticket.{secret}"),
        };
        Cookie::build(NAME, value).path(PATH).http_only(true).same_site(SameSite::Lax).secure(secure).finish()
    }
}

/// The removal of the cookie.
pub(in crate::auth) fn cleared(secure: bool) -> Cookie<'static> {
    let mut cookie = Begun::Draft(String::new()).cookie(secure);
    cookie.make_removal();
    cookie
}

/// Begins a draft for an address that a code has just verified. None if this browser has one for it already.
pub(in crate::auth) async fn begin(request: &HttpRequest, store: &Store, email: &str) -> Result<Option<Begun>> {
    if let Some(Begun::Draft(secret)) = Begun::of(request)
        && sign_up_drafts::by_secret(store, &secret).await?.is_some_and(|draft| draft.email == email)
    {
        return Ok(None);
    }
    Ok(sign_up_drafts::begin(store, email).await?.map(Begun::Draft))
}

/// A sign-up that was begun in this browser.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::auth) struct SignUpDraftResponse {
    /// The proven address.
    email: String,
    /// What proved it: `normal` for a code, `google` for a social account.
    provider: Provider,
    /// Whether a password was chosen. Social accounts need none.
    has_password: bool,
}

/// Returns the sign-up that was begun in this browser in the last half hour.
#[web::operation(
    operation_id = "sign_up_draft",
    responses(
        (status = 200, description = "The address is proven.", body = SignUpDraftResponse),
        (status = 204, description = "No sign-up was begun, or it is too old.")
    )
)]
pub(in crate::auth) async fn show(request: HttpRequest, store: Data<Store>) -> Result<HttpResponse> {
    let begun = match Begun::of(&request) {
        Some(Begun::Draft(secret)) => {
            sign_up_drafts::by_secret(&store, &secret).await?.map(|Draft { email, password_hash }| {
                SignUpDraftResponse { email, provider: Provider::Normal, has_password: password_hash.is_some() }
            })
        }
        Some(Begun::Ticket(secret)) => social::ticket(&store, &secret).await?.map(|ticket| SignUpDraftResponse {
            email: ticket.email,
            provider: Provider::Google,
            has_password: false,
        }),
        None => None,
    };
    Ok(begun.map_or_else(|| HttpResponse::NoContent().finish(), |begun| HttpResponse::Ok().json(begun)))
}

/// The chosen password.
#[derive(Deserialize, ToSchema)]
pub(in crate::auth) struct ChoosePasswordRequest {
    password: String,
}

/// Chooses the password of the sign-up that was begun in this browser.
#[web::operation(
    operation_id = "choose_sign_up_password",
    request_body = ChoosePasswordRequest,
    responses(
        (status = 204, description = "Chosen."),
        (status = 422, description = "`invalid`, with the field; `code_wrong`: the address is not proven, or no longer")
    )
)]
pub(in crate::auth) async fn choose_password(
    request: HttpRequest,
    store: Data<Store>,
    body: Json<ChoosePasswordRequest>,
) -> Result<HttpResponse> {
    let Some(Begun::Draft(secret)) = Begun::of(&request) else { return Err(code_wrong()) };
    if sign_up_drafts::by_secret(&store, &secret).await?.is_none() {
        return Err(code_wrong());
    }
    if let Some(sentence) = weak_password(&body.password) {
        return Err(Error::invalid(sentence).field("password", sentence));
    }
    let hash = passwords::hash(&body.password).await?;
    if !sign_up_drafts::set_password(&store, &secret, &hash).await? {
        return Err(code_wrong());
    }
    Ok(HttpResponse::NoContent().finish())
}

/// The cookie of a response to `verify-otp` and `social/finish`.
pub(in crate::auth) fn add_to(response: &mut HttpResponse, begun: &Begun, settings: &Settings) {
    crate::auth::grant::add_cookie(response, &begun.cookie(settings.secure_cookies));
}
