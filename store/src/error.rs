//! The error of this crate.

use sqlx::error::DatabaseError;

/// The error of this crate. Callers log it once and reply "unavailable"; it is never the fault of the person.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database rejected a statement, failed or was unreachable.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database file is damaged; the text says where.
    #[error("database: {0}")]
    Damaged(String),
    /// The schema could not be migrated.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Redis failed or was unreachable.
    #[error("bus: {0}")]
    Bus(#[from] redis::RedisError),
    /// A file could not be written or read.
    #[error("file: {0}")]
    File(#[from] std::io::Error),
    /// The bucket rejected a request, failed or was unreachable.
    #[error("files: {0}")]
    Bucket(#[from] object_store::Error),
    /// Tables or columns are missing; the text names one.
    #[error("database: {0}")]
    Incomplete(String),
    /// A newer program has migrated the schema, and this one does not run on it.
    #[error("database: its schema has migration {found}, and this program knows {known}")]
    Newer {
        /// The newest migration of the database.
        found: i64,
        /// The newest migration of this program.
        known: i64,
    },
    /// Rows refer to rows that do not exist; each text names two tables.
    #[error("database: {}", .0.join("; "))]
    Orphans(Vec<String>),
    /// Deleted texts stay in the WAL of SQLite, because another process reads from it.
    #[error("another program reads the database, so deleted texts stay in its WAL")]
    Remains,
    /// A stored value cannot be decoded.
    #[error("stored value: {0}")]
    Stored(#[from] serde_json::Error),
    /// A configured value is invalid; the text says which and why.
    #[error("{0}")]
    Configuration(String),
    /// The queue of writes is full.
    #[error("too many writes are waiting")]
    Overloaded,
    /// Without this person none of the staff could give roles for the installation.
    #[error("this is the last administrator of the installation")]
    LastAdministrator,
    /// The programme is archived: nothing new begins in it.
    #[error("This programme is archived. Reopen it first.")]
    ProgrammeArchived,
    /// The year of the programme is closed: no mentorship begins in it.
    #[error("The year of this programme is closed. Mentorships begin again with the next year.")]
    ProgrammeYearClosed,
    /// Too many password checks wait.
    #[error("too many password checks are waiting")]
    Busy,
    /// A secret of the installation cannot be created or read; the text says which.
    #[error("secret: {0}")]
    Secret(String),
    /// The matching engine refused what the store read, or stopped; the text says why.
    #[error("matching: {0}")]
    Matching(String),
}

impl Error {
    /// Whether the database file itself is damaged.
    pub fn is_damaged(&self) -> bool {
        // SQLITE_CORRUPT and SQLITE_NOTADB.
        matches!(self, Self::Damaged(_)) || self.sqlite_code().is_some_and(|code| matches!(code, 11 | 26))
    }

    /// Whether the database file does not accept writes: the disk is full, broken or read-only.
    pub fn is_unwritable(&self) -> bool {
        // SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN.
        self.sqlite_code().is_some_and(|code| matches!(code, 8 | 10 | 13 | 14))
    }

    /// Whether another process holds the database file.
    pub(crate) fn is_locked(&self) -> bool {
        // SQLITE_BUSY.
        self.sqlite_code() == Some(5)
    }

    /// The primary result code of SQLite.
    fn sqlite_code(&self) -> Option<u32> {
        let (Self::Database(source) | Self::Migration(sqlx::migrate::MigrateError::Execute(source))) = self else {
            return None;
        };
        let error = source.as_database_error()?.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
        // Without the bits of the extended codes.
        error.code()?.parse::<u32>().ok().map(|code| code & 0xff)
    }
}

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
