//! Databases to measure on: empty at first, gone afterwards.

use std::path::PathBuf;
use std::sync::Arc;

use sqlx::{Connection, PgConnection};
use store::Store;
use store::clock::Clock;

/// An empty database.
pub(crate) struct Ground {
    /// Which one, for the table.
    pub(crate) on: &'static str,
    /// `sqlite:…` or `postgres://…`.
    pub(crate) url: String,
    home: Home,
}

enum Home {
    Folder(PathBuf),
    Server { url: String, name: String },
}

impl Ground {
    /// One of SQLite, and one of PostgreSQL where `MENTORHUB_TEST_POSTGRES` names a server.
    pub(crate) async fn all(name: &str) -> anyhow::Result<Vec<Self>> {
        let name = format!("mentorhub_{name}_{}", std::process::id());
        let folder = std::env::temp_dir().join(&name);
        std::fs::create_dir_all(&folder)?;
        let url = format!("sqlite:{}", folder.join("mentorhub.db").display());
        let mut all = vec![Self { on: "SQLite", url, home: Home::Folder(folder) }];
        if let Ok(server) = std::env::var("MENTORHUB_TEST_POSTGRES") {
            command(&server, &format!("CREATE DATABASE {name}")).await?;
            let url = server.rsplit_once('/').map_or(&*server, |(host, _)| host).to_owned() + "/" + &name;
            all.push(Self { on: "PostgreSQL", url, home: Home::Server { url: server, name } });
        }
        Ok(all)
    }

    /// A store on it.
    pub(crate) async fn open(&self) -> anyhow::Result<Arc<Store>> {
        Ok(Store::open(store::Options::new(&self.url, std::env::temp_dir()), Clock::system()).await?)
    }

    /// Removes it.
    pub(crate) async fn clear(self) -> anyhow::Result<()> {
        match self.home {
            Home::Folder(folder) => Ok(std::fs::remove_dir_all(folder)?),
            Home::Server { url, name } => command(&url, &format!("DROP DATABASE {name} WITH (FORCE)")).await,
        }
    }
}

async fn command(server: &str, text: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(server).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}
