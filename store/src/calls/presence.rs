//! Participants of calls: one row per tab, which expires without keep-alives.

use chrono::{DateTime, Duration, Utc};

use super::ending::departed;
use super::{Call, CallEvent, End, MAX_PEOPLE, changed, lock};
use crate::bus::Event;
use crate::channels::is_separated;
use crate::db::{Executor, query, query_as, query_scalar};
use crate::role::Role;
use crate::{CallId, PersonId, ProgrammeId, Result, Store};

/// How long a tab counts as present after a keep-alive of its node. Nodes send several in that time.
const KEEP_ALIVE_TIMEOUT: Duration = Duration::seconds(30);

/// How long a tab may take to reconnect.
const RECONNECT_TIMEOUT: Duration = Duration::seconds(15);

/// A tab in a call.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Participant {
    /// Its name within the call.
    pub peer: String,
    /// Its person; None for a participant of the conference server without a known token.
    pub person_id: Option<PersonId>,
    /// Their first name.
    pub first_name: Option<String>,
    /// Their last name.
    pub last_name: Option<String>,
    /// Their role; None for an unknown person.
    pub role: Option<Role>,
    /// Their programme.
    pub programme_id: Option<ProgrammeId>,
    /// When it joined.
    pub joined_at: DateTime<Utc>,
    /// Whether it sends audio.
    pub microphone: bool,
    /// Whether it sends video.
    pub camera: bool,
    /// Whether it shares its screen.
    pub screen: bool,
}

impl Participant {
    /// First and last name; empty for an unknown person.
    pub fn full_name(&self) -> String {
        let names = [&self.first_name, &self.last_name].map(|name| name.as_deref().unwrap_or_default());
        names.join(" ").trim().to_owned()
    }
}

/// The key of a tab in a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Peer {
    /// The call.
    pub call: CallId,
    /// The tab.
    pub name: String,
}

/// What a tab sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Media {
    /// Audio.
    pub microphone: bool,
    /// Video of the person.
    pub camera: bool,
    /// The screen.
    pub screen: bool,
}

/// The result of [`join`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The tab is a participant.
    In,
    /// The call has the maximum number of people.
    Full,
    /// The call has ended.
    Over,
    /// Another person uses the name.
    NameTaken,
    /// A person who is kept apart from this one is in the call.
    Apart,
}

/// Whether a person is in a call who is kept apart from this one, by a block or a report.
pub async fn has_separated(store: &Store, call: CallId, person: PersonId) -> Result<bool> {
    is_apart(&store.db, store, call, person).await
}

async fn is_apart(executor: impl Executor, store: &Store, call: CallId, person: PersonId) -> Result<bool> {
    query_scalar([
        "SELECT EXISTS (SELECT 1 FROM call_participants h
             WHERE h.call_id = $1 AND h.left_at IS NULL AND h.alive_until > $3 AND h.person_id IS NOT NULL AND ",
        is_separated!("h.person_id", "$2"),
        ")",
    ])
    .bind(call)
    .bind(person)
    .bind(store.clock.now())
    .fetch_one(executor)
    .await
}

