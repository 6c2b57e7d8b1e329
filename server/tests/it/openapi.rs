//! The OpenAPI document: served, printed, shown as a page, and the source of the TypeScript types.

use std::process::Command;

use serde_json::Value;

use crate::pages::{header, server_with_pages, with};
use crate::program::{Installation, json_of};

#[tokio::test]
async fn described_routes_exist() {
    // All optional features are on.
    let installation = Installation::new()
        .with("MENTORHUB_ERROR_REPORTING_CLIENT_DSN", "http://key@127.0.0.1:9/7")
        .with("MENTORHUB_CALLS_WEBHOOK_SECRET", "what-the-conference-server-signs-with");
    let server = installation.serve(&["--demo"]);
    let document = json_of(server.get("/api/openapi.json").await).await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.contains_key("/ws/chat/") && paths.contains_key("/api/v2/users/sign-in/"), "{paths:?}");
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let method = method.to_uppercase().parse().unwrap();
            let answer = server.client.request(method, format!("{}{path}", server.url)).send().await.unwrap();
            // A missing file is 404 as well.
            let is_of_a_file = ["{id}", "{gif}", "{name}", "{key}", "{tier}"].iter().any(|part| path.contains(part));
            assert!(answer.status() != 404 || is_of_a_file, "{path}");
        }
    }
}

#[tokio::test]
async fn document_is_public_and_revalidated() {
    let server = Installation::new().serve(&[]);
    let answer = server.get("/api/openapi.json").await;
    assert_eq!(header(&answer, "content-type"), "application/json");
    assert_eq!(header(&answer, "cache-control"), "no-cache");
    let etag = header(&answer, "etag").to_owned();
    assert_eq!(with(&server, "/api/openapi.json", "if-none-match", &etag).await.status(), 304);
    let printed = Installation::new().run(&["openapi"], "").said;
    assert_eq!(json_of(answer).await, serde_json::from_str::<Value>(&printed).unwrap());
}

#[tokio::test]
async fn api_docs_page_loads_no_foreign_resources() {
    let server = server_with_pages();
    let answer = server.get("/api/docs/").await;
    assert_eq!((answer.status().as_u16(), header(&answer, "content-type")), (200, "text/html; charset=utf-8"));
    assert_eq!(header(&answer, "cache-control"), "no-cache");
    let page = answer.text().await.unwrap();
    let links: Vec<_> = page.split("=\"/assets/").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    assert_eq!(links.len(), 5, "{page}");
    for link in links {
        let answer = server.get(&format!("/assets/{link}")).await;
        assert_eq!(answer.status(), 200, "{link}");
        assert!(header(&answer, "cache-control").contains("immutable"), "{link}");
    }
    assert!(!page.contains("://") && !page.contains("<style") && !page.contains("<script>"), "{page}");
}

#[test]
fn generated_typescript_types_are_current() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let generator = format!("{root}/node_modules/openapi-typescript");
    assert!(std::path::Path::new(&generator).exists(), "The npm packages are missing: run `scripts/install run`.");
    let mut check = Command::new("node");
    check.args(["scripts/types.mjs", "--check"]).current_dir(root);
    let ended = check.env("MENTORHUB_BINARY", env!("CARGO_BIN_EXE_mentorhub")).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}
