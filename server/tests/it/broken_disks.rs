//! SQLite on full, read-only or damaged disks: a clear sentence, and no confirmation without a stored write.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tokio::time::timeout;

use crate::program::{Installation, json_of};
use crate::talk::{self, MAYA, Talker};

/// Limits every wait for a change of the server.
const LIMIT: Duration = Duration::from_secs(180);

#[tokio::test]
async fn file_that_is_no_database_stays_unchanged() {
    let installation = Installation::new();
    let path = installation.folder.path().join("data/mentorhub.db");
    std::fs::create_dir(installation.folder.path().join("data")).unwrap();
    for rubbish in ["this was a database once ".repeat(400), String::new()] {
        std::fs::write(&path, &rubbish).unwrap();
        let ended = installation.run(&["serve", "--listen", "127.0.0.1:0"], "");
        assert!(!ended.succeeded);
        let complaint = ended.complained;
        assert!(complaint.contains("mentorhub.db is damaged, or not a database of Mentor Hub"), "{complaint}");
        assert!(complaint.contains("backup"), "{complaint}");
        for command in [&["backup", "copy.db"][..], &["migrate"], &["maintenance", "on"]] {
            let ended = installation.run(command, "");
            assert!(!ended.succeeded && ended.complained.contains("is damaged, or not"), "{command:?}: {}", ended.said);
        }
        assert!(!installation.folder.path().join("copy.db").exists());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), rubbish);
    }
}

#[tokio::test]
async fn damaged_database_stops_start_and_stays_unchanged() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let path = installation.folder.path().join("data/mentorhub.db");
    let mut connection = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
    let root = sqlx::query_scalar::<_, i64>("SELECT rootpage FROM sqlite_master WHERE name = 'messages'");
    let page = usize::try_from(root.fetch_one(&mut connection).await.unwrap()).unwrap() - 1;
    let size = sqlx::query_scalar::<_, i64>("PRAGMA page_size").fetch_one(&mut connection).await.unwrap();
    let size = usize::try_from(size).unwrap();
    connection.close().await.unwrap();

    let whole = std::fs::read(&path).unwrap();
    let mut overwritten = whole.clone();
    overwritten[page * size..][..size].fill(0xa5);
    let half = whole[..whole.len() / size / 2 * size].to_vec();
    for damaged in [overwritten, half] {
        std::fs::write(&path, &damaged).unwrap();
        let ended = installation.run(&["serve", "--listen", "127.0.0.1:0"], "");
        assert!(!ended.succeeded);
        assert!(ended.complained.contains("mentorhub.db is damaged"), "{}", ended.complained);
        assert!(std::fs::read(&path).unwrap() == damaged, "it was written to");
        let ill = installation.run(&["doctor"], "");
        assert!(
            !ill.succeeded && ill.said.contains("✗ database        sqlite:data/mentorhub.db: database: "),
            "{}",
            ill.said
        );
        let copy = installation.folder.path().join("copy.db");
        let refused = installation.run(&["backup", copy.to_str().unwrap()], "");
        assert!(!refused.succeeded && !copy.exists(), "a backup of what is damaged: {}", refused.said);
    }
    std::fs::write(&path, &whole).unwrap();
    installation.serve(&[]);
    assert!(installation.run(&["doctor"], "").said.contains("✓ database"));
}

#[tokio::test]
async fn damaged_log_stops_start_and_stays_unchanged() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    for _ in 0..4 {
        assert_eq!(server.sign_in(talk::TOM, "Mentor-hub-1").await.0, 200);
    }
    server.signal("-KILL");
    server.wait();
    let path = installation.folder.path().join("data/mentorhub.db-wal");
    let whole = std::fs::read(&path).unwrap();
    let frame = 24 + 4096;
    assert!(whole.len() > 32 + 8 * frame, "{}", whole.len());
    let overwritten = |at: usize| {
        let mut log = whole.clone();
        log[at] ^= 0xff;
        log
    };
    for damaged in [overwritten(9), overwritten(32 + frame + 200)] {
        std::fs::write(&path, &damaged).unwrap();
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["backup", "copy.db"], &["migrate"]] {
            let ended = installation.run(command, "");
            assert!(!ended.succeeded, "{command:?}");
            assert!(
                ended.complained.contains("write-ahead log data/mentorhub.db-wal is damaged"),
                "{}",
                ended.complained
            );
            assert!(ended.complained.contains("restore a backup"), "{}", ended.complained);
        }
        assert!(std::fs::read(&path).unwrap() == damaged, "it was written to");
        assert!(installation.run(&["doctor"], "").said.contains("✗ database"));
    }
    // A power cut tears the last transaction, which was not confirmed.
    for torn in [whole.len() - 100, whole.len() - frame] {
        std::fs::write(&path, &whole[..torn]).unwrap();
        assert!(installation.run(&["doctor"], "").said.contains("✓ database"), "{torn}");
    }
    installation.serve(&[]);
}

