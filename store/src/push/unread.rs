//! Who is told of new messages: active members without a socket anywhere, once per channel until they have read it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::{Note, enqueue_in};
use crate::calls;
use crate::db::on;
use crate::{ChannelId, PersonId, Result, Store};

/// A push service keeps word of a message for so long. Later it is no news any more.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// Bound values per statement, well below what either database takes.
const AT_ONCE: usize = 400;

/// People told in one transaction: a commit for each would keep messages waiting where there is one writer, and more at once
/// would, too.
const TOGETHER: usize = 32;

/// Somebody to tell of something.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Absent {
    person_id: PersonId,
    channel_id: ChannelId,
    head_seq: i64,
}

/// Members with a device and without a socket, in whose channel is something that they have neither seen nor been told
/// of. Of a muted channel only mentions count.
macro_rules! absent_members {
    () => {
        "SELECT m.person_id, m.channel_id, c.head_seq FROM members m JOIN channels c ON c.id = m.channel_id
         WHERE m.status = 'active' AND c.head_seq > m.last_seen_seq + m.own_unseen
         AND EXISTS (SELECT 1 FROM push_devices d JOIN sessions s ON s.id = d.session_id
             WHERE d.person_id = m.person_id AND s.ended_at IS NULL)
         AND (m.is_muted = FALSE OR EXISTS (SELECT 1 FROM mentions t
             WHERE t.person_id = m.person_id AND t.channel_id = m.channel_id AND t.seq > m.last_seen_seq))
         AND NOT EXISTS (SELECT 1 FROM push_marks k
             WHERE k.person_id = m.person_id AND k.channel_id = m.channel_id AND k.seq > m.last_seen_seq)
         AND NOT EXISTS (SELECT 1 FROM presence p JOIN hub_nodes n ON n.id = p.node_id
             WHERE p.person_id = m.person_id AND n.alive_until > "
    };
}

/// These channels have new messages: tells those who are away. However many processes hear of it, each device is told
/// once. Costs a look where nobody is to be told.
pub async fn tell_of_channels(store: &Store, channels: &[ChannelId]) -> Result<()> {
    for channels in channels.chunks(AT_ONCE) {
        let absent: Vec<Absent> = on!(&store.db, |pool, Engine| {
            let mut query = sqlx::QueryBuilder::<Engine>::new(absent_members!());
            query.push_bind(store.clock.now()).push(") AND m.channel_id IN (");
            let mut list = query.separated(", ");
            for channel in channels {
                list.push_bind(*channel);
            }
            query.push(")").build_query_as().persistent(false).fetch_all(pool).await
        })?;
        tell(store, &absent).await?;
    }
    Ok(())
}

/// The last sockets of these people fell silent, each at its time, and they may have heard nothing of what came after.
pub async fn tell_of_missed(store: &Store, gone: &[(PersonId, DateTime<Utc>)]) -> Result<()> {
    for gone in gone.chunks(AT_ONCE) {
        let absent: Vec<Absent> = on!(&store.db, |pool, Engine| {
            let mut query = sqlx::QueryBuilder::<Engine>::new("WITH gone (person_id, since) AS (");
            query.push_values(gone, |mut row, (person, since)| {
                row.push_bind(*person).push_bind(*since);
            });
            query.push(") ").push(absent_members!()).push_bind(store.clock.now());
            query.push(
                ") AND m.person_id IN (SELECT person_id FROM gone)
                 AND EXISTS (SELECT 1 FROM gone g WHERE g.person_id = m.person_id AND g.since <= c.head_at)",
            );
            query.build_query_as().persistent(false).fetch_all(pool).await
        })?;
        tell(store, &absent).await?;
    }
    Ok(())
}

async fn tell(store: &Store, absent: &[Absent]) -> Result<()> {
    let mut rung: HashMap<ChannelId, Vec<PersonId>> = HashMap::new();
    let mut to_tell = Vec::with_capacity(absent.len());
    for one in absent {
        let rung = match rung.entry(one.channel_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(calls::rung_by_newest(store, one.channel_id).await?),
        };
        // Their devices ring, or did: "somebody calls" and "a new message" would be two words of one thing.
        if !rung.contains(&one.person_id) {
            to_tell.push(*one);
        }
    }
    // In one order, so that two processes that found the same never wait for each other.
    to_tell.sort_unstable_by_key(|one| (one.person_id, one.channel_id));
    for group in to_tell.chunks(TOGETHER) {
        on!(&store.db, transaction, |tx| {
            for Absent { person_id, channel_id, head_seq } in group.iter().copied() {
                // Of several processes that found the same, the first one tells.
                let is_first = sqlx::query(
                    "INSERT INTO push_marks (person_id, channel_id, seq) VALUES ($1, $2, $3)
                     ON CONFLICT (person_id, channel_id) DO UPDATE SET seq = excluded.seq
                     WHERE push_marks.seq <= (SELECT m.last_seen_seq FROM members m
                         WHERE m.channel_id = $2 AND m.person_id = $1)",
                )
                .bind(person_id)
                .bind(channel_id)
                .bind(head_seq)
                .execute(&mut *tx)
                .await?
                .rows_affected()
                    > 0;
                if is_first {
                    enqueue_in!(tx, store, person_id, &Note::NewMessage { channel_id }, TTL);
                }
            }
        })?;
    }
    Ok(())
}
