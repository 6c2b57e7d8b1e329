//! Every route of the API and the hub has a policy, and its answers agree with it.

use std::net::SocketAddr;
use std::sync::Arc;

use api::{Settings, SignInLimits};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, redirect};
use serde_json::Value;
use server::{Application, RunningApplication};
use store::channels::{self, Kind, Status};
use store::clock::Clock;
use store::experiences::{self, Overrides};
use store::people::{self, NewPerson, Role};
use store::sign_up::{self, Applicant, Proof, SignedUp};
use store::social::{self, Account};
use store::{ChannelId, PersonId, Store, administration, flags, login_sessions, tokens};
use test_kit::Environment;
use web::{Access, ListenOptions, Listener, Route};

/// A limit that no test reaches.
const UNLIMITED: u32 = 1_000_000;

struct Server {
    store: Arc<Store>,
    running: RunningApplication,
    routes: Vec<Route>,
    mentee: PersonId,
    /// The mentee is an inactive member of it.
    channel: ChannelId,
}

impl Server {
    async fn start(environment: Environment) -> Self {
        let store = environment.open(Clock::system()).await;
        let mentee = add_mentee(&store).await;
        let channel = channels::create(&store, Kind::Group, "Tuesday circle", None).await.unwrap();
        channels::join(&store, channel, &[mentee]).await.unwrap();
        channels::set_status(&store, channel, mentee, Status::Inactive, None).await.unwrap();
        let limits = SignInLimits::all(UNLIMITED);
        let settings = || Settings::new(false, false, limits);
        let application = Application::builder(store.clone()).hub(hub::Settings::default()).api(settings()).build();
        let mut routes = api::routes(&settings());
        routes.extend(hub::routes(application.hub().unwrap()));
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = Listener::bind(ListenOptions { workers: 1, ..ListenOptions::new(address) }).unwrap();
        let running = application.start(listener).unwrap();
        Self { store, running, routes, mentee, channel }
    }

    /// A request to a route, with ids in the place of its parameters.
    fn request(&self, route: &Route, channel: ChannelId) -> RequestBuilder {
        let (method, path) = route.address();
        let segments = path.split('/').map(|segment| match segment {
            "{channel}" => channel.to_string(),
            "{text}" => "summary".to_owned(),
            "{rendition}" => "full".to_owned(),
            parameter if parameter.starts_with('{') => "018f0000-0000-7000-8000-000000000000".to_owned(),
            segment => segment.to_owned(),
        });
        let path = segments.collect::<Vec<_>>().join("/");
        let client = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
        let url = format!("http://{}{path}", self.running.address());
        client.request(Method::from_bytes(method.as_bytes()).unwrap(), url)
    }

    /// The same from the mentee, in a new login session: some routes end the session of their caller.
    async fn request_as_mentee(&self, route: &Route, channel: ChannelId) -> RequestBuilder {
        self.request_as(self.mentee, route, channel).await
    }

    async fn request_as(&self, person: PersonId, route: &Route, channel: ChannelId) -> RequestBuilder {
        let opened = login_sessions::open(&self.store, person, "test", login_sessions::Factors::Two).await.unwrap();
        let (token, _) = tokens::issue(&self.store, person, opened.session).unwrap();
        self.request(route, channel).bearer_auth(token)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.running.stop_now();
    }
}

