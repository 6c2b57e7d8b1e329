//! People that are programs: they have a name and write messages, and never sign in.

use serde::{Deserialize, Serialize};
use sqlx::types::Uuid;
use utoipa::ToSchema;

use crate::db::on;
use crate::{PersonId, Result, Store};

/// What a bot is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = BotRoleType)]
pub enum RoleType {
    /// Answers questions in everybody's own assistant channel.
    AiAssistant,
}

/// The assistant, the same in every installation: nobody needs to look it up.
pub const ASSISTANT: PersonId = PersonId(Uuid::from_u128(0x0000_0000_0000_7000_8000_00a1_a551_57a7));

/// Stands where people have an address. Without an `@` nobody can sign up with it.
const ASSISTANT_ADDRESS: &str = "bot:ai-assistant";

/// All bots, with what they are for.
pub const ALL: [(PersonId, RoleType); 1] = [(ASSISTANT, RoleType::AiAssistant)];

/// Whether this is a program: nobody can mention, block or sign in as it.
pub fn is_bot(person: PersonId) -> bool {
    ALL.iter().any(|(bot, _)| *bot == person)
}

/// Makes the assistant's row unless it is there.
pub(crate) async fn ensure_assistant(store: &Store) -> Result<()> {
    on!(&store.db, transaction, |tx| {
        sqlx::query(
            "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
                 language, experience_overrides, is_disabled, failed_sign_ins, created_at)
             VALUES ($1, $2, 'AI Assistant', '', 'AI Assistant', '', '', 'staff', 'normal', 'en', '{}', TRUE, 0, $3)
             ON CONFLICT DO NOTHING",
        )
        .bind(ASSISTANT)
        .bind(ASSISTANT_ADDRESS)
        .bind(store.clock.now())
        .execute(&mut *tx)
        .await?;
        sqlx::query("INSERT INTO bots (person_id, role_type) VALUES ($1, 'AI_ASSISTANT') ON CONFLICT DO NOTHING")
            .bind(ASSISTANT)
            .execute(&mut *tx)
            .await?;
    })
}
