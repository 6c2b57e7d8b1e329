//! A session with its steps.

use std::collections::BTreeSet;

use actix_web::web::{Data, Json, Path};
use content_bundle::markdown::Block;
use serde::Serialize;
use store::content::session_progress;
use store::content::{ContentItem, ContentType, FALLBACK, Quiz, Step, text_in};
use store::people::Role;
use store::{PersonId, Store, learning};
use utoipa::ToSchema;
use web::{Result, not_found};

use super::card::Card;
use super::learner::Learner;
use super::own_sessions::OwnSession;
use crate::content::Blocks;
use crate::questions::picture_address;

/// A session with its steps.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionDetail)]
pub(crate) struct Detail {
    #[serde(flatten)]
    card: Card,
    /// Markdown.
    overview: String,
    locale_overview: String,
    /// `localeOverview` as parsed blocks.
    #[schema(value_type = Vec<Block>)]
    overview_blocks: Blocks,
    /// The first step that is not complete.
    #[schema(required)]
    current_step_id: Option<String>,
    /// In a mentorship: the step that the person opened last.
    #[schema(required)]
    last_step_id: Option<String>,
    #[schema(required)]
    feedback: Option<Feedback>,
    session_steps: Vec<WireStep>,
}

/// What the person thinks of a session.
#[derive(Serialize, ToSchema)]
#[schema(as = SessionFeedback)]
pub(super) struct Feedback {
    /// From 0 to 5.
    pub(super) rating: i64,
    pub(super) review: String,
}

/// A step of a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionStep)]
struct WireStep {
    id: String,
    /// From 1.
    order: usize,
    title: String,
    locale_title: String,
    minutes: u16,
    /// The same as `minutes`.
    duration: u16,
    /// `NOT_STARTED` or `COMPLETED`; in a mentorship `PARTIAL_COMPLETE` once it was opened.
    status: &'static str,
    /// In a mentorship: the members who opened it.
    started_by: Vec<PersonId>,
    content: Vec<WireItem>,
}

/// A part of a step.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionContentItem)]
struct WireItem {
    /// `TEXT`, `INSTRUCTION`, `MENTOR_TIPS`, `ARTICLE`, `IMAGE`, `YOUTUBE`, `HYPERLINK` or `QUIZ`.
    #[schema(value_type = String)]
    content_type: ContentType,
    /// The same.
    #[schema(value_type = String)]
    r#type: ContentType,
    /// Markdown; the words of a hyperlink.
    text: String,
    locale_text: String,
    /// `localeText` as parsed blocks.
    #[schema(value_type = Vec<Block>)]
    blocks: Blocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<WireImage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    video: Option<WireVideo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quiz: Option<QuizSummary>,
}

/// A picture of a step.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionImage)]
struct WireImage {
    /// Its address.
    path: String,
    /// Its width in per cent of the text.
    size_percentage: u8,
    alt: String,
    locale_alt: String,
}

/// A YouTube video of a step.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SessionVideo)]
struct WireVideo {
    id: String,
    title: String,
    locale_title: String,
    transcript: String,
    locale_transcript: String,
}

/// A quiz of a step; its questions are fetched by themselves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuizSummary {
    id: String,
    help_text: String,
    locale_help_text: String,
    /// Whether the step needs its answers.
    is_mandatory: bool,
    allow_retake: bool,
    is_submitted: bool,
    question_count: usize,
}

/// Returns a session that the person may begin or has begun.
#[web::operation(
    operation_id = "learning_session",
    params(("id" = String, Path, description = "The session.")),
    responses(
        (status = 200, description = "In the version that the person began. Tips for mentors only for mentors and staff.", body = Detail),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn show(store: Data<Store>, learner: Learner, id: Path<String>) -> Result<Json<Detail>> {
    Ok(Json(of(&store, &learner, &id).await?))
}

/// Returns a session that the person has begun.
#[web::operation(
    operation_id = "own_learning_session",
    params(("id" = String, Path, description = "The session.")),
    responses(
        (status = 200, description = "As `sessions/{id}/`.", body = Detail),
        (status = 403, description = "`no_learning_hub`"),
        (status = 404, description = "`not_found`: not begun")
    )
)]
pub(super) async fn show_own(store: Data<Store>, learner: Learner, id: Path<String>) -> Result<Json<Detail>> {
    Ok(Json(of_own(&store, &learner, &id).await?))
}

/// Returns a session that the learner has begun.
pub(crate) async fn of_own(store: &Store, learner: &Learner, id: &str) -> Result<Detail> {
    let own = OwnSession::find(store, learner, id).await?;
    if own.progress.is_none() {
        return Err(not_found());
    }
    Detail::new(store, learner, &own).await
}

