//! Who may do what: every route and every socket command, as thirteen kinds of callers.
//!
//! `tests/authorisation.txt` holds the refusals. A route or command that opens itself to more callers changes the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use reqwest::{Client, Method, redirect};
use serde_json::{Value, json};
use store::channels::{self, Kind, Status};
use store::people::Role;
use store::staff::{Grant, StaffRole, grants};
use store::{ChannelId, PersonId, administration, login_sessions, tokens};
use web::Route;

use super::chat_socket::ChatSocket;
use super::{Target, add_person};
use crate::haproxy::{HAPROXY, Proxy};

/// Codes of refusals; another answer means that the caller reached the handler.
const REFUSALS: [&str; 5] = ["not_signed_in", "staff_only", "not_permitted", "channel_unknown", "not_active_member"];

/// Stands for an id that does not exist.
const NO_ID: &str = "018f0000-0000-7000-8000-000000000000";

/// The callers, in the order of the columns.
const CALLERS: [&str; 13] = [
    "signed out",
    "session ended",
    "disabled",
    "outsider",
    "former",
    "inactive",
    "member",
    "no grant",
    "coordinator",
    "safeguarding",
    "reports",
    "administrator",
    "disabled lead",
];

/// The first caller with the role of staff.
const FIRST_STAFF: usize = 7;

/// The reviewed table.
const SNAPSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/authorisation.txt");

struct Scene {
    target: Target,
    /// Where the callers connect: the target, or a proxy in front of it and another node.
    address: String,
    channel: ChannelId,
    /// By caller; None is signed out.
    people: Vec<Option<PersonId>>,
}

impl Scene {
    async fn new(target: Target, address: String) -> Self {
        let store = target.store.clone();
        let channel = channels::create(&store, Kind::Group, "Tuesday circle", None).await.unwrap();
        let mut people = vec![None];
        for (number, caller) in CALLERS.iter().enumerate().skip(1) {
            let is_staff = number >= FIRST_STAFF;
            let role = if is_staff { Role::Staff } else { Role::Mentee };
            let person = add_person(&store, &format!("person{number}@example.org"), role).await;
            let grant =
                caller.parse().or(if *caller == "disabled lead" { Ok(StaffRole::Safeguarding) } else { Err(()) });
            if let Ok(role) = grant {
                let grant = Grant { role, programme: None };
                grants::grant(&store, &test_kit::operator(), person, grant).await.unwrap();
            }
            if !is_staff && *caller != "outsider" {
                channels::join(&store, channel, &[person]).await.unwrap();
            }
            let status = match *caller {
                "former" => Status::Absent,
                "inactive" => Status::Inactive,
                _ => Status::Active,
            };
            if status != Status::Active {
                channels::set_status(&store, channel, person, status, None).await.unwrap();
            }
            people.push(Some(person));
        }
        Self { target, address, channel, people }
    }

    /// Returns a token of a new login session, which is over for those callers who have none.
    async fn token(&self, caller: usize) -> Option<String> {
        let (store, person) = (&self.target.store, self.people[caller]?);
        let opened = login_sessions::open(store, person, "test", login_sessions::Factors::Two).await.unwrap();
        let (token, _) = tokens::issue(store, person, opened.session).unwrap();
        match CALLERS[caller] {
            "session ended" => drop(login_sessions::end(store, opened.session).await.unwrap()),
            "disabled" | "disabled lead" => {
                administration::set_disabled(store, &test_kit::operator(), person, true, None).await.unwrap();
            }
            _ => {}
        }
        Some(token)
    }

    /// Calls a route without a body; returns the refusal.
    async fn call(&self, client: &Client, route: &Route, caller: usize) -> String {
        let (method, path) = route.address();
        let segments = path.split('/').map(|segment| match segment {
            "{channel}" => self.channel.to_string(),
            "{text}" => "summary".to_owned(),
            "{rendition}" => "full".to_owned(),
            parameter if parameter.starts_with('{') => NO_ID.to_owned(),
            segment => segment.to_owned(),
        });
        let path = segments.collect::<Vec<_>>().join("/");
        let url = format!("http://{}{path}", self.address);
        let mut request = client.request(Method::from_bytes(method.as_bytes()).unwrap(), url);
        if let Some(token) = self.token(caller).await {
            request = request.bearer_auth(token);
        }
        let answer: Value = request.send().await.unwrap().json().await.unwrap_or_default();
        let code = answer["code"].as_str().unwrap_or_default();
        if REFUSALS.contains(&code) { code.to_owned() } else { "-".to_owned() }
    }

