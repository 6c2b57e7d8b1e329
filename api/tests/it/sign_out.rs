//! Sign-out on all nodes.

use store::bus::{BusMessage, Event};

use test_kit::both;

both!(sign_out_ends_session_and_clears_cookie, async |app| {
    let server = app.server();
    let mut maya = server.signed_in("maya").await;
    let answer = maya.post("sign-out/").await;
    assert_eq!(answer.status, 204);
    assert!(answer.cookie().unwrap().contains(&"Max-Age=0"));
    assert_eq!(maya.get("profile/").await.status, 401);
    assert_eq!(maya.refresh().await.status, 204);
});

both!(sign_out_accepts_cookie_or_token, async |app| {
    let server = app.server();
    let mut with_cookie = server.signed_in("maya").await;
    let token = with_cookie.token.take();
    assert_eq!(with_cookie.post("sign-out/").await.status, 204);
    with_cookie.token = token;
    assert_eq!(with_cookie.get("profile/").await.status, 401);

    let signed_in = server.signed_in("maya").await;
    let mut with_token = server.browser();
    with_token.token = signed_in.token.clone();
    assert_eq!(with_token.post("sign-out/").await.status, 204);
    assert_eq!(signed_in.get("profile/").await.status, 401);
});

both!(sign_out_is_published_to_all_nodes, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    let mut news = app.store.bus.listen();
    tom.post("sign-out/").await;
    let ended = loop {
        if let BusMessage::Events(events) = news.next().await.unwrap()
            && let Some(Event::SessionsEnded { person, sessions }) = events.first()
        {
            break (*person, sessions.len());
        }
    };
    assert_eq!(ended, (app.tom, 1));
});

both!(sign_out_keeps_other_login_sessions, async |app| {
    let server = app.server();
    let (laptop, phone) = (server.signed_in("maya").await, server.signed_in("maya").await);
    laptop.post("sign-out/").await;
    assert_eq!(phone.get("profile/").await.status, 200);
});

both!(sign_out_is_idempotent, async |app| {
    let server = app.server();
    let maya = server.signed_in("maya").await;
    for _ in 0..2 {
        assert_eq!(maya.post("sign-out/").await.status, 204);
    }
    assert_eq!(server.browser().post("sign-out/").await.status, 204);
    let mut forger = server.browser();
    forger.token = Some("forged".into());
    assert_eq!(forger.post("sign-out/").await.status, 204);
});
