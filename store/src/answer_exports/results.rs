//! What the people of a programme answered in a survey, counted.

use std::collections::BTreeMap;

use questions::{AnswerForm, Question};
use serde_json::{Value, json};

use super::{Answered, survey_page};
use crate::content::{Survey, Versioned};
use crate::db::query_as;
use crate::listing::{Filter, ListError, ListRequest, Listing, MAX_PAGE, Page, SortKey};
use crate::programmes::Programme;
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Scope};
use crate::{ProgrammeId, Result, Store};

/// Answers of a page.
const PAGE: usize = 50;

/// Mentors and mentees. Staff answer nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByRole {
    /// Mentors.
    pub mentors: u64,
    /// Mentees.
    pub mentees: u64,
}

impl ByRole {
    fn add(&mut self, role: Role) {
        match role {
            Role::Mentor => self.mentors += 1,
            Role::Mentee => self.mentees += 1,
            Role::Staff => {}
        }
    }
}

/// The answers to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Those who answered.
    pub answered: ByRole,
    /// Those who chose a value, by the option's key or the number. Of an order only its first place counts. Empty for texts, days and
    /// files.
    pub values: BTreeMap<String, ByRole>,
    /// The sums of the numbers of mentors and mentees.
    pub sums: (f64, f64),
}

/// The answers of a survey.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Those who sent the survey.
    pub sent: ByRole,
    /// By question. Parts that people submitted count also before they send the last one.
    pub questions: BTreeMap<String, Counts>,
}

/// Counts the submitted answers of the people of a programme, whichever version of the survey they began. Answers to a question that was
/// asked in another form then are left out.
pub async fn of_survey(store: &Store, programme: &Programme, versions: &[&Versioned<Survey>]) -> Result<Results> {
    let Some(newest) = versions.iter().max_by_key(|one| one.version) else { return Ok(Results::default()) };
    let form = |question: &Question| question.question_type.answer_form();
    let now: BTreeMap<_, _> = newest.definition.questions().map(|one| (one.key.as_str(), form(one))).collect();
    let asked = versions.iter().flat_map(|one| one.definition.questions().map(|question| (one.version, question)));
    let same = asked.filter(|(_, question)| now.get(question.key.as_str()) == Some(&form(question)));
    let questions: Questions<'_> =
        same.map(|(version, question)| ((version, question.key.as_str()), question)).collect();
    let survey = &newest.definition;
    let (mut results, mut after) = (Results::default(), None);
    loop {
        let page = survey_page(store, &survey.key, Some(&programme.key), after.as_ref()).await?;
        let Some(last) = page.last() else { return Ok(results) };
        after = Some((last.person, last.of.clone()));
        page.iter().for_each(|person| results.add(person, &questions));
    }
}

/// Questions by version and key.
type Questions<'a> = BTreeMap<(i64, &'a str), &'a Question>;

impl Results {
    fn add(&mut self, person: &Answered, questions: &Questions<'_>) {
        if person.completed_at.is_some() {
            self.sent.add(person.role);
        }
        for ((_, key), answer) in &person.answers {
            if let Some(question) = questions.get(&(person.version, key.as_str())) {
                self.questions.entry(key.clone()).or_default().add(question, answer, person.role);
            }
        }
    }
}

impl Counts {
    fn add(&mut self, question: &Question, answer: &Value, role: Role) {
        self.answered.add(role);
        let form = question.question_type.answer_form();
        for value in values(form, answer) {
            self.values.entry(value).or_default().add(role);
        }
        if let (AnswerForm::Number | AnswerForm::Scale, Some(number)) = (form, answer.as_f64()) {
            match role {
                Role::Mentor => self.sums.0 += number,
                Role::Mentee => self.sums.1 += number,
                Role::Staff => {}
            }
        }
    }
}

fn values(form: AnswerForm, answer: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match form {
        AnswerForm::OneOption | AnswerForm::Number | AnswerForm::Scale => vec![text(answer)],
        AnswerForm::SomeOptions => answer.as_array().into_iter().flatten().map(text).collect(),
        AnswerForm::AllOptions => answer.as_array().into_iter().flatten().take(1).map(text).collect(),
        AnswerForm::Line
        | AnswerForm::Paragraphs
        | AnswerForm::Date
        | AnswerForm::DateTime
        | AnswerForm::Picture
        | AnswerForm::TitledPicture
        | AnswerForm::Document
        | AnswerForm::Video => Vec::new(),
    }
}

