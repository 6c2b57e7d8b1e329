//! The matching of programmes: where it stands, its runs, and rehearsals of other weights.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::content::text_in;
use store::matching::Rules;
use store::matching::runs::lists::{self, ListedRun};
use store::matching::runs::{self, Measured, Refusal, Rehearsal, Replaces, Run, RunState, Situation, Weights};
use store::programmes::{self, Programme};
use store::{PersonId, ProgrammeId, RunId, Store};
use utoipa::ToSchema;
use web::{Error, ListParams, ListQuery, Page, Result, SignedIn, Staff, not_found};

use super::StaffProgramme;
use super::fairness::{self, StaffFairness};
use super::names::{StaffName, names_of};
use crate::content::languages;

/// Where the matching of the programmes stands.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffMatchingResponse {
    /// The programmes of the caller that have a matching, by name.
    programmes: Vec<StaffMatching>,
}

/// Where the matching of a programme stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffMatching {
    programme: StaffProgramme,
    /// Mentees in the pool without an open proposal.
    waiting: i64,
    /// Mentees with an open proposal.
    deciding: i64,
    /// Mentors in the pool.
    mentors: i64,
    /// People in the pool who are paused.
    paused: i64,
    #[schema(required)]
    next_round_at: Option<DateTime<Utc>>,
    /// Whether rounds on schedule are published without a member of staff.
    publishes_automatically: bool,
    /// The draft or approved run.
    #[schema(required)]
    open_run: Option<StaffOpenRun>,
    /// What is compared, with the weights of the programme.
    criteria: Vec<StaffCriterion>,
}

/// A run that is not published.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffOpenRun {
    id: RunId,
    state: StaffRunState,
    created_at: DateTime<Utc>,
}

/// A criterion of a programme.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffCriterion {
    key: String,
    /// In the language of the caller.
    title: String,
    /// 0 to 10.
    weight: u8,
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StaffRunState {
    Draft,
    Approved,
    /// Some of its proposals are published, and the others follow.
    Publishing,
    Published,
    /// A later run took its place before it was published.
    Replaced,
}

/// A run of the engine; a published one is a round.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffRun {
    id: RunId,
    programme: StaffProgramme,
    state: StaffRunState,
    created_at: DateTime<Utc>,
    #[schema(required)]
    published_at: Option<DateTime<Utc>>,
    /// Mentees with a proposal, and those without.
    mentees: i64,
    mentees_served: u32,
    /// Mentors with a free place.
    mentors: u32,
    /// Free places of the mentors.
    places: u32,
    proposals: u32,
    /// Pairs that no longer fitted when it was published.
    fell_out: u32,
    /// The mean score of first proposals, 0 to 10,000.
    mean_score: u16,
    /// Pairs that became a mentorship.
    accepted: i64,
    /// Whether it was drafted with other weights than those of the programme.
    has_other_weights: bool,
}

/// Of which programme, and with which weights.
#[derive(Deserialize, ToSchema)]
pub(super) struct RunRequest {
    programme: ProgrammeId,
    /// By the key of a criterion, 0 to 10; the others keep theirs.
    #[serde(default)]
    weights: BTreeMap<String, u8>,
}

/// Of which programme, with which weights, and the draft whose place it takes.
#[derive(Deserialize, ToSchema)]
pub(super) struct DraftRequest {
    #[serde(flatten)]
    run: RunRequest,
    /// The draft that the caller saw; null for none.
    #[schema(nullable)]
    replaces: Option<RunId>,
}

/// The draft.
#[derive(Serialize, ToSchema)]
pub(super) struct DraftedResponse {
    id: RunId,
}

/// What other weights would change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RehearsalResponse {
    /// Whether `before` is the open draft; otherwise what the programme's weights would propose.
    is_against_draft: bool,
    before: StaffMeasured,
    after: StaffMeasured,
    /// Mentees who would get another first proposal.
    changed: usize,
    /// At most 100 of them, the largest difference first.
    changes: Vec<StaffChanged>,
    /// Whom both serve, by the answers to the programme's questions; in each group the figures of `before` and of `after`.
    fairness: Vec<StaffFairness>,
}

/// What a set of proposals achieves, by the weights that are tried.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffMeasured {
    mentees_served: u32,
    /// The mean score of first proposals, 0 to 10,000.
    mean_score: u16,
    /// The same of the twentieth of mentees who fit worst.
    worst_score: u16,
}

