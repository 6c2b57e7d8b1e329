//! What the generator says to a server and what it makes of the answers, for each kind of server.
//!
//! Of a message it reads what its checks need and nothing else: the mark in its text, which tells when it was sent and by
//! which connection, and the hub's number.

use std::sync::LazyLock;

use hub::protocol::{ClientCommand, ClientFrame};
use memchr::memmem::Finder;
use uuid::Uuid;

use crate::seed::Seat;

/// Which protocol is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    /// The hub's own.
    Hub,
    /// The least there is: the first frame names the room, each other one goes to everybody in it.
    Bare,
    /// Socket.IO over its WebSocket transport.
    SocketIo,
}

/// What a frame meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The channel is open.
    Joined,
    /// A message: its number where there is one, and its mark.
    Message { seq: Option<u64>, mark: Mark },
    /// This has to be answered.
    Asked(String),
    /// Something was refused, with these words.
    Refused(String),
    /// Nothing that matters here.
    Nothing,
}

/// What the text of a message begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Microseconds since the generator began.
    pub(crate) sent_at: u64,
    /// Which connection of its thread sent it.
    pub(crate) sender: u64,
}

/// About as long as a sentence in a chat.
const TEXT: &str = "I finished the first page and would like to show it to you tomorrow, is four o'clock good?";

/// A bare frame carries as many bytes as a message of the hub, so that the floor moves what everybody else moves.
const BARE_BYTES: usize = 400;

