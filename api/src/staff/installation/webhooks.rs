//! Webhooks: the addresses, their secrets, and the log of what was sent.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::webhooks::{
    self, DeliveryState, Event, ListedDelivery, NewWebhook, RotationRefusal, Webhook, WebhookRefusal,
};
use store::{DeliveryId, ProgrammeId, Store, WebhookId};
use utoipa::ToSchema;
use web::{Error, ListParams, ListQuery, Page, Result, Staff, not_found};

use super::done;
use crate::Settings;

/// Characters of a name.
const MAX_NAME_CHARS: usize = 80;

/// A webhook. Its secret is not shown again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct StaffWebhook {
    id: WebhookId,
    name: String,
    url: String,
    /// The programme whose events it gets; null for all events.
    #[schema(required)]
    programme: Option<ProgrammeId>,
    events: Vec<Event>,
    created_at: DateTime<Utc>,
    /// When the address answered that it is gone for good; nothing is sent since then.
    #[schema(required)]
    gone_at: Option<DateTime<Utc>>,
    /// Until when the secret before signs, too.
    #[schema(required)]
    former_until: Option<DateTime<Utc>>,
}

impl From<Webhook> for StaffWebhook {
    fn from(webhook: Webhook) -> Self {
        let Webhook { id, programme, name, url, events, created_at, gone_at, former_until } = webhook;
        Self { id, name, url, programme, events, created_at, gone_at, former_until }
    }
}

/// Lists the webhooks, 20 at most, by name.
#[web::operation(
    operation_id = "staff_webhooks",
    responses((status = 200, body = Vec<StaffWebhook>))
)]
pub(in crate::staff) async fn list(store: Data<Store>, staff: Staff) -> Result<Json<Vec<StaffWebhook>>> {
    let webhooks = webhooks::all(&store, &staff.0.scope).await?;
    Ok(Json(webhooks.into_iter().map(StaffWebhook::from).collect()))
}

/// A webhook to add.
#[derive(Deserialize, ToSchema)]
pub(in crate::staff) struct WebhookRequest {
    /// 1 to 80 characters.
    name: String,
    /// A public address over https, or one of the origin that the configuration trusts.
    url: String,
    /// Null for the events of all programmes, which no one gets by leaving it out.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    programme: Option<ProgrammeId>,
    /// At least one.
    events: Vec<Event>,
}

/// The secret of a webhook, which is shown once.
#[derive(Serialize, ToSchema)]
pub(in crate::staff) struct WebhookSecretResponse {
    id: WebhookId,
    /// `whsec_` and 24 bytes in base64.
    secret: String,
}

/// Adds a webhook. Audited.
#[web::operation(
    operation_id = "add_webhook",
    request_body = WebhookRequest,
    responses(
        (status = 200, description = "Its secret, which is shown once.", body = WebhookSecretResponse),
        (status = 404, description = "There is no such programme."),
        (status = 409, description = "`too_many_webhooks`"),
        (status = 422, description = "`invalid`: the name, the events; `webhook_address_refused`")
    )
)]
pub(in crate::staff) async fn add(
    store: Data<Store>,
    settings: Data<Settings>,
    staff: Staff,
    body: Json<WebhookRequest>,
) -> Result<Json<WebhookSecretResponse>> {
    let WebhookRequest { name, url, programme, mut events } = body.into_inner();
    let (name, url) = (name.trim().to_owned(), url.trim().to_owned());
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
        return Err(Error::invalid("The name is wrong.").field("name", "1 to 80 characters."));
    }
    events.retain(|event| Event::CHOICE.contains(event));
    events.sort_unstable();
    events.dedup();
    if events.is_empty() {
        return Err(Error::invalid("No event is chosen.").field("events", "At least one."));
    }
    if !settings.poster.takes(&url) {
        let sentence = "Events are sent to public addresses over https only.";
        return Err(Error::new(StatusCode::UNPROCESSABLE_ENTITY, "webhook_address_refused", sentence));
    }
    match webhooks::add(&store, &staff.0.into(), &NewWebhook { programme, name, url, events }).await? {
        Ok((id, secret)) => Ok(Json(WebhookSecretResponse { id, secret })),
        Err(WebhookRefusal::Unknown) => Err(not_found()),
        Err(WebhookRefusal::TooMany) => {
            Err(Error::new(StatusCode::CONFLICT, "too_many_webhooks", "An installation has 20 webhooks at most."))
        }
    }
}

/// Removes a webhook with its log; what waits is not sent. Audited.
#[web::operation(
    operation_id = "remove_webhook",
    params(("webhook" = WebhookId, Path, description = "The webhook.")),
    responses((status = 204, description = "It is removed."), (status = 404, description = "There is no such webhook."))
)]
pub(in crate::staff) async fn remove(
    store: Data<Store>,
    staff: Staff,
    webhook: Option<Path<WebhookId>>,
) -> Result<HttpResponse> {
    let id = webhook.ok_or_else(not_found)?.into_inner();
    done(webhooks::remove(&store, &staff.0.into(), id).await?)
}

