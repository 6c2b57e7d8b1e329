//! Somebody who talks as people do, comes back when the connection is lost, sends again what was not confirmed, and
//! remembers what was promised.

use std::collections::{BTreeMap, HashSet};
use std::net::SocketAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hub::protocol::{ClientCommand, ClientFrame, ServerFrame, WireMessage};
use store::MessageId;
use tokio::net::TcpSocket;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;

use super::site::search;
use crate::histogram::Histogram;
use crate::seed::Seat;

type Socket = WebSocketStream<tokio::net::TcpStream>;

/// What everybody is told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Live on.
    Live,
    /// Slow ones stop reading for a while; the number makes it an order of its own.
    StopReading(u32),
    /// Everybody drops the connection and comes back at once.
    ComeBack(u32),
    /// Say nothing new.
    FallSilent,
    /// Go, once it is quiet.
    Leave,
}

/// What all share.
pub(super) struct World {
    pub(super) front: SocketAddr,
    pub(super) began: Instant,
    pub(super) orders: watch::Receiver<Order>,
    /// Delays of the last while, taken away by who reports them. Of those that read at all times.
    pub(super) delays: Mutex<Histogram>,
    /// Mean time between two things that one person does.
    pub(super) pause: Duration,
    /// How long slow ones do not read.
    pub(super) nap: Duration,
    /// People who are joined.
    pub(super) here: AtomicUsize,
    /// Messages that were sent and not confirmed.
    pub(super) waiting: AtomicUsize,
}

/// What one person saw and was promised.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Confirmed messages: their name and their number.
    pub(super) confirmed: BTreeMap<String, i64>,
    /// Sent and never confirmed.
    pub(super) waiting: BTreeMap<String, Waiting>,
    /// The newest number heard.
    pub(super) last_seq: i64,
    last_id: Option<MessageId>,
    pub(super) heard: u64,
    pub(super) doubled: u64,
    pub(super) skipped: u64,
    /// One name, two numbers.
    pub(super) contradicted: u64,
    pub(super) refused: BTreeMap<String, u64>,
    pub(super) closes: BTreeMap<u16, u64>,
    pub(super) came_back: u64,
    pub(super) dropped_confirmations: u64,
    repeated: HashSet<String>,
}

/// A message that waits to be confirmed.
#[derive(Debug)]
pub(super) struct Waiting {
    text: String,
    sent_at: Instant,
}

/// A person.
pub(super) struct Person {
    pub(super) world: Arc<World>,
    pub(super) seat: Seat,
    /// Stops reading when told so, and lives in a loud room.
    pub(super) is_slow: bool,
    pub(super) record: Record,
}

/// Without a confirmation for so long, a message is sent again.
const AGAIN: Duration = Duration::from_secs(4);

/// It is quiet when nothing came for so long.
const QUIET: Duration = Duration::from_secs(3);

/// One confirmation in so many is lost on purpose.
const DROPPED: f64 = 0.05;

impl Person {
    /// Lives until told to leave.
    pub(super) async fn live(mut self) -> Record {
        let mut orders = self.world.orders.clone();
        loop {
            match timeout(Duration::from_secs(10), self.connect()).await {
                Ok(Ok(mut socket)) => {
                    self.world.here.fetch_add(1, Relaxed);
                    let reason = self.talk(&mut socket, &mut orders).await;
                    self.world.here.fetch_sub(1, Relaxed);
                    let Some(reason) = reason else { return self.record };
                    *self.record.closes.entry(reason).or_default() += 1;
                    self.record.came_back += 1;
                }
                // Refused, or a node that died under it: like a browser, not at once again.
                Ok(Err(_)) | Err(_) => sleep(Duration::from_secs_f64(0.2 + rand::random::<f64>() * 0.8)).await,
            }
        }
    }

    /// Connects and joins, and hears what was missed.
    async fn connect(&mut self) -> anyhow::Result<Socket> {
        let front = self.world.front;
        let mut request = format!("ws://{front}/ws/chat/").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{front}").parse()?);
        let tcp = TcpSocket::new_v4()?;
        if self.is_slow {
            tcp.set_recv_buffer_size(4096)?;
        }
        let (mut socket, _) = client_async(request, tcp.connect(front).await?).await?;
        let (channel, after_msg_id) = (self.seat.channel, self.record.last_id);
        self.say(&mut socket, ClientCommand::Join { channel, after_msg_id, after_change: None }).await?;
        loop {
            match next(&mut socket).await? {
                Some(ServerFrame::Joined { last_seq, last_msg_id, .. }) => {
                    if self.record.last_id.is_none() {
                        (self.record.last_seq, self.record.last_id) = (last_seq, last_msg_id);
                    }
                    break;
                }
                Some(ServerFrame::Error { code, .. }) => anyhow::bail!("not joined: {code:?}"),
                Some(frame) => self.hear(frame),
                None => {}
            }
        }
        let waiting: Vec<String> = self.record.waiting.keys().cloned().collect();
        for name in waiting {
            self.send_again(&mut socket, &name).await?;
        }
        Ok(socket)
    }