/// A mentee who would get another first proposal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffChanged {
    mentee: StaffName,
    #[schema(required)]
    before: Option<StaffName>,
    #[schema(required)]
    after: Option<StaffName>,
    /// By the weights that are tried; null without a mentor, or where the pair is no longer possible.
    #[schema(required)]
    score_before: Option<u16>,
    #[schema(required)]
    score_after: Option<u16>,
}

/// The most changes of a rehearsal that are listed.
const MAX_CHANGES: usize = 100;

/// Shows where the matching of each programme of the caller stands.
#[web::operation(
    operation_id = "staff_matching",
    responses((status = 200, body = StaffMatchingResponse))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    request: HttpRequest,
) -> Result<Json<StaffMatchingResponse>> {
    let language = languages::of(&caller, &request);
    let found = runs::situations(&store, &staff.0.scope).await?;
    let of = |one: Situation| StaffMatching {
        waiting: one.waiting,
        deciding: one.deciding,
        mentors: one.mentors,
        paused: one.paused,
        next_round_at: one.next_round_at,
        publishes_automatically: one.programme.settings.matching.publishes_automatically,
        open_run: one.open_run.map(|run| StaffOpenRun {
            id: run.id,
            state: StaffRunState::of(run.state, one.is_publishing),
            created_at: run.created_at,
        }),
        criteria: criteria(&one.programme.settings.matching, &language),
        programme: StaffProgramme { id: one.programme.id, key: one.programme.key, title: one.programme.name },
    };
    Ok(Json(StaffMatchingResponse { programmes: found.into_iter().map(of).collect() }))
}

impl StaffCriterion {
    /// With the weight of a run; None if that is the programme's.
    pub(super) fn reweighted(self, weights: &Weights) -> Option<Self> {
        let weight = *weights.0.get(&self.key)?;
        (weight != self.weight).then_some(Self { weight, ..self })
    }
}

/// The criteria in a language.
pub(super) fn criteria(rules: &Rules, language: &str) -> Vec<StaffCriterion> {
    let criterion = |rule: &store::matching::Criterion| StaffCriterion {
        key: rule.key.clone(),
        title: text_in(&rule.title, language).to_owned(),
        weight: rule.weight,
    };
    rules.criteria.iter().map(criterion).collect()
}

/// Lists runs. Filters: `state` (to_decide, published, replaced), `programme` (ids). Sort: `createdAt`.
#[web::operation(
    operation_id = "staff_runs",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffRun>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffRun>>> {
    Ok(Json(Page::of(lists::page(&store, &staff.0.scope, &query.0).await?)))
}

async fn programme_of(store: &Store, staff: &Staff, id: ProgrammeId) -> Result<Programme> {
    let found = programmes::by_id(store, id).await?;
    found.filter(|found| staff.0.scope.includes(Some(found.id))).ok_or_else(not_found)
}

/// Runs the engine on the pool and stores what it proposes as a draft, which replaces an earlier one. It sends no notification.
#[web::operation(
    operation_id = "draft_run",
    request_body = DraftRequest,
    responses(
        (status = 201, body = DraftedResponse),
        (status = 404, description = "`not_found`: no such programme of the caller"),
        (status = 409, description = "`run_approved`: `current.id` waits for its publication; `run_drafted`: `current.id` is another draft than \
            `replaces`; `matching_off`; `rules_contradict`"),
        (status = 422, description = "`invalid`: a weight of no criterion, or above 10")
    )
)]
pub(super) async fn draft(store: Data<Store>, staff: Staff, body: Json<DraftRequest>) -> Result<HttpResponse> {
    let DraftRequest { run: RunRequest { programme, weights }, replaces } = body.into_inner();
    let programme = programme_of(&store, &staff, programme).await?;
    let actor = staff.actor();
    // A browser that closes does not stop it.
    let work =
        async move { runs::draft_with(&store, &actor, &programme, Weights(weights), Replaces::Seen(replaces)).await };
    let drafted = actix_web::rt::spawn(work).await.map_err(|error| store::Error::Matching(error.to_string()))?;
    match drafted? {
        Ok(Run { id, .. }) => Ok(HttpResponse::Created().json(DraftedResponse { id })),
        Err(refusal) => Err(refused(&refusal)),
    }
}

