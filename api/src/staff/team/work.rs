//! Work of the team that is handed over without the end of a role, such as before holidays.

use actix_web::web::{Data, Json, Path};
use serde::{Deserialize, Serialize};
use store::administration::{self, HandOverRefusal};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::super::names::StaffName;
use super::roles::{named, no_colleague};
use super::{HandedOverWork, NO_SUCH_COLLEAGUE, find};

/// What could be handed over, and to whom.
#[derive(Serialize, ToSchema)]
pub(in crate::staff) struct WorkResponse {
    work: HandedOverWork,
    /// Who may have some of it.
    colleagues: Vec<StaffName>,
}

/// Who gets the work.
#[derive(Deserialize, ToSchema)]
pub(in crate::staff) struct HandOverRequest {
    /// Null leaves it to all.
    to: Option<PersonId>,
}

/// What one of the team has taken where the caller gives roles.
#[web::operation(
    operation_id = "colleague_work",
    params(("person" = PersonId, Path, description = "The member of staff.")),
    responses((status = 200, body = WorkResponse), (status = 404, description = NO_SUCH_COLLEAGUE))
)]
pub(in crate::staff) async fn show(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
) -> Result<Json<WorkResponse>> {
    let id = find(&store, &staff, person).await?.id;
    shown(&store, staff, id).await
}

/// Hands over what one of the team has taken where the caller gives roles.
#[web::operation(
    operation_id = "hand_over_colleague_work",
    params(("person" = PersonId, Path, description = "The member of staff.")),
    request_body = HandOverRequest,
    responses(
        (status = 200, body = HandedOverWork),
        (status = 404, description = NO_SUCH_COLLEAGUE),
        (status = 422, description = "`invalid`: the colleague may have nothing of the work")
    )
)]
pub(in crate::staff) async fn hand_over(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<HandOverRequest>,
) -> Result<Json<HandedOverWork>> {
    let id = find(&store, &staff, person).await?.id;
    handed_over(&store, staff, id, body.to).await
}

/// What the caller has taken.
#[web::operation(operation_id = "own_work", responses((status = 200, body = WorkResponse)))]
pub(in crate::staff) async fn show_own(store: Data<Store>, staff: Staff) -> Result<Json<WorkResponse>> {
    let id = staff.0.person;
    shown(&store, staff, id).await
}

/// Hands over what the caller has taken.
#[web::operation(
    operation_id = "hand_over_own_work",
    request_body = HandOverRequest,
    responses(
        (status = 200, body = HandedOverWork),
        (status = 422, description = "`invalid`: the colleague may have nothing of the work")
    )
)]
pub(in crate::staff) async fn hand_over_own(
    store: Data<Store>,
    staff: Staff,
    body: Json<HandOverRequest>,
) -> Result<Json<HandedOverWork>> {
    let id = staff.0.person;
    handed_over(&store, staff, id, body.to).await
}

async fn shown(store: &Store, staff: Staff, id: PersonId) -> Result<Json<WorkResponse>> {
    let (work, colleagues) = administration::to_hand_over(store, &staff.actor(), id).await?.map_err(refused)?;
    Ok(Json(WorkResponse { work: work.into(), colleagues: named(store, &colleagues).await? }))
}

async fn handed_over(store: &Store, staff: Staff, id: PersonId, to: Option<PersonId>) -> Result<Json<HandedOverWork>> {
    let moved = administration::hand_over(store, &staff.actor(), id, to).await?.map_err(refused)?;
    Ok(Json(moved.into()))
}

fn refused(refusal: HandOverRefusal) -> Error {
    match refusal {
        HandOverRefusal::Unknown => not_found(),
        HandOverRefusal::NoColleague => no_colleague(),
    }
}
