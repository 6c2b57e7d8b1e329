//! One person: what is known about them, whether they may have contact, and what happened.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use store::administration::vettings;
use store::applications::State;
use store::contact::{self, Missing};
use store::content::{self, Catalogue, Texts, text_in};
use store::staff::Permission;
use store::staff::people_list::{self, PersonRecord};
use store::staff::timeline::{self, Happened};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, SignedIn, Staff, not_found};

use super::consent_request::{self, StaffConsentRequest};
use super::people::StaffPerson;
use super::person_pool::{StaffPool, pool_of};
use super::vettings::StaffVetting;
use crate::content::languages;
use crate::safeguarding::message_warnings::MessageWarnings;

/// The description of 404 of every route about one person.
pub(super) const NO_SUCH_PERSON: &str = "`not_found`: no such person of the programmes of the caller";

/// A person with what only their page shows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPersonResponse {
    #[serde(flatten)]
    person: StaffPerson,
    /// Whether this is the caller, who changes nothing about themselves.
    is_self: bool,
    /// Whether the caller may record facts, suspend, sign out and close the account.
    may_change: bool,
    /// Whether the programme demands the vetting of this mentor.
    needs_vetting: bool,
    /// Whether the programme demands that a guardian of this mentee agrees while they are a minor.
    needs_guardian_consent: bool,
    /// Whether a mentor is known to be younger than the programme allows.
    is_too_young: bool,
    /// From when missing facts close contact; null while staff have set no day.
    #[schema(required)]
    contact_binds_from: Option<DateTime<Utc>>,
    /// Since when the person may have no contact; null while they may.
    #[schema(required)]
    contact_closed_at: Option<DateTime<Utc>>,
    is_suspended: bool,
    /// Until when; null until staff end the suspension.
    #[schema(required)]
    suspended_until: Option<DateTime<Utc>>,
    /// Whether only a safeguarding lead ends the suspension.
    is_suspended_by_lead: bool,
    /// The application, while staff decide about it or after they declined or it was withdrawn.
    #[schema(required)]
    application: Option<StaffApplication>,
    /// When staff approved their application, whose answers can still be read; null without one.
    #[schema(required)]
    approved_at: Option<DateTime<Utc>>,
    /// Whether they wait for a match; null for those whom the programme does not match, and while staff decide about an application.
    #[schema(required)]
    matching: Option<StaffPool>,
    /// The last request to a guardian, for those who may ask one.
    #[schema(required)]
    consent_request: Option<StaffConsentRequest>,
    /// The kinds of vetting of a mentor; empty where the programme names none.
    vettings: Vec<StaffVetting>,
    /// On how many devices they are signed in.
    login_sessions: i64,
    /// Warnings before messages of the person; null for those who do not handle cases, and about the caller.
    #[schema(required)]
    warnings: Option<MessageWarnings>,
}

/// An application with what there is to see before a decision.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffApplication {
    state: State,
    /// When it was declined or withdrawn.
    #[schema(required)]
    decided_at: Option<DateTime<Utc>>,
    /// What the person read with the refusal.
    note: String,
    /// When the account is erased.
    #[schema(required)]
    erase_at: Option<DateTime<Utc>>,
    /// When they accepted the declaration of their role.
    #[schema(required)]
    declared_at: Option<DateTime<Utc>>,
    /// How many of the surveys that belong to the application they have completed.
    surveys_done: usize,
    surveys: usize,
}

/// Something that happened with a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TimelineEntry {
    at: DateTime<Utc>,
    /// `joined`, `survey`, `session`, `mentorship_began`, `mentorship_left`, `guardian_agreed`, `guardian_refused`, `guardian_withdrew`,
    /// `applied_again`, or an act in snake case.
    kind: String,
    /// Of a survey or session, in the language of the caller, or the name of a group.
    #[schema(required)]
    title: Option<String>,
    /// The full names of the others in the mentorship, with commas.
    #[schema(required)]
    names: Option<String>,
    /// Who acted: a name, or that of a user of the machine. Null for the person and for jobs.
    #[schema(required)]
    actor: Option<String>,
    /// The reason or reference that the actor gave.
    #[schema(required)]
    reason: Option<String>,
    #[schema(required)]
    before: Option<Map<String, Value>>,
    #[schema(required)]
    after: Option<Map<String, Value>>,
}

/// Finds the person of a path within the scope of the caller.
pub(super) async fn find(store: &Store, staff: &Staff, path: Option<Path<PersonId>>) -> Result<PersonRecord> {
    let person = path.ok_or_else(not_found)?.into_inner();
    people_list::find(store, &staff.0.scope, person).await?.ok_or_else(not_found)
}

