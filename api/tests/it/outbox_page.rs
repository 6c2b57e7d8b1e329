//! Who tries the product out reads its mails in the browser.

use api::Settings;
use reqwest::Method;
use serde_json::{Value, json};
use test_kit::both;

use crate::mailbox::Mailbox;
use crate::world::{PATIENT, Server, World};

async fn outbox(server: &Server) -> (u16, Value) {
    let answer = reqwest::get(format!("{}/api/dev/outbox/", server.url)).await.unwrap();
    (answer.status().as_u16(), serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap())
}

async fn ask_for_code(world: &World, server: &Server, email: &str, language: &str) -> String {
    let browser = server.browser();
    let asked = browser.request(Method::POST, "send-otp/").json(&json!({"email": email}));
    assert_eq!(browser.send(asked.header("accept-language", language)).await.status, 200);
    Mailbox::of(world).code(world, email).await
}

both!(the_mails_of_a_demonstration_can_be_read_newest_first, async |world| {
    let settings = Settings::new(false, true, PATIENT).showing_outbox(Some(world.files.join("outbox")));
    let server = world.server_of(settings);
    assert_eq!(outbox(&server).await, (200, json!([])), "before the first mail there is no folder");
    let first = ask_for_code(&world, &server, "lena@school.example", "en").await;
    world.advance(1);
    let second = ask_for_code(&world, &server, "omar@school.example", "ar").await;
    let (_, mails) = outbox(&server).await;
    let told = |mail: &Value| ["to", "code"].map(|field| mail[field].as_str().unwrap().to_owned());
    let expected = [["omar@school.example".to_owned(), second], ["lena@school.example".to_owned(), first.clone()]];
    assert_eq!(mails.as_array().unwrap().iter().map(told).collect::<Vec<_>>(), expected);
    let lena = &mails[1];
    assert_eq!(lena["subject"], format!("{first} is your Mentor Hub code"));
    assert!(lena["text"].as_str().unwrap().starts_with("Welcome!"), "{lena}");
    assert!(lena["html"].as_str().unwrap().starts_with("<!doctype html>"), "{lena}");
    assert!(lena["sentAt"].is_string());
    assert!(mails[0]["html"].as_str().unwrap().contains("dir=\"rtl\""), "other alphabets arrive whole");
});

both!(elsewhere_there_is_no_such_call, async |world| {
    let server = world.server();
    ask_for_code(&world, &server, "lena@school.example", "en").await;
    let (status, answer) = outbox(&server).await;
    assert_eq!((status, &answer["code"]), (404, &json!("not_found")));
});
