//! The mailbox of demonstrations.

use api::Settings;
use reqwest::Method;
use serde_json::{Value, json};
use test_kit::both;

use crate::mailbox::Mailbox;
use crate::test_app::{PATIENT, Server, TestApp};

async fn outbox(server: &Server) -> (u16, Value) {
    let answer = reqwest::get(format!("{}/api/dev/outbox/", server.url)).await.unwrap();
    (answer.status().as_u16(), serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap())
}

async fn ask_for_code(app: &TestApp, server: &Server, email: &str, language: &str) -> String {
    let browser = server.browser();
    let asked = browser.request(Method::POST, "send-otp/").json(&json!({"email": email}));
    assert_eq!(browser.send(asked.header("accept-language", language)).await.status, 200);
    Mailbox::of(app).code(app, email).await
}

both!(demo_mailbox_lists_newest_mail_first, async |app| {
    let settings = Settings::new(false, true, PATIENT).with_dev_mailbox(Some(app.files.join("outbox")));
    let server = app.server_of(settings);
    assert_eq!(outbox(&server).await, (200, json!([])), "no folder before the first mail");
    let first = ask_for_code(&app, &server, "lena@school.example", "en").await;
    app.advance(1);
    let second = ask_for_code(&app, &server, "omar@school.example", "ar").await;
    let (_, mails) = outbox(&server).await;
    let told = |mail: &Value| ["to", "code"].map(|field| mail[field].as_str().unwrap().to_owned());
    let expected = [["omar@school.example".to_owned(), second], ["lena@school.example".to_owned(), first.clone()]];
    assert_eq!(mails.as_array().unwrap().iter().map(told).collect::<Vec<_>>(), expected);
    let lena = &mails[1];
    assert_eq!(lena["subject"], format!("{first} is your Mentor Hub code"));
    assert!(lena["text"].as_str().unwrap().starts_with("Welcome!"), "{lena}");
    assert!(lena["html"].as_str().unwrap().starts_with("<!doctype html>"), "{lena}");
    assert!(lena["sentAt"].is_string());
    assert!(mails[0]["html"].as_str().unwrap().contains("dir=\"rtl\""), "Arabic is right to left");
});

both!(dev_mailbox_is_missing_outside_demo, async |app| {
    let server = app.server();
    ask_for_code(&app, &server, "lena@school.example", "en").await;
    let (status, answer) = outbox(&server).await;
    assert_eq!((status, &answer["code"]), (404, &json!("not_found")));
});
