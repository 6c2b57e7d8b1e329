//! Leases: what one node works on at a time. A node that stops without ending its lease loses it when it expires, and another
//! one goes on.
//!
//! Jobs of the outbox need no lease: their due time is one.

use chrono::Duration;
use sqlx::types::Uuid;

use crate::db::{Tx, query, query_scalar};
use crate::{Result, Store};

/// The subject of work that concerns the whole installation.
pub const INSTALLATION: Uuid = Uuid::nil();

/// A lease of this node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    kind: &'static str,
    subject: Uuid,
    holder: Uuid,
}

/// Acquires the lease of a subject for `length`; None while another holder has it.
pub async fn acquire(store: &Store, kind: &'static str, subject: Uuid, length: Duration) -> Result<Option<Lease>> {
    let (holder, now) = (store.clock.id(), store.clock.now());
    // Most attempts find it leased; a write would wait for the one writer of SQLite.
    let is_leased: bool =
        query_scalar("SELECT EXISTS (SELECT 1 FROM leases WHERE kind = $1 AND subject = $2 AND until > $3)")
            .bind(kind)
            .bind(subject)
            .bind(now)
            .fetch_one(&store.db)
            .await?;
    if is_leased {
        return Ok(None);
    }
    let acquired = query(
        "INSERT INTO leases (kind, subject, holder, until) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, subject) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE leases.until <= $5",
    )
    .bind(kind)
    .bind(subject)
    .bind(holder)
    .bind(now + length)
    .bind(now)
    .execute(&store.db)
    .await?;
    Ok((acquired > 0).then_some(Lease { kind, subject, holder }))
}

/// Deletes expired leases.
pub async fn prune(store: &Store) -> Result<u64> {
    query("DELETE FROM leases WHERE until <= $1").bind(store.clock.now()).execute(&store.db).await
}

/// Ends the lease of a subject, of any holder: the work is done.
pub(crate) async fn end_in(tx: &mut Tx, kind: &str, subject: Uuid) -> Result<()> {
    query("DELETE FROM leases WHERE kind = $1 AND subject = $2").bind(kind).bind(subject).execute(tx).await.map(drop)
}

impl Lease {
    /// Lets the lease expire `length` from now. Returns false if another holder has acquired it.
    pub async fn renew(&self, store: &Store, length: Duration) -> Result<bool> {
        let renewed = query("UPDATE leases SET until = $4 WHERE kind = $1 AND subject = $2 AND holder = $3")
            .bind(self.kind)
            .bind(self.subject)
            .bind(self.holder)
            .bind(store.clock.now() + length)
            .execute(&store.db)
            .await?;
        Ok(renewed > 0)
    }

    /// Ends the lease. Returns false if another holder has acquired it.
    pub(crate) async fn end_in(&self, tx: &mut Tx) -> Result<bool> {
        let ended = query("DELETE FROM leases WHERE kind = $1 AND subject = $2 AND holder = $3")
            .bind(self.kind)
            .bind(self.subject)
            .bind(self.holder)
            .execute(tx)
            .await?;
        Ok(ended > 0)
    }
}
