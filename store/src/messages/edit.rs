//! Another text for a message that was sent a moment ago. What it said before is kept.

use chrono::{DateTime, Duration, Utc};

use super::change::{Changed, MESSAGE, NEXT, NotChanged, RIGHTS, check};
use super::{Message, is_invitation, mention};
use crate::bus::Event;
use crate::db::on;
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// So long after it was sent a message can be edited.
pub const EDIT_MINUTES: i64 = 5;

/// Gives one's own message another text and tells the bus. The people it mentions are those of the new text; for whom the
/// channel is read beyond it, nothing becomes unread again.
pub async fn edit(
    store: &Store,
    channel: ChannelId,
    editor: PersonId,
    id: MessageId,
    body: &str,
) -> Result<Result<Changed, NotChanged>> {
    let now = store.clock.now();
    let message = on!(&store.db, transaction, |tx| {
        let Some(number) = sqlx::query_scalar(NEXT).bind(channel).fetch_optional(&mut *tx).await? else {
            return Ok(Err(NotChanged::ChannelUnknown));
        };
        let rights = sqlx::query_as(RIGHTS).bind(channel).bind(editor).fetch_optional(&mut *tx).await?;
        if let Err(refusal) = check(rights) {
            return Ok(Err(refusal));
        }
        let found: Option<Message> = sqlx::query_as(MESSAGE).bind(channel).bind(id).fetch_optional(&mut *tx).await?;
        let Some(before) = found.filter(|message| message.sender_id == editor) else {
            return Ok(Err(NotChanged::MessageUnknown));
        };
        if is_invitation(&before.body) {
            return Ok(Err(NotChanged::MessageUnknown));
        }
        // First: whoever did not hear the answer asks again, perhaps after the time is over.
        if before.body == body {
            return Ok(Ok(Changed { message: before, repeated: true }));
        }
        if now - before.created_at > Duration::minutes(EDIT_MINUTES) {
            return Ok(Err(NotChanged::TooLate));
        }
        sqlx::query(
            "INSERT INTO message_versions (channel_id, seq, until_change, body, written_at) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(channel)
        .bind(before.seq)
        .bind(number)
        .bind(&before.body)
        .bind(before.edited_at.unwrap_or(before.created_at))
        .execute(&mut *tx)
        .await?;
        // Without the link there is nothing to preview.
        let link_preview = before.link_preview.clone().filter(|preview| body.contains(&preview.url));
        sqlx::query(
            "UPDATE messages SET body = $3, edited_at = $4, changed = $5, link_preview = $6
             WHERE channel_id = $1 AND seq = $2",
        )
        .bind(channel)
        .bind(before.seq)
        .bind(body)
        .bind(now)
        .bind(number)
        .bind(&link_preview)
        .execute(&mut *tx)
        .await?;
        sqlx::query("DELETE FROM mentions WHERE channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(before.seq)
            .execute(&mut *tx)
            .await?;
        for person in mention::people_in(body).into_iter().filter(|person| *person != editor) {
            sqlx::query(
                "INSERT INTO mentions (person_id, channel_id, seq)
                 SELECT person_id, channel_id, $3 FROM members
                 WHERE channel_id = $1 AND person_id = $2 AND status = 'active'",
            )
            .bind(channel)
            .bind(person)
            .bind(before.seq)
            .execute(&mut *tx)
            .await?;
        }
        Message { body: body.to_owned(), link_preview, edited_at: Some(now), changed: number, ..before }
    })?;
    store.bus.publish(vec![Event::Changed { channel, messages: vec![message.clone()] }]);
    Ok(Ok(Changed { message, repeated: false }))
}

/// What a message said before, and when each of these texts was written, oldest first.
pub async fn versions(store: &Store, channel: ChannelId, seq: i64) -> Result<Vec<(String, DateTime<Utc>)>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT body, written_at FROM message_versions WHERE channel_id = $1 AND seq = $2 ORDER BY until_change"
    )
    .bind(channel)
    .bind(seq)
    .fetch_all(pool)
    .await)?)
}
