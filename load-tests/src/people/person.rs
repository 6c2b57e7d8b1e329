//! Somebody who talks as people do, comes back when the connection is lost, sends again what was not confirmed, and
//! remembers what was promised.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use futures_util::SinkExt;
use hub::protocol::{ClientCommand, ClientFrame, PageReason, ServerFrame, WireMessage};
use store::PersonId;
use tokio::net::TcpSocket;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::proof::{Proof, said_at};
use super::reading::Pages;
use super::record::Record;
use super::socket::{Socket, close_code, next};
use super::speech::{HURRY, Speech};
use super::{Order, Role, World};
use crate::seed::Seat;

/// A person.
pub(super) struct Person {
    pub(super) world: Arc<World>,
    pub(super) front: SocketAddr,
    pub(super) seat: Seat,
    /// Others of the room.
    pub(super) friends: Vec<PersonId>,
    role: Role,
    /// Stays when everybody goes away.
    pub(super) stays: bool,
    pub(super) record: Record,
    /// What is being said in a hurry.
    pub(super) speech: Option<Speech>,
    pub(super) proof: Proof,
    pub(super) pages: Pages,
}

/// Without a confirmation for so long, a message is sent again.
pub(super) const AGAIN: Duration = Duration::from_secs(4);

/// It is quiet when nothing came for so long.
const QUIET: Duration = Duration::from_secs(3);

/// A connection that was cut ends so soon after its reader reads again.
const CUT: Duration = Duration::from_secs(10);

impl Person {
    pub(super) fn new(world: Arc<World>, front: SocketAddr, seat: Seat, friends: Vec<PersonId>, role: Role) -> Self {
        let (speech, proof, pages) = (None, Proof::default(), Pages::default());
        Self { world, front, seat, friends, role, stays: false, record: Record::default(), speech, proof, pages }
    }

    /// Lives until told to leave.
    pub(super) async fn live(mut self) -> Record {
        let mut orders = self.world.orders.clone();
        loop {
            let order = *orders.borrow_and_update();
            if matches!(order, Order::GoAway(_)) && !self.stays && orders.changed().await.is_ok() {
                continue;
            }
            match timeout(Duration::from_secs(10), self.connect(order)).await {
                Ok(Ok(mut socket)) => {
                    self.world.here.fetch_add(1, Relaxed);
                    let reason = self.talk(&mut socket, &mut orders).await;
                    self.end_speech();
                    self.world.here.fetch_sub(1, Relaxed);
                    let Some(reason) = reason else { return self.record };
                    self.world.lost.fetch_add(1, Relaxed);
                    *self.record.closes.entry(reason).or_default() += 1;
                }
                // Refused, or a node that died under it: like a browser, not at once again.
                Ok(Err(_)) | Err(_) => sleep(Duration::from_secs_f64(0.2 + rand::random::<f64>() * 0.8)).await,
            }
        }
    }

