//! Works on questions: one channel at a time each, as long as there is something in it. The questions are rows, so a node
//! that dies loses none; another one finds them when the lease has ended.

use std::sync::{Arc, Weak};
use std::time::Duration;

use store::assistant::{self, Label, Lease, Settled, Task};
use store::bots::ASSISTANT;
use store::messages::{Draft, NotAppended};
use store::{ChannelId, MessageId};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::{Desk, answering};
use crate::Hub;

/// A lease outlasts the longest answer by this.
const MARGIN: chrono::Duration = chrono::Duration::seconds(15);

/// Channels taken from the database at one look.
const AT_A_LOOK: i64 = 200;

/// Looks at channels when somebody says so, and at those that were left behind from time to time.
pub(super) async fn run(hub: Weak<Hub>, mut nudges: mpsc::Receiver<ChannelId>, every: Duration) {
    let mut looks = interval(every);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let nudged = tokio::select! {
            channel = nudges.recv() => Some(channel),
            _ = looks.tick() => None,
        };
        let Some(hub) = hub.upgrade().filter(|hub| !hub.is_draining()) else { return };
        match nudged {
            Some(Some(channel)) => serve(&hub, channel),
            Some(None) => return,
            None => match assistant::waiting(&hub.store, AT_A_LOOK).await {
                Ok(channels) => channels.into_iter().for_each(|channel| serve(&hub, channel)),
                Err(error) => tracing::warn!(%error, "questions could not be looked for"),
            },
        }
    }
}

fn serve(hub: &Arc<Hub>, channel: ChannelId) {
    let hub = hub.clone();
    tokio::spawn(async move {
        let Some(desk) = hub.assistant.get() else { return };
        // A cry for help waits for no answer to an earlier question.
        if let Err(error) = hear_cries(&hub, desk, channel).await {
            tracing::error!(%error, "questions could not be looked at for cries for help");
        }
        if !desk.take(channel) {
            return;
        }
        loop {
            if let Err(error) = work(&hub, desk, channel).await {
                tracing::warn!(%error, "a question waits for its lease to end");
            }
            if desk.give_back(channel) {
                return;
            }
        }
    });
}

async fn hear_cries(hub: &Hub, desk: &Desk, channel: ChannelId) -> store::Result<()> {
    for question in assistant::questions(&hub.store, channel).await? {
        if desk.settings.content.is_cry_for_help(&question.body)
            && let Some(person) = assistant::owner_of(&hub.store, channel).await?
        {
            let settled = answering::help(hub, desk, channel, person, question.id).await?;
            say(hub, channel, question.id, 1, settled).await?;
        }
    }
    Ok(())
}

async fn work(hub: &Hub, desk: &Desk, channel: ChannelId) -> store::Result<()> {
    let Ok(_place) = desk.places.acquire().await else { return Ok(()) };
    let limit = chrono::Duration::from_std(desk.settings.answer_limit).unwrap_or(MARGIN);
    let length = limit + MARGIN.min(limit);
    let Some(lease) = assistant::lease(&hub.store, channel, length).await? else { return Ok(()) };
    while let Some(task) = assistant::next(&hub.store, &lease, length).await? {
        let settled = settle(hub, desk, &lease, &task).await?;
        say(hub, channel, task.question.id, task.attempt, settled).await?;
    }
    Ok(())
}

async fn settle(hub: &Hub, desk: &Desk, lease: &Lease, task: &Task) -> store::Result<Settled> {
    match &task.settled {
        Some(settled) => Ok(settled.clone()),
        None => answering::decide(hub, desk, lease, task).await,
    }
}

/// Puts an outcome into its channel, once however often it is tried.
async fn say(hub: &Hub, channel: ChannelId, question: MessageId, attempt: i64, settled: Settled) -> store::Result<()> {
    let temp_id = Label { outcome: settled.outcome, question, attempt }.to_string();
    let draft = Draft::text(channel, ASSISTANT, temp_id, settled.body);
    match hub.store.writer.append(draft).await {
        Ok(_) => {}
        // Nobody is there to hear it.
        Err(NotAppended::Refused(refusal)) => tracing::info!(?refusal, "an answer came too late"),
        Err(NotAppended::Failed(error)) => return Err(error),
    }
    metrics::counter!("assistant_turns", "outcome" => format!("{:?}", settled.outcome).to_lowercase()).increment(1);
    assistant::delivered(&hub.store, question, attempt).await
}
