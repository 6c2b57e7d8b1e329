//! Staff: who they are, and whose affairs they look after.

use crate::db::on;
use crate::{PersonId, ProgrammeId, Result, Store};

/// A member of staff. They look after what belongs to their programme or to none; staff of no programme look after all.
/// Nobody looks after what is said of themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Staff {
    /// Who.
    pub id: PersonId,
    /// Whose staff; None for those of the whole installation.
    pub programme_id: Option<ProgrammeId>,
}

/// The person as staff; None if they are not.
pub async fn by_id(store: &Store, person: PersonId) -> Result<Option<Staff>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT id, programme_id FROM people WHERE id = $1 AND role = 'staff' AND is_disabled = FALSE"
    )
    .bind(person)
    .fetch_optional(pool)
    .await)?)
}
