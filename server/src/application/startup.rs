//! Builds the application of a configuration: checks, store, content, background workers, parts.

use std::fs::{File, TryLockError};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use assistant::Content;
use background::Job;
use media::Tools;
use store::bus::ServedSocket;
use store::clock::Clock;
use store::{Store, integrity_check, tokens};

use super::Application;
use crate::cli::Part;
use crate::commands::{content, pdf_thumbnail};
use crate::config::{self, Config};
use crate::http::operations::{self, Operations};
use crate::http::security_headers::{AllowedOrigins, SecurityHeaders};
use crate::http::static_files::inline_scripts;
use crate::{checks, demo, error_reporting, private_files};

/// How soon a node follows a new key of tokens.
const KEYS_INTERVAL: Duration = Duration::from_secs(1);

/// How long the start waits for the integrity check: enough to read about a gigabyte. A larger file is checked while the
/// server runs, so that an upgrade does not wait for it.
const INTEGRITY_CHECK_TIMEOUT: Duration = Duration::from_secs(3);

pub(super) async fn build(config: Config) -> Result<Application> {
    require_shared_services(&config)?;
    config.make_data_dir()?;
    let database_lock = lock_database(&config)?;
    private_files::restrict_existing(&config.data_dir, config.database_file());
    check_integrity(&config).await?;
    let store = config.open_served_store(Clock::system()).await?;
    let demo_people = if config.demo { demo::import(&config, &store).await? } else { Vec::new() };
    content::import_built_in(&store).await?;
    let recorded = Operations::start(config.data_dir.clone())?;
    // So that the metrics are complete from the start.
    operations::count_backlog(&store).await?;
    let runs = |part| config.only.is_none_or(|only| only == part);
    let reload_keys = |store: Arc<Store>| async move { tokens::reload_keys(&store).await };
    let mut jobs = vec![operations::job(&store), Job::new("token_keys", KEYS_INTERVAL, &store, reload_keys)];
    if runs(Part::Worker) {
        let pusher = config.push.as_ref().map(|push| push.pusher(&store));
        jobs.extend(api::jobs(
            &store,
            config.letterhead.clone(),
            config.mail.clone(),
            pusher,
            config.webhooks.poster(),
        ));
        jobs.extend(config.demo.then(|| demo::jobs(&store)).into_iter().flatten());
    }
    let mut builder = Application::builder(store.clone())
        .origins(config.origins.clone())
        .behind_proxy(config.behind_proxy)
        .operations(recorded)
        .security_headers(SecurityHeaders::new(config.is_https(), &allowed_origins(&config), &inline_scripts())?)
        .drain(config.drain)
        .jobs(jobs);
    if runs(Part::Hub) {
        let assistant = config.assistant.as_ref().map(|assistant| assistant.settings()).transpose()?;
        let texts = match &assistant {
            Some(assistant) => assistant.content.clone(),
            None => config::assistant_texts(config.assistant_texts.as_deref())?,
        };
        builder = builder.hub(hub_settings(&config, texts)).assistant(assistant);
    }
    if runs(Part::Api) {
        builder = builder.api(api_settings(&config, &store));
    }
    let socket = serve_commands(&config, &store);
    Ok(Application { demo_people, _database_lock: database_lock, _command_socket: socket, ..builder.build() })
}

/// Receives the events of commands. With Redis they come from there.
fn serve_commands(config: &Config, store: &Store) -> Option<ServedSocket> {
    if store.bus.is_shared() {
        return None;
    }
    let folder = config.server_sockets();
    let served = store.bus.serve(&folder);
    served
        .inspect_err(|error| {
            tracing::warn!(folder = %folder.display(), %error, "open pages show changes of commands late");
        })
        .ok()
}

fn hub_settings(config: &Config, texts: Arc<Content>) -> hub::Settings {
    hub::Settings {
        limits: config.limits,
        tools: Tools::find(pdf_thumbnail::command()),
        egress: hub::EgressSettings { gifs: config.gifs.clone(), ..hub::EgressSettings::default() },
        calls: config.calls.clone(),
        texts: Some(texts),
    }
}

