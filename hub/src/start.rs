//! Starts the hub, its background tasks and its background jobs.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::available_parallelism;

use background::Runner;
use egress::gifs::Gifs;
use store::Store;
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use crate::assistant::{AssistantService, AssistantSettings};
use crate::calls::CallService;
use crate::channel_kind_cache::ChannelKindCache;
use crate::crisis_content::CrisisContent;
use crate::entitlements::Entitlements;
use crate::event_dispatcher::EventDispatcher;
use crate::hub::Hub;
use crate::maintenance::Maintenance;
use crate::offline_notifications::OfflineNotifications;
use crate::previews::PreviewService;
use crate::programme_cache::ProgrammeCache;
use crate::refresher::Refresher;
use crate::registry::Registry;
use crate::request_limits::RequestLimits;
use crate::rooms::Rooms;
use crate::settings::Settings;
use crate::upload_service::UploadService;
use crate::{blackout_watch, sweeps};

impl Hub {
    /// Starts the hub on the current runtime, and its background jobs on the runner. The tasks end when the hub is dropped, a job
    /// when what it works on is dropped or the runner stops.
    pub fn start(store: Arc<Store>, settings: impl Into<Settings>, jobs: Runner) -> Arc<Self> {
        let Settings { limits, tools, egress, calls, texts } = settings.into();
        let registry = Arc::new(Registry::default());
        let rooms = Arc::new(Rooms::start(&store, available_parallelism().map_or(2, usize::from)));
        let programmes = Arc::new(ProgrammeCache::new(store.clone()));
        let entitlements = Arc::new(Entitlements::new(store.clone(), programmes.clone()));
        let maintenance = Arc::new(Maintenance::new(store.clone(), registry.clone()));
        let offline_notifications = Arc::new(OfflineNotifications::new(store.clone(), registry.clone()));
        let (refresher, refresh_jobs) =
            Refresher::new(store.clone(), registry.clone(), rooms.clone(), entitlements.clone());
        let (calls, call_notices) = CallService::new(store.clone(), registry.clone(), programmes.clone(), calls);
        let dispatcher = EventDispatcher {
            store: store.clone(),
            rooms: rooms.clone(),
            registry: registry.clone(),
            entitlements: entitlements.clone(),
            calls: calls.clone(),
            offline_notifications: offline_notifications.clone(),
            refresher: refresher.clone(),
        };
        let mut tasks = JoinSet::new();
        tasks.spawn(dispatcher.run(store.bus.listen()));
        tasks.spawn(refresher.clone().run(refresh_jobs));
        tasks.spawn(refresher.clone().refresh_everyone());
        tasks.spawn(offline_notifications.clone().run());
        tasks.spawn(calls.clone().run_notices(call_notices));
        let own_jobs = [
            maintenance.job(),
            blackout_watch::job(&programmes, registry.clone()),
            calls.reaper_job(),
            calls.recordings_job(),
        ];
        own_jobs.into_iter().chain(sweeps::jobs(&store)).for_each(|job| jobs.start(job));
        Arc::new(Self {
            channel_kinds: ChannelKindCache::new(store.clone()),
            crisis_content: CrisisContent::new(texts),
            uploads: UploadService::new(tools),
            previews: PreviewService::new(egress.pages),
            gifs: egress.gifs.map(Gifs::new),
            assistant: OnceLock::new(),
            request_limits: RequestLimits::new(&limits),
            connections: TaskTracker::new(),
            background_tasks: Mutex::new(tasks),
            jobs,
            store,
            limits,
            registry,
            rooms,
            refresher,
            offline_notifications,
            maintenance,
            programmes,
            entitlements,
            calls,
        })
    }

    /// Starts the assistant; without it, people have no assistant.
    pub fn start_assistant(&self, settings: AssistantSettings) {
        let (service, queue) = AssistantService::new(self.store.clone(), self.programmes.clone(), settings);
        if self.assistant.set(service.clone()).is_ok() {
            let mut tasks = self.background_tasks.lock().unwrap_or_else(PoisonError::into_inner);
            tasks.spawn(service.clone().run(self.registry.clone(), queue));
            self.jobs.start(service.job(self.registry.clone()));
        }
    }
}
