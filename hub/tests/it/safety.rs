//! Blocks, reports and muted channels as people meet them.

use serde_json::{Value, json};
use store::listing::ListRequest;
use store::people::Role;
use store::staff::Scope;
use store::{administration, audit, channels};
use test_kit::both;

use crate::attachments::send_file;
use crate::node::Node;
use crate::test_app::add_person;

const CHANNELS: &str = "/api/v2/chat/channels/";
const BLOCKS: &str = "/api/v2/chat/blocks/";
const REPORT: &str = "/api/v2/chat/report/";
const CASES: &str = "/api/staff/cases/";
const PENDING_CASES: &str = "/api/v2/staff/waiting/";

async fn code(node: &Node, path: &str, token: &str, body: &Value) -> (u16, Value) {
    let (status, answer) = node.post(path, token, body).await;
    (status, answer["code"].clone())
}

/// Returns the path of the newest case.
pub(crate) async fn newest_case(node: &Node, token: &str) -> String {
    let list = node.get_json(&format!("{CASES}?sort=-createdAt"), token).await;
    format!("{CASES}{}/", list["results"][0]["id"].as_str().unwrap())
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

    assert_eq!(node.get(CASES, Some(&of_tom)).await.status(), 403);
    let list = node.get_json(CASES, &of_sam).await;
    let (id, at) = (&list["results"][0]["id"], &list["results"][0]["createdAt"]);
    let listed = json!({
        "id": id, "kind": "report", "reason": "private_contact", "isUrgent": false,
        "about": {"id": app.maya, "name": "Maya Okafor"}, "reporter": {"id": app.tom, "name": "Tom Rivera"},
        "channelKind": "direct", "channelName": "", "programme": list["results"][0]["programme"], "createdAt": at,
        "resolvedAt": null, "resolvedBy": null, "outcome": null, "assignedTo": null,
    });
    assert_eq!(list, json!({"results": [listed], "nextCursor": null, "total": 1}));
    let case = newest_case(&node, &of_sam).await;
    assert_eq!(node.get(&case, Some(&of_tom)).await.status(), 403);
    let mut shown = node.get_json(&case, &of_sam).await;
    let hold = shown.as_object_mut().unwrap().remove("hold").unwrap();
    let names = [&hold["aboutName"], &hold["reporterName"], &hold["messages"]];
    assert_eq!(names, [&json!("Maya Okafor"), &json!("Tom Rivera"), &json!(1)]);
    let mut expected = listed;
    for (name, value) in [
        ("channelId", json!(app.pair)),
        ("msgId", json!(said.id)),
        ("message", json!(said.body)),
        ("file", Value::Null),
        ("details", json!("asks for my number")),
        ("resolution", Value::Null),
        ("isSilencing", json!(true)),
        ("isSuspended", json!(false)),
        ("suspendedUntil", Value::Null),
        ("warnings", json!({"shown": 0, "sent": 0})),
    ] {
        expected[name] = value;
    }
    assert_eq!(shown, expected);
    assert_eq!(code(&node, &case, &of_tom, &json!({})).await, (403, json!("staff_only")));
    assert_eq!(
        node.post(&case, &of_sam, &json!({"outcome": "talked_to", "resolution": "spoke with both"})).await.0,
        204
    );
    assert_eq!(code(&node, &case, &of_sam, &json!({"outcome": "no_concern"})).await.0, 404);
    let total = async |status: &str| node.get_json(&format!("{CASES}?status={status}"), &of_sam).await["total"].clone();
    assert_eq!((total("open").await, total("resolved").await), (json!(0), json!(1)));
    let done = node.get_json(&case, &of_sam).await;
    assert_eq!(
        (&done["outcome"], &done["resolution"], &done["resolvedBy"]),
        (&json!("talked_to"), &json!("spoke with both"), &json!({"id": app.sam, "name": "Sam Whitfield"}))
    );
    let resolution = format!("{case}resolution/");
    assert_eq!(node.delete(&resolution, &of_tom).await, 403);
    assert_eq!((node.delete(&resolution, &of_sam).await, node.delete(&resolution, &of_sam).await), (204, 404));
    assert_eq!(total("open").await, json!(1));
    let history = node.get_json(&format!("{case}history/"), &of_sam).await;
    let outcomes: Vec<_> = history.as_array().unwrap().iter().map(|one| (&one["act"], &one["outcome"])).collect();
    assert_eq!(outcomes[..2], [(&json!("reopen_case"), &Value::Null), (&json!("resolve_case"), &json!("talked_to"))]);
});

both!(export_of_cases_has_no_private_texts, async |app| {
    let said = app.history(app.pair, app.maya, 1).await.pop().unwrap();
    let node = app.node().await;
    let ((_, of_tom), (_, of_sam)) = (node.sign_in(app.tom).await, node.sign_in(app.sam).await);
    let body = json!({"channelId": app.pair, "msgId": said.id, "reason": "spam", "details": "canaryword"});
    node.post(REPORT, &of_tom, &body).await;
    let path = |query: &str| format!("{CASES}export/?format=csv&category=spam&{query}");
    assert_eq!(node.get(&path(""), Some(&of_sam)).await.status(), 422, "without a reason");
    assert_eq!(node.get(&path("reason=For+the+board"), Some(&of_tom)).await.status(), 403);
    let table = node.get(&path("reason=For+the+board"), Some(&of_sam)).await.text().await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert!(lines[1].contains(",report,spam,Maya Okafor,Tom Rivera,,"), "{table}");
    assert!(!table.contains("canaryword") && !table.contains(&*said.body), "{table}");
    let filters = [("act".to_owned(), vec!["export_list".to_owned()])].into();
    let request = ListRequest { filters, ..ListRequest::default() };
    let written = audit::page(&node.store, &Scope::Installation, None, &request).await.unwrap();
    let [row] = &written.rows[..] else { panic!("{written:?}") };
    assert_eq!((row.actor_id, row.reason.as_deref()), (Some(app.sam), Some("For the board")));
});

