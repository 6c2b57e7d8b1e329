//! `mentorhub serve`: runs the application until a signal ends it.

use anyhow::{Context, Result};
use tokio::signal::unix::{Signal, SignalKind, signal};
use web::{ListenOptions, Listener};

use crate::application::Application;
use crate::cli::Serve;
use crate::config::Config;
use crate::output::print;
use crate::{demo, open_files, span_export};

/// Seconds that running requests get during a graceful stop.
const SHUTDOWN_SECONDS: u64 = 5;

pub(crate) async fn run(config: Config, options: &Serve) -> Result<()> {
    let exporter = span_export::start(config.telemetry.as_ref());
    let Serve { demo, demo_cohort, demo_year, only, .. } = *options;
    let ended = serve(Config { demo, demo_cohort, demo_year, only, ..config }).await;
    if let Some(exporter) = exporter {
        exporter.flush().await;
    }
    ended
}

async fn serve(config: Config) -> Result<()> {
    let options = listen_options(&config);
    let mut signals = Signals::new()?;
    let application = Application::build(config).await?;
    let listener =
        Listener::bind(options).with_context(|| format!("The server cannot listen on {}", options.address))?;
    let address = listener.address()?;
    demo::announce(application.demo_people());
    print(format_args!("listening on http://{address}"));
    application.run(listener, async || signals.next().await).await
}

/// Raises the limit of open files first: each connection is one.
fn listen_options(config: &Config) -> ListenOptions {
    let files = open_files::raise_limit();
    // Some files are left for other addresses, the database and uploads, whatever the limit is.
    let connections = config.connections_per_address.min(files / 4);
    ListenOptions {
        workers: config.workers,
        shutdown_seconds: SHUTDOWN_SECONDS,
        connections_per_address: (!config.behind_proxy).then_some(connections),
        ..ListenOptions::new(config.listen)
    }
}

/// The signals that ask a process to end.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
