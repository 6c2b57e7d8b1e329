//! Blocks, reports and muted channels as people meet them.

use serde_json::{Value, json};
use store::{audit, channels};
use test_kit::both;

use crate::node::Node;

const CHANNELS: &str = "/api/v2/chat/channels/";
const BLOCKS: &str = "/api/v2/chat/blocks/";
const REPORT: &str = "/api/v2/chat/report/";
const REPORTS: &str = "/api/v2/chat/reports/";

async fn code(node: &Node, path: &str, token: &str, body: &Value) -> (u16, Value) {
    let (status, answer) = node.post(path, token, body).await;
    (status, answer["code"].clone())
}

async fn channel_of(node: &Node, token: &str, channel: store::ChannelId) -> Value {
    let list = node.get_json(CHANNELS, token).await;
    list.as_array().unwrap().iter().find(|listed| listed["channelId"] == json!(channel)).unwrap().clone()
}

both!(a_block_is_told_to_both_windows_and_by_whom_to_neither, async |world| {
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let (of_maya, of_tom) = (maya.token.clone().unwrap(), tom.token.clone().unwrap());
    assert_eq!(node.post(BLOCKS, &of_maya, &json!({"userId": world.tom})).await.0, 204);
    for socket in [&mut maya, &mut tom] {
        socket.expect("reload").await;
        socket.send(world.pair, "hello?").await;
        let error = socket.expect_error("blocked").await;
        assert_eq!(error["message"], "Messages cannot be sent in this conversation right now.");
    }
    assert_eq!(channel_of(&node, &of_tom, world.pair).await["isBlocked"], json!(true));
    assert_eq!(channel_of(&node, &of_tom, world.circle).await["isBlocked"], json!(false));
    assert_eq!(node.get_json(BLOCKS, &of_tom).await, json!([]));
    let blocked = node.get_json(BLOCKS, &of_maya).await;
    assert_eq!((&blocked[0]["userId"], &blocked[0]["userFullName"]), (&json!(world.tom), &json!("Tom Rivera")));
    assert_eq!(node.delete(&format!("{BLOCKS}{}/", world.tom), &of_maya).await, 204);
    tom.expect("reload").await;
    tom.send(world.pair, "hello").await;
    tom.expect("new_message").await;
});

both!(staff_and_strangers_cannot_be_blocked, async |world| {
    let node = world.node().await;
    channels::join(&node.store, world.circle, &[world.sam]).await.unwrap();
    let (_, token) = node.sign_in(world.tom).await;
    let refused = code(&node, BLOCKS, &token, &json!({"userId": world.sam})).await;
    assert_eq!(refused, (403, json!("staff_not_blocked")));
    let refused = code(&node, BLOCKS, &token, &json!({"user_id": world.tom})).await;
    assert_eq!(refused, (404, json!("not_found")));
    assert_eq!(node.post(BLOCKS, &token, &json!({"userId": "' OR 1=1"})).await.0, 400);
});

both!(a_report_reaches_staff_and_can_be_closed_by_them_alone, async |world| {
    let said = world.history(world.pair, world.maya, 1).await.pop().unwrap();
    let node = world.node().await;
    let ((_, of_tom), (_, of_sam)) = (node.sign_in(world.tom).await, node.sign_in(world.sam).await);
    let body = json!({"channelId": world.pair, "msgId": said.id, "reason": "private_contact", "details": " asks for my number ",
        "block": true});
    let (status, made) = node.post(REPORT, &of_tom, &body).await;
    assert_eq!((status, &made["blocked"]), (201, &json!(true)));

    assert_eq!(node.get(REPORTS, Some(&of_tom)).await.status(), 403);
    let list = node.get_json(REPORTS, &of_sam).await;
    let expected = json!({
        "id": made["id"], "reporterId": world.tom, "reporterName": "Tom Rivera", "userId": world.maya,
        "userFullName": "Maya Okafor", "channelId": world.pair, "channelName": "", "msgId": said.id, "message": said.body,
        "reason": "private_contact", "details": "asks for my number", "createdOn": list[0]["createdOn"],
        "resolvedOn": null, "resolvedByName": "", "resolution": null,
    });
    assert_eq!(list, json!([expected]));
    let report = format!("{REPORTS}{}/", made["id"].as_str().unwrap());
    assert_eq!(code(&node, &report, &of_tom, &json!({})).await, (403, json!("staff_only")));
    assert_eq!(node.post(&report, &of_sam, &json!({"resolution": "spoke with both"})).await.0, 204);
    assert_eq!(code(&node, &report, &of_sam, &json!({})).await.0, 404);
    assert_eq!(node.get_json(REPORTS, &of_sam).await, json!([]));
    let done = node.get_json(&format!("{REPORTS}?resolved=true"), &of_sam).await;
    assert_eq!(
        (&done[0]["resolution"], &done[0]["resolvedByName"]),
        (&json!("spoke with both"), &json!("Sam Whitfield"))
    );
    let resolution = format!("{report}resolution/");
    assert_eq!(node.delete(&resolution, &of_tom).await, 403);
    assert_eq!((node.delete(&resolution, &of_sam).await, node.delete(&resolution, &of_sam).await), (204, 404));
    assert_eq!(node.get_json(REPORTS, &of_sam).await[0]["id"], made["id"]);
});

