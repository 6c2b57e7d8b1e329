//! Reading the conversation around what staff look after. It is private: who reads it says why, and that is written down
//! before anything is shown.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::staff::Staff;
use store::{
    AlertId, ChannelId, MessageId, PersonId, ReportId, Store, alerts, audit, channels, messages, people, reports,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::staff_of;
use crate::wire;

/// Characters that a reason needs, and may have.
const REASON: std::ops::RangeInclusive<usize> = 3..=500;

/// Messages before and after the one that it is about; of a person, the newest twice as many.
const AROUND: i64 = 10;

/// Why somebody reads what was written to others.
#[derive(Deserialize, ToSchema)]
pub(in super::super) struct Why {
    /// 3 to 500 characters, kept for ever with the name of the reader.
    reason: String,
}

/// A message of a conversation that is read by staff.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct ReadMessage {
    msg_id: MessageId,
    user_id: PersonId,
    user_full_name: String,
    text: String,
    /// The names of files that came with it.
    attachment_names: Vec<String>,
    created_on: DateTime<Utc>,
    /// Whether it is the one that brought it up.
    is_subject: bool,
}

/// The messages around what was reported; of a person, the newest ones of the conversation. Writes down who read it and why.
#[utoipa::path(
    post,
    path = "/api/v2/chat/reports/{report}/conversation/",
    operation_id = "read_reported",
    tag = "Chat",
    params(("report" = ReportId, Path, description = "Which.")),
    request_body = Why,
    responses(
        (status = 200, description = "Oldest first.", body = Vec<ReadMessage>),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        (status = 404, description = "`not_found`", body = ErrorBody),
        (status = 422, description = "`invalid`: no reason", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn of_report(
    store: Data<Store>,
    me: SignedIn,
    report: Option<Path<ReportId>>,
    why: Json<Why>,
) -> Result<Json<Vec<ReadMessage>>> {
    let staff = staff_of(&store, me.person).await?;
    let report = report.ok_or_else(not_found)?.into_inner();
    let found = reports::by_id(&store, staff, report).await?.ok_or_else(not_found)?;
    read(&store, staff, found.channel_id, found.message_id, report.0, &why.reason).await
}

/// The messages around a cry for help. Writes down who read it and why.
#[utoipa::path(
    post,
    path = "/api/v2/chat/alerts/{alert}/conversation/",
    operation_id = "read_alerted",
    tag = "Chat",
    params(("alert" = AlertId, Path, description = "Which.")),
    request_body = Why,
    responses(
        (status = 200, description = "Oldest first.", body = Vec<ReadMessage>),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        (status = 404, description = "`not_found`", body = ErrorBody),
        (status = 422, description = "`invalid`: no reason", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn of_alert(
    store: Data<Store>,
    me: SignedIn,
    alert: Option<Path<AlertId>>,
    why: Json<Why>,
) -> Result<Json<Vec<ReadMessage>>> {
    let staff = staff_of(&store, me.person).await?;
    let alert = alert.ok_or_else(not_found)?.into_inner();
    let found = alerts::by_id(&store, staff, alert).await?.ok_or_else(not_found)?;
    read(&store, staff, found.channel_id, Some(found.message_id), alert.0, &why.reason).await
}

async fn read(
    store: &Store,
    staff: Staff,
    channel: ChannelId,
    message: Option<MessageId>,
    about: Uuid,
    reason: &str,
) -> Result<Json<Vec<ReadMessage>>> {
    let reason = reason.trim();
    if !REASON.contains(&reason.chars().count()) {
        return Err(Error::invalid("Say why you read this.").field("reason", "3 to 500 characters."));
    }
    // First of all: nobody reads what then could not be written down.
    audit::add(store, staff.id, audit::READ_CONVERSATION, channel, about, reason).await?;
    let seq = match message {
        Some(message) => messages::seq_of(store, channel, message).await?,
        None => None,
    };
    let list = match seq {
        Some(seq) => messages::between(store, channel, seq - AROUND - 1, seq + AROUND).await?,
        None => {
            let head = channels::heads(store, &[channel]).await?.first().map_or(0, |head| head.head_seq);
            messages::between(store, channel, head - 2 * AROUND, head).await?
        }
    };
    let mut names = HashMap::new();
    for message in &list {
        if let Entry::Vacant(unknown) = names.entry(message.sender_id) {
            let person = people::by_id(store, message.sender_id).await?;
            unknown.insert(person.map(|person| person.full_name()).unwrap_or_default());
        }
    }
    let shown = list.iter().map(|found| ReadMessage {
        msg_id: found.id,
        user_id: found.sender_id,
        user_full_name: names.get(&found.sender_id).cloned().unwrap_or_default(),
        text: wire::message(store, found, false).message,
        attachment_names: found.attachments.iter().map(|file| file.name.clone()).collect(),
        created_on: found.created_at,
        is_subject: Some(found.id) == message,
    });
    Ok(Json(shown.collect()))
}
