//! A PostgreSQL database for each test, copied from a template that has the schema.

use std::panic::{AssertUnwindSafe, resume_unwind};

use futures_util::FutureExt;
use sqlx::{AssertSqlSafe, Connection, PgConnection, raw_sql};
use store::Db;
use tokio::sync::OnceCell;

/// The advisory lock of the template: several test programs may start at once.
const TEMPLATE_LOCK: i64 = 0x6d65_6e74_6f72;

/// The database of one test.
#[derive(Clone, Debug)]
pub struct Database {
    server: String,
    name: String,
}

impl Database {
    /// Copies the template.
    pub async fn with_schema(server: &str) -> Self {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        let template = TEMPLATE.get_or_init(|| template(server)).await;
        Self::create(server, &format!(" TEMPLATE {template}")).await
    }

    /// Creates a database without tables.
    pub async fn empty(server: &str) -> Self {
        Self::create(server, "").await
    }

    async fn create(server: &str, template: &str) -> Self {
        let name = format!("mentorhub_test_{}", crate::fresh_name());
        let mut connection = PgConnection::connect(server).await.unwrap();
        run(&mut connection, format!("CREATE DATABASE {name}{template}")).await;
        Self { server: server.to_owned(), name }
    }

    fn url(&self) -> String {
        let (address, query) = self.server.split_once('?').unwrap_or((&self.server, ""));
        let (address, _) = address.rsplit_once('/').unwrap();
        format!("{address}/{}?{query}", self.name)
    }

    /// Runs a test on it and drops it, even if the test panics.
    pub async fn used_by(self, test: impl AsyncFnOnce(String)) {
        let outcome = AssertUnwindSafe(test(self.url())).catch_unwind().await;
        let mut connection = PgConnection::connect(&self.server).await.unwrap();
        run(&mut connection, format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    }
}

async fn template(server: &str) -> String {
    // The name is a hash of the schema: a run reuses the template of an earlier run unless the schema changed.
    let version = Db::postgres_schema()
        .flat_map(str::bytes)
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let name = format!("mentorhub_template_{version:016x}");
    let mut connection = PgConnection::connect(server).await.unwrap();
    run(&mut connection, format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})")).await;
    let found: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM pg_database WHERE datname = $1")
        .bind(&name)
        .fetch_one(&mut connection)
        .await
        .unwrap();
    if found == 0 {
        // The rename comes last, so that an interrupted run leaves no incomplete template.
        let unfinished = Database::empty(server).await;
        Db::open(&unfinished.url(), 1).await.unwrap().close().await;
        run(&mut connection, format!("ALTER DATABASE {} RENAME TO {name}", unfinished.name)).await;
    }
    connection.close().await.unwrap();
    name
}

async fn run(connection: &mut PgConnection, statement: String) {
    raw_sql(AssertSqlSafe(statement)).execute(connection).await.unwrap();
}
