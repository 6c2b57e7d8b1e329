//! The state of one node: its connections, rooms and services.
//!
//! Services do not know the hub; they take the store and other services as arguments. Background tasks and commands combine
//! several services and take the hub.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use background::Runner;
use store::{ChannelId, Store};
use tokio_util::task::TaskTracker;

use crate::assistant::AssistantService;
use crate::calls::CallService;
use crate::channel_kind_cache::ChannelKindCache;
use crate::chat_access_cache::ChatAccessCache;
use crate::gifs::GifService;
use crate::helplines::Helplines;
use crate::http::RequestLimits;
use crate::limits::Limits;
use crate::offline_notifications;
use crate::previews::PreviewService;
use crate::programme_cache::ProgrammeCache;
use crate::protocol::close;
use crate::registry::Registry;
use crate::rooms::Rooms;
use crate::upload_service::UploadService;

/// How long a closing connection may take to send its last frames, and the peer to receive them.
pub(crate) const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The hub of this process.
#[derive(Debug)]
pub struct Hub {
    pub(crate) store: Arc<Store>,
    pub(crate) limits: Limits,
    pub(crate) registry: Registry,
    pub(crate) rooms: Rooms,
    pub(crate) offline_notifications: offline_notifications::Pending,
    pub(crate) programmes: ProgrammeCache,
    pub(crate) channel_kinds: ChannelKindCache,
    pub(crate) chat_access: ChatAccessCache,
    pub(crate) helplines: Helplines,
    pub(crate) uploads: UploadService,
    pub(crate) previews: PreviewService,
    /// None without a provider.
    pub(crate) gifs: Option<GifService>,
    /// Set by [`Hub::start_assistant`].
    pub(crate) assistant: OnceLock<AssistantService>,
    pub(crate) calls: CallService,
    pub(crate) request_limits: RequestLimits,
    /// Whether maintenance mode is on.
    pub(crate) maintenance: AtomicBool,
    /// The tasks of all connections, authenticated or not.
    pub(crate) connections: TaskTracker,
    pub(crate) jobs: Runner,
}

impl Hub {
    /// Refuses new connections and closes the open ones, spread over `spread`; their clients reconnect to another node.
    pub async fn drain(&self, spread: Duration) {
        self.registry.start_draining();
        let connections = self.registry.connections();
        let pause = spread / u32::try_from(connections.len().max(1)).unwrap_or(u32::MAX);
        for (index, connection) in connections.into_iter().enumerate() {
            if index > 0 {
                tokio::time::sleep(pause).await;
            }
            connection.queue.close(close::RESTART);
        }
        self.connections.close();
        // Unauthenticated connections stay open and are dropped with the process.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, self.connections.wait()).await;
    }

    /// Returns whether the hub is draining.
    pub fn is_draining(&self) -> bool {
        self.registry.is_draining()
    }

    pub(crate) fn is_under_maintenance(&self) -> bool {
        self.maintenance.load(Ordering::Relaxed)
    }

    /// Queues the questions of a channel for the assistant.
    pub(crate) fn ask_assistant(&self, channel: ChannelId) {
        if let Some(assistant) = self.assistant.get() {
            assistant.enqueue(channel);
        }
    }
}
