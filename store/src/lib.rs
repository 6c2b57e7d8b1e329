//! Storage of Mentor Hub: rows, ids, files, secrets and the event bus. All SQL of the product is here.
//!
//! Private folders group the modules by area; callers use the short paths that this file re-exports.
//!
//! Areas in layers; an area uses only its own layer and lower ones, without circles:
//!
//! | layer | areas |
//! |---|---|
//! | acts | [`administration`]: acts with consequences in several areas; [`console`]: what waits for staff |
//! | assistant | [`assistant`] |
//! | safeguarding | [`safeguarding`] |
//! | product | [`matching`], [`learning`], [`surveys`], [`feed`], [`calendar`], [`meetings`], [`offline_notifications`], [`answer_exports`], [`operations`], [`team`], [`announcements`], [`outcomes`] |
//! | relations | [`mentorship`], [`contact`], [`calls`] |
//! | people | [`accounts`] |
//! | notifications | [`notifications`] |
//! | chat and content | [`chat`], [`content`] |
//! | rules | [`programmes`]: the settings of all areas; [`staff`]: actors, grants, lists and the audit log; [`followups`]; [`alerts`] to staff |
//! | events | [`bus`] delivers each [`message`] and other events |
//! | database | [`db`], [`outbox`], [`leases`], [`rate_limits`], [`signing`], [`answer_files`], [`files`], [`archive`], [`sheet`], [`pace`], [`role`], [`ids`], [`clock`], [`bounded_cache`], [`error`] |

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

mod accounts;
pub mod administration;
pub mod alerts;
pub mod announcements;
pub mod answer_exports;
pub mod answer_files;
pub mod archive;
pub mod assistant;
mod bounded_cache;
pub mod bus;
pub mod calendar;
pub mod calls;
mod chat;
pub mod clock;
pub mod console;
pub mod contact;
pub mod content;
mod db;
mod error;
pub mod feed;
mod files;
mod followups;
mod ids;
pub mod learning;
pub mod leases;
pub mod matching;
pub mod meetings;
pub mod mentorship;
mod message;
mod notifications;
pub mod offline_notifications;
mod operations;
pub mod outbox;
pub mod outcomes;
mod pace;
pub mod programmes;
pub mod rate_limits;
mod role;
mod safeguarding;
pub mod sheet;
mod signing;
pub mod staff;
pub mod surveys;
pub mod team;

pub use accounts::{
    SignedIn, applications, codes, cohorts, details, export, guesses, invitations, login_sessions, passwords, people,
    pictures, second_factor, sign_up, sign_up_drafts, social, tokens, vettings, work_readiness,
};
pub use administration::{consents, corrections, data_requests, erase, person_facts, retention, school_year};
pub use chat::{
    attachments, bots, channels, chat_access, chat_ratings, messages, pins, presence, previews, reads, saved, search,
};
pub use notifications::{notification_settings, push, quiet_hours, unread_mail, webhooks};
pub use operations::{backup, copy, failed_jobs, flags, integrity_check, node_reports, probe, size};
pub use programmes::{blackout, conditions, detection_rules, experiences};
pub use safeguarding::{alert_notices, blocks, cases, findings, pending_cases, reports};
pub use signing::hmac_token;
pub(crate) use signing::{credential_key, secrets, signed_url};
pub use staff::{api_keys, audit, listing};

pub use bounded_cache::BoundedCache;
pub use db::Db;
pub use error::{Error, Result};
pub use files::{BucketOptions, FileOptions};
pub use ids::{
    AlertId, AnnouncementId, AnswerFileId, ApiKeyId, AttachmentId, BadgeId, CallId, ChannelId, CohortId,
    ConsentRequestId, DataRequestId, DeliveryId, EventId, GroupId, InvitationId, JobId, LoggedMeetingId,
    LoginSessionId, MentorshipId, MentorshipSessionId, MessageId, NodeId, NoteId, OutcomeReportId, PauseId, PersonId,
    PictureId, PreviewPictureId, ProgrammeId, RecordingId, ReportId, RunId, SchoolYearId, SurveyWindowId, TrackerId,
    VettingId, WebhookId,
};
pub(crate) use secrets::digest_bytes;
pub use secrets::{digest_text, random_text};

