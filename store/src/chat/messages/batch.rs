//! Writes a group of messages in one transaction. A group must take few statements, so each database has its own text:
//! PostgreSQL receives lists as arrays, SQLite as JSON.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde_json::json;
use sqlx::SqlitePool;

use super::channel_head_cache::ChannelHeadCache;
use super::plan::{Draft, Plan, Preconditions, plan};
use super::{Message, mention, postgres};
use crate::alerts::{self, CrisisMessage, NoticedMessage};
use crate::channels::{IS_BLOCKED, is_separated};
use crate::clock::Clock;
use crate::db::{Db, Tx};
use crate::{ChannelId, PersonId, ProgrammeId, Result};

/// What a group write stored.
pub(super) struct Committed {
    pub(super) plan: Plan,
    /// The programmes whose staff have a new alert; None for all staff.
    pub(super) alerted: HashSet<Option<ProgrammeId>>,
}

/// Commits all acceptable drafts and returns the outcome of each.
pub(super) async fn commit(db: &Db, clock: &Clock, heads: &ChannelHeadCache, drafts: &[Draft]) -> Result<Committed> {
    match db {
        Db::Sqlite { write, .. } => commit_sqlite(write, clock, drafts).await,
        Db::Postgres(pool) => postgres::commit(pool, clock, heads, drafts).await,
    }
}

/// Commits a written plan together with the alerts of its messages.
pub(super) async fn finish(mut tx: Tx, clock: &Clock, plan: Plan) -> Result<Committed> {
    let mut alerted = HashSet::new();
    for &index in &plan.crises {
        let message = &plan.messages[index];
        let crisis = CrisisMessage { message: message.id, channel: message.channel_id, sender: message.sender_id };
        let alert = alerts::raise_crisis(&mut tx, clock, crisis).await?;
        alerted.extend(alert.map(|alert| alert.programme));
    }
    for &(index, kinds) in &plan.noticed {
        let Message { id: message, channel_id: channel, sender_id: sender, temp_id: warned_as, .. } =
            &plan.messages[index];
        let (message, channel, sender) = (*message, *channel, *sender);
        let noticed = NoticedMessage { message, channel, sender, kinds, warned_as };
        alerted.extend(alerts::raise_noticed(&mut tx, clock, noticed).await?);
    }
    tx.commit().await?;
    Ok(Committed { plan, alerted })
}

/// SQL: the columns of [`Preconditions`] on either database, of sender `m` in channel `c` and of the quoted message `r`.
pub(super) const PRECONDITIONS: [&str; 3] = [
    "SELECT c.head_seq, c.head_at, m.status, x.seq AS repeats, ",
    IS_BLOCKED,
    " AS is_blocked, r.seq AS reply_seq, r.sender_id AS reply_sender, r.body AS reply_body,
     r.attachments AS reply_attachments, r.deleted_at IS NOT NULL AS reply_is_deleted",
];

/// Returns the mentions of other people in planned messages: channel, number, person.
pub(super) fn mentions(plan: &Plan) -> impl Iterator<Item = (ChannelId, i64, PersonId)> {
    plan.messages.iter().flat_map(|message| {
        let others = mention::people_in(&message.body).into_iter().filter(|person| *person != message.sender_id);
        others.map(|person| (message.channel_id, message.seq, person))
    })
}

static SELECT_PRECONDITIONS: LazyLock<String> = LazyLock::new(|| {
    let columns = PRECONDITIONS.concat();
    format!(
        "{columns} FROM json_each($1) i
         LEFT JOIN channels c ON c.id = unhex(i.value ->> 'c')
         LEFT JOIN members m ON m.channel_id = c.id AND m.person_id = unhex(i.value ->> 's')
         LEFT JOIN messages x
             ON x.temp_id = i.value ->> 't' AND x.sender_id = m.person_id AND x.channel_id = c.id
         LEFT JOIN messages r ON r.id = unhex(i.value ->> 'r') AND r.channel_id = c.id
         ORDER BY i.key"
    )
});

