//! What the caller may do as staff.

use actix_web::web::{Data, Json};
use serde::Serialize;
use store::Store;
use store::programmes::year;
use store::staff::{Permission, Scope, StaffRole};
use utoipa::ToSchema;
use web::{Result, SignedIn};

use super::StaffProgramme;

/// The roles of the caller, and what follows from them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffMeResponse {
    grants: Vec<StaffGrant>,
    /// What pages may offer. The server checks each request.
    permissions: Vec<Permission>,
    /// The programmes of the grants.
    programmes: Vec<StaffProgramme>,
    /// Those in which the caller may change people, without archived ones: what begins something offers these.
    managed_programmes: Vec<StaffProgramme>,
    /// Those of which the caller may make and read reports of outcomes.
    reported_programmes: Vec<StaffProgramme>,
    /// Those whose rules the caller may see and change.
    ruled_programmes: Vec<StaffProgramme>,
}

/// A role with its programme.
#[derive(Serialize, ToSchema)]
struct StaffGrant {
    role: StaffRole,
    /// Null for the whole installation.
    #[schema(required)]
    programme: Option<StaffProgramme>,
}

/// Returns what the caller may do as staff.
#[web::operation(
    operation_id = "staff_me",
    responses(
        (status = 200, body = StaffMeResponse)
    )
)]
pub(super) async fn show(store: Data<Store>, caller: SignedIn) -> Result<Json<StaffMeResponse>> {
    let archived = year::archived(&store).await?;
    let programme = |id| {
        let programme = caller.catalogue.programmes.get(&id)?;
        Some(StaffProgramme { id, key: programme.key.clone(), title: programme.name.clone() })
    };
    let permissions: Vec<_> =
        Permission::ALL.into_iter().filter(|permission| caller.grants.scope(*permission).is_some()).collect();
    let is_everywhere = permissions.iter().any(|one| caller.grants.scope(*one) == Some(Scope::Installation));
    let mut ids: Vec<_> = match is_everywhere {
        true => caller.catalogue.programmes.keys().copied().collect(),
        false => caller.grants.iter().filter_map(|grant| grant.programme).collect(),
    };
    ids.sort_unstable();
    ids.dedup();
    let within = |permission| {
        let scope = caller.grants.scope(permission);
        ids.iter().copied().filter(move |id| scope.as_ref().is_some_and(|scope| scope.includes(Some(*id))))
    };
    let managed = within(Permission::ManagePeople).filter(|id| !archived.contains(id));
    let grants = caller.grants.iter();
    Ok(Json(StaffMeResponse {
        grants: grants
            .map(|grant| StaffGrant { role: grant.role, programme: grant.programme.and_then(programme) })
            .collect(),
        permissions,
        managed_programmes: managed.filter_map(programme).collect(),
        reported_programmes: within(Permission::ReadOutcomes).filter_map(programme).collect(),
        ruled_programmes: within(Permission::ManageProgramme).filter_map(programme).collect(),
        programmes: ids.into_iter().filter_map(programme).collect(),
    }))
}
