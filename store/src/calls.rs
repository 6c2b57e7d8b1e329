//! Calls: a room that lives in a channel for a while, who is in it, and what they said about being recorded.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bus::Event;
use crate::db::on;
use crate::{CallId, ChannelId, PersonId, Result, Store};

macro_rules! select_call {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.channel_id, c.room, c.provider, c.started_by, c.started_at, c.expires_at, c.ended_at \
             FROM calls c ",
            $rest
        )
    };
}

mod answers;
mod conference;
mod consents;
mod news;
mod presence;
mod ringing;
mod rule;
mod sweep;

pub use answers::{answer, declined};
pub use conference::{Told, joined as conference_joined, left as conference_left, note_told, was_told};
pub use consents::{CONSENT_VERSION, Said, consent_of, consents, say};
pub use news::News;
pub use presence::{Joined, Media, Participant, Peer, detach, join, keep_alive, leave, participants, set_media};
pub use presence::{hinted, is_in, vouch};
pub(crate) use ringing::rung_by_newest;
pub use ringing::{invitation_name, ring};
pub use rule::{Recording, WhyOff, everybody_agreed, recording};
pub use sweep::{hang_up, sweep};

/// How long an invitation can be followed, and a call can last.
pub const LIFETIME: Duration = Duration::hours(3);

/// How long a call rings.
pub const RINGING: Duration = Duration::seconds(45);

/// A call that everybody has left for so long is over.
pub const EMPTY: Duration = Duration::minutes(2);

/// People in a built-in call: each browser sends to all others.
pub const MOST_PEOPLE: usize = 4;

/// How people of a call reach each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = CallProvider)]
pub enum Provider {
    /// Over a Jitsi server.
    Jitsi,
    /// From browser to browser, introduced over the hub's socket.
    Builtin,
}

/// Why a call is over, or over for one tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CallEnd)]
pub enum End {
    /// Everybody has left.
    EverybodyLeft,
    /// Three hours are over.
    Expired,
    /// The conference server closed the room.
    Closed,
    /// For one tab: the person goes on in another one.
    Moved,
    /// For one person: they are no active member any more.
    NotActiveMember,
}

/// A call as stored.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Call {
    /// Its id.
    pub id: CallId,
    /// Where it is.
    pub channel_id: ChannelId,
    /// What its room is called: 128 random bits.
    pub room: String,
    /// How its people reach each other.
    pub provider: Provider,
    /// Who called.
    pub started_by: Option<PersonId>,
    /// When.
    pub started_at: DateTime<Utc>,
    /// When it is over at the latest.
    pub expires_at: DateTime<Utc>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
}

impl Call {
    /// Whether people can be in it.
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.ended_at.is_none() && self.expires_at > now
    }

    /// When it stops ringing.
    pub fn rings_until(&self) -> DateTime<Utc> {
        self.started_at + RINGING
    }
}

/// The live call of a channel, or a new one; and whether it is new. Whoever calls at the same moment gets the same one.
pub async fn start(store: &Store, channel: ChannelId, person: PersonId, provider: Provider) -> Result<(Call, bool)> {
    let now = store.clock.now();
    if let Some(call) = unended(store, channel).await?
        && !call.is_live(now)
    {
        end(store, &call, End::Expired).await?;
    }
    let new = Call {
        id: store.clock.id(),
        channel_id: channel,
        room: room_name(rand::random()),
        provider,
        started_by: Some(person),
        started_at: now,
        expires_at: now + LIFETIME,
        ended_at: None,
    };
    let there: Option<Call> = on!(&store.db, transaction, |tx| {
        sqlx::query(
            "INSERT INTO calls (id, channel_id, room, provider, started_by, started_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(new.id)
        .bind(new.channel_id)
        .bind(&new.room)
        .bind(new.provider)
        .bind(new.started_by)
        .bind(new.started_at)
        .bind(new.expires_at)
        .execute(&mut *tx)
        .await?;
        sqlx::query_as(select_call!("WHERE c.channel_id = $1 AND c.ended_at IS NULL"))
            .bind(channel)
            .fetch_optional(&mut *tx)
            .await?
    })?;
    // None only if somebody ended the new call in this very moment.
    let call = there.unwrap_or_else(|| new.clone());
    let is_new = call.id == new.id;
    Ok((call, is_new))
}

/// The call with this room.
pub async fn by_room(store: &Store, room: &str) -> Result<Option<Call>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(select_call!("WHERE c.room = $1")).bind(room).fetch_optional(pool).await)?)
}

