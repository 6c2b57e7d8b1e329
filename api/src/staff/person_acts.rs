//! What staff do about one person: record facts, suspend, sign out, close the account.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Months, NaiveDate, Utc};
use serde::Deserialize;
use serde_json::json;
use store::administration::{self, AccountChange, Lifted, SuspendedBy, SuspensionRefusal};
use store::person_facts::{self, Change, FactRefusal, PersonFacts};
use store::staff::people_list;
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::person::{NO_SUCH_PERSON, find};
use super::team::roles::last_administrator;
use crate::safeguarding::SuspendRequest;

/// The longest vetting: a later day is a typing error.
const LONGEST_VETTING_MONTHS: u32 = 120;

/// The youngest age of a person: a later month of birth is a typing error.
const YOUNGEST_AGE_MONTHS: u32 = 6 * 12;

/// The earliest month of birth.
const FIRST_MONTH: &str = "1910-01";

/// Why something is done, for the audit log.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReasonRequest {
    /// 3 to 500 characters.
    pub(super) reason: String,
}

/// A fact to record.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FactRequest {
    #[serde(flatten)]
    fact: Fact,
    /// What was checked, and where the proof is kept: 3 to 500 characters.
    reference: String,
}

/// A fact with what the caller saw and what it is from now on.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "fact", rename_all = "snake_case")]
enum Fact {
    /// The last day on which the vetting is valid; null without one.
    Vetting { was: Option<NaiveDate>, is: Option<NaiveDate> },
    /// Whether a guardian agreed.
    GuardianConsent { was: bool, is: bool },
    /// Such as `2009-03`; null if it is not known.
    BirthMonth { was: Option<String>, is: Option<String> },
}

impl Fact {
    /// Returns what changes, and what the caller saw.
    fn into_change(self, now: DateTime<Utc>) -> Result<(Change, PersonFacts)> {
        let (mut change, mut seen) = (Change::default(), PersonFacts::default());
        match self {
            Self::Vetting { was, is } => {
                let today = now.date_naive();
                let latest = today + Months::new(LONGEST_VETTING_MONTHS);
                if is.is_some_and(|day| day < today || day > latest) {
                    let sentence = "Choose a day from today on, at most ten years from now.";
                    return Err(Error::invalid(sentence).field("is", sentence));
                }
                (change.vetted_until, seen.vetted_until) = (Some(is), was);
            }
            Self::GuardianConsent { was, is } => {
                (change.guardian_consent, seen.guardian_consent_at) = (Some(is), was.then_some(now));
            }
            Self::BirthMonth { was, is } => {
                let month = is.map(|month| birth_month(&month, now.date_naive())).transpose();
                let month = month.map_err(|sentence| Error::invalid(sentence.clone()).field("is", sentence))?;
                (change.birth_month, seen.birth_month) = (Some(month), was);
            }
        }
        Ok((change, seen))
    }
}

/// Checks a month of birth, such as `2009-03`; the error is a sentence.
pub(super) fn birth_month(text: &str, today: NaiveDate) -> std::result::Result<String, String> {
    let month = person_facts::parse_month(text, today).map_err(|error| error.to_string())?;
    let youngest = (today - Months::new(YOUNGEST_AGE_MONTHS)).format("%Y-%m").to_string();
    if month > youngest || month.as_str() < FIRST_MONTH {
        let sentence = "This month of birth cannot be right: the person would be younger than 6 or older than 110.";
        return Err(sentence.to_owned());
    }
    Ok(month)
}

/// Records a fact about a person, with a reference to its proof. Contact and matching follow at once.
#[web::operation(
    operation_id = "record_fact",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = FactRequest,
    responses(
        (status = 204, description = "Recorded."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`changed_meanwhile`: it is not any more what the caller saw"),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn record_fact(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<FactRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let FactRequest { fact, reference } = body.into_inner();
    let reference = reason_text(&reference).map_err(|error| {
        error.field("reference", "Say what you checked and where the proof is: 3 to 500 characters.")
    })?;
    let (change, seen) = fact.into_change(store.clock.now())?;
    match person_facts::record(&store, &staff.actor(), id, change, &reference, &seen).await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(FactRefusal::Unknown) => Err(not_found()),
        Err(FactRefusal::ChangedMeanwhile(now)) => {
            let message = "A colleague changed this meanwhile. Look at what it is now, and decide again.";
            Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", message).current(json!({
                "vettedUntil": now.vetted_until,
                "guardianConsentAt": now.guardian_consent_at,
                "birthMonth": now.birth_month,
            })))
        }
    }
}

