//! Messages: written in groups, read in pages. Each channel numbers its messages densely, so paging is arithmetic.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::attachments::Attachment;
use crate::db::on;
use crate::previews::Preview;
use crate::{ChannelId, MessageId, PersonId, Result, Store};

mod batch;
mod change;
mod edit;
mod heads;
mod import;
mod invitation;
pub mod mention;
mod plan;
mod postgres;
mod quote;
mod react;
mod writer;

pub(crate) use change::NEXT as NEXT_CHANGE;
pub use change::{Changed, NotChanged, changed_between};
pub use edit::{EDIT_MINUTES, edit, versions};
pub use import::{Imported, import};
pub(crate) use invitation::is_invitation;
pub use plan::{Draft, Refusal};
pub(crate) use postgres::SESSION as WRITER_SESSION;
pub use quote::Quote;
pub use react::{MOST_EMOJI, Reaction, react};
pub use writer::{NotAppended, Receipt, Writer};

/// Messages on a page.
pub const PAGE: i64 = 30;

/// A message as stored and as it travels between nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, sqlx::FromRow)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// Its number in the channel, dense from 1.
    pub seq: i64,
    /// Who wrote it.
    pub sender_id: PersonId,
    /// The sender's own name for it: sending again under the same name makes no second message.
    pub temp_id: String,
    /// The text, with mentions as `@[Name](person id)`.
    pub body: String,
    /// What came with it.
    pub attachments: Json<Vec<Attachment>>,
    /// What it shows of the page it links to.
    #[serde(default)]
    pub link_preview: Option<Json<Preview>>,
    /// Whether staff sent it to everybody.
    pub is_broadcast: bool,
    /// When it was committed; never before the message above it.
    pub created_at: DateTime<Utc>,
    /// What it answers.
    #[serde(default)]
    pub reply: Option<Json<Quote>>,
    /// When its text last became another one.
    #[serde(default)]
    pub edited_at: Option<DateTime<Utc>>,
    /// The number of its last change in its channel; 0 for a message that is as it was sent.
    #[serde(default)]
    pub changed: i64,
    /// Who reacted with what, the oldest reaction first.
    #[serde(default)]
    pub reactions: Json<Vec<Reaction>>,
}

/// The columns of a [`Message`], each with this in front: `""` or the name of the table and a dot.
macro_rules! message_columns {
    ($of:literal) => {
        concat!(
            $of,
            "id, ",
            $of,
            "channel_id, ",
            $of,
            "seq, ",
            $of,
            "sender_id, ",
            $of,
            "temp_id, ",
            $of,
            "body, ",
            $of,
            "attachments, ",
            $of,
            "link_preview, ",
            $of,
            "is_broadcast, ",
            $of,
            "created_at, ",
            $of,
            "reply, ",
            $of,
            "edited_at, ",
            $of,
            "changed, ",
            $of,
            "reactions"
        )
    };
}
pub(crate) use message_columns;

/// What a message without files carries.
pub fn no_attachments() -> Json<Vec<Attachment>> {
    Json(Vec::new())
}

/// Where a page lies in a channel: the pages of one anchor never shift.
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

    /// The page that holds a message; a message newer than the anchor is on page 1 of itself.
    pub fn holding(anchor: i64, seq: i64) -> Self {
        let anchor = anchor.max(seq);
        Self { anchor, number: (anchor - seq) / PAGE + 1 }
    }

    /// A page with a message in its middle, as far as the channel reaches to both sides.
    pub fn around(head: i64, seq: i64) -> Self {
        Self::holding(head.min(seq.saturating_add(PAGE / 2)), seq)
    }

    /// Its newest message; below 1 if the page is empty.
    pub fn newest(self) -> i64 {
        self.anchor.saturating_sub(self.number.saturating_sub(1).saturating_mul(PAGE))
    }

    /// The next older page, None at the beginning of the channel.
    pub fn older(self) -> Option<i64> {
        (self.newest() > PAGE).then(|| self.number + 1)
    }
}