/// Shows a person.
#[web::operation(
    operation_id = "staff_person",
    params(("person" = PersonId, Path, description = "The person.")),
    responses((status = 200, body = StaffPersonResponse), (status = 404, description = NO_SUCH_PERSON))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    signed_in: SignedIn,
    request: HttpRequest,
    person: Option<Path<PersonId>>,
) -> Result<Json<StaffPersonResponse>> {
    let record = find(&store, &staff, person).await?;
    let missing = contact::missing(&store, record.listed.id).await?;
    let may_change = match signed_in.grants.scope(Permission::ManagePeople) {
        Some(scope) => {
            let manager = store::staff::Staff { person: staff.0.person, scope };
            people_list::may_change(&store, &manager, record.listed.id).await?
        }
        None => false,
    };
    let is_self = record.listed.id == staff.0.person;
    let language = languages::of(&signed_in, &request);
    let catalogue = content::catalogue(&store).await?;
    let vettings = vettings::of_person(&store, &staff.0.scope, record.listed.id).await?;
    let handled = signed_in.grants.scope(Permission::HandleCases);
    let reads_warnings = !is_self && handled.is_some_and(|scope| scope.includes(record.listed.programme_id));
    Ok(Json(StaffPersonResponse {
        is_self,
        may_change,
        needs_vetting: record.needs_vetting,
        needs_guardian_consent: record.needs_guardian_consent,
        is_too_young: missing.contains(&Missing::Age),
        contact_binds_from: record.contact_binds_from,
        contact_closed_at: record.contact_closed_at,
        is_suspended: record.suspended_at.is_some(),
        suspended_until: record.suspended_at.and(record.suspended_until),
        is_suspended_by_lead: record.suspended_at.is_some() && record.is_suspended_by_lead,
        login_sessions: record.login_sessions,
        warnings: reads_warnings
            .then_some(MessageWarnings { shown: record.warnings_shown, sent: record.warnings_sent }),
        application: application(&store, &record).await?,
        approved_at: record.application_decided_at.filter(|_| record.listed.application == Some(State::Approved)),
        matching: pool_of(&store, record.listed.id, &language).await?,
        consent_request: if may_change { consent_request::last(&store, record.listed.id).await? } else { None },
        vettings: vettings.into_iter().flatten().map(|one| StaffVetting::new(one, &language)).collect(),
        person: StaffPerson::new(record.listed, &catalogue, store.clock.now(), &language),
    }))
}

async fn application(store: &Store, record: &PersonRecord) -> Result<Option<StaffApplication>> {
    let Some(state) = record.listed.application.filter(|state| *state != State::Approved) else { return Ok(None) };
    let Some(applicant) = store::SignedIn::of_person(store, record.listed.id).await? else { return Ok(None) };
    let surveys = applicant.asked_surveys();
    Ok(Some(StaffApplication {
        state,
        decided_at: record.application_decided_at,
        note: record.application_note.clone(),
        erase_at: record.erase_at,
        declared_at: record.declared_at,
        surveys_done: surveys.iter().filter(|survey| applicant.done.surveys.contains(**survey)).count(),
        surveys: surveys.len(),
    }))
}

/// Lists what happened with a person, newest first: their surveys and sessions, their mentorships, and what others did about them.
/// Without texts of members, cases, exports and the reasons of suspensions.
#[web::operation(
    operation_id = "staff_person_timeline",
    params(("person" = PersonId, Path, description = "The person."), ListParams),
    responses((status = 200, body = Page<TimelineEntry>), (status = 404, description = NO_SUCH_PERSON))
)]
pub(super) async fn happened(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    query: ListQuery,
    request: HttpRequest,
) -> Result<Json<Page<TimelineEntry>>> {
    let record = find(&store, &staff, person).await?;
    let page = timeline::page(&store, &staff.0, record.listed.id, query.0.cursor).await?;
    let catalogue = content::catalogue(&store).await?;
    let language = languages::accepted(&store, &request).await?;
    Ok(Json(Page {
        results: page.rows.into_iter().map(|row| entry(row, &catalogue, &language)).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}

fn entry(row: Happened, catalogue: &Catalogue, language: &str) -> TimelineEntry {
    let key = row.key.as_deref().unwrap_or_default();
    let title = match row.kind.as_str() {
        "survey" => catalogue.surveys.newest(key).map(|survey| &survey.definition.name),
        "record_vetting" | "withdraw_vetting" => kind_of_vetting(&row, catalogue),
        "session" => catalogue.sessions.newest(key).map(|session| &session.definition.title),
        _ => None,
    };
    let kind = kind_of(&row);
    let is_of_guardian = row.actor_kind.as_deref() == Some("guardian");
    let object = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    TimelineEntry {
        at: row.at,
        // What content does not hold any more is named by its key.
        title: title.map(|texts| text_in(texts, language).to_owned()).or(row.key),
        kind,
        names: row.names,
        actor: row.actor_name.filter(|_| !matches!(row.actor_kind.as_deref(), Some("job" | "person" | "guardian"))),
        reason: row.reason.filter(|_| !is_of_guardian),
        before: object(row.old_values),
        after: object(row.new_values),
    }
}

/// Returns the name of the kind of vetting of an act, as a programme has it.
fn kind_of_vetting<'c>(row: &Happened, catalogue: &'c Catalogue) -> Option<&'c Texts> {
    let values: Value = serde_json::from_str(row.new_values.as_ref().or(row.old_values.as_ref())?).ok()?;
    let key = values.get("vetting_kind")?.as_str()?;
    let mut kinds = catalogue.programmes.values().flat_map(|programme| &programme.settings.matching.vetting_kinds);
    kinds.find(|kind| kind.key == key).map(|kind| &kind.label)
}

/// What guardians and applicants did themselves has a name of its own.
fn kind_of(row: &Happened) -> String {
    let own = match (row.actor_kind.as_deref(), row.kind.as_str(), row.reason.as_deref()) {
        (Some("guardian"), _, Some(reason)) if reason.starts_with("Refused") => "guardian_refused",
        (Some("guardian"), _, Some(reason)) if reason.starts_with("Withdrawn") => "guardian_withdrew",
        (Some("guardian"), ..) => "guardian_agreed",
        (Some("person"), "reopen_application", _) => "applied_again",
        (_, kind, _) => kind,
    };
    own.to_owned()
}
