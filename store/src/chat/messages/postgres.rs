//! Commits a group on PostgreSQL. Optimistic write: one round trip while the cached channel heads are current.
//! Otherwise the channels are locked and read first, which takes five round trips.

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

use super::batch::{Committed, PRECONDITIONS, finish, mentions};
use super::channel_head_cache::{ChannelHeadCache, Head, expected};
use super::plan::{Draft, Plan, Preconditions, plan};
use crate::channels::{IS_BLOCKED, is_separated};
use crate::clock::Clock;
use crate::db::{Tx, begin_postgres};
use crate::{ChannelId, Result};

/// The set-up of the writer's connection. Its statements take lists, and PostgreSQL would plan them anew for each
/// group, which takes longer than running them. All look-ups are by key; a generic plan from the time when the tables
/// were empty would scan them: 0.5 ms instead of 0.15 ms per message, and growing.
pub(crate) static SESSION_SQL: LazyLock<String> = LazyLock::new(|| {
    let function = include_str!("write_messages.sql")
        .replace("{is_blocked}", IS_BLOCKED)
        .replace("{is_separated}", is_separated!("m.person_id", "x.sender_id"));
    format!("{PLANNER_SETTINGS} {function}")
});

const PLANNER_SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; \
                      SET enable_mergejoin = off; SET jit = off;";

static SELECT_PRECONDITIONS: LazyLock<String> = LazyLock::new(|| {
    let columns = PRECONDITIONS.concat();
    format!(
        "{columns} FROM UNNEST($1, $2, $3, $4) WITH ORDINALITY AS i (channel, sender, temp_id, reply_to, ord)
         LEFT JOIN channels c ON c.id = i.channel
         LEFT JOIN members m ON m.channel_id = i.channel AND m.person_id = i.sender
         LEFT JOIN messages x ON x.temp_id = i.temp_id AND x.sender_id = i.sender AND x.channel_id = i.channel
         LEFT JOIN messages r ON r.id = i.reply_to AND r.channel_id = i.channel
         ORDER BY i.ord"
    )
});

/// A channel whose head differs from the cached one.
#[derive(sqlx::FromRow)]
struct Difference {
    /// None if a draft needs the locked path.
    channel_id: Option<ChannelId>,
    seq: i64,
    at: DateTime<Utc>,
}

pub(super) async fn commit(
    pool: &PgPool,
    clock: &Clock,
    heads: &ChannelHeadCache,
    drafts: &[Draft],
) -> Result<Committed> {
    let committed = match optimistic(pool, clock, heads, drafts).await? {
        Some(plan) => plan.into(),
        None => locked(pool, clock, drafts).await?,
    };
    committed.plan.heads.iter().for_each(|(channel, head)| heads.insert(*channel, *head));
    Ok(committed)
}

/// Writes the group if the cached heads are current and no draft is exceptional.
async fn optimistic(pool: &PgPool, clock: &Clock, heads: &ChannelHeadCache, drafts: &[Draft]) -> Result<Option<Plan>> {
    // A quoted message must be read, and an alert written.
    if drafts.iter().any(|draft| draft.reply_to.is_some() || draft.is_crisis || !draft.noticed.is_empty()) {
        return Ok(None);
    }
    // The second attempt has the heads that the first one returned. More attempts could repeat for ever beside other
    // writers.
    for _ in 0..2 {
        let now = clock.now();
        let known = heads.of(drafts, now);
        let preconditions: Vec<_> = drafts.iter().map(|draft| expected(known[&draft.channel])).collect();
        let plan = plan(drafts, &preconditions, now, || clock.id());
        let differences = write(pool, &plan, Some(&known)).await?;
        if differences.is_empty() {
            return Ok(Some(plan));
        }
        for Difference { channel_id, seq, at } in differences {
            let Some(channel) = channel_id else { return Ok(None) };
            heads.insert(channel, (seq, at));
        }
    }
    Ok(None)
}