async fn commit_sqlite(pool: &SqlitePool, clock: &Clock, drafts: &[Draft]) -> Result<Committed> {
    let hex = |id: uuid::Uuid| id.simple().to_string();
    let mut tx = pool.begin_with("BEGIN IMMEDIATE").await?;
    let keys = drafts
        .iter()
        .map(|d| {
            let reply_to = d.reply_to.map(|id| hex(id.0));
            json!({"c": hex(d.channel.0), "s": hex(d.sender.0), "t": d.temp_id, "r": reply_to})
        })
        .collect::<serde_json::Value>();
    let preconditions: Vec<Preconditions> =
        sqlx::query_as(SELECT_PRECONDITIONS.as_str()).bind(keys.to_string()).fetch_all(&mut *tx).await?;
    let plan = plan(drafts, &preconditions, clock.now(), || clock.id());
    if plan.messages.is_empty() {
        return Ok(plan.into());
    }

    let rows = plan
        .messages
        .iter()
        .map(|m| {
            json!({
                "c": hex(m.channel_id.0), "q": m.seq, "i": hex(m.id.0), "s": hex(m.sender_id.0), "t": m.temp_id,
                "b": m.body, "a": m.attachments, "l": m.link_preview, "x": m.is_broadcast, "d": m.created_at.to_rfc3339(),
                "r": m.reply,
            })
        })
        .collect::<serde_json::Value>();
    sqlx::query(
        "INSERT INTO messages
             (channel_id, seq, id, sender_id, temp_id, body, attachments, link_preview, is_broadcast, created_at, reply)
         SELECT unhex(value ->> 'c'), value ->> 'q', unhex(value ->> 'i'), unhex(value ->> 's'), value ->> 't',
             value ->> 'b', value ->> 'a', value ->> 'l', value ->> 'x', value ->> 'd', value ->> 'r'
         FROM json_each($1)",
    )
    .bind(rows.to_string())
    .execute(&mut *tx)
    .await?;

    let heads = plan
        .heads
        .iter()
        .map(|(channel, (seq, at))| json!({"c": hex(channel.0), "q": seq, "d": at.to_rfc3339()}))
        .collect::<serde_json::Value>();
    sqlx::query(
        "UPDATE channels SET head_seq = h.value ->> 'q', head_at = h.value ->> 'd'
         FROM json_each($1) h WHERE channels.id = unhex(h.value ->> 'c')",
    )
    .bind(heads.to_string())
    .execute(&mut *tx)
    .await?;

    let own = plan
        .own
        .iter()
        .map(|((channel, person), count)| json!({"c": hex(channel.0), "p": hex(person.0), "n": count}))
        .collect::<serde_json::Value>();
    sqlx::query(
        "UPDATE members SET own_unseen = own_unseen + (o.value ->> 'n')
         FROM json_each($1) o
         WHERE members.channel_id = unhex(o.value ->> 'c') AND members.person_id = unhex(o.value ->> 'p')",
    )
    .bind(own.to_string())
    .execute(&mut *tx)
    .await?;

    let mentions = mentions(&plan)
        .map(|(channel, seq, person)| json!({"c": hex(channel.0), "q": seq, "p": hex(person.0)}))
        .collect::<Vec<_>>();
    if !mentions.is_empty() {
        sqlx::query(concat!(
            "INSERT INTO mentions (person_id, channel_id, seq)
             SELECT m.person_id, m.channel_id, i.value ->> 'q'
             FROM json_each($1) i
             JOIN members m ON m.channel_id = unhex(i.value ->> 'c') AND m.person_id = unhex(i.value ->> 'p')
             JOIN messages x ON x.channel_id = m.channel_id AND x.seq = i.value ->> 'q'
             WHERE m.status = 'active' AND NOT ",
            is_separated!("m.person_id", "x.sender_id"),
        ))
        .bind(serde_json::to_string(&mentions)?)
        .execute(&mut *tx)
        .await?;
    }
    finish(Tx::Sqlite(tx), clock, plan).await
}

impl From<Plan> for Committed {
    fn from(plan: Plan) -> Self {
        Self { plan, alerted: HashSet::new() }
    }
}
