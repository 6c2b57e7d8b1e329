//! Keys with which programs of funders and authorities read reports of outcomes. A key belongs to its creator: it reads what they may
//! read, and nothing once they no longer administer the installation.

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::audit::{Act, Record, Target};
use super::{Actor, Grant, Grants, Permission, Scope, Staff, StaffRole};
use crate::db::{Executor, QueryBuilder, Tx, query, query_as, query_scalar};
use crate::signing::secrets::random_text;
use crate::{ApiKeyId, PersonId, ProgrammeId, Result, Store};

/// What every key begins with, so that scanners of source code find one that was published.
pub const PREFIX: &str = "mhk_";

/// Keys of an installation that are valid at the same time.
pub const MAX_KEYS: i64 = 50;

/// The longest time until a key expires, in days.
pub const MAX_DAYS: u64 = 366;

/// The condition that a creator `p` still administers the installation.
macro_rules! is_administrator {
    () => {
        "p.role = 'staff' AND p.is_disabled = FALSE AND EXISTS (SELECT 1 FROM staff_grants g
             WHERE g.person_id = p.id AND g.role = 'administrator' AND g.programme_id IS NULL)"
    };
}

/// A key as staff see it; the key itself is stored nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// Its id.
    pub id: ApiKeyId,
    /// Its name for staff.
    pub name: String,
    /// The programmes whose reports it reads.
    pub programmes: Vec<ProgrammeId>,
    /// Who made it.
    pub created_by: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// From when on it reads nothing.
    pub expires_at: DateTime<Utc>,
    /// The last day of its use, in UTC.
    pub last_used_on: Option<NaiveDate>,
}

/// A key to make.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    /// Its name for staff.
    pub name: String,
    /// The programmes whose reports it reads; not empty.
    pub programmes: Vec<ProgrammeId>,
    /// The days until it expires, 1 to [`MAX_DAYS`].
    pub days: u64,
}

/// Why a key is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRefusal {
    /// For this member of staff there is no such programme with reports, or no installation.
    Unknown,
    /// There are [`MAX_KEYS`].
    TooMany,
    /// It would never expire, or too late.
    Expiry,
}

/// A key that was presented, and is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyInUse {
    /// The key.
    pub id: ApiKeyId,
    /// Its name, which the audit log has of what it does.
    pub name: String,
    /// Its creator. The scope is those of its programmes whose reports they may read now.
    pub staff: Staff,
    last_used_on: Option<NaiveDate>,
}

