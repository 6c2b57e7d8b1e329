//! The conversation of each person with the staff of their programme. It is a channel with two members: the person, and a bot in whose
//! name staff answer. Staff are no members: they reach it by their roles, and lose it with them.

use crate::bots::{self, TEAM};
use crate::bus::{Event, Topic};
use crate::channels::{self, Kind, is_silenced};
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::staff::{Actor, Permission, Reached, Staff, grants};
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

mod answers;
pub mod conversation;
pub mod inbox;
pub mod notes;
mod transfers;

pub(crate) use transfers::{staff_of_in, transfer_in};

pub use answers::{AnswerRefusal, NewAnswer, answer, assign, reopen, settle};

/// The name of the channel; clients show a translation.
const NAME: &str = "Programme team";

/// Staff of a programme who answer its people.
const MAX_COLLEAGUES: i64 = 1_000;

/// Returns the conversation of a person, and creates it if needed. None for staff, and for people without a programme.
pub async fn open(store: &Store, person: PersonId) -> Result<Option<ChannelId>> {
    if let Some(known) = channel_of(&store.db, person).await? {
        return Ok(Some(known));
    }
    bots::ensure_team(store).await?;
    let mut tx = store.db.begin().await?;
    // A lock: two requests at once must not create two channels.
    let locked = query("UPDATE people SET role = role WHERE id = $1 AND role <> 'staff' AND programme_id IS NOT NULL")
        .bind(person)
        .execute(&mut tx)
        .await?;
    if locked == 0 {
        return Ok(None);
    }
    if let Some(known) = channel_of(&mut tx, person).await? {
        return Ok(Some(known));
    }
    // Without a programme: no blackout closes it.
    let channel = channels::create_in(&mut tx, store, Kind::Team, NAME, None).await?;
    channels::join_in(&mut tx, store, channel, &[person, TEAM]).await?;
    query("INSERT INTO team_channels (person_id, channel_id, handled_seq) VALUES ($1, $2, 0)")
        .bind(person)
        .bind(channel)
        .execute(&mut tx)
        .await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::ChannelsChanged { people: vec![person] }]);
    Ok(Some(channel))
}

async fn channel_of(executor: impl Executor, person: PersonId) -> Result<Option<ChannelId>> {
    query_scalar(
        "SELECT t.channel_id FROM team_channels t JOIN people p ON p.id = t.person_id AND p.role <> 'staff' WHERE t.person_id = $1",
    )
    .bind(person)
    .fetch_optional(executor)
    .await
}

/// Returns the staff who may answer a person. None: for these staff there is no such person.
pub async fn colleagues(store: &Store, staff: &Staff, person: PersonId) -> Result<Option<Vec<PersonId>>> {
    let actor = Actor::from(staff.clone());
    let Some(Reached { programme }) = actor.reach(&store.db, person).await? else { return Ok(None) };
    if is_kept_apart(&store.db, &actor, person).await? {
        return Ok(None);
    }
    Ok(Some(holders(store, programme, person).await?))
}

/// Whether anyone of staff may answer a person.
pub async fn is_attended(store: &Store, person: PersonId) -> Result<bool> {
    let programme: Option<(Option<ProgrammeId>,)> =
        query_as("SELECT programme_id FROM people WHERE id = $1").bind(person).fetch_optional(&store.db).await?;
    let Some((programme,)) = programme else { return Ok(false) };
    Ok(!holders(store, programme, person).await?.is_empty())
}

/// The staff who may answer a person: not those whom the person reported.
async fn holders(store: &Store, programme: Option<ProgrammeId>, person: PersonId) -> Result<Vec<PersonId>> {
    let staff = grants::holders(&store.db, Permission::AnswerMessages, programme, None, MAX_COLLEAGUES).await?;
    let apart: Vec<PersonId> =
        query_scalar(concat!("SELECT s.id FROM people s WHERE s.role = 'staff' AND ", is_silenced!("$1", "s.id")))
            .bind(person)
            .fetch_all(&store.db)
            .await?;
    Ok(staff.into_iter().map(|one| one.id).filter(|id| !apart.contains(id)).collect())
}

/// Whether a report keeps an actor apart from a person: the conversation stays open, without them.
async fn is_kept_apart(executor: impl Executor, actor: &Actor, person: PersonId) -> Result<bool> {
    let Some(reader) = actor.person() else { return Ok(false) };
    query_scalar(concat!("SELECT CASE WHEN ", is_silenced!("$1", "$2"), " THEN TRUE ELSE FALSE END"))
        .bind(person)
        .bind(reader)
        .fetch_one(executor)
        .await
}

/// Locks a person, and returns whether an actor still reaches them.
async fn lock_in(tx: &mut Tx, actor: &Actor, person: PersonId) -> Result<bool> {
    query("UPDATE people SET role = role WHERE id = $1").bind(person).execute(&mut *tx).await?;
    Ok(actor.reach(&mut *tx, person).await?.is_some() && !is_kept_apart(tx, actor, person).await?)
}

/// Returns who of staff wrote a message of the bot; None for other messages, and after the erasure of the author.
pub async fn author_of(store: &Store, channel: ChannelId, seq: i64) -> Result<Option<PersonId>> {
    let found: Option<(Option<PersonId>,)> =
        query_as("SELECT author_id FROM team_answers WHERE channel_id = $1 AND seq = $2")
            .bind(channel)
            .bind(seq)
            .fetch_optional(&store.db)
            .await?;
    Ok(found.and_then(|(author,)| author))
}

/// Notifies open pages of staff of a change of a conversation. A failure loses nothing: pages also fetch on their own.
pub async fn publish_change(store: &Store, channel: ChannelId) {
    if let Err(error) = try_publish_change(store, channel).await {
        tracing::warn!(%error, "staff are not notified of a conversation");
    }
}

async fn try_publish_change(store: &Store, channel: ChannelId) -> Result<()> {
    let found: Option<(PersonId, Option<ProgrammeId>)> = query_as(
        "SELECT p.id, p.programme_id FROM team_channels t JOIN people p ON p.id = t.person_id WHERE t.channel_id = $1",
    )
    .bind(channel)
    .fetch_optional(&store.db)
    .await?;
    let Some((person, programme)) = found else { return Ok(()) };
    let people = holders(store, programme, person).await?;
    store.bus.publish(vec![Event::TopicsChanged { people, topics: vec![Topic::Messages] }]);
    Ok(())
}
