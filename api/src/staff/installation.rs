//! The installation as its administrators see it: checks, database, processes with their jobs, and the outbox.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::node_reports::{self, JobReport, NodeReport};
use store::outbox::{self, Queue};
use store::size::{self, DatabaseSize};
use store::staff::Permission;
use store::{NodeId, Store};
use utoipa::ToSchema;
use web::{Access, Policy, Result, Route, not_found, route};

use crate::Settings;
use crate::checks::Check;

pub(super) mod api_keys;
pub(super) mod failed_jobs;
pub(super) mod programmes;
pub(super) mod webhooks;

pub(super) fn routes() -> Vec<Route> {
    let administrators = || Policy::new(Access::Staff(Permission::ManageInstallation));
    vec![
        route!(GET, "/api/staff/installation/", administrators(), show),
        route!(GET, "/api/staff/installation/failed-jobs/", administrators(), failed_jobs::list),
        route!(POST, "/api/staff/installation/failed-jobs/{job}/retry/", administrators(), failed_jobs::retry),
        route!(DELETE, "/api/staff/installation/failed-jobs/{job}/", administrators(), failed_jobs::remove),
        route!(GET, "/api/staff/installation/api-keys/", administrators(), api_keys::list),
        route!(POST, "/api/staff/installation/api-keys/", administrators().with_recent_factor(), api_keys::add),
        route!(
            DELETE,
            "/api/staff/installation/api-keys/{key}/",
            administrators().with_recent_factor(),
            api_keys::revoke
        ),
        route!(GET, "/api/staff/installation/programmes/", administrators(), programmes::list),
        route!(POST, "/api/staff/installation/programmes/", administrators().with_recent_factor(), programmes::create),
        route!(GET, "/api/staff/installation/webhooks/", administrators(), webhooks::list),
        route!(POST, "/api/staff/installation/webhooks/", administrators().with_recent_factor(), webhooks::add),
        route!(GET, "/api/staff/installation/webhooks/deliveries/", administrators(), webhooks::deliveries),
        route!(
            POST,
            "/api/staff/installation/webhooks/deliveries/{delivery}/again/",
            administrators(),
            webhooks::resend
        ),
        route!(
            DELETE,
            "/api/staff/installation/webhooks/{webhook}/",
            administrators().with_recent_factor(),
            webhooks::remove
        ),
        route!(
            POST,
            "/api/staff/installation/webhooks/{webhook}/secret/",
            administrators().with_recent_factor(),
            webhooks::rotate
        ),
        route!(POST, "/api/staff/installation/webhooks/{webhook}/enabling/", administrators(), webhooks::enable),
        route!(POST, "/api/staff/installation/webhooks/{webhook}/test/", administrators(), webhooks::test),
    ]
}

/// The state of the installation. Nothing of it is a secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffInstallationResponse {
    /// The version of the server that answers.
    version: &'static str,
    /// The time of that server, which the times below are compared with.
    now: DateTime<Utc>,
    database: StaffDatabase,
    /// In the order of `mentorhub doctor`; at most 15 seconds old.
    checks: Vec<Check>,
    /// The processes that run, the oldest first.
    processes: Vec<StaffProcess>,
    /// The background jobs of all processes, by name.
    jobs: Vec<StaffJob>,
    /// The outbox, by kind of job.
    queues: Vec<StaffQueue>,
}

/// The database.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffDatabase {
    /// `SQLite` or `PostgreSQL`.
    kind: &'static str,
    /// Its size.
    bytes: i64,
    /// Its newest migration.
    schema: i64,
    /// The newest migration that this server knows; less than `schema` during an upgrade of several servers.
    known_schema: i64,
}

/// A process of the installation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffProcess {
    id: NodeId,
    version: String,
    started_at: DateTime<Utc>,
    reported_at: DateTime<Utc>,
}

/// A background job. Times are the latest of all processes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffJob {
    /// As in the metrics.
    name: String,
    /// Seconds from one run to the next.
    interval: u64,
    /// When a run last ended, successful or not.
    #[schema(required)]
    ran_at: Option<DateTime<Utc>>,
    /// When one last succeeded.
    #[schema(required)]
    succeeded_at: Option<DateTime<Utc>>,
    /// When one last failed; the log of the server has the reason.
    #[schema(required)]
    failed_at: Option<DateTime<Utc>>,
    /// Runs in a row that failed, in the process in which most did.
    failures: u32,
}

/// The jobs of the outbox of one kind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffQueue {
    kind: String,
    /// Jobs whose time has come and that are not done.
    waiting: i64,
    /// Since when the oldest of them waits.
    #[schema(required)]
    oldest_at: Option<DateTime<Utc>>,
    /// Jobs for later.
    later: i64,
    /// Jobs that were given up.
    failed: i64,
}

/// Returns the state of the installation.
#[web::operation(
    operation_id = "staff_installation",
    responses((status = 200, body = StaffInstallationResponse))
)]
pub(super) async fn show(store: Data<Store>, settings: Data<Settings>) -> Result<Json<StaffInstallationResponse>> {
    let DatabaseSize { kind, bytes, schema, known_schema } = size::of_database(&store).await?;
    let reports = node_reports::all(&store).await?;
    let queues = outbox::queues(&store).await?;
    Ok(Json(StaffInstallationResponse {
        version: env!("CARGO_PKG_VERSION"),
        now: store.clock.now(),
        database: StaffDatabase { kind, bytes, schema, known_schema },
        checks: settings.checks.results().await,
        jobs: jobs_of(&reports),
        processes: reports.into_iter().map(StaffProcess::from).collect(),
        queues: queues.into_iter().map(StaffQueue::from).collect(),
    }))
}

/// The answer to an act on something that may be missing.
fn done(is_done: bool) -> Result<HttpResponse> {
    if is_done { Ok(HttpResponse::NoContent().finish()) } else { Err(not_found()) }
}

/// Joins the reports of all processes about each job.
fn jobs_of(reports: &[NodeReport]) -> Vec<StaffJob> {
    let mut jobs: BTreeMap<&str, StaffJob> = BTreeMap::new();
    for report in reports.iter().flat_map(|report| &report.jobs) {
        let JobReport { name, interval, ran_at, succeeded_at, failed_at, failures } = report.clone();
        let job = StaffJob { name, interval, ran_at, succeeded_at, failed_at, failures };
        match jobs.get_mut(&*report.name) {
            Some(known) => known.join(&job),
            None => drop(jobs.insert(&report.name, job)),
        }
    }
    jobs.into_values().collect()
}

impl StaffJob {
    fn join(&mut self, other: &Self) {
        self.ran_at = self.ran_at.max(other.ran_at);
        self.succeeded_at = self.succeeded_at.max(other.succeeded_at);
        self.failed_at = self.failed_at.max(other.failed_at);
        self.failures = self.failures.max(other.failures);
    }
}

impl From<NodeReport> for StaffProcess {
    fn from(NodeReport { node, version, started_at, reported_at, .. }: NodeReport) -> Self {
        Self { id: node, version, started_at, reported_at }
    }
}

impl From<Queue> for StaffQueue {
    fn from(Queue { kind, waiting, oldest_at, later, dead }: Queue) -> Self {
        Self { kind, waiting, oldest_at, later, failed: dead }
    }
}
