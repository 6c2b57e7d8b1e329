//! Deletion of recent messages by their senders. The row stays and is empty, because numbers are dense; what it said is
//! kept apart, for staff only.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Json;

use super::change::{Changed, MESSAGE, NEXT, NotChanged, RIGHTS, check};
use super::{Message, Quote, SELECT_MESSAGE, is_invitation, mention, no_attachments};
use crate::attachments::{self, Attachment};
use crate::bus::Event;
use crate::db::{Tx, query, query_as, query_scalar};
use crate::reads::DELETED_UNSEEN;
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Minutes after sending in which a message can be deleted.
pub const DELETE_MINUTES: i64 = 5;

/// Deletes one's own message for all members and publishes the change, together with those of the messages that quote it.
pub async fn delete(
    store: &Store,
    channel: ChannelId,
    sender: PersonId,
    id: MessageId,
) -> Result<Result<Changed, NotChanged>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(number) = query_scalar(NEXT).bind(channel).fetch_optional(&mut tx).await? else {
        return Ok(Err(NotChanged::ChannelUnknown));
    };
    let rights = query_as(RIGHTS).bind(channel).bind(sender).fetch_optional(&mut tx).await?;
    if let Err(rejection) = check(rights) {
        return Ok(Err(rejection));
    }
    let found: Option<Message> = query_as(MESSAGE).bind(channel).bind(id).fetch_optional(&mut tx).await?;
    let Some(before) = found.filter(|message| message.sender_id == sender) else {
        return Ok(Err(NotChanged::MessageUnknown));
    };
    // Before the time limit: a client that lost the reply repeats the request, perhaps after the limit.
    if before.deleted_at.is_some() {
        return Ok(Ok(Changed { message: Arc::new(before), repeated: true }));
    }
    if is_invitation(&before.body) {
        return Ok(Err(NotChanged::MessageUnknown));
    }
    if is_only_file(&before) {
        return Ok(Err(NotChanged::OnlyFile));
    }
    if now - before.created_at > Duration::minutes(DELETE_MINUTES) {
        return Ok(Err(NotChanged::TooLate));
    }
    keep_original(&mut tx, &before, now).await?;
    attachments::withdraw(&mut tx, &before.attachments, now).await?;
    let mentioned = mention::people_in(&before.body);
    let deleted = Message {
        body: String::new(),
        attachments: no_attachments(),
        link_preview: None,
        reply: None,
        edited_at: None,
        deleted_at: Some(now),
        changed: number,
        reactions: Json(Vec::new()),
        ..before
    };
    query(
        "UPDATE messages SET body = '', attachments = $3, link_preview = NULL, reply = NULL, reactions = '[]',
             edited_at = NULL, deleted_at = $4, changed = $5
         WHERE channel_id = $1 AND seq = $2",
    )
    .bind(channel)
    .bind(deleted.seq)
    .bind(&deleted.attachments)
    .bind(now)
    .bind(number)
    .execute(&mut tx)
    .await?;
    for person in mentioned {
        query("DELETE FROM mentions WHERE person_id = $3 AND channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(deleted.seq)
            .bind(person)
            .execute(&mut tx)
            .await?;
    }
    for statement in [
        "DELETE FROM reactions WHERE channel_id = $1 AND seq = $2",
        "DELETE FROM saved_messages WHERE channel_id = $1 AND seq = $2",
    ] {
        query(statement).bind(channel).bind(deleted.seq).execute(&mut tx).await?;
    }
    let unpinned = query("DELETE FROM pinned_messages WHERE channel_id = $1 AND seq = $2")
        .bind(channel)
        .bind(deleted.seq)
        .execute(&mut tx)
        .await?;
    let deleted = Arc::new(deleted);
    let mut messages = vec![deleted.clone()];
    messages.extend(empty_quotes(&mut tx, &deleted).await?);
    forget_notifications(&mut tx, &deleted).await?;
    tx.commit().await?;
    let mut events = vec![Event::Changed { channel, messages }];
    events.extend((unpinned > 0).then_some(Event::PinsChanged { channel }));
    store.bus.publish(events);
    Ok(Ok(Changed { message: deleted, repeated: false }))
}

