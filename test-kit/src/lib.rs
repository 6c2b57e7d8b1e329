//! What the tests of all crates stand on: fresh databases, folders and buses, on both kinds of installation.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::future::Future;
use std::path::PathBuf;
use std::time::Duration;

use store::clock::Clock;
use store::{BusOptions, Options, Store};
use uuid::Uuid;

mod bucket;
mod folder;
mod model;
mod postgres;
mod redis;
pub mod samples;

pub use bucket::bucket;
pub use folder::Folder;
pub use model::{Model, Script};
pub use postgres::Database;
pub use redis::{Redis, RedisCluster};

/// `both!(name, async |world| { … })` makes the tests `name::sqlite` and `name::postgres` of one body. The crate of the tests
/// has a `world::World` with `async fn open(test_kit::Place) -> World`.
#[macro_export]
#[expect(clippy::crate_in_macro_def, reason = "the world of the crate under test")]
macro_rules! both {
    ($name:ident, async |$world:ident| $body:block) => {
        async fn $name($world: crate::world::World) $body

        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                test_kit::on_sqlite(async |place| super::$name(crate::world::World::open(place).await).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                test_kit::on_postgres(async |place| super::$name(crate::world::World::open(place).await).await).await;
            }
        }
    };
}

/// `shared!(name, async |world| { … })` makes the test `name::postgres`: for what needs several nodes.
#[macro_export]
#[expect(clippy::crate_in_macro_def, reason = "the world of the crate under test")]
macro_rules! shared {
    ($name:ident, async |$world:ident| $body:block) => {
        async fn $name($world: crate::world::World) $body

        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                test_kit::on_postgres(async |place| super::$name(crate::world::World::open(place).await).await).await;
            }
        }
    };
}

/// Where the installation of one test is: its database is empty but for the schema, nobody else is on its bus.
#[derive(Clone, Debug)]
pub struct Place {
    /// `sqlite:…` or `postgres://…`.
    pub database_url: String,
    /// None on SQLite.
    pub bus: Option<BusOptions>,
    /// The folder of sent files.
    pub files: PathBuf,
}

impl Place {
    /// What a store needs to know to live here.
    pub fn options(&self) -> Options {
        Options { connections: 4, bus: self.bus.clone(), ..Options::new(&self.database_url, &self.files) }
    }

    /// Opens a store that hears the others of its bus from its first moment.
    pub async fn open(&self, clock: Clock) -> std::sync::Arc<Store> {
        let store = Store::open(self.options(), clock).await.unwrap();
        // Its subscription is news by itself ("something may have been lost"), which no test waits for. Where the bus is
        // away on purpose, the test goes on without.
        until(|| store.bus.is_healthy()).await;
        store
    }
}

/// Waits two seconds at most for what nothing tells.
pub async fn until(mut is_so: impl FnMut() -> bool) -> bool {
    for _ in 0..200 {
        if is_so() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

/// Runs a test on SQLite and the bus within the process.
pub async fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    choose_crypto();
    let folder = Folder::new();
    let database_url = format!("sqlite:{}", folder.0.join("hub.db").display());
    test(Place { database_url, bus: None, files: folder.0.join("files") }).await;
}

/// Runs a test on PostgreSQL and Redis.
pub async fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    let Some(server) = service("MENTORHUB_TEST_POSTGRES") else { return };
    let Some(redis) = service("MENTORHUB_TEST_REDIS") else { return };
    choose_crypto();
    let folder = Folder::new();
    let files = folder.0.join("files");
    let bus = Some(BusOptions { url: redis, topic: fresh_name() });
    let database = Database::with_schema(&server).await;
    database.used_by(async |database_url| test(Place { database_url, bus, files }).await).await;
}

/// The address in an environment variable; None skips the test, except where everything must run.
pub fn service(variable: &str) -> Option<String> {
    let address = std::env::var(variable).ok().filter(|address| !address.is_empty());
    if address.is_none() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{variable} must be set where CI=true");
        eprintln!("skipped: {variable} is not set");
    }
    address
}

/// Chooses the crypto of TLS as the program does: an HTTP client asks for it even where it never uses it.
pub fn choose_crypto() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// A name that nobody used before.
pub fn fresh_name() -> String {
    Clock::system().id::<Uuid>().simple().to_string()
}
