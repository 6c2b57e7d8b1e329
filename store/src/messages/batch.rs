//! Writes a group of messages in one transaction. One algorithm, and one of the two places with a text per dialect:
//! a group must go to the database in a few statements, and lists are passed as arrays here and as JSON there.

use serde_json::json;
use sqlx::{PgPool, SqlitePool};

use super::mention;
use super::plan::{Draft, Facts, Plan, plan};
use crate::blocks::is_blocked;
use crate::clock::Clock;
use crate::db::Db;
use crate::{ChannelId, PersonId, Result};

/// Commits all drafts that may be written and says what became of each.
pub(super) async fn commit(db: &Db, clock: &Clock, drafts: &[Draft]) -> Result<Plan> {
    match db {
        Db::Sqlite { write, .. } => commit_sqlite(write, clock, drafts).await,
        Db::Postgres(pool) => commit_postgres(pool, clock, drafts).await,
    }
}

/// What both dialects ask of a sender `m` in channel `c`, and of the message `r` that is answered.
macro_rules! facts_columns {
    () => {
        concat!(
            is_blocked!(),
            " AS is_blocked, r.seq AS reply_seq, r.sender_id AS reply_sender, r.body AS reply_body,
             r.attachments AS reply_attachments"
        )
    };
}

/// Every mention of somebody else in a planned message: (channel, number, person).
fn mentions(plan: &Plan) -> impl Iterator<Item = (ChannelId, i64, PersonId)> {
    plan.messages.iter().flat_map(|message| {
        let others = mention::people_in(&message.body).into_iter().filter(|person| *person != message.sender_id);
        others.map(|person| (message.channel_id, message.seq, person))
    })
}

async fn commit_sqlite(pool: &SqlitePool, clock: &Clock, drafts: &[Draft]) -> Result<Plan> {
    let hex = |id: uuid::Uuid| id.simple().to_string();
    let mut tx = pool.begin_with("BEGIN IMMEDIATE").await?;
    let keys = drafts
        .iter()
        .map(|d| {
            let reply_to = d.reply_to.map(|id| hex(id.0));
            json!({"c": hex(d.channel.0), "s": hex(d.sender.0), "t": d.temp_id, "r": reply_to})
        })
        .collect::<serde_json::Value>();
    let facts: Vec<Facts> = sqlx::query_as(concat!(
        "SELECT c.head_seq, c.head_at, m.status, x.seq AS repeats, ",
        facts_columns!(),
        " FROM json_each($1) i
         LEFT JOIN channels c ON c.id = unhex(i.value ->> 'c')
         LEFT JOIN members m ON m.channel_id = c.id AND m.person_id = unhex(i.value ->> 's')
         LEFT JOIN messages x
             ON x.temp_id = i.value ->> 't' AND x.sender_id = m.person_id AND x.channel_id = c.id
         LEFT JOIN messages r ON r.id = unhex(i.value ->> 'r') AND r.channel_id = c.id
         ORDER BY i.key"
    ))
    .bind(keys.to_string())
    .fetch_all(&mut *tx)
    .await?;
    let plan = plan(drafts, &facts, clock.now(), || clock.id());
    if plan.messages.is_empty() {
        return Ok(plan);
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
        sqlx::query(
            "INSERT INTO mentions (person_id, channel_id, seq)
             SELECT m.person_id, m.channel_id, i.value ->> 'q'
             FROM json_each($1) i
             JOIN members m ON m.channel_id = unhex(i.value ->> 'c') AND m.person_id = unhex(i.value ->> 'p')
             WHERE m.status = 'active'",
        )
        .bind(serde_json::to_string(&mentions)?)
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    Ok(plan)
}

async fn commit_postgres(pool: &PgPool, clock: &Clock, drafts: &[Draft]) -> Result<Plan> {
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
    if plan.messages.is_empty() {
        return Ok(plan);
    }

    let m = &plan.messages;
    let (heads, own): (Vec<_>, Vec<_>) = (plan.heads.iter().collect(), plan.own.iter().collect());
    let mentions: Vec<_> = mentions(&plan).collect();
    sqlx::query(
        "WITH stored AS (
             INSERT INTO messages
                 (channel_id, seq, id, sender_id, temp_id, body, attachments, link_preview, is_broadcast, created_at, reply)
             SELECT * FROM UNNEST($1, $2, $3, $4, $5, $6, $7, $19, $8, $9, $20)
         ), heads AS (
             UPDATE channels c SET head_seq = h.seq, head_at = h.at
             FROM UNNEST($10, $11, $12) AS h (id, seq, at) WHERE c.id = h.id
         ), own AS (
             UPDATE members m SET own_unseen = own_unseen + o.count
             FROM UNNEST($13, $14, $15) AS o (channel_id, person_id, count)
             WHERE m.channel_id = o.channel_id AND m.person_id = o.person_id
         )
         INSERT INTO mentions (person_id, channel_id, seq)
         SELECT m.person_id, m.channel_id, i.seq
         FROM UNNEST($16, $17, $18) AS i (channel_id, seq, person_id)
         JOIN members m ON m.channel_id = i.channel_id AND m.person_id = i.person_id
         WHERE m.status = 'active'",
    )
    .bind(m.iter().map(|m| m.channel_id.0).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.seq).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.id.0).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.sender_id.0).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.temp_id.as_str()).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.body.as_str()).collect::<Vec<_>>())
    .bind(m.iter().map(|m| serde_json::to_value(&m.attachments)).collect::<Result<Vec<_>, _>>()?)
    .bind(m.iter().map(|m| m.is_broadcast).collect::<Vec<_>>())
    .bind(m.iter().map(|m| m.created_at).collect::<Vec<_>>())
    .bind(heads.iter().map(|(channel, _)| channel.0).collect::<Vec<_>>())
    .bind(heads.iter().map(|(_, head)| head.0).collect::<Vec<_>>())
    .bind(heads.iter().map(|(_, head)| head.1).collect::<Vec<_>>())
    .bind(own.iter().map(|((channel, _), _)| channel.0).collect::<Vec<_>>())
    .bind(own.iter().map(|((_, person), _)| person.0).collect::<Vec<_>>())
    .bind(own.iter().map(|(_, count)| **count).collect::<Vec<_>>())
    .bind(mentions.iter().map(|(channel, _, _)| channel.0).collect::<Vec<_>>())
    .bind(mentions.iter().map(|(_, seq, _)| *seq).collect::<Vec<_>>())
    .bind(mentions.iter().map(|(_, _, person)| person.0).collect::<Vec<_>>())
    .bind(
        m.iter()
            .map(|m| m.link_preview.as_ref().map(serde_json::to_value).transpose())
            .collect::<Result<Vec<_>, _>>()?,
    )
    .bind(m.iter().map(|m| m.reply.as_ref().map(serde_json::to_value).transpose()).collect::<Result<Vec<_>, _>>()?)
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(plan)
}
