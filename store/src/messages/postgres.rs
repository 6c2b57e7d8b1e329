//! How a group gets into PostgreSQL. Mostly nothing is unusual about it, and then it is one round trip: the group is planned on
//! what this process believes, and the database writes it if that is true. Otherwise it looks first, under a lock, and that is five.

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

use super::batch::{facts_columns, mentions};
use super::heads::{Head, Heads, usual};
use super::plan::{Draft, Facts, Plan, plan};
use crate::blocks::is_blocked;
use crate::clock::Clock;
use crate::{ChannelId, Result};

/// What the writer's connection begins with. Its statements take lists, and planning them anew for each group, as PostgreSQL
/// would, takes longer than running them. Each finds its rows by their keys; a plan that was made while the tables were new
/// and empty would read them whole, until somebody counts them: 0.5 ms instead of 0.15 for a message, and more with each.
pub(crate) static SESSION: LazyLock<String> = LazyLock::new(|| {
    let function = include_str!("write_messages.sql").replace("{is_blocked}", is_blocked!());
    format!("{BY_KEY} {function}")
});

const BY_KEY: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; \
                      SET enable_mergejoin = off; SET jit = off;";

/// Where something else is true than was believed.
#[derive(sqlx::FromRow)]
struct Differs {
    /// None: with the drafts themselves.
    channel_id: Option<ChannelId>,
    seq: i64,
    at: DateTime<Utc>,
}

pub(super) async fn commit(pool: &PgPool, clock: &Clock, heads: &Heads, drafts: &[Draft]) -> Result<Plan> {
    let plan = match as_usual(pool, clock, heads, drafts).await? {
        Some(plan) => plan,
        None => after_a_look(pool, clock, drafts).await?,
    };
    plan.heads.iter().for_each(|(channel, head)| heads.learn(*channel, *head));
    Ok(plan)
}

/// Writes the group if nothing is unusual.
async fn as_usual(pool: &PgPool, clock: &Clock, heads: &Heads, drafts: &[Draft]) -> Result<Option<Plan>> {
    // What is quoted must be read.
    if drafts.iter().any(|draft| draft.reply_to.is_some()) {
        return Ok(None);
    }
    // What was unknown is known the second time; others may write to a channel for ever.
    for _ in 0..2 {
        let now = clock.now();
        let known = heads.of(drafts, now);
        let facts: Vec<_> = drafts.iter().map(|draft| usual(known[&draft.channel])).collect();
        let plan = plan(drafts, &facts, now, || clock.id());
        let differs = write(pool, &plan, Some(&known)).await?;
        if differs.is_empty() {
            return Ok(Some(plan));
        }
        for Differs { channel_id, seq, at } in differs {
            let Some(channel) = channel_id else { return Ok(None) };
            heads.learn(channel, (seq, at));
        }
    }
    Ok(None)
}

/// Locks the channels, looks, and writes what may be written.
async fn after_a_look(pool: &PgPool, clock: &Clock, drafts: &[Draft]) -> Result<Plan> {
    let mut tx = pool.begin().await?;
    let channels: Vec<_> = drafts.iter().map(|d| d.channel.0).collect();
    let senders: Vec<_> = drafts.iter().map(|d| d.sender.0).collect();
    let temp_ids: Vec<_> = drafts.iter().map(|d| d.temp_id.as_str()).collect();
    let reply_to: Vec<_> = drafts.iter().map(|d| d.reply_to.map(|id| id.0)).collect();
    // In the order of ids, so that two nodes never wait for each other; what the other wrote is seen from here on.
    sqlx::query("SELECT id FROM channels WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE")
        .bind(&channels)
        .execute(&mut *tx)
        .await?;
    let facts: Vec<Facts> = sqlx::query_as(concat!(
        "SELECT c.head_seq, c.head_at, m.status, x.seq AS repeats, ",
        facts_columns!(),
        " FROM UNNEST($1, $2, $3, $4) WITH ORDINALITY AS i (channel, sender, temp_id, reply_to, ord)
         LEFT JOIN channels c ON c.id = i.channel
         LEFT JOIN members m ON m.channel_id = i.channel AND m.person_id = i.sender
         LEFT JOIN messages x ON x.temp_id = i.temp_id AND x.sender_id = i.sender AND x.channel_id = i.channel
         LEFT JOIN messages r ON r.id = i.reply_to AND r.channel_id = i.channel
         ORDER BY i.ord"
    ))
    .bind(&channels)
    .bind(&senders)
    .bind(&temp_ids)
    .bind(&reply_to)
    .fetch_all(&mut *tx)
    .await?;
    let plan = plan(drafts, &facts, clock.now(), || clock.id());
    if !plan.messages.is_empty() {
        write(&mut *tx, &plan, None).await?;
        tx.commit().await?;
    }
    Ok(plan)
}

/// Writes what is planned; `known` is what it was planned on, if nobody has looked yet.
async fn write(db: impl PgExecutor<'_>, plan: &Plan, known: Option<&HashMap<ChannelId, Head>>) -> Result<Vec<Differs>> {
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
