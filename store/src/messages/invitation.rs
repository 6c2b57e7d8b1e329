//! A call is announced by a message whose text is made for programs: `{"room": "…"}`. Pages show it as a card, so nobody wrote
//! it and nobody can find or change its words.

/// Whether this text is an invitation to a call.
pub(crate) fn is_invitation(body: &str) -> bool {
    let body = body.trim();
    // Almost no text gets any further than the first letter.
    body.starts_with('{')
        && body.ends_with('}')
        && serde_json::from_str::<serde_json::Value>(body)
            .is_ok_and(|value| value["room"].as_str().is_some_and(|room| !room.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_is_an_object_with_a_room() {
        assert!(is_invitation(r#"{"room":"r-1"}"#) && is_invitation(" {\"room\": \"r\", \"by\": 1}\n"));
        let others =
            ["", "room", "{}", "{room}", r#"{"room":""}"#, r#"{"room":7}"#, r#"[{"room":"r"}]"#, r#"see {"room":"r"}"#];
        assert!(others.iter().all(|text| !is_invitation(text)));
    }
}
