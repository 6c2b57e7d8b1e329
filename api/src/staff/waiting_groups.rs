//! Groups that mentors fill and that have not begun.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use store::matching::groups::{self, Begun, Refusal, Waiting};
use store::programmes::{self, Programme};
use store::{GroupId, PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::StaffProgramme;
use super::begin_mentorship::{BegunResponse, refused};
use super::names::{StaffName, names_of};

/// The groups of the caller's programmes that have members and have not begun, the oldest first.
#[derive(Serialize, ToSchema)]
pub(super) struct WaitingGroupsResponse {
    groups: Vec<StaffWaitingGroup>,
}

/// A group that a mentor fills.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffWaitingGroup {
    id: GroupId,
    programme: StaffProgramme,
    mentor: StaffName,
    /// In the order in which the mentor took them.
    members: Vec<StaffName>,
    /// Mentees when it is full.
    size: i64,
    /// When it begins, or asks staff if it has too few members.
    #[schema(required)]
    starts_at: Option<DateTime<Utc>>,
    /// Whether it cannot begin unless staff decide.
    waits_for_staff: bool,
}

/// Shows the groups that wait.
#[web::operation(
    operation_id = "waiting_groups",
    responses((status = 200, body = WaitingGroupsResponse))
)]
pub(super) async fn list(store: Data<Store>, staff: Staff) -> Result<Json<WaitingGroupsResponse>> {
    let waiting = groups::waiting(&store, &staff.0.scope).await?;
    let people: Vec<PersonId> =
        waiting.iter().flat_map(|one| one.members.iter().copied().chain([one.group.mentor_id])).collect();
    let name = names_of(&store, &people).await?;
    let all = programmes::all(&store).await?;
    let programmes: BTreeMap<ProgrammeId, Programme> = all.into_iter().map(|one| (one.id, one)).collect();
    let of = |Waiting { group, members }: Waiting| {
        let programme = programmes.get(&group.programme_id)?;
        Some(StaffWaitingGroup {
            id: group.id,
            programme: StaffProgramme { id: programme.id, key: programme.key.clone(), title: programme.name.clone() },
            mentor: name(group.mentor_id),
            members: members.into_iter().map(&name).collect(),
            size: group.size,
            starts_at: group.starts_at(&programme.settings.matching.groups),
            waits_for_staff: group.staff_notified_at.is_some(),
        })
    };
    Ok(Json(WaitingGroupsResponse { groups: waiting.into_iter().filter_map(of).collect() }))
}

/// Begins a group with the members that it has. They and the mentor are notified; who was still asked for it cannot join any more.
#[web::operation(
    operation_id = "begin_group",
    params(("group" = GroupId, Path, description = "The group.")),
    responses(
        (status = 201, body = BegunResponse),
        (status = 404, description = "`not_found`: no open group of the programmes of the caller"),
        (status = 409, description = "`changed_meanwhile`: its members have just changed; `not_cleared`: something that the programme \
            demands is missing, of `current.person`; `may_not_meet`; `person_unavailable`")
    )
)]
pub(super) async fn begin(store: Data<Store>, staff: Staff, group: Option<Path<GroupId>>) -> Result<HttpResponse> {
    let id = group.ok_or_else(not_found)?.into_inner();
    let group = groups::find(&store, &staff.0.scope, id).await?.ok_or_else(not_found)?;
    match groups::begin(&store, &staff.actor(), &group).await? {
        Begun::Began(id) => Ok(HttpResponse::Created().json(BegunResponse { id })),
        Begun::Gone => {
            let sentence = "The group has just changed. Look at it again.";
            Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", sentence))
        }
        Begun::Refused(Refusal::NotAdmitted(person)) => {
            let sentence = "Something is still missing before they may meet. Record it on their page first.";
            Err(Error::new(StatusCode::CONFLICT, "not_cleared", sentence).current(json!({"person": person})))
        }
        Begun::Refused(Refusal::Separated(..)) => {
            let sentence = "These people may not have a mentorship together.";
            Err(Error::new(StatusCode::CONFLICT, "may_not_meet", sentence))
        }
        Begun::Refused(Refusal::Mentorship(refusal)) => Err(refused(refusal)),
    }
}
