//! Kills a process in the middle of a state change: afterwards either all of it has happened or nothing.
//!
//! The parent process makes one statement of the child wait: on SQLite by a trigger that never ends, on PostgreSQL by a lock.
//! It then kills the child, which is this test program again.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::clock::Clock;
use store::codes::{self, Purpose, Verdict};
use store::messages::{self, Draft};
use store::outbox::{self, MAIL, Mail};
use store::people::{self, Person, Role};
use store::{ChannelId, Options, PersonId, Store, administration, alerts, login_sessions, passwords};
use test_kit::both;
use tokio::time::timeout;

use crate::test_store::{TestStore, new_person, start};

/// The environment variable with the task of the child: operation, database and person.
const CHILD: &str = "MENTORHUB_TEST_CHILD";

/// How long the child may take to reach the statement.
const REACH_TIMEOUT: Duration = Duration::from_secs(60);

const OLD_HASH: &str = "$argon2id$old";
const NEW_HASH: &str = "$argon2id$new";

/// The stored state of a person's credentials.
#[derive(Debug, PartialEq)]
struct State {
    hash: Option<String>,
    live_sessions: usize,
    notices: usize,
}

both!(password_reset_killed_between_steps_changes_nothing, async |app| {
    for table in ["login_sessions", "outbox"] {
        let (person, code) = person_with_code(&app, table).await;
        let before = state(&app, &person).await;
        kill_at(&app, table, "reset", &person, &code).await;
        assert_eq!(state(&app, &person).await, before, "killed at {table}");
        let verdict = passwords::reset(&app.store, &person, "en", &code, NEW_HASH).await.unwrap();
        assert_eq!(verdict, Verdict::Right, "the code is still valid");
        assert_eq!(state(&app, &person).await, after(&before, 0));
    }
});

both!(password_change_killed_between_steps_changes_nothing, async |app| {
    for table in ["login_sessions", "outbox"] {
        let (person, _) = person_with_code(&app, table).await;
        let current = login_sessions::of_person(&app.store, person.id).await.unwrap()[0].id;
        let before = state(&app, &person).await;
        kill_at(&app, table, "change", &person, &current.to_string()).await;
        assert_eq!(state(&app, &person).await, before, "killed at {table}");
        passwords::change(&app.store, &person, current, NEW_HASH).await.unwrap();
        assert_eq!(state(&app, &person).await, after(&before, 1));
    }
});

both!(account_closed_by_killed_process_stays_open, async |app| {
    let (person, _) = person_with_code(&app, "close").await;
    kill_at(&app, "login_sessions", "close", &person, "").await;
    assert!(!people::by_id(&app.store, person.id).await.unwrap().unwrap().is_disabled);
    administration::set_disabled(&app.store, &test_kit::operator(), person.id, true, None).await.unwrap();
    assert_eq!(state(&app, &person).await.live_sessions, 0);
});

both!(crisis_message_killed_before_its_alert_is_not_stored, async |app| {
    let store = &app.store;
    let [_, tom, ana, _] = app.people().await;
    let (pair, tom) = (app.direct(&[tom, ana]).await, people::by_id(store, tom).await.unwrap().unwrap());
    for table in ["alerts", "outbox"] {
        kill_at(&app, table, "crisis", &tom, &pair.to_string()).await;
        assert_eq!(messages::between(store, pair, 0, 10).await.unwrap(), [], "killed at {table}");
        assert_eq!(alerts::open(store, 10).await.unwrap(), []);
    }
    store.writer.append(crisis(pair, tom.id)).await.unwrap();
    assert_eq!(alerts::open(store, 10).await.unwrap().len(), 1);
});

fn crisis(channel: ChannelId, sender: PersonId) -> Draft {
    Draft { is_crisis: true, ..Draft::text(channel, sender, "a", "I want to die") }
}

/// The child process; the other tests start it.
#[tokio::test]
#[ignore = "runs only as a child of the other tests"]
async fn child() {
    let task = std::env::var(CHILD).unwrap();
    let [operation, url, person, argument] = task.split('\n').collect::<Vec<_>>().try_into().unwrap();
    let store = Store::open(Options::new(url, "unused"), Clock::manual(start())).await.unwrap();
    let person: PersonId = person.parse().unwrap();
    let person = people::by_id(&store, person).await.unwrap().unwrap();
    match operation {
        "crisis" => drop(store.writer.append(crisis(argument.parse().unwrap(), person.id)).await.unwrap()),
        "reset" => drop(passwords::reset(&store, &person, "en", argument, NEW_HASH).await.unwrap()),
        "change" => passwords::change(&store, &person, argument.parse().unwrap(), NEW_HASH).await.unwrap(),
        "close" => {
            administration::set_disabled(&store, &test_kit::operator(), person.id, true, None).await.unwrap();
        }
        other => panic!("unknown operation {other}"),
    }
}

