//! What the rounds of the matching brought a person.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::matching::past::{self, Brought};
use store::matching::{Rules, State};
use store::programmes;
use store::{MentorshipId, PersonId, ProgrammeId, RunId, Store};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, SignedIn, Staff};

use super::names::StaffName;
use super::person::{NO_SUCH_PERSON, find};
use super::run::reason_of;
use crate::content::languages;

/// What became of a proposal, as far as everyone who sees the matching may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StaffProposalOutcome {
    /// The mentee decides.
    MenteeDecides,
    /// The mentor decides.
    MentorDecides,
    /// They are in a group that has not begun.
    InGroup,
    /// They have a mentorship.
    Matched,
    /// Their mentorship has ended.
    MatchEnded,
    MenteeDeclined,
    MentorDeclined,
    /// One side let the time pass.
    Expired,
    /// One of them was matched elsewhere.
    Taken,
    /// The group became full.
    GroupFull,
    /// The mentee does not fit the members of the group.
    Incompatible,
    /// One of them was not available any more, or they may not meet.
    Unavailable,
    /// Staff matched one of them by hand.
    ByHand,
}

impl StaffProposalOutcome {
    fn of(state: State, has_ended: bool) -> Self {
        match state {
            State::Proposed => Self::MenteeDecides,
            State::Interested => Self::MentorDecides,
            State::Selected => Self::InGroup,
            State::Accepted if has_ended => Self::MatchEnded,
            State::Accepted => Self::Matched,
            State::NotInterested => Self::MenteeDeclined,
            State::Declined | State::NotSelected => Self::MentorDeclined,
            State::Expired => Self::Expired,
            State::Taken => Self::Taken,
            State::GroupFull => Self::GroupFull,
            State::Incompatible => Self::Incompatible,
            // Nothing in it tells of a report or a block.
            State::LeftPool | State::DroppedOut | State::Held => Self::Unavailable,
            State::Overridden => Self::ByHand,
        }
    }
}

/// What a round brought a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffBrought {
    run: RunId,
    /// When the pair was proposed, or the round published.
    at: DateTime<Utc>,
    /// Who was proposed; null in a round without a proposal.
    #[schema(required)]
    other: Option<StaffName>,
    /// 0 to 10,000.
    #[schema(required)]
    score: Option<i64>,
    #[schema(required)]
    outcome: Option<StaffProposalOutcome>,
    /// When that was; null for an open proposal, and where someone became unavailable.
    #[schema(required)]
    since: Option<DateTime<Utc>>,
    #[schema(required)]
    mentorship: Option<MentorshipId>,
    /// Of a round without a proposal the code of the rule.
    #[schema(required)]
    rule: Option<String>,
    /// The title of the criterion that the rule is about.
    #[schema(required)]
    criterion: Option<String>,
}

/// Lists what the rounds brought a person, the newest first: who was proposed and what became of it, and rounds without a proposal.
#[web::operation(
    operation_id = "staff_person_rounds",
    params(("person" = PersonId, Path, description = "The person."), ListParams),
    responses((status = 200, body = Page<StaffBrought>), (status = 404, description = NO_SUCH_PERSON))
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    person: Option<Path<PersonId>>,
    query: ListQuery,
    request: HttpRequest,
) -> Result<Json<Page<StaffBrought>>> {
    let record = find(&store, &staff, person).await?;
    let page = past::page(&store, &staff.0.scope, record.listed.id, query.0.cursor).await?;
    let mut rules: BTreeMap<ProgrammeId, Rules> = BTreeMap::new();
    for id in page.rows.iter().filter(|row| row.reason.is_some()).map(|row| row.programme_id) {
        if let Entry::Vacant(place) = rules.entry(id) {
            let programme = programmes::by_id(&store, id).await?;
            place.insert(programme.map(|programme| programme.settings.0.matching).unwrap_or_default());
        }
    }
    let language = languages::of(&caller, &request);
    let results = page.rows.into_iter().map(|row| brought(row, &rules, &language)).collect();
    Ok(Json(Page { results, next_cursor: page.next_cursor, total: page.total }))
}

fn brought(row: Brought, rules: &BTreeMap<ProgrammeId, Rules>, language: &str) -> StaffBrought {
    let why = row.reason.as_deref().zip(rules.get(&row.programme_id));
    let (rule, criterion) = match why.map(|(reason, rules)| reason_of(rules, reason, language)) {
        Some((rule, criterion)) => (Some(rule), criterion),
        None => (None, None),
    };
    let outcome = row.state.map(|state| StaffProposalOutcome::of(state, row.ended_at.is_some()));
    let name = row.other_name;
    StaffBrought {
        run: row.run_id,
        at: row.at,
        other: row.other_id.map(|id| StaffName::new(id, name)),
        score: row.score,
        outcome,
        since: row.ended_at.or(row.changed_at),
        mentorship: row.mentorship_id,
        rule,
        criterion,
    }
}