    /// Talks until the connection ends, and says with which code; None if it is time to go.
    async fn talk(&mut self, socket: &mut Socket, orders: &mut watch::Receiver<Order>) -> Option<u16> {
        let mut order = *orders.borrow_and_update();
        let mut acts_at = Instant::now() + self.pause();
        let (mut looks_at, mut heard_at) = (Instant::now() + AGAIN / 4, Instant::now());
        loop {
            let result = tokio::select! {
                biased;
                changed = orders.changed() => {
                    order = if changed.is_ok() { *orders.borrow_and_update() } else { Order::Leave };
                    match order {
                        Order::ComeBack(_) => return Some(0),
                        Order::StopReading(_) if self.is_slow => sleep(self.world.nap).await,
                        _ => {}
                    }
                    Ok(())
                }
                frame = next(socket) => match frame {
                    Ok(Some(frame)) => {
                        heard_at = Instant::now();
                        self.hear(frame);
                        Ok(())
                    }
                    Ok(None) => Ok(()),
                    Err(error) => Err(error),
                },
                () = sleep_until(looks_at), if order == Order::Leave => {
                    if heard_at.elapsed() > QUIET {
                        return None;
                    }
                    looks_at = Instant::now() + AGAIN / 4;
                    Ok(())
                }
                () = sleep_until(looks_at) => {
                    looks_at = Instant::now() + AGAIN / 4;
                    self.repeat_what_is_late(socket).await
                }
                () = sleep_until(acts_at), if !matches!(order, Order::FallSilent | Order::Leave) => {
                    acts_at = Instant::now() + self.pause();
                    self.act(socket).await
                }
            };
            if let Err(error) = result {
                return Some(close_code(&error));
            }
        }
    }

    fn pause(&self) -> Duration {
        // As independent people do: exponential.
        self.world.pause.mul_f64(-(1.0 - rand::random::<f64>()).ln())
    }

    /// What people do, about as often as they do it.
    async fn act(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let channel = self.seat.channel;
        match rand::random::<f64>() {
            0.0..0.70 => self.send(socket).await,
            0.70..0.80 => self.say(socket, ClientCommand::Typing { channel }).await,
            0.80..0.88 => self.say(socket, ClientCommand::MessageSeen { channel, msg_id: self.record.last_id }).await,
            0.88..0.94 => {
                let (page_number, anchor) = (Some(2), Some(self.record.last_seq));
                let (message_id, date, seq) = (None, None, None);
                let page = ClientCommand::GetRoomChatMessages { channel, page_number, message_id, date, seq, anchor };
                self.say(socket, page).await
            }
            0.94..0.97 => self.say(socket, ClientCommand::UnreadMessage).await,
            0.97..0.99 => {
                let (front, token) = (self.world.front, self.seat.token.clone());
                tokio::spawn(async move { search(front, &token).await });
                Ok(())
            }
            // A tunnel, a lift.
            _ => Err(Error::ConnectionClosed),
        }
    }

    async fn send(&mut self, socket: &mut Socket) -> Result<(), Error> {
        #[expect(clippy::disallowed_methods, reason = "a load generator's names need no injected clock")]
        let name = Uuid::now_v7().to_string();
        let mut text = format!("~~{}~ Is four o'clock tomorrow good?", self.world.began.elapsed().as_micros());
        if self.is_slow {
            // A loud room: a reader that does not read is found out by what piles up.
            text.push_str(&" and then we went on".repeat(350));
        }
        self.record.waiting.insert(name.clone(), Waiting { text, sent_at: Instant::now() });
        self.world.waiting.fetch_add(1, Relaxed);
        self.say_waiting(socket, &name).await
    }

    async fn send_again(&mut self, socket: &mut Socket, name: &str) -> Result<(), Error> {
        self.record.repeated.insert(name.to_owned());
        self.say_waiting(socket, name).await
    }

