//! SQLite on disks that are full, cannot be written or are damaged: a clear sentence, and nothing is confirmed that is not kept.

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};

use crate::program::Installation;
use crate::talk::{self, MAYA, Talker};

#[tokio::test]
async fn what_is_no_database_is_said_to_be_none_and_left_alone() {
    let installation = Installation::new();
    let path = installation.folder.path().join("data/mentorhub.db");
    std::fs::create_dir(installation.folder.path().join("data")).unwrap();
    for rubbish in ["this was a database once ".repeat(400), String::new()] {
        std::fs::write(&path, &rubbish).unwrap();
        let ended = installation.run(&["serve", "--listen", "127.0.0.1:0"], "");
        assert!(!ended.succeeded);
        let complaint = ended.complained;
        assert!(complaint.contains("mentorhub.db is damaged, or no database of Mentor Hub"), "{complaint}");
        assert!(complaint.contains("backup"), "{complaint}");
        for command in [&["backup", "copy.db"][..], &["migrate"], &["maintenance", "on"]] {
            let ended = installation.run(command, "");
            assert!(!ended.succeeded && ended.complained.contains("is damaged, or no"), "{command:?}: {}", ended.said);
        }
        assert!(!installation.folder.path().join("copy.db").exists());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), rubbish);
    }
}

#[tokio::test]
async fn what_is_damaged_behind_a_good_header_stops_the_start_and_is_left_alone() {
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
async fn a_folder_that_cannot_be_written_is_named() {
    // Not even root makes files here.
    let ended = Installation::new().run(&["serve", "--listen", "127.0.0.1:0", "--data-dir", "/sys"], "");
    assert!(!ended.succeeded);
    assert!(ended.complained.starts_with("mentorhub: /sys/mentorhub.lock cannot be written"), "{}", ended.complained);
}

#[tokio::test]
async fn on_a_full_disk_nothing_is_confirmed_that_is_not_kept() {
    let installation = Installation::new()
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_ADDRESS", "1000000")
        .with("MENTORHUB_LIMITS_SIGN_INS_PER_EMAIL", "1000000");
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let size = std::fs::metadata(installation.folder.path().join("data/mentorhub.db")).unwrap().len();

    // Each sign-in writes a session. Some fit, then the file may not grow any more.
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
    // To end one takes less room, so the first ones may be.
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
async fn messages_that_a_full_disk_refused_are_taken_as_soon_as_it_has_room() {
    let installation = Installation::new();
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

/// Sends a message of this name. What became of it.
async fn send(talker: &mut Talker, name: usize) -> Value {
    talker.tell(json!({"command": "send", "message": "Is there room? ".repeat(20), "temp_id": name.to_string()})).await;
    serde_json::from_str(&talker.hears(&format!("\"temp_id\":\"{name}\"")).await).unwrap()
}

/// The newest messages of the conversation, the newest first.
async fn newest(talker: &mut Talker) -> Vec<Value> {
    talker.tell(json!({"command": "fetch_messages"})).await;
    let page: Value = serde_json::from_str(&talker.hears("messages_payload").await).unwrap();
    page["messages"].as_array().unwrap().clone()
}