/// People are warned before they send a file without a text that it cannot be deleted. A provider's GIF is no file of
/// theirs.
fn is_only_file(message: &Message) -> bool {
    text_fold::is_blank(&message.body) && message.attachments.iter().any(|attachment| attachment.gif.is_none())
}

async fn keep_original(tx: &mut Tx, message: &Message, now: DateTime<Utc>) -> Result<()> {
    query(
        "INSERT INTO deleted_messages (channel_id, seq, sender_id, body, attachments, link_preview, reply, deleted_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(message.channel_id)
    .bind(message.seq)
    .bind(message.sender_id)
    .bind(&message.body)
    .bind(&message.attachments)
    .bind(&message.link_preview)
    .bind(&message.reply)
    .bind(now)
    .execute(tx)
    .await
    .map(drop)
}

/// Empties the quotes of a deleted message, each as a change of the reply. Replies are newer than what they quote, and a
/// deleted message has at most [`DELETE_MINUTES`] of them.
async fn empty_quotes(tx: &mut Tx, deleted: &Message) -> Result<Vec<Arc<Message>>> {
    let replies: Vec<Message> = query_as([
        SELECT_MESSAGE,
        "FROM messages x WHERE channel_id = $1 AND seq > $2 AND CAST(reply AS TEXT) LIKE $3 ORDER BY seq",
    ])
    .bind(deleted.channel_id)
    .bind(deleted.seq)
    .bind(format!("%{}%", deleted.id))
    .fetch_all(&mut *tx)
    .await?;
    let mut changed = Vec::new();
    for reply in replies.into_iter().filter(|reply| reply.reply.as_ref().is_some_and(|q| q.msg_id == deleted.id)) {
        let number: i64 = query_scalar(NEXT).bind(deleted.channel_id).fetch_one(&mut *tx).await?;
        let quote = Some(Json(Quote::of_deleted(deleted.id, deleted.seq, deleted.sender_id)));
        query("UPDATE messages SET reply = $3, changed = $4 WHERE channel_id = $1 AND seq = $2")
            .bind(deleted.channel_id)
            .bind(reply.seq)
            .bind(&quote)
            .bind(number)
            .execute(&mut *tx)
            .await?;
        changed.push(Arc::new(Message { reply: quote, changed: number, ..reply }));
    }
    Ok(changed)
}

/// Lets the next message notify members to whom nothing is left unread. A notification that still waits to be sent is
/// dropped then ([`crate::push::is_obsolete`]).
async fn forget_notifications(tx: &mut Tx, deleted: &Message) -> Result<()> {
    query([
        "DELETE FROM push_marks WHERE channel_id = $1 AND person_id IN (
             SELECT m.person_id FROM members m JOIN channels c ON c.id = m.channel_id
             WHERE m.channel_id = $1 AND m.last_seen_seq < $2
                 AND c.head_seq <= m.last_seen_seq + m.own_unseen + ",
        DELETED_UNSEEN,
        ")",
    ])
    .bind(deleted.channel_id)
    .bind(deleted.seq)
    .execute(tx)
    .await
    .map(drop)
}

/// What a deleted message said.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Original {
    /// The number of the message.
    pub seq: i64,
    /// Its text.
    pub body: String,
    /// Its files.
    pub attachments: Json<Vec<Attachment>>,
    /// When it was deleted.
    pub deleted_at: DateTime<Utc>,
}

/// Returns the originals of deleted messages with `after < seq <= until`. The caller has recorded who reads them and why.
pub async fn originals(store: &Store, channel: ChannelId, after: i64, until: i64) -> Result<Vec<Original>> {
    query_as(
        "SELECT seq, body, attachments, deleted_at FROM deleted_messages
         WHERE channel_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq",
    )
    .bind(channel)
    .bind(after)
    .bind(until)
    .fetch_all(&store.db)
    .await
}

/// Returns the message with its original content if it was deleted: a report about it needs no reading by members.
pub async fn original(store: &Store, message: Message) -> Result<Message> {
    if message.deleted_at.is_none() {
        return Ok(message);
    }
    let found = originals(store, message.channel_id, message.seq - 1, message.seq).await?.pop();
    Ok(match found {
        Some(Original { body, attachments, .. }) => Message { body, attachments, ..message },
        None => message,
    })
}
