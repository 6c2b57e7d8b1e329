//! Runs as staff see them: the list of runs, and of one run the mentees with their first proposal, and who got nothing.

use chrono::{DateTime, Utc};

use super::{Balance, RunState};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::role::Role;
use crate::staff::Scope;
use crate::{PersonId, ProgrammeId, Result, RunId, Store};

/// A run in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedRun {
    /// The run.
    pub id: RunId,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// Its state.
    pub state: RunState,
    /// Whether some of its proposals are published, and the others follow.
    pub is_publishing: bool,
    /// When the engine ran.
    pub created_at: DateTime<Utc>,
    /// When it was published.
    pub published_at: Option<DateTime<Utc>>,
    /// Mentees whom the run left without a proposal.
    pub left_out: i64,
    /// Pairs that became a mentorship.
    pub accepted: i64,
    /// How often staff changed it.
    pub revision: i64,
    balance: String,
    weights: Option<String>,
}

impl ListedRun {
    /// How many people and places there were. Those of another version may lack some numbers.
    pub fn balance(&self) -> Balance {
        serde_json::from_str(&self.balance).unwrap_or_default()
    }

    /// The weights that differ from those of the programme.
    pub fn weights(&self) -> super::Weights {
        self.weights.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}

static RUNS: Listing = Listing {
    columns: &["r.id, r.programme_id, g.key AS programme_key, g.name AS programme_name, r.state, r.created_at,
        r.published_at, r.balance, r.weights, r.revision, (r.state = 'APPROVED' AND EXISTS (SELECT 1 FROM matching_trackers t
        WHERE t.run_id = r.id)) AS is_publishing,
        (SELECT COUNT(*) FROM matching_unmatched u JOIN people p ON p.id = u.person_id AND p.role = 'mentee'
        WHERE u.run_id = r.id) AS left_out, (SELECT COUNT(*) FROM matching_trackers t
        WHERE t.run_id = r.id AND t.state = 'ACCEPTED') AS accepted"],
    from: "matching_runs r JOIN programmes g ON g.id = r.programme_id",
    // Without those that are being stored.
    condition: "r.revision >= 0",
    programme: "r.programme_id",
    id: "r.id",
    search: "LOWER(g.name) {like}",
    filters: &[
        (
            "state",
            Filter::Choice(&[
                // What suggests no one needs no decision, and what is being published none any more.
                (
                    "to_decide",
                    "((r.state = 'DRAFT' AND EXISTS (SELECT 1 FROM matching_proposals o WHERE o.run_id = r.id))
                        OR (r.state = 'APPROVED' AND NOT EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = r.id)))",
                ),
                ("published", "r.state = 'PUBLISHED'"),
                ("replaced", "r.state = 'STALE'"),
            ]),
        ),
        ("programme", Filter::Id("r.programme_id")),
    ],
    sorts: &[("createdAt", SortKey::Time("r.created_at"))],
    default_sort: "-createdAt",
};

/// Returns a page of the runs within a scope, the newest first by default.
pub async fn page(
    store: &Store,
    scope: &Scope,
    request: &ListRequest,
) -> std::result::Result<Page<ListedRun>, ListError> {
    RUNS.page(store, scope, None, request).await
}

/// Returns a run within a scope.
pub async fn find(store: &Store, scope: &Scope, run: RunId) -> Result<Option<ListedRun>> {
    RUNS.find(store, scope, None, "", run.0).await
}

/// A mentee of a run.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedMentee {
    /// The mentee.
    pub mentee_id: PersonId,
    /// Their name; empty after an erasure.
    pub mentee_name: String,
    /// The mentor whom the run proposes first.
    pub mentor_id: PersonId,
    /// Their name; empty after an erasure.
    pub mentor_name: String,
    /// How well they fit, 0 to 10,000.
    pub score: i64,
    /// All proposals of the mentee.
    pub proposals: i64,
    /// What became of them: `matched`, `open`, `ended`, or `fell_out` before they were published. None before the publication.
    pub outcome: Option<String>,
}

/// Trackers of the run and mentee.
macro_rules! trackers {
    ($condition:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM matching_trackers t WHERE t.run_id = f.run_id AND t.mentee_id = f.mentee_id",
            $condition,
            ")"
        )
    };
}

