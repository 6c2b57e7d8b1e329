//! The configuration of the help desk for clients, and identities for it.

use api::{HelpDesk, Settings, SignInLimits};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::Browser;
use test_kit::both;

fn settings(help_desk: Option<HelpDesk>) -> Settings {
    Settings::new(false, true, SignInLimits::all(100)).with_help_desk(help_desk)
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

both!(client_config_has_help_desk_without_key, async |app| {
    let without = app.server_of(settings(None));
    assert_eq!(told(&without.browser()).await["helpDesk"], Value::Null);
    let with = app.server_of(settings(Some(desk("s3cret"))));
    let told = told(&with.browser()).await;
    assert_eq!(told["helpDesk"], json!({"baseUrl": "https://desk.example", "websiteToken": "aB3"}));
    assert!(!told.to_string().contains("s3cret"));
});

both!(help_desk_identity_is_signed, async |app| {
    let server = app.server_of(settings(Some(desk("s3cret"))));
    let (maya, tom) = (server.signed_in("maya").await, server.signed_in("tom").await);
    let of_maya = maya.get("help-desk-identity/").await.body;
    assert_eq!(of_maya["identifier"], app.maya.to_string());
    assert_eq!(of_maya["identifierHash"].as_str().unwrap().len(), 64);
    assert_eq!(of_maya, maya.get("help-desk-identity/").await.body);
    assert_ne!(of_maya["identifierHash"], tom.get("help-desk-identity/").await.body["identifierHash"]);
    assert_eq!(server.browser().get("help-desk-identity/").await.status, 401);

    let keyless = app.server_of(settings(Some(desk(""))));
    let identity = keyless.signed_in("maya").await.get("help-desk-identity/").await.body;
    assert_eq!(identity["identifierHash"], Value::Null);
    let without = app.server_of(settings(None));
    assert_eq!(without.signed_in("maya").await.get("help-desk-identity/").await.status, 404);
});
