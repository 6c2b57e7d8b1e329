//! Addresses of guardians that an import named. They are proposed to staff, who check them before they ask: no consent, and no proof.

use chrono::{DateTime, Utc};

use crate::db::{QueryBuilder, Tx, query};
use crate::staff::Scope;
use crate::{PersonId, Result, Store};

/// People of one query.
const CHUNK: usize = 500;

/// The address of a guardian that an import named.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ProposedGuardian {
    /// The mentee.
    pub person_id: PersonId,
    /// The normalised address.
    pub email: String,
    /// When it was imported.
    pub proposed_at: DateTime<Utc>,
}

/// Returns the proposed addresses of people within a scope; those without one are left out.
pub async fn proposed_guardians(store: &Store, scope: &Scope, people: &[PersonId]) -> Result<Vec<ProposedGuardian>> {
    let mut found: Vec<ProposedGuardian> = Vec::new();
    for part in people.chunks(CHUNK) {
        let mut query = QueryBuilder::new(
            "SELECT n.person_id, n.email, n.proposed_at FROM proposed_guardians n JOIN people p ON p.id = n.person_id
             WHERE p.is_disabled = FALSE AND ",
        );
        scope.push(&mut query, "p.programme_id");
        query.push(" AND n.person_id IN (");
        query.push_list(part.iter().copied()).push(")");
        found.append(&mut query.build_query_as().fetch_all(&store.db).await?);
    }
    Ok(found)
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