/// The messages of a page, newest first.
pub async fn page(store: &Store, channel: ChannelId, page: Page) -> Result<Vec<Message>> {
    between(store, channel, page.newest().saturating_sub(PAGE), page.newest()).await.map(|mut messages| {
        messages.reverse();
        messages
    })
}

/// Messages with `after < seq <= until`, oldest first. Ask for a bounded range.
pub async fn between(store: &Store, channel: ChannelId, after: i64, until: i64) -> Result<Vec<Message>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        "SELECT ",
        message_columns!(""),
        " FROM messages WHERE channel_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq"
    ))
    .bind(channel)
    .bind(after)
    .bind(until)
    .fetch_all(pool)
    .await)?)
}

/// Whether a message of this name is stored.
pub async fn is_sent(store: &Store, channel: ChannelId, sender: PersonId, temp_id: &str) -> Result<bool> {
    let found: i64 = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT COUNT(*) FROM messages WHERE temp_id = $1 AND sender_id = $2 AND channel_id = $3"
    )
    .bind(temp_id)
    .bind(sender)
    .bind(channel)
    .fetch_one(pool)
    .await)?;
    Ok(found > 0)
}

/// A message of this channel.
pub async fn by_id(store: &Store, channel: ChannelId, message: MessageId) -> Result<Option<Message>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(change::MESSAGE).bind(channel).bind(message).fetch_optional(pool).await)?)
}

/// The number of a message of this channel.
pub async fn seq_of(store: &Store, channel: ChannelId, message: MessageId) -> Result<Option<i64>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar("SELECT seq FROM messages WHERE id = $1 AND channel_id = $2")
        .bind(message)
        .bind(channel)
        .fetch_optional(pool)
        .await)?)
}

/// The id of the message with this number.
pub async fn id_at(store: &Store, channel: ChannelId, seq: i64) -> Result<Option<MessageId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar("SELECT id FROM messages WHERE channel_id = $1 AND seq = $2")
        .bind(channel)
        .bind(seq)
        .fetch_optional(pool)
        .await)?)
}

/// The number of the first message at or after this time, among those up to `until`. Times never run backwards within a
/// channel, so halving finds it: some twenty look-ups in a million messages, and no index over times to keep.
pub async fn first_since(store: &Store, channel: ChannelId, time: DateTime<Utc>, until: i64) -> Result<Option<i64>> {
    let (mut low, mut high) = (1, until + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        let at: Option<DateTime<Utc>> = on!(&store.db, |pool| sqlx::query_scalar(
            "SELECT created_at FROM messages WHERE channel_id = $1 AND seq = $2"
        )
        .bind(channel)
        .bind(middle)
        .fetch_optional(pool)
        .await)?;
        if at.is_some_and(|at| at < time) { low = middle + 1 } else { high = middle }
    }
    Ok((low <= until).then_some(low))
}

/// The newest message of each channel of a person that they may read.
pub async fn newest_of_person(store: &Store, person: PersonId) -> Result<Vec<Message>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(concat!(
        "SELECT ",
        message_columns!("x."),
        " FROM members m
         JOIN channels c ON c.id = m.channel_id
         JOIN messages x ON x.channel_id = c.id
             AND x.seq = CASE WHEN m.until_seq IS NULL OR m.until_seq > c.head_seq THEN c.head_seq ELSE m.until_seq END
         WHERE m.person_id = $1 AND m.status <> 'absent'"
    ))
    .bind(person)
    .fetch_all(pool)
    .await)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_pages_of_an_anchor_hold_each_message_once_newest_first(anchor in 0_i64..400) {
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
        fn the_page_that_holds_a_message_holds_it(anchor in 1_i64..400, seq in 1_i64..500) {
            let page = Page::holding(anchor, seq);
            prop_assert!(page.newest() - PAGE < seq && seq <= page.newest());
        }

        #[test]
        fn the_page_around_a_message_has_as_many_on_both_sides(head in 1_i64..400, seq in 1_i64..400) {
            let seq = seq.min(head);
            let page = Page::around(head, seq);
            prop_assert!(page.newest() <= head);
            prop_assert!(seq - (page.newest() - PAGE) > 14 && page.newest() - seq >= 15.min(head - seq));
        }
    }
}
