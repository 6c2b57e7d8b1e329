//! Previews of links: looked up for the composer, stored with the message.

use std::net::IpAddr;
use std::time::Duration;

use actix_web::HttpResponse;
use hub::EgressSettings;
use serde_json::{Value, json};
use store::clock::Clock;
use store::experiences::Access;

use crate::assistant::{allow, assistant_of, quoting};
use crate::foreign_server::ForeignServer;
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::{TestApp, fresh_name};
use test_kit::{both, samples};

const LOOK: &str = "/api/v2/chat/link-preview/?url=";

fn foreign_pages() -> ForeignServer {
    ForeignServer::start(|path, _| match path {
        "/trees?a=b" => HttpResponse::Ok().content_type("text/html").body(
            "<title>Trees</title><meta name=description content='All\u{202e} of them'>
             <meta property=og:image content=/tree.jpg>",
        ),
        "/tree.jpg" => HttpResponse::Ok().content_type("image/jpeg").body(samples::photo(800, 400, 1)),
        "/image" => HttpResponse::Ok().content_type("image/png").body("x"),
        "/untitled" => HttpResponse::Ok().content_type("text/html").body("<p>hello"),
        _ => HttpResponse::NotFound().content_type("text/html").body("<title>404</title>"),
    })
}

/// A node that may reach this machine's web servers.
async fn node(app: &TestApp) -> Node {
    let pages = egress::Options {
        is_public: |address| address == IpAddr::from([127, 0, 0, 1]),
        is_web_port: |_| true,
        patience: Duration::from_secs(20),
        ..egress::Options::default()
    };
    let clock = Clock::manual(app.store.clock.now());
    app.node_outside(clock, EgressSettings { pages, ..EgressSettings::default() }).await
}

fn encoded(url: &str) -> String {
    url.replace('%', "%25").replace('&', "%26").replace('?', "%3F").replace('#', "%23")
}

async fn look(node: &Node, token: &str, url: &str) -> (u16, Value) {
    let answer = node.get(&format!("{LOOK}{}", encoded(url)), Some(token)).await;
    (answer.status().as_u16(), answer.json().await.unwrap())
}

async fn send_with_link(socket: &mut Socket, channel: impl serde::Serialize, text: &str, link: &str) -> Value {
    let frame = json!({
        "command": "send", "channel": channel, "message": text, "tempId": fresh_name(), "link_preview": link,
    });
    socket.send_frame(frame).await;
    socket.expect("new_message").await
}

both!(preview_is_fetched_once_for_all_people, async |app| {
    let (pages, node) = (foreign_pages(), node(&app).await);
    let url = format!("{}/trees?a=b", pages.url);
    for person in [app.maya, app.tom] {
        let (_, token) = node.sign_in(person).await;
        for address in [url.clone(), format!("{url}#leaves")] {
            let (status, preview) = look(&node, &token, &address).await;
            assert_eq!(status, 200);
            assert_eq!((&preview["title"], &preview["description"]), (&json!("Trees"), &json!("All of them")));
            assert_eq!(preview["url"], json!(url));
            assert!(preview["image"].as_str().unwrap().starts_with("/api/v2/chat/link-preview/picture/"));
        }
    }
    assert_eq!(pages.asked().iter().filter(|path| *path == "/trees?a=b").count(), 1);
    node.store.clock.advance(Duration::from_secs(24 * 3600));
    let (_, token) = node.sign_in(app.maya).await;
    assert_eq!(look(&node, &token, &url).await.0, 200);
    assert_eq!(pages.asked().iter().filter(|path| *path == "/trees?a=b").count(), 2);
});

both!(every_unavailable_preview_returns_same_error, async |app| {
    let pages = foreign_pages();
    let (open, closed) = (node(&app).await, app.node().await);
    let (_, token) = open.sign_in(app.maya).await;
    let of = |path: &str| format!("{}{path}", pages.url);
    for (node, url) in [
        (&open, of("/image")),
        (&open, of("/untitled")),
        (&open, of("/none")),
        (&open, "http://127.0.0.2:1/".to_owned()),
        (&open, "ftp://example.org/".to_owned()),
        (&open, "nonsense".to_owned()),
        (&open, String::new()),
        (&open, format!("http://example.org/{}", "a".repeat(3000))),
        (&closed, of("/trees?a=b")),
        (&closed, "http://169.254.169.254/latest/meta-data/".to_owned()),
        (&closed, "http://localhost/".to_owned()),
    ] {
        let (status, answer) = look(node, &token, &url).await;
        assert_eq!((status, &answer["code"]), (404, &json!("no_preview")), "{url}");
    }
    assert_eq!(open.get(LOOK.trim_end_matches("?url="), Some(&token)).await.status(), 404);
    assert_eq!(open.get(&format!("{LOOK}http://example.org/"), None).await.status(), 401);
    assert!(!pages.asked().contains(&"/trees?a=b".to_owned()));
});

