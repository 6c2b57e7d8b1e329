//! A definition with texts that are not saved, as those see it who read it.

use std::collections::BTreeSet;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path, Payload, block};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Store;
use store::content::texts::{self, TextKind, TextMistake};
use store::content::{Language, MailText, Session, Survey, all, text_in};
use store::people::Role;
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::super::long_body;
use super::{EditedText, NO_SUCH_TEXTS, TextProblem, edit_of, text_mistakes};
use crate::Settings;
use crate::learning::WireQuiz;
use crate::learning::detail::Detail;
use crate::learning::learner::Learner;
use crate::learning::own_sessions::OwnSession;
use crate::mail;
use crate::surveys::StageResponse;

/// Texts to look at within their definition.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff::content) struct PreviewDefinitionRequest {
    /// The texts that differ from the stored ones.
    texts: Vec<EditedText>,
    /// The code of the language in which it is read.
    language: String,
    /// The role of its reader: mentors see tips in sessions.
    role: PreviewRole,
}

/// The role of a reader.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PreviewRole {
    Mentee,
    Mentor,
}

/// A definition as its readers see it. Null are the kinds that it is not, and one that cannot be shown because of its problems.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff::content) struct PreviewDefinitionResponse {
    /// What the checks say of all its texts, also of those that are stored.
    problems: Vec<PlacedProblem>,
    #[schema(required)]
    mail: Option<PreviewedMail>,
    #[schema(required)]
    session: Option<PreviewedSession>,
    #[schema(required)]
    survey: Option<PreviewedSurvey>,
}

/// What is wrong with a text, and where it stands.
#[derive(Serialize, ToSchema)]
struct PlacedProblem {
    /// Empty for the definition as a whole.
    path: String,
    #[schema(required)]
    language: Option<String>,
    #[serde(flatten)]
    problem: TextProblem,
}

/// A mail with sample values.
#[derive(Serialize, ToSchema)]
struct PreviewedMail {
    subject: String,
    paragraphs: Vec<String>,
}

/// A session without progress.
#[derive(Serialize, ToSchema)]
struct PreviewedSession {
    detail: Detail,
    /// The quizzes of its steps, as before an answer.
    quizzes: Vec<WireQuiz>,
}

/// A survey without progress.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewedSurvey {
    name: String,
    short_description: String,
    stages: Vec<StageResponse>,
}

/// Shows a mail, a session or a survey with texts that are not saved, as its readers would see it. Nothing is stored.
#[web::operation(
    operation_id = "preview_definition",
    params(("kind" = TextKind, Path, description = "The kind."), ("key" = String, Path, description = "The key.")),
    request_body = PreviewDefinitionRequest,
    responses(
        (status = 200, body = PreviewDefinitionResponse),
        (status = 400, description = "`malformed`"),
        (status = 404, description = NO_SUCH_TEXTS)
    )
)]
pub(in crate::staff::content) async fn show(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    _: Staff,
    learner: Learner,
    path: Option<Path<(TextKind, String)>>,
    payload: Payload,
) -> Result<Json<PreviewDefinitionResponse>> {
    let (kind, key) = path.ok_or_else(not_found)?.into_inner();
    let PreviewDefinitionRequest { texts, language, role } = long_body(payload).await?;
    let found = texts::definition(&store, kind, &key).await?.ok_or_else(not_found)?;
    let body = match texts::apply(&found, &edit_of(texts, None)) {
        Ok(body) => body,
        Err(mistakes) => return Ok(Json(PreviewDefinitionResponse::only(mistakes))),
    };
    let languages: Vec<Language> = all(&store).await?;
    let languages: Vec<String> = languages.into_iter().map(|language| language.code).collect();
    let checked = move || (text_mistakes(kind, &body, &languages), body);
    let (mistakes, body) = block(checked).await.map_err(|_| Error::unavailable())?;
    let mut response = PreviewDefinitionResponse::only(mistakes);
    match kind {
        TextKind::Mail => {
            let host = request.headers().get("host").and_then(|host| host.to_str().ok()).unwrap_or_default();
            let public_url = settings.public_url.clone().unwrap_or_else(|| format!("http://{host}"));
            response.mail = parsed::<MailText>(body).and_then(|mail| PreviewedMail::of(&mail, &language, &public_url));
        }
        TextKind::Session => {
            let role = match role {
                PreviewRole::Mentee => Role::Mentee,
                PreviewRole::Mentor => Role::Mentor,
            };
            let learner = learner.reading_as(role, language);
            response.session = parsed(body).map(|session| PreviewedSession::of(session, &learner));
        }
        TextKind::Survey => response.survey = parsed(body).map(|survey| PreviewedSurvey::of(&survey, &language)),
        TextKind::Document | TextKind::Topic | TextKind::Declaration | TextKind::Card | TextKind::FeedItem => {}
    }
    Ok(Json(response))
}

fn parsed<T: serde::de::DeserializeOwned>(body: Value) -> Option<T> {
    serde_json::from_value(body).ok()
}

impl PreviewDefinitionResponse {
    fn only(mistakes: Vec<TextMistake>) -> Self {
        let problem = |TextMistake { path, language, flaw }| {
            let problem = TextProblem::from(&flaw);
            PlacedProblem { path, language, problem }
        };
        Self { problems: mistakes.into_iter().map(problem).collect(), mail: None, session: None, survey: None }
    }
}

impl PreviewedMail {
    fn of(mail: &MailText, language: &str, public_url: &str) -> Option<Self> {
        let shown = mail::shown(mail, language, public_url)?;
        Some(Self { subject: shown.subject, paragraphs: shown.paragraphs })
    }
}

impl PreviewedSession {
    fn of(session: Session, learner: &Learner) -> Self {
        let items = session.steps.iter().flat_map(|step| &step.content);
        let quizzes = items.filter_map(|item| item.quiz.as_ref());
        let quizzes = quizzes.map(|quiz| WireQuiz::unsaved(quiz, &learner.language)).collect();
        Self { quizzes, detail: Detail::with(learner, &OwnSession::unsaved(session), &BTreeSet::new()) }
    }
}

impl PreviewedSurvey {
    fn of(survey: &Survey, language: &str) -> Self {
        let stages = survey.stages.iter().map(|stage| StageResponse::unsaved(survey, stage, language));
        Self {
            name: text_in(&survey.name, language).to_owned(),
            short_description: text_in(&survey.short_description, language).to_owned(),
            stages: stages.collect(),
        }
    }
}