const MATCHED: &str = trackers!(" AND t.state = 'ACCEPTED'");
const OPEN: &str = trackers!(" AND t.state IN ('PROPOSED', 'INTERESTED', 'SELECTED')");
const FELL_OUT: &str = concat!("(r.state = 'PUBLISHED' AND NOT ", trackers!(""), ")");
const ENDED: &str = concat!(
    "(",
    trackers!(""),
    " AND NOT ",
    trackers!(" AND t.state IN ('PROPOSED', 'INTERESTED', 'SELECTED', 'ACCEPTED')"),
    ")"
);

static MENTEES: Listing = Listing {
    columns: &[
        "f.mentee_id, TRIM(p.first_name || ' ' || p.last_name) AS mentee_name, f.mentor_id,
            TRIM(q.first_name || ' ' || q.last_name) AS mentor_name, f.score,
            (SELECT COUNT(*) FROM matching_proposals o WHERE o.run_id = f.run_id AND o.mentee_id = f.mentee_id) AS proposals,
            CASE WHEN ",
        MATCHED,
        " THEN 'matched' WHEN ",
        OPEN,
        " THEN 'open' WHEN ",
        ENDED,
        " THEN 'ended' WHEN ",
        FELL_OUT,
        " THEN 'fell_out' END AS outcome",
    ],
    from: "matching_proposals f JOIN matching_runs r ON r.id = f.run_id JOIN people p ON p.id = f.mentee_id
        JOIN people q ON q.id = f.mentor_id",
    // Of proposals of erased mentors there may be none with rank 1.
    condition: "f.rank = (SELECT MIN(o.rank) FROM matching_proposals o WHERE o.run_id = f.run_id AND o.mentee_id = f.mentee_id)",
    programme: "r.programme_id",
    id: "f.mentee_id",
    search: "(COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name)) || ' ' ||
        COALESCE(q.search_text, LOWER(q.first_name || ' ' || q.last_name))) {like}",
    filters: &[
        ("run", Filter::Id("f.run_id")),
        (
            "outcome",
            Filter::Choice(&[("matched", MATCHED), ("open", OPEN), ("ended", ENDED), ("fell_out", FELL_OUT)]),
        ),
    ],
    sorts: &[
        // With as many digits for all.
        ("score", SortKey::Text("CAST(100000 + f.score AS TEXT)")),
        ("name", SortKey::Text("LOWER(TRIM(p.last_name || ' ' || p.first_name))")),
    ],
    // Those who fit worst need a look.
    default_sort: "score",
};

/// Returns a page of the mentees of a run, each with their first proposal, those who fit worst first by default.
pub async fn mentees(
    store: &Store,
    scope: &Scope,
    run: RunId,
    request: &ListRequest,
) -> std::result::Result<Page<ListedMentee>, ListError> {
    MENTEES.page(store, scope, None, &of_run(run, request)).await
}

/// A person whom a run left without a proposal.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct LeftOut {
    /// The person.
    pub person_id: PersonId,
    /// Their name; empty after an erasure.
    pub name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// The code of the rule, as in [`super::in_words`].
    pub reason: String,
}

static LEFT_OUT: Listing = Listing {
    columns: &["u.person_id, TRIM(p.first_name || ' ' || p.last_name) AS name, p.role, u.reason"],
    from: "matching_unmatched u JOIN matching_runs r ON r.id = u.run_id JOIN people p ON p.id = u.person_id",
    condition: "TRUE",
    programme: "r.programme_id",
    id: "u.person_id",
    search: "COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name)) {like}",
    filters: &[
        ("run", Filter::Id("u.run_id")),
        ("role", Filter::Choice(&[("mentee", "p.role = 'mentee'"), ("mentor", "p.role = 'mentor'")])),
    ],
    sorts: &[("name", SortKey::Text("LOWER(TRIM(p.last_name || ' ' || p.first_name))"))],
    default_sort: "name",
};

/// Returns a page of those whom a run left without a proposal, by name.
pub async fn left_out(
    store: &Store,
    scope: &Scope,
    run: RunId,
    request: &ListRequest,
) -> std::result::Result<Page<LeftOut>, ListError> {
    LEFT_OUT.page(store, scope, None, &of_run(run, request)).await
}

/// A request of its own cannot name another run.
fn of_run(run: RunId, request: &ListRequest) -> ListRequest {
    let mut request = request.clone();
    request.filters.insert("run".to_owned(), vec![run.to_string()]);
    request
}