    /// Sends a command; returns the refusal or the close code.
    async fn command(&self, sample: &Value, caller: usize) -> String {
        let mut frame = sample.clone();
        let fields = frame.as_object_mut().unwrap();
        fields.remove("token");
        for (name, value) in fields.iter_mut() {
            match name.as_str() {
                "channel" => *value = json!(self.channel),
                "msg_id" | "message_id" => *value = json!(NO_ID),
                _ => {}
            }
        }
        if let Some(token) = self.token(caller).await {
            fields.insert("token".to_owned(), json!(token));
        }
        let mut socket = ChatSocket::open(&self.address).await;
        let refusal = socket.refusal_of(&frame).await;
        socket.close().await;
        refusal
    }

    /// Returns the table of all refusals.
    async fn refusals(&self) -> String {
        // The server closes idle connections after seconds: on a busy machine that may cross with the next request.
        let client = Client::builder().redirect(redirect::Policy::none()).pool_max_idle_per_host(0).build().unwrap();
        let mut list = String::new();
        line(&mut list, "", &CALLERS.map(str::to_owned));
        let mut routes: Vec<_> = self.target.routes.iter().collect();
        routes.sort_by_key(|route| {
            let (method, path) = route.address();
            (path, method)
        });
        for route in routes {
            let mut cells = Vec::new();
            for caller in 0..CALLERS.len() {
                cells.push(self.call(&client, route, caller).await);
            }
            let (method, path) = route.address();
            line(&mut list, &format!("{method:<7}{path}"), &cells);
        }
        let samples: Value = serde_json::from_str(include_str!("../../../../hub/tests/frames.json")).unwrap();
        let commands: BTreeMap<&str, &Value> = samples["client"]
            .as_array()
            .unwrap()
            .iter()
            .rev()
            .map(|it| (it["command"].as_str().unwrap(), it))
            .collect();
        for (name, sample) in commands {
            let mut cells = Vec::new();
            for caller in 0..CALLERS.len() {
                cells.push(self.command(sample, caller).await);
            }
            line(&mut list, &format!("SOCKET {name}"), &cells);
        }
        list
    }
}

fn line(list: &mut String, name: &str, cells: &[String]) {
    let _ = write!(list, "{name:<58}");
    for cell in cells {
        let _ = write!(list, "{cell:<18}");
    }
    list.truncate(list.trim_end().len());
    list.push('\n');
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn authorisation_of_every_caller_matches_snapshot() {
    test_kit::on_sqlite(async |environment| {
        let target = Target::start(environment, |_| ()).await;
        let address = target.running.address().to_string();
        let list = Scene::new(target, address).await.refusals().await;
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(SNAPSHOT, &list).unwrap();
        }
        assert_snapshot(&list);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn authorisation_is_the_same_behind_the_proxy() {
    test_kit::on_postgres(async |environment| {
        let nodes = [Target::start(environment.clone(), |_| ()).await, Target::start(environment, |_| ()).await];
        let addresses = nodes.each_ref().map(|node| node.running.address().to_string());
        let proxy = Proxy::with_nodes(HAPROXY, &addresses.each_ref().map(String::as_str)).await;
        let [target, _other] = nodes;
        assert_snapshot(&Scene::new(target, proxy.address.clone()).await.refusals().await);
    })
    .await;
}

fn assert_snapshot(list: &str) {
    let snapshot = std::fs::read_to_string(SNAPSHOT).unwrap_or_default();
    assert_eq!(list, snapshot, "review the refusals, and run this test with UPDATE_SNAPSHOTS=1");
}
