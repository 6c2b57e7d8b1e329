//! Checks of the configuration and of the connections to other services, each with a time limit. `mentorhub doctor` prints them, the console
//! shows them.

use std::time::Duration;

use api::checks::{Check, State, Subject};
use api::mail::Transport;
use egress::oidc;
use store::{FileOptions, integrity_check, probe};
use tokio::net::TcpStream;
use url::Url;

use crate::commands::pdf_thumbnail;
use crate::config::{self, Config, masked};
use crate::error_reporting::{Receivers, redact};
use crate::http::static_files;

mod installation;

/// How long each service gets to answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// How thorough the checks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Reads the whole database, however long it takes.
    Full,
    /// Ends within seconds.
    Quick,
}

/// Returns the checks of a running server, without what values errors name.
pub(crate) fn of_server(config: &Config) -> api::checks::Checks {
    let config = config.clone();
    api::checks::Checks::new(move || {
        let config = config.clone();
        Box::pin(async move {
            let mut checks = run(&config, Depth::Quick).await;
            for check in &mut checks {
                check.reason = check.reason.take().map(|reason| redact(&reason));
            }
            checks
        })
    })
}

/// Performs the checks.
pub(crate) async fn run(config: &Config, depth: Depth) -> Vec<Check> {
    let mut findings = Findings::default();
    findings.note(Subject::Address, &format!("http://{}", config.listen));
    match &config.public_url {
        Some(url) => findings.good(Subject::PublicAddress, url),
        None => findings.note(Subject::PublicAddress, "not set: only needed behind a proxy"),
    }
    if !config.listen.ip().is_loopback() && !config.is_https() {
        findings
            .warning(Subject::Encryption, "other machines can reach this server, and server.public_url is not https");
    }
    findings.result(Subject::DataFolder, &config.data_dir.display().to_string(), installation::check_folders(config));
    if let FileOptions::Bucket(options) = &config.files {
        let detail = format!("{options:?}");
        findings.result(Subject::Files, &detail, within(probe::files(config.files.clone())).await);
    }
    let database = masked(&config.database_url);
    if config.is_database_missing() {
        findings.note(Subject::Database, &format!("{database}: does not exist yet, the first start creates it"));
    } else {
        let answers = within(probe::database(&config.database_url)).await;
        let is_whole = async || {
            integrity_check::run(&config.database_url).await?;
            integrity_check::run_full(&config.database_url).await
        };
        match answers {
            Ok(()) if depth == Depth::Full => findings.integrity(&database, is_whole().await),
            answers => findings.result(Subject::Database, &database, answers),
        }
        installation::check_documents(&mut findings, &config.database_url).await;
    }
    installation::check_backup(&mut findings, config);
    match &config.bus {
        Some(bus) => findings.result(Subject::Bus, &masked(&bus.url), within(probe::bus(bus)).await),
        None => findings.note(Subject::Bus, "within this process: enough for a single process"),
    }
    match &config.mail {
        Transport::Folder(path) => findings.note(Subject::Mail, &format!("written to {}, not sent", path.display())),
        Transport::Smtp(_) => findings.result(Subject::Mail, "SMTP", within(config.mail.probe()).await),
    }
    installation::check_sender(&mut findings, &config.letterhead.from);
    let tools = media::Tools::find(pdf_thumbnail::command());
    match (tools.convert_heic(), tools.draw_pages()) {
        (true, true) if tools.convert_office() => findings.good(Subject::Previews, "photos, PDF and Office files"),
        (true, true) => findings.good(Subject::Previews, "photos and PDF files; with LibreOffice also Office files"),
        (_, false) => findings.warning(Subject::Previews, "no PDF files: prlimit and timeout are not installed"),
        (false, _) => findings.note(Subject::Previews, "no iPhone photos (HEIC): heif-convert is not installed"),
    }
    match &config.gifs {
        Some(gifs) => findings.good(Subject::Gifs, &format!("{:?}", gifs.provider)),
        None => findings.note(Subject::Gifs, "off: gifs.key is not set"),
    }
    calls(&mut findings, &config.calls);
    for settings in &config.social {
        let probe = oidc::Provider::new(settings.clone());
        let detail = format!("{settings:?}, redirect address {}", api::social::RETURN_PAGE);
        match within(probe.probe()).await {
            Ok(()) => findings.good(Subject::SocialSignIn, &detail),
            // Sign-in with a password works without the provider.
            Err(reason) => findings.failed(State::Warning, Subject::SocialSignIn, &detail, reason),
        }
    }
    match &config.push {
        Some(push) => findings.good(Subject::Push, &push.describe()),
        None => findings.note(Subject::Push, "off: push.enabled is false"),
    }
    help_desk(&mut findings, config.help_desk.as_ref()).await;
    error_receivers(&mut findings, &config.error_reporting).await;
    assistant(&mut findings, config).await;
    if static_files::are_built() {
        findings.good(Subject::WebPages, "embedded");
    } else {
        findings.warning(Subject::WebPages, "not embedded; `make run` builds them");
    }
    findings.0
}