/// Returns a session for a learner.
pub(crate) async fn of(store: &Store, learner: &Learner, id: &str) -> Result<Detail> {
    Detail::new(store, learner, &OwnSession::find(store, learner, id).await?).await
}

impl Detail {
    pub(super) async fn new(store: &Store, learner: &Learner, own: &OwnSession) -> Result<Self> {
        let attempts = learning::attempts(store, learner.id, &own.id).await?;
        Ok(Self::with(learner, own, &attempts.into_keys().collect()))
    }

    /// Returns a session as a learner sees it who has submitted these quizzes.
    pub(crate) fn with(learner: &Learner, own: &OwnSession, submitted: &BTreeSet<String>) -> Self {
        let definition = &own.session.definition;
        let language = &learner.language;
        let is_submitted = |quiz: &Quiz| submitted.contains(&quiz.key);
        let steps =
            (1..).zip(&definition.steps).map(|(order, step)| WireStep::new(step, order, own, learner, &is_submitted));
        Self {
            card: Card::new(own, &learner.catalogue, language, None),
            overview: text_in(&definition.overview, FALLBACK).to_owned(),
            locale_overview: text_in(&definition.overview, language).to_owned(),
            overview_blocks: Blocks::of(text_in(&definition.overview, language)),
            current_step_id: session_progress::current_step(definition, &own.done).map(|step| step.key.clone()),
            last_step_id: own.shared.as_ref().and_then(|shared| shared.last_visit()).map(|(step, _)| step.to_owned()),
            feedback: own.progress.as_ref().and_then(|progress| {
                Some(Feedback { rating: progress.rating?, review: progress.review.clone().unwrap_or_default() })
            }),
            session_steps: steps.collect(),
        }
    }
}

impl WireStep {
    fn new(
        step: &Step,
        order: usize,
        own: &OwnSession,
        learner: &Learner,
        is_submitted: &impl Fn(&Quiz) -> bool,
    ) -> Self {
        let is_shown =
            |item: &&ContentItem| item.content_type != ContentType::MentorTips || learner.role != Role::Mentee;
        let items = step.content.iter().filter(is_shown);
        Self {
            id: step.key.clone(),
            order,
            title: text_in(&step.title, FALLBACK).to_owned(),
            locale_title: text_in(&step.title, &learner.language).to_owned(),
            minutes: step.minutes,
            duration: step.minutes,
            status: if own.done.steps.contains(&step.key) {
                "COMPLETED"
            } else if own.shared.as_ref().is_some_and(|shared| shared.visits.contains_key(&step.key)) {
                "PARTIAL_COMPLETE"
            } else {
                "NOT_STARTED"
            },
            started_by: own.shared.as_ref().map_or_else(Vec::new, |shared| shared.started(learner.id, &step.key)),
            content: items.map(|item| WireItem::new(item, &learner.language, is_submitted)).collect(),
        }
    }
}

impl WireItem {
    fn new(item: &ContentItem, language: &str, is_submitted: &impl Fn(&Quiz) -> bool) -> Self {
        let text = text_in(&item.text, language);
        Self {
            content_type: item.content_type,
            r#type: item.content_type,
            text: text_in(&item.text, FALLBACK).to_owned(),
            locale_text: text.to_owned(),
            blocks: Blocks::of(text),
            image: item.picture.as_deref().map(|name| WireImage {
                path: picture_address(name),
                size_percentage: item.size_percentage.unwrap_or(100),
                alt: text_in(&item.alt, FALLBACK).to_owned(),
                locale_alt: text_in(&item.alt, language).to_owned(),
            }),
            url: item.url.clone(),
            video: item.video.as_ref().map(|id| WireVideo {
                id: id.clone(),
                title: text_in(&item.title, FALLBACK).to_owned(),
                locale_title: text_in(&item.title, language).to_owned(),
                transcript: text_in(&item.transcript, FALLBACK).to_owned(),
                locale_transcript: text_in(&item.transcript, language).to_owned(),
            }),
            quiz: item.quiz.as_ref().map(|quiz| QuizSummary {
                id: quiz.key.clone(),
                help_text: text_in(&quiz.help, FALLBACK).to_owned(),
                locale_help_text: text_in(&quiz.help, language).to_owned(),
                is_mandatory: session_progress::is_mandatory(quiz),
                allow_retake: quiz.allow_retake,
                is_submitted: is_submitted(quiz),
                question_count: quiz.questions.len(),
            }),
        }
    }
}
