//! Background task that moves recordings from one state to the next. A step is leased, so any node may take it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use store::meetings::{self, State, Work};
use tokio::sync::Notify;
use tokio::time::timeout;

use super::transcriber::StepError;
use crate::hub::Hub;

/// When a failed step is retried.
const RETRY_AFTER: chrono::Duration = chrono::Duration::minutes(5);

/// Takes due steps when it is woken and at every interval, until the hub drains or is dropped.
pub(crate) async fn run(hub: Weak<Hub>, step_due: Arc<Notify>, interval: Duration) {
    loop {
        let _ = timeout(interval, step_due.notified()).await;
        let Some(hub) = hub.upgrade().filter(|hub| !hub.is_draining()) else { return };
        if let Err(error) = take_due_steps(&hub).await {
            tracing::warn!(%error, "cannot process recordings");
        }
    }
}

async fn take_due_steps(hub: &Hub) -> store::Result<()> {
    let store = &hub.store;
    meetings::purge(store).await?;
    meetings::give_up_overdue(store).await?;
    while let Some(work) = meetings::lease(store, hub.calls.transcriber.steps()).await? {
        match take_step(hub, &work).await? {
            Ok(()) => {}
            Err(StepError::Permanent(reason)) => meetings::failed(store, work.id, reason).await?,
            Err(StepError::Temporary(reason)) => {
                tracing::warn!(recording = %work.id, reason, "a step of a recording failed and will be retried");
                meetings::release(store, work.id, RETRY_AFTER).await?;
            }
        }
    }
    Ok(())
}

async fn take_step(hub: &Hub, work: &Work) -> store::Result<Result<(), StepError>> {
    let (store, transcriber) = (&hub.store, &hub.calls.transcriber);
    let done = match work.state {
        State::Recorded => match transcriber.transcribe(store, work).await {
            Ok(text) => Ok(meetings::transcribed(store, work.id, &text).await?),
            Err(error) => Err(error),
        },
        State::Transcribed => match transcriber.summarise(work).await {
            Ok(text) => Ok(meetings::summarised(store, work.id, &text).await?),
            Err(error) => Err(error),
        },
        _ => Ok(meetings::ready(store, work.id).await?),
    };
    Ok(done.map(drop))
}
