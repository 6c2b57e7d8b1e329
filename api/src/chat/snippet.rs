//! The text of a message in lists.

use assistant::Reply;
use store::PersonId;
use store::assistant::{Label, Outcome};
use store::bots::ASSISTANT;

/// Characters of a message in a list.
const MAX_CHARS: usize = 400;

/// The beginning of a text. It is empty if it is private: lists must not show crisis cards, because others may see the
/// screen.
pub(super) struct Snippet {
    pub(super) text: String,
    pub(super) is_private: bool,
}

impl Snippet {
    pub(super) fn new(sender: PersonId, temp_id: &str, body: String) -> Self {
        let is_assistant = sender == ASSISTANT;
        let label = temp_id.parse::<Label>();
        let is_private = is_assistant && label.is_ok_and(|label| label.outcome == Outcome::Crisis);
        let text = match () {
            () if is_private => String::new(),
            () if is_assistant => Reply::parse(&body).text,
            () => body,
        };
        Self { text: text.chars().take(MAX_CHARS).collect(), is_private }
    }
}
