//! Webhooks over HTTP: added in the console, sent to a server that verifies their signatures.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use egress::webhooks::Poster;
use hmac::{Hmac, Mac};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::Sha256;
use store::PersonId;
use store::people::Role;
use store::staff::StaffRole;
use test_kit::both;
use url::Url;

use crate::TestApp;
use crate::push_service::{PushService, Received};
use crate::staff::{Schools, add, hold};

const HOOKS: &str = "/api/staff/installation/webhooks/";
const PUBLIC_URL: &str = "https://hub.example.org";

/// Ada administers the installation; a server of the operator takes webhooks.
struct World {
    app: TestApp,
    schools: Schools,
    ada: PersonId,
    receiver: PushService,
    poster: Arc<Poster>,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let receiver = PushService::start().await;
        let poster = Arc::new(Poster::new(Some(receiver.url.parse::<Url>().unwrap().origin())));
        let schools = Schools::open_with(&app, |settings| settings.with_poster(poster.clone())).await;
        let ada = add(&app, "Ada", Role::Staff, None).await;
        hold(&app, ada, StaffRole::Administrator, None).await;
        Self { app, schools, ada, receiver, poster }
    }

    async fn call(&self, method: Method, path: &str, body: &Value) -> (StatusCode, Value) {
        self.schools.send(&self.app, self.ada, method, path, body).await
    }

    fn new_hook(&self) -> Value {
        let url = format!("{}/push/duty", self.receiver.url);
        json!({"name": "On call", "url": url, "programme": null, "events": ["alert.opened"]})
    }

    /// Adds a webhook; returns its path and its secret.
    async fn add(&self) -> (String, String) {
        let (status, added) = self.call(Method::POST, HOOKS, &self.new_hook()).await;
        assert_eq!(status, StatusCode::OK, "{added}");
        (format!("{HOOKS}{}/", added["id"].as_str().unwrap()), added["secret"].as_str().unwrap().to_owned())
    }

    async fn send_due(&self) {
        api::webhooks::send_due(&self.app.store, &self.poster, PUBLIC_URL).await.unwrap();
    }

    async fn log(&self) -> Value {
        self.call(Method::GET, &format!("{HOOKS}deliveries/"), &Value::Null).await.1["results"].clone()
    }
}

/// The signature after the specification, made without the code of the product.
fn signature(secret: &str, received: &Received) -> String {
    let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    let (id, timestamp) = (received.header("webhook-id"), received.header("webhook-timestamp"));
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(&received.body);
    format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
}

