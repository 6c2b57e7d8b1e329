//! Cohorts: groups of people within a programme, such as the class of a school. A cohort is a label with a name; a person is in at most one
//! of their programme. It grants nothing: staff find people by it, and address them.

use serde_json::{Value, json};

use crate::db::{Tx, query, query_as, query_scalar};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{CohortId, PersonId, ProgrammeId, Result, Store, people};

mod import;
pub mod list;
mod members;

pub(crate) use import::{Cohorts, create_missing};
pub use members::{MAX_PEOPLE, Put, put};
pub(crate) use members::{accept_in, leave_in};

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 60;

/// The cohorts of a programme at the same time.
pub const MAX_COHORTS: i64 = 200;

/// Why a cohort stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CohortRefusal {
    /// For this actor there is no such cohort, programme or person.
    #[error("There is no such cohort.")]
    NotFound,
    /// The name is empty or too long.
    #[error("A name has 1 to {MAX_NAME_CHARS} characters.")]
    WrongName,
    /// Another cohort of the programme has the name, in capitals or not.
    #[error("The programme has a cohort of this name already.")]
    NameTaken,
    /// The programme has [`MAX_COHORTS`].
    #[error("A programme has at most {MAX_COHORTS} cohorts. Remove one first.")]
    TooMany,
    /// It does not have the name any more that the actor saw.
    #[error("A colleague has changed this meanwhile.")]
    ChangedMeanwhile,
    /// A scheduled announcement or an open survey window is for it.
    #[error("An announcement or a survey that is still to come is for this cohort. End it first.")]
    InUse,
    /// More people than at once.
    #[error("Choose at most {MAX_PEOPLE} people at once.")]
    TooManyPeople,
}

/// Returns a name as it is stored; None if it is empty or too long.
pub fn clean_name(text: &str) -> Option<String> {
    let name = text_fold::clean_line(text);
    let is_right = !text_fold::is_blank(&name) && name.chars().count() <= MAX_NAME_CHARS;
    is_right.then_some(name)
}

/// What of names is compared.
pub(crate) fn key_of(name: &str) -> String {
    name.to_lowercase()
}

/// Creates a cohort, and returns its id.
pub async fn create(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    name: &str,
) -> Result<std::result::Result<CohortId, CohortRefusal>> {
    let Some(name) = clean_name(name) else { return Ok(Err(CohortRefusal::WrongName)) };
    let mut tx = store.db.begin().await?;
    if !actor.reaches(Some(programme)) || !lock_programme(&mut tx, programme).await? {
        return Ok(Err(CohortRefusal::NotFound));
    }
    let created = create_in(&mut tx, store, actor, programme, &name).await?;
    if created.is_ok() {
        tx.commit().await?;
    }
    Ok(created)
}

