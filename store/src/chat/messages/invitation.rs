//! Invitations to calls: messages with machine-readable text, `{"room": "…"}`. Clients show a card, so the text is
//! neither searchable nor editable.

/// Whether this text is an invitation to a call.
pub(crate) fn is_invitation(body: &str) -> bool {
    let body = body.trim();
    // Rejects almost all texts at the first character.
    body.starts_with('{')
        && body.ends_with('}')
        && serde_json::from_str::<serde_json::Value>(body)
            .is_ok_and(|value| value["room"].as_str().is_some_and(|room| !room.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitation_is_object_with_room() {
        assert!(is_invitation(r#"{"room":"r-1"}"#) && is_invitation(" {\"room\": \"r\", \"by\": 1}\n"));
        let others =
            ["", "room", "{}", "{room}", r#"{"room":""}"#, r#"{"room":7}"#, r#"[{"room":"r"}]"#, r#"see {"room":"r"}"#];
        assert!(others.iter().all(|text| !is_invitation(text)));
    }
}
