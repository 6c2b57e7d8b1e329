//! The only file that knows actix-ws: frames in, frames out, heartbeat, and the end of a socket.
//!
//! Reading and writing are two halves that end each other. In one loop, a write to a peer that does not read would stop
//! the heartbeat that should find out about it.

use std::sync::Arc;
use std::time::Duration;

use actix_web::error::PayloadError;
use actix_web::web::{Bytes, BytesMut};
use actix_ws::{CloseCode, CloseReason, Item, Message, MessageStream, ProtocolError, Session};
use bytestring::ByteString;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, sleep_until, timeout};

use crate::Hub;
use crate::absent::silent_since;
use crate::frame_guard::FrameLimit;
use crate::outlet::{Out, Outlet};
use crate::protocol::close;
use crate::session::Conversation;

/// How long the last frames and the close frame may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// Pings that may stay without an answer.
const SILENT_PINGS: u32 = 2;

/// Runs a socket to its end.
pub(crate) async fn run(hub: Arc<Hub>, session: Session, stream: MessageStream, limit: FrameLimit) {
    let (outlet, queue) = Outlet::new(hub.registry.next_id(), hub.limits.queue);
    let outlet = Arc::new(outlet);
    let reader = async {
        let code = read(&hub, &outlet, stream, &limit).await;
        outlet.end(code);
    };
    tokio::join!(reader, write(&hub, &outlet, session, queue));
}

/// Reads until the socket ends, from either side, and says with which code.
async fn read(hub: &Arc<Hub>, outlet: &Arc<Outlet>, stream: MessageStream, limit: &FrameLimit) -> u16 {
    // The limit that holds is the guard's.
    let mut stream = stream.max_frame_size(hub.limits.frame_bytes.max(hub.limits.first_frame_bytes));
    let mut conversation = Conversation::new(hub.clone(), outlet.clone());
    let mut parts = Parts::default();
    let silence = hub.limits.ping_interval * SILENT_PINGS + hub.limits.ping_interval / 5;
    let mut heard_at = Instant::now();
    let ended = outlet.ended();
    tokio::pin!(ended);
    let code = loop {
        let wake_at = conversation.wakes_at().map_or(heard_at + silence, |at| at.min(heard_at + silence));
        let message = tokio::select! {
            biased;
            code = &mut ended => break code,
            message = stream.recv() => message,
            () = sleep_until(wake_at) => {
                if Instant::now() >= heard_at + silence {
                    break close::GONE;
                }
                Box::pin(conversation.wake()).await;
                continue;
            }
        };
        heard_at = Instant::now();
        match message {
            None => break close::GONE,
            Some(Err(error)) => break code_of(&error),
            Some(Ok(message)) => match parts.add(message, limit.get()) {
                // On the heap: the state of its queries is larger than all the rest of an idle socket.
                Ok(Some(Whole::Text(text))) => Box::pin(conversation.hear(&text)).await,
                Ok(Some(Whole::Binary)) => conversation.not_understood(),
                Ok(Some(Whole::Ping(payload))) => outlet.pong(payload),
                Ok(Some(Whole::Close)) => break u16::from(CloseCode::Normal),
                Ok(None) => {}
                Err(code) => break code,
            },
        }
        if conversation.is_trusted() {
            limit.set(hub.limits.frame_bytes);
        }
    };
    let silent_since = (code == close::GONE).then(|| silent_since(hub, heard_at.elapsed()));
    Box::pin(conversation.end(silent_since)).await;
    code
}

