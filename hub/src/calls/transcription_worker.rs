//! Background task that moves recordings from one state to the next. A step is leased, so any node may run it.

use std::sync::Arc;

use store::meetings::{self, State, Work};
use tokio::time::timeout;

use super::CallService;
use super::transcriber::StepError;

/// Sweeps of calls per poll for due recordings.
const SWEEPS_PER_POLL: u32 = 12;

/// When a failed step is retried.
const RETRY_AFTER: chrono::Duration = chrono::Duration::minutes(5);

impl CallService {
    /// Runs due steps when it is woken and at every interval, until the node drains.
    pub(crate) async fn run_transcriptions(self: Arc<Self>) {
        let interval = self.settings.sweep_interval * SWEEPS_PER_POLL;
        loop {
            let _ = timeout(interval, self.transcriber.step_due()).await;
            if self.registry.is_draining() {
                return;
            }
            if let Err(error) = self.run_due_steps().await {
                tracing::warn!(%error, "cannot process recordings");
            }
        }
    }

    async fn run_due_steps(&self) -> store::Result<()> {
        let store = &self.store;
        meetings::purge(store).await?;
        meetings::give_up_overdue(store).await?;
        while let Some(work) = meetings::lease(store, self.transcriber.steps()).await? {
            match self.run_step(&work).await? {
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

    async fn run_step(&self, work: &Work) -> store::Result<Result<(), StepError>> {
        let (store, transcriber) = (&self.store, &self.transcriber);
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
}
