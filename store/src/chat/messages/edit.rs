//! Edits of recent messages. Earlier texts are kept.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use detection::Kinds;

use super::change::{Changed, MESSAGE, NEXT, NotChanged, RIGHTS, check};
use super::{Message, is_invitation, mention};
use crate::alerts::{self, CrisisMessage, NoticedMessage};
use crate::bus::Event;
use crate::channels::is_separated;
use crate::db::{query, query_as, query_scalar};
use crate::{ChannelId, MessageId, PersonId, Result, Store};

/// Minutes after sending in which a message can be edited.
pub const EDIT_MINUTES: i64 = 5;

/// The new text of a message.
#[derive(Clone, Copy, Debug)]
pub struct NewText<'a> {
    /// The text.
    pub body: &'a str,
    /// Whether it signals a crisis: staff are alerted, once per message.
    pub is_crisis: bool,
    /// What it contains of which staff learn.
    pub noticed: Kinds,
}

impl<'a, T: AsRef<str> + ?Sized> From<&'a T> for NewText<'a> {
    fn from(body: &'a T) -> Self {
        Self { body: body.as_ref(), is_crisis: false, noticed: Kinds::default() }
    }
}

/// Replaces the text of one's own message and publishes the change. Mentions follow the new text; members who have read
/// beyond the message get no new unread count.
pub async fn edit(
    store: &Store,
    channel: ChannelId,
    editor: PersonId,
    id: MessageId,
    text: impl Into<NewText<'_>>,
) -> Result<Result<Changed, NotChanged>> {
    let NewText { body, is_crisis, noticed } = text.into();
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(number) = query_scalar(NEXT).bind(channel).fetch_optional(&mut tx).await? else {
        return Ok(Err(NotChanged::ChannelUnknown));
    };
    let rights = query_as(RIGHTS).bind(channel).bind(editor).fetch_optional(&mut tx).await?;
    if let Err(rejection) = check(rights) {
        return Ok(Err(rejection));
    }
    let found: Option<Message> = query_as(MESSAGE).bind(channel).bind(id).fetch_optional(&mut tx).await?;
    let Some(before) = found.filter(|message| message.sender_id == editor) else {
        return Ok(Err(NotChanged::MessageUnknown));
    };
    if before.deleted_at.is_some() || is_invitation(&before.body) {
        return Ok(Err(NotChanged::MessageUnknown));
    }
    // Before the time limit: a client that lost the reply repeats the request, perhaps after the limit.
    if before.body == body {
        return Ok(Ok(Changed { message: Arc::new(before), repeated: true }));
    }
    if now - before.created_at > Duration::minutes(EDIT_MINUTES) {
        return Ok(Err(NotChanged::TooLate));
    }
    query("INSERT INTO message_versions (channel_id, seq, until_change, body, written_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(channel)
        .bind(before.seq)
        .bind(number)
        .bind(&before.body)
        .bind(before.edited_at.unwrap_or(before.created_at))
        .execute(&mut tx)
        .await?;
    // The preview goes with its link.
    let link_preview = before.link_preview.clone().filter(|preview| body.contains(&preview.url));
    query(
        "UPDATE messages SET body = $3, edited_at = $4, changed = $5, link_preview = $6
         WHERE channel_id = $1 AND seq = $2",
    )
    .bind(channel)
    .bind(before.seq)
    .bind(body)
    .bind(now)
    .bind(number)
    .bind(&link_preview)
    .execute(&mut tx)
    .await?;
    // The team has not read the new text.
    query("UPDATE team_channels SET handled_seq = $2 - 1 WHERE channel_id = $1 AND handled_seq >= $2")
        .bind(channel)
        .bind(before.seq)
        .execute(&mut tx)
        .await?;
    query("DELETE FROM mentions WHERE channel_id = $1 AND seq = $2")
        .bind(channel)
        .bind(before.seq)
        .execute(&mut tx)
        .await?;
    for person in mention::people_in(body).into_iter().filter(|person| *person != editor) {
        query(concat!(
            "INSERT INTO mentions (person_id, channel_id, seq)
             SELECT person_id, channel_id, $3 FROM members
             WHERE channel_id = $1 AND person_id = $2 AND status = 'active' AND NOT ",
            is_separated!("$2", "$4"),
        ))
        .bind(channel)
        .bind(person)
        .bind(before.seq)
        .bind(editor)
        .execute(&mut tx)
        .await?;
    }
    let message =
        Arc::new(Message { body: body.to_owned(), link_preview, edited_at: Some(now), changed: number, ..before });
    let mut alerted = HashSet::new();
    if is_crisis {
        let crisis = CrisisMessage { message: id, channel, sender: editor };
        let alert = alerts::raise_crisis(&mut tx, &store.clock, crisis).await?;
        alerted.extend(alert.map(|alert| alert.programme));
    }
    if !noticed.is_empty() {
        let warned_as = id.to_string();
        let noticed = NoticedMessage { message: id, channel, sender: editor, kinds: noticed, warned_as: &warned_as };
        alerted.extend(alerts::raise_noticed(&mut tx, &store.clock, noticed).await?);
    }
    tx.commit().await?;
    store.bus.publish(vec![Event::Changed { channel, messages: vec![message.clone()] }]);
    for programme in alerted {
        alerts::publish_change(&store.db, &store.bus, programme).await;
    }
    Ok(Ok(Changed { message, repeated: false }))
}

/// Returns the earlier texts of a message with their times, oldest first.
pub async fn versions(store: &Store, channel: ChannelId, seq: i64) -> Result<Vec<(String, DateTime<Utc>)>> {
    query_as("SELECT body, written_at FROM message_versions WHERE channel_id = $1 AND seq = $2 ORDER BY until_change")
        .bind(channel)
        .bind(seq)
        .fetch_all(&store.db)
        .await
}
