//! Messages that change after they were sent. Each change takes the next number of its channel, so whoever knows one number
//! knows what they have not seen; of several changes of one message only the last counts.

use super::{Message, message_columns};
use crate::blocks::is_blocked;
use crate::channels::{Kind, Status};
use crate::db::on;
use crate::{ChannelId, Result, Store};

/// What became of a change that was asked for.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The message as it is now.
    pub message: Message,
    /// Whether it was so before, and nothing happened.
    pub repeated: bool,
}

/// Why a message was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotChanged {
    /// No such channel, or none of the person's business.
    ChannelUnknown,
    /// The person was a member once.
    NotAMember,
    /// The person may only read.
    NotActive,
    /// No such message here, or not one that this person may change.
    MessageUnknown,
    /// It was sent too long ago.
    TooLate,
    /// One of the two in a direct channel blocked the other.
    Blocked,
    /// In this channel nobody reacts.
    ReactionsOff,
    /// There are [`super::MOST_EMOJI`] different reactions already.
    ReactionsFull,
}

/// Takes a channel's next change number. It also keeps every other writer out of the channel until the end of the
/// transaction, as the writer of messages does.
pub(crate) const NEXT: &str = "UPDATE channels SET change_seq = change_seq + 1 WHERE id = $1 RETURNING change_seq";

/// What decides whether somebody may change something: of member `$2` in channel `$1`.
pub(super) const RIGHTS: &str = concat!(
    "SELECT c.kind, m.status, ",
    is_blocked!(),
    " AS is_blocked FROM members m JOIN channels c ON c.id = m.channel_id WHERE m.channel_id = $1 AND m.person_id = $2"
);

/// The message `$2` of channel `$1`.
pub(super) const MESSAGE: &str =
    concat!("SELECT ", message_columns!(""), " FROM messages WHERE channel_id = $1 AND id = $2");

#[derive(sqlx::FromRow)]
pub(super) struct Rights {
    pub(super) kind: Kind,
    status: Status,
    is_blocked: bool,
}

/// Nobody changes anything where they could not write.
pub(super) fn check(rights: Option<Rights>) -> Result<Rights, NotChanged> {
    let rights = rights.ok_or(NotChanged::ChannelUnknown)?;
    match rights.status {
        Status::Absent => Err(NotChanged::NotAMember),
        Status::Inactive => Err(NotChanged::NotActive),
        Status::Active if rights.is_blocked => Err(NotChanged::Blocked),
        Status::Active => Ok(rights),
    }
}

/// Messages whose last change has a number with `after < number <= until`, in the order of the numbers, at most `most`.
pub async fn changed_between(
    store: &Store,
    channel: ChannelId,
    after: i64,
    until: i64,
    most: i64,
) -> Result<Vec<Message>> {
    Ok(on!(&store.db, |pool| {
        sqlx::query_as(concat!(
        "SELECT ",
        message_columns!(""),
        " FROM messages WHERE channel_id = $1 AND changed > $2 AND changed <= $3 AND changed > 0 ORDER BY changed LIMIT $4"
    ))
    .bind(channel)
    .bind(after)
    .bind(until)
    .bind(most)
    .fetch_all(pool)
    .await
    })?)
}
