//! What people think of their conversations, over HTTP.

use std::time::Duration;

use serde_json::{Value, json};
use store::channels::{self, Kind, Status};
use store::chat_ratings::{self, Answers};
use store::programmes::PromptSchedule;
use store::programmes::Settings;
use store::{ChannelId, PersonId, administration};

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

both!(rating_is_requested_at_programme_interval, async |app| {
    let node = app.frozen_node().await;
    let settings = Settings { chat_rating: PromptSchedule { every_days: 7 }, ..Settings::default() };
    let programme =
        administration::put_programme(&node.store, &test_kit::operator(), "riverside", "Riverside", "UTC", &settings)
            .await
            .unwrap();
    let channel = channels::create(&node.store, Kind::Direct, "", Some(programme)).await.unwrap();
    channels::join(&app.store, channel, &[app.maya, app.tom]).await.unwrap();
    assert!(!is_asked(&node, channel, app.maya).await);
    app.history(channel, app.tom, 10).await;
    assert!(is_asked(&node, channel, app.maya).await);

    let (_, token) = node.sign_in(app.maya).await;
    for _ in 0..2 {
        let answer = node.post(&path(channel, "rating"), &token, &rating(5, 4, 1)).await;
        assert_eq!(answer, (200, json!({"isRatingModal": false})));
    }
    assert!(!is_asked(&node, channel, app.maya).await);
    assert!(is_asked(&node, channel, app.tom).await);
    let kept = chat_ratings::latest(&node.store, channel, app.maya).await.unwrap();
    assert_eq!(kept, Some(Some(Answers { accuracy: 5, relevance: 4, resolution: 1 })));

    app.history(channel, app.tom, 10).await;
    node.store.clock.advance(Duration::from_secs(7 * 24 * 3600));
    assert!(is_asked(&node, channel, app.maya).await);
    let (_, token) = node.sign_in(app.maya).await;
    let skip = rating(Value::Null, Value::Null, Value::Null);
    assert_eq!(node.post(&path(channel, "rating"), &token, &skip).await.0, 200);
    assert!(!is_asked(&node, channel, app.maya).await);
    assert_eq!(chat_ratings::latest(&node.store, channel, app.maya).await.unwrap(), Some(None));
});

both!(invalid_rating_names_the_field, async |app| {
    app.history(app.pair, app.tom, 10).await;
    let node = app.node().await;
    let (_, token) = node.sign_in(app.maya).await;
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
        let (status, error) = node.post(&path(app.pair, "rating"), &token, &body).await;
        assert_eq!((status, &error["code"]), (422, &json!("invalid")), "{body}");
        assert!(error["fields"][field].is_array(), "{body}: {error}");
    }
    for body in [json!({}), json!([]), json!("5")] {
        let (status, error) = node.post(&path(app.pair, "rating"), &token, &body).await;
        assert_eq!((status, &error["code"]), (400, &json!("malformed")), "{body}");
    }
    assert!(is_asked(&node, app.pair, app.maya).await, "none of it counted");
});

both!(rating_requires_membership_and_request, async |app| {
    let node = app.node().await;
    app.history(app.circle, app.maya, 10).await;
    let answer = async |channel, person| {
        let (_, token) = node.sign_in(person).await;
        let (status, error) = node.post(&path(channel, "rating"), &token, &rating(5, 5, 5)).await;
        (status, error["code"].as_str().map(str::to_owned))
    };
    assert_eq!(answer(app.pair, app.maya).await, (409, Some("rating_not_due".to_owned())));
    let unknown = (404, Some("channel_unknown".to_owned()));
    assert_eq!(answer(app.circle, app.sam).await, unknown);
    assert_eq!(answer(node.store.clock.id(), app.maya).await, unknown, "no such channel looks the same");
    channels::set_status(&app.store, app.circle, app.tom, Status::Inactive, None).await.unwrap();
    assert_eq!(answer(app.circle, app.tom).await, (403, Some("not_active_member".to_owned())));
    assert!(!is_asked(&node, app.circle, app.tom).await);
    channels::set_status(&app.store, app.circle, app.ana, Status::Absent, None).await.unwrap();
    assert_eq!(answer(app.circle, app.ana).await, unknown);

    let (_, sam) = node.sign_in(app.sam).await;
    for call in ["rating-status", "channel-history"] {
        for channel in [app.circle.to_string(), "nothing".to_owned()] {
            let answer = node.get(&format!("/api/v2/chat/{channel}/{call}/"), Some(&sam)).await;
            assert_eq!(answer.status(), 404, "{call} of {channel}");
            assert_eq!(answer.json::<Value>().await.unwrap()["code"], "channel_unknown");
        }
        assert_eq!(node.get(&path(app.circle, call), None).await.status(), 401);
    }
});

both!(rating_from_foreign_origin_is_refused, async |app| {
    app.history(app.pair, app.tom, 10).await;
    let node = app.node().await;
    let (_, token) = node.sign_in(app.maya).await;
    let url = format!("http://{}{}", node.address, path(app.pair, "rating"));
    let request = reqwest::Client::new().post(url).bearer_auth(token).header("origin", "https://elsewhere.example");
    let answer = request.json(&rating(1, 1, 1)).send().await.unwrap();
    assert_eq!(answer.status(), 403);
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], "foreign_origin");
    assert!(is_asked(&node, app.pair, app.maya).await);
});
