//! Legal holds: the sealed copies of a case stay until staff end the hold, also when the people of the case are erased. Staff decide at
//! least every six months whether they are still needed.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::{by_id, record};
use crate::alerts::evidence::review_after;
use crate::attachments::{self, Attachment};
use crate::db::{Executor, query, query_as, query_scalar};
use crate::outbox::{self, Mail, NewJob};
use crate::staff::audit::Act;
use crate::staff::grants::{Recipient, holders};
use crate::staff::{Permission, Staff};
use crate::{AlertId, AttachmentId, MessageId, PersonId, ProgrammeId, Result, Store};

/// Staff who are reminded of one review.
const MAX_RECIPIENTS: i64 = 100;

/// Reviews per run of the job, and messages of one page.
const BATCH: i64 = 100;

/// A hold on the copies of a case.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct LegalHold {
    /// The case.
    pub case_id: AlertId,
    /// The name of the person whom the case is about, at its time.
    pub about_name: String,
    /// The name of the reporter at that time; empty for an alert.
    pub reporter_name: String,
    /// When the copies were sealed.
    pub sealed_at: DateTime<Utc>,
    /// By when staff decide again whether they are needed.
    pub review_at: DateTime<Utc>,
    /// The number of sealed messages.
    pub messages: i64,
}

/// A sealed copy of a message.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct SealedMessage {
    /// The message.
    pub message_id: MessageId,
    /// Its number in the channel.
    pub seq: i64,
    /// Its sender, whose account may be erased.
    pub sender_id: PersonId,
    /// The name of the sender at the time of the case.
    pub sender_name: String,
    /// The text, also of a deleted message.
    pub body: String,
    /// The attachments, also of a deleted message.
    pub attachments: Json<Vec<Attachment>>,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// When its sender deleted it, if before the case.
    pub deleted_at: Option<DateTime<Utc>>,
    /// When its sender changed it to this text, if that was sealed after the first one.
    pub edited_at: Option<DateTime<Utc>>,
    /// Which of its sealed texts this is; zero for the first.
    changed: i64,
}

impl SealedMessage {
    /// Whether this is the text of a later edit.
    pub fn is_edit(&self) -> bool {
        self.changed > 0
    }
}

/// How much of a case is sealed. Copies are only added, until all of them go with the hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Extent {
    is_held: bool,
    messages: i64,
    edits: i64,
}

/// Why a hold goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HoldRefusal {
    /// The case has no sealed copies.
    #[error("This report has no sealed copies.")]
    Missing,
    /// An open case needs its copies.
    #[error("Close the report first. Its copies stay as long as it is open.")]
    Open,
}

const HOLDS: &str = "SELECT h.case_id, h.about_name, h.reporter_name, h.sealed_at, h.review_at,
    (SELECT COUNT(*) FROM sealed_messages x WHERE x.case_id = h.case_id) AS messages FROM legal_holds h ";

/// Returns the hold of a case.
pub async fn of_case(store: &Store, case: AlertId) -> Result<Option<LegalHold>> {
    query_as([HOLDS, "WHERE h.case_id = $1"]).bind(case).fetch_optional(&store.db).await
}

