//! Moving pictures: searched, looked at and sent, and no browser ever talks to the provider.

use actix_web::HttpResponse;
use hub::Outside;
use outside::gifs::{Giphy, Provider, Settings};
use serde_json::{Value, json};
use store::clock::Clock;
use store::experiences::Access;

use crate::assistant::{allow, assistant_of, quoting};
use crate::node::Node;
use crate::socket::Socket;
use crate::strangers::Stranger;
use crate::world::{World, fresh_name};
use test_kit::both;

const GIFS: &str = "/api/v2/chat/gifs/";
const GIF: &[u8] = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;";

fn provider() -> Stranger {
    Stranger::start(|path, own| {
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
    provider: Stranger,
    node: Node,
    _folder: tempfile::TempDir,
}

async fn desk(world: &World) -> Desk {
    let (provider, folder) = (provider(), tempfile::tempdir().unwrap());
    let giphy = Giphy::new("k3y".into(), "g".into(), Some(provider.url.parse().unwrap())).unwrap();
    let settings = Settings { provider: Provider::Giphy(giphy), cache: folder.path().into(), cache_bytes: 1_000_000 };
    let outside = Outside { gifs: Some(settings), ..Outside::default() };
    Desk { provider, node: world.node_outside(Clock::system(), outside).await, _folder: folder }
}

async fn send_gif(socket: &mut Socket, channel: impl serde::Serialize, url: &str) {
    let gif = json!([{"name": "what I say.exe", "type": "gif", "url": url}]);
    let frame =
        json!({"command": "send", "channel": channel, "message": "", "tempId": fresh_name(), "attachments": gif});
    socket.say(frame).await;
}

both!(what_is_found_is_shown_through_this_server, async |world| {
    let desk = desk(&world).await;
    let (_, token) = desk.node.sign_in(world.tom).await;
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

both!(only_addresses_that_this_server_made_are_good, async |world| {
    let desk = desk(&world).await;
    let mut maya = desk.node.socket(world.maya).await;
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
        send_gif(&mut maya, world.pair, url).await;
        maya.expect_error("attachment_broken").await;
    }
    assert_eq!(world.stored(world.pair).await.len(), 0);
    assert_eq!(desk.provider.asked().len(), asked);
});

both!(a_picture_is_sent_as_one_attachment_with_its_size, async |world| {
    let desk = desk(&world).await;
    let (mut maya, mut tom) = (desk.node.socket(world.maya).await, desk.node.socket(world.tom).await);
    tom.join(world.pair).await;
    let page = desk.node.get_json(GIFS, &maya.token.clone().unwrap()).await;
    let found = &page["results"][0];
    send_gif(&mut maya, world.pair, found["url"].as_str().unwrap()).await;
    let message = tom.expect("new_message").await;
    let list: Value = serde_json::from_str(message["attachments"].as_str().unwrap()).unwrap();
    let gif = &list[0];
    assert_eq!((&gif["attachment_name"], &gif["type"]), (&json!("Happy cat"), &json!("image/gif")));
    assert_eq!((&gif["width"], &gif["height"]), (&json!(320), &json!(180)));
    assert_eq!((&gif["presigned_url"], &gif["thumbnail_presigned_url"]), (&found["url"], &found["stillUrl"]));
    tom.say(json!({"command": "fetch_messages", "channel": world.pair})).await;
    assert_eq!(tom.expect("messages_payload").await["messages"][0]["attachments"], message["attachments"]);
});

both!(there_are_none_for_the_assistant_and_none_without_a_key, async |world| {
    allow(&world, world.maya, Access::Use).await;
    let (desk, without) = (desk(&world).await, world.node().await);
    for node in [&desk.node, &without] {
        node.hub.start_assistant(quoting());
    }
    let mut maya = desk.node.socket(world.maya).await;
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
    let mut maya = without.socket(world.maya).await;
    send_gif(&mut maya, world.pair, &gif).await;
    maya.expect_error("attachment_type").await;
});

both!(a_provider_that_does_not_answer_is_said_so, async |world| {
    let desk = desk(&world).await;
    let (_, token) = desk.node.sign_in(world.maya).await;
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
