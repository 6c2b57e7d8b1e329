//! What reports and crisis alerts share: both are cases, which staff resolve, reopen and read around. The routes of both
//! differ only in their id.

use actix_web::HttpResponse;
use actix_web::web::Path;
use serde::Deserialize;
use store::audit::{Act, Target};
use store::reports::Report;
use store::staff::Staff;
use store::{AlertId, MessageId, ReportId, Store, alerts, cases, reports};
use utoipa::ToSchema;
use web::{Result, not_found, reason_text};

use super::bounded_text;

/// The description of 404 of every route about one case.
pub(super) const NO_SUCH_CASE: &str = "`not_found`: no such case of the programme, or it is not in this state";

/// The resolution of a report or an alert.
#[derive(Deserialize, ToSchema)]
pub(super) struct ResolveRequest {
    /// A note for the record, at most 2,000 characters.
    #[serde(default)]
    #[schema(required = false)]
    resolution: String,
}

/// The reason for reading what is private.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReadRequest {
    /// 3 to 500 characters. The audit log keeps it with the name of the reader.
    reason: String,
}

/// What a case is about.
pub(super) struct Subject {
    pub(super) case: cases::Case,
    pub(super) message: Option<MessageId>,
}

/// The id of a case.
pub(super) trait Case: Copy {
    /// Resolves with a resolution, reopens without one. Returns false if the case is not in the other state.
    async fn close(self, store: &Store, staff: &Staff, resolution: Option<&str>) -> store::Result<bool>;

    /// Returns what it is about; None if the staff member has no such case.
    async fn subject(self, store: &Store, staff: &Staff) -> store::Result<Option<Subject>>;
}

impl Case for ReportId {
    async fn close(self, store: &Store, staff: &Staff, resolution: Option<&str>) -> store::Result<bool> {
        match resolution {
            Some(resolution) => reports::resolve(store, staff, self, resolution).await,
            None => reports::reopen(store, staff, self).await,
        }
    }

    async fn subject(self, store: &Store, staff: &Staff) -> store::Result<Option<Subject>> {
        let report = reports::by_id(store, staff, self).await?;
        Ok(report.map(|report| Subject { case: case_of(&report), message: report.message_id }))
    }
}

impl Case for AlertId {
    async fn close(self, store: &Store, staff: &Staff, resolution: Option<&str>) -> store::Result<bool> {
        match resolution {
            Some(resolution) => alerts::resolve(store, staff, self, resolution).await,
            None => alerts::reopen(store, staff, self).await,
        }
    }

    async fn subject(self, store: &Store, staff: &Staff) -> store::Result<Option<Subject>> {
        let alert = alerts::by_id(store, staff, self).await?;
        Ok(alert.map(|alert| Subject {
            case: cases::Case { target: Target::Alert(self), programme: alert.programme_id, channel: alert.channel_id },
            message: Some(alert.message_id),
        }))
    }
}

/// Returns the id in an address.
pub(super) fn id<Id: Copy>(path: Option<Path<Id>>) -> Result<Id> {
    path.map(|path| *path).ok_or_else(not_found)
}

pub(super) async fn resolve(
    store: &Store,
    staff: &Staff,
    path: Option<Path<impl Case>>,
    body: &ResolveRequest,
) -> Result<HttpResponse> {
    let resolution = bounded_text("resolution", &body.resolution)?;
    close(store, staff, path, Some(resolution)).await
}

pub(super) async fn reopen(store: &Store, staff: &Staff, path: Option<Path<impl Case>>) -> Result<HttpResponse> {
    close(store, staff, path, None).await
}

async fn close(
    store: &Store,
    staff: &Staff,
    path: Option<Path<impl Case>>,
    resolution: Option<&str>,
) -> Result<HttpResponse> {
    if !id(path)?.close(store, staff, resolution).await? {
        return Err(not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Returns a report as a case.
pub(super) fn case_of(report: &Report) -> cases::Case {
    cases::Case { target: Target::Report(report.id), programme: report.programme_id, channel: report.channel_id }
}

/// Records that a member of staff reads something about a case. It comes first: without a record there is no access.
pub(super) async fn record_reading(
    store: &Store,
    reader: &Staff,
    act: Act,
    case: cases::Case,
    body: &ReadRequest,
) -> Result<()> {
    cases::record_reading(store, reader, act, case, &reason_text(&body.reason)?).await?;
    Ok(())
}
