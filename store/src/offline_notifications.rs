//! Offline notifications: active members without a connection are notified of new messages once per channel until they
//! read them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chrono::{DateTime, Utc};

use crate::calls;
use crate::channels::{Kind, is_separated};
use crate::chat_access;
use crate::db::{QueryBuilder, query};
use crate::push::{MESSAGE_TTL, Notification, enqueue_in};
use crate::reads::DELETED_UNSEEN;
use crate::{ChannelId, PersonId, Result, Store};

/// Bound values per statement, well below the limits of both databases.
const MAX_BINDS: usize = 400;

/// Members per transaction. One commit each would delay messages on SQLite, and so would a larger transaction.
const BATCH: usize = 32;

/// A member to notify.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct OfflineMember {
    person_id: PersonId,
    channel_id: ChannelId,
    head_seq: i64,
    kind: Kind,
}

/// SQL: members with a device and without a connection, whose channel has messages they have neither seen nor been
/// notified of. A muted channel counts only with a mention, and a message of a person who is kept apart from the member not at all.
const SELECT_OFFLINE_MEMBERS: [&str; 7] = [
    "SELECT m.person_id, m.channel_id, c.head_seq, c.kind FROM members m JOIN channels c ON c.id = m.channel_id
     WHERE m.status = 'active' AND c.head_seq > m.last_seen_seq + m.own_unseen + ",
    DELETED_UNSEEN,
    " AND EXISTS (SELECT 1 FROM push_devices d JOIN login_sessions s ON s.id = d.session_id
         WHERE d.person_id = m.person_id AND s.ended_at IS NULL)
     AND (m.is_muted = FALSE OR EXISTS (SELECT 1 FROM mentions t
         WHERE t.person_id = m.person_id AND t.channel_id = m.channel_id AND t.seq > m.last_seen_seq))
     AND NOT EXISTS (SELECT 1 FROM push_marks k
         WHERE k.person_id = m.person_id AND k.channel_id = m.channel_id AND k.seq > m.last_seen_seq)
     AND (NOT EXISTS (SELECT 1 FROM members o WHERE o.channel_id = m.channel_id AND ",
    is_separated!("m.person_id", "o.person_id"),
    ") OR EXISTS (SELECT 1 FROM messages x WHERE x.channel_id = m.channel_id AND x.seq > m.last_seen_seq AND x.deleted_at IS NULL
         AND x.sender_id <> m.person_id AND NOT ",
    is_separated!("m.person_id", "x.sender_id"),
    "))
     AND NOT EXISTS (SELECT 1 FROM presence p JOIN hub_nodes n ON n.id = p.node_id
         WHERE p.person_id = m.person_id AND n.alive_until > ",
];

/// Notifies the offline members of channels with new messages. Each device is notified once, even if several nodes call
/// this.
pub async fn notify_offline_members(store: &Store, channels: &[ChannelId]) -> Result<()> {
    for channels in channels.chunks(MAX_BINDS) {
        let mut query = QueryBuilder::new("");
        for part in SELECT_OFFLINE_MEMBERS {
            query.push(part);
        }
        query
            .push_bind(store.clock.now())
            .push(") AND m.channel_id IN (")
            .push_list(channels.iter().copied())
            .push(")");
        let members: Vec<OfflineMember> = query.build_query_as().fetch_all(&store.db).await?;
        notify(store, &members).await?;
    }
    Ok(())
}

/// Notifies people whose last connection ended without a close, each since its time: they may have missed messages.
pub async fn notify_missed(store: &Store, gone: &[(PersonId, DateTime<Utc>)]) -> Result<()> {
    for gone in gone.chunks(MAX_BINDS) {
        let mut query = QueryBuilder::new("WITH gone (person_id, since) AS (");
        query.push_rows(gone, |row, (person, since)| {
            row.push_value(*person).push_value(*since);
        });
        query.push(") ");
        for part in SELECT_OFFLINE_MEMBERS {
            query.push(part);
        }
        query.push_bind(store.clock.now()).push(
            ") AND m.person_id IN (SELECT person_id FROM gone)
             AND EXISTS (SELECT 1 FROM gone g WHERE g.person_id = m.person_id AND g.since <= c.head_at)",
        );
        let members: Vec<OfflineMember> = query.build_query_as().fetch_all(&store.db).await?;
        notify(store, &members).await?;
    }
    Ok(())
}

async fn notify(store: &Store, members: &[OfflineMember]) -> Result<()> {
    let people: Vec<PersonId> = members.iter().map(|one| one.person_id).collect();
    let access = chat_access::of_people(store, &people).await?;
    let may_use = |one: &&OfflineMember| access.get(&one.person_id).is_some_and(|access| access.allows(one.kind));
    let mut ringing: HashMap<ChannelId, Vec<PersonId>> = HashMap::new();
    let mut to_notify = Vec::with_capacity(members.len());
    for one in members.iter().filter(may_use) {
        let ringing = match ringing.entry(one.channel_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(calls::rung_by_newest(store, one.channel_id).await?),
        };
        // Their devices ring, or did: the call needs no second notification.
        if !ringing.contains(&one.person_id) {
            to_notify.push(*one);
        }
    }
    // In one order, so that two nodes cannot deadlock.
    to_notify.sort_unstable_by_key(|one| (one.person_id, one.channel_id));
    for group in to_notify.chunks(BATCH) {
        let mut tx = store.db.begin().await?;
        for OfflineMember { person_id, channel_id, head_seq, .. } in group.iter().copied() {
            // Of several nodes, the first one notifies.
            let is_first = query(
                "INSERT INTO push_marks (person_id, channel_id, seq) VALUES ($1, $2, $3)
                 ON CONFLICT (person_id, channel_id) DO UPDATE SET seq = excluded.seq
                 WHERE push_marks.seq <= (SELECT m.last_seen_seq FROM members m
                     WHERE m.channel_id = $2 AND m.person_id = $1)",
            )
            .bind(person_id)
            .bind(channel_id)
            .bind(head_seq)
            .execute(&mut tx)
            .await?
                > 0;
            if is_first {
                enqueue_in(&mut tx, store, person_id, &Notification::NewMessage { channel_id }, MESSAGE_TTL).await?;
            }
        }
        tx.commit().await?;
    }
    Ok(())
}
