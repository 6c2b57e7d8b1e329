//! Who forgot a password gets another one, and nobody else does.

use reqwest::Method;
use serde_json::{Value, json};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::mailbox::Mailbox;
use crate::world::PASSWORD;

const TOM: &str = "tom@example.org";

async fn post(browser: &Browser, call: &str, body: &Value) -> Answer {
    browser.send(browser.request(Method::POST, call).json(body)).await
}

fn new_password(otp: &str, first: &str, second: &str) -> Value {
    json!({"email": TOM, "otp": otp, "newPassword": first, "checkNewPassword": second})
}

both!(a_code_from_the_mailbox_sets_another_password_and_signs_out_everywhere, async |world| {
    let server = world.server();
    let tom_elsewhere = server.signed_in("tom").await;
    let mut browser = server.browser();
    let mailbox = Mailbox::of(&world);
    assert_eq!(post(&browser, "reset-password/", &json!({"email": TOM})).await.status, 200);
    let code = mailbox.code(&world, TOM).await;
    assert!(code.len() == 6 && code.chars().any(char::is_alphabetic), "{code}");
    let unproven =
        post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-7", "Over-the-hill-7")).await;
    assert_eq!(unproven.code(), "code_wrong", "it is shown first");
    assert_eq!(post(&browser, "confirm-otp/", &json!({"email": TOM, "otp": code.to_lowercase()})).await.status, 200);

    let apart = post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-7", "Over-the-hill-8")).await;
    assert_eq!(apart.body["fields"]["checkNewPassword"], json!(["Passwords don't match"]));
    let weak = post(&browser, "confirm-password/", &new_password(&code, "Password1!", "Password1!")).await;
    assert!(weak.body["fields"]["newPassword"].is_array());
    let set = post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-7", "Over-the-hill-7")).await;
    assert_eq!(set.status, 200, "{}", set.body);
    let twice = post(&browser, "confirm-password/", &new_password(&code, "Over-the-hill-9", "Over-the-hill-9")).await;
    assert_eq!(twice.code(), "code_wrong", "a code is used once");

    assert_eq!(tom_elsewhere.get("profile/").await.status, 401);
    assert_eq!(browser.sign_in(TOM, PASSWORD).await.code(), "wrong_password");
    assert_eq!(browser.sign_in(TOM, "Over-the-hill-7").await.status, 200);
    let told = mailbox.all(&world).await.pop().unwrap();
    assert!(told.contains("Subject: Your Mentor Hub password was changed") && told.contains("https://hub.example.org"));
});

both!(an_unknown_address_and_a_social_account_are_told, async |world| {
    let server = world.server();
    let browser = server.browser();
    let unknown = post(&browser, "reset-password/", &json!({"email": "nobody@example.org"})).await;
    assert_eq!((unknown.status, unknown.code()), (404, "user_unknown"));
    assert_eq!(unknown.body["errors"], json!(["An account with this email does not exist"]));
    let social = post(&browser, "reset-password/", &json!({"email": "gina@example.org"})).await;
    assert_eq!((social.status, social.code()), (409, "other_provider"));
    assert_eq!(Mailbox::of(&world).all(&world).await.len(), 0);
});

both!(a_code_for_one_thing_does_not_open_another, async |world| {
    let server = world.server();
    let browser = server.browser();
    post(&browser, "send-otp/", &json!({"email": "lena@school.example"})).await;
    let code = Mailbox::of(&world).code(&world, "lena@school.example").await;
    post(&browser, "verify-otp/", &json!({"email": "lena@school.example", "otp": code})).await;
    let form = json!({"email": "lena@school.example", "otp": code, "new_password": "Over-the-hill-7", "check_new_password": "Over-the-hill-7"});
    assert_eq!(post(&browser, "confirm-password/", &form).await.code(), "code_wrong");
});
