//! The columns and cells of an export.

use std::collections::BTreeMap;

use chrono::DateTime;
use questions::{AnswerForm, Question, QuestionType};
use serde_json::Value;

use super::{Answered, FileNames};
use crate::content::{Catalogue, ContentItem, FALLBACK, Session, Survey, text_in};
use crate::sheet::Cell;

/// A question of a survey, or of a quiz.
#[derive(Clone, Debug)]
struct Column {
    /// "" in surveys.
    quiz: String,
    key: String,
    title: String,
    /// Whether an answer may name the person, in any version.
    may_name: bool,
}

/// What an export says of who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Their ids.
    Ids,
    /// Their names and addresses.
    Names,
    /// Nothing: no times, by which a row could be found elsewhere, and no answers that may name a person, such as a line, a day or a file.
    Nothing,
}

/// What an export consists of.
#[derive(Debug)]
pub struct Table {
    identity: Identity,
    is_survey: bool,
    key: String,
    /// The questions of the newest version, then those that only older ones have.
    columns: Vec<Column>,
    /// Questions by version, quiz and key.
    questions: BTreeMap<(i64, String, String), Question>,
}

impl Table {
    /// Returns None if there is no such survey.
    pub fn of_survey(catalogue: &Catalogue, key: &str) -> Option<Self> {
        let newest = catalogue.surveys.newest(key)?.version;
        let versions = (1..=newest).rev().filter_map(|version| catalogue.surveys.at(key, version));
        Some(Self::new(true, key, versions.map(|version| (version.version, of_survey(&version.definition))).collect()))
    }

    /// Returns None if there is no such session.
    pub fn of_session(catalogue: &Catalogue, key: &str) -> Option<Self> {
        let newest = catalogue.sessions.newest(key)?.version;
        let versions = (1..=newest).rev().filter_map(|version| catalogue.sessions.at(key, version));
        Some(Self::new(
            false,
            key,
            versions.map(|version| (version.version, of_session(&version.definition))).collect(),
        ))
    }

    fn new(is_survey: bool, key: &str, versions: Vec<(i64, Vec<(String, Question)>)>) -> Self {
        let (mut columns, mut questions) = (Vec::<Column>::new(), BTreeMap::new());
        for (version, asked) in versions {
            for (quiz, question) in asked {
                if question.question_type == QuestionType::Password {
                    continue;
                }
                let may_name = may_name(&question);
                let is_same = |column: &&mut Column| column.quiz == quiz && column.key == question.key;
                if let Some(column) = columns.iter_mut().find(is_same) {
                    column.may_name |= may_name;
                } else {
                    let title = text_in(&question.label, FALLBACK).to_owned();
                    columns.push(Column { quiz: quiz.clone(), key: question.key.clone(), title, may_name });
                }
                questions.insert((version, quiz, question.key.clone()), question);
            }
        }
        Self { identity: Identity::Ids, is_survey, key: key.to_owned(), columns, questions }
    }

    /// With what it says of who answered; else their ids.
    pub fn identity(self, identity: Identity) -> Self {
        Self { identity, ..self }
    }

    /// Whether the order of its rows says nothing.
    pub(super) fn is_nameless(&self) -> bool {
        self.identity == Identity::Nothing
    }

    /// Whether it has names and addresses.
    pub(super) fn has_names(&self) -> bool {
        self.identity == Identity::Names
    }

    /// Whether there is no question, as in a session without a quiz.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Whether it is about a survey; else about the quizzes of a session.
    pub(super) fn is_survey(&self) -> bool {
        self.is_survey
    }

    /// The key of the survey or session.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    fn columns(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| self.identity != Identity::Nothing || !column.may_name)
    }

    pub(super) fn header(&self) -> Vec<String> {
        let who: &[&str] = match self.identity {
            Identity::Ids => &["id"],
            Identity::Names => &["first name", "last name", "email"],
            Identity::Nothing => &[],
        };
        let what = ["programme", "role", if self.is_survey { "survey" } else { "session" }];
        let times: &[&str] = if self.identity == Identity::Nothing { &[] } else { &["started", "completed"] };
        let first = who.iter().copied().chain(what).chain(["version"]).chain(times.iter().copied()).map(str::to_owned);
        let name = |column: &Column| {
            let is_only = self.columns.iter().filter(|other| other.title == column.title).count() == 1;
            if is_only { column.title.clone() } else { format!("{} ({})", column.title, column.key) }
        };
        first.chain(self.columns().map(name)).collect()
    }

    pub(super) fn row(&self, person: &Answered, files: &FileNames) -> Vec<Cell> {
        let mut row = match self.identity {
            Identity::Ids => vec![Cell::Text(person.person.to_string())],
            Identity::Names => person.names.iter().cloned().map(Cell::Text).collect(),
            Identity::Nothing => Vec::new(),
        };
        row.extend([
            person.programme.clone().map_or(Cell::Empty, Cell::Text),
            Cell::Text(person.role.title().to_owned()),
            Cell::Text(person.of.clone()),
            #[expect(clippy::cast_precision_loss, reason = "no definition has that many versions")]
            Cell::Number(person.version as f64),
        ]);
        if self.identity != Identity::Nothing {
            row.extend([Cell::Time(person.started_at), person.completed_at.map_or(Cell::Empty, Cell::Time)]);
        }
        row.extend(self.columns().map(|Column { quiz, key, .. }| {
            let answer = person.answers.get(&(quiz.clone(), key.clone()));
            let question = self.questions.get(&(person.version, quiz.clone(), key.clone()));
            answer.zip(question).map_or(Cell::Empty, |(answer, question)| cell(question, answer, files))
        }));
        row
    }
}

