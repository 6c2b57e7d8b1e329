//! Invitations to the programmes of the caller.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::invitations::list::{ListedInvitation, page};
use store::invitations::{self, Invitee, Outcome, Reminded};
use store::people::Role;
use store::{InvitationId, PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, ListParams, ListQuery, Page, Result, Staff, not_found};

use super::StaffProgramme;
use super::import::member_role;
use crate::content::languages;
use crate::validation::{self, person_name};

/// An invitation as staff see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffInvitation {
    id: InvitationId,
    email: String,
    first_name: String,
    last_name: String,
    role: Role,
    programme: StaffProgramme,
    /// The name of the cohort that the invitation leads to, or of the account.
    #[schema(required)]
    cohort: Option<String>,
    created_at: DateTime<Utc>,
    /// When the last mail was sent.
    mailed_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    #[schema(required)]
    accepted_at: Option<DateTime<Utc>>,
    /// The account that followed.
    #[schema(required)]
    person_id: Option<PersonId>,
}

/// Lists invitations: open ones, and people who accepted one. Filters: `status` (open, accepted), `role`, `programme` (id), `cohort` (id).
/// Sorts: `createdAt`, `expiresAt`, `name`.
#[web::operation(
    operation_id = "staff_invitations",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffInvitation>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffInvitation>>> {
    Ok(Json(Page::of(page(&store, &staff.0.scope, &query.0).await?)))
}

impl From<ListedInvitation> for StaffInvitation {
    fn from(row: ListedInvitation) -> Self {
        Self {
            id: row.id,
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            role: row.role,
            programme: StaffProgramme { id: row.programme_id, key: row.programme_key, title: row.programme_name },
            cohort: row.cohort,
            created_at: row.created_at,
            mailed_at: row.mailed_at,
            expires_at: row.expires_at,
            accepted_at: row.accepted_at,
            person_id: row.person_id,
        }
    }
}

/// A person to invite.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InvitationRequest {
    programme: ProgrammeId,
    email: String,
    first_name: String,
    last_name: String,
    /// `mentor` or `mentee`.
    role: String,
    /// The code of their language.
    language: String,
}

/// Invites a person by mail. Someone who is invited already gets no second mail.
#[web::operation(
    operation_id = "invite_person",
    request_body = InvitationRequest,
    responses(
        (status = 204, description = "They are invited."),
        (status = 404, description = "`not_found`: no such programme"),
        (status = 409, description = "`already_invited`; `already_member`"),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn invite(store: Data<Store>, staff: Staff, body: Json<InvitationRequest>) -> Result<HttpResponse> {
    let request = body.into_inner();
    let (email, role) = (validation::email(&request.email), member_role(&request.role));
    let (first_name, last_name) = (person_name::parse(&request.first_name), person_name::parse(&request.last_name));
    let language = languages::known(&store, &request.language).await?;
    let checks = [
        ("email", "This is not an email address.", email.is_some()),
        ("firstName", "Please enter a first name.", first_name.is_ok()),
        ("lastName", "Please enter a last name.", last_name.is_ok()),
        ("role", "Please choose whether they are a mentor or a mentee.", role.is_some()),
        ("language", "Please choose one of our languages.", language.is_some()),
    ];
    let (Some(email), Some(role), Ok(first_name), Ok(last_name), Some(language)) =
        (email, role, first_name, last_name, language)
    else {
        let wrong = checks.into_iter().filter(|(.., is_valid)| !is_valid);
        let refusal = Error::invalid("Please check what is marked.");
        return Err(wrong.fold(refusal, |error, (field, sentence, _)| error.field(field, sentence)));
    };
    if !staff.0.scope.includes(Some(request.programme)) {
        return Err(not_found());
    }
    let (says_role, says_language) = (true, true);
    let invitees = [Invitee {
        email,
        first_name,
        last_name,
        role,
        language,
        birth_month: None,
        says_role,
        says_language,
        guardian_email: None,
        cohort: None,
    }];
    // What is known of someone who is invited stays: nothing is sent, so nothing must seem to be.
    let outcome = match invitations::rehearse(&store, request.programme, &invitees).await?.first() {
        Some(Outcome::Invited) => invitations::invite(&store, &staff.0.into(), request.programme, &invitees).await?,
        other => Some(other.copied().into_iter().collect()),
    };
    match outcome.ok_or_else(not_found)?.first() {
        Some(Outcome::Invited) => Ok(HttpResponse::NoContent().finish()),
        Some(Outcome::Refused(_)) => {
            let sentence = "This person is in the programme with another role.";
            Err(Error::new(StatusCode::CONFLICT, "already_member", sentence))
        }
        _ => {
            let sentence = "This person is invited or in the programme already.";
            Err(Error::new(StatusCode::CONFLICT, "already_invited", sentence))
        }
    }
}

/// Withdraws an open invitation and deletes what is known of the person.
#[web::operation(
    operation_id = "withdraw_invitation",
    params(("invitation" = InvitationId, Path, description = "The invitation.")),
    responses(
        (status = 204, description = "Withdrawn."),
        (status = 404, description = "`not_found`: no such open invitation")
    )
)]
pub(super) async fn withdraw(
    store: Data<Store>,
    staff: Staff,
    invitation: Option<Path<InvitationId>>,
) -> Result<HttpResponse> {
    let id = invitation.ok_or_else(not_found)?;
    match invitations::withdraw(&store, &staff.0.into(), *id).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(not_found()),
    }
}

/// Sends the mail of an open invitation again; it is valid for 30 days from then on.
#[web::operation(
    operation_id = "remind_invitee",
    params(("invitation" = InvitationId, Path, description = "The invitation.")),
    responses(
        (status = 204, description = "A mail is on its way."),
        (status = 404, description = "`not_found`: no such open invitation"),
        (status = 409, description = "`reminded_today`: the last mail is less than a day old")
    )
)]
pub(super) async fn remind(
    store: Data<Store>,
    staff: Staff,
    invitation: Option<Path<InvitationId>>,
) -> Result<HttpResponse> {
    let id = invitation.ok_or_else(not_found)?;
    match invitations::remind(&store, &staff.0.into(), *id).await? {
        Reminded::Sent => Ok(HttpResponse::NoContent().finish()),
        Reminded::TooSoon => {
            let sentence = "The last email is less than a day old. Please wait until tomorrow.";
            Err(Error::new(StatusCode::CONFLICT, "reminded_today", sentence))
        }
        Reminded::Missing => Err(not_found()),
    }
}
