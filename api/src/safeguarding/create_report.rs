//! Reports a message or a person to staff.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use serde::{Deserialize, Serialize};
use store::blocks::{self, Outcome};
use store::bots::TEAM;
use store::reports::{self, NewReport, Reason};
use store::{ChannelId, MessageId, PersonId, ProgrammeId, ReportId, Store, channels, messages, people, team};
use utoipa::ToSchema;
use web::{Caller, Error, Result, not_found};

use super::bounded_text;

/// Reports of one person per hour.
const MAX_PER_HOUR: i64 = 20;

/// A report to staff.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateReportRequest {
    /// The channel.
    #[serde(alias = "channel_id")]
    channel_id: ChannelId,
    /// The reported message.
    #[serde(default, alias = "msg_id")]
    #[schema(nullable = false)]
    msg_id: Option<MessageId>,
    /// The reported member, if the report is not about one message.
    #[serde(default, alias = "user_id")]
    #[schema(nullable = false)]
    user_id: Option<PersonId>,
    /// The reason.
    reason: Reason,
    /// Details, at most 2,000 characters.
    #[serde(default)]
    #[schema(required = false)]
    details: String,
    /// Whether contact with the person stops: neither reaches the other until staff allow it again. Preset: it does, unless the reporter
    /// is known to be of age.
    #[serde(default, alias = "stop_contact")]
    #[schema(nullable = false)]
    stop_contact: Option<bool>,
    /// Also block the person.
    #[serde(default)]
    #[schema(required = false)]
    block: bool,
}

/// The created report.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportResponse {
    id: ReportId,
    /// Whether the person is blocked now. Staff cannot be blocked.
    blocked: bool,
    /// Whether contact with the person has stopped.
    contact_stopped: bool,
    /// Of a message of the team: whether someone else of it can answer; true otherwise.
    team_goes_on: bool,
}

/// Reports a message or a person to staff.
#[web::operation(
    operation_id = "report",
    request_body = CreateReportRequest,
    responses(
        (status = 201, description = "Staff can see the report.", body = ReportResponse),
        (status = 404, description = "`channel_unknown`, or `not_found`: no such message or member in it"),
        (status = 422, description = "`invalid`"),
        (status = 429, description = "`rate_limited`: more than 20 per hour")
    )
)]
pub(super) async fn create(
    store: Data<Store>,
    caller: Caller,
    body: Json<CreateReportRequest>,
) -> Result<HttpResponse> {
    let details = bounded_text("details", &body.details)?;
    let membership = web::membership(&store, Some(body.channel_id), caller.person).await?;
    let message = match body.msg_id {
        Some(id) => {
            let found = messages::by_id(&store, body.channel_id, id).await?;
            let found = found.filter(|message| message.seq <= membership.readable_head()).ok_or_else(not_found)?;
            // A deleted message can be reported, too: staff see what it said.
            Some(messages::original(&store, found).await?)
        }
        None => None,
    };
    let is_of_team = message.as_ref().is_some_and(|message| message.sender_id == TEAM);
    let subject = match (&message, body.user_id) {
        // The bot of the team writes nothing of its own.
        (Some(message), _) if is_of_team => {
            team::author_of(&store, message.channel_id, message.seq).await?.unwrap_or(TEAM)
        }
        (Some(message), _) => message.sender_id,
        (None, Some(TEAM)) => return Err(not_found()),
        // Former members can be reported, too.
        (None, Some(user)) => {
            channels::membership(&store, body.channel_id, user).await?.map(|_| user).ok_or_else(not_found)?
        }
        (None, None) => {
            return Err(Error::invalid("A report is about a message or a person.").field("msgId", "Name one of them."));
        }
    };
    if subject == caller.person {
        return Err(Error::invalid("You cannot report yourself.").field("userId", "This is you."));
    }
    let report = NewReport {
        reporter: caller.person,
        subject,
        channel: body.channel_id,
        message: message.as_ref(),
        programme: membership.programme_id.or(programme_of(&store, caller.person).await?),
        reason: body.reason,
        details: &details,
        // Who wrote it for the team does not read on; the conversation stays open with the others.
        stops_contact: if is_of_team { Some(subject != TEAM) } else { body.stop_contact },
    };
    let Some(report) = reports::add(&store, report, MAX_PER_HOUR).await? else {
        let sentence = "You have sent many reports within an hour. Please wait until staff have read them.";
        return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(3600));
    };
    let blocked = body.block && blocks::add(&store, caller.person, subject).await? == Outcome::Blocked;
    Ok(HttpResponse::Created().json(ReportResponse {
        id: report.id,
        blocked,
        contact_stopped: report.has_stopped_contact,
        team_goes_on: !is_of_team || team::is_attended(&store, caller.person).await?,
    }))
}

async fn programme_of(store: &Store, person: PersonId) -> Result<Option<ProgrammeId>> {
    Ok(people::by_id(store, person).await?.and_then(|person| person.programme_id))
}
