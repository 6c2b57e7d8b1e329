//! What becomes of a question: a call for help, a word about the budget, an answer, or an apology.

use std::time::Duration;

use ::assistant::{Answer, Failure, Line, Question};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use store::assistant::{self, Label, Lease, Outcome, Settled, Task, Turn};
use store::bots::ASSISTANT;
use store::bus::Event;
use store::messages::{self, Message};
use store::people::{self, Person};
use store::{ChannelId, MessageId, PersonId};
use tokio::time::{Instant, timeout};

use super::Desk;
use super::reply::Reply;
use crate::Hub;

/// Earlier messages that go with a question.
const BEFORE: i64 = 24;

/// People see an answer grow this often.
const SHOWN_EVERY: Duration = Duration::from_millis(100);

/// Decides what is said to a question, and keeps it.
pub(super) async fn decide(hub: &Hub, desk: &Desk, lease: &Lease, task: &Task) -> store::Result<Settled> {
    if desk.settings.content.is_cry_for_help(&task.question.body) {
        return help(hub, desk, lease.channel, lease.person, task.question.id).await;
    }
    let person = people::by_id(&hub.store, lease.person).await?;
    let language = desk.settings.content.language(person.as_ref().map_or("", |person| &person.language));
    let (outcome, reply, tokens) = if let Some(sentence) = over_budget(hub, desk, person.as_ref()).await? {
        (Outcome::Budget, said(sentence(&language.voice)), 0)
    } else {
        match ask(hub, desk, lease, task, person.as_ref()).await? {
            Ok(Answer { text, sources, tokens }) => {
                let reply = Reply { text, sources, helplines: vec![] };
                (Outcome::Answer, reply, i64::try_from(tokens).unwrap_or(i64::MAX))
            }
            Err(failure) => {
                tracing::warn!(%failure, question = %task.question.id, "a question was not answered");
                (Outcome::Apology, said(&language.voice.apology), 0)
            }
        }
    };
    let turn = Turn {
        question: task.question.id,
        attempt: task.attempt,
        channel: lease.channel,
        person: lease.person,
        programme: person.and_then(|person| person.programme_id),
        outcome,
        body: reply.body(),
        tokens,
    };
    assistant::settle(&hub.store, &turn).await
}

/// The answer to a cry for help: people. No model is asked; what it made up beside them could do harm.
pub(super) async fn help(
    hub: &Hub,
    desk: &Desk,
    channel: ChannelId,
    person: PersonId,
    question: MessageId,
) -> store::Result<Settled> {
    let known = people::by_id(&hub.store, person).await?;
    let language = desk.settings.content.language(known.as_ref().map_or("", |person| &person.language));
    let text = language.crisis.text.trim().to_owned();
    let reply = Reply { text, sources: vec![], helplines: language.crisis.helplines.clone() };
    let turn = Turn {
        question,
        attempt: 1,
        channel,
        person,
        programme: known.and_then(|person| person.programme_id),
        outcome: Outcome::Crisis,
        body: reply.body(),
        tokens: 0,
    };
    assistant::settle(&hub.store, &turn).await
}

fn said(sentence: &str) -> Reply {
    Reply { text: sentence.trim().to_owned(), ..Reply::default() }
}

type Sentence = fn(&::assistant::Voice) -> &str;

/// What is said instead of an answer when there is nothing left for today, or for this month.
async fn over_budget(hub: &Hub, desk: &Desk, person: Option<&Person>) -> store::Result<Option<Sentence>> {
    let Some(person) = person else { return Ok(None) };
    let programme = hub.programmes.get(&hub.store, person.programme_id).await?;
    let zone = programme.as_ref().map_or(Tz::UTC, |programme| programme.tz());
    let granted = programme.and_then(|programme| programme.settings.assistant.tokens_per_month);
    let of_month = granted.unwrap_or(desk.settings.tokens_per_month);
    let today = hub.store.clock.now().with_timezone(&zone).date_naive();
    let month = today.with_day(1).unwrap_or(today);
    let used =
        assistant::used(&hub.store, person.id, person.programme_id, start_of(today, zone), start_of(month, zone))
            .await?;
    Ok(if used.tries >= desk.settings.tries_per_day {
        Some(|voice| &voice.budget_day)
    } else if of_month > 0 && used.tokens >= of_month {
        Some(|voice| &voice.budget_month)
    } else {
        None
    })
}

fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // Where the clocks skip midnight the day begins with the first moment that there is.
    zone.from_local_datetime(&midnight).earliest().map_or_else(|| midnight.and_utc(), |start| start.with_timezone(&Utc))
}

async fn ask(
    hub: &Hub,
    desk: &Desk,
    lease: &Lease,
    task: &Task,
    person: Option<&Person>,
) -> store::Result<Result<Answer, Failure>> {
    let (channel, asked) = (lease.channel, &task.question);
    let before = messages::between(&hub.store, channel, asked.seq - 1 - BEFORE, asked.seq - 1).await?;
    let language = person.map_or_else(String::new, |person| person.language.clone());
    let passages = desk.knowledge.passages(&hub.store, &desk.settings.content, &language, &asked.body).await?;
    let question =
        Question { language, before: before.iter().filter_map(line).collect(), text: asked.body.clone(), passages };
    let show = |text: String| {
        let (person, question) = (lease.person, asked.id);
        hub.store.bus.publish(vec![Event::AssistantDelta { person, channel, question, text }]);
    };
    show(String::new());
    let mut shown_at = Instant::now();
    let mut so_far = |text: String| {
        if shown_at.elapsed() >= SHOWN_EVERY {
            shown_at = Instant::now();
            show(text);
        }
    };
    let answer = desk.settings.provider.answer(&question, &mut so_far);
    Ok(timeout(desk.settings.answer_limit, answer).await.unwrap_or(Err(Failure::Slow)))
}

/// What a message adds to the conversation; apologies and the like add nothing.
fn line(message: &Message) -> Option<Line> {
    if message.sender_id != ASSISTANT {
        return Some(Line { by_person: true, text: message.body.clone() });
    }
    let label: Label = message.temp_id.parse().ok()?;
    (label.outcome == Outcome::Answer).then(|| Line { by_person: false, text: Reply::read(&message.body).text })
}
