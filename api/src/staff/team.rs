//! The team: the staff of the caller's programmes, their roles, hours of duty and absences.

use std::collections::BTreeMap;

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use store::administration::HandedOver;
use store::console::colleagues::{self, Colleague, Duties};
use store::content::Catalogue;
use store::staff::duty::{self, Absence, Hours};
use store::staff::{Grant, Permission, Scope, StaffRole};
use store::{PersonId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, SignedIn, Staff, not_found};

use super::StaffProgramme;

pub(super) mod duty_plan;
pub(super) mod plans;
pub(super) mod roles;
pub(super) mod work;

/// The description of 404 of every route about one of the team.
const NO_SUCH_COLLEAGUE: &str = "`not_found`: no such member of staff within the scope of the caller";

/// One of the team.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffColleague {
    id: PersonId,
    name: String,
    email: String,
    /// Within the scope of the caller; those of the installation are part of every scope.
    roles: Vec<ColleagueRole>,
    #[schema(required)]
    last_seen_at: Option<DateTime<Utc>>,
    /// Whether they have set up an authenticator app.
    has_second_factor: bool,
    is_closed: bool,
    /// The last day of the absence that goes on.
    #[schema(required)]
    absent_until: Option<NaiveDate>,
    /// Open cases that they have taken, without those about the caller.
    cases: i64,
    /// Conversations that they have taken.
    conversations: i64,
}

/// A role of one of the team.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ColleagueRole {
    role: StaffRole,
    /// Null for the whole installation.
    #[schema(required)]
    programme: Option<StaffProgramme>,
    /// Whether the caller may end it.
    may_end: bool,
}

/// One of the team with hours of duty and absences.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffColleagueResponse {
    #[serde(flatten)]
    colleague: StaffColleague,
    is_self: bool,
    /// Where the caller may give them roles: empty for themselves.
    may_give: Vec<StaffProgramme>,
    /// Whether the caller may give them roles of the whole installation.
    may_give_everywhere: bool,
    /// Whether the caller may change their absences.
    may_set_absences: bool,
    /// Whether the caller may hand over what they have taken.
    may_hand_over: bool,
    /// The programmes that they lead, with their hours.
    hours: Vec<ProgrammeHours>,
    absences: Vec<StaffAbsence>,
}

/// The hours of duty of a lead for a programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProgrammeHours {
    programme: StaffProgramme,
    /// The IANA time zone of the hours.
    time_zone: String,
    hours: Vec<WeeklyHours>,
    /// Whether the caller may change them.
    may_change: bool,
}

/// Hours of a week.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WeeklyHours {
    /// 0 is Monday.
    pub(super) weekday: i64,
    /// Minutes from midnight, below 1440.
    pub(super) from: i64,
    /// Minutes from midnight; not after the beginning means on the next day.
    pub(super) until: i64,
}

/// Days of absence.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffAbsence {
    first_day: NaiveDate,
    /// Included.
    last_day: NaiveDate,
}

/// What was handed over, or would be.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandedOverWork {
    cases: usize,
    conversations: usize,
    /// How many of both wait for all again.
    waiting: usize,
}

impl From<HandedOver> for HandedOverWork {
    fn from(HandedOver { cases, conversations, waiting }: HandedOver) -> Self {
        Self { cases, conversations, waiting }
    }
}

impl From<Hours> for WeeklyHours {
    fn from(Hours { weekday, from_minute: from, until_minute: until }: Hours) -> Self {
        Self { weekday, from, until }
    }
}

impl From<WeeklyHours> for Hours {
    fn from(WeeklyHours { weekday, from, until }: WeeklyHours) -> Self {
        Self { weekday, from_minute: from, until_minute: until }
    }
}

impl From<Absence> for StaffAbsence {
    fn from(Absence { first_day, last_day }: Absence) -> Self {
        Self { first_day, last_day }
    }
}

impl From<StaffAbsence> for Absence {
    fn from(StaffAbsence { first_day, last_day }: StaffAbsence) -> Self {
        Self { first_day, last_day }
    }
}

fn programme_of(catalogue: &Catalogue, id: ProgrammeId) -> Option<StaffProgramme> {
    let programme = catalogue.programmes.get(&id)?;
    Some(StaffProgramme { id, key: programme.key.clone(), title: programme.name.clone() })
}

