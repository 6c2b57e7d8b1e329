//! One writer per process: it takes whatever waits when the last commit ends and commits it together.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};
use traces::Span;

use super::heads::Heads;
use super::plan::{Draft, Fate, Plan, Refusal};
use super::{Message, batch, message_columns};
use crate::bus::{Bus, Event};
use crate::clock::Clock;
use crate::db::{Db, on};
use crate::{ChannelId, Error, Result};

/// Messages committed together at most.
const GROUP: usize = 512;

/// Messages that wait at most; more are refused with [`Error::Overloaded`].
const WAITING: usize = 16_384;

/// A message that is safely stored.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// The message.
    pub message: Message,
    /// Whether it was sent before under the same name, and this changed nothing.
    pub repeated: bool,
}

/// Why a message is not stored.
#[derive(Debug)]
pub enum NotAppended {
    /// It may not be.
    Refused(Refusal),
    /// It could not be; sending it again is safe.
    Failed(Error),
}

type Answer = Result<Receipt, NotAppended>;

struct Waiting {
    draft: Draft,
    answer: oneshot::Sender<Answer>,
}

/// The way to the writer.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Waiting>,
    heads: Arc<Heads>,
    /// Only who shares a bus has others to hear of.
    is_shared: bool,
}

impl Writer {
    /// Starts the writer; it ends when the last handle is dropped.
    pub(crate) fn start(db: Db, clock: Arc<Clock>, bus: Bus) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        let (heads, is_shared) = (Arc::<Heads>::default(), bus.is_shared());
        tokio::spawn(run(db, clock, bus, heads.clone(), waiting));
        Self { queue, heads, is_shared }
    }

    /// Messages of one channel came, perhaps from another process. Whoever has heard of them writes after them at once.
    pub fn hear(&self, messages: &[Message]) {
        if self.is_shared {
            self.heads.hear(messages);
        }
    }

    /// Messages that no commit has taken yet, at this moment: also while one stands still.
    pub fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Queues a message at once, then stores it and tells the bus, in this order. When the future ends with Ok, the
    /// message survives a crash. Messages are stored in the order of the calls, awaited or not.
    pub fn append(&self, draft: Draft) -> impl Future<Output = Answer> + Send + use<> {
        let (answer, receipt) = oneshot::channel();
        // If the queue is full, the answer's sender is dropped with what could not be queued.
        let _ = self.queue.try_send(Waiting { draft, answer });
        async move { receipt.await.unwrap_or(Err(NotAppended::Failed(Error::Overloaded))) }
    }
}

async fn run(db: Db, clock: Arc<Clock>, bus: Bus, heads: Arc<Heads>, mut queue: mpsc::Receiver<Waiting>) {
    let mut group = Vec::with_capacity(GROUP);
    while queue.recv_many(&mut group, GROUP).await > 0 {
        metrics::histogram!("store_commit_messages").record(group.len() as f64);
        let (drafts, answers): (Vec<_>, Vec<_>) = group.drain(..).map(|w| (w.draft, w.answer)).unzip();
        match store(&db, &clock, &bus, &heads, &drafts).await {
            Ok(outcomes) => answer_all(answers, outcomes),
            // One message that the database refuses must not take the others with it.
            Err(Error::Database(sqlx::Error::Database(_))) if drafts.len() > 1 => {
                for (draft, answer) in drafts.iter().zip(answers) {
                    let outcome = store(&db, &clock, &bus, &heads, std::slice::from_ref(draft)).await;
                    answer_all(vec![answer], outcome.unwrap_or_else(|error| vec![failed(&bus, error)]));
                }
            }
            Err(error) => {
                let text = error.to_string();
                let outcomes = drafts.iter().map(|_| Err(NotAppended::Failed(Error::Overloaded))).collect();
                tracing::error!(error = text, messages = drafts.len(), "messages could not be stored");
                bus.doubt();
                answer_all(answers, outcomes);
            }
        }
    }
}

fn failed(bus: &Bus, error: Error) -> Answer {
    tracing::error!(%error, "a message could not be stored");
    bus.doubt();
    Err(NotAppended::Failed(error))
}

fn answer_all(answers: Vec<oneshot::Sender<Answer>>, outcomes: Vec<Answer>) {
    for (answer, outcome) in answers.into_iter().zip(outcomes) {
        // The sender may have gone; the message is stored all the same.
        let _ = answer.send(outcome);
    }
}

async fn store(db: &Db, clock: &Clock, bus: &Bus, heads: &Heads, drafts: &[Draft]) -> Result<Vec<Answer>> {
    let (began, mut span) = (Instant::now(), span_of(drafts));
    let committed = batch::commit(db, clock, heads, drafts).await;
    // Those that fail took their time as well, and are often the slow ones.
    metrics::histogram!("store_commit_seconds").record(began.elapsed());
    let plan = committed.inspect_err(|_| span.fail())?;
    let mut outcomes = Vec::with_capacity(drafts.len());
    let trace = span.context();
    let mut events = events(&plan.messages, trace);
    for (draft, fate) in drafts.iter().zip(&plan.fates) {
        outcomes.push(match *fate {
            Fate::Stored(index) => Ok(Receipt { message: plan.messages[index].clone(), repeated: false }),
            Fate::Refused(refusal) => Err(NotAppended::Refused(refusal)),
            Fate::Repeats(seq) => {
                let message = one(db, draft.channel, seq).await?;
                // Its node may have died between the commit and the news.
                events.push(Event::Messages { channel: draft.channel, messages: vec![message.clone()], trace });
                Ok(Receipt { message, repeated: true })
            }
        });
    }
    bus.publish(events);
    drop::<Plan>(plan);
    Ok(outcomes)
}

/// A step of the first trace that is kept, and linked to the others.
fn span_of(drafts: &[Draft]) -> Span {
    let mut kept = drafts.iter().filter_map(|draft| draft.trace);
    let mut span = Span::within("commit", kept.next());
    kept.for_each(|other| span.link(other));
    span.set("messages", drafts.len());
    span
}

/// One event per channel.
fn events(messages: &[Message], trace: Option<traces::Context>) -> Vec<Event> {
    let mut by_channel: HashMap<ChannelId, Vec<Message>> = HashMap::new();
    for message in messages {
        by_channel.entry(message.channel_id).or_default().push(message.clone());
    }
    by_channel.into_iter().map(|(channel, messages)| Event::Messages { channel, messages, trace }).collect()
}

async fn one(db: &Db, channel: ChannelId, seq: i64) -> Result<Message> {
    Ok(on!(db, |pool| sqlx::query_as(concat!(
        "SELECT ",
        message_columns!(""),
        " FROM messages WHERE channel_id = $1 AND seq = $2"
    ))
    .bind(channel)
    .bind(seq)
    .fetch_one(pool)
    .await)?)
}
