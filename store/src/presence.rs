//! Who has a socket on which process. Written when somebody comes or goes, and not in between; a process that dies is
//! believed until its lease ends.

use chrono::Duration;

use crate::db::on;
use crate::{NodeId, PersonId, Result, Store};

/// How long a process is believed after it was last heard of.
pub const LEASE: Duration = Duration::seconds(90);

/// Rows of dead processes are kept for so long: one that was only slow finds its people still there.
const KEPT: Duration = Duration::hours(1);

/// Bound values per statement, well below what either database takes.
const AT_ONCE: usize = 400;

/// This process is alive. Forgets those that have been dead for long.
pub async fn heartbeat(store: &Store, node: NodeId) -> Result<()> {
    let now = store.clock.now();
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO hub_nodes (id, alive_until) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until"
        )
        .bind(node)
        .bind(now + LEASE)
    )?;
    on!(&store.db, execute, sqlx::query("DELETE FROM hub_nodes WHERE alive_until < $1").bind(now - KEPT))?;
    Ok(())
}

/// These people have a socket on this process, and those have none any more.
pub async fn changed(store: &Store, node: NodeId, here: &[PersonId], gone: &[PersonId]) -> Result<()> {
    for people in here.chunks(AT_ONCE) {
        on!(&store.db, transaction, |tx, Engine| {
            // A person of an older token may have been erased meanwhile, so the rows come from `people`.
            let mut query = sqlx::QueryBuilder::<Engine>::new("INSERT INTO presence (person_id, node_id) SELECT id, ");
            query.push_bind(node).push(" FROM people WHERE id IN (");
            let mut list = query.separated(", ");
            for person in people {
                list.push_bind(*person);
            }
            query.push(") ON CONFLICT (person_id, node_id) DO NOTHING");
            query.build().persistent(false).execute(&mut *tx).await?;
        })?;
    }
    for people in gone.chunks(AT_ONCE) {
        on!(&store.db, transaction, |tx, Engine| {
            let mut query = sqlx::QueryBuilder::<Engine>::new("DELETE FROM presence WHERE node_id = ");
            query.push_bind(node).push(" AND person_id IN (");
            let mut list = query.separated(", ");
            for person in people {
                list.push_bind(*person);
            }
            query.push(")").build().persistent(false).execute(&mut *tx).await?;
        })?;
    }
    Ok(())
}

/// Whether a person has a socket on any process.
pub async fn is_here(store: &Store, person: PersonId) -> Result<bool> {
    let row: Option<i64> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT CAST(1 AS BIGINT) FROM presence p JOIN hub_nodes n ON n.id = p.node_id
         WHERE p.person_id = $1 AND n.alive_until > $2 LIMIT 1"
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_optional(pool)
    .await)?;
    Ok(row.is_some())
}
