//! `mentorhub doctor`: checks the configuration and the connections to other services.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use api::mail::Transport;
use egress::oidc;
use store::{FileOptions, integrity_check, probe};
use tokio::net::TcpStream;
use url::Url;

use super::pdf_thumbnail;
use crate::config::{self, Config, masked};
use crate::error_reporting::Receivers;
use crate::http::static_files;
use crate::output::print;

mod installation;

/// How long each service gets to answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// Prints one line per check and fails if the server could not run.
pub(crate) async fn run(config: &Config) -> Result<ExitCode> {
    let mut findings = Findings::default();
    findings.note("address", &format!("http://{}", config.listen));
    match &config.public_url {
        Some(url) => findings.good("public address", url),
        None => findings.note("public address", "not set: only needed behind a proxy"),
    }
    if !config.listen.ip().is_loopback() && !config.is_https() {
        findings.warning("encryption", "other machines can reach this server, and server.public_url is not https");
    }
    findings.result("data folder", &config.data_dir.display().to_string(), installation::check_folders(config));
    if let FileOptions::Bucket(options) = &config.files {
        let detail = format!("{options:?}");
        findings.result("files", &detail, within(probe::files(config.files.clone())).await);
    }
    let database = masked(&config.database_url);
    if config.is_database_missing() {
        findings.note("database", &format!("{database}: does not exist yet, the first start creates it"));
    } else {
        let answers = within(probe::database(&config.database_url)).await;
        let is_whole = async || {
            integrity_check::run(&config.database_url).await?;
            integrity_check::run_full(&config.database_url).await
        };
        match answers {
            Ok(()) => findings.integrity(&database, is_whole().await),
            answers => findings.result("database", &database, answers),
        }
        installation::check_documents(&mut findings, &config.database_url).await;
    }
    match &config.bus {
        Some(bus) => findings.result("bus", &masked(&bus.url), within(probe::bus(bus)).await),
        None => findings.note("bus", "within this process: enough for a single process"),
    }
    match &config.mail {
        Transport::Folder(path) => findings.note("mail", &format!("written to {}, not sent", path.display())),
        Transport::Smtp(_) => findings.result("mail", "SMTP", within(config.mail.probe()).await),
    }
    installation::check_sender(&mut findings, &config.letterhead.from);
    let tools = media::Tools::find(pdf_thumbnail::command());
    match (tools.convert_heic(), tools.draw_pages()) {
        (true, true) if tools.convert_office() => findings.good("previews", "photos, PDF and Office files"),
        (true, true) => findings.good("previews", "photos and PDF files; with LibreOffice also Office files"),
        (_, false) => findings.warning("previews", "no PDF files: prlimit and timeout are not installed"),
        (false, _) => findings.note("previews", "no iPhone photos (HEIC): heif-convert is not installed"),
    }
    match &config.gifs {
        Some(gifs) => findings.good("GIFs", &format!("{:?}", gifs.provider)),
        None => findings.note("GIFs", "off: gifs.key is not set"),
    }
    calls(&mut findings, &config.calls);
    for settings in &config.social {
        let probe = oidc::Provider::new(settings.clone());
        let detail = format!("{settings:?}, redirect address {}", api::social::RETURN_PAGE);
        match within(probe.probe()).await {
            Ok(()) => findings.good("social sign-in", &detail),
            // Sign-in with a password works without the provider.
            Err(reason) => findings.warning("social sign-in", &format!("{detail}: {reason}")),
        }
    }
    match &config.push {
        Some(push) => findings.good("push", &push.describe()),
        None => findings.note("push", "off: push.enabled is false"),
    }
    help_desk(&mut findings, config.help_desk.as_ref()).await;
    error_receivers(&mut findings, &config.error_reporting).await;
    assistant(&mut findings, config).await;
    if static_files::are_built() {
        findings.good("web pages", "embedded");
    } else {
        findings.warning("web pages", "not embedded; `make run` builds them");
    }
    Ok(findings.verdict())
}

fn calls(findings: &mut Findings, calls: &hub::CallSettings) {
    match &calls.jitsi {
        Some(jitsi) => {
            findings.good("calls", &format!("over {jitsi:?}"));
            if calls.webhook_secret.is_none() {
                let text =
                    "calls.webhook_secret is not set: participants come from the web pages, and no recording arrives";
                findings.warning("call webhooks", text);
            }
        }
        None if calls.ice.urls.iter().any(|url| url.starts_with("turn")) => {
            findings.good("calls", "peer to peer, with a TURN server");
        }
        None => findings.note("calls", "peer to peer, within one network: calls.ice_servers names no TURN server"),
    }
}

