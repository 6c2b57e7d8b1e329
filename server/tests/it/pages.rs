//! The web pages and the headers of every response.

use reqwest::Response;
use reqwest::header::HeaderName;

use crate::program::{Installation, Server};

/// Starts a server with the web pages. A debug build reads them from their folders.
pub(crate) fn server_with_pages() -> Server {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    for bundle in ["app-ui", "messenger-ui"] {
        let index = format!("{root}/{bundle}/dist/index.html");
        assert!(std::path::Path::new(&index).exists(), "The web pages are not built: run `scripts/bundles`.");
    }
    Installation::new().serve(&[])
}

pub(crate) fn header<'r>(answer: &'r Response, name: &str) -> &'r str {
    answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

/// Returns the address of the script in a page.
fn program(page: &str) -> String {
    let (_, from_source) = page.split_once(r#"<script type="module" crossorigin src=""#).unwrap();
    from_source.split_once('"').unwrap().0.to_owned()
}

pub(crate) async fn with(server: &Server, path: &str, name: &'static str, value: &str) -> Response {
    let name = HeaderName::from_static(name);
    server.client.get(format!("{}{path}", server.url)).header(name, value).send().await.unwrap()
}

#[tokio::test]
async fn page_addresses_serve_the_app() {
    let server = server_with_pages();
    let root = server.get("/").await.text().await.unwrap();
    assert!(root.contains("<!doctype html") || root.contains("<!DOCTYPE html"), "{root}");
    for path in ["/signin", "/chat", "/chat/", "/some/page?of=the#app"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(header(&answer, "content-type"), "text/html; charset=utf-8");
        assert_eq!(header(&answer, "cache-control"), "no-cache");
        assert_eq!(answer.text().await.unwrap(), root, "{path}");
    }
    let messenger = server.get("/chat/messenger?channel=x").await.text().await.unwrap();
    assert_ne!(messenger, root);
    assert!(program(&messenger).starts_with("/messenger/assets/"));
}

#[tokio::test]
async fn assets_are_immutable_and_compressed() {
    let server = server_with_pages();
    for page in ["/", "/chat/messenger"] {
        let page = server.get(page).await.text().await.unwrap();
        let path = program(&page);
        let plain = server.get(&path).await;
        assert_eq!(header(&plain, "cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(header(&plain, "content-type"), "text/javascript; charset=utf-8");
        assert_eq!(header(&plain, "content-encoding"), "");
        let etag = header(&plain, "etag").to_owned();
        let plain = plain.bytes().await.unwrap();

        let zipped = with(&server, &path, "accept-encoding", "gzip, deflate").await;
        assert_eq!(header(&zipped, "content-encoding"), "gzip");
        assert!(zipped.bytes().await.unwrap().len() < plain.len() / 2);
        for _ in 0..2 {
            let packed = with(&server, &path, "accept-encoding", "gzip, br;q=0.5").await;
            assert_eq!((header(&packed, "content-encoding"), header(&packed, "vary")), ("br", "accept-encoding"));
            let mut unpacked = Vec::new();
            brotli::BrotliDecompress(&mut &packed.bytes().await.unwrap()[..], &mut unpacked).unwrap();
            assert!(unpacked == plain);
        }
        let refused = with(&server, &path, "accept-encoding", "gzip;q=0, br;q=0.0").await;
        assert_eq!(header(&refused, "content-encoding"), "");

        let known = with(&server, &path, "if-none-match", &format!("\"other\", {etag}")).await;
        assert_eq!((known.status().as_u16(), known.bytes().await.unwrap().len()), (304, 0));
        assert_eq!(with(&server, &path, "if-none-match", "\"other\"").await.status(), 200);
    }
}

#[tokio::test]
async fn manifest_and_worker_are_revalidated() {
    let server = server_with_pages();
    for (path, kind) in [
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/offline.html", "text/html; charset=utf-8"),
        ("/icons/maskable-512.png", "image/png"),
        ("/apple-touch-icon.png", "image/png"),
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status().as_u16(), header(&answer, "content-type")), (200, kind), "{path}");
        assert_eq!(header(&answer, "cache-control"), "no-cache", "an update must reach browsers: {path}");
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("; manifest-src 'self'; worker-src 'self'; "), "{policy}");
        let known = with(&server, path, "if-none-match", header(&answer, "etag")).await;
        assert_eq!(known.status(), 304, "{path}");
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let server = Installation::new().serve(&[]);
    let paths = [
        "/assets/nothing.js",
        "/messenger/nothing.js",
        "/api",
        "/api/v2/nothing/",
        "/ws/nothing",
        "/..%2f..%2fCargo.toml",
        "/messenger/../../Cargo.toml",
        "/messenger/..%2f..%2fCargo.toml",
    ];
    for path in paths {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), 404, "{path}");
        assert_eq!(header(&answer, "content-type"), "application/json", "{path}");
    }
    let answer = server.client.post(format!("{}/signin", server.url)).send().await.unwrap();
    assert_eq!(answer.status(), 404);
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let installation = Installation::new().with("MENTORHUB_SERVER_PUBLIC_URL", "https://hub.example.org");
    let server = installation.serve(&[]);
    let foreign =
        server.client.post(format!("{}/api/v2/users/sign-out/", server.url)).header("origin", "https://evil.example");
    let foreign = foreign.send().await.unwrap();
    assert_eq!(foreign.status(), 403);
    for answer in
        [server.get("/").await, server.get("/api/v2/users/system_status/").await, server.get("/api/no").await, foreign]
    {
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        let scripts = policy.split("; ").find_map(|rule| rule.strip_prefix("script-src ")).unwrap();
        let is_named = |source: &str| source == "'self'" || source.starts_with("'sha256-");
        assert!(scripts.split(' ').all(is_named), "no script that is not named: {scripts}");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff");
        assert_eq!(header(&answer, "referrer-policy"), "same-origin");
        assert_eq!(header(&answer, "cross-origin-opener-policy"), "same-origin");
        assert_eq!(header(&answer, "strict-transport-security"), "max-age=31536000");
        if answer.url().path().starts_with("/api") {
            assert_eq!(header(&answer, "cache-control"), "no-store");
        }
    }
}
