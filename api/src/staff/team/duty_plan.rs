//! Who is on duty in the programmes of the caller.

use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::staff::duty::{self, ProgrammeDuty, Shift};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Result, Staff};

use super::super::StaffProgramme;
use super::super::names::StaffName;

/// Who is on duty in a programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct DutyOfProgramme {
    programme: StaffProgramme,
    /// The time zone of its hours, such as `Europe/Berlin`.
    time_zone: String,
    /// Whether a lead has entered hours; without any all leads are on duty.
    is_planned: bool,
    /// Whether the programme has a lead at all.
    has_lead: bool,
    /// Who is on duty now.
    now: Vec<StaffName>,
    /// Until when; null if that does not change within a week.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    /// Who is on duty next; null if that does not change within a week.
    #[schema(required)]
    next: Option<NextDuty>,
    /// From when on no lead is on duty, which may be now; null if there always is one within a week.
    #[schema(required)]
    uncovered_from: Option<DateTime<Utc>>,
    /// Until when; null if none is on duty within a week.
    #[schema(required)]
    uncovered_until: Option<DateTime<Utc>>,
}

/// Who is on duty next.
#[derive(Serialize, ToSchema)]
struct NextDuty {
    at: DateTime<Utc>,
    leads: Vec<StaffName>,
}

/// Returns who is on duty in each programme of the caller.
#[web::operation(operation_id = "staff_duty", responses((status = 200, body = Vec<DutyOfProgramme>)))]
pub(in crate::staff) async fn show(store: Data<Store>, staff: Staff) -> Result<Json<Vec<DutyOfProgramme>>> {
    let now = store.clock.now();
    let programmes = duty::of_programmes(&store, &staff.0.scope).await?;
    Ok(Json(programmes.into_iter().map(|programme| DutyOfProgramme::at(now, programme)).collect()))
}

impl DutyOfProgramme {
    fn at(now: DateTime<Utc>, programme: ProgrammeDuty) -> Self {
        let shifts = duty::timeline(&programme.leads, now, programme.zone);
        let named = |shift: &Shift| -> Vec<StaffName> {
            let name = |id: &PersonId| StaffName::new(*id, programme.names.get(id).cloned().unwrap_or_default());
            shift.on_duty.iter().map(name).collect()
        };
        let next = shifts.iter().skip(1).find(|shift| !shift.on_duty.is_empty());
        let gap = shifts.iter().position(|shift| shift.on_duty.is_empty());
        Self {
            is_planned: programme.leads.iter().any(|lead| !lead.hours.is_empty()),
            has_lead: !programme.leads.is_empty(),
            now: shifts.first().map(named).unwrap_or_default(),
            until: shifts.get(1).map(|shift| shift.from),
            next: next.map(|shift| NextDuty { at: shift.from, leads: named(shift) }),
            uncovered_from: gap.and_then(|gap| shifts.get(gap)).map(|shift| shift.from),
            uncovered_until: gap.and_then(|gap| shifts.get(gap + 1)).map(|shift| shift.from),
            time_zone: programme.zone.name().to_owned(),
            programme: StaffProgramme { id: programme.id, key: programme.key, title: programme.name },
        }
    }
}