/// Adds a tab to a built-in call. Joining again changes nothing; another tab of the same person is removed.
pub async fn join(store: &Store, call: &Call, person: PersonId, peer: &str) -> Result<Joined> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    // Locks the call: of two people who join at once, one gets the last place, and of two who are kept apart one gets in.
    let live =
        query("UPDATE calls SET empty_since = empty_since WHERE id = $1 AND ended_at IS NULL AND expires_at > $2")
            .bind(call.id)
            .bind(now)
            .execute(&mut tx)
            .await?;
    let others: i64 = query_scalar(
        "SELECT COUNT(DISTINCT person_id) FROM call_participants
         WHERE call_id = $1 AND left_at IS NULL AND alive_until > $2 AND person_id <> $3",
    )
    .bind(call.id)
    .bind(now)
    .bind(person)
    .fetch_one(&mut tx)
    .await?;
    let mut put_out: Vec<String> = Vec::new();
    let is_full = usize::try_from(others).unwrap_or(usize::MAX) >= MAX_PEOPLE;
    let outcome = if live == 0 {
        Joined::Over
    } else if is_full {
        Joined::Full
    } else if is_apart(&mut tx, store, call.id, person).await? {
        Joined::Apart
    } else {
        let mine = query(
            "INSERT INTO call_participants
                 (call_id, peer, person_id, source, joined_at, alive_until, microphone, camera, screen)
             VALUES ($1, $2, $3, 'socket', $4, $5, FALSE, FALSE, FALSE)
             ON CONFLICT (call_id, peer) DO UPDATE SET left_at = NULL, alive_until = excluded.alive_until,
                 joined_at = CASE WHEN call_participants.left_at IS NULL
                     THEN call_participants.joined_at ELSE excluded.joined_at END
             WHERE call_participants.person_id = excluded.person_id",
        )
        .bind(call.id)
        .bind(peer)
        .bind(person)
        .bind(now)
        .bind(now + KEEP_ALIVE_TIMEOUT)
        .execute(&mut tx)
        .await?;
        if mine > 0 {
            query("UPDATE calls SET empty_since = NULL WHERE id = $1").bind(call.id).execute(&mut tx).await?;
            put_out = query_scalar(
                "UPDATE call_participants SET left_at = $4
                 WHERE call_id = $1 AND person_id = $2 AND peer <> $3 AND left_at IS NULL RETURNING peer",
            )
            .bind(call.id)
            .bind(person)
            .bind(peer)
            .bind(now)
            .fetch_all(&mut tx)
            .await?;
        }
        if mine > 0 { Joined::In } else { Joined::NameTaken }
    };
    let (outcome, put_out) = (outcome, put_out);
    tx.commit().await?;
    if outcome == Joined::In {
        let mut events: Vec<_> = put_out.into_iter().map(|peer| put_out_of(call, peer, person, End::Moved)).collect();
        events.push(Event::Call(CallEvent::Changed { call: call.id }));
        store.bus.publish(events);
    }
    Ok(outcome)
}

pub(super) fn put_out_of(call: &Call, peer: String, person: PersonId, reason: End) -> Event {
    let (room, channel) = (call.room.clone(), call.channel_id);
    Event::Call(CallEvent::PutOut { call: call.id, room, channel, peer, person, reason })
}

/// Records a page's report that its person is in the conference. It counts until its keep-alive expires, unless the
/// conference server itself has reported the person. Returns false if another person uses the name.
pub async fn report_presence(store: &Store, call: &Call, person: PersonId, peer: &str) -> Result<bool> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    lock(&mut tx, call.id).await?;
    let stored = query(
        "INSERT INTO call_participants
             (call_id, peer, person_id, source, joined_at, alive_until, microphone, camera, screen)
         SELECT id, $2, $3, 'page', $4, $5, FALSE, FALSE, FALSE FROM calls WHERE id = $1 AND ended_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM call_participants w
                 WHERE w.call_id = calls.id AND w.person_id = $3 AND w.source = 'webhook')
         ON CONFLICT (call_id, peer) DO UPDATE SET left_at = NULL, alive_until = excluded.alive_until
         WHERE call_participants.person_id = excluded.person_id AND call_participants.source = 'page'",
    )
    .bind(call.id)
    .bind(peer)
    .bind(person)
    .bind(now)
    .bind(now + KEEP_ALIVE_TIMEOUT)
    .execute(&mut tx)
    .await?;
    if stored > 0 {
        query("UPDATE calls SET empty_since = NULL WHERE id = $1").bind(call.id).execute(&mut tx).await?;
        tx.commit().await?;
        changed(store, call.id);
        return Ok(true);
    }
    drop(tx);
    let whose: Option<Option<PersonId>> =
        query_scalar("SELECT person_id FROM call_participants WHERE call_id = $1 AND peer = $2")
            .bind(call.id)
            .bind(peer)
            .fetch_optional(&store.db)
            .await?;
    Ok(whose.is_none_or(|whose| whose == Some(person)))
}

