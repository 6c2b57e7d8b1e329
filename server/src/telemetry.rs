//! Traces: each call is a step of one, and a task hands what is over to the operator's collector.

use std::sync::Arc;
use std::time::Duration;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use outside::collector::Collector;
use store::clock::Clock;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use traces::{Finished, Span};
use uuid::Uuid;

use crate::config::TracesConfig;

/// Steps handed over at once.
const BATCH: usize = 512;

/// How long steps wait for others.
const REST: Duration = Duration::from_secs(2);

/// What the last steps get at the end.
const LAST_STEPS: Duration = Duration::from_secs(2);

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whoever hands them over.
#[derive(Debug)]
pub(crate) struct Telemetry {
    end: Arc<Notify>,
    task: JoinHandle<()>,
}

/// Starts it, if the operator wants traces.
pub(crate) fn start(config: Option<&TracesConfig>) -> Option<Telemetry> {
    let config = config?;
    let clock = Clock::system();
    let now = clock.now().timestamp_nanos_opt().and_then(|now| u64::try_from(now).ok()).unwrap_or_default();
    let spans = traces::start(config.one_in, now)?;
    let (end, collector) = (Arc::new(Notify::new()), Collector::new(config.url.clone()));
    let task = tokio::spawn(hand_over(collector, clock.id(), spans, end.clone()));
    Some(Telemetry { end, task })
}

impl Telemetry {
    /// Hands over what there still is.
    pub(crate) async fn end(self) {
        self.end.notify_one();
        // A collector that is away delays no end for long.
        let _ = timeout(LAST_STEPS, self.task).await;
    }
}

async fn hand_over(collector: Collector, instance: Uuid, mut spans: mpsc::Receiver<Finished>, end: Arc<Notify>) {
    let (instance, mut is_heard, mut is_over) = (instance.to_string(), true, false);
    let mut batch = Vec::with_capacity(BATCH);
    while !is_over {
        tokio::select! {
            biased;
            () = end.notified() => is_over = true,
            () = tokio::time::sleep(REST) => {}
        }
        while let Ok(span) = spans.try_recv() {
            batch.push(span);
            if batch.len() == BATCH {
                is_heard = post(&collector, &instance, &mut batch, is_heard).await;
            }
        }
        if !batch.is_empty() {
            is_heard = post(&collector, &instance, &mut batch, is_heard).await;
        }
    }
}

/// Hands some steps over; what the collector does not take is lost. Says whether it took them.
async fn post(collector: &Collector, instance: &str, batch: &mut Vec<Finished>, was_heard: bool) -> bool {
    let spans = traces::encode(VERSION, instance, batch).to_string();
    let result = collector.post(spans.into_bytes()).await;
    if let Err(error) = &result {
        metrics::counter!("traces_lost_total").increment(batch.len() as u64);
        if was_heard {
            tracing::warn!(%error, "the collector of traces takes nothing");
        }
    }
    batch.clear();
    result.is_ok()
}

/// Middleware: a call is the first step of a trace here. What machines ask all the time is none.
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
            // The pattern, which is ours; the path has ids and words of people.
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

/// A word of this program, whatever the caller calls it.
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
