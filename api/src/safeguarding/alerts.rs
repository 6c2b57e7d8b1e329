//! Crisis alerts: messages to the assistant that ask for help in a crisis.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path, Query};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::alerts::{self, CrisisAlert};
use store::{AlertId, ChannelId, PersonId, Store};
use utoipa::ToSchema;
use web::{Result, Staff, not_found};

use super::cases::{self, NO_SUCH_CASE, ResolveRequest};
use super::{MAX_LISTED, ResolvedQuery};

/// A crisis alert. It does not contain the message: see the conversation of the alert.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffAlert {
    id: AlertId,
    /// Null after the account was erased.
    #[schema(required)]
    user_id: Option<PersonId>,
    user_full_name: String,
    created_on: DateTime<Utc>,
    #[schema(required)]
    resolved_on: Option<DateTime<Utc>>,
    /// The member of staff who resolved or reopened it; may be empty.
    resolved_by_name: String,
    /// The note of the resolution; kept when the alert is reopened.
    #[schema(required)]
    resolution: Option<String>,
}

/// Lists the crisis alerts of the caller's programme, newest first, at most 200.
#[web::operation(
    operation_id = "alerts",
    params(ResolvedQuery),
    responses((status = 200, description = "Crisis alerts of the programme.", body = Vec<StaffAlert>))
)]
pub(super) async fn list(
    store: Data<Store>,
    staff: Staff,
    query: Option<Query<ResolvedQuery>>,
) -> Result<Json<Vec<StaffAlert>>> {
    let resolved = query.is_some_and(|query| query.resolved);
    let found = alerts::crisis_alerts(&store, &staff.0, resolved, MAX_LISTED).await?;
    Ok(Json(found.into_iter().map(StaffAlert::from).collect()))
}

/// Resolves a crisis alert.
#[web::operation(
    operation_id = "resolve_alert",
    params(("case" = AlertId, Path, description = "The alert.")),
    request_body = ResolveRequest,
    responses(
        (status = 204, description = "Resolved."),
        (status = 404, description = NO_SUCH_CASE),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn resolve(
    store: Data<Store>,
    staff: Staff,
    alert: Option<Path<AlertId>>,
    body: Json<ResolveRequest>,
) -> Result<HttpResponse> {
    cases::resolve(&store, &staff.0, alert, &body).await
}

/// Reopens a resolved crisis alert. The note is kept.
#[web::operation(
    operation_id = "reopen_alert",
    params(("case" = AlertId, Path, description = "The alert.")),
    responses((status = 204, description = "Open."), (status = 404, description = NO_SUCH_CASE))
)]
pub(super) async fn reopen(store: Data<Store>, staff: Staff, alert: Option<Path<AlertId>>) -> Result<HttpResponse> {
    cases::reopen(&store, &staff.0, alert).await
}

/// The channel with the person of an alert.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AlertChannelResponse {
    channel_id: ChannelId,
}

/// Opens the direct channel between the caller and the person of an alert, so that they can write or call. Creates it if
/// there is none.
#[web::operation(
    operation_id = "open_alert_channel",
    params(("case" = AlertId, Path, description = "The alert.")),
    responses(
        (status = 200, description = "The channel of the two.", body = AlertChannelResponse),
        (status = 404, description = NO_SUCH_CASE)
    )
)]
pub(super) async fn open_channel(
    store: Data<Store>,
    staff: Staff,
    alert: Option<Path<AlertId>>,
) -> Result<Json<AlertChannelResponse>> {
    let channel_id = alerts::open_channel(&store, &staff.0, cases::id(alert)?).await?.ok_or_else(not_found)?;
    Ok(Json(AlertChannelResponse { channel_id }))
}

impl From<CrisisAlert> for StaffAlert {
    fn from(alert: CrisisAlert) -> Self {
        Self {
            id: alert.id,
            user_id: alert.person_id,
            user_full_name: alert.person_name,
            created_on: alert.created_at,
            resolved_on: alert.handled_at,
            resolved_by_name: alert.handled_by_name,
            resolution: alert.resolution,
        }
    }
}
