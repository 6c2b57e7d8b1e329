//! The only file that writes to a socket: frames in, frames out, heartbeat, and the end.
//!
//! Reading and writing are two halves that end each other. In one loop, a write to a peer that does not read would stop
//! the heartbeat that should find out about it.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSlice};
use std::net::Shutdown;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::web::BytesMut;
use actix_ws::CloseCode;
use socket2::SockRef;
use tokio::time::{Instant, interval_at, sleep_until, timeout};

use crate::Hub;
use crate::absent::silent_since;
use crate::frame::Frame;
use crate::inlet::{Inlet, Whole, exhaust};
use crate::outlet::Outlet;
use crate::protocol::close;
use crate::session::Conversation;

/// How long the last frames and the close frame may take, and the peer to take them.
pub(crate) const FAREWELL: Duration = Duration::from_secs(1);

/// The same for who reads slowly: to learn why takes them a while, and holds nothing but a connection.
const SLOW_FAREWELL: Duration = Duration::from_secs(30);

/// Pings that may stay without an answer.
const SILENT_PINGS: u32 = 2;

/// Frames that one system call takes.
const SLICES: usize = 64;

/// Runs a socket to its end. `read` is what came of it already.
pub(crate) async fn run(hub: Arc<Hub>, stream: TcpStream, read: BytesMut) {
    let outlet = Arc::new(Outlet::new(hub.registry.next_id(), hub.limits.queue));
    let reader = async {
        let code = hear(&hub, &outlet, &stream, read).await;
        outlet.end(code);
    };
    tokio::join!(reader, write(&hub, &outlet, &stream));
}

/// Reads until the socket ends, from either side, and says with which code.
async fn hear(hub: &Arc<Hub>, outlet: &Arc<Outlet>, stream: &TcpStream, read: BytesMut) -> u16 {
    let limits = &hub.limits;
    let mut inlet = Inlet::new(stream, read, limits.frame_bytes.max(limits.first_frame_bytes));
    let mut conversation = Conversation::new(hub.clone(), outlet.clone());
    let silence = limits.ping_interval * SILENT_PINGS + limits.ping_interval / 5;
    let mut heard_at = Instant::now();
    let ended = outlet.ended();
    tokio::pin!(ended);
    let code = loop {
        let most = if conversation.is_trusted() { limits.frame_bytes } else { limits.first_frame_bytes };
        let wake_at = conversation.wakes_at().map_or(heard_at + silence, |at| at.min(heard_at + silence));
        let message = tokio::select! {
            biased;
            code = &mut ended => break code,
            message = inlet.next(most) => message,
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
            // On the heap: the state of its queries is larger than all the rest of an idle socket.
            Ok(Whole::Text(text)) => Box::pin(conversation.hear(&text)).await,
            Ok(Whole::Binary) => conversation.not_understood(),
            Ok(Whole::Ping(payload)) => outlet.beat(Frame::pong(&payload)),
            Ok(Whole::Pong) => {}
            Ok(Whole::Close) => break u16::from(CloseCode::Normal),
            Err(code) => break code,
        }
    };
    let silent_since = (code == close::GONE).then(|| silent_since(hub, heard_at.elapsed()));
    Box::pin(conversation.end(silent_since)).await;
    code
}

/// Writes what waits, until the socket ends.
async fn write(hub: &Hub, outlet: &Outlet, stream: &TcpStream) {
    let mut pings = interval_at(Instant::now() + hub.limits.ping_interval, hub.limits.ping_interval);
    loop {
        let (frames, ending) = tokio::select! {
            taken = outlet.take() => taken,
            _ = pings.tick() => {
                outlet.beat(Frame::ping());
                continue;
            }
        };
        let mut unsent = Unsent { frames, written: 0 };
        let code = match ending {
            Some(code) => code,
            None => tokio::select! {
                biased;
                flushed = unsent.flush(stream, Some(outlet), hub.limits.write_timeout) => match flushed {
                    Ok(()) => continue,
                    Err(code) => {
                        outlet.end(code);
                        code
                    }
                },
                code = outlet.ended() => code,
            },
        };
        return Box::pin(part(unsent, outlet, stream, code)).await;
    }
}

/// Sends what still waits (the reason, perhaps) and says goodbye, but does not wait long for it. A slow reader gets
/// nothing more but the time to learn why.
async fn part(mut unsent: Unsent, outlet: &Outlet, stream: &TcpStream, code: u16) {
    let patience = if code == close::TOO_SLOW {
        unsent.frames.truncate(usize::from(unsent.written > 0));
        SLOW_FAREWELL
    } else {
        unsent.frames.extend(outlet.take().await.0);
        FAREWELL
    };
    unsent.frames.push_back(Frame::close(code));
    // Whoever is gone or does not read learns nothing; the connection is dropped either way.
    if let Ok(Ok(())) = timeout(patience, unsent.flush(stream, None, patience)).await
        && SockRef::from(stream).shutdown(Shutdown::Write).is_ok()
    {
        let _ = timeout(FAREWELL, exhaust(stream)).await;
    }
}

/// Frames on their way out.
struct Unsent {
    frames: VecDeque<Frame>,
    /// Bytes of the first one that are out already.
    written: usize,
}

impl Unsent {
    /// Writes all of them and tells the outlet what is out, or says with which code the socket ends: it took nothing for
    /// `patience`, or is gone. May be dropped while it waits.
    async fn flush(&mut self, stream: &TcpStream, outlet: Option<&Outlet>, patience: Duration) -> Result<(), u16> {
        while !self.frames.is_empty() {
            match self.write_some(stream) {
                Ok(bytes) => {
                    let frames = self.advance(bytes);
                    if let Some(outlet) = outlet {
                        outlet.written(frames, bytes);
                    }
                }
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    let writable = timeout(patience, stream.writable()).await;
                    writable.map_err(|_| close::TOO_SLOW)?.map_err(|_| close::GONE)?;
                }
                Err(_) => return Err(close::GONE),
            }
        }
        Ok(())
    }

    fn write_some(&self, stream: &TcpStream) -> io::Result<usize> {
        if let [only] = self.frames.as_slices().0
            && self.frames.len() == 1
        {
            return stream.try_write(&only.bytes()[self.written..]);
        }
        let mut slices = [IoSlice::new(&[]); SLICES];
        let mut count = 0;
        for (slice, frame) in slices.iter_mut().zip(&self.frames) {
            let skip = if count == 0 { self.written } else { 0 };
            *slice = IoSlice::new(&frame.bytes()[skip..]);
            count += 1;
        }
        stream.try_write_vectored(&slices[..count])
    }

    /// So many bytes more are out. Says how many frames that ended.
    fn advance(&mut self, bytes: usize) -> usize {
        self.written += bytes;
        let mut ended = 0;
        while let Some(first) = self.frames.front()
            && self.written >= first.len()
        {
            self.written -= first.len();
            self.frames.pop_front();
            ended += 1;
        }
        ended
    }
}
