//! The link in the mail of an invitation. It proves the address, and the sign-up knows what staff knew.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use store::Store;
use store::invitations::{self, Invitation};
use store::people::{self, Role};
use store::sign_up_drafts;
use utoipa::ToSchema;
use web::{Error, Result};

use super::sign_up::draft::{self, Begun};
use crate::Settings;

/// What the link carries.
#[derive(Deserialize, ToSchema)]
pub(super) struct OpenInvitationRequest {
    token: String,
}

/// What the sign-up of an invited person need not ask.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignUpInvitation {
    first_name: String,
    last_name: String,
    /// `Mentor` or `Mentee`.
    role: &'static str,
    /// The key of the programme.
    project: String,
    project_name: String,
    /// The code of their language.
    language: String,
}

impl From<Invitation> for SignUpInvitation {
    fn from(invitation: Invitation) -> Self {
        Self {
            first_name: invitation.first_name,
            last_name: invitation.last_name,
            role: if invitation.role == Role::Mentor { "Mentor" } else { "Mentee" },
            project: invitation.programme_key,
            project_name: invitation.programme_name,
            language: invitation.language,
        }
    }
}

/// An opened invitation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenInvitationResponse {
    /// The address, which the link proves.
    email: String,
    /// Whether it has an account; then no sign-up has begun.
    has_account: bool,
    invitation: SignUpInvitation,
}

/// Opens an invitation: the sign-up of its address begins in this browser, without a code.
#[web::operation(
    operation_id = "open_invitation",
    request_body = OpenInvitationRequest,
    responses(
        (status = 200, description = "A cookie holds the proof of the address.", body = OpenInvitationResponse),
        (status = 404, description = "`invitation_over`: invalid, expired, withdrawn or accepted")
    )
)]
pub(super) async fn open(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    body: Json<OpenInvitationRequest>,
) -> Result<HttpResponse> {
    let invitation = invitations::by_token(&store, &body.token).await?.ok_or_else(over)?;
    let email = invitation.email.clone();
    let has_account = people::by_email(&store, &email).await?.is_some();
    let begun = match Begun::of(&request) {
        _ if has_account => None,
        // A password that was chosen stays.
        Some(Begun::Draft(secret)) if is_of(&store, &secret, &email).await? => None,
        _ => Some(Begun::Draft(invitations::begin_sign_up(&store, &invitation).await?)),
    };
    let body = OpenInvitationResponse { email, has_account, invitation: invitation.into() };
    let mut response = HttpResponse::Ok().json(body);
    if let Some(begun) = begun {
        draft::add_to(&mut response, &begun, &settings);
    }
    Ok(response)
}

async fn is_of(store: &Store, secret: &str, email: &str) -> Result<bool> {
    Ok(sign_up_drafts::by_secret(store, secret).await?.is_some_and(|draft| draft.email == email))
}

/// The sentence does not say why.
pub(super) fn over() -> Error {
    let sentence = "This invitation is not valid any more. Please ask your programme team for a new one.";
    Error::new(actix_web::http::StatusCode::NOT_FOUND, "invitation_over", sentence)
}
