//! Puts texts into the index, off the way of the messages: the transaction of a message only notes that there is
//! something to do (a trigger), since three-character indexes would halve the rate at which messages can be written.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::fold::fold;
use crate::db::{Db, on};
use crate::messages::is_invitation;
use crate::{ChannelId, Result};

/// Texts indexed in one transaction.
pub(super) const GROUP: i64 = 256;

/// The same while people write and nobody waits for the index: a message may have to wait for the end of it.
const GENTLY: i64 = 32;

/// How often the queue is looked at by who has worked it off. What gathers meanwhile is one transaction instead of one per
/// message, and a search does not wait for it: it indexes by itself what it finds waiting.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// After work the indexer rests so many times as long as it worked: writing messages comes first.
const REST: u32 = 3;

/// A search waits for somebody else's turn so often, so long each time: no longer than a search may take.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Bits of a place below the milliseconds of its message.
const PLACE_BITS: u32 = 21;

/// One node at a time: of two that work on one message the older text could win.
const LOCK: i64 = 0x6d68_7365_6172_6368;

/// Takes the turn on PostgreSQL. Nobody waits for the disk: after a power cut the queue has again what the index has not.
const TURN: &str = "SELECT pg_try_advisory_xact_lock($1), set_config('synchronous_commit', 'off', TRUE)";

/// The task that keeps the index up to date; it ends with this handle.
#[derive(Debug)]
pub(crate) struct Indexer(tokio::task::JoinHandle<()>);

