//! A thread of the generator: an epoll instance and the connections of whole rooms.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use super::client::{Client, ReadContext};
use super::timer::Timer;
use super::{Outcome, Phase, Shared, Talk};
use crate::protocol::{Mark, Protocol};
use crate::seed::Seat;

/// Concurrent connection attempts, within the accept queue of any server.
const MAX_CONNECTING: usize = 64;

/// The timer's token; connections use their indexes.
const TIMER: Token = Token(usize::MAX);

/// Interval at which a thread checks the phase.
const PHASE_POLL_INTERVAL: Duration = Duration::from_millis(5);

pub(super) struct Thread {
    doors: Vec<SocketAddr>,
    protocol: Protocol,
    seats: Vec<Seat>,
    room: usize,
    talk: Talk,
    shared: Arc<Shared>,
    poll: Poll,
    timer: Timer,
    clients: Vec<Client>,
    outcome: Outcome,
    joined: usize,
    measured_from: u64,
    /// Messages sent at a fixed rate, and the start time.
    paced: u64,
    paced_from: Option<u64>,
}

impl Thread {
    pub(super) fn new(
        doors: Vec<SocketAddr>,
        protocol: Protocol,
        seats: Vec<Seat>,
        room: usize,
        talk: Talk,
        shared: Arc<Shared>,
    ) -> std::io::Result<Self> {
        let clients = Vec::with_capacity(seats.len());
        let (poll, outcome) = (Poll::new()?, Outcome::default());
        let timer = Timer::new(&poll, TIMER)?;
        let (joined, measured_from, paced, paced_from) = (0, 0, 0, None);
        Ok(Self {
            doors,
            protocol,
            seats,
            room,
            talk,
            shared,
            poll,
            timer,
            clients,
            outcome,
            joined,
            measured_from,
            paced,
            paced_from,
        })
    }

    pub(super) fn run(mut self) -> anyhow::Result<Outcome> {
        let mut events = Events::with_capacity(1024);
        let mut scratch = vec![0; 256 * 1024];
        let (mut phase, mut instructed) = (Phase::Connecting, (0, 0));
        loop {
            self.connect_some()?;
            let now = self.shared.phase();
            if now != phase {
                // The warm-up phase may have ended before it was observed.
                if phase == Phase::Connecting && now < Phase::Draining {
                    self.send_first();
                }
                phase = now;
                match phase {
                    Phase::Measuring => self.measured_from = self.shared.now(),
                    Phase::Leaving => return Ok(self.outcome),
                    _ => {}
                }
            }
            self.send_due(phase)?;
            if let Err(error) = self.poll.poll(&mut events, Some(PHASE_POLL_INTERVAL))
                && error.kind() != std::io::ErrorKind::Interrupted
            {
                return Err(error.into());
            }
            for event in events.iter().filter(|event| event.token() != TIMER) {
                self.receive(event.token().0, phase, &mut scratch)?;
            }
            let (due, received) = std::mem::replace(&mut instructed, (self.outcome.due, self.outcome.received));
            self.shared.due.fetch_add(self.outcome.due - due, Ordering::Relaxed);
            self.shared.received.fetch_add(self.outcome.received - received, Ordering::Relaxed);
        }
    }

    fn connect_some(&mut self) -> std::io::Result<()> {
        while self.clients.len() < self.seats.len() && self.clients.len() - self.joined < MAX_CONNECTING {
            let address = self.doors[self.clients.len()];
            let mut stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            let interest = Interest::READABLE | Interest::WRITABLE;
            self.poll.registry().register(&mut stream, Token(self.clients.len()), interest)?;
            self.clients.push(Client::new(stream, self.protocol, address));
        }
        Ok(())
    }

    /// The first members of each room send the messages in flight.
    fn send_first(&mut self) {
        let Talk::Window(window) = self.talk else { return };
        for index in 0..self.clients.len() {
            let (member, members) = (index % self.room, self.room_members(index));
            let count = window / members + usize::from(member < window % members);
            for _ in 0..count {
                self.say(index, self.shared.now(), Phase::WarmingUp);
            }
        }
    }

    /// Sends the messages due at a fixed rate, marked with their due time, so that a late generator does not make the server
    /// look fast. Sets the timer to the next due time.
    fn send_due(&mut self, phase: Phase) -> std::io::Result<()> {
        let Talk::Rate(rate) = self.talk else { return Ok(()) };
        if !matches!(phase, Phase::WarmingUp | Phase::Measuring) || rate <= 0.0 {
            return Ok(());
        }
        let from = *self.paced_from.get_or_insert(self.shared.now());
        loop {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time that has not come")]
            let due = from + (self.paced as f64 * 1e6 / rate) as u64;
            let now = self.shared.now();
            if due > now {
                return self.timer.set(due, Duration::from_micros(due - now));
            }
            // Rotates through rooms and members.
            let rooms = (self.clients.len() / self.room).max(1);
            let number = usize::try_from(self.paced).unwrap_or(0);
            let index = (number % rooms) * self.room + (number / rooms) % self.room;
            self.say(index.min(self.clients.len() - 1), due, phase);
            self.paced += 1;
        }
    }

    /// Returns the members of a seat's room; the last room may be smaller.
    fn room_members(&self, index: usize) -> usize {
        self.room.min(self.seats.len() - index / self.room * self.room)
    }

    fn say(&mut self, index: usize, sent_at: u64, phase: Phase) {
        let client = &mut self.clients[index];
        if client.is_here() {
            client.say(self.protocol, &self.seats[index], Mark { sent_at, sender: index as u64 });
            // Reading detects a broken connection.
            let _ = client.pipe.flush();
            self.outcome.due += self.room_members(index) as u64;
            self.outcome.measured += u64::from(phase == Phase::Measuring);
        }
    }

    fn receive(&mut self, index: usize, phase: Phase, scratch: &mut [u8]) -> anyhow::Result<()> {
        let talks = matches!(phase, Phase::WarmingUp | Phase::Measuring);
        let members = self.room_members(index) as u64;
        let mut ears = ReadContext {
            protocol: self.protocol,
            phase,
            now: self.shared.now(),
            measured_from: self.measured_from,
            members,
            answers: talks && matches!(self.talk, Talk::Window(_)),
            outcome: &mut self.outcome,
        };
        let client = &mut self.clients[index];
        let was_here = client.is_here();
        let read = client.read(index as u64, &self.seats[index], scratch, &mut ears);
        if read.joined {
            self.joined += 1;
            self.shared.joined.fetch_add(1, Ordering::Relaxed);
        }
        if read.ended && !was_here && !read.joined && phase == Phase::Connecting {
            bail!(
                "a connection ended before it had joined: {}",
                self.outcome.complaint.as_deref().unwrap_or("no reason")
            );
        }
        self.outcome.closed += u64::from(read.ended && was_here);
        Ok(())
    }
}
