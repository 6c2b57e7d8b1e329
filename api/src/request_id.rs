//! Ids that clients give to their requests: a repeated one changes nothing.

/// The longest id, in characters.
const MAX_CHARS: usize = 64;

/// Whether a text can be the id of a request.
pub(crate) fn is_request_id(text: &str) -> bool {
    text.chars().count() <= MAX_CHARS && !text.chars().any(char::is_control)
}
