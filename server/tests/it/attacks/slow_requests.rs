//! Requests that never end, and honest ones on slow lines.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::time::interval;

use super::{Target, answer_to, read_to_end};

const SIGN_IN: &str = "POST /api/v2/users/sign-in/ HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n";

async fn impatient(environment: test_kit::Environment) -> Target {
    Target::start(environment, |options| options.request_timeout = Duration::from_millis(300)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_request_is_cut() {
    test_kit::on_sqlite(async |environment| {
        let target = impatient(environment).await;
        let body = format!("{SIGN_IN}Content-Length: 1000\r\n\r\n{{");
        assert!(answer_to(&target, &body).await.starts_with("HTTP/1.1 400 "));
        // A body that no handler reads, and a header after an answered request.
        let chunks = format!("{SIGN_IN}Transfer-Encoding: chunked\r\n\r\n");
        for request in [
            chunks.as_str(),
            "POST /api/v2/nothing/ HTTP/1.1\r\nHost: hub\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
            "POST /healthz HTTP/1.1\r\nHost: hub\r\nContent-Length: 1000\r\n\r\na",
            "GET /healthz HTTP/1.1\r\nHost: hub\r\n\r\nG",
        ] {
            assert!(answer_to(&target, request).await.starts_with("HTTP/1.1 "), "{request}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trickling_body_is_cut() {
    test_kit::on_sqlite(async |environment| {
        let target = impatient(environment).await;
        let mut stream = target.connect().await;
        stream.write_all(format!("{SIGN_IN}Content-Length: 1000\r\n\r\n").as_bytes()).await.unwrap();
        let mut pace = interval(Duration::from_millis(20));
        let mut sent = 0;
        while stream.write_all(b" ").await.is_ok() {
            sent += 1;
            assert!(sent < 1000, "the whole body was accepted");
            pace.tick().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_body_arrives_while_it_progresses() {
    test_kit::on_sqlite(async |environment| {
        let target = impatient(environment).await;
        let mut stream = target.connect().await;
        let body = format!(r#"{{"email": "tom@example.org", "password": "{}"}}"#, "x".repeat(50_000));
        let head = format!("{SIGN_IN}Connection: close\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut pace = interval(Duration::from_millis(60));
        for part in body.as_bytes().chunks(5_000) {
            pace.tick().await;
            stream.write_all(part).await.unwrap();
        }
        let answer = read_to_end(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 4") && !answer.contains("cannot be read"), "{answer}");
    })
    .await;
}
