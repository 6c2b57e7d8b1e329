//! Pages of the history, also during traffic.

use futures_util::future::join;
use serde_json::{Value, json};
use store::ChannelId;

use crate::socket::{Socket, seqs};
use test_kit::both;

async fn page(socket: &mut Socket, channel: ChannelId, position: Value) -> Value {
    let mut command = json!({"command": "get_room_chat_messages", "channel": channel});
    command.as_object_mut().unwrap().extend(position.as_object().unwrap().clone());
    socket.send_frame(command).await;
    socket.expect("messages_payload").await
}

fn seqs_of(page: &Value) -> Vec<i64> {
    seqs(page["messages"].as_array().unwrap())
}

both!(pages_lead_to_the_first_message, async |app| {
    app.history(app.circle, app.maya, 65).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    tom.send_frame(json!({"command": "fetch_messages", "channel": app.circle})).await;
    let newest = tom.expect("messages_payload").await;
    assert_eq!(newest["type"], "fetch_messages");
    assert_eq!(seqs_of(&newest), (36..=65).rev().collect::<Vec<_>>());
    assert_eq!(
        (&newest["page_number"], &newest["new_page_number"], &newest["anchor"]),
        (&json!(1), &json!(2), &json!(65))
    );

    let second = page(&mut tom, app.circle, json!({"page_number": 2})).await;
    assert_eq!(second["type"], "get_room_chat_messages");
    assert_eq!(seqs_of(&second), (6..=35).rev().collect::<Vec<_>>());
    let last = page(&mut tom, app.circle, json!({"page_number": 3})).await;
    assert_eq!(seqs_of(&last), (1..=5).rev().collect::<Vec<_>>());
    assert_eq!(last["new_page_number"], Value::Null);
    let beyond = page(&mut tom, app.circle, json!({"page_number": 4})).await;
    assert_eq!((seqs_of(&beyond), &beyond["new_page_number"]), (vec![], &Value::Null));
});

both!(empty_channel_has_one_empty_page, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    let empty = page(&mut tom, app.circle, json!({"page_number": 1})).await;
    assert_eq!((seqs_of(&empty), &empty["anchor"], &empty["new_page_number"]), (vec![], &json!(0), &Value::Null));
});

both!(page_of_message_contains_it, async |app| {
    let written = app.history(app.circle, app.maya, 95).await;
    let elsewhere = app.history(app.pair, app.maya, 1).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    for seq in [1, 5, 6, 35, 36, 64, 95] {
        let id = written[seq - 1].id;
        let received = page(&mut tom, app.circle, json!({"message_id": id})).await;
        assert_eq!(received["selected_msg_id"], json!(id));
        assert!(seqs_of(&received).contains(&i64::try_from(seq).unwrap()), "{seq}");
    }
    for wrong in [
        json!({"message_id": elsewhere[0].id}),
        json!({"message_id": app.circle}),
        json!({}),
        json!({"page_number": 0}),
        json!({"page_number": -3}),
    ] {
        let mut command = json!({"command": "get_room_chat_messages", "channel": app.circle});
        command.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        tom.send_frame(command).await;
        tom.expect_error("bad_frame").await;
    }
    for odd in [json!({"page_number": i64::MAX}), json!({"page_number": 2, "anchor": i64::MIN})] {
        assert!(seqs_of(&page(&mut tom, app.circle, odd).await).is_empty());
    }
});

