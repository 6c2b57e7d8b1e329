//! The life of a socket: what comes in, the heartbeat, a peer that takes nothing, and the end.
//!
//! Reading and writing are two halves that end each other. In one loop, a write to a peer that does not read would stop
//! the heartbeat that should find out about it.

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

/// What the kernel keeps for a peer at most (it doubles this for its own books). Left to itself it lends megabytes to one that
/// reads nothing, where no limit of ours counts them.
const SEND_BUFFER: usize = 128 * 1024;

/// Runs a socket to its end. `read` is what came of it already.
pub(crate) async fn run(hub: Arc<Hub>, stream: TcpStream, read: BytesMut) {
    // A kernel that knows better is no reason to refuse somebody.
    let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    let outlet = Arc::new(Outlet::new(hub.registry.next_id(), stream, hub.limits.queue));
    let reader = async {
        let code = hear(&hub, &outlet, read).await;
        outlet.end(code);
    };
    tokio::join!(reader, look_after(&hub, &outlet));
}

/// Reads until the socket ends, from either side, and says with which code.
async fn hear(hub: &Arc<Hub>, outlet: &Arc<Outlet>, read: BytesMut) -> u16 {
    let limits = &hub.limits;
    let mut inlet = Inlet::new(&outlet.stream, read, limits.frame_bytes.max(limits.first_frame_bytes));
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
            Ok(Whole::Ping(payload)) => outlet.send_fleeting(Frame::pong(&payload)),
            Ok(Whole::Pong) => {}
            Ok(Whole::Close) => break u16::from(CloseCode::Normal),
            Err(code) => break code,
        }
    };
    let silent_since = (code == close::GONE).then(|| silent_since(hub, heard_at.elapsed()));
    Box::pin(conversation.end(silent_since)).await;
    code
}

/// Asks the peer now and then whether it is there, writes what others could not, and says goodbye.
async fn look_after(hub: &Hub, outlet: &Outlet) {
    let mut pings = interval_at(Instant::now() + hub.limits.ping_interval, hub.limits.ping_interval);
    let code = loop {
        tokio::select! {
            () = outlet.is_stuck() => {
                if let Some(code) = Box::pin(outlet.wait_and_write(hub.limits.write_timeout)).await {
                    break code;
                }
            }
            // Frames find out about a peer that is too slow for a ping.
            _ = pings.tick() => outlet.send_fleeting(Frame::ping()),
        }
    };
    Box::pin(part(outlet, code)).await;
}

/// Sends what still waits (the reason, perhaps) and says goodbye, but does not wait long for it. A slow reader gets
/// nothing more but the time to learn why.
async fn part(outlet: &Outlet, code: u16) {
    let is_slow = code == close::TOO_SLOW;
    let patience = if is_slow { SLOW_FAREWELL } else { FAREWELL };
    // Whoever is gone or does not read learns nothing; the connection is dropped either way.
    if let Ok(Ok(())) = timeout(patience, outlet.say_last(Frame::close(code), is_slow)).await
        && SockRef::from(&outlet.stream).shutdown(Shutdown::Write).is_ok()
    {
        let _ = timeout(FAREWELL, exhaust(&outlet.stream)).await;
    }
}