    /// Connects and joins, hears what was missed, and opens the newest page.
    async fn connect(&mut self, order: Order) -> anyhow::Result<Socket> {
        self.forget_pages();
        let front = self.front;
        let mut request = format!("ws://{front}/ws/chat/").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{front}").parse()?);
        let tcp = TcpSocket::new_v4()?;
        if self.role == Role::Slow {
            tcp.set_recv_buffer_size(4096)?;
        }
        let (mut socket, _) = client_async(request, tcp.connect(front).await?).await?;
        let (channel, after_msg_id) = (self.seat.channel, self.record.last_id);
        self.say(&mut socket, ClientCommand::Join { channel, after_msg_id, after_change: None }).await?;
        loop {
            match next(&mut socket).await? {
                Some(ServerFrame::Joined { last_seq, last_msg_id, last_seen_seq, .. }) => {
                    self.record.forgotten += u64::from(last_seen_seq < self.record.seen);
                    self.record.note_seen(last_seen_seq);
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
        // Who comes back after everybody was cut off at once has the page before their eyes still, as in the messenger.
        if !matches!(order, Order::ComeBackSilent(_)) {
            self.open_page(&mut socket, 1).await?;
        }
        Ok(socket)
    }

    /// Talks until the connection ends, and says with which code; None if it is time to go.
    async fn talk(&mut self, socket: &mut Socket, orders: &mut watch::Receiver<Order>) -> Option<u16> {
        let mut order = *orders.borrow_and_update();
        let mut acts_at = Instant::now() + self.pause();
        let (mut looks_at, mut heard_at) = (Instant::now() + AGAIN / 4, Instant::now());
        let mut has_asked = false;
        // Whoever was away when it was said.
        if let Order::GoAway(number) | Order::Prove(number) = order
            && let Err(error) = self.prove(socket, number).await
        {
            return Some(close_code(&error));
        }
        loop {
            let result = tokio::select! {
                biased;
                changed = orders.changed() => {
                    order = if changed.is_ok() { *orders.borrow_and_update() } else { Order::Leave };
                    match (order, self.role) {
                        (Order::ComeBack(_) | Order::ComeBackSilent(_), _) => return Some(0),
                        (Order::GoAway(_), _) if !self.stays => return Some(0),
                        (Order::GoAway(number) | Order::Prove(number), _) => self.prove(socket, number).await,
                        (Order::SpeakUp(_) | Order::StopReading(_), Role::Loud) => {
                            self.begin_speech();
                            acts_at = Instant::now();
                            Ok(())
                        }
                        (Order::StopReading(_), Role::Slow) => {
                            self.world.asleep.fetch_add(1, Relaxed);
                            let ended = self.sleep_and_look(socket, orders).await;
                            self.world.asleep.fetch_sub(1, Relaxed);
                            order = *orders.borrow();
                            ended
                        }
                        _ => Ok(()),
                    }
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
                    looks_at = Instant::now() + AGAIN / 4;
                    match heard_at.elapsed() > QUIET {
                        true if has_asked => {
                            self.miss_pages();
                            return None;
                        }
                        true => {
                            (has_asked, heard_at, self.record.unread) = (true, Instant::now(), None);
                            self.say(socket, ClientCommand::UnreadMessage).await
                        }
                        false => Ok(()),
                    }
                }
                () = sleep_until(looks_at) => {
                    looks_at = Instant::now() + AGAIN / 4;
                    self.repeat_what_is_late(socket).await
                }
                () = sleep_until(acts_at), if self.is_in_a_hurry() => {
                    let result = self.send(socket).await;
                    acts_at = Instant::now() + if self.is_in_a_hurry() { HURRY } else { self.pause() };
                    result
                }
                () = sleep_until(acts_at), if !order.is_silent() => {
                    acts_at = Instant::now() + self.pause();
                    self.act(socket).await
                }
            };
            if let Err(error) = result {
                return Some(close_code(&error));
            }
            if has_asked && self.record.unread.is_some() {
                self.miss_pages();
                return None;
            }
        }
    }

    /// Does not read until the next order, and then looks whether it was cut.
    async fn sleep_and_look(&mut self, socket: &mut Socket, orders: &mut watch::Receiver<Order>) -> Result<(), Error> {
        // Without orders any more it is time to go.
        let _ = orders.changed().await;
        let rest = async {
            loop {
                match next(socket).await {
                    Ok(Some(frame)) => self.hear(frame),
                    Ok(None) => {}
                    Err(error) => return error,
                }
            }
        };
        match timeout(CUT, rest).await {
            Ok(error) => Err(error),
            Err(_still_connected) => {
                self.record.spared += 1;
                Ok(())
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
            0.80..0.88 => {
                let msg_id = self.record.last_id;
                // Without one it is the newest, whichever that is.
                let upto = if msg_id.is_some() { self.record.last_seq } else { i64::MAX };
                self.record.said_seen = self.record.said_seen.max(upto);
                self.say(socket, ClientCommand::MessageSeen { channel, msg_id }).await
            }
            0.88..0.94 => self.open_page(socket, 2).await,
            0.94..0.97 => self.say(socket, ClientCommand::UnreadMessage).await,
            0.97..0.99 => {
                self.search();
                Ok(())
            }
            // A tunnel, a lift.
            _ => Err(Error::ConnectionClosed),
        }
    }

    pub(super) async fn say(&self, socket: &mut Socket, command: ClientCommand) -> Result<(), Error> {
        let frame = ClientFrame { token: self.seat.token.clone(), nickname: String::new(), command };
        let text = serde_json::to_string(&frame).map_err(|error| Error::Io(error.into()))?;
        socket.send(Message::text(text)).await
    }

    fn hear(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::NewMessage(message) => {
                if self.role == Role::Usual {
                    self.note_delay(&message);
                }
                self.note(&message);
            }
            ServerFrame::MessagesPayload { reason: PageReason::Missed, messages, .. } => {
                messages.iter().rev().for_each(|message| self.note(message));
            }
            ServerFrame::UpdateLastViewedTimestamp { channel_id, user_id, seq, .. }
                if (channel_id, user_id) == (self.seat.channel, self.seat.person) =>
            {
                self.record.note_seen(seq);
            }
            ServerFrame::UnreadMessage { unread_messages } => {
                if let Some(unread) = unread_messages.get(&self.seat.channel.to_string()) {
                    self.record.unread = Some((unread.count, unread.data.is_tagged));
                }
            }
            ServerFrame::MessagesPayload { reason, messages, page_number, anchor, .. } => {
                self.note_page(reason, page_number, anchor, &messages);
            }
            // A message stays in `waiting` and is sent again.
            ServerFrame::Error { code, in_reply_to, .. } => {
                *self.record.refused.entry(format!("{code:?}")).or_default() += 1;
                self.note_refusal(in_reply_to.as_deref().unwrap_or_default());
            }
            _ => {}
        }
    }

    fn note(&mut self, message: &WireMessage) {
        if self.ends_speech(message) {
            self.end_speech();
        }
        self.note_proof(message);
        if self.record.note(message) {
            self.world.waiting.fetch_sub(1, Relaxed);
        }
    }

    fn note_delay(&self, message: &WireMessage) {
        if let (Some(said_at), false) = (said_at(message), self.record.is_answer(message)) {
            self.world.waited(self.world.now().saturating_sub(said_at));
        }
    }
}

impl Order {
    /// Whether nobody is to say anything new.
    fn is_silent(self) -> bool {
        matches!(self, Self::FallSilent | Self::Leave | Self::ComeBackSilent(_) | Self::GoAway(_))
    }
}