fn api_settings(config: &Config, store: &Store) -> api::Settings {
    let reporting = &config.error_reporting;
    api::Settings::new(config.is_https(), config.behind_proxy, config.sign_in)
        .behind_further_proxies(config.proxies.clone())
        .with_conversions(config.conversions.as_ref().map(ToString::to_string))
        .with_dev_mailbox(config.demo.then(|| config.outbox()))
        .with_help_desk(config.help_desk.clone())
        .with_error_receiver(reporting.pages.clone().map(|dsn| error_reporting::of_pages(dsn, &reporting.environment)))
        .with_social(config.social.clone(), config.public_url.clone())
        .with_pusher(config.push.as_ref().map(|push| push.pusher(store)))
        .with_poster(config.webhooks.poster())
        .with_checks(checks::of_server(config))
}

/// The origins of other servers that the configuration opens to the web pages.
fn allowed_origins(config: &Config) -> AllowedOrigins {
    let help_desk = config.help_desk.iter().map(|desk| desk.base_url.clone());
    let conversions = config.conversions.iter().map(|url| url.origin().ascii_serialization());
    let jitsi = config.calls.jitsi.as_ref().and_then(|jitsi| jitsi.url.parse::<url::Url>().ok());
    AllowedOrigins {
        connect: conversions.chain(help_desk.clone()).collect(),
        frames: help_desk.collect(),
        calls: jitsi.map(|url| url.origin().ascii_serialization()),
    }
}

/// Refuses to run a single part without the database and the bus that the parts share.
fn require_shared_services(config: &Config) -> Result<()> {
    if config.only.is_some() && config.is_sqlite() {
        bail!("--only needs PostgreSQL: only one process can use a SQLite database. Set database.url.");
    }
    if config.only.is_some() && config.bus.is_none() {
        bail!("--only needs Redis: without it the processes cannot exchange events. Set bus.url.");
    }
    Ok(())
}

/// Locks a SQLite database: two servers on one file would not receive each other's messages.
fn lock_database(config: &Config) -> Result<Option<File>> {
    let Some(path) = config.database_file() else { return Ok(None) };
    let path = path.with_extension("lock");
    let file = File::options().create(true).write(true).truncate(false).open(&path);
    let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => bail!(
            "Another Mentor Hub uses this database. Only one process can use a SQLite database; \
             several processes need PostgreSQL and Redis (database.url and bus.url)."
        ),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("{} cannot be locked", path.display())),
    }
}

/// Refuses a damaged database before anything writes to it. A check that takes too long continues in the background.
async fn check_integrity(config: &Config) -> Result<()> {
    let url = config.database_url.clone();
    let mut check = tokio::spawn(async move { integrity_check::run(&url).await });
    if let Ok(result) = tokio::time::timeout(INTEGRITY_CHECK_TIMEOUT, &mut check).await {
        return match result? {
            Err(error @ store::Error::Orphans(_)) => {
                report_orphans(&error);
                Ok(())
            }
            result => result.map_err(|error| config.database_error(&error)),
        };
    }
    tracing::info!("the database is large: its integrity check continues in the background");
    tokio::spawn(async move {
        match check.await {
            Ok(Err(error @ store::Error::Orphans(_))) => report_orphans(&error),
            Ok(Err(error)) => tracing::error!(%error, "the database is damaged: restore a backup"),
            Ok(Ok(())) => tracing::info!("the integrity check found no damage"),
            // The runtime stops before the check ends.
            Err(_) => {}
        }
    });
    Ok(())
}

/// Such rows disturb a few people, an installation that does not start disturbs all.
fn report_orphans(error: &store::Error) {
    tracing::error!(%error, "the database lost rows that others refer to: run `mentorhub doctor`, restore a backup");
}
