//! Files uploaded before the message that they belong to.

use std::time::Duration;

use futures_util::future::join_all;
use hub::Rate;
use media::MAX_BYTES;
use reqwest::Response;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use store::attachments::{self, NewFile};
use store::channels::{self, Status};
use store::{BucketOptions, ChannelId, PersonId};
use test_kit::{both, samples};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::assistant::{quoting, start_assistant};
use crate::attachments::attached;
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::fresh_name;
use crate::wait::{eventually, within};

/// Uploads as a browser does.
async fn try_upload(node: &Node, token: &str, channel: ChannelId, name: &str, bytes: Vec<u8>) -> Response {
    let form = Form::new().text("note", "not a file").part("file", Part::bytes(bytes).file_name(name.to_owned()));
    let url = format!("http://{}/api/v2/chat/{channel}/attachments/", node.address);
    reqwest::Client::new().post(url).bearer_auth(token).multipart(form).send().await.unwrap()
}

async fn upload(node: &Node, person: PersonId, channel: ChannelId, name: &str, bytes: Vec<u8>) -> Value {
    let (_, token) = node.sign_in(person).await;
    let answer = try_upload(node, &token, channel, name, bytes).await;
    assert_eq!(answer.status(), 201);
    answer.json().await.unwrap()
}

/// The code of a refusal, which must have this status.
async fn refusal(answer: Response, status: u16) -> String {
    assert_eq!(answer.status(), status);
    answer.json::<Value>().await.unwrap()["code"].as_str().unwrap().to_owned()
}

async fn send(socket: &mut Socket, channel: ChannelId, temp_id: &str, url: &Value) {
    let file = json!({"name": "whatever.exe", "type": "x/y", "url": url});
    let command =
        json!({"command": "send", "channel": channel, "message": "", "tempId": temp_id, "attachments": [file]});
    socket.send_frame(command).await;
}

async fn bytes_of(node: &Node, url: &Value) -> (String, Vec<u8>) {
    let answer = node.get(url.as_str().unwrap(), None).await;
    assert_eq!(answer.status(), 200, "{url}");
    let disposition = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
    (disposition, answer.bytes().await.unwrap().to_vec())
}

both!(uploaded_file_is_sent_and_readable, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    let file = upload(&node, app.maya, app.pair, "Lebensläufe 1.jpg", samples::photo(900, 600, 6)).await;
    assert_eq!((&file["attachmentName"], &file["type"]), (&json!("Lebensläufe 1.jpg"), &json!("image/jpeg")));
    assert_eq!((&file["width"], &file["height"]), (&json!(600), &json!(900)));
    send(&mut maya, app.pair, "one", &file["url"]).await;
    let message = tom.expect("new_message").await;
    let seen = attached(&message);
    assert_eq!((&seen["id"], &seen["size"]), (&file["id"], &file["size"]));
    assert_eq!((&seen["attachment_name"], &seen["type"]), (&file["attachmentName"], &file["type"]));
    assert_eq!((&seen["width"], &seen["height"]), (&json!(600), &json!(900)));

    let (disposition, picture) = bytes_of(&node, &seen["presigned_url"]).await;
    assert!(disposition.starts_with("inline; "), "{disposition}");
    assert_eq!(json!(picture.len()), file["size"]);
    assert!(!picture.windows(4).any(|window| window == b"Exif"));
    let (_, small) = bytes_of(&node, &seen["thumbnail_presigned_url"]).await;
    assert!(small.starts_with(b"RIFF") && small.len() < picture.len());
});

both!(nodes_sharing_a_bucket_serve_all_files, async |app| {
    let bucket = test_kit::bucket();
    let (ours, theirs) = (app.node_with_bucket(bucket.clone()).await, app.node_with_bucket(bucket).await);
    let mut maya = ours.socket(app.maya).await;
    maya.join(app.pair).await;
    let photo = upload(&ours, app.maya, app.pair, "photo.jpg", samples::photo(900, 600, 1)).await;
    send(&mut maya, app.pair, "one", &photo["url"]).await;
    let seen = attached(&maya.expect("new_message").await);
    let (disposition, picture) = bytes_of(&theirs, &seen["presigned_url"]).await;
    assert!(disposition.starts_with("inline; "), "{disposition}");
    assert_eq!(json!(picture.len()), photo["size"]);
    let (_, small) = bytes_of(&theirs, &seen["thumbnail_presigned_url"]).await;
    assert!(small.starts_with(b"RIFF") && small.len() < picture.len());
    assert!(!app.files().exists(), "nothing is kept on this machine");
});

