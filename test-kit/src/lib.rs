//! Shared by the tests of all crates: fresh databases, folders and buses for both kinds of installation.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::future::Future;
use std::path::PathBuf;
use std::time::Duration;

use store::clock::Clock;
use store::staff::{Actor, Grant, StaffRole, grants};
use store::{BusOptions, Options, PersonId, ProgrammeId, Store};
use uuid::Uuid;

mod bucket;
mod folder;
pub mod layers;
mod model;
mod postgres;
mod redis;
pub mod samples;
mod services;
mod sqlite;

pub use bucket::bucket;
pub use folder::Folder;
pub use model::{Model, Script};
pub use postgres::Database;
pub use redis::{Redis, RedisCluster};
pub use services::{postgres_url, redis_url};

/// `both!(name, async |app| { … })` defines the tests `name::sqlite` and `name::postgres` with one body. The test crate has a
/// `TestApp` with `async fn open(test_kit::Environment) -> TestApp`.
#[macro_export]
#[expect(clippy::crate_in_macro_def, reason = "the `TestApp` of the test crate")]
macro_rules! both {
    ($name:ident, async |$app:ident| $body:block) => {
        async fn $name($app: crate::TestApp) $body

        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                test_kit::on_sqlite(async |environment| super::$name(crate::TestApp::open(environment).await).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                test_kit::on_postgres(async |environment| super::$name(crate::TestApp::open(environment).await).await).await;
            }
        }
    };
}

/// `shared!(name, async |app| { … })` defines the test `name::postgres`, for tests that need several nodes.
#[macro_export]
#[expect(clippy::crate_in_macro_def, reason = "the `TestApp` of the test crate")]
macro_rules! shared {
    ($name:ident, async |$app:ident| $body:block) => {
        async fn $name($app: crate::TestApp) $body

        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                test_kit::on_postgres(async |environment| super::$name(crate::TestApp::open(environment).await).await).await;
            }
        }
    };
}

/// The services of one test: a database with the schema and no rows, a bus that no other test uses, a folder for files.
#[derive(Clone, Debug)]
pub struct Environment {
    /// `sqlite:…` or `postgres://…`.
    pub database_url: String,
    /// None on SQLite.
    pub bus: Option<BusOptions>,
    /// The folder of uploaded files.
    pub files: PathBuf,
}

impl Environment {
    /// Returns the options of a store in this environment.
    pub fn options(&self) -> Options {
        Options { connections: 4, bus: self.bus.clone(), ..Options::new(&self.database_url, &self.files) }
    }

    /// Opens a store that receives the events of the other stores from the start.
    pub async fn open(&self, clock: Clock) -> std::sync::Arc<Store> {
        let store = Store::open(self.options(), clock).await.unwrap();
        // The subscription itself publishes a "messages may be missing" event, which would disturb a test. Some tests stop
        // the bus on purpose and continue without it.
        let _ = until_within(Duration::from_secs(2), || store.bus.is_healthy()).await;
        store
    }
}

/// Polls a condition for at most twenty seconds. Returns whether it became true.
#[must_use]
pub async fn until(condition: impl FnMut() -> bool) -> bool {
    until_within(Duration::from_secs(20), condition).await
}

async fn until_within(limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let holds = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(limit, holds).await.is_ok()
}

/// Runs a test on SQLite and the bus within the process.
pub async fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Environment) -> F) {
    choose_crypto();
    let folder = Folder::new();
    let file = folder.0.join("hub.db");
    sqlite::write_with_schema(&file).await;
    let database_url = format!("sqlite:{}", file.display());
    test(Environment { database_url, bus: None, files: folder.0.join("files") }).await;
}

/// Runs a test on PostgreSQL and Redis.
pub async fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Environment) -> F) {
    let (server, redis) = (postgres_url(), redis_url());
    choose_crypto();
    let folder = Folder::new();
    let files = folder.0.join("files");
    let bus = Some(BusOptions { url: redis, topic: fresh_name() });
    let database = Database::with_schema(&server).await;
    database.used_by(async |database_url| test(Environment { database_url, bus, files }).await).await;
}

/// Installs the crypto provider that the server uses: an HTTP client needs one even without TLS.
pub fn choose_crypto() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Returns a name that is unique among all tests.
pub fn fresh_name() -> String {
    Clock::system().id::<Uuid>().simple().to_string()
}

/// The actor of what a test does itself.
pub fn operator() -> Actor {
    Actor::CommandLine { user: "test".to_owned() }
}

/// Gives a member of staff every role for a programme, or for the whole installation.
pub async fn grant_all_roles(store: &Store, person: PersonId, programme: Option<ProgrammeId>) {
    for role in StaffRole::ALL {
        grants::grant(store, &operator(), person, Grant { role, programme }).await.unwrap();
    }
}
