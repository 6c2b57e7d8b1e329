//! Blocks, reports and muted channels as people meet them.

use serde_json::{Value, json};
use store::people::Role;
use store::{administration, audit, channels};
use test_kit::both;

use crate::attachments::send_file;
use crate::node::Node;
use crate::test_app::add_person;

const CHANNELS: &str = "/api/v2/chat/channels/";
const BLOCKS: &str = "/api/v2/chat/blocks/";
const REPORT: &str = "/api/v2/chat/report/";
const REPORTS: &str = "/api/v2/chat/reports/";
const WAITING: &str = "/api/v2/staff/waiting/";

async fn code(node: &Node, path: &str, token: &str, body: &Value) -> (u16, Value) {
    let (status, answer) = node.post(path, token, body).await;
    (status, answer["code"].clone())
}

async fn channel_of(node: &Node, token: &str, channel: store::ChannelId) -> Value {
    let list = node.get_json(CHANNELS, token).await;
    list.as_array().unwrap().iter().find(|listed| listed["channelId"] == json!(channel)).unwrap().clone()
}

both!(block_is_sent_to_both_without_blocker, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let (of_maya, of_tom) = (maya.token.clone().unwrap(), tom.token.clone().unwrap());
    assert_eq!(node.post(BLOCKS, &of_maya, &json!({"userId": app.tom})).await.0, 204);
    for socket in [&mut maya, &mut tom] {
        socket.expect("reload").await;
        socket.send(app.pair, "hello?").await;
        let error = socket.expect_error("blocked").await;
        assert_eq!(error["message"], "Messages cannot be sent in this conversation right now.");
    }
    assert_eq!(channel_of(&node, &of_tom, app.pair).await["isBlocked"], json!(true));
    assert_eq!(channel_of(&node, &of_tom, app.circle).await["isBlocked"], json!(false));
    assert_eq!(node.get_json(BLOCKS, &of_tom).await, json!([]));
    let blocked = node.get_json(BLOCKS, &of_maya).await;
    assert_eq!((&blocked[0]["userId"], &blocked[0]["userFullName"]), (&json!(app.tom), &json!("Tom Rivera")));
    assert_eq!(node.delete(&format!("{BLOCKS}{}/", app.tom), &of_maya).await, 204);
    tom.expect("reload").await;
    tom.send(app.pair, "hello").await;
    tom.expect("new_message").await;
});

both!(staff_and_non_contacts_cannot_be_blocked, async |app| {
    let node = app.node().await;
    channels::join(&node.store, app.circle, &[app.sam]).await.unwrap();
    let (_, token) = node.sign_in(app.tom).await;
    let refused = code(&node, BLOCKS, &token, &json!({"userId": app.sam})).await;
    assert_eq!(refused, (403, json!("staff_not_blocked")));
    let refused = code(&node, BLOCKS, &token, &json!({"user_id": app.tom})).await;
    assert_eq!(refused, (404, json!("not_found")));
    assert_eq!(node.post(BLOCKS, &token, &json!({"userId": "' OR 1=1"})).await.0, 400);
});