both!(unavailable_bucket_returns_error_without_loss, async |app| {
    let bucket = test_kit::bucket();
    let node = app.node_with_bucket(bucket.clone()).await;
    let file = upload(&node, app.maya, app.pair, "notes.txt", b"Hi".to_vec()).await;
    // Port 1 is closed.
    let away = BucketOptions { endpoint: Some("http://127.0.0.1:1".to_owned()), ..bucket };
    let cut_off = app.node_with_bucket(away).await;
    let (_, maya) = cut_off.sign_in(app.maya).await;
    let answer = try_upload(&cut_off, &maya, app.pair, "more.txt", b"Hi".to_vec()).await;
    assert_eq!(refusal(answer, 503).await, "unavailable");
    let link = file["presignedUrl"].as_str().unwrap();
    assert_eq!(refusal(cut_off.get(link, None).await, 503).await, "unavailable");
    assert_eq!(bytes_of(&node, &file["presignedUrl"]).await.1, b"Hi");
});

both!(uploaded_file_is_sent_only_once, async |app| {
    let node = app.node().await;
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    maya.join(app.pair).await;
    let file = upload(&node, app.maya, app.pair, "notes.txt", b"Hi".to_vec()).await;
    send(&mut tom, app.pair, "one", &file["url"]).await;
    tom.expect_error("attachment_broken").await;
    send(&mut maya, app.circle, "one", &file["url"]).await;
    maya.expect_error("attachment_broken").await;
    send(&mut maya, app.pair, "one", &file["url"]).await;
    assert_eq!(maya.expect("new_message").await["temp_id"], "one");
    send(&mut maya, app.pair, "two", &file["url"]).await;
    assert_eq!(maya.expect_error("attachment_broken").await["temp_id"], "two");
    send(&mut maya, app.pair, "one", &file["url"]).await;
    let again = maya.expect("new_message").await;
    assert_eq!((&again["temp_id"], attached(&again)["id"].clone()), (&json!("one"), file["id"].clone()));
    assert_eq!(app.stored(app.pair).await.len(), 1);
});