/// Removes a tab that leaves; a call of two people ends. A report of the conference server is not overruled. Returns false if the person has no
/// such tab.
pub async fn leave(store: &Store, call: CallId, person: PersonId, peer: &str) -> Result<bool> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    lock(&mut tx, call).await?;
    let left = query(
        "UPDATE call_participants SET left_at = $4
         WHERE call_id = $1 AND peer = $2 AND person_id = $3 AND left_at IS NULL AND source <> 'webhook'",
    )
    .bind(call)
    .bind(peer)
    .bind(person)
    .bind(now)
    .execute(&mut tx)
    .await?;
    if left > 0 {
        let ended = departed(&mut tx, store, call, Some(person)).await?;
        tx.commit().await?;
        changed(store, call);
        ended.publish(store);
    }
    Ok(left > 0)
}

/// Starts the reconnect timeout of a tab whose socket closed.
pub async fn detach(store: &Store, peer: &Peer) -> Result<()> {
    query("UPDATE call_participants SET alive_until = $3 WHERE call_id = $1 AND peer = $2 AND left_at IS NULL")
        .bind(peer.call)
        .bind(&peer.name)
        .bind(store.clock.now() + RECONNECT_TIMEOUT)
        .execute(&store.db)
        .await?;
    Ok(())
}

/// Extends the keep-alive of these tabs. Returns those that are no longer participants.
pub async fn keep_alive(store: &Store, peers: &[Peer]) -> Result<Vec<Peer>> {
    let until = store.clock.now() + KEEP_ALIVE_TIMEOUT;
    let mut gone = Vec::new();
    for peer in peers {
        let kept = query(
            "UPDATE call_participants SET alive_until = $3
             WHERE call_id = $1 AND peer = $2 AND left_at IS NULL AND source <> 'webhook'",
        )
        .bind(peer.call)
        .bind(&peer.name)
        .bind(until)
        .execute(&store.db)
        .await?;
        if kept == 0 {
            gone.push(peer.clone());
        }
    }
    Ok(gone)
}

/// Returns when a tab left its call, or none if it is in it.
pub async fn left_at(store: &Store, peer: &Peer) -> Result<Option<DateTime<Utc>>> {
    let left: Option<Option<_>> =
        query_scalar("SELECT left_at FROM call_participants WHERE call_id = $1 AND peer = $2")
            .bind(peer.call)
            .bind(&peer.name)
            .fetch_optional(&store.db)
            .await?;
    Ok(left.flatten())
}

/// Returns the tabs in conferences that only pages reported, with their people.
pub async fn reported_by_pages(store: &Store) -> Result<Vec<(Peer, PersonId)>> {
    let found: Vec<(CallId, String, PersonId)> = query_as(
        "SELECT call_id, peer, person_id FROM call_participants
         WHERE left_at IS NULL AND source = 'page' AND person_id IS NOT NULL",
    )
    .fetch_all(&store.db)
    .await?;
    Ok(found.into_iter().map(|(call, name, person)| (Peer { call, name }, person)).collect())
}

/// Updates what a tab sends.
pub async fn set_media(store: &Store, peer: &Peer, media: Media) -> Result<()> {
    let updated = query(
        "UPDATE call_participants SET microphone = $3, camera = $4, screen = $5
         WHERE call_id = $1 AND peer = $2 AND left_at IS NULL",
    )
    .bind(peer.call)
    .bind(&peer.name)
    .bind(media.microphone)
    .bind(media.camera)
    .bind(media.screen)
    .execute(&store.db)
    .await?;
    if updated > 0 {
        changed(store, peer.call);
    }
    Ok(())
}

/// Whether a person is in a call.
pub async fn is_in(store: &Store, call: CallId, person: PersonId) -> Result<bool> {
    Ok(participants(store, call).await?.iter().any(|participant| participant.person_id == Some(person)))
}

/// Returns the participants of a call in the order in which they joined.
pub async fn participants(store: &Store, call: CallId) -> Result<Vec<Participant>> {
    query_as(
        "SELECT h.peer, h.person_id, p.first_name, p.last_name, p.role, p.programme_id, h.joined_at, h.microphone,
             h.camera, h.screen
         FROM call_participants h LEFT JOIN people p ON p.id = h.person_id
         WHERE h.call_id = $1 AND h.left_at IS NULL AND h.alive_until > $2 ORDER BY h.joined_at, h.peer",
    )
    .bind(call)
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await
}
