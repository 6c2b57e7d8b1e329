//! Who is in a call: a row per tab, which counts for as long as somebody vouches for it.

use chrono::{DateTime, Duration, Utc};

use super::{Call, End, MOST_PEOPLE, News, changed};
use crate::bus::Event;
use crate::db::on;
use crate::people::Role;
use crate::{CallId, PersonId, Result, Store};

/// How long a tab counts as being there after its node last said so. Nodes say it several times in that time.
const ALIVE: Duration = Duration::seconds(30);

/// How long a tab whose socket ended may take to come back.
const GRACE: Duration = Duration::seconds(15);

/// A tab in a call.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Participant {
    /// Its name within the call.
    pub peer: String,
    /// Whose it is; None for somebody whom the conference server let in and we do not know.
    pub person_id: Option<PersonId>,
    /// Their first name.
    pub first_name: Option<String>,
    /// Their last name.
    pub last_name: Option<String>,
    /// Their role; None for a stranger.
    pub role: Option<Role>,
    /// When they came.
    pub joined_at: DateTime<Utc>,
    /// Whether it sends sound.
    pub microphone: bool,
    /// Whether it sends a picture.
    pub camera: bool,
    /// Whether it shows its screen.
    pub screen: bool,
}

impl Participant {
    /// First and last name; empty for a stranger.
    pub fn full_name(&self) -> String {
        let names = [&self.first_name, &self.last_name].map(|name| name.as_deref().unwrap_or_default());
        names.join(" ").trim().to_owned()
    }

    /// Whether they look after a conference: mentors and staff do.
    pub fn is_moderator(&self) -> bool {
        self.role.is_some_and(Role::moderates)
    }
}

/// A tab of a built-in call, by name.
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
    /// Sound.
    pub microphone: bool,
    /// A picture of the person.
    pub camera: bool,
    /// A picture of their screen.
    pub screen: bool,
}

/// What became of a tab that wants to be in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// It is in it.
    In,
    /// As many people as can be are in it.
    Full,
    /// The call is over.
    Over,
    /// The name is another person's.
    NameTaken,
}

/// Lets a tab into a built-in call. A tab that is in it already stays; another tab of the same person is put out.
pub async fn join(store: &Store, call: &Call, person: PersonId, peer: &str) -> Result<Joined> {
    let now = store.clock.now();
    let (outcome, put_out) = on!(&store.db, transaction, |tx| {
        // Locks the call: of two people who want the last place, one gets it.
        let live = sqlx::query(
            "UPDATE calls SET empty_since = empty_since WHERE id = $1 AND ended_at IS NULL AND expires_at > $2",
        )
        .bind(call.id)
        .bind(now)
        .execute(&mut *tx)
        .await?
        .rows_affected();
        let others: i64 = sqlx::query_scalar(
            "SELECT COUNT(DISTINCT person_id) FROM call_participants
             WHERE call_id = $1 AND left_at IS NULL AND alive_until > $2 AND person_id <> $3",
        )
        .bind(call.id)
        .bind(now)
        .bind(person)
        .fetch_one(&mut *tx)
        .await?;
        let mut put_out: Vec<String> = Vec::new();
        let is_full = usize::try_from(others).unwrap_or(usize::MAX) >= MOST_PEOPLE;
        let outcome = if live == 0 {
            Joined::Over
        } else if is_full {
            Joined::Full
        } else {
            let mine = sqlx::query(
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
            .bind(now + ALIVE)
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if mine > 0 {
                sqlx::query("UPDATE calls SET empty_since = NULL WHERE id = $1")
                    .bind(call.id)
                    .execute(&mut *tx)
                    .await?;
                put_out = sqlx::query_scalar(
                    "UPDATE call_participants SET left_at = $4
                     WHERE call_id = $1 AND person_id = $2 AND peer <> $3 AND left_at IS NULL RETURNING peer",
                )
                .bind(call.id)
                .bind(person)
                .bind(peer)
                .bind(now)
                .fetch_all(&mut *tx)
                .await?;
            }
            if mine > 0 { Joined::In } else { Joined::NameTaken }
        };
        (outcome, put_out)
    })?;
    if outcome == Joined::In {
        let mut events: Vec<_> = put_out.into_iter().map(|peer| put_out_of(call, peer, person, End::Moved)).collect();
        events.push(Event::Call(News::Changed { call: call.id }));
        store.bus.publish(events);
    }
    Ok(outcome)
}

pub(super) fn put_out_of(call: &Call, peer: String, person: PersonId, reason: End) -> Event {
    let (room, channel) = (call.room.clone(), call.channel_id);
    Event::Call(News::PutOut { call: call.id, room, channel, peer, person, reason })
}

/// A page says that its person is in the conference: a hint, which counts while they are about, unless the conference
/// server itself tells of this person. False if the name is another person's.
pub async fn vouch(store: &Store, call: &Call, person: PersonId, peer: &str) -> Result<bool> {
    let now = store.clock.now();
    let heard = on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO call_participants
                 (call_id, peer, person_id, source, joined_at, alive_until, microphone, camera, screen)
             SELECT id, $2, $3, 'page', $4, $5, FALSE, FALSE, FALSE FROM calls WHERE id = $1 AND ended_at IS NULL
                 AND NOT EXISTS (SELECT 1 FROM call_participants w
                     WHERE w.call_id = calls.id AND w.person_id = $3 AND w.source = 'webhook')
             ON CONFLICT (call_id, peer) DO UPDATE SET left_at = NULL, alive_until = excluded.alive_until
             WHERE call_participants.person_id = excluded.person_id AND call_participants.source = 'page'"
        )
        .bind(call.id)
        .bind(peer)
        .bind(person)
        .bind(now)
        .bind(now + ALIVE)
    )?;
    if heard > 0 {
        on!(&store.db, execute, sqlx::query("UPDATE calls SET empty_since = NULL WHERE id = $1").bind(call.id))?;
        changed(store, call.id);
        return Ok(true);
    }
    let whose: Option<Option<PersonId>> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT person_id FROM call_participants WHERE call_id = $1 AND peer = $2"
    )
    .bind(call.id)
    .bind(peer)
    .fetch_optional(pool)
    .await)?;
    Ok(whose.is_none_or(|whose| whose == Some(person)))
}

