//! Staying signed in.

use reqwest::Method;
use serde_json::Value;
use store::{people, switches};

use test_kit::both;

/// The value of the refresh cookie that an answer sets.
fn token(answer: &crate::browser::Answer) -> String {
    answer.cookie().unwrap()[0].trim_start_matches("mh_refresh=").to_owned()
}

both!(each_refresh_gives_a_new_cookie, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    let (first, second) = (maya.refresh().await, maya.refresh().await);
    assert_eq!((first.status, second.status), (200, 200));
    assert_ne!(token(&first), token(&second));
    assert_eq!(maya.get("profile/").await.status, 200);
});

both!(a_session_outlives_its_access_tokens, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    world.advance(901);
    assert_eq!(maya.get("profile/").await.code(), "not_signed_in");
    maya.refresh().await;
    assert_eq!(maya.get("profile/").await.status, 200);
});

both!(two_tabs_refresh_at_the_same_moment, async |world| {
    let server = world.server();
    let maya = server.signed_in("maya").await;
    let (one, other) = tokio::join!(maya.post("refresh/"), maya.post("refresh/"));
    assert_eq!((one.status, other.status), (200, 200));
    let cookies = [&one, &other].into_iter().filter(|answer| answer.cookie().is_some()).count();
    assert_eq!(cookies, 1, "the second one would put an older cookie over the newer one");
    assert_eq!(maya.post("refresh/").await.status, 200);
});

both!(an_old_cookie_used_again_ends_the_session, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    let stolen = token(&maya.refresh().await);
    maya.refresh().await;
    world.advance(31);
    let thief = server.browser();
    let request = thief.request(Method::POST, "refresh/").header("cookie", format!("mh_refresh={stolen}"));
    let refused = thief.send(request).await;
    assert_eq!((refused.status, refused.code()), (401, "not_signed_in"));
    assert_eq!(maya.get("profile/").await.status, 401, "nobody knows which of the two is the thief");
    assert_eq!(maya.refresh().await.status, 401);
});

both!(a_useless_cookie_is_cleared, async |world| {
    let server = world.server();
    for cookie in ["mh_refresh=forged", "mh_refresh="] {
        let browser = server.browser();
        let answer = browser.send(browser.request(Method::POST, "refresh/").header("cookie", cookie)).await;
        assert_eq!((answer.status, answer.code()), (401, "not_signed_in"));
        let cleared = answer.cookie().unwrap();
        assert!(cleared[0] == "mh_refresh=" && cleared.contains(&"Max-Age=0"), "{cleared:?}");
        assert!(cleared.contains(&"Path=/api/v2/users"), "{cleared:?}");
    }
});

both!(a_browser_without_a_cookie_is_told_so_and_it_is_no_mistake, async |world| {
    let server = world.server();
    for cookie in ["", "mh_refresh=%00%ff"] {
        let browser = server.browser();
        let answer = browser.send(browser.request(Method::POST, "refresh/").header("cookie", cookie)).await;
        assert_eq!((answer.status, &answer.body), (204, &Value::Null));
        assert!(answer.cookie().unwrap().contains(&"Max-Age=0"));
    }
});

both!(a_session_that_nobody_used_for_a_month_is_over, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    world.advance(30 * 24 * 3600 - 1);
    assert_eq!(maya.refresh().await.status, 200);
    world.advance(30 * 24 * 3600);
    assert_eq!(maya.refresh().await.status, 401);
});

both!(a_closed_account_does_not_stay_signed_in, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    let token = maya.token.clone();
    people::set_disabled(&world.store, world.maya, true).await.unwrap();
    assert_eq!(maya.refresh().await.code(), "not_signed_in");
    people::set_disabled(&world.store, world.maya, false).await.unwrap();
    assert_eq!(maya.refresh().await.status, 204, "the cookie is gone");
    maya.token = token;
    assert_eq!(maya.get("profile/").await.status, 401, "the session is over");
});

both!(after_maintenance_people_are_still_signed_in, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    switches::set(&world.store, switches::MAINTENANCE, true).await.unwrap();
    let refused = maya.refresh().await;
    assert_eq!((refused.status, refused.code()), (503, "under_maintenance"));
    assert!(refused.cookie().is_none());
    switches::set(&world.store, switches::MAINTENANCE, false).await.unwrap();
    assert_eq!(maya.refresh().await.status, 200);
});