fn refused(refusal: &Refusal) -> Error {
    match refusal {
        Refusal::Off => {
            let sentence = "This programme has no matching: its content names no criteria.";
            Error::new(StatusCode::CONFLICT, "matching_off", sentence)
        }
        Refusal::Flaw(_) => rules_contradict(),
        Refusal::Weights => Error::invalid("Weigh each criterion from 0 to 10.".to_owned()),
        Refusal::Drafted(run) => {
            let sentence = "A colleague has computed a round meanwhile. Look at it first.";
            Error::new(StatusCode::CONFLICT, "run_drafted", sentence).current(json!({"id": run}))
        }
        Refusal::Approved(run) => {
            let sentence = "A round is approved already. Publish it, or take its approval back.";
            Error::new(StatusCode::CONFLICT, "run_approved", sentence).current(json!({"id": run}))
        }
    }
}

/// 409: the content of the programme has to change first.
pub(super) fn rules_contradict() -> Error {
    let sentence = "The rules of this programme contradict each other. Ask the person who edits its content.";
    Error::new(StatusCode::CONFLICT, "rules_contradict", sentence)
}

/// Says what other weights would change. Nothing is stored.
#[web::operation(
    operation_id = "rehearse_run",
    request_body = RunRequest,
    responses(
        (status = 200, body = RehearsalResponse),
        (status = 404, description = "`not_found`: no such programme of the caller"),
        (status = 409, description = "`matching_off`; `rules_contradict`"),
        (status = 422, description = "`invalid`: a weight of no criterion, or above 10")
    )
)]
pub(super) async fn rehearse(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    request: HttpRequest,
    body: Json<RunRequest>,
) -> Result<Json<RehearsalResponse>> {
    let RunRequest { programme, weights } = body.into_inner();
    let programme = programme_of(&store, &staff, programme).await?;
    let found = runs::rehearse(&store, &programme, Weights(weights)).await?;
    let Rehearsal { is_against_draft, before, after, mut changes, fairness } =
        found.map_err(|refusal| refused(&refusal))?;
    let changed = changes.len();
    changes.truncate(MAX_CHANGES);
    let people: Vec<PersonId> =
        changes.iter().flat_map(|one| [Some(one.mentee), one.before, one.after]).flatten().collect();
    let name = names_of(&store, &people).await?;
    let of = |one: runs::Changed| StaffChanged {
        mentee: name(one.mentee),
        before: one.before.map(&name),
        after: one.after.map(&name),
        score_before: one.score_before,
        score_after: one.score_after,
    };
    let changes = changes.into_iter().map(of).collect();
    let fairness = fairness::questions(fairness, &languages::of(&caller, &request));
    let (before, after) = (before.into(), after.into());
    Ok(Json(RehearsalResponse { is_against_draft, before, after, changed, changes, fairness }))
}

impl From<Measured> for StaffMeasured {
    fn from(Measured { mentees_served, mean_score, worst_score }: Measured) -> Self {
        Self { mentees_served, mean_score, worst_score }
    }
}

impl StaffRunState {
    pub(super) fn of(state: RunState, is_publishing: bool) -> Self {
        match state {
            RunState::Draft => Self::Draft,
            RunState::Approved if is_publishing => Self::Publishing,
            RunState::Approved => Self::Approved,
            RunState::Published => Self::Published,
            RunState::Stale => Self::Replaced,
        }
    }
}

impl From<ListedRun> for StaffRun {
    fn from(row: ListedRun) -> Self {
        let (balance, has_other_weights) = (row.balance(), !row.weights().is_empty());
        Self {
            id: row.id,
            programme: StaffProgramme { id: row.programme_id, key: row.programme_key, title: row.programme_name },
            state: StaffRunState::of(row.state, row.is_publishing),
            created_at: row.created_at,
            published_at: row.published_at,
            mentees: i64::from(balance.mentees_served) + row.left_out,
            mentees_served: balance.mentees_served,
            mentors: balance.mentors,
            places: balance.places,
            proposals: balance.proposals,
            fell_out: balance.fell_out,
            mean_score: balance.mean_first_score,
            accepted: row.accepted,
            has_other_weights,
        }
    }
}
