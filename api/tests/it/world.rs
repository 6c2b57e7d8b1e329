//! A fresh installation for one test, with a server in front and people who have accounts.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::middleware::{NormalizePath, from_fn};
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use api::{Settings, SignInLimits};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection, raw_sql};
use store::clock::Clock;
use store::content::{self, Origin};
use store::people::{self, NewPerson, Role};
use store::{PersonId, Store, passwords, programmes};
use test_kit::Place;
use web::Origins;

use crate::browser::Browser;

/// Everybody's password.
pub(crate) const PASSWORD: &str = "Mentor-hub-1";

/// As often as anybody likes.
pub(crate) const PATIENT: SignInLimits = SignInLimits { per_address: 10_000, per_email: 10_000 };

/// Maya mentors, Tom is a mentee, Gina signed up with a social account.
#[derive(Debug)]
pub(crate) struct World {
    /// The store that the server uses. Its clock stands still until a test moves it.
    pub(crate) store: Arc<Store>,
    pub(crate) maya: PersonId,
    pub(crate) tom: PersonId,
    pub(crate) files: std::path::PathBuf,
    database_url: String,
}

/// A server of a [`World`], gone with it.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) url: String,
    handle: ServerHandle,
}

impl World {
    pub(crate) async fn open(place: Place) -> Self {
        let clock = Clock::manual("2026-03-02T09:00:00Z".parse().unwrap());
        let store = place.open(clock).await;
        let [maya, tom] = add_people(&store).await;
        let built_in = bundle::read(&bundle::built_in()).unwrap();
        content::put(&store, &built_in, Origin::BuiltIn).await.unwrap();
        Self { store, maya, tom, files: place.files, database_url: place.database_url }
    }

    /// A server that lets people try as often as they like.
    pub(crate) fn server(&self) -> Server {
        self.server_of(Settings::new(false, true, PATIENT))
    }

    pub(crate) fn server_with(&self, secure_cookies: bool, limits: SignInLimits) -> Server {
        self.server_of(Settings::new(secure_cookies, true, limits))
    }

    pub(crate) fn server_of(&self, settings: Settings) -> Server {
        let store = Data::from(self.store.clone());
        let settings = Data::new(settings);
        let server = HttpServer::new(move || {
            let settings = settings.clone();
            App::new()
                .app_data(store.clone())
                .app_data(Data::new(Origins::default()))
                .configure(|config| api::configure(config, settings))
                .wrap(from_fn(web::refuse_nul))
                .wrap(NormalizePath::trim())
        });
        let server = server.workers(2).disable_signals().bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", server.addrs()[0]);
        let server = server.run();
        let handle = server.handle();
        tokio::spawn(server);
        Server { url, handle }
    }

    /// What only an operator can do, in the database itself.
    pub(crate) async fn sql(&self, statement: &'static str) {
        let statement = raw_sql(AssertSqlSafe(statement));
        if let Some(path) = self.database_url.strip_prefix("sqlite:") {
            let mut connection = SqliteConnection::connect(path).await.unwrap();
            statement.execute(&mut connection).await.unwrap();
        } else {
            let mut connection = PgConnection::connect(&self.database_url).await.unwrap();
            statement.execute(&mut connection).await.unwrap();
        }
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.store.clock.advance(Duration::from_secs(seconds));
    }
}

impl Server {
    /// Somebody's browser, signed in as nobody.
    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.url)
    }

    /// The browser of a person who has signed in.
    pub(crate) async fn signed_in(&self, name: &str) -> Browser {
        let mut browser = self.browser();
        let answer = browser.sign_in(&format!("{name}@example.org"), PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        browser
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The answer would be that it has stopped; nobody waits for it.
        drop(self.handle.stop(false));
    }
}

async fn add_people(store: &Store) -> [PersonId; 2] {
    let settings = serde_json::json!({"experiences": {"mentor": {"chattype": "use", "mentorship_chat": "use", "video": "show"}},
        "sign_up": {"is_open": true, "email_domains": ["school.example"], "institutions": [{"name": "Bridges", "codes": ["BRIDGES-26"]}]}});
    let settings = serde_json::from_value(settings).unwrap();
    let programme = programmes::put(store, "riverside", "Riverside", "Europe/London", &settings).await.unwrap();
    let hash = passwords::hash(PASSWORD).await.unwrap();
    let mut ids = Vec::new();
    for (first_name, role, programme_id, password_hash) in [
        ("Maya", Role::Mentor, Some(programme), Some(hash.clone())),
        ("Tom", Role::Mentee, None, Some(hash)),
        ("Gina", Role::Mentee, None, None),
    ] {
        let person = NewPerson {
            email: format!("{first_name}@example.org"),
            first_name: first_name.to_owned(),
            last_name: "Okafor".to_owned(),
            role,
            programme_id,
            language: "en".to_owned(),
            bio: "Bridges.".to_owned(),
            password_hash,
        };
        ids.push(people::add(store, &person).await.unwrap().unwrap());
    }
    [ids[0], ids[1]]
}
