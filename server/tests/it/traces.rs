//! Spans as an OpenTelemetry collector receives them: complete, connected and without texts.

use actix_web::web::{Data, Json, post};
use actix_web::{App, HttpResponse, HttpServer};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::Message;

use crate::program::Installation;
use crate::talk;

const CALLER: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// A collector and the spans that it received.
fn collector() -> (String, UnboundedReceiver<Value>) {
    let (sender, told) = unbounded_channel();
    let take = async |sender: Data<UnboundedSender<Value>>, body: Json<Value>| {
        // The receiver is dropped when the test ends.
        let _ = sender.send(body.into_inner());
        HttpResponse::Ok().json(json!({}))
    };
    let server =
        HttpServer::new(move || App::new().app_data(Data::new(sender.clone())).route("/v1/traces", post().to(take)));
    let server = server.workers(1).disable_signals().bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", server.addrs()[0]);
    tokio::spawn(server.run());
    (url, told)
}

fn attribute<'v>(of: &'v Value, key: &str) -> &'v Value {
    let found = of["attributes"].as_array().unwrap().iter().find(|attribute| attribute["key"] == key);
    &found.unwrap_or_else(|| panic!("no {key} in {of}"))["value"]
}

fn is_hex(value: &Value, length: usize) -> bool {
    value.as_str().is_some_and(|text| text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[tokio::test]
async fn spans_of_messages_and_requests_contain_no_text() {
    let (url, mut told) = collector();
    let installation =
        Installation::new().with("MENTORHUB_TELEMETRY_URL", &url).with("MENTORHUB_TELEMETRY_SAMPLE_ONE_IN", "1");
    let server = installation.serve(&["--demo"]);
    let (_, access) = server.sign_in("maya.mentor@example.org", "Mentor-hub-1").await;
    let (token, channel) = (access["accessToken"].as_str().unwrap(), talk::direct_channel(&server).await);
    for (kept, path) in [("01", "/api/v2/users/profile/?canary=yes"), ("00", "/api/v2/settings/")] {
        let traceparent = format!("00-{CALLER}-00f067aa0ba902b7-{kept}");
        let call = server.client.get(format!("{}{path}", server.url)).bearer_auth(token);
        assert_eq!(call.header("traceparent", traceparent).send().await.unwrap().status(), 200);
    }
    let mut socket = talk::socket(&server).await;
    for frame in [
        json!({"token": token, "command": "join", "channel": channel}),
        json!({"token": token, "command": "send", "channel": channel, "message": "canary text", "temp_id": "canary-name"}),
    ] {
        socket.send(Message::text(frame.to_string())).await.unwrap();
    }
    while !socket.next().await.unwrap().unwrap().to_string().contains("canary text") {}
    server.signal("-TERM");
    assert!(server.wait().0);

    let mut spans: Vec<Value> = Vec::new();
    while let Ok(batch) = told.try_recv() {
        for secret in ["canary", token, "maya", "Mentor-hub-1"] {
            assert!(!batch.to_string().contains(secret), "{secret} in {batch}");
        }
        let resource = &batch["resourceSpans"][0];
        assert_eq!(attribute(&resource["resource"], "service.name")["stringValue"], "mentorhub");
        spans.extend(resource["scopeSpans"][0]["spans"].as_array().unwrap().iter().cloned());
    }
    for span in &spans {
        assert!(is_hex(&span["traceId"], 32) && is_hex(&span["spanId"], 16), "{span}");
        let time = |key: &str| span[key].as_str().unwrap().parse::<u64>().unwrap();
        assert!(time("startTimeUnixNano") <= time("endTimeUnixNano"), "{span}");
    }
    let named =
        |name: &str| spans.iter().find(|span| span["name"] == name).unwrap_or_else(|| panic!("{name}: {spans:?}"));

    let call = named("GET /api/v2/users/profile");
    assert_eq!((&call["traceId"], &call["parentSpanId"]), (&CALLER.into(), &"00f067aa0ba902b7".into()));
    assert_eq!((&call["kind"], &attribute(call, "http.response.status_code")["intValue"]), (&2.into(), &"200".into()));
    assert!(!spans.iter().any(|span| span["name"] == "GET /api/v2/settings"), "nobody wished for that one");

    let [send, commit, fan_out] = ["send", "commit", "fan out"].map(named);
    assert_eq!((&commit["traceId"], &commit["parentSpanId"]), (&send["traceId"], &send["spanId"]));
    assert_eq!((&fan_out["traceId"], &fan_out["parentSpanId"]), (&send["traceId"], &commit["spanId"]));
    assert_eq!(attribute(commit, "messages")["intValue"], "1");
    assert_eq!(attribute(fan_out, "channel")["stringValue"], channel);
    assert_eq!(attribute(fan_out, "readers")["intValue"], "1");
}

#[tokio::test]
async fn unreachable_collector_does_not_block_server() {
    let installation = Installation::new()
        .with("MENTORHUB_TELEMETRY_URL", "http://127.0.0.1:1")
        .with("MENTORHUB_TELEMETRY_SAMPLE_ONE_IN", "1")
        .with("MENTORHUB_LOG_FILTER", "off");
    let server = installation.serve(&[]);
    assert_eq!(server.get("/api/v2/settings/").await.status(), 200);
    server.signal("-TERM");
    assert!(server.wait().0);
}
