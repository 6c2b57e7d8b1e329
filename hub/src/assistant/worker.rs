//! Answers questions, one at a time per channel. Questions are rows with leases: when a node dies, another one continues after
//! the lease has expired.

use std::sync::Arc;

use background::Job;
use store::assistant::{self, Label, RecordedOutcome};
use store::bots::ASSISTANT;
use store::messages::{Draft, NotAppended};
use store::{ChannelId, MessageId};
use tokio::sync::mpsc;

use super::service::AssistantService;
use crate::registry::Registry;

/// How much longer a lease lasts than the longest answer.
const LEASE_MARGIN: chrono::Duration = chrono::Duration::seconds(15);

/// Channels read with one query.
const BATCH: i64 = 200;

impl AssistantService {
    /// Processes queued channels until the node drains.
    pub(crate) async fn run(self: Arc<Self>, registry: Arc<Registry>, mut queue: mpsc::Receiver<ChannelId>) {
        while let Some(channel) = queue.recv().await
            && !registry.is_draining()
        {
            self.process(channel);
        }
    }

    /// Returns the job that processes channels that did not fit into the queue or whose node died.
    pub(crate) fn job(self: &Arc<Self>, registry: Arc<Registry>) -> Job {
        Job::new("assistant", self.settings.poll_interval, self, move |service| {
            let registry = registry.clone();
            async move {
                if !registry.is_draining() {
                    let channels = assistant::due(&service.store, BATCH).await?;
                    channels.into_iter().for_each(|channel| service.process(channel));
                }
                Ok(())
            }
        })
    }

    fn process(self: &Arc<Self>, channel: ChannelId) {
        let service = self.clone();
        tokio::spawn(async move {
            // Crisis messages do not wait for the answer to an earlier question.
            if let Err(error) = service.answer_crisis_messages(channel).await {
                tracing::error!(%error, "cannot check questions for crisis messages");
            }
            if !service.begin(channel) {
                return;
            }
            loop {
                if let Err(error) = service.answer_questions(channel).await {
                    tracing::warn!(%error, "cannot answer a question; it is retried when its lease expires");
                }
                if service.end(channel) {
                    return;
                }
            }
        });
    }

    async fn answer_crisis_messages(&self, channel: ChannelId) -> store::Result<()> {
        for question in assistant::questions(&self.store, channel).await? {
            if self.settings.content.is_crisis(&question.body)
                && let Some(person) = assistant::owner_of(&self.store, channel).await?
            {
                let outcome = self.record_crisis_card(channel, person, question.id).await?;
                self.deliver(channel, question.id, 1, outcome).await?;
            }
        }
        Ok(())
    }

    async fn answer_questions(&self, channel: ChannelId) -> store::Result<()> {
        let Ok(_permit) = self.answers.acquire().await else { return Ok(()) };
        let limit = chrono::Duration::from_std(self.settings.answer_limit).unwrap_or(LEASE_MARGIN);
        let length = limit + LEASE_MARGIN.min(limit);
        let Some(lease) = assistant::lease(&self.store, channel, length).await? else { return Ok(()) };
        while let Some(task) = assistant::next(&self.store, &lease, length).await? {
            let outcome = match &task.recorded {
                Some(outcome) => outcome.clone(),
                None => self.record_outcome(&lease, &task).await?,
            };
            self.deliver(channel, task.question.id, task.attempt, outcome).await?;
        }
        Ok(())
    }

    /// Sends an outcome to its channel. Idempotent: the label is the message's `temp_id`.
    async fn deliver(
        &self,
        channel: ChannelId,
        question: MessageId,
        attempt: i64,
        recorded: RecordedOutcome,
    ) -> store::Result<()> {
        let RecordedOutcome { outcome, body } = recorded;
        let temp_id = Label { outcome, question, attempt }.to_string();
        let draft = Draft::text(channel, ASSISTANT, temp_id, body);
        match self.store.writer.append(draft).await {
            Ok(_) => {}
            // The person left the channel or was deleted.
            Err(NotAppended::Rejected(rejection)) => tracing::info!(?rejection, "an answer was rejected"),
            Err(NotAppended::Failed(error)) => return Err(error),
        }
        metrics::counter!("assistant_turns", "outcome" => format!("{:?}", outcome).to_lowercase()).increment(1);
        assistant::mark_delivered(&self.store, question, attempt).await
    }
}
