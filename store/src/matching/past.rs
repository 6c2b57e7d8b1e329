//! What the rounds of the matching brought a person: each mentor or mentee who was proposed, and rounds without anyone.

use chrono::{DateTime, Utc};

use super::State;
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::staff::Scope;
use crate::{MentorshipId, PersonId, ProgrammeId, RunId, Store};

/// What a round brought a person.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Brought {
    /// The round.
    pub run_id: RunId,
    /// Its programme.
    pub programme_id: ProgrammeId,
    /// When it was published, or the pair was proposed.
    pub at: DateTime<Utc>,
    /// Who was proposed; None in a round without a proposal.
    pub other_id: Option<PersonId>,
    /// Their name; empty after an erasure, or if they are in another programme now.
    pub other_name: String,
    /// How well they fit, 0 to 10,000.
    pub score: Option<i64>,
    /// What became of it.
    pub state: Option<State>,
    /// When that was; None for an open proposal, and where the time would tell a report or block from a withdrawal.
    pub changed_at: Option<DateTime<Utc>>,
    /// The mentorship that began.
    pub mentorship_id: Option<MentorshipId>,
    /// When it ended, if both had accepted.
    pub ended_at: Option<DateTime<Utc>>,
    /// Of a round without a proposal the code of the rule, as in [`super::runs::in_words`].
    pub reason: Option<String>,
}

/// The trackers of one side.
macro_rules! side {
    ($own:literal, $other:literal) => {
        concat!(
            "SELECT t.id, t.run_id, t.",
            $own,
            " AS person_id, t.",
            $other,
            " AS other_id, t.proposed_at AS at, t.score, t.state, t.changed_at, t.mentorship_id,
                 CAST(NULL AS TEXT) AS reason FROM matching_trackers t"
        )
    };
}

static PAST: Listing = Listing {
    columns: &["e.run_id, r.programme_id, e.at, e.other_id,
        CASE WHEN o.programme_id = r.programme_id THEN TRIM(o.first_name || ' ' || o.last_name) ELSE '' END AS other_name,
        e.score, e.state, CASE WHEN e.state NOT IN ('PROPOSED', 'INTERESTED', 'SELECTED', 'HELD', 'LEFT_POOL', 'DROPPED_OUT')
            THEN e.changed_at END AS changed_at,
        e.mentorship_id, CASE WHEN e.state = 'ACCEPTED' THEN m.ended_at END AS ended_at, e.reason"],
    from: concat!(
        "(",
        side!("mentee_id", "mentor_id"),
        " UNION ALL ",
        side!("mentor_id", "mentee_id"),
        " UNION ALL SELECT u.run_id, u.run_id, u.person_id, NULL, x.published_at, NULL, NULL, NULL, NULL, u.reason
              FROM matching_unmatched u JOIN matching_runs x ON x.id = u.run_id AND x.state = 'PUBLISHED'
                  AND x.published_at IS NOT NULL) e
         JOIN matching_runs r ON r.id = e.run_id LEFT JOIN people o ON o.id = e.other_id
         LEFT JOIN mentorships m ON m.id = e.mentorship_id"
    ),
    condition: "TRUE",
    programme: "r.programme_id",
    id: "e.id",
    search: "LOWER(o.first_name || ' ' || o.last_name) {like}",
    filters: &[("person", Filter::Id("e.person_id"))],
    sorts: &[("at", SortKey::Time("e.at"))],
    default_sort: "-at",
};

/// Returns a page of what rounds within a scope brought a person, the newest first.
pub async fn page(
    store: &Store,
    scope: &Scope,
    person: PersonId,
    cursor: Option<String>,
) -> Result<Page<Brought>, ListError> {
    let filters = [("person".to_owned(), vec![person.to_string()])].into();
    let request = ListRequest { filters, cursor, ..ListRequest::default() };
    PAST.page(store, scope, None, &request).await
}
