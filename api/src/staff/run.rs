//! One run of the matching: its mentees, who got nothing, its approval and its publication.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use store::content::text_in;
use store::matching::Rules;
use store::matching::runs::lists::{self, LeftOut, ListedMentee};
use store::matching::runs::{self, Run, StateRefusal};
use store::people::Role;
use store::programmes::{self, Programme};
use store::{PersonId, RunId, Store};
use utoipa::ToSchema;
use web::{Error, ListParams, ListQuery, Page, Result, SignedIn, Staff, not_found};

use super::matching::{StaffCriterion, StaffRun, criteria, rules_contradict};
use crate::content::languages;

/// The description of 404 of every route about one run.
pub(super) const NO_SUCH_RUN: &str = "`not_found`: no such run of the programmes of the caller";

/// How long an answer waits for a publication, which goes on after it.
const PATIENCE: Duration = Duration::from_secs(15);

/// A run with the weights that it was drafted with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffRunResponse {
    #[serde(flatten)]
    run: StaffRun,
    /// Those whose weight differs from the programme's, with the weight of this run.
    other_weights: Vec<StaffCriterion>,
    /// How long mentees may think once it is published, in hours.
    hours_to_decide: i64,
    /// The most proposals of a mentee.
    most: u8,
    /// Names this state of a draft for its approval.
    revision: i64,
    /// Whether the programme names questions by whose answers staff see whom it serves.
    has_fairness: bool,
}

/// What the caller approves.
#[derive(Deserialize, ToSchema)]
pub(super) struct ApprovalRequest {
    /// Of the run that the caller saw.
    revision: i64,
}

/// A mentee of a run, with whom it proposes first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffRunMentee {
    id: PersonId,
    /// Empty after an erasure.
    name: String,
    mentor_id: PersonId,
    /// Empty after an erasure.
    mentor: String,
    /// 0 to 10,000.
    score: i64,
    proposals: i64,
    /// What became of them: `matched`, `open`, `ended`, or `fell_out` before the publication; null before it.
    #[schema(required)]
    outcome: Option<String>,
}

/// A person whom a run left without a proposal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffLeftOut {
    id: PersonId,
    /// Empty after an erasure.
    name: String,
    role: Role,
    /// The code of the rule.
    rule: String,
    /// The title of the criterion that the rule is about.
    #[schema(required)]
    criterion: Option<String>,
}

/// What a publication did.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublishedResponse {
    proposals: u32,
    /// Pairs that no longer fitted.
    fell_out: u32,
}

async fn find(store: &Store, staff: &Staff, path: Option<Path<RunId>>) -> Result<(Run, Programme)> {
    let id = path.ok_or_else(not_found)?.into_inner();
    let found = runs::by_id(store, id).await?.filter(|run| staff.0.scope.includes(Some(run.programme_id)));
    let found = found.ok_or_else(not_found)?;
    let programme = programmes::by_id(store, found.programme_id).await?.ok_or_else(not_found)?;
    Ok((found, programme))
}

/// Shows a run.
#[web::operation(
    operation_id = "staff_run",
    params(("run" = RunId, Path, description = "The run.")),
    responses((status = 200, body = StaffRunResponse), (status = 404, description = NO_SUCH_RUN))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    request: HttpRequest,
    run: Option<Path<RunId>>,
) -> Result<Json<StaffRunResponse>> {
    let id = run.ok_or_else(not_found)?.into_inner();
    let found = lists::find(&store, &staff.0.scope, id).await?.ok_or_else(not_found)?;
    let programme = programmes::by_id(&store, found.programme_id).await?.ok_or_else(not_found)?;
    let rules = &programme.settings.matching;
    let weights = found.weights();
    let other = |criterion: StaffCriterion| criterion.reweighted(&weights);
    let revision = found.revision;
    let other_weights = criteria(rules, &languages::of(&caller, &request)).into_iter().filter_map(other).collect();
    Ok(Json(StaffRunResponse {
        run: found.into(),
        other_weights,
        hours_to_decide: i64::from(rules.expiry_hours.of(Role::Mentee)),
        most: rules.proposals,
        revision,
        has_fairness: !rules.fairness.is_empty(),
    }))
}

