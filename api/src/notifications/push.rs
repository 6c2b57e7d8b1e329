//! Sends the push jobs of the outbox to push services.

use std::sync::Arc;

use chrono::{SecondsFormat, TimeDelta};
use egress::push::{Failure, Pusher, Subscription, Terms, Urgency};
use serde::Serialize;
use store::outbox::{self, Job};
use store::push::{self, Notification, PUSH, Push, Reachable};
use store::{ChannelId, Store, people};

/// Concurrent pushes: slow services must not delay the others.
const MAX_CONCURRENT: i64 = 16;

/// Longer than the timeout of a push.
const LEASE: TimeDelta = TimeDelta::seconds(30);

/// The payload of a push. The device requests everything else when the person opens it.
#[derive(Serialize)]
struct Message<'m> {
    #[serde(flatten)]
    note: &'m Notification,
    /// The service worker cannot read the language of a page.
    language: &'m str,
    #[serde(flatten)]
    call: Option<CallFields>,
}

/// What a ringing call adds, so that the push has the fields of the socket frame `incoming_call`.
#[derive(Serialize)]
struct CallFields {
    channel_id: ChannelId,
    from_name: String,
    /// When it stops ringing, in RFC 3339 with milliseconds.
    expires_at: String,
}

impl CallFields {
    /// None for other notifications, and for a caller who has no account any more.
    async fn of(store: &Store, note: &Notification) -> store::Result<Option<Self>> {
        let Notification::IncomingCall { channel_id, from: Some(from), rings_until, .. } = note else {
            return Ok(None);
        };
        Ok(people::by_id(store, *from).await?.map(|caller| Self {
            channel_id: *channel_id,
            from_name: caller.full_name(),
            expires_at: rings_until.to_rfc3339_opts(SecondsFormat::Millis, true),
        }))
    }
}

/// Sends all due pushes.
pub async fn send_due(store: &Arc<Store>, pusher: &Arc<Pusher>) -> store::Result<()> {
    loop {
        let jobs: Vec<Job<Push>> = outbox::lease(store, PUSH, MAX_CONCURRENT, LEASE).await?;
        if jobs.is_empty() {
            return Ok(());
        }
        let mut sends = tokio::task::JoinSet::new();
        for job in jobs {
            let (store, pusher) = (store.clone(), pusher.clone());
            sends.spawn(async move { send_and_resolve(&store, &pusher, &job).await });
        }
        while let Some(ended) = sends.join_next().await {
            // A job whose task panicked is due again when its lease ends.
            ended.unwrap_or(Ok(()))?;
        }
    }
}

/// Sends one push, and resolves or reschedules its job. Quiet hours defer it.
async fn send_and_resolve(store: &Store, pusher: &Pusher, job: &Job<Push>) -> store::Result<()> {
    let Some(reachable) = push::reachable(store, job.payload.session).await? else {
        // The browser has signed out.
        return outbox::done(store, job.id).await;
    };
    if let Some(end) = push::deferred_until(&job.payload, &reachable, store.clock.now()) {
        return push::defer(store, job, reachable.person_id, end).await;
    }
    match send(store, pusher, &job.payload, reachable).await? {
        Ok(()) | Err(Failure::Gone) => outbox::done(store, job.id).await,
        Err(failure @ Failure::Refused(_)) => {
            tracing::warn!(job = %job.id, %failure, "push service refused a message");
            outbox::done(store, job.id).await
        }
        Err(failure @ Failure::Later) => outbox::failed(store, job, &failure.to_string()).await,
    }
}

async fn send(store: &Store, pusher: &Pusher, push: &Push, to: Reachable) -> store::Result<Result<(), Failure>> {
    let now = store.clock.now();
    // Expired.
    let Ok(ttl) = (push.until - now).to_std() else { return Ok(Ok(())) };
    if push::is_obsolete(store, push).await? {
        return Ok(Ok(()));
    }
    let device = to.device;
    let Some(subscription) = Subscription::of(&device.endpoint, device.public_key, device.auth) else {
        return Ok(Err(Failure::Gone));
    };
    let call = CallFields::of(store, &push.note).await?;
    let message = Message { note: &push.note, language: &to.language, call };
    let message = serde_json::to_vec(&message).unwrap_or_default();
    let (urgency, topic) = urgency_and_topic(&push.note);
    let sent = pusher.send(&subscription, &message, &Terms { ttl, urgency, topic: &topic }, now.timestamp()).await;
    if sent == Err(Failure::Gone) {
        push::forget(store, &device.endpoint).await?;
    }
    Ok(sent)
}

/// Urgency and topic of a push. A push replaces an undelivered one with the same topic: messages of one channel replace each
/// other, and the end of a call replaces its ringing, but a message never replaces a call.
fn urgency_and_topic(note: &Notification) -> (Urgency, String) {
    match note {
        Notification::NewMessage { channel_id } => (Urgency::Normal, channel_id.0.simple().to_string()),
        Notification::IncomingCall { room, .. } | Notification::CallSettled { room, .. } => {
            (Urgency::High, room.clone())
        }
        Notification::StaffAlert { is_urgent: true, .. } => (Urgency::High, "crisis".to_owned()),
        Notification::StaffAlert { is_urgent: false, .. } => (Urgency::Normal, "cases".to_owned()),
        Notification::SurveyOpened => (Urgency::Normal, "surveys".to_owned()),
        Notification::Matching { .. } => (Urgency::Normal, "matching".to_owned()),
        Notification::Announcement { announcement_id } => (Urgency::Normal, announcement_id.0.simple().to_string()),
        Notification::AnswerKeyCorrected { .. } => (Urgency::Normal, "results".to_owned()),
        Notification::EventReminder { event_id, .. } => (Urgency::High, event_id.0.simple().to_string()),
        Notification::DeadlineReminder { mentorship_id, .. } => (Urgency::Normal, mentorship_id.0.simple().to_string()),
    }
}
