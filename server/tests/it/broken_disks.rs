//! SQLite on disks that are full, cannot be written or are damaged: a clear sentence, and nothing is confirmed that is not kept.

use crate::program::Installation;

#[tokio::test]
async fn what_is_no_database_is_said_to_be_none_and_left_alone() {
    let installation = Installation::new();
    let path = installation.folder.path().join("data/mentorhub.db");
    std::fs::create_dir(installation.folder.path().join("data")).unwrap();
    let rubbish = "this was a database once ".repeat(400);
    std::fs::write(&path, &rubbish).unwrap();
    let ended = installation.run(&["serve", "--listen", "127.0.0.1:0"], "");
    assert!(!ended.succeeded);
    assert!(ended.complained.contains("mentorhub.db is damaged, or no database of Mentor Hub"), "{}", ended.complained);
    assert!(ended.complained.contains("backup"), "{}", ended.complained);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), rubbish);
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
    drop(server);

    let server = installation.serve(&[]);
    for token in confirmed {
        let profile = server.client.get(format!("{}/api/v2/users/profile/", server.url)).bearer_auth(token);
        assert_eq!(profile.send().await.unwrap().status(), 200, "a session that was confirmed is gone");
    }
}