/// Returns the holds whose copies contain something of a person, or of which they are a part.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Vec<LegalHold>> {
    query_as([
        HOLDS,
        "WHERE h.about_id = $1 OR EXISTS (SELECT 1 FROM sealed_messages x WHERE x.case_id = h.case_id AND x.sender_id = $1)
             OR EXISTS (SELECT 1 FROM alerts a JOIN reports r ON r.id = a.subject_id
                 WHERE a.id = h.case_id AND a.kind = 'report' AND r.reporter_id = $1)
         ORDER BY h.review_at, h.case_id",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await
}

const SEALED: &str = "SELECT s.message_id, s.seq, s.sender_id, s.sender_name, e.body, s.attachments, s.created_at, s.deleted_at, e.edited_at, e.changed
    FROM sealed_messages s JOIN (
        SELECT case_id, message_id, changed, body, edited_at FROM sealed_edits WHERE case_id = $1
        UNION ALL SELECT case_id, message_id, 0, body, NULL FROM sealed_messages WHERE case_id = $1
    ) e ON e.case_id = s.case_id AND e.message_id = s.message_id
    WHERE s.case_id = $1 ";

/// Returns the sealed messages of a case, oldest first; one that was edited after it was sealed is there once with each sealed text. They
/// are private: call [`super::record_reading`] before.
pub async fn sealed_messages(store: &Store, case: AlertId) -> Result<Vec<SealedMessage>> {
    query_as([SEALED, "ORDER BY s.seq, e.changed"]).bind(case).fetch_all(&store.db).await
}

/// Returns the next sealed messages after one; none at the end.
pub async fn sealed_after(store: &Store, case: AlertId, after: Option<&SealedMessage>) -> Result<Vec<SealedMessage>> {
    query_as([
        SEALED,
        "AND ($2 IS NULL OR s.seq > $2 OR (s.seq = $2 AND e.changed > $3)) ORDER BY s.seq, e.changed LIMIT $4",
    ])
    .bind(case)
    .bind(after.map(|one| one.seq))
    .bind(after.map(|one| one.changed))
    .bind(BATCH)
    .fetch_all(&store.db)
    .await
}

/// Returns how much of a case is sealed.
pub async fn extent(store: &Store, case: AlertId) -> Result<Extent> {
    query_as(
        "SELECT EXISTS (SELECT 1 FROM legal_holds WHERE case_id = $1) AS is_held,
             (SELECT COUNT(*) FROM sealed_messages WHERE case_id = $1) AS messages,
             (SELECT COUNT(*) FROM sealed_edits WHERE case_id = $1) AS edits",
    )
    .bind(case)
    .fetch_one(&store.db)
    .await
}

/// Returns the files of a person that sealed copies name, those of one case excepted.
pub(crate) async fn sealed_files(
    db: impl Executor,
    owner: PersonId,
    except: Option<AlertId>,
) -> Result<BTreeSet<AttachmentId>> {
    let sealed: Vec<Json<Vec<Attachment>>> =
        query_scalar("SELECT attachments FROM sealed_messages WHERE sender_id = $1 AND ($2 IS NULL OR case_id <> $2)")
            .bind(owner)
            .bind(except)
            .fetch_all(db)
            .await?;
    Ok(sealed.into_iter().flat_map(|Json(files)| files).map(|file| file.id).collect())
}

/// Keeps the copies of a case until the next review.
pub async fn extend(store: &Store, staff: &Staff, id: AlertId, reason: &str) -> Result<Result<(), HoldRefusal>> {
    let Some(case) = by_id(store, staff, id).await? else { return Ok(Err(HoldRefusal::Missing)) };
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let extended = query("UPDATE legal_holds SET review_at = $2, reminded_at = NULL WHERE case_id = $1")
        .bind(id)
        .bind(review_after(now))
        .execute(&mut tx)
        .await?;
    if extended == 0 {
        return Ok(Err(HoldRefusal::Missing));
    }
    record(&mut tx, store, staff, Act::ExtendHold, &case, Some(reason)).await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Ends the hold of a resolved case: its copies and the words of its report are deleted, with the files that were kept for them alone.
pub async fn end(store: &Store, staff: &Staff, id: AlertId, reason: &str) -> Result<Result<(), HoldRefusal>> {
    let Some(case) = by_id(store, staff, id).await? else { return Ok(Err(HoldRefusal::Missing)) };
    if case.listed.resolved_at.is_none() {
        return Ok(Err(HoldRefusal::Open));
    }
    // Files go before the rows that name them: an interrupted end can be repeated.
    for message in sealed_messages(store, id).await? {
        let elsewhere = sealed_files(&store.db, message.sender_id, Some(id)).await?;
        for file in message.attachments.0.iter().filter(|file| !elsewhere.contains(&file.id)) {
            attachments::remove_sealed(store, file.id).await?;
        }
    }
    let mut tx = store.db.begin().await?;
    let ended = query(
        "DELETE FROM legal_holds WHERE case_id = $1
             AND EXISTS (SELECT 1 FROM alerts WHERE id = $1 AND handled_at IS NOT NULL)",
    )
    .bind(id)
    .execute(&mut tx)
    .await?;
    if ended == 0 {
        return Ok(Err(HoldRefusal::Missing));
    }
    if let Some(report) = case.report_id {
        query("UPDATE reports SET message_body = NULL, attachments = NULL, details = '' WHERE id = $1")
            .bind(report)
            .execute(&mut tx)
            .await?;
    }
    record(&mut tx, store, staff, Act::EndHold, &case, Some(reason)).await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// A hold whose review is due.
#[derive(sqlx::FromRow)]
struct DueReview {
    case_id: AlertId,
    about_id: Option<PersonId>,
    programme_id: Option<ProgrammeId>,
}

/// Reminds the staff of the holds whose review is due, once for each review, and returns the number of holds.
pub async fn remind_due(store: &Store) -> Result<usize> {
    let now = store.clock.now();
    let due: Vec<DueReview> = query_as(
        "SELECT h.case_id, h.about_id, a.programme_id FROM legal_holds h JOIN alerts a ON a.id = h.case_id
         WHERE h.review_at <= $1 AND h.reminded_at IS NULL ORDER BY h.review_at, h.case_id LIMIT $2",
    )
    .bind(now)
    .bind(BATCH)
    .fetch_all(&store.db)
    .await?;
    for DueReview { case_id, about_id, programme_id } in &due {
        let mut tx = store.db.begin().await?;
        let is_first = query("UPDATE legal_holds SET reminded_at = $2 WHERE case_id = $1 AND reminded_at IS NULL")
            .bind(*case_id)
            .bind(now)
            .execute(&mut tx)
            .await?
            > 0;
        if is_first {
            let staff = holders(&mut tx, Permission::HandleCases, *programme_id, *about_id, MAX_RECIPIENTS).await?;
            for Recipient { email: to, language, .. } in staff {
                let template = "staff_hold_review".to_owned();
                let values = BTreeMap::from([("case".to_owned(), case_id.to_string())]);
                outbox::put_in(&mut tx, &NewJob::mail(store, &Mail { to, template, language, values })?).await?;
            }
        }
        tx.commit().await?;
    }
    Ok(due.len())
}
