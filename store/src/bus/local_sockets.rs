//! Events of commands reach the servers of this machine over Unix domain sockets.
//!
//! Each server listens at a socket of its own in one folder. A command sends each batch of events to all of them, over a
//! connection per batch. The folder and the sockets belong to the user of the server, and only this user and root may send.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Semaphore, broadcast};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::envelope::{Envelope, decode};
use super::sender::{self, BusSender, Outgoing, Queued};
use super::{BusMessage, Event};

/// The ending of the sockets of servers.
const ENDING: &str = "socket";

/// Bytes of a batch. The listeners read the database instead of a larger one.
const MAX_BYTES: u64 = 4 << 20;

/// Connections that are read at once; others wait.
const CONNECTIONS: usize = 16;

/// How long a connection may take, on either side.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The pause after a failed accept, such as without free file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_secs(1);

/// The socket of a server. Dropping it stops receiving and removes the file.
#[derive(Debug)]
pub struct ServedSocket {
    path: PathBuf,
    task: JoinHandle<()>,
}

impl Drop for ServedSocket {
    fn drop(&mut self) {
        self.task.abort();
        let _ = fs::remove_file(&self.path);
    }
}

/// Starts to receive events at a new socket in the folder, and removes the sockets of servers that were killed.
pub(super) fn serve(folder: &Path, signals: broadcast::Sender<BusMessage>) -> io::Result<ServedSocket> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    sockets(folder).iter().filter(|path| is_dead(path)).for_each(|path| drop(fs::remove_file(path)));
    let path = folder.join(format!("{:08x}", rand::random::<u32>()));
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, Permissions::from_mode(0o600))?;
    let owner = fs::metadata(&path)?.uid();
    // Commands and other servers find it from here on, when it listens.
    let served = path.with_extension(ENDING);
    fs::rename(&path, &served)?;
    Ok(ServedSocket { path: served, task: tokio::spawn(accept(listener, owner, signals)) })
}

/// Starts the task that sends the events of this process to the sockets in the folder.
pub(super) fn start(folder: PathBuf) -> BusSender {
    let (handle, outgoing) = sender::channel("in-process");
    tokio::spawn(send_all(folder, outgoing));
    handle
}

fn sockets(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect()
}

fn is_dead(path: &Path) -> bool {
    let connected = std::os::unix::net::UnixStream::connect(path);
    connected.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}

async fn accept(listener: UnixListener, owner: u32, signals: broadcast::Sender<BusMessage>) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        // Never closed.
        let Ok(permit) = permits.clone().acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "events of commands arrive late");
                sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        let signals = signals.clone();
        tokio::spawn(async move {
            // No listeners is no failure.
            if let Some(signal) = receive(stream, owner).await {
                let _ = signals.send(signal);
            }
            drop(permit);
        });
    }
}

/// Reads the batch of one connection. None without one, and for other users, who reach a socket only in a folder that was opened
/// to them.
async fn receive(stream: UnixStream, owner: u32) -> Option<BusMessage> {
    let sender = stream.peer_cred().ok()?.uid();
    if sender != owner && sender != 0 {
        tracing::warn!(sender, "another user of this machine sent events: ignored");
        return None;
    }
    let mut bytes = Vec::new();
    match timeout(TIMEOUT, stream.take(MAX_BYTES).read_to_end(&mut bytes)).await {
        Ok(Ok(0)) => None,
        Ok(Ok(_)) => Some(decode(&bytes)),
        Ok(Err(_)) | Err(_) => Some(BusMessage::Lost),
    }
}

async fn send_all(folder: PathBuf, mut outgoing: Outgoing) {
    while let Some(queued) = outgoing.queue.recv().await {
        let (events, flush) = match queued {
            Queued::Events(events) => (events, None),
            Queued::Flush(sent) => (Arc::default(), Some(sent)),
        };
        let lost = outgoing.lost.swap(false, Ordering::Relaxed);
        if lost || !events.is_empty() {
            send(&folder, &Envelope { node: 0, lost, events: events.iter().collect() }).await;
        }
        if let Some(sent) = flush {
            let _ = sent.send(());
        }
    }
}

/// Sends a batch to all servers, each for [`TIMEOUT`] at most. A server that does not take it reads the database later.
async fn send(folder: &Path, envelope: &Envelope<&Event>) {
    let Ok(text) = envelope.text() else { return };
    for path in sockets(folder) {
        let sent = timeout(TIMEOUT, async {
            let mut stream = UnixStream::connect(&path).await?;
            stream.write_all(&text).await?;
            stream.shutdown().await
        });
        if !matches!(sent.await, Ok(Ok(()))) {
            tracing::debug!(socket = %path.display(), "no server takes events at this socket");
        }
    }
}
