//! Logs go to standard error; standard output is for the person at the terminal.

use tracing::{Event, Subscriber};
use tracing_subscriber::filter::{FilterFn, LevelFilter};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::{Config, LogFormat};
use crate::error_reporting::Reports;

/// Installs the subscriber of this process.
pub(crate) fn start(config: &Config) {
    let filter = EnvFilter::new(format!("{MALFORMED_REQUESTS}=off,{}", config.log_filter));
    let is_ours = FilterFn::new(|metadata| metadata.target() != MALFORMED_REQUESTS);
    let reports = Reports.with_filter(is_ours).with_filter(LevelFilter::ERROR);
    let reports = config.error_reporting.server.is_some().then_some(reports);
    let is_statement = FilterFn::new(|metadata| metadata.target() == SQLX).with_max_level_hint(LevelFilter::DEBUG);
    let logs = tracing_subscriber::registry().with(Statements.with_filter(is_statement)).with(reports);
    let lines = fmt::layer().with_writer(std::io::stderr);
    match config.log_format {
        LogFormat::Text => {
            let lines = lines.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
            logs.with(lines.with_filter(filter)).init();
        }
        LogFormat::Json => logs.with(lines.json().with_filter(filter)).init(),
    }
}

/// Where the HTTP library logs requests of clients that it cannot read, as errors.
const MALFORMED_REQUESTS: &str = "actix_http::h1::dispatcher";

/// Counts SQL statements through the log events of sqlx, which the default filter hides.
struct Statements;

const SQLX: &str = "sqlx::query";

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
        metrics::counter!("store_statements_total").increment(1);
    }
}