async fn write(hub: &Hub, outlet: &Outlet, mut session: Session, mut queue: mpsc::Receiver<Out>) {
    let patience = hub.limits.write_timeout;
    let mut pings = interval_at(Instant::now() + hub.limits.ping_interval, hub.limits.ping_interval);
    let ended = outlet.ended();
    tokio::pin!(ended);
    loop {
        tokio::select! {
            biased;
            code = &mut ended => return Box::pin(part(outlet, session, queue, code, patience)).await,
            out = queue.recv() => {
                let Some(out) = out else { return };
                match timeout(patience, put(outlet, &mut session, out)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_gone)) => return outlet.end(close::GONE),
                    Err(_slow) => outlet.end(close::TOO_SLOW),
                }
            }
            _ = pings.tick() => {
                if !matches!(timeout(patience, session.ping(b"")).await, Ok(Ok(()))) {
                    outlet.end(close::TOO_SLOW);
                }
            }
        }
    }
}

/// Sends what still waits (the reason, perhaps) and says goodbye, but does not wait long for it. A slow reader gets
/// nothing more but the time to learn why.
async fn part(outlet: &Outlet, mut session: Session, mut queue: mpsc::Receiver<Out>, code: u16, patience: Duration) {
    let is_slow = code == close::TOO_SLOW;
    let farewell = async {
        while !is_slow && let Ok(out) = queue.try_recv() {
            put(outlet, &mut session, out).await?;
        }
        session.close(Some(CloseReason { code: code.into(), description: None })).await
    };
    // Whoever is gone or does not read learns nothing; the connection is dropped either way.
    let _ = timeout(if is_slow { patience } else { FAREWELL }, farewell).await;
}

async fn put(outlet: &Outlet, session: &mut Session, out: Out) -> Result<(), actix_ws::Closed> {
    match out {
        Out::Text(text) => {
            outlet.taken(&text);
            session.text(text).await
        }
        Out::Pong(payload) => session.pong(&payload).await,
    }
}

fn code_of(error: &ProtocolError) -> u16 {
    match error {
        ProtocolError::Overflow => close::TOO_BIG,
        ProtocolError::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => close::BROKEN_TEXT,
        ProtocolError::Io(error) if is_overflow(error) => close::TOO_BIG,
        _ => u16::from(CloseCode::Protocol),
    }
}

/// What the guard says of a frame that is too large.
fn is_overflow(error: &std::io::Error) -> bool {
    matches!(error.get_ref().and_then(|inner| inner.downcast_ref()), Some(PayloadError::Overflow))
}

/// A message that came in one frame or in several.
enum Whole {
    Text(ByteString),
    Binary,
    Ping(Bytes),
    Close,
}

/// Puts continued messages together.
#[derive(Default)]
struct Parts {
    text: Option<BytesMut>,
    skipping: bool,
}

impl Parts {
    fn add(&mut self, message: Message, most: usize) -> Result<Option<Whole>, u16> {
        let whole = match message {
            Message::Text(text) => Whole::Text(text),
            Message::Binary(_) => Whole::Binary,
            Message::Ping(payload) => Whole::Ping(payload),
            Message::Close(_) => Whole::Close,
            Message::Pong(_) | Message::Nop => return Ok(None),
            Message::Continuation(item) => return self.continued(item, most),
        };
        Ok(Some(whole))
    }

    fn continued(&mut self, item: Item, most: usize) -> Result<Option<Whole>, u16> {
        let (part, is_last) = match item {
            Item::FirstText(part) => {
                self.text = Some(BytesMut::new());
                (part, false)
            }
            Item::FirstBinary(_) => {
                self.skipping = true;
                return Ok(None);
            }
            Item::Continue(part) => (part, false),
            Item::Last(part) => (part, true),
        };
        if self.skipping {
            self.skipping = !is_last;
            return Ok(is_last.then_some(Whole::Binary));
        }
        let text = self.text.as_mut().ok_or(u16::from(CloseCode::Protocol))?;
        if text.len() + part.len() > most {
            return Err(close::TOO_BIG);
        }
        text.extend_from_slice(&part);
        if !is_last {
            return Ok(None);
        }
        let text = self.text.take().unwrap_or_default().freeze();
        ByteString::try_from(text).map(|text| Some(Whole::Text(text))).map_err(|_| close::BROKEN_TEXT)
    }
}