static MARK: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("~~"));
static SEQ: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(r#""seq":"#));

impl Wire {
    /// The request that opens the socket.
    pub(crate) fn request(self, address: std::net::SocketAddr) -> String {
        let path = match self {
            Self::Hub => "/ws/chat/",
            Self::Bare => "/",
            Self::SocketIo => "/socket.io/?EIO=4&transport=websocket",
        };
        format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bWVudG9yaHViLWxvYWQtMQ==\r\n\r\n"
        )
    }

    /// What is said first; None where the server speaks first.
    pub(crate) fn greeting(self, seat: &Seat) -> Option<String> {
        match self {
            Self::Hub => {
                let (after_msg_id, after_change) = (None, None);
                Some(hub_frame(seat, ClientCommand::Join { channel: seat.channel, after_msg_id, after_change }))
            }
            Self::Bare => Some(seat.channel.to_string()),
            Self::SocketIo => None,
        }
    }

    /// A message with its mark.
    pub(crate) fn message(self, seat: &Seat, mark: Mark) -> String {
        let text = format!("~~{}~{}~ {TEXT}", mark.sent_at, mark.sender);
        match self {
            Self::Hub => {
                #[expect(clippy::disallowed_methods, reason = "a load generator's names need no injected clock")]
                let temp_id = Uuid::now_v7().to_string();
                let (channel, attachments, link_preview, reply_to) = (seat.channel, Vec::new(), None, None);
                let message = text;
                hub_frame(seat, ClientCommand::Send { channel, message, attachments, link_preview, temp_id, reply_to })
            }
            Self::Bare => format!("{text:BARE_BYTES$}"),
            Self::SocketIo => format!(
                r#"42["send",{}]"#,
                serde_json::json!({"channel": seat.channel, "temp_id": mark.sent_at.to_string(), "message": text})
            ),
        }
    }

    /// Reads a frame.
    pub(crate) fn hear(self, payload: &[u8], seat: &Seat) -> Heard {
        match self {
            Self::Hub if payload.starts_with(br#"{"command":"new_message""#) => {
                message(payload, number_after(payload, &SEQ))
            }
            Self::Hub if payload.starts_with(br#"{"command":"joined""#) => Heard::Joined,
            Self::Hub if payload.starts_with(br#"{"command":"error""#) => refused(payload),
            Self::Hub => Heard::Nothing,
            Self::Bare if payload == b"joined" => Heard::Joined,
            Self::Bare => message(payload, None),
            Self::SocketIo if payload.starts_with(br#"42["message""#) => message(payload, None),
            Self::SocketIo => hear_socket_io(payload, seat),
        }
    }
}

/// What of Socket.IO is no message: its two layers introduce themselves, then the room is asked for.
fn hear_socket_io(payload: &[u8], seat: &Seat) -> Heard {
    match payload {
        [b'0', ..] => Heard::Asked(format!("40{}", serde_json::json!({"token": seat.token}))),
        [b'2', ..] => Heard::Asked("3".to_owned()),
        [b'4', b'0', ..] => Heard::Asked(format!(r#"42["join","{}"]"#, seat.channel)),
        [b'4', b'4', ..] => refused(payload),
        _ if payload.starts_with(br#"42["joined""#) => Heard::Joined,
        _ if payload.starts_with(br#"42["refused""#) => refused(payload),
        _ => Heard::Nothing,
    }
}

fn hub_frame(seat: &Seat, command: ClientCommand) -> String {
    let frame = ClientFrame { token: seat.token.clone(), nickname: String::new(), command };
    // Its types hold nothing that JSON cannot say.
    serde_json::to_string(&frame).unwrap_or_default()
}

fn message(payload: &[u8], seq: Option<u64>) -> Heard {
    let Some(place) = MARK.find(payload) else { return Heard::Nothing };
    let (sent_at, rest) = number(&payload[place + 2..]);
    let (sender, _) = number(rest.get(1..).unwrap_or_default());
    Heard::Message { seq, mark: Mark { sent_at, sender } }
}

fn refused(payload: &[u8]) -> Heard {
    Heard::Refused(String::from_utf8_lossy(payload).into_owned())
}

fn number_after(payload: &[u8], key: &Finder<'_>) -> Option<u64> {
    key.find(payload).map(|place| number(&payload[place + key.needle().len()..]).0)
}

/// The digits at the beginning, and what comes after them.
fn number(bytes: &[u8]) -> (u64, &[u8]) {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
    (bytes[..end].iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')), &bytes[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat() -> Seat {
        Seat { token: "t".into(), channel: Uuid::nil().into(), person: Uuid::nil().into() }
    }

    #[test]
    fn a_message_comes_back_with_its_mark() {
        let mark = Mark { sent_at: 1234, sender: 56 };
        let sent = Wire::Bare.message(&seat(), mark);
        assert_eq!(sent.len(), BARE_BYTES);
        assert_eq!(Wire::Bare.hear(sent.as_bytes(), &seat()), Heard::Message { seq: None, mark });
        let heard = br#"{"command":"new_message","msg_id":"x","seq":78,"message":"~~1234~56~ I finished"}"#;
        assert_eq!(Wire::Hub.hear(heard, &seat()), Heard::Message { seq: Some(78), mark });
        let heard = br#"42["message",{"id":"9","message":"~~1234~56~ I finished"}]"#;
        assert_eq!(Wire::SocketIo.hear(heard, &seat()), Heard::Message { seq: None, mark });
    }

    #[test]
    fn the_hub_understands_what_is_sent() {
        let sent = Wire::Hub.message(&seat(), Mark { sent_at: 1, sender: 2 });
        let frame: ClientFrame = serde_json::from_str(&sent).unwrap();
        assert!(matches!(frame.command, ClientCommand::Send { message, .. } if message.starts_with("~~1~2~ ")));
    }

    #[test]
    fn socket_io_introduces_itself_twice() {
        let steps = [&b"0{\"sid\":\"x\"}"[..], b"40{\"sid\":\"y\"}", b"42[\"joined\"]", b"2", b"44{}"];
        let heard = steps.map(|step| Wire::SocketIo.hear(step, &seat()));
        assert_eq!(heard[0], Heard::Asked(r#"40{"token":"t"}"#.into()));
        assert!(matches!(&heard[1], Heard::Asked(join) if join.starts_with(r#"42["join""#)));
        assert_eq!((&heard[2], &heard[3]), (&Heard::Joined, &Heard::Asked("3".into())));
        assert!(matches!(heard[4], Heard::Refused(_)));
    }
}
