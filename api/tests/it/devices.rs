//! Browsers register to be told of things, and are told exactly that there is something.

use std::sync::Arc;
use std::time::Duration;

use outside::push::{Key, Pusher};
use reqwest::Method;
use serde_json::{Value, json};
use store::push::{self, Note};
use store::{ChannelId, outbox};
use test_kit::both;
use url::Url;

use crate::browser::{Answer, Browser};
use crate::push_service::PushService;
use crate::world::{PATIENT, Server, World};

const CALL: &str = "../../v1/notifications/register-device/";

fn pusher(service: Option<&PushService>) -> Arc<Pusher> {
    let trusted = service.map(|service| service.url.parse::<Url>().unwrap().origin());
    Arc::new(Pusher::new(Key::of_seed([7; 32]), "mailto:hub@example.org".to_owned(), trusted))
}

fn server(world: &World, pusher: &Arc<Pusher>) -> Server {
    world.server_of(api::Settings::new(false, true, PATIENT).with_pusher(Some(pusher.clone())))
}

async fn register(browser: &Browser, subscription: &Value) -> Answer {
    let body = json!({"registrationId": subscription.to_string(), "type": "web"});
    browser.send(browser.request(Method::POST, CALL).json(&body)).await
}

/// A conversation's id is all that a note carries of it.
fn note(world: &World) -> Note {
    Note::NewMessage { channel_id: world.store.clock.id::<ChannelId>() }
}

/// Tells Tom's devices of something, and hands over what is due.
async fn tell_tom(world: &World, pusher: &Arc<Pusher>) -> usize {
    let sent = push::enqueue(&world.store, &[world.tom], &note(world), Duration::from_secs(60)).await.unwrap();
    api::push::send_due(&world.store, pusher).await.unwrap();
    sent
}

both!(a_browser_is_told_that_there_is_something_and_nothing_more, async |world| {
    let mut service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&world, &pusher);
    let tom = server.signed_in("tom").await;
    assert_eq!(register(&tom, &service.subscription("toms-laptop")).await.status, 204);
    let channel = world.store.clock.id::<ChannelId>();
    let rings_until = "2026-03-02T09:00:45Z".parse().unwrap();
    let call = Note::IncomingCall { channel_id: channel, room: "river".to_owned(), rings_until };
    push::enqueue(&world.store, &[world.tom], &call, Duration::from_secs(45)).await.unwrap();
    api::push::send_due(&world.store, &pusher).await.unwrap();
    let received = service.next().await;
    assert_eq!(received.path, "/push/toms-laptop");
    let header = |name: &str| received.header(name);
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert_eq!((header("ttl"), header("urgency")), ("45", "high"));
    assert_eq!(header("topic"), "river", "what becomes of the call takes the place of its ringing");
    let expected = json!({"type": "incoming_call", "channelId": channel, "room": "river",
        "ringsUntil": "2026-03-02T09:00:45Z", "language": "en"});
    assert_eq!(service.open("toms-laptop", &received), expected);
    let claims = received.signed_with(&pusher.public_key());
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(service.url), &json!("mailto:hub@example.org")));
    let now = world.store.clock.now().timestamp();
    assert!((now..=now + 86_400).contains(&claims["exp"].as_i64().unwrap()));
});

both!(a_device_that_is_gone_is_forgotten_and_a_service_that_is_busy_is_asked_again, async |world| {
    let mut service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&world, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    service.answers(503);
    assert_eq!(tell_tom(&world, &pusher).await, 1);
    service.next().await;
    service.answers(201);
    world.advance(30);
    api::push::send_due(&world.store, &pusher).await.unwrap();
    service.next().await;
    // Nobody wants to know of it after its time.
    service.answers(503);
    tell_tom(&world, &pusher).await;
    service.next().await;
    world.advance(61);
    api::push::send_due(&world.store, &pusher).await.unwrap();
    service.answers(410);
    assert_eq!(tell_tom(&world, &pusher).await, 1);
    service.next().await;
    assert_eq!(tell_tom(&world, &pusher).await, 0, "there is no such device any more");
    assert_eq!(service.waiting(), 0);
    assert!(outbox::dead(&world.store, 10).await.unwrap().is_empty());
});

both!(a_browser_that_signed_out_is_told_nothing, async |world| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&world, &pusher);
    let (phone, laptop, tablet) =
        (server.signed_in("tom").await, server.signed_in("tom").await, server.signed_in("tom").await);
    register(&phone, &service.subscription("phone")).await;
    register(&laptop, &service.subscription("laptop")).await;
    register(&tablet, &service.subscription("tablet")).await;
    assert_eq!(push::enqueue(&world.store, &[world.tom], &note(&world), Duration::from_secs(60)).await.unwrap(), 3);
    // What was on its way already finds nobody.
    assert_eq!(phone.post("sign-out/").await.status, 204);
    assert_eq!(laptop.send(laptop.request(Method::DELETE, CALL)).await.status, 204);
    assert_eq!(laptop.send(laptop.request(Method::DELETE, CALL)).await.status, 204, "twice is as good");
    api::push::send_due(&world.store, &pusher).await.unwrap();
    let paths: Vec<_> = service.received().into_iter().map(|push| push.path).collect();
    assert_eq!(paths, ["/push/tablet"]);
});

both!(only_what_a_browser_would_say_is_taken, async |world| {
    let service = PushService::start().await;
    let trusting = server(&world, &pusher(Some(&service)));
    let strict = server(&world, &pusher(None));
    let tom = strict.signed_in("tom").await;
    let good = service.subscription("tom");
    let at = |endpoint: &str| {
        let mut subscription = good.clone();
        subscription["endpoint"] = json!(endpoint);
        subscription
    };
    for endpoint in [
        &format!("{}/push/tom", service.url),
        "http://push.example.org/tom",
        "https://127.0.0.1/tom",
        "https://[::1]/tom",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/tom",
        "https://push.example.org:8443/tom",
        "https://user:secret@push.example.org/tom",
        "file:///etc/passwd",
        "/relative",
        &format!("https://push.example.org/{}", "x".repeat(3000)),
    ] {
        let answer = register(&tom, &at(endpoint)).await;
        assert_eq!((answer.status, answer.code()), (422, "invalid"), "{endpoint}");
        assert!(answer.body["fields"]["registrationId"].is_array());
    }
    assert_eq!(register(&tom, &at("https://push.example.org/tom")).await.status, 204);
    for (field, value) in [("p256dh", "AAAA"), ("auth", "AAAA"), ("p256dh", "?"), ("auth", "")] {
        let mut subscription = at("https://push.example.org/tom");
        subscription["keys"][field] = json!(value);
        assert_eq!(register(&tom, &subscription).await.status, 422, "{field} {value}");
    }
    for nonsense in [json!(null), json!("text"), json!({"endpoint": "https://push.example.org/"})] {
        assert_eq!(register(&tom, &nonsense).await.status, 422, "{nonsense}");
    }
    let phone = json!({"registration_id": good.to_string(), "type": "ios"});
    assert_eq!(tom.send(tom.request(Method::POST, CALL).json(&phone)).await.status, 422);
    assert_eq!(register(&strict.browser(), &good).await.status, 401);
    assert_eq!(register(&world.server().signed_in("tom").await, &good).await.code(), "push_off");
    assert_eq!(register(&trusting.signed_in("tom").await, &good).await.status, 204);
});
