//! PDF thumbnails and pages, which the program renders in a child process, and Office files, which LibreOffice converts.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use flate2::{Compress, Compression, FlushCompress};
use reqwest::Response;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use test_kit::samples;

use crate::program::{Installation, Server, Site, json_of};

/// Uploads a file to Maya's first channel.
async fn upload(server: &Server, name: &'static str, bytes: Vec<u8>) -> Value {
    let answer = send_file(server, name, bytes).await;
    assert_eq!(answer.status(), 201, "{name}");
    json_of(answer).await
}

/// Uploads a file that may be refused.
pub(crate) async fn send_file(server: &Site, name: &'static str, bytes: Vec<u8>) -> Response {
    let (_, access) = server.sign_in("maya.mentor@example.org", "Mentor-hub-1").await;
    let channels = server.get_as("maya.mentor@example.org", "/api/v2/chat/channels/").await;
    let channel = channels.as_array().unwrap().iter().find(|channel| channel["kind"] == "direct").unwrap();
    let url = format!("{}/api/v2/chat/{}/attachments/", server.url, channel["channelId"].as_str().unwrap());
    let form = Form::new().part("file", Part::bytes(bytes).file_name(name));
    let answer = server.client.post(url).bearer_auth(access["accessToken"].as_str().unwrap()).multipart(form);
    answer.send().await.unwrap()
}

/// Three gigabytes of spaces in three megabytes.
fn packed_spaces() -> Vec<u8> {
    let mut packed = Vec::with_capacity(64 * 1024);
    let spaces = vec![b' '; 1024 * 1024];
    Compress::new(Compression::best(), false).compress_vec(&spaces, &mut packed, FlushCompress::Full).unwrap();
    [b"\x78\x9c".to_vec(), packed.repeat(3 * 1024), vec![3, 0]].concat()
}

/// A small PDF file whose page unpacks to three gigabytes.
pub(crate) fn pdf_bomb() -> Vec<u8> {
    pdf_with(&packed_spaces())
}

/// Returns a PDF page with this compressed content stream.
fn pdf_with(content: &[u8]) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>".to_owned(),
        format!("<< /Length {} /Filter /FlateDecode >>\nstream\nHERE\nendstream", content.len()),
    ];
    let file = samples::pdf_of(&objects);
    let at = file.windows(4).position(|window| window == b"HERE").unwrap();
    // The following offsets are wrong; PDF readers rebuild the table.
    [&file[..at], content, &file[at + 4..]].concat()
}

#[tokio::test]
async fn pdf_gets_thumbnail_of_first_page() {
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
async fn pdf_bomb_gets_no_thumbnail() {
    let bomb = pdf_bomb();
    assert!(bomb.len() < 4 * 1024 * 1024, "{}", bomb.len());
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    let file = upload(&server, "bomb.pdf", bomb).await;
    assert_eq!(file["thumbnailPresignedUrl"], Value::Null);
    let file = upload(&server, "plan.pdf", samples::pdf(300, 400)).await;
    assert!(file["thumbnailPresignedUrl"].is_string(), "and the next one is drawn");
}

/// Returns a page of a file in Maya's first channel, as this person.
async fn page(server: &Server, email: &str, file: &Value, number: u32) -> Response {
    let (_, access) = server.sign_in(email, "Mentor-hub-1").await;
    let url = format!("{}{}pages/{number}/", server.url, file["url"].as_str().unwrap());
    server.client.get(url).bearer_auth(access["accessToken"].as_str().unwrap()).send().await.unwrap()
}

#[tokio::test]
async fn pages_of_pdf_are_rendered_one_by_one() {
    let installation = Installation::new();
    let server = installation.serve(&["--demo"]);
    let (maya, file) = ("maya.mentor@example.org", upload(&server, "plan.pdf", samples::pdf_pages(3)).await);
    for number in 1..=3 {
        let answer = page(&server, maya, &file, number).await;
        assert_eq!((answer.status().as_u16(), &answer.headers()["x-page-count"]), (200, &"3".parse().unwrap()));
        assert!(answer.bytes().await.unwrap().starts_with(b"RIFF"), "page {number}");
    }
    assert_eq!(page(&server, maya, &file, 4).await.status(), 404);
    assert_eq!(page(&server, maya, &file, 0).await.status(), 404);
    // Maya has not sent it: not even the other member of the channel sees it.
    assert_eq!(page(&server, "tom.mentee@example.org", &file, 1).await.status(), 404);
    let picture = upload(&server, "face.png", samples::png(20, 20)).await;
    assert_eq!(page(&server, maya, &picture, 1).await.status(), 404);
}

/// Writes a program that stands for LibreOffice: it takes its arguments, insists on having no network, and converts every
/// file to this PDF. It counts its runs in the folder.
fn fake_soffice(folder: &Path, pdf: &[u8]) {
    std::fs::write(folder.join("two.pdf"), pdf).unwrap();
    let script = format!(
        r#"#!/bin/sh
[ "$(grep -c : /proc/net/dev)" = 1 ] || exit 1
[ "$2 $3 $4 $5 $6" = "--headless --norestore --convert-to pdf --outdir" ] || exit 1
[ "$8" = "$7/in.docx" ] && [ -s "$8" ] && cp {0}/two.pdf "$7/in.pdf" && echo run >>{0}/runs
"#,
        folder.display()
    );
    let program = folder.join("soffice");
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
}

#[tokio::test]
async fn office_files_are_converted_once_and_without_network() {
    let tools = tempfile::tempdir().unwrap();
    fake_soffice(tools.path(), &samples::pdf_pages(2));
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").unwrap());
    let installation = Installation::new().with("PATH", &path);
    let server = installation.serve(&["--demo"]);
    let (maya, file) = ("maya.mentor@example.org", upload(&server, "cv.docx", samples::docx()).await);
    let can_unshare = Command::new("unshare").args(["--map-root-user", "--net", "true"]).status();
    if !can_unshare.is_ok_and(|status| status.success()) {
        assert_eq!(page(&server, maya, &file, 1).await.status(), 404, "never with a network");
        return;
    }
    for number in [1, 2] {
        let answer = page(&server, maya, &file, number).await;
        assert_eq!((answer.status().as_u16(), &answer.headers()["x-page-count"]), (200, &"2".parse().unwrap()));
    }
    assert_eq!(page(&server, maya, &file, 3).await.status(), 404);
    assert_eq!(std::fs::read_to_string(tools.path().join("runs")).unwrap(), "run\n");
    // One that LibreOffice refuses: its card and the download stay.
    let refused = upload(&server, "cv.doc", samples::old_office(&["Root Entry", "WordDocument"])).await;
    assert_eq!(page(&server, maya, &refused, 1).await.status(), 404);
}

#[test]
fn input_that_is_not_pdf_is_rejected() {
    let ended = Installation::new().run(&["pdf-thumbnail", "1", "480"], "%PDF-1.7 and nothing more");
    assert_eq!((ended.succeeded, ended.said.as_str()), (false, ""));
}