both!(staff_reading_of_report_is_audited, async |app| {
    let said = app.history(app.pair, app.maya, 30).await;
    let node = app.node().await;
    let ((_, of_tom), (_, of_sam)) = (node.sign_in(app.tom).await, node.sign_in(app.sam).await);
    let about = |about: Value| json!({"channelId": app.pair, "msgId": about, "userId": app.maya, "reason": "danger"});
    let (_, made) = node.post(REPORT, &of_tom, &about(json!(said[14].id))).await;
    let of_message = format!("{}conversation/", newest_case(&node, &of_sam).await);
    node.post(REPORT, &of_tom, &about(Value::Null)).await;
    let of_person = format!("{}conversation/", newest_case(&node, &of_sam).await);
    for (token, reason, refusal) in [
        (&of_tom, "let me see", (403, json!("staff_only"))),
        (&of_sam, "  ", (422, json!("invalid"))),
        (&of_sam, &*"x".repeat(501), (422, json!("invalid"))),
    ] {
        assert_eq!(code(&node, &of_message, token, &json!({"reason": reason})).await, refusal);
    }
    assert_eq!(audit::of_channel(&node.store, app.pair, 10).await.unwrap(), []);

    let why = json!({"reason": " To see what came before "});
    let (_, read) = node.post(&of_message, &of_sam, &why).await;
    let read = read.as_array().unwrap();
    assert_eq!((read.len(), &read[0]["text"], &read[20]["text"]), (21, &json!("no. 4"), &json!("no. 24")));
    assert_eq!((&read[10]["isSubject"], &read[10]["userFullName"]), (&json!(true), &json!("Maya Okafor")));
    let (_, newest) = node.post(&of_person, &of_sam, &why).await;
    assert_eq!((newest.as_array().unwrap().len(), &newest[19]["text"]), (20, &json!("no. 29")));
    let written = audit::of_channel(&node.store, app.pair, 10).await.unwrap();
    assert_eq!(written.len(), 2);
    assert_eq!((written[1].actor_id, written[1].reason.as_deref()), (Some(app.sam), Some("To see what came before")));
    assert_eq!(json!(written[1].subject_id), made["id"]);
});

both!(staff_pages_learn_of_reports_at_once, async |app| {
    let node = app.node().await;
    let (mut sam, mut tom) = (node.socket(app.sam).await, node.socket(app.tom).await);
    let (of_sam, of_tom) = (sam.token.clone().unwrap(), tom.token.clone().unwrap());
    assert_eq!(node.get(PENDING_CASES, Some(&of_tom)).await.status(), 403);
    assert_eq!(node.get_json(PENDING_CASES, &of_sam).await, json!({"items": []}));
    let body = json!({"channelId": app.pair, "userId": app.maya, "reason": "danger", "stopContact": false});
    node.post(REPORT, &of_tom, &body).await;
    assert_eq!(sam.expect("changed").await["topics"], json!(["staff"]));
    let pending = node.get_json(PENDING_CASES, &of_sam).await;
    let oldest = pending["items"][0]["oldestOn"].clone();
    let item = json!({"kind": "report", "count": 1, "oldestOn": oldest, "isUrgent": true});
    assert_eq!(pending, json!({"items": [item]}));

    let case = newest_case(&node, &of_sam).await;
    assert_eq!(node.post(&case, &of_sam, &json!({"outcome": "no_concern"})).await.0, 204);
    sam.expect("changed").await;
    assert_eq!(node.get_json(PENDING_CASES, &of_sam).await, json!({"items": []}));
    assert_eq!(node.delete(&format!("{case}resolution/"), &of_sam).await, 204);
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
    let case = newest_case(&node, &of_sam).await;
    assert_eq!(
        node.get_json(&case, &of_sam).await["file"],
        json!({"name": "insult.txt", "type": "text/plain", "size": 6, "canOpen": true})
    );
    let file = format!("{case}file/");
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
    node.post(REPORT, &of_tom, &of_person).await;
    let without = format!("{}file/", newest_case(&node, &of_sam).await);
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
    node.post(REPORT, &of_tom, &body).await;
    let (_, of_sam) = node.sign_in(app.sam).await;
    let case = newest_case(&node, &of_sam).await;
    let why = json!({"reason": "To see what was sent"});
    assert_eq!(node.get_json(CASES, &of_edda).await["total"], json!(0));
    assert_eq!(node.get(&case, Some(&of_edda)).await.status(), 404);
    let export = node.get(&format!("{CASES}export/?format=csv&reason=to+see"), Some(&of_edda)).await;
    assert_eq!(export.text().await.unwrap().lines().count(), 1, "only the header");
    assert_eq!(node.get_json(PENDING_CASES, &of_edda).await, json!({"items": []}));
    for (path, body) in [("", json!({"outcome": "no_concern"})), ("conversation/", why.clone()), ("file/", why)] {
        assert_eq!(code(&node, &format!("{case}{path}"), &of_edda, &body).await, (404, json!("not_found")), "{path}");
    }
    assert_eq!(node.delete(&format!("{case}resolution/"), &of_edda).await, 404);
    assert_eq!(audit::of_channel(&node.store, app.pair, 10).await.unwrap(), [], "nothing was read");
    edda.expect_silence().await;
});
