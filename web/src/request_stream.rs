//! The connection of HTTP requests. It ends for the server when the client takes too long to send a request.
//!
//! The HTTP library limits the time for the first header and for idle connections, but not for bodies, discarded bodies and
//! later headers.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::ConnectionPermit;

/// Every so many bytes give a request another second: a file on a slow line arrives, a byte now and then does not.
const BYTES_PER_SECOND: u64 = 4096;

/// A TCP stream with a deadline for the request that the server reads from it.
#[derive(Debug)]
pub(crate) struct RequestStream {
    stream: TcpStream,
    permit: Option<ConnectionPermit>,
    timeout: Duration,
    /// When the server last wrote, or the start: what arrives since belongs to one request.
    since: Instant,
    /// Bytes since then.
    received: u64,
    /// May wake too early: it is set again instead of on each read.
    timer: Option<Pin<Box<Sleep>>>,
    has_ended: bool,
}

impl RequestStream {
    /// A request gets `timeout`, and longer if it is large.
    pub(crate) fn new(stream: TcpStream, permit: Option<ConnectionPermit>, timeout: Duration) -> Self {
        Self { stream, permit, timeout, since: Instant::now(), received: 0, timer: None, has_ended: false }
    }

    /// Returns the stream without a deadline.
    pub(crate) fn into_parts(self) -> (TcpStream, Option<ConnectionPermit>) {
        (self.stream, self.permit)
    }

    /// Waits for the deadline, then reads as if the client had closed its half: the handler ends with an incomplete body,
    /// and a response that is being made is still sent.
    fn poll_deadline(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let deadline = self.since + self.timeout + Duration::from_secs(self.received / BYTES_PER_SECOND);
            let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
            ready!(timer.as_mut().poll(context));
            if deadline <= Instant::now() {
                self.has_ended = true;
                return Poll::Ready(Ok(()));
            }
            timer.as_mut().reset(deadline);
        }
    }
}

impl AsyncRead for RequestStream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.has_ended {
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        match Pin::new(&mut this.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                this.received += (buffer.filled().len() - before) as u64;
                Poll::Ready(read)
            }
            Poll::Pending => this.poll_deadline(context),
        }
    }
}

impl AsyncWrite for RequestStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = ready!(Pin::new(&mut this.stream).poll_write(context, bytes));
        (this.since, this.received) = (Instant::now(), 0);
        Poll::Ready(written)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
