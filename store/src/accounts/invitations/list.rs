//! The list of invitations: those that are open, and the people who accepted one.

use chrono::{DateTime, Utc};

use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::role::Role;
use crate::staff::Scope;
use crate::{InvitationId, PersonId, ProgrammeId, Store};

/// An invitation in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedInvitation {
    /// The invitation.
    pub id: InvitationId,
    /// The address; that of the account once it is accepted.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// The name of the cohort of the person.
    pub cohort: Option<String>,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// When the person was invited.
    pub created_at: DateTime<Utc>,
    /// When the last mail was sent.
    pub mailed_at: DateTime<Utc>,
    /// Until when it can be accepted.
    pub expires_at: DateTime<Utc>,
    /// When it was accepted.
    pub accepted_at: Option<DateTime<Utc>>,
    /// The account that followed.
    pub person_id: Option<PersonId>,
}

static INVITATIONS: Listing = Listing {
    columns: &["i.id, COALESCE(p.email, i.email) AS email, COALESCE(p.first_name, i.first_name) AS first_name,
        COALESCE(p.last_name, i.last_name) AS last_name, i.role, h.name AS cohort, i.programme_id, g.key AS programme_key,
        g.name AS programme_name, i.created_at, i.mailed_at, i.expires_at, i.accepted_at, i.person_id"],
    from: "invitations i JOIN programmes g ON g.id = i.programme_id LEFT JOIN people p ON p.id = i.person_id
        LEFT JOIN cohorts h ON h.id = COALESCE(p.cohort_id, i.cohort_id) AND h.programme_id = i.programme_id AND h.removed_at IS NULL",
    // Nothing is known of people whose invitation is over, and of those who were erased.
    condition: "(i.email <> '' AND i.expires_at > {now} OR p.id IS NOT NULL AND p.email NOT LIKE '%.invalid')",
    programme: "i.programme_id",
    id: "i.id",
    search: "COALESCE(p.search_text, i.search_text) {like}",
    filters: &[
        ("status", Filter::Choice(&[("open", "i.accepted_at IS NULL"), ("accepted", "i.accepted_at IS NOT NULL")])),
        ("role", Filter::Choice(&[("mentor", "i.role = 'mentor'"), ("mentee", "i.role = 'mentee'")])),
        ("programme", Filter::Id("i.programme_id")),
        ("cohort", Filter::Id("h.id")),
    ],
    sorts: &[
        ("createdAt", SortKey::Time("i.created_at")),
        ("expiresAt", SortKey::Time("i.expires_at")),
        (
            "name",
            SortKey::Text("LOWER(COALESCE(p.last_name, i.last_name) || ' ' || COALESCE(p.first_name, i.first_name))"),
        ),
    ],
    default_sort: "-createdAt",
};

/// Returns a page of the invitations within a scope, the last ones first by default.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedInvitation>, ListError> {
    INVITATIONS.page(store, scope, None, request).await
}
