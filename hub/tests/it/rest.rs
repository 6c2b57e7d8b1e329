//! The calls of chat beside the socket.

use serde_json::{Value, json};
use store::channels::{self, Status};
use store::sessions;

use test_kit::both;

const CHANNELS: &str = "/api/v2/chat/channels/";
const UNREAD: &str = "/api/v2/chat/unread-message/";

both!(the_list_of_channels_has_the_shape_of_the_contract, async |world| {
    let written = world.history(world.pair, world.tom, 3).await;
    let node = world.node().await;
    let mut maya = node.socket(world.maya).await;
    maya.say(json!({"command": "message_seen", "channel": world.pair, "msg_id": written[1].id})).await;
    assert_eq!(maya.count_of(world.pair).await, (1, false));

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
        "channelId": world.pair, "channelName": "Tom Rivera", "kind": "direct", "isGroup": false,
        "membership": "active", "messageAgainFrom": null, "isMuted": false, "isBlocked": false, "memberCount": 2,
        "blackout": {"active": false, "until": null, "refusesSending": false}, "gifs": false,
        "callInProgress": null,
        "lastMessage": {"msgId": written[2].id, "seq": 3, "userId": world.tom, "text": "no. 2",
            "createdOn": written[2].created_at},
        "channelMembers": [
            member(world.maya, "Maya Okafor", "Mentor", Some(2)), member(world.tom, "Tom Rivera", "Mentee", None),
        ],
    });
    assert_eq!(list[0], pair);
    let circle = &list[1];
    assert_eq!((&circle["channelName"], &circle["kind"]), (&json!("Tuesday circle"), &json!("group")));
    assert_eq!((&circle["isGroup"], &circle["lastMessage"]), (&json!(true), &Value::Null));
    assert_eq!(circle["channelMembers"].as_array().unwrap().len(), 3);
    assert!(!list.to_string().contains('@'), "no address of anybody: {list}");
});

both!(the_asker_comes_first_and_the_other_gives_the_name, async |world| {
    let node = world.node().await;
    let (_, token) = node.sign_in(world.tom).await;
    let list = node.get_json(CHANNELS, &token).await;
    let pair = list.as_array().unwrap().iter().find(|channel| channel["channelId"] == json!(world.pair)).unwrap();
    assert_eq!(pair["channelName"], "Maya Okafor");
    assert_eq!(pair["channelMembers"][0]["userId"], json!(world.tom));
});

both!(inactive_members_see_the_channel_and_absent_ones_do_not, async |world| {
    let until = world.history(world.circle, world.maya, 2).await.pop().unwrap();
    let node = world.node().await;
    let (_, token) = node.sign_in(world.tom).await;
    let again = node.store.clock.now() + chrono::Duration::days(3);
    channels::set_status(&node.store, world.circle, world.tom, Status::Inactive, Some(again)).await.unwrap();
    channels::set_status(&node.store, world.pair, world.tom, Status::Absent, None).await.unwrap();
    world.history(world.circle, world.maya, 2).await;
    let list = node.get_json(CHANNELS, &token).await;
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!((&list[0]["membership"], &list[0]["messageAgainFrom"]), (&json!("inactive"), &json!(again)));
    assert_eq!(list[0]["lastMessage"]["msgId"], json!(until.id), "nothing of what came later");
    let counts = node.get_json(UNREAD, &token).await;
    assert_eq!(counts["unreadMessages"].as_object().unwrap().len(), 1);
});

both!(counts_are_those_of_the_socket, async |world| {
    world.history(world.pair, world.tom, 2).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    tom.send(world.circle, &format!("@[Maya]({})", world.maya)).await;
    tom.expect("new_message").await;
    let (_, token) = node.sign_in(world.maya).await;
    let counts = node.get_json(UNREAD, &token).await;
    let expected = json!({"unreadMessages": {
        world.pair.to_string(): {"count": 2, "data": {"isTagged": false}},
        world.circle.to_string(): {"count": 1, "data": {"isTagged": true}},
    }});
    assert_eq!(counts, expected);
    assert_eq!(node.get_json(UNREAD.trim_end_matches('/'), &token).await, expected, "the slash is optional");
});

both!(nothing_is_told_to_people_who_are_not_signed_in, async |world| {
    let node = world.node().await;
    let (opened, token) = node.sign_in(world.maya).await;
    for path in [CHANNELS, UNREAD] {
        for wrong in [None, Some(""), Some("nonsense"), Some(&*format!("{token}x"))] {
            let answer = node.get(path, wrong).await;
            assert_eq!(answer.status(), 401);
            assert_eq!(answer.json::<Value>().await.unwrap()["code"], "not_signed_in");
        }
        assert_eq!(node.get(path, Some(&token)).await.status(), 200);
    }
    sessions::end(&node.store, opened.session).await.unwrap();
    for path in [CHANNELS, UNREAD] {
        assert_eq!(node.get(path, Some(&token)).await.status(), 401);
    }
});
