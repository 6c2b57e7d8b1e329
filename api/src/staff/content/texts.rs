//! Texts of the content: the list, a definition with all its texts, what changed in it, and the change.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Payload, block};
use chrono::{DateTime, Utc};
use content_bundle::markdown::{self, Block};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use store::Store;
use store::administration::{self, AskAgain, NewTexts, TextRefusal};
use store::content::texts::{self, Flaw, ListedTexts, TextDefinition, TextEdit, TextKind, TextMistake};
use store::content::{Language, all};
use store::staff::{Permission, Scope};
use utoipa::ToSchema;
use web::{Access, Error, ListParams, ListQuery, Page, Policy, Result, Route, Staff, not_found, route};

use super::long_body;
use crate::mail;

mod definition;
mod history;
mod preview;

use definition::StaffTextsResponse;

const NO_SUCH_TEXTS: &str = "`not_found`: the content has no such definition";

/// Characters of a preview.
const MAX_PREVIEW: usize = 50_000;

pub(super) fn routes() -> Vec<Route> {
    let staff = || Policy::new(Access::Staff(Permission::ManageContent));
    vec![
        route!(GET, "/api/staff/content/texts/", staff(), list),
        route!(POST, "/api/staff/content/texts/preview/", staff(), preview_text),
        route!(GET, "/api/staff/content/texts/{kind}/{key}/", staff(), show),
        route!(POST, "/api/staff/content/texts/{kind}/{key}/", staff(), edit),
        route!(GET, "/api/staff/content/texts/{kind}/{key}/history/", staff(), history::list),
        route!(POST, "/api/staff/content/texts/{kind}/{key}/preview/", staff(), preview::show),
    ]
}

/// A definition in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffListedTexts {
    /// Kind and key.
    id: String,
    kind: TextKind,
    key: String,
    /// Its first text, by code of language; of a mail the subject with sample values.
    title: BTreeMap<String, String>,
    /// How many texts it has.
    texts: usize,
    /// The codes of active languages in which a text is missing.
    missing: Vec<String>,
    /// How many translations are missing, in all active languages together.
    missing_texts: usize,
    /// When it was changed last in the console, or by an import since.
    #[schema(required)]
    changed_at: Option<DateTime<Utc>>,
}

/// A text to look at.
#[derive(Deserialize, ToSchema)]
pub(super) struct PreviewTextRequest {
    /// Markdown.
    text: String,
}

/// A text as its readers see it.
#[derive(Serialize, ToSchema)]
pub(super) struct PreviewTextResponse {
    blocks: Vec<Block>,
    problems: Vec<TextProblem>,
}

/// What is wrong with a text.
#[derive(Serialize, ToSchema)]
pub(super) struct TextProblem {
    /// What it is, for pages.
    code: String,
    /// The sentence of the checks, in English.
    sentence: String,
    /// What it is about, such as a placeholder of a mail.
    #[schema(required)]
    value: Option<String>,
}

/// A change of texts.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EditTextsRequest {
    /// The revision that the caller saw.
    expected: String,
    /// The texts that differ.
    texts: Vec<EditedText>,
    /// The questions of a topic in their new order, by their keys: others go, new ones come. Null leaves them.
    #[serde(default)]
    entries: Option<Vec<String>>,
    /// Of a document: whether all who agreed are asked again.
    #[serde(default)]
    ask_again: bool,
}

/// A text in a language.
#[derive(Deserialize, ToSchema)]
pub(super) struct EditedText {
    path: String,
    language: String,
    /// Null removes the language.
    #[schema(required)]
    text: Option<String>,
}

/// The definition after a change.
#[derive(Serialize, ToSchema)]
pub(super) struct EditTextsResponse {
    revision: String,
}

