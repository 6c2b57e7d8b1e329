//! OpenTelemetry: a middleware opens a span for each request, and a task exports finished spans to the collector.

use std::sync::Arc;
use std::time::Duration;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use egress::collector::Collector;
use store::clock::Clock;
use telemetry::{Finished, Span};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use uuid::Uuid;

use crate::config::TelemetryConfig;

/// Spans per export request.
const BATCH_SIZE: usize = 512;

/// How often finished spans are exported.
const EXPORT_INTERVAL: Duration = Duration::from_secs(2);

/// How long the last export may take.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The task that exports spans.
#[derive(Debug)]
pub(crate) struct SpanExporter {
    end: Arc<Notify>,
    task: JoinHandle<()>,
}

/// Starts the export, if the configuration names a collector.
pub(crate) fn start(config: Option<&TelemetryConfig>) -> Option<SpanExporter> {
    let config = config?;
    let clock = Clock::system();
    let now = clock.now().timestamp_nanos_opt().and_then(|now| u64::try_from(now).ok()).unwrap_or_default();
    let spans = telemetry::start(config.sample_one_in, now)?;
    let (end, collector) = (Arc::new(Notify::new()), Collector::new(config.url.clone()));
    let task = tokio::spawn(export(collector, clock.id(), spans, end.clone()));
    Some(SpanExporter { end, task })
}

impl SpanExporter {
    /// Exports the remaining spans and ends the task.
    pub(crate) async fn flush(self) {
        self.end.notify_one();
        // An unreachable collector must not delay the shutdown.
        let _ = timeout(FLUSH_TIMEOUT, self.task).await;
    }
}

async fn export(collector: Collector, instance: Uuid, mut spans: mpsc::Receiver<Finished>, end: Arc<Notify>) {
    let (instance, mut is_accepted, mut is_over) = (instance.to_string(), true, false);
    let mut batch = Vec::with_capacity(BATCH_SIZE);
    while !is_over {
        tokio::select! {
            biased;
            () = end.notified() => is_over = true,
            () = tokio::time::sleep(EXPORT_INTERVAL) => {}
        }
        while let Ok(span) = spans.try_recv() {
            batch.push(span);
            if batch.len() == BATCH_SIZE {
                is_accepted = post(&collector, &instance, &mut batch, is_accepted).await;
            }
        }
        if !batch.is_empty() {
            is_accepted = post(&collector, &instance, &mut batch, is_accepted).await;
        }
    }
}

/// Exports one batch and returns whether the collector accepted it. Refused spans are lost.
async fn post(collector: &Collector, instance: &str, batch: &mut Vec<Finished>, was_accepted: bool) -> bool {
    let spans = telemetry::encode(VERSION, instance, batch).to_string();
    let result = collector.post(spans.into_bytes()).await;
    if let Err(error) = &result {
        for name in ["telemetry_spans_lost_total", "traces_lost_total"] {
            metrics::counter!(name).increment(batch.len() as u64);
        }
        if was_accepted {
            tracing::warn!(%error, "the telemetry collector does not accept spans");
        }
    }
    batch.clear();
    result.is_ok()
}

/// Middleware: opens the root span of each API request. Health checks and static files have no span.
pub(crate) async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if !request.path().starts_with("/api/") {
        return next.call(request).await;
    }
    let caller = request.headers().get("traceparent").and_then(|value| value.to_str().ok());
    let mut span = Span::request(method(&request), caller);
    let answer = next.call(request).await;
    let status = match &answer {
        Ok(answer) => {
            // The path may contain ids and search terms; the pattern does not.
            if let Some(route) = answer.request().match_pattern() {
                span.rename(|method| format!("{method} {route}"));
            }
            answer.status()
        }
        Err(error) => error.as_response_error().status_code(),
    };
    span.set("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.fail();
    }
    answer
}

/// Maps the method to a fixed word, so that a client cannot choose the name of a span.
fn method(request: &ServiceRequest) -> &'static str {
    match request.method().as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
