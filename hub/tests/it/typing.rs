//! Typing events.

use serde_json::json;

use test_kit::both;

both!(typing_reaches_connections_with_open_channel, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom, mut ana) =
        (node.socket(app.maya).await, node.socket(app.tom).await, node.socket(app.ana).await);
    let mut phone = node.socket(app.maya).await;
    for socket in [&mut maya, &mut tom, &mut phone] {
        socket.join(app.circle).await;
    }
    maya.send_frame(json!({"command": "typing", "channel": app.circle})).await;
    let typing = tom.expect("typing").await;
    assert_eq!(typing, json!({"command": "typing", "channel_id": app.circle, "user_id": app.maya}));

    // Repeats within three seconds and events of channels that are not open are dropped.
    for _ in 0..5 {
        maya.send_frame(json!({"command": "typing", "channel": app.circle})).await;
        ana.send_frame(json!({"command": "typing", "channel": app.circle})).await;
    }
    ana.received_so_far().await;
    let temp_id = maya.send(app.circle, "done").await;
    let heard = tom.read_until(|frame| frame["command"] == "new_message").await;
    assert_eq!(heard.len(), 1, "{heard:?}");
    for own in [&mut maya, &mut phone] {
        let heard = own.read_until(|frame| frame["temp_id"] == temp_id).await;
        assert!(heard.iter().all(|frame| frame["command"] != "typing"), "{heard:?}");
    }
    let heard = ana.read_until(|frame| frame["command"] == "unread_message").await;
    assert_eq!(heard.len(), 1, "{heard:?}");
});

both!(typing_interval_is_per_channel, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    for channel in [app.pair, app.circle] {
        maya.join(channel).await;
        tom.join(channel).await;
    }
    for channel in [app.pair, app.circle] {
        maya.send_frame(json!({"command": "typing", "channel": channel})).await;
        assert_eq!(tom.expect("typing").await["channel_id"], json!(channel));
    }
});
