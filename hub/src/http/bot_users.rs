//! `GET api/v2/chat/bot-users/`: which authors are programs.

use ::web::{NotSignedIn, Result, SignedIn, Unavailable};
use actix_web::web::Json;
use serde::Serialize;
use store::PersonId;
use store::bots::{self, RoleType};
use utoipa::ToSchema;

/// A program that writes messages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BotUser {
    /// Its id, as authors have one.
    user_id: PersonId,
    /// What it is for.
    role_type: RoleType,
}

/// The programs among the authors. A channel that holds the one with `AI_ASSISTANT` is the assistant's.
#[utoipa::path(
    get,
    path = "/api/v2/chat/bot-users/",
    operation_id = "bot_users",
    tag = "Chat",
    responses((status = 200, description = "All of them.", body = Vec<BotUser>), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(super) async fn list(_me: SignedIn) -> Result<Json<Vec<BotUser>>> {
    Ok(Json(Vec::from(bots::ALL.map(|(user_id, role_type)| BotUser { user_id, role_type }))))
}
