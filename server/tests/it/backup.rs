//! A backup of a running server: the server keeps working, and the copy has all confirmed messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tokio::sync::watch;

use crate::program::{Installation, Server};
use crate::talk::{self, MAYA, TOM, Talker};

/// Messages that are confirmed before the backup begins.
const BEFORE: usize = 50;

/// A message that the server confirmed to its sender.
#[derive(Clone, Debug)]
struct Confirmed {
    id: String,
    seq: i64,
    text: String,
}

impl Confirmed {
    fn read(frame: &Value) -> Self {
        let text = |key: &str| frame[key].as_str().unwrap().to_owned();
        Self { id: text("msg_id"), seq: frame["seq"].as_i64().unwrap(), text: text("message") }
    }
}

/// Sends messages one by one, each after the confirmation of the one before.
async fn talk_on(mut talker: Talker, name: &str, is_over: Arc<AtomicBool>, confirmed: watch::Sender<Vec<Confirmed>>) {
    let length = "on and on ".repeat(100);
    for number in 0.. {
        if is_over.load(Ordering::SeqCst) {
            return;
        }
        let text = format!("{name} says number {number}, {length}");
        talker.says(&text).await;
        let frame = talker.hears(&format!("{name} says number {number},")).await;
        confirmed.send_modify(|all| all.push(Confirmed::read(&serde_json::from_str(&frame).unwrap())));
    }
}

/// Returns the messages between Maya and Tom after one message.
async fn said_after(server: &Server, message: &str) -> Vec<Confirmed> {
    let mut maya = Talker::joined(server, MAYA, talk::socket(server).await).await;
    maya.tell(json!({"command": "join", "after_msg_id": message})).await;
    let mut said = Vec::new();
    loop {
        let frame: Value = serde_json::from_str(&maya.next().await).unwrap();
        match frame["command"].as_str() {
            Some("messages_payload") => said.extend(frame["messages"].as_array().unwrap().iter().map(Confirmed::read)),
            Some("joined") => break,
            _ => {}
        }
    }
    said.sort_by_key(|message| message.seq);
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_of_running_server_has_all_confirmed_messages() {
    let installation = Arc::new(
        Installation::new()
            .with("MENTORHUB_LIMITS_MESSAGES_PER_SECOND", "1000000")
            .with("MENTORHUB_LIMITS_MESSAGE_BURST", "1000000"),
    );
    let server = installation.serve(&["--demo"]);
    let is_over = Arc::<AtomicBool>::default();
    let (confirmed, mut heard) = watch::channel(Vec::<Confirmed>::new());
    let mut talks = Vec::new();
    for (name, email) in [("Maya", MAYA), ("Tom", TOM)] {
        let talker = Talker::joined(&server, email, talk::socket(&server).await).await;
        talks.push(tokio::spawn(talk_on(talker, name, is_over.clone(), confirmed.clone())));
    }
    let before = heard.wait_for(|all| all.len() >= BEFORE).await.unwrap().clone();
    let backup = installation.clone();
    let backup = tokio::task::spawn_blocking(move || backup.run(&["backup", "copy.db"], "")).await.unwrap();
    assert!(backup.succeeded, "{}", backup.complained);
    let meanwhile = heard.borrow().len() - before.len();
    assert!(meanwhile > 0, "nothing was confirmed while the backup was taken");
    is_over.store(true, Ordering::SeqCst);
    for talk in talks {
        talk.await.unwrap();
    }
    drop(server);

    let restored = Installation::new();
    std::fs::create_dir(restored.folder.path().join("data")).unwrap();
    let [copy, place] = [installation.folder.path().join("copy.db"), restored.folder.path().join("data/mentorhub.db")];
    std::fs::copy(copy, place).unwrap();
    let server = restored.serve(&[]);
    let first = &before[0];
    let said = said_after(&server, &first.id).await;
    let last = said.last().unwrap().seq;
    assert!(said.iter().map(|message| message.seq).eq(first.seq + 1..=last), "{said:?}");
    for message in &before[1..] {
        let kept = said.iter().find(|kept| kept.seq == message.seq);
        assert!(kept.is_some_and(|kept| kept.text == message.text && kept.id == message.id), "{message:?} is {kept:?}");
    }
}

#[tokio::test]
async fn backup_does_not_migrate_an_older_schema() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    let [data, copy] = ["data/mentorhub.db", "copy.db"].map(|name| installation.folder.path().join(name));
    let mut connection = SqliteConnection::connect(data.to_str().unwrap()).await.unwrap();
    let newest = "DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
    sqlx::query(newest).execute(&mut connection).await.unwrap();
    let steps = "SELECT COUNT(*) FROM _sqlx_migrations";
    let older = sqlx::query_scalar::<_, i64>(steps).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();

    let ended = installation.run(&["backup", "copy.db"], "");
    assert!(ended.succeeded, "{}", ended.complained);
    for database in [data, copy] {
        let mut connection = SqliteConnection::connect(database.to_str().unwrap()).await.unwrap();
        let now = sqlx::query_scalar::<_, i64>(steps).fetch_one(&mut connection).await.unwrap();
        assert_eq!(now, older, "{}", database.display());
    }
}
