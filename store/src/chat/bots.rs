//! Bots: senders that are programs and never sign in.

use serde::{Deserialize, Serialize};
use sqlx::types::Uuid;
use utoipa::ToSchema;

use crate::db::query;
use crate::{PersonId, Result, Store};

/// The purpose of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = BotRoleType)]
pub enum RoleType {
    /// Answers questions in the assistant channel of each person.
    AiAssistant,
}

/// The assistant; its id is the same in every installation.
pub const ASSISTANT: PersonId = PersonId(Uuid::from_u128(0x0000_0000_0000_7000_8000_00a1_a551_57a7));

/// Takes the place of an e-mail address. It has no `@`, so no person can sign up with it.
const ASSISTANT_ADDRESS: &str = "bot:ai-assistant";

/// All bots and their purpose.
pub const ALL: [(PersonId, RoleType); 1] = [(ASSISTANT, RoleType::AiAssistant)];

/// Whether this is a bot. Bots cannot be mentioned, blocked, or signed in as.
pub fn is_bot(person: PersonId) -> bool {
    ALL.iter().any(|(bot, _)| *bot == person)
}

/// Creates the row of the assistant if it is missing.
pub(crate) async fn ensure_assistant(store: &Store) -> Result<()> {
    let mut tx = store.db.begin().await?;
    query(
        "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
             language, experience_overrides, is_disabled, failed_sign_ins, created_at)
         VALUES ($1, $2, 'AI Assistant', '', 'AI Assistant', '', '', 'staff', 'normal', 'en', '{}', TRUE, 0, $3)
         ON CONFLICT DO NOTHING",
    )
    .bind(ASSISTANT)
    .bind(ASSISTANT_ADDRESS)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    query("INSERT INTO bots (person_id, role_type) VALUES ($1, 'AI_ASSISTANT') ON CONFLICT DO NOTHING")
        .bind(ASSISTANT)
        .execute(&mut tx)
        .await?;
    tx.commit().await
}