/// Lists the mentees of a run, each with the first proposal. Filter: `outcome` (matched, open, ended, fell_out). Sorts: `score`, `name`.
#[web::operation(
    operation_id = "staff_run_mentees",
    params(("run" = RunId, Path, description = "The run."), ListParams),
    responses(
        (status = 200, body = Page<StaffRunMentee>),
        (status = 404, description = NO_SUCH_RUN),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn mentees(
    store: Data<Store>,
    staff: Staff,
    run: Option<Path<RunId>>,
    query: ListQuery,
) -> Result<Json<Page<StaffRunMentee>>> {
    let (found, _) = find(&store, &staff, run).await?;
    Ok(Json(Page::of(lists::mentees(&store, &staff.0.scope, found.id, &query.0).await?)))
}

/// Lists those whom a run left without a proposal, and why. Filter: `role` (mentee, mentor). Sort: `name`.
#[web::operation(
    operation_id = "staff_run_left_out",
    params(("run" = RunId, Path, description = "The run."), ListParams),
    responses(
        (status = 200, body = Page<StaffLeftOut>),
        (status = 404, description = NO_SUCH_RUN),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn left_out(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    request: HttpRequest,
    run: Option<Path<RunId>>,
    query: ListQuery,
) -> Result<Json<Page<StaffLeftOut>>> {
    let (found, programme) = find(&store, &staff, run).await?;
    let page = lists::left_out(&store, &staff.0.scope, found.id, &query.0).await?;
    let language = languages::of(&caller, &request);
    let of = |row: LeftOut| {
        let (rule, criterion) = reason_of(&programme.settings.matching, &row.reason, &language);
        StaffLeftOut { id: row.person_id, name: row.name, role: row.role, rule, criterion }
    };
    let store::listing::Page { rows, next_cursor, total } = page;
    let rows = rows.into_iter().map(of).collect();
    Ok(Json(Page::of(store::listing::Page::<StaffLeftOut> { rows, next_cursor, total })))
}

/// Returns the rule by which someone got no proposal, and the title of the criterion that it is about.
pub(super) fn reason_of(rules: &Rules, reason: &str, language: &str) -> (String, Option<String>) {
    let (rule, key) = reason.split_once(':').unwrap_or((reason, ""));
    // Of a clash in a group the group is what counts.
    let key = if rule == "mandatory" { key } else { "" };
    let criterion = rules.criteria.iter().find(|criterion| criterion.key == key);
    (in_neutral_words(rule).to_owned(), criterion.map(|criterion| text_in(&criterion.title, language).to_owned()))
}

/// Why two people are kept apart is not said: it may be a case.
fn in_neutral_words(rule: &str) -> &str {
    match rule {
        "conflict" | "block" => "may_not_meet",
        "group_age" | "group_clash" | "group_separated" => "group",
        other => other,
    }
}

/// Approves a draft: it may be published, and does not change any more.
#[web::operation(
    operation_id = "approve_run",
    params(("run" = RunId, Path, description = "The run.")),
    request_body = ApprovalRequest,
    responses(
        (status = 204, description = "Approved."),
        (status = 404, description = NO_SUCH_RUN),
        (status = 409, description = "`run_closed`: it is not a draft; `run_edited`: it has changed since this revision")
    )
)]
pub(super) async fn approve(
    store: Data<Store>,
    staff: Staff,
    run: Option<Path<RunId>>,
    body: Json<ApprovalRequest>,
) -> Result<HttpResponse> {
    let (found, _) = find(&store, &staff, run).await?;
    runs::approve_seen(&store, &staff.actor(), found.id, Some(body.revision))
        .await?
        .map_err(|refusal| refused(&refusal))?;
    Ok(HttpResponse::NoContent().finish())
}

/// Takes the approval of a run back: it is a draft again.
#[web::operation(
    operation_id = "withdraw_run",
    params(("run" = RunId, Path, description = "The run.")),
    responses(
        (status = 204, description = "A draft again."),
        (status = 404, description = NO_SUCH_RUN),
        (status = 409, description = "`run_closed`: it is not approved, or its publication has begun")
    )
)]
pub(super) async fn withdraw(store: Data<Store>, staff: Staff, run: Option<Path<RunId>>) -> Result<HttpResponse> {
    let (found, _) = find(&store, &staff, run).await?;
    runs::withdraw(&store, &staff.actor(), found.id).await?.map_err(|refusal| refused(&refusal))?;
    Ok(HttpResponse::NoContent().finish())
}

/// Publishes an approved run: each pair is checked again, and the mentees are asked. A large publication goes on after the answer.
#[web::operation(
    operation_id = "publish_run",
    params(("run" = RunId, Path, description = "The run.")),
    responses(
        (status = 200, body = PublishedResponse),
        (status = 202, description = "It goes on."),
        (status = 404, description = NO_SUCH_RUN),
        (status = 409, description = "`run_closed`: it is not approved; `rules_contradict`")
    )
)]
pub(super) async fn publish(store: Data<Store>, staff: Staff, run: Option<Path<RunId>>) -> Result<HttpResponse> {
    let (found, programme) = find(&store, &staff, run).await?;
    let actor = staff.actor();
    // A browser that closes does not stop it.
    let work = actix_web::rt::spawn(async move {
        let done = runs::publish(&store, &actor, &programme, found.id).await;
        if let Err(error) = &done {
            tracing::error!(programme = %programme.key, run = %found.id, %error, "a publication stopped");
        }
        done
    });
    let Ok(done) = tokio::time::timeout(PATIENCE, work).await else { return Ok(HttpResponse::Accepted().finish()) };
    let done = done.map_err(|_| store::Error::Matching("the publication stopped".to_owned()))?;
    let balance = done?.map_err(|refusal| refused(&refusal))?;
    Ok(HttpResponse::Ok().json(PublishedResponse { proposals: balance.proposals, fell_out: balance.fell_out }))
}

fn refused(refusal: &StateRefusal) -> Error {
    match refusal {
        StateRefusal::Unknown(_) => not_found(),
        StateRefusal::Flaw(_) => rules_contradict(),
        StateRefusal::Edited(_) => {
            let sentence = "A colleague has changed this round meanwhile. Look at it again.";
            Error::new(StatusCode::CONFLICT, "run_edited", sentence)
        }
        StateRefusal::NotADraft(..) | StateRefusal::NotApproved(..) => run_closed(),
    }
}

/// 409: a colleague, or the schedule, was faster.
pub(super) fn run_closed() -> Error {
    Error::new(StatusCode::CONFLICT, "run_closed", "This round has changed meanwhile. Look at where it stands now.")
}

impl From<ListedMentee> for StaffRunMentee {
    fn from(row: ListedMentee) -> Self {
        Self {
            id: row.mentee_id,
            name: row.mentee_name,
            mentor_id: row.mentor_id,
            mentor: row.mentor_name,
            score: row.score,
            proposals: row.proposals,
            outcome: row.outcome,
        }
    }
}
