//! A client with realistic activity that reconnects, record_repetition unconfirmed messages, and records what was
//! confirmed.

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

use super::burst::{BURST_INTERVAL, Burst};
use super::liveness::{Liveness, sent_at};
use super::reading::Pages;
use super::record::Record;
use super::socket::{Socket, close_code, next};
use super::{Instruction, Role, SharedState};
use crate::seed::Seat;

/// A client.
pub(super) struct Person {
    pub(super) shared: Arc<SharedState>,
    pub(super) front: SocketAddr,
    pub(super) seat: Seat,
    /// Other members of the room.
    pub(super) friends: Vec<PersonId>,
    role: Role,
    /// Stays connected when all others leave.
    pub(super) stays: bool,
    pub(super) record: Record,
    /// The burst being sent.
    pub(super) burst: Option<Burst>,
    pub(super) liveness: Liveness,
    pub(super) pages: Pages,
}

/// An unconfirmed message is repeated after this time.
pub(super) const REPEAT_AFTER: Duration = Duration::from_secs(4);

/// All deliveries have arrived if none arrives for this long.
const QUIET_PERIOD: Duration = Duration::from_secs(3);

/// A closed connection ends within this time after its client reads again.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

impl Person {
    pub(super) fn new(
        shared: Arc<SharedState>,
        front: SocketAddr,
        seat: Seat,
        friends: Vec<PersonId>,
        role: Role,
    ) -> Self {
        let (burst, liveness, pages) = (None, Liveness::default(), Pages::default());
        Self { shared, front, seat, friends, role, stays: false, record: Record::default(), burst, liveness, pages }
    }

    /// Runs until the instruction to leave.
    pub(super) async fn live(mut self) -> Record {
        let mut orders = self.shared.orders.clone();
        loop {
            let order = *orders.borrow_and_update();
            if matches!(order, Instruction::GoAway(_)) && !self.stays && orders.changed().await.is_ok() {
                continue;
            }
            match timeout(Duration::from_secs(10), self.connect(order)).await {
                Ok(Ok(mut socket)) => {
                    self.shared.here.fetch_add(1, Relaxed);
                    let reason = self.talk(&mut socket, &mut orders).await;
                    self.end_burst();
                    self.shared.here.fetch_sub(1, Relaxed);
                    let Some(reason) = reason else { return self.record };
                    self.shared.lost.fetch_add(1, Relaxed);
                    *self.record.closes.entry(reason).or_default() += 1;
                }
                // Rejected, or the node failed: like a browser, waits before the next attempt.
                Ok(Err(_)) | Err(_) => sleep(Duration::from_secs_f64(0.2 + rand::random::<f64>() * 0.8)).await,
            }
        }
    }

