//! `api/v2/chat/alerts/`: cries for help to the assistant.

use ::web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::alerts::{self, Cry};
use store::{AlertId, PersonId, Store};
use utoipa::ToSchema;

use super::super::reports::checked;
use super::{LISTED, Resolution, Which, staff_of};

/// Somebody cried for help to the assistant. What they said is not in it: see the conversation of the alert.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StaffAlert {
    id: AlertId,
    /// Null once the account is gone.
    #[schema(required)]
    user_id: Option<PersonId>,
    user_full_name: String,
    created_on: DateTime<Utc>,
    #[schema(required)]
    resolved_on: Option<DateTime<Utc>>,
    /// Who closed it, or opened it again; empty for nobody yet.
    resolved_by_name: String,
    /// What was noted when it was closed; stays when it is opened again.
    #[schema(required)]
    resolution: Option<String>,
}

/// The cries for help that a member of staff looks after, newest first, at most 200.
#[utoipa::path(
    get,
    path = "/api/v2/chat/alerts/",
    operation_id = "alerts",
    tag = "Chat",
    params(Which),
    responses(
        (status = 200, description = "Cries for help of the programme.", body = Vec<StaffAlert>),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn list(
    store: Data<Store>,
    me: SignedIn,
    which: Option<Query<Which>>,
) -> Result<Json<Vec<StaffAlert>>> {
    let staff = staff_of(&store, me.person).await?;
    let resolved = which.is_some_and(|which| which.resolved);
    let found = alerts::cries(&store, staff, resolved, LISTED).await?;
    Ok(Json(found.into_iter().map(StaffAlert::from).collect()))
}

/// Closes a cry for help.
#[utoipa::path(
    post,
    path = "/api/v2/chat/alerts/{alert}/",
    operation_id = "resolve_alert",
    tag = "Chat",
    params(("alert" = AlertId, Path, description = "Which.")),
    request_body = Resolution,
    responses(
        (status = 204, description = "It is closed."),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        (status = 404, description = "`not_found`: no such open alert", body = ErrorBody),
        (status = 422, description = "`invalid`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn resolve(
    store: Data<Store>,
    me: SignedIn,
    alert: Option<Path<AlertId>>,
    body: Json<Resolution>,
) -> Result<HttpResponse> {
    let staff = staff_of(&store, me.person).await?;
    let alert = alert.ok_or_else(not_found)?.into_inner();
    let resolution = checked("resolution", &body.resolution)?;
    if !alerts::handle(&store, staff, alert, resolution).await? {
        return Err(not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Opens a closed cry for help again; what was noted stays.
#[utoipa::path(
    delete,
    path = "/api/v2/chat/alerts/{alert}/resolution/",
    operation_id = "reopen_alert",
    tag = "Chat",
    params(("alert" = AlertId, Path, description = "Which.")),
    responses(
        (status = 204, description = "It is open."),
        (status = 403, description = "`staff_only`", body = ErrorBody),
        (status = 404, description = "`not_found`: no such closed alert", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(in super::super) async fn reopen(
    store: Data<Store>,
    me: SignedIn,
    alert: Option<Path<AlertId>>,
) -> Result<HttpResponse> {
    let staff = staff_of(&store, me.person).await?;
    let alert = alert.ok_or_else(not_found)?.into_inner();
    if !alerts::reopen(&store, staff, alert).await? {
        return Err(not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

impl From<Cry> for StaffAlert {
    fn from(cry: Cry) -> Self {
        Self {
            id: cry.id,
            user_id: cry.person_id,
            user_full_name: cry.person_name,
            created_on: cry.created_at,
            resolved_on: cry.handled_at,
            resolved_by_name: cry.handled_by_name,
            resolution: cry.resolution,
        }
    }
}
