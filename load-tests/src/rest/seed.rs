//! Writes many people with answers and progress in bulk: one statement fills a table for everyone. Content is the hub's own.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anyhow::{Context, ensure};
use questions::{AnswerForm, Question};
use serde_json::{Map, Value, json};
use store::clock::Clock;
use store::content::{Audience, Catalogue, ContentItem, Session, Survey, catalogue};
use store::experiences::Access;
use store::people::Role;
use store::programmes::Programme;
use store::{LoginSessionId, PersonId, Store, administration, channels, programmes, tokens};
use uuid::Uuid;

use super::requests::{Quiz, World};
use super::servers::start_own;
use crate::bulk::{Bulk, id_of, text};
use crate::target::Resources;

/// Sessions that everyone has begun.
const BEGUN_SESSIONS: usize = 3;

/// One of so many people likes a post.
const LIKES: usize = 10;

/// People with a mentorship, at most.
const PAIRED: usize = 20_000;

/// Events in the calendar of each mentorship.
const EVENTS: usize = 10;

/// Fills an empty database. Everyone has `answers` answers in surveys.
pub(super) async fn fill(resources: &Resources, people: usize, answers: usize) -> anyhow::Result<World> {
    // The first start imports the content.
    start_own(resources).await?.kill().await?;
    let options = store::Options {
        access_token_lifetime: Duration::from_secs(12 * 3600),
        ..store::Options::new(&resources.database, resources.data.join("files"))
    };
    let store = Store::open(options, Clock::system()).await?;
    let catalogue = catalogue(&store).await?;
    let programme = programmes::all(&store).await?.into_iter().next().context("the content has no programme")?;
    open_everything(&store, &programme).await?;
    let mut seed = Seed {
        to: Bulk::open(&resources.database, people).await?,
        now: store.clock.now().to_rfc3339(),
        expires: (store.clock.now() + chrono::TimeDelta::days(30)).to_rfc3339(),
    };
    seed.people(programme.id.0).await?;
    seed.surveys(&catalogue, answers).await?;
    let quiz = seed.sessions(&catalogue).await?;
    seed.likes(&catalogue).await?;
    let paired = people.min(PAIRED) / 2 * 2;
    let channel = channels::create(&store, channels::Kind::Group, "Load", Some(programme.id)).await?;
    seed.mentorships(&catalogue, programme.id.0, channel.0, paired).await?;
    seed.to.finish().await?;
    let token = |number| {
        let id = id_of(number);
        Ok((id, tokens::issue(&store, PersonId(id), LoginSessionId(id))?.0))
    };
    let people = (0..people).map(token).collect::<anyhow::Result<_>>()?;
    store.close().await;
    Ok(World { people, paired, quiz, asked: AtomicU64::new(0) })
}

/// Gives mentees what the measured routes show.
async fn open_everything(store: &Store, programme: &Programme) -> anyhow::Result<()> {
    let mut settings = programme.settings.0.clone();
    let mentee = settings.experiences.entry(Role::Mentee).or_default();
    (mentee.survey, mentee.session) = (Access::Use, Access::Use);
    administration::put_programme(store, &crate::JOB, &programme.key, &programme.name, &programme.time_zone, &settings)
        .await?;
    Ok(())
}

struct Seed {
    to: Bulk,
    now: String,
    expires: String,
}

