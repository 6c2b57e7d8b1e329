//! The rules of a programme: what holds, whom a change would affect, and the change.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use store::administration::{self, Effect, EffectKind, NewRule, RuleChange, RuleRefusal};
use store::content::{self, Audience, Catalogue, text_in};
use store::programmes::rules::{Rule, RuleKey};
use store::programmes::{self, Programme};
use store::staff::Permission;
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Access, Error, Policy, Result, Route, Staff, not_found, route};

use super::StaffProgramme;
use super::names::StaffName;
use crate::content::languages;

mod logo;
mod values;

use values::ProgrammeRule;

const NO_SUCH_PROGRAMME: &str = "`not_found`: no such programme of the caller";

pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageProgramme));
    vec![
        route!(GET, "/api/staff/programmes/{programme}/rules/", staff(), show),
        route!(POST, "/api/staff/programmes/{programme}/rules/", staff(), set),
        route!(POST, "/api/staff/programmes/{programme}/rules/preview/", staff(), preview),
        route!(GET, "/api/staff/programmes/{programme}/rules/{rule}/history/", staff(), history),
        route!(POST, "/api/staff/programmes/{programme}/logo/", staff(), logo::upload),
    ]
}

/// The rules of a programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffRulesResponse {
    programme: StaffProgramme,
    /// The IANA time zone of its hours and days.
    time_zone: String,
    /// Those that staff change here, in the order of the page.
    rules: Vec<StaffRule>,
    content: RulesOfContent,
    /// What rules can name.
    choices: RuleChoices,
}

/// Sessions and surveys that people can begin, in the language of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleChoices {
    /// Sessions of mentorships.
    mentorship_sessions: Vec<RuleChoice>,
    /// Sessions of the learning hub.
    hub_sessions: Vec<RuleChoice>,
    surveys: Vec<RuleChoice>,
}

/// A session or a survey.
#[derive(Serialize, ToSchema)]
pub(super) struct RuleChoice {
    key: String,
    title: String,
}

/// A rule as it holds.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffRule {
    /// Differs whenever the value does.
    revision: String,
    rule: ProgrammeRule,
}

/// What only the content changes, counted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RulesOfContent {
    /// Sections that open when a person has done something.
    conditions: usize,
    /// What the matching compares; 0 without a matching.
    criteria: usize,
}

/// A change of a rule.
#[derive(Deserialize, ToSchema)]
pub(super) struct SetRuleRequest {
    /// The revision that the caller saw.
    expected: String,
    rule: ProgrammeRule,
}

/// The rule after a change.
#[derive(Serialize, ToSchema)]
pub(super) struct SetRuleResponse {
    revision: String,
}

/// Whom a change would affect; empty for no one.
#[derive(Serialize, ToSchema)]
pub(super) struct RuleEffectsResponse {
    effects: Vec<RuleEffect>,
}

/// A consequence of a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleEffect {
    kind: EffectKind,
    /// The people, mentorships or calls whom it affects, one or more.
    count: i64,
    /// The key of the session or the survey that it is about.
    #[schema(required)]
    of: Option<String>,
    /// The last day on which a session that is added is on time; a pause moves it.
    #[schema(required)]
    due_on: Option<NaiveDate>,
}

/// The changes of a rule, newest first, 20 at most.
#[derive(Serialize, ToSchema)]
pub(super) struct RuleHistoryResponse {
    rule: RuleKey,
    changes: Vec<StaffRuleChange>,
}

/// A change of a rule.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffRuleChange {
    id: Uuid,
    at: DateTime<Utc>,
    /// `staff`, `command_line` or `job`.
    actor_kind: String,
    /// Null for the command line and jobs, and after an erasure.
    #[schema(required)]
    author: Option<StaffName>,
    /// Null for codes of institutions, which the log does not hold.
    #[schema(required)]
    before: Option<ProgrammeRule>,
    #[schema(required)]
    after: Option<ProgrammeRule>,
}

/// Returns the rules of a programme. Those of institutions contain their codes.
#[web::operation(
    operation_id = "programme_rules",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    responses((status = 200, body = StaffRulesResponse), (status = 404, description = NO_SUCH_PROGRAMME))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
    request: HttpRequest,
) -> Result<Json<StaffRulesResponse>> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    if !staff.0.scope.includes(Some(id)) {
        return Err(not_found());
    }
    let programme = programmes::by_id(&store, id).await?.ok_or_else(not_found)?;
    let language = languages::accepted(&store, &request).await?;
    let catalogue = content::catalogue(&store).await?;
    Ok(Json(StaffRulesResponse::new(programme, RuleChoices::new(&catalogue, &language))))
}

/// Returns whom a value of a rule would affect. Nothing changes.
#[web::operation(
    operation_id = "preview_programme_rule",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    request_body = ProgrammeRule,
    responses(
        (status = 200, body = RuleEffectsResponse),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 422, description = "`rule_refused`: `problems` says why, by the path in content files")
    )
)]
pub(super) async fn preview(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
    body: Json<ProgrammeRule>,
) -> Result<Json<RuleEffectsResponse>> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    let rule = read(body.into_inner())?;
    let found = administration::preview_rule(&store, &staff.actor(), id, &rule).await?;
    let effects = found.map_err(refused)?.into_iter();
    let effects = effects.map(|Effect { kind, count, of, due_on }| RuleEffect { kind, count, of, due_on }).collect();
    Ok(Json(RuleEffectsResponse { effects }))
}

