//! The configuration: defaults, file, environment and command line, checked before anything starts.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use api::mail::{Letterhead, Transport};
use store::clock::Clock;
use store::{BusOptions, FileOptions, Store, backup, integrity_check};
use url::Url;

use crate::cli::Part;
use crate::error_reporting::Receivers;

mod assistant;
mod calls;
mod files;
mod gifs;
mod help_desk;
mod layers;
mod masked;
mod push;
mod social;
mod telemetry;
mod unused;
mod webhooks;

pub(crate) use assistant::{AssistantConfig, Provider, texts as assistant_texts};
pub use layers::Layers;
pub(crate) use masked::masked;
pub(crate) use push::PushConfig;
pub(crate) use telemetry::TelemetryConfig;
pub(crate) use webhooks::WebhooksConfig;

/// The checked configuration of one process.
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether the start imports the demo data.
    pub(crate) demo: bool,
    /// Whether the demo has a programme whose people wait for a match.
    pub(crate) demo_cohort: bool,
    /// Whether the demo has a programme with a year of history.
    pub(crate) demo_year: bool,
    /// The only part that runs in this process; all parts without one.
    pub(crate) only: Option<Part>,
    pub(crate) listen: SocketAddr,
    pub(crate) public_url: Option<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) behind_proxy: bool,
    /// Further proxies in front of that proxy.
    pub(crate) proxies: Vec<web::Network>,
    pub(crate) workers: usize,
    /// Connections of one network address, without chat sockets that are signed in.
    pub(crate) connections_per_address: usize,
    pub(crate) data_dir: PathBuf,
    pub(crate) files: FileOptions,
    pub(crate) database_url: String,
    pub(crate) connections: u32,
    pub(crate) bus: Option<BusOptions>,
    pub(crate) limits: hub::Limits,
    pub(crate) sign_in: api::SignInLimits,
    /// None without a key.
    pub(crate) gifs: Option<egress::gifs::Settings>,
    pub(crate) calls: hub::CallSettings,
    /// OpenID Connect providers.
    pub(crate) social: Vec<egress::oidc::Settings>,
    pub(crate) webhooks: WebhooksConfig,
    /// None if push is disabled.
    pub(crate) push: Option<PushConfig>,
    pub(crate) access_token: Duration,
    pub(crate) mail: Transport,
    pub(crate) letterhead: Letterhead,
    /// Where browsers report completed registrations.
    pub(crate) conversions: Option<Url>,
    pub(crate) error_reporting: Receivers,
    /// None without an address.
    pub(crate) help_desk: Option<api::HelpDesk>,
    /// None without a collector.
    pub(crate) telemetry: Option<TelemetryConfig>,
    pub(crate) drain: Duration,
    pub(crate) assistant: Option<AssistantConfig>,
    /// The folder of the assistant's texts; its helplines are shown also without the assistant.
    pub(crate) assistant_texts: Option<PathBuf>,
    pub(crate) log_filter: String,
    pub(crate) log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

