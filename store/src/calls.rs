//! Calls in channels: their participants and the consents to recording.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bus::Event;
use crate::channels::Kind;
use crate::db::{Executor, Tx, query, query_as, query_scalar};
use crate::{CallId, ChannelId, PersonId, Result, Store};

const SELECT_CALL: &str = "SELECT c.id, c.channel_id, h.kind, COALESCE(f.room, c.room) AS room, COALESCE(f.id, c.id) AS first, \
     c.provider, c.started_by, c.started_at, c.expires_at, c.ended_at, COALESCE(i.id, c.id) AS invited_by, \
     COALESCE(i.started_at, c.started_at) AS invited_at \
     FROM calls c JOIN channels h ON h.id = c.channel_id \
     LEFT JOIN calls f ON f.id = c.room_of LEFT JOIN calls i ON i.id = c.invited_by ";

mod answers;
mod conference;
mod consents;
mod ending;
mod outcome;
mod presence;
mod recording_consent;
mod ringing;
mod start;
mod sweep;

pub use crate::bus::{CallEvent, End};
pub use crate::push::RINGING;
pub use answers::{accepted, answer, declined};
pub use conference::{ParticipantEvent, is_webhook_handled, record_webhook};
pub use conference::{closed as conference_closed, joined as conference_joined, left as conference_left};
pub use consents::{CONSENT_VERSION, Consent, consent_of, consents, last_consent_of, record_consent};
pub use ending::end;
pub use outcome::invitation_text;
pub use presence::{
    Joined, Media, Participant, Peer, detach, join, keep_alive, leave, left_at, participants, set_media,
};
pub use presence::{has_separated, is_in, report_presence, reported_by_pages};
pub use recording_consent::{Recording, WhyOff, all_consented, recording};
pub(crate) use ringing::rung_by_newest;
pub use ringing::{invitation_name, ring};
pub use start::{reopen, start};
pub use sweep::{hang_up, sweep};

/// How long a call may last.
pub const LIFETIME: Duration = Duration::hours(3);

/// How long an invitation leads into its room.
pub const INVITATION_LIFETIME: Duration = Duration::hours(3);

/// How long a call without participants stays open.
pub const EMPTY_TIMEOUT: Duration = Duration::minutes(2);

/// People in a built-in call; each browser sends to all others.
pub const MAX_PEOPLE: usize = 4;

/// How the participants of a call are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = CallProvider)]
pub enum Provider {
    /// Over a Jitsi server.
    Jitsi,
    /// Peer to peer between browsers, with signalling over the hub's socket.
    Builtin,
}

/// A call as stored.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Call {
    /// Its id.
    pub id: CallId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// The kind of its channel.
    pub kind: Kind,
    /// The name of its room: 128 random bits. A room can have several calls, one after the other.
    pub room: String,
    /// The first call of the room.
    pub first: CallId,
    /// How its participants are connected.
    pub provider: Provider,
    /// The person who started it.
    pub started_by: Option<PersonId>,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// The call whose invitation led here; itself if it rang.
    pub invited_by: CallId,
    /// When that invitation was sent.
    pub invited_at: DateTime<Utc>,
}

impl Call {
    /// Whether people can join it.
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.ended_at.is_none() && self.expires_at > now
    }

    /// When its invitation stops leading into the room.
    pub fn open_until(&self) -> DateTime<Utc> {
        self.invited_at + INVITATION_LIFETIME
    }

    /// Whether it rang; a call that was entered through an earlier invitation did not.
    pub fn has_rung(&self) -> bool {
        self.invited_by == self.id
    }

    /// When it stops ringing.
    pub fn rings_until(&self) -> DateTime<Utc> {
        self.started_at + RINGING
    }
}

/// SQL: the calls of the room `$1`.
const OF_ROOM: &str = "WHERE c.id IN (SELECT id FROM calls WHERE room = $1 \
     UNION ALL SELECT n.id FROM calls o JOIN calls n ON n.room_of = o.id WHERE o.room = $1) ";

/// Returns the newest call of a room.
pub async fn by_room(store: &Store, room: &str) -> Result<Option<Call>> {
    query_as([SELECT_CALL, OF_ROOM, "ORDER BY c.started_at DESC, c.id DESC LIMIT 1"])
        .bind(room)
        .fetch_optional(&store.db)
        .await
}

/// Returns the call of a room at a moment: the newest that had started. Reports about a room may arrive late.
pub async fn by_room_at(store: &Store, room: &str, at: DateTime<Utc>) -> Result<Option<Call>> {
    let order = "ORDER BY CASE WHEN c.started_at <= $2 THEN 0 ELSE 1 END, c.started_at DESC, c.id DESC LIMIT 1";
    query_as([SELECT_CALL, OF_ROOM, order]).bind(room).bind(at).fetch_optional(&store.db).await
}

/// Returns the call with this id.
pub async fn by_id(store: &Store, id: CallId) -> Result<Option<Call>> {
    query_as([SELECT_CALL, "WHERE c.id = $1"]).bind(id).fetch_optional(&store.db).await
}

/// Returns the live call of a channel.
pub async fn live_in(store: &Store, channel: ChannelId) -> Result<Option<Call>> {
    let now = store.clock.now();
    Ok(unended(store, channel).await?.filter(|call| call.is_live(now)))
}

/// Returns the rooms of live calls in the channels of which a person is an active member.
pub async fn live_around(store: &Store, person: PersonId) -> Result<Vec<(ChannelId, String)>> {
    query_as(
        "SELECT c.channel_id, COALESCE(f.room, c.room) FROM members m JOIN calls c ON c.channel_id = m.channel_id
         LEFT JOIN calls f ON f.id = c.room_of
         WHERE m.person_id = $1 AND m.status = 'active' AND c.ended_at IS NULL AND c.expires_at > $2",
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_all(&store.db)
    .await
}

async fn unended(store: &Store, channel: ChannelId) -> Result<Option<Call>> {
    query_as([SELECT_CALL, "WHERE c.channel_id = $1 AND c.ended_at IS NULL"])
        .bind(channel)
        .fetch_optional(&store.db)
        .await
}

/// Returns the active members of a channel, who receive the events of its calls.
pub async fn audience(store: &Store, channel: ChannelId) -> Result<Vec<PersonId>> {
    audience_in(&store.db, channel).await
}

async fn audience_in(db: impl Executor, channel: ChannelId) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT person_id FROM members WHERE channel_id = $1 AND status = 'active' ORDER BY joined_at, person_id",
    )
    .bind(channel)
    .fetch_all(db)
    .await
}

/// Locks a call. Transactions that change the participants of a call begin with it, as [`end`] does with its first
/// statement, so that they cannot deadlock.
async fn lock(tx: &mut Tx, call: CallId) -> Result<()> {
    query("UPDATE calls SET empty_since = empty_since WHERE id = $1").bind(call).execute(tx).await.map(drop)
}

/// Publishes that participants or consents of a call changed.
pub(crate) fn changed(store: &Store, call: CallId) {
    store.bus.publish(vec![Event::Call(CallEvent::Changed { call })]);
}
