//! Resource usage of a run: CPU of server, database, bus and generator, and SQL statements.

use anyhow::Context;
use sqlx::{Connection, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::http;
use crate::target::{Kind, Resources, Target, cpu_of, own_cpu};

/// Usage since start or of an interval. CPU time is in seconds.
#[derive(Debug)]
pub(crate) struct Cost {
    pub(crate) server_cpu: f64,
    pub(crate) generator_cpu: f64,
    /// Of PostgreSQL. SQLite runs in the server process.
    pub(crate) database_cpu: Option<f64>,
    /// Of Redis.
    pub(crate) bus_cpu: Option<f64>,
    /// SQL statements counted by the hub.
    pub(crate) statements: Option<f64>,
}

impl Cost {
    pub(crate) async fn so_far(kind: Kind, targets: &[Target], resources: &Resources) -> anyhow::Result<Self> {
        let statements = match kind.is_hub() {
            true => Some(http::counter(targets.iter().map(|target| target.address), http::STATEMENTS).await),
            false => None,
        };
        let database_cpu = match resources.database.starts_with("postgres") {
            true => Some(database_cpu(&resources.database).await?),
            false => None,
        };
        let bus_cpu = match &resources.bus {
            // A Redis with password or TLS is not measured.
            Some(url) => bus_cpu(url).await.ok(),
            None => None,
        };
        let server_cpu = targets.iter().map(Target::cpu).sum::<anyhow::Result<f64>>()?;
        Ok(Self { server_cpu, generator_cpu: own_cpu()?, database_cpu, bus_cpu, statements })
    }

    /// Returns the difference to an earlier measurement.
    pub(crate) fn since(self, before: &Self) -> Self {
        let less = |now: Option<f64>, before: Option<f64>| Some(now? - before?);
        Self {
            server_cpu: self.server_cpu - before.server_cpu,
            generator_cpu: self.generator_cpu - before.generator_cpu,
            database_cpu: less(self.database_cpu, before.database_cpu),
            bus_cpu: less(self.bus_cpu, before.bus_cpu),
            statements: less(self.statements, before.statements),
        }
    }
}

/// CPU time of the current processes of a local PostgreSQL. They live as long as their connections, so time of connections
/// that close between two measurements is missed; connections of a loaded server stay open.
async fn database_cpu(url: &str) -> anyhow::Result<f64> {
    let mut connection = PgConnection::connect(url).await?;
    let own = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
    let processes: Vec<i32> = sqlx::query_scalar(own).fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(processes.iter().filter_map(|process| cpu_of(&process.to_string()).ok()).sum())
}

/// User and system CPU time as reported by Redis.
async fn bus_cpu(url: &str) -> anyhow::Result<f64> {
    let address = url.split_once("://").map_or(url, |(_, rest)| rest).split(['/', '?']).next().unwrap_or_default();
    let mut redis = TcpStream::connect(address).await?;
    redis.write_all(b"INFO cpu\r\nQUIT\r\n").await?;
    let mut answer = String::new();
    redis.read_to_string(&mut answer).await?;
    let value = |name| answer.lines().find_map(|line| line.strip_prefix(name)).context("Redis does not say its CPU");
    Ok(value("used_cpu_user:")?.trim().parse::<f64>()? + value("used_cpu_sys:")?.trim().parse::<f64>()?)
}