/// A person with two login sessions and a verified code for a new password.
async fn person_with_code(app: &TestStore, name: &str) -> (Person, String) {
    let new = people::NewPerson { password_hash: Some(OLD_HASH.to_owned()), ..new_person(name, Role::Mentee) };
    let id = people::add(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let person = people::by_id(&app.store, id).await.unwrap().unwrap();
    for browser in ["one", "two"] {
        login_sessions::open(&app.store, id, browser, login_sessions::Factors::One).await.unwrap();
    }
    let mut code = String::new();
    let mail = |sent: &str| {
        sent.clone_into(&mut code);
        Mail { to: String::new(), template: "code".to_owned(), language: "en".to_owned(), values: Default::default() }
    };
    codes::send(&app.store, Purpose::ResetPassword, &person.email, mail).await.unwrap();
    let verdict = codes::verify(&app.store, Purpose::ResetPassword, &person.email, &code).await.unwrap();
    assert_eq!(verdict, Verdict::Right);
    (person, code)
}

async fn state(app: &TestStore, person: &Person) -> State {
    let facts = people::sign_in_facts(&app.store, person.id).await.unwrap().unwrap();
    let sessions = login_sessions::of_person(&app.store, person.id).await.unwrap();
    let jobs: Vec<outbox::Job<Mail>> = outbox::lease(&app.store, MAIL, 100, chrono::Duration::zero()).await.unwrap();
    let notices = jobs.iter().filter(|job| job.payload.to == person.email).count();
    State { hash: facts.password_hash, live_sessions: sessions.len(), notices }
}

fn after(before: &State, live_sessions: usize) -> State {
    State { hash: Some(NEW_HASH.to_owned()), live_sessions, notices: before.notices + 1 }
}

/// Runs an operation in a child process and kills it while it waits for its first write to `table`.
async fn kill_at(app: &TestStore, table: &str, operation: &str, person: &Person, argument: &str) {
    let (url, _) = app.environment();
    let task = [operation, &url, &person.id.to_string(), argument].join("\n");
    match url.strip_prefix("sqlite:") {
        Some(path) => kill_at_trigger(path, table, &task).await,
        None => kill_at_lock(&url, table, &task).await,
    }
}

async fn kill_at_trigger(path: &str, table: &str, task: &str) {
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(Duration::from_secs(1));
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for event in ["INSERT", "UPDATE"] {
        let endless = format!(
            "CREATE TRIGGER stop_{event} BEFORE {event} ON {table} BEGIN
                 SELECT COUNT(*) FROM (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n);
             END"
        );
        sqlx::query(AssertSqlSafe(endless)).execute(&mut connection).await.unwrap();
    }
    let child = run(task);
    // The statement holds the lock of the database for longer than any other write takes.
    let started = Instant::now();
    loop {
        assert!(started.elapsed() < REACH_TIMEOUT, "the child did not write to {table}");
        match connection.begin_with("BEGIN IMMEDIATE").await {
            Ok(tx) => tx.rollback().await.unwrap(),
            Err(_busy) => break,
        }
    }
    kill(child);
    for event in ["INSERT", "UPDATE"] {
        let drop = AssertSqlSafe(format!("DROP TRIGGER stop_{event}"));
        sqlx::query(drop).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

async fn kill_at_lock(url: &str, table: &str, task: &str) {
    const WAITING: &str = "SELECT COUNT(*) FROM pg_locks WHERE relation = CAST($1 AS regclass) AND NOT granted";
    let mut connection = PgConnection::connect(url).await.unwrap();
    let mut observer = PgConnection::connect(url).await.unwrap();
    let mut tx = connection.begin().await.unwrap();
    // The share mode lets readers through.
    let lock = AssertSqlSafe(format!("LOCK TABLE {table} IN SHARE MODE"));
    sqlx::query(lock).execute(&mut *tx).await.unwrap();
    let child = run(task);
    let waits = async {
        while sqlx::query_scalar::<_, i64>(WAITING).bind(table).fetch_one(&mut observer).await.unwrap() == 0 {}
    };
    timeout(REACH_TIMEOUT, waits).await.unwrap_or_else(|_| panic!("the child did not write to {table}"));
    kill(child);
    tx.rollback().await.unwrap();
}

fn run(task: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "atomicity::child", "--ignored"])
        .env(CHILD, task)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn kill(mut child: Child) {
    assert!(child.try_wait().unwrap().is_none(), "the child ended early");
    child.kill().unwrap();
    child.wait().unwrap();
}