/// Gives a webhook a new secret. The one before signs for a day, too. Audited.
#[web::operation(
    operation_id = "rotate_webhook_secret",
    params(("webhook" = WebhookId, Path, description = "The webhook.")),
    responses(
        (status = 200, description = "The new secret, which is shown once.", body = WebhookSecretResponse),
        (status = 404, description = "There is no such webhook."),
        (status = 409, description = "`former_secret_valid`: the secret before the present one still signs")
    )
)]
pub(in crate::staff) async fn rotate(
    store: Data<Store>,
    staff: Staff,
    webhook: Option<Path<WebhookId>>,
) -> Result<Json<WebhookSecretResponse>> {
    let id = webhook.ok_or_else(not_found)?.into_inner();
    match webhooks::rotate(&store, &staff.0.into(), id).await? {
        Ok(secret) => Ok(Json(WebhookSecretResponse { id, secret })),
        Err(RotationRefusal::Unknown) => Err(not_found()),
        Err(RotationRefusal::TooEarly) => {
            let sentence = "The former secret is still valid. Another one is possible after its day.";
            Err(Error::new(StatusCode::CONFLICT, "former_secret_valid", sentence))
        }
    }
}

/// Sends to an address again that was gone. Audited.
#[web::operation(
    operation_id = "enable_webhook",
    params(("webhook" = WebhookId, Path, description = "The webhook.")),
    responses(
        (status = 204, description = "New events are sent there."),
        (status = 404, description = "There is no such webhook, or it is not gone.")
    )
)]
pub(in crate::staff) async fn enable(
    store: Data<Store>,
    staff: Staff,
    webhook: Option<Path<WebhookId>>,
) -> Result<HttpResponse> {
    let id = webhook.ok_or_else(not_found)?.into_inner();
    done(webhooks::enable(&store, &staff.0.into(), id).await?)
}

/// Sends a webhook an event without content. Audited.
#[web::operation(
    operation_id = "test_webhook",
    params(("webhook" = WebhookId, Path, description = "The webhook.")),
    responses(
        (status = 204, description = "It is sent within seconds."),
        (status = 404, description = "There is no such webhook, or its address is gone.")
    )
)]
pub(in crate::staff) async fn test(
    store: Data<Store>,
    staff: Staff,
    webhook: Option<Path<WebhookId>>,
) -> Result<HttpResponse> {
    let id = webhook.ok_or_else(not_found)?.into_inner();
    done(webhooks::test(&store, &staff.0.into(), id).await?)
}

/// An event that was sent, or waits for it. Answers are not kept.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct StaffDelivery {
    /// The address knows it as `webhook-id`.
    id: DeliveryId,
    /// The name of the event.
    event: String,
    created_at: DateTime<Utc>,
    state: DeliveryState,
    attempts: i64,
    #[schema(required)]
    attempted_at: Option<DateTime<Utc>>,
    /// The status of the last answer; null without an answer.
    #[schema(required)]
    status: Option<i64>,
}

impl From<ListedDelivery> for StaffDelivery {
    fn from(delivery: ListedDelivery) -> Self {
        let ListedDelivery { id, event, created_at, state, attempts, attempted_at, status } = delivery;
        Self { id, event, created_at, state, attempts, attempted_at, status }
    }
}

/// Lists what was sent in the last 30 days. Filters: `webhook` (id), `state`. Sort: `createdAt`.
#[web::operation(
    operation_id = "staff_webhook_deliveries",
    params(ListParams),
    responses(
        (status = 200, body = Page<StaffDelivery>),
        (status = 422, description = "`invalid`: an unknown filter, sort or cursor")
    )
)]
pub(in crate::staff) async fn deliveries(
    store: Data<Store>,
    staff: Staff,
    query: ListQuery,
) -> Result<Json<Page<StaffDelivery>>> {
    Ok(Json(Page::of(webhooks::deliveries(&store, &staff.0.scope, &query.0).await?)))
}

/// Sends an event again that was delivered or given up, or that waits without a job. Audited.
#[web::operation(
    operation_id = "resend_webhook_delivery",
    params(("delivery" = DeliveryId, Path, description = "The event.")),
    responses(
        (status = 204, description = "It is sent within seconds."),
        (status = 404, description = "There is no such event, it waits, or its address is gone.")
    )
)]
pub(in crate::staff) async fn resend(
    store: Data<Store>,
    staff: Staff,
    delivery: Option<Path<DeliveryId>>,
) -> Result<HttpResponse> {
    let id = delivery.ok_or_else(not_found)?.into_inner();
    done(webhooks::resend(&store, &staff.0.into(), id).await?)
}
