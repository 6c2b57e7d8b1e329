//! Announcements: staff write, others read.

use serde_json::json;
use store::channels::{self, Kind};
use store::{ChannelId, administration, people};

use test_kit::both;

use crate::node::Node;
use crate::test_app::TestApp;

async fn news(app: &TestApp, node: &Node) -> ChannelId {
    let news = channels::create(&node.store, Kind::Broadcast, "News", None).await.unwrap();
    channels::join(&node.store, news, &[app.sam, app.maya, app.tom]).await.unwrap();
    news
}

both!(staff_message_is_marked_as_broadcast, async |app| {
    let node = app.node().await;
    let news = news(&app, &node).await;
    let (mut sam, mut tom) = (node.socket(app.sam).await, node.socket(app.tom).await);
    tom.join(news).await;
    sam.send(news, "School is closed").await;
    assert_eq!(tom.expect("new_message").await["is_broadcast_message"], json!(true));
    sam.send(app.pair, "may I?").await;
    sam.expect_error("channel_unknown").await;
    let mut maya = node.socket(app.maya).await;
    maya.send(app.pair, "Hello").await;
    assert_eq!(maya.expect("new_message").await["is_broadcast_message"], json!(false));
});

both!(only_staff_write_in_announcements, async |app| {
    let node = app.node().await;
    let news = news(&app, &node).await;
    let (mut tom, sam) = (node.socket(app.tom).await, node.socket(app.sam).await);
    let temp_id = tom.send(news, "me too").await;
    assert_eq!(tom.expect_error("staff_only").await["temp_id"], temp_id);
    tom.send_frame(json!({"command": "send", "channel": news, "message": "", "tempId": "file",
        "attachments": [{"name": "a.txt", "type": "text/plain", "data": "aGk="}]}))
        .await;
    tom.expect_error("staff_only").await;
    let path = format!("/api/v2/chat/{news}/attachments/");
    let (status, answer) = node.post(&path, tom.token.as_deref().unwrap(), &json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("staff_only")));
    assert!(app.stored(news).await.is_empty());

    for (socket, is_read_only) in [(&tom, true), (&sam, false)] {
        let list = node.get_json("/api/v2/chat/channels/", socket.token.as_deref().unwrap()).await;
        let listed = list.as_array().unwrap().iter().find(|channel| channel["channelId"] == json!(news)).unwrap();
        assert_eq!(listed["isReadOnly"], json!(is_read_only));
    }
});

both!(former_staff_cannot_edit_announcements, async |app| {
    let node = app.node().await;
    let news = news(&app, &node).await;
    let mut sam = node.socket(app.sam).await;
    sam.send(news, "School is closed").await;
    let sent = sam.expect("new_message").await;
    // The last administrator would stay.
    administration::set_role(&node.store, &test_kit::operator(), app.maya, people::Role::Staff).await.unwrap().unwrap();
    test_kit::grant_all_roles(&node.store, app.maya, None).await;
    administration::set_role(&node.store, &test_kit::operator(), app.sam, people::Role::Mentor).await.unwrap().unwrap();
    sam.expect("reload").await;
    sam.send_frame(json!({"command": "edit", "channel": news, "msg_id": sent["msg_id"], "message": "Holidays!"})).await;
    sam.expect_error("staff_only").await;
});
