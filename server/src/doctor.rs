//! What is configured, what can be reached, what is missing.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use api::mail::Transport;
use outside::oidc;
use store::{FileOptions, damage, probe};
use tokio::net::TcpStream;
use url::Url;

use crate::config::{self, Config, masked};
use crate::errors::Receivers;
use crate::first_page;
use crate::output::say;
use crate::static_files;

/// Whoever takes longer cannot be reached.
const PATIENCE: Duration = Duration::from_secs(3);

/// Looks at everything, says what it found, and fails if the server could not run.
pub(crate) async fn examine(config: &Config) -> Result<ExitCode> {
    let mut findings = Findings::default();
    findings.note("address", &format!("http://{}", config.listen));
    match &config.public_url {
        Some(url) => findings.good("public address", url),
        None => findings.note("public address", "not set: fine on one machine, needed behind a proxy"),
    }
    if !config.listen.ip().is_loopback() && !config.is_https() {
        findings.warning("encryption", "others can reach this server, and server.public_url is not https");
    }
    findings.result("data folder", &config.data_dir.display().to_string(), writable(config));
    if let FileOptions::Bucket(options) = &config.files {
        let place = format!("{options:?}");
        findings.result("files", &place, within(probe::files(config.files.clone())).await);
    }
    let database = masked(&config.database_url);
    if config.is_without_database() {
        findings.note("database", &format!("{database}: not there yet, the first start makes it"));
    } else {
        let answers = within(probe::database(&config.database_url)).await;
        let is_whole = async || damage::look(&config.database_url).await.map_err(|error| error.to_string());
        let found = if answers.is_ok() { is_whole().await } else { answers };
        findings.result("database", &database, found);
    }
    match &config.bus {
        Some(bus) => findings.result("bus", &masked(&bus.url), within(probe::bus(bus)).await),
        None => findings.note("bus", "in this process: enough for one"),
    }
    match &config.mail {
        Transport::Folder(path) => findings.note("mail", &format!("into {}: nobody gets any", path.display())),
        Transport::Smtp(_) => findings.result("mail", "SMTP", within(config.mail.probe()).await),
    }
    let tools = media::Tools::find(first_page::command());
    match (tools.convert_heic(), tools.draw_pages()) {
        (true, true) => findings.good("previews", "of photos and of PDF files"),
        (_, false) => findings.warning("previews", "none of PDF files: prlimit and timeout are not installed"),
        (false, _) => findings.note("previews", "none of iPhone photos (HEIC): heif-convert is not installed"),
    }
    match &config.gifs {
        Some(gifs) => findings.good("moving pictures", &format!("{:?}", gifs.provider)),
        None => findings.note("moving pictures", "off: gifs.key is not set"),
    }
    calls(&mut findings, &config.calls);
    for settings in &config.social {
        let probe = oidc::Provider::new(settings.clone());
        let place = format!("{settings:?}, which sends people back to {}", api::social::RETURN_PAGE);
        match within(probe.probe()).await {
            Ok(()) => findings.good("social sign-in", &place),
            // Everybody else can sign in meanwhile.
            Err(reason) => findings.warning("social sign-in", &format!("{place}: {reason}")),
        }
    }
    match &config.push {
        Some(push) => findings.good("push", &push.describe()),
        None => findings.note("push", "off: push.enabled is false"),
    }
    help_desk(&mut findings, config.help_desk.as_ref()).await;
    error_receivers(&mut findings, &config.errors).await;
    assistant(&mut findings, config).await;
    if static_files::are_built() {
        findings.good("web pages", "part of this program");
    } else {
        findings.warning("web pages", "not part of this program; `make run` builds them");
    }
    Ok(findings.verdict())
}

fn calls(findings: &mut Findings, calls: &hub::CallSettings) {
    match &calls.jitsi {
        Some(jitsi) => {
            findings.good("calls", &format!("over {jitsi:?}"));
            if calls.webhook_secret.is_none() {
                let text = "nothing is heard of the Jitsi server: pages say who is in a call, and no recording arrives";
                findings.warning("call webhooks", text);
            }
        }
        None if calls.ice.urls.iter().any(|url| url.starts_with("turn")) => {
            findings.good("calls", "from browser to browser, over a relay where they must");
        }
        None => findings.note("calls", "from browser to browser, within one network: calls.ice_servers names no relay"),
    }
}

async fn help_desk(findings: &mut Findings, desk: Option<&api::HelpDesk>) {
    let Some(desk) = desk else { return findings.note("help desk", "off: helpdesk.url is not set") };
    let known = if desk.identity_key.is_empty() {
        "takes browsers at their word: helpdesk.identity_key is not set"
    } else {
        "knows people by our proof"
    };
    let place = format!("{desk:?}, which {known}");
    let address = Url::parse(&desk.base_url)
        .ok()
        .and_then(|url| Some((url.host_str()?.to_owned(), url.port_or_known_default()?)));
    findings.helper("help desk", &place, address).await;
}

async fn error_receivers(findings: &mut Findings, receivers: &Receivers) {
    for (of, dsn) in [("server", &receivers.server), ("pages", &receivers.pages)] {
        let what = format!("errors of {of}");
        match dsn {
            Some(dsn) => findings.helper(&what, dsn.host(), Some((dsn.host().to_owned(), dsn.port()))).await,
            None => findings.note(&what, "told to nobody but the log"),
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
        config::Provider::Content => findings.good("assistant", "answers from the programme's texts"),
        config::Provider::OpenAi(model) => match settings.provider.probe().await {
            Ok(()) => findings.good("assistant", &format!("{model:?}")),
            // People read an apology until it is back; the rest of the product runs.
            Err(failure) => findings.warning("assistant", &format!("{model:?}: {failure}")),
        },
    }
}

fn writable(config: &Config) -> Result<(), String> {
    let probe = config.data_dir.join(".writable");
    config.make_data_dir().map_err(|error| error.to_string())?;
    std::fs::write(&probe, []).and_then(|()| std::fs::remove_file(&probe)).map_err(|error| error.to_string())
}

async fn within<T, E: ToString>(probe: impl Future<Output = Result<T, E>>) -> Result<(), String> {
    match tokio::time::timeout(PATIENCE, probe).await {
        Ok(result) => result.map(drop).map_err(|error| error.to_string()),
        Err(_) => Err(format!("no answer within {} seconds", PATIENCE.as_secs())),
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

    /// Something beside the product, which runs without it.
    async fn helper(&mut self, what: &str, place: &str, address: Option<(String, u16)>) {
        let Some(address) = address else { return self.warning(what, place) };
        match within(TcpStream::connect(address)).await {
            Ok(()) => self.good(what, place),
            Err(reason) => self.warning(what, &format!("{place}: {reason}")),
        }
    }

    fn result(&mut self, what: &str, place: &str, result: Result<(), String>) {
        match result {
            Ok(()) => self.good(what, place),
            Err(reason) => {
                self.errors += 1;
                Self::line("✗", what, &format!("{place}: {reason}"));
            }
        }
    }

    fn line(mark: &str, what: &str, text: &str) {
        say(format_args!("{mark} {what:<15} {text}"));
    }

    fn verdict(&self) -> ExitCode {
        match (self.errors, self.warnings) {
            (0, 0) => say("Everything is in order."),
            (0, warnings) => say(format_args!("It will run. Worth a look: {warnings}.")),
            (errors, _) => say(format_args!("It cannot run like this. To be mended: {errors}.")),
        }
        if self.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
