//! Error reports to Sentry, without personal data.
//!
//! A report contains only the redacted error message and the position in the code. The default integrations of the client
//! would add requests, breadcrumbs and host names; an allow list is safer than removing them again.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::{ClientError, ErrorReceiver};
use sentry::protocol::{Event, Exception, Frame, Level, Stacktrace};
use sentry::types::Dsn;
use sentry::{Client, ClientOptions};
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

mod redact;

pub(crate) use redact::redact;

/// Maximum stack frames of a report from a web page.
const MAX_FRAMES: usize = 50;

/// Where reports go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Receivers {
    /// For errors of the server.
    pub(crate) server: Option<Dsn>,
    /// For errors of the web pages.
    pub(crate) pages: Option<Dsn>,
    /// The environment of the reports.
    pub(crate) environment: String,
}

/// Reports panics and logged errors until the returned guard is dropped.
pub(crate) fn start(config: &crate::config::Config) -> Option<sentry::ClientInitGuard> {
    let Receivers { server, environment, .. } = &config.error_reporting;
    server.clone().map(|dsn| sentry::init(options(dsn, environment)))
}

/// Returns a receiver that reports the errors of web pages.
pub(crate) fn of_pages(dsn: Dsn, environment: &str) -> ErrorReceiver {
    // `sentry::init` would replace the client of the server; `apply_defaults` adds the transport.
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

/// Keeps only the allowed fields of an event. The message of a panic may contain personal data.
fn stripped(event: Event<'static>) -> Event<'static> {
    let exceptions = event.exception.values.into_iter().map(|exception| Exception {
        value: exception.value.map(|value| redact(&value)),
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
        message: event.message.map(|message| redact(&message)),
        culprit: event.culprit,
        exception: exceptions.collect::<Vec<_>>().into(),
        ..Event::default()
    }
}

fn event_of(error: ClientError) -> Event<'static> {
    // Sentry expects the innermost frame last.
    let frames = error.frames.into_iter().take(MAX_FRAMES).rev().map(|frame| Frame {
        function: Some(redact(&frame.function)),
        filename: Some(redact_path(&frame.file)),
        lineno: Some(frame.line),
        colno: Some(frame.column),
        ..Frame::default()
    });
    let exception = Exception {
        ty: redact(&error.name),
        value: Some(redact(&error.message)),
        stacktrace: Some(Stacktrace { frames: frames.collect(), ..Stacktrace::default() }),
        ..Exception::default()
    };
    Event {
        level: Level::Error,
        platform: "javascript".into(),
        transaction: Some(redact_path(&error.page)),
        exception: vec![exception].into(),
        ..Event::default()
    }
}

/// Redacts each segment of a path.
fn redact_path(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    path.split('/').take(20).map(redact).collect::<Vec<_>>().join("/")
}

/// Reports each logged error.
pub(crate) struct Reports;

impl<S: tracing::Subscriber> Layer<S> for Reports {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut fields = MessageFields::default();
        event.record(&mut fields);
        let metadata = event.metadata();
        let line = metadata.file().zip(metadata.line()).map(|(file, line)| format!("{file}:{line}"));
        sentry::capture_event(Event {
            level: Level::Error,
            logger: Some(metadata.target().to_owned()),
            culprit: line,
            message: Some(redact(&fields.sentence())),
            ..Event::default()
        });
    }
}

/// The message and the error of a log event. Other fields may be ids and names.
#[derive(Default)]
struct MessageFields(BTreeMap<&'static str, String>);

impl MessageFields {
    fn sentence(&self) -> String {
        self.0.values().rev().cloned().collect::<Vec<_>>().join(": ")
    }
}

impl Visit for MessageFields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if ["message", "error"].contains(&field.name()) {
            self.0.insert(field.name(), format!("{value:?}"));
        }
    }
}