impl Config {
    /// Checks the settings; the error is one sentence that names the first wrong setting.
    pub fn read(layers: &Layers) -> Result<Self> {
        unused::refuse(layers)?;
        let data_dir = PathBuf::from(layers.text("data.dir")?);
        let public_url = optional(layers.text("server.public_url")?);
        if let Some(url) = &public_url {
            layers.check("server.public_url", is_origin(url), "an address such as https://hub.example.org")?;
        }
        let mut origins = layers.list("server.origins")?;
        let are_origins = origins.iter().all(|origin| is_origin(origin));
        layers.check("server.origins", are_origins, "a list of origins such as https://hub.example.org")?;
        if origins.is_empty() {
            origins.extend(public_url.clone());
        }
        let listen: SocketAddr = layers.parsed("server.listen", "an address with a port, such as 127.0.0.1:8080")?;
        let gifs = gifs::read(layers, &data_dir)?;
        let assistant = AssistantConfig::read(layers)?;
        Ok(Self {
            demo: false,
            demo_cohort: false,
            demo_year: false,
            only: None,
            mail: mail(layers, &data_dir)?,
            letterhead: Letterhead {
                from: layers.text("mail.from")?,
                public_url: public_url.clone().unwrap_or_else(|| format!("http://{listen}")),
            },
            conversions: conversions(layers)?,
            listen,
            social: social::read(layers)?,
            webhooks: WebhooksConfig::read(layers)?,
            push: PushConfig::read(layers, public_url.as_deref())?,
            public_url,
            origins,
            behind_proxy: layers.boolean("server.behind_proxy")?,
            proxies: proxies(layers)?,
            workers: layers.integer("server.workers", 0..=1024)?,
            connections_per_address: layers.integer("limits.connections_per_address", 16..=1_000_000)?,
            files: files::read(layers, &data_dir)?,
            database_url: database_url(layers, &data_dir)?,
            data_dir,
            connections: layers.integer("database.connections", 1..=1000)?,
            bus: bus(layers)?,
            gifs,
            calls: calls::read(layers, assistant.as_ref())?,
            limits: limits(layers)?,
            sign_in: api::SignInLimits {
                per_address: layers.integer("limits.sign_ins_per_address", 1..=1_000_000)?,
                sign_ups_per_address: layers.integer("limits.sign_ups_per_address", 1..=1_000_000)?,
                codes_per_address: layers.integer("limits.codes_per_address", 1..=1_000_000)?,
                per_email: layers.integer("limits.sign_ins_per_email", 1..=1_000_000)?,
            },
            access_token: Duration::from_secs(layers.integer("login_sessions.access_token_seconds", 1..=86_400)?),
            error_reporting: receivers(layers)?,
            help_desk: help_desk::read(layers)?,
            telemetry: TelemetryConfig::read(layers)?,
            drain: Duration::from_secs(layers.integer("drain.seconds", 0..=3600)?),
            assistant,
            assistant_texts: optional(layers.text("assistant.content_dir")?).map(PathBuf::from),
            log_filter: {
                let filter = layers.text("log.filter")?;
                let is_filter = filter.parse::<tracing_subscriber::EnvFilter>().is_ok();
                layers.check("log.filter", is_filter, "levels such as info or warn,hub=debug")?;
                filter
            },
            log_format: match layers.text("log.format")?.as_str() {
                "text" => LogFormat::Text,
                "json" => LogFormat::Json,
                _ => return Err(layers.wrong("log.format", "text or json")),
            },
        })
    }

    /// Returns whether browsers reach this installation over https.
    pub(crate) fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Returns whether the database is SQLite.
    pub(crate) fn is_sqlite(&self) -> bool {
        self.database_url.starts_with("sqlite:")
    }

    /// Returns the folder for mails without a mail server.
    pub(crate) fn outbox(&self) -> PathBuf {
        outbox(&self.data_dir)
    }

    /// Returns the folder of the sockets at which servers receive the events of commands.
    pub(crate) fn server_sockets(&self) -> PathBuf {
        self.data_dir.join("servers")
    }

    /// Creates the data folder, readable only by this user.
    pub(crate) fn make_data_dir(&self) -> Result<()> {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        if let Err(error) = builder.create(&self.data_dir) {
            bail!("The data folder {} cannot be created: {error}.", self.data_dir.display());
        }
        Ok(())
    }

    /// Returns the file of a SQLite database.
    pub(crate) fn database_file(&self) -> Option<&Path> {
        self.database_url.strip_prefix("sqlite:").map(Path::new)
    }

    /// Returns whether the database does not exist yet.
    pub(crate) fn is_database_missing(&self) -> bool {
        self.database_file().is_some_and(|file| !file.exists())
    }

    /// Copies the database without opening the store, so that the schema stays and a running server is not disturbed.
    pub(crate) async fn back_up(&self, file: &Path) -> Result<()> {
        self.require_database()?;
        integrity_check::refuse_lossy(&self.database_url).map_err(|error| self.database_error(&error))?;
        backup::to_file(&self.database_url, file).await.map_err(|error| match error {
            error if error.is_damaged() => self.database_error(&error),
            error => error.into(),
        })?;
        // The backup is whole without the note.
        if let Err(error) = std::fs::write(self.last_backup(), Clock::system().now().to_rfc3339()) {
            tracing::warn!(%error, "the time of the backup is not noted");
        }
        Ok(())
    }

