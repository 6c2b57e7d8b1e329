//! How people answered the same question in two surveys.

use std::collections::BTreeMap;

use questions::{AnswerForm, Question};

use super::Change;
use super::release::{mean, shown};
use crate::content::Catalogue;
use crate::db::{QueryBuilder, Tx};
use crate::{PersonId, ProgrammeId, Result};

/// A question with a scale that more than one survey asks.
pub(super) struct Repeated<'c> {
    question: &'c Question,
}

/// The first and the last answer of each person, by question.
pub(super) type Answers = BTreeMap<String, BTreeMap<PersonId, (i64, i64)>>;

#[derive(sqlx::FromRow)]
struct Row {
    person_id: PersonId,
    survey_key: String,
    version: i64,
    question_key: String,
    answer: String,
}

/// Finds questions with the same key and the same scale in the newest versions of several surveys.
pub(super) fn repeated(catalogue: &Catalogue) -> Vec<Repeated<'_>> {
    let newest: BTreeMap<_, _> = catalogue.surveys.all().map(|one| (&one.definition.key, one)).collect();
    let mut found = BTreeMap::<&str, Vec<&Question>>::new();
    for survey in newest.into_values() {
        let scales = survey.definition.questions().filter(|one| one.question_type.answer_form() == AnswerForm::Scale);
        scales.for_each(|question| found.entry(&question.key).or_default().push(question));
    }
    let is_same = |questions: &[&Question]| {
        let scales = questions.iter().map(|one| (one.range().min, one.range().max));
        questions.len() > 1 && scales.clone().zip(scales.skip(1)).all(|(one, next)| one == next)
    };
    let same = found.into_values().filter(|questions| is_same(questions));
    same.filter_map(|questions| questions.last().map(|question| Repeated { question })).collect()
}

/// Reads the submitted answers of those who answered in several surveys.
pub(super) async fn read(
    tx: &mut Tx,
    programme: ProgrammeId,
    catalogue: &Catalogue,
    repeated: &[Repeated<'_>],
) -> Result<Answers> {
    if repeated.is_empty() {
        return Ok(Answers::new());
    }
    let mut query = QueryBuilder::new(
        "SELECT a.person_id, a.survey_key, q.version, a.question_key, a.answer FROM survey_answers a
         JOIN survey_progress q ON q.person_id = a.person_id AND q.survey_key = a.survey_key
         JOIN people p ON p.id = a.person_id JOIN survey_stages s
             ON s.person_id = a.person_id AND s.survey_key = a.survey_key AND s.stage_key = a.stage_key
         WHERE s.submitted_at IS NOT NULL AND p.programme_id = ",
    );
    query.push_bind(programme).push(" AND a.question_key IN (");
    query.push_list(repeated.iter().map(|one| one.question.key.clone()));
    query.push(") ORDER BY s.submitted_at, a.survey_key");
    let rows: Vec<Row> = query.build_query_as().fetch_all(tx).await?;
    let mut series = BTreeMap::<(String, PersonId), Vec<(String, i64)>>::new();
    for row in rows {
        let Some(one) = repeated.iter().find(|one| one.question.key == row.question_key) else { continue };
        let range = one.question.range();
        // An earlier version may have had another scale, in which the same number means something else.
        let answered = catalogue.surveys.at(&row.survey_key, row.version);
        let asked =
            answered.and_then(|survey| survey.definition.questions().find(|asked| asked.key == row.question_key));
        let is_same = asked.is_some_and(|asked| {
            asked.question_type.answer_form() == AnswerForm::Scale
                && (asked.range().min, asked.range().max) == (range.min, range.max)
        });
        let number =
            row.answer.parse::<i64>().ok().filter(|number| is_same && (range.min..=range.max).contains(number));
        let Some(number) = number else { continue };
        series.entry((row.question_key, row.person_id)).or_default().push((row.survey_key, number));
    }
    let mut answers = Answers::new();
    for ((question, person), given) in series {
        if let [(_, first), .., (_, last)] = &given[..] {
            answers.entry(question).or_default().insert(person, (*first, *last));
        }
    }
    Ok(answers)
}

/// Returns how the answers of some people changed; nothing of questions that fewer than ten of them answered twice, or
/// whose means tell how few answered otherwise ([`mean`]): all of the row stays hidden.
pub(super) fn of_people(repeated: &[Repeated<'_>], answers: &Answers, is_in: impl Fn(PersonId) -> bool) -> Vec<Change> {
    let change = |one: &Repeated<'_>| {
        let question = one.question;
        let given = answers.get(&question.key)?.iter().filter(|(person, _)| is_in(**person));
        let given: Vec<(i64, i64)> = given.map(|(_, pair)| *pair).collect();
        let count = |is: fn(&(i64, i64)) -> bool| shown(given.iter().filter(|pair| is(pair)).count());
        let scale = (question.range().min, question.range().max);
        let (first, last): (Vec<i64>, Vec<i64>) = given.iter().copied().unzip();
        Some(Change {
            question: question.key.clone(),
            label: question.label.clone().into_iter().collect(),
            scale,
            answered: shown(given.len()),
            same_or_higher: count(|(first, last)| last >= first),
            higher: count(|(first, last)| last > first),
            before: mean(&first, scale)?,
            after: mean(&last, scale)?,
        })
    };
    repeated.iter().filter_map(change).collect()
}
