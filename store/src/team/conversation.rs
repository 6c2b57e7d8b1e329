//! One conversation as staff read it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::inbox::{self, ListedConversation};
use super::{is_kept_apart, open};
use crate::bots::TEAM;
use crate::db::{query_as, query_scalar};
use crate::messages::{self, Message};
use crate::reads;
use crate::staff::{Actor, Staff};
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

/// Messages of a page.
const PAGE: i64 = 50;

/// Who of staff wrote a message.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Author {
    /// The number of the message.
    pub seq: i64,
    /// The author; None after an erasure.
    pub author_id: Option<PersonId>,
    /// Their name.
    pub name: Option<String>,
}

/// A page of a conversation.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// What the list shows of it; None before the first message.
    pub listed: Option<ListedConversation>,
    /// The number of the newest message; 0 without one.
    pub head_seq: i64,
    /// The messages of the page, oldest first.
    pub messages: Vec<Message>,
    /// Who wrote those of staff, by number.
    pub authors: HashMap<i64, Author>,
    /// Whether there are older messages.
    pub has_older: bool,
    /// When the person last read here, and up to which message.
    pub read: Option<(DateTime<Utc>, i64)>,
}

/// A conversation that an actor may act on.
pub(super) struct Reached {
    pub(super) channel: ChannelId,
    pub(super) programme: Option<ProgrammeId>,
}

/// Returns the messages before one, or the newest ones. None: for these staff there is no such person.
pub async fn read(store: &Store, staff: &Staff, person: PersonId, before: Option<i64>) -> Result<Option<Conversation>> {
    let Some(Reached { channel, .. }) = reach(store, &staff.clone().into(), person).await? else { return Ok(None) };
    let head_seq: i64 =
        query_scalar("SELECT head_seq FROM channels WHERE id = $1").bind(channel).fetch_one(&store.db).await?;
    let until = before.map_or(head_seq, |before| before.saturating_sub(1)).clamp(0, head_seq);
    let after = (until - PAGE).max(0);
    let messages = messages::between(store, channel, after, until).await?;
    let authors: Vec<Author> = query_as(
        "SELECT a.seq, a.author_id, TRIM(p.first_name || ' ' || p.last_name) AS name
         FROM team_answers a LEFT JOIN people p ON p.id = a.author_id
         WHERE a.channel_id = $1 AND a.seq > $2 AND a.seq <= $3",
    )
    .bind(channel)
    .bind(after)
    .bind(until)
    .fetch_all(&store.db)
    .await?;
    let read: Option<(Option<DateTime<Utc>>, i64)> =
        query_as("SELECT last_seen_at, last_seen_seq FROM members WHERE channel_id = $1 AND person_id = $2")
            .bind(channel)
            .bind(person)
            .fetch_optional(&store.db)
            .await?;
    Ok(Some(Conversation {
        listed: inbox::find(store, staff, person).await?,
        head_seq,
        messages,
        authors: authors.into_iter().map(|author| (author.seq, author)).collect(),
        has_older: after > 0,
        read: read.and_then(|(at, seq)| Some((at?, seq))),
    }))
}

/// Shows the person that the team has read up to a message. Returns false if there is no such person for these staff.
pub async fn mark_read(store: &Store, staff: &Staff, person: PersonId, upto: i64) -> Result<bool> {
    let Some(Reached { channel, .. }) = reach(store, &staff.clone().into(), person).await? else { return Ok(false) };
    if let Some(id) = messages::id_at(store, channel, upto).await? {
        reads::mark_seen(store, channel, TEAM, Some((id, upto))).await?;
    }
    Ok(true)
}

/// Finds the conversation with a person, and creates it if needed. None: for this actor there is no such person, or the person reported
/// them.
pub(super) async fn reach(store: &Store, actor: &Actor, person: PersonId) -> Result<Option<Reached>> {
    let Some(reached) = actor.reach(&store.db, person).await? else { return Ok(None) };
    if is_kept_apart(&store.db, actor, person).await? {
        return Ok(None);
    }
    Ok(open(store, person).await?.map(|channel| Reached { channel, programme: reached.programme }))
}
