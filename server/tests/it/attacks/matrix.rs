//! Every route and socket command with the ids of real objects and an accepted body, as every kind of caller.
//!
//! `tests/requests.txt` holds the requests, `tests/answers.txt` the statuses. Independent of that file, strangers are refused as if
//! the object did not exist, and change nothing; and each object is reached by the person to whom it belongs.

mod objects;
mod requests;
mod rows;
mod world;

use std::fmt::Write as _;

use requests::{Names, Request};
use reqwest::Method;
use rows::Rows;
use serde_json::Value;
use store::staff::{Permission, StaffRole};
use test_kit::Environment;
use web::{Access, Route};
use world::{Answer, World};

/// The columns.
const CALLERS: [&str; 12] = [
    "visitor",
    "owner",
    "mentor",
    "peer",
    "foreign",
    "separated",
    "suspended",
    "safeguarding",
    "coordinator",
    "reports",
    "administrator",
    "foreign staff",
];

/// Callers who have nothing to do with the objects of a mentorship. Two others name those of their own.
const STRANGERS: [&str; 8] =
    ["visitor", "peer", "foreign", "safeguarding", "coordinator", "reports", "administrator", "foreign staff"];

/// Stands for an id that does not exist.
const NO_ID: &str = "018f0000-0000-7000-8000-000000000000";

/// The reviewed table.
const SNAPSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/answers.txt");

/// A request to its route.
struct Row<'w> {
    world: &'w World,
    request: &'w Request,
    access: Access,
    problems: Vec<String>,
}

impl Row<'_> {
    /// The owner writes on the first node, all others on the last.
    async fn call(&self, caller: &str, names: &Names) -> Answer {
        let (request, person) = (self.request, self.world.person(&self.request.cast, caller));
        let node = usize::from(caller != request.by);
        if request.is_command() {
            return self.world.command(node, person, request.frame(names)).await;
        }
        let builder = self.world.request(node, person, request.method.clone(), &request.address(names)).await;
        self.world.send(request.with_body(builder, names)).await
    }

    fn note(&mut self, caller: &str, answer: &Answer, problem: &str) {
        let start: String = answer.text.chars().take(200).collect();
        let Request { method, path, .. } = self.request;
        self.problems.push(format!("{method} {path} as {caller}: {problem}: {} {start}", answer.status));
    }

    /// Whether the address itself is the permission.
    fn is_open(&self) -> bool {
        matches!(self.access, Access::Public | Access::Signed)
    }

    fn is_stranger(&self, caller: &str) -> bool {
        let is_of_staff = matches!(self.access, Access::Staff(_) | Access::AnyStaff);
        self.request.names_object()
            && !self.is_open()
            && !self.request.is_personal
            && caller != self.request.by
            && !self.is_permitted(caller)
            && (is_of_staff || STRANGERS.contains(&caller))
    }

    /// Whether a role of the object's programme permits the route.
    fn is_permitted(&self, caller: &str) -> bool {
        let Access::Staff(permission) = self.access else { return false };
        // The callers hold their roles in a programme.
        permission != Permission::ManageInstallation
            && caller.parse().is_ok_and(|role: StaffRole| role.permissions().contains(&permission))
    }

    /// A stranger is refused, as for an object that does not exist.
    async fn refused(&mut self, caller: &str) -> Answer {
        let names = self.world.names_for(&self.request.cast, caller);
        let answer = self.call(caller, &names).await;
        if ![401, 403, 404].contains(&answer.status) {
            self.note(caller, &answer, "a stranger is not refused");
        }
        let absent = self.call(caller, &absent(&names)).await;
        if (absent.status, absent.code()) != (answer.status, answer.code()) {
            self.note(caller, &answer, &format!("tells that it exists, else {} {}", absent.status, absent.code()));
        }
        answer
    }

    /// Other callers, and requests without ids of others.
    async fn answered(&mut self, caller: &str) -> Answer {
        let Request { by, cast, ok, is_contact, .. } = self.request.clone();
        let answer = self.call(caller, &self.world.names_for(&cast, caller)).await;
        let is_reached = answer.status < 400 || ok.is_some_and(|code| code == answer.code());
        if caller == by && !is_reached {
            self.note(caller, &answer, "does not reach the object");
        }
        if is_contact && ["separated", "suspended"].contains(&caller) && answer.status < 400 {
            self.note(caller, &answer, "reaches others");
        }
        if answer.status >= 500 {
            self.note(caller, &answer, "fails");
        }
        answer
    }

    /// Calls the route as all; returns the statuses by column.
    async fn run(&mut self, rows: &mut Rows) -> String {
        // The operator of the installation has no column: all columns hold their roles in a programme.
        let by = CALLERS.iter().position(|caller| *caller == self.request.by);
        let mut cells = [const { String::new() }; CALLERS.len()];
        let is_write = self.request.method != Method::GET;
        let strangers: Vec<_> = (0..CALLERS.len()).filter(|column| self.is_stranger(CALLERS[*column])).collect();
        let before = if is_write && !strangers.is_empty() { rows.all().await } else { Vec::new() };
        for column in &strangers {
            let answer = self.refused(CALLERS[*column]).await;
            self.check_words(CALLERS[*column], &answer);
            cells[*column] = answer.status.to_string();
        }
        if !before.is_empty() {
            let after = rows.all().await;
            let changed = after.iter().filter(|table| !before.contains(table));
            let changed: Vec<_> = changed.filter_map(|table| table.split(' ').next()).collect();
            if !changed.is_empty() {
                self.problems.push(format!("{} changed {changed:?} for a stranger", self.request.path));
            }
        }
        if by.is_none() {
            let caller = self.request.by.clone();
            self.answered(&caller).await;
        }
        // What is open to visitors is the same for all.
        let columns = if self.is_open() { 0..1 } else { 0..CALLERS.len() };
        let others = columns.filter(|column| Some(*column) != by && !strangers.contains(column));
        for column in by.into_iter().chain(others) {
            let answer = self.answered(CALLERS[column]).await;
            self.check_words(CALLERS[column], &answer);
            cells[column] = answer.status.to_string();
        }
        if self.request.path.contains("/users/") {
            self.world.forget_tokens();
        }
        if self.access == Access::Signed {
            self.check_signature().await;
        }
        cells.iter().fold(String::new(), |mut line, status| {
            let _ = write!(line, "{status:<14}");
            line
        })
    }

    /// What is answered to strangers names no object of Tom and Maya.
    fn check_words(&mut self, caller: &str, answer: &Answer) {
        if self.is_open() || !["visitor", "peer", "foreign", "suspended", "foreign staff"].contains(&caller) {
            return;
        }
        let names = &self.world.names;
        let secrets =
            ["mentorship", "channel", "message", "attachment", "event", "room", "session", "badge", "recording"];
        for name in secrets.iter().filter(|name| answer.text.contains(&names[**name])) {
            self.note(caller, answer, &format!("names the {name} of others"));
        }
        if answer.text.contains("tom.mentee@") {
            self.note(caller, answer, "names the address of others");
        }
    }

    /// A changed address is refused.
    async fn check_signature(&mut self) {
        let path = self.request.address(&self.world.names);
        let (start, last) = path.split_at(path.len() - 2);
        let changed = format!("{start}{}", if last == "AA" { "BB" } else { "AA" });
        let builder = self.world.request(0, None, self.request.method.clone(), &changed).await;
        let answer = self.world.send(builder).await;
        if answer.status < 300 {
            self.note("visitor", &answer, "a changed address is accepted");
        }
    }
}