#[tokio::test]
async fn newer_schema_stops_start() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    run_sql(
        &installation,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of a later version', TRUE, 'sum', 0)",
    )
    .await;
    let ended = installation.run(&["serve", "--listen", "127.0.0.1:0"], "");
    assert!(!ended.succeeded);
    assert!(ended.complained.contains("A newer Mentor Hub has changed the schema"), "{}", ended.complained);
}

#[tokio::test]
async fn doctor_notices_a_full_disk() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    let ill = installation.run_on_full_disk(&["doctor"]);
    assert!(!ill.succeeded && ill.said.contains("✗ data folder"), "{}", ill.said);
}

#[tokio::test]
async fn unwritable_folder_is_named() {
    // Even root cannot create files here.
    let ended = Installation::new().run(&["serve", "--listen", "127.0.0.1:0", "--data-dir", "/sys"], "");
    assert!(!ended.succeeded);
    assert!(ended.complained.starts_with("mentorhub: /sys/mentorhub.lock cannot be written"), "{}", ended.complained);
}

#[tokio::test]
async fn full_disk_confirms_only_stored_writes() {
    let installation = Installation::new()
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_ADDRESS", "1000000")
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_EMAIL", "1000000");
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let size = std::fs::metadata(installation.folder.path().join("data/mentorhub.db")).unwrap().len();

    // Each sign-in writes a login session. Some fit before the file reaches its limit.
    let server = installation.serve_on_full_disk(size / 512 + 64);
    let mut confirmed = Vec::new();
    let refusal = loop {
        let (status, answer) = server.sign_in("tom.mentee@example.org", "Mentor-hub-1").await;
        match answer["accessToken"].as_str() {
            Some(token) if status == 200 => confirmed.push(token.to_owned()),
            _ => break (status, answer),
        }
    };
    assert_eq!((refusal.0, refusal.1["code"].as_str()), (503, Some("unavailable")), "{}", refusal.1);
    assert!(!confirmed.is_empty(), "the disk was full from the beginning");
    // Ending a login session needs less space, so the first ones may succeed.
    let mut ended = 0;
    loop {
        let sign_out =
            server.client.post(format!("{}/api/v2/users/sign-out/", server.url)).bearer_auth(&confirmed[ended]);
        match sign_out.send().await.unwrap().status().as_u16() {
            204 => ended += 1,
            status => break assert_eq!(status, 503),
        }
    }
    drop(server);

    let server = installation.serve(&[]);
    for (number, token) in confirmed.into_iter().enumerate() {
        let profile = server.client.get(format!("{}/api/v2/users/profile/", server.url)).bearer_auth(token);
        let expected = if number < ended { 401 } else { 200 };
        assert_eq!(
            profile.send().await.unwrap().status(),
            expected,
            "what was confirmed of session {number} is not so"
        );
    }
}

