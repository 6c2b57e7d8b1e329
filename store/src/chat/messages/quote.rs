//! Quotes: the answered message as it was at the time of the reply. An edit does not change what a reply refers to; a
//! deletion empties it. A page of messages needs no further queries.

use super::{Quote, mention};
use crate::attachments::Attachment;
use crate::{MessageId, PersonId};

/// Characters of a quoted text.
const MAX_CHARS: usize = 120;

impl Quote {
    pub(super) fn new(msg_id: MessageId, seq: i64, user_id: PersonId, body: &str, attachments: &[Attachment]) -> Self {
        let attachment_name = attachments.first().map(|attachment| attachment.name.clone());
        Self { msg_id, seq, user_id, text: shortened(body), attachment_name, is_deleted: false }
    }

    pub(super) fn of_deleted(msg_id: MessageId, seq: i64, user_id: PersonId) -> Self {
        Self { msg_id, seq, user_id, text: String::new(), attachment_name: None, is_deleted: true }
    }
}

fn shortened(body: &str) -> String {
    let line = mention::plain(body).split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_CHARS {
        return line;
    }
    let mut cut: String = line.chars().take(MAX_CHARS - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quote_is_one_short_line() {
        assert_eq!(
            shortened("Hi @[Tom Rivera](018f3c2e-0000-7000-8000-000000000001),\n\n  ready?"),
            "Hi @Tom Rivera, ready?"
        );
        let long = shortened(&"ü ".repeat(200));
        assert_eq!(long.chars().count(), MAX_CHARS);
        assert!(long.ends_with("ü…"), "{long}");
    }

    proptest! {
        #[test]
        fn quote_never_exceeds_limit(body in "(@\\[|\\]\\(|\\)|👩‍👧|\n|.){0,300}") {
            prop_assert!(shortened(&body).chars().count() <= MAX_CHARS);
        }
    }
}
