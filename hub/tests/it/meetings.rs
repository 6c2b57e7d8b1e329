//! The recorded calls of a conversation, and what people think of their notes, over HTTP.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use store::PersonId;
use store::meetings::{self, Imported, State, Text};

use crate::node::Node;
use crate::test_app::TestApp;
use test_kit::both;

const RATE: &str = "/api/v2/chat/meeting-summary-rating/";
const CARD: &str = "/api/v2/video/meeting-summary-rating-status/";

fn call(started_at: DateTime<Utc>, state: State) -> Imported {
    let texts = match state {
        State::Ready => vec![(Text::Summary, "Tom will send it on Monday.\n"), (Text::Transcript, "Tom: Grüße!\n")],
        State::Failed => vec![(Text::Transcript, "Tom: Hello?\n")],
        _ => vec![],
    };
    Imported {
        started_at,
        ended_at: started_at + chrono::Duration::minutes(30),
        state,
        failure: (state == State::Failed).then(|| "summary_unavailable".to_owned()),
        texts: texts.into_iter().map(|(text, body)| (text, body.to_owned())).collect(),
        ratings: vec![],
    }
}

/// Calls of the pair, one a day, the newest first.
async fn calls(app: &TestApp, states: &[State]) -> DateTime<Utc> {
    let newest = app.store.clock.now() - chrono::Duration::hours(1);
    let days = (0..).map(chrono::Duration::days);
    let calls: Vec<_> = states.iter().zip(days).map(|(state, ago)| call(newest - ago, *state)).collect();
    assert!(meetings::import(&app.store, app.pair, &calls).await.unwrap());
    newest
}

async fn history(node: &Node, app: &TestApp, person: PersonId) -> Vec<Value> {
    let (_, token) = node.sign_in(person).await;
    let history = node.get_json(&format!("/api/v2/chat/{}/channel-history/", app.pair), &token).await;
    assert_eq!(history["hasNextPage"], false);
    history["chatMeetingHistory"].as_array().unwrap().clone()
}

both!(meeting_history_matches_the_contract, async |app| {
    let newest = calls(&app, &[State::Ready, State::Recorded, State::Failed]).await;
    let node = app.node().await;
    let mut seen = history(&node, &app, app.maya).await;
    let id = seen[0]["meetingRecordingId"].take();
    let links = ["summaryTextFileUrl", "transcriptionTextFileUrl"].map(|field| seen[0][field].take());
    assert!(id.is_string() && links.iter().all(Value::is_string), "{seen:?}");
    let ready = json!({
        "meetingRecordingId": null, "meetingDatetime": newest, "meetingEnded": newest + chrono::Duration::minutes(30),
        "state": "ready", "failure": null, "summaryTextFileUrl": null, "transcriptionTextFileUrl": null, "rating": null,
    });
    assert_eq!(seen[0], ready);
    assert_eq!((&seen[1]["state"], &seen[1]["transcriptionTextFileUrl"]), (&json!("recorded"), &Value::Null));
    assert_eq!((&seen[2]["state"], &seen[2]["failure"]), (&json!("failed"), &json!("summary_unavailable")));
    assert!(seen[2]["transcriptionTextFileUrl"].is_string(), "what there is can be had");
    assert_eq!(seen[2]["summaryTextFileUrl"], Value::Null);

    let (_, token) = node.sign_in(app.maya).await;
    for (page, status) in
        [("page_number=1", 200), ("pageNumber=9", 200), ("page_number=0", 422), ("page_number=x", 422)]
    {
        let path = format!("/api/v2/chat/{}/channel-history/?{page}", app.pair);
        assert_eq!(node.get(&path, Some(&token)).await.status(), status, "{page}");
    }
});

both!(meeting_text_link_is_inert_and_expires, async |app| {
    let newest = calls(&app, &[State::Ready]).await;
    let node = app.frozen_node().await;
    let seen = history(&node, &app, app.tom).await;
    let link = seen[0]["transcriptionTextFileUrl"].as_str().unwrap();
    let answer = node.get(link, None).await;
    assert_eq!(answer.status(), 200);
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/plain; charset=utf-8");
    let day = newest.format("%Y-%m-%d");
    assert_eq!(header("content-disposition"), format!("attachment; filename=\"transcript-{day}.txt\""));
    assert_eq!(header("content-security-policy"), "sandbox; default-src 'none'");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("cache-control"), "private, no-store");
    assert_eq!(answer.text().await.unwrap(), "Tom: Grüße!\n");

    let (path, query) = link.split_once('?').unwrap();
    for wrong in [path.to_owned(), path.replace("transcript", "summary") + "?" + query, path.replace("transcript", "x")]
    {
        assert_eq!(node.get(&wrong, None).await.status(), 404, "{wrong}");
    }
    node.store.clock.advance(Duration::from_secs(600));
    assert_eq!(node.get(link, None).await.status(), 404);
    let again = history(&node, &app, app.tom).await;
    let link = again[0]["transcriptionTextFileUrl"].as_str().unwrap();
    assert_eq!(node.get(link, None).await.status(), 200, "asking again gives a new address");
});

