//! One connection of the generator, and what it makes of what it hears.

use std::net::SocketAddr;

use memchr::memmem;

use super::{Outcome, Phase};
use crate::frame::{self, Frame, Side};
use crate::pipe::Pipe;
use crate::seed::Seat;
use crate::wire::{Heard, Mark, Wire};

/// One connection.
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

/// What all connections of a thread share while one of them reads.
pub(super) struct Ears<'a> {
    pub(super) wire: Wire,
    pub(super) phase: Phase,
    pub(super) now: u64,
    /// Microseconds at which the measured time began.
    pub(super) measured_from: u64,
    /// Members of the room of whoever reads: so many hear what is said there.
    pub(super) members: u64,
    /// Whether who sees their own message sends the next.
    pub(super) answers: bool,
    pub(super) outcome: &'a mut Outcome,
}

/// What reading led to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) joined: bool,
    pub(super) ended: bool,
}

impl Client {
    pub(super) fn new(stream: mio::net::TcpStream, wire: Wire, address: SocketAddr) -> Self {
        let mut pipe = Pipe::new(stream);
        pipe.out().extend_from_slice(wire.request(address).as_bytes());
        Self { pipe, state: State::Upgrading, last_seq: 0 }
    }

    pub(super) fn is_here(&self) -> bool {
        self.state == State::Here
    }

    /// Sends a message that is marked as of this moment.
    pub(super) fn say(&mut self, wire: Wire, seat: &Seat, mark: Mark) {
        put(self.pipe.out(), &wire.message(seat, mark));
    }

    /// Reads what is there and answers it.
    pub(super) fn read(&mut self, own: u64, seat: &Seat, scratch: &mut [u8], ears: &mut Ears<'_>) -> Read {
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
                if let Some(greeting) = ears.wire.greeting(seat) {
                    put(&mut out, &greeting);
                }
            }
            while let Some(found) = Frame::first_in(&bytes[used..]) {
                let payload = found.payload(&mut bytes[used..]);
                match found.opcode {
                    frame::TEXT => match ears.wire.hear(payload, seat) {
                        Heard::Joined => {
                            joined = *state != State::Here;
                            *state = State::Here;
                        }
                        Heard::Message { seq, mark } => {
                            ears.hear(seq, mark, last_seq);
                            if mark.sender == own && ears.answers {
                                let mark = Mark { sent_at: ears.now, sender: own };
                                put(&mut out, &ears.wire.message(seat, mark));
                                ears.sent();
                            }
                        }
                        Heard::Asked(answer) => put(&mut out, &answer),
                        Heard::Refused(why) => {
                            ears.outcome.refused += 1;
                            ears.outcome.waived += ears.members;
                            ears.outcome.complaint.get_or_insert(why);
                        }
                        Heard::Nothing => {}
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

impl Ears<'_> {
    fn hear(&mut self, seq: Option<u64>, mark: Mark, last_seq: &mut u64) {
        self.outcome.heard += 1;
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
            let second = usize::try_from((self.now - self.measured_from) / 1_000_000).unwrap_or(0);
            if second >= self.outcome.seconds.len() {
                self.outcome.seconds.resize(second + 1, Default::default());
            }
            self.outcome.seconds[second].add(delay);
        }
    }

    /// A message was sent.
    pub(super) fn sent(&mut self) {
        self.outcome.due += self.members;
        self.outcome.measured += u64::from(self.phase == Phase::Measuring);
    }
}

fn put(out: &mut Vec<u8>, text: &str) {
    frame::put(out, Side::Client, frame::TEXT, text.as_bytes());
}