both!(date_selects_first_message_of_that_time, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    let nothing = page(&mut tom, app.circle, json!({"date": "2026-03-02T00:00:00Z"})).await;
    assert_eq!((seqs_of(&nothing), nothing.get("selected_msg_id")), (vec![], None));

    let written = app.history(app.circle, app.maya, 65).await;
    for (date, seq) in [
        ("2001-01-01T00:00:00Z".to_owned(), 1),
        (
            written[40].created_at.to_rfc3339(),
            1 + written.iter().position(|m| m.created_at >= written[40].created_at).unwrap(),
        ),
        ("2999-01-01T00:00:00+02:00".to_owned(), 65),
    ] {
        let received = page(&mut tom, app.circle, json!({"date": date})).await;
        assert_eq!(received["selected_msg_id"], json!(written[seq - 1].id), "{date}");
        assert!(seqs_of(&received).contains(&i64::try_from(seq).unwrap()), "{date}");
    }
    for wrong in ["yesterday", "", "2026-13-01T00:00:00Z"] {
        tom.send_frame(json!({"command": "get_room_chat_messages", "channel": app.circle, "date": wrong})).await;
        assert_eq!(tom.expect_error("bad_frame").await["channel"], json!(app.circle), "{wrong}");
    }
});

both!(selected_message_is_in_middle_of_page, async |app| {
    let written = app.history(app.circle, app.maya, 95).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    tom.send_frame(json!({"command": "fetch_messages", "channel": app.circle})).await;
    tom.expect("messages_payload").await;
    let around = page(&mut tom, app.circle, json!({"message_id": written[49].id})).await;
    assert_eq!(seqs_of(&around), (36..=65).rev().collect::<Vec<_>>(), "whatever was read before");
    assert_eq!(seqs_of(&page(&mut tom, app.circle, json!({"seq": 50})).await), seqs_of(&around));
    let older = page(&mut tom, app.circle, json!({"page_number": 2, "anchor": 65})).await;
    assert_eq!(seqs_of(&older), (6..=35).rev().collect::<Vec<_>>());
    let newer = page(&mut tom, app.circle, json!({"seq": 66, "anchor": 95})).await;
    assert_eq!(seqs_of(&newer), (66..=95).rev().collect::<Vec<_>>());
    for (beyond, end) in [(i64::MAX, 95), (i64::MIN, 1)] {
        let received = page(&mut tom, app.circle, json!({"seq": beyond})).await;
        assert!(seqs_of(&received).contains(&end), "{beyond}");
    }
});

both!(jump_in_empty_channel_finds_nothing, async |app| {
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    assert!(seqs_of(&page(&mut tom, app.circle, json!({"seq": 7})).await).is_empty());
});

both!(pages_stay_stable_during_traffic, async |app| {
    app.history(app.circle, app.maya, 200).await;
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    let writing = async {
        for number in 0..60 {
            maya.send(app.circle, &format!("meanwhile {number}")).await;
            maya.expect("new_message").await;
        }
    };
    let reading = async {
        let mut rounds = Vec::new();
        for _ in 0..6 {
            let mut position = json!({"page_number": 1});
            let (mut all, mut anchor) = (Vec::new(), None);
            loop {
                let page = page(&mut tom, app.circle, position).await;
                all.extend(seqs_of(&page));
                assert_eq!(*anchor.get_or_insert(page["anchor"].clone()), page["anchor"]);
                if page["new_page_number"].is_null() {
                    break;
                }
                position = json!({"page_number": page["new_page_number"]});
            }
            rounds.push((anchor.unwrap().as_i64().unwrap(), all));
        }
        rounds
    };
    let ((), rounds) = join(writing, reading).await;
    for (anchor, all) in rounds {
        assert_eq!(all, (1..=anchor).rev().collect::<Vec<_>>(), "each message once");
    }
});

both!(new_connection_continues_with_client_anchor, async |app| {
    app.history(app.circle, app.maya, 70).await;
    let node = app.node().await;
    let mut tom = node.socket(app.tom).await;
    let first = page(&mut tom, app.circle, json!({"page_number": 1})).await;
    app.history(app.circle, app.maya, 7).await;
    let mut again = node.socket(app.tom).await;
    let position = json!({"page_number": first["new_page_number"], "anchor": first["anchor"]});
    let second = page(&mut again, app.circle, position).await;
    assert_eq!(seqs_of(&second), (11..=40).rev().collect::<Vec<_>>());
    let third = page(&mut again, app.circle, json!({"page_number": 3})).await;
    assert_eq!(seqs_of(&third), (1..=10).rev().collect::<Vec<_>>(), "and the new one remembers it");
});
