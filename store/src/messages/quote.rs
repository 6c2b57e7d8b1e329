//! What a message answers, as it read at that moment: so that nobody changes by an edit what somebody else replied to, and
//! no page of messages asks for further ones.

use serde::{Deserialize, Serialize};

use super::mention;
use crate::attachments::Attachment;
use crate::{MessageId, PersonId};

/// A message inside its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The message.
    pub msg_id: MessageId,
    /// Its number in the channel.
    pub seq: i64,
    /// Who wrote it.
    pub user_id: PersonId,
    /// The beginning of its text, in one line, with mentions as `@Name`.
    pub text: String,
    /// The name of the file that came with it.
    #[serde(default)]
    pub attachment_name: Option<String>,
}

/// Characters of a quote.
const LONGEST: usize = 120;

impl Quote {
    pub(super) fn new(msg_id: MessageId, seq: i64, user_id: PersonId, body: &str, attachments: &[Attachment]) -> Self {
        let attachment_name = attachments.first().map(|attachment| attachment.name.clone());
        Self { msg_id, seq, user_id, text: shortened(body), attachment_name }
    }
}

fn shortened(body: &str) -> String {
    let line = mention::plain(body).split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let mut cut: String = line.chars().take(LONGEST - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_quote_is_one_line_with_names_and_not_too_long() {
        assert_eq!(
            shortened("Hi @[Tom Rivera](018f3c2e-0000-7000-8000-000000000001),\n\n  ready?"),
            "Hi @Tom Rivera, ready?"
        );
        let long = shortened(&"ü ".repeat(200));
        assert_eq!(long.chars().count(), LONGEST);
        assert!(long.ends_with("ü…"), "{long}");
    }

    proptest! {
        #[test]
        fn no_text_is_cut_to_more_than_fits(body in "(@\\[|\\]\\(|\\)|👩‍👧|\n|.){0,300}") {
            prop_assert!(shortened(&body).chars().count() <= LONGEST);
        }
    }
}
