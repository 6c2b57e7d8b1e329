//! Addresses of guardians that an import named. They are proposed to staff, who check them before they ask: no consent, and no proof.

use chrono::{DateTime, Utc};

use crate::db::{QueryBuilder, Tx, query};
use crate::staff::Scope;
use crate::{PersonId, Result, Store};

/// People of one query.
const CHUNK: usize = 500;

/// The address of a guardian that an import named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedGuardian {
    /// The mentee.
    pub person_id: PersonId,
    /// The normalised address.
    pub email: String,
    /// When it was imported.
    pub proposed_at: DateTime<Utc>,
}

/// Returns the proposed addresses of people; those without one are left out. None if none of the people is within the scope.
pub async fn proposed_guardians(
    store: &Store,
    scope: &Scope,
    people: &[PersonId],
) -> Result<Option<Vec<ProposedGuardian>>> {
    let mut found: Vec<(PersonId, Option<String>, Option<DateTime<Utc>>)> = Vec::new();
    for part in people.chunks(CHUNK) {
        let mut query = QueryBuilder::new(
            "SELECT p.id, n.email, n.proposed_at FROM people p LEFT JOIN proposed_guardians n ON n.person_id = p.id
             WHERE p.is_disabled = FALSE AND ",
        );
        scope.push(&mut query, "p.programme_id");
        query.push(" AND p.id IN (");
        query.push_list(part.iter().copied()).push(")");
        found.append(&mut query.build_query_as().fetch_all(&store.db).await?);
    }
    if found.is_empty() && !people.is_empty() {
        return Ok(None);
    }
    let proposed = |(person_id, email, proposed_at): (PersonId, Option<String>, Option<DateTime<Utc>>)| {
        Some(ProposedGuardian { person_id, email: email?, proposed_at: proposed_at? })
    };
    Ok(Some(found.into_iter().filter_map(proposed).collect()))
}

/// Proposes an address, in place of an earlier one.
pub(super) async fn propose_in(tx: &mut Tx, person: PersonId, email: &str, now: DateTime<Utc>) -> Result<()> {
    query(
        "INSERT INTO proposed_guardians (person_id, email, proposed_at) VALUES ($1, $2, $3)
         ON CONFLICT (person_id) DO UPDATE SET email = excluded.email, proposed_at = excluded.proposed_at",
    )
    .bind(person)
    .bind(email)
    .bind(now)
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets the proposed address of a person: a guardian is asked, or there is nothing to ask any more.
pub(crate) async fn forget_in(tx: &mut Tx, person: PersonId) -> Result<()> {
    query("DELETE FROM proposed_guardians WHERE person_id = $1").bind(person).execute(tx).await?;
    Ok(())
}
