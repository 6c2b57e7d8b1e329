//! The commands of the command line, one module per subject.

use std::process::ExitCode;

use anyhow::Result;
use store::staff::Actor;

use crate::cli::{Cli, Command, Matching, Push, Quiz, Survey, User, WorkReadiness};
use crate::config::Config;
use crate::http::openapi;
use crate::output::print;
use crate::{error_reporting, logging};

mod answers;
mod contact;
pub(crate) mod content;
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
        Command::Migrate => {
            let store = config.open_store().await?;
            print(format_args!("The database ({}) is up to date.", store.describe()));
        }
        Command::Backup { file } => {
            config.back_up(&file).await?;
            print(format_args!("{} holds everything that was confirmed until now.", file.display()));
        }
        Command::Maintenance { switch } => maintenance::set(&*config.open_existing_store().await?, switch).await?,
        Command::Content(command) => content::run(&config, command).await?,
        Command::Survey(Survey::Export(options)) => {
            answers::export_survey(&*config.open_existing_store().await?, &options).await?;
        }
        Command::Survey(Survey::Reopen { person, key }) => {
            answers::reopen_survey(&*config.open_existing_store().await?, &person, &key).await?;
        }
        Command::Quiz(Quiz::Export(options)) => {
            answers::export_quizzes(&*config.open_existing_store().await?, &options).await?;
        }
        Command::Wrs(WorkReadiness::Import { file }) => {
            work_readiness::import(&*config.open_existing_store().await?, &file).await?;
        }
        // An operator may add the first account before the first start.
        Command::User(command @ User::Add { .. }) => {
            users::run(&*config.open_store().await?, &config.outbox(), command).await?;
        }
        Command::Staff(command) => staff::run(&*config.open_existing_store().await?, command).await?,
        Command::Audit(command) => staff::list_acts(&*config.open_existing_store().await?, command).await?,
        Command::Mentorship(command) => mentorship::run(&*config.open_existing_store().await?, command).await?,
        Command::Matching(Matching::Simulate(plan)) => matching::simulate::run(&plan)?,
        Command::Matching(command) => matching::run(&*config.open_existing_store().await?, command).await?,
        Command::Contact(command) => contact::run(&*config.open_existing_store().await?, command).await?,
        Command::Person(command) => person::run(&*config.open_existing_store().await?, command).await?,
        Command::User(command) => users::run(&*config.open_existing_store().await?, &config.outbox(), command).await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The user of the machine who runs the command, for the audit log.
fn actor() -> Actor {
    let user = ["SUDO_USER", "USER", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    Actor::CommandLine { user: user.unwrap_or_else(|| "unknown".to_owned()) }
}
