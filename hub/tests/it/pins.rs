//! Pinned messages: for all members, live, and bounded.

use serde_json::{Value, json};
use store::channels::{self, Kind, Status};
use test_kit::both;

use crate::cluster::maya_and_tom;
use crate::node::Node;

fn path(channel: store::ChannelId, message: &store::messages::Message) -> String {
    format!("/api/v2/chat/{channel}/pins/{}/", message.id)
}

async fn pinned(node: &Node, token: &str, channel: store::ChannelId) -> Vec<Value> {
    let list = node.get_json(&format!("/api/v2/chat/{channel}/pins/"), token).await;
    list.as_array().unwrap().iter().map(|message| message["text"].clone()).collect()
}

both!(pin_reaches_all_members, async |app| {
    let written = app.history(app.pair, app.maya, 2).await;
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let (of_maya, of_tom) = (maya.token.clone().unwrap(), tom.token.clone().unwrap());
    for message in [&written[0], &written[1], &written[0]] {
        assert_eq!(node.put(&path(app.pair, message), &of_tom).await, 204);
    }
    for socket in [&mut maya, &mut tom] {
        assert_eq!(socket.expect("pins_changed").await["channel_id"], json!(app.pair));
    }
    assert_eq!(pinned(&node, &of_maya, app.pair).await, ["no. 1", "no. 0"]);
    assert_eq!(node.delete(&path(app.pair, &written[0]), &of_maya).await, 204, "any member unpins");
    store::messages::delete(&node.store, app.pair, app.maya, written[1].id).await.unwrap().unwrap();
    assert!(pinned(&node, &of_tom, app.pair).await.is_empty(), "a deleted message is unpinned");
});

both!(only_members_who_may_write_pin, async |app| {
    let written = app.history(app.pair, app.maya, 51).await;
    let news = channels::create(&app.store, Kind::Broadcast, "News", None).await.unwrap();
    channels::join(&app.store, news, &[app.tom, app.sam]).await.unwrap();
    let announced = app.history(news, app.sam, 1).await;
    let node = app.node().await;
    let ((_, of_tom), (_, of_ana), (_, of_sam)) =
        (node.sign_in(app.tom).await, node.sign_in(app.ana).await, node.sign_in(app.sam).await);
    assert_eq!(node.put(&path(app.pair, &written[0]), &of_ana).await, 404);
    assert_eq!(node.put(&path(app.circle, &written[0]), &of_tom).await, 404, "of another channel");
    assert_eq!(node.put(&path(news, &announced[0]), &of_tom).await, 403);
    assert_eq!(node.put(&path(news, &announced[0]), &of_sam).await, 204);
    assert_eq!(pinned(&node, &of_tom, news).await.len(), 1);
    for message in &written[..50] {
        assert_eq!(node.put(&path(app.pair, message), &of_tom).await, 204);
    }
    assert_eq!(node.put(&path(app.pair, &written[50]), &of_tom).await, 409);
    channels::set_status(&node.store, app.pair, app.tom, Status::Inactive, None).await.unwrap();
    assert_eq!(node.delete(&path(app.pair, &written[0]), &of_tom).await, 403);
});
