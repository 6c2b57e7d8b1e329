//! Leaving, on every node at once.

use store::bus::{Event, Signal};

use test_kit::both;

both!(signing_out_ends_the_session_and_clears_the_cookie, async |world| {
    let server = world.server();
    let mut maya = server.signed_in("maya").await;
    let answer = maya.post("sign-out/").await;
    assert_eq!(answer.status, 204);
    assert!(answer.cookie().unwrap().contains(&"Max-Age=0"));
    assert_eq!(maya.get("profile/").await.status, 401);
    assert_eq!(maya.refresh().await.status, 204);
});

both!(the_cookie_alone_is_enough_and_so_is_the_token, async |world| {
    let server = world.server();
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

both!(all_nodes_are_told, async |world| {
    let server = world.server();
    let tom = server.signed_in("tom").await;
    let mut news = world.store.bus.listen();
    tom.post("sign-out/").await;
    let ended = loop {
        if let Signal::Events(events) = news.next().await.unwrap()
            && let Some(Event::SessionsEnded { person, sessions }) = events.first()
        {
            break (*person, sessions.len());
        }
    };
    assert_eq!(ended, (world.tom, 1));
});

both!(other_browsers_stay_signed_in, async |world| {
    let server = world.server();
    let (laptop, phone) = (server.signed_in("maya").await, server.signed_in("maya").await);
    laptop.post("sign-out/").await;
    assert_eq!(phone.get("profile/").await.status, 200);
});

both!(signing_out_twice_or_as_nobody_is_fine, async |world| {
    let server = world.server();
    let maya = server.signed_in("maya").await;
    for _ in 0..2 {
        assert_eq!(maya.post("sign-out/").await.status, 204);
    }
    assert_eq!(server.browser().post("sign-out/").await.status, 204);
    let mut forger = server.browser();
    forger.token = Some("forged".into());
    assert_eq!(forger.post("sign-out/").await.status, 204);
});
