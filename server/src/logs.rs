//! Logs: on the error output, so that the standard output is for people.

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::{Config, LogFormat};
use crate::errors::Reports;

/// Starts logging for the rest of the process.
pub(crate) fn start(config: &Config) {
    let filter = EnvFilter::new(&config.log_filter);
    let reports = config.errors.server.is_some().then_some(Reports);
    let logs = tracing_subscriber::registry().with(reports);
    let lines = fmt::layer().with_writer(std::io::stderr);
    match config.log_format {
        LogFormat::Text => {
            let lines = lines.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
            logs.with(lines.with_filter(filter)).init();
        }
        LogFormat::Json => logs.with(lines.json().with_filter(filter)).init(),
    }
}
