//! Sign-in with a password.

use futures_util::future::join_all;
use serde_json::json;
use store::administration;
use store::people;

use crate::test_app::PASSWORD;
use test_kit::both;

both!(right_password_opens_login_session, async |app| {
    let server = app.server();
    let answer = server.browser().sign_in(" MAYA@Example.org ", PASSWORD).await;
    assert_eq!(answer.status, 200);
    let expires_at = answer.body["expiresAt"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!((expires_at - app.store.clock.now()).num_seconds(), 900);
    let cookie = answer.cookie().unwrap();
    assert!(cookie[0].starts_with("mh_refresh=") && cookie[0].len() > 40, "{cookie:?}");
    assert_eq!(cookie[1..], ["HttpOnly", "SameSite=Lax", "Path=/api/v2/users", "Max-Age=2592000"]);
});

both!(cookie_is_secure_behind_https, async |app| {
    let server = app.server_with(true, api::SignInLimits::all(10));
    let answer = server.browser().sign_in("maya@example.org", PASSWORD).await;
    assert!(answer.cookie().unwrap().contains(&"Secure"));
});

both!(wrong_password_and_unknown_address_have_own_codes, async |app| {
    let server = app.server();
    let wrong = server.browser().try_sign_in("maya@example.org", "Mentor-hub-2").await;
    assert_eq!((wrong.status, wrong.code()), (401, "wrong_password"));
    assert_eq!(wrong.body["message"], "Wrong email or password");
    assert!(wrong.cookie().is_none());
    let unknown = server.browser().try_sign_in("nobody@example.org", PASSWORD).await;
    assert_eq!((unknown.status, unknown.code()), (401, "user_unknown"));
    assert_eq!(unknown.body["message"], "User does not exist");
});

both!(sign_in_names_invalid_fields, async |app| {
    let server = app.server();
    let both = server.browser().try_sign_in("maya", "").await;
    assert_eq!((both.status, both.code()), (422, "invalid"));
    assert!(both.body["fields"]["email"].is_array() && both.body["fields"]["password"].is_array());
    let nul = server.browser().try_sign_in("ma\0ya@example.org", PASSWORD).await;
    assert_eq!((nul.status, nul.code()), (400, "malformed"), "refused before the database");
    let endless = server.browser().try_sign_in(&format!("{}@example.org", "x".repeat(300)), PASSWORD).await;
    assert_eq!(endless.status, 422);
    let long_password = server.browser().try_sign_in("maya@example.org", &"x".repeat(500)).await;
    assert_eq!(long_password.code(), "wrong_password");
});

both!(a_social_account_has_no_password_here, async |app| {
    let server = app.server();
    let answer = server.browser().try_sign_in("gina@example.org", PASSWORD).await;
    assert_eq!((answer.status, answer.code()), (409, "other_provider"));
});

both!(disabled_account_is_revealed_only_with_password, async |app| {
    let server = app.server();
    administration::set_disabled(&app.store, &test_kit::operator(), app.maya, true, None).await.unwrap();
    let stranger = server.browser().try_sign_in("maya@example.org", "Mentor-hub-2").await;
    assert_eq!(stranger.code(), "wrong_password");
    let owner = server.browser().try_sign_in("maya@example.org", PASSWORD).await;
    assert_eq!((owner.status, owner.code()), (403, "user_disabled"));
});

both!(unverified_address_cannot_sign_in, async |app| {
    app.sql("UPDATE people SET email_verified_at = NULL WHERE email = 'maya@example.org'").await;
    let server = app.server();
    let answer = server.browser().try_sign_in("maya@example.org", PASSWORD).await;
    assert_eq!((answer.status, answer.code()), (403, "email_not_verified"));
    assert_eq!(answer.body["message"], "Email Not Verified");
});

both!(concurrent_wrong_passwords_block_account_for_an_hour, async |app| {
    let server = app.server();
    let browser = server.browser();
    let answers = join_all((0..50).map(|n| {
        let browser = &browser;
        async move { browser.try_sign_in("maya@example.org", &format!("Mentor-hub-x{n}")).await }
    }))
    .await;
    for answer in &answers {
        assert!(["wrong_password", "account_blocked"].contains(&answer.code()), "{}", answer.body);
    }
    let right = browser.try_sign_in("maya@example.org", PASSWORD).await;
    assert_eq!((right.status, right.code()), (429, "account_blocked"));
    assert_eq!(right.header("retry-after"), Some("3600"));
    let sentence = "Account temporarily blocked due to many failed login attempts, try again after an hour";
    assert_eq!(right.body, json!({"code": "account_blocked", "message": sentence}));
    assert_eq!(browser.try_sign_in("tom@example.org", PASSWORD).await.status, 200, "other accounts are not blocked");
    app.advance(3600);
    assert_eq!(browser.try_sign_in("maya@example.org", PASSWORD).await.status, 200);
});

both!(right_password_resets_failed_attempts, async |app| {
    let server = app.server();
    let browser = server.browser();
    for _ in 0..2 {
        for _ in 1..people::TRIES_BEFORE_BLOCK {
            assert_eq!(browser.try_sign_in("maya@example.org", "Mentor-hub-2").await.code(), "wrong_password");
        }
        assert_eq!(browser.try_sign_in("maya@example.org", PASSWORD).await.status, 200);
    }
});
