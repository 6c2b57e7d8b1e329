//! Writes many people with answers and progress in bulk: one statement fills a table for everyone. Content is the hub's own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::{Context, ensure};
use questions::{AnswerForm, Question};
use serde_json::{Map, Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use store::clock::Clock;
use store::content::{Audience, Catalogue, ContentItem, Session, Survey, Versioned, catalogue};
use store::people::Role;
use store::{LoginSessionId, PersonId, Store, programmes, tokens};
use uuid::Uuid;

use super::requests::{Quiz, World};
use super::servers::start_own;
use crate::target::Place;

/// Sessions that everyone has begun.
const BEGUN_SESSIONS: usize = 3;

/// One of so many people likes a post.
const LIKES: usize = 10;

/// First half of all ids of people; the other half counts.
const ID: u128 = 0x0190_0000_0000_7000_8000_0000_0000_0000;

/// Fills an empty database. Everyone has `answers` answers in surveys.
pub(super) async fn fill(place: &Place, people: usize, answers: usize) -> anyhow::Result<World> {
    // The first start imports the content.
    start_own(place).await?.kill().await?;
    let options = store::Options {
        access_token_lifetime: Duration::from_secs(12 * 3600),
        ..store::Options::new(&place.database, place.data.join("files"))
    };
    let store = Store::open(options, Clock::system()).await?;
    let catalogue = catalogue(&store).await?;
    let programme = programmes::all(&store).await?.into_iter().next().context("the content has no programme")?;
    let mut seed = Seed {
        to: Database::open(&place.database).await?,
        people,
        now: store.clock.now().to_rfc3339(),
        expires: (store.clock.now() + chrono::TimeDelta::days(30)).to_rfc3339(),
    };
    seed.people(programme.id.0).await?;
    seed.surveys(&catalogue, answers).await?;
    let quiz = seed.sessions(&catalogue).await?;
    seed.likes(&catalogue).await?;
    seed.to.finish().await?;
    let token = |number| {
        let id = Uuid::from_u128(ID + number as u128);
        Ok((id, tokens::issue(&store, PersonId(id), LoginSessionId(id))?.0))
    };
    let people = (0..people).map(token).collect::<anyhow::Result<_>>()?;
    store.close().await;
    Ok(World { people, quiz, asked: AtomicU64::new(0) })
}

struct Seed {
    to: Database,
    people: usize,
    now: String,
    expires: String,
}

impl Seed {
    /// Inserts `values` for everyone. `{id}` is the id of the person with number `i`, `{hash}` bytes of their own.
    async fn insert(&mut self, columns: &str, values: &str) -> anyhow::Result<()> {
        self.insert_where(columns, values, "TRUE").await
    }

    /// The same for those whose number meets a condition.
    async fn insert_where(&mut self, columns: &str, values: &str, condition: &str) -> anyhow::Result<()> {
        let (id, hash) = match &self.to {
            Database::Sqlite(_) => ("unhex('01900000000070008000' || printf('%012x', i))", "unhex(printf('%012x', i))"),
            Database::Postgres(_) => (
                "CAST('01900000000070008000' || lpad(to_hex(i), 12, '0') AS UUID)",
                "decode(lpad(to_hex(i), 12, '0'), 'hex')",
            ),
        };
        let values = values.replace("{id}", id).replace("{hash}", hash);
        let statement = format!(
            "WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {})
             INSERT INTO {columns} SELECT {values} FROM numbers WHERE {condition}",
            self.people
        );
        self.to.run(&statement).await.with_context(|| columns.to_owned())
    }

    async fn people(&mut self, programme: Uuid) -> anyhow::Result<()> {
        let (now, expires) = (text(&self.now), text(&self.expires));
        let programme = self.to.id(programme);
        self.insert(
            "people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider, programme_id,
             language, experience_overrides, is_disabled, email_verified_at, agreed_terms_at, declared_at,
             failed_sign_ins, created_at)",
            &format!(
                "{{id}}, 'person' || i || '@load.invalid', 'Load', 'Test', 'Load', '', '', 'mentee', 'normal',
                 {programme}, 'en', '{{}}', FALSE, {now}, {now}, {now}, 0, {now}"
            ),
        )
        .await?;
        self.insert(
            "login_sessions (id, person_id, refresh_hash, user_agent, created_at, refreshed_at, expires_at)",
            &format!("{{id}}, {{id}}, {{hash}}, 'load-tests', {now}, {now}, {expires}"),
        )
        .await?;
        self.insert("learning_hub_visits (person_id, visited_at)", &format!("{{id}}, {now}")).await
    }

    /// Everyone has answered the first questions; the last stage with answers is a draft.
    async fn surveys(&mut self, catalogue: &Catalogue, answers: usize) -> anyhow::Result<()> {
        let now = text(&self.now);
        let answered: Vec<Answered> =
            catalogue.surveys.offered().flat_map(|survey| Answered::all(survey)).take(answers).collect();
        ensure!(answered.len() == answers, "the surveys have only {} suitable questions", answered.len());
        let stages: BTreeSet<_> = answered.iter().map(|one| (one.survey, one.stage)).collect();
        let surveys: BTreeMap<_, _> = answered.iter().map(|one| (one.survey, one.version)).collect();
        for (survey, version) in surveys {
            let columns = "survey_progress (person_id, survey_key, version, started_at)";
            self.insert(columns, &format!("{{id}}, {}, {version}, {now}", text(survey))).await?;
        }
        let last = answered.last().map(|one| (one.survey, one.stage));
        for (survey, stage) in stages {
            let submitted = if last == Some((survey, stage)) { "NULL" } else { &now };
            self.insert(
                "survey_stages (person_id, survey_key, stage_key, submitted_at, draft_revision)",
                &format!("{{id}}, {}, {}, {submitted}, 1", text(survey), text(stage)),
            )
            .await?;
        }
        for one in answered {
            let (survey, question, stage) = (text(one.survey), text(one.question), text(one.stage));
            self.insert(
                "survey_answers (person_id, survey_key, question_key, stage_key, answer, answered_at)",
                &format!("{{id}}, {survey}, {question}, {stage}, {}, {now}", text(&one.answer.to_string())),
            )
            .await?;
        }
        Ok(())
    }

    /// Everyone has begun some sessions. Returns a quiz that is open to all of them.
    async fn sessions(&mut self, catalogue: &Catalogue) -> anyhow::Result<Quiz> {
        let now = text(&self.now);
        let is_offered =
            |session: &Session| session.audience == Audience::LearningHub && session.roles.contains(&Role::Mentee);
        let offered: Vec<_> = catalogue.sessions.offered().filter(|session| is_offered(&session.definition)).collect();
        let quiz = offered.iter().find_map(|session| Some((*session, quiz_of(&session.definition)?)));
        let (with_quiz, quiz) = quiz.context("no session has a quiz that can be taken again")?;
        let others = offered.iter().copied().filter(|session| session.definition.key != with_quiz.definition.key);
        for session in std::iter::once(with_quiz).chain(others).take(BEGUN_SESSIONS) {
            let key = text(&session.definition.key);
            self.insert(
                "session_progress (person_id, session_id, session_key, version, started_at)",
                &format!("{{id}}, {key}, {key}, {}, {now}", session.version),
            )
            .await?;
            // The steps before the quiz, or the first one.
            let steps = session.definition.steps.iter().enumerate();
            let done = steps.take_while(|(number, step)| {
                step.key != quiz.step && (*number == 0 || session.definition.key == quiz.session)
            });
            for (_, step) in done {
                self.insert(
                    "completed_steps (person_id, session_id, step_key, completed_at)",
                    &format!("{{id}}, {key}, {}, {now}", text(&step.key)),
                )
                .await?;
            }
        }
        let (session, step, key) = (text(&quiz.session), text(&quiz.step), text(&quiz.key));
        let answers = text(&Value::Object(quiz.answers.clone()).to_string());
        self.insert(
            "quiz_attempts (person_id, session_id, quiz_key, attempt, step_key, answers, request_id, submitted_at)",
            &format!("{{id}}, {session}, {key}, 1, {step}, {answers}, 'seed', {now}"),
        )
        .await?;
        let columns = "session_bookmarks (person_id, session_key, created_at)";
        self.insert_where(columns, &format!("{{id}}, {session}, {now}"), "i % 2 = 0").await?;
        Ok(quiz)
    }

    async fn likes(&mut self, catalogue: &Catalogue) -> anyhow::Result<()> {
        let now = text(&self.now);
        for (number, item) in catalogue.feed.iter().enumerate() {
            let values = format!("{}, {{id}}, {now}", text(&item.key));
            let condition = format!("i % {LIKES} = {}", number % LIKES);
            self.insert_where("feed_likes (item_key, person_id, created_at)", &values, &condition).await?;
        }
        Ok(())
    }
}

