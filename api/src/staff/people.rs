//! The people within the scope of the caller.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::applications::State;
use store::content::{self, Catalogue};
use store::people::Role;
use store::staff::people_list::{self, ListedPerson};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, Staff};

use super::StaffProgramme;
use super::cohorts::StaffCohortName;
use super::vettings::missing_labels;
use crate::content::languages;

/// A person as staff see them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPerson {
    id: PersonId,
    first_name: String,
    last_name: String,
    email: String,
    /// The language that they read, such as `de`.
    language: String,
    role: Role,
    #[schema(required)]
    programme: Option<StaffProgramme>,
    /// The cohort in the programme.
    #[schema(required)]
    cohort: Option<StaffCohortName>,
    status: AccountStatus,
    /// The last day on which the vetting is valid.
    #[schema(required)]
    vetted_until: Option<NaiveDate>,
    #[schema(required)]
    guardian_consent_at: Option<DateTime<Utc>>,
    /// Such as `2009-03`.
    #[schema(required)]
    birth_month: Option<String>,
    /// What is missing before they may meet others.
    missing: Vec<MissingFact>,
    /// The names of the kinds of vetting that are missing or have ended, in the language of the caller. Empty where the programme names
    /// no kinds.
    missing_vettings: Vec<String>,
    /// Whether the vetting of a mentor ends within 30 days.
    is_vetting_ending: bool,
    /// Whether a guardian was asked by mail, and can still answer.
    is_consent_asked: bool,
    /// Whether they are in a mentorship now.
    is_matched: bool,
    #[schema(required)]
    last_seen_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    /// Since when an applicant has done all that they can; null before, and for those about whom staff never had to decide.
    #[schema(required)]
    applied_at: Option<DateTime<Utc>>,
}

/// Whether an account is open.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum AccountStatus {
    Active,
    /// Staff decide about their application.
    Applying,
    /// Staff declined their application: the account is erased soon.
    Declined,
    /// They withdrew their application: the account is erased soon.
    Withdrawn,
    /// They sign in, and have no contact.
    Suspended,
    Closed,
}

impl AccountStatus {
    /// The name in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Applying => "applying",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Suspended => "suspended",
            Self::Closed => "closed",
        }
    }

    pub(super) fn of(person: &ListedPerson) -> Self {
        match (person.is_disabled, person.is_suspended, person.application) {
            (true, ..) => Self::Closed,
            (_, true, _) => Self::Suspended,
            (.., Some(State::Open)) => Self::Applying,
            (.., Some(State::Declined)) => Self::Declined,
            (.., Some(State::Withdrawn)) => Self::Withdrawn,
            (.., Some(State::Approved) | None) => Self::Active,
        }
    }
}

/// What is missing about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MissingFact {
    /// A mentor was never vetted.
    VettingMissing,
    /// The vetting of a mentor has ended.
    VettingEnded,
    /// No guardian agreed for a mentee who is not known to be of age.
    ConsentMissing,
    /// The age of a mentee is not known.
    BirthMonthMissing,
}

/// Returns what is missing about a person.
pub(super) fn missing(person: &ListedPerson) -> Vec<MissingFact> {
    let facts = [
        (person.vetting_missing, MissingFact::VettingMissing),
        (person.vetting_ended, MissingFact::VettingEnded),
        (person.consent_missing, MissingFact::ConsentMissing),
        (person.birth_month_missing, MissingFact::BirthMonthMissing),
    ];
    facts.into_iter().filter(|(is_missing, _)| *is_missing).map(|(_, fact)| fact).collect()
}

/// Lists people. Filters: `role` (mentor, mentee, staff), `status` (active, applying, declined, withdrawn, suspended, closed), `application`
/// (complete, incomplete), `programme` (id), `cohort` (id), `vetting` (the key of a kind that a mentor lacks), `fact` (vetting_missing, vetting_ended, vetting_ending within 30 days, consent_missing,
/// birth_month_missing), `without` (vetting, consent: whether demanded or not; cohort), `guardian` (asked, not_asked), `matched` (yes, no), `request` (open), `joined` (recent: within 28 days). Sorts: `name`, `cohort`, `createdAt`, `appliedAt`, `lastSeen`,
/// `vettedUntil`, `requestDue`.
#[web::operation(
    operation_id = "staff_people",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffPerson>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    query: ListQuery,
    request: HttpRequest,
) -> Result<Json<Page<StaffPerson>>> {
    let page = people_list::page_for(&store, &staff.0, &query.0).await?;
    let language = languages::accepted(&store, &request).await?;
    let (catalogue, now) = (content::catalogue(&store).await?, store.clock.now());
    let results = page.rows.into_iter().map(|person| StaffPerson::new(person, &catalogue, now, &language)).collect();
    Ok(Json(Page { results, next_cursor: page.next_cursor, total: page.total }))
}

impl StaffPerson {
    pub(super) fn new(person: ListedPerson, catalogue: &Catalogue, now: DateTime<Utc>, language: &str) -> Self {
        Self {
            missing_vettings: missing_labels(&person, catalogue, now, language),
            status: AccountStatus::of(&person),
            missing: missing(&person),
            id: person.id,
            first_name: person.first_name,
            last_name: person.last_name,
            email: person.email,
            language: person.language,
            role: person.role,
            programme: StaffProgramme::of(person.programme_id, person.programme_key, person.programme_name),
            cohort: StaffCohortName::of(person.cohort_id, person.cohort_name),
            is_vetting_ending: person.vetting_ending,
            is_consent_asked: person.consent_asked,
            vetted_until: person.vetted_until,
            guardian_consent_at: person.guardian_consent_at,
            birth_month: person.birth_month,
            is_matched: person.is_matched,
            last_seen_at: person.last_seen_at,
            created_at: person.created_at,
            applied_at: person.application_complete_at,
        }
    }
}
