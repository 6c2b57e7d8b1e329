//! The chat hub: sockets, delivery, and the chat calls of the HTTP API.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ::web::{Origins, Upgrade};
use actix_web::web;
use store::Store;
use tokio_util::task::TaskTracker;

mod absent;
mod assistant;
mod calls;
mod commands;
mod doors;
mod errands;
mod frame;
mod gifs;
mod http;
mod incoming;
mod inlet;
mod intake;
mod kinds;
mod limits;
mod news;
mod outlet;
mod previews;
pub mod protocol;
mod quiet;
mod registry;
mod room;
mod rooms;
mod sections;
mod session;
mod throttle;
mod transport;
mod wire;
mod ws;

pub use assistant::AssistantSettings;
pub use calls::{CallSettings, Ice, Jitsi, Notes};
pub use http::openapi;
pub use limits::{Limits, Rate};
pub use outlet::QueueLimits;

/// What the hub asks of other servers.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// How web pages are reached for previews.
    pub pages: outside::Options,
    /// Where moving pictures come from; none without a provider.
    pub gifs: Option<outside::gifs::Settings>,
}

/// What one installation decides about its hub.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How much is too much.
    pub limits: Limits,
    /// What decodes photos and pages beside this process.
    pub tools: media::Tools,
    /// What it asks of other servers.
    pub outside: Outside,
    /// How people call each other.
    pub calls: CallSettings,
}

impl From<Limits> for Settings {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

/// The hub of this process.
#[derive(Debug)]
pub struct Hub {
    pub(crate) store: Arc<Store>,
    pub(crate) limits: Limits,
    pub(crate) registry: registry::Registry,
    pub(crate) absent: absent::Absent,
    pub(crate) rooms: rooms::Rooms,
    pub(crate) programmes: quiet::Programmes,
    pub(crate) intake: intake::Intake,
    pub(crate) previews: previews::Previews,
    /// None without a provider.
    pub(crate) gifs: Option<gifs::Shelf>,
    pub(crate) doors: doors::Doors,
    pub(crate) searches: throttle::Throttle,
    pub(crate) kinds: kinds::Kinds,
    pub(crate) assistant: OnceLock<assistant::Desk>,
    pub(crate) calls: calls::Desk,
    /// All that are open, signed in or not.
    pub(crate) sockets: TaskTracker,
}

impl Hub {
    /// Starts the hub's tasks on the current runtime; they end when the hub is dropped.
    pub fn start(store: Arc<Store>, settings: impl Into<Settings>) -> Arc<Self> {
        let Settings { limits, tools, outside, calls } = settings.into();
        let (calls, call_tasks) = calls::Desk::new(calls);
        let shards = std::thread::available_parallelism().map_or(2, usize::from);
        let (absent, woken) = absent::Absent::new();
        let hub = Arc::new(Self {
            rooms: rooms::Rooms::start(&store, shards),
            registry: registry::Registry::default(),
            absent,
            programmes: quiet::Programmes::default(),
            intake: intake::Intake::new(tools, limits.uploads),
            previews: previews::Previews::new(outside.pages),
            gifs: outside.gifs.map(gifs::Shelf::new),
            searches: throttle::Throttle::new(limits.searches),
            doors: doors::Doors::default(),
            kinds: kinds::Kinds::default(),
            assistant: OnceLock::new(),
            calls,
            sockets: TaskTracker::new(),
            store,
            limits,
        });
        news::start(&hub);
        doors::start(&hub);
        absent::start(&hub, woken);
        intake::start_sweeping(&hub);
        calls::start(&hub, call_tasks);
        hub
    }

    /// Refuses new sockets and tells those that are there to come back elsewhere, spread over `spread`.
    pub async fn drain(&self, spread: Duration) {
        self.registry.start_draining();
        let sockets: Vec<_> =
            self.registry.people().into_iter().flat_map(|person| self.registry.sockets_of(person)).collect();
        let pause = spread / u32::try_from(sockets.len().max(1)).unwrap_or(u32::MAX);
        for (place, socket) in sockets.into_iter().enumerate() {
            if place > 0 {
                tokio::time::sleep(pause).await;
            }
            socket.end(protocol::close::RESTART);
        }
        self.sockets.close();
        // Until they have said goodbye. Strangers are not waited for.
        let _ = tokio::time::timeout(transport::FAREWELL, self.sockets.wait()).await;
    }

    /// Whether the hub is on its way out.
    pub fn is_draining(&self) -> bool {
        self.registry.is_draining()
    }
}

/// Opens the socket of chat for a request, or refuses it.
pub async fn open_socket(hub: Arc<Hub>, origins: &Origins, upgrade: Upgrade) {
    ws::open(hub, origins, upgrade).await;
}

/// Adds the routes of the hub. The application carries `web::Data<Store>` and `web::Data<web::Origins>` as well.
pub fn configure(config: &mut web::ServiceConfig, hub: Arc<Hub>) {
    config.app_data(web::Data::from(hub)).configure(http::routes);
}
