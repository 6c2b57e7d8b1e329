//! Errors told to whoever mends them, by the protocol of Sentry, and without anything that is somebody's.
//!
//! Reports are made by hand from the few things that may leave: a sentence of a programmer, cleaned, and a place in the
//! code. The client's own integrations would add requests, breadcrumbs and machine names; leaving them out is surer than
//! taking them out again.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::{ErrorReceiver, PageError};
use sentry::protocol::{Event, Exception, Frame, Level, Stacktrace};
use sentry::types::Dsn;
use sentry::{Client, ClientOptions};
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

mod clean;

use clean::clean;

/// Frames of a page's error that are passed on.
const MOST_FRAMES: usize = 50;

/// Who is told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Receivers {
    /// Of errors of this program.
    pub(crate) server: Option<Dsn>,
    /// Of errors of the web pages.
    pub(crate) pages: Option<Dsn>,
    /// Which installation tells.
    pub(crate) environment: String,
}

/// Tells of panics and logged errors from now on, until what it gives back is dropped.
pub(crate) fn start(config: &crate::config::Config) -> Option<sentry::ClientInitGuard> {
    let Receivers { server, environment, .. } = &config.errors;
    server.clone().map(|dsn| sentry::init(options(dsn, environment)))
}

/// Tells of errors in pages.
pub(crate) fn of_pages(dsn: Dsn, environment: &str) -> ErrorReceiver {
    // The defaults bring the transport; `sentry::init` would make this the program's own client.
    let client = Client::from(sentry::apply_defaults(options(dsn, environment)));
    ErrorReceiver(Arc::new(move |error| {
        client.capture_event(event_of(error), None);
    }))
}

fn options(dsn: Dsn, environment: &str) -> ClientOptions {
    let mut options = ClientOptions::default();
    options.dsn = Some(dsn);
    options.release = Some(concat!("mentorhub@", env!("CARGO_PKG_VERSION")).into());
    options.environment = Some(environment.to_owned().into());
    options.before_send = Some(Arc::new(|event| Some(stripped(event))));
    options
}

/// An event with what may leave, whoever made it: a panic's message was written by nobody who thought of this.
fn stripped(event: Event<'static>) -> Event<'static> {
    let exceptions = event.exception.values.into_iter().map(|exception| Exception {
        value: exception.value.map(|value| clean(&value)),
        ty: exception.ty,
        stacktrace: exception.stacktrace,
        ..Exception::default()
    });
    Event {
        event_id: event.event_id,
        timestamp: event.timestamp,
        level: event.level,
        platform: event.platform,
        release: event.release,
        environment: event.environment,
        logger: event.logger,
        transaction: event.transaction,
        message: event.message.map(|message| clean(&message)),
        culprit: event.culprit,
        exception: exceptions.collect::<Vec<_>>().into(),
        ..Event::default()
    }
}

fn event_of(error: PageError) -> Event<'static> {
    // Sentry wants the innermost call last.
    let frames = error.frames.into_iter().take(MOST_FRAMES).rev().map(|frame| Frame {
        function: Some(clean(&frame.function)),
        filename: Some(clean_path(&frame.file)),
        lineno: Some(frame.line),
        colno: Some(frame.column),
        ..Frame::default()
    });
    let exception = Exception {
        ty: clean(&error.name),
        value: Some(clean(&error.message)),
        stacktrace: Some(Stacktrace { frames: frames.collect(), ..Stacktrace::default() }),
        ..Exception::default()
    };
    Event {
        level: Level::Error,
        platform: "javascript".into(),
        transaction: Some(clean_path(&error.page)),
        exception: vec![exception].into(),
        ..Event::default()
    }
}

/// A path keeps its slashes, and of each part what is no secret.
fn clean_path(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    path.split('/').take(20).map(clean).collect::<Vec<_>>().join("/")
}

/// Makes a report of each error that is logged.
pub(crate) struct Reports;

impl<S: tracing::Subscriber> Layer<S> for Reports {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut said = Said::default();
        event.record(&mut said);
        let metadata = event.metadata();
        let place = metadata.file().zip(metadata.line()).map(|(file, line)| format!("{file}:{line}"));
        sentry::capture_event(Event {
            level: Level::Error,
            logger: Some(metadata.target().to_owned()),
            culprit: place,
            message: Some(clean(&said.sentence())),
            ..Event::default()
        });
    }
}

/// What a line of the log says: the sentence, and the error it names. Other fields are ids and names.
#[derive(Default)]
struct Said(BTreeMap<&'static str, String>);

impl Said {
    fn sentence(&self) -> String {
        self.0.values().rev().cloned().collect::<Vec<_>>().join(": ")
    }
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if ["message", "error"].contains(&field.name()) {
            self.0.insert(field.name(), format!("{value:?}"));
        }
    }
}