/// Lists the definitions with texts. Filters: `kind`, `missing` (a code of a language, or `some` for any). Sorts: `kind`, `changedAt`.
#[web::operation(
    operation_id = "staff_texts",
    params(ListParams),
    responses(
        (status = 200, description = "All on one page.", body = Page<StaffListedTexts>),
        (status = 422, description = "`invalid`: an unknown filter, sort or value")
    )
)]
pub(super) async fn list(store: Data<Store>, _: Staff, query: ListQuery) -> Result<Json<Page<StaffListedTexts>>> {
    Ok(Json(Page::of(texts::page(&store, &query.0).await?)))
}

/// Shows a Markdown text as its readers would see it, with what the checks of content say of it. Nothing is stored.
#[web::operation(
    operation_id = "preview_text",
    request_body = PreviewTextRequest,
    responses((status = 200, body = PreviewTextResponse), (status = 400, description = "`malformed`"), (status = 422, description = "`invalid`: the text is too long"))
)]
pub(super) async fn preview_text(_: Staff, payload: Payload) -> Result<Json<PreviewTextResponse>> {
    let PreviewTextRequest { text } = long_body(payload).await?;
    if text.chars().count() > MAX_PREVIEW {
        return Err(Error::invalid("This text is too long."));
    }
    let shown = block(move || {
        let problems = markdown::unsupported(&text).into_iter().map(|sentence| {
            let flaw = Flaw::Sentence(sentence);
            TextProblem::from(&flaw)
        });
        PreviewTextResponse { blocks: markdown::blocks(&text), problems: problems.collect() }
    });
    Ok(Json(shown.await.map_err(|_| Error::unavailable())?))
}

/// Shows a definition with all its texts.
#[web::operation(
    operation_id = "staff_texts_of",
    params(("kind" = TextKind, Path, description = "The kind."), ("key" = String, Path, description = "The key.")),
    responses((status = 200, body = StaffTextsResponse), (status = 404, description = NO_SUCH_TEXTS))
)]
pub(super) async fn show(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(TextKind, String)>>,
) -> Result<Json<StaffTextsResponse>> {
    let (kind, key) = path.ok_or_else(not_found)?.into_inner();
    let found = texts::definition(&store, kind, &key).await?.ok_or_else(not_found)?;
    Ok(Json(response(&store, found, staff.0.scope == Scope::Installation).await?))
}

/// Changes texts of a definition, for all readers at once. Audited. Only staff of the whole installation may.
#[web::operation(
    operation_id = "edit_texts",
    params(("kind" = TextKind, Path, description = "The kind."), ("key" = String, Path, description = "The key.")),
    request_body = EditTextsRequest,
    responses(
        (status = 200, body = EditTextsResponse),
        (status = 400, description = "`malformed`"),
        (status = 403, description = "`content_read_only`: the caller holds the permission for programmes only"),
        (status = 404, description = NO_SUCH_TEXTS),
        (status = 409, description = "`changed_meanwhile`: it is not as the caller saw it; `current` is the definition as it is"),
        (status = 422, description = "`texts_refused`: `problems` and `fields` say why, by place and language")
    )
)]
pub(super) async fn edit(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(TextKind, String)>>,
    payload: Payload,
) -> Result<Json<EditTextsResponse>> {
    let (kind, key) = path.ok_or_else(not_found)?.into_inner();
    let EditTextsRequest { expected, texts, entries, ask_again } = long_body(payload).await?;
    let change = edit_of(texts, entries);
    let ask_again = if ask_again { AskAgain::Yes } else { AskAgain::No };
    let new = NewTexts { kind, key: &key, expected: &expected, edit: &change, ask_again };
    match administration::edit_texts(&store, &staff.actor(), new, &text_mistakes).await? {
        Ok(revision) => Ok(Json(EditTextsResponse { revision })),
        Err(TextRefusal::NotFound) => Err(not_found()),
        Err(TextRefusal::ReadOnly) => {
            let message = "Content belongs to the whole installation. Its administrators change it.";
            Err(Error::new(StatusCode::FORBIDDEN, "content_read_only", message))
        }
        Err(TextRefusal::Changed(now)) => {
            let message = "A colleague has changed this meanwhile. Please look again.";
            let current = json!(response(&store, *now, true).await?);
            Err(Error::new(StatusCode::CONFLICT, "changed_meanwhile", message).current(current))
        }
        Err(TextRefusal::Invalid(mistakes)) => Err(refused(&mistakes)),
    }
}

