//! A sign-up that goes on after a reload of the page.

use reqwest::Method;
use serde_json::{Value, json};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::sign_up::{EMAIL, mentee, post, prove};

async fn choose(browser: &Browser, password: &str) -> Answer {
    browser.send(browser.request(Method::PUT, "signup/draft/").json(&json!({"password": password}))).await
}

/// The form of a page that was reloaded: it knows neither code nor password.
fn form() -> Value {
    let mut form = mentee("");
    (form["email"], form["password"]) = (json!(""), json!(""));
    form
}

both!(reloaded_page_signs_up_with_its_cookie, async |app| {
    let server = app.server();
    let browser = server.browser();
    assert_eq!(browser.get("signup/draft/").await.status, 204);
    assert_eq!(choose(&browser, "Over-the-hill-7").await.code(), "code_wrong");
    let code = prove(&app, &browser).await;
    let begun = |has_password| json!({"email": EMAIL, "provider": "normal", "hasPassword": has_password});
    assert_eq!(browser.get("signup/draft/").await.body, begun(false));
    assert!(post(&browser, "signup/", &form()).await.body["fields"]["password"].is_array());
    assert!(choose(&browser, "Password1!").await.body["fields"]["password"].is_array());
    assert_eq!(choose(&browser, "Over-the-hill-7").await.status, 204);
    assert_eq!(post(&browser, "verify-otp/", &json!({"email": EMAIL, "otp": code})).await.status, 200);
    assert_eq!(browser.get("signup/draft/").await.body, begun(true), "repeating the code changes nothing");

    assert_eq!(post(&server.browser(), "signup/", &form()).await.code(), "code_wrong", "another browser has no proof");
    let made = post(&browser, "signup/", &form()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(browser.get("signup/draft/").await.status, 204);
    assert_eq!(server.browser().sign_in(EMAIL, "Over-the-hill-7").await.status, 200);
});

both!(sign_up_cookie_is_secret_and_short_lived, async |app| {
    let server = app.server();
    let browser = server.browser();
    post(&browser, "send-otp/", &json!({"email": EMAIL})).await;
    let code = crate::mailbox::Mailbox::of(&app).code(&app, EMAIL).await;
    let verified = post(&browser, "verify-otp/", &json!({"email": EMAIL, "otp": code})).await;
    let cookie = verified.cookie().unwrap();
    assert!(cookie[0].starts_with("mh_sign_up=draft."), "{cookie:?}");
    assert_eq!(cookie[1..], ["HttpOnly", "SameSite=Lax", "Path=/api/v2/users"]);
    choose(&browser, "Over-the-hill-7").await;
    app.advance(1_800);
    assert_eq!(browser.get("signup/draft/").await.status, 204);
    assert_eq!(post(&browser, "signup/", &form()).await.code(), "code_wrong");
});

both!(guesses_do_not_end_a_begun_sign_up, async |app| {
    let server = app.server();
    let browser = server.browser();
    prove(&app, &browser).await;
    choose(&browser, "Over-the-hill-7").await;
    for _ in 0..6 {
        post(&server.browser(), "verify-otp/", &json!({"email": EMAIL, "otp": "000000"})).await;
    }
    assert_eq!(post(&browser, "signup/", &form()).await.status, 201);
});
