//! Reports to staff about a message or a person. A report, its alert and the job that sends mails are one transaction.

use std::collections::BTreeSet;

use chrono::Duration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::clearance::is_adult_in;
use crate::alerts::{self, NewAlert};
use crate::contact;
use crate::db::{query, query_scalar};
use crate::matching::end_open_between;
use crate::messages::Message;
use crate::pending_cases;
use crate::people;
use crate::{ChannelId, PersonId, ProgrammeId, ReportId, Result, Store};

/// The reason of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = ReportReason)]
pub enum Reason {
    /// Somebody may be in danger.
    Danger,
    /// Bullying, threats, insults.
    Harassment,
    /// Sexual or otherwise inappropriate content.
    Inappropriate,
    /// Asks for or shares private contact details, or suggests to meet elsewhere.
    PrivateContact,
    /// Advertising, harmful links.
    Spam,
    /// Explained in the details.
    Other,
}

/// A report to create.
#[derive(Clone, Debug)]
pub struct NewReport<'a> {
    /// The person who reports.
    pub reporter: PersonId,
    /// The person reported.
    pub subject: PersonId,
    /// The channel.
    pub channel: ChannelId,
    /// The message reported; None for a report about the person.
    pub message: Option<&'a Message>,
    /// The programme whose staff receive it.
    pub programme: Option<ProgrammeId>,
    /// The reason.
    pub reason: Reason,
    /// Further details.
    pub details: &'a str,
    /// Whether contact between the two stops; None for what is preset: it does for reporters who are not known to be of age.
    pub stops_contact: Option<bool>,
}

/// What came of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// The report.
    pub id: ReportId,
    /// Whether contact between the two has stopped.
    pub has_stopped_contact: bool,
}

/// Creates a report with its alert. Where it stops contact, neither side reaches the other from then on, until staff lift it. Returns
/// None if the person made `limit` reports within the last hour.
pub async fn add(store: &Store, new: NewReport<'_>, limit: i64) -> Result<Option<Added>> {
    let now = store.clock.now();
    let id: ReportId = store.clock.id();
    let mut tx = store.db.begin().await?;
    // Reports of a person are counted one after the other.
    people::lock(&mut tx, BTreeSet::from([new.reporter, new.subject])).await?;
    let recent: i64 = query_scalar("SELECT COUNT(*) FROM reports WHERE reporter_id = $1 AND created_at > $2")
        .bind(new.reporter)
        .bind(now - Duration::hours(1))
        .fetch_one(&mut tx)
        .await?;
    if recent >= limit {
        return Ok(None);
    }
    let stops = match new.stops_contact {
        Some(stops) => stops,
        None => !is_adult_in(&mut tx, store, new.reporter).await?,
    };
    query(
        "INSERT INTO reports (id, reporter_id, subject_id, channel_id, message_id, message_body, attachments,
             programme_id, reason, details, created_at, silenced_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(id)
    .bind(new.reporter)
    .bind(new.subject)
    .bind(new.channel)
    .bind(new.message.map(|message| message.id))
    .bind(new.message.map(|message| message.body.as_str()))
    .bind(new.message.map(|message| message.attachments.clone()))
    .bind(new.programme)
    .bind(new.reason)
    .bind(new.details)
    .bind(now)
    .bind(stops.then_some(now))
    .execute(&mut tx)
    .await?;
    let mut events = Vec::new();
    if stops {
        events = contact::follow_in(&mut tx, store, new.reporter, Some(new.subject)).await?;
    }
    let alert =
        NewAlert { kind: alerts::Kind::Report, subject: id.0, channel: Some(new.channel), programme: new.programme };
    alerts::raise(&mut tx, &store.clock, alert).await?;
    events.extend(end_open_between(&mut tx, store, new.reporter, new.subject).await?);
    tx.commit().await?;
    store.bus.publish(events);
    pending_cases::publish_change(store, new.programme).await;
    Ok(Some(Added { id, has_stopped_contact: stops }))
}
