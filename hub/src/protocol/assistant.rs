//! What is special about a message of the assistant.

use serde::{Deserialize, Serialize};
use store::MessageId;
use store::assistant::Outcome;
use utoipa::ToSchema;

/// What a message of the assistant is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireAssistant {
    /// An answer, or what came instead of one.
    pub kind: Outcome,
    /// The message that it answers.
    pub reply_to: MessageId,
    /// Where the answer comes from, for people.
    pub sources: Vec<String>,
    /// Who helps now.
    pub helplines: Vec<WireHelpline>,
}

/// Somebody to call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireHelpline {
    /// Who they are.
    pub name: String,
    /// Their number, as it is dialled.
    pub phone: String,
    /// Their page; may be empty.
    pub url: String,
}
