//! The commands of the command line, one module per subject.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use store::Store;
use store::staff::Actor;

use crate::cli::{Cli, Command, Matching, Push, Quiz, Survey, User, WorkReadiness};
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
        Command::Doctor => return doctor::run(&config).await,
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
        command @ Command::User(User::Add { .. }) => {
            on(config.open_store().await?, async |store| change(&config, store, command).await).await?;
        }
        command => {
            on(config.open_existing_store().await?, async |store| change(&config, store, command).await).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a command that works on a store.
async fn change(config: &Config, store: &Store, command: Command) -> Result<()> {
    match command {
        Command::Maintenance { switch } => maintenance::set(store, switch).await,
        Command::Survey(Survey::Export(options)) => answers::export_survey(store, &options).await,
        Command::Survey(Survey::Reopen { person, key }) => answers::reopen_survey(store, &person, &key).await,
        Command::Quiz(Quiz::Export(options)) => answers::export_quizzes(store, &options).await,
        Command::Wrs(WorkReadiness::Import { file }) => work_readiness::import(store, &file).await,
        Command::Staff(command) => staff::run(store, command).await,
        Command::Audit(command) => staff::list_acts(store, command).await,
        Command::Mentorship(command) => mentorship::run(store, command).await,
        Command::Matching(command) => matching::run(store, command).await,
        Command::Contact(command) => contact::run(store, command).await,
        Command::Person(command) => person::run(store, command).await,
        Command::User(command) => users::run(store, &config.outbox(), command).await,
        // `run` has done the others.
        _ => Ok(()),
    }
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
