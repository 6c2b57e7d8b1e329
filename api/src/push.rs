//! What waits in the outbox for devices, handed to their push services.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use outside::push::{Failure, Pusher, Subscription, Terms, Urgency};
use serde::Serialize;
use store::Store;
use store::outbox::{self, Job};
use store::push::{self, Note, PUSH, Push};
use tokio::time::{MissedTickBehavior, interval};

/// How often the outbox is looked into.
const LOOK: Duration = Duration::from_millis(500);

/// Looks between two cleanings.
const LOOKS_PER_CLEANING: u32 = 1200;

/// Pushes on their way at the same time: slow services must not hold up the others.
const AT_ONCE: i64 = 16;

/// Longer than a push service may take.
const LEASE: TimeDelta = TimeDelta::seconds(30);

/// What a device reads. Everything else it asks for itself, when its person opens it.
#[derive(Serialize)]
struct Message<'m> {
    #[serde(flatten)]
    note: &'m Note,
    /// The service worker has no page to ask.
    language: &'m str,
}

/// Hands over what waits, until the store is gone.
pub fn start(store: &Arc<Store>, pusher: Arc<Pusher>) {
    let store = Arc::downgrade(store);
    tokio::spawn(async move {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut until_cleaning = 0;
        loop {
            looks.tick().await;
            let Some(store) = store.upgrade() else { return };
            if let Err(error) = send_due(&store, &pusher).await {
                tracing::warn!(%error, "the outbox cannot be read");
            }
            if until_cleaning == 0 {
                until_cleaning = LOOKS_PER_CLEANING;
                if let Err(error) = push::prune(&store).await {
                    tracing::warn!(%error, "old devices cannot be removed");
                }
            }
            until_cleaning -= 1;
        }
    });
}

/// Hands over everything that is due now.
pub async fn send_due(store: &Arc<Store>, pusher: &Arc<Pusher>) -> store::Result<()> {
    loop {
        let jobs: Vec<Job<Push>> = outbox::lease(store, PUSH, AT_ONCE, LEASE).await?;
        if jobs.is_empty() {
            return Ok(());
        }
        let mut sends = tokio::task::JoinSet::new();
        for job in jobs {
            let (store, pusher) = (store.clone(), pusher.clone());
            sends.spawn(async move { settle(&store, &pusher, &job).await });
        }
        while let Some(ended) = sends.join_next().await {
            // A job whose task broke comes again when its lease ends.
            ended.unwrap_or(Ok(()))?;
        }
    }
}

/// Sends one, and settles its job.
async fn settle(store: &Store, pusher: &Pusher, job: &Job<Push>) -> store::Result<()> {
    match send(store, pusher, &job.payload).await? {
        Ok(()) | Err(Failure::Gone) => outbox::done(store, job.id).await,
        Err(failure @ Failure::Refused(_)) => {
            tracing::warn!(job = %job.id, %failure, "a push was refused");
            outbox::done(store, job.id).await
        }
        Err(failure @ Failure::Later) => outbox::failed(store, job, &failure.to_string()).await,
    }
}

async fn send(store: &Store, pusher: &Pusher, push: &Push) -> store::Result<Result<(), Failure>> {
    let now = store.clock.now();
    // Too late, or its browser signed out meanwhile: nobody wants to know.
    let Ok(ttl) = (push.until - now).to_std() else { return Ok(Ok(())) };
    let Some(reachable) = push::reachable(store, push.session).await? else { return Ok(Ok(())) };
    let device = reachable.device;
    let Some(subscription) = Subscription::of(&device.endpoint, device.public_key, device.auth) else {
        return Ok(Err(Failure::Gone));
    };
    let message = Message { note: &push.note, language: &reachable.language };
    let message = serde_json::to_vec(&message).unwrap_or_default();
    let (urgency, topic) = manner(&push.note);
    let sent = pusher.send(&subscription, &message, &Terms { ttl, urgency, topic: &topic }, now.timestamp()).await;
    if sent == Err(Failure::Gone) {
        push::forget(store, &device.endpoint).await?;
    }
    Ok(sent)
}

/// How soon a device is to be woken, and of what one word is enough: the news of a conversation, or the end of a call
/// instead of its ringing. A message must not take the place of a call that waits for a phone to wake.
fn manner(note: &Note) -> (Urgency, String) {
    match note {
        Note::NewMessage { channel_id } => (Urgency::Normal, channel_id.0.simple().to_string()),
        Note::IncomingCall { room, .. } | Note::CallSettled { room, .. } => (Urgency::High, room.clone()),
    }
}
