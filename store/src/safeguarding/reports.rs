//! Reports to staff about a message or a person. A report, its alert and the job that sends mails are one transaction.

use std::collections::BTreeSet;

use chrono::Duration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::alerts::{self, NewAlert};
use crate::db::{query, query_scalar};
use crate::matching::hold_between;
use crate::messages::Message;
use crate::people;
use crate::waiting;
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
}

/// Creates a report with its alert. Returns None if the person made `limit` reports within the last hour.
pub async fn add(store: &Store, new: NewReport<'_>, limit: i64) -> Result<Option<ReportId>> {
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
    query(
        "INSERT INTO reports (id, reporter_id, subject_id, channel_id, message_id, message_body, attachments,
             programme_id, reason, details, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
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
    .execute(&mut tx)
    .await?;
    let alert =
        NewAlert { kind: alerts::Kind::Report, subject: id.0, channel: Some(new.channel), programme: new.programme };
    alerts::raise(&mut tx, store, alert).await?;
    let held = hold_between(&mut tx, store, new.reporter, new.subject).await?;
    tx.commit().await?;
    store.bus.publish(held.into_iter().collect());
    waiting::publish_change(store, new.programme).await;
    Ok(Some(id))
}
