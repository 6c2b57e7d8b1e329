//! `api/v2/chat/report/`: telling staff of a message or a person.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::{Deserialize, Serialize};
use store::blocks::{self, Outcome};
use store::reports::{self, NewReport, Reason};
use store::{ChannelId, MessageId, PersonId, ProgrammeId, ReportId, Store, channels, messages, people};
use utoipa::ToSchema;

use super::member::member_of;

/// Characters of what somebody adds, and of what staff note.
const LONGEST: usize = 2_000;

/// Reports of one person in an hour.
const MOST_AN_HOUR: i64 = 20;

/// What somebody tells staff.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportRequest {
    /// Where it happened.
    #[serde(alias = "channel_id")]
    channel_id: ChannelId,
    /// The message it is about.
    #[serde(default, alias = "msg_id")]
    #[schema(nullable = false)]
    msg_id: Option<MessageId>,
    /// The member it is about, if it is no single message.
    #[serde(default, alias = "user_id")]
    #[schema(nullable = false)]
    user_id: Option<PersonId>,
    /// Why.
    reason: Reason,
    /// More about it, at most 2,000 characters.
    #[serde(default)]
    #[schema(required = false)]
    details: String,
    /// Block the person as well.
    #[serde(default)]
    #[schema(required = false)]
    block: bool,
}

/// A report that staff will see.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportMade {
    id: ReportId,
    /// Whether the person is blocked now; staff never are.
    blocked: bool,
}

/// Tells staff of a message or a person.
#[utoipa::path(
    post,
    path = "/api/v2/chat/report/",
    operation_id = "report",
    tag = "Chat",
    request_body = ReportRequest,
    responses(
        (status = 201, description = "Staff are told.", body = ReportMade),
        (status = 404, description = "`channel_unknown`, or `not_found`: no such message or member in it", body = ErrorBody),
        (status = 422, description = "`invalid`", body = ErrorBody),
        (status = 429, description = "`rate_limited`: twenty within an hour", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn add(store: Data<Store>, me: SignedIn, body: Json<ReportRequest>) -> Result<HttpResponse> {
    let details = checked("details", &body.details)?;
    let membership = member_of(&store, Some(Path::from(body.channel_id)), me.person).await?;
    let message = match body.msg_id {
        Some(id) => {
            let found = messages::by_id(&store, body.channel_id, id).await?;
            Some(found.filter(|message| message.seq <= membership.readable_head()).ok_or_else(not_found)?)
        }
        None => None,
    };
    let subject = match (&message, body.user_id) {
        (Some(message), _) => message.sender_id,
        // Also of somebody who has left.
        (None, Some(user)) => {
            channels::membership(&store, body.channel_id, user).await?.map(|_| user).ok_or_else(not_found)?
        }
        (None, None) => {
            return Err(Error::invalid("A report is about a message or a person.").field("msgId", "Name one of them."));
        }
    };
    if subject == me.person {
        return Err(Error::invalid("Nobody reports themselves.").field("userId", "This is you."));
    }
    let report = NewReport {
        reporter: me.person,
        subject,
        channel: body.channel_id,
        message: message.as_ref(),
        programme: membership.programme_id.or(programme_of(&store, me.person).await?),
        reason: body.reason,
        details,
    };
    let Some(id) = reports::add(&store, report, MOST_AN_HOUR).await? else {
        let sentence = "You have told staff of many things within an hour. They will look at them first.";
        return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", sentence).retry_after(3600));
    };
    let blocked = body.block && blocks::add(&store, me.person, subject).await? == Outcome::Blocked;
    Ok(HttpResponse::Created().json(ReportMade { id, blocked }))
}

async fn programme_of(store: &Store, person: PersonId) -> Result<Option<ProgrammeId>> {
    Ok(people::by_id(store, person).await?.and_then(|person| person.programme_id))
}

/// A text that can be kept, without blanks around it: at most 2,000 characters.
pub(super) fn checked<'t>(field: &'static str, text: &'t str) -> Result<&'t str> {
    let text = text.trim();
    if text.chars().count() > LONGEST {
        let sentence = format!("At most {LONGEST} characters.");
        return Err(Error::invalid("This text cannot be taken.").field(field, sentence));
    }
    Ok(text)
}
