//! What happened to a question or a message on its way, for OpenTelemetry. A [`Span`] is a step; its [`Context`] travels with
//! the message, across tasks and processes, so that the next step is its child.
//!
//! While nobody asks for traces, and for those that are not among the sampled ones, a span is nothing: no time is read and
//! nothing is allocated. What a span says of itself is a number, an id or a word of this program ([`Value`] can hold nothing
//! else), so no text, name or token of a person can leave this way.

use std::sync::OnceLock;
use std::time::Instant;

use tokio::sync::mpsc;

mod context;
mod otlp;
mod span;

pub use context::Context;
pub use otlp::encode;
pub use span::{Finished, Span, Value};

/// Spans that wait to be handed over; further ones are dropped.
const WAITING: usize = 8192;

static TRACER: OnceLock<Tracer> = OnceLock::new();

/// Whoever keeps spans.
#[derive(Debug)]
struct Tracer {
    finished: mpsc::Sender<Finished>,
    /// Traces whose number lies below are kept.
    kept_below: u64,
    /// One moment on both clocks: nanoseconds since 1970, and the clock that never jumps.
    epoch: (u64, Instant),
}

/// Keeps one of so many traces from now on, and gives back where their spans come out. `now` is in nanoseconds since 1970.
/// None if that was done before.
pub fn start(one_in: u64, now: u64) -> Option<mpsc::Receiver<Finished>> {
    let (finished, spans) = mpsc::channel(WAITING);
    let tracer = Tracer { finished, kept_below: u64::MAX / one_in.max(1), epoch: (now, Instant::now()) };
    TRACER.set(tracer).ok().map(|()| spans)
}

impl Tracer {
    /// The decision depends on the trace alone, so that all processes, and other services, decide alike.
    fn keeps(&self, trace: u128) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "the random half of a trace's id")]
        let number = trace as u64;
        number <= self.kept_below
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
    fn one_of_so_many_is_kept_and_everybody_agrees_which() {
        let tracer =
            |one_in| Tracer { finished: mpsc::channel(1).0, kept_below: u64::MAX / one_in, epoch: (0, Instant::now()) };
        let traces: Vec<u128> = (0..4000).map(|_| rand::random()).collect();
        let kept = |one_in| traces.iter().filter(|trace| tracer(one_in).keeps(**trace)).count();
        assert_eq!(kept(1), traces.len());
        assert!((200..600).contains(&kept(10)), "{}", kept(10));
        assert!(traces.iter().all(|trace| tracer(5).keeps(*trace) || !tracer(10).keeps(*trace)));
    }

    #[test]
    fn while_nobody_asks_for_traces_a_span_is_nothing() {
        let mut span = Span::request("join", Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        span.set("readers", 3_usize);
        assert!(span.context().is_none() && format!("{span:?}") == "Span(None)");
    }
}
