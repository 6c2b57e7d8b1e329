//! Hours of duty and absences as staff enter them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use store::staff::duty::{self, Absence, DutyRefusal, Hours, MAX_ABSENCES, MAX_HOURS};
use store::{PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::{NO_SUCH_COLLEAGUE, StaffAbsence, WeeklyHours, find};

/// The hours of a lead for a programme.
#[derive(Deserialize, ToSchema)]
pub(in crate::staff) struct HoursRequest {
    programme: ProgrammeId,
    /// As the caller saw them.
    before: Vec<WeeklyHours>,
    /// At most 14, none overlapping another one.
    after: Vec<WeeklyHours>,
}

/// The absences of a member of staff.
#[derive(Deserialize, ToSchema)]
pub(in crate::staff) struct AbsencesRequest {
    /// As the caller saw them.
    before: Vec<StaffAbsence>,
    /// At most 20, none overlapping another one, at most a year ahead.
    after: Vec<StaffAbsence>,
}

/// Sets the hours of duty of one of the team for a programme.
#[web::operation(
    operation_id = "set_colleague_hours",
    params(("person" = PersonId, Path, description = "The member of staff.")),
    request_body = HoursRequest,
    responses(
        (status = 204, description = "Set."),
        (status = 404, description = NO_SUCH_COLLEAGUE),
        (status = 409, description = "`changed_meanwhile`: they are not as the caller saw them"),
        (status = 422, description = "`hours_refused`: too many, or two that overlap")
    )
)]
pub(in crate::staff) async fn set_hours(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<HoursRequest>,
) -> Result<HttpResponse> {
    let id = find(&store, &staff, person).await?.id;
    hours(&store, staff, id, body.into_inner()).await
}

/// Sets the hours of duty of the caller for a programme that they lead.
#[web::operation(
    operation_id = "set_own_hours",
    request_body = HoursRequest,
    responses(
        (status = 204, description = "Set."),
        (status = 404, description = "`not_found`: the caller does not lead the programme"),
        (status = 409, description = "`changed_meanwhile`: they are not as the caller saw them"),
        (status = 422, description = "`hours_refused`: too many, or two that overlap")
    )
)]
pub(in crate::staff) async fn set_own_hours(
    store: Data<Store>,
    staff: Staff,
    body: Json<HoursRequest>,
) -> Result<HttpResponse> {
    let id = staff.0.person;
    hours(&store, staff, id, body.into_inner()).await
}

/// Sets the absences of one of the team.
#[web::operation(
    operation_id = "set_colleague_absences",
    params(("person" = PersonId, Path, description = "The member of staff.")),
    request_body = AbsencesRequest,
    responses(
        (status = 204, description = "Set."),
        (status = 404, description = "`not_found`: no such member of staff, or one with roles beyond the scope of the caller"),
        (status = 409, description = "`changed_meanwhile`: they are not as the caller saw them"),
        (status = 422, description = "`absences_refused`: too many, two that overlap, or more than a year ahead")
    )
)]
pub(in crate::staff) async fn set_absences(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<AbsencesRequest>,
) -> Result<HttpResponse> {
    let id = find(&store, &staff, person).await?.id;
    absences(&store, staff, id, body.into_inner()).await
}

/// Sets the absences of the caller.
#[web::operation(
    operation_id = "set_own_absences",
    request_body = AbsencesRequest,
    responses(
        (status = 204, description = "Set."),
        (status = 409, description = "`changed_meanwhile`: they are not as the caller saw them"),
        (status = 422, description = "`absences_refused`: too many, two that overlap, or more than a year ahead")
    )
)]
pub(in crate::staff) async fn set_own_absences(
    store: Data<Store>,
    staff: Staff,
    body: Json<AbsencesRequest>,
) -> Result<HttpResponse> {
    let id = staff.0.person;
    absences(&store, staff, id, body.into_inner()).await
}

async fn hours(store: &Store, staff: Staff, id: PersonId, request: HoursRequest) -> Result<HttpResponse> {
    let hours = |list: Vec<WeeklyHours>| list.into_iter().map(Hours::from).collect::<Vec<_>>();
    let (before, after) = (hours(request.before), hours(request.after));
    let sentence = format!("At most {MAX_HOURS} times in a week, and none may overlap another one.");
    let set = duty::set_hours(store, &staff.actor(), id, request.programme, &before, &after).await?;
    answer(set, || Error::new(StatusCode::UNPROCESSABLE_ENTITY, "hours_refused", sentence))
}

async fn absences(store: &Store, staff: Staff, id: PersonId, request: AbsencesRequest) -> Result<HttpResponse> {
    let absences = |list: Vec<StaffAbsence>| list.into_iter().map(Absence::from).collect::<Vec<_>>();
    let (before, after) = (absences(request.before), absences(request.after));
    let sentence = format!(
        "At most {MAX_ABSENCES} absences, at most a year ahead, each ending on or after its first day, and none overlapping another one."
    );
    let set = duty::set_absences(store, &staff.actor(), id, &before, &after).await?;
    answer(set, || Error::new(StatusCode::UNPROCESSABLE_ENTITY, "absences_refused", sentence))
}

fn answer(set: std::result::Result<(), DutyRefusal>, refused: impl FnOnce() -> Error) -> Result<HttpResponse> {
    match set {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(DutyRefusal::Unknown) => Err(not_found()),
        Err(DutyRefusal::Invalid) => Err(refused()),
        Err(DutyRefusal::Changed) => {
            let message = "A colleague has changed this meanwhile. Please look again.";
            Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", message))
        }
    }
}
