//! Who is in a cohort.

use serde_json::json;

use super::{CohortRefusal, lock, share};
use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{CohortId, PersonId, ProgrammeId, Result, Store, people};

/// The most people who are put into a cohort at once.
pub const MAX_PEOPLE: usize = 1_000;

/// What became of people who were put into a cohort, or taken out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Put {
    /// People with another cohort than before.
    pub changed: usize,
    /// People who were there already.
    pub unchanged: usize,
    /// Staff, and people of other programmes: they stay as they are.
    pub left_out: usize,
}

/// Puts people into a cohort of their programme, out of the one where they were; without a cohort they are taken out. Those whom the
/// actor does not reach are left out.
pub async fn put(
    store: &Store,
    actor: &Actor,
    people: &[PersonId],
    cohort: Option<CohortId>,
) -> Result<std::result::Result<Put, CohortRefusal>> {
    if people.len() > MAX_PEOPLE {
        return Ok(Err(CohortRefusal::TooManyPeople));
    }
    let mut tx = store.db.begin().await?;
    let mut target = None;
    if let Some(id) = cohort {
        let Some(found) = lock(&mut tx, actor, id).await? else { return Ok(Err(CohortRefusal::NotFound)) };
        target = Some((id, found));
    }
    let mut ids = people.to_vec();
    ids.sort();
    ids.dedup();
    people::lock(&mut tx, ids.iter().copied().collect()).await?;
    let (mut put, mut has_reached, mut changed) = (Put::default(), false, Vec::new());
    for person in ids {
        let Some(Reached { programme: Some(programme) }) = actor.reach(&mut tx, person).await? else {
            put.left_out += 1;
            continue;
        };
        has_reached = true;
        let (role, before): (Role, Option<String>) = query_as(
            "SELECT p.role, c.name FROM people p
             LEFT JOIN cohorts c ON c.id = p.cohort_id AND c.programme_id = p.programme_id WHERE p.id = $1",
        )
        .bind(person)
        .fetch_one(&mut tx)
        .await?;
        let name = target.as_ref().map(|(_, cohort)| cohort.name.clone());
        if role == Role::Staff || target.as_ref().is_some_and(|(_, cohort)| cohort.programme_id != programme) {
            put.left_out += 1;
        } else if before == name {
            put.unchanged += 1;
        } else {
            query("UPDATE people SET cohort_id = $2 WHERE id = $1").bind(person).bind(cohort).execute(&mut tx).await?;
            Record::new(Act::SetCohort, Target::Person(person), Some(programme))
                .change(json!({"cohort": before}), json!({"cohort": name}))
                .write(&mut tx, store, actor)
                .await?;
            changed.push(person);
            put.changed += 1;
        }
    }
    if !has_reached {
        return Ok(Err(CohortRefusal::NotFound));
    }
    tx.commit().await?;
    // They read what was announced to the cohort lately.
    store.bus.publish(vec![Event::TopicsChanged { people: changed, topics: vec![Topic::Announcements] }]);
    Ok(Ok(put))
}

/// Puts a new person into the cohort of their invitation, unless it was removed.
pub(crate) async fn accept_in(tx: &mut Tx, person: PersonId, cohort: CohortId, programme: ProgrammeId) -> Result<()> {
    if share(tx, cohort).await?.is_some_and(|(of, _)| of == programme) {
        query("UPDATE people SET cohort_id = $2 WHERE id = $1").bind(person).bind(cohort).execute(tx).await?;
    }
    Ok(())
}

/// Takes a person out of their cohort, who leaves its programme or becomes staff. Returns its name.
pub(crate) async fn leave_in(tx: &mut Tx, person: PersonId) -> Result<Option<String>> {
    let name: Option<String> =
        query_scalar("SELECT c.name FROM people p JOIN cohorts c ON c.id = p.cohort_id WHERE p.id = $1")
            .bind(person)
            .fetch_optional(&mut *tx)
            .await?;
    query("UPDATE people SET cohort_id = NULL WHERE id = $1 AND cohort_id IS NOT NULL")
        .bind(person)
        .execute(tx)
        .await?;
    Ok(name)
}
