//! Lists and ends login sessions.

use reqwest::Method;
use reqwest::header::USER_AGENT;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::test_app::{PASSWORD, Server};
use test_kit::both;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async fn signed_in_as(server: &Server, user_agent: &str) -> Browser {
    let mut browser = server.browser();
    let body = json!({"email": "maya@example.org", "password": PASSWORD});
    let request = browser.request(Method::POST, "sign-in/").header(USER_AGENT, user_agent).json(&body);
    browser.token = browser.send(request).await.body["accessToken"].as_str().map(str::to_owned);
    browser
}

async fn listed(browser: &Browser) -> Vec<Value> {
    browser.get("sessions/").await.body.as_array().unwrap().clone()
}

both!(login_sessions_are_listed_with_browsers, async |app| {
    let server = app.server();
    server.signed_in("tom").await;
    let phone = signed_in_as(&server, "some program").await;
    app.advance(60);
    let laptop = signed_in_as(&server, FIREFOX).await;
    let of_laptop = listed(&laptop).await;
    let words = |session: &Value| [&session["browser"], &session["system"], &session["isCurrent"]].map(Value::clone);
    assert_eq!(of_laptop.len(), 2, "Tom's is none of hers");
    assert_eq!(words(&of_laptop[0]), [Value::from("Firefox"), Value::from("Linux"), Value::from(true)]);
    assert_eq!(words(&of_laptop[1]), [Value::Null, Value::Null, Value::from(false)]);
    assert_eq!(of_laptop[1]["lastUsedAt"], "2026-03-02T09:00:00Z");
    assert_eq!(listed(&phone).await[1]["isCurrent"], true);
    assert_eq!(server.browser().get("sessions/").await.status, 401);
});

both!(person_ends_only_own_login_sessions, async |app| {
    let server = app.server();
    let (laptop, mut phone) = (signed_in_as(&server, FIREFOX).await, server.signed_in("maya").await);
    let tom = server.signed_in("tom").await;
    let of_tom = listed(&tom).await[0]["id"].as_str().unwrap().to_owned();
    let of_phone = listed(&phone).await.iter().find(|s| s["isCurrent"] == true).unwrap()["id"].clone();
    let end = async |id: &str| laptop.send(laptop.request(Method::DELETE, &format!("sessions/{id}/"))).await;
    for hers_not in [of_tom.as_str(), "3c1ad5f0-8a0f-7000-8000-000000000000", "x"] {
        let answer = end(hers_not).await;
        assert_eq!((answer.status, answer.code()), (404, "not_found"), "{hers_not}");
    }
    assert_eq!(end(of_phone.as_str().unwrap()).await.status, 204);
    assert_eq!(end(of_phone.as_str().unwrap()).await.status, 404, "already ended");
    assert_eq!(phone.get("profile/").await.status, 401);
    assert_eq!(phone.refresh().await.status, 401);
    assert_eq!((tom.get("profile/").await.status, laptop.get("profile/").await.status), (200, 200));
});

both!(other_login_sessions_can_be_ended, async |app| {
    let server = app.server();
    let laptop = signed_in_as(&server, FIREFOX).await;
    let (mut phone, tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    assert_eq!(laptop.post("sessions/end-others/").await.status, 204);
    assert_eq!((phone.get("profile/").await.status, phone.refresh().await.status), (401, 401));
    assert_eq!(listed(&laptop).await.len(), 1);
    assert_eq!(tom.get("profile/").await.status, 200);
    assert_eq!(laptop.post("sessions/end-others/").await.status, 204, "no others is fine");
});
