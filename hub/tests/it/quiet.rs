//! Times in which a programme wants quiet, and a database that is away.

use chrono::Duration;
use serde_json::json;
use store::blackout::{Blackout, DatedPeriod};
use store::channels::{self, Kind};
use store::programmes::{self, Settings};

use test_kit::both;

both!(nobody_writes_while_a_programme_is_quiet, async |world| {
    let node = world.frozen_node().await;
    let now = node.store.clock.now().naive_utc();
    let period = DatedPeriod { from: now - Duration::hours(1), to: now + Duration::hours(1) };
    let blackout = Blackout { refuses_sending: true, weekly: vec![], dated: vec![period] };
    let settings = Settings { blackout, ..Settings::default() };
    let programme = programmes::put(&node.store, "riverside", "Riverside", "UTC", &settings).await.unwrap();
    let quiet = channels::create(&node.store, Kind::Group, "Quiet", Some(programme)).await.unwrap();
    channels::join(&node.store, quiet, &[world.maya, world.tom]).await.unwrap();
    let (mut maya, mut sam) = (node.socket(world.maya).await, node.socket(world.sam).await);

    let temp_id = maya.send(quiet, "anybody here?").await;
    let error = maya.expect_error("blackout").await;
    assert_eq!(error["temp_id"], temp_id);
    assert_eq!(error["retry_after_ms"], json!(3_600_000));
    maya.send(world.pair, "elsewhere it is not quiet").await;
    maya.expect("new_message").await;
    sam.send(quiet, "may I?").await;
    sam.expect_error("channel_unknown").await;

    let token = maya.token.clone().unwrap();
    let list = node.get_json("/api/v2/chat/channels/", &token).await;
    let listed = list.as_array().unwrap().iter().find(|channel| channel["channelId"] == json!(quiet)).unwrap();
    assert_eq!((&listed["blackout"]["active"], &listed["blackout"]["refusesSending"]), (&json!(true), &json!(true)));

    node.store.clock.advance(std::time::Duration::from_secs(3600));
    maya.token = Some(store::tokens::issue(&node.store, world.maya, maya.session).unwrap().0);
    maya.send_as(quiet, "anybody here?", &temp_id).await;
    assert_eq!(maya.expect("new_message").await["temp_id"], temp_id);
});

both!(without_a_database_everything_typed_comes_back, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    node.store.close().await;
    let temp_id = maya.send(world.pair, "hello?").await;
    let error = maya.expect_error("unavailable").await;
    assert_eq!((&error["temp_id"], &error["in_reply_to"]), (&json!(temp_id), &json!("send")));
    for command in ["join", "fetch_messages", "message_seen"] {
        maya.say(json!({"command": command, "channel": world.pair})).await;
        assert_eq!(maya.expect_error("unavailable").await["in_reply_to"], command);
    }
    maya.say(json!({"command": "unread_message"})).await;
    maya.expect_error("unavailable").await;
    assert_eq!(node.get("/api/v2/chat/channels/", maya.token.as_deref()).await.status(), 503);
});
