//! The `mentorhub` program: one binary with the chat hub, the API and the web pages.

mod accounts;
mod app;
mod cli;
mod config;
mod content;
mod demo;
mod doctor;
mod errors;
mod first_page;
mod headers;
mod logs;
mod openapi;
mod operations;
mod output;
mod serve;
mod static_files;
mod telemetry;
mod work_readiness;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::cli::{Cli, Command, WorkReadiness};
use crate::config::Config;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        // Before any thread starts: it has little memory.
        Command::DrawFirstPage => first_page::draw(),
        _ => start(cli),
    }
}

#[tokio::main]
async fn start(cli: Cli) -> ExitCode {
    match run(cli).await {
        Ok(code) => code,
        Err(error) => {
            output::complain(format_args!("mentorhub: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<ExitCode> {
    // Two crypto providers may be linked one day; TLS must not be what finds out.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let layers = cli.layers()?;
    let config = Config::read(&layers)?;
    let _reporter = errors::start(&config);
    logs::start(&config);
    match cli.command {
        Command::Config => layers.lines().iter().for_each(output::say),
        Command::Openapi => output::say(openapi::document().to_pretty_json()?),
        Command::Push(cli::Push::Keys) => {
            let key = outside::push::Key::fresh();
            output::say(format_args!("[push]\nprivate_key = \"{}\"\n# public: {}", key.private(), key.public()));
        }
        Command::Doctor => return doctor::examine(&config).await,
        Command::DrawFirstPage => return Ok(first_page::draw()),
        Command::Serve(options) => {
            let telemetry = telemetry::start(config.traces.as_ref());
            let ended = serve::run(config, &options).await;
            if let Some(telemetry) = telemetry {
                telemetry.end().await;
            }
            ended?;
        }
        Command::Migrate => {
            let store = config.open_store().await?;
            output::say(format_args!("The database ({}) is up to date.", store.describe()));
        }
        Command::Backup { file } => {
            config.back_up(&file).await?;
            output::say(format_args!("{} holds everything that was confirmed until now.", file.display()));
        }
        Command::Maintenance { switch } => accounts::maintenance(&*config.open_present_store().await?, switch).await?,
        Command::Content(command) => content::run(&config, command).await?,
        Command::Wrs(WorkReadiness::Import { file }) => {
            work_readiness::import(&*config.open_present_store().await?, &file).await?;
        }
        // The first account may be there before the first start.
        Command::User(command @ cli::User::Add { .. }) => accounts::run(&*config.open_store().await?, command).await?,
        Command::User(command) => accounts::run(&*config.open_present_store().await?, command).await?,
    }
    Ok(ExitCode::SUCCESS)
}