/// The same names with ids that do not exist.
fn absent(names: &Names) -> Names {
    let public = ["me", "fresh", "in_a_week", "today", "post", "picture", "choices"];
    names
        .iter()
        .map(|(name, value)| (*name, if public.contains(name) { value.clone() } else { NO_ID.to_owned() }))
        .collect()
}

/// Calls every route as every caller.
async fn matrix(environment: Environment, nodes: usize) {
    let world = World::new(&environment, nodes).await;
    let mut rows = Rows::of(&environment.database_url).await;
    let frames: Value = serde_json::from_str(include_str!("../../../../hub/tests/frames.json")).unwrap();
    let routes = &world.nodes[0].routes;
    let requests = Request::all();
    let route_of = |request: &Request| {
        // A name in braces fits every address: the more exact one is meant.
        let fitting = routes.iter().filter(|route| request.calls(route));
        fitting.min_by_key(|route| route.address().1.matches('{').count())
    };
    let called: Vec<_> = requests.iter().filter_map(route_of).map(Route::address).collect();
    let missing = routes.iter().filter(|route| !called.contains(&route.address()));
    let mut problems: Vec<String> = missing.map(|route| format!("{route} has no request")).collect();
    let commands = frames["client"].as_array().unwrap().iter().map(|frame| frame["command"].as_str().unwrap());
    let is_missing = |name: &&str| !requests.iter().any(|request| request.is_command() && request.path == **name);
    problems.extend(commands.filter(is_missing).map(|name| format!("the command {name} has no request")));
    let mut table = format!("{:<88}", "");
    for caller in CALLERS {
        let _ = write!(table, "{caller:<14}");
    }
    for request in &requests {
        let access = match route_of(request) {
            Some(route) => route.access(),
            None if request.is_command() => Access::SignedIn,
            None => panic!("there is no route {}", request.path),
        };
        let mut row = Row { world: &world, request, access, problems: Vec::new() };
        let cells = row.run(&mut rows).await;
        let _ = write!(table, "\n{:<88}{cells}", format!("{:<7}{}", request.method.as_str(), request.path));
        problems.append(&mut row.problems);
    }
    let table: String = table.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() && nodes == 1 {
        std::fs::write(SNAPSHOT, &table).unwrap();
    }
    let snapshot = std::fs::read_to_string(SNAPSHOT).unwrap_or_default();
    let changed: Vec<_> = table.lines().filter(|line| !snapshot.contains(line)).collect();
    assert!(
        changed.is_empty() && table.len() == snapshot.len(),
        "review these answers, and run this test with UPDATE_SNAPSHOTS=1\n{}",
        changed.join("\n")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_reach_no_object_of_others() {
    test_kit::on_sqlite(async |environment| matrix(environment, 1).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_reach_no_object_on_another_node() {
    test_kit::on_postgres(async |environment| matrix(environment, 2).await).await;
}