/// The call with this id.
pub async fn by_id(store: &Store, id: CallId) -> Result<Option<Call>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(select_call!("WHERE c.id = $1")).bind(id).fetch_optional(pool).await)?)
}

/// The call that people can be in at this moment in a channel.
pub async fn live_in(store: &Store, channel: ChannelId) -> Result<Option<Call>> {
    let now = store.clock.now();
    Ok(unended(store, channel).await?.filter(|call| call.is_live(now)))
}

/// The rooms of live calls in the channels in which a person is an active member.
pub async fn live_around(store: &Store, person: PersonId) -> Result<Vec<(ChannelId, String)>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT c.channel_id, c.room FROM members m JOIN calls c ON c.channel_id = m.channel_id
         WHERE m.person_id = $1 AND m.status = 'active' AND c.ended_at IS NULL AND c.expires_at > $2"
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_all(pool)
    .await)?)
}

async fn unended(store: &Store, channel: ChannelId) -> Result<Option<Call>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(select_call!("WHERE c.channel_id = $1 AND c.ended_at IS NULL"))
        .bind(channel)
        .fetch_optional(pool)
        .await)?)
}

/// The active members of a call's channel: whom its news are for.
pub async fn audience(store: &Store, channel: ChannelId) -> Result<Vec<PersonId>> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT person_id FROM members WHERE channel_id = $1 AND status = 'active' ORDER BY joined_at, person_id"
    )
    .bind(channel)
    .fetch_all(pool)
    .await)?)
}

/// Ends a call. False if it was over already: it ends once, whoever tries.
pub async fn end(store: &Store, call: &Call, reason: End) -> Result<bool> {
    let at = store.clock.now().min(call.expires_at);
    let ended = on!(&store.db, transaction, |tx| {
        let ended = sqlx::query("UPDATE calls SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL")
            .bind(call.id)
            .bind(at)
            .execute(&mut *tx)
            .await?
            .rows_affected();
        if ended > 0 {
            sqlx::query("UPDATE call_participants SET left_at = $2 WHERE call_id = $1 AND left_at IS NULL")
                .bind(call.id)
                .bind(at)
                .execute(&mut *tx)
                .await?;
        }
        ended > 0
    })?;
    if ended {
        let people = audience(store, call.channel_id).await?;
        let news = News::Ended { channel: call.channel_id, room: call.room.clone(), reason, people };
        store.bus.publish(vec![Event::Call(news)]);
        ringing::missed(store, call).await?;
    }
    Ok(ended)
}

/// Says that who is in a call, or what they said, is no longer what it was.
pub(crate) fn changed(store: &Store, call: CallId) {
    store.bus.publish(vec![Event::Call(News::Changed { call })]);
}

/// 26 letters and digits in lower case: conference servers fold the case of room names, and nothing in it needs escaping.
fn room_name(mut bits: u128) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mut name = String::with_capacity(26);
    for _ in 0..26 {
        name.push(char::from(LETTERS[(bits & 31) as usize]));
        bits >>= 5;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_room_name_keeps_all_its_bits(one: u128, other: u128) {
            prop_assert_eq!(room_name(one) == room_name(other), one == other);
            prop_assert_eq!(room_name(one).len(), 26);
        }
    }
}
