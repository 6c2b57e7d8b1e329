//! What some time cost: processors of the servers, of the database and of the generator, and statements.

use sqlx::{Connection, PgConnection};

use crate::http;
use crate::target::{Kind, Place, Target, cpu_of, own_cpu};

/// So far, or in some time. Processor time is in seconds.
#[derive(Debug)]
pub(crate) struct Cost {
    pub(crate) server_cpu: f64,
    pub(crate) generator_cpu: f64,
    /// Of PostgreSQL. SQLite works in the server's process.
    pub(crate) database_cpu: Option<f64>,
    /// Asked of the database, as the hub counts them.
    pub(crate) statements: Option<f64>,
}

impl Cost {
    pub(crate) async fn so_far(kind: Kind, targets: &[Target], place: &Place) -> anyhow::Result<Self> {
        let statements = match kind.is_hub() {
            true => Some(http::counter(targets.iter().map(|target| target.address), http::STATEMENTS).await),
            false => None,
        };
        let database_cpu = match place.database.starts_with("postgres") {
            true => Some(database_cpu(&place.database).await?),
            false => None,
        };
        let server_cpu = targets.iter().map(Target::cpu).sum::<anyhow::Result<f64>>()?;
        Ok(Self { server_cpu, generator_cpu: own_cpu()?, database_cpu, statements })
    }

    /// Less what was before.
    pub(crate) fn since(self, before: &Self) -> Self {
        let less = |now: Option<f64>, before: Option<f64>| Some(now? - before?);
        Self {
            server_cpu: self.server_cpu - before.server_cpu,
            generator_cpu: self.generator_cpu - before.generator_cpu,
            database_cpu: less(self.database_cpu, before.database_cpu),
            statements: less(self.statements, before.statements),
        }
    }
}

/// Of the processes that a PostgreSQL on this machine has now. They live as long as their connections, so what one of them
/// spends between two looks and takes with it is missed: the connections of a server under load stay.
async fn database_cpu(url: &str) -> anyhow::Result<f64> {
    let mut connection = PgConnection::connect(url).await?;
    let own = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
    let processes: Vec<i32> = sqlx::query_scalar(own).fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(processes.iter().filter_map(|process| cpu_of(&process.to_string()).ok()).sum())
}
