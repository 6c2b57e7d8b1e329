//! Crisis messages to people: the writer sees the helplines, staff a case, the others nothing. No test has an assistant.

use serde_json::{Value, json};
use store::{alerts, audit};
use test_kit::{both, shared};

use crate::cluster::maya_and_tom;
use crate::node::Node;
use crate::safety::newest_case;
use crate::socket::Socket;
use crate::test_app::TestApp;

const CRISIS: &str = "crisis_detected";

async fn expect_crisis(socket: &mut Socket, channel: impl serde::Serialize, message: &Value) {
    let frame = socket.expect(CRISIS).await;
    assert_eq!((&frame["channel_id"], &frame["msg_id"]), (&json!(channel), message));
}

async fn alerts_of(app: &TestApp) -> usize {
    alerts::open(&app.store, 10).await.unwrap().len()
}

/// Fails if the connection has received a frame about a crisis.
async fn expect_none(socket: &mut Socket) {
    let frames = socket.received_so_far().await;
    assert!(frames.iter().all(|frame| frame["command"] != CRISIS), "{frames:?}");
}

shared!(crisis_frame_reaches_only_the_writer, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (mut maya, mut tom) = maya_and_tom(&app, &here, &there).await;
    let mut phone = here.socket(app.tom).await;
    phone.received_so_far().await;
    let temp_id = tom.send(app.pair, "i want to disappear").await;
    let received = maya.expect("new_message").await;
    assert_eq!(received["message"], "i want to disappear", "the message is delivered as always");
    for socket in [&mut tom, &mut phone] {
        expect_crisis(socket, app.pair, &received["msg_id"]).await;
    }
    tom.send_as(app.pair, "i want to disappear", &temp_id).await;
    expect_crisis(&mut tom, app.pair, &received["msg_id"]).await;
    tom.send(app.pair, "I can't go on").await;
    tom.expect(CRISIS).await;
    assert_eq!(alerts_of(&app).await, 1, "one alert within an hour");
    tom.send(app.pair, "ok").await;
    maya.read_until(|frame| frame["message"] == "ok").await;
    expect_none(&mut maya).await;
});

both!(crisis_in_group_alerts_staff_without_assistant, async |app| {
    let node = app.node().await;
    let (mut tom, mut ana, mut sam) =
        (node.socket(app.tom).await, node.socket(app.ana).await, node.socket(app.sam).await);
    sam.received_so_far().await;
    tom.send(app.circle, "I need help").await;
    let frame = tom.expect(CRISIS).await;
    let stored = app.stored(app.circle).await;
    assert_eq!((&frame["channel_id"], &frame["msg_id"]), (&json!(app.circle), &json!(stored[0].id)));
    assert_eq!(sam.expect("changed").await["topics"], json!(["staff"]));
    tom.sent(app.circle, "I need help with my homework").await;
    expect_none(&mut tom).await;
    expect_none(&mut ana).await;
    assert_eq!(alerts_of(&app).await, 1);
});

both!(edit_into_crisis_shows_helplines_and_alerts, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let id = tom.sent(app.pair, "All fine").await;
    for text in ["He hurts me", "He hurts me every day"] {
        tom.edit(app.pair, &id, text).await;
        expect_crisis(&mut tom, app.pair, &id).await;
        maya.expect("message_changed").await;
    }
    expect_none(&mut maya).await;
    assert_eq!(alerts_of(&app).await, 1);
});

both!(crisis_message_of_staff_changes_nothing, async |app| {
    let node = app.node().await;
    store::channels::join(&node.store, app.circle, &[app.sam]).await.unwrap();
    let mut sam = node.socket(app.sam).await;
    sam.sent(app.circle, "Call us if you think: I want to die").await;
    expect_none(&mut sam).await;
    assert_eq!(alerts_of(&app).await, 0);
});

both!(case_of_crisis_message_opens_with_a_reason, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    tom.sent(app.circle, "hello").await;
    let id = tom.sent(app.circle, "I want to die").await;
    let (_, token) = node.sign_in(app.sam).await;
    let path = newest_case(&node, &token).await;
    check_case(&app, &node, &token, &path).await;
    let refused = node.post(&format!("{path}conversation/"), &token, &json!({"reason": ""})).await;
    assert_eq!(refused.0, 422);
    let (_, read) = node.post(&format!("{path}conversation/"), &token, &json!({"reason": "To help him"})).await;
    let subject = read.as_array().unwrap().iter().find(|message| message["isSubject"] == true).unwrap();
    assert_eq!((&subject["msgId"], &subject["text"]), (&id, &json!("I want to die")));
    let written = audit::of_channel(&node.store, app.circle, 10).await.unwrap();
    assert_eq!(written.iter().map(|entry| entry.reason.as_deref()).collect::<Vec<_>>(), [Some("To help him")]);
    let (status, opened) = node.post(&format!("{path}channel/"), &token, &Value::Null).await;
    assert_eq!(status, 200, "{opened}");
});

/// Checks the case in the list and alone, which never contain the text.
async fn check_case(app: &TestApp, node: &Node, token: &str, path: &str) {
    let list = node.get_json("/api/staff/cases/?kind=crisis", token).await;
    let shown = node.get_json(path, token).await;
    for case in [&list["results"][0], &shown] {
        assert_eq!(case["about"], json!({"id": app.tom, "name": "Tom Rivera"}));
        assert_eq!(
            (&case["channelKind"], &case["channelName"], &case["reporter"], &case["isUrgent"]),
            (&json!("group"), &json!("Tuesday circle"), &Value::Null, &json!(true))
        );
        assert!(!case.to_string().contains("want to die"), "{case}");
    }
}
