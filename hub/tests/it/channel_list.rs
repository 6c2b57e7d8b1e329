//! The channel list and unread counts over HTTP.

use serde_json::{Value, json};
use store::channels::{self, Status};
use store::login_sessions;

use test_kit::both;

const CHANNELS: &str = "/api/v2/chat/channels/";
const UNREAD: &str = "/api/v2/chat/unread-message/";

both!(channel_list_matches_the_contract, async |app| {
    let written = app.history(app.pair, app.tom, 3).await;
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.send_frame(json!({"command": "message_seen", "channel": app.pair, "msg_id": written[1].id})).await;
    assert_eq!(maya.expect_count(app.pair).await, (1, false));

    let token = maya.token.clone().unwrap();
    let mut list = node.get_json(CHANNELS, &token).await;
    let seen_at = list[0]["channelMembers"][0]["lastViewedTimestamp"].take();
    assert!(seen_at.as_str().unwrap().starts_with("20"), "{seen_at}");
    let member = |id, name, role, seen: Option<usize>| {
        json!({
            "userId": id, "userFullName": name, "displayPicture": null, "isActive": true, "isPairManager": false,
            "role": role, "lastViewedTimestamp": null, "lastViewedMsgId": seen.map(|seq| written[seq - 1].id),
            "lastViewedSeq": seen.unwrap_or(0),
        })
    };
    let pair = json!({
        "channelId": app.pair, "channelName": "Tom Rivera", "kind": "direct", "isGroup": false,
        "membership": "active", "messageAgainFrom": null, "isMuted": false, "isBlocked": false,
        "isReadOnly": false, "memberCount": 2, "programId": null,
        "blackout": {"active": false, "until": null, "refusesSending": false}, "gifs": false,
        "callInProgress": null, "staffBackAt": null,
        "lastMessage": {"msgId": written[2].id, "seq": 3, "userId": app.tom, "text": "no. 2", "isPrivate": false,
            "attachmentName": null, "isDeleted": false,
            "createdOn": written[2].created_at},
        "channelMembers": [
            member(app.maya, "Maya Okafor", "Mentor", Some(2)), member(app.tom, "Tom Rivera", "Mentee", None),
        ],
    });
    assert_eq!(list[0], pair);
    let circle = &list[1];
    assert_eq!((&circle["channelName"], &circle["kind"]), (&json!("Tuesday circle"), &json!("group")));
    assert_eq!((&circle["isGroup"], &circle["lastMessage"]), (&json!(true), &Value::Null));
    assert_eq!(circle["channelMembers"].as_array().unwrap().len(), 3);
    assert!(!list.to_string().contains('@'), "no address of anybody: {list}");
});

both!(direct_channel_is_named_after_other_member, async |app| {
    let node = app.node().await;
    let (_, token) = node.sign_in(app.tom).await;
    let list = node.get_json(CHANNELS, &token).await;
    let pair = list.as_array().unwrap().iter().find(|channel| channel["channelId"] == json!(app.pair)).unwrap();
    assert_eq!(pair["channelName"], "Maya Okafor");
    assert_eq!(pair["channelMembers"][0]["userId"], json!(app.tom));
});

both!(channel_list_shows_inactive_and_hides_absent, async |app| {
    let until = app.history(app.circle, app.maya, 2).await.pop().unwrap();
    let node = app.node().await;
    let (_, token) = node.sign_in(app.tom).await;
    let again = node.store.clock.now() + chrono::Duration::days(3);
    channels::set_status(&node.store, app.circle, app.tom, Status::Inactive, Some(again)).await.unwrap();
    channels::set_status(&node.store, app.pair, app.tom, Status::Absent, None).await.unwrap();
    app.history(app.circle, app.maya, 2).await;
    let list = node.get_json(CHANNELS, &token).await;
    assert_eq!(list.as_array().unwrap().len(), 2, "beside the conversation with the team");
    assert_eq!((&list[0]["membership"], &list[0]["messageAgainFrom"]), (&json!("inactive"), &json!(again)));
    assert_eq!(list[0]["lastMessage"]["msgId"], json!(until.id), "nothing of what came later");
    let counts = node.get_json(UNREAD, &token).await;
    assert_eq!(counts["unreadMessages"].as_object().unwrap().len(), 2);
});

both!(unread_counts_match_the_socket, async |app| {
    app.history(app.pair, app.tom, 2).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    tom.send(app.circle, &format!("@[Maya]({})", app.maya)).await;
    tom.expect("new_message").await;
    let (_, token) = node.sign_in(app.maya).await;
    let counts = node.get_json(UNREAD, &token).await;
    let expected = json!({"unreadMessages": {
        app.pair.to_string(): {"count": 2, "data": {"is_tagged": false, "isTagged": false}},
        app.circle.to_string(): {"count": 1, "data": {"is_tagged": true, "isTagged": true}},
    }});
    assert_eq!(counts, expected);
    assert_eq!(node.get_json(UNREAD.trim_end_matches('/'), &token).await, expected, "the slash is optional");
});

both!(channel_routes_require_authentication, async |app| {
    let node = app.node().await;
    let (opened, token) = node.sign_in(app.maya).await;
    for path in [CHANNELS, UNREAD] {
        for wrong in [None, Some(""), Some("nonsense"), Some(&*format!("{token}x"))] {
            let answer = node.get(path, wrong).await;
            assert_eq!(answer.status(), 401);
            assert_eq!(answer.json::<Value>().await.unwrap()["code"], "not_signed_in");
        }
        assert_eq!(node.get(path, Some(&token)).await.status(), 200);
    }
    login_sessions::end(&node.store, opened.session).await.unwrap();
    for path in [CHANNELS, UNREAD] {
        assert_eq!(node.get(path, Some(&token)).await.status(), 401);
    }
});
