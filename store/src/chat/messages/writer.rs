//! The writer of a process: it commits all messages that were queued during the last commit together.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use telemetry::Span;
use tokio::sync::{mpsc, oneshot};

use super::channel_head_cache::ChannelHeadCache;
use super::plan::{Draft, Outcome, Rejection};
use super::{Message, SELECT_MESSAGE, batch};
use crate::alerts;
use crate::bus::{Bus, Event};
use crate::clock::Clock;
use crate::db::{Db, query_as};
use crate::{ChannelId, Error, Result};

/// Messages per commit.
const MAX_GROUP: usize = 512;

/// Queued messages; more are rejected with [`Error::Overloaded`].
const QUEUE_CAPACITY: usize = 16_384;

/// A stored message.
#[derive(Clone, Debug)]
pub struct Appended {
    /// The message.
    pub message: Arc<Message>,
    /// Whether it was stored before under the same `temp_id`.
    pub repeated: bool,
}

/// Why a message is not stored.
#[derive(Debug)]
pub enum NotAppended {
    /// The message was rejected.
    Rejected(Rejection),
    /// Storing failed; sending it again is safe.
    Failed(Error),
}

type Answer = Result<Appended, NotAppended>;

struct QueuedDraft {
    draft: Draft,
    answer: oneshot::Sender<Answer>,
}

/// The handle of the writer.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<QueuedDraft>,
    heads: Arc<ChannelHeadCache>,
    /// Whether other nodes write as well.
    is_shared: bool,
}

impl Writer {
    /// Starts the writer; it ends with the last handle.
    pub(crate) fn start(db: Db, clock: Arc<Clock>, bus: Bus) -> Self {
        let (queue, drafts) = mpsc::channel(QUEUE_CAPACITY);
        let (heads, is_shared) = (Arc::<ChannelHeadCache>::default(), bus.is_shared());
        tokio::spawn(run(db, clock, bus, heads.clone(), drafts));
        Self { queue, heads, is_shared }
    }

    /// Updates the cached heads with messages from the bus, so that the next write to their channels takes one round
    /// trip.
    pub fn update_heads(&self, messages: &[Arc<Message>]) {
        if self.is_shared {
            self.heads.update(messages);
        }
    }

    /// Returns the number of queued messages, including those that wait for a stalled commit.
    pub fn queued(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Queues a message at once, then stores and publishes it. When the future returns Ok, the message survives a
    /// crash. Messages are stored in the order of the calls, awaited or not.
    pub fn append(&self, draft: Draft) -> impl Future<Output = Answer> + Send + use<> {
        let (answer, receipt) = oneshot::channel();
        // A full queue drops the answer's sender together with the draft.
        let _ = self.queue.try_send(QueuedDraft { draft, answer });
        async move { receipt.await.unwrap_or(Err(NotAppended::Failed(Error::Overloaded))) }
    }
}

async fn run(
    db: Db,
    clock: Arc<Clock>,
    bus: Bus,
    heads: Arc<ChannelHeadCache>,
    mut queue: mpsc::Receiver<QueuedDraft>,
) {
    let mut group = Vec::with_capacity(MAX_GROUP);
    while queue.recv_many(&mut group, MAX_GROUP).await > 0 {
        metrics::histogram!("store_commit_messages").record(group.len() as f64);
        let (drafts, answers): (Vec<_>, Vec<_>) = group.drain(..).map(|queued| (queued.draft, queued.answer)).unzip();
        match store(&db, &clock, &bus, &heads, &drafts).await {
            Ok(results) => answer_all(answers, results),
            // One message that the database rejects must not fail the others.
            Err(Error::Database(sqlx::Error::Database(_))) if drafts.len() > 1 => {
                for (draft, answer) in drafts.iter().zip(answers) {
                    let result = store(&db, &clock, &bus, &heads, std::slice::from_ref(draft)).await;
                    answer_all(vec![answer], result.unwrap_or_else(|error| vec![failed(&bus, error)]));
                }
            }
            Err(error) => {
                let text = error.to_string();
                let results = drafts.iter().map(|_| Err(NotAppended::Failed(Error::Overloaded))).collect();
                tracing::error!(error = text, messages = drafts.len(), "messages could not be stored");
                bus.publish_loss();
                answer_all(answers, results);
            }
        }
    }
}

fn failed(bus: &Bus, error: Error) -> Answer {
    tracing::error!(%error, "a message could not be stored");
    bus.publish_loss();
    Err(NotAppended::Failed(error))
}

fn answer_all(answers: Vec<oneshot::Sender<Answer>>, results: Vec<Answer>) {
    for (answer, result) in answers.into_iter().zip(results) {
        // The connection may have closed; the message is stored all the same.
        let _ = answer.send(result);
    }
}

async fn store(db: &Db, clock: &Clock, bus: &Bus, heads: &ChannelHeadCache, drafts: &[Draft]) -> Result<Vec<Answer>> {
    let (began, mut span) = (Instant::now(), span_of(drafts));
    let committed = batch::commit(db, clock, heads, drafts).await;
    // Failed commits count as well: they are often the slow ones.
    metrics::histogram!("store_commit_seconds").record(began.elapsed());
    let batch::Committed { plan, alerted } = committed.inspect_err(|_| span.fail())?;
    let messages: Vec<_> = plan.messages.into_iter().map(Arc::new).collect();
    let mut answers = Vec::with_capacity(drafts.len());
    let trace = span.context();
    let mut events = events(&messages, trace);
    for (draft, outcome) in drafts.iter().zip(&plan.outcomes) {
        answers.push(match *outcome {
            Outcome::Stored(index) => Ok(Appended { message: messages[index].clone(), repeated: false }),
            Outcome::Rejected(rejection) => Err(NotAppended::Rejected(rejection)),
            Outcome::Repeats(seq) => {
                let message = Arc::new(read_one(db, draft.channel, seq).await?);
                // The first node may have crashed between commit and publication.
                events.push(Event::Messages { channel: draft.channel, messages: vec![message.clone()], trace });
                Ok(Appended { message, repeated: true })
            }
        });
    }
    bus.publish(events);
    for programme in alerted {
        alerts::publish_change(db, bus, programme).await;
    }
    Ok(answers)
}

/// Opens a span in the first sampled trace and links the others.
fn span_of(drafts: &[Draft]) -> Span {
    let mut kept = drafts.iter().filter_map(|draft| draft.trace);
    let mut span = Span::within("commit", kept.next());
    kept.for_each(|other| span.link(other));
    span.set("messages", drafts.len());
    span
}

/// Groups messages into one event per channel.
fn events(messages: &[Arc<Message>], trace: Option<telemetry::Context>) -> Vec<Event> {
    let mut by_channel: HashMap<ChannelId, Vec<Arc<Message>>> = HashMap::new();
    for message in messages {
        by_channel.entry(message.channel_id).or_default().push(message.clone());
    }
    by_channel.into_iter().map(|(channel, messages)| Event::Messages { channel, messages, trace }).collect()
}

async fn read_one(db: &Db, channel: ChannelId, seq: i64) -> Result<Message> {
    query_as([SELECT_MESSAGE, "FROM messages x WHERE channel_id = $1 AND seq = $2"])
        .bind(channel)
        .bind(seq)
        .fetch_one(db)
        .await
}
