//! How the columns of a spreadsheet were read in the last import of a programme with the same names of columns, in any order.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::db::{Executor, Tx, query, query_as};
use crate::hmac_token::{self, Purpose};
use crate::staff::Actor;
use crate::{ProgrammeId, Result, Store};

/// The most mappings of a programme; the longest unused one goes.
const MAX_KEPT: i64 = 100;

/// What a column holds, such as `email`, with its place from 0.
pub type Mapping = BTreeMap<String, usize>;

/// A table as it is read.
#[derive(Clone, Copy, Debug)]
pub struct ReadTable<'t> {
    /// The names of the columns.
    pub header: &'t [String],
    /// What they hold.
    pub mapping: &'t Mapping,
}

/// A mapping of an earlier import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMapping {
    /// What the columns hold.
    pub mapping: Mapping,
    /// When it was used last.
    pub used_at: DateTime<Utc>,
    /// The first name of who used it; None for the command line, and after an erasure.
    pub used_by: Option<String>,
}

/// Returns how a table with these columns was read in the last import of a programme.
pub async fn kept_mapping(store: &Store, programme: ProgrammeId, header: &[String]) -> Result<Option<KeptMapping>> {
    let found: Option<(String, DateTime<Utc>, Option<String>)> = query_as(
        "SELECT c.mapping, c.used_at, p.first_name FROM import_columns c LEFT JOIN people p ON p.id = c.used_by
         WHERE c.programme_id = $1 AND c.header_hash = $2",
    )
    .bind(programme)
    .bind(hash(store, header))
    .fetch_optional(&store.db)
    .await?;
    let Some((mapping, used_at, used_by)) = found else { return Ok(None) };
    let places: Mapping = serde_json::from_str(&mapping)?;
    let sorted = sorted(header);
    let column = |(field, place): (String, usize)| Some((field, *sorted.get(place)?));
    let mapping = places.into_iter().filter_map(column).collect();
    Ok(Some(KeptMapping { mapping, used_at, used_by: used_by.filter(|name| !name.is_empty()) }))
}

/// Keeps how a table was read, in place of what was kept for the same names of columns.
pub(super) async fn keep_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    table: ReadTable<'_>,
) -> Result<()> {
    let sorted = sorted(table.header);
    let place =
        |(field, column): (&String, &usize)| Some((field.clone(), sorted.iter().position(|sorted| sorted == column)?));
    let places: Mapping = table.mapping.iter().filter_map(place).collect();
    query(
        "INSERT INTO import_columns (programme_id, header_hash, mapping, used_at, used_by) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (programme_id, header_hash) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at,
             used_by = excluded.used_by",
    )
    .bind(programme)
    .bind(hash(store, table.header))
    .bind(serde_json::to_string(&places)?)
    .bind(store.clock.now())
    .bind(actor.person())
    .execute(&mut *tx)
    .await?;
    drop_oldest(tx, programme).await
}

async fn drop_oldest(executor: impl Executor, programme: ProgrammeId) -> Result<()> {
    query(
        "DELETE FROM import_columns WHERE programme_id = $1 AND header_hash NOT IN (
             SELECT header_hash FROM import_columns WHERE programme_id = $1
             ORDER BY used_at DESC, header_hash LIMIT $2)",
    )
    .bind(programme)
    .bind(MAX_KEPT)
    .execute(executor)
    .await?;
    Ok(())
}

/// The columns by name; of equal ones, the first one first.
fn sorted(header: &[String]) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..header.len()).collect();
    columns.sort_by_key(|column| &header[*column]);
    columns
}

fn hash(store: &Store, header: &[String]) -> String {
    let names: Vec<&String> = sorted(header).into_iter().map(|column| &header[column]).collect();
    hmac_token::sign(store, Purpose::ImportHeader, &serde_json::json!(names).to_string())
}
