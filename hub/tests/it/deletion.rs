//! Deleted messages as people meet them.

use std::time::Duration;

use serde_json::{Value, json};
use store::ChannelId;
use test_kit::{both, shared};

use crate::attachments::{attached, send_file};
use crate::cluster::maya_and_tom;
use crate::node::Node;
use crate::safety::newest_case;
use crate::socket::Socket;

const REPORT: &str = "/api/v2/chat/report/";

impl Socket {
    async fn delete(&mut self, channel: ChannelId, message: &Value) {
        let frame = json!({"command": "delete", "channel": channel, "msg_id": message, "temp_id": message});
        self.send_frame(frame).await;
    }
}

async fn last_message(node: &Node, token: &str, channel: ChannelId) -> Value {
    let list = node.get_json("/api/v2/chat/channels/", token).await;
    let listed = list.as_array().unwrap().iter().find(|listed| listed["channelId"] == json!(channel)).unwrap();
    listed["lastMessage"].clone()
}

both!(deletion_reaches_all_connections, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let (mut phone, mut of_ana) = (node.socket(app.maya).await, node.socket(app.ana).await);
    let id = maya.sent(app.pair, "For another person").await;
    phone.expect_count(app.pair).await;
    phone.delete(app.pair, &id).await;
    for socket in [&mut maya, &mut tom] {
        let deleted = socket.expect("message_changed").await;
        assert_eq!((&deleted["msg_id"], &deleted["message"], &deleted["seq"]), (&id, &json!(""), &json!(1)));
        assert!(deleted["deleted_on"].as_str().is_some_and(|time| time.ends_with('Z')));
    }
    of_ana.expect_silence().await;
    let token = tom.token.clone().unwrap();
    let last = last_message(&node, &token, app.pair).await;
    assert_eq!((&last["msgId"], &last["text"], &last["isDeleted"]), (&id, &json!(""), &json!(true)));
    tom.send_frame(json!({"command": "fetch_messages", "channel": app.pair})).await;
    let page = tom.expect("messages_payload").await;
    assert_eq!((&page["messages"][0]["message"], &page["messages"][0]["msg_id"]), (&json!(""), &id));
});

both!(deletion_updates_count_and_list_elsewhere, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let id = maya.sent(app.circle, &format!("@[Tom Rivera]({})", app.tom)).await;
    assert_eq!(tom.expect_count(app.circle).await, (1, true));
    maya.delete(app.circle, &id).await;
    let deleted = tom.expect("message_deleted").await;
    assert_eq!((&deleted["channel_id"], &deleted["msg_id"]), (&json!(app.circle), &id));
    assert_eq!(tom.expect_count(app.circle).await, (0, false));
    let joined = tom.join(app.circle).await;
    assert_eq!((&joined["unread"], &joined["last_seq"]), (&json!(0), &json!(1)));
});

shared!(deletion_reaches_other_node, async |app| {
    let (here, there) = (app.node().await, app.node().await);
    let (mut maya, mut tom) = maya_and_tom(&app, &here, &there).await;
    let id = maya.sent(app.pair, "one").await;
    let answer = json!({"command": "send", "channel": app.pair, "message": "two", "tempId": "a", "reply_to": id});
    tom.send_frame(answer).await;
    tom.read_until(|frame| frame["seq"] == 2).await;
    maya.delete(app.pair, &id).await;
    let frames = tom.read_until(|frame| frame["changed"] == 2).await;
    let changed: Vec<_> = frames.iter().filter(|frame| frame["command"] == "message_changed").collect();
    assert!(changed[0]["deleted_on"].is_string());
    let quote = json!({"msg_id": id, "seq": 1, "user_id": app.maya, "text": "", "deleted": true});
    assert_eq!((&changed[1]["message"], &changed[1]["reply_to"]), (&json!("two"), &quote));
});

both!(refused_deletion_returns_specific_code, async |app| {
    let node = app.frozen_node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let id = maya.sent(app.pair, "one").await;
    tom.delete(app.pair, &id).await;
    assert_eq!(tom.expect_error("message_unknown").await["temp_id"], id);
    send_file(&mut maya, &app, "plan.txt", b"at four").await;
    let file = maya.read_until(|frame| frame["seq"] == 2).await.pop().unwrap();
    maya.delete(app.pair, &file["msg_id"]).await;
    assert_eq!(maya.expect_error("file_stays").await["message"], "Files sent cannot be deleted.");
    node.store.clock.advance(Duration::from_secs(5 * 60 + 1));
    maya.delete(app.pair, &id).await;
    assert_eq!(maya.expect_error("delete_too_late").await["in_reply_to"], "delete");
    assert_eq!(app.stored(app.pair).await[0].body, "one");
});

