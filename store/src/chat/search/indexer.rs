//! Indexes messages outside their transactions. A trigger queues each stored message; indexing within its transaction
//! would halve the rate at which messages can be written.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use super::fold::fold;
use crate::bots::ASSISTANT;
use crate::chat::assistant_label::is_crisis_label;
use crate::db::{Db, QueryBuilder, Tx, query, query_as, query_scalar};
use crate::messages::is_invitation;
use crate::{ChannelId, PersonId, Result};

/// Texts per transaction.
pub(super) const BATCH: i64 = 256;

/// Texts per transaction in the background: a message may have to wait for the transaction.
const BACKGROUND_BATCH: i64 = 32;

/// How often an empty queue is checked. Messages of this time share one transaction; a search does not wait, because it
/// indexes queued messages itself.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The pause after a batch as a multiple of its duration: writing messages has priority.
const PAUSE_FACTOR: u32 = 3;

/// Attempts of a search to index the queue while another task does, and the delay between them, within the time limit
/// of a search.
const MAX_ATTEMPTS: u32 = 20;
const RETRY_DELAY: Duration = Duration::from_millis(5);

/// Bits of a place below the milliseconds of its message.
const PLACE_BITS: u32 = 21;

/// The advisory lock on PostgreSQL: of two nodes that index one message, the older text could win.
const LOCK: i64 = 0x6d68_7365_6172_6368;

/// Tries to take the lock. The commit need not reach the disk: after a crash the queue has again what the index has
/// not.
const TRY_LOCK: &str = "SELECT pg_try_advisory_xact_lock($1), set_config('synchronous_commit', 'off', TRUE)";

/// The task that keeps the index up to date; it ends with this handle.
#[derive(Debug)]
pub(crate) struct Indexer(tokio::task::JoinHandle<()>);