impl KeyInUse {
    /// The key as the actor of what it does: its creator may not know of it.
    pub fn actor(&self) -> Actor {
        Actor::ApiKey { name: self.name.clone(), scope: self.staff.scope.clone() }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ApiKeyId,
    name: String,
    created_by: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    last_used_on: Option<NaiveDate>,
}

/// Returns the keys, by name. They belong to the installation.
pub async fn all(store: &Store, scope: &Scope) -> Result<Vec<ApiKey>> {
    if *scope != Scope::Installation {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = query_as(
        "SELECT k.id, k.name, TRIM(p.first_name || ' ' || p.last_name) AS created_by, k.created_at, k.expires_at, k.last_used_on
         FROM api_keys k JOIN people p ON p.id = k.created_by ORDER BY k.name, k.id",
    )
    .fetch_all(&store.db)
    .await?;
    let of_keys: Vec<(ApiKeyId, ProgrammeId)> =
        query_as("SELECT key_id, programme_id FROM api_key_programmes ORDER BY key_id, programme_id")
            .fetch_all(&store.db)
            .await?;
    let key = |row: Row| {
        let Row { id, name, created_by, created_at, expires_at, last_used_on } = row;
        let programmes = of_keys.iter().filter(|(key, _)| *key == id).map(|(_, programme)| *programme).collect();
        ApiKey { id, name, programmes, created_by, created_at, expires_at, last_used_on }
    };
    Ok(rows.into_iter().map(key).collect())
}

/// Makes a key, and returns it. It is not shown again. Expired keys are removed.
pub async fn add(
    store: &Store,
    staff: &Staff,
    new: &NewApiKey,
) -> Result<std::result::Result<(ApiKeyId, String), KeyRefusal>> {
    if !staff.scope.includes(None) || new.programmes.is_empty() {
        return Ok(Err(KeyRefusal::Unknown));
    }
    let now = store.clock.now();
    let expires_at = Some(Days::new(new.days)).filter(|_| (1..=MAX_DAYS).contains(&new.days));
    let Some(expires_at) = expires_at.and_then(|days| now.checked_add_days(days)) else {
        return Ok(Err(KeyRefusal::Expiry));
    };
    let (id, key): (ApiKeyId, _) = (store.clock.id(), format!("{PREFIX}{}", random_text()));
    let mut tx = store.db.begin().await?;
    query("DELETE FROM api_keys WHERE expires_at <= $1").bind(now).execute(&mut tx).await?;
    let readable = readable(&mut tx, staff.person).await?;
    if !new.programmes.iter().all(|programme| readable.includes(Some(*programme))) {
        return Ok(Err(KeyRefusal::Unknown));
    }
    query("INSERT INTO api_keys (id, name, hash, created_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(id)
        .bind(&new.name)
        .bind(hash_of(&key))
        .bind(staff.person)
        .bind(now)
        .bind(expires_at)
        .execute(&mut tx)
        .await?;
    let mut insert = QueryBuilder::new(
        "INSERT INTO api_key_programmes (key_id, programme_id) SELECT k.id, g.id FROM api_keys k, programmes g WHERE k.id = ",
    );
    insert.push_bind(id).push(" AND g.id IN (").push_list(new.programmes.iter().copied()).push(")");
    if insert.build().execute(&mut tx).await? != new.programmes.len() as u64 {
        return Ok(Err(KeyRefusal::Unknown));
    }
    let count: i64 = query_scalar("SELECT COUNT(*) FROM api_keys").fetch_one(&mut tx).await?;
    if count > MAX_KEYS {
        return Ok(Err(KeyRefusal::TooMany));
    }
    let values = json!({"name": new.name, "programmes": new.programmes, "expires_at": expires_at});
    record(Act::AddApiKey, id, values).write(&mut tx, store, &Actor::Staff(staff.clone())).await?;
    tx.commit().await?;
    Ok(Ok((id, key)))
}

/// Revokes a key at once. Returns false if the member of staff has no such key.
pub async fn revoke(store: &Store, staff: &Staff, id: ApiKeyId) -> Result<bool> {
    if !staff.scope.includes(None) {
        return Ok(false);
    }
    let mut tx = store.db.begin().await?;
    let name: Option<String> =
        query_scalar("DELETE FROM api_keys WHERE id = $1 RETURNING name").bind(id).fetch_optional(&mut tx).await?;
    let Some(name) = name else { return Ok(false) };
    record(Act::RevokeApiKey, id, json!({"name": name})).write(&mut tx, store, &Actor::Staff(staff.clone())).await?;
    tx.commit().await?;
    Ok(true)
}

/// Returns a key that was presented, if it is valid now and its creator may read a report of its programmes. Call [`record_use`] before
/// it reads.
pub async fn verify(store: &Store, key: &str) -> Result<Option<KeyInUse>> {
    if !key.starts_with(PREFIX) {
        return Ok(None);
    }
    let found: Option<(ApiKeyId, String, PersonId, Option<NaiveDate>)> = query_as(concat!(
        "SELECT k.id, k.name, k.created_by, k.last_used_on FROM api_keys k JOIN people p ON p.id = k.created_by
         WHERE k.hash = $1 AND k.expires_at > $2 AND ",
        is_administrator!()
    ))
    .bind(hash_of(key))
    .bind(store.clock.now())
    .fetch_optional(&store.db)
    .await?;
    let Some((id, name, person, last_used_on)) = found else { return Ok(None) };
    let mut programmes: Vec<ProgrammeId> =
        query_scalar("SELECT programme_id FROM api_key_programmes WHERE key_id = $1 ORDER BY programme_id")
            .bind(id)
            .fetch_all(&store.db)
            .await?;
    let readable = readable(&store.db, person).await?;
    programmes.retain(|programme| readable.includes(Some(*programme)));
    if programmes.is_empty() {
        return Ok(None);
    }
    Ok(Some(KeyInUse { id, name, staff: Staff { person, scope: Scope::Programmes(programmes) }, last_used_on }))
}

/// Records the use of a key. The first one of a day leaves a row in the audit log.
pub async fn record_use(store: &Store, used: &KeyInUse) -> Result<()> {
    let KeyInUse { id, last_used_on, .. } = used;
    let today = store.clock.now().date_naive();
    if *last_used_on == Some(today) {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    let first =
        query("UPDATE api_keys SET last_used_on = $2 WHERE id = $1 AND (last_used_on IS NULL OR last_used_on < $2)")
            .bind(*id)
            .bind(today)
            .execute(&mut tx)
            .await?;
    if first > 0 {
        record(Act::UseApiKey, *id, Value::Null).write(&mut tx, store, &used.actor()).await?;
    }
    tx.commit().await
}

/// Where a member of staff may read reports of outcomes.
async fn readable(db: impl Executor, person: PersonId) -> Result<Scope> {
    let held: Vec<(StaffRole, Option<ProgrammeId>)> =
        query_as("SELECT role, programme_id FROM staff_grants WHERE person_id = $1").bind(person).fetch_all(db).await?;
    let grants: Grants = held.into_iter().map(|(role, programme)| Grant { role, programme }).collect();
    Ok(grants.scope(Permission::ReadOutcomes).unwrap_or(Scope::Programmes(Vec::new())))
}

/// Deletes the keys of a person who no longer administers the installation, in the transaction that takes the role.
pub(super) async fn forget_lost_in(tx: &mut Tx, person: PersonId) -> Result<()> {
    query(concat!(
        "DELETE FROM api_keys WHERE created_by = $1 AND NOT EXISTS (SELECT 1 FROM people p WHERE p.id = $1 AND ",
        is_administrator!(),
        ")"
    ))
    .bind(person)
    .execute(tx)
    .await?;
    Ok(())
}

fn record(act: Act, id: ApiKeyId, values: Value) -> Record<'static> {
    Record::new(act, Target::ApiKey(id), None).change(Value::Null, values)
}

/// Keys are random, so a plain hash is enough.
fn hash_of(key: &str) -> Vec<u8> {
    Sha256::digest(key.as_bytes()).to_vec()
}
