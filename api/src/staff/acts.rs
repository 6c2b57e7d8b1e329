//! The log of acts within the scope of the caller.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use store::audit::{self, ListedAct};
use store::{PersonId, Store};
use utoipa::ToSchema;
use uuid::Uuid;
use web::{ListParams, ListQuery, Page, Result, Staff};

use super::StaffProgramme;
use crate::list_export::{Column, ExportParams, ExportedRow, code, export, text, time};

/// An act.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffAct {
    id: Uuid,
    at: DateTime<Utc>,
    actor: ActActor,
    /// In snake case.
    act: String,
    target: ActTarget,
    #[schema(required)]
    programme: Option<StaffProgramme>,
    #[schema(required)]
    reason: Option<String>,
    /// What was before, without texts of people.
    #[schema(required)]
    before: Option<Map<String, Value>>,
    /// What was afterwards.
    #[schema(required)]
    after: Option<Map<String, Value>>,
    /// The names behind the ids in `before` and `after`, as far as the caller may see them.
    names: BTreeMap<Uuid, String>,
}

/// Who acted.
#[derive(Serialize, ToSchema)]
struct ActActor {
    /// `staff`, `command_line`, `job` or `person`.
    kind: String,
    #[schema(required)]
    id: Option<PersonId>,
    name: String,
}

/// What an act was about.
#[derive(Serialize, ToSchema)]
struct ActTarget {
    /// Such as `person` or `report`.
    kind: String,
    #[schema(required)]
    id: Option<Uuid>,
    /// The name of a person or programme, or those of the members of a mentorship, as far as the caller may see them.
    #[schema(required)]
    name: Option<String>,
}

/// Lists acts, newest first. Filters: `act`, `actor`, `target` and `programme` (ids), `from` and `until` (times).
#[web::operation(
    operation_id = "staff_audit",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffAct>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(super) async fn list(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<Json<Page<StaffAct>>> {
    let page = audit::page(&store, &staff.0.scope, Some(staff.0.person), &query.0).await?;
    let names = audit::names_in(&store, &staff.0.scope, &page.rows).await?;
    Ok(Json(Page {
        results: page.rows.into_iter().map(|row| entry(row, &names)).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}

/// Returns the acts of the list, with the same filters, as a table, oldest first. Audited.
#[web::operation(
    operation_id = "export_staff_audit",
    params(ListParams, ExportParams),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 422, description = "`invalid`: no reason, an unknown format or filter")
    )
)]
pub(super) async fn table(store: Data<Store>, staff: Staff, query: ListQuery) -> Result<HttpResponse> {
    let (scope, reader) = (&staff.0.scope, Some(staff.0.person));
    export(&store, &staff.0, query, async |request| audit::page(&store, scope, reader, request).await).await
}

impl ExportedRow for ListedAct {
    const LIST: &str = "audit";
    const SORT: &str = "at";
    const COLUMNS: &[Column<Self>] = &[
        ("id", |row| code(row.id)),
        ("time", |row| time(row.created_at)),
        ("actor kind", |row| code(&row.actor_kind)),
        ("actor id", |row| code(row.actor_id)),
        ("actor", |row| text(&row.actor_name)),
        ("act", |row| code(&row.action)),
        ("target kind", |row| code(&row.target_kind)),
        ("target id", |row| code(row.target_id)),
        ("target", |row| text(row.target_name.as_deref().unwrap_or_default())),
        ("programme", |row| text(row.programme_name.as_deref().unwrap_or_default())),
        ("reason", |row| text(row.reason.as_deref().unwrap_or_default())),
        ("before", |row| text(row.old_values.as_deref().unwrap_or_default())),
        ("after", |row| text(row.new_values.as_deref().unwrap_or_default())),
    ];
}

fn entry(act: ListedAct, names: &BTreeMap<Uuid, String>) -> StaffAct {
    let target = act.target_name.clone().or_else(|| names.get(&act.target_id?).cloned());
    let named = act.ids().into_iter().filter_map(|id| Some((id, names.get(&id)?.clone()))).collect();
    let object = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    StaffAct {
        id: act.id,
        at: act.created_at,
        actor: ActActor { kind: act.actor_kind, id: act.actor_id, name: act.actor_name },
        act: act.action,
        target: ActTarget { kind: act.target_kind, id: act.target_id, name: target },
        programme: StaffProgramme::of(act.programme_id, act.programme_key, act.programme_name),
        reason: act.reason,
        before: object(act.old_values),
        after: object(act.new_values),
        names: named,
    }
}
