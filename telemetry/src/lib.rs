//! Tracing for OpenTelemetry. A [`Span`] is one step; its [`Context`] travels with the message across tasks and processes, so
//! that the next step becomes its child.
//!
//! Without tracing, and for traces that are not sampled, a span is empty: no clock is read and nothing is allocated. A span's
//! attributes are numbers, ids or static words ([`Value`] can hold nothing else), so that no text, name or token of a person
//! can leave this way.

use std::sync::OnceLock;
use std::time::Instant;

use tokio::sync::mpsc;

mod context;
mod otlp;
mod span;

pub use context::Context;
pub use otlp::encode;
pub use span::{Finished, Span, Value};

/// Capacity of the export queue; further spans are dropped.
const QUEUE_CAPACITY: usize = 8192;

static TRACER: OnceLock<Tracer> = OnceLock::new();

/// The process-wide tracer.
#[derive(Debug)]
struct Tracer {
    finished: mpsc::Sender<Finished>,
    /// Traces whose id lies below are sampled.
    sampled_below: u64,
    /// The same moment on both clocks: nanoseconds since 1970, and the monotonic clock.
    epoch: (u64, Instant),
}

/// Starts sampling one of so many traces and returns the receiver of finished spans. `now` is in nanoseconds since 1970. None
/// if tracing was started before.
pub fn start(one_in: u64, now: u64) -> Option<mpsc::Receiver<Finished>> {
    let (finished, spans) = mpsc::channel(QUEUE_CAPACITY);
    let tracer = Tracer { finished, sampled_below: u64::MAX / one_in.max(1), epoch: (now, Instant::now()) };
    TRACER.set(tracer).ok().map(|()| spans)
}

impl Tracer {
    /// The decision depends on the trace id alone, so that all processes and services agree.
    fn samples(&self, trace: u128) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "the random half of a trace's id")]
        let number = trace as u64;
        number <= self.sampled_below
    }

    fn nanoseconds(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.epoch.1);
        self.epoch.0.saturating_add(u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampling_rate_holds_and_is_deterministic() {
        let tracer = |one_in| Tracer {
            finished: mpsc::channel(1).0,
            sampled_below: u64::MAX / one_in,
            epoch: (0, Instant::now()),
        };
        let traces: Vec<u128> = (0..4000).map(|_| rand::random()).collect();
        let kept = |one_in| traces.iter().filter(|trace| tracer(one_in).samples(**trace)).count();
        assert_eq!(kept(1), traces.len());
        assert!((200..600).contains(&kept(10)), "{}", kept(10));
        assert!(traces.iter().all(|trace| tracer(5).samples(*trace) || !tracer(10).samples(*trace)));
    }

    #[test]
    fn span_is_empty_without_tracing() {
        let mut span = Span::request("join", Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        span.set("readers", 3_usize);
        assert!(span.context().is_none() && format!("{span:?}") == "Span(None)");
    }
}
