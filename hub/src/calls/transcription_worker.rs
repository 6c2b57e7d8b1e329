//! Background job that moves recordings from one state to the next. A step is leased, so any node may take it.

use std::sync::Arc;

use background::Job;
use store::meetings::{self, State, Work};

use super::transcriber::StepError;
use crate::hub::Hub;

/// When a failed step is retried.
const RETRY_AFTER: chrono::Duration = chrono::Duration::minutes(5);

/// Sweeps of calls per look for due recordings.
const SWEEPS_PER_LOOK: u32 = 12;

/// Takes due steps when it is woken and at every interval, until the hub drains.
pub(crate) fn job(hub: &Arc<Hub>) -> Job {
    let interval = hub.calls.settings.sweep_interval * SWEEPS_PER_LOOK;
    Job::new("recordings", interval, hub, |hub| async move { take_due_steps(&hub).await })
        .woken_by(hub.calls.transcriber.step_due())
}

async fn take_due_steps(hub: &Hub) -> store::Result<()> {
    if hub.is_draining() {
        return Ok(());
    }
    let store = &hub.store;
    while let Some(work) = meetings::lease(store, hub.calls.transcriber.steps()).await? {
        match take_step(hub, &work).await? {
            Ok(()) => {}
            Err(StepError::Permanent(reason)) => meetings::failed(store, work.id, reason).await?,
            Err(StepError::Temporary(reason)) => {
                tracing::warn!(recording = %work.id, reason, "a step of a recording failed and will be retried");
                work.lease.renew(store, RETRY_AFTER).await?;
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