    async fn say_waiting(&mut self, socket: &mut Socket, name: &str) -> Result<(), Error> {
        let Some(waiting) = self.record.waiting.get_mut(name) else { return Ok(()) };
        waiting.sent_at = Instant::now();
        let (channel, message, temp_id) = (self.seat.channel, waiting.text.clone(), name.to_owned());
        let (attachments, link_preview, reply_to) = (Vec::new(), None, None);
        self.say(socket, ClientCommand::Send { channel, message, attachments, link_preview, temp_id, reply_to }).await
    }

    async fn repeat_what_is_late(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let is_late = |waiting: &Waiting| waiting.sent_at.elapsed() >= AGAIN;
        let late: Vec<String> =
            self.record.waiting.iter().filter(|(_, waiting)| is_late(waiting)).map(|(name, _)| name.clone()).collect();
        for name in late {
            self.send_again(socket, &name).await?;
        }
        Ok(())
    }

    async fn say(&self, socket: &mut Socket, command: ClientCommand) -> Result<(), Error> {
        let frame = ClientFrame { token: self.seat.token.clone(), nickname: String::new(), command };
        let text = serde_json::to_string(&frame).map_err(|error| Error::Io(error.into()))?;
        socket.send(Message::text(text)).await
    }

    fn hear(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::NewMessage(message) => {
                if !self.is_slow {
                    self.note_delay(&message);
                }
                self.note(&message);
            }
            ServerFrame::MessagesPayload { reason: hub::protocol::PageReason::Missed, messages, .. } => {
                messages.iter().rev().for_each(|message| self.note(message));
            }
            // It stays in `waiting` and is sent again.
            ServerFrame::Error { code, .. } => *self.record.refused.entry(format!("{code:?}")).or_default() += 1,
            _ => {}
        }
    }

    fn note_delay(&self, message: &WireMessage) {
        let sent_at = message.message.strip_prefix("~~").and_then(|rest| rest.split('~').next()?.parse::<u128>().ok());
        // What was sent again carries its first moment: the person waited since then, but the hub did not.
        let is_repeated = message.temp_id.as_ref().is_some_and(|name| self.record.repeated.contains(name));
        if let (Some(sent_at), false) = (sent_at, is_repeated) {
            let delay = self.world.began.elapsed().as_micros().saturating_sub(sent_at);
            let mut delays = self.world.delays.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            delays.add(u64::try_from(delay).unwrap_or(u64::MAX));
        }
    }

    /// A message came, in its turn or not.
    fn note(&mut self, message: &WireMessage) {
        let record = &mut self.record;
        record.heard += 1;
        let is_answer = message.temp_id.as_ref().is_some_and(|name| record.repeated.contains(name));
        match message.seq - record.last_seq {
            1 => (record.last_seq, record.last_id) = (message.seq, Some(message.msg_id)),
            // What was sent twice is answered twice.
            ..=0 => record.doubled += u64::from(!is_answer),
            // An answer that overtakes the news of others says nothing about their order.
            _ if is_answer => {}
            missing => {
                record.skipped += u64::try_from(missing - 1).unwrap_or(0);
                (record.last_seq, record.last_id) = (message.seq, Some(message.msg_id));
            }
        }
        let Some(name) = &message.temp_id else { return };
        if let Some(seq) = record.confirmed.get(name) {
            record.contradicted += u64::from(*seq != message.seq);
        } else if record.waiting.contains_key(name) {
            if !is_answer && rand::random::<f64>() < DROPPED {
                record.dropped_confirmations += 1;
                return;
            }
            record.waiting.remove(name);
            self.world.waiting.fetch_sub(1, Relaxed);
            record.confirmed.insert(name.clone(), message.seq);
        }
    }
}

/// The next frame; None for one without text.
async fn next(socket: &mut Socket) -> Result<Option<ServerFrame>, Error> {
    match socket.next().await.ok_or(Error::ConnectionClosed)?? {
        Message::Text(text) => serde_json::from_str(text.as_str()).map(Some).map_err(|error| Error::Io(error.into())),
        Message::Close(frame) => {
            let code = frame.map_or(1005, |frame| u16::from(frame.code));
            Err(Error::Io(std::io::Error::other(Closed(code))))
        }
        _ => Ok(None),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("closed with {0}")]
struct Closed(u16);

/// 1006 is what browsers call an end without a word.
fn close_code(error: &Error) -> u16 {
    let Error::Io(error) = error else { return 1006 };
    error.get_ref().and_then(|inner| inner.downcast_ref::<Closed>()).map_or(1006, |closed| closed.0)
}
