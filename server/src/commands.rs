//! The commands of the command line, one module per subject.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use store::Store;
use store::staff::Actor;

use crate::cli::{Cli, Command, Matching, Push, Quiz, User, WorkReadiness};
use crate::config::Config;
use crate::http::openapi;
use crate::output::print;
use crate::{error_reporting, logging};

mod answers;
mod contact;
pub(crate) mod content;
mod database;
mod doctor;
mod maintenance;
mod matching;
mod mentorship;
pub(crate) mod pdf_thumbnail;
mod person;
mod programme;
mod serve;
mod staff;
mod users;
mod work_readiness;

/// Runs one command to its end.
pub(crate) async fn run(cli: Cli) -> Result<ExitCode> {
    // A dependency may link a second crypto provider; then rustls cannot choose one itself.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let layers = cli.layers()?;
    let config = Config::read(&layers)?;
    let _reporter = error_reporting::start(&config);
    logging::start(&config);
    for deprecation in layers.deprecations() {
        tracing::warn!("{deprecation}");
    }
    match cli.command {
        Command::Config => layers.lines().iter().for_each(print),
        Command::Openapi => print(openapi::document().to_pretty_json()?),
        Command::Push(Push::Keys) => {
            let key = egress::push::Key::fresh();
            print(format_args!("[push]\nprivate_key = \"{}\"\n# public: {}", key.private(), key.public()));
        }
        Command::Doctor => return Ok(doctor::run(&config).await),
        Command::PdfThumbnail { page, edge } => return Ok(pdf_thumbnail::run(page, edge)),
        Command::Serve(options) => serve::run(config, &options).await?,
        Command::Backup { file } => {
            config.back_up(&file).await?;
            print(format_args!("{} holds everything that was confirmed until now.", file.display()));
        }
        Command::Database(command) => database::run(&config, command).await?,
        Command::Migrate => {
            let store = config.open_store().await?;
            print(format_args!("The database ({}) is up to date.", store.describe()));
        }
        Command::Content(command) => content::run(&config, command).await?,
        Command::Matching(Matching::Simulate(plan)) => matching::simulate::run(&plan)?,
        // An operator may add the first account before the first start.
        Command::User(command @ User::Add { .. }) => {
            on(config.open_store().await?, async |store| users::run(store, &config.outbox(), command).await).await?;
        }
        Command::User(command) => {
            on_existing(&config, async |store| users::run(store, &config.outbox(), command).await).await?;
        }
        Command::Maintenance { switch } => {
            on_existing(&config, async |store| maintenance::set(store, switch).await).await?;
        }
        Command::Survey(command) => on_existing(&config, async |store| answers::survey(store, command).await).await?,
        Command::Quiz(Quiz::Export(options)) => {
            on_existing(&config, async |store| answers::export_quizzes(store, &options).await).await?;
        }
        Command::Wrs(WorkReadiness::Import { file }) => {
            on_existing(&config, async |store| work_readiness::import(store, &file).await).await?;
        }
        Command::Staff(command) => on_existing(&config, async |store| staff::run(store, command).await).await?,
        Command::Audit(command) => on_existing(&config, async |store| staff::list_acts(store, command).await).await?,
        Command::Mentorship(command) => {
            on_existing(&config, async |store| mentorship::run(store, command).await).await?;
        }
        Command::Matching(command) => on_existing(&config, async |store| matching::run(store, command).await).await?,
        Command::Programme(command) => {
            on_existing(&config, async |store| programme::run(store, command).await).await?;
        }
        Command::Contact(command) => on_existing(&config, async |store| contact::run(store, command).await).await?,
        Command::Person(command) => on_existing(&config, async |store| person::run(store, command).await).await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs something on the store of an installation, which is not created.
async fn on_existing(config: &Config, run: impl AsyncFnOnce(&Store) -> Result<()>) -> Result<()> {
    on(config.open_existing_store().await?, run).await
}

/// Runs something on a store and waits until its events have left the process.
async fn on<T>(store: Arc<Store>, run: impl AsyncFnOnce(&Store) -> Result<T>) -> Result<T> {
    let ended = run(&store).await;
    store.bus.flush().await;
    ended
}

/// The user of the machine who runs the command, for the audit log.
fn actor() -> Actor {
    let user = ["SUDO_USER", "USER", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    Actor::CommandLine { user: user.unwrap_or_else(|| "unknown".to_owned()) }
}