    /// Connects, joins, receives missed messages, and opens the newest page.
    async fn connect(&mut self, order: Instruction) -> anyhow::Result<Socket> {
        self.discard_pages();
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
                    self.record.record_read_position(last_seen_seq);
                    if self.record.last_id.is_none() {
                        (self.record.last_seq, self.record.last_id) = (last_seq, last_msg_id);
                    }
                    break;
                }
                Some(ServerFrame::Error { code, .. }) => anyhow::bail!("not joined: {code:?}"),
                Some(frame) => self.receive(frame),
                None => {}
            }
        }
        let waiting: Vec<String> = self.record.waiting.keys().cloned().collect();
        for name in waiting {
            self.send_again(&mut socket, &name).await?;
        }
        // After a mass disconnect, the page is still displayed, as in the messenger.
        if !matches!(order, Instruction::ComeBackSilent(_)) {
            self.open_page(&mut socket, 1).await?;
        }
        Ok(socket)
    }

    /// Runs until the connection ends and returns its close code; None to leave.
    async fn talk(&mut self, socket: &mut Socket, orders: &mut watch::Receiver<Instruction>) -> Option<u16> {
        let mut order = *orders.borrow_and_update();
        let mut acts_at = Instant::now() + self.pause();
        let (mut looks_at, mut heard_at) = (Instant::now() + REPEAT_AFTER / 4, Instant::now());
        let mut has_asked = false;
        // A client that was disconnected when the instruction was given.
        if let Instruction::GoAway(number) | Instruction::Prove(number) = order
            && let Err(error) = self.check_liveness(socket, number).await
        {
            return Some(close_code(&error));
        }
        loop {
            let result = tokio::select! {
                biased;
                changed = orders.changed() => {
                    order = if changed.is_ok() { *orders.borrow_and_update() } else { Instruction::Leave };
                    match (order, self.role) {
                        (Instruction::ComeBack(_) | Instruction::ComeBackSilent(_), _) => return Some(0),
                        (Instruction::GoAway(_), _) if !self.stays => return Some(0),
                        (Instruction::GoAway(number) | Instruction::Prove(number), _) => self.check_liveness(socket, number).await,
                        (Instruction::SpeakUp(_) | Instruction::StopReading(_), Role::Loud) => {
                            self.begin_burst();
                            acts_at = Instant::now();
                            Ok(())
                        }
                        (Instruction::StopReading(_), Role::Slow) => {
                            self.shared.asleep.fetch_add(1, Relaxed);
                            let ended = self.sleep_and_look(socket, orders).await;
                            self.shared.asleep.fetch_sub(1, Relaxed);
                            order = *orders.borrow();
                            ended
                        }
                        _ => Ok(()),
                    }
                }
                frame = next(socket) => match frame {
                    Ok(Some(frame)) => {
                        heard_at = Instant::now();
                        self.receive(frame);
                        Ok(())
                    }
                    Ok(None) => Ok(()),
                    Err(error) => Err(error),
                },
                () = sleep_until(looks_at), if order == Instruction::Leave => {
                    looks_at = Instant::now() + REPEAT_AFTER / 4;
                    match heard_at.elapsed() > QUIET_PERIOD {
                        true if has_asked => {
                            self.count_missing_pages();
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
                    looks_at = Instant::now() + REPEAT_AFTER / 4;
                    self.repeat_overdue(socket).await
                }
                () = sleep_until(acts_at), if self.is_in_burst() => {
                    let result = self.send(socket).await;
                    acts_at = Instant::now() + if self.is_in_burst() { BURST_INTERVAL } else { self.pause() };
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
                self.count_missing_pages();
                return None;
            }
        }
    }

    /// Stops reading until the next instruction, then checks whether it was disconnected.
    async fn sleep_and_look(
        &mut self,
        socket: &mut Socket,
        orders: &mut watch::Receiver<Instruction>,
    ) -> Result<(), Error> {
        // Without further instructions, it leaves.
        let _ = orders.changed().await;
        let rest = async {
            loop {
                match next(socket).await {
                    Ok(Some(frame)) => self.receive(frame),
                    Ok(None) => {}
                    Err(error) => return error,
                }
            }
        };
        match timeout(CLOSE_TIMEOUT, rest).await {
            Ok(error) => Err(error),
            Err(_still_connected) => {
                self.record.spared += 1;
                Ok(())
            }
        }
    }

    fn pause(&self) -> Duration {
        // Exponentially distributed, like independent people.
        self.shared.pause.mul_f64(-(1.0 - rand::random::<f64>()).ln())
    }

    /// Actions with realistic frequencies.
    async fn act(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let channel = self.seat.channel;
        match rand::random::<f64>() {
            0.0..0.70 => self.send(socket).await,
            0.70..0.80 => self.say(socket, ClientCommand::Typing { channel }).await,
            0.80..0.88 => {
                let msg_id = self.record.last_id;
                // Without an anchor, it is the newest page.
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
            // A short connection loss.
            _ => Err(Error::ConnectionClosed),
        }
    }

    pub(super) async fn say(&self, socket: &mut Socket, command: ClientCommand) -> Result<(), Error> {
        let frame = ClientFrame { token: self.seat.token.clone(), nickname: String::new(), command };
        let text = serde_json::to_string(&frame).map_err(|error| Error::Io(error.into()))?;
        socket.send(Message::text(text)).await
    }

    fn receive(&mut self, frame: ServerFrame) {
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
                self.record.record_read_position(seq);
            }
            ServerFrame::UnreadMessage { unread_messages } => {
                if let Some(unread) = unread_messages.get(&self.seat.channel.to_string()) {
                    self.record.unread = Some((unread.count, unread.data.is_tagged));
                }
            }
            ServerFrame::MessagesPayload { reason, messages, page_number, anchor, .. } => {
                self.record_page(reason, page_number, anchor, &messages);
            }
            // A message stays in `waiting` and is repeated.
            ServerFrame::Error { code, in_reply_to, .. } => {
                *self.record.refused.entry(format!("{code:?}")).or_default() += 1;
                self.record_rejection(in_reply_to.as_deref().unwrap_or_default());
            }
            _ => {}
        }
    }

    fn note(&mut self, message: &WireMessage) {
        if self.ends_burst(message) {
            self.end_burst();
        }
        self.record_liveness(message);
        if self.record.note(message) {
            self.shared.waiting.fetch_sub(1, Relaxed);
        }
    }

    fn note_delay(&self, message: &WireMessage) {
        if let (Some(sent_at), false) = (sent_at(message), self.record.is_answer(message)) {
            self.shared.waited(self.shared.now().saturating_sub(sent_at));
        }
    }
}

impl Instruction {
    /// Returns whether no new messages may be sent.
    fn is_silent(self) -> bool {
        matches!(self, Self::FallSilent | Self::Leave | Self::ComeBackSilent(_) | Self::GoAway(_))
    }
}