/// Suspends a person: they read, but cannot write or call, and are not matched.
#[web::operation(
    operation_id = "suspend_person",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = SuspendRequest,
    responses(
        (status = 204, description = "Suspended."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`suspended_by_lead`: only a safeguarding lead changes it"),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn suspend(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<SuspendRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let reason = reason_text(&body.reason)?;
    match administration::suspend(&store, &staff.actor(), id, body.until, &reason, SuspendedBy::Coordinator).await? {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(SuspensionRefusal::ByLead) => Err(by_lead()),
        Err(refusal) => Err(Error::invalid(refusal.to_string())),
    }
}

/// Ends the suspension of a person.
#[web::operation(
    operation_id = "lift_suspension",
    params(("person" = PersonId, Path, description = "The person.")),
    responses(
        (status = 204, description = "Ended."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`not_suspended`; `suspended_by_lead`: only a safeguarding lead ends it")
    )
)]
pub(super) async fn lift_suspension(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    match administration::lift_suspension(&store, &staff.actor(), id, SuspendedBy::Coordinator).await? {
        Lifted::Lifted => Ok(HttpResponse::NoContent().finish()),
        Lifted::ByLead => Err(by_lead()),
        Lifted::NotSuspended => {
            Err(Error::new(StatusCode::CONFLICT, "not_suspended", "This person is no longer suspended."))
        }
    }
}

/// Signs a person out on all devices.
#[web::operation(
    operation_id = "sign_person_out",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = ReasonRequest,
    responses(
        (status = 204, description = "Signed out."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 422, description = "`invalid`: no reason")
    )
)]
pub(super) async fn sign_out(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<ReasonRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let reason = reason_text(&body.reason)?;
    answer(administration::sign_out(&store, &staff.actor(), id, &reason).await?)
}

/// Closes an account: the person cannot sign in, and what is open in the matching ends.
#[web::operation(
    operation_id = "close_account",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = ReasonRequest,
    responses(
        (status = 204, description = "Closed."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`last_administrator`"),
        (status = 422, description = "`invalid`: no reason")
    )
)]
pub(super) async fn close_account(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<ReasonRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let reason = reason_text(&body.reason)?;
    changed(administration::set_disabled(&store, &staff.actor(), id, true, Some(&reason)).await?)
}

/// Opens a closed account again.
#[web::operation(
    operation_id = "open_account",
    params(("person" = PersonId, Path, description = "The person.")),
    responses(
        (status = 204, description = "Open."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON)
    )
)]
pub(super) async fn open_account(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    changed(administration::set_disabled(&store, &staff.actor(), id, false, None).await?)
}

fn changed(change: AccountChange) -> Result<HttpResponse> {
    match change {
        AccountChange::LastAdministrator => Err(last_administrator()),
        AccountChange::Done | AccountChange::Unknown => answer(change == AccountChange::Done),
    }
}

fn answer(is_done: bool) -> Result<HttpResponse> {
    if is_done { Ok(HttpResponse::NoContent().finish()) } else { Err(not_found()) }
}

fn by_lead() -> Error {
    let message = "A safeguarding lead suspended this person. Only a lead can change or end that.";
    Error::new(StatusCode::CONFLICT, "suspended_by_lead", message)
}

/// Finds the person of a path, who is not the caller, and no member of staff beyond the scope of the caller.
pub(super) async fn other(store: &Store, staff: &Staff, path: Option<Path<PersonId>>) -> Result<PersonId> {
    let id = find(store, staff, path).await?.listed.id;
    if id == staff.0.person {
        let message = "This is your own record. Ask a colleague to change it.";
        return Err(Error::new(StatusCode::FORBIDDEN, "own_record", message));
    }
    if people_list::may_change(store, &staff.0, id).await? { Ok(id) } else { Err(not_found()) }
}
