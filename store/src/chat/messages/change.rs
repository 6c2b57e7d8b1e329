//! Changes of stored messages. Each change takes the next number of its channel, so one number tells which changes a
//! client has; of several changes of one message only the last counts.

use std::sync::Arc;

use super::{Message, SELECT_MESSAGE};
use crate::channels::IS_BLOCKED;
use crate::channels::{Kind, Status};
use crate::db::query_as;
use crate::{ChannelId, Result, Store};

/// A change that was made.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The message after the change.
    pub message: Arc<Message>,
    /// Whether the message was in this state before.
    pub repeated: bool,
}

/// Why a message was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotChanged {
    /// The channel does not exist, or the person was never a member.
    ChannelUnknown,
    /// The person is no longer a member.
    NotAMember,
    /// The person has read access only.
    NotActive,
    /// There is no such message here, or the person may not change it.
    MessageUnknown,
    /// The message is too old.
    TooLate,
    /// The message is only a file, and sent files cannot be deleted.
    OnlyFile,
    /// One of the two in a direct channel blocked the other.
    Blocked,
    /// The channel has no reactions.
    ReactionsOff,
    /// The message has [`super::MAX_EMOJI`] different reactions already.
    ReactionsFull,
}

/// SQL: takes the next change number of a channel. The row lock also keeps other writers out of the channel until the
/// end of the transaction.
pub(crate) const NEXT: &str = "UPDATE channels SET change_seq = change_seq + 1 WHERE id = $1 RETURNING change_seq";

/// SQL: the rights of member `$2` in channel `$1`.
pub(super) const RIGHTS: [&str; 3] = [
    "SELECT c.kind, m.status, ",
    IS_BLOCKED,
    " AS is_blocked FROM members m JOIN channels c ON c.id = m.channel_id WHERE m.channel_id = $1 AND m.person_id = $2",
];

/// SQL: the message `$2` of channel `$1`.
pub(super) const MESSAGE: [&str; 2] = [SELECT_MESSAGE, "FROM messages x WHERE channel_id = $1 AND id = $2"];

#[derive(sqlx::FromRow)]
pub(super) struct Rights {
    pub(super) kind: Kind,
    status: Status,
    is_blocked: bool,
}

/// Checks that the member may write, which every change requires.
pub(super) fn check(rights: Option<Rights>) -> Result<Rights, NotChanged> {
    let rights = rights.ok_or(NotChanged::ChannelUnknown)?;
    match rights.status {
        Status::Absent => Err(NotChanged::NotAMember),
        Status::Inactive => Err(NotChanged::NotActive),
        Status::Active if rights.is_blocked => Err(NotChanged::Blocked),
        Status::Active => Ok(rights),
    }
}

/// Returns messages whose last change has a number with `after < number <= until`, in this order, at most `limit`.
pub async fn changed_between(
    store: &Store,
    channel: ChannelId,
    after: i64,
    until: i64,
    limit: i64,
) -> Result<Vec<Message>> {
    query_as([
        SELECT_MESSAGE, "FROM messages x WHERE channel_id = $1 AND changed > $2 AND changed <= $3 AND changed > 0 ORDER BY changed LIMIT $4"])
    .bind(channel)
    .bind(after)
    .bind(until)
    .bind(limit)
    .fetch_all(&store.db)
    .await
}
