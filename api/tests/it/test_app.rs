//! A fresh installation for one test, with a server and accounts.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use api::{Settings, SignInLimits};
use reqwest::Method;
use serde_json::json;
use server::{Application, RunningApplication};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection, raw_sql};
use store::clock::Clock;
use store::content::Origin;
use store::people::{self, NewPerson, Role};
use store::{PersonId, Store, administration, passwords, second_factor};
use test_kit::Environment;
use totp_rs::Totp;
use web::{ListenOptions, Listener};

use crate::browser::Browser;

/// The password of all accounts.
pub(crate) const PASSWORD: &str = "Mentor-hub-1";

/// Limits that no test reaches.
pub(crate) const PATIENT: SignInLimits =
    SignInLimits { per_address: 10_000, sign_ups_per_address: 10_000, codes_per_address: 10_000, per_email: 10_000 };

/// Maya mentors, Tom is a mentee, Gina signed up with a social account.
#[derive(Debug)]
pub(crate) struct TestApp {
    /// The store of the server, with a manual clock.
    pub(crate) store: Arc<Store>,
    pub(crate) maya: PersonId,
    pub(crate) tom: PersonId,
    pub(crate) files: std::path::PathBuf,
    database_url: String,
}

/// A running server; stopped when dropped.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) url: String,
    store: Arc<Store>,
    running: RunningApplication,
}

impl TestApp {
    pub(crate) async fn open(environment: Environment) -> Self {
        let clock = Clock::manual("2026-03-02T09:00:00Z".parse().unwrap());
        let store = environment.open(clock).await;
        let [maya, tom] = add_people(&store).await;
        let mut built_in = content_bundle::read(&content_bundle::built_in()).unwrap();
        built_in.mails = Some(api::mail::built_in().unwrap());
        store::administration::import_content(&store, &test_kit::operator(), &built_in, Origin::BuiltIn).await.unwrap();
        Self { store, maya, tom, files: environment.files, database_url: environment.database_url }
    }

    /// Starts a server without rate limits of sign-ins.
    pub(crate) fn server(&self) -> Server {
        self.server_of(Settings::new(false, true, PATIENT))
    }

    pub(crate) fn server_with(&self, secure_cookies: bool, limits: SignInLimits) -> Server {
        self.server_of(Settings::new(secure_cookies, true, limits))
    }

    pub(crate) fn server_of(&self, settings: Settings) -> Server {
        let application = Application::builder(self.store.clone()).api(settings).build();
        let listener = ListenOptions { workers: 2, ..ListenOptions::new(SocketAddr::from(([127, 0, 0, 1], 0))) };
        let running = application.start(Listener::bind(listener).unwrap()).unwrap();
        Server { url: format!("http://{}", running.address()), store: self.store.clone(), running }
    }

    /// Runs SQL in the database.
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

    /// Adds a member of staff.
    pub(crate) async fn add_staff(&self, first_name: &str) -> PersonId {
        let person = NewPerson {
            email: format!("{first_name}@example.org"),
            first_name: first_name.to_owned(),
            last_name: "Okafor".to_owned(),
            role: Role::Staff,
            programme_id: None,
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: Some(passwords::hash(PASSWORD).await.unwrap()),
        };
        let person = people::add(&self.store, &test_kit::operator(), &person).await.unwrap().unwrap();
        test_kit::grant_all_roles(&self.store, person, None).await;
        person
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.store.clock.advance(Duration::from_secs(seconds));
    }
}

impl Server {
    /// Returns a browser that is not signed in.
    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.url)
    }

    /// Returns the browser of a signed-in person.
    pub(crate) async fn signed_in(&self, name: &str) -> Browser {
        let (mut browser, email) = (self.browser(), format!("{name}@example.org"));
        let is_staff = people::by_email(&self.store, &email).await.unwrap().filter(|one| one.role == Role::Staff);
        if let Some(person) = &is_staff {
            second_factor::set_up_for_demo(&self.store, person.id).await.unwrap();
        }
        let mut answer = browser.sign_in(&email, PASSWORD).await;
        if is_staff.is_some() {
            let codes = second_factor::demo_codes(&self.store).await.unwrap();
            let code = &codes.iter().find(|one| one.email == email).unwrap().code;
            let body = json!({"ticket": answer.body["ticket"], "code": code});
            answer = browser.send(browser.request(Method::POST, "second-factor/sign-in/").json(&body)).await;
            browser.token = answer.body["accessToken"].as_str().map(str::to_owned);
        }
        assert_eq!(answer.status, 200, "{}", answer.body);
        browser
    }
}

/// The code that an authenticator app shows now; `address` is what it scanned.
pub(crate) fn shown(store: &Store, address: &str) -> String {
    let now = store.clock.now().timestamp();
    Totp::from_url(address).unwrap().generate(u64::try_from(now).unwrap()).to_string()
}

impl Drop for Server {
    fn drop(&mut self) {
        self.running.stop_now();
    }
}

async fn add_people(store: &Store) -> [PersonId; 2] {
    let settings = serde_json::json!({"experiences": {"mentor": {"chattype": "use", "mentorship_chat": "use", "video": "show"}},
        "sign_up": {"is_open": true, "email_domains": {"mentees": ["school.example"], "mentors": ["school.example"]}, "institutions": [{"name": "Bridges", "codes": ["BRIDGES-26"]}]}});
    let settings = serde_json::from_value(settings).unwrap();
    let programme = administration::put_programme(
        store,
        &test_kit::operator(),
        "riverside",
        "Riverside",
        "Europe/London",
        &settings,
    )
    .await
    .unwrap();
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
        ids.push(people::add(store, &test_kit::operator(), &person).await.unwrap().unwrap());
    }
    [ids[0], ids[1]]
}
