//! The kinds of vetting of a person, for programmes that name kinds: what staff see, record and withdraw.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Months, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::administration::vettings::{self, NewVetting, PersonVetting, VettingRecord, VettingRefusal};
use store::content::{Catalogue, text_in};
use store::people::Role;
use store::programmes::vetting_kinds::MAX_MONTHS;
use store::staff::people_list::ListedPerson;
use store::vettings::{Valid, valid};
use store::{PersonId, Store, VettingId};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::names::StaffName;
use super::person::NO_SUCH_PERSON;
use super::person_acts::other;

/// A kind of vetting with what the person has of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffVetting {
    /// Its key.
    kind: String,
    /// Its name in the language of the caller.
    label: String,
    /// Whether contact demands it; otherwise it is recorded only.
    is_demanded: bool,
    /// Whether contact that runs closes without it.
    binds: bool,
    /// From which day on it does; null while staff have set none.
    #[schema(required)]
    binds_from: Option<NaiveDate>,
    /// For how many months a new one is valid; null without an end.
    #[schema(required)]
    valid_months: Option<u16>,
    /// Whether a record of it needs a last day.
    needs_day: bool,
    /// What the person has; null without it.
    #[schema(required)]
    held: Option<HeldVetting>,
    /// Whether it is valid today.
    is_valid: bool,
    /// What was recorded, newest first. Commands record without an entry.
    history: Vec<StaffVettingRecord>,
}

/// What a person has of a kind.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct HeldVetting {
    /// The last day; null without an end.
    #[schema(required)]
    valid_until: Option<NaiveDate>,
}

/// What was recorded of a kind. Words and names are those of the team of the person's programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffVettingRecord {
    id: VettingId,
    /// The last day; null without an end.
    #[schema(required)]
    valid_until: Option<NaiveDate>,
    /// What was checked, and where it stands; null of another programme.
    #[schema(required)]
    reference: Option<String>,
    recorded_at: DateTime<Utc>,
    /// Who checked it; null of another programme, for commands and after an erasure.
    #[schema(required)]
    recorded_by: Option<StaffName>,
    /// When another one replaced it, or when it was withdrawn; null while it counts.
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    is_withdrawn: bool,
    #[schema(required)]
    withdrawn_by: Option<StaffName>,
    /// Why it was withdrawn.
    #[schema(required)]
    withdrawal: Option<String>,
}

/// A kind of vetting to record.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecordVettingRequest {
    /// Its key.
    kind: String,
    /// What the caller saw.
    was: Option<HeldVetting>,
    /// The last day; null without an end.
    valid_until: Option<NaiveDate>,
    /// What was checked, and where the proof is kept: 3 to 500 characters.
    reference: String,
}

/// A kind of vetting to withdraw.
#[derive(Deserialize, ToSchema)]
pub(super) struct WithdrawVettingRequest {
    /// Its key.
    kind: String,
    /// What the caller saw.
    was: Option<HeldVetting>,
    /// 3 to 500 characters.
    reason: String,
}

/// Records a kind of vetting of a mentor, with a reference to its proof. Contact and matching follow at once.
#[web::operation(
    operation_id = "record_vetting",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = RecordVettingRequest,
    responses(
        (status = 204, description = "Recorded."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`changed_meanwhile`: it is not as the caller saw it"),
        (status = 422, description = "`invalid`: no such kind for this person, a day that cannot be right, or no reference")
    )
)]
pub(super) async fn record(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<RecordVettingRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let body = body.into_inner();
    let reference = reason_text(&body.reference).map_err(|error| error.field("reference", "Say what you checked."))?;
    let today = store.clock.now().date_naive();
    let latest = today + Months::new(MAX_MONTHS.into());
    if body.valid_until.is_some_and(|day| day < today || day > latest) {
        let sentence = "Choose a day from today on, at most ten years from now.";
        return Err(Error::invalid(sentence).field("validUntil", sentence));
    }
    let new =
        NewVetting { kind: &body.kind, seen: valid_of(body.was), valid_until: body.valid_until, reference: &reference };
    answer(vettings::record(&store, &staff.actor(), id, new).await?)
}

