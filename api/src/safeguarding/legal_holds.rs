//! Holds on the sealed copies of a case.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::cases::legal_holds::{self, HoldRefusal, LegalHold};
use store::{AlertId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found, reason_text};

use super::cases::{NO_SUCH_CASE, find};

/// Copies of the messages of a case, which stay also when its people are erased.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaseHold {
    /// The name of the person whom the case is about, at its time.
    about_name: String,
    /// The name of the reporter at that time; empty for an alert.
    reporter_name: String,
    /// The number of copies.
    messages: i64,
    sealed_at: DateTime<Utc>,
    /// By when staff decide again whether they are needed.
    review_at: DateTime<Utc>,
}

/// Why the copies stay or are deleted.
#[derive(Deserialize, ToSchema)]
pub(super) struct HoldRequest {
    /// 3 to 500 characters, for the audit log.
    reason: String,
}

/// Keeps the copies of a case for another six months.
#[web::operation(
    operation_id = "extend_hold",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = HoldRequest,
    responses(
        (status = 204, description = "Kept."),
        (status = 404, description = NO_SUCH_CASE),
        (status = 422, description = "`invalid`")
    )
)]
pub(super) async fn extend(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<HoldRequest>,
) -> Result<HttpResponse> {
    let reason = reason_text(&body.reason)?;
    let case = find(&store, &staff.0, case).await?;
    legal_holds::extend(&store, &staff.0, case.listed.id, &reason).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Deletes the copies of a resolved case, and the words of its report.
#[web::operation(
    operation_id = "end_hold",
    params(("case" = AlertId, Path, description = "The case.")),
    request_body = HoldRequest,
    responses(
        (status = 204, description = "Deleted."),
        (status = 404, description = NO_SUCH_CASE),
        (status = 422, description = "`invalid`: no reason, or the case is open")
    )
)]
pub(super) async fn end(
    store: Data<Store>,
    staff: Staff,
    case: Option<Path<AlertId>>,
    body: Json<HoldRequest>,
) -> Result<HttpResponse> {
    let reason = reason_text(&body.reason)?;
    let case = find(&store, &staff.0, case).await?;
    legal_holds::end(&store, &staff.0, case.listed.id, &reason).await?.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}

fn refused(refusal: HoldRefusal) -> Error {
    match refusal {
        HoldRefusal::Missing => not_found(),
        HoldRefusal::Open => Error::invalid(refusal.to_string()),
    }
}

impl From<LegalHold> for CaseHold {
    fn from(hold: LegalHold) -> Self {
        Self {
            about_name: hold.about_name,
            reporter_name: hold.reporter_name,
            messages: hold.messages,
            sealed_at: hold.sealed_at,
            review_at: hold.review_at,
        }
    }
}
