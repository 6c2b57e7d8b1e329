//! What pages are told, and who a person is to the help desk.

use api::{HelpDesk, Settings, SignInLimits};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::Browser;
use test_kit::both;

fn settings(help_desk: Option<HelpDesk>) -> Settings {
    Settings::new(false, true, SignInLimits { per_address: 100, per_email: 100 }).with_help_desk(help_desk)
}

fn desk(identity_key: &str) -> HelpDesk {
    HelpDesk {
        base_url: "https://desk.example".to_owned(),
        website_token: "aB3".to_owned(),
        identity_key: identity_key.to_owned(),
    }
}

async fn told(browser: &Browser) -> Value {
    browser.send(browser.request(Method::GET, "../settings/")).await.body
}

both!(pages_learn_of_the_help_desk_and_never_its_key, async |world| {
    let without = world.server_of(settings(None));
    assert_eq!(told(&without.browser()).await["helpDesk"], Value::Null);
    let with = world.server_of(settings(Some(desk("s3cret"))));
    let told = told(&with.browser()).await;
    assert_eq!(told["helpDesk"], json!({"baseUrl": "https://desk.example", "websiteToken": "aB3"}));
    assert!(!told.to_string().contains("s3cret"));
});

both!(a_person_is_proven_to_the_help_desk, async |world| {
    let server = world.server_of(settings(Some(desk("s3cret"))));
    let (maya, tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    let of_maya = maya.get("help-desk-identity/").await.body;
    assert_eq!(of_maya["identifier"], world.maya.to_string());
    assert_eq!(of_maya["identifierHash"].as_str().unwrap().len(), 64);
    assert_eq!(of_maya, maya.get("help-desk-identity/").await.body);
    assert_ne!(of_maya["identifierHash"], tom.get("help-desk-identity/").await.body["identifierHash"]);
    assert_eq!(server.browser().get("help-desk-identity/").await.status, 401);

    let keyless = world.server_of(settings(Some(desk(""))));
    let identity = keyless.signed_in("maya").await.get("help-desk-identity/").await.body;
    assert_eq!(identity["identifierHash"], Value::Null);
    let without = world.server_of(settings(None));
    assert_eq!(without.signed_in("maya").await.get("help-desk-identity/").await.status, 404);
});
