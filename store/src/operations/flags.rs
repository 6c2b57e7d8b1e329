//! Flags of the installation, shared by all nodes. The table is called `switches`.

use serde_json::{Value, json};

use crate::db::{query, query_scalar};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{Result, Store};

/// Maintenance mode: only staff on the command line have access.
pub const MAINTENANCE: &str = "maintenance";

/// Has no meaning: the readiness check changes it to see whether the database can be written.
const WRITE_PROBE: &str = "write_probe";

/// Sets a flag, which is off until then. It belongs to the installation: for staff of programmes there are none.
pub async fn set(store: &Store, actor: &Actor, name: &str, is_on: bool) -> Result<()> {
    if !actor.reaches(None) {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    let change = if is_on {
        "INSERT INTO switches (name, is_on) VALUES ($1, TRUE)
         ON CONFLICT (name) DO UPDATE SET is_on = TRUE WHERE switches.is_on = FALSE"
    } else {
        "UPDATE switches SET is_on = FALSE WHERE name = $1 AND is_on = TRUE"
    };
    if query(change).bind(name).execute(&mut tx).await? == 0 {
        return Ok(());
    }
    let record = Record::new(Act::SetFlag, Target::Installation, None);
    record.change(Value::Null, json!({"flag": name, "is_on": is_on})).write(&mut tx, store, actor).await?;
    tx.commit().await
}

/// Makes a small write. SQLite skips one that changes nothing.
pub(crate) async fn probe_write(store: &Store) -> Result<()> {
    query("INSERT INTO switches (name, is_on) VALUES ($1, TRUE) ON CONFLICT (name) DO UPDATE SET is_on = NOT switches.is_on")
        .bind(WRITE_PROBE)
        .execute(&store.db)
        .await?;
    Ok(())
}

/// Whether a flag is set; the default is off.
pub async fn is_on(store: &Store, name: &str) -> Result<bool> {
    let row: Option<bool> =
        query_scalar("SELECT is_on FROM switches WHERE name = $1").bind(name).fetch_optional(&store.db).await?;
    Ok(row.unwrap_or(false))
}
