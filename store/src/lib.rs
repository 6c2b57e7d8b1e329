//! What the hub and the API share: rows, ids, sessions, files, the bus. All SQL is here and no HTTP.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

pub mod alerts;
pub mod assistant;
pub mod attachments;
pub mod audit;
pub mod backup;
pub mod blackout;
pub mod blocks;
pub mod bots;
pub mod bus;
pub mod calls;
pub mod channels;
pub mod chat_ratings;
pub mod clock;
pub mod codes;
pub mod content;
pub mod damage;
mod db;
pub mod erase;
mod error;
pub mod experiences;
pub mod export;
mod files;
mod ids;
pub mod meetings;
pub mod messages;
pub mod outbox;
pub mod passwords;
pub mod people;
pub mod pictures;
pub mod presence;
pub mod previews;
pub mod probe;
pub mod programmes;
pub mod push;
pub mod reads;
pub mod reports;
pub mod seals;
pub mod search;
mod secrets;
pub mod sessions;
pub mod sign_up;
mod signed;
pub mod social;
pub mod staff;
pub mod switches;
pub mod tokens;
pub mod work_readiness;

pub use db::Db;
pub use error::{Error, Result};
pub use files::{BucketOptions, FileOptions};
pub use ids::{
    AlertId, AttachmentId, CallId, ChannelId, JobId, MessageId, NodeId, PersonId, PictureId, PreviewPictureId,
    ProgrammeId, RecordingId, ReportId, SessionId,
};
pub use secrets::{digest_text, random_text};

/// Where everything is kept, and what the store may be told about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// `sqlite:PATH` or `postgres://…`.
    pub database_url: String,
    /// Connections to PostgreSQL, or readers of SQLite.
    pub connections: u32,
    /// None for one process alone.
    pub bus: Option<BusOptions>,
    /// Where sent files are kept.
    pub files: FileOptions,
    /// How long an access token is valid.
    pub access_token_lifetime: Duration,
    /// Messages that a search reads one by one rather than look them up: so many take some twenty milliseconds.
    pub search_by_reading: i64,
}

impl Options {
    /// One process alone, with the defaults of the configuration.
    pub fn new(database_url: impl Into<String>, files: impl Into<PathBuf>) -> Self {
        Self {
            database_url: database_url.into(),
            connections: 10,
            bus: None,
            files: FileOptions::Folder(files.into()),
            access_token_lifetime: Duration::from_secs(900),
            search_by_reading: 20_000,
        }
    }
}

/// Where the processes of an installation hear of each other.
#[derive(Clone, Debug)]
pub struct BusOptions {
    /// `redis://HOST`, or `redis-cluster://HOST,HOST`; both also as `rediss…`.
    pub url: String,
    /// What this installation's news are published under: several may share one Redis.
    pub topic: String,
}

/// One installation's data, as one process holds it.
#[derive(Debug)]
pub struct Store {
    /// Rows.
    pub(crate) db: Db,
    db_of_writer: Db,
    /// Time and ids.
    pub clock: Arc<clock::Clock>,
    /// News.
    pub bus: bus::Bus,
    /// The way messages are written.
    pub writer: messages::Writer,
    /// Ends with the store.
    _indexer: search::Indexer,
    pub(crate) files: files::Files,
    pub(crate) secrets: secrets::Secrets,
    pub(crate) access_token_lifetime: Duration,
    pub(crate) search_by_reading: i64,
    /// Turns of those who come in. They hold at most half of the connections: when thousands come back at once, who reads a
    /// page meanwhile does not wait behind them all.
    pub(crate) arrivals: Semaphore,
}

impl Store {
    /// Opens everything, brings the schema up to date and starts the writer.
    pub async fn open(options: Options, clock: clock::Clock) -> Result<Arc<Self>> {
        let clock = Arc::new(clock);
        let db = Db::open(&options.database_url, options.connections).await?;
        let bus = match &options.bus {
            Some(options) => bus::Bus::redis(options)?,
            None => bus::Bus::in_process(),
        };
        let secrets = secrets::Secrets::load(&db).await?;
        let db_of_writer = db.for_writer(&messages::WRITER_SESSION);
        let writer = messages::Writer::start(db_of_writer.clone(), clock.clone(), bus.clone());
        let _indexer = search::Indexer::start(db.clone());
        let files = files::Files::open(options.files)?;
        let arrivals = Semaphore::new(usize::try_from(options.connections / 2).map_or(1, |half| half.max(1)));
        let (access_token_lifetime, search_by_reading) = (options.access_token_lifetime, options.search_by_reading);
        Ok(Arc::new(Self {
            db,
            db_of_writer,
            clock,
            bus,
            writer,
            _indexer,
            files,
            secrets,
            access_token_lifetime,
            search_by_reading,
            arrivals,
        }))
    }

    /// The secret of the key that push services know this installation by, where the operator names no other.
    pub fn push_key(&self) -> [u8; 32] {
        self.secrets.push
    }

    /// Whether the database answers. Asked where messages are written, and not in the line of those who read: a node that is
    /// busy is not broken.
    pub async fn ping(&self) -> Result<()> {
        self.db_of_writer.ping().await
    }

    /// "SQLite, in-process": what stands behind it, for people.
    pub fn describe(&self) -> String {
        format!("{}, {}", self.db.describe(), self.bus.describe())
    }

    /// Lets go of the database once running statements have ended.
    pub async fn close(&self) {
        self.db_of_writer.close().await;
        self.db.close().await;
    }
}
