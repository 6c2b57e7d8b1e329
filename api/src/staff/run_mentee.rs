//! The proposals of one mentee in a run.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::content::text_in;
use store::matching::runs::{self, Candidate, Choices, EditRefusal, PairReason, Proposed, RunState};
use store::matching::{Rules, State};
use store::{PersonId, RunId, Store};
use utoipa::ToSchema;
use web::{Error, Result, SignedIn, Staff, not_found};

use super::matching::rules_contradict;
use super::names::{StaffName, names_of};
use super::run::{NO_SUCH_RUN, run_closed};
use crate::content::languages;

/// The proposals of a mentee, and whom staff could propose instead.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffChoicesResponse {
    mentee: StaffName,
    /// Whether the run is a draft, which staff may change.
    is_draft: bool,
    /// By rank.
    proposed: Vec<StaffProposed>,
    /// The others who fit, the best first; at most 30.
    candidates: Vec<StaffCandidate>,
    /// All others who fit.
    possible: usize,
    /// The most proposals of a mentee.
    most: u8,
}

/// A mentor who is proposed to the mentee.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffProposed {
    #[serde(flatten)]
    candidate: StaffCandidate,
    /// Whether the rules allow the pair now, before it is published.
    is_possible: bool,
    /// What became of it: `open`, `accepted` or `ended`; null before the publication, or if it fell out.
    #[schema(required)]
    outcome: Option<&'static str>,
}

/// A mentor who fits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffCandidate {
    mentor: StaffName,
    /// 0 to 10,000.
    score: i64,
    /// The largest part of the score first; empty if the pair is not possible now.
    reasons: Vec<StaffReason>,
    /// To how many mentees the run proposes the mentor.
    offers: i64,
    /// The mentor's free places; null if the pair is not possible now.
    #[schema(required)]
    places: Option<u32>,
}

/// How well two people fit in a criterion.
#[derive(Serialize, ToSchema)]
struct StaffReason {
    /// In the language of the caller.
    title: String,
    /// 0 to 10,000.
    fit: u16,
}

/// Whom the draft proposes instead.
#[derive(Deserialize, ToSchema)]
pub(super) struct SetMentorsRequest {
    /// The mentors that the caller saw, by rank.
    before: Vec<PersonId>,
    /// Those to propose, by rank; none leaves the mentee out of this round.
    mentors: Vec<PersonId>,
}

/// Shows the proposals of a mentee in a run, and who else fits.
#[web::operation(
    operation_id = "staff_run_mentee",
    params(("run" = RunId, Path, description = "The run."), ("mentee" = PersonId, Path, description = "The mentee.")),
    responses((status = 200, body = StaffChoicesResponse), (status = 404, description = NO_SUCH_RUN))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    request: HttpRequest,
    path: Option<Path<(RunId, PersonId)>>,
) -> Result<Json<StaffChoicesResponse>> {
    let (run, mentee) = path.ok_or_else(not_found)?.into_inner();
    let found = runs::choices(&store, &staff.0.scope, run, mentee).await?.ok_or_else(not_found)?;
    let Choices { run, programme, proposed, candidates, possible } = found;
    let mentors = proposed.iter().map(|one| one.mentor).chain(candidates.iter().map(|one| one.mentor));
    let people: Vec<PersonId> = mentors.chain([mentee]).collect();
    let name = names_of(&store, &people).await?;
    let rules = &programme.settings.matching;
    let language = &*languages::of(&caller, &request);
    let proposed =
        proposed.into_iter().map(|Proposed { mentor, score, state, is_possible, reasons, offers, places }| {
            let reasons = titled(rules, &reasons, language);
            let candidate = StaffCandidate { mentor: name(mentor), score, reasons, offers, places };
            StaffProposed { candidate, is_possible, outcome: state.map(outcome) }
        });
    let candidates = candidates.into_iter().map(|Candidate { mentor, score, reasons, offers, places }| {
        let reasons = titled(rules, &reasons, language);
        StaffCandidate { mentor: name(mentor), score: i64::from(score), reasons, offers, places: Some(places) }
    });
    Ok(Json(StaffChoicesResponse {
        mentee: name(mentee),
        is_draft: run.state == RunState::Draft,
        proposed: proposed.collect(),
        candidates: candidates.collect(),
        possible,
        most: rules.proposals,
    }))
}

fn titled(rules: &Rules, reasons: &[PairReason], language: &str) -> Vec<StaffReason> {
    let title = |reason: &PairReason| {
        let rule = rules.criteria.iter().find(|rule| rule.key == reason.criterion)?;
        Some(StaffReason { title: text_in(&rule.title, language).to_owned(), fit: reason.fit })
    };
    reasons.iter().filter_map(title).collect()
}

/// Who said No to whom is theirs.
fn outcome(state: State) -> &'static str {
    match state {
        State::Accepted => "accepted",
        state if state.is_open() => "open",
        _ => "ended",
    }
}

/// Sets whom a draft proposes to a mentee.
#[web::operation(
    operation_id = "set_run_mentors",
    params(("run" = RunId, Path, description = "The run."), ("mentee" = PersonId, Path, description = "The mentee.")),
    request_body = SetMentorsRequest,
    responses(
        (status = 204, description = "Set."),
        (status = 404, description = NO_SUCH_RUN),
        (status = 409, description = "`run_closed`: not a draft any more; `proposals_changed`: they are not those of `before` any more; \
            `pair_impossible`: the rules do not allow it, `current.mentor`; \
            `rules_contradict`"),
        (status = 422, description = "`invalid`: too many mentors, or one twice")
    )
)]
pub(super) async fn set(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(RunId, PersonId)>>,
    body: Json<SetMentorsRequest>,
) -> Result<HttpResponse> {
    let (run, mentee) = path.ok_or_else(not_found)?.into_inner();
    let SetMentorsRequest { before, mentors } = body.into_inner();
    match runs::set_mentors(&store, &staff.actor(), run, mentee, &before, &mentors).await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(EditRefusal::Unknown(_)) => Err(not_found()),
        Err(EditRefusal::NotADraft(..)) => Err(run_closed()),
        Err(refusal @ EditRefusal::TooMany(_)) => Err(Error::invalid(refusal.to_string())),
        Err(EditRefusal::Flaw) => Err(rules_contradict()),
        Err(EditRefusal::Changed) => {
            let sentence = "The suggestions for this mentee have changed meanwhile. Look at them again.";
            Err(Error::new(StatusCode::CONFLICT, "proposals_changed", sentence))
        }
        Err(EditRefusal::Impossible(mentor)) => {
            let sentence = "The rules of the programme do not allow this pair now.";
            Err(Error::new(StatusCode::CONFLICT, "pair_impossible", sentence).current(json!({"mentor": mentor})))
        }
    }
}
