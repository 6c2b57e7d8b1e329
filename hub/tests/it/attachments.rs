//! Files that come with messages.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::TestApp;
use test_kit::{both, samples};

pub(crate) async fn send_file(socket: &mut Socket, app: &TestApp, name: &str, bytes: &[u8]) {
    let file = json!({"name": name, "type": "x", "data": BASE64_STANDARD.encode(bytes)});
    send_files(socket, app, json!([file])).await;
}

async fn send_files(socket: &mut Socket, app: &TestApp, files: Value) {
    let command = json!({
        "command": "send", "channel": app.pair, "message": "", "tempId": crate::test_app::fresh_name(),
        "attachments": files,
    });
    socket.send_frame(command).await;
}

pub(crate) fn attached(message: &Value) -> Value {
    let list: Value = serde_json::from_str(message["attachments"].as_str().unwrap()).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 1);
    list[0].clone()
}

both!(files_arrive_unchanged, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    let docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    for (name, bytes, media_type) in [
        ("plan.pdf", samples::pdf(300, 400), "application/pdf"),
        ("Lebensläufe.docx", samples::docx(), docx),
        ("notes.txt", "Grüße\n".into(), "text/plain"),
    ] {
        send_file(&mut maya, &app, name, &bytes).await;
        let file = attached(&tom.expect("new_message").await);
        assert_eq!((&file["attachment_name"], &file["type"]), (&json!(name), &json!(media_type)));
        assert_eq!((&file["size"], &file["thumbnail_presigned_url"]), (&json!(bytes.len()), &Value::Null));
        assert_eq!((&file["width"], &file["height"]), (&Value::Null, &Value::Null));

        let answer = node.get(file["presigned_url"].as_str().unwrap(), None).await;
        assert_eq!(answer.status(), 200);
        let header = |name: &str| String::from_utf8(answer.headers()[name].as_bytes().to_vec()).unwrap();
        assert_eq!(header("content-type"), media_type);
        assert!(header("content-disposition").starts_with("attachment; filename="));
        assert_eq!(header("content-security-policy"), "sandbox; default-src 'none'");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "private, max-age=600");
        if !name.is_ascii() {
            assert!(header("content-disposition").ends_with("filename*=UTF-8''Lebensl%C3%A4ufe.docx"));
        }
        assert_eq!(answer.bytes().await.unwrap(), bytes);
    }
});

both!(data_url_of_five_megabytes_is_accepted, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let mut bytes = vec![b'a'; 5 * 1024 * 1024];
    let data = format!("data:text/plain;base64,{}", BASE64_STANDARD.encode(&bytes));
    send_files(&mut maya, &app, json!([{"name": "large.txt", "type": "text/plain", "data": data}])).await;
    assert_eq!(attached(&maya.expect("new_message").await)["size"], 5 * 1024 * 1024);
    bytes.push(b'a');
    send_file(&mut maya, &app, "larger.txt", &bytes).await;
    maya.expect_error("attachment_too_large").await;
});

both!(files_with_mismatched_content_are_refused, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    let html = b"<html><script>alert(1)</script></html>";
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'/>";
    let (png, xlsx) = (samples::png(4, 4), samples::xlsx());
    for (name, bytes, code) in [
        ("page.png", &html[..], "attachment_broken"),
        ("logo.svg", svg, "attachment_type"),
        ("logo.png", svg, "attachment_broken"),
        ("page.html", html, "attachment_type"),
        ("run.exe", b"MZ", "attachment_type"),
        ("", &png, "attachment_type"),
        ("photo.png\u{202e}fdp.exe", &png, "attachment_type"),
        ("cv.docx", &xlsx, "attachment_broken"),
        ("empty.pdf", b"", "attachment_broken"),
    ] {
        send_file(&mut maya, &app, name, bytes).await;
        let error = maya.expect_error(code).await;
        assert!(error["temp_id"].is_string(), "{error}");
    }
    for (files, code) in [
        (json!([{"name": "a.png", "type": "", "data": "not base64!"}]), "attachment_broken"),
        (json!([{"name": "a.png", "type": "", "url": "http://127.0.0.1/secret"}]), "attachment_broken"),
        (json!([{"name": "a.png", "type": ""}]), "attachment_broken"),
        (json!([{"name": "a.png"}, {"name": "b.png"}]), "bad_frame"),
        (json!([{"data": "aGk="}]), "bad_frame"),
        (json!("a.png"), "bad_frame"),
    ] {
        send_files(&mut maya, &app, files).await;
        assert!(maya.expect_error(code).await["temp_id"].is_string());
    }
    assert_eq!(app.stored(app.pair).await.len(), 0);
});

/// The address of a file that Maya just sent.
async fn link(node: &Node, app: &TestApp) -> String {
    let mut maya = node.socket(app.maya).await;
    send_file(&mut maya, app, "plan.pdf", &samples::pdf(300, 400)).await;
    attached(&maya.expect("new_message").await)["presigned_url"].as_str().unwrap().to_owned()
}

both!(file_link_is_signed_and_expires, async |app| {
    let node = app.frozen_node().await;
    let (good, other) = (link(&node, &app).await, link(&node, &app).await);
    let (path, query) = good.split_once('?').unwrap();
    let (other_path, _) = other.split_once('?').unwrap();
    let (expires, signature) = query.split_once('&').unwrap();
    let later: i64 = expires.strip_prefix("expires=").unwrap().parse::<i64>().unwrap() + 1;
    for wrong in [
        format!("{other_path}?{query}"),
        format!("{path}?expires={later}&{signature}"),
        format!("{path}?{expires}&signature="),
        format!("{path}?{expires}&signature=AAAA"),
        format!("{path}?{expires}"),
        format!("{path}?expires=x&{signature}"),
        path.to_owned(),
        format!("/api/v2/chat/files/nothing/?{query}"),
        format!("/api/v2/chat/files/..%2f..%2fhub.db/?{query}"),
    ] {
        assert_eq!(node.get(&wrong, None).await.status(), 404, "{wrong}");
    }
    assert_eq!(node.get(&good, None).await.status(), 200);
    node.store.clock.advance(Duration::from_secs(600));
    assert_eq!(node.get(&good, None).await.status(), 404);
});
