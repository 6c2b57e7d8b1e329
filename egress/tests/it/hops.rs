//! Redirects, sizes, media types and timeouts.

use std::time::Duration;

use egress::{OverflowPolicy, Refused, Wanted, page};
use url::Url;

use crate::server::{Answer, Canary, PAGE_OPTIONS, Server, answer, fetcher, html, redirect};

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[tokio::test]
async fn fourth_redirect_is_rejected() {
    let server = Server::at("127.0.0.2:0", |path| match path {
        "/4" => redirect("/3?a=b#c"),
        "/3?a=b" => redirect("2"),
        "/2" => redirect("//127.0.0.2:0/never"),
        "/b3" => redirect("/b2"),
        "/b2" => redirect("/b1"),
        "/b1" => redirect("/b0"),
        "/b0" => html("<title>here</title>"),
        "/b4" => redirect("/b3"),
        "/loop" => redirect("/loop"),
        _ => answer("404 Not Found", "content-type: text/html\r\n", b"<title>404</title>"),
    })
    .await;
    let fetcher = fetcher(|_| ());
    let fetched = fetcher.get(&url(&server.url("/b3")), &PAGE_OPTIONS).await.unwrap();
    assert_eq!((fetched.url.path(), fetched.bytes), ("/b0", b"<title>here</title>".to_vec()));
    assert_eq!(fetcher.get(&url(&server.url("/b4")), &PAGE_OPTIONS).await.unwrap_err(), Refused::Redirects);
    assert_eq!(fetcher.get(&url(&server.url("/loop")), &PAGE_OPTIONS).await.unwrap_err(), Refused::Redirects);
    assert_eq!(fetcher.get(&url(&server.url("/4")), &PAGE_OPTIONS).await.unwrap_err(), Refused::Failed);
    assert_eq!(fetcher.get(&url(&server.url("/no")), &PAGE_OPTIONS).await.unwrap_err(), Refused::Status(404));
}

#[tokio::test]
async fn redirect_to_private_address_is_rejected() {
    let canary = Canary::new().await;
    let port = canary.port;
    let permits = [
        format!("http://127.0.0.1:{port}/"),
        format!("//127.0.0.1:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://user@127.0.0.2:{port}/"),
        format!("ftp://127.0.0.1:{port}/"),
        "file:///etc/passwd".to_owned(),
        "http://[".to_owned(),
        String::new(),
    ];
    for place in permits {
        let to = place.clone();
        let server =
            Server::at("127.0.0.2:0", move |path| if path == "/" { redirect("/next") } else { redirect(&to) }).await;
        let refused = fetcher(|_| ()).get(&url(&server.url("/")), &PAGE_OPTIONS).await.unwrap_err();
        assert!(matches!(refused, Refused::Address | Refused::Failed | Refused::Redirects), "{place}: {refused:?}");
        assert_eq!(server.asked().len(), if place.is_empty() { server.asked().len() } else { 2 }, "{place}");
    }
    assert_eq!(canary.visits(), 0);
    canary.sings().await;
}

#[tokio::test]
async fn request_contains_no_personal_data() {
    let server = Server::at("127.0.0.2:0", |path| {
        if path == "/" {
            answer("302 Found", "location: /next\r\nset-cookie: a=b; Path=/\r\n", b"")
        } else {
            html("<title>here</title>")
        }
    })
    .await;
    fetcher(|_| ()).get(&url(&server.url("/#secret")), &PAGE_OPTIONS).await.unwrap();
    for head in server.asked() {
        let head = head.to_ascii_lowercase();
        let names: Vec<_> =
            head.lines().skip(1).filter_map(|line| line.split_once(':')).map(|(name, _)| name).collect();
        assert_eq!(names.len(), 4, "{head}");
        assert!(names.iter().all(|name| ["accept", "accept-encoding", "user-agent", "host"].contains(name)), "{head}");
        assert!(head.contains("user-agent: mentorhub/") && !head.contains("secret"), "{head}");
    }
}

#[tokio::test]
async fn only_the_beginning_of_pages_is_read() {
    let server = Server::at("127.0.0.2:0", |path| match path {
        "/page" => {
            Answer::Endless("HTTP/1.1 200 OK\r\ncontent-type: Text/HTML; charset=utf-8\r\n\r\n<title>long</title>")
        }
        "/image" => answer("200 OK", "content-type: image/png\r\n", b"\x89PNG\r\n\x1a\n"),
        "/download" => answer("200 OK", "content-type: application/octet-stream\r\n", b"<title>no</title>"),
        "/unnamed" => answer("200 OK", "", b"<title>no</title>"),
        "/like" => answer("200 OK", "content-type: text/htmlx\r\n", b"<title>no</title>"),
        "/packed" => answer("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", b"\x1f\x8b\x08"),
        _ => html("<title>none</title>"),
    })
    .await;
    let fetcher = fetcher(|_| ());
    assert_eq!(
        fetcher.get(&url(&server.url("/page")), &PAGE_OPTIONS).await.unwrap().bytes.len(),
        PAGE_OPTIONS.most_bytes
    );
    assert_eq!(page::look(&fetcher, &url(&server.url("/page"))).await.unwrap().unwrap().title, "long");
    for path in ["/image", "/download", "/unnamed", "/like", "/packed"] {
        assert_eq!(fetcher.get(&url(&server.url(path)), &PAGE_OPTIONS).await.unwrap_err(), Refused::Kind, "{path}");
    }
    let strict = Wanted { excess: OverflowPolicy::Refuse, ..PAGE_OPTIONS };
    assert_eq!(fetcher.get(&url(&server.url("/page")), &strict).await.unwrap_err(), Refused::TooLarge);
}

#[tokio::test]
async fn silent_and_endless_servers_time_out() {
    let server = Server::at("127.0.0.2:0", |path| match path {
        "/silent" => Answer::Silence,
        _ => Answer::Endless("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-long: "),
    })
    .await;
    let fetcher = fetcher(|options| options.patience = Duration::from_millis(300));
    assert_eq!(fetcher.get(&url(&server.url("/silent")), &PAGE_OPTIONS).await.unwrap_err(), Refused::TooSlow);
    assert!(fetcher.get(&url(&server.url("/endless-header")), &PAGE_OPTIONS).await.is_err());
}