impl StaffColleague {
    fn of(row: Colleague, duties: Duties, caller: &SignedIn) -> Self {
        let grants = caller.grants.scope(Permission::GrantRoles).filter(|_| row.id != caller.person.id);
        let role = |Grant { role, programme }| ColleagueRole {
            role,
            programme: programme.and_then(|id| programme_of(&caller.catalogue, id)),
            may_end: grants.as_ref().is_some_and(|scope| scope.includes(programme)),
        };
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            roles: duties.grants.into_iter().map(role).collect(),
            last_seen_at: row.last_seen_at,
            has_second_factor: row.has_second_factor,
            is_closed: row.is_disabled,
            absent_until: row.absent_until,
            cases: duties.cases,
            conversations: duties.conversations,
        }
    }
}

/// Lists the team: staff with a role in the caller's programmes, and those of the installation. Filters: `role` (coordinator, safeguarding,
/// reports, administrator, none), `programme` (id), `status` (active, closed), `absent` (yes). Sorts: `name`, `lastSeen`.
#[web::operation(
    operation_id = "staff_team",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffColleague>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(in crate::staff) async fn list(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    query: ListQuery,
) -> Result<Json<Page<StaffColleague>>> {
    let page = colleagues::page(&store, &staff.0, &query.0).await?;
    let ids: Vec<PersonId> = page.rows.iter().map(|row| row.id).collect();
    let mut duties: BTreeMap<PersonId, Duties> = colleagues::duties(&store, &staff.0, &ids).await?;
    let mut row = |row: Colleague| {
        let duties = duties.remove(&row.id).unwrap_or_default();
        StaffColleague::of(row, duties, &caller)
    };
    Ok(Json(Page {
        results: page.rows.into_iter().map(&mut row).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}

/// Shows one of the team.
#[web::operation(
    operation_id = "staff_colleague",
    params(("person" = PersonId, Path, description = "The member of staff.")),
    responses((status = 200, body = StaffColleagueResponse), (status = 404, description = NO_SUCH_COLLEAGUE))
)]
pub(in crate::staff) async fn show(
    store: Data<Store>,
    staff: Staff,
    caller: SignedIn,
    person: Option<Path<PersonId>>,
) -> Result<Json<StaffColleagueResponse>> {
    let row = find(&store, &staff, person).await?;
    let id = row.id;
    let is_self = id == staff.0.person;
    let duties = colleagues::duties(&store, &staff.0, &[id]).await?.remove(&id).unwrap_or_default();
    let grants = caller.grants.scope(Permission::GrantRoles);
    let includes = |scope: &Option<Scope>, programme| scope.as_ref().is_some_and(|scope| scope.includes(programme));
    let is_reached = match grants.clone() {
        Some(scope) => {
            let by = store::staff::Staff { person: staff.0.person, scope };
            store::staff::people_list::may_change(&store, &by, id).await?
        }
        None => false,
    };
    let hours = duty::of_programmes(&store, &staff.0.scope).await?.into_iter().filter_map(|programme| {
        let lead = programme.leads.iter().find(|lead| lead.person == id)?;
        Some(ProgrammeHours {
            time_zone: programme.zone.name().to_owned(),
            hours: lead.hours.iter().copied().map(WeeklyHours::from).collect(),
            may_change: is_self || includes(&grants, Some(programme.id)),
            programme: StaffProgramme { id: programme.id, key: programme.key, title: programme.name },
        })
    });
    let hours = hours.collect();
    let absences = duty::absences(&store, id).await?;
    let give = grants.as_ref().filter(|_| !is_self);
    let given = caller.catalogue.programmes.keys().copied();
    let mut may_give: Vec<StaffProgramme> = given
        .filter(|id| give.is_some_and(|scope| scope.includes(Some(*id))))
        .filter_map(|id| programme_of(&caller.catalogue, id))
        .collect();
    may_give.sort_by(|one, other| one.title.cmp(&other.title));
    Ok(Json(StaffColleagueResponse {
        is_self,
        may_give,
        may_give_everywhere: give.is_some_and(|scope| scope.includes(None)),
        may_set_absences: is_self || is_reached,
        may_hand_over: is_self || give.is_some(),
        hours,
        absences: absences.into_iter().map(StaffAbsence::from).collect(),
        colleague: StaffColleague::of(row, duties, &caller),
    }))
}

/// Finds the member of staff of a path within the scope of the caller.
async fn find(store: &Store, staff: &Staff, path: Option<Path<PersonId>>) -> Result<Colleague> {
    let id = path.ok_or_else(not_found)?.into_inner();
    colleagues::by_id(store, &staff.0, id).await?.ok_or_else(not_found)
}
