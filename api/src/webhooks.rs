//! Sends the events of the outbox to webhooks.

use std::sync::Arc;

use egress::webhooks::{Failure, Message, Poster};
use store::Store;
use store::webhooks::{self, Outgoing, sign};
use tokio::task::JoinSet;

/// Sends all due events, several at a time. `public_url` is the address of the installation.
pub async fn send_due(store: &Arc<Store>, poster: &Arc<Poster>, public_url: &str) -> store::Result<()> {
    loop {
        let due = webhooks::due(store).await?;
        if due.is_empty() {
            return Ok(());
        }
        let mut sends = JoinSet::new();
        for event in due {
            let (store, poster, public_url) = (store.clone(), poster.clone(), public_url.to_owned());
            sends.spawn(async move { send(&store, &poster, &public_url, &event).await });
        }
        drain(sends).await?;
    }
}

/// Waits for all tasks, and returns the first error.
async fn drain(mut sends: JoinSet<store::Result<()>>) -> store::Result<()> {
    let mut result = Ok(());
    while let Some(ended) = sends.join_next().await {
        // A job whose task panicked is due again when its lease ends.
        result = result.and(ended.unwrap_or(Ok(())));
    }
    result
}

async fn send(store: &Store, poster: &Poster, public_url: &str, event: &Outgoing) -> store::Result<()> {
    let (id, timestamp) = (event.id.to_string(), store.clock.now().timestamp());
    let body = match event.body(public_url) {
        Ok(body) => body,
        Err(error) => return webhooks::unreadable(store, event, &error.to_string()).await,
    };
    let signature = sign(&event.secrets, &id, timestamp, &body);
    if signature.is_empty() {
        return webhooks::unreadable(store, event, "no secret has a key").await;
    }
    let message = Message { id: &id, timestamp, signature: &signature, body: &body };
    match poster.send(&event.url, &message).await {
        Ok(status) => webhooks::delivered(store, event, status).await,
        Err(Failure::Gone) => webhooks::gone(store, event, 410).await,
        Err(failure) => {
            // Without the address, whose path may hold a secret.
            tracing::warn!(delivery = %event.id, %failure, "a webhook was not delivered");
            let status = if let Failure::Refused(status) = failure { Some(status) } else { None };
            webhooks::failed(store, event, status, &failure.to_string()).await
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use store::outbox::Cause;

    use super::*;

    #[tokio::test]
    async fn error_ends_no_other_task() {
        let (ended, mut sends) = (Arc::new(AtomicBool::new(false)), JoinSet::new());
        let (fails, failed) = tokio::sync::oneshot::channel::<()>();
        sends.spawn(async move {
            drop(fails);
            Err(store::Error::Damaged("disk".to_owned()))
        });
        let other = ended.clone();
        sends.spawn(async move {
            failed.await.unwrap_err();
            for _ in 0..9 {
                tokio::task::yield_now().await;
            }
            other.store(true, Ordering::SeqCst);
            Ok(())
        });
        assert!(drain(sends).await.is_err());
        assert!(ended.load(Ordering::SeqCst));
    }

    #[test]
    fn answers_have_causes() {
        for (failure, cause) in [
            (Failure::Refused(404), Cause::Refused),
            (Failure::Refused(408), Cause::Busy),
            (Failure::Refused(429), Cause::Busy),
            (Failure::Refused(503), Cause::Busy),
            (Failure::Unreachable, Cause::Unreachable),
        ] {
            assert_eq!(Cause::of(&failure.to_string()), cause, "{failure}");
        }
    }
}