/// A tab left of its own accord. What the conference server says of a tab is not overruled by a page. False if there is no
/// such tab of this person.
pub async fn leave(store: &Store, call: CallId, person: PersonId, peer: &str) -> Result<bool> {
    let now = store.clock.now();
    let left = on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE call_participants SET left_at = $4
             WHERE call_id = $1 AND peer = $2 AND person_id = $3 AND left_at IS NULL AND source <> 'webhook'"
        )
        .bind(call)
        .bind(peer)
        .bind(person)
        .bind(now)
    )?;
    if left > 0 {
        super::sweep::note_empty(store, call).await?;
        changed(store, call);
    }
    Ok(left > 0)
}

/// The socket of a tab ended: it has a while to come back.
pub async fn detach(store: &Store, peer: &Peer) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE call_participants SET alive_until = $3 WHERE call_id = $1 AND peer = $2 AND left_at IS NULL"
        )
        .bind(peer.call)
        .bind(&peer.name)
        .bind(store.clock.now() + GRACE)
    )?;
    Ok(())
}

/// These tabs are still here. Gives back those that are not in their call any more.
pub async fn keep_alive(store: &Store, peers: &[Peer]) -> Result<Vec<Peer>> {
    let until = store.clock.now() + ALIVE;
    let mut gone = Vec::new();
    for peer in peers {
        let kept = on!(
            &store.db,
            execute,
            sqlx::query(
                "UPDATE call_participants SET alive_until = $3
                 WHERE call_id = $1 AND peer = $2 AND left_at IS NULL AND source <> 'webhook'"
            )
            .bind(peer.call)
            .bind(&peer.name)
            .bind(until)
        )?;
        if kept == 0 {
            gone.push(peer.clone());
        }
    }
    Ok(gone)
}

/// The tabs in conferences that only their pages told of, and whose they are.
pub async fn hinted(store: &Store) -> Result<Vec<(Peer, PersonId)>> {
    let found: Vec<(CallId, String, PersonId)> = on!(&store.db, |pool| sqlx::query_as(
        "SELECT call_id, peer, person_id FROM call_participants
         WHERE left_at IS NULL AND source = 'page' AND person_id IS NOT NULL"
    )
    .fetch_all(pool)
    .await)?;
    Ok(found.into_iter().map(|(call, name, person)| (Peer { call, name }, person)).collect())
}

/// Tells what a tab sends.
pub async fn set_media(store: &Store, peer: &Peer, media: Media) -> Result<()> {
    let told = on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE call_participants SET microphone = $3, camera = $4, screen = $5
             WHERE call_id = $1 AND peer = $2 AND left_at IS NULL"
        )
        .bind(peer.call)
        .bind(&peer.name)
        .bind(media.microphone)
        .bind(media.camera)
        .bind(media.screen)
    )?;
    if told > 0 {
        changed(store, peer.call);
    }
    Ok(())
}

/// Whether a person is in a call at this moment.
pub async fn is_in(store: &Store, call: CallId, person: PersonId) -> Result<bool> {
    Ok(participants(store, call).await?.iter().any(|participant| participant.person_id == Some(person)))
}

/// The tabs that are in a call, those who came first before the others.
pub async fn participants(store: &Store, call: CallId) -> Result<Vec<Participant>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT h.peer, h.person_id, p.first_name, p.last_name, p.role, h.joined_at, h.microphone, h.camera, h.screen
         FROM call_participants h LEFT JOIN people p ON p.id = h.person_id
         WHERE h.call_id = $1 AND h.left_at IS NULL AND h.alive_until > $2 ORDER BY h.joined_at, h.peer"
    )
    .bind(call)
    .bind(store.clock.now())
    .fetch_all(pool)
    .await)?)
}