fn edit_of(texts: Vec<EditedText>, entries: Option<Vec<String>>) -> TextEdit {
    let texts = texts.into_iter().map(|EditedText { path, language, text }| texts::NewText { path, language, text });
    TextEdit { texts: texts.collect(), entries }
}

/// Checks the texts of a definition, each kind where it is used.
fn text_mistakes(kind: TextKind, body: &Value, languages: &[String]) -> Vec<TextMistake> {
    match kind {
        TextKind::Mail => mail::text_mistakes(body, languages),
        _ => content_bundle::text_mistakes(kind, body, languages),
    }
}

async fn response(store: &Store, found: TextDefinition, may_change: bool) -> store::Result<StaffTextsResponse> {
    let languages: Vec<Language> = all(store).await?;
    let asked = match found.kind {
        TextKind::Document => Some(administration::people_to_ask_again(store).await?),
        _ => None,
    };
    Ok(StaffTextsResponse::new(&found, languages, asked, may_change))
}

fn refused(mistakes: &[TextMistake]) -> Error {
    let message = "These texts cannot hold as they are. Please check the marked ones.";
    let mut error = Error::new(StatusCode::UNPROCESSABLE_ENTITY, "texts_refused", message);
    let mut problems = Map::new();
    for TextMistake { path, language, flaw } in mistakes {
        let place = match language {
            Some(language) => format!("{path}|{language}"),
            None => path.clone(),
        };
        error = error.field(place.clone(), flaw.to_string());
        problems.entry(place).or_insert_with(|| json!({"code": code_of(flaw), "value": value_of(flaw)}));
    }
    error.problems(problems)
}

/// Returns what a mistake is, for pages that say it in other languages.
fn code_of(flaw: &Flaw) -> &'static str {
    const SENTENCES: [(&str, &str); 15] = [
        ("the English text", "english_missing"),
        ("the text is empty", "empty"),
        ("HTML is", "html"),
        ("pictures are", "picture"),
        ("a line begins with four", "code_block"),
        ("a link leads", "link"),
        ("a link must", "link"),
        ("this must remain", "placeholder_missing"),
        ("this mail has no such placeholder", "placeholder_unknown"),
        ("this mail has no such link", "placeholder_link"),
        ("this placeholder has no end", "placeholder_open"),
        ("this stands here too often", "placeholder_often"),
        ("a part with a condition", "condition_open"),
        ("a subject has one line", "subject_lines"),
        ("a mail has its subject", "half_mail"),
    ];
    match flaw {
        Flaw::UnknownPlace => "unknown_place",
        Flaw::TooLong(_) => "too_long",
        Flaw::TooMany => "too_much",
        Flaw::BadKey => "bad_key",
        Flaw::Sentence(sentence) => {
            let known = SENTENCES.iter().find(|(start, _)| sentence.starts_with(start));
            known.map_or("other", |(_, code)| code)
        }
    }
}

/// Returns what a mistake is about, if its sentence ends with that.
fn value_of(flaw: &Flaw) -> Option<&str> {
    let Flaw::Sentence(sentence) = flaw else { return None };
    sentence.strip_prefix("this ")?.split_once(": ").map(|(_, value)| value)
}

impl From<&Flaw> for TextProblem {
    fn from(flaw: &Flaw) -> Self {
        let (code, value) = (code_of(flaw).to_owned(), value_of(flaw).map(str::to_owned));
        Self { code, sentence: flaw.to_string(), value }
    }
}

impl From<ListedTexts> for StaffListedTexts {
    fn from(listed: ListedTexts) -> Self {
        let ListedTexts { kind, key, title, texts, missing, missing_texts, changed_at } = listed;
        let title = if kind == TextKind::Mail { mail::subjects(&title) } else { title };
        Self { id: format!("{}/{key}", kind.name()), kind, key, title, texts, missing, missing_texts, changed_at }
    }
}
