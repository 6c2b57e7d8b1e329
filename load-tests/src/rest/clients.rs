//! The load generator: connections that stay open, with a thread each. Threads that wait in a read cost less CPU than a
//! runtime, and the servers need the CPU.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use memchr::memmem;

use super::requests::{Shape, World};
use crate::histogram::Histogram;

/// How long a server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Parameters of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pub(super) connections: usize,
    /// Requests per second in total; None for as many as possible.
    pub(super) rate: Option<f64>,
    pub(super) warm_up: Duration,
    pub(super) time: Duration,
}

/// What a run has shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// Of answers within the measured time. At a rate, a delay counts from when its request was due.
    pub(super) delays: Histogram,
    /// Answers with another status than 200, and lost connections.
    pub(super) failed: u64,
    /// One of them.
    pub(super) complaint: Option<String>,
}

/// Asks until the time is over. Blocks.
pub(super) fn ask(address: SocketAddr, world: &World, shape: &Shape, load: &Load) -> Outcome {
    let (tickets, start) = (AtomicU64::new(0), Instant::now());
    let one = || Client { address, world, shape, load, start, tickets: &tickets }.run();
    let mut all = Outcome::default();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..load.connections).map(|_| scope.spawn(one)).collect();
        for outcome in threads.into_iter().filter_map(|thread| thread.join().ok()) {
            all.delays.merge(&outcome.delays);
            all.failed += outcome.failed;
            all.complaint = all.complaint.take().or(outcome.complaint);
        }
    });
    all
}

struct Client<'a> {
    address: SocketAddr,
    world: &'a World,
    shape: &'a Shape,
    load: &'a Load,
    start: Instant,
    tickets: &'a AtomicU64,
}

impl Client<'_> {
    fn run(&self) -> Outcome {
        let mut outcome = Outcome::default();
        while !self.is_over() {
            if let Err(error) = self.ask_until_error(&mut outcome) {
                outcome.failed += 1;
                outcome.complaint.get_or_insert(error.to_string());
                // A server that has ended refuses at once.
                pause(Duration::from_millis(10));
            }
        }
        outcome
    }

    fn is_over(&self) -> bool {
        self.start.elapsed() >= self.load.warm_up + self.load.time
    }

    fn ask_until_error(&self, outcome: &mut Outcome) -> Result<()> {
        let (mut connection, mut request) = (Connection::open(self.address)?, Vec::new());
        while !self.is_over() {
            let due = self.wait_for_turn();
            // Its turn would come after the end.
            if due >= self.start + self.load.warm_up + self.load.time {
                break;
            }
            self.world.write_next(&mut request, self.address, self.shape);
            let (status, body) = connection.ask(&request)?;
            if status != 200 {
                outcome.failed += 1;
                let complaint = || format!("status {status}: {}", String::from_utf8_lossy(body));
                outcome.complaint.get_or_insert_with(complaint);
            }
            if due >= self.start + self.load.warm_up {
                outcome.delays.add(u64::try_from(due.elapsed().as_micros()).unwrap_or(u64::MAX));
            }
        }
        Ok(())
    }

    /// Returns when the next request is due, at that time or later.
    fn wait_for_turn(&self) -> Instant {
        let Some(rate) = self.load.rate else { return Instant::now() };
        let number = self.tickets.fetch_add(1, Relaxed);
        let due = self.start + Duration::from_secs_f64(number as f64 / rate);
        pause(due.saturating_duration_since(Instant::now()));
        due
    }
}

#[expect(clippy::disallowed_methods, reason = "the thread is the client's own")]
fn pause(time: Duration) {
    thread::sleep(time);
}

/// A connection that stays open.
pub(super) struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Connection {
    pub(super) fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { stream, received: Vec::new() })
    }

    /// Returns status and body of the answer.
    pub(super) fn ask(&mut self, request: &[u8]) -> Result<(u16, &[u8])> {
        self.stream.write_all(request)?;
        self.received.clear();
        let head = loop {
            self.receive()?;
            if let Some(end) = memmem::find(&self.received, b"\r\n\r\n") {
                break end + 4;
            }
        };
        let (status, length) = status_and_length(&self.received[..head])?;
        while self.received.len() < head + length {
            self.receive()?;
        }
        Ok((status, &self.received[head..]))
    }

    fn receive(&mut self) -> Result<()> {
        let mut scratch = [0; 32 * 1024];
        match self.stream.read(&mut scratch)? {
            0 => Err(Error::new(ErrorKind::UnexpectedEof, "the server closed the connection")),
            count => {
                self.received.extend_from_slice(&scratch[..count]);
                Ok(())
            }
        }
    }
}

fn status_and_length(head: &[u8]) -> Result<(u16, usize)> {
    let wrong = |what: &str| Error::new(ErrorKind::InvalidData, format!("an answer without {what}"));
    let head = std::str::from_utf8(head).map_err(|_| wrong("a readable head"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| wrong("a status"))?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    Ok((status, length.ok_or_else(|| wrong("a length"))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_needs_status_and_length() {
        let read = |head: &str| status_and_length(head.as_bytes()).ok();
        assert_eq!(read("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n"), Some((200, 12)));
        assert_eq!(read("HTTP/1.1 404 Not Found\r\nx: y\r\ncontent-length:0\r\n\r\n"), Some((404, 0)));
        assert_eq!(read("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"), None);
        assert_eq!(read("nonsense\r\n\r\n"), None);
    }
}