/// Locks and reads the channels, and writes the acceptable drafts.
async fn locked(pool: &PgPool, clock: &Clock, drafts: &[Draft]) -> Result<Committed> {
    let mut tx = begin_postgres(pool).await?;
    let channels: Vec<_> = drafts.iter().map(|d| d.channel.0).collect();
    let senders: Vec<_> = drafts.iter().map(|d| d.sender.0).collect();
    let temp_ids: Vec<_> = drafts.iter().map(|d| d.temp_id.as_str()).collect();
    let reply_to: Vec<_> = drafts.iter().map(|d| d.reply_to.map(|id| id.0)).collect();
    // In the order of ids, so that two nodes cannot deadlock; the following statements see what the other node
    // committed.
    sqlx::query("SELECT id FROM channels WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE")
        .bind(&channels)
        .execute(&mut *tx)
        .await?;
    let preconditions: Vec<Preconditions> = sqlx::query_as(SELECT_PRECONDITIONS.as_str())
        .bind(&channels)
        .bind(&senders)
        .bind(&temp_ids)
        .bind(&reply_to)
        .fetch_all(&mut *tx)
        .await?;
    let plan = plan(drafts, &preconditions, clock.now(), || clock.id());
    if plan.messages.is_empty() {
        return Ok(plan.into());
    }
    write(&mut *tx, &plan, None).await?;
    finish(Tx::Postgres(tx), clock, plan).await
}

/// Writes a plan; `known` has the heads that it was planned on, unless the channels are locked.
async fn write(
    db: impl PgExecutor<'_>,
    plan: &Plan,
    known: Option<&HashMap<ChannelId, Head>>,
) -> Result<Vec<Difference>> {
    let m = &plan.messages;
    let (mut heads, own): (Vec<_>, Vec<_>) = (plan.heads.iter().collect(), plan.own.iter().collect());
    // In the order in which the database locks them.
    heads.sort_by_key(|(channel, _)| **channel);
    let known_of = |(channel, head): &(&ChannelId, &Head)| known.map_or(**head, |known| known[*channel]);
    let mentions: Vec<_> = mentions(plan).collect();
    let json = |value: Option<_>| value.transpose();
    Ok(sqlx::query_as(
        "SELECT channel_id, seq, at FROM pg_temp.write_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, \
         $16, $17, $18, $19, $20, $21, $22, $23)",
    )
    .bind(known.is_none())
    .bind(heads.iter().map(|(channel, _)| channel.0).collect::<Vec<_>>())
    .bind(heads.iter().map(|head| known_of(head).0).collect::<Vec<_>>())
    .bind(heads.iter().map(|head| known_of(head).1).collect::<Vec<_>>())
    .bind(heads.iter().map(|(_, head)| head.0).collect::<Vec<_>>())
    .bind(heads.iter().map(|(_, head)| head.1).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.channel_id.0).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.seq).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.id.0).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.sender_id.0).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.temp_id.as_str()).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.body.as_str()).collect::<Vec<_>>())
    .bind(m.iter().map(|m| serde_json::to_value(&m.attachments)).collect::<Result<Vec<_>, _>>()?)
    .bind(m.iter().map(|m| json(m.link_preview.as_ref().map(serde_json::to_value))).collect::<Result<Vec<_>, _>>()?)
    .bind(m.iter().map(|m| m.is_broadcast).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.created_at).collect::<Vec<_>>())
    .bind(m.iter().map(|m| json(m.reply.as_ref().map(serde_json::to_value))).collect::<Result<Vec<_>, _>>()?)
    .bind(own.iter().map(|((channel, _), _)| channel.0).collect::<Vec<_>>())
    .bind(own.iter().map(|((_, person), _)| person.0).collect::<Vec<_>>())
    .bind(own.iter().map(|(_, count)| **count).collect::<Vec<_>>())
    .bind(mentions.iter().map(|(channel, _, _)| channel.0).collect::<Vec<_>>())
    .bind(mentions.iter().map(|(_, seq, _)| *seq).collect::<Vec<_>>())
    .bind(mentions.iter().map(|(_, _, person)| person.0).collect::<Vec<_>>())
    .fetch_all(db)
    .await?)
}
