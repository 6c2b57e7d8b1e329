//! What only the whole program does with files: it draws first pages in a second process of its own.

use flate2::{Compress, Compression, FlushCompress};
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use test_kit::samples;

use crate::program::{Installation, Server, json_of};

/// Uploads a file of Maya's to her first conversation.
async fn upload(server: &Server, name: &'static str, bytes: Vec<u8>) -> Value {
    let (_, access) = server.sign_in("maya.mentor@example.org", "Mentor-hub-1").await;
    let channels = server.get_as("maya.mentor@example.org", "/api/v2/chat/channels/").await;
    let channel = channels.as_array().unwrap().iter().find(|channel| channel["kind"] == "direct").unwrap();
    let url = format!("{}/api/v2/chat/{}/attachments/", server.url, channel["channelId"].as_str().unwrap());
    let form = Form::new().part("file", Part::bytes(bytes).file_name(name));
    let answer = server.client.post(url).bearer_auth(access["accessToken"].as_str().unwrap()).multipart(form);
    let answer = answer.send().await.unwrap();
    assert_eq!(answer.status(), 201, "{name}");
    json_of(answer).await
}

/// Three gigabytes of spaces in three megabytes.
fn bomb() -> Vec<u8> {
    let mut packed = Vec::with_capacity(64 * 1024);
    let spaces = vec![b' '; 1024 * 1024];
    Compress::new(Compression::best(), false).compress_vec(&spaces, &mut packed, FlushCompress::Full).unwrap();
    [b"\x78\x9c".to_vec(), packed.repeat(3 * 1024), vec![3, 0]].concat()
}

/// A page that is drawn with this packed content.
fn pdf_with(content: &[u8]) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>".to_owned(),
        format!("<< /Length {} /Filter /FlateDecode >>\nstream\nHERE\nendstream", content.len()),
    ];
    let file = samples::pdf_of(&objects);
    let at = file.windows(4).position(|window| window == b"HERE").unwrap();
    // What follows has moved; readers look for it then.
    [&file[..at], content, &file[at + 4..]].concat()
}

#[tokio::test]
async fn a_pdf_gets_a_picture_of_its_first_page() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    let file = upload(&server, "plan.pdf", samples::pdf(300, 400)).await;
    assert_eq!((file["width"].as_u64(), file["height"].as_u64()), (Some(360), Some(480)));
    let page = server.get(file["thumbnailPresignedUrl"].as_str().unwrap()).await;
    assert_eq!(page.headers()["content-type"], "image/webp");
    assert!(page.bytes().await.unwrap().starts_with(b"RIFF"));
    let whole = server.get(file["presignedUrl"].as_str().unwrap()).await;
    assert!(whole.headers()["content-disposition"].to_str().unwrap().starts_with("attachment; "));
}

#[tokio::test]
async fn a_pdf_that_unpacks_to_gigabytes_has_no_picture_and_harms_nobody() {
    let bomb = bomb();
    assert!(bomb.len() < 4 * 1024 * 1024, "{}", bomb.len());
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    let file = upload(&server, "bomb.pdf", pdf_with(&bomb)).await;
    assert_eq!(file["thumbnailPresignedUrl"], Value::Null);
    let file = upload(&server, "plan.pdf", samples::pdf(300, 400)).await;
    assert!(file["thumbnailPresignedUrl"].is_string(), "and the next one is drawn");
}

#[test]
fn what_is_no_pdf_is_not_drawn() {
    let ended = Installation::new().run(&["draw-first-page"], "%PDF-1.7 and nothing more");
    assert_eq!((ended.succeeded, ended.said.as_str()), (false, ""));
}