/// An answer that everyone gave.
struct Answered<'a> {
    survey: &'a str,
    version: i64,
    stage: &'a str,
    question: &'a str,
    answer: Value,
}

impl<'a> Answered<'a> {
    fn all(survey: &'a Versioned<Survey>) -> Vec<Self> {
        let (version, mut all) = (survey.version, Vec::new());
        for stage in &survey.definition.stages {
            for question in stage.pages.iter().flat_map(|page| &page.questions) {
                if let Some(answer) = answer_to(question) {
                    let (survey, stage) = (&survey.definition.key, &stage.key);
                    all.push(Self { survey, version, stage, question: &question.key, answer });
                }
            }
        }
        all
    }
}

/// Returns the first quiz that can be taken again and whose mandatory questions can all be answered.
fn quiz_of(session: &Session) -> Option<Quiz> {
    session.steps.iter().find_map(|step| {
        let quiz = |item: &ContentItem| {
            let quiz = item.quiz.as_ref().filter(|quiz| quiz.allow_retake)?;
            let answered = quiz.questions.iter().filter_map(|question| Some((question, answer_to(question)?)));
            let answers: Map<_, _> = answered.map(|(question, answer)| (question.key.clone(), answer)).collect();
            let is_whole =
                quiz.questions.iter().all(|question| !question.mandatory || answers.contains_key(&question.key));
            let (session, step, key) = (session.key.clone(), step.key.clone(), quiz.key.clone());
            (is_whole && !answers.is_empty()).then_some(Quiz { session, step, key, answers })
        };
        step.content.iter().find_map(quiz)
    })
}