/// An answer in a person's own words.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct WrittenAnswer {
    /// The answer, as JSON.
    pub answer: String,
    /// The role of the person.
    pub role: Role,
}

static WRITTEN: Listing = Listing {
    columns: &["a.answer, p.role"],
    from: "survey_answers a JOIN people p ON p.id = a.person_id JOIN survey_stages s
        ON s.person_id = a.person_id AND s.survey_key = a.survey_key AND s.stage_key = a.stage_key",
    condition: "s.submitted_at IS NOT NULL AND p.role <> 'staff'",
    programme: "p.programme_id",
    id: "a.person_id",
    // The words of a search are looked for in folded texts, which are not stored.
    search: "1 = 1",
    filters: &[("survey", Filter::Text("a.survey_key")), ("question", Filter::Text("a.question_key"))],
    sorts: &[("answeredAt", SortKey::Time("a.answered_at"))],
    default_sort: "-answeredAt",
};

/// What people wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The answers with all the words of the search.
    pub rows: Vec<WrittenAnswer>,
    /// Whether more follow.
    pub has_more: bool,
    /// All answers to the question.
    pub total: i64,
}

/// Returns what the people of a programme wrote as the answer to a question, the newest first, without the first `skip` that have all
/// the words of a search. Each reading is an act. Nothing of it names a person, not even a key of a page.
pub async fn written(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
    question: (&str, &str),
    search: &str,
    skip: usize,
) -> std::result::Result<Written, ListError> {
    let mut written = Written { rows: Vec::new(), has_more: false, total: 0 };
    if !actor.reaches(Some(programme)) {
        return Ok(written);
    }
    Record::new(Act::ReadSurveyTexts, Target::Programme(programme), Some(programme))
        .change(Value::Null, json!({"survey": question.0, "question": question.1}))
        .write(&store.db, store, actor)
        .await?;
    let filters = [("survey", question.0), ("question", question.1)];
    let filters = filters.map(|(name, value)| (name.to_owned(), vec![value.to_owned()])).into();
    let mut request = ListRequest { filters, limit: Some(MAX_PAGE), ..ListRequest::default() };
    let folded = text_fold::fold(search);
    let words: Vec<&str> = folded.split_whitespace().collect();
    let scope = Scope::Programmes(vec![programme]);
    let mut found = 0;
    loop {
        let page: Page<WrittenAnswer> = WRITTEN.page(store, &scope, None, &request).await?;
        written.total = page.total;
        for row in page.rows {
            let text = text_fold::fold(&row.text());
            if words.iter().all(|word| text.contains(word)) {
                found += 1;
                written.has_more = written.rows.len() == PAGE;
                if written.has_more {
                    return Ok(written);
                }
                if found > skip {
                    written.rows.push(row);
                }
            }
        }
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            return Ok(written);
        }
    }
}

impl WrittenAnswer {
    /// Returns the text.
    pub fn text(&self) -> String {
        serde_json::from_str(&self.answer).unwrap_or_default()
    }
}

/// How many people of a programme and role have begun a survey or sent it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Taken {
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The survey.
    pub survey_key: String,
    /// The role.
    pub role: Role,
    /// Those who have begun it and not sent it.
    pub begun: i64,
    /// Those who have sent it.
    pub sent: i64,
}

/// Counts who has taken which survey.
pub async fn taken(store: &Store) -> Result<Vec<Taken>> {
    query_as(
        "SELECT p.programme_id, q.survey_key, p.role, COUNT(CASE WHEN q.completed_at IS NULL THEN 1 END) AS begun,
             COUNT(q.completed_at) AS sent
         FROM survey_progress q JOIN people p ON p.id = q.person_id
         WHERE p.programme_id IS NOT NULL AND p.role <> 'staff' GROUP BY p.programme_id, q.survey_key, p.role",
    )
    .fetch_all(&store.db)
    .await
}
