//! A span, from its start until it is dropped.

use std::borrow::Cow;
use std::time::Instant;

use uuid::Uuid;

use crate::{Context, TRACER, Tracer};

/// An attribute value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A count, duration or status.
    Number(i64),
    /// For example a channel.
    Id(Uuid),
    /// A static word.
    Word(&'static str),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<Uuid> for Value {
    fn from(id: Uuid) -> Self {
        Self::Id(id)
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

/// A running span; empty if it is not sampled.
#[derive(Debug, Default)]
pub struct Span(Option<Box<Open>>);

#[derive(Debug)]
struct Open {
    tracer: &'static Tracer,
    began: Instant,
    step: Finished,
}

/// A finished span.
#[derive(Clone, Debug)]
pub struct Finished {
    pub(crate) own: Context,
    pub(crate) parent: Option<u64>,
    pub(crate) links: Vec<Context>,
    pub(crate) name: Cow<'static, str>,
    pub(crate) is_request: bool,
    pub(crate) values: Vec<(&'static str, Value)>,
    pub(crate) failed: bool,
    /// Nanoseconds since 1970.
    pub(crate) from: u64,
    pub(crate) to: u64,
}

impl Span {
    /// Starts the first span of an incoming request: in the trace that `traceparent` names, or in a new
    /// one.
    pub fn request(name: &'static str, traceparent: Option<&str>) -> Self {
        let Some(tracer) = TRACER.get() else { return Self(None) };
        let caller = traceparent.and_then(Context::read);
        let trace = caller.map_or_else(rand::random, |(caller, _)| caller.trace);
        // A caller may request less sampling, but not more.
        if caller.is_some_and(|(_, is_sampled)| !is_sampled) || !tracer.samples(trace) {
            return Self(None);
        }
        Self::open(tracer, name.into(), trace, caller.map(|(caller, _)| caller.span), true)
    }

    /// Starts a child span; empty without a sampled parent.
    pub fn within(name: &'static str, parent: Option<Context>) -> Self {
        let (Some(tracer), Some(parent)) = (TRACER.get(), parent) else { return Self(None) };
        Self::open(tracer, name.into(), parent.trace, Some(parent.span), false)
    }

    fn open(
        tracer: &'static Tracer,
        name: Cow<'static, str>,
        trace: u128,
        parent: Option<u64>,
        is_request: bool,
    ) -> Self {
        let own = Context { trace, span: rand::random_range(1..=u64::MAX) };
        let (links, values, failed, from, to) = Default::default();
        let step = Finished { own, parent, links, name, is_request, values, failed, from, to };
        Self(Some(Box::new(Open { tracer, began: Instant::now(), step })))
    }

    /// Returns the context for child spans.
    pub fn context(&self) -> Option<Context> {
        self.0.as_ref().map(|open| open.step.own)
    }

    /// Renames the span.
    pub fn rename(&mut self, name: impl FnOnce(&str) -> String) {
        if let Some(open) = &mut self.0 {
            open.step.name = name(&open.step.name).into();
        }
    }

    /// Sets an attribute.
    pub fn set(&mut self, key: &'static str, value: impl Into<Value>) {
        if let Some(open) = &mut self.0 {
            open.step.values.push((key, value.into()));
        }
    }

    /// Links another trace.
    pub fn link(&mut self, other: Context) {
        if let Some(open) = &mut self.0 {
            open.step.links.push(other);
        }
    }

    /// Marks the span as failed.
    pub fn fail(&mut self) {
        if let Some(open) = &mut self.0 {
            open.step.failed = true;
        }
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        let Some(open) = self.0.take() else { return };
        let Open { tracer, began, mut step } = *open;
        (step.from, step.to) = (tracer.nanoseconds(began), tracer.nanoseconds(Instant::now()));
        if tracer.finished.try_send(step).is_err() {
            metrics::counter!("traces_lost_total").increment(1);
        }
    }
}
