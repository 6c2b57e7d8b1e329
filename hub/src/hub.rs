//! One node: its services, connections, background tasks and background jobs.
//!
//! Services do not know the hub; each has the parts that it uses. Only routes and connections have the whole hub.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use background::Runner;
use chrono::{DateTime, Utc};
use egress::gifs::Gifs;
use store::{ChannelId, PersonId, Store, people};
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use crate::assistant::AssistantService;
use crate::calls::CallService;
use crate::channel_kind_cache::ChannelKindCache;
use crate::crisis_content::CrisisContent;
use crate::entitlements::Entitlements;
use crate::limits::Limits;
use crate::maintenance::Maintenance;
use crate::offline_notifications::OfflineNotifications;
use crate::previews::PreviewService;
use crate::programme_cache::ProgrammeCache;
use crate::protocol::close;
use crate::refresher::Refresher;
use crate::registry::Registry;
use crate::request_limits::RequestLimits;
use crate::rooms::Rooms;
use crate::upload_service::UploadService;

/// How long a closing connection may take to send its last frames, and the peer to receive them.
pub(crate) const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The hub of this process.
#[derive(Debug)]
pub struct Hub {
    pub(crate) store: Arc<Store>,
    pub(crate) limits: Limits,
    pub(crate) request_limits: RequestLimits,
    pub(crate) registry: Arc<Registry>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) refresher: Arc<Refresher>,
    pub(crate) offline_notifications: Arc<OfflineNotifications>,
    pub(crate) maintenance: Arc<Maintenance>,
    pub(crate) programmes: Arc<ProgrammeCache>,
    pub(crate) channel_kinds: ChannelKindCache,
    pub(crate) entitlements: Arc<Entitlements>,
    pub(crate) crisis_content: CrisisContent,
    pub(crate) uploads: UploadService,
    pub(crate) previews: PreviewService,
    /// None without a provider.
    pub(crate) gifs: Option<Gifs>,
    /// Set by [`Hub::start_assistant`].
    pub(crate) assistant: OnceLock<Arc<AssistantService>>,
    pub(crate) calls: Arc<CallService>,
    /// The tasks of all connections, authenticated or not.
    pub(crate) connections: TaskTracker,
    /// Ends the tasks when the hub is dropped.
    pub(crate) background_tasks: Mutex<JoinSet<()>>,
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

    /// Returns whether a person may use the assistant.
    pub(crate) async fn may_use_assistant(&self, person: PersonId) -> store::Result<bool> {
        Ok(self.assistant.get().is_some() && self.entitlements.may_use_assistant(person).await?)
    }

    /// Returns when the programme team of a person is back; None while it is there.
    pub(crate) async fn team_back_at(&self, person: PersonId) -> store::Result<Option<DateTime<Utc>>> {
        let Some(person) = people::by_id(&self.store, person).await? else { return Ok(None) };
        let programme = self.programmes.get(person.programme_id).await?;
        Ok(programme.and_then(|programme| programme.team_back_at(self.store.clock.now())))
    }

    /// Queues the questions of a channel for the assistant.
    pub(crate) fn ask_assistant(&self, channel: ChannelId) {
        if let Some(assistant) = self.assistant.get() {
            assistant.enqueue(channel);
        }
    }
}