/// Creates a cohort within a transaction that holds the lock of the programme.
async fn create_in(
    tx: &mut Tx,
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    name: &str,
) -> Result<std::result::Result<CohortId, CohortRefusal>> {
    let (count, has_name): (i64, bool) = query_as(
        "SELECT COUNT(*), COALESCE(MAX(CASE WHEN name_key = $2 THEN 1 ELSE 0 END), 0) = 1
         FROM cohorts WHERE programme_id = $1 AND removed_at IS NULL",
    )
    .bind(programme)
    .bind(key_of(name))
    .fetch_one(&mut *tx)
    .await?;
    if has_name {
        return Ok(Err(CohortRefusal::NameTaken));
    }
    if count >= MAX_COHORTS {
        return Ok(Err(CohortRefusal::TooMany));
    }
    let id: CohortId = store.clock.id();
    query(
        "INSERT INTO cohorts (id, programme_id, name, name_key, search_text, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id)
    .bind(programme)
    .bind(name)
    .bind(key_of(name))
    .bind(text_fold::fold(name))
    .bind(store.clock.now())
    .execute(&mut *tx)
    .await?;
    record(Act::CreateCohort, programme, Value::Null, json!({"cohort": name})).write(tx, store, actor).await?;
    Ok(Ok(id))
}

/// Gives a cohort another name; `seen` is the one that the actor saw.
pub async fn rename(
    store: &Store,
    actor: &Actor,
    id: CohortId,
    seen: &str,
    name: &str,
) -> Result<std::result::Result<(), CohortRefusal>> {
    let Some(name) = clean_name(name) else { return Ok(Err(CohortRefusal::WrongName)) };
    let mut tx = store.db.begin().await?;
    let Some(programme) = programme_of(&mut tx, actor, id).await? else { return Ok(Err(CohortRefusal::NotFound)) };
    lock_programme(&mut tx, programme).await?;
    let Some(before) = lock(&mut tx, actor, id).await? else { return Ok(Err(CohortRefusal::NotFound)) };
    if before.name == name {
        return Ok(Ok(()));
    }
    if before.name != seen {
        return Ok(Err(CohortRefusal::ChangedMeanwhile));
    }
    let is_taken: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM cohorts
             WHERE programme_id = $1 AND name_key = $2 AND id <> $3 AND removed_at IS NULL)",
    )
    .bind(programme)
    .bind(key_of(&name))
    .bind(id)
    .fetch_one(&mut tx)
    .await?;
    if is_taken {
        return Ok(Err(CohortRefusal::NameTaken));
    }
    query("UPDATE cohorts SET name = $2, name_key = $3, search_text = $4 WHERE id = $1")
        .bind(id)
        .bind(&name)
        .bind(key_of(&name))
        .bind(text_fold::fold(&name))
        .execute(&mut tx)
        .await?;
    record(Act::RenameCohort, programme, json!({"cohort": before.name}), json!({"cohort": name}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Removes a cohort, and returns how many people were in it; they stay in the programme without one.
pub async fn remove(store: &Store, actor: &Actor, id: CohortId) -> Result<std::result::Result<usize, CohortRefusal>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(cohort) = lock(&mut tx, actor, id).await? else { return Ok(Err(CohortRefusal::NotFound)) };
    let is_in_use: bool = query_scalar(
        "SELECT EXISTS (SELECT 1 FROM announcements WHERE cohort_id = $1 AND state = 'scheduled')
             OR EXISTS (SELECT 1 FROM announcements
                 WHERE cohort_id = $1 AND state = 'sent' AND placed_at IS NULL)
             OR EXISTS (SELECT 1 FROM survey_windows
                 WHERE cohort_id = $1 AND stopped_at IS NULL AND (closes_at IS NULL OR closes_at > $2))",
    )
    .bind(id)
    .bind(now)
    .fetch_one(&mut tx)
    .await?;
    if is_in_use {
        return Ok(Err(CohortRefusal::InUse));
    }
    let members: Vec<(PersonId, Option<ProgrammeId>)> =
        query_as("SELECT id, programme_id FROM people WHERE cohort_id = $1").bind(id).fetch_all(&mut tx).await?;
    people::lock(&mut tx, members.iter().map(|(person, _)| *person).collect()).await?;
    let count = members.iter().filter(|(_, programme)| *programme == Some(cohort.programme_id)).count();
    query("UPDATE people SET cohort_id = NULL WHERE cohort_id = $1").bind(id).execute(&mut tx).await?;
    query("UPDATE invitations SET cohort_id = NULL WHERE cohort_id = $1").bind(id).execute(&mut tx).await?;
    query("UPDATE cohorts SET removed_at = $2 WHERE id = $1").bind(id).bind(now).execute(&mut tx).await?;
    record(Act::RemoveCohort, cohort.programme_id, json!({"cohort": cohort.name, "people": count}), Value::Null)
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    Ok(Ok(count))
}

/// A cohort under its lock.
#[derive(sqlx::FromRow)]
struct Locked {
    programme_id: ProgrammeId,
    name: String,
}

/// Locks a cohort within the reach of an actor. Programmes are locked before cohorts, and cohorts before people.
async fn lock(tx: &mut Tx, actor: &Actor, id: CohortId) -> Result<Option<Locked>> {
    let found: Option<Locked> = query_as(
        "UPDATE cohorts SET created_at = created_at WHERE id = $1 AND removed_at IS NULL RETURNING programme_id, name",
    )
    .bind(id)
    .fetch_optional(tx)
    .await?;
    Ok(found.filter(|found| actor.reaches(Some(found.programme_id))))
}

/// Returns the programme of a cohort, and its name, and keeps it from being removed until the end of the transaction.
pub(crate) async fn share(tx: &mut Tx, id: CohortId) -> Result<Option<(ProgrammeId, String)>> {
    let sql = if tx.is_sqlite() {
        "SELECT programme_id, name FROM cohorts WHERE id = $1 AND removed_at IS NULL"
    } else {
        "SELECT programme_id, name FROM cohorts WHERE id = $1 AND removed_at IS NULL FOR SHARE"
    };
    query_as(sql).bind(id).fetch_optional(tx).await
}

async fn programme_of(tx: &mut Tx, actor: &Actor, id: CohortId) -> Result<Option<ProgrammeId>> {
    let found: Option<ProgrammeId> =
        query_scalar("SELECT programme_id FROM cohorts WHERE id = $1 AND removed_at IS NULL")
            .bind(id)
            .fetch_optional(tx)
            .await?;
    Ok(found.filter(|programme| actor.reaches(Some(*programme))))
}

/// Locks a programme, so that two cohorts do not both take a name, or the last place. Returns false if there is none.
async fn lock_programme(tx: &mut Tx, programme: ProgrammeId) -> Result<bool> {
    let locked = query("UPDATE programmes SET key = key WHERE id = $1").bind(programme).execute(tx).await?;
    Ok(locked > 0)
}

fn record(act: Act, programme: ProgrammeId, before: Value, after: Value) -> Record<'static> {
    Record::new(act, Target::Programme(programme), Some(programme)).change(before, after)
}