impl Seed {
    async fn people(&mut self, programme: Uuid) -> anyhow::Result<()> {
        let (now, expires) = (text(&self.now), text(&self.expires));
        let programme = self.to.id(programme);
        self.to.insert(
            "people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider, programme_id,
             language, experience_overrides, is_disabled, email_verified_at, agreed_terms_at, declared_at,
             failed_sign_ins, created_at)",
            &format!(
                "{{id}}, 'person' || i || '@load.invalid', 'Load', 'Test', 'Load', '', '', 'mentee', 'normal',
                 {programme}, 'en', '{{}}', FALSE, {now}, {now}, {now}, 0, {now}"
            ),
        )
        .await?;
        self.to
            .insert(
                "login_sessions (id, person_id, refresh_hash, user_agent, created_at, refreshed_at, expires_at)",
                &format!("{{id}}, {{id}}, {{hash}}, 'load-tests', {now}, {now}, {expires}"),
            )
            .await?;
        self.to.insert("learning_hub_visits (person_id, visited_at)", &format!("{{id}}, {now}")).await
    }

    /// Everyone has begun all surveys and answered the first questions; the last stage with answers is a draft.
    async fn surveys(&mut self, catalogue: &Catalogue, answers: usize) -> anyhow::Result<()> {
        let now = text(&self.now);
        let answered: Vec<Answered> =
            catalogue.surveys.offered().flat_map(|survey| Answered::all(&survey.definition)).take(answers).collect();
        ensure!(answered.len() == answers, "the surveys have only {} suitable questions", answered.len());
        let stages: BTreeSet<_> = answered.iter().map(|one| (one.survey, one.stage)).collect();
        for survey in catalogue.surveys.offered() {
            let (key, version) = (text(&survey.definition.key), survey.version);
            let columns = "survey_progress (person_id, survey_key, version, started_at)";
            self.to.insert(columns, &format!("{{id}}, {key}, {version}, {now}")).await?;
        }
        let last = answered.last().map(|one| (one.survey, one.stage));
        for (survey, stage) in stages {
            let submitted = if last == Some((survey, stage)) { "NULL" } else { &now };
            self.to
                .insert(
                    "survey_stages (person_id, survey_key, stage_key, submitted_at, draft_revision)",
                    &format!("{{id}}, {}, {}, {submitted}, 1", text(survey), text(stage)),
                )
                .await?;
        }
        for one in answered {
            let (survey, question, stage) = (text(one.survey), text(one.question), text(one.stage));
            self.to
                .insert(
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
            self.to
                .insert(
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
                self.to
                    .insert(
                        "completed_steps (person_id, session_id, step_key, completed_at)",
                        &format!("{{id}}, {key}, {}, {now}", text(&step.key)),
                    )
                    .await?;
            }
        }
        let (session, step, key) = (text(&quiz.session), text(&quiz.step), text(&quiz.key));
        let answers = text(&Value::Object(quiz.answers.clone()).to_string());
        self.to
            .insert(
                "quiz_attempts (person_id, session_id, quiz_key, attempt, step_key, answers, request_id, submitted_at)",
                &format!("{{id}}, {session}, {key}, 1, {step}, {answers}, 'seed', {now}"),
            )
            .await?;
        let columns = "session_bookmarks (person_id, session_key, created_at)";
        self.to.insert_where(columns, &format!("{{id}}, {session}, {now}"), "i % 2 = 0").await?;
        Ok(quiz)
    }

    /// Neighbours have a mentorship with the sessions of a curriculum: the first half is completed by both, the next one begun.
    async fn mentorships(
        &mut self,
        catalogue: &Catalogue,
        programme: Uuid,
        channel: Uuid,
        paired: usize,
    ) -> anyhow::Result<()> {
        let now = text(&self.now);
        let (programme, channel) = (self.to.id(programme), self.to.id(channel));
        let (everyone, one_of_two) = (format!("i < {paired}"), format!("i < {paired} AND i % 2 = 0"));
        let columns = "mentorships (id, programme_id, kind, name, channel_id, started_at)";
        self.to
            .insert_where(columns, &format!("{{mentorship}}, {programme}, '1to1', '', {channel}, {now}"), &one_of_two)
            .await?;
        let columns = "mentorship_members (mentorship_id, person_id, role, joined_at)";
        let role = "CASE WHEN i % 2 = 0 THEN 'mentor' ELSE 'mentee' END";
        self.to.insert_where(columns, &format!("{{mentorship}}, {{id}}, {role}, {now}"), &everyone).await?;
        let sessions: Vec<_> = catalogue
            .sessions
            .offered()
            .filter(|session| session.definition.audience == Audience::Mentorship)
            .collect();
        ensure!(sessions.len() > 2, "the content has no curriculum");
        for (number, session) in sessions.iter().enumerate() {
            let (key, version) = (text(&session.definition.key), session.version);
            let id = format!("'01900000-0000-7000-a{number:03x}-' || {{pair}}");
            let (is_complete, is_begun) = (number < sessions.len() / 2, number <= sessions.len() / 2);
            let pinned = if is_begun { version.to_string() } else { "NULL".to_owned() };
            let completed = if is_complete { now.clone() } else { "NULL".to_owned() };
            self.to
                .insert_where(
                    "mentorship_sessions (session_id, mentorship_id, session_key, position, due_on, version, completed_at)",
                    &format!("{id}, {{mentorship}}, {key}, {number}, '2099-01-01', {pinned}, {completed}"),
                    &one_of_two,
                )
                .await?;
            if !is_begun {
                continue;
            }
            let columns = "session_progress (person_id, session_id, session_key, version, started_at, completed_at)";
            let values = format!("{{id}}, {id}, {key}, {version}, {now}, {completed}");
            self.to.insert_where(columns, &values, &everyone).await?;
            for step in &session.definition.steps {
                let values = format!("{{id}}, {id}, {}, {now}", text(&step.key));
                let columns = "visited_steps (person_id, session_id, step_key, visited_at)";
                self.to.insert_where(columns, &values, &everyone).await?;
                if is_complete {
                    let columns = "completed_steps (person_id, session_id, step_key, completed_at)";
                    self.to.insert_where(columns, &values, &everyone).await?;
                }
            }
        }
        self.events(paired).await
    }

    async fn events(&mut self, paired: usize) -> anyhow::Result<()> {
        let now = text(&self.now);
        for number in 0..EVENTS {
            let id = self.to.id_with_number(0xb000 + number);
            // The first one is weekly, for half a year.
            let repeats_until = if number == 0 { "'2099-01-01'" } else { "NULL" };
            self.to
                .insert_where(
                    "calendar_events (id, mentorship_id, author_id, title, description, is_mentoring_call, scheduled_at,
                     time_zone, repeats_until, sequence, updated_at)",
                    &format!(
                        "{id}, {{mentorship}}, {{id}}, 'A call', '', TRUE, {now}, 'Europe/London', {repeats_until}, 0, {now}"
                    ),
                    &format!("i < {paired} AND i % 2 = 0"),
                )
                .await?;
        }
        Ok(())
    }

    async fn likes(&mut self, catalogue: &Catalogue) -> anyhow::Result<()> {
        let now = text(&self.now);
        for (number, item) in catalogue.feed.iter().enumerate() {
            let values = format!("{}, {{id}}, {now}", text(&item.key));
            let condition = format!("i % {LIKES} = {}", number % LIKES);
            self.to.insert_where("feed_likes (item_key, person_id, created_at)", &values, &condition).await?;
        }
        Ok(())
    }
}

/// An answer that everyone gave.
struct Answered<'a> {
    survey: &'a str,
    stage: &'a str,
    question: &'a str,
    answer: Value,
}

impl<'a> Answered<'a> {
    fn all(survey: &'a Survey) -> Vec<Self> {
        let mut all = Vec::new();
        for stage in &survey.stages {
            for question in stage.pages.iter().flat_map(|page| &page.questions) {
                if let Some(answer) = answer_to(question) {
                    let (survey, stage) = (&survey.key, &stage.key);
                    all.push(Self { survey, stage, question: &question.key, answer });
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
