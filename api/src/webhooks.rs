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
        while let Some(ended) = sends.join_next().await {
            // A job whose task panicked is due again when its lease ends.
            ended.unwrap_or(Ok(()))?;
        }
    }
}

async fn send(store: &Store, poster: &Poster, public_url: &str, event: &Outgoing) -> store::Result<()> {
    let (id, timestamp) = (event.id.to_string(), store.clock.now().timestamp());
    let body = event.body(public_url)?;
    let signature = sign(&event.secrets, &id, timestamp, &body);
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
