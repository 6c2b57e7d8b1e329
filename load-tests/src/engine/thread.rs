//! One thread of the generator: an epoll, and the connections of whole rooms.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use super::client::{Client, Ears};
use super::timer::Timer;
use super::{Outcome, Phase, Shared, Talk};
use crate::seed::Seat;
use crate::wire::{Mark, Wire};

/// Connections under way to being joined: what a server's queue of new ones surely holds.
const UNDER_WAY: usize = 64;

/// The timer's; connections have their places.
const TIMER: Token = Token(usize::MAX);

/// How often a thread looks whether the phase has changed.
const LOOK: Duration = Duration::from_millis(5);

pub(super) struct Thread {
    doors: Vec<SocketAddr>,
    wire: Wire,
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
    /// Messages sent at a rate so far, and when that began.
    paced: u64,
    paced_from: Option<u64>,
}

impl Thread {
    pub(super) fn new(
        doors: Vec<SocketAddr>,
        wire: Wire,
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
            wire,
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
        let (mut phase, mut told) = (Phase::Gathering, (0, 0));
        loop {
            self.connect_some()?;
            let now = self.shared.phase();
            if now != phase {
                // The warming up may be over before it was seen.
                if phase == Phase::Gathering && now < Phase::Listening {
                    self.begin_to_talk();
                }
                phase = now;
                match phase {
                    Phase::Measuring => self.measured_from = self.shared.now(),
                    Phase::Leaving => return Ok(self.outcome),
                    _ => {}
                }
            }
            self.keep_pace(phase)?;
            if let Err(error) = self.poll.poll(&mut events, Some(LOOK))
                && error.kind() != std::io::ErrorKind::Interrupted
            {
                return Err(error.into());
            }
            for event in events.iter().filter(|event| event.token() != TIMER) {
                self.hear(event.token().0, phase, &mut scratch)?;
            }
            let (due, heard) = std::mem::replace(&mut told, (self.outcome.due, self.outcome.heard));
            self.shared.due.fetch_add(self.outcome.due - due, Ordering::Relaxed);
            self.shared.heard.fetch_add(self.outcome.heard - heard, Ordering::Relaxed);
        }
    }

    fn connect_some(&mut self) -> std::io::Result<()> {
        while self.clients.len() < self.seats.len() && self.clients.len() - self.joined < UNDER_WAY {
            let address = self.doors[self.clients.len()];
            let mut stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            let interest = Interest::READABLE | Interest::WRITABLE;
            self.poll.registry().register(&mut stream, Token(self.clients.len()), interest)?;
            self.clients.push(Client::new(stream, self.wire, address));
        }
        Ok(())
    }

    /// The first members of each room send what is to be in flight there.
    fn begin_to_talk(&mut self) {
        let Talk::Window(window) = self.talk else { return };
        for place in 0..self.clients.len() {
            let (member, members) = (place % self.room, self.members_around(place));
            let count = window / members + usize::from(member < window % members);
            for _ in 0..count {
                self.say(place, self.shared.now(), Phase::WarmingUp);
            }
        }
    }

    /// Sends what is due at a fixed rate, marked with the moment at which it was due: a generator that is late must not
    /// make the server look quick. Sets the timer to the next.
    fn keep_pace(&mut self, phase: Phase) -> std::io::Result<()> {
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
            // Another room each time, and another member of it.
            let rooms = (self.clients.len() / self.room).max(1);
            let number = usize::try_from(self.paced).unwrap_or(0);
            let place = (number % rooms) * self.room + (number / rooms) % self.room;
            self.say(place.min(self.clients.len() - 1), due, phase);
            self.paced += 1;
        }
    }

    /// Members of the room of a seat: the last room may be a smaller one.
    fn members_around(&self, place: usize) -> usize {
        self.room.min(self.seats.len() - place / self.room * self.room)
    }

    fn say(&mut self, place: usize, sent_at: u64, phase: Phase) {
        let client = &mut self.clients[place];
        if client.is_here() {
            client.say(self.wire, &self.seats[place], Mark { sent_at, sender: place as u64 });
            // If it is broken, reading finds out.
            let _ = client.pipe.flush();
            self.outcome.due += self.members_around(place) as u64;
            self.outcome.measured += u64::from(phase == Phase::Measuring);
        }
    }

    fn hear(&mut self, place: usize, phase: Phase, scratch: &mut [u8]) -> anyhow::Result<()> {
        let talks = matches!(phase, Phase::WarmingUp | Phase::Measuring);
        let members = self.members_around(place) as u64;
        let mut ears = Ears {
            wire: self.wire,
            phase,
            now: self.shared.now(),
            measured_from: self.measured_from,
            members,
            answers: talks && matches!(self.talk, Talk::Window(_)),
            outcome: &mut self.outcome,
        };
        let client = &mut self.clients[place];
        let was_here = client.is_here();
        let read = client.read(place as u64, &self.seats[place], scratch, &mut ears);
        if read.joined {
            self.joined += 1;
            self.shared.joined.fetch_add(1, Ordering::Relaxed);
        }
        if read.ended && !was_here && !read.joined && phase == Phase::Gathering {
            bail!(
                "a connection ended before it had joined: {}",
                self.outcome.complaint.as_deref().unwrap_or("no reason")
            );
        }
        self.outcome.closed += u64::from(read.ended && was_here);
        Ok(())
    }
}
