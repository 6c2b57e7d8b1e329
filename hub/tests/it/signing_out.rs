//! Signing out closes the sockets of that session, wherever they are.

use serde_json::json;
use store::sessions;

use test_kit::Redis;
use test_kit::{both, shared};

both!(signing_out_closes_the_sockets_of_that_session_only, async |world| {
    let node = world.node().await;
    let (opened, token) = node.sign_in(world.maya).await;
    let mut tab = node.socket_of(opened.clone(), token.clone()).await;
    let mut other_tab = node.socket_of(opened.clone(), token).await;
    let mut phone = node.socket(world.maya).await;
    let mut tom = node.socket(world.tom).await;
    sessions::end(&node.store, opened.session).await.unwrap();
    assert_eq!(tab.closes().await, 4401);
    assert_eq!(other_tab.closes().await, 4401);
    phone.hears_nothing().await;
    tom.hears_nothing().await;
    sessions::end_all_of(&node.store, world.maya).await.unwrap();
    assert_eq!(phone.closes().await, 4401);
    tom.hears_nothing().await;
});

both!(a_sign_out_finds_every_socket_that_is_just_being_opened, async |world| {
    let node = world.node().await;
    for _ in 0..20 {
        let (opened, token) = node.sign_in(world.maya).await;
        let mut socket = node.stranger().await;
        socket.sign_in(&opened, token);
        socket.say(json!({"command": "unread_message"})).await;
        sessions::end(&node.store, opened.session).await.unwrap();
        assert_eq!(socket.closes().await, 4401);
    }
});

shared!(signing_out_closes_sockets_on_every_node, async |world| {
    let (here, there) = (world.node().await, world.node().await);
    let (opened, token) = here.sign_in(world.maya).await;
    let mut tab = here.socket_of(opened.clone(), token.clone()).await;
    let mut other_tab = there.socket_of(opened.clone(), token).await;
    sessions::end(&here.store, opened.session).await.unwrap();
    assert_eq!(tab.closes().await, 4401);
    assert_eq!(other_tab.closes().await, 4401);
});

shared!(signing_out_closes_sockets_on_every_node_while_redis_is_away, async |world| {
    let redis = Redis::start();
    let world = world.with_bus(redis.url());
    let (here, there) = (world.node().await, world.node().await);
    let (opened, token) = here.sign_in(world.maya).await;
    let mut other_tab = there.socket_of(opened.clone(), token).await;
    redis.stop();
    sessions::end(&here.store, opened.session).await.unwrap();
    assert_eq!(other_tab.closes().await, 4401, "the database tells it");
});