/// Returns an answer to a question that is always asked and takes no file.
fn answer_to(question: &Question) -> Option<Value> {
    if question.visible_if.is_some() {
        return None;
    }
    let first = || question.options.first().map(|option| &option.key);
    Some(match question.question_type.answer_form() {
        AnswerForm::Line | AnswerForm::Paragraphs => json!("What I thought of in the train, and then wrote down here."),
        AnswerForm::Number => json!(20),
        AnswerForm::Date => json!("2008-05-04"),
        AnswerForm::OneOption => json!(first()?),
        AnswerForm::SomeOptions => json!([first()?]),
        AnswerForm::AllOptions => json!(question.options.iter().map(|option| &option.key).collect::<Vec<_>>()),
        AnswerForm::Scale => json!(question.range().min),
        AnswerForm::Video => json!("watched"),
        AnswerForm::DateTime | AnswerForm::Picture | AnswerForm::TitledPicture | AnswerForm::Document => return None,
    })
}

/// A text in SQL.
fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

/// A connection that writes in bulk.
enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Database {
    async fn open(url: &str) -> anyhow::Result<Self> {
        Ok(match url.strip_prefix("sqlite:") {
            Some(path) => Self::Sqlite(SqliteConnection::connect(path).await?),
            None => Self::Postgres(PgConnection::connect(url).await?),
        })
    }

    async fn run(&mut self, statement: &str) -> anyhow::Result<()> {
        let statement = sqlx::raw_sql(AssertSqlSafe(statement));
        match self {
            Self::Sqlite(connection) => statement.execute(connection).await.map(drop)?,
            Self::Postgres(connection) => statement.execute(connection).await.map(drop)?,
        }
        Ok(())
    }

    /// An id in SQL.
    fn id(&self, id: Uuid) -> String {
        match self {
            Self::Sqlite(_) => format!("x'{}'", id.simple()),
            Self::Postgres(_) => format!("'{id}'"),
        }
    }

    /// The autovacuum of PostgreSQL does this some minutes after such a change.
    async fn finish(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(_) => self.run("VACUUM ANALYZE").await,
        }
    }
}
