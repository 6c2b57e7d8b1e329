//! Registers browsers for web push.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use egress::push::Subscription;
use serde::Deserialize;
use store::Store;
use store::push::{self, Device};
use store::surveys::openings;
use utoipa::ToSchema;
use web::{Caller, Error, Result};

use crate::Settings;

/// Subscriptions have a few hundred characters.
const MAX_CHARS: usize = 4096;

/// A subscription of a browser.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegisterDeviceRequest {
    /// The browser's `PushSubscription`, as a string of JSON.
    #[serde(alias = "registration_id")]
    registration_id: String,
    /// `web`.
    r#type: String,
}

/// The needed fields of a `PushSubscription`.
#[derive(Deserialize)]
struct PushSubscription {
    endpoint: String,
    keys: Keys,
}

#[derive(Deserialize)]
struct Keys {
    p256dh: String,
    auth: String,
}

/// Registers this browser for offline notifications until its login session ends. Registering again replaces it.
#[web::operation(
    operation_id = "register_device",
    request_body = RegisterDeviceRequest,
    responses(
        (status = 204, description = "Registered."),
        (status = 404, description = "`push_off`: push is not configured"),
        (status = 422, description = "`invalid`: not a subscription, or of an unknown push service")
    )
)]
pub(super) async fn register(
    store: Data<Store>,
    settings: Data<Settings>,
    caller: Caller,
    body: Json<RegisterDeviceRequest>,
) -> Result<HttpResponse> {
    let Some(pusher) = &settings.pusher else {
        return Err(Error::new(StatusCode::NOT_FOUND, "push_off", "Nothing is pushed here."));
    };
    if body.r#type != "web" {
        let sentence = "Only web browsers can be registered.";
        return Err(Error::invalid(sentence).field("type", sentence));
    }
    let subscription = parse(&body.registration_id).filter(|subscription| pusher.takes(subscription));
    let Some(subscription) = subscription else {
        let sentence = "This is no subscription that can be used.";
        return Err(Error::invalid(sentence).field("registrationId", sentence));
    };
    let device = Device {
        endpoint: subscription.endpoint().to_owned(),
        public_key: subscription.public_key().to_vec(),
        auth: subscription.auth().to_vec(),
    };
    push::register(&store, caller.person, caller.login_session, &device).await?;
    openings::mark_known(&store, caller.person).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Stops offline notifications to this browser.
#[web::operation(
    operation_id = "unregister_device",
    responses((status = 204, description = "Not registered, now or before."))
)]
pub(super) async fn unregister(store: Data<Store>, caller: Caller) -> Result<HttpResponse> {
    push::unregister(&store, caller.login_session).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn parse(text: &str) -> Option<Subscription> {
    let parsed: PushSubscription = serde_json::from_str(text).ok().filter(|_| text.len() <= MAX_CHARS)?;
    Subscription::parse(&parsed.endpoint, &parsed.keys.p256dh, &parsed.keys.auth)
}
