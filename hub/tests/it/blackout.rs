//! Blackouts, and an unavailable database.

use chrono::Duration;
use serde_json::json;
use store::ProgrammeId;
use store::administration;
use store::blackout::{Blackout, DatedPeriod};
use store::channels::{self, Kind};
use store::experiences::{Access, Overrides};
use store::people;
use store::programmes::Settings;

use test_kit::both;

use crate::assistant::{assistant_of, quoting, reply};
use crate::node::Node;

/// How long a node uses the programmes that it has read.
const CACHED: Duration = Duration::seconds(5);

/// A programme with a blackout that begins after `from` and lasts for two hours.
async fn quiet_programme(node: &Node, key: &str, from: Duration) -> ProgrammeId {
    let from = node.store.clock.now().naive_utc() + CACHED + from;
    let period = DatedPeriod { from, to: from + Duration::hours(2) };
    let blackout = Blackout { refuses_sending: true, weekly: vec![], dated: vec![period] };
    let settings = Settings { blackout, ..Settings::default() };
    let id = administration::put_programme(&node.store, &test_kit::operator(), key, "Quiet", "UTC", &settings)
        .await
        .unwrap();
    node.store.clock.advance(CACHED.to_std().unwrap());
    id
}

both!(blackout_refuses_messages_until_its_end, async |app| {
    let node = app.frozen_node().await;
    let programme = quiet_programme(&node, "riverside", Duration::hours(-1)).await;
    let quiet = channels::create(&node.store, Kind::Group, "Quiet", Some(programme)).await.unwrap();
    channels::join(&node.store, quiet, &[app.maya, app.tom]).await.unwrap();
    let (mut maya, mut sam) = (node.socket(app.maya).await, node.socket(app.sam).await);

    let temp_id = maya.send(quiet, "anybody here?").await;
    let error = maya.expect_error("blackout").await;
    assert_eq!(error["temp_id"], temp_id);
    assert_eq!(error["retry_after_ms"], json!(3_600_000));
    maya.send(app.pair, "elsewhere it is not quiet").await;
    maya.expect("new_message").await;
    sam.send(quiet, "may I?").await;
    sam.expect_error("channel_unknown").await;

    let token = maya.token.clone().unwrap();
    let list = node.get_json("/api/v2/chat/channels/", &token).await;
    let listed = list.as_array().unwrap().iter().find(|channel| channel["channelId"] == json!(quiet)).unwrap();
    assert_eq!((&listed["blackout"]["active"], &listed["blackout"]["refusesSending"]), (&json!(true), &json!(true)));

    node.store.clock.advance(std::time::Duration::from_secs(3600));
    maya.token = Some(store::tokens::issue(&node.store, app.maya, maya.session).unwrap().0);
    maya.send_as(quiet, "anybody here?", &temp_id).await;
    assert_eq!(maya.expect("new_message").await["temp_id"], temp_id);
});

both!(blackout_does_not_silence_assistant, async |app| {
    let node = app.frozen_node().await;
    node.hub.start_assistant(quoting());
    quiet_programme(&node, "lakeside", Duration::hours(-1)).await;
    let overrides = Overrides { chattype: Some(Access::Use), ai_chat: Some(Access::Use), ..Overrides::default() };
    people::set_overrides(&node.store, &test_kit::operator(), app.maya, &overrides).await.unwrap();
    let mut maya = node.socket(app.maya).await;
    let channel = assistant_of(&node, &maya).await.unwrap();
    let list = node.get_json("/api/v2/chat/channels/", maya.token.as_deref().unwrap()).await;
    assert_eq!(list[0]["blackout"], json!({"active": false, "until": null, "refusesSending": false}));
    maya.join(channel).await;
    maya.send(channel, "I want to die").await;
    assert_eq!(reply(&mut maya).await["assistant"]["kind"], "crisis");
});

both!(blackout_begins_and_ends_live, async |app| {
    let node = app.frozen_node().await;
    let programme = quiet_programme(&node, "riverside", Duration::hours(1)).await;
    let mut maya = node.socket(app.maya).await;
    let hour = std::time::Duration::from_secs(3600);
    node.store.clock.advance(hour);
    let begun = maya.expect("blackout_changed").await;
    assert_eq!((&begun["program"], &begun["active"]), (&json!(programme), &json!(true)));
    assert_eq!(begun["refuses_sending"], json!(true));
    node.store.clock.advance(hour * 2);
    let ended = maya.expect("blackout_changed").await;
    assert_eq!((&ended["active"], &ended["until"]), (&json!(false), &json!(null)));
});

both!(connection_learns_blackout_that_is_on, async |app| {
    let node = app.frozen_node().await;
    let programme = quiet_programme(&node, "riverside", Duration::hours(-1)).await;
    let (opened, token) = node.sign_in(app.maya).await;
    let mut maya = node.anonymous_socket().await;
    maya.sign_in(&opened, token);
    maya.send_frame(json!({"command": "unread_message"})).await;
    let current = maya.expect("blackout_changed").await;
    assert_eq!((&current["program"], &current["active"]), (&json!(programme), &json!(true)));
});

both!(helplines_are_those_of_crisis_card, async |app| {
    let node = app.node().await;
    let (_, token) = node.sign_in(app.tom).await;
    let lines = node.get_json("/api/v2/chat/helplines/", &token).await;
    assert_eq!(
        lines[1],
        json!({"name": "Samaritans (everyone)", "phone": "116 123", "url": "https://www.samaritans.org"})
    );
    people::set_language(&node.store, app.tom, "de").await.unwrap();
    assert_ne!(node.get_json("/api/v2/chat/helplines/", &token).await, lines);
    assert_eq!(node.get("/api/v2/chat/helplines/", None).await.status(), 401);
});

both!(database_outage_returns_every_message, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    node.store.close().await;
    let temp_id = maya.send(app.pair, "hello?").await;
    let error = maya.expect_error("unavailable").await;
    assert_eq!((&error["temp_id"], &error["in_reply_to"]), (&json!(temp_id), &json!("send")));
    for command in ["join", "fetch_messages", "message_seen"] {
        maya.send_frame(json!({"command": command, "channel": app.pair})).await;
        assert_eq!(maya.expect_error("unavailable").await["in_reply_to"], command);
    }
    maya.send_frame(json!({"command": "unread_message"})).await;
    maya.expect_error("unavailable").await;
    assert_eq!(node.get("/api/v2/chat/channels/", maya.token.as_deref()).await.status(), 503);
});

both!(changed_rules_take_effect_at_once, async |app| {
    let node = app.frozen_node().await;
    let mut maya = node.socket(app.maya).await;
    maya.send(app.pair, "before").await;
    maya.expect("new_message").await;
    let settings = Settings::default();
    administration::put_programme(&node.store, &test_kit::operator(), "lakeside", "Lakeside", "UTC", &settings)
        .await
        .unwrap();
    maya.expect("reload").await;
    maya.send(app.pair, "after").await;
    maya.expect_error("channel_unknown").await;
});
