//! Reading back, also while others write.

use futures_util::future::join;
use serde_json::{Value, json};
use store::ChannelId;

use crate::socket::{Socket, seqs};
use test_kit::both;

async fn page(socket: &mut Socket, channel: ChannelId, place: Value) -> Value {
    let mut command = json!({"command": "get_room_chat_messages", "channel": channel});
    command.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
    socket.say(command).await;
    socket.expect("messages_payload").await
}

fn numbers(page: &Value) -> Vec<i64> {
    seqs(page["messages"].as_array().unwrap())
}

both!(pages_lead_to_the_beginning, async |world| {
    world.history(world.circle, world.maya, 65).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    tom.say(json!({"command": "fetch_messages", "channel": world.circle})).await;
    let newest = tom.expect("messages_payload").await;
    assert_eq!(newest["type"], "fetch_messages");
    assert_eq!(numbers(&newest), (36..=65).rev().collect::<Vec<_>>());
    assert_eq!(
        (&newest["page_number"], &newest["new_page_number"], &newest["anchor"]),
        (&json!(1), &json!(2), &json!(65))
    );

    let second = page(&mut tom, world.circle, json!({"page_number": 2})).await;
    assert_eq!(second["type"], "get_room_chat_messages");
    assert_eq!(numbers(&second), (6..=35).rev().collect::<Vec<_>>());
    let last = page(&mut tom, world.circle, json!({"page_number": 3})).await;
    assert_eq!(numbers(&last), (1..=5).rev().collect::<Vec<_>>());
    assert_eq!(last["new_page_number"], Value::Null);
    let beyond = page(&mut tom, world.circle, json!({"page_number": 4})).await;
    assert_eq!((numbers(&beyond), &beyond["new_page_number"]), (vec![], &Value::Null));
});

both!(a_channel_without_messages_has_one_empty_page, async |world| {
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    let empty = page(&mut tom, world.circle, json!({"page_number": 1})).await;
    assert_eq!((numbers(&empty), &empty["anchor"], &empty["new_page_number"]), (vec![], &json!(0), &Value::Null));
});

both!(the_page_of_a_message_holds_it, async |world| {
    let written = world.history(world.circle, world.maya, 95).await;
    let elsewhere = world.history(world.pair, world.maya, 1).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    for seq in [1, 5, 6, 35, 36, 64, 95] {
        let id = written[seq - 1].id;
        let held = page(&mut tom, world.circle, json!({"message_id": id})).await;
        assert_eq!(held["selected_msg_id"], json!(id));
        assert!(numbers(&held).contains(&i64::try_from(seq).unwrap()), "{seq}");
    }
    for wrong in [
        json!({"message_id": elsewhere[0].id}),
        json!({"message_id": world.circle}),
        json!({}),
        json!({"page_number": 0}),
        json!({"page_number": -3}),
    ] {
        let mut command = json!({"command": "get_room_chat_messages", "channel": world.circle});
        command.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        tom.say(command).await;
        tom.expect_error("bad_frame").await;
    }
    for odd in [json!({"page_number": i64::MAX}), json!({"page_number": 2, "anchor": i64::MIN})] {
        assert!(numbers(&page(&mut tom, world.circle, odd).await).is_empty());
    }
});

both!(a_date_leads_to_its_first_message, async |world| {
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    let nothing = page(&mut tom, world.circle, json!({"date": "2026-03-02T00:00:00Z"})).await;
    assert_eq!((numbers(&nothing), nothing.get("selected_msg_id")), (vec![], None));

    let written = world.history(world.circle, world.maya, 65).await;
    for (date, seq) in [
        ("2001-01-01T00:00:00Z".to_owned(), 1),
        (
            written[40].created_at.to_rfc3339(),
            1 + written.iter().position(|m| m.created_at >= written[40].created_at).unwrap(),
        ),
        ("2999-01-01T00:00:00+02:00".to_owned(), 65),
    ] {
        let held = page(&mut tom, world.circle, json!({"date": date})).await;
        assert_eq!(held["selected_msg_id"], json!(written[seq - 1].id), "{date}");
        assert!(numbers(&held).contains(&i64::try_from(seq).unwrap()), "{date}");
    }
    for wrong in ["yesterday", "", "2026-13-01T00:00:00Z"] {
        tom.say(json!({"command": "get_room_chat_messages", "channel": world.circle, "date": wrong})).await;
        assert_eq!(tom.expect_error("bad_frame").await["channel"], json!(world.circle), "{wrong}");
    }
});

both!(a_message_that_is_jumped_to_stands_among_others, async |world| {
    let written = world.history(world.circle, world.maya, 95).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    tom.say(json!({"command": "fetch_messages", "channel": world.circle})).await;
    tom.expect("messages_payload").await;
    let around = page(&mut tom, world.circle, json!({"message_id": written[49].id})).await;
    assert_eq!(numbers(&around), (36..=65).rev().collect::<Vec<_>>(), "whatever was read before");
    assert_eq!(numbers(&page(&mut tom, world.circle, json!({"seq": 50})).await), numbers(&around));
    let older = page(&mut tom, world.circle, json!({"page_number": 2, "anchor": 65})).await;
    assert_eq!(numbers(&older), (6..=35).rev().collect::<Vec<_>>());
    let newer = page(&mut tom, world.circle, json!({"seq": 66, "anchor": 95})).await;
    assert_eq!(numbers(&newer), (66..=95).rev().collect::<Vec<_>>());
    for (beyond, end) in [(i64::MAX, 95), (i64::MIN, 1)] {
        let held = page(&mut tom, world.circle, json!({"seq": beyond})).await;
        assert!(numbers(&held).contains(&end), "{beyond}");
    }
});

both!(a_jump_finds_nothing_in_an_empty_channel, async |world| {
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    assert!(numbers(&page(&mut tom, world.circle, json!({"seq": 7})).await).is_empty());
});

both!(pages_do_not_shift_while_others_write, async |world| {
    world.history(world.circle, world.maya, 200).await;
    let node = world.node().await;
    let (mut maya, mut tom) = (node.socket(world.maya).await, node.socket(world.tom).await);
    let writing = async {
        for number in 0..60 {
            maya.send(world.circle, &format!("meanwhile {number}")).await;
            maya.expect("new_message").await;
        }
    };
    let reading = async {
        let mut rounds = Vec::new();
        for _ in 0..6 {
            let mut place = json!({"page_number": 1});
            let (mut all, mut anchor) = (Vec::new(), None);
            loop {
                let page = page(&mut tom, world.circle, place).await;
                all.extend(numbers(&page));
                assert_eq!(*anchor.get_or_insert(page["anchor"].clone()), page["anchor"]);
                if page["new_page_number"].is_null() {
                    break;
                }
                place = json!({"page_number": page["new_page_number"]});
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

both!(a_new_socket_goes_on_where_the_old_one_was, async |world| {
    world.history(world.circle, world.maya, 70).await;
    let node = world.node().await;
    let mut tom = node.socket(world.tom).await;
    let first = page(&mut tom, world.circle, json!({"page_number": 1})).await;
    world.history(world.circle, world.maya, 7).await;
    let mut again = node.socket(world.tom).await;
    let place = json!({"page_number": first["new_page_number"], "anchor": first["anchor"]});
    let second = page(&mut again, world.circle, place).await;
    assert_eq!(numbers(&second), (11..=40).rev().collect::<Vec<_>>());
    let third = page(&mut again, world.circle, json!({"page_number": 3})).await;
    assert_eq!(numbers(&third), (1..=10).rev().collect::<Vec<_>>(), "and the new one remembers it");
});
