//! What can go wrong below the services.

use sqlx::error::DatabaseError;

/// The one error of this crate. Callers log it at the edge and answer "unavailable"; nothing here is a person's fault.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database refused, failed or was out of reach.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The file of the database is broken; the text says where.
    #[error("database: {0}")]
    Damaged(String),
    /// The schema could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Redis failed or was out of reach.
    #[error("bus: {0}")]
    Bus(#[from] redis::RedisError),
    /// A file could not be written or read.
    #[error("file: {0}")]
    File(#[from] std::io::Error),
    /// The bucket of files refused, failed or was out of reach.
    #[error("files: {0}")]
    Bucket(#[from] object_store::Error),
    /// A value that this crate wrote cannot be read back.
    #[error("stored value: {0}")]
    Stored(#[from] serde_json::Error),
    /// A configured value cannot be used; the text says which and why.
    #[error("{0}")]
    Configuration(String),
    /// So many writes are waiting that a further one would only wait longer.
    #[error("too many writes are waiting")]
    Overloaded,
    /// A secret that the installation needs cannot be made or read; the text says which.
    #[error("secret: {0}")]
    Secret(String),
}

impl Error {
    /// Whether the database itself is broken, and not just out of reach.
    pub fn is_damaged(&self) -> bool {
        let source = match self {
            Self::Database(error) | Self::Migration(sqlx::migrate::MigrateError::Execute(error)) => error,
            Self::Damaged(_) => return true,
            _ => return false,
        };
        // SQLite's SQLITE_CORRUPT and SQLITE_NOTADB, which may be extended in the higher bits.
        let error = source.as_database_error().and_then(|error| error.try_downcast_ref::<sqlx::sqlite::SqliteError>());
        let code = error.and_then(|error| error.code()?.parse::<u32>().ok());
        code.is_some_and(|code| matches!(code & 0xff, 11 | 26))
    }
}

/// The result of everything here.
pub type Result<T, E = Error> = std::result::Result<T, E>;