both!(report_is_resolved_only_by_staff, async |app| {
    let said = app.history(app.pair, app.maya, 1).await.pop().unwrap();
    let node = app.node().await;
    let ((_, of_tom), (_, of_sam)) = (node.sign_in(app.tom).await, node.sign_in(app.sam).await);
    let body = json!({"channelId": app.pair, "msgId": said.id, "reason": "private_contact", "details": " asks for my number ",
        "block": true});
    let (status, made) = node.post(REPORT, &of_tom, &body).await;
    assert_eq!((status, &made["blocked"]), (201, &json!(true)));

    assert_eq!(node.get(REPORTS, Some(&of_tom)).await.status(), 403);
    let list = node.get_json(REPORTS, &of_sam).await;
    let expected = json!({
        "id": made["id"], "reporterId": app.tom, "reporterName": "Tom Rivera", "userId": app.maya,
        "userFullName": "Maya Okafor", "channelId": app.pair, "channelName": "", "msgId": said.id, "message": said.body, "file": null,
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

both!(staff_reading_of_report_is_audited, async |app| {
    let said = app.history(app.pair, app.maya, 30).await;
    let node = app.node().await;
    let ((_, of_tom), (_, of_sam)) = (node.sign_in(app.tom).await, node.sign_in(app.sam).await);
    let about = |about: Value| json!({"channelId": app.pair, "msgId": about, "userId": app.maya, "reason": "danger"});
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
    assert_eq!(audit::of_channel(&node.store, app.pair, 10).await.unwrap(), []);

    let why = json!({"reason": " To see what came before "});
    let (_, read) = node.post(&path(&of_message), &of_sam, &why).await;
    let read = read.as_array().unwrap();
    assert_eq!((read.len(), &read[0]["text"], &read[20]["text"]), (21, &json!("no. 4"), &json!("no. 24")));
    assert_eq!((&read[10]["isSubject"], &read[10]["userFullName"]), (&json!(true), &json!("Maya Okafor")));
    let (_, newest) = node.post(&path(&of_person), &of_sam, &why).await;
    assert_eq!((newest.as_array().unwrap().len(), &newest[19]["text"]), (20, &json!("no. 29")));
    let written = audit::of_channel(&node.store, app.pair, 10).await.unwrap();
    assert_eq!(written.len(), 2);
    assert_eq!((written[1].actor_id, written[1].reason.as_deref()), (Some(app.sam), Some("To see what came before")));
    assert_eq!(json!(written[1].subject_id), of_message["id"]);
});

both!(staff_pages_learn_of_reports_at_once, async |app| {
    let node = app.node().await;
    let (mut sam, mut tom) = (node.socket(app.sam).await, node.socket(app.tom).await);
    let (of_sam, of_tom) = (sam.token.clone().unwrap(), tom.token.clone().unwrap());
    assert_eq!(node.get(WAITING, Some(&of_tom)).await.status(), 403);
    assert_eq!(node.get_json(WAITING, &of_sam).await, json!({"items": []}));
    let body = json!({"channelId": app.pair, "userId": app.maya, "reason": "danger"});
    let (_, made) = node.post(REPORT, &of_tom, &body).await;
    assert_eq!(sam.expect("changed").await["topics"], json!(["staff"]));
    let waiting = node.get_json(WAITING, &of_sam).await;
    let oldest = waiting["items"][0]["oldestOn"].clone();
    let item = json!({"kind": "report", "count": 1, "oldestOn": oldest, "isUrgent": true});
    assert_eq!(waiting, json!({"items": [item]}));

    let report = format!("{REPORTS}{}/", made["id"].as_str().unwrap());
    assert_eq!(node.post(&report, &of_sam, &json!({})).await.0, 204);
    sam.expect("changed").await;
    assert_eq!(node.get_json(WAITING, &of_sam).await, json!({"items": []}));
    assert_eq!(node.delete(&format!("{report}resolution/"), &of_sam).await, 204);
    sam.expect("changed").await;
    tom.expect_silence().await;
});

both!(reported_file_is_opened_with_a_reason, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let (of_tom, (_, of_sam)) = (tom.token.clone().unwrap(), node.sign_in(app.sam).await);
    tom.join(app.pair).await;
    let mut sent = Vec::new();
    for (name, text) in [("before.txt", "not reported"), ("insult.txt", "insult")] {
        send_file(&mut maya, &app, name, text.as_bytes()).await;
        sent.push(tom.expect("new_message").await);
    }
    let body = json!({"channelId": app.pair, "msgId": sent[1]["msg_id"], "reason": "harassment"});
    let (_, made) = node.post(REPORT, &of_tom, &body).await;
    let listed = node.get_json(REPORTS, &of_sam).await[0]["file"].clone();
    assert_eq!(listed, json!({"name": "insult.txt", "type": "text/plain", "size": 6, "canOpen": true}));
    let file = format!("{REPORTS}{}/file/", made["id"].as_str().unwrap());
    let why = json!({"reason": "To see what was sent"});
    assert_eq!(code(&node, &file, &of_tom, &why).await, (403, json!("staff_only")));
    assert_eq!(code(&node, &file, &of_sam, &json!({"reason": " "})).await, (422, json!("invalid")));
    assert_eq!(audit::of_channel(&node.store, app.pair, 10).await.unwrap(), []);

    let (status, opened) = node.post(&file, &of_sam, &why).await;
    assert_eq!((status, &opened["name"], &opened["thumbnailUrl"]), (200, &json!("insult.txt"), &Value::Null));
    let bytes = node.get(opened["url"].as_str().unwrap(), None).await;
    assert_eq!(bytes.text().await.unwrap(), "insult");
    let written = audit::of_channel(&node.store, app.pair, 10).await.unwrap();
    assert_eq!((written.len(), written[0].actor_id, &*written[0].action), (1, Some(app.sam), "read_file"));
    assert_eq!(
        (json!(written[0].subject_id), written[0].reason.as_deref()),
        (made["id"].clone(), Some("To see what was sent"))
    );

    let of_person = json!({"channelId": app.pair, "userId": app.maya, "reason": "other"});
    let (_, made) = node.post(REPORT, &of_tom, &of_person).await;
    let without = format!("{REPORTS}{}/file/", made["id"].as_str().unwrap());
    assert_eq!(code(&node, &without, &of_sam, &why).await, (404, json!("not_found")));
});

both!(report_of_unreadable_message_is_refused, async |app| {
    let said = app.history(app.pair, app.maya, 1).await.pop().unwrap();
    let node = app.node().await;
    let ((_, of_tom), (_, of_ana)) = (node.sign_in(app.tom).await, node.sign_in(app.ana).await);
    let about = |channel, message: Value, user: Value| json!({"channelId": channel, "msgId": message, "userId": user, "reason": "other"});
    let no = Value::Null;
    for (token, body, refusal) in [
        (&of_ana, about(app.pair, json!(said.id), no.clone()), (404, json!("channel_unknown"))),
        (&of_ana, about(app.circle, json!(said.id), no.clone()), (404, json!("not_found"))),
        (&of_tom, about(app.pair, no.clone(), json!(app.ana)), (404, json!("not_found"))),
        (&of_tom, about(app.pair, no.clone(), json!(app.tom)), (422, json!("invalid"))),
        (&of_tom, about(app.pair, no.clone(), no.clone()), (422, json!("invalid"))),
    ] {
        assert_eq!(code(&node, REPORT, token, &body).await, refusal, "{body}");
    }
    let details = "x".repeat(2_001);
    let body = json!({"channelId": app.pair, "userId": app.maya, "reason": "other", "details": details});
    assert_eq!(code(&node, REPORT, &of_tom, &body).await, (422, json!("invalid")));
    let body = json!({"channelId": app.pair, "userId": app.maya, "reason": "danger"});
    assert_eq!(node.post(REPORT, &of_tom, &body).await.0, 201, "a person");
});

both!(mute_is_shown_on_all_devices, async |app| {
    let node = app.node().await;
    let (mut laptop, mut phone) = (node.socket(app.tom).await, node.socket(app.tom).await);
    let token = laptop.token.clone().unwrap();
    let path = format!("/api/v2/chat/{}/mute/", app.circle);
    assert_eq!(node.post(&path, &token, &json!({"muted": true})).await.0, 204);
    laptop.expect("reload").await;
    phone.expect("reload").await;
    assert_eq!(channel_of(&node, &token, app.circle).await["isMuted"], json!(true));
    assert_eq!(channel_of(&node, &token, app.pair).await["isMuted"], json!(false));
    let (_, of_ana) = node.sign_in(app.ana).await;
    let other = format!("/api/v2/chat/{}/mute/", app.pair);
    assert_eq!(code(&node, &other, &of_ana, &json!({"muted": true})).await, (404, json!("channel_unknown")));
});

both!(cases_of_another_programme_do_not_exist, async |app| {
    let node = app.node().await;
    let (operator, settings) = (test_kit::operator(), Default::default());
    let harbour =
        administration::put_programme(&app.store, &operator, "harbour", "Harbour", "UTC", &settings).await.unwrap();
    let edda = add_person(&app.store, "Edda", "Berg", Role::Staff, harbour).await;
    test_kit::grant_all_roles(&app.store, edda, Some(harbour)).await;
    let mut edda = node.socket(edda).await;
    let (of_edda, (_, of_tom)) = (edda.token.clone().unwrap(), node.sign_in(app.tom).await);
    let body = json!({"channelId": app.pair, "userId": app.maya, "reason": "danger"});
    let (_, made) = node.post(REPORT, &of_tom, &body).await;
    let report = format!("{REPORTS}{}/", made["id"].as_str().unwrap());
    let why = json!({"reason": "To see what was sent"});
    assert_eq!(node.get_json(REPORTS, &of_edda).await, json!([]));
    assert_eq!(node.get_json(WAITING, &of_edda).await, json!({"items": []}));
    for (path, body) in [("", json!({})), ("conversation/", why.clone()), ("file/", why)] {
        assert_eq!(code(&node, &format!("{report}{path}"), &of_edda, &body).await, (404, json!("not_found")), "{path}");
    }
    assert_eq!(node.delete(&format!("{report}resolution/"), &of_edda).await, 404);
    assert_eq!(audit::of_channel(&node.store, app.pair, 10).await.unwrap(), [], "nothing was read");
    edda.expect_silence().await;
});
