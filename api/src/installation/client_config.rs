//! The public configuration that web clients read before sign-in.

use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Settings;

/// The configuration of web clients. It contains no secrets.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClientConfigResponse {
    /// Null without a help desk.
    #[schema(required)]
    help_desk: Option<HelpDeskConfig>,
    /// Whether pages report their errors.
    reports_errors: bool,
    /// The providers of social sign-in.
    social: Vec<SocialProvider>,
    /// The VAPID public key; null without push.
    #[schema(required)]
    push_key: Option<String>,
}

/// A provider of social sign-in.
#[derive(Serialize, ToSchema)]
struct SocialProvider {
    /// The `provider` of `GET api/v2/users/social/start/`.
    id: String,
    /// The name on the button.
    name: String,
}

/// The widget of the help desk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HelpDeskConfig {
    /// The origin of the server.
    base_url: String,
    /// The id of our desk on that server.
    website_token: String,
}

/// Returns the configuration of web clients.
#[web::operation(
    operation_id = "settings",
    responses((status = 200, description = "The configuration.", body = ClientConfigResponse))
)]
pub(super) async fn show(settings: Data<Settings>) -> Json<ClientConfigResponse> {
    let help_desk = settings
        .help_desk
        .as_ref()
        .map(|desk| HelpDeskConfig { base_url: desk.base_url.clone(), website_token: desk.website_token.clone() });
    let social = settings.social.offered();
    Json(ClientConfigResponse {
        help_desk,
        reports_errors: settings.error_receiver.is_some(),
        social: social.map(|one| SocialProvider { id: one.id.clone(), name: one.name.clone() }).collect(),
        push_key: settings.pusher.as_ref().map(|pusher| pusher.public_key()),
    })
}