fn calls(findings: &mut Findings, calls: &hub::CallSettings) {
    match &calls.jitsi {
        Some(jitsi) => {
            findings.good(Subject::Calls, &format!("over {jitsi:?}"));
            if calls.webhook_secret.is_none() {
                let text =
                    "calls.webhook_secret is not set: participants come from the web pages, and no recording arrives";
                findings.warning(Subject::CallWebhooks, text);
            }
        }
        None if calls.ice.urls.iter().any(|url| url.starts_with("turn")) => {
            findings.good(Subject::Calls, "peer to peer, with a TURN server");
        }
        None => {
            findings.note(Subject::Calls, "peer to peer, within one network: calls.ice_servers names no TURN server");
        }
    }
}

async fn help_desk(findings: &mut Findings, desk: Option<&api::HelpDesk>) {
    let Some(desk) = desk else { return findings.note(Subject::HelpDesk, "off: helpdesk.url is not set") };
    let known = if desk.identity_key.is_empty() {
        "without identity validation: helpdesk.identity_key is not set"
    } else {
        "with identity validation"
    };
    let detail = format!("{desk:?}, {known}");
    let address = Url::parse(&desk.base_url)
        .ok()
        .and_then(|url| Some((url.host_str()?.to_owned(), url.port_or_known_default()?)));
    findings.optional_service(Subject::HelpDesk, &detail, address).await;
}

async fn error_receivers(findings: &mut Findings, receivers: &Receivers) {
    for (what, dsn) in [(Subject::ErrorsOfServer, &receivers.server), (Subject::ErrorsOfPages, &receivers.pages)] {
        match dsn {
            Some(dsn) => findings.optional_service(what, dsn.host(), Some((dsn.host().to_owned(), dsn.port()))).await,
            None => findings.note(what, "only logged"),
        }
    }
}

async fn assistant(findings: &mut Findings, config: &Config) {
    let Some(assistant) = &config.assistant else { return findings.note(Subject::Assistant, "off") };
    let settings = match assistant.settings() {
        Ok(settings) => settings,
        Err(error) => return findings.result(Subject::Assistant, "content", Err(error.to_string())),
    };
    match &assistant.provider {
        config::Provider::Content => findings.good(Subject::Assistant, "answers from the texts of the programme"),
        config::Provider::OpenAi(model) => match within(settings.provider.probe()).await {
            Ok(()) => findings.good(Subject::Assistant, &format!("{model:?}")),
            // The assistant apologises meanwhile; the rest of the server works.
            Err(failure) => findings.failed(State::Warning, Subject::Assistant, &format!("{model:?}"), failure),
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
struct Findings(Vec<Check>);

impl Findings {
    fn push(&mut self, state: State, subject: Subject, detail: &str, reason: Option<String>) {
        self.0.push(Check { subject, state, detail: detail.to_owned(), reason });
    }

    fn note(&mut self, what: Subject, text: &str) {
        self.push(State::Note, what, text, None);
    }

    fn good(&mut self, what: Subject, text: &str) {
        self.push(State::Good, what, text, None);
    }

    fn warning(&mut self, what: Subject, text: &str) {
        self.push(State::Warning, what, text, None);
    }

    fn failed(&mut self, state: State, what: Subject, detail: &str, reason: String) {
        self.push(state, what, detail, Some(reason));
    }

    /// Checks an optional service by opening a connection.
    async fn optional_service(&mut self, what: Subject, detail: &str, address: Option<(String, u16)>) {
        let Some(address) = address else { return self.warning(what, detail) };
        match within(TcpStream::connect(address)).await {
            Ok(()) => self.good(what, detail),
            Err(reason) => self.failed(State::Warning, what, detail, reason),
        }
    }

    fn result(&mut self, what: Subject, detail: &str, result: Result<(), String>) {
        match result {
            Ok(()) => self.good(what, detail),
            Err(reason) => self.failed(State::Error, what, detail, reason),
        }
    }

    /// One check for the database, or one for each pair of tables with orphaned rows.
    fn integrity(&mut self, database: &str, found: store::Result<()>) {
        match found {
            Err(store::Error::Orphans(tables)) => {
                for rows in tables {
                    self.result(Subject::Database, &rows, Err("restore them from a backup".to_owned()));
                }
            }
            found => self.result(Subject::Database, database, found.map_err(|error| error.to_string())),
        }
    }
}
