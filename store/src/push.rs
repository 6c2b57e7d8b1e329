//! Push: the devices of people, and what they are told. Never what was said or who said it: a push passes through other
//! people's servers and lights up locked screens.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::db::on;
use crate::outbox::Draft;
use crate::{ChannelId, PersonId, Result, SessionId, Store};

mod unread;

pub use unread::{tell_of_channels, tell_of_missed};

/// The kind of outbox job that is a [`Push`].
pub const PUSH: &str = "push";

/// What a device is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Note {
    /// There is something new in a conversation.
    NewMessage {
        /// Which one.
        channel_id: ChannelId,
    },
    /// Somebody calls.
    IncomingCall {
        /// The conversation of the call.
        channel_id: ChannelId,
        /// Where it can be taken: random letters.
        room: String,
        /// When it stops ringing.
        rings_until: DateTime<Utc>,
    },
    /// A call that rang here does so no longer.
    CallSettled {
        /// The conversation of the call.
        channel_id: ChannelId,
        /// Which call.
        room: String,
        /// What became of it.
        outcome: Outcome,
    },
}

/// What became of a call that rang.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The person took it on one of their devices.
    Answered,
    /// The person declined it on one of their devices.
    Declined,
    /// It was over before they did either.
    Missed,
}

/// A note to one device, as it waits in the outbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// The session whose device is told.
    pub session: SessionId,
    /// What it is told.
    pub note: Note,
    /// From then on nobody wants to know any more.
    pub until: DateTime<Utc>,
}

/// Where a push service takes messages for one browser, and how to encrypt them.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Device {
    /// The address at the push service.
    pub endpoint: String,
    /// The browser's point of P-256, uncompressed.
    pub public_key: Vec<u8>,
    /// 16 bytes that only the browser and we know.
    pub auth: Vec<u8>,
}

/// A device that may be told now.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reachable {
    /// The device.
    #[sqlx(flatten)]
    pub device: Device,
    /// The code of its person's language.
    pub language: String,
}

/// The browser of this session has this device from now on.
pub async fn register(store: &Store, person: PersonId, session: SessionId, device: &Device) -> Result<()> {
    on!(&store.db, transaction, |tx| {
        // The browser may have had other people before, and this session another endpoint.
        sqlx::query("DELETE FROM push_devices WHERE endpoint = $1 OR session_id = $2")
            .bind(&device.endpoint)
            .bind(session)
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO push_devices (session_id, person_id, endpoint, public_key, auth, registered_at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, public_key = excluded.public_key,
                 auth = excluded.auth, registered_at = excluded.registered_at",
        )
        .bind(session)
        .bind(person)
        .bind(&device.endpoint)
        .bind(&device.public_key)
        .bind(&device.auth)
        .bind(store.clock.now())
        .execute(&mut *tx)
        .await?;
    })?;
    Ok(())
}

/// The browser of this session is told nothing any more.
pub async fn unregister(store: &Store, session: SessionId) -> Result<()> {
    on!(&store.db, execute, sqlx::query("DELETE FROM push_devices WHERE session_id = $1").bind(session))?;
    Ok(())
}

/// The push service says that this device is gone. One that was registered anew meanwhile stays.
pub async fn forget(store: &Store, endpoint: &str) -> Result<()> {
    on!(&store.db, execute, sqlx::query("DELETE FROM push_devices WHERE endpoint = $1").bind(endpoint))?;
    Ok(())
}

/// Forgets devices whose session is over.
pub async fn prune(store: &Store) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "DELETE FROM push_devices
             WHERE session_id IN (SELECT id FROM sessions WHERE ended_at IS NOT NULL OR expires_at <= $1)"
        )
        .bind(store.clock.now())
    )?;
    Ok(())
}

/// The device of a session that lives, of a person whose account is open.
pub async fn reachable(store: &Store, session: SessionId) -> Result<Option<Reachable>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT d.endpoint, d.public_key, d.auth, p.language
         FROM push_devices d JOIN sessions s ON s.id = d.session_id JOIN people p ON p.id = d.person_id
         WHERE d.session_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND p.is_disabled = FALSE"
    )
    .bind(session)
    .bind(store.clock.now())
    .fetch_optional(pool)
    .await)?)
}

/// Tells all devices of these people, for as long as `ttl`. Gives back to how many devices it goes.
pub async fn enqueue(store: &Store, people: &[PersonId], note: &Note, ttl: Duration) -> Result<usize> {
    on!(&store.db, transaction, |tx| {
        let mut count = 0;
        for person in people {
            count += enqueue_in!(tx, store, *person, note, ttl);
        }
        count
    })
}

/// `enqueue_in!(tx, store, person, note, ttl)`: tells all devices of a person, within the transaction that causes it.
macro_rules! enqueue_in {
    ($tx:ident, $store:expr, $person:expr, $note:expr, $ttl:expr) => {{
        let now = $store.clock.now();
        let sessions: Vec<$crate::SessionId> = sqlx::query_scalar(
            "SELECT d.session_id FROM push_devices d JOIN sessions s ON s.id = d.session_id
             WHERE d.person_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2",
        )
        .bind($person)
        .bind(now)
        .fetch_all(&mut *$tx)
        .await?;
        for session in &sessions {
            $crate::outbox::put_in!($tx, $crate::push::draft($store, *session, $note, $ttl)?);
        }
        sessions.len()
    }};
}
use enqueue_in;

fn draft(store: &Store, session: SessionId, note: &Note, ttl: Duration) -> Result<Draft> {
    let until = store.clock.now() + TimeDelta::from_std(ttl).unwrap_or(TimeDelta::MAX);
    Draft::new(store, PUSH, &Push { session, note: note.clone(), until })
}
