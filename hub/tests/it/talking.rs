//! Sending: durable first, exactly once, in one order.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::socket::{messages_of, seqs};
use crate::world::fresh_name;
use test_kit::both;

both!(a_message_is_stored_before_anybody_hears_of_it, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    tom.join(world.pair).await;
    for round in 1..=20 {
        maya.send(world.pair, "See you on Tuesday").await;
        let heard = tom.expect("new_message").await;
        // Another process looks at once: what is told and not yet committed would be missing here.
        let stored = world.stored(world.pair).await;
        assert_eq!(stored.len(), round);
        assert_eq!(heard["msg_id"], json!(stored[round - 1].id));
    }
});

both!(everybody_hears_the_message_and_the_sender_its_name, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom, mut ana) =
        (node.socket(world.maya).await, node.socket(world.tom).await, node.socket(world.ana).await);
    let mut mayas_phone = node.socket(world.maya).await;
    for socket in [&mut maya, &mut tom, &mut ana, &mut mayas_phone] {
        assert_eq!(socket.join(world.circle).await["last_seq"], 0);
    }
    let temp_id = maya.send(world.circle, "Grüße 👋").await;
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
        let stored = &world.stored(world.circle).await[0];
        let expected = json!({
            "command": "new_message", "msg_id": stored.id, "seq": 1, "channel_id": world.circle, "user_id": world.maya,
            "message": "Grüße 👋", "created_on": null, "status": "sent", "attachments": "[]",
            "is_broadcast_message": false,
        });
        assert_eq!(message, expected);
    }
});

both!(a_sender_who_does_not_have_the_channel_open_is_answered_once, async |world| {
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    let temp_id = maya.send(world.pair, "before I open it").await;
    assert_eq!(maya.expect("new_message").await["temp_id"], temp_id);
    maya.join(world.pair).await;
    let first = maya.send(world.pair, "one").await;
    let second = maya.send(world.pair, "two").await;
    assert_eq!(maya.expect("new_message").await["temp_id"], first);
    assert_eq!(maya.expect("new_message").await["temp_id"], second, "once, and not by the answer as well");
});

both!(what_one_socket_sends_keeps_its_order, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    tom.join(world.pair).await;
    let mut names = Vec::new();
    for number in 0..100 {
        names.push(maya.send(world.pair, &number.to_string()).await);
    }
    assert_eq!(tom.numbers(world.pair, 100).await, (1..=100).collect::<Vec<_>>());
    assert_eq!(world.stored(world.pair).await.into_iter().map(|m| m.temp_id).collect::<Vec<_>>(), names);
});

both!(the_same_name_twice_is_one_message, async |world| {
    let node = world.node().await;
    let (mut maya, mut phone, mut tom) =
        (node.socket(world.maya).await, node.socket(world.maya).await, node.socket(world.tom).await);
    tom.join(world.pair).await;
    let temp_id = maya.send(world.pair, "once").await;
    let first = maya.expect("new_message").await;
    maya.send_as(world.pair, "once", &temp_id).await;
    assert_eq!(maya.expect("new_message").await, first);
    phone.send_as(world.pair, "written anew", &temp_id).await;
    assert_eq!(phone.expect("new_message").await, first);
    // The names of others are others.
    tom.send_as(world.pair, "mine", &temp_id).await;
    maya.send(world.circle, "elsewhere").await;
    assert_eq!(tom.numbers(world.pair, 2).await, [1, 2]);
    assert_eq!(world.stored(world.pair).await.len(), 2);
});

both!(the_same_name_from_everywhere_at_once_is_one_message, async |world| {
    let (first, second) = (world.node().await, world.node().await);
    let mut tom = first.socket(world.tom).await;
    tom.join(world.pair).await;
    let temp_id = fresh_name();
    let sending = (0..20).map(|number| {
        let (node, world, temp_id) = (if number % 2 == 0 { &first } else { &second }, &world, &temp_id);
        async move {
            let mut maya = node.socket(world.maya).await;
            for _ in 0..3 {
                maya.send_as(world.pair, "again and again", temp_id).await;
            }
            maya.expect("new_message").await["msg_id"].clone()
        }
    });
    let ids: Vec<Value> = join_all(sending).await;
    assert_eq!(world.stored(world.pair).await.len(), 1);
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    tom.send(world.pair, "the end").await;
    assert_eq!(tom.numbers(world.pair, 2).await, [1, 2], "heard once as well");
});

both!(pages_tell_a_sender_which_of_their_messages_arrived, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let temp_id = maya.send(world.pair, "mine").await;
    maya.expect("new_message").await;
    for (socket, name) in [(&mut maya, json!(temp_id)), (&mut tom, Value::Null)] {
        socket.say(json!({"command": "fetch_messages", "channel": world.pair})).await;
        let page = socket.expect("messages_payload").await;
        assert_eq!(page["messages"][0]["temp_id"], name);
        assert_eq!(seqs(&messages_of(&[page], "fetch_messages")), [1]);
    }
});
