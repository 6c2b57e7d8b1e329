//! Sign-out closes the connections of the login session on every node.

use serde_json::json;
use store::login_sessions;

use test_kit::Redis;
use test_kit::{both, shared};

both!(sign_out_closes_only_connections_of_session, async |app| {
    let node = app.node().await;
    let (opened, token) = node.sign_in(app.maya).await;
    let mut tab = node.socket_of(opened.clone(), token.clone()).await;
    let mut other_tab = node.socket_of(opened.clone(), token).await;
    let mut phone = node.socket(app.maya).await;
    let mut tom = node.socket(app.tom).await;
    login_sessions::end(&node.store, opened.session).await.unwrap();
    assert_eq!(tab.expect_close().await, 4401);
    assert_eq!(other_tab.expect_close().await, 4401);
    phone.expect_silence().await;
    tom.expect_silence().await;
    login_sessions::end_all_of(&node.store, app.maya).await.unwrap();
    assert_eq!(phone.expect_close().await, 4401);
    tom.expect_silence().await;
});

both!(sign_out_closes_connections_being_opened, async |app| {
    let node = app.node().await;
    for _ in 0..20 {
        let (opened, token) = node.sign_in(app.maya).await;
        let mut socket = node.anonymous_socket().await;
        socket.sign_in(&opened, token);
        socket.send_frame(json!({"command": "unread_message"})).await;
        login_sessions::end(&node.store, opened.session).await.unwrap();
        assert_eq!(socket.expect_close().await, 4401);
    }
});

shared!(sign_out_closes_connections_on_every_node, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (opened, token) = here.sign_in(app.maya).await;
    let mut tab = here.socket_of(opened.clone(), token.clone()).await;
    let mut other_tab = there.socket_of(opened.clone(), token).await;
    login_sessions::end(&here.store, opened.session).await.unwrap();
    assert_eq!(tab.expect_close().await, 4401);
    assert_eq!(other_tab.expect_close().await, 4401);
});

shared!(sign_out_reaches_nodes_without_redis, async |app| {
    let redis = Redis::start();
    let app = app.with_bus(redis.url());
    let (here, there) = (app.node().await, app.node().await);
    let (opened, token) = here.sign_in(app.maya).await;
    let mut other_tab = there.socket_of(opened.clone(), token).await;
    redis.stop();
    login_sessions::end(&here.store, opened.session).await.unwrap();
    assert_eq!(other_tab.expect_close().await, 4401, "the database tells it");
});
