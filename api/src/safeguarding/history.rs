//! Who learned of a case, and what was done about it.

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::cases::{self, Outcome};
use store::matching::views::faces;
use store::{AlertId, PersonId, Store};
use utoipa::ToSchema;
use web::{Result, Staff};

use super::cases::{CasePerson, NO_SUCH_CASE, find};

/// Something that happened with a case.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaseEvent {
    at: DateTime<Utc>,
    /// `notify`, or the act of the audit log.
    act: String,
    /// Who was notified, or who acted.
    person: CasePerson,
    /// Of a notice: how often staff were notified before.
    #[schema(required)]
    step: Option<i64>,
    /// To whom the case was given; null for other acts, and if it was left to all.
    #[schema(required)]
    to: Option<CasePerson>,
    /// What became of the case when it was closed; null for other acts.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// Of an export: the SHA-256 hash of the file, in hexadecimal digits.
    #[schema(required)]
    sha256: Option<String>,
}

/// Returns what happened with a case, newest first: who was notified, read, took and closed it.
#[web::operation(
    operation_id = "staff_case_history",
    params(("case" = AlertId, Path, description = "The case.")),
    responses(
        (status = 200, description = "At most 200.", body = Vec<CaseEvent>),
        (status = 404, description = NO_SUCH_CASE)
    )
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
) -> Result<Json<Vec<CaseEvent>>> {
    let case = find(&store, &staff.0, case).await?;
    let history = cases::history(&store, &case).await?;
    let to: Vec<PersonId> = history.iter().filter_map(|one| value(one, "assignedTo")).collect();
    let faces = faces(&store, &to).await?;
    let name = |id| faces.get(&id).map(|face| format!("{} {}", face.first_name, face.last_name)).unwrap_or_default();
    let event = |one: cases::Happened| CaseEvent {
        to: value(&one, "assignedTo").map(|id| CasePerson { id: Some(id), name: name(id).trim().to_owned() }),
        outcome: value(&one, "outcome"),
        sha256: value(&one, "sha256"),
        at: one.at,
        act: one.act,
        person: CasePerson { id: one.person_id, name: one.name },
        step: one.step,
    };
    Ok(Json(history.into_iter().map(event).collect()))
}

/// A value that the row of an act keeps.
fn value<V: DeserializeOwned>(one: &cases::Happened, name: &str) -> Option<V> {
    let values: Value = serde_json::from_str(one.new_values.as_deref()?).ok()?;
    serde_json::from_value(values[name].clone()).ok()
}