/// Sets a rule, with all that follows from it. Audited.
#[web::operation(
    operation_id = "set_programme_rule",
    params(("programme" = ProgrammeId, Path, description = "The programme.")),
    request_body = SetRuleRequest,
    responses(
        (status = 200, body = SetRuleResponse),
        (status = 404, description = NO_SUCH_PROGRAMME),
        (status = 409, description = "`changed_meanwhile`: it is not as the caller saw it; `current` is the rule with its revision"),
        (status = 422, description = "`rule_refused`: `problems` says why, by the path in content files")
    )
)]
pub(super) async fn set(
    store: Data<Store>,
    staff: Staff,
    programme: Option<Path<ProgrammeId>>,
    body: Json<SetRuleRequest>,
) -> Result<Json<SetRuleResponse>> {
    let id = programme.ok_or_else(not_found)?.into_inner();
    let SetRuleRequest { expected, rule } = body.into_inner();
    let new = NewRule { rule: read(rule)?, expected: &expected };
    let revision = administration::set_rule(&store, &staff.actor(), id, new).await?.map_err(refused)?;
    Ok(Json(SetRuleResponse { revision }))
}

/// Returns the changes of a rule.
#[web::operation(
    operation_id = "programme_rule_history",
    params(
        ("programme" = ProgrammeId, Path, description = "The programme."),
        ("rule" = RuleKey, Path, description = "The rule.")
    ),
    responses((status = 200, body = RuleHistoryResponse), (status = 404, description = "`not_found`: no such rule or programme of the caller"))
)]
pub(super) async fn history(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(ProgrammeId, RuleKey)>>,
) -> Result<Json<RuleHistoryResponse>> {
    let (id, rule) = path.ok_or_else(not_found)?.into_inner();
    let found = administration::rule_history(&store, &staff.0.scope, id, rule).await?.ok_or_else(not_found)?;
    let changes = found.into_iter().map(StaffRuleChange::from).collect();
    Ok(Json(RuleHistoryResponse { rule, changes }))
}

fn read(rule: ProgrammeRule) -> Result<Rule> {
    rule.read().ok_or_else(|| Error::invalid("This is no time or day that exists."))
}

fn refused(refusal: RuleRefusal) -> Error {
    match refusal {
        RuleRefusal::NotFound => not_found(),
        RuleRefusal::Changed(rule) => {
            let message = "A colleague has changed this meanwhile. Please look again.";
            let current = json!({"revision": rule.revision(), "rule": ProgrammeRule::from(*rule)});
            Error::new(StatusCode::CONFLICT, "changed_meanwhile", message).current(current)
        }
        RuleRefusal::Invalid(mistakes) => {
            let problems: Map<String, Value> =
                mistakes.iter().map(|one| (one.to_string(), json!({"code": one.flaw.name()}))).collect();
            let message = "This rule cannot hold as it is. Please check the marked values.";
            Error::new(StatusCode::UNPROCESSABLE_ENTITY, "rule_refused", message).problems(problems)
        }
    }
}

impl RuleChoices {
    fn new(catalogue: &Catalogue, language: &str) -> Self {
        let choice = |key: &str, title| RuleChoice { key: key.to_owned(), title: text_in(title, language).to_owned() };
        let sessions = |audience| {
            let of =
                catalogue.sessions.offered().map(|one| &one.definition).filter(move |one| one.audience == audience);
            of.map(|one| choice(&one.key, &one.title)).collect()
        };
        let surveys = catalogue.surveys.offered().map(|one| &one.definition);
        Self {
            mentorship_sessions: sessions(Audience::Mentorship),
            hub_sessions: sessions(Audience::LearningHub),
            surveys: surveys.map(|one| choice(&one.key, &one.name)).collect(),
        }
    }
}

impl StaffRulesResponse {
    fn new(Programme { id, key, name, time_zone, settings }: Programme, choices: RuleChoices) -> Self {
        let rule = |key: &RuleKey| {
            let rule = key.of(&settings);
            StaffRule { revision: rule.revision(), rule: rule.into() }
        };
        Self {
            rules: RuleKey::ALL.iter().map(rule).collect(),
            content: RulesOfContent {
                conditions: settings.conditions.values().map(std::collections::BTreeMap::len).sum(),
                criteria: if settings.matching.is_off() { 0 } else { settings.matching.criteria.len() },
            },
            programme: StaffProgramme { id, key, title: name },
            time_zone,
            choices,
        }
    }
}

impl From<RuleChange> for StaffRuleChange {
    fn from(change: RuleChange) -> Self {
        let RuleChange { id, at, actor_kind, actor_id, actor_name, before, after } = change;
        Self {
            id,
            at,
            actor_kind,
            author: actor_id.map(|id| StaffName::new(id, actor_name)),
            before: before.map(ProgrammeRule::from),
            after: after.map(ProgrammeRule::from),
        }
    }
}
