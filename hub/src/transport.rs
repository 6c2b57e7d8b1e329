//! Runs one connection: reading, heartbeat, blocked writes and closing.
//!
//! Reading and writing are separate futures that end each other. In a single loop a blocked write would stop the heartbeat
//! that is meant to detect it.

use std::net::Shutdown;
use std::sync::Arc;
use std::time::Duration;

use ::web::{Bucket, OpenSocket};
use actix_ws::CloseCode;
use chrono::{DateTime, TimeDelta, Utc};
use socket2::SockRef;
use tokio::time::{Instant, interval_at, sleep_until, timeout};

use crate::connection::Connection;
use crate::connection_handle::ConnectionHandle;
use crate::frame::Frame;
use crate::frame_reader::{FrameReader, Received, discard_input};
use crate::hub::{CLOSE_TIMEOUT, Hub};
use crate::protocol::close;

/// The close timeout of a slow reader. It takes a while to reach the close code, and holds nothing but a connection.
const SLOW_READER_CLOSE_TIMEOUT: Duration = Duration::from_secs(30);

/// Pings that may stay unanswered.
const MAX_UNANSWERED_PINGS: u32 = 2;

/// Bytes of the kernel's send buffer (the kernel doubles the number for its own overhead). Its default grows to megabytes for
/// a peer that reads nothing, outside of the limits of the send queue.
const SEND_BUFFER_BYTES: usize = 128 * 1024;

/// Runs a connection to its end.
pub(crate) async fn run(hub: Arc<Hub>, socket: OpenSocket) {
    let OpenSocket { stream, read, permit } = socket;
    // The size is an optimisation; the connection works without it.
    let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER_BYTES);
    let handle = Arc::new(ConnectionHandle::new(hub.registry.next_id(), stream, hub.limits.queue));
    let connection = Connection::new(hub.clone(), handle.clone(), permit);
    let reader = FrameReader::new(&handle.queue.stream, read, hub.limits.frame_bytes.max(hub.limits.first_frame_bytes));
    let reading = async {
        let code = read_messages(&hub, &handle, reader, connection).await;
        handle.queue.close(code);
    };
    tokio::join!(reading, maintain(&hub, &handle));
}

/// Processes messages until either side ends the connection; returns the close code.
async fn read_messages(
    hub: &Hub,
    handle: &ConnectionHandle,
    mut reader: FrameReader<'_>,
    mut connection: Connection,
) -> u16 {
    let limits = &hub.limits;
    let idle_timeout = limits.ping_interval * MAX_UNANSWERED_PINGS + limits.ping_interval / 5;
    let mut now = Instant::now();
    let mut last_received = now;
    let mut control_frames = Bucket::full(limits.control_frames, now.into_std());
    let closed = handle.queue.closed();
    tokio::pin!(closed);
    let code = loop {
        let is_authenticated = connection.is_authenticated();
        let max_bytes = if is_authenticated { limits.frame_bytes } else { limits.first_frame_bytes };
        let idle_at = last_received + idle_timeout;
        let timer = connection.next_timer().map_or(idle_at, |at| at.min(idle_at));
        let received = tokio::select! {
            biased;
            code = &mut closed => break code,
            received = reader.next(max_bytes) => received,
            () = sleep_until(timer) => Ok(Received::Nothing),
        };
        now = Instant::now();
        let is_counted = match &received {
            Ok(Received::Text(_) | Received::Binary) => !is_authenticated,
            Ok(Received::Ping(_) | Received::Pong) => true,
            Ok(Received::Nothing | Received::Close) | Err(_) => false,
        };
        if is_counted && control_frames.take(now.into_std()).is_err() {
            break close::FLOOD;
        }
        if !matches!(received, Ok(Received::Nothing)) {
            last_received = now;
        }
        match received {
            // On the heap: the state of the queries is larger than the rest of an idle connection.
            Ok(Received::Text(text)) => Box::pin(connection.on_text(&text)).await,
            Ok(Received::Binary) => connection.send_bad_frame(),
            Ok(Received::Ping(payload)) => handle.queue.send_ephemeral(Frame::pong(&payload)),
            Ok(Received::Pong) => {}
            Ok(Received::Close) => break u16::from(CloseCode::Normal),
            Ok(Received::Nothing) if idle_at <= now => {
                // A large message on a slow line arrives for minutes.
                if !reader.has_progressed() {
                    break close::GONE;
                }
                last_received = now;
            }
            Ok(Received::Nothing) => {}
            Err(code) => break code,
        }
        // Not only after the sleep: the frames of a peer that never pauses come first.
        if connection.next_timer().is_some_and(|at| at <= now) {
            Box::pin(connection.on_timer()).await;
        }
    };
    let silent_since = (code == close::GONE).then(|| silent_since(hub, last_received));
    Box::pin(connection.end(silent_since)).await;
    code
}

/// Converts the time of the last received message to the store's clock.
fn silent_since(hub: &Hub, last_received: Instant) -> DateTime<Utc> {
    hub.store.clock.now() - TimeDelta::from_std(last_received.elapsed()).unwrap_or(TimeDelta::zero())
}

/// Pings the peer, writes what was blocked, and closes the connection.
async fn maintain(hub: &Hub, handle: &ConnectionHandle) {
    let queue = &handle.queue;
    let mut pings = interval_at(Instant::now() + hub.limits.ping_interval, hub.limits.ping_interval);
    let code = loop {
        tokio::select! {
            () = queue.wait_until_blocked() => {
                if let Some(code) = Box::pin(queue.write_blocked(hub.limits.write_timeout)).await {
                    break code;
                }
            }
            // A peer that is too slow for a ping is detected by its blocked frames.
            _ = pings.tick() => queue.send_ephemeral(Frame::ping()),
        }
    };
    Box::pin(close_stream(handle, code)).await;
}

/// Sends the queued frames and the close frame within the close timeout. A slow reader gets only the close frame.
async fn close_stream(handle: &ConnectionHandle, code: u16) {
    let (queue, stream) = (&handle.queue, &handle.queue.stream);
    let is_slow = code == close::TOO_SLOW;
    let close_timeout = if is_slow { SLOW_READER_CLOSE_TIMEOUT } else { CLOSE_TIMEOUT };
    // If the peer does not take the close frame, the connection is dropped without it.
    if let Ok(Ok(())) = timeout(close_timeout, queue.send_last(Frame::close(code), is_slow)).await
        && SockRef::from(stream).shutdown(Shutdown::Write).is_ok()
    {
        let _ = timeout(CLOSE_TIMEOUT, discard_input(stream)).await;
    }
}
