//! What machines ask: alive, ready, how much.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::web::{Data, ServiceConfig, get};
use anyhow::{Context, Result};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use serde_json::json;
use store::{Store, outbox};
use utoipa::OpenApi;

/// A database that takes longer does not answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the database is asked what waits.
const LOOK: Duration = Duration::from_secs(15);

/// From half a millisecond to ten seconds.
const SECONDS: [f64; 14] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Up to the most that one commit takes.
const MESSAGES: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// How often measured values are put together.
const UPKEEP: Duration = Duration::from_secs(5);

/// The state of this process.
#[derive(Debug)]
pub(crate) struct Operations {
    draining: AtomicBool,
    metrics: PrometheusHandle,
}

impl Operations {
    /// Starts measuring.
    pub(crate) fn start() -> Result<Data<Self>> {
        // Buckets rather than quantiles: those of several processes can be added up.
        let metrics = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .and_then(|builder| builder.set_buckets_for_metric(Matcher::Suffix("_messages".to_owned()), &MESSAGES))
            .and_then(PrometheusBuilder::install_recorder)
            .context("Measuring cannot begin.")?;
        describe();
        let upkeep = metrics.clone();
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(UPKEEP);
            loop {
                ticks.tick().await;
                upkeep.run_upkeep();
            }
        });
        Ok(Data::new(Self { draining: AtomicBool::new(false), metrics }))
    }

    /// Looks after what only the database knows, until the store is gone. Once before this ends: whoever asks is told.
    pub(crate) async fn watch(store: &Arc<Store>) {
        count_backlog(store).await;
        let store = Arc::downgrade(store);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                let Some(store) = store.upgrade() else { return };
                count_backlog(&store).await;
            }
        });
    }

    /// From now on this process wants no new work.
    pub(crate) fn start_draining(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }
}

async fn count_backlog(store: &Store) {
    match outbox::backlog(store).await {
        Ok(backlog) => {
            metrics::gauge!("outbox_due").set(backlog.due as f64);
            metrics::gauge!("outbox_age_seconds").set(backlog.age.as_seconds_f64());
            metrics::gauge!("outbox_given_up").set(backlog.dead as f64);
        }
        // The readiness probe says so too.
        Err(error) => tracing::debug!(%error, "the outbox cannot be counted"),
    }
}

/// What each value means, for whoever reads `/metrics`.
fn describe() {
    use metrics::{describe_counter as counter, describe_gauge as gauge, describe_histogram as histogram};
    gauge!("hub_sockets", "Chat sockets of people who are signed in.");
    counter!("hub_deliveries_total", "Messages handed to the queue of a reader.");
    histogram!(
        "hub_fanout_seconds",
        "From the moment at which this process heard of a committed message until all its readers here have it queued."
    );
    counter!(
        "hub_bus_gaps_repaired_total",
        "Messages read from the database because the bus did not bring them in time."
    );
    gauge!("hub_bus_healthy", "1 while the other processes hear this one as far as it knows.");
    gauge!("hub_queued_bytes", "Bytes that wait for readers of this process.");
    gauge!("hub_queued_bytes_of_slowest", "The most bytes that wait for one reader.");
    counter!("hub_slow_readers_cut_total", "Sockets closed with 4408 because they read too slowly.");
    gauge!("store_writer_waiting", "Messages that no commit has taken yet.");
    histogram!("store_commit_messages", "Messages of one commit.");
    histogram!("store_commit_seconds", "How long a commit of messages takes, whether it succeeds or fails.");
    counter!("store_statements_total", "SQL statements that this process asked of its database.");
    counter!("traces_lost_total", "Steps of traces that no collector took.");
    gauge!("outbox_due", "Mails and other jobs that are due.");
    gauge!("outbox_age_seconds", "How long the oldest has waited that is neither done nor given up.");
    gauge!("outbox_given_up", "Jobs that failed too often and wait for somebody to look.");
    // What has not happened yet is nothing, not unknown: an alarm on its growth needs the first step.
    for name in
        ["hub_deliveries_total", "hub_bus_gaps_repaired_total", "hub_slow_readers_cut_total", "traces_lost_total"]
    {
        metrics::counter!(name).increment(0);
    }
    for name in ["hub_sockets", "hub_queued_bytes", "hub_queued_bytes_of_slowest"] {
        metrics::gauge!(name).increment(0.0);
    }
    counter!("assistant_turns", "Answers of the assistant, by what became of them.");
}

pub(crate) fn routes(config: &mut ServiceConfig) {
    config.route("/healthz", get().to(alive)).route("/readyz", get().to(ready)).route("/metrics", get().to(metrics));
}

/// The description of the calls.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    #[derive(OpenApi)]
    #[openapi(paths(alive, ready, metrics), tags((name = "Operations", description = "What machines ask.")))]
    struct Calls;
    Calls::openapi()
}

/// Whether the process runs at all.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "alive",
    tag = "Operations",
    responses((status = 200, description = "It does."))
)]
async fn alive() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "alive"}))
}

/// Whether it is to get work: its database answers, and it is not about to end.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "ready",
    tag = "Operations",
    responses((status = 200, description = "Ready."), (status = 503, description = "Not ready, with the reasons."))
)]
async fn ready(store: Data<Store>, operations: Data<Operations>) -> HttpResponse {
    let database = match tokio::time::timeout(PATIENCE, store.ping()).await {
        Ok(Ok(())) => "ok",
        Ok(Err(_)) => "failing",
        Err(_) => "silent",
    };
    // Without the bus messages still go through the database and arrive a little later. To take the node out would
    // turn a delay into an outage, since the others have lost the same bus.
    let bus = if store.bus.is_healthy() { "ok" } else { "degraded" };
    let draining = operations.draining.load(Ordering::Relaxed);
    let mut reasons = Vec::new();
    if database != "ok" {
        reasons.push(format!("the database is {database}"));
    }
    if draining {
        reasons.push("this process is about to end".to_owned());
    }
    let (mut answer, status) = if reasons.is_empty() {
        (HttpResponse::Ok(), "ready")
    } else {
        (HttpResponse::ServiceUnavailable(), "not_ready")
    };
    answer.json(json!({"status": status, "database": database, "bus": bus, "reasons": reasons}))
}

/// What it counts and measures, for Prometheus.
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "metrics",
    tag = "Operations",
    responses((status = 200, description = "All values.", body = String, content_type = "text/plain"))
)]
async fn metrics(store: Data<Store>, operations: Data<Operations>) -> HttpResponse {
    // Counted now: a writer that stands still tells nothing by itself.
    metrics::gauge!("store_writer_waiting").set(store.writer.waiting() as f64);
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(operations.metrics.render())
}
