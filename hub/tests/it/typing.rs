//! Who is typing: told at once to those who look, and not too often.

use serde_json::json;

use test_kit::both;

both!(typing_is_told_to_those_who_have_the_channel_open, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom, mut ana) =
        (node.socket(world.maya).await, node.socket(world.tom).await, node.socket(world.ana).await);
    let mut phone = node.socket(world.maya).await;
    for socket in [&mut maya, &mut tom, &mut phone] {
        socket.join(world.circle).await;
    }
    maya.say(json!({"command": "typing", "channel": world.circle})).await;
    let typing = tom.expect("typing").await;
    assert_eq!(typing, json!({"command": "typing", "channel_id": world.circle, "user_id": world.maya}));

    // Twice within three seconds is once, and who does not have it open does not type in it.
    for _ in 0..5 {
        maya.say(json!({"command": "typing", "channel": world.circle})).await;
        ana.say(json!({"command": "typing", "channel": world.circle})).await;
    }
    ana.so_far().await;
    let temp_id = maya.send(world.circle, "done").await;
    let heard = tom.until(|frame| frame["command"] == "new_message").await;
    assert_eq!(heard.len(), 1, "{heard:?}");
    for own in [&mut maya, &mut phone] {
        let heard = own.until(|frame| frame["temp_id"] == temp_id).await;
        assert!(heard.iter().all(|frame| frame["command"] != "typing"), "{heard:?}");
    }
    let heard = ana.until(|frame| frame["command"] == "unread_message").await;
    assert_eq!(heard.len(), 1, "{heard:?}");
});

both!(typing_in_one_channel_does_not_silence_another, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    for channel in [world.pair, world.circle] {
        maya.join(channel).await;
        tom.join(channel).await;
    }
    for channel in [world.pair, world.circle] {
        maya.say(json!({"command": "typing", "channel": channel})).await;
        assert_eq!(tom.expect("typing").await["channel_id"], json!(channel));
    }
});
