//! The outcome of a question: a crisis card, a note about the budget, an answer, or an apology.

use std::time::Duration;

use ::assistant::{Answer, Failure, Language, Line, Question, Reply};
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

use super::AssistantService;

/// Earlier messages sent along with a question.
const HISTORY: i64 = 24;

/// How often the person sees an answer grow.
const DELTA_INTERVAL: Duration = Duration::from_millis(100);

impl AssistantService {
    /// Determines the outcome of a question and stores it.
    pub(super) async fn record_outcome(&self, lease: &Lease, task: &Task) -> store::Result<RecordedOutcome> {
        let question = task.question.id;
        if self.settings.content.is_crisis(&task.question.body) {
            return self.record_crisis_card(lease.channel, lease.person, question).await;
        }
        let person = people::by_id(&self.store, lease.person).await?;
        let language = self.language_of(person.as_ref());
        let (outcome, reply, tokens) = if let Some(sentence) = self.over_budget(person.as_ref()).await? {
            (Outcome::Budget, plain(sentence(&language.voice)), 0)
        } else {
            match self.ask(lease, task, person.as_ref()).await? {
                Ok(Answer { text, sources, tokens }) => {
                    let reply = Reply { text, sources, helplines: vec![] };
                    (Outcome::Answer, reply, i64::try_from(tokens).unwrap_or(i64::MAX))
                }
                Err(failure) => {
                    tracing::warn!(%failure, %question, "the model did not answer a question");
                    (Outcome::Apology, plain(&language.voice.apology), 0)
                }
            }
        };
        let programme = person.and_then(|person| person.programme_id);
        let (channel, person, attempt, body) = (lease.channel, lease.person, task.attempt, reply.body());
        let turn = Turn { question, attempt, channel, person, programme, outcome, body, tokens };
        assistant::record_outcome(&self.store, &turn).await
    }

    /// Stores the crisis card with its helplines. Crisis messages get only this card: a generated answer beside it could do harm.
    pub(super) async fn record_crisis_card(
        &self,
        channel: ChannelId,
        person: PersonId,
        question: MessageId,
    ) -> store::Result<RecordedOutcome> {
        let known = people::by_id(&self.store, person).await?;
        let crisis = &self.language_of(known.as_ref()).crisis;
        let reply = Reply { helplines: crisis.helplines.clone(), ..plain(&crisis.text) };
        let programme = known.and_then(|person| person.programme_id);
        let (outcome, body) = (Outcome::Crisis, reply.body());
        let turn = Turn { question, attempt: 1, channel, person, programme, outcome, body, tokens: 0 };
        assistant::record_outcome(&self.store, &turn).await
    }

    /// Returns the texts in the language of a person.
    fn language_of(&self, person: Option<&Person>) -> &Language {
        self.settings.content.language(person.map_or("", |person| &person.language))
    }

    /// Returns the sentence to send instead of an answer if the budget of the day or the month is used up.
    async fn over_budget(&self, person: Option<&Person>) -> store::Result<Option<Sentence>> {
        let Some(person) = person else { return Ok(None) };
        let programme = self.programmes.get(person.programme_id).await?;
        let zone = programme.as_ref().map_or(Tz::UTC, |programme| programme.tz());
        let programme_limit = programme.and_then(|programme| programme.settings.assistant.tokens_per_month);
        let monthly_limit = programme_limit.unwrap_or(self.settings.tokens_per_month);
        let today = self.store.clock.now().with_timezone(&zone).date_naive();
        let month = today.with_day(1).unwrap_or(today);
        let used = assistant::usage(
            &self.store,
            person.id,
            person.programme_id,
            start_of_day(today, zone),
            start_of_day(month, zone),
        )
        .await?;
        Ok(if used.tries >= self.settings.tries_per_day {
            Some(|voice| &voice.budget_day)
        } else if monthly_limit > 0 && used.tokens >= monthly_limit {
            Some(|voice| &voice.budget_month)
        } else {
            None
        })
    }

    async fn ask(&self, lease: &Lease, task: &Task, person: Option<&Person>) -> store::Result<Result<Answer, Failure>> {
        let (channel, message) = (lease.channel, &task.question);
        let before = messages::between(&self.store, channel, message.seq - 1 - HISTORY, message.seq - 1).await?;
        let language = person.map_or_else(String::new, |person| person.language.clone());
        let passages = self.knowledge.passages(&self.store, &self.settings.content, &language, &message.body).await?;
        let question = Question {
            language,
            before: before.iter().filter_map(line).collect(),
            text: message.body.clone(),
            passages,
        };
        let publish = |text: String| {
            let (person, question) = (lease.person, message.id);
            self.store.bus.publish(vec![Event::AssistantDelta { person, channel, question, text }]);
        };
        publish(String::new());
        let mut published_at = Instant::now();
        let mut on_progress = |text: String| {
            if published_at.elapsed() >= DELTA_INTERVAL {
                published_at = Instant::now();
                publish(text);
            }
        };
        let answer = self.settings.provider.answer(&question, &mut on_progress);
        Ok(timeout(self.settings.answer_limit, answer).await.unwrap_or(Err(Failure::Slow)))
    }
}

fn plain(sentence: &str) -> Reply {
    Reply { text: sentence.trim().to_owned(), ..Reply::default() }
}

type Sentence = fn(&::assistant::Voice) -> &str;

/// Converts a message for the model; outcomes other than answers are omitted.
fn line(message: &Message) -> Option<Line> {
    if message.sender_id != ASSISTANT {
        return Some(Line { by_person: true, text: message.body.clone() });
    }
    let label: Label = message.temp_id.parse().ok()?;
    (label.outcome == Outcome::Answer).then(|| Line { by_person: false, text: Reply::parse(&message.body).text })
}