/// The configuration of a store.
#[derive(Clone, Debug)]
pub struct Options {
    /// `sqlite:PATH` or `postgres://…`.
    pub database_url: String,
    /// Connections to PostgreSQL, or read connections to SQLite.
    pub connections: u32,
    /// The bus; None for a single process.
    pub bus: Option<BusOptions>,
    /// For a command without a bus: the folder of the sockets at which servers receive its events.
    pub server_sockets: Option<PathBuf>,
    /// Where files are stored.
    pub files: FileOptions,
    /// The list of the people who were erased, which no backup replaces; without it, a restored backup brings them back.
    pub erased_list: Option<PathBuf>,
    /// How long an access token is valid.
    pub access_token_lifetime: Duration,
    /// Messages up to which a search compares texts one by one instead of using the index; 20,000 take about 20 ms.
    pub full_scan_limit: i64,
}

impl Options {
    /// Returns the default configuration of a single process.
    pub fn new(database_url: impl Into<String>, files: impl Into<PathBuf>) -> Self {
        Self {
            database_url: database_url.into(),
            connections: 10,
            bus: None,
            server_sockets: None,
            files: FileOptions::Folder(files.into()),
            erased_list: None,
            access_token_lifetime: Duration::from_secs(900),
            full_scan_limit: 20_000,
        }
    }
}

/// The bus between processes.
#[derive(Clone, Debug)]
pub struct BusOptions {
    /// `redis://HOST`, or `redis-cluster://HOST,HOST`; both also as `rediss…`.
    pub url: String,
    /// The prefix of all topics: several installations may share one Redis.
    pub topic: String,
}

/// The storage of one installation.
#[derive(Debug)]
pub struct Store {
    /// The database.
    pub(crate) db: Db,
    writer_db: Db,
    /// Time and ids.
    pub clock: Arc<clock::Clock>,
    /// The event bus.
    pub bus: bus::Bus,
    /// The writer of messages.
    pub writer: messages::Writer,
    /// Stops with the store.
    _indexer: search::Indexer,
    pub(crate) catalogue: content::CatalogueCache,
    pub(crate) files: files::Files,
    pub(crate) erased_list: Option<PathBuf>,
    pub(crate) secrets: secrets::Secrets,
    pub(crate) access_token_lifetime: Duration,
    pub(crate) full_scan_limit: i64,
    /// Limits queries of connecting clients to half of the connections, so that requests of others are served when
    /// thousands reconnect at once.
    pub(crate) connect_permits: Semaphore,
}

impl Store {
    /// Opens the database, migrates the schema and starts the background tasks.
    pub async fn open(options: Options, clock: clock::Clock) -> Result<Arc<Self>> {
        let clock = Arc::new(clock);
        let db = Db::open(&options.database_url, options.connections).await?;
        let bus = match (&options.bus, options.server_sockets) {
            (Some(options), _) => bus::Bus::redis(options)?,
            (None, Some(folder)) => bus::Bus::to_servers(folder),
            (None, None) => bus::Bus::in_process(),
        };
        let secrets = secrets::Secrets::load(&db).await?;
        people::index_names(&db).await?;
        let writer_db = db.for_writer(&messages::WRITER_SESSION);
        let writer = messages::Writer::start(writer_db.clone(), clock.clone(), bus.clone());
        let _indexer = search::Indexer::start(db.clone());
        let files = files::Files::open(options.files)?;
        let connect_permits = Semaphore::new(usize::try_from(options.connections / 2).map_or(1, |half| half.max(1)));
        let (access_token_lifetime, full_scan_limit) = (options.access_token_lifetime, options.full_scan_limit);
        Ok(Arc::new(Self {
            db,
            writer_db,
            clock,
            bus,
            writer,
            _indexer,
            catalogue: content::CatalogueCache::default(),
            files,
            erased_list: options.erased_list,
            secrets,
            access_token_lifetime,
            full_scan_limit,
            connect_permits,
        }))
    }

    /// Returns the private key for push services, which an operator may override.
    pub fn push_key(&self) -> [u8; 32] {
        self.secrets.push
    }

    /// Checks that the database replies. Uses the writer's connection: a node with a queue of reads is busy, not
    /// broken.
    pub async fn ping(&self) -> Result<()> {
        self.writer_db.ping().await
    }

    /// Makes a small write where the database is a file of this machine. PostgreSQL has a disk of its own, which all nodes
    /// share.
    pub async fn probe_write(&self) -> Result<()> {
        if matches!(self.db, Db::Sqlite { .. }) { flags::probe_write(self).await } else { Ok(()) }
    }

    /// Names database and bus for people: "SQLite, in-process".
    pub fn describe(&self) -> String {
        format!("{}, {}", self.db.describe(), self.bus.describe())
    }

    /// Closes the database once running statements have ended.
    pub async fn close(&self) {
        self.writer_db.close().await;
        self.db.close().await;
    }
}
