//! Refresh of access tokens.

use reqwest::Method;
use serde_json::Value;
use store::{administration, flags};

use test_kit::both;

/// The refresh cookie of a response.
fn token(answer: &crate::browser::Answer) -> String {
    answer.cookie().unwrap()[0].trim_start_matches("mh_refresh=").to_owned()
}

both!(refresh_rotates_the_cookie, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    let (first, second) = (maya.refresh().await, maya.refresh().await);
    assert_eq!((first.status, second.status), (200, 200));
    assert_ne!(token(&first), token(&second));
    assert_eq!(maya.get("profile/").await.status, 200);
});

both!(login_session_outlives_its_access_tokens, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    app.advance(901);
    assert_eq!(maya.get("profile/").await.code(), "not_signed_in");
    maya.refresh().await;
    assert_eq!(maya.get("profile/").await.status, 200);
});

both!(concurrent_refreshes_both_succeed, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    let (one, other) = tokio::join!(maya.post("refresh/"), maya.post("refresh/"));
    assert_eq!((one.status, other.status), (200, 200));
    let cookies = [&one, &other].into_iter().filter(|answer| answer.cookie().is_some()).count();
    assert_eq!(cookies, 1, "the second one must not replace the newer cookie");
    assert_eq!(maya.post("refresh/").await.status, 200);
});

both!(reused_refresh_token_ends_login_session, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    let stolen = token(&maya.refresh().await);
    maya.refresh().await;
    app.advance(31);
    let thief = server.browser();
    let request = thief.request(Method::POST, "refresh/").header("cookie", format!("mh_refresh={stolen}"));
    let refused = thief.send(request).await;
    assert_eq!((refused.status, refused.code()), (401, "not_signed_in"));
    assert_eq!(maya.get("profile/").await.status, 401, "either of the two could be the thief");
    assert_eq!(maya.refresh().await.status, 401);
});

both!(invalid_refresh_cookie_is_cleared, async |app| {
    let server = app.server();
    for cookie in ["mh_refresh=forged", "mh_refresh="] {
        let browser = server.browser();
        let answer = browser.send(browser.request(Method::POST, "refresh/").header("cookie", cookie)).await;
        assert_eq!((answer.status, answer.code()), (401, "not_signed_in"));
        let cleared = answer.cookie().unwrap();
        assert!(cleared[0] == "mh_refresh=" && cleared.contains(&"Max-Age=0"), "{cleared:?}");
        assert!(cleared.contains(&"Path=/api/v2/users"), "{cleared:?}");
    }
});

both!(refresh_without_cookie_returns_no_content, async |app| {
    let server = app.server();
    for cookie in ["", "mh_refresh=%00%ff"] {
        let browser = server.browser();
        let answer = browser.send(browser.request(Method::POST, "refresh/").header("cookie", cookie)).await;
        assert_eq!((answer.status, &answer.body), (204, &Value::Null));
        assert!(answer.cookie().unwrap().contains(&"Max-Age=0"));
    }
});

both!(unused_login_session_expires_after_a_month, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    app.advance(30 * 24 * 3600 - 1);
    assert_eq!(maya.refresh().await.status, 200);
    app.advance(30 * 24 * 3600);
    assert_eq!(maya.refresh().await.status, 401);
});

both!(disabled_account_cannot_refresh, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    let token = maya.token.clone();
    administration::set_disabled(&app.store, &test_kit::operator(), app.maya, true, None).await.unwrap();
    assert_eq!(maya.refresh().await.code(), "not_signed_in");
    administration::set_disabled(&app.store, &test_kit::operator(), app.maya, false, None).await.unwrap();
    assert_eq!(maya.refresh().await.status, 204, "the cookie is cleared");
    maya.token = token;
    assert_eq!(maya.get("profile/").await.status, 401, "the login session has ended");
});

both!(login_sessions_survive_maintenance, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    flags::set(&app.store, &test_kit::operator(), flags::MAINTENANCE, true).await.unwrap();
    let refused = maya.refresh().await;
    assert_eq!((refused.status, refused.code()), (503, "under_maintenance"));
    assert!(refused.cookie().is_none());
    flags::set(&app.store, &test_kit::operator(), flags::MAINTENANCE, false).await.unwrap();
    assert_eq!(maya.refresh().await.status, 200);
});
