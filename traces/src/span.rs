//! A step of a trace, from its beginning until it is dropped.

use std::borrow::Cow;
use std::time::Instant;

use uuid::Uuid;

use crate::{Context, TRACER, Tracer};

/// What a span may say of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// How many, how long, which status.
    Number(i64),
    /// Which channel, for instance.
    Id(Uuid),
    /// A word of this program.
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

/// A step that is under way; nothing if it is not kept.
#[derive(Debug, Default)]
pub struct Span(Option<Box<Open>>);

#[derive(Debug)]
struct Open {
    tracer: &'static Tracer,
    began: Instant,
    step: Finished,
}

/// A step that is over.
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
    /// Something begins that somebody asked for: the first step here of the trace that their `traceparent` names, or of a new
    /// one.
    pub fn request(name: &'static str, traceparent: Option<&str>) -> Self {
        let Some(tracer) = TRACER.get() else { return Self(None) };
        let caller = traceparent.and_then(Context::read);
        let trace = caller.map_or_else(rand::random, |(caller, _)| caller.trace);
        // A caller may wish for no trace, but not for more of them than are kept.
        if caller.is_some_and(|(_, is_kept)| !is_kept) || !tracer.keeps(trace) {
            return Self(None);
        }
        Self::open(tracer, name.into(), trace, caller.map(|(caller, _)| caller.span), true)
    }

    /// A step of something that began before; nothing if that is not kept.
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

    /// What its children need to know.
    pub fn context(&self) -> Option<Context> {
        self.0.as_ref().map(|open| open.step.own)
    }

    /// It is called otherwise, now that more is known.
    pub fn rename(&mut self, name: impl FnOnce(&str) -> String) {
        if let Some(open) = &mut self.0 {
            open.step.name = name(&open.step.name).into();
        }
    }

    /// It says something of itself.
    pub fn set(&mut self, key: &'static str, value: impl Into<Value>) {
        if let Some(open) = &mut self.0 {
            open.step.values.push((key, value.into()));
        }
    }

    /// It serves another trace too.
    pub fn link(&mut self, other: Context) {
        if let Some(open) = &mut self.0 {
            open.step.links.push(other);
        }
    }

    /// It did not do what it was to do.
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
