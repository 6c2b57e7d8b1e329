//! The bots among the senders of messages.

use actix_web::web::Json;
use serde::Serialize;
use store::PersonId;
use store::bots::{self, RoleType};
use utoipa::ToSchema;
use web::Result;

/// A bot.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BotUser {
    /// Its id as a sender.
    user_id: PersonId,
    /// Its role.
    role_type: RoleType,
}

/// Lists the bots that are programs. A channel with the bot `AI_ASSISTANT` is the channel of the assistant.
#[web::operation(operation_id = "bot_users", responses((status = 200, description = "All programs.", body = Vec<BotUser>)))]
pub(super) async fn list() -> Result<Json<Vec<BotUser>>> {
    Ok(Json(Vec::from(bots::PROGRAMS.map(|(user_id, role_type)| BotUser { user_id, role_type }))))
}
