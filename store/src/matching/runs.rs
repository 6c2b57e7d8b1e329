//! Runs of the engine: a draft, its approval, and its publication, which makes it a round.

use chrono::{DateTime, Utc};
pub use matching::MAX_WEIGHT;
use matching::{Flaw, Instance, LeftOut, Outcome};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::instance::{self, person_of};
use super::rows::Rows;
use crate::content;
use crate::db::{query_as, query_scalar};
use crate::programmes::Programme;
use crate::{Error, PersonId, ProgrammeId, Result, RunId, Store};

mod approval;
mod choices;
mod draft;
mod edit;
pub mod lists;
mod publication;
mod reasons;
mod rehearsal;
mod situation;
mod weights;

pub use approval::{StateRefusal, approve, approve_seen, withdraw};
pub use choices::{Candidate, Choices, Proposed, choices};
pub use draft::{Replaces, draft, draft_with};
pub use edit::{EditRefusal, set_mentors};
pub use publication::publish;
pub use reasons::{PairReason, in_words, reasons};
pub use rehearsal::{Changed, Measured, Rehearsal, rehearse};
pub use situation::{Situation, situations};
pub use weights::Weights;

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "TEXT", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RunState {
    /// Staff look at it.
    Draft,
    /// It may be published.
    Approved,
    /// People see its proposals: it is a round.
    Published,
    /// A later run replaced it.
    Stale,
}

impl std::fmt::Display for RunState {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Draft => "a draft",
            Self::Approved => "approved",
            Self::Published => "published",
            Self::Stale => "replaced",
        })
    }
}

/// How many people and places there were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Balance {
    /// Mentees without an open proposal.
    pub mentees: u32,
    /// Mentors.
    pub mentors: u32,
    /// Their free places.
    pub places: u32,
    /// Mentees with a proposal.
    pub mentees_served: u32,
    /// Proposals.
    pub proposals: u32,
    /// Pairs that no longer fitted when the run was published.
    pub fell_out: u32,
    /// The mean score of first proposals.
    pub mean_first_score: u16,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// Its programme.
    pub programme_id: ProgrammeId,
    /// Its state.
    pub state: RunState,
    /// When the engine ran.
    pub created_at: DateTime<Utc>,
    /// When it was published.
    pub published_at: Option<DateTime<Utc>>,
    /// How many people and places there were.
    pub balance: Balance,
    /// The weights that differ from those of the programme.
    pub weights: Weights,
    /// How often staff changed it.
    pub revision: i64,
}

#[derive(sqlx::FromRow)]
struct RunRow {
    id: RunId,
    programme_id: ProgrammeId,
    state: RunState,
    created_at: DateTime<Utc>,
    published_at: Option<DateTime<Utc>>,
    balance: String,
    weights: Option<String>,
    revision: i64,
}

impl From<RunRow> for Run {
    fn from(row: RunRow) -> Self {
        let RunRow { id, programme_id, state, created_at, published_at, balance, weights, revision } = row;
        // Numbers for people: those of another version may lack some.
        let balance = serde_json::from_str(&balance).unwrap_or_default();
        let weights = weights.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Self { id, programme_id, state, created_at, published_at, balance, weights, revision }
    }
}

const COLUMNS: &str = "id, programme_id, state, created_at, published_at, balance, weights, revision";

/// A proposal of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct Proposal {
    /// The mentee.
    pub mentee_id: PersonId,
    /// The mentor.
    pub mentor_id: PersonId,
    /// Its position among those of the mentee, from 1.
    pub rank: i64,
    /// How well they fit, 0 to 10,000.
    pub score: i64,
}

/// Why a run could not take place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The programme has no matching.
    Off,
    /// The answers or rules contradict each other; the text says where.
    Flaw(String),
    /// A weight is about no criterion, or too large.
    Weights,
    /// An approved run is never replaced.
    Approved(RunId),
    /// Another draft is open than the actor saw.
    Drafted(RunId),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Off => out.write_str("the programme has no matching: its content names no criteria"),
            Self::Flaw(text) => out.write_str(text),
            Self::Weights => write!(out, "each weight needs a criterion of the programme and is at most {MAX_WEIGHT}"),
            Self::Drafted(run) => write!(out, "the run {run} was drafted meanwhile"),
            Self::Approved(run) => write!(out, "the run {run} is approved: publish it, or withdraw its approval"),
        }
    }
}

/// What a run would propose.
#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    /// How many people and places there are.
    pub balance: Balance,
    /// By mentee, then by rank.
    pub proposals: Vec<Proposal>,
    /// Who gets nothing, and by which rule.
    pub unmatched: Vec<(PersonId, String)>,
}

impl Preview {
    fn new(instance: &Instance, outcome: &Outcome) -> Self {
        let balance = Balance {
            mentees: outcome.balance.mentees,
            mentors: outcome.balance.mentors,
            places: outcome.balance.places,
            mentees_served: outcome.balance.mentees_served,
            proposals: u32::try_from(outcome.proposals.len()).unwrap_or(u32::MAX),
            fell_out: 0,
            mean_first_score: outcome.balance.mean_first_score,
        };
        let proposal = |one: &matching::Proposal| Proposal {
            mentee_id: person_of(one.mentee),
            mentor_id: person_of(one.mentor),
            rank: i64::from(one.rank),
            score: i64::from(one.score),
        };
        let left_out = |one: &LeftOut| (person_of(one.person), reasons::code(instance, one));
        Self {
            balance,
            proposals: outcome.proposals.iter().map(proposal).collect(),
            unmatched: outcome.left_out.iter().map(left_out).collect(),
        }
    }
}