#[tokio::test]
async fn refused_messages_are_accepted_after_disk_has_room() {
    // The disk must be full before the sender reaches a limit, also on a fast machine.
    let installation = Installation::new()
        .with("MENTORHUB_LIMITS_MESSAGES_PER_SECOND", "1000000")
        .with("MENTORHUB_LIMITS_MESSAGE_BURST", "1000000");
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let size = std::fs::metadata(installation.folder.path().join("data/mentorhub.db")).unwrap().len();

    let server = installation.serve_on_full_disk(size / 512 + 64);
    let mut maya = Talker::joined(&server, MAYA, talk::socket(&server).await).await;
    let mut confirmed = Vec::new();
    let refusal = loop {
        let told = send(&mut maya, confirmed.len()).await;
        match told["command"].as_str() {
            Some("new_message") => confirmed.push(told["msg_id"].clone()),
            _ => break told,
        }
    };
    assert_eq!(
        (refusal["command"].as_str(), refusal["code"].as_str()),
        (Some("error"), Some("unavailable")),
        "{refusal}"
    );
    assert!(!confirmed.is_empty(), "the disk was full from the beginning");
    let newest = newest(&mut maya).await;
    assert_eq!(newest[0]["msg_id"], *confirmed.last().unwrap(), "what is there cannot be read");

    server.make_room();
    let told = send(&mut maya, confirmed.len()).await;
    assert_eq!(told["command"], "new_message", "{told}");
    confirmed.push(told["msg_id"].clone());
    drop(server);

    let server = installation.serve(&[]);
    let mut maya = Talker::joined(&server, MAYA, talk::socket(&server).await).await;
    let newest = self::newest(&mut maya).await;
    let kept: Vec<&Value> = newest.iter().map(|message| &message["msg_id"]).collect();
    let expected: Vec<&Value> = confirmed.iter().rev().take(kept.len()).collect();
    assert_eq!(kept[..expected.len()], expected, "what was confirmed is gone, or what was refused is there");
}

#[tokio::test]
async fn full_disk_is_not_ready_until_room() {
    let installation = Installation::new()
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_ADDRESS", "1000000")
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_EMAIL", "1000000");
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let size = std::fs::metadata(installation.folder.path().join("data/mentorhub.db")).unwrap().len();
    let server = installation.serve_on_full_disk(size / 512 + 64);
    let full = async {
        loop {
            server.sign_in("tom.mentee@example.org", "Mentor-hub-1").await;
            let answer = server.get("/readyz").await;
            if answer.status() == 503 {
                break json_of(answer).await;
            }
        }
    };
    let full = timeout(LIMIT, full).await.expect("it stays ready");
    assert_eq!(full["status"], "not_ready");
    assert_eq!(full["reasons"], json!(["the database cannot be written: is the disk full?"]));
    assert_eq!(full["database"], "ok", "reading continues");
    assert_eq!(server.get("/healthz").await.status(), 200);
    server.make_room();
    let recovered = async { while server.get("/readyz").await.status() != 200 {} };
    timeout(LIMIT, recovered).await.expect("it stays unready");
}

#[tokio::test]
async fn dropped_table_stops_start() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    run_sql(&installation, "DROP TABLE blocks").await;
    let ended = installation.run(&["serve", "--listen", "127.0.0.1:0"], "");
    assert!(!ended.succeeded);
    let complaint = "mentorhub.db is incomplete: the table blocks is missing. docs/OPERATIONS.md explains";
    assert!(ended.complained.contains(complaint), "{}", ended.complained);
    let ill = installation.run(&["doctor"], "");
    assert!(!ill.succeeded && ill.said.contains("the table blocks is missing"), "{}", ill.said);
}

#[tokio::test]
async fn orphaned_rows_are_reported_at_start() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    run_sql(&installation, "PRAGMA foreign_keys = OFF; DELETE FROM channels WHERE kind = 'group'").await;
    let path = installation.folder.path().join("log");
    let server = installation.serve_logging_to(std::fs::File::create(&path).unwrap());
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.contains("the database lost rows that others refer to"), "{log}");
    drop(server);
    let ill = installation.run(&["doctor"], "");
    assert!(!ill.succeeded, "{}", ill.said);
    for table in ["members", "mentorships"] {
        let line = ill
            .said
            .lines()
            .find(|line| line.contains(&format!(" of table {table} refer to missing rows of channels")));
        assert!(line.is_some(), "{table}: {}", ill.said);
    }
}

async fn run_sql(installation: &Installation, statement: &'static str) {
    let path = installation.folder.path().join("data/mentorhub.db");
    let mut connection = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
    sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Sends a message with this client id and returns the result.
async fn send(talker: &mut Talker, name: usize) -> Value {
    talker.tell(json!({"command": "send", "message": "Is there room? ".repeat(20), "temp_id": name.to_string()})).await;
    serde_json::from_str(&talker.hears(&format!("\"temp_id\":\"{name}\"")).await).unwrap()
}

/// Returns the newest messages of the channel, newest first.
async fn newest(talker: &mut Talker) -> Vec<Value> {
    talker.tell(json!({"command": "fetch_messages"})).await;
    let page: Value = serde_json::from_str(&talker.hears("messages_payload").await).unwrap();
    page["messages"].as_array().unwrap().clone()
}
