//! Answers questions, one at a time per channel. Questions are rows with leases: when a node dies,
//! another one continues after the lease has expired.

use std::sync::{Arc, Weak};
use std::time::Duration;

use background::Job;
use store::assistant::{self, Label, Lease, RecordedOutcome, Task};
use store::bots::ASSISTANT;
use store::messages::{Draft, NotAppended};
use store::{ChannelId, MessageId};
use tokio::sync::mpsc;

use super::answering;
use super::service::AssistantService;
use crate::hub::Hub;

/// How much longer a lease lasts than the longest answer.
const LEASE_MARGIN: chrono::Duration = chrono::Duration::seconds(15);

/// Channels read with one query.
const BATCH: i64 = 200;

/// Processes queued channels until the hub drains or is dropped.
pub(crate) async fn run(hub: Weak<Hub>, mut queue: mpsc::Receiver<ChannelId>) {
    while let Some(channel) = queue.recv().await {
        let Some(hub) = hub.upgrade().filter(|hub| !hub.is_draining()) else { return };
        process(&hub, channel);
    }
}

/// Processes channels that did not fit into the queue or whose node died.
pub(crate) fn job(hub: &Arc<Hub>, interval: Duration) -> Job {
    Job::new("assistant", interval, hub, |hub| async move {
        if !hub.is_draining() {
            let channels = assistant::waiting(&hub.store, BATCH).await?;
            channels.into_iter().for_each(|channel| process(&hub, channel));
        }
        Ok(())
    })
}

fn process(hub: &Arc<Hub>, channel: ChannelId) {
    let hub = hub.clone();
    tokio::spawn(async move {
        let Some(service) = hub.assistant.get() else { return };
        // Crisis messages do not wait for the answer to an earlier question.
        if let Err(error) = answer_crisis_messages(&hub, service, channel).await {
            tracing::error!(%error, "cannot check questions for crisis messages");
        }
        if !service.claim(channel) {
            return;
        }
        loop {
            if let Err(error) = answer_questions(&hub, service, channel).await {
                tracing::warn!(%error, "cannot answer a question; it is retried when its lease expires");
            }
            if service.release(channel) {
                return;
            }
        }
    });
}

async fn answer_crisis_messages(hub: &Hub, service: &AssistantService, channel: ChannelId) -> store::Result<()> {
    for question in assistant::questions(&hub.store, channel).await? {
        if service.settings.content.is_cry_for_help(&question.body)
            && let Some(person) = assistant::owner_of(&hub.store, channel).await?
        {
            let settled = answering::crisis_card(hub, service, channel, person, question.id).await?;
            deliver(hub, channel, question.id, 1, settled).await?;
        }
    }
    Ok(())
}

async fn answer_questions(hub: &Hub, service: &AssistantService, channel: ChannelId) -> store::Result<()> {
    let Ok(_permit) = service.answers.acquire().await else { return Ok(()) };
    let limit = chrono::Duration::from_std(service.settings.answer_limit).unwrap_or(LEASE_MARGIN);
    let length = limit + LEASE_MARGIN.min(limit);
    let Some(lease) = assistant::lease(&hub.store, channel, length).await? else { return Ok(()) };
    while let Some(task) = assistant::next(&hub.store, &lease, length).await? {
        let settled = settle(hub, service, &lease, &task).await?;
        deliver(hub, channel, task.question.id, task.attempt, settled).await?;
    }
    Ok(())
}

async fn settle(hub: &Hub, service: &AssistantService, lease: &Lease, task: &Task) -> store::Result<RecordedOutcome> {
    match &task.recorded {
        Some(settled) => Ok(settled.clone()),
        None => answering::settle(hub, service, lease, task).await,
    }
}

/// Sends an outcome to its channel. Idempotent: the label is the message's `temp_id`.
async fn deliver(
    hub: &Hub,
    channel: ChannelId,
    question: MessageId,
    attempt: i64,
    settled: RecordedOutcome,
) -> store::Result<()> {
    let temp_id = Label { outcome: settled.outcome, question, attempt }.to_string();
    let draft = Draft::text(channel, ASSISTANT, temp_id, settled.body);
    match hub.store.writer.append(draft).await {
        Ok(_) => {}
        // The person left the channel or was deleted.
        Err(NotAppended::Rejected(rejection)) => tracing::info!(?rejection, "an answer was rejected"),
        Err(NotAppended::Failed(error)) => return Err(error),
    }
    metrics::counter!("assistant_turns", "outcome" => format!("{:?}", settled.outcome).to_lowercase()).increment(1);
    assistant::mark_delivered(&hub.store, question, attempt).await
}
