//! Starts the hub and its background tasks.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;

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
use crate::{blackout_watch, event_dispatcher, maintenance, membership_sweeper, offline_notifications, upload_sweeper};

/// Sweeps of calls per poll for due recordings.
const SWEEPS_PER_TRANSCRIPTION_POLL: u32 = 12;

impl Hub {
    /// Starts the hub on the current runtime. Its background tasks end when it is dropped.
    pub fn start(store: Arc<Store>, settings: impl Into<Settings>) -> Arc<Self> {
        let Settings { limits, tools, egress, calls, texts } = settings.into();
        let sweep_interval = calls.sweep_interval;
        let (calls, call_jobs) = CallService::new(calls);
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
            store,
            limits,
        });
        let weak = || Arc::downgrade(&hub);
        event_dispatcher::start(&hub);
        tokio::spawn(maintenance::run(weak()));
        tokio::spawn(offline_notifications::run(weak(), hub.store.clock.id(), notifications_due));
        tokio::spawn(upload_sweeper::run(weak()));
        tokio::spawn(membership_sweeper::run(weak()));
        tokio::spawn(blackout_watch::run(weak()));
        tokio::spawn(call_reaper::run(weak(), call_jobs, sweep_interval));
        let step_due = hub.calls.transcriber.step_due();
        let poll_interval = sweep_interval * SWEEPS_PER_TRANSCRIPTION_POLL;
        tokio::spawn(transcription_worker::run(weak(), step_due, poll_interval));
        hub
    }

    /// Starts the assistant; without it, people have no assistant. Its task ends when the hub is dropped.
    pub fn start_assistant(self: &Arc<Self>, settings: AssistantSettings) {
        let poll_interval = settings.poll_interval;
        let (service, queue) = AssistantService::new(settings);
        if self.assistant.set(service).is_ok() {
            tokio::spawn(assistant::worker::run(Arc::downgrade(self), queue, poll_interval));
        }
    }
}
