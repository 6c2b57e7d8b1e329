//! Baseline server: no storage, no parsing, one write per connection and wake-up. A single thread with an epoll instance; the
//! first frame of a connection names its room, each further frame is sent to the whole room.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::net::SocketAddr;

use memchr::memmem;
use mio::net::TcpListener;
use mio::{Events, Interest, Poll, Token};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::frame::{self, Frame, Side};
use crate::pipe::Pipe;

const LISTENER: Token = Token(usize::MAX);

/// Queue limit per reader; exceeding it closes the connection, as in other servers.
const QUEUE_LIMIT: usize = 8 * 1024 * 1024;

struct Client {
    pipe: Pipe,
    upgraded: bool,
    room: Option<usize>,
    /// Whether bytes were queued since the last wake-up.
    dirty: bool,
}

struct Floor {
    guests: Vec<Option<Client>>,
    rooms: Vec<Vec<usize>>,
    names: HashMap<Vec<u8>, usize>,
    dirty: Vec<usize>,
}

/// Serves until killed.
pub(crate) fn run(listen: SocketAddr) -> anyhow::Result<()> {
    let mut listener = TcpListener::bind(listen)?;
    let mut poll = Poll::new()?;
    poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
    #[expect(clippy::print_stdout, reason = "who started it waits for this line")]
    {
        println!("listening on http://{}", listener.local_addr()?);
    }
    let mut events = Events::with_capacity(1024);
    let mut scratch = vec![0; 256 * 1024];
    let mut floor = Floor { guests: Vec::new(), rooms: Vec::new(), names: HashMap::new(), dirty: Vec::new() };
    loop {
        match poll.poll(&mut events, None) {
            Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error.into()),
            _ => {}
        }
        for event in &events {
            match event.token() {
                LISTENER => floor.accept_client(&listener, &poll)?,
                Token(index) => floor.receive(index, &mut scratch),
            }
        }
        floor.flush();
    }
}

impl Floor {
    fn accept_client(&mut self, listener: &TcpListener, poll: &Poll) -> std::io::Result<()> {
        loop {
            match listener.accept() {
                Ok((mut stream, _)) => {
                    stream.set_nodelay(true)?;
                    let interest = Interest::READABLE | Interest::WRITABLE;
                    poll.registry().register(&mut stream, Token(self.guests.len()), interest)?;
                    let pipe = Pipe::new(stream);
                    self.guests.push(Some(Client { pipe, upgraded: false, room: None, dirty: false }));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn receive(&mut self, index: usize, scratch: &mut [u8]) {
        let Some(guest) = self.guests.get_mut(index).and_then(Option::as_mut) else { return };
        let Client { pipe, upgraded, room, .. } = guest;
        let (mut answer, mut said, mut name) = (Vec::new(), Vec::new(), None);
        let open = pipe.read(scratch, |bytes| {
            let mut used = 0;
            if !*upgraded {
                let Some(end) = memmem::find(bytes, b"\r\n\r\n") else { return 0 };
                answer.extend_from_slice(accept(&bytes[..end]).as_bytes());
                (used, *upgraded) = (end + 4, true);
            }
            while let Some(found) = Frame::first_in(&bytes[used..]) {
                let payload = found.payload(&mut bytes[used..]);
                match found.opcode {
                    frame::TEXT if room.is_none() && name.is_none() => {
                        name = Some(payload.to_vec());
                        frame::put(&mut answer, Side::Server, frame::TEXT, b"joined");
                    }
                    frame::TEXT => frame::put(&mut said, Side::Server, frame::TEXT, payload),
                    frame::PING => frame::put(&mut answer, Side::Server, frame::PONG, payload),
                    _ => {}
                }
                used += found.end;
            }
            used
        });
        if let Some(name) = name {
            let next = self.names.len();
            let number = *self.names.entry(name).or_insert(next);
            *room = Some(number);
            self.rooms.resize(self.rooms.len().max(number + 1), Vec::new());
            self.rooms[number].push(index);
        }
        let room = *room;
        if matches!(open, Ok(true)) {
            self.give(index, &answer);
        } else {
            self.guests[index] = None;
        }
        if let (Some(room), false) = (room, said.is_empty()) {
            for member in std::mem::take(&mut self.rooms[room]) {
                if self.give(member, &said) {
                    self.rooms[room].push(member);
                }
            }
        }
        // Continues after a full socket buffer.
        self.mark(index);
    }

    /// Queues bytes until the end of the wake-up. Returns false for a closed connection.
    fn give(&mut self, index: usize, bytes: &[u8]) -> bool {
        let Some(guest) = self.guests[index].as_mut() else { return false };
        let waiting = guest.pipe.out();
        waiting.extend_from_slice(bytes);
        let is_too_slow = waiting.len() > QUEUE_LIMIT;
        if is_too_slow {
            self.guests[index] = None;
        }
        self.mark(index);
        !is_too_slow
    }

    fn mark(&mut self, index: usize) {
        if let Some(guest) = self.guests[index].as_mut()
            && !std::mem::replace(&mut guest.dirty, true)
        {
            self.dirty.push(index);
        }
    }

    fn flush(&mut self) {
        for index in std::mem::take(&mut self.dirty) {
            let Some(guest) = self.guests[index].as_mut() else { continue };
            guest.dirty = false;
            if guest.pipe.flush().is_err() {
                self.guests[index] = None;
            }
        }
    }
}

/// Response to the upgrade request.
fn accept(request: &[u8]) -> String {
    let text = String::from_utf8_lossy(request);
    let key = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("sec-websocket-key").then(|| value.trim().to_owned())
    });
    format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n",
        derive_accept_key(key.unwrap_or_default().as_bytes())
    )
}
