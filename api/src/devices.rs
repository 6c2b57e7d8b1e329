//! The devices of people: where pushes go.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use outside::push::Subscription;
use serde::Deserialize;
use store::Store;
use store::push::{self, Device};
use utoipa::ToSchema;
use web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable};

use crate::Settings;

/// Addresses of push services have some hundred characters.
const MOST_CHARS: usize = 4096;

/// A browser that can be told of things.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Registration {
    /// The browser's `PushSubscription`, as JSON in a text.
    #[serde(alias = "registration_id")]
    registration_id: String,
    /// `web`.
    r#type: String,
}

/// What browsers write of a subscription, as far as it is needed.
#[derive(Deserialize)]
struct Written {
    endpoint: String,
    keys: Keys,
}

#[derive(Deserialize)]
struct Keys {
    p256dh: String,
    auth: String,
}

/// This browser is told of what happens while nobody looks, until its session ends. Registering again replaces it.
#[utoipa::path(
    post,
    path = "/api/v1/notifications/register-device/",
    operation_id = "register_device",
    tag = "Notifications",
    request_body = Registration,
    responses(
        (status = 204, description = "So it is."),
        (status = 404, description = "`push_off`: nothing is pushed here", body = ErrorBody),
        (status = 422, description = "`invalid`: no subscription, or of a push service that is not reached", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn register(
    store: Data<Store>,
    settings: Data<Settings>,
    me: SignedIn,
    body: Json<Registration>,
) -> Result<HttpResponse> {
    let Some(pusher) = &settings.pusher else {
        return Err(Error::new(StatusCode::NOT_FOUND, "push_off", "Nothing is pushed here."));
    };
    if body.r#type != "web" {
        let sentence = "Only web browsers can be registered.";
        return Err(Error::invalid(sentence).field("type", sentence));
    }
    let subscription = read(&body.registration_id).filter(|subscription| pusher.takes(subscription));
    let Some(subscription) = subscription else {
        let sentence = "This is no subscription that can be used.";
        return Err(Error::invalid(sentence).field("registrationId", sentence));
    };
    let device = Device {
        endpoint: subscription.endpoint().to_owned(),
        public_key: subscription.public_key().to_vec(),
        auth: subscription.auth().to_vec(),
    };
    push::register(&store, me.person, me.session, &device).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// This browser is told nothing any more.
#[utoipa::path(
    delete,
    path = "/api/v1/notifications/register-device/",
    operation_id = "unregister_device",
    tag = "Notifications",
    responses((status = 204, description = "So it is, and was perhaps before."), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(crate) async fn unregister(store: Data<Store>, me: SignedIn) -> Result<HttpResponse> {
    push::unregister(&store, me.session).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn read(text: &str) -> Option<Subscription> {
    let written: Written = serde_json::from_str(text).ok().filter(|_| text.len() <= MOST_CHARS)?;
    Subscription::parse(&written.endpoint, &written.keys.p256dh, &written.keys.auth)
}
