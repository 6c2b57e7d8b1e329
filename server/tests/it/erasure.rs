//! `user erase` removes a person's words from all files of the data folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use reqwest::multipart::Form;

use crate::program::{Installation, Server};
use crate::talk::{self, MAYA, TOM, Talker};

/// Messages of Tom, each with a word of its own.
const MESSAGES: usize = 60;

fn canaries() -> Vec<String> {
    let messages = (0..MESSAGES).map(|number| format!("quillcanary{number:02}x"));
    let profile = ["canarybio", "+4912345670001", TOM].map(str::to_owned);
    messages.chain(profile).collect()
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// Returns the canaries that the files contain, with the file.
fn found(installation: &Installation) -> Vec<String> {
    loop {
        // The server renames and removes files while it runs: a list with a missing file is read again.
        if let Some(found) = found_in_all(&files_in(&installation.folder.path().join("data"))) {
            return found;
        }
    }
}

/// None if one of the files has gone.
fn found_in_all(files: &[PathBuf]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for file in files {
        let bytes = match std::fs::read(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            // The socket of the server holds nothing.
            Err(_) if !file.is_file() => continue,
            read => read.unwrap(),
        };
        let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        found.extend(canaries().into_iter().filter(|word| text.contains(word)).map(|word| format!("{word} in {name}")));
    }
    Some(found)
}

/// Tom fills in a profile, forgets the password, and writes between long messages of Maya.
async fn leave_words(server: &Server) {
    let (_, access) = server.sign_in(TOM, "Mentor-hub-1").await;
    let form = Form::new().text("bio", "A canarybio.").text("phone_number", "+49 12345 670001");
    let profile = server.client.put(format!("{}/api/v2/users/profile/", server.url)).multipart(form);
    let answer = profile.bearer_auth(access["accessToken"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let body = serde_json::json!({"email": TOM});
    let reset = server.client.post(format!("{}/api/v2/users/reset-password/", server.url)).json(&body);
    assert_eq!(reset.send().await.unwrap().status(), 200);

    let mut maya = Talker::joined(server, MAYA, talk::socket(server).await).await;
    let mut tom = Talker::joined(server, TOM, talk::socket(server).await).await;
    for number in 0..MESSAGES {
        tom.says(&format!("I said quillcanary{number:02}x")).await;
        tom.hears(&format!("quillcanary{number:02}x")).await;
        for part in 0..3 {
            maya.says(&format!("answer {number}-{part}: {}", "well ".repeat(40 * (part + 1)))).await;
            maya.hears(&format!("answer {number}-{part}:")).await;
        }
    }
}

#[tokio::test]
async fn erased_words_leave_all_files() {
    let installation = Installation::new()
        .with("MENTORHUB_LIMITS_MESSAGES_PER_SECOND", "1000000")
        .with("MENTORHUB_LIMITS_MESSAGE_BURST", "1000000");
    let server = installation.serve(&["--demo"]);
    leave_words(&server).await;
    // The mail is written within seconds.
    let outbox = installation.folder.path().join("data/outbox");
    assert!(test_kit::until(|| outbox.exists() && !files_in(&outbox).is_empty()).await, "no mail was written");
    let before = found(&installation);
    for word in canaries() {
        assert!(before.iter().any(|place| place.starts_with(&word)), "{word} was not stored");
    }

    let erased = installation.run(&["user", "erase", TOM, "--yes"], "");
    assert!(erased.succeeded, "{}", erased.complained);
    assert_eq!(found(&installation), Vec::<String>::new(), "while the server runs");
    // The running server continues on the rewritten file.
    let mut maya = Talker::joined_to(&server, "group", MAYA, talk::socket(&server).await).await;
    maya.says("Is everybody here?").await;
    maya.hears("Is everybody here?").await;
    server.signal("-TERM");
    assert!(server.wait().0);
    assert_eq!(found(&installation), Vec::<String>::new(), "after the end of the server");
    let server = installation.serve(&[]);
    assert_eq!(server.get("/readyz").await.status(), 200);
    assert_eq!(found(&installation), Vec::<String>::new(), "after a restart");
    assert!(installation.run(&["doctor"], "").said.contains("✓ database"));
}

#[tokio::test]
async fn restored_people_are_erased_again() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    server.signal("-TERM");
    assert!(server.wait().0);
    let database = installation.folder.path().join("data/mentorhub.db");
    let backup = std::fs::read(&database).unwrap();
    let again = || installation.run(&["user", "erase-again"], "");
    assert!(again().said.contains("Erased again: 0."));
    assert!(installation.run(&["user", "erase", TOM, "--yes"], "").succeeded);
    assert!(again().said.contains("Erased again: 0."));
    for file in ["data/mentorhub.db-wal", "data/mentorhub.db-shm"] {
        let _ = std::fs::remove_file(installation.folder.path().join(file));
    }
    std::fs::write(&database, backup).unwrap();
    let restored = again();
    assert!(restored.said.contains("Erased again: 1."), "{} {}", restored.said, restored.complained);
    assert!(!installation.run(&["person", "show", TOM], "").succeeded, "the address is gone");
}
