//! Jobs that were given up: the list, and what administrators do about them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::failed_jobs::{self, DropRefusal, ListedFailedJob};
use store::outbox::Cause;
use store::{JobId, Store};
use utoipa::ToSchema;
use web::{Error, ListParams, ListQuery, Page, Result, Staff, not_found};

use super::done;

/// A job that was given up. Nothing of it names a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct StaffFailedJob {
    id: JobId,
    /// Such as `mail` or `push`; a newer version may have others.
    kind: String,
    /// The template of a mail.
    #[schema(required)]
    template: Option<String>,
    cause: Cause,
    /// The status with which another server refused it, such as 550.
    #[schema(required)]
    status: Option<i64>,
    /// How often it was tried.
    attempts: i64,
    /// When it was first due.
    created_at: DateTime<Utc>,
    /// When it was given up.
    failed_at: DateTime<Utc>,
}

impl From<ListedFailedJob> for StaffFailedJob {
    fn from(job: ListedFailedJob) -> Self {
        let ListedFailedJob { id, kind, template, cause, status, attempts, created_at, failed_at } = job;
        Self { id, kind, template, cause, status, attempts, created_at, failed_at }
    }
}

/// Lists jobs that were given up. Filters: `kind`, `from` and `until` (times at which they were given up). Sorts: `failedAt`, `kind`.
#[web::operation(
    operation_id = "staff_failed_jobs",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffFailedJob>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(in crate::staff) async fn list(
    store: Data<Store>,
    staff: Staff,
    query: ListQuery,
) -> Result<Json<Page<StaffFailedJob>>> {
    Ok(Json(Page::of(failed_jobs::page(&store, &staff.0.scope, &query.0).await?)))
}

/// Lets a job that was given up run again, with all its attempts. Audited.
#[web::operation(
    operation_id = "retry_failed_job",
    params(("job" = JobId, Path, description = "The job.")),
    responses(
        (status = 204, description = "It is due now."),
        (status = 404, description = "There is no such job, or it was not given up.")
    )
)]
pub(in crate::staff) async fn retry(
    store: Data<Store>,
    staff: Staff,
    job: Option<Path<JobId>>,
) -> Result<HttpResponse> {
    let id = job.ok_or_else(not_found)?.into_inner();
    done(failed_jobs::retry(&store, &staff.0.into(), id).await?)
}

/// Deletes a job that was given up: what it should have done does not happen. Audited.
#[web::operation(
    operation_id = "drop_failed_job",
    params(("job" = JobId, Path, description = "The job.")),
    responses(
        (status = 204, description = "It is deleted."),
        (status = 404, description = "There is no such job, or it was not given up."),
        (status = 409, description = "`alert_not_droppable`: it notifies staff of an alert")
    )
)]
pub(in crate::staff) async fn remove(
    store: Data<Store>,
    staff: Staff,
    job: Option<Path<JobId>>,
) -> Result<HttpResponse> {
    let id = job.ok_or_else(not_found)?.into_inner();
    match failed_jobs::remove(&store, &staff.0.into(), id).await? {
        Ok(()) => done(true),
        Err(DropRefusal::Unknown) => done(false),
        Err(DropRefusal::Alert) => {
            let sentence = "An alert to staff can only be tried again.";
            Err(Error::new(StatusCode::CONFLICT, "alert_not_droppable", sentence))
        }
    }
}
