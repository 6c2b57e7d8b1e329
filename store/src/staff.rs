//! Staff and their programmes.

pub mod audit;

use crate::db::query_as;
use crate::{PersonId, ProgrammeId, Result, Store};

/// A staff member. Their responsibility is what belongs to their programme or to none; staff without a programme are
/// responsible for everything. They never see reports about themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Staff {
    /// The person.
    pub id: PersonId,
    /// Their programme; None for the whole installation.
    pub programme_id: Option<ProgrammeId>,
}

/// Returns a person as staff; None for others.
pub async fn by_id(store: &Store, person: PersonId) -> Result<Option<Staff>> {
    query_as("SELECT id, programme_id FROM people WHERE id = $1 AND role = 'staff' AND is_disabled = FALSE")
        .bind(person)
        .fetch_optional(&store.db)
        .await
}
