//! Bots: senders that are programs, or the staff of a programme as one, and never sign in.

use serde::{Deserialize, Serialize};
use sqlx::types::Uuid;
use utoipa::ToSchema;

use crate::db::{query, query_scalar};
use crate::{PersonId, Result, Store};

/// The purpose of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = BotRoleType)]
pub enum RoleType {
    /// Answers questions in the assistant channel of each person.
    AiAssistant,
}

/// A program, or people who write as one, in the place of a person.
struct Bot {
    id: PersonId,
    name: &'static str,
    /// Takes the place of an e-mail address. It has no `@`, so no person can sign up with it.
    address: &'static str,
    role_type: &'static str,
}

/// The assistant; its id is the same in every installation.
pub const ASSISTANT: PersonId = PersonId(Uuid::from_u128(0x0000_0000_0000_7000_8000_00a1_a551_57a7));

/// The staff of a programme, who answer people in one name; its id is the same in every installation.
pub const TEAM: PersonId = PersonId(Uuid::from_u128(0x0000_0000_0000_7000_8000_0000_57af_f7ea));

/// The programs among the bots, and their purpose.
pub const PROGRAMS: [(PersonId, RoleType); 1] = [(ASSISTANT, RoleType::AiAssistant)];

const ASSISTANT_BOT: Bot =
    Bot { id: ASSISTANT, name: "AI Assistant", address: "bot:ai-assistant", role_type: "AI_ASSISTANT" };
const TEAM_BOT: Bot = Bot { id: TEAM, name: "Staff", address: "bot:programme-team", role_type: "PROGRAMME_TEAM" };

/// Whether this is a bot. Bots cannot be mentioned, blocked, or signed in as.
pub fn is_bot(person: PersonId) -> bool {
    [ASSISTANT, TEAM].contains(&person)
}

/// Creates the row of the assistant if it is missing.
pub(crate) async fn ensure_assistant(store: &Store) -> Result<()> {
    ensure(store, &ASSISTANT_BOT).await
}

/// Creates the row of the team if it is missing.
pub(crate) async fn ensure_team(store: &Store) -> Result<()> {
    ensure(store, &TEAM_BOT).await
}

async fn ensure(store: &Store, bot: &Bot) -> Result<()> {
    let known = "SELECT EXISTS (SELECT 1 FROM bots WHERE person_id = $1)";
    if query_scalar(known).bind(bot.id).fetch_one(&store.db).await? {
        return Ok(());
    }
    let mut tx = store.db.begin().await?;
    query(
        "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
             language, experience_overrides, is_disabled, failed_sign_ins, created_at)
         VALUES ($1, $2, $4, '', $4, '', '', 'staff', 'normal', 'en', '{}', TRUE, 0, $3)
         ON CONFLICT DO NOTHING",
    )
    .bind(bot.id)
    .bind(bot.address)
    .bind(store.clock.now())
    .bind(bot.name)
    .execute(&mut tx)
    .await?;
    query("INSERT INTO bots (person_id, role_type) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(bot.id)
        .bind(bot.role_type)
        .execute(&mut tx)
        .await?;
    tx.commit().await
}
