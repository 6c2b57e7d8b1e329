//! Details of the assistant's messages.

use ::assistant::Helpline;
use serde::{Deserialize, Serialize};
use store::MessageId;
use store::assistant::Outcome;
use utoipa::ToSchema;

/// Details of a message of the assistant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireAssistant {
    /// The outcome of the question.
    pub kind: Outcome,
    /// The question.
    pub reply_to: MessageId,
    /// The sources of the answer, for display.
    pub sources: Vec<String>,
    /// Helplines.
    pub helplines: Vec<WireHelpline>,
}

impl From<Helpline> for WireHelpline {
    fn from(Helpline { name, phone, url }: Helpline) -> Self {
        Self { name, phone, url }
    }
}

/// A helpline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WireHelpline {
    /// The name.
    pub name: String,
    /// The phone number, as dialled.
    pub phone: String,
    /// The web page; may be empty.
    pub url: String,
}
