//! Protocols of the servers: encodes messages and decodes frames.
//!
//! Of a message it decodes only what the checks need: the mark in its text, with send time and sending connection, and the
//! hub's sequence number.

use std::sync::LazyLock;

use hub::protocol::{ClientCommand, ClientFrame};
use memchr::memmem::Finder;
use uuid::Uuid;

use crate::seed::Seat;

/// Protocol of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// The hub's protocol.
    Hub,
    /// Baseline: the first frame names the room, each further one goes to the whole room.
    Bare,
    /// Socket.IO over its WebSocket transport.
    SocketIo,
}

/// Meaning of a frame.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// The channel is open.
    Joined,
    /// A message: sequence number, if any, and mark.
    Message { seq: Option<u64>, mark: Mark },
    /// Requires this answer.
    Asked(String),
    /// Rejected, with this text.
    Refused(String),
    /// Irrelevant.
    Nothing,
}

/// Prefix of a message text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Microseconds since the start of the generator.
    pub(crate) sent_at: u64,
    /// Index of the sending connection in its thread.
    pub(crate) sender: u64,
}

/// About the length of a chat sentence.
const TEXT: &str = "I finished the first page and would like to show it to you tomorrow, is four o'clock good?";

/// A baseline frame is as long as the hub's, so that all servers move the same bytes.
const BARE_BYTES: usize = 400;

static MARK: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("~~"));
static SEQ: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(r#""seq":"#));

impl Protocol {
    /// Returns the upgrade request.
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

    /// Returns the first frame; None if the server begins.
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

    /// Encodes a message with its mark.
    pub(crate) fn message(self, seat: &Seat, mark: Mark) -> String {
        let text = format!("~~{}~{}~ {TEXT}", in_letters(mark.sent_at), in_letters(mark.sender));
        match self {
            Self::Hub => {
                #[expect(clippy::disallowed_methods, reason = "a load generator's names need no injected clock")]
                let temp_id = Uuid::now_v7().to_string();
                let (channel, attachments, link_preview, reply_to) = (seat.channel, Vec::new(), None, None);
                let message = text;
                let from = None;
                let send = ClientCommand::Send {
                    channel,
                    from,
                    message,
                    attachments,
                    link_preview,
                    temp_id,
                    reply_to,
                    confirmed: true,
                };
                hub_frame(seat, send)
            }
            Self::Bare => format!("{text:BARE_BYTES$}"),
            Self::SocketIo => format!(
                r#"42["send",{}]"#,
                serde_json::json!({"channel": seat.channel, "temp_id": mark.sent_at.to_string(), "message": text})
            ),
        }
    }

    /// Decodes a frame.
    pub(crate) fn receive(self, payload: &[u8], seat: &Seat) -> Received {
        match self {
            Self::Hub if payload.starts_with(br#"{"command":"new_message""#) => {
                message(payload, number_after(payload, &SEQ))
            }
            Self::Hub if payload.starts_with(br#"{"command":"joined""#) => Received::Joined,
            Self::Hub if payload.starts_with(br#"{"command":"error""#) => refused(payload),
            Self::Hub => Received::Nothing,
            Self::Bare if payload == b"joined" => Received::Joined,
            Self::Bare => message(payload, None),
            Self::SocketIo if payload.starts_with(br#"42["message""#) => message(payload, None),
            Self::SocketIo => receive_socket_io(payload, seat),
        }
    }
}

/// Handles Socket.IO's two handshakes, then joins the room.
fn receive_socket_io(payload: &[u8], seat: &Seat) -> Received {
    match payload {
        [b'0', ..] => Received::Asked(format!("40{}", serde_json::json!({"token": seat.token}))),
        [b'2', ..] => Received::Asked("3".to_owned()),
        [b'4', b'0', ..] => Received::Asked(format!(r#"42["join","{}"]"#, seat.channel)),
        [b'4', b'4', ..] => refused(payload),
        _ if payload.starts_with(br#"42["joined""#) => Received::Joined,
        _ if payload.starts_with(br#"42["refused""#) => refused(payload),
        _ => Received::Nothing,
    }
}

fn hub_frame(seat: &Seat, command: ClientCommand) -> String {
    let frame = ClientFrame { token: seat.token.clone(), nickname: String::new(), command };
    // These types always serialise.
    serde_json::to_string(&frame).unwrap_or_default()
}

fn message(payload: &[u8], seq: Option<u64>) -> Received {
    let Some(offset) = MARK.find(payload) else { return Received::Nothing };
    let (sent_at, rest) = from_letters(&payload[offset + 2..]);
    let (sender, _) = from_letters(rest.get(1..).unwrap_or_default());
    Received::Message { seq, mark: Mark { sent_at, sender } }
}

fn refused(payload: &[u8]) -> Received {
    Received::Refused(String::from_utf8_lossy(payload).into_owned())
}

fn number_after(payload: &[u8], key: &Finder<'_>) -> Option<u64> {
    key.find(payload).map(|offset| number(&payload[offset + key.needle().len()..]).0)
}

/// Writes a number with a to j as its digits: detection takes many digits for a telephone number.
pub(crate) fn in_letters(number: u64) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

/// Splits off a leading number in letters.
pub(crate) fn from_letters(bytes: &[u8]) -> (u64, &[u8]) {
    let end = bytes.iter().position(|byte| !(b'a'..=b'j').contains(byte)).unwrap_or(bytes.len());
    (bytes[..end].iter().fold(0, |number, letter| number * 10 + u64::from(letter - b'a')), &bytes[end..])
}

/// Splits off leading digits.
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
    fn message_round_trips_with_its_mark() {
        let mark = Mark { sent_at: 1234, sender: 56 };
        let sent = Protocol::Bare.message(&seat(), mark);
        assert_eq!(sent.len(), BARE_BYTES);
        assert_eq!(Protocol::Bare.receive(sent.as_bytes(), &seat()), Received::Message { seq: None, mark });
        let received = br#"{"command":"new_message","msg_id":"x","seq":78,"message":"~~bcde~fg~ I finished"}"#;
        assert_eq!(Protocol::Hub.receive(received, &seat()), Received::Message { seq: Some(78), mark });
        let received = br#"42["message",{"id":"9","message":"~~bcde~fg~ I finished"}]"#;
        assert_eq!(Protocol::SocketIo.receive(received, &seat()), Received::Message { seq: None, mark });
    }

    #[test]
    fn hub_decodes_the_frames() {
        let sent = Protocol::Hub.message(&seat(), Mark { sent_at: 1, sender: 2 });
        let frame: ClientFrame = serde_json::from_str(&sent).unwrap();
        assert!(matches!(frame.command, ClientCommand::Send { message, .. } if message.starts_with("~~b~c~ ")));
    }

    #[test]
    fn socket_io_handshake_has_two_steps() {
        let steps = [&b"0{\"sid\":\"x\"}"[..], b"40{\"sid\":\"y\"}", b"42[\"joined\"]", b"2", b"44{}"];
        let received = steps.map(|step| Protocol::SocketIo.receive(step, &seat()));
        assert_eq!(received[0], Received::Asked(r#"40{"token":"t"}"#.into()));
        assert!(matches!(&received[1], Received::Asked(join) if join.starts_with(r#"42["join""#)));
        assert_eq!((&received[2], &received[3]), (&Received::Joined, &Received::Asked("3".into())));
        assert!(matches!(received[4], Received::Refused(_)));
    }
}
