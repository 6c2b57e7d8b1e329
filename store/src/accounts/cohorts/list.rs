//! The list of cohorts.

use chrono::{DateTime, Utc};

use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::staff::Scope;
use crate::{CohortId, ProgrammeId, Store};

/// A cohort in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedCohort {
    /// Its id.
    pub id: CohortId,
    /// Its name.
    pub name: String,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// How many mentees are in it.
    pub mentees: i64,
    /// How many mentors are in it.
    pub mentors: i64,
    /// How many open invitations lead to it.
    pub invited: i64,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

static COHORTS: Listing = Listing {
    columns: &["c.id, c.name, c.programme_id, g.key AS programme_key, g.name AS programme_name, c.created_at,
        (SELECT COUNT(*) FROM people p
            WHERE p.cohort_id = c.id AND p.programme_id = c.programme_id AND p.role = 'mentee') AS mentees,
        (SELECT COUNT(*) FROM people p
            WHERE p.cohort_id = c.id AND p.programme_id = c.programme_id AND p.role = 'mentor') AS mentors,
        (SELECT COUNT(*) FROM invitations i
            WHERE i.cohort_id = c.id AND i.email <> '' AND i.expires_at > {now}) AS invited"],
    from: "cohorts c JOIN programmes g ON g.id = c.programme_id",
    condition: "c.removed_at IS NULL",
    programme: "c.programme_id",
    id: "c.id",
    search: "c.search_text {like}",
    filters: &[("programme", Filter::Id("c.programme_id")), ("id", Filter::Id("c.id"))],
    sorts: &[("name", SortKey::Text("c.name_key")), ("createdAt", SortKey::Time("c.created_at"))],
    default_sort: "name",
};

/// Returns a page of the cohorts within a scope.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedCohort>, ListError> {
    COHORTS.page(store, scope, None, request).await
}