/// Withdraws a kind of vetting of a mentor. Contact and matching follow at once.
#[web::operation(
    operation_id = "withdraw_vetting",
    params(("person" = PersonId, Path, description = "The person.")),
    request_body = WithdrawVettingRequest,
    responses(
        (status = 204, description = "Withdrawn."),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_PERSON),
        (status = 409, description = "`changed_meanwhile`: it is not as the caller saw it"),
        (status = 422, description = "`invalid`: no such kind for this person, or no reason")
    )
)]
pub(super) async fn withdraw(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<WithdrawVettingRequest>,
) -> Result<HttpResponse> {
    let id = other(&store, &staff, person).await?;
    let reason = reason_text(&body.reason)?;
    answer(vettings::withdraw(&store, &staff.actor(), id, &body.kind, valid_of(body.was), &reason).await?)
}

fn answer(done: std::result::Result<(), VettingRefusal>) -> Result<HttpResponse> {
    match done {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(VettingRefusal::Unknown) => Err(not_found()),
        Err(VettingRefusal::NoSuchKind) => {
            let sentence = "The programme does not ask this person for this kind of vetting.";
            Err(Error::invalid(sentence).field("kind", sentence))
        }
        Err(VettingRefusal::NoDay) => {
            let sentence = "This kind of vetting needs a last day.";
            Err(Error::invalid(sentence).field("validUntil", sentence))
        }
        Err(VettingRefusal::ChangedMeanwhile(now)) => {
            let message = "A colleague has changed this meanwhile. Please look again.";
            let current = json!({"held": held_of(now)});
            Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", message).current(current))
        }
    }
}

fn valid_of(held: Option<HeldVetting>) -> Valid {
    held.map_or(Valid::Missing, |held| held.valid_until.map_or(Valid::Always, Valid::Until))
}

fn held_of(valid: Valid) -> Option<HeldVetting> {
    (valid != Valid::Missing).then_some(HeldVetting { valid_until: valid.until() })
}

impl StaffVetting {
    pub(super) fn new(vetting: PersonVetting, language: &str) -> Self {
        let PersonVetting { kind, is_demanded, binds, valid, is_valid, history } = vetting;
        Self {
            label: text_in(&kind.label, language).to_owned(),
            needs_day: kind.needs_day(),
            binds_from: kind.binds_from,
            valid_months: kind.valid_months,
            kind: kind.key,
            is_demanded,
            binds,
            held: held_of(valid),
            is_valid,
            history: history.into_iter().map(StaffVettingRecord::from).collect(),
        }
    }
}

impl From<VettingRecord> for StaffVettingRecord {
    fn from(record: VettingRecord) -> Self {
        let name =
            |id: Option<PersonId>, name: Option<String>| id.map(|id| StaffName::new(id, name.unwrap_or_default()));
        Self {
            id: record.id,
            valid_until: record.valid_until,
            reference: record.reference,
            recorded_at: record.recorded_at,
            recorded_by: name(record.recorded_by, record.recorded_by_name),
            ended_at: record.ended_at,
            is_withdrawn: record.is_withdrawn,
            withdrawn_by: name(record.withdrawn_by, record.withdrawn_by_name),
            withdrawal: record.withdrawal,
        }
    }
}

/// Returns the names of the kinds that a person lacks and contact demands. Of programmes without kinds there is nothing to name.
pub(super) fn missing_labels(
    person: &ListedPerson,
    catalogue: &Catalogue,
    now: DateTime<Utc>,
    language: &str,
) -> Vec<String> {
    let programme = person.programme_id.and_then(|id| catalogue.programmes.get(&id));
    let Some(programme) = programme.filter(|_| person.role == Role::Mentor) else { return Vec::new() };
    let rules = &programme.settings.matching;
    if rules.vetting_kinds.is_empty() {
        return Vec::new();
    }
    let today = now.with_timezone(&programme.tz()).date_naive();
    let held = person.vettings.as_deref();
    let lacks = rules.demanded_kinds().filter(|kind| !valid(kind, person.vetted_until, held).on(today));
    let kinds = lacks.filter_map(|key| rules.vetting_kind(key));
    kinds.map(|kind| text_in(&kind.label, language).to_owned()).collect()
}
