//! What pages must know of the installation before anybody has signed in.

use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Settings;

/// What pages must know of the installation. Nothing in it is a secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ForPages {
    /// None without a help desk.
    #[schema(required)]
    help_desk: Option<HelpDeskForPages>,
    /// Whether somebody wants to hear of errors in pages.
    reports_errors: bool,
    /// Whose accounts people may sign in with.
    social: Vec<SocialForPages>,
    /// What browsers subscribe to pushes with; None where nothing is pushed.
    #[schema(required)]
    push_key: Option<String>,
}

/// A provider that a button leads to.
#[derive(Serialize, ToSchema)]
struct SocialForPages {
    /// Names it to `GET api/v2/users/social/start/`.
    id: String,
    /// What people call it.
    name: String,
}

/// Where the widget of the help desk comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HelpDeskForPages {
    /// An origin.
    base_url: String,
    /// Names our desk among the others of that server.
    website_token: String,
}

/// What pages must know of the installation before anybody has signed in.
#[utoipa::path(
    get,
    path = "/api/v2/settings/",
    operation_id = "settings",
    tag = "Installation",
    responses((status = 200, description = "The settings.", body = ForPages))
)]
pub(crate) async fn settings(settings: Data<Settings>) -> Json<ForPages> {
    let help_desk = settings
        .help_desk
        .as_ref()
        .map(|desk| HelpDeskForPages { base_url: desk.base_url.clone(), website_token: desk.website_token.clone() });
    let social = settings.social.offered();
    Json(ForPages {
        help_desk,
        reports_errors: settings.error_receiver.is_some(),
        social: social.map(|one| SocialForPages { id: one.id.clone(), name: one.name.clone() }).collect(),
        push_key: settings.pusher.as_ref().map(|pusher| pusher.public_key()),
    })
}
