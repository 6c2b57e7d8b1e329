//! Cohorts that an import names.

use std::collections::HashMap;

use super::{CohortRefusal, MAX_COHORTS, create_in, key_of, lock_programme};
use crate::db::{Executor, query_as};
use crate::staff::Actor;
use crate::{CohortId, ProgrammeId, Result, Store};

/// The cohorts of a programme, with those that an import would create.
#[derive(Debug)]
pub(crate) struct Cohorts {
    known: HashMap<String, (Option<CohortId>, String)>,
    new: Vec<String>,
}

impl Cohorts {
    /// Finds those of a programme.
    pub(crate) async fn find(executor: impl Executor, programme: ProgrammeId) -> Result<Self> {
        let rows: Vec<(String, CohortId, String)> =
            query_as("SELECT name_key, id, name FROM cohorts WHERE programme_id = $1 AND removed_at IS NULL")
                .bind(programme)
                .fetch_all(executor)
                .await?;
        Ok(Self { known: rows.into_iter().map(|(key, id, name)| (key, (Some(id), name))).collect(), new: Vec::new() })
    }

    /// Notes a name. Returns false if the programme has no place for one more cohort.
    pub(crate) fn add(&mut self, name: &str) -> bool {
        let key = key_of(name);
        if self.known.contains_key(&key) {
            return true;
        }
        if i64::try_from(self.known.len()).is_ok_and(|count| count >= MAX_COHORTS) {
            return false;
        }
        self.known.insert(key, (None, name.to_owned()));
        self.new.push(name.to_owned());
        true
    }

    /// Returns the id of a name; None if it is not stored.
    pub(crate) fn id(&self, name: &str) -> Option<CohortId> {
        self.known.get(&key_of(name)).and_then(|(id, _)| *id)
    }

    /// Returns a name as it is, or would be, stored.
    pub(crate) fn spelled(&self, name: String) -> String {
        self.known.get(&key_of(&name)).map_or(name, |(_, spelled)| spelled.clone())
    }

    /// Returns the names that were added, in their order.
    pub(crate) fn into_new(self) -> Vec<String> {
        self.new
    }
}

/// Creates the cohorts that are missing in a programme.
pub(crate) async fn create_missing(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    names: &[String],
) -> Result<Cohorts> {
    if names.is_empty() {
        return Cohorts::find(&store.db, programme).await;
    }
    let mut tx = store.db.begin().await?;
    lock_programme(&mut tx, programme).await?;
    for name in names {
        match create_in(&mut tx, store, actor, programme, name).await? {
            Ok(_) | Err(CohortRefusal::NameTaken) => {}
            // The rows that need it are refused.
            Err(_) => break,
        }
    }
    let found = Cohorts::find(&mut tx, programme).await?;
    tx.commit().await?;
    Ok(found)
}