/// Whether an answer to a question may name the person, or single them out.
fn may_name(question: &Question) -> bool {
    match question.question_type.answer_form() {
        AnswerForm::Line
        | AnswerForm::Date
        | AnswerForm::DateTime
        | AnswerForm::Picture
        | AnswerForm::TitledPicture
        | AnswerForm::Document => true,
        AnswerForm::Paragraphs
        | AnswerForm::Number
        | AnswerForm::Scale
        | AnswerForm::OneOption
        | AnswerForm::SomeOptions
        | AnswerForm::AllOptions
        | AnswerForm::Video => false,
    }
}

fn of_survey(survey: &Survey) -> Vec<(String, Question)> {
    let pages = survey.stages.iter().flat_map(|stage| &stage.pages);
    pages.flat_map(|page| &page.questions).map(|question| (String::new(), question.clone())).collect()
}

fn of_session(session: &Session) -> Vec<(String, Question)> {
    let items = session.steps.iter().flat_map(|step| &step.content);
    let quizzes = items.filter_map(|ContentItem { quiz, .. }| quiz.as_ref());
    quizzes.flat_map(|quiz| quiz.questions.iter().map(|question| (quiz.key.clone(), question.clone()))).collect()
}

fn cell(question: &Question, answer: &Value, files: &FileNames) -> Cell {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let label = |value: &Value| {
        let key = text(value);
        question.option(&key).map_or(key, |option| text_in(&option.label, FALLBACK).to_owned())
    };
    let labels = |value: &Value| value.as_array().into_iter().flatten().map(label).collect::<Vec<_>>().join("; ");
    match question.question_type.answer_form() {
        AnswerForm::Line | AnswerForm::Paragraphs | AnswerForm::Video => Cell::Text(text(answer)),
        AnswerForm::Number | AnswerForm::Scale => {
            answer.as_f64().map_or_else(|| Cell::Text(text(answer)), Cell::Number)
        }
        AnswerForm::Date => text(answer).parse().map_or_else(|_| Cell::Text(text(answer)), Cell::Date),
        AnswerForm::DateTime => DateTime::parse_from_rfc3339(&text(answer))
            .map_or_else(|_| Cell::Text(text(answer)), |time| Cell::Time(time.to_utc())),
        AnswerForm::OneOption => Cell::Text(label(answer)),
        AnswerForm::SomeOptions | AnswerForm::AllOptions => Cell::Text(labels(answer)),
        AnswerForm::Picture | AnswerForm::TitledPicture | AnswerForm::Document => {
            let id = answer["file"].as_str().unwrap_or_default();
            files.get(id).map_or(Cell::Empty, |name| Cell::Text(name.clone()))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(kind: &str, key: &str) -> Question {
        let option = |key: &str| json!({"key": key, "label": {"en": key.to_uppercase()}});
        let options = json!([option("a"), option("b")]);
        serde_json::from_value(json!({"key": key, "type": kind, "label": {"en": "Why?"}, "options": options})).unwrap()
    }

    #[test]
    fn answers_are_labels_numbers_and_dates() {
        let files = FileNames::from([("f1".to_owned(), "cv.pdf".to_owned())]);
        let of = |kind, answer| cell(&asked(kind, "q"), &answer, &files);
        let text = |text: &str| Cell::Text(text.to_owned());
        assert_eq!(of("SingleChoiceRadio", json!("b")), text("B"));
        assert_eq!(of("MultiChoiceDropDown", json!(["a", "b"])), text("A; B"));
        assert_eq!(of("Number", json!(-2.5)), Cell::Number(-2.5));
        assert_eq!(of("Date", json!("2026-03-02")), Cell::Date("2026-03-02".parse().unwrap()));
        let time = "2026-03-02T08:00:00Z".parse().unwrap();
        assert_eq!(of("DateTime", json!("2026-03-02T09:00:00+01:00")), Cell::Time(time));
        assert_eq!(of("Document", json!({"file": "f1"})), text("cv.pdf"));
        assert_eq!(of("Document", json!({"file": "gone"})), Cell::Empty);
    }

    #[test]
    fn columns_of_older_versions_follow_and_passwords_are_left_out() {
        let column = |kind, key: &str| (String::new(), asked(kind, key));
        let table = Table::new(
            true,
            "s",
            vec![
                (2, vec![column("Text", "new"), column("Password", "secret")]),
                (1, vec![column("Text", "old"), column("Number", "new")]),
            ],
        );
        assert_eq!(table.header()[7..], ["Why? (new)", "Why? (old)"]);
        let start = "2026-03-02T08:00:00Z".parse().unwrap();
        let person = Answered {
            person: "018f0000-0000-7000-8000-000000000000".parse().unwrap(),
            names: ["Tom", "Berg", "tom@example.org"].map(str::to_owned),
            programme: None,
            role: crate::people::Role::Mentee,
            of: "s".to_owned(),
            version: 1,
            started_at: start,
            completed_at: None,
            answers: [("new", json!(3)), ("secret", json!("x"))]
                .map(|(key, answer)| ((String::new(), key.to_owned()), answer))
                .into(),
        };
        let row = table.row(&person, &FileNames::new());
        assert_eq!(row[5..], [Cell::Time(start), Cell::Empty, Cell::Number(3.0), Cell::Empty]);
        let named = table.identity(Identity::Names);
        assert_eq!(named.header()[..4], ["first name", "last name", "email", "programme"]);
        assert_eq!(named.row(&person, &FileNames::new())[2], Cell::Text("tom@example.org".to_owned()));
        let nameless = named.identity(Identity::Nothing);
        assert_eq!((&*nameless.header()[0], nameless.header().len()), ("programme", 4), "neither times nor a line");
        assert_eq!(nameless.row(&person, &FileNames::new()).len(), nameless.header().len());
    }
}