async fn add_mentee(store: &Store) -> PersonId {
    let person = NewPerson {
        email: "tom@example.org".to_owned(),
        first_name: "Tom".to_owned(),
        last_name: "Rivera".to_owned(),
        role: Role::Mentee,
        programme_id: None,
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    let id = people::add(store, &test_kit::operator(), &person).await.unwrap().unwrap();
    let overrides = Overrides {
        chattype: Some(experiences::Access::Use),
        mentorship_chat: Some(experiences::Access::Use),
        ..Overrides::default()
    };
    people::set_overrides(store, &test_kit::operator(), id, &overrides).await.unwrap();
    id
}

/// Lena has signed up with a social account, and not agreed to the terms.
async fn add_newcomer(store: &Store) -> PersonId {
    let settings = Default::default();
    let programme_id =
        administration::put_programme(store, &test_kit::operator(), "riverside", "Riverside", "UTC", &settings)
            .await
            .unwrap();
    let email = "lena@example.org";
    let account = Account { issuer: "https://id.example.org", subject: "lena", email };
    let ticket = social::issue_ticket(store, account).await.unwrap();
    let applicant = Applicant {
        email: email.to_owned(),
        first_name: "Lena".to_owned(),
        last_name: "Vogt".to_owned(),
        role: Role::Mentee,
        phone_number: "0151234567".to_owned(),
        programme_id,
        institution_code: None,
        invitation: None,
        language: "en".to_owned(),
        has_declared: true,
    };
    match sign_up::sign_up(store, &applicant, Proof::Social(&ticket)).await.unwrap() {
        SignedUp::Created(person) => person,
        refused => panic!("{refused:?}"),
    }
}

/// Status and error code; the code of a redirect is in its address.
async fn outcome(request: RequestBuilder) -> (StatusCode, String) {
    let response: Response = request.send().await.unwrap();
    let status = response.status();
    let location = response.headers().get("location").and_then(|location| location.to_str().ok());
    if let Some((_, code)) = location.and_then(|location| location.split_once("error=")) {
        return (status, code.to_owned());
    }
    let body: Value = response.json().await.unwrap_or_default();
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

/// Codes of policies.
const REFUSALS: [&str; 6] =
    ["not_signed_in", "terms_required", "staff_only", "channel_unknown", "not_active_member", "under_maintenance"];

/// Runs a check of each route; the check returns the code of the expected refusal, if there is one.
async fn assert_refusals(
    server: &Server,
    expected: impl Fn(&Route) -> Option<&'static str>,
    send: impl AsyncFn(&Route) -> (StatusCode, String),
) {
    for route in &server.routes {
        let (status, code) = send(route).await;
        match expected(route) {
            Some(expected) => assert_eq!(code, expected, "{route}: {status}"),
            None => assert!(!REFUSALS.contains(&&*code), "{route}: {status} {code}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn route_list_matches_snapshot() {
    test_kit::on_sqlite(async |place| {
        let server = Server::start(place).await;
        let mut routes: Vec<_> = server.routes.iter().collect();
        routes.sort_by_key(|route| {
            let (method, path) = route.address();
            (path, method)
        });
        let is_twice = |pair: &[&Route]| pair[0].address() == pair[1].address();
        assert!(!routes.windows(2).any(is_twice), "the document has one operation per address");
        let list: String = routes.iter().map(|route| format!("{route}\n")).collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/routes.txt");
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(path, &list).unwrap();
        }
        let snapshot = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(list, snapshot, "review the list, and run this test with UPDATE_SNAPSHOTS=1");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_without_token_reach_public_routes_only() {
    test_kit::on_sqlite(async |place| {
        let server = Server::start(place).await;
        let expected = |route: &Route| match route.access() {
            Access::Public | Access::Signed => None,
            _ => Some("not_signed_in"),
        };
        assert_refusals(&server, expected, async |route| outcome(server.request(route, server.channel)).await).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn inactive_member_reaches_neither_staff_nor_active_routes() {
    test_kit::on_sqlite(async |place| {
        let server = Server::start(place).await;
        let expected = |route: &Route| match route.access() {
            Access::AnyStaff | Access::Staff(_) => Some("staff_only"),
            Access::ActiveMember => Some("not_active_member"),
            _ => None,
        };
        let send = async |route: &Route| outcome(server.request_as_mentee(route, server.channel).await).await;
        // Routes that find a channel in their body or query refuse an empty one in their own words.
        let without_channel = |(status, code): (StatusCode, String)| match &*code {
            "channel_unknown" => (status, String::new()),
            _ => (status, code),
        };
        assert_refusals(&server, expected, async |route| without_channel(send(route).await)).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_without_terms_reach_only_agreement() {
    test_kit::on_sqlite(async |place| {
        let server = Server::start(place).await;
        let lena = add_newcomer(&server.store).await;
        let expected = |route: &Route| match route.access() {
            Access::Public | Access::Signed | Access::BeforeTerms => None,
            _ => Some("terms_required"),
        };
        // Agreement itself is tried last, by hand: it would open all that follow.
        let send = async |route: &Route| match route.address().1.as_str() {
            "/api/v2/users/agreement" => (StatusCode::OK, String::new()),
            _ => outcome(server.request_as(lena, route, server.channel).await).await,
        };
        assert_refusals(&server, expected, send).await;
        people::agree_to_terms(&server.store, lena).await.unwrap();
        for route in &server.routes {
            let (status, code) = outcome(server.request_as(lena, route, server.channel).await).await;
            assert_ne!(code, "terms_required", "{route}: {status}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn member_routes_refuse_people_outside_the_channel() {
    test_kit::on_sqlite(async |place| {
        let server = Server::start(place).await;
        let other = channels::create(&server.store, Kind::Group, "Another circle", None).await.unwrap();
        let of_members = |route: &&Route| matches!(route.access(), Access::Member | Access::ActiveMember);
        for route in server.routes.iter().filter(of_members) {
            let (status, code) = outcome(server.request_as_mentee(route, other).await).await;
            assert_eq!((status, &*code), (StatusCode::NOT_FOUND, "channel_unknown"), "{route}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn maintenance_refuses_routes_as_declared() {
    test_kit::on_sqlite(async |place| {
        let server = Server::start(place).await;
        flags::set(&server.store, &test_kit::operator(), flags::MAINTENANCE, true).await.unwrap();
        let expected = |route: &Route| (!route.is_allowed_under_maintenance()).then_some("under_maintenance");
        let send = async |route: &Route| outcome(server.request_as_mentee(route, server.channel).await).await;
        assert_refusals(&server, expected, send).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_origin_is_refused_for_unsafe_methods() {
    test_kit::on_sqlite(async |place| {
        let server = Server::start(place).await;
        for route in &server.routes {
            let request = server.request_as_mentee(route, server.channel).await;
            let (_, code) = outcome(request.header("origin", "https://elsewhere.example")).await;
            assert_eq!(code == "foreign_origin", route.address().0 != "GET", "{route}: {code}");
        }
    })
    .await;
}