    /// Returns the file with the time of the last backup.
    pub(crate) fn last_backup(&self) -> PathBuf {
        self.data_dir.join("last-backup")
    }

    /// Opens the store of an existing installation for a command.
    pub(crate) async fn open_existing_store(&self) -> Result<Arc<Store>> {
        self.require_database()?;
        self.open_store().await
    }

    /// Fails if the database does not exist: with a mistyped folder, a backup would be empty and maintenance mode would apply to
    /// the wrong installation.
    fn require_database(&self) -> Result<()> {
        if self.is_database_missing() {
            bail!(
                "There is no database {}. Check --data-dir and --config; `mentorhub serve` creates a new one.",
                self.database_url
            );
        }
        Ok(())
    }

    /// Opens the store for a command, whose events reach the servers, and creates the database if it does not exist.
    pub(crate) async fn open_store(&self) -> Result<Arc<Store>> {
        let options = self.store_options();
        self.open(store::Options { server_sockets: Some(self.server_sockets()), ..options }, Clock::system()).await
    }

    /// Opens the store for a server, and creates the database if it does not exist.
    pub(crate) async fn open_served_store(&self, clock: Clock) -> Result<Arc<Store>> {
        self.open(self.store_options(), clock).await
    }

    fn store_options(&self) -> store::Options {
        store::Options {
            connections: self.connections,
            bus: self.bus.clone(),
            files: self.files.clone(),
            // Beside the database, and in no backup.
            erased_list: Some(self.data_dir.join("erased.txt")),
            access_token_lifetime: self.access_token,
            ..store::Options::new(&self.database_url, self.data_dir.join("files"))
        }
    }

    async fn open(&self, options: store::Options, clock: Clock) -> Result<Arc<Store>> {
        self.make_data_dir()?;
        integrity_check::refuse_lossy(&self.database_url).map_err(|error| self.database_error(&error))?;
        Store::open(options, clock).await.map_err(|error| self.database_error(&error))
    }

    /// Returns the error about a database that cannot be opened.
    pub(crate) fn database_error(&self, error: &store::Error) -> anyhow::Error {
        let url = masked(&self.database_url);
        if error.is_damaged() {
            return anyhow!(
                "The database {url} is damaged, or not a database of Mentor Hub. It was not changed; \
                 docs/OPERATIONS.md explains how to restore a backup. ({error})"
            );
        }
        if let store::Error::Incomplete(missing) = error {
            return anyhow!(
                "The database {url} is incomplete: {missing}. docs/OPERATIONS.md explains how to restore a backup."
            );
        }
        if let store::Error::Newer { found, known } = error {
            return anyhow!(
                "A newer Mentor Hub has changed the schema of the database {url} (migration {found}; this program knows \
                 {known}). It was not changed. Install the newer program, or restore the backup from before the upgrade: \
                 docs/OPERATIONS.md explains how."
            );
        }
        anyhow!("The database {url} cannot be opened: {error}.")
    }
}

