//! GIF search against a local server that speaks the providers' protocols.

use std::sync::Arc;

use egress::Refused;
use egress::gifs::{Gifs, Giphy, Klipy, Provider, Settings};
use tokio::sync::Barrier;
use url::Url;

use crate::server::{Answer, Server, answer};

const GIF: &[u8] = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;";

fn json(body: &str) -> Answer {
    answer("200 OK", "content-type: application/json; charset=utf-8\r\n", body.as_bytes())
}

fn giphy_item(id: &str, base: &str) -> String {
    let rendition = |name: &str, width: u32| {
        format!(
            r#""{name}": {{"url": "{base}/{id}/{name}.gif?cid=who", "width": "{width}", "height": "100", "size": "7"}}"#
        )
    };
    let images =
        [rendition("downsized", 320), rendition("fixed_width", 200), rendition("fixed_width_still", 200)].join(",");
    format!(r#"{{"type": "gif", "id": "{id}", "title": "A {id}\u202e", "rating": "g", "images": {{{images}}}}}"#)
}

struct Desk {
    server: Server,
    gifs: Gifs,
    _folder: tempfile::TempDir,
}

async fn desk(provider: impl Fn(Url) -> Provider, reply: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Desk {
    let server = Server::at("127.0.0.1:0", reply).await;
    let folder = tempfile::tempdir().unwrap();
    let provider = provider(Url::parse(&server.url("/")).unwrap());
    let settings = Settings { provider, cache: folder.path().join("gifs"), cache_bytes: 1_000_000 };
    Desk { server, gifs: Gifs::new(settings), _folder: folder }
}

fn giphy(api: Url) -> Provider {
    Provider::Giphy(Giphy::new("k3y".into(), "g".into(), Some(api)).unwrap())
}

#[tokio::test]
async fn giphy_search_is_paged_and_cached() {
    let desk = desk(giphy, |path| {
        let data: Vec<_> =
            (0..10).map(|number| giphy_item(&format!("cat{number}"), "https://media1.giphy.com/media")).collect();
        assert!(!path.is_empty());
        json(&format!(
            r#"{{"data": [{}], "pagination": {{"total_count": 25, "count": 10, "offset": 0}}}}"#,
            data.join(",")
        ))
    })
    .await;
    let first = desk.gifs.search("  Happy   Cat ", 1).await.unwrap();
    let gif = &first.gifs[3];
    assert_eq!((first.gifs.len(), first.has_next_page), (10, true));
    assert_eq!((&*gif.id, &*gif.name, gif.width, gif.height), ("cat3", "A cat3", 320, 100));
    assert_eq!(gif.media.as_str(), "https://media1.giphy.com/media/cat3/downsized.gif", "without what says who asked");
    assert!(gif.still.path().ends_with("fixed_width_still.gif"));
    desk.gifs.search("happy cat", 1).await.unwrap();
    assert!(!desk.gifs.search("happy cat", 3).await.unwrap().has_next_page);
    desk.gifs.search("", 1).await.unwrap();
    let asked: Vec<_> = desk.server.asked().iter().map(|head| head.split(' ').nth(1).unwrap().to_owned()).collect();
    assert_eq!(
        asked,
        [
            "/v1/gifs/search?api_key=k3y&rating=g&limit=10&offset=0&q=happy+cat",
            "/v1/gifs/search?api_key=k3y&rating=g&limit=10&offset=20&q=happy+cat",
            "/v1/gifs/trending?api_key=k3y&rating=g&limit=10&offset=0",
        ]
    );
}

#[tokio::test]
async fn klipy_search_is_parsed() {
    let klipy = |api| Provider::Klipy(Klipy::new("k/3y".into(), "g".into(), Some(api)).unwrap());
    let desk = desk(klipy, |_| {
        let of = |size: &str, kind: &str| {
            format!(r#""{kind}": {{"url": "https://static.klipy.com/{size}.{kind}", "width": 300, "height": 200, "size": 9}}"#)
        };
        let size = |size: &str| format!(r#""{size}": {{{}, {}}}"#, of(size, "gif"), of(size, "jpg"));
        let item = format!(r#"{{"id": 7, "slug": "cat-7", "title": "Cat", "type": "gif", "file": {{{}, {}}}}}"#, size("md"), size("sm"));
        let advertisement = r#"{"id": 8, "slug": "ad", "title": "", "type": "ad", "content": "<script>"}"#;
        json(&format!(r#"{{"result": true, "data": {{"data": [{item}, {advertisement}], "current_page": 2, "has_next": true}}}}"#))
    })
    .await;
    let results = desk.gifs.search("cat", 2).await.unwrap();
    let gif = &results.gifs[0];
    assert_eq!((results.gifs.len(), results.has_next_page, &*gif.id), (1, true, "cat-7"));
    assert_eq!((gif.media.path(), gif.preview.path(), gif.still.path()), ("/md.gif", "/sm.gif", "/sm.jpg"));
    assert_eq!(
        desk.server.asked()[0].split(' ').nth(1).unwrap(),
        "/api/v1/k%2F3y/gifs/search?page=2&per_page=10&rating=g&customer_id=mentorhub&q=cat"
    );
}

#[tokio::test]
async fn provider_failure_is_an_error() {
    let desk = desk(giphy, |path| {
        let query = path.rsplit("q=").next().unwrap();
        match query {
            "busy" => answer("429 Too Many Requests", "content-type: application/json\r\n", b"{}"),
            "broken" => answer("500 Internal Server Error", "", b""),
            "html" => answer("200 OK", "content-type: text/html\r\n", b"<h1>hello"),
            "list" => json("[]"),
            "null" => json("null"),
            "cut" => json(r#"{"data": [{"id": "a""#),
            "deep" => json(&"[".repeat(100_000)),
            "foreign" => json(&format!(r#"{{"data": [{}]}}"#, giphy_item("a", "https://evil.example"))),
            "near" => json(&format!(r#"{{"data": [{}]}}"#, giphy_item("a", "https://evilgiphy.com"))),
            "plain" => json(&format!(r#"{{"data": [{}]}}"#, giphy_item("a", "http://media.giphy.com"))),
            "flat" => {
                json(&format!(r#"{{"data": [{}]}}"#, giphy_item("a", "https://media.giphy.com").replace("100", "0")))
            }
            "away" => answer("302 Found", "location: http://127.0.0.2:1/\r\n", b""),
            _ => json(r#"{"data": []}"#),
        }
    })
    .await;
    assert_eq!(desk.gifs.search("busy", 1).await.unwrap_err(), Refused::Status(429));
    assert_eq!(desk.gifs.search("broken", 1).await.unwrap_err(), Refused::Status(500));
    for query in ["html", "list", "null", "cut", "deep"] {
        assert_eq!(desk.gifs.search(query, 1).await.unwrap_err(), Refused::Kind, "{query}");
    }
    assert_eq!(desk.gifs.search("away", 1).await.unwrap_err(), Refused::Address);
    for query in ["foreign", "near", "plain", "flat", "nothing"] {
        assert!(desk.gifs.search(query, 1).await.unwrap().gifs.is_empty(), "{query}");
    }
}

#[tokio::test]
async fn picture_is_fetched_once_from_provider_hosts() {
    let desk = Arc::new(
        desk(giphy, |path| match path {
            "/a.gif" => answer("200 OK", "content-type: image/gif\r\n", GIF),
            "/page.gif" => answer("200 OK", "content-type: image/gif\r\n", b"<script>alert(1)</script>"),
            "/html.gif" => answer("200 OK", "content-type: text/html\r\n", GIF),
            _ => answer("404 Not Found", "", b""),
        })
        .await,
    );
    let of = |path: &str| Url::parse(&desk.server.url(path)).unwrap();
    let together = Arc::new(Barrier::new(8));
    let looks = (0..8).map(|_| {
        let (desk, together, url) = (desk.clone(), together.clone(), of("/a.gif"));
        tokio::spawn(async move {
            together.wait().await;
            desk.gifs.media(&url).await.unwrap()
        })
    });
    for look in looks.collect::<Vec<_>>() {
        let media = look.await.unwrap();
        assert_eq!((media.media_type, &**media.bytes), ("image/gif", GIF));
    }
    assert_eq!(desk.server.asked().len(), 1);
    for path in ["/page.gif", "/html.gif"] {
        assert_eq!(desk.gifs.media(&of(path)).await.unwrap_err(), Refused::Kind, "{path}");
    }
    assert_eq!(desk.gifs.media(&of("/none.gif")).await.unwrap_err(), Refused::Status(404));
    let asked = desk.server.asked().len();
    for foreign in ["http://127.0.0.1:1/a.gif", "https://evil.example/a.gif", "http://media.giphy.com/a.gif"] {
        assert_eq!(desk.gifs.media(&Url::parse(foreign).unwrap()).await.unwrap_err(), Refused::Address, "{foreign}");
    }
    assert_eq!(desk.server.asked().len(), asked);
}
