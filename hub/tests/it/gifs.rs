//! Moving pictures: searched, looked at and sent, and no browser ever talks to the provider.

use actix_web::HttpResponse;
use egress::gifs::{Giphy, Provider, Settings};
use hub::EgressSettings;
use serde_json::{Value, json};
use store::clock::Clock;
use store::experiences::Access;

use crate::assistant::{allow, assistant_of, quoting};
use crate::foreign_server::ForeignServer;
use crate::node::Node;
use crate::socket::Socket;
use crate::test_app::{TestApp, fresh_name};
use test_kit::both;

const GIFS: &str = "/api/v2/chat/gifs/";
const GIF: &[u8] = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;";

fn provider() -> ForeignServer {
    ForeignServer::start(|path, own| {
        if path.starts_with("/media/") {
            return HttpResponse::Ok().content_type("image/gif").body(GIF);
        }
        if path.ends_with("q=busy") {
            return HttpResponse::TooManyRequests().finish();
        }
        let rendition =
            |name: &str| json!({"url": format!("{own}/media/{name}.gif?who=asked"), "width": "320", "height": "180"});
        let images = ["downsized", "fixed_width", "fixed_width_still"].map(|name| (name.to_owned(), rendition(name)));
        let images: Value = images.into_iter().collect::<serde_json::Map<_, _>>().into();
        HttpResponse::Ok().json(json!({
            "data": [{"id": "x1", "title": "Happy cat", "images": images}], "pagination": {"total_count": 11},
        }))
    })
}

struct Desk {
    provider: ForeignServer,
    node: Node,
    _folder: tempfile::TempDir,
}

async fn desk(app: &TestApp) -> Desk {
    let (provider, folder) = (provider(), tempfile::tempdir().unwrap());
    let giphy = Giphy::new("k3y".into(), "g".into(), Some(provider.url.parse().unwrap())).unwrap();
    let settings = Settings { provider: Provider::Giphy(giphy), cache: folder.path().into(), cache_bytes: 1_000_000 };
    let outside = EgressSettings { gifs: Some(settings), ..EgressSettings::default() };
    Desk { provider, node: app.node_outside(Clock::system(), outside).await, _folder: folder }
}

async fn send_gif(socket: &mut Socket, channel: impl serde::Serialize, url: &str) {
    let gif = json!([{"name": "what I say.exe", "type": "gif", "url": url}]);
    let frame =
        json!({"command": "send", "channel": channel, "message": "", "tempId": fresh_name(), "attachments": gif});
    socket.send_frame(frame).await;
}

both!(gif_search_results_use_signed_local_links, async |app| {
    let desk = desk(&app).await;
    let (_, token) = desk.node.sign_in(app.tom).await;
    let page = desk.node.get_json(&format!("{GIFS}?q=happy+cat&page=1"), &token).await;
    assert_eq!((&page["provider"], &page["hasNextPage"]), (&json!("GIPHY"), &json!(true)));
    let gif = &page["results"][0];
    assert_eq!(
        (&gif["id"], &gif["name"], &gif["width"], &gif["height"]),
        (&json!("x1"), &json!("Happy cat"), &json!(320), &json!(180))
    );
    for key in ["url", "previewUrl", "stillUrl"] {
        let url = gif[key].as_str().unwrap();
        assert!(url.starts_with("/api/v2/chat/gifs/media/"), "{url}");
        let answer = desk.node.get(url, None).await;
        assert_eq!(answer.status(), 200);
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!((header("content-type"), header("x-content-type-options")), ("image/gif".into(), "nosniff".into()));
        assert_eq!(header("content-security-policy"), "sandbox; default-src 'none'");
        assert_eq!(answer.bytes().await.unwrap(), GIF);
        desk.node.get(url, None).await;
    }
    let asked = desk.provider.asked();
    let media: Vec<_> = asked.iter().filter(|path| path.starts_with("/media/")).collect();
    assert_eq!(media, ["/media/downsized.gif", "/media/fixed_width.gif", "/media/fixed_width_still.gif"], "once each");
});