both!(preview_requests_are_rate_limited, async |app| {
    let node = node(&app).await;
    let (_, token) = node.sign_in(app.maya).await;
    // On a slow machine the limit is partly restored meanwhile.
    let mut allowed = 0;
    let answer = loop {
        let answer = node.get(&format!("{LOOK}nonsense"), Some(&token)).await;
        if answer.status() != 404 {
            break answer;
        }
        allowed += 1;
    };
    assert_eq!(answer.status(), 429);
    assert!((20..100).contains(&allowed), "{allowed} requests at once");
    assert!(answer.headers().contains_key("retry-after"));
    let (_, token) = node.sign_in(app.tom).await;
    assert_eq!(look(&node, &token, "nonsense").await.0, 404, "others are not disturbed");
});

both!(message_shows_preview_of_first_link, async |app| {
    let (pages, node) = (foreign_pages(), node(&app).await);
    let url = format!("{}/trees?a=b", pages.url);
    let (mut maya, mut tom) = (node.socket(app.maya).await, node.socket(app.tom).await);
    tom.join(app.pair).await;
    look(&node, &maya.token.clone().unwrap(), &url).await;
    let text = format!("Look, {url}#leaves. And http://example.org");
    let sent = send_with_link(&mut maya, app.pair, &text, &url).await;
    let expected = sent["link_preview"].clone();
    assert_eq!((&expected["title"], &expected["url"]), (&json!("Trees"), &json!(format!("{url}#leaves"))));
    assert_eq!(tom.expect("new_message").await["link_preview"], expected);
    tom.send_frame(json!({"command": "fetch_messages", "channel": app.pair})).await;
    assert_eq!(tom.expect("messages_payload").await["messages"][0]["link_preview"], expected);
});

both!(preview_picture_is_re_encoded, async |app| {
    let (pages, node) = (foreign_pages(), node(&app).await);
    let (_, token) = node.sign_in(app.maya).await;
    let (_, preview) = look(&node, &token, &format!("{}/trees?a=b", pages.url)).await;
    let image = preview["image"].as_str().unwrap();
    let answer = node.get(image, None).await;
    assert_eq!(answer.status(), 200);
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((&*header("content-type"), &*header("x-content-type-options")), ("image/webp", "nosniff"));
    assert_eq!(header("content-security-policy"), "sandbox; default-src 'none'");
    let bytes = answer.bytes().await.unwrap();
    assert!(bytes.starts_with(b"RIFF") && bytes.len() < 40_000, "{}", bytes.len());
    assert!(!String::from_utf8_lossy(&bytes).contains(samples::SECRET));
    let (path, signature) = image.split_once("?signature=").unwrap();
    let other = "/api/v2/chat/link-preview/picture/00000000-0000-0000-0000-000000000000/";
    for wrong in [path.to_owned(), format!("{path}?signature="), format!("{other}?signature={signature}")] {
        assert_eq!(node.get(&wrong, None).await.status(), 404, "{wrong}");
    }
});

both!(preview_ignores_links_missing_from_text, async |app| {
    let (pages, node) = (foreign_pages(), node(&app).await);
    let url = format!("{}/trees?a=b", pages.url);
    let mut maya = node.socket(app.maya).await;
    let token = maya.token.clone().unwrap();
    look(&node, &token, &url).await;
    look(&node, &token, &format!("{}/untitled", pages.url)).await;
    for (text, link) in [
        (format!("http://example.org and {url}"), url.clone()),
        ("no link at all".to_owned(), url.clone()),
        (url.clone(), "http://example.org/".to_owned()),
        (url.clone(), "nonsense".to_owned()),
        (url.clone(), String::new()),
        (format!("{url}c"), format!("{url}c")),
        (format!("{}/untitled", pages.url), format!("{}/untitled", pages.url)),
    ] {
        let sent = send_with_link(&mut maya, app.pair, &text, &link).await;
        assert_eq!((&sent["message"], &sent["link_preview"]), (&json!(text), &Value::Null), "{link}");
    }
    let made_up = json!({"title": "Your bank", "url": url});
    maya.send_frame(
        json!({"command": "send", "channel": app.pair, "message": url, "tempId": "a", "link_preview": made_up}),
    )
    .await;
    assert_eq!(maya.expect_error("bad_frame").await["temp_id"], "a");
    // Not looked up by the message either.
    assert_eq!(pages.asked().len(), 3);
});

both!(expired_preview_is_not_shown, async |app| {
    let (pages, node) = (foreign_pages(), node(&app).await);
    let url = format!("{}/trees?a=b", pages.url);
    let (_, token) = node.sign_in(app.maya).await;
    look(&node, &token, &url).await;
    node.store.clock.advance(Duration::from_secs(24 * 3600));
    let mut maya = node.socket(app.maya).await;
    assert_eq!(send_with_link(&mut maya, app.pair, &url, &url).await["link_preview"], Value::Null);
});

both!(assistant_channel_has_no_previews, async |app| {
    let (pages, node) = (foreign_pages(), node(&app).await);
    let url = format!("{}/trees?a=b", pages.url);
    allow(&app, app.maya, Access::Use).await;
    node.hub.start_assistant(quoting());
    let mut maya = node.socket(app.maya).await;
    let assistant = assistant_of(&node, &maya).await.unwrap();
    look(&node, &maya.token.clone().unwrap(), &url).await;
    assert_eq!(send_with_link(&mut maya, assistant, &url, &url).await["link_preview"], Value::Null);
    assert_ne!(send_with_link(&mut maya, app.pair, &url, &url).await["link_preview"], Value::Null);
});
