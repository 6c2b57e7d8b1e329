//! Evidence: copies of messages that an alert seals, so that neither deletions nor erasures reach them.

use chrono::{DateTime, Months, Utc};

use super::NewAlert;
use crate::db::{Tx, query, query_scalar};
use crate::{AlertId, ChannelId, MessageId, Result};

/// Messages on each side of the one that an alert is about, of which copies are sealed. Without such a message, twice as many of the
/// newest ones.
pub const CONTEXT: i64 = 10;

/// The longest time between two reviews of a hold.
const REVIEW_INTERVAL: Months = Months::new(6);

/// Returns when a hold that begins or is extended now is reviewed.
pub(crate) fn review_after(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_add_months(REVIEW_INTERVAL).unwrap_or(now)
}

/// Seals copies for an alert, in the transaction that raises it.
pub(super) async fn seal_in(tx: &mut Tx, alert: AlertId, new: NewAlert, now: DateTime<Utc>) -> Result<()> {
    query(
        "INSERT INTO legal_holds (case_id, about_id, about_name, reporter_name, sealed_at, review_at)
         SELECT a.id, s.id, COALESCE(s.first_name || ' ' || s.last_name, ''),
             COALESCE(w.first_name || ' ' || w.last_name, ''), $2, $3
         FROM alerts a LEFT JOIN reports r ON a.kind = 'report' AND r.id = a.subject_id
             LEFT JOIN messages m ON a.kind <> 'report' AND m.id = a.subject_id
             LEFT JOIN people s ON s.id = COALESCE(r.subject_id, m.sender_id)
             LEFT JOIN people w ON w.id = r.reporter_id
         WHERE a.id = $1",
    )
    .bind(alert)
    .bind(now)
    .bind(review_after(now))
    .execute(&mut *tx)
    .await?;
    let Some(channel) = new.channel else { return Ok(()) };
    let (after, until) = range(tx, channel, new.subject).await?;
    copy_in(tx, alert, channel, after, until).await
}

/// Seals a further message for an alert, or the new text of one that is sealed already. Nothing happens if staff have ended the hold.
pub(super) async fn seal_message_in(tx: &mut Tx, alert: AlertId, channel: ChannelId, message: MessageId) -> Result<()> {
    let seq: i64 = query_scalar("SELECT seq FROM messages WHERE id = $1 AND channel_id = $2")
        .bind(message)
        .bind(channel)
        .fetch_one(&mut *tx)
        .await?;
    copy_in(tx, alert, channel, seq - 1, seq).await?;
    query(
        "INSERT INTO sealed_edits (case_id, message_id, changed, body, edited_at)
         SELECT s.case_id, m.id, m.changed, m.body, m.edited_at
         FROM sealed_messages s JOIN messages m ON m.id = s.message_id
         WHERE s.case_id = $1 AND m.id = $2 AND m.edited_at IS NOT NULL AND m.body <> s.body
         ON CONFLICT DO NOTHING",
    )
    .bind(alert)
    .bind(message)
    .execute(tx)
    .await?;
    Ok(())
}

async fn copy_in(tx: &mut Tx, alert: AlertId, channel: ChannelId, after: i64, until: i64) -> Result<()> {
    query(
        "INSERT INTO sealed_messages
             (case_id, message_id, seq, sender_id, sender_name, body, attachments, created_at, deleted_at)
         SELECT h.case_id, x.id, x.seq, p.id, p.first_name || ' ' || p.last_name, COALESCE(d.body, x.body),
             COALESCE(d.attachments, x.attachments), x.created_at, x.deleted_at
         FROM legal_holds h JOIN messages x ON x.channel_id = $2
             LEFT JOIN team_answers t ON t.channel_id = x.channel_id AND t.seq = x.seq
             JOIN people p ON p.id = COALESCE(t.author_id, x.sender_id)
             LEFT JOIN deleted_messages d ON d.channel_id = x.channel_id AND d.seq = x.seq
         WHERE h.case_id = $1 AND x.seq > $3 AND x.seq <= $4
         ON CONFLICT (case_id, message_id) DO NOTHING",
    )
    .bind(alert)
    .bind(channel)
    .bind(after)
    .bind(until)
    .execute(tx)
    .await?;
    Ok(())
}

/// The numbers of the messages to copy: after the first, up to the second.
async fn range(tx: &mut Tx, channel: ChannelId, subject: uuid::Uuid) -> Result<(i64, i64)> {
    let seq: Option<i64> = query_scalar(
        "SELECT seq FROM messages
         WHERE id = COALESCE((SELECT message_id FROM reports WHERE id = $1), $1) AND channel_id = $2",
    )
    .bind(subject)
    .bind(channel)
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(seq) = seq {
        return Ok((seq - CONTEXT - 1, seq + CONTEXT));
    }
    let head: i64 = query_scalar("SELECT head_seq FROM channels WHERE id = $1").bind(channel).fetch_one(tx).await?;
    Ok((head - 2 * CONTEXT, head))
}