fn database_url(layers: &Layers, data_dir: &Path) -> Result<String> {
    let url = layers.text("database.url")?;
    if url.is_empty() {
        return Ok(format!("sqlite:{}", data_dir.join("mentorhub.db").display()));
    }
    let is_known = ["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    layers.check("database.url", is_known, "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME")?;
    Ok(url)
}

fn proxies(layers: &Layers) -> Result<Vec<web::Network>> {
    let texts = layers.list("server.proxies")?;
    let is_behind_proxy = texts.is_empty() || layers.boolean("server.behind_proxy")?;
    layers.check("server.proxies", is_behind_proxy, "empty where server.behind_proxy is false")?;
    let proxies: Result<_, _> = texts.iter().map(|text| text.parse()).collect();
    proxies.map_err(|()| layers.wrong("server.proxies", "a list of addresses or networks such as 10.0.0.0/8"))
}

fn bus(layers: &Layers) -> Result<Option<BusOptions>> {
    let url = optional(layers.text("bus.url")?);
    let schemes = ["redis://", "rediss://", "redis-cluster://", "rediss-cluster://"];
    let is_known = url.as_ref().is_none_or(|url| schemes.iter().any(|scheme| url.starts_with(scheme)));
    let known = "redis://HOST or redis-cluster://HOST,HOST (rediss… with TLS), or nothing";
    layers.check("bus.url", is_known, known)?;
    let topic = layers.text("bus.topic")?;
    layers.check("bus.topic", !topic.trim().is_empty(), "a name, such as mentorhub")?;
    Ok(url.map(|url| BusOptions { url, topic }))
}

/// Returns the folder for mails without a mail server.
fn outbox(data_dir: &Path) -> PathBuf {
    data_dir.join("outbox")
}

fn conversions(layers: &Layers) -> Result<Option<Url>> {
    let Some(url) = optional(layers.text("conversions.url")?) else { return Ok(None) };
    let url = url.parse::<Url>().ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    url.map(Some)
        .ok_or_else(|| layers.wrong("conversions.url", "an address such as https://ads.example.org/events, or nothing"))
}

fn mail(layers: &Layers, data_dir: &Path) -> Result<Transport> {
    let from = layers.text("mail.from")?;
    layers.check("mail.from", api::mail::is_address(&from), "an address such as Mentor Hub <hub@example.org>")?;
    match optional(layers.text("mail.url")?) {
        None => Ok(Transport::folder(outbox(data_dir))),
        Some(url) => Transport::smtp(&url)
            .map_err(|_| layers.wrong("mail.url", "smtp://HOST, smtps://USER:PASSWORD@HOST, or nothing")),
    }
}

fn limits(layers: &Layers) -> Result<hub::Limits> {
    Ok(hub::Limits {
        frame_bytes: layers.integer("limits.frame_bytes", 1024..=67_108_864)?,
        first_frame_bytes: layers.integer("limits.first_frame_bytes", 1024..=1_048_576)?,
        message_chars: layers.integer("limits.message_chars", 1..=100_000)?,
        sends: hub::Rate::per_second(layers.integer("limits.messages_per_second", 1..=1_000_000)?)
            .burst(layers.integer("limits.message_burst", 1..=1_000_000)?),
        searches: hub::Rate::per_second(layers.integer("limits.searches_per_second", 1..=1_000_000)?)
            .burst(layers.integer("limits.search_burst", 1..=1_000_000)?),
        connections_per_person: layers.integer("limits.sockets_per_person", 1..=1_000_000)?,
        queue: hub::QueueLimits {
            frames: layers.integer("limits.queue_frames", 16..=65_536)?,
            bytes: layers.integer("limits.queue_bytes", 65_536..=1_073_741_824)?,
        },
        ..hub::Limits::default()
    })
}

fn receivers(layers: &Layers) -> Result<Receivers> {
    let receiver = |key: &str| {
        let text = optional(layers.text(key)?);
        let dsn = text.map(|text| text.parse()).transpose();
        dsn.map_err(|_| layers.wrong(key, "an address such as https://key@errors.example.org/1, or nothing"))
    };
    let environment = layers.text("error_reporting.environment")?;
    // Sentry drops reports with other characters.
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_name = (1..=64).contains(&environment.len()) && environment.chars().all(is_word);
    layers.check("error_reporting.environment", is_name, "a word such as production or staging")?;
    Ok(Receivers {
        server: receiver("error_reporting.dsn")?,
        pages: receiver("error_reporting.client_dsn")?,
        environment,
    })
}

fn optional(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Returns whether a text is an origin as browsers write it: a scheme and a host, and nothing after it.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        let is_written_by_a_browser = |c: char| c.is_ascii_graphic() && !c.is_ascii_uppercase();
        !host.is_empty() && host.chars().all(is_written_by_a_browser) && !host.contains(['/', '?', '#', '@'])
    })
}
