//! Settles a question: a crisis card, a note about the budget, an answer, or an apology.

use std::time::Duration;

use ::assistant::{Answer, Failure, Line, Question, Reply};
use chrono::Datelike;
use chrono_tz::Tz;
use store::assistant::{self, Label, Lease, Outcome, RecordedOutcome, Task, Turn};
use store::blackout::start_of_day;
use store::bots::ASSISTANT;
use store::bus::Event;
use store::messages::{self, Message};
use store::people::{self, Person};
use store::{ChannelId, MessageId, PersonId};
use tokio::time::{Instant, timeout};

use super::service::AssistantService;
use crate::hub::Hub;

/// Earlier messages sent along with a question.
const HISTORY: i64 = 24;

/// How often the person sees an answer grow.
const DELTA_INTERVAL: Duration = Duration::from_millis(100);

/// Determines the outcome of a question and stores it.
pub(super) async fn settle(
    hub: &Hub,
    service: &AssistantService,
    lease: &Lease,
    task: &Task,
) -> store::Result<RecordedOutcome> {
    if service.settings.content.is_cry_for_help(&task.question.body) {
        return crisis_card(hub, service, lease.channel, lease.person, task.question.id).await;
    }
    let person = people::by_id(&hub.store, lease.person).await?;
    let language = service.settings.content.language(person.as_ref().map_or("", |person| &person.language));
    let (outcome, reply, tokens) = if let Some(sentence) = over_budget(hub, service, person.as_ref()).await? {
        (Outcome::Budget, plain(sentence(&language.voice)), 0)
    } else {
        match ask(hub, service, lease, task, person.as_ref()).await? {
            Ok(Answer { text, sources, tokens }) => {
                let reply = Reply { text, sources, helplines: vec![] };
                (Outcome::Answer, reply, i64::try_from(tokens).unwrap_or(i64::MAX))
            }
            Err(failure) => {
                tracing::warn!(%failure, question = %task.question.id, "the model did not answer a question");
                (Outcome::Apology, plain(&language.voice.apology), 0)
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
    assistant::record_outcome(&hub.store, &turn).await
}

/// Stores the crisis card with its helplines. Crisis messages get only this card: a generated answer beside it could do harm.
pub(super) async fn crisis_card(
    hub: &Hub,
    service: &AssistantService,
    channel: ChannelId,
    person: PersonId,
    question: MessageId,
) -> store::Result<RecordedOutcome> {
    let known = people::by_id(&hub.store, person).await?;
    let language = service.settings.content.language(known.as_ref().map_or("", |person| &person.language));
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
    assistant::record_outcome(&hub.store, &turn).await
}

fn plain(sentence: &str) -> Reply {
    Reply { text: sentence.trim().to_owned(), ..Reply::default() }
}

type Sentence = fn(&::assistant::Voice) -> &str;

/// Returns the sentence to send instead of an answer if the budget of the day or the month is used up.
async fn over_budget(
    hub: &Hub,
    service: &AssistantService,
    person: Option<&Person>,
) -> store::Result<Option<Sentence>> {
    let Some(person) = person else { return Ok(None) };
    let programme = hub.programmes.get(&hub.store, person.programme_id).await?;
    let zone = programme.as_ref().map_or(Tz::UTC, |programme| programme.tz());
    let programme_limit = programme.and_then(|programme| programme.settings.assistant.tokens_per_month);
    let monthly_limit = programme_limit.unwrap_or(service.settings.tokens_per_month);
    let today = hub.store.clock.now().with_timezone(&zone).date_naive();
    let month = today.with_day(1).unwrap_or(today);
    let used = assistant::usage(
        &hub.store,
        person.id,
        person.programme_id,
        start_of_day(today, zone),
        start_of_day(month, zone),
    )
    .await?;
    Ok(if used.tries >= service.settings.tries_per_day {
        Some(|voice| &voice.budget_day)
    } else if monthly_limit > 0 && used.tokens >= monthly_limit {
        Some(|voice| &voice.budget_month)
    } else {
        None
    })
}

async fn ask(
    hub: &Hub,
    service: &AssistantService,
    lease: &Lease,
    task: &Task,
    person: Option<&Person>,
) -> store::Result<Result<Answer, Failure>> {
    let (channel, message) = (lease.channel, &task.question);
    let before = messages::between(&hub.store, channel, message.seq - 1 - HISTORY, message.seq - 1).await?;
    let language = person.map_or_else(String::new, |person| person.language.clone());
    let passages = service.knowledge.passages(&hub.store, &service.settings.content, &language, &message.body).await?;
    let question =
        Question { language, before: before.iter().filter_map(line).collect(), text: message.body.clone(), passages };
    let publish = |text: String| {
        let (person, question) = (lease.person, message.id);
        hub.store.bus.publish(vec![Event::AssistantDelta { person, channel, question, text }]);
    };
    publish(String::new());
    let mut published_at = Instant::now();
    let mut on_progress = |text: String| {
        if published_at.elapsed() >= DELTA_INTERVAL {
            published_at = Instant::now();
            publish(text);
        }
    };
    let answer = service.settings.provider.answer(&question, &mut on_progress);
    Ok(timeout(service.settings.answer_limit, answer).await.unwrap_or(Err(Failure::Slow)))
}

/// Converts a message for the model; outcomes other than answers are omitted.
fn line(message: &Message) -> Option<Line> {
    if message.sender_id != ASSISTANT {
        return Some(Line { by_person: true, text: message.body.clone() });
    }
    let label: Label = message.temp_id.parse().ok()?;
    (label.outcome == Outcome::Answer).then(|| Line { by_person: false, text: Reply::parse(&message.body).text })
}
