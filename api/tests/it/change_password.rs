//! Password change.

use api::SignInLimits;
use reqwest::Method;
use serde_json::json;
use store::login_sessions;
use store::people::{self, TRIES_BEFORE_BLOCK};

use crate::browser::{Answer, Browser};
use crate::test_app::PASSWORD;
use test_kit::both;

const NEXT: &str = "Another-hub-2";

async fn change(browser: &Browser, current: &str, new: &str, again: &str) -> Answer {
    let body = json!({"currentPassword": current, "new_password": new, "checkNewPassword": again});
    browser.send(browser.request(Method::POST, "change-password/").json(&body)).await
}

both!(password_change_ends_other_login_sessions, async |app| {
    let server = app.server();
    let (mut here, mut there) = (server.signed_in("maya").await, server.signed_in("maya").await);
    assert_eq!(change(&here, PASSWORD, NEXT, NEXT).await.status, 200);
    assert_eq!((here.get("profile/").await.status, here.refresh().await.status), (200, 200));
    assert_eq!((there.get("profile/").await.status, there.refresh().await.status), (401, 401));
    let browser = server.browser();
    assert_eq!(browser.try_sign_in("maya@example.org", PASSWORD).await.code(), "wrong_password");
    assert_eq!(browser.try_sign_in("maya@example.org", NEXT).await.status, 200);
});

both!(invalid_password_change_is_refused_with_fields, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    for (current, new, again, code, field) in [
        (PASSWORD, "short", "short", "invalid", "newPassword"),
        (PASSWORD, NEXT, "Another-hub-3", "invalid", "checkNewPassword"),
        ("Mentor-hub-9", NEXT, NEXT, "current_password_wrong", "currentPassword"),
    ] {
        let answer = change(&maya, current, new, again).await;
        assert_eq!((answer.status, answer.code()), (422, code));
        assert!(answer.body["fields"][field].is_array(), "{}", answer.body);
    }
    assert_eq!(change(&server.browser(), PASSWORD, NEXT, NEXT).await.status, 401);
    assert_eq!(server.browser().try_sign_in("maya@example.org", PASSWORD).await.status, 200);
});

both!(wrong_current_passwords_block_the_account, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    for _ in 0..TRIES_BEFORE_BLOCK {
        assert_eq!(change(&maya, "Mentor-hub-9", NEXT, NEXT).await.code(), "current_password_wrong");
    }
    let refused = change(&maya, PASSWORD, NEXT, NEXT).await;
    assert_eq!((refused.status, refused.code()), (429, "account_blocked"));
    assert!(people::sign_in_facts(&app.store, app.maya).await.unwrap().unwrap().blocked_until.is_some());
});

both!(password_changes_are_limited, async |app| {
    let server = app.server_with(false, SignInLimits { per_email: 3, ..SignInLimits::all(100) });
    let maya = server.signed_in("maya").await;
    for _ in 0..2 {
        assert_eq!(change(&maya, PASSWORD, "short", "short").await.status, 422);
    }
    let refused = change(&maya, PASSWORD, NEXT, NEXT).await;
    assert_eq!((refused.status, refused.code()), (429, "rate_limited"));
});

both!(a_social_account_has_no_password_here, async |app| {
    let server = app.server();
    let gina = people::by_email(&app.store, "gina@example.org").await.unwrap().unwrap();
    let opened = login_sessions::open(&app.store, gina.id, "", login_sessions::Factors::One).await.unwrap();
    let mut browser = server.browser();
    browser.token = Some(store::tokens::issue(&app.store, gina.id, opened.session).unwrap().0);
    let refused = change(&browser, PASSWORD, NEXT, NEXT).await;
    assert_eq!((refused.status, refused.code()), (409, "other_provider"));
});
