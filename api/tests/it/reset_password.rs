//! Password reset.

use reqwest::Method;
use serde_json::{Value, json};
use store::people;
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::mailbox::Mailbox;
use crate::test_app::PASSWORD;

const TOM: &str = "tom@example.org";

async fn post(browser: &Browser, call: &str, body: &Value) -> Answer {
    browser.send(browser.request(Method::POST, call).json(body)).await
}

fn new_password(otp: &str, first: &str, second: &str) -> Value {
    json!({"email": TOM, "otp": otp, "newPassword": first, "checkNewPassword": second})
}

both!(password_reset_ends_all_login_sessions, async |app| {
    let server = app.server();
    let tom_elsewhere = server.signed_in("tom").await;
    let mut browser = server.browser();
    let mailbox = Mailbox::of(&app);
    assert_eq!(post(&browser, "reset-password/", &json!({"email": TOM})).await.status, 200);
    let code = mailbox.code(&app, TOM).await;
    assert!(code.len() == 6 && code.chars().any(char::is_alphabetic), "{code}");
    let unproven =
        post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-7", "Over-the-hill-7")).await;
    assert_eq!(unproven.code(), "code_wrong", "the code must be verified first");
    let confirmed = post(&browser, "confirm-otp/", &json!({"email": TOM, "otp": code.to_lowercase()})).await;
    assert_eq!(
        (confirmed.status, confirmed.body["message"].as_str()),
        (200, Some("The code is right. Choose a new password."))
    );

    let apart = post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-7", "Over-the-hill-8")).await;
    assert_eq!(apart.body["fields"]["checkNewPassword"], json!(["Passwords don't match"]));
    let weak = post(&browser, "confirm-password/", &new_password(&code, "Password1!", "Password1!")).await;
    assert!(weak.body["fields"]["newPassword"].is_array());
    let set = post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-7", "Over-the-hill-7")).await;
    assert_eq!(set.status, 200, "{}", set.body);
    let twice = post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-9", "Over-the-hill-9")).await;
    assert_eq!(twice.code(), "code_wrong", "a code works once");

    assert_eq!(tom_elsewhere.get("profile/").await.status, 401);
    assert_eq!(browser.sign_in(TOM, PASSWORD).await.code(), "wrong_password");
    assert_eq!(browser.sign_in(TOM, "Over-the-hill-7").await.status, 200);
    let told = mailbox.all(&app).await.pop().unwrap();
    assert!(told.contains("Subject: Your Mentor Hub password was changed") && told.contains("https://hub.example.org"));
});

both!(password_reset_refuses_unknown_and_social_accounts, async |app| {
    let server = app.server();
    let browser = server.browser();
    let unknown = post(&browser, "reset-password/", &json!({"email": "nobody@example.org"})).await;
    assert_eq!((unknown.status, unknown.code()), (404, "user_unknown"));
    assert_eq!(unknown.body["errors"], json!(["An account with this email does not exist"]));
    let social = post(&browser, "reset-password/", &json!({"email": "gina@example.org"})).await;
    assert_eq!((social.status, social.code()), (409, "other_provider"));
    assert_eq!(Mailbox::of(&app).all(&app).await.len(), 0);
});

both!(guesses_at_new_password_end_the_code, async |app| {
    let server = app.server();
    let browser = server.browser();
    assert_eq!(post(&browser, "reset-password/", &json!({"email": TOM})).await.status, 200);
    let code = Mailbox::of(&app).code(&app, TOM).await;
    assert_eq!(post(&browser, "confirm-otp/", &json!({"email": TOM, "otp": code})).await.status, 200);
    let set = async |code: &str| {
        post(&browser, "confirm-password/", &new_password(code, "Over-the-hill-7", "Over-the-hill-7")).await
    };
    for _ in 0..5 {
        assert_eq!(set("AAAAAA").await.code(), "code_wrong");
    }
    assert_eq!(set(&code).await.code(), "code_wrong");
});

both!(code_is_bound_to_its_purpose, async |app| {
    let server = app.server();
    let browser = server.browser();
    post(&browser, "send-otp/", &json!({"email": "lena@school.example"})).await;
    let code = Mailbox::of(&app).code(&app, "lena@school.example").await;
    post(&browser, "verify-otp/", &json!({"email": "lena@school.example", "otp": code})).await;
    let form = json!({"email": "lena@school.example", "otp": code, "new_password": "Over-the-hill-7", "check_new_password": "Over-the-hill-7"});
    assert_eq!(post(&browser, "confirm-password/", &form).await.code(), "code_wrong");
});

both!(reset_mails_use_the_language_of_the_page, async |app| {
    let server = app.server();
    let browser = server.browser();
    let mailbox = Mailbox::of(&app);
    let from_page = async |language: &str, call: &str, body: &Value| {
        browser.send(browser.request(Method::POST, call).header("accept-language", language).json(body)).await
    };
    assert_eq!(from_page("de", "reset-password/", &json!({"email": TOM})).await.status, 200);
    let mail = mailbox.all(&app).await.pop().unwrap();
    assert!(mail.contains("Gib diesen Code"), "the profile says English, the page German: {mail}");
    let code = mailbox.code(&app, TOM).await;
    assert_eq!(from_page("de", "confirm-otp/", &json!({"email": TOM, "otp": code})).await.status, 200);
    let form = new_password(&code, "Over-the-hill-7", "Over-the-hill-7");
    assert_eq!(from_page("de", "confirm-password/", &form).await.status, 200);
    let notice = mailbox.all(&app).await.pop().unwrap();
    assert!(notice.contains("Das Passwort deines Kontos"), "{notice}");
});

both!(reset_mail_without_known_page_language_uses_profile, async |app| {
    let server = app.server();
    let browser = server.browser();
    people::set_language(&app.store, app.tom, "ar").await.unwrap();
    let request = browser.request(Method::POST, "reset-password/").header("accept-language", "tlh");
    assert_eq!(browser.send(request.json(&json!({"email": TOM}))).await.status, 200);
    let mail = Mailbox::of(&app).all(&app).await.pop().unwrap();
    assert!(mail.contains("dir=3D\"rtl\"") || mail.contains("dir=\"rtl\""), "{mail}");
});
