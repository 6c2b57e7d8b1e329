//! Saved messages: private, up to date on all devices, and gone with the right to read them.

use serde_json::{Value, json};
use store::channels::{self, Status};
use test_kit::both;

use crate::node::Node;

const SAVED: &str = "/api/v2/chat/saved/";

fn path(channel: store::ChannelId, message: &store::messages::Message) -> String {
    format!("/api/v2/chat/{channel}/saved/{}/", message.id)
}

async fn saved_texts(node: &Node, token: &str) -> Vec<Value> {
    let page = node.get_json(SAVED, token).await;
    page["messages"].as_array().unwrap().iter().map(|message| message["text"].clone()).collect()
}

both!(saved_messages_are_private, async |app| {
    let written = app.history(app.pair, app.maya, 2).await;
    let node = app.node().await;
    let (mut tom, mut phone) = (node.socket(app.tom).await, node.socket(app.tom).await);
    let (of_tom, (_, of_maya), (_, of_ana)) =
        (tom.token.clone().unwrap(), node.sign_in(app.maya).await, node.sign_in(app.ana).await);
    for message in [&written[1], &written[0], &written[1]] {
        assert_eq!(node.put(&path(app.pair, message), &of_tom).await, 204);
    }
    for socket in [&mut tom, &mut phone] {
        assert_eq!(socket.expect("changed").await["topics"], json!(["saved"]));
    }
    let page = node.get_json(SAVED, &of_tom).await;
    assert_eq!((&page["hasNextPage"], page["messages"].as_array().unwrap().len()), (&json!(false), 2));
    let first = &page["messages"][0];
    assert_eq!((&first["msgId"], &first["channelId"]), (&json!(written[0].id), &json!(app.pair)));
    assert_eq!((&first["text"], &first["userFullName"]), (&json!("no. 0"), &json!("Maya Okafor")));
    let here = node.get_json(&format!("/api/v2/chat/{}/saved/", app.pair), &of_tom).await;
    assert_eq!(here.as_array().unwrap().len(), 2);
    assert!(saved_texts(&node, &of_maya).await.is_empty());
    assert_eq!(node.put(&path(app.pair, &written[0]), &of_ana).await, 404);
    assert_eq!(node.put(&path(app.circle, &written[0]), &of_ana).await, 404);
    for _ in 0..2 {
        assert_eq!(node.delete(&path(app.pair, &written[0]), &of_tom).await, 204);
    }
    assert_eq!(saved_texts(&node, &of_tom).await, ["no. 1"]);
});

both!(unreadable_and_deleted_messages_leave_saved_ones, async |app| {
    let of_circle = app.history(app.circle, app.maya, 2).await;
    let of_pair = app.history(app.pair, app.maya, 1).await;
    let node = app.node().await;
    let (_, of_tom) = node.sign_in(app.tom).await;
    for (channel, message) in [(app.circle, &of_circle[0]), (app.circle, &of_circle[1]), (app.pair, &of_pair[0])] {
        assert_eq!(node.put(&path(channel, message), &of_tom).await, 204);
    }
    store::messages::delete(&node.store, app.circle, app.maya, of_circle[1].id).await.unwrap().unwrap();
    assert_eq!(saved_texts(&node, &of_tom).await.len(), 2);
    assert_eq!(node.put(&path(app.circle, &of_circle[1]), &of_tom).await, 404);
    channels::set_status(&node.store, app.circle, app.tom, Status::Absent, None).await.unwrap();
    assert_eq!(saved_texts(&node, &of_tom).await, ["no. 0"]);
});
