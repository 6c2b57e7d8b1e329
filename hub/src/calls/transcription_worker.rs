//! Background job that moves recordings from one state to the next. A step is leased, so any node may run it.

use std::sync::Arc;

use background::Job;
use store::meetings::{self, State, Work};

use super::CallService;
use super::transcriber::StepError;

/// Sweeps of calls per look for due recordings.
const SWEEPS_PER_LOOK: u32 = 12;

/// When a failed step is retried.
const RETRY_AFTER: chrono::Duration = chrono::Duration::minutes(5);

impl CallService {
    /// Returns the job that runs due steps when it is woken and at every interval, until the node drains.
    pub(crate) fn recordings_job(self: &Arc<Self>) -> Job {
        let interval = self.settings.sweep_interval * SWEEPS_PER_LOOK;
        Job::new("recordings", interval, self, |service| async move { service.run_due_steps().await })
            .woken_by(self.transcriber.step_due())
    }

    async fn run_due_steps(&self) -> store::Result<()> {
        if self.registry.is_draining() {
            return Ok(());
        }
        let store = &self.store;
        while let Some(work) = meetings::lease(store, self.transcriber.steps()).await? {
            match self.run_step(&work).await? {
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
