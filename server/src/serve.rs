//! The server, from its start to its orderly end.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use actix_web::App as Actix;
use actix_web::middleware::{NormalizePath, from_fn};
use anyhow::{Context, Result, bail};
use store::damage;
use tokio::signal::unix::{Signal, SignalKind, signal};
use web::Listener;

use crate::app::App;
use crate::cli::{Part, Serve};
use crate::config::Config;
use crate::headers::{Headers, Opened};
use crate::operations::Operations;
use crate::output::say;
use crate::{content, demo, headers, telemetry};

/// What running requests get at the end.
const LAST_REQUESTS: u64 = 5;

/// How long the start waits until the file of the database was read: about a gigabyte. Nobody should wait longer for an upgrade.
const LOOK: Duration = Duration::from_secs(3);

/// Runs until a signal ends it.
pub(crate) async fn run(config: Config, options: &Serve) -> Result<()> {
    refuse_parts_that_cannot_meet(&config, options.only)?;
    config.make_data_dir()?;
    let _lock = lock_database(&config)?;
    let mut signals = Signals::new()?;
    refuse_damage(&config).await?;
    let store = config.open_store().await?;
    let accounts = if options.demo { demo::import(&store).await? } else { Vec::new() };
    content::begin(&store).await?;
    let operations = Operations::start()?;
    Operations::watch(&store).await;
    let app = App::start(&config, &store, operations.clone(), options)?;

    let headers = Headers::new(config.is_https(), &opened(&config))?;
    let parts = app.clone();
    let of_sockets = app.clone();
    let listener = Listener { address: config.listen, workers: config.workers, last_requests: LAST_REQUESTS };
    let served = listener.serve(
        move || {
            Actix::new()
                .configure(|config| parts.configure(config))
                .wrap(from_fn(web::refuse_nul))
                .wrap(NormalizePath::trim())
                .wrap(from_fn(telemetry::observe))
                .wrap(from_fn({
                    let headers = headers.clone();
                    move |request, next| headers::add(request, next, headers.clone())
                }))
        },
        move |upgrade| of_sockets.clone().open_socket(upgrade),
    );
    let (server, address) = served.with_context(|| format!("{} cannot be listened on", config.listen))?;
    let handle = server.handle();
    let mut running = tokio::spawn(server);

    tracing::info!(%address, parts = ?options.only, on = store.describe(), "started");
    demo::announce(&accounts);
    say(format_args!("listening on http://{address}"));

    tokio::select! {
        ended = &mut running => return Ok(ended??),
        () = signals.next() => tracing::info!("asked to end"),
    }
    operations.start_draining();
    let end = async {
        if let Some(hub) = app.hub() {
            hub.drain(config.drain).await;
        }
        handle.stop(true).await;
        store.close().await;
    };
    tokio::select! {
        () = end => tracing::info!("ended"),
        // What was confirmed is stored, so nothing is lost this way either.
        () = signals.next() => tracing::warn!("asked again: ended at once"),
    }
    Ok(())
}

/// What the configuration opens to the pages.
fn opened(config: &Config) -> Opened {
    let desk = config.help_desk.iter().map(|desk| desk.base_url.clone());
    let conversions = config.conversions.iter().map(|url| url.origin().ascii_serialization());
    let jitsi = config.calls.jitsi.as_ref().and_then(|jitsi| jitsi.url.parse::<url::Url>().ok());
    Opened {
        told: conversions.chain(desk.clone()).collect(),
        shown: desk.collect(),
        calls: jitsi.map(|url| url.origin().ascii_serialization()),
    }
}

/// Parts in processes of their own need a database and a bus that they share.
fn refuse_parts_that_cannot_meet(config: &Config, only: Option<Part>) -> Result<()> {
    if only.is_some() && config.is_sqlite() {
        bail!("--only needs PostgreSQL: a SQLite database belongs to one process. Set database.url.");
    }
    if only.is_some() && config.bus.is_none() {
        bail!("--only needs Redis: without it the processes would not hear of each other. Set bus.url.");
    }
    Ok(())
}

/// One server per SQLite database: a second one would never hear of the messages of the first.
fn lock_database(config: &Config) -> Result<Option<File>> {
    let Some(path) = config.database_url.strip_prefix("sqlite:") else { return Ok(None) };
    let path = Path::new(path).with_extension("lock");
    let file = File::options().create(true).write(true).truncate(false).open(&path);
    let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => bail!(
            "Another Mentor Hub runs on this database. With SQLite there is one at a time; \
             several need PostgreSQL and Redis (database.url and bus.url)."
        ),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("{} cannot be locked", path.display())),
    }
}

/// A damaged file stops the start, before anything is written into it. A look that takes too long goes on beside the server.
async fn refuse_damage(config: &Config) -> Result<()> {
    let url = config.database_url.clone();
    let mut look = tokio::spawn(async move { damage::look(&url).await });
    if let Ok(found) = tokio::time::timeout(LOOK, &mut look).await {
        return found?.map_err(|error| config.without_database(&error));
    }
    tracing::info!("the database is large: whether all of it can be read is found out while the server runs");
    tokio::spawn(async move {
        match look.await {
            Ok(Err(error)) => tracing::error!(%error, "the database is damaged: restore a backup"),
            Ok(Ok(())) => tracing::info!("all of the database can be read"),
            // The process ends.
            Err(_) => {}
        }
    });
    Ok(())
}

/// What asks a process to end.
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
