//! Starts the hub, its background tasks and its background jobs.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;

use background::Runner;
use store::Store;
use tokio_util::task::TaskTracker;

use crate::assistant::{self, AssistantService, AssistantSettings};
use crate::calls::{CallService, call_reaper, transcription_worker};
use crate::channel_kind_cache::ChannelKindCache;
use crate::chat_access_cache::ChatAccessCache;
use crate::gifs::GifService;
use crate::helplines::Helplines;
use crate::http::RequestLimits;
use crate::hub::Hub;
use crate::previews::PreviewService;
use crate::programme_cache::ProgrammeCache;
use crate::registry::Registry;
use crate::rooms::Rooms;
use crate::settings::Settings;
use crate::upload_service::UploadService;
use crate::{blackout_watch, event_dispatcher, maintenance, offline_notifications, sweeps};

impl Hub {
    /// Starts the hub on the current runtime, and its background jobs on the runner. They end when it is dropped.
    pub fn start(store: Arc<Store>, settings: impl Into<Settings>, jobs: Runner) -> Arc<Self> {
        let Settings { limits, tools, egress, calls, texts } = settings.into();
        let (calls, call_notices) = CallService::new(calls);
        let (pending_notifications, notifications_due) = offline_notifications::Pending::new();
        let hub = Arc::new(Self {
            rooms: Rooms::start(&store, available_parallelism().map_or(2, usize::from)),
            registry: Registry::default(),
            offline_notifications: pending_notifications,
            programmes: ProgrammeCache::default(),
            channel_kinds: ChannelKindCache::default(),
            chat_access: ChatAccessCache::default(),
            helplines: Helplines::new(texts),
            uploads: UploadService::new(tools),
            previews: PreviewService::new(egress.pages),
            gifs: egress.gifs.map(GifService::new),
            assistant: OnceLock::new(),
            calls,
            request_limits: RequestLimits::new(&limits),
            maintenance: AtomicBool::default(),
            connections: TaskTracker::new(),
            jobs,
            store,
            limits,
        });
        let weak = || Arc::downgrade(&hub);
        event_dispatcher::start(&hub);
        tokio::spawn(offline_notifications::run(weak(), hub.store.clock.id(), notifications_due));
        tokio::spawn(call_reaper::notify(weak(), call_notices));
        let jobs = [
            maintenance::job(&hub),
            blackout_watch::job(&hub),
            call_reaper::job(&hub),
            transcription_worker::job(&hub),
        ];
        jobs.into_iter().chain(sweeps::jobs(&hub)).for_each(|job| hub.jobs.start(job));
        hub
    }

    /// Starts the assistant; without it, people have no assistant. Its task ends when the hub is dropped.
    pub fn start_assistant(self: &Arc<Self>, settings: AssistantSettings) {
        let poll_interval = settings.poll_interval;
        let (service, queue) = AssistantService::new(settings);
        if self.assistant.set(service).is_ok() {
            tokio::spawn(assistant::worker::run(Arc::downgrade(self), queue));
            self.jobs.start(assistant::worker::job(self, poll_interval));
        }
    }
}