both!(staff_read_the_conversation_around_a_report_and_that_is_written_down, async |world| {
    let said = world.history(world.pair, world.maya, 30).await;
    let node = world.node().await;
    let ((_, of_tom), (_, of_sam)) = (node.sign_in(world.tom).await, node.sign_in(world.sam).await);
    let about =
        |about: Value| json!({"channelId": world.pair, "msgId": about, "userId": world.maya, "reason": "danger"});
    let (_, of_message) = node.post(REPORT, &of_tom, &about(json!(said[14].id))).await;
    let (_, of_person) = node.post(REPORT, &of_tom, &about(Value::Null)).await;
    let path = |made: &Value| format!("{REPORTS}{}/conversation/", made["id"].as_str().unwrap());
    for (token, reason, refusal) in [
        (&of_tom, "let me see", (403, json!("staff_only"))),
        (&of_sam, "  ", (422, json!("invalid"))),
        (&of_sam, &*"x".repeat(501), (422, json!("invalid"))),
    ] {
        assert_eq!(code(&node, &path(&of_message), token, &json!({"reason": reason})).await, refusal);
    }
    assert_eq!(audit::of_channel(&node.store, world.pair, 10).await.unwrap(), []);

    let why = json!({"reason": " To see what came before "});
    let (_, read) = node.post(&path(&of_message), &of_sam, &why).await;
    let read = read.as_array().unwrap();
    assert_eq!((read.len(), &read[0]["text"], &read[20]["text"]), (21, &json!("no. 4"), &json!("no. 24")));
    assert_eq!((&read[10]["isSubject"], &read[10]["userFullName"]), (&json!(true), &json!("Maya Okafor")));
    let (_, newest) = node.post(&path(&of_person), &of_sam, &why).await;
    assert_eq!((newest.as_array().unwrap().len(), &newest[19]["text"]), (20, &json!("no. 29")));
    let written = audit::of_channel(&node.store, world.pair, 10).await.unwrap();
    assert_eq!(written.len(), 2);
    assert_eq!((written[1].actor_id, &*written[1].reason), (world.sam, "To see what came before"));
    assert_eq!(json!(written[1].subject_id), of_message["id"]);
});

both!(a_report_of_what_one_cannot_see_is_refused_and_says_nothing, async |world| {
    let said = world.history(world.pair, world.maya, 1).await.pop().unwrap();
    let node = world.node().await;
    let ((_, of_tom), (_, of_ana)) = (node.sign_in(world.tom).await, node.sign_in(world.ana).await);
    let about = |channel, message: Value, user: Value| json!({"channelId": channel, "msgId": message, "userId": user, "reason": "other"});
    let no = Value::Null;
    for (token, body, refusal) in [
        (&of_ana, about(world.pair, json!(said.id), no.clone()), (404, json!("channel_unknown"))),
        (&of_ana, about(world.circle, json!(said.id), no.clone()), (404, json!("not_found"))),
        (&of_tom, about(world.pair, no.clone(), json!(world.ana)), (404, json!("not_found"))),
        (&of_tom, about(world.pair, no.clone(), json!(world.tom)), (422, json!("invalid"))),
        (&of_tom, about(world.pair, no.clone(), no.clone()), (422, json!("invalid"))),
    ] {
        assert_eq!(code(&node, REPORT, token, &body).await, refusal, "{body}");
    }
    let details = "x".repeat(2_001);
    let body = json!({"channelId": world.pair, "userId": world.maya, "reason": "other", "details": details});
    assert_eq!(code(&node, REPORT, &of_tom, &body).await, (422, json!("invalid")));
    let body = json!({"channelId": world.pair, "userId": world.maya, "reason": "danger"});
    assert_eq!(node.post(REPORT, &of_tom, &body).await.0, 201, "a person");
});

both!(a_muted_channel_says_so_on_all_devices, async |world| {
    let node = world.node().await;
    let (mut laptop, mut phone) = (node.socket(world.tom).await, node.socket(world.tom).await);
    let token = laptop.token.clone().unwrap();
    let path = format!("/api/v2/chat/{}/mute/", world.circle);
    assert_eq!(node.post(&path, &token, &json!({"muted": true})).await.0, 204);
    laptop.expect("reload").await;
    phone.expect("reload").await;
    assert_eq!(channel_of(&node, &token, world.circle).await["isMuted"], json!(true));
    assert_eq!(channel_of(&node, &token, world.pair).await["isMuted"], json!(false));
    let (_, of_ana) = node.sign_in(world.ana).await;
    let other = format!("/api/v2/chat/{}/mute/", world.pair);
    assert_eq!(code(&node, &other, &of_ana, &json!({"muted": true})).await, (404, json!("channel_unknown")));
});