impl Indexer {
    pub(crate) fn start(db: Db) -> Self {
        Self(tokio::spawn(async move {
            loop {
                let started = Instant::now();
                let pause = match index_some(&db, BACKGROUND_BATCH).await {
                    Ok(all) if all < BACKGROUND_BATCH as usize => POLL_INTERVAL,
                    Ok(_) => started.elapsed() * PAUSE_FACTOR,
                    Err(crate::Error::Database(sqlx::Error::PoolClosed)) => return,
                    Err(error) => {
                        tracing::warn!(%error, "texts could not be indexed");
                        POLL_INTERVAL * 10
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

/// A queued message with its current text and its entry in the index.
#[derive(sqlx::FromRow)]
struct Queued {
    id: i64,
    channel_id: ChannelId,
    seq: i64,
    body: Option<String>,
    sender_id: Option<PersonId>,
    temp_id: Option<String>,
    created_at: Option<DateTime<Utc>>,
    place: Option<i64>,
    folded: Option<String>,
}

impl Queued {
    /// Whether it is a crisis card: others may see the screen on which somebody searches.
    fn is_crisis_card(&self) -> bool {
        self.sender_id == Some(ASSISTANT) && self.temp_id.as_deref().is_some_and(is_crisis_label)
    }
}

/// Indexes the queue as far as a search may wait. Waits for batches of other nodes and tasks without holding a
/// connection.
pub(super) async fn index_queued(db: &Db) -> Result<()> {
    for _ in 0..MAX_ATTEMPTS {
        let waits: bool = query_scalar("SELECT EXISTS (SELECT 1 FROM search_queue)").fetch_one(db).await?;
        if !waits || index_some(db, BATCH).await? > 0 {
            break;
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
    Ok(())
}

/// Indexes the newest `limit` queued messages and returns their number; 0 also while another node indexes.
pub(super) async fn index_some(db: &Db, limit: i64) -> Result<usize> {
    let mut tx = db.begin().await?;
    if !tx.is_sqlite() && !query_as::<(bool, String)>(TRY_LOCK).bind(LOCK).fetch_one(&mut tx).await?.0 {
        return Ok(0);
    }
    let queued: Vec<Queued> = query_as(
        "SELECT q.id, q.channel_id, q.seq, m.body, m.sender_id, m.temp_id, m.created_at, t.place, t.folded
         FROM (SELECT id, channel_id, seq FROM search_queue ORDER BY id DESC LIMIT $1) q
         LEFT JOIN messages m ON m.channel_id = q.channel_id AND m.seq = q.seq
         LEFT JOIN search_texts t ON t.channel_id = q.channel_id AND t.seq = q.seq",
    )
    .bind(limit)
    .fetch_all(&mut tx)
    .await?;
    let count = queued.len();
    if count > 0 {
        // By id: entries that were added since the SELECT must stay.
        let mut delete = QueryBuilder::new("DELETE FROM search_queue WHERE id IN (");
        delete.push_list(queued.iter().map(|entry| entry.id)).push(")").build().execute(&mut tx).await?;
        let changes = Changes::of(queued);
        remove(&mut tx, &changes.outdated).await?;
        add(&mut tx, &changes.texts).await?;
        tx.commit().await?;
    }
    Ok(count)
}

async fn remove(tx: &mut Tx, outdated: &[(i64, String)]) -> Result<()> {
    for (place, folded) in outdated {
        if tx.is_sqlite() {
            query("INSERT INTO search_index (search_index, rowid, folded) VALUES ('delete', $1, $2)")
                .bind(*place)
                .bind(folded)
                .execute(&mut *tx)
                .await?;
        }
        query("DELETE FROM search_texts WHERE place = $1").bind(*place).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn add(tx: &mut Tx, texts: &[Text]) -> Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    let texts = free_places(tx, texts).await?;
    let mut insert = QueryBuilder::new("INSERT INTO search_texts (place, channel_id, seq, folded) ");
    insert.push_rows(&texts, |row, (place, text)| {
        row.push_value(*place).push_value(text.channel_id).push_value(text.seq).push_value(&text.folded);
    });
    insert.build().execute(&mut *tx).await?;
    if tx.is_sqlite() {
        let mut insert = QueryBuilder::new("INSERT INTO search_index (rowid, folded) ");
        insert.push_rows(&texts, |row, (place, text)| {
            row.push_value(*place).push_value(&text.folded);
        });
        insert.build().execute(&mut *tx).await?;
    }
    Ok(())
}

/// Gives each text a place that the index does not use yet.
async fn free_places<'t>(tx: &mut Tx, texts: &'t [Text]) -> Result<Vec<(i64, &'t Text)>> {
    let mut taken = HashSet::new();
    loop {
        let texts = placed(texts, &taken);
        let mut select = QueryBuilder::new("SELECT place FROM search_texts WHERE place IN (");
        let places = texts.iter().map(|(place, _)| *place);
        let found: Vec<i64> = select.push_list(places).push(")").build_query_scalar().fetch_all(&mut *tx).await?;
        if found.is_empty() {
            return Ok(texts);
        }
        taken.extend(found);
    }
}

/// Indexes the queue, or waits for another node that does. After `timeout` the background tasks do the rest.
pub(crate) async fn wait_until_indexed(db: &Db, timeout: Duration) -> Result<()> {
    let end = Instant::now() + timeout;
    loop {
        let queued: i64 = query_scalar("SELECT COUNT(*) FROM search_queue").fetch_one(db).await?;
        if queued == 0 || Instant::now() > end {
            return Ok(());
        }
        if index_some(db, BATCH).await? == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Changes of the index.
#[derive(Default)]
struct Changes {
    /// Entries to remove, with their indexed text.
    outdated: Vec<(i64, String)>,
    /// Entries to add.
    texts: Vec<Text>,
}

struct Text {
    channel_id: ChannelId,
    seq: i64,
    at: DateTime<Utc>,
    folded: String,
}

impl Changes {
    /// Compares queued messages with the index. A message may be queued several times, be gone, or be indexed already.
    fn of(queued: Vec<Queued>) -> Self {
        let mut changes = Self::default();
        let mut seen = HashSet::new();
        for entry in queued {
            if !seen.insert((entry.channel_id, entry.seq)) {
                continue;
            }
            let text = entry.body.as_deref().filter(|body| !is_invitation(body) && !entry.is_crisis_card());
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

/// Returns the first place of a time, or the last possible one.
pub(super) fn first_place(at: DateTime<Utc>) -> i64 {
    at.timestamp_millis().saturating_mul(1 << PLACE_BITS)
}

impl Text {
    /// Returns the preferred place: ordered by time, then by number. Each channel has its own offset, or simultaneous
    /// messages of many channels would share one place.
    fn place(&self) -> i64 {
        const SPAN: u128 = 1 << PLACE_BITS;
        let within = (self.channel_id.0.as_u128() % SPAN).cast_signed() + i128::from(self.seq);
        let within = i64::try_from(within.rem_euclid(SPAN.cast_signed())).unwrap_or(0);
        first_place(self.at).saturating_add(within)
    }
}

/// Gives each text a place of its own that is not taken: collisions move to the next free one.
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