impl Indexer {
    pub(crate) fn start(db: Db) -> Self {
        Self(tokio::spawn(async move {
            loop {
                let started = Instant::now();
                let pause = match index_some(&db, GENTLY).await {
                    Ok(all) if all < GENTLY as usize => LOOK_EVERY,
                    Ok(_) => started.elapsed() * REST,
                    Err(crate::Error::Database(sqlx::Error::PoolClosed)) => return,
                    Err(error) => {
                        tracing::warn!(%error, "texts could not be indexed");
                        LOOK_EVERY * 10
                    }
                };
                tokio::time::sleep(pause).await;
            }
        }))
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A message that waits, as it is now, and what the index has of it.
#[derive(sqlx::FromRow)]
struct Waiting {
    id: i64,
    channel_id: ChannelId,
    seq: i64,
    body: Option<String>,
    created_at: Option<DateTime<Utc>>,
    place: Option<i64>,
    folded: Option<String>,
}

/// Indexes what waits, as much as one search may be made to wait for. What another node or task has just taken is waited for
/// as well, without keeping a connection meanwhile.
pub(super) async fn index_first(db: &Db) -> Result<()> {
    for _ in 0..LOOKS {
        let waits: bool =
            on!(db, |pool| sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM search_queue)").fetch_one(pool).await)?;
        if !waits || index_some(db, GROUP).await? > 0 {
            break;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Ok(())
}

/// Indexes the newest `most` of what waits and returns how many that were; 0 also while another node is at it.
pub(super) async fn index_some(db: &Db, most: i64) -> Result<usize> {
    let is_sqlite = matches!(db, Db::Sqlite { .. });
    on!(db, transaction, |tx, Engine| {
        let is_ours = is_sqlite || sqlx::query_as::<_, (bool, String)>(TURN).bind(LOCK).fetch_one(&mut *tx).await?.0;
        let waiting: Vec<Waiting> = if is_ours {
            sqlx::query_as(
                "SELECT q.id, q.channel_id, q.seq, m.body, m.created_at, t.place, t.folded
                 FROM (SELECT id, channel_id, seq FROM search_queue ORDER BY id DESC LIMIT $1) q
                 LEFT JOIN messages m ON m.channel_id = q.channel_id AND m.seq = q.seq
                 LEFT JOIN search_texts t ON t.channel_id = q.channel_id AND t.seq = q.seq",
            )
            .bind(most)
            .fetch_all(&mut *tx)
            .await?
        } else {
            Vec::new()
        };
        let count = waiting.len();
        if count > 0 {
            // By name: what came between these two statements must stay.
            let mut done = QueryBuilder::<Engine>::new("DELETE FROM search_queue WHERE id IN (");
            let mut ids = done.separated(", ");
            for entry in &waiting {
                ids.push_bind(entry.id);
            }
            done.push(")").build().persistent(false).execute(&mut *tx).await?;

            let changes = Changes::of(waiting);
            for (place, folded) in &changes.outdated {
                if is_sqlite {
                    sqlx::query("INSERT INTO search_index (search_index, rowid, folded) VALUES ('delete', $1, $2)")
                        .bind(*place)
                        .bind(folded)
                        .execute(&mut *tx)
                        .await?;
                }
                sqlx::query("DELETE FROM search_texts WHERE place = $1").bind(*place).execute(&mut *tx).await?;
            }
            if !changes.texts.is_empty() {
                let mut taken = HashSet::new();
                let texts = loop {
                    let texts = placed(&changes.texts, &taken);
                    let mut look = QueryBuilder::<Engine>::new("SELECT place FROM search_texts WHERE place IN (");
                    let mut places = look.separated(", ");
                    for (place, _) in &texts {
                        places.push_bind(*place);
                    }
                    let found: Vec<i64> =
                        look.push(")").build_query_scalar().persistent(false).fetch_all(&mut *tx).await?;
                    if found.is_empty() {
                        break texts;
                    }
                    taken.extend(found);
                };
                let mut insert =
                    QueryBuilder::<Engine>::new("INSERT INTO search_texts (place, channel_id, seq, folded) ");
                insert.push_values(&texts, |mut row, (place, text)| {
                    row.push_bind(*place).push_bind(text.channel_id).push_bind(text.seq).push_bind(&text.folded);
                });
                insert.build().persistent(false).execute(&mut *tx).await?;
                if is_sqlite {
                    let mut insert = QueryBuilder::<Engine>::new("INSERT INTO search_index (rowid, folded) ");
                    insert.push_values(&texts, |mut row, (place, text)| {
                        row.push_bind(*place).push_bind(&text.folded);
                    });
                    insert.build().persistent(false).execute(&mut *tx).await?;
                }
            }
        }
        count
    })
}

/// Indexes what waits now, or waits for another node that is at it. The index is not late for good: what is not done within
/// `patience` is done by the task of any node.
pub(crate) async fn wait_until_indexed(db: &Db, patience: Duration) -> Result<()> {
    let end = Instant::now() + patience;
    loop {
        let waiting: i64 =
            on!(db, |pool| sqlx::query_scalar("SELECT COUNT(*) FROM search_queue").fetch_one(pool).await)?;
        if waiting == 0 || Instant::now() > end {
            return Ok(());
        }
        if index_some(db, GROUP).await? == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// What is to be done to the index.
#[derive(Default)]
struct Changes {
    /// Entries to take out, with the text that they were made of.
    outdated: Vec<(i64, String)>,
    /// Entries to make.
    texts: Vec<Text>,
}

struct Text {
    channel_id: ChannelId,
    seq: i64,
    at: DateTime<Utc>,
    folded: String,
}

impl Changes {
    /// A message may wait several times, and may be gone, or be as the index knows it.
    fn of(waiting: Vec<Waiting>) -> Self {
        let mut changes = Self::default();
        let mut seen = HashSet::new();
        for entry in waiting {
            if !seen.insert((entry.channel_id, entry.seq)) {
                continue;
            }
            let text = entry.body.as_deref().filter(|body| !is_invitation(body));
            let folded = text.map(fold).filter(|folded| !folded.is_empty());
            if folded == entry.folded {
                continue;
            }
            changes.outdated.extend(entry.place.zip(entry.folded));
            if let (Some(folded), Some(at)) = (folded, entry.created_at) {
                changes.texts.push(Text { channel_id: entry.channel_id, seq: entry.seq, at, folded });
            }
        }
        changes
    }
}

impl Text {
    /// Orders texts by the time of their messages, and those of one millisecond and channel by their numbers. Each channel
    /// begins somewhere else, or the first messages of many channels, written at once, would all have the same place.
    fn place(&self) -> i64 {
        const SPAN: u128 = 1 << PLACE_BITS;
        let within = (self.channel_id.0.as_u128() % SPAN).cast_signed() + i128::from(self.seq);
        let within = i64::try_from(within.rem_euclid(SPAN.cast_signed())).unwrap_or(0);
        (self.at.timestamp_millis() << PLACE_BITS) + within
    }
}

/// Gives each text a place of its own, and none that is taken: what falls together moves on to the next free one.
fn placed<'t>(texts: &'t [Text], taken: &HashSet<i64>) -> Vec<(i64, &'t Text)> {
    let mut texts: Vec<(i64, &Text)> = texts.iter().map(|text| (text.place(), text)).collect();
    texts.sort_by_key(|(place, _)| *place);
    let mut given = HashSet::new();
    for (place, _) in &mut texts {
        while taken.contains(place) || !given.insert(*place) {
            *place += 1;
        }
    }
    texts
}
