//! Health checks and metrics for load balancers and Prometheus.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::web::{Data, ServiceConfig, get};
use anyhow::{Context, Result};
use background::Job;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use serde_json::json;
use store::{Store, outbox};
use utoipa::OpenApi;

use super::disk::Disk;

/// How long the readiness check waits for the database.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the outbox is counted.
const BACKLOG_INTERVAL: Duration = Duration::from_secs(15);

/// Histogram buckets of durations, from half a millisecond to ten seconds.
const SECONDS_BUCKETS: [f64; 14] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Histogram buckets of messages per commit, up to the largest batch.
const MESSAGES_BUCKETS: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// How often the recorder merges its samples.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The state of this process that health checks report.
#[derive(Debug)]
pub(crate) struct Operations {
    draining: AtomicBool,
    disk: Disk,
    metrics: PrometheusHandle,
}

impl Operations {
    /// Installs the recorder of the metrics, which a process can do once.
    pub(crate) fn start(data_dir: PathBuf) -> Result<Self> {
        // Buckets of several processes can be added up; quantiles cannot.
        let metrics = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS_BUCKETS)
            .and_then(|builder| {
                builder.set_buckets_for_metric(Matcher::Suffix("_messages".to_owned()), &MESSAGES_BUCKETS)
            })
            .and_then(PrometheusBuilder::install_recorder)
            .context("The recorder of the metrics cannot be installed.")?;
        describe();
        let upkeep = metrics.clone();
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(UPKEEP_INTERVAL);
            loop {
                ticks.tick().await;
                upkeep.run_upkeep();
            }
        });
        Ok(Self { draining: AtomicBool::new(false), disk: Disk::of(data_dir), metrics })
    }

    /// Returns a state without metrics, for several applications in one process.
    pub(crate) fn unrecorded() -> Self {
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        Self { draining: AtomicBool::new(false), disk: Disk::default(), metrics }
    }

    /// Reports this process as not ready from now on.
    pub(crate) fn start_draining(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }
}

/// Returns the job that counts the outbox.
pub(crate) fn job(store: &Arc<Store>) -> Job {
    Job::new("outbox_backlog", BACKLOG_INTERVAL, store, |store| async move { count_backlog(&store).await })
}

/// Counts the outbox for the metrics.
pub(crate) async fn count_backlog(store: &Store) -> store::Result<()> {
    let backlog = outbox::backlog(store).await?;
    metrics::gauge!("outbox_due").set(backlog.due as f64);
    metrics::gauge!("outbox_age_seconds").set(backlog.age.as_seconds_f64());
    metrics::gauge!("outbox_given_up").set(backlog.dead as f64);
    Ok(())
}

/// Describes the metrics in `/metrics`.
fn describe() {
    use metrics::{describe_counter as counter, describe_gauge as gauge, describe_histogram as histogram};
    gauge!("hub_sockets", "Chat sockets that are signed in.");
    counter!("hub_deliveries_total", "Messages put into the send queue of a socket.");
    histogram!(
        "hub_fanout_seconds",
        "Time from the event of a committed message until the message is in all send queues of this process."
    );
    counter!(
        "hub_bus_gaps_repaired_total",
        "Messages read from the database because the bus did not deliver them in time."
    );
    gauge!("hub_bus_healthy", "1 while the bus is connected.");
    gauge!("hub_queued_bytes", "Bytes in the send queues of this process.");
    gauge!("hub_queued_bytes_of_slowest", "Bytes in the longest send queue.");
    counter!("hub_slow_readers_cut_total", "Sockets closed with 4408 because they read too slowly.");
    gauge!("store_writer_waiting", "Messages that wait for a commit.");
    histogram!("store_commit_messages", "Messages per commit.");
    histogram!("store_commit_seconds", "Duration of a commit of messages, successful or not.");
    counter!("store_statements_total", "SQL statements of this process.");
    counter!("telemetry_spans_lost_total", "Spans that the collector did not accept.");
    counter!("traces_lost_total", "Old name of telemetry_spans_lost_total.");
    gauge!("outbox_due", "Due jobs of the outbox, such as mails.");
    gauge!("outbox_age_seconds", "Age of the oldest job that is neither done nor given up.");
    gauge!("outbox_given_up", "Jobs that failed too often and need an operator.");
    counter!("job_runs_total", "Runs of a background job on this node, successful or not.");
    counter!("job_failures_total", "Runs of a background job that failed or panicked.");
    histogram!("job_seconds", "Duration of a run of a background job.");
    gauge!("job_last_success_timestamp_seconds", "When a background job last succeeded on this node, as Unix time.");
    // An alert on growth needs a first sample of zero.
    for name in [
        "hub_deliveries_total",
        "hub_bus_gaps_repaired_total",
        "hub_slow_readers_cut_total",
        "telemetry_spans_lost_total",
        "traces_lost_total",
    ] {
        metrics::counter!(name).increment(0);
    }
    for name in ["hub_sockets", "hub_queued_bytes", "hub_queued_bytes_of_slowest"] {
        metrics::gauge!(name).increment(0.0);
    }
    counter!("assistant_turns", "Answers of the assistant by outcome.");
}

pub(crate) fn routes(config: &mut ServiceConfig) {
    config.route("/healthz", get().to(alive)).route("/readyz", get().to(ready)).route("/metrics", get().to(metrics));
}

/// Returns the OpenAPI description of these routes.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(paths(alive, ready, metrics), tags((name = "Operations", description = "Health checks and metrics.")))]
    struct Routes;
    Routes::openapi()
}

/// Liveness check: the process runs.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "alive",
    tag = "Operations",
    responses((status = 200, description = "Alive."))
)]
async fn alive() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "alive"}))
}

/// Readiness check: the database responds, the disk accepts writes, and the process is not shutting down.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "ready",
    tag = "Operations",
    responses((status = 200, description = "Ready."), (status = 503, description = "Not ready, with the reasons."))
)]
async fn ready(store: Data<Store>, operations: Data<Operations>) -> HttpResponse {
    let database = match tokio::time::timeout(PING_TIMEOUT, store.ping()).await {
        Ok(Ok(())) => "ok",
        Ok(Err(_)) => "failing",
        Err(_) => "silent",
    };
    // Without the bus, messages arrive through the database with a delay. Reporting "not ready" would turn the delay into an
    // outage, because all nodes lose the same bus.
    let bus = if store.bus.is_healthy() { "ok" } else { "degraded" };
    let draining = operations.draining.load(Ordering::Relaxed);
    let mut reasons = Vec::new();
    if database != "ok" {
        reasons.push(format!("the database is {database}"));
    }
    let full = if database == "ok" { operations.disk.problem(&store).await } else { None };
    reasons.extend(full.map(str::to_owned));
    if draining {
        reasons.push("this process is shutting down".to_owned());
    }
    let (mut answer, status) = if reasons.is_empty() {
        (HttpResponse::Ok(), "ready")
    } else {
        (HttpResponse::ServiceUnavailable(), "not_ready")
    };
    answer.json(json!({"status": status, "database": database, "bus": bus, "reasons": reasons}))
}

/// Metrics in the text format of Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "metrics",
    tag = "Operations",
    responses((status = 200, description = "All metrics.", body = String, content_type = "text/plain"))
)]
async fn metrics(store: Data<Store>, operations: Data<Operations>) -> HttpResponse {
    // Set here because a stalled writer updates no gauge.
    metrics::gauge!("store_writer_waiting").set(store.writer.queued() as f64);
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(operations.metrics.render())
}
