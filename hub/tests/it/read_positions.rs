//! Read positions.

use serde_json::{Value, json};
use store::PersonId;
use store::channels;

use crate::socket::Socket;
use crate::test_app::TestApp;
use test_kit::both;

async fn see(socket: &mut Socket, app: &TestApp, message: &store::messages::Message) {
    socket.send_frame(json!({"command": "message_seen", "channel": app.circle, "msg_id": message.id})).await;
}

async fn position(app: &TestApp, person: PersonId) -> i64 {
    channels::membership(&app.store, app.circle, person).await.unwrap().unwrap().last_seen_seq
}

/// Returns the read positions of a person that a socket received, up to this one.
async fn positions_until(socket: &mut Socket, person: PersonId, last: i64) -> Vec<i64> {
    let of_person = |frame: &Value| {
        (frame["command"] == "update_last_viewed_timestamp" && frame["user_id"] == json!(person))
            .then(|| frame["seq"].as_i64().unwrap())
    };
    socket.read_until(|frame| of_person(frame) == Some(last)).await.iter().filter_map(of_person).collect()
}

both!(read_position_reaches_members_and_own_devices, async |app| {
    let written = app.history(app.circle, app.maya, 5).await;
    let node = app.node().await;
    let (mut maya, mut tom, mut phone) =
        (node.socket(app.maya).await, node.socket(app.tom).await, node.socket(app.tom).await);
    maya.join(app.circle).await;
    tom.join(app.circle).await;
    see(&mut tom, &app, &written[2]).await;
    let seen = maya.expect("update_last_viewed_timestamp").await;
    assert_eq!(seen["channel_id"], json!(app.circle));
    assert_eq!(seen["user_id"], json!(app.tom));
    assert_eq!((&seen["msg_id"], &seen["seq"]), (&json!(written[2].id), &json!(3)));
    assert_eq!(seen["last_viewed_timestamp"].as_str().unwrap().len(), "2026-03-02T09:00:00.123Z".len());
    assert_eq!(phone.expect_count(app.circle).await, (2, false));
    assert_eq!(tom.expect_count(app.circle).await, (2, false));
});

both!(read_position_never_moves_back, async |app| {
    let written = app.history(app.circle, app.maya, 5).await;
    let node = app.node().await;
    let (mut tom, mut phone) = (node.socket(app.tom).await, node.socket(app.tom).await);
    see(&mut tom, &app, &written[3]).await;
    assert_eq!(phone.expect_count(app.circle).await, (1, false));
    see(&mut phone, &app, &written[1]).await;
    phone.received_so_far().await;
    assert_eq!(position(&app, app.tom).await, 4);
    phone.send_frame(json!({"command": "message_seen", "channel": app.circle})).await;
    assert_eq!(tom.read_until(|frame| frame["unread_messages"][app.circle.to_string()]["count"] == 0).await.len(), 2);
    assert_eq!(position(&app, app.tom).await, 5);
});

both!(marking_unread_reaches_own_devices_only, async |app| {
    let written = app.history(app.circle, app.maya, 5).await;
    let node = app.node().await;
    let (mut maya, mut tom, mut phone) =
        (node.socket(app.maya).await, node.socket(app.tom).await, node.socket(app.tom).await);
    maya.join(app.circle).await;
    tom.join(app.circle).await;
    see(&mut tom, &app, &written[4]).await;
    see(&mut tom, &app, &written[4]).await;
    assert_eq!(phone.expect_count(app.circle).await, (0, false));
    maya.expect("update_last_viewed_timestamp").await;
    let frame = json!({"command": "mark_unread", "channel": app.circle, "msg_id": written[2].id});
    tom.send_frame(frame.clone()).await;
    for socket in [&mut tom, &mut phone] {
        let marked = socket.expect("marked_unread").await;
        assert_eq!(
            (&marked["channel_id"], &marked["seq"], &marked["unread"]),
            (&json!(app.circle), &json!(2), &json!(3))
        );
        assert_eq!(socket.expect_count(app.circle).await, (3, false));
    }
    tom.send_frame(frame).await;
    assert_eq!(tom.expect("marked_unread").await["seq"], 2, "repeatable");
    assert!(maya.received_so_far().await.is_empty(), "others keep seeing it as read");
    assert_eq!(position(&app, app.tom).await, 2);
    let mut ana = node.socket(app.ana).await;
    let hidden = app.history(app.pair, app.maya, 1).await;
    ana.send_frame(json!({"command": "mark_unread", "channel": app.pair, "msg_id": hidden[0].id})).await;
    ana.expect_error("channel_unknown").await;
    ana.send_frame(json!({"command": "mark_unread", "channel": app.circle, "msg_id": hidden[0].id})).await;
    ana.expect_error("message_unknown").await;
});

both!(message_of_other_channel_is_no_position, async |app| {
    let elsewhere = app.history(app.pair, app.maya, 1).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    see(&mut tom, &app, &elsewhere[0]).await;
    tom.expect_error("bad_frame").await;
    // An empty channel is no error.
    tom.send_frame(json!({"command": "message_seen", "channel": app.circle})).await;
    tom.expect_silence().await;
});

both!(scrolling_writes_few_positions_and_the_last, async |app| {
    let written = app.history(app.circle, app.maya, 60).await;
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    maya.join(app.circle).await;
    for message in &written[..59] {
        see(&mut tom, &app, message).await;
    }
    // "The newest" is pending like any position, and an older position does not replace it.
    tom.send_frame(json!({"command": "message_seen", "channel": app.circle})).await;
    see(&mut tom, &app, &written[10]).await;
    let positions = positions_until(&mut maya, app.tom, 60).await;
    assert!(positions.len() < 10, "{positions:?}");
    assert!(positions.is_sorted());
    assert_eq!(position(&app, app.tom).await, 60);
});

both!(last_position_is_written_at_disconnect, async |app| {
    let written = app.history(app.circle, app.maya, 9).await;
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.join(app.circle).await;
    let mut tom = node.socket(app.tom).await;
    for message in &written {
        see(&mut tom, &app, message).await;
    }
    tom.wire.close(None).await.unwrap();
    positions_until(&mut maya, app.tom, 9).await;
    assert_eq!(position(&app, app.tom).await, 9);
});

both!(unread_request_writes_pending_position_first, async |app| {
    let written = app.history(app.circle, app.maya, 9).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    for message in &written[..8] {
        see(&mut tom, &app, message).await;
    }
    tom.received_so_far().await;
    tom.send_frame(json!({"command": "unread_message"})).await;
    let key = app.circle.to_string();
    let answer = tom.read_until(|frame| frame["unread_messages"].as_object().is_some_and(|all| all.len() == 2)).await;
    assert_eq!(answer.last().unwrap()["unread_messages"][&key]["count"], 1);
});