both!(repeated_deletion_is_answered_once_more, async |app| {
    let node = app.frozen_node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let mut phone = node.socket(app.maya).await;
    let id = maya.sent(app.pair, "one").await;
    tom.expect("new_message").await;
    maya.delete(app.pair, &id).await;
    maya.delete(app.pair, &id).await;
    phone.delete(app.pair, &id).await;
    for _ in 0..2 {
        assert_eq!(maya.expect("message_changed").await["changed"], 1);
    }
    assert_eq!(phone.expect("message_changed").await["changed"], 1);
    node.store.clock.advance(Duration::from_secs(10 * 60));
    maya.delete(app.pair, &id).await;
    assert_eq!(maya.expect("message_changed").await["changed"], 1, "also after the time limit");
    let frames = tom.received_so_far().await;
    assert_eq!(frames.iter().filter(|frame| frame["command"] == "message_changed").count(), 1);
});

both!(file_of_deleted_message_is_not_served, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let (of_maya, of_tom) = (maya.token.clone().unwrap(), tom.token.clone().unwrap());
    let (_, of_sam) = node.sign_in(app.sam).await;
    let file = json!({"name": "plan.txt", "type": "text/plain", "data": "YXQgZm91cg=="});
    let send =
        json!({"command": "send", "channel": app.pair, "message": "The plan", "tempId": "a", "attachments": [file]});
    maya.send_frame(send).await;
    let message = tom.expect("new_message").await;
    let (id, file) = (message["msg_id"].clone(), attached(&message));
    let link = file["presigned_url"].as_str().unwrap().to_owned();
    assert_eq!(node.get(&link, None).await.status(), 200);
    let report = json!({"channelId": app.pair, "msgId": id, "reason": "harassment", "stopContact": false});
    node.post(REPORT, &of_tom, &report).await;
    maya.delete(app.pair, &id).await;
    assert_eq!(tom.expect("message_changed").await["attachments"], "[]");
    assert_eq!(node.get(&link, None).await.status(), 404, "a link from before");
    let again = format!("/api/v2/chat/{}/attachments/{}/", app.pair, file["id"].as_str().unwrap());
    for token in [&of_maya, &of_tom] {
        assert_eq!(node.get(&again, Some(token)).await.status(), 404);
    }
    let path = format!("{}file/", newest_case(&node, &of_sam).await);
    let (status, opened) = node.post(&path, &of_sam, &json!({"reason": "To see what was sent"})).await;
    assert_eq!((status, &opened["name"]), (200, &json!("plan.txt")));
    assert_eq!(node.get(opened["url"].as_str().unwrap(), None).await.text().await.unwrap(), "at four");
});

both!(staff_read_deleted_message_with_a_reason, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = maya_and_tom(&app, &node, &node).await;
    let (of_tom, (_, of_sam)) = (tom.token.clone().unwrap(), node.sign_in(app.sam).await);
    let id = maya.sent(app.pair, "You fool").await;
    maya.delete(app.pair, &id).await;
    tom.expect("message_changed").await;
    let report = json!({"channelId": app.pair, "msgId": id, "reason": "harassment"});
    let (status, _) = node.post(REPORT, &of_tom, &report).await;
    assert_eq!(status, 201, "a deleted message can be reported");
    let case = newest_case(&node, &of_sam).await;
    assert_eq!(node.get_json(&case, &of_sam).await["message"], "You fool");
    let path = format!("{case}conversation/");
    assert_eq!(node.post(&path, &of_tom, &json!({"reason": "let me see"})).await.0, 403);
    assert_eq!(node.post(&path, &of_sam, &json!({"reason": " "})).await.0, 422);
    let (_, read) = node.post(&path, &of_sam, &json!({"reason": "To see what was said"})).await;
    assert_eq!((&read[0]["text"], &read[0]["isSubject"]), (&json!("You fool"), &json!(true)));
    assert!(read[0]["deletedOn"].is_string());
    let written = store::audit::of_channel(&node.store, app.pair, 10).await.unwrap();
    assert_eq!((written.len(), written[0].reason.as_deref()), (1, Some("To see what was said")));
});