async fn help_desk(findings: &mut Findings, desk: Option<&api::HelpDesk>) {
    let Some(desk) = desk else { return findings.note("help desk", "off: helpdesk.url is not set") };
    let known = if desk.identity_key.is_empty() {
        "without identity validation: helpdesk.identity_key is not set"
    } else {
        "with identity validation"
    };
    let detail = format!("{desk:?}, {known}");
    let address = Url::parse(&desk.base_url)
        .ok()
        .and_then(|url| Some((url.host_str()?.to_owned(), url.port_or_known_default()?)));
    findings.optional_service("help desk", &detail, address).await;
}

async fn error_receivers(findings: &mut Findings, receivers: &Receivers) {
    for (of, dsn) in [("server", &receivers.server), ("pages", &receivers.pages)] {
        let what = format!("errors of {of}");
        match dsn {
            Some(dsn) => findings.optional_service(&what, dsn.host(), Some((dsn.host().to_owned(), dsn.port()))).await,
            None => findings.note(&what, "only logged"),
        }
    }
}

async fn assistant(findings: &mut Findings, config: &Config) {
    let Some(assistant) = &config.assistant else { return findings.note("assistant", "off") };
    let settings = match assistant.settings() {
        Ok(settings) => settings,
        Err(error) => return findings.result("assistant", "content", Err(error.to_string())),
    };
    match &assistant.provider {
        config::Provider::Content => findings.good("assistant", "answers from the texts of the programme"),
        config::Provider::OpenAi(model) => match settings.provider.probe().await {
            Ok(()) => findings.good("assistant", &format!("{model:?}")),
            // The assistant apologises meanwhile; the rest of the server works.
            Err(failure) => findings.warning("assistant", &format!("{model:?}: {failure}")),
        },
    }
}

async fn within<T, E: ToString>(probe: impl Future<Output = Result<T, E>>) -> Result<(), String> {
    match tokio::time::timeout(PROBE_TIMEOUT, probe).await {
        Ok(result) => result.map(drop).map_err(|error| error.to_string()),
        Err(_) => Err(format!("no answer within {} seconds", PROBE_TIMEOUT.as_secs())),
    }
}

#[derive(Default)]
struct Findings {
    warnings: usize,
    errors: usize,
}

impl Findings {
    fn note(&mut self, what: &str, text: &str) {
        Self::line("·", what, text);
    }

    fn good(&mut self, what: &str, text: &str) {
        Self::line("✓", what, text);
    }

    fn warning(&mut self, what: &str, text: &str) {
        self.warnings += 1;
        Self::line("!", what, text);
    }

    /// Checks an optional service by opening a connection.
    async fn optional_service(&mut self, what: &str, detail: &str, address: Option<(String, u16)>) {
        let Some(address) = address else { return self.warning(what, detail) };
        match within(TcpStream::connect(address)).await {
            Ok(()) => self.good(what, detail),
            Err(reason) => self.warning(what, &format!("{detail}: {reason}")),
        }
    }

    fn result(&mut self, what: &str, detail: &str, result: Result<(), String>) {
        match result {
            Ok(()) => self.good(what, detail),
            Err(reason) => {
                self.errors += 1;
                Self::line("✗", what, &format!("{detail}: {reason}"));
            }
        }
    }

    /// One line for the database, or one for each pair of tables with orphaned rows.
    fn integrity(&mut self, database: &str, found: store::Result<()>) {
        match found {
            Err(store::Error::Orphans(tables)) => {
                for rows in tables {
                    self.result("database", &rows, Err("restore them from a backup".to_owned()));
                }
            }
            found => self.result("database", database, found.map_err(|error| error.to_string())),
        }
    }

    fn line(mark: &str, what: &str, text: &str) {
        print(format_args!("{mark} {what:<15} {text}"));
    }

    fn verdict(&self) -> ExitCode {
        match (self.errors, self.warnings) {
            (0, 0) => print("Everything is in order."),
            (0, warnings) => print(format_args!("The server can run. Warnings: {warnings}.")),
            (errors, _) => print(format_args!("The server cannot run. Errors: {errors}.")),
        }
        if self.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
