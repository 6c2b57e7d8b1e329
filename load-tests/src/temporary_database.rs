//! Temporary databases for measurements.

use std::sync::Arc;

use sqlx::{Connection, PgConnection};
use store::Store;
use store::clock::Clock;

use crate::target::{Folder, Resources};

/// An empty database.
pub(crate) struct TemporaryDatabase {
    /// Name for the table.
    pub(crate) on: &'static str,
    /// `sqlite:…` or `postgres://…`.
    pub(crate) url: String,
    /// Server and database name, unless it is a file.
    on_server: Option<(String, String)>,
    /// Database and files, removed on drop.
    folder: Folder,
}

impl TemporaryDatabase {
    /// Creates a SQLite database, and a PostgreSQL one if `MENTORHUB_TEST_POSTGRES` names a server.
    pub(crate) async fn all(name: &str) -> anyhow::Result<Vec<Self>> {
        let name = format!("mentorhub_{name}_{}", std::process::id());
        let folder = Folder::new(&name)?;
        let url = format!("sqlite:{}", folder.path().join("mentorhub.db").display());
        let mut all = vec![Self { on: "SQLite", url, on_server: None, folder }];
        if let Ok(server) = std::env::var("MENTORHUB_TEST_POSTGRES") {
            command(&server, &format!("CREATE DATABASE {name}")).await?;
            let url = server.rsplit_once('/').map_or(&*server, |(host, _)| host).to_owned() + "/" + &name;
            let folder = Folder::new(&format!("{name}_files"))?;
            all.push(Self { on: "PostgreSQL", url, on_server: Some((server, name)), folder });
        }
        Ok(all)
    }

    /// Opens a store on it.
    pub(crate) async fn open(&self) -> anyhow::Result<Arc<Store>> {
        Ok(Store::open(store::Options::new(&self.url, self.folder.path().join("files")), Clock::system()).await?)
    }

    /// Returns it with the services of a server.
    pub(crate) fn resources(&self) -> Resources {
        let is_alone = self.on_server.is_none();
        let bus = std::env::var("MENTORHUB_TEST_REDIS").ok().filter(|url| !is_alone && !url.is_empty());
        Resources { database: self.url.clone(), bus, data: self.folder.path().to_owned() }
    }

    /// Removes it.
    pub(crate) async fn clear(self) -> anyhow::Result<()> {
        match &self.on_server {
            None => Ok(()),
            Some((server, name)) => command(server, &format!("DROP DATABASE {name} WITH (FORCE)")).await,
        }
    }
}

async fn command(server: &str, text: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(server).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}