both!(rating_card_shows_until_answered_or_skipped, async |app| {
    let newest = calls(&app, &[State::Ready]).await;
    let node = app.node().await;
    let off = json!({
        "meetingRatingStatus": false, "meetingRecordingId": null, "meetingDateTime": null, "meetingRatingTitle": null,
        "channelId": null,
    });
    let recording = history(&node, &app, app.maya).await[0]["meetingRecordingId"].clone();
    let on = json!({
        "meetingRatingStatus": true, "meetingRecordingId": recording, "meetingDateTime": newest,
        "meetingRatingTitle": "How was the summary of your call?", "channelId": app.pair,
    });
    let (_, maya) = node.sign_in(app.maya).await;
    for path in [CARD.to_owned(), format!("{CARD}?user_id={}", app.maya), format!("{CARD}?userId={}", app.maya)] {
        assert_eq!(node.get_json(&path, &maya).await, on);
    }
    let rating = json!({"meeting_recording_id": recording, "user_id": app.maya, "meeting_rating": 4});
    let rated = (200, json!({"meetingRecordingId": recording, "rating": 4}));
    assert_eq!(node.post(RATE, &maya, &rating).await, rated);
    assert_eq!(node.get_json(CARD, &maya).await, off);
    assert_eq!(history(&node, &app, app.maya).await[0]["rating"], 4);

    let (_, tom) = node.sign_in(app.tom).await;
    assert_eq!(node.get_json(CARD, &tom).await, on);
    let skip = json!({"meetingRecordingId": recording, "userId": app.tom, "meetingRating": null});
    assert_eq!(node.post(RATE, &tom, &skip).await.0, 200);
    assert_eq!(node.get_json(CARD, &tom).await, off);
    let changed = json!({"meetingRecordingId": recording, "meetingRating": 2});
    assert_eq!(node.post(RATE, &tom, &changed).await.0, 200);
    assert_eq!(history(&node, &app, app.tom).await[0]["rating"], 2);
    let (_, ana) = node.sign_in(app.ana).await;
    assert_eq!(node.get_json(CARD, &ana).await, off);
});

both!(meeting_rating_requires_own_meeting, async |app| {
    calls(&app, &[State::Ready, State::Failed]).await;
    let node = app.node().await;
    let seen = history(&node, &app, app.maya).await;
    let (ready, failed) = (&seen[0]["meetingRecordingId"], &seen[1]["meetingRecordingId"]);
    let (_, maya) = node.sign_in(app.maya).await;
    let (_, ana) = node.sign_in(app.ana).await;
    let unknown: store::RecordingId = node.store.clock.id();
    for (token, body, status, code) in [
        (&maya, json!({"meeting_recording_id": ready, "user_id": app.tom, "meeting_rating": 1}), 403, "forbidden"),
        (&ana, json!({"meeting_recording_id": ready, "user_id": app.ana, "meeting_rating": 1}), 404, "not_found"),
        (&maya, json!({"meeting_recording_id": unknown, "meeting_rating": 1}), 404, "not_found"),
        (&maya, json!({"meeting_recording_id": failed, "meeting_rating": 1}), 409, "meeting_not_ready"),
        (&maya, json!({"meeting_recording_id": ready, "meeting_rating": 0}), 422, "invalid"),
        (&maya, json!({"meeting_recording_id": ready, "meeting_rating": 6}), 422, "invalid"),
        (&maya, json!({"meeting_recording_id": ready, "meeting_rating": "5"}), 422, "invalid"),
        (&maya, json!({"meeting_rating": 5}), 400, "malformed"),
        (&maya, json!({"meeting_recording_id": "1", "meeting_rating": 5}), 400, "malformed"),
    ] {
        let (answered, error) = node.post(RATE, token, &body).await;
        assert_eq!((answered, &error["code"]), (status, &json!(code)), "{body}");
    }
    assert_eq!(node.get(&format!("{CARD}?user_id={}", app.tom), Some(&maya)).await.status(), 403);
    assert_eq!(node.get(&format!("{CARD}?user_id=1"), Some(&maya)).await.status(), 422);
    assert_eq!(node.get(CARD, None).await.status(), 401);
    assert_eq!(history(&node, &app, app.tom).await[0]["rating"], Value::Null);
    assert_eq!(history(&node, &app, app.maya).await[0]["rating"], Value::Null);
});