/// Runs the engine on the pool of a programme without storing anything.
pub async fn preview(store: &Store, programme: &Programme) -> Result<Result<Preview, Refusal>> {
    if programme.settings.matching.is_off() {
        return Ok(Err(Refusal::Off));
    }
    let outcome = with_instance(store, programme, None, run_instance).await?;
    Ok(outcome.map_err(|flaw| Refusal::Flaw(flaw.to_string())))
}

fn run_instance(instance: &Instance) -> Result<Preview, Flaw> {
    matching::run(instance).map(|outcome| Preview::new(instance, &outcome))
}

/// Reads the rows of a programme, and builds and uses its instance apart from what serves requests.
async fn with_instance<T: Send + 'static>(
    store: &Store,
    programme: &Programme,
    published: Option<RunId>,
    work: impl FnOnce(&Instance) -> T + Send + 'static,
) -> Result<T> {
    with_changed_rows(store, programme, published, |_| {}, work).await
}

/// The same with other rows than those that are stored.
async fn with_changed_rows<T: Send + 'static>(
    store: &Store,
    programme: &Programme,
    published: Option<RunId>,
    change: impl FnOnce(&mut Rows) + Send + 'static,
    work: impl FnOnce(&Instance) -> T + Send + 'static,
) -> Result<T> {
    let catalogue = content::catalogue(store).await?;
    let (db, now, programme, runtime) = (store.db.clone(), store.clock.now(), programme.clone(), Handle::current());
    apart(move || {
        let mut rows = runtime.block_on(Rows::read(&db, &programme, &catalogue, now))?;
        change(&mut rows);
        Ok(work(&instance::build(&rows, &programme, &catalogue, published)))
    })
    .await?
}

/// Runs what takes long on a thread of its own, after those that serve requests.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let run = move || {
        // Of this thread alone on Linux, of the whole process elsewhere. Where it is not allowed, the work takes its share.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(NICENESS);
        // The receiver is gone if the server stops.
        let _ = sender.send(work());
    };
    let _permit = COMPUTATIONS.acquire().await.map_err(|error| Error::Matching(error.to_string()))?;
    std::thread::Builder::new()
        .name("matching".to_owned())
        .spawn(run)
        .map_err(|error| Error::Matching(error.to_string()))?;
    receiver.await.map_err(|error| Error::Matching(error.to_string()))
}

/// Computations at once: each holds the rows of a programme.
static COMPUTATIONS: Semaphore = Semaphore::const_new(2);

/// The lowest priority of a thread.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 19;

/// Returns the run of a programme that is not published or replaced yet.
pub async fn open(store: &Store, programme: ProgrammeId) -> Result<Option<Run>> {
    let row: Option<RunRow> = query_as([
        "SELECT ",
        COLUMNS,
        " FROM matching_runs WHERE programme_id = $1 AND state IN ('DRAFT', 'APPROVED')",
    ])
    .bind(programme)
    .fetch_optional(&store.db)
    .await?;
    Ok(row.map(Run::from))
}

/// Returns the runs of a programme, the newest first.
pub async fn of_programme(store: &Store, programme: ProgrammeId, limit: i64) -> Result<Vec<Run>> {
    let rows: Vec<RunRow> = query_as([
        "SELECT ",
        COLUMNS,
        " FROM matching_runs WHERE programme_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2",
    ])
    .bind(programme)
    .bind(limit)
    .fetch_all(&store.db)
    .await?;
    Ok(rows.into_iter().map(Run::from).collect())
}

/// Returns a run.
pub async fn by_id(store: &Store, run: RunId) -> Result<Option<Run>> {
    let row: Option<RunRow> =
        query_as(["SELECT ", COLUMNS, " FROM matching_runs WHERE id = $1"]).bind(run).fetch_optional(&store.db).await?;
    Ok(row.map(Run::from))
}

/// Returns what a run proposes.
pub async fn proposals(store: &Store, run: RunId) -> Result<Vec<Proposal>> {
    query_as(
        "SELECT mentee_id, mentor_id, rank, score FROM matching_proposals WHERE run_id = $1 ORDER BY mentee_id, rank",
    )
    .bind(run)
    .fetch_all(&store.db)
    .await
}

/// Returns the mentees whom a run left without a proposal.
pub(super) async fn unmatched_mentees(store: &Store, run: RunId) -> Result<Vec<PersonId>> {
    query_scalar(
        "SELECT u.person_id FROM matching_unmatched u JOIN people p ON p.id = u.person_id
         WHERE u.run_id = $1 AND p.role = 'mentee'",
    )
    .bind(run)
    .fetch_all(&store.db)
    .await
}

/// Returns whom a run left without a proposal, and by which rule.
pub async fn unmatched(store: &Store, run: RunId) -> Result<Vec<(PersonId, String)>> {
    query_as("SELECT person_id, reason FROM matching_unmatched WHERE run_id = $1 ORDER BY person_id")
        .bind(run)
        .fetch_all(&store.db)
        .await
}
