//! What people think of their conversations, over HTTP.

use std::time::Duration;

use serde_json::{Value, json};
use store::channels::{self, Kind, Status};
use store::chat_ratings::{self, Answers, Rhythm};
use store::programmes::{self, Settings};
use store::{ChannelId, PersonId};

use crate::node::Node;
use test_kit::both;

fn path(channel: ChannelId, call: &str) -> String {
    format!("/api/v2/chat/{channel}/{call}/")
}

fn rating(accuracy: impl Into<Value>, relevance: impl Into<Value>, resolution: impl Into<Value>) -> Value {
    json!({"rating": {
        "Accuracy of information provided?": accuracy.into(),
        "Relevance of information shared?": relevance.into(),
        "Query resolution?": resolution.into(),
    }})
}

async fn is_asked(node: &Node, channel: ChannelId, person: PersonId) -> bool {
    let (_, token) = node.sign_in(person).await;
    let status = node.get_json(&path(channel, "rating-status"), &token).await;
    assert_eq!(status.as_object().unwrap().len(), 1);
    status["isRatingModal"].as_bool().unwrap()
}

both!(a_person_is_asked_answers_and_is_asked_again_when_the_programme_says_so, async |world| {
    let node = world.frozen_node().await;
    let settings = Settings { chat_rating: Rhythm { every_days: 7 }, ..Settings::default() };
    let programme = programmes::put(&node.store, "riverside", "Riverside", "UTC", &settings).await.unwrap();
    let channel = channels::create(&node.store, Kind::Direct, "", Some(programme)).await.unwrap();
    channels::join(&world.store, channel, &[world.maya, world.tom]).await.unwrap();
    assert!(!is_asked(&node, channel, world.maya).await);
    world.history(channel, world.tom, 10).await;
    assert!(is_asked(&node, channel, world.maya).await);

    let (_, token) = node.sign_in(world.maya).await;
    for _ in 0..2 {
        let answer = node.post(&path(channel, "rating"), &token, &rating(5, 4, 1)).await;
        assert_eq!(answer, (200, json!({"isRatingModal": false})));
    }
    assert!(!is_asked(&node, channel, world.maya).await);
    assert!(is_asked(&node, channel, world.tom).await);
    let kept = chat_ratings::latest(&node.store, channel, world.maya).await.unwrap();
    assert_eq!(kept, Some(Some(Answers { accuracy: 5, relevance: 4, resolution: 1 })));

    world.history(channel, world.tom, 10).await;
    node.store.clock.advance(Duration::from_secs(7 * 24 * 3600));
    assert!(is_asked(&node, channel, world.maya).await);
    let (_, token) = node.sign_in(world.maya).await;
    let skip = rating(Value::Null, Value::Null, Value::Null);
    assert_eq!(node.post(&path(channel, "rating"), &token, &skip).await.0, 200);
    assert!(!is_asked(&node, channel, world.maya).await);
    assert_eq!(chat_ratings::latest(&node.store, channel, world.maya).await.unwrap(), Some(None));
});

both!(what_is_no_rating_is_refused_and_says_where, async |world| {
    world.history(world.pair, world.tom, 10).await;
    let node = world.node().await;
    let (_, token) = node.sign_in(world.maya).await;
    let accuracy = "Accuracy of information provided?";
    for (body, field) in [
        (rating(0, 5, 5), accuracy),
        (rating(6, 5, 5), accuracy),
        (rating("5", 5, 5), accuracy),
        (rating(4.5, 5, 5), accuracy),
        (rating(5, Value::Null, 5), "Relevance of information shared?"),
        (json!({"rating": {accuracy: 5}}), "Query resolution?"),
        (json!({"rating": {accuracy: 5, "Is Tom nice?": 1}}), "rating"),
        (json!({"rating": [5, 5, 5]}), "rating"),
        (json!({"rating": null}), "rating"),
    ] {
        let (status, error) = node.post(&path(world.pair, "rating"), &token, &body).await;
        assert_eq!((status, &error["code"]), (422, &json!("invalid")), "{body}");
        assert!(error["fields"][field].is_array(), "{body}: {error}");
    }
    for body in [json!({}), json!([]), json!("5")] {
        let (status, error) = node.post(&path(world.pair, "rating"), &token, &body).await;
        assert_eq!((status, &error["code"]), (400, &json!("malformed")), "{body}");
    }
    assert!(is_asked(&node, world.pair, world.maya).await, "none of it counted");
});

both!(only_members_rate_and_only_when_asked, async |world| {
    let node = world.node().await;
    world.history(world.circle, world.maya, 10).await;
    let answer = async |channel, person| {
        let (_, token) = node.sign_in(person).await;
        let (status, error) = node.post(&path(channel, "rating"), &token, &rating(5, 5, 5)).await;
        (status, error["code"].as_str().map(str::to_owned))
    };
    assert_eq!(answer(world.pair, world.maya).await, (409, Some("rating_not_due".to_owned())));
    let unknown = (404, Some("channel_unknown".to_owned()));
    assert_eq!(answer(world.circle, world.sam).await, unknown);
    assert_eq!(answer(node.store.clock.id(), world.maya).await, unknown, "no such channel looks the same");
    channels::set_status(&world.store, world.circle, world.tom, Status::Inactive, None).await.unwrap();
    assert_eq!(answer(world.circle, world.tom).await, (403, Some("not_active_member".to_owned())));
    assert!(!is_asked(&node, world.circle, world.tom).await);
    channels::set_status(&world.store, world.circle, world.ana, Status::Absent, None).await.unwrap();
    assert_eq!(answer(world.circle, world.ana).await, unknown);

    let (_, sam) = node.sign_in(world.sam).await;
    for call in ["rating-status", "channel-history"] {
        for channel in [world.circle.to_string(), "nothing".to_owned(), "%00".to_owned()] {
            let answer = node.get(&format!("/api/v2/chat/{channel}/{call}/"), Some(&sam)).await;
            assert_eq!(answer.status(), 404, "{call} of {channel}");
            assert_eq!(answer.json::<Value>().await.unwrap()["code"], "channel_unknown");
        }
        assert_eq!(node.get(&path(world.circle, call), None).await.status(), 401);
    }
});

both!(another_site_cannot_answer_for_a_visitor, async |world| {
    world.history(world.pair, world.tom, 10).await;
    let node = world.node().await;
    let (_, token) = node.sign_in(world.maya).await;
    let url = format!("http://{}{}", node.address, path(world.pair, "rating"));
    let request = reqwest::Client::new().post(url).bearer_auth(token).header("origin", "https://elsewhere.example");
    let answer = request.json(&rating(1, 1, 1)).send().await.unwrap();
    assert_eq!(answer.status(), 403);
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], "foreign_origin");
    assert!(is_asked(&node, world.pair, world.maya).await);
});
