//! Logs: on the error output, so that the standard output is for people.

use tracing::subscriber::Interest;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Filter, Identity, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

use crate::config::{Config, LogFormat};
use crate::errors::Reports;

/// Starts logging for the rest of the process.
pub(crate) fn start(config: &Config) {
    let filter = EnvFilter::new(&config.log_filter);
    let reports = config.errors.server.is_some().then(|| Reports.with_filter(LevelFilter::ERROR));
    let counter = <Identity as Layer<Registry>>::with_filter(Identity::new(), Statements);
    let logs = tracing_subscriber::registry().with(counter).with(reports);
    let lines = fmt::layer().with_writer(std::io::stderr);
    match config.log_format {
        LogFormat::Text => {
            let lines = lines.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
            logs.with(lines.with_filter(filter)).init();
        }
        LogFormat::Json => logs.with(lines.json().with_filter(filter)).init(),
    }
}

/// Counts SQL statements: sqlx asks once for each whether anybody wants to hear of it. Nobody does, but it was asked.
struct Statements;

const SQLX: &str = "sqlx::query";

impl<S> Filter<S> for Statements {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        // The question alone; a log that wants to hear of statements gets the event besides.
        if metadata.target() == SQLX && !metadata.is_event() {
            metrics::counter!("store_statements_total").increment(1);
        }
        false
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        if metadata.target() == SQLX && !metadata.is_event() { Interest::sometimes() } else { Interest::never() }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(Level::DEBUG.into())
    }
}
