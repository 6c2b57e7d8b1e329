//! Files on their way in: how many a person may bring, a few threads that look at them, and what becomes of those that
//! nobody sent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dashmap::DashMap;
use media::{Checked, Tools};
use store::attachments::{self, Attachment, NewFile};
use store::{AttachmentId, ChannelId, PersonId, Store};
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval};

use crate::Hub;
use crate::limits::{Bucket, Rate};
use crate::protocol::ErrorCode;

/// Files that are looked at at the same moment: a large photo takes 300 MB and a second.
const PLACES: usize = 2;

/// Between two looks at the clock, and between two sweeps.
const TICK: Duration = Duration::from_secs(1);
const SWEEP_INTERVAL: chrono::Duration = chrono::Duration::minutes(10);

/// Where files are looked at.
#[derive(Debug)]
pub(crate) struct Intake {
    tools: Arc<Tools>,
    places: Arc<Semaphore>,
    allowances: DashMap<PersonId, Bucket>,
    rate: Rate,
}

impl Intake {
    pub(crate) fn new(tools: Tools, rate: Rate) -> Self {
        Self { tools: Arc::new(tools), places: Arc::new(Semaphore::new(PLACES)), allowances: DashMap::new(), rate }
    }

    /// Takes one upload from the person's allowance, or says after how many milliseconds there is one.
    pub(crate) fn take(&self, person: PersonId) -> Result<(), u64> {
        let now = Instant::now();
        self.allowances.entry(person).or_insert_with(|| Bucket::full(self.rate, now)).take(now)
    }

    /// Finds out what a file is, when there is a place.
    pub(crate) async fn inspect(&self, name: String, bytes: Vec<u8>) -> Result<Checked, ErrorCode> {
        let place = self.places.clone().acquire_owned().await.map_err(|_| ErrorCode::Unavailable)?;
        let tools = self.tools.clone();
        let looking = tokio::task::spawn_blocking(move || {
            // Taken until the work is done, even if nobody waits for it any more.
            let _place = place;
            media::inspect(&name, bytes, &tools)
        });
        match looking.await {
            Ok(result) => result.map_err(ErrorCode::from),
            // A decoder gave up in its own way. The file is to blame.
            Err(error) => {
                tracing::warn!(%error, "a file broke its decoder");
                Err(ErrorCode::AttachmentBroken)
            }
        }
    }

    fn prune(&self) {
        let now = Instant::now();
        self.allowances.retain(|_, allowance| !allowance.is_full(now));
    }
}

impl From<media::Problem> for ErrorCode {
    fn from(problem: media::Problem) -> Self {
        match problem {
            media::Problem::Type => Self::AttachmentType,
            media::Problem::TooLarge => Self::AttachmentTooLarge,
            media::Problem::Broken => Self::AttachmentBroken,
        }
    }
}

/// Keeps a file that was looked at.
pub(crate) async fn keep(
    store: &Store,
    channel: ChannelId,
    owner: PersonId,
    checked: Checked,
) -> store::Result<Attachment> {
    let file = NewFile {
        name: checked.name,
        media_type: checked.media_type.to_owned(),
        bytes: checked.bytes,
        dimensions: checked.size.map(|size| (size.width, size.height)),
        thumbnail: checked.thumbnail,
    };
    attachments::add(store, channel, owner, file).await
}

/// What a client calls an uploaded file when it sends it.
pub(crate) fn address(channel: ChannelId, id: AttachmentId) -> String {
    format!("{}{id}/", address_in(channel))
}

/// The beginning of the addresses of a channel's files.
pub(crate) fn address_in(channel: ChannelId) -> String {
    format!("/api/v2/chat/{channel}/attachments/")
}

/// Removes what nobody sent, now and then, until the hub ends.
pub(crate) fn start_sweeping(hub: &Arc<Hub>) {
    let hub = Arc::downgrade(hub);
    tokio::spawn(async move {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut due = None;
        loop {
            ticks.tick().await;
            let Some(hub) = hub.upgrade() else { return };
            let now = hub.store.clock.now();
            if due.is_some_and(|due| now < due) {
                continue;
            }
            due = Some(now + SWEEP_INTERVAL);
            hub.intake.prune();
            match attachments::sweep(&hub.store).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "files that nobody sent were removed"),
                Err(error) => tracing::warn!(%error, "files that nobody sent could not be removed"),
            }
        }
    });
}
