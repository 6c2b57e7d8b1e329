//! Registration of browsers, and what their pushes contain.

use std::sync::Arc;
use std::time::Duration;

use egress::push::{Key, Pusher};
use reqwest::Method;
use serde_json::{Value, json};
use store::push::{self, Notification};
use store::surveys::openings;
use store::{ChannelId, Store, outbox};
use test_kit::both;
use url::Url;

use crate::browser::{Answer, Browser};
use crate::push_service::PushService;
use crate::test_app::{PATIENT, Server, TestApp};

const CALL: &str = "../../v1/notifications/register-device/";

pub(crate) fn pusher(service: Option<&PushService>) -> Arc<Pusher> {
    let trusted = service.map(|service| service.url.parse::<Url>().unwrap().origin());
    Arc::new(Pusher::new(Key::of_seed([7; 32]), "mailto:hub@example.org".to_owned(), trusted))
}

pub(crate) fn server(app: &TestApp, pusher: &Arc<Pusher>) -> Server {
    app.server_of(api::Settings::new(false, true, PATIENT).with_pusher(Some(pusher.clone())))
}

pub(crate) async fn register(browser: &Browser, subscription: &Value) -> Answer {
    let body = json!({"registrationId": subscription.to_string(), "type": "web"});
    browser.send(browser.request(Method::POST, CALL).json(&body)).await
}

/// Ends quiet hours, notices surveys that have opened, and sends what is due.
pub(crate) async fn run_push_jobs(store: &Arc<Store>, pusher: &Arc<Pusher>) {
    push::release_due(store).await.unwrap();
    openings::notify_due(store).await.unwrap();
    api::push::send_due(store, pusher).await.unwrap();
}

/// A note contains only the id of the channel.
fn note(app: &TestApp) -> Notification {
    Notification::NewMessage { channel_id: app.store.clock.id::<ChannelId>() }
}

/// Queues a push to Tom's devices, and sends what is due.
async fn tell_tom(app: &TestApp, pusher: &Arc<Pusher>) -> usize {
    let sent = push::enqueue(&app.store, &[app.tom], &note(app), Duration::from_secs(60)).await.unwrap();
    api::push::send_due(&app.store, pusher).await.unwrap();
    sent
}

both!(push_contains_no_message_text, async |app| {
    let mut service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    assert_eq!(register(&tom, &service.subscription("toms-laptop")).await.status, 204);
    let channel = app.store.clock.id::<ChannelId>();
    let rings_until = "2026-03-02T09:00:45Z".parse().unwrap();
    let from = Some(app.maya);
    let call = Notification::IncomingCall { channel_id: channel, room: "river".to_owned(), from, rings_until };
    push::enqueue(&app.store, &[app.tom], &call, Duration::from_secs(45)).await.unwrap();
    api::push::send_due(&app.store, &pusher).await.unwrap();
    let received = service.next().await;
    assert_eq!(received.path, "/push/toms-laptop");
    let header = |name: &str| received.header(name);
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert_eq!((header("ttl"), header("urgency")), ("45", "high"));
    assert_eq!(header("topic"), "river", "the end of a call replaces its ringing");
    let expected = json!({"type": "incoming_call", "channelId": channel, "room": "river",
        "ringsUntil": "2026-03-02T09:00:45Z", "language": "en", "channel_id": channel, "from_user_id": app.maya,
        "from_name": "Maya Okafor", "expires_at": "2026-03-02T09:00:45.000Z"});
    assert_eq!(service.open("toms-laptop", &received), expected);
    let claims = received.signed_with(&pusher.public_key());
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(service.url), &json!("mailto:hub@example.org")));
    let now = app.store.clock.now().timestamp();
    assert!((now..=now + 86_400).contains(&claims["exp"].as_i64().unwrap()));
});

both!(gone_device_is_removed_and_busy_service_retried, async |app| {
    let mut service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    service.answers(503);
    assert_eq!(tell_tom(&app, &pusher).await, 1);
    service.next().await;
    service.answers(201);
    app.advance(30);
    api::push::send_due(&app.store, &pusher).await.unwrap();
    service.next().await;
    // Expired pushes are dropped.
    service.answers(503);
    tell_tom(&app, &pusher).await;
    service.next().await;
    app.advance(61);
    api::push::send_due(&app.store, &pusher).await.unwrap();
    service.answers(410);
    assert_eq!(tell_tom(&app, &pusher).await, 1);
    service.next().await;
    assert_eq!(tell_tom(&app, &pusher).await, 0, "the device is removed");
    assert_eq!(service.waiting(), 0);
    assert!(outbox::dead(&app.store, 10).await.unwrap().is_empty());
});

both!(signed_out_browser_gets_no_push, async |app| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let (phone, laptop, tablet) =
        (server.signed_in("tom").await, server.signed_in("tom").await, server.signed_in("tom").await);
    register(&phone, &service.subscription("phone")).await;
    register(&laptop, &service.subscription("laptop")).await;
    register(&tablet, &service.subscription("tablet")).await;
    assert_eq!(push::enqueue(&app.store, &[app.tom], &note(&app), Duration::from_secs(60)).await.unwrap(), 3);
    // Queued pushes are dropped, too.
    assert_eq!(phone.post("sign-out/").await.status, 204);
    assert_eq!(laptop.send(laptop.request(Method::DELETE, CALL)).await.status, 204);
    assert_eq!(laptop.send(laptop.request(Method::DELETE, CALL)).await.status, 204, "unregistering is idempotent");
    api::push::send_due(&app.store, &pusher).await.unwrap();
    let paths: Vec<_> = service.received().into_iter().map(|push| push.path).collect();
    assert_eq!(paths, ["/push/tablet"]);
});

both!(invalid_push_subscription_is_refused, async |app| {
    let service = PushService::start().await;
    let trusting = server(&app, &pusher(Some(&service)));
    let strict = server(&app, &pusher(None));
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
        "https://localhost/",
        "https://localhost./tom",
        "https://push/tom",
        "https://push.internal/tom",
        "https://nas.local/tom",
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
    assert_eq!(register(&app.server().signed_in("tom").await, &good).await.code(), "push_off");
    assert_eq!(register(&trusting.signed_in("tom").await, &good).await.status, 204);
});