both!(gif_media_requires_signed_address, async |app| {
    let desk = desk(&app).await;
    let mut maya = desk.node.socket(app.maya).await;
    let page = desk.node.get_json(GIFS, &maya.token.clone().unwrap()).await;
    let good = page["results"][0]["url"].as_str().unwrap().to_owned();
    let preview = page["results"][0]["previewUrl"].as_str().unwrap().to_owned();
    let (path, signature) = good.split_once("?signature=").unwrap();
    let forged = [
        path.to_owned(),
        format!("{path}?signature="),
        format!("{path}?signature={}", "A".repeat(43)),
        format!("{}x{}", &good[..30], &good[31..]),
        format!("{}bm90aGluZw/full/?signature={signature}", "/api/v2/chat/gifs/media/"),
        format!("/api/v2/chat/gifs/media//full/?signature={signature}"),
    ];
    for url in &forged {
        assert_eq!(desk.node.get(url, None).await.status(), 404, "{url}");
    }
    let asked = desk.provider.asked().len();
    let foreign = [
        preview,
        format!("https://evil.example{good}"),
        desk.provider.url.clone(),
        "http://[".to_owned(),
        String::new(),
    ];
    for url in forged.iter().chain(&foreign) {
        send_gif(&mut maya, app.pair, url).await;
        maya.expect_error("attachment_broken").await;
    }
    assert_eq!(app.stored(app.pair).await.len(), 0);
    assert_eq!(desk.provider.asked().len(), asked);
});

both!(gif_is_sent_as_attachment_with_size, async |app| {
    let desk = desk(&app).await;
    let (mut maya, mut tom) = (desk.node.socket(app.maya).await, desk.node.socket(app.tom).await);
    tom.join(app.pair).await;
    let page = desk.node.get_json(GIFS, &maya.token.clone().unwrap()).await;
    let found = &page["results"][0];
    send_gif(&mut maya, app.pair, found["url"].as_str().unwrap()).await;
    let message = tom.expect("new_message").await;
    let list: Value = serde_json::from_str(message["attachments"].as_str().unwrap()).unwrap();
    let gif = &list[0];
    assert_eq!((&gif["attachment_name"], &gif["type"]), (&json!("Happy cat"), &json!("image/gif")));
    assert_eq!((&gif["width"], &gif["height"]), (&json!(320), &json!(180)));
    assert_eq!((&gif["presigned_url"], &gif["thumbnail_presigned_url"]), (&found["url"], &found["stillUrl"]));
    tom.send_frame(json!({"command": "fetch_messages", "channel": app.pair})).await;
    assert_eq!(tom.expect("messages_payload").await["messages"][0]["attachments"], message["attachments"]);
});

both!(gifs_are_off_for_assistant_and_without_key, async |app| {
    allow(&app, app.maya, Access::Use).await;
    let (desk, without) = (desk(&app).await, app.node().await);
    for node in [&desk.node, &without] {
        node.hub.start_assistant(quoting());
    }
    let mut maya = desk.node.socket(app.maya).await;
    let assistant = assistant_of(&desk.node, &maya).await.unwrap();
    let token = maya.token.clone().unwrap();
    let gif = desk.node.get_json(GIFS, &token).await["results"][0]["url"].as_str().unwrap().to_owned();
    send_gif(&mut maya, assistant, &gif).await;
    maya.expect_error("attachments_off").await;

    let told = async |node: &Node| {
        let list = node.get_json("/api/v2/chat/channels/", &token).await;
        let of = |kind: &str| {
            list.as_array().unwrap().iter().find(|channel| channel["kind"] == kind).unwrap()["gifs"].clone()
        };
        (of("direct"), of("assistant"))
    };
    assert_eq!(told(&desk.node).await, (json!(true), json!(false)));
    assert_eq!(told(&without).await, (json!(false), json!(false)));
    for path in [GIFS, &*gif] {
        let answer = without.get(path, Some(&token)).await;
        assert_eq!(
            (answer.status().as_u16(), &answer.json::<Value>().await.unwrap()["code"]),
            (404, &json!("gifs_off"))
        );
    }
    let mut maya = without.socket(app.maya).await;
    send_gif(&mut maya, app.pair, &gif).await;
    maya.expect_error("attachment_type").await;
});

both!(unavailable_gif_provider_returns_error, async |app| {
    let desk = desk(&app).await;
    let (_, token) = desk.node.sign_in(app.maya).await;
    let answer = desk.node.get(&format!("{GIFS}?q=busy"), Some(&token)).await;
    assert_eq!(
        (answer.status().as_u16(), &answer.json::<Value>().await.unwrap()["code"]),
        (503, &json!("unavailable"))
    );
    for wrong in ["page=x", "page=-1", "page=99999999999"] {
        assert_eq!(desk.node.get(&format!("{GIFS}?{wrong}"), Some(&token)).await.status(), 422, "{wrong}");
    }
    assert_eq!(desk.node.get(GIFS, None).await.status(), 401);
    let beyond = desk.node.get_json(&format!("{GIFS}?page=4000000000"), &token).await;
    assert_eq!(beyond["hasNextPage"], false);
});
