//! Alerts of messages in which detection found something.

use detection::Kinds;

use super::{Kind, NewAlert, evidence, insert, notify};
use crate::clock::Clock;
use crate::db::{Tx, query, query_as};
use crate::{AlertId, ChannelId, MessageId, PersonId, ProgrammeId, Result};

/// A message, new or edited, of which staff learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoticedMessage<'a> {
    pub(crate) message: MessageId,
    pub(crate) channel: ChannelId,
    pub(crate) sender: PersonId,
    /// What it contains.
    pub(crate) kinds: Kinds,
    /// The name under which its sender was warned.
    pub(crate) warned_as: &'a str,
}

/// Creates an alert for each kind, under the lock of the channel. A person has one unresolved alert of a kind in a channel: further
/// messages are sealed with it. A message has one of each kind at most. Staff are notified of the first new one only. Returns the
/// programme whose staff have a new alert.
pub(crate) async fn raise_noticed(
    tx: &mut Tx,
    clock: &Clock,
    noticed: NoticedMessage<'_>,
) -> Result<Option<Option<ProgrammeId>>> {
    let NoticedMessage { message, channel, sender, kinds, warned_as } = noticed;
    query(
        "UPDATE message_warnings SET sent_at = $4
         WHERE person_id = $1 AND channel_id = $2 AND temp_id = $3 AND sent_at IS NULL
             AND (is_contact AND $5 OR is_secrecy AND $6)",
    )
    .bind(sender)
    .bind(channel)
    .bind(warned_as)
    .bind(clock.now())
    .bind(kinds.contains(detection::Kind::Contact))
    .bind(kinds.contains(detection::Kind::Secrecy))
    .execute(&mut *tx)
    .await?;
    let mut raised = None;
    for kind in kinds.iter().map(Kind::from) {
        let (programme, standing): (Option<ProgrammeId>, Option<AlertId>) = query_as(
            "SELECT COALESCE(c.programme_id, p.programme_id), (
                 SELECT a.id FROM alerts a JOIN messages m ON m.id = a.subject_id
                 WHERE a.kind = $3 AND a.channel_id = $2 AND m.sender_id = $1
                     AND (a.handled_at IS NULL OR a.subject_id = $4)
                 ORDER BY a.created_at LIMIT 1)
             FROM people p JOIN channels c ON c.id = $2 WHERE p.id = $1",
        )
        .bind(sender)
        .bind(channel)
        .bind(kind)
        .bind(message)
        .fetch_one(&mut *tx)
        .await?;
        if let Some(alert) = standing {
            evidence::seal_message_in(tx, alert, channel, message).await?;
            continue;
        }
        let alert = NewAlert { kind, subject: message.0, channel: Some(channel), programme };
        let id = insert(tx, clock, alert).await?;
        if raised.is_none() {
            notify(tx, clock, id).await?;
        }
        raised = Some(programme);
    }
    Ok(raised)
}