both!(test_event_arrives_with_valid_signature, async |app| {
    let mut world = World::new(app).await;
    let (hook, secret) = world.add().await;
    let (status, _) = world.call(Method::POST, &format!("{hook}test/"), &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    world.send_due().await;
    let received = world.receiver.next().await;
    assert_eq!(received.header("webhook-signature"), signature(&secret, &received));
    assert_eq!(received.header("webhook-timestamp"), world.app.store.clock.now().timestamp().to_string());
    let body: Value = serde_json::from_slice(&received.body).unwrap();
    assert_eq!(body["type"], "webhook.test");
    assert_eq!(body["data"]["url"], format!("{PUBLIC_URL}/staff/installation/webhooks"));
    let log = world.log().await;
    assert_eq!((&log[0]["state"], &log[0]["status"]), (&json!("delivered"), &json!(201)));
    assert_eq!(log[0]["id"], received.header("webhook-id"));

    // Both secrets sign for a day.
    let (status, rotated) = world.call(Method::POST, &format!("{hook}secret/"), &Value::Null).await;
    assert_eq!(status, StatusCode::OK, "{rotated}");
    let (status, error) = world.call(Method::POST, &format!("{hook}secret/"), &Value::Null).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("former_secret_valid")));
    let again = format!("{HOOKS}deliveries/{}/again/", log[0]["id"].as_str().unwrap());
    assert_eq!(world.call(Method::POST, &again, &Value::Null).await.0, StatusCode::NO_CONTENT);
    world.send_due().await;
    let received = world.receiver.next().await;
    let newest = signature(rotated["secret"].as_str().unwrap(), &received);
    assert_eq!(received.header("webhook-signature"), format!("{newest} {}", signature(&secret, &received)));

    let (_, list) = world.call(Method::GET, HOOKS, &Value::Null).await;
    assert_eq!(list[0]["name"], "On call");
    assert!(!list.to_string().contains("whsec_"), "{list}");
    assert_eq!(world.call(Method::DELETE, &hook, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(world.log().await, json!([]));
});

both!(answer_decides_what_follows, async |app| {
    let mut world = World::new(app).await;
    let (hook, _) = world.add().await;
    let test = format!("{hook}test/");
    world.receiver.answers(500);
    world.call(Method::POST, &test, &Value::Null).await;
    world.send_due().await;
    world.receiver.next().await;
    let log = world.log().await;
    assert_eq!((&log[0]["state"], &log[0]["status"]), (&json!("waiting"), &json!(500)));
    world.receiver.answers(410);
    world.app.advance(5);
    world.send_due().await;
    world.receiver.next().await;
    let (_, list) = world.call(Method::GET, HOOKS, &Value::Null).await;
    assert!(list[0]["goneAt"].is_string(), "{list}");
    assert_eq!(world.call(Method::POST, &test, &Value::Null).await.0, StatusCode::NOT_FOUND);
    assert_eq!(world.call(Method::POST, &format!("{hook}enabling/"), &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(world.call(Method::POST, &test, &Value::Null).await.0, StatusCode::NO_CONTENT);
});

both!(unreadable_event_stops_no_other, async |app| {
    let mut world = World::new(app).await;
    let (hook, _) = world.add().await;
    for _ in 0..2 {
        assert_eq!(world.call(Method::POST, &format!("{hook}test/"), &Value::Null).await.0, StatusCode::NO_CONTENT);
    }
    let spoil = "UPDATE webhook_deliveries SET data = '5'
        WHERE id = (SELECT id FROM webhook_deliveries ORDER BY created_at, id LIMIT 1)";
    world.app.sql(spoil).await;
    world.send_due().await;
    let received = world.receiver.next().await;
    for delivery in world.log().await.as_array().unwrap() {
        let is_other = delivery["id"] == received.header("webhook-id");
        assert_eq!(delivery["state"], if is_other { "delivered" } else { "failed" });
    }
});

both!(address_in_private_network_is_refused, async |app| {
    let world = World::new(app).await;
    for url in ["http://duty.example/", "https://127.0.0.1/", "https://10.0.0.8/", "ftp://duty.example/", "duty"] {
        let mut hook = world.new_hook();
        hook["url"] = json!(url);
        let (status, error) = world.call(Method::POST, HOOKS, &hook).await;
        assert_eq!(
            (status, &error["code"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("webhook_address_refused")),
            "{url}"
        );
    }
    for (field, value) in [("name", json!(" ")), ("events", json!([])), ("events", json!(["webhook.test"]))] {
        let mut hook = world.new_hook();
        hook[field] = value;
        let (status, error) = world.call(Method::POST, HOOKS, &hook).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
        assert!(error["fields"][field].is_array(), "{error}");
    }
});

both!(administrator_of_programme_has_no_webhooks, async |app| {
    let world = World::new(app).await;
    let (hook, _) = world.add().await;
    let norbert = add(&world.app, "Norbert", Role::Staff, Some(world.schools.north)).await;
    hold(&world.app, norbert, StaffRole::Administrator, Some(world.schools.north)).await;
    for (method, path) in [
        (Method::GET, HOOKS.to_owned()),
        (Method::POST, HOOKS.to_owned()),
        (Method::GET, format!("{HOOKS}deliveries/")),
        (Method::POST, format!("{hook}secret/")),
        (Method::DELETE, hook.clone()),
    ] {
        let (status, error) = world.schools.send(&world.app, norbert, method, &path, &world.new_hook()).await;
        assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("not_permitted")), "{path}");
    }
});
