//! Presence: which people have a connection to which node. It is written only when the first connection opens or the
//! last one closes; a node that crashes counts until its lease expires.

use chrono::Duration;

use crate::db::{QueryBuilder, query, query_scalar};
use crate::{NodeId, PersonId, Result, Store};

/// How long a node counts as alive after its last heartbeat.
pub const LEASE: Duration = Duration::seconds(90);

/// How long rows of dead nodes are kept: a slow node finds its people still there.
const RETENTION: Duration = Duration::hours(1);

/// Bound values per statement, well below the limits of both databases.
const MAX_BINDS: usize = 400;

/// Extends the lease of this node, and deletes nodes that have been dead for long.
pub async fn heartbeat(store: &Store, node: NodeId) -> Result<()> {
    let now = store.clock.now();
    query(
        "INSERT INTO hub_nodes (id, alive_until) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until",
    )
    .bind(node)
    .bind(now + LEASE)
    .execute(&store.db)
    .await?;
    query("DELETE FROM hub_nodes WHERE alive_until < $1").bind(now - RETENTION).execute(&store.db).await?;
    Ok(())
}

/// Records which people are connected to this node and which no longer are.
pub async fn changed(store: &Store, node: NodeId, here: &[PersonId], gone: &[PersonId]) -> Result<()> {
    for people in here.chunks(MAX_BINDS) {
        let mut tx = store.db.begin().await?;
        // A person with an older token may have been erased, so the rows come from `people`.
        let mut query = QueryBuilder::new("INSERT INTO presence (person_id, node_id) SELECT id, ");
        query
            .push_bind(node)
            .push(" FROM people WHERE id IN (")
            .push_list(people.iter().copied())
            .push(") ON CONFLICT (person_id, node_id) DO NOTHING");
        query.build().execute(&mut tx).await?;
        tx.commit().await?;
    }
    for people in gone.chunks(MAX_BINDS) {
        let mut tx = store.db.begin().await?;
        let mut query = QueryBuilder::new("DELETE FROM presence WHERE node_id = ");
        query
            .push_bind(node)
            .push(" AND person_id IN (")
            .push_list(people.iter().copied())
            .push(")")
            .build()
            .execute(&mut tx)
            .await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Whether a person has a connection to any live node.
pub async fn is_here(store: &Store, person: PersonId) -> Result<bool> {
    let row: Option<i64> = query_scalar(
        "SELECT CAST(1 AS BIGINT) FROM presence p JOIN hub_nodes n ON n.id = p.node_id
         WHERE p.person_id = $1 AND n.alive_until > $2 LIMIT 1",
    )
    .bind(person)
    .bind(store.clock.now())
    .fetch_optional(&store.db)
    .await?;
    Ok(row.is_some())
}
