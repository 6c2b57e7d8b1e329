//! Whether a programme takes anything new: its year may be closed, and it may be archived.

use std::collections::BTreeSet;

use crate::db::{Tx, query_as, query_scalar};
use crate::{Error, ProgrammeId, Result, Store};

/// What a programme does not take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
struct Closed {
    is_archived: bool,
    is_year_closed: bool,
}

const COLUMNS: &str =
    "SELECT g.archived_at IS NOT NULL AS is_archived, g.year_closed_at IS NOT NULL AS is_year_closed ";

/// SQL: keeps the programme as it is until the end of the transaction.
fn shared(tx: &Tx) -> &'static str {
    if tx.is_sqlite() { "" } else { " FOR SHARE OF g" }
}

async fn share_in(tx: &mut Tx, programme: ProgrammeId) -> Result<Closed> {
    let sql = [COLUMNS, "FROM programmes g WHERE g.id = $1", shared(tx)];
    Ok(query_as(sql).bind(programme).fetch_optional(tx).await?.unwrap_or_default())
}

/// Refuses what an archived programme does not take, and keeps it from being archived until the end of the transaction. Programmes are
/// locked before cohorts and people.
pub(crate) async fn goes_on_in(tx: &mut Tx, programme: ProgrammeId) -> Result<()> {
    if share_in(tx, programme).await?.is_archived { Err(Error::ProgrammeArchived) } else { Ok(()) }
}

/// Refuses what begins with an open year only, and keeps the year open until the end of the transaction.
pub(crate) async fn is_open_in(tx: &mut Tx, programme: ProgrammeId) -> Result<()> {
    match share_in(tx, programme).await? {
        Closed { is_archived: true, .. } => Err(Error::ProgrammeArchived),
        Closed { is_year_closed: true, .. } => Err(Error::ProgrammeYearClosed),
        _ => Ok(()),
    }
}

/// Whether mentorships and rounds of a programme may begin now.
pub async fn is_open(store: &Store, programme: ProgrammeId) -> Result<bool> {
    let found: Option<Closed> =
        query_as([COLUMNS, "FROM programmes g WHERE g.id = $1"]).bind(programme).fetch_optional(&store.db).await?;
    Ok(found.is_some_and(|found| !found.is_archived && !found.is_year_closed))
}

/// Whether a programme is archived.
pub async fn is_archived(store: &Store, programme: ProgrammeId) -> Result<bool> {
    let found: Option<Closed> =
        query_as([COLUMNS, "FROM programmes g WHERE g.id = $1"]).bind(programme).fetch_optional(&store.db).await?;
    Ok(found.is_some_and(|found| found.is_archived))
}

/// Returns the programmes that are archived.
pub async fn archived(store: &Store) -> Result<BTreeSet<ProgrammeId>> {
    let found: Vec<ProgrammeId> =
        query_scalar("SELECT id FROM programmes WHERE archived_at IS NOT NULL").fetch_all(&store.db).await?;
    Ok(found.into_iter().collect())
}
