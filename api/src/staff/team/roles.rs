//! Roles of the team: given, and ended with what their holder had taken.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::administration::{self, EndOptions, LeadlessProgramme, RoleEndRefusal};
use store::staff::grants::{self, GrantOutcome};
use store::staff::{Grant, StaffRole};
use store::{PersonId, ProgrammeId, Store};
use utoipa::{IntoParams, ToSchema};
use web::{Error, Result, Staff, not_found};

use super::super::names::{StaffName, names_of};
use super::{HandedOverWork, NO_SUCH_COLLEAGUE, find};

/// A role.
#[derive(Deserialize, ToSchema)]
pub(in crate::staff) struct RoleRequest {
    role: StaffRole,
    /// Null for the whole installation, which no one gets by leaving it out.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    programme: Option<ProgrammeId>,
}

/// A role, as its address names it.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::staff) struct RoleQuery {
    role: StaffRole,
    /// None for the whole installation.
    programme: Option<ProgrammeId>,
}

/// How a role ends.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct EndRoleRequest {
    role: StaffRole,
    /// Null for the whole installation.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    programme: Option<ProgrammeId>,
    /// Who gets what they have taken; null leaves it to all.
    to: Option<PersonId>,
    /// The programmes of which the caller agrees that they have no lead afterwards.
    #[serde(default)]
    #[schema(required = false)]
    without_lead: Vec<ProgrammeId>,
}

/// What the end of a role leaves behind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct RoleEndResponse {
    work: HandedOverWork,
    /// Who may have some of it.
    colleagues: Vec<StaffName>,
    /// Programmes that would have no lead.
    without_lead: Vec<ProgrammeWithoutLead>,
}

/// A programme that would have no lead.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProgrammeWithoutLead {
    id: ProgrammeId,
    name: String,
    /// Who learns of its cases, because they give roles.
    cases_go_to: Vec<StaffName>,
}

/// Gives one of the team a role.
#[web::operation(
    operation_id = "give_staff_role",
    params(("person" = PersonId, Path, description = "The member of staff.")),
    request_body = RoleRequest,
    responses(
        (status = 204, description = "They have it."),
        (status = 403, description = "`own_record`: staff change nothing about themselves; `second_factor_required`"),
        (status = 404, description = NO_SUCH_COLLEAGUE)
    )
)]
pub(in crate::staff) async fn give(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<RoleRequest>,
) -> Result<HttpResponse> {
    let id = find(&store, &staff, person).await?.id;
    let grant = Grant { role: body.role, programme: body.programme };
    match grants::grant(&store, &staff.actor(), id, grant).await? {
        GrantOutcome::Changed | GrantOutcome::Unchanged => Ok(HttpResponse::NoContent().finish()),
        GrantOutcome::NotStaff => Err(not_found()),
        GrantOutcome::OwnRecord => Err(own_record()),
    }
}

/// What the end of a role would leave behind.
#[web::operation(
    operation_id = "rehearse_role_end",
    params(("person" = PersonId, Path, description = "The member of staff."), RoleQuery),
    responses(
        (status = 200, body = RoleEndResponse),
        (status = 403, description = "`own_record`: staff change nothing about themselves"),
        (status = 404, description = NO_SUCH_COLLEAGUE),
        (status = 409, description = "`last_administrator`")
    )
)]
pub(in crate::staff) async fn rehearse(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    query: Query<RoleQuery>,
) -> Result<Json<RoleEndResponse>> {
    let id = find(&store, &staff, person).await?.id;
    let grant = Grant { role: query.role, programme: query.programme };
    let end = administration::rehearse_role_end(&store, &staff.actor(), id, grant).await?;
    let end = match end {
        Ok(end) => end,
        Err(refusal) => return Err(refused(&store, refusal).await?),
    };
    Ok(Json(RoleEndResponse {
        work: end.work.into(),
        colleagues: named(&store, &end.colleagues).await?,
        without_lead: named_programmes(&store, end.without_lead).await?,
    }))
}

/// Ends a role of one of the team. Access ends at once, and what they may no longer do is handed over in the same step.
#[web::operation(
    operation_id = "end_staff_role",
    params(("person" = PersonId, Path, description = "The member of staff.")),
    request_body = EndRoleRequest,
    responses(
        (status = 200, description = "Ended, with what was handed over.", body = HandedOverWork),
        (status = 403, description = "`own_record`: staff change nothing about themselves; `second_factor_required`"),
        (status = 404, description = NO_SUCH_COLLEAGUE),
        (status = 409, description = "`last_administrator`; `no_lead_left`, with the names of `programmes` as the current value: a programme would have no lead, and the caller has not agreed"),
        (status = 422, description = "`invalid`: the colleague may have nothing of the work")
    )
)]
pub(in crate::staff) async fn end(
    store: Data<Store>,
    staff: Staff,
    person: Option<Path<PersonId>>,
    body: Json<EndRoleRequest>,
) -> Result<Json<HandedOverWork>> {
    let id = find(&store, &staff, person).await?.id;
    let EndRoleRequest { role, programme, to, without_lead } = body.into_inner();
    let options = EndOptions { to, without_lead: Some(without_lead) };
    match administration::end_role(&store, &staff.actor(), id, Grant { role, programme }, options).await? {
        Ok(end) => Ok(Json(end.work.into())),
        Err(refusal) => Err(refused(&store, refusal).await?),
    }
}

pub(in crate::staff) fn own_record() -> Error {
    let message = "This is your own record. Ask a colleague to change it.";
    Error::new(StatusCode::FORBIDDEN, "own_record", message)
}

/// The answer to what would leave the installation without an administrator.
pub(in crate::staff) fn last_administrator() -> Error {
    let message = "This is the last administrator. Give the role to another person first.";
    Error::new(StatusCode::CONFLICT, "last_administrator", message)
}

/// The answer to a colleague who may have nothing of the work.
pub(super) fn no_colleague() -> Error {
    let sentence = "This colleague may not take any of it.";
    Error::invalid(sentence).field("to", sentence)
}

async fn refused(store: &Store, refusal: RoleEndRefusal) -> Result<Error> {
    Ok(match refusal {
        RoleEndRefusal::Unknown => not_found(),
        RoleEndRefusal::OwnRecord => own_record(),
        RoleEndRefusal::NoColleague => no_colleague(),
        RoleEndRefusal::LastAdministrator => last_administrator(),
        RoleEndRefusal::NoLeadLeft(programmes) => {
            let message =
                "A programme would have no safeguarding lead. Agree to that, or give the role to another person first.";
            let names: Vec<String> =
                named_programmes(store, programmes).await?.into_iter().map(|programme| programme.name).collect();
            Error::new(StatusCode::CONFLICT, "no_lead_left", message).current(json!({"programmes": names}))
        }
    })
}

/// Names people, in the order of their names.
pub(super) async fn named(store: &Store, people: &[PersonId]) -> Result<Vec<StaffName>> {
    let name = names_of(store, people).await?;
    let mut names: Vec<StaffName> = people.iter().copied().map(name).collect();
    names.sort_by_cached_key(|one| text_fold::fold(one.name()));
    Ok(names)
}

async fn named_programmes(store: &Store, programmes: Vec<LeadlessProgramme>) -> Result<Vec<ProgrammeWithoutLead>> {
    let mut named_ones = Vec::new();
    for programme in programmes {
        let cases_go_to = named(store, &programme.cases_go_to).await?;
        named_ones.push(ProgrammeWithoutLead { id: programme.id, name: programme.name, cases_go_to });
    }
    Ok(named_ones)
}