both!(uploads_require_permission_to_send, async |app| {
    let node = app.node().await;
    let text = || b"Hi".to_vec();
    let (_, maya) = node.sign_in(app.maya).await;
    let (_, sam) = node.sign_in(app.sam).await;
    let stranger = try_upload(&node, &sam, app.pair, "a.txt", text()).await;
    assert_eq!(refusal(stranger, 404).await, "channel_unknown");
    let nowhere = node.store.clock.id();
    assert_eq!(refusal(try_upload(&node, &maya, nowhere, "a.txt", text()).await, 404).await, "channel_unknown");
    assert_eq!(refusal(try_upload(&node, "nobody", app.pair, "a.txt", text()).await, 401).await, "not_signed_in");
    for (name, bytes, status, code) in [
        ("page.html", text(), 422, "attachment_type"),
        ("logo.svg", text(), 422, "attachment_type"),
        ("", text(), 422, "attachment_type"),
        ("logo.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), 422, "attachment_broken"),
        ("photo.jpg", samples::png(4, 4), 422, "attachment_broken"),
        ("long.txt", vec![b'a'; MAX_BYTES + 1], 413, "attachment_too_large"),
    ] {
        let answer = try_upload(&node, &maya, app.pair, name, bytes).await;
        assert_eq!(refusal(answer, status).await, code, "{name}");
    }
    let url = format!("http://{}/api/v2/chat/{}/attachments/", node.address, app.pair);
    let empty = reqwest::Client::new().post(&url).bearer_auth(&maya);
    assert_eq!(refusal(empty.try_clone().unwrap().body("file=a").send().await.unwrap(), 400).await, "malformed");
    let form = Form::new().text("other", "a");
    assert_eq!(refusal(empty.multipart(form).send().await.unwrap(), 400).await, "malformed");

    channels::set_status(&app.store, app.circle, app.ana, Status::Inactive, None).await.unwrap();
    let (_, ana) = node.sign_in(app.ana).await;
    let inactive = try_upload(&node, &ana, app.circle, "a.txt", text()).await;
    assert_eq!(refusal(inactive, 403).await, "not_active_member");
});

both!(assistant_channel_refuses_uploads, async |app| {
    let (node, maya, channel) = start_assistant(&app, quoting()).await;
    let token = maya.token.as_deref().unwrap();
    let answer = try_upload(&node, token, channel, "a.txt", b"Hi".to_vec()).await;
    assert_eq!(refusal(answer, 403).await, "attachments_off");
});

both!(uploads_are_rate_limited, async |app| {
    let node = app.node_with(|limits| limits.uploads = Rate::per_second(1).burst(2)).await;
    let (_, maya) = node.sign_in(app.maya).await;
    for _ in 0..2 {
        assert_eq!(try_upload(&node, &maya, app.pair, "a.txt", b"Hi".to_vec()).await.status(), 201);
    }
    let answer = try_upload(&node, &maya, app.pair, "a.txt", b"Hi".to_vec()).await;
    assert_eq!(answer.headers()["retry-after"], "1");
    assert_eq!(refusal(answer, 429).await, "rate_limited");
    upload(&node, app.tom, app.pair, "a.txt", b"Hi".to_vec()).await;
});

both!(uploads_count_over_all_nodes, async |app| {
    let limited = |limits: &mut hub::Limits| limits.uploads = Rate::per_second(1).burst(2);
    let (one, other) = (app.node_with(limited).await, app.node_with(limited).await);
    let (_, maya) = one.sign_in(app.maya).await;
    for node in [&one, &other] {
        assert_eq!(try_upload(node, &maya, app.pair, "a.txt", b"Hi".to_vec()).await.status(), 201);
    }
    assert_eq!(refusal(try_upload(&other, &maya, app.pair, "a.txt", b"Hi".to_vec()).await, 429).await, "rate_limited");
});

both!(concurrent_uploads_are_counted_one_by_one, async |app| {
    let node = app.node_with(|_| {}).await;
    let file = || NewFile {
        name: "a.txt".to_owned(),
        media_type: "text/plain".to_owned(),
        bytes: vec![b'a'],
        ..NewFile::default()
    };
    for _ in 1..attachments::MAX_UNCLAIMED {
        attachments::add(&app.store, app.pair, app.maya, file()).await.unwrap().unwrap();
    }
    let (_, token) = node.sign_in(app.maya).await;
    let uploads = (0..8).map(|_| try_upload(&node, &token, app.pair, "photo.png", samples::png(400, 400)));
    let answers = join_all(uploads).await;
    let stored = answers.iter().filter(|answer| answer.status() == 201).count();
    assert_eq!((stored, answers.iter().filter(|answer| answer.status() == 429).count()), (1, 7));
});

both!(unsent_uploads_are_limited, async |app| {
    let node = app.node().await;
    let (_, maya) = node.sign_in(app.maya).await;
    let mut last = Value::Null;
    for _ in 0..40 {
        last = try_upload(&node, &maya, app.pair, "a.txt", b"Hi".to_vec()).await.json().await.unwrap();
    }
    let answer = try_upload(&node, &maya, app.pair, "a.txt", b"Hi".to_vec()).await;
    assert_eq!(refusal(answer, 429).await, "rate_limited");
    let mut socket = node.socket(app.maya).await;
    socket.join(app.pair).await;
    send(&mut socket, app.pair, "one", &last["url"]).await;
    socket.expect("new_message").await;
    upload(&node, app.maya, app.pair, "a.txt", b"Hi".to_vec()).await;
});

/// Sends part of an announced upload as raw HTTP; returns the response.
async fn half_an_upload(node: &Node, token: &str, channel: ChannelId, head: &str, body: &[u8]) -> String {
    let mut wire = TcpStream::connect(node.address).await.unwrap();
    let request = format!(
        "POST /api/v2/chat/{channel}/attachments/ HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary=x\r\n{head}\r\n\r\n"
    );
    wire.write_all(request.as_bytes()).await.unwrap();
    wire.write_all(body).await.unwrap();
    let mut answer = vec![0; 4096];
    let read = within("the server answers the upload", wire.read(&mut answer)).await.unwrap();
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

both!(oversized_upload_is_refused_early, async |app| {
    let node = app.node().await;
    let (_, maya) = node.sign_in(app.maya).await;
    let announced = half_an_upload(&node, &maya, app.pair, "Content-Length: 1000000000", b"--x\r\n").await;
    assert!(announced.starts_with("HTTP/1.1 413 "), "{announced}");

    // Without an announcement, as a stream that never ends.
    let head = b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n";
    let text = vec![b'a'; MAX_BYTES + 1];
    let chunks = [format!("{:x}\r\n", head.len()).as_bytes(), head, b"\r\n"].concat();
    let chunks = [chunks, format!("{:x}\r\n", text.len()).into_bytes(), text, b"\r\n".to_vec()].concat();
    let streamed = half_an_upload(&node, &maya, app.pair, "Transfer-Encoding: chunked", &chunks).await;
    assert!(streamed.starts_with("HTTP/1.1 413 "), "{streamed}");

    let other = b"--x\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n";
    let other = [format!("{:x}\r\n", other.len()).as_bytes(), other, b"\r\n"].concat();
    let noise = vec![b'a'; MAX_BYTES + 100 * 1024];
    let chunks = [other, format!("{:x}\r\n", noise.len()).into_bytes(), noise, b"\r\n".to_vec()].concat();
    let streamed = half_an_upload(&node, &maya, app.pair, "Transfer-Encoding: chunked", &chunks).await;
    assert!(streamed.starts_with("HTTP/1.1 413 "), "{streamed}");

    let kind = b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.exe\"\r\n\r\n";
    let kind = half_an_upload(&node, &maya, app.pair, "Content-Length: 5000000", kind).await;
    assert!(kind.starts_with("HTTP/1.1 422 "), "the name is enough: {kind}");
});

both!(attachment_link_requires_read_access, async |app| {
    let node = app.frozen_node().await;
    let file = upload(&node, app.maya, app.circle, "dot.png", samples::png(8, 8)).await;
    let fresh = async |person, channel: ChannelId| {
        let (_, token) = node.sign_in(person).await;
        let path = format!("/api/v2/chat/{channel}/attachments/{}/", file["id"].as_str().unwrap());
        node.get(&path, Some(&token)).await
    };
    assert_eq!(fresh(app.maya, app.circle).await.status(), 200, "one's own, before it is sent");
    assert_eq!(refusal(fresh(app.tom, app.circle).await, 404).await, "not_found");
    channels::set_status(&app.store, app.circle, app.ana, Status::Inactive, None).await.unwrap();

    let mut maya = node.socket(app.maya).await;
    maya.join(app.circle).await;
    send(&mut maya, app.circle, "one", &file["url"]).await;
    let message = maya.expect("new_message").await;
    assert_eq!(refusal(fresh(app.sam, app.circle).await, 404).await, "channel_unknown");
    assert_eq!(refusal(fresh(app.tom, app.pair).await, 404).await, "not_found", "of another conversation");
    assert_eq!(refusal(fresh(app.ana, app.circle).await, 404).await, "not_found", "written after her time");

    node.store.clock.advance(Duration::from_secs(600));
    let old = attached(&message)["presigned_url"].as_str().unwrap().to_owned();
    assert_eq!(node.get(&old, None).await.status(), 404);
    let fresh: Value = fresh(app.tom, app.circle).await.json().await.unwrap();
    assert_eq!((&fresh["id"], &fresh["url"]), (&file["id"], &file["url"]));
    bytes_of(&node, &fresh["presignedUrl"]).await;
    bytes_of(&node, &fresh["thumbnailPresignedUrl"]).await;
});

both!(unsent_upload_is_deleted_after_a_day, async |app| {
    let node = app.frozen_node().await;
    let file = upload(&node, app.maya, app.pair, "dot.png", samples::png(8, 8)).await;
    let (_, token) = node.sign_in(app.maya).await;
    let path = file["url"].as_str().unwrap();
    assert_eq!(node.get(path, Some(&token)).await.status(), 200);
    node.store.clock.advance(Duration::from_secs(24 * 60 * 60 + 1));
    // The first token has expired.
    let (_, token) = node.sign_in(app.maya).await;
    let deleted = async || (node.get(path, Some(&token)).await.status() != 200).then_some(());
    eventually("the file is deleted", deleted).await;
});

both!(repeated_message_with_embedded_file_is_idempotent, async |app| {
    let node = app.node().await;
    let mut maya = node.socket(app.maya).await;
    maya.join(app.pair).await;
    let temp_id = fresh_name();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let file = json!({"name": "notes.txt", "type": "text/plain", "data": "SGk="});
        let command = json!({
            "command": "send", "channel": app.pair, "message": "", "tempId": temp_id, "attachments": [file],
        });
        maya.send_frame(command).await;
        ids.push(attached(&maya.expect("new_message").await)["id"].clone());
    }
    assert_eq!(ids[0], ids[1]);
    let files = std::fs::read_dir(app.files()).unwrap().flat_map(|folder| std::fs::read_dir(folder.unwrap().path()));
    assert_eq!(files.flatten().count(), 1, "the second time nothing was kept");
});
