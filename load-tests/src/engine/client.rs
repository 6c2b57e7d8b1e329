//! A connection of the generator and the evaluation of its frames.

use std::net::SocketAddr;

use memchr::memmem;

use super::{Outcome, Phase};
use crate::frame::{self, Frame, Side};
use crate::pipe::Pipe;
use crate::protocol::{Mark, Protocol, Received};
use crate::seed::Seat;

/// A connection.
pub(super) struct Client {
    pub(super) pipe: Pipe,
    state: State,
    last_seq: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Upgrading,
    Joining,
    Here,
    Gone,
}

/// State that all connections of a thread share while reading.
pub(super) struct ReadContext<'a> {
    pub(super) protocol: Protocol,
    pub(super) phase: Phase,
    pub(super) now: u64,
    /// Start of the measurement in microseconds.
    pub(super) measured_from: u64,
    /// Members of the reader's room, each of which receives a message.
    pub(super) members: u64,
    /// Whether a client sends the next message on receiving its own.
    pub(super) answers: bool,
    pub(super) outcome: &'a mut Outcome,
}

/// Result of reading.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) joined: bool,
    pub(super) ended: bool,
}

impl Client {
    pub(super) fn new(stream: mio::net::TcpStream, protocol: Protocol, address: SocketAddr) -> Self {
        let mut pipe = Pipe::new(stream);
        pipe.out().extend_from_slice(protocol.request(address).as_bytes());
        Self { pipe, state: State::Upgrading, last_seq: 0 }
    }

    pub(super) fn is_here(&self) -> bool {
        self.state == State::Here
    }

    /// Sends a message with the current time as its mark.
    pub(super) fn say(&mut self, protocol: Protocol, seat: &Seat, mark: Mark) {
        put(self.pipe.out(), &protocol.message(seat, mark));
    }

    /// Reads and processes the available frames.
    pub(super) fn read(&mut self, own: u64, seat: &Seat, scratch: &mut [u8], ears: &mut ReadContext<'_>) -> Read {
        let Self { pipe, state, last_seq } = self;
        let (mut out, mut joined) = (Vec::new(), false);
        let open = pipe.read(scratch, |bytes| {
            let mut used = 0;
            if *state == State::Upgrading {
                let Some(end) = memmem::find(bytes, b"\r\n\r\n") else { return 0 };
                used = end + 4;
                *state = State::Joining;
                if !bytes.starts_with(b"HTTP/1.1 101") {
                    *state = State::Gone;
                    ears.outcome.complaint.get_or_insert(String::from_utf8_lossy(bytes).into_owned());
                }
                if let Some(greeting) = ears.protocol.greeting(seat) {
                    put(&mut out, &greeting);
                }
            }
            while let Some(found) = Frame::first_in(&bytes[used..]) {
                let payload = found.payload(&mut bytes[used..]);
                match found.opcode {
                    frame::TEXT => match ears.protocol.receive(payload, seat) {
                        Received::Joined => {
                            joined = *state != State::Here;
                            *state = State::Here;
                        }
                        Received::Message { seq, mark } => {
                            ears.receive(seq, mark, last_seq);
                            if mark.sender == own && ears.answers {
                                let mark = Mark { sent_at: ears.now, sender: own };
                                put(&mut out, &ears.protocol.message(seat, mark));
                                ears.sent();
                            }
                        }
                        Received::Asked(answer) => put(&mut out, &answer),
                        Received::Refused(why) => {
                            ears.outcome.refused += 1;
                            ears.outcome.waived += ears.members;
                            ears.outcome.complaint.get_or_insert(why);
                        }
                        Received::Nothing => {}
                    },
                    frame::PING => frame::put(&mut out, Side::Client, frame::PONG, payload),
                    frame::CLOSE => *state = State::Gone,
                    _ => {}
                }
                used += found.end;
            }
            used
        });
        pipe.out().extend_from_slice(&out);
        let failed = !open.unwrap_or(false) || *state == State::Gone || pipe.flush().is_err();
        if failed {
            *state = State::Gone;
        }
        Read { joined, ended: failed }
    }
}

impl ReadContext<'_> {
    fn receive(&mut self, seq: Option<u64>, mark: Mark, last_seq: &mut u64) {
        self.outcome.received += 1;
        if let Some(seq) = seq {
            match *last_seq {
                0 => {}
                last if seq == last + 1 => {}
                last if seq == last => self.outcome.doubled += 1,
                _ => self.outcome.out_of_order += 1,
            }
            *last_seq = seq.max(*last_seq);
        }
        if self.phase == Phase::Measuring && mark.sent_at >= self.measured_from {
            let delay = self.now.saturating_sub(mark.sent_at);
            self.outcome.delays.add(delay);
            let tenth = usize::try_from((self.now - self.measured_from) / 100_000).unwrap_or(0);
            if tenth >= self.outcome.tenths.len() {
                self.outcome.tenths.resize(tenth + 1, Default::default());
            }
            self.outcome.tenths[tenth].add(delay);
        }
    }

    /// Counts a sent message.
    pub(super) fn sent(&mut self) {
        self.outcome.due += self.members;
        self.outcome.measured += u64::from(self.phase == Phase::Measuring);
    }
}

fn put(out: &mut Vec<u8>, text: &str) {
    frame::put(out, Side::Client, frame::TEXT, text.as_bytes());
}
