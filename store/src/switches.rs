//! Switches of the whole installation, the same on every node at once.

use crate::db::on;
use crate::{Result, Store};

/// Nobody but staff on the command line gets in while this is on.
pub const MAINTENANCE: &str = "maintenance";

/// Turns a switch.
pub async fn set(store: &Store, name: &str, is_on: bool) -> Result<()> {
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO switches (name, is_on) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET is_on = excluded.is_on"
        )
        .bind(name)
        .bind(is_on)
    )?;
    Ok(())
}

/// Whether a switch is on; one never turned is off.
pub async fn is_on(store: &Store, name: &str) -> Result<bool> {
    let row: Option<bool> = on!(&store.db, |pool| sqlx::query_scalar("SELECT is_on FROM switches WHERE name = $1")
        .bind(name)
        .fetch_optional(pool)
        .await)?;
    Ok(row.unwrap_or(false))
}
