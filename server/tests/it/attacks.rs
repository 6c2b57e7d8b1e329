//! Bounded attacks on a running server: what must not work, and what must go on meanwhile. Floods of frames are in
//! `hub/tests/it/floods.rs`, attacks through HAProxy in `proxy.rs`.

mod authorisation;
mod chaos;
mod chat_socket;
mod cluster;
mod half_open;
mod matrix;
mod slow_requests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use api::{Settings, SignInLimits};
use server::{Application, RunningApplication};
use store::clock::Clock;
use store::experiences::{Access, Overrides};
use store::people::{self, NewPerson, Role};
use store::{PersonId, ProgrammeId, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use web::{ListenOptions, Listener, Route};

/// A limit that no test reaches.
const UNLIMITED: u32 = 1_000_000;

/// Only a failing test waits this long.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A server in this process, with the hub and the API.
struct Target {
    store: Arc<Store>,
    running: RunningApplication,
    routes: Vec<Route>,
}

impl Target {
    async fn start(environment: test_kit::Environment, change: impl FnOnce(&mut ListenOptions)) -> Self {
        Self::start_at(environment, Clock::system(), change).await
    }

    async fn start_at(
        environment: test_kit::Environment,
        clock: Clock,
        change: impl FnOnce(&mut ListenOptions),
    ) -> Self {
        let store = environment.open(clock).await;
        let limits = SignInLimits::all(UNLIMITED);
        let api = || Settings::new(false, false, limits);
        let application = Application::builder(store.clone()).hub(hub::Settings::default()).api(api()).build();
        let mut routes = api::routes(&api());
        routes.extend(hub::routes(application.hub().unwrap()));
        let mut options = ListenOptions { workers: 1, ..ListenOptions::new(SocketAddr::from(([127, 0, 0, 1], 0))) };
        change(&mut options);
        let running = application.start(Listener::bind(options).unwrap()).unwrap();
        Self { store, running, routes }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.running.address()).await.unwrap()
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        self.running.stop_now();
    }
}

async fn add_person(store: &Store, email: &str, role: Role) -> PersonId {
    add_person_of(store, email, role, None).await
}

async fn add_person_of(store: &Store, email: &str, role: Role, programme_id: Option<ProgrammeId>) -> PersonId {
    let person = NewPerson {
        email: email.to_owned(),
        first_name: "Tom".to_owned(),
        last_name: "Rivera".to_owned(),
        role,
        programme_id,
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    let id = people::add(store, &test_kit::operator(), &person).await.unwrap().unwrap();
    let chatting =
        Overrides { chattype: Some(Access::Use), mentorship_chat: Some(Access::Use), ..Overrides::default() };
    people::set_overrides(store, &test_kit::operator(), id, &chatting).await.unwrap();
    id
}

/// Returns what the server sends until it closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut received = Vec::new();
    // A reset is an end, too.
    let _ = timeout(TIMEOUT, stream.read_to_end(&mut received)).await.expect("the connection stays open");
    String::from_utf8_lossy(&received).into_owned()
}

/// Sends a request as it is; returns the response, after which the connection ends.
async fn answer_to(target: &Target, request: &str) -> String {
    let mut stream = target.connect().await;
    // The server may have closed before it took everything.
    let _ = stream.write_all(request.as_bytes()).await;
    read_to_end(&mut stream).await
}
