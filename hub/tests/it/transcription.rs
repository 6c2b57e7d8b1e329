//! Recordings of a conference, from their address to the transcript.

use std::sync::Arc;
use std::time::Duration;

use assistant::{Content, OpenAi, OpenAiSettings};
use hub::TranscriptionSettings;
use serde_json::{Value, json};
use test_kit::{Model, Script, both, samples};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::call_helpers::{consent, node_with, token};
use crate::conference::{call_over, comes, hook, newest, over_jitsi};
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;
use crate::wait::eventually;

const RECORDED: Duration = Duration::from_secs(3 * 60 * 60 - 60);

/// Serves one recording to everybody; returns its origin.
async fn recordings_server(recording: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await.unwrap_or(0);
            let head = "HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\nconnection: close";
            let head = format!("{head}\r\ncontent-length: {}\r\n\r\n", recording.len());
            stream.write_all(head.as_bytes()).await.ok();
            stream.write_all(&recording).await.ok();
        }
    });
    origin
}

/// A node whose model transcribes.
async fn transcribing_node(app: &TestApp, model: &Model, origin: &str) -> Node {
    let settings = OpenAiSettings {
        base_url: model.base_url.clone(),
        key: String::new(),
        model: "small".into(),
        answer_tokens: 300,
        limit: Duration::from_secs(10),
    };
    test_kit::choose_crypto();
    let notes = OpenAi::new(settings, Arc::new(Content::built_in().unwrap())).unwrap();
    let origin = origin.parse::<url::Url>().unwrap().origin();
    node_with(app, |calls| {
        over_jitsi(calls);
        calls.recordings_origin = Some(origin);
        calls.notes =
            Some(TranscriptionSettings { model: Arc::new(notes), transcription_model: Some("listens".into()) });
    })
    .await
}

/// Records a call of Maya alone and reports the recording; returns a socket with a token of the time after it.
async fn record(app: &TestApp, node: &Node, origin: &str) -> Socket {
    let (maya, _, room) = call_over(app, node).await;
    consent(node, &maya, &room, true).await;
    comes(node, &room, app.maya, "tab-m").await;
    let from = node.store.clock.now().timestamp_millis();
    node.store.clock.advance(RECORDED);
    let data = json!({"recordingSessionId": "r1", "startTimestamp": from, "preAuthenticatedLink": format!("{origin}/r1.mp4"),
        "endTimestamp": node.store.clock.now().timestamp_millis()});
    assert_eq!(hook(node, "recorded", "RECORDING_UPLOADED", &room, data).await, 204);
    node.socket(app.maya).await
}

/// Waits until the recording has this state.
async fn recording_in(app: &TestApp, node: &Node, maya: &Socket, state: &str) -> Value {
    eventually("the recording changes its state", async || {
        Some(newest(node, app, maya).await).filter(|call| call["state"] == state)
    })
    .await
}

both!(three_hours_are_transcribed_in_parts, async |app| {
    // 30 MB of sound: more than a transcription service takes at once.
    let origin = recordings_server(samples::mp4_recording(3 * 60 * 60, 28_000)).await;
    let silence = Script::Json(r#"{"text": " "}"#);
    let mut scripts = vec![Script::Json(r#"{"text": "Maya: Hello."}"#)];
    scripts.extend([silence; 7]);
    scripts.extend([Script::Json(r#"{"text": "Tom: Goodbye."}"#), Script::Says("They met.")]);
    let mut model = Model::start(&scripts).await;
    let node = transcribing_node(&app, &model, &origin).await;
    let maya = record(&app, &node, &origin).await;
    for _ in 0..9 {
        let part = model.asked().await;
        assert!(part.contains("name=\"model\"\r\n\r\nlistens") && part.contains("ftypM4A "), "a file of its own");
    }
    assert!(model.asked().await.contains("Maya: Hello.\\nTom: Goodbye."), "the model summarises all parts");
    let call = recording_in(&app, &node, &maya, "ready").await;
    let transcript = node.get(call["transcriptionTextFileUrl"].as_str().unwrap(), None).await;
    assert_eq!(transcript.text().await.unwrap(), "Maya: Hello.\nTom: Goodbye.");
});

both!(recording_that_cannot_be_split_is_reported, async |app| {
    let origin = recordings_server(vec![0xFF; 26 * 1024 * 1024]).await;
    let model = Model::start(&[Script::HangsUp]).await;
    let node = transcribing_node(&app, &model, &origin).await;
    let maya = record(&app, &node, &origin).await;
    recording_in(&app, &node, &maya, "failed").await;
    // The channel belongs to no programme.
    test_kit::grant_all_roles(&app.store, app.sam, None).await;
    let sam = node.socket(app.sam).await;
    let seen = node.get_json("/api/staff/recordings/", token(&sam)).await;
    let row = &seen["results"][0];
    assert_eq!((&row["state"], &row["failure"]), (&json!("failed"), &json!("recording_too_large")));
    assert_eq!(model.waiting(), 0, "nothing is sent");
});

both!(small_recording_of_another_kind_is_sent_whole, async |app| {
    let origin = recordings_server(b"OggS and more".to_vec()).await;
    let mut model = Model::start(&[Script::Json(r#"{"text": "Maya: Hello."}"#), Script::Says("They met.")]).await;
    let node = transcribing_node(&app, &model, &origin).await;
    let maya = record(&app, &node, &origin).await;
    assert!(model.asked().await.contains("OggS and more"));
    recording_in(&app, &node, &maya, "ready").await;
});
