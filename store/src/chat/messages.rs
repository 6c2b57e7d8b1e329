//! Messages: written in groups, read in pages. Each channel numbers its messages densely, so paging is arithmetic.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::attachments::Attachment;
use crate::db::{query_as, query_scalar};
use crate::{ChannelId, MessageId, PersonId, Result, Store};

mod batch;
mod change;
mod channel_head_cache;
mod delete;
mod edit;
mod import;
mod invitation;
pub mod mention;
mod plan;
mod postgres;
mod quote;
mod react;
mod writer;

pub use crate::message::{Message, Quote, Reaction};
pub(crate) use change::NEXT as NEXT_CHANGE;
pub use change::{Changed, NotChanged, changed_between};
pub use delete::{DELETE_MINUTES, Original, delete, original, originals};
pub use edit::{EDIT_MINUTES, NewText, edit, versions};
pub use import::{Imported, import};
pub(crate) use invitation::is_invitation;
pub use plan::{Draft, Rejection};
pub(crate) use postgres::SESSION_SQL as WRITER_SESSION;
pub use react::{MAX_EMOJI, react};
pub use writer::{Appended, NotAppended, Writer};

/// Messages on a page.
pub const PAGE: i64 = 30;

/// SQL: the columns of a [`Message`], from the table `messages x`.
pub(crate) const SELECT_MESSAGE: &str = "SELECT x.id, x.channel_id, x.seq, x.sender_id, x.temp_id, x.body, x.attachments, \
     x.link_preview, x.is_broadcast, x.created_at, x.reply, x.edited_at, x.deleted_at, x.changed, \
     x.reactions ";

/// The attachments of a message without files.
pub fn no_attachments() -> Json<Vec<Attachment>> {
    Json(Vec::new())
}

/// The position of a page in a channel. Pages of one anchor never shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The newest message when page 1 was read.
    pub anchor: i64,
    /// 1 is the newest.
    pub number: i64,
}

impl Page {
    /// The newest page.
    pub fn first(anchor: i64) -> Self {
        Self { anchor, number: 1 }
    }

    /// Returns the page with a message. A message newer than the anchor is on page 1 of itself.
    pub fn containing(anchor: i64, seq: i64) -> Self {
        let anchor = anchor.max(seq);
        Self { anchor, number: (anchor - seq) / PAGE + 1 }
    }

    /// Returns a page with a message in its middle, as far as the channel reaches to both sides.
    pub fn around(head: i64, seq: i64) -> Self {
        Self::containing(head.min(seq.saturating_add(PAGE / 2)), seq)
    }

    /// Returns its newest message; below 1 if the page is empty.
    pub fn newest(self) -> i64 {
        self.anchor.saturating_sub(self.number.saturating_sub(1).saturating_mul(PAGE))
    }

    /// Returns the next older page; None at the beginning of the channel.
    pub fn older(self) -> Option<i64> {
        (self.newest() > PAGE).then(|| self.number + 1)
    }
}

/// Returns the messages of a page, newest first.
pub async fn page(store: &Store, channel: ChannelId, page: Page) -> Result<Vec<Message>> {
    between(store, channel, page.newest().saturating_sub(PAGE), page.newest()).await.map(|mut messages| {
        messages.reverse();
        messages
    })
}

/// Returns messages with `after < seq <= until`, oldest first. The caller bounds the range.
pub async fn between(store: &Store, channel: ChannelId, after: i64, until: i64) -> Result<Vec<Message>> {
    query_as([SELECT_MESSAGE, "FROM messages x WHERE channel_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq"])
        .bind(channel)
        .bind(after)
        .bind(until)
        .fetch_all(&store.db)
        .await
}

/// Whether a message with this `temp_id` is stored.
pub async fn is_sent(store: &Store, channel: ChannelId, sender: PersonId, temp_id: &str) -> Result<bool> {
    let found: i64 =
        query_scalar("SELECT COUNT(*) FROM messages WHERE temp_id = $1 AND sender_id = $2 AND channel_id = $3")
            .bind(temp_id)
            .bind(sender)
            .bind(channel)
            .fetch_one(&store.db)
            .await?;
    Ok(found > 0)
}

/// Returns a message of this channel.
pub async fn by_id(store: &Store, channel: ChannelId, message: MessageId) -> Result<Option<Message>> {
    query_as(change::MESSAGE).bind(channel).bind(message).fetch_optional(&store.db).await
}

/// Returns the number of a message of this channel.
pub async fn seq_of(store: &Store, channel: ChannelId, message: MessageId) -> Result<Option<i64>> {
    query_scalar("SELECT seq FROM messages WHERE id = $1 AND channel_id = $2")
        .bind(message)
        .bind(channel)
        .fetch_optional(&store.db)
        .await
}

/// Returns the id of the message with this number.
pub async fn id_at(store: &Store, channel: ChannelId, seq: i64) -> Result<Option<MessageId>> {
    query_scalar("SELECT id FROM messages WHERE channel_id = $1 AND seq = $2")
        .bind(channel)
        .bind(seq)
        .fetch_optional(&store.db)
        .await
}

/// Returns the number of the first message at or after this time, among those up to `until`. Times never decrease
/// within a channel, so a binary search finds it: about twenty look-ups in a million messages, without an index on
/// time.
pub async fn first_since(store: &Store, channel: ChannelId, time: DateTime<Utc>, until: i64) -> Result<Option<i64>> {
    let (mut low, mut high) = (1, until + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        let at: Option<DateTime<Utc>> =
            query_scalar("SELECT created_at FROM messages WHERE channel_id = $1 AND seq = $2")
                .bind(channel)
                .bind(middle)
                .fetch_optional(&store.db)
                .await?;
        if at.is_some_and(|at| at < time) { low = middle + 1 } else { high = middle }
    }
    Ok((low <= until).then_some(low))
}

/// Returns the newest readable message of each channel of a person.
pub async fn newest_of_person(store: &Store, person: PersonId) -> Result<Vec<Message>> {
    query_as([
        SELECT_MESSAGE,
        "FROM members m
         JOIN channels c ON c.id = m.channel_id
         JOIN messages x ON x.channel_id = c.id
             AND x.seq = CASE WHEN m.until_seq IS NULL OR m.until_seq > c.head_seq THEN c.head_seq ELSE m.until_seq END
         WHERE m.person_id = $1 AND m.status <> 'absent'",
    ])
    .bind(person)
    .fetch_all(&store.db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pages_of_anchor_hold_each_message_once(anchor in 0_i64..400) {
            let mut seen = Vec::new();
            let mut page = Page::first(anchor);
            loop {
                seen.extend(((page.newest() - PAGE).max(0) + 1..=page.newest()).rev());
                match page.older() {
                    Some(number) => page.number = number,
                    None => break,
                }
            }
            prop_assert_eq!(seen, (1..=anchor).rev().collect::<Vec<_>>());
        }

        #[test]
        fn holding_returns_page_with_message(anchor in 1_i64..400, seq in 1_i64..500) {
            let page = Page::containing(anchor, seq);
            prop_assert!(page.newest() - PAGE < seq && seq <= page.newest());
        }

        #[test]
        fn around_centres_page_on_message(head in 1_i64..400, seq in 1_i64..400) {
            let seq = seq.min(head);
            let page = Page::around(head, seq);
            prop_assert!(page.newest() <= head);
            prop_assert!(seq - (page.newest() - PAGE) > 14 && page.newest() - seq >= 15.min(head - seq));
        }
    }
}
