//! Decodes untrusted client frames.

use std::str::FromStr;

use serde::Deserialize;
use serde_json::Value;

use crate::command_error::ErrorContext;
use crate::protocol::{ClientCommand, CommandName, ErrorCode};

/// A decoded frame.
#[derive(Debug)]
pub(crate) struct DecodedFrame {
    /// The bearer token.
    pub(crate) token: Option<String>,
    /// The command, or the reason for its refusal.
    pub(crate) command: Result<ClientCommand, ErrorCode>,
    /// For the response to a refused command, also an invalid one.
    pub(crate) context: ErrorContext,
}

/// Decodes one frame; None if it is not a JSON object. The parser bounds the nesting, the connection bounds the size.
pub(crate) fn decode(text: &str) -> Option<DecodedFrame> {
    let Ok(Value::Object(mut frame)) = serde_json::from_str::<Value>(text) else { return None };
    let text_of = |key: &str| match frame.get(key) {
        Some(Value::String(text)) => Some(text.clone()),
        _ => None,
    };
    let token = text_of("token");
    let name = text_of("command");
    let temp_id = text_of("temp_id").or_else(|| text_of("tempId"));
    let room = text_of("room");
    let channel = ["channel", "channelId", "channel_id"].into_iter().find_map(text_of);
    let channel = channel.and_then(|text| text.parse().ok());
    // A frame may contain both spellings; serde rejects duplicates.
    if frame.contains_key("channel") {
        frame.remove("channelId");
        frame.remove("channel_id");
    }
    if frame.contains_key("temp_id") {
        frame.remove("tempId");
    }
    let known = name.as_deref().is_some_and(|name| CommandName::from_str(name).is_ok());
    let command = match &name {
        Some(_) if !known => Err(ErrorCode::UnknownCommand),
        Some(_) if ::web::has_nul(text) => Err(ErrorCode::BadFrame),
        Some(_) => ClientCommand::deserialize(Value::Object(frame)).map_err(|_| ErrorCode::BadFrame),
        None => Err(ErrorCode::BadFrame),
    };
    let [in_reply_to, room, temp_id] = [name, room, temp_id].map(|text| text.map(truncated));
    Some(DecodedFrame { token, command, context: ErrorContext { in_reply_to, channel, room, temp_id } })
}

/// Bounds the text that a response echoes.
fn truncated(text: String) -> String {
    if text.chars().nth(64).is_none() { text } else { text.chars().take(64).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use strum::VariantArray;

    const CHANNEL: &str = "018f3c2e-0000-7000-8000-000000000001";

    #[test]
    fn every_command_name_has_a_type() {
        for name in CommandName::VARIANTS {
            let name: &str = name.into();
            let frame = format!(
                r#"{{"command":"{name}","token":"t","channel":"{CHANNEL}","msg_id":"{CHANNEL}","tempId":"a","message":"x","emoji":"x","on":true,"room":"r","peer":"p","to_peer":"q","accept":true,"data":{{}},"microphone":true,"camera":true,"screen":true,"later":1}}"#
            );
            let decoded = decode(&frame).unwrap();
            assert!(decoded.command.is_ok(), "{name}");
            assert_eq!(decoded.token.as_deref(), Some("t"));
        }
    }

    #[test]
    fn decode_accepts_both_spellings() {
        let send = r#"{"command":"send","token":"t","channelId":"018f3c2e-0000-7000-8000-000000000001","temp_id":"a","message":"x"}"#;
        assert!(matches!(decode(send).unwrap().command, Ok(ClientCommand::Send { temp_id, .. }) if temp_id == "a"));
    }

    #[test]
    fn decode_distinguishes_errors_and_keeps_temp_id() {
        let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
        assert!(["[1,2", "[]", "", &deep].into_iter().all(|text| decode(text).is_none()));
        assert_eq!(decode(r#"{"token":"t"}"#).unwrap().command, Err(ErrorCode::BadFrame));
        assert_eq!(decode(r#"{"command":"dance"}"#).unwrap().command, Err(ErrorCode::UnknownCommand));
        let wrong = decode(r#"{"command":"send","tempId":"a","channel":7}"#).unwrap();
        assert_eq!((wrong.command, wrong.context.temp_id.as_deref()), (Err(ErrorCode::BadFrame), Some("a")));
        assert_eq!(wrong.context.channel, None);
        let nul = decode(&format!(r#"{{"command":"send","tempId":"a","channelId":"{CHANNEL}","message":"\u0000"}}"#))
            .unwrap();
        assert_eq!((nul.command, nul.context.channel), (Err(ErrorCode::BadFrame), CHANNEL.parse().ok()));
    }

    proptest! {
        #[test]
        fn decode_survives_any_text(text in "\\PC{0,200}") {
            let _ = decode(&text);
        }

        #[test]
        fn decode_survives_any_json_value(name in "[a-z_]{0,12}", value in "(null|true|1|-1e400|\"\"|\\[\\]|\\{\\})") {
            let _ = decode(&format!(r#"{{"command":"{name}","token":{value},"channel":{value},"temp_id":{value}}}"#));
        }
    }
}
