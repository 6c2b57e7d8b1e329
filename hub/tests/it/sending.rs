//! Sending: durable first, exactly once, in one order.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::socket::{messages_of, seqs};
use crate::test_app::fresh_name;
use test_kit::both;

both!(message_is_stored_before_delivery, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    for round in 1..=20 {
        maya.send(app.pair, "See you on Tuesday").await;
        let heard = tom.expect("new_message").await;
        // Another process reads at once: a message delivered before its commit would be missing.
        let stored = app.stored(app.pair).await;
        assert_eq!(stored.len(), round);
        assert_eq!(heard["msg_id"], json!(stored[round - 1].id));
    }
});

both!(message_reaches_everyone_and_sender_gets_temp_id, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom, mut ana) =
        (node.socket(app.maya).await, node.socket(app.tom).await, node.socket(app.ana).await);
    let mut mayas_phone = node.socket(app.maya).await;
    for socket in [&mut maya, &mut tom, &mut ana, &mut mayas_phone] {
        assert_eq!(socket.join(app.circle).await["last_seq"], 0);
    }
    let temp_id = maya.send(app.circle, "Grüße 👋").await;
    for socket in [&mut maya, &mut mayas_phone] {
        assert_eq!(socket.expect("new_message").await["temp_id"], temp_id);
    }
    for socket in [&mut tom, &mut ana] {
        let mut message = socket.expect("new_message").await;
        let created_on = message["created_on"].take();
        assert!(
            created_on.as_str().unwrap().ends_with('Z') && created_on.as_str().unwrap().len() == 24,
            "{created_on}"
        );
        let stored = &app.stored(app.circle).await[0];
        let expected = json!({
            "command": "new_message", "msg_id": stored.id, "seq": 1, "channel_id": app.circle, "user_id": app.maya,
            "message": "Grüße 👋", "created_on": null, "status": "sent", "attachments": "[]",
            "is_broadcast_message": false,
        });
        assert_eq!(message, expected);
    }
});

both!(sender_without_open_channel_gets_one_confirmation, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let temp_id = maya.send(app.pair, "before I open it").await;
    assert_eq!(maya.expect("new_message").await["temp_id"], temp_id);
    maya.join(app.pair).await;
    let first = maya.send(app.pair, "one").await;
    let second = maya.send(app.pair, "two").await;
    assert_eq!(maya.expect("new_message").await["temp_id"], first);
    assert_eq!(maya.expect("new_message").await["temp_id"], second, "once, and not by the answer as well");
});

both!(messages_of_one_connection_keep_their_order, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    let mut names = Vec::new();
    for number in 0..100 {
        names.push(maya.send(app.pair, &number.to_string()).await);
    }
    assert_eq!(tom.expect_numbers(app.pair, 100).await, (1..=100).collect::<Vec<_>>());
    assert_eq!(app.stored(app.pair).await.into_iter().map(|m| m.temp_id).collect::<Vec<_>>(), names);
});

both!(repeated_temp_id_is_idempotent, async |app| {
    let node = app.node().await;
    let (mut maya, mut phone, mut tom) =
        (node.socket(app.maya).await, node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    let temp_id = maya.send(app.pair, "once").await;
    let first = maya.expect("new_message").await;
    maya.send_as(app.pair, "once", &temp_id).await;
    assert_eq!(maya.expect("new_message").await, first);
    phone.send_as(app.pair, "written anew", &temp_id).await;
    assert_eq!(phone.expect("new_message").await, first);
    // The names of others are others.
    tom.send_as(app.pair, "mine", &temp_id).await;
    maya.send(app.circle, "elsewhere").await;
    assert_eq!(tom.expect_numbers(app.pair, 2).await, [1, 2]);
    assert_eq!(app.stored(app.pair).await.len(), 2);
});

both!(concurrent_repeats_of_temp_id_store_one_message, async |app| {
    let (first, second) = (app.node().await, app.node().await);
    let mut tom = first.socket(app.tom).await;
    tom.join(app.pair).await;
    let temp_id = fresh_name();
    let sending = (0..20).map(|number| {
        let (node, app, temp_id) = (if number % 2 == 0 { &first } else { &second }, &app, &temp_id);
        async move {
            let mut maya = node.socket(app.maya).await;
            for _ in 0..3 {
                maya.send_as(app.pair, "again and again", temp_id).await;
            }
            maya.expect("new_message").await["msg_id"].clone()
        }
    });
    let ids: Vec<Value> = join_all(sending).await;
    assert_eq!(app.stored(app.pair).await.len(), 1);
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    tom.send(app.pair, "the end").await;
    assert_eq!(tom.expect_numbers(app.pair, 2).await, [1, 2], "heard once as well");
});

both!(pages_include_temp_id_for_sender, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let temp_id = maya.send(app.pair, "mine").await;
    maya.expect("new_message").await;
    for (socket, name) in [(&mut maya, json!(temp_id)), (&mut tom, Value::Null)] {
        socket.send_frame(json!({"command": "fetch_messages", "channel": app.pair})).await;
        let page = socket.expect("messages_payload").await;
        assert_eq!(page["messages"][0]["temp_id"], name);
        assert_eq!(seqs(&messages_of(&[page], "fetch_messages")), [1]);
    }
});

both!(sender_writes_in_their_own_name_only, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    let send = |from: Value| json!({"command": "send", "channel": app.pair, "from": from, "text": "Mine", "tempId": fresh_name()});
    for own in [json!(app.maya), json!("maya@example.org"), json!(" Maya@Example.org ")] {
        maya.send_frame(send(own)).await;
        assert_eq!(maya.expect("new_message").await["message"], "Mine");
    }
    for other in [json!(app.tom), json!("tom@example.org"), json!("nobody@example.org"), json!("")] {
        let frame = send(other);
        maya.send_frame(frame.clone()).await;
        let error = maya.expect("error").await;
        assert_eq!((&error["code"], &error["temp_id"]), (&json!("sender_wrong"), &frame["tempId"]));
    }
    assert_eq!(tom.expect_numbers(app.pair, 3).await, [1, 2, 3]);
});
