//! The multipart call of the specification: `data`, a JSON object, and files by question key.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::web::Payload;
use questions::{Problem, Question};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use store::{AnswerFileId, PersonId, Store, answer_files};
use web::{Error, Form, FormProblem, RateLimit, Result};

use super::files::{self, FileRule, MAX_BYTES};
use super::invalid_answers;

/// The largest `data`: 200 answers of 5,000 characters, and what surrounds them.
const DATA_BYTES: usize = 4 * 1024 * 1024;

/// The largest form: `data` and some files. More files are uploaded one by one before.
const FORM_BYTES: usize = DATA_BYTES + 4 * MAX_BYTES;

/// A form that was read: `data`, and the files that came with it.
pub(crate) struct AnswerForm<T> {
    pub(crate) data: T,
    files: BTreeMap<String, (String, Vec<u8>)>,
    stored: Vec<AnswerFileId>,
}

/// Answers by question: an object, or a list of `{questionKey, answer}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Answers {
    ByKey(Map<String, Value>),
    List(Vec<KeyedAnswer>),
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct KeyedAnswer {
    #[serde(alias = "questionKey")]
    question_key: String,
    #[serde(default)]
    answer: Value,
}

impl Answers {
    pub(crate) fn into_map(self) -> Map<String, Value> {
        match self {
            Self::ByKey(answers) => answers,
            Self::List(answers) => answers.into_iter().map(|one| (one.question_key, one.answer)).collect(),
        }
    }
}

impl<T: DeserializeOwned> AnswerForm<T> {
    /// Reads a form.
    pub(crate) async fn read(request: &HttpRequest, payload: Payload) -> Result<Self> {
        let mut data = None;
        let mut files = BTreeMap::new();
        let mut form = Form::open(request, payload, FORM_BYTES).map_err(too_large)?;
        while let Some(field) = form.next().await.map_err(too_large)? {
            if field.name() == "data" && data.is_none() {
                let text = field.text(DATA_BYTES).await.map_err(too_large)?;
                data = Some(serde_json::from_str(&text).map_err(|_| files::malformed())?);
            } else if let Some(name) = field.file_name().map(str::to_owned) {
                let key = field.name().to_owned();
                if files.contains_key(&key) {
                    return Err(files::malformed());
                }
                let bytes = field.bytes(MAX_BYTES).await.map_err(|problem| files::form_error(problem, MAX_BYTES))?;
                files.insert(key, (name, bytes));
            }
        }
        Ok(Self { data: data.ok_or_else(files::malformed)?, files, stored: Vec::new() })
    }

    /// Stores the files of the form, and names them in the answers of their questions. Each counts as an upload.
    pub(crate) async fn add_files<'q>(
        &mut self,
        store: &Store,
        uploads: &RateLimit,
        person: PersonId,
        questions: impl Iterator<Item = &'q Question>,
        answers: &mut Map<String, Value>,
    ) -> Result<()> {
        if self.files.is_empty() {
            return Ok(());
        }
        let forms: BTreeMap<&str, _> =
            questions.map(|question| (question.key.as_str(), question.question_type.answer_form())).collect();
        let problem = |key: &String| match forms.get(key.as_str()) {
            None => Some((key.clone(), Problem::UnknownQuestion)),
            Some(form) => (!form.has_file()).then(|| (key.clone(), Problem::WrongForm)),
        };
        let problems: BTreeMap<_, _> = self.files.keys().filter_map(problem).collect();
        if !problems.is_empty() {
            return Err(invalid_answers(problems));
        }
        for (key, (name, bytes)) in std::mem::take(&mut self.files) {
            let Some(rule) = forms.get(key.as_str()).copied().and_then(FileRule::of_form) else { continue };
            if bytes.len() > rule.max_bytes {
                return Err(files::form_error(FormProblem::TooLarge, rule.max_bytes));
            }
            uploads.take_of(store, person).await?;
            let file = files::add(store, person, rule, &name, bytes).await?;
            self.stored.push(file.id);
            let title = answers.get(&key).and_then(|answer| answer.get("title")).cloned();
            answers.insert(key, json!({"file": file.id, "title": title}));
        }
        Ok(())
    }

    /// Removes the files of the form that no answer names, because the request was refused or a repetition. A failure changes no
    /// answer: files that are not claimed are also removed later.
    pub(crate) async fn remove_unused_files(self, store: &Store) {
        if let Err(error) = answer_files::remove_unclaimed(store, &self.stored).await {
            tracing::warn!(%error, "unused files of a form were not removed");
        }
    }
}

fn too_large(problem: FormProblem) -> Error {
    match problem {
        FormProblem::TooLarge => files::form_error(problem, FORM_BYTES),
        FormProblem::Malformed => files::malformed(),
    }
}
