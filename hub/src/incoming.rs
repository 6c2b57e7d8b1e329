//! Reads a frame of whoever is at the other end, who may be anybody.

use serde::Deserialize;
use serde_json::Value;
use store::ChannelId;

use crate::protocol::{ClientCommand, ErrorCode};

/// A frame as far as it could be read.
#[derive(Debug)]
pub(crate) struct Incoming {
    /// The bearer token, if one was named.
    pub(crate) token: Option<String>,
    /// The command, or why it is none.
    pub(crate) command: Result<ClientCommand, ErrorCode>,
    /// The command's name, for the answer.
    pub(crate) name: Option<String>,
    /// The channel it is about, for the answer.
    pub(crate) channel: Option<ChannelId>,
    /// The room it is about, for the answer.
    pub(crate) room: Option<String>,
    /// The sender's name for the message, for the answer: so that nothing typed is lost.
    pub(crate) temp_id: Option<String>,
}

const COMMANDS: [&str; 16] = [
    "join",
    "leave",
    "send",
    "edit",
    "react",
    "fetch_messages",
    "get_room_chat_messages",
    "unread_message",
    "message_seen",
    "typing",
    "assistant_retry",
    "call_answer",
    "call_join",
    "call_signal",
    "call_leave",
    "call_state",
];

/// Reads one frame; None if it is no JSON object. The nesting is bounded by the parser, the size by the socket.
pub(crate) fn read(text: &str) -> Option<Incoming> {
    let Ok(Value::Object(mut frame)) = serde_json::from_str::<Value>(text) else { return None };
    let take_text = |key: &str| match frame.get(key) {
        Some(Value::String(text)) => Some(text.clone()),
        _ => None,
    };
    let token = take_text("token");
    let name = take_text("command");
    let temp_id = take_text("temp_id").or_else(|| take_text("tempId"));
    let room = take_text("room");
    let channel = ["channel", "channelId", "channel_id"].into_iter().find_map(take_text);
    let channel = channel.and_then(|text| text.parse().ok());
    // A client that speaks of `channelId` and `channel` at once means the same by both.
    if frame.contains_key("channel") {
        frame.remove("channelId");
        frame.remove("channel_id");
    }
    if frame.contains_key("temp_id") {
        frame.remove("tempId");
    }
    let known = name.as_deref().is_some_and(|name| COMMANDS.contains(&name));
    let command = match &name {
        Some(_) if !known => Err(ErrorCode::UnknownCommand),
        Some(_) if ::web::has_nul(text) => Err(ErrorCode::BadFrame),
        Some(_) => ClientCommand::deserialize(Value::Object(frame)).map_err(|_| ErrorCode::BadFrame),
        None => Err(ErrorCode::BadFrame),
    };
    Some(Incoming {
        token,
        command,
        name: name.map(short),
        channel,
        room: room.map(short),
        temp_id: temp_id.map(short),
    })
}

/// What is echoed back is never longer than what a decent client sends.
fn short(text: String) -> String {
    if text.chars().nth(64).is_none() { text } else { text.chars().take(64).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CHANNEL: &str = "018f3c2e-0000-7000-8000-000000000001";

    #[test]
    fn every_command_of_the_list_is_known_to_the_types() {
        for name in COMMANDS {
            let frame = format!(
                r#"{{"command":"{name}","token":"t","channel":"{CHANNEL}","msg_id":"{CHANNEL}","tempId":"a","message":"x","emoji":"x","on":true,"room":"r","peer":"p","to_peer":"q","accept":true,"data":{{}},"microphone":true,"camera":true,"screen":true,"later":1}}"#
            );
            let incoming = read(&frame).unwrap();
            assert!(incoming.command.is_ok(), "{name}");
            assert_eq!(incoming.token.as_deref(), Some("t"));
        }
    }

    #[test]
    fn both_spellings_are_taken() {
        let send = r#"{"command":"send","token":"t","channelId":"018f3c2e-0000-7000-8000-000000000001","temp_id":"a","message":"x"}"#;
        assert!(matches!(read(send).unwrap().command, Ok(ClientCommand::Send { temp_id, .. }) if temp_id == "a"));
    }

    #[test]
    fn mistakes_are_told_apart_and_keep_the_name_of_the_message() {
        let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
        assert!(["[1,2", "[]", "", &deep].into_iter().all(|text| read(text).is_none()));
        assert_eq!(read(r#"{"token":"t"}"#).unwrap().command, Err(ErrorCode::BadFrame));
        assert_eq!(read(r#"{"command":"dance"}"#).unwrap().command, Err(ErrorCode::UnknownCommand));
        let wrong = read(r#"{"command":"send","tempId":"a","channel":7}"#).unwrap();
        assert_eq!((wrong.command, wrong.temp_id.as_deref()), (Err(ErrorCode::BadFrame), Some("a")));
        assert_eq!(wrong.channel, None);
        let nul =
            read(&format!(r#"{{"command":"send","tempId":"a","channelId":"{CHANNEL}","message":"\u0000"}}"#)).unwrap();
        assert_eq!((nul.command, nul.channel), (Err(ErrorCode::BadFrame), CHANNEL.parse().ok()));
    }

    proptest! {
        #[test]
        fn nothing_breaks_it(text in "\\PC{0,200}") {
            let _ = read(&text);
        }

        #[test]
        fn no_json_breaks_it(name in "[a-z_]{0,12}", value in "(null|true|1|-1e400|\"\"|\\[\\]|\\{\\})") {
            let _ = read(&format!(r#"{{"command":"{name}","token":{value},"channel":{value},"temp_id":{value}}}"#));
        }
    }
}
