//! Whom proposals serve, by the answers to questions that a programme names: shares and scores of groups, never of people.

use std::collections::{BTreeMap, BTreeSet};

use questions::{AnswerForm, Choice, Question, Texts};
use serde_json::Value;

use self::hiding::{LEAST, hidden};
use super::runs;
use crate::content::Catalogue;
use crate::db::QueryBuilder;
use crate::programmes::Programme;
use crate::staff::Scope;
use crate::{PersonId, Result, RunId, Store, content, programmes};

mod hiding;

/// People per statement, below the limit of values of both databases.
const CHUNK: usize = 500;

/// The first proposal of each served mentee: its score.
pub(super) type Served = BTreeMap<PersonId, u16>;

/// The groups of one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionGroups {
    /// What was asked.
    pub label: Texts,
    /// By option, in their order; then those without an answer.
    pub groups: Vec<Group>,
}

/// The mentees who gave one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The answer; None without one, or with one that is no option any more.
    pub answer: Option<Texts>,
    /// To the nearest 5; None for a group that is hidden.
    pub mentees: Option<u32>,
    /// One for each set of proposals that is measured.
    pub figures: Vec<Figures>,
}

/// What a set of proposals achieves for a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The share of its mentees with a proposal, in percent; None for a group that is hidden.
    pub served: Option<u8>,
    /// The mean score of their first proposals, 0 to 10,000, to the nearest percent; None where it is hidden.
    pub mean_score: Option<u16>,
}

/// Returns the groups of a run within a scope, for each question of its programme; None if there is no such run.
pub async fn of_run(store: &Store, scope: &Scope, run: RunId) -> Result<Option<Vec<QuestionGroups>>> {
    let Some(run) = runs::by_id(store, run).await?.filter(|run| scope.includes(Some(run.programme_id))) else {
        return Ok(None);
    };
    let Some(programme) = programmes::by_id(store, run.programme_id).await? else { return Ok(None) };
    let mut served = Served::new();
    // By rank: the first one may have been erased.
    for one in runs::proposals(store, run.id).await? {
        served.entry(one.mentee_id).or_insert(u16::try_from(one.score).unwrap_or_default());
    }
    let mut mentees: BTreeSet<PersonId> = runs::unmatched_mentees(store, run.id).await?.into_iter().collect();
    mentees.extend(served.keys());
    measure(store, &programme, &mentees, &[served]).await.map(Some)
}

/// Measures sets of proposals for the same mentees.
pub(super) async fn measure(
    store: &Store,
    programme: &Programme,
    mentees: &BTreeSet<PersonId>,
    sets: &[Served],
) -> Result<Vec<QuestionGroups>> {
    let mut measured = Vec::new();
    if programme.settings.matching.fairness.is_empty() {
        return Ok(measured);
    }
    let catalogue = content::catalogue(store).await?;
    for named in &programme.settings.matching.fairness {
        let Some(question) = question(&catalogue, &named.survey, &named.question) else { continue };
        let answers = answers(store, &named.survey, &named.question, mentees).await?;
        measured.push(groups(question, &answers, mentees, sets));
    }
    Ok(measured)
}

fn question<'c>(catalogue: &'c Catalogue, survey: &str, key: &str) -> Option<&'c Question> {
    let survey = catalogue.surveys.newest(survey)?;
    let question = survey.definition.questions().find(|question| question.key == key)?;
    (question.question_type.answer_form() == AnswerForm::OneOption).then_some(question)
}

/// The submitted answers of people to a question.
async fn answers(
    store: &Store,
    survey: &str,
    question: &str,
    people: &BTreeSet<PersonId>,
) -> Result<BTreeMap<PersonId, String>> {
    let people: Vec<PersonId> = people.iter().copied().collect();
    let mut found = BTreeMap::new();
    for part in people.chunks(CHUNK) {
        let mut query = QueryBuilder::new(
            "SELECT a.person_id, a.answer FROM survey_answers a
             JOIN survey_stages s ON s.person_id = a.person_id AND s.survey_key = a.survey_key
                 AND s.stage_key = a.stage_key AND s.submitted_at IS NOT NULL
             WHERE a.survey_key = ",
        );
        query.push_bind(survey.to_owned()).push(" AND a.question_key = ").push_bind(question.to_owned());
        query.push(" AND a.person_id IN (").push_list(part.iter().copied()).push(")");
        let rows: Vec<(PersonId, String)> = query.build_query_as().fetch_all(&store.db).await?;
        let option = |text: &str| serde_json::from_str::<Value>(text).ok()?.as_str().map(str::to_owned);
        found.extend(rows.into_iter().filter_map(|(person, answer)| Some((person, option(&answer)?))));
    }
    Ok(found)
}

fn groups(
    question: &Question,
    answers: &BTreeMap<PersonId, String>,
    mentees: &BTreeSet<PersonId>,
    sets: &[Served],
) -> QuestionGroups {
    let option_of = |person: &PersonId| -> Option<&Choice> {
        let answer = answers.get(person)?;
        question.options.iter().find(|option| option.key == *answer)
    };
    let options = question.options.iter().map(Some).chain([None]);
    let members: Vec<(Option<&Choice>, Vec<PersonId>)> = options
        .map(|option| {
            let is_in = |person: &&PersonId| option_of(person).map(|one| &one.key) == option.map(|one| &one.key);
            (option, mentees.iter().filter(is_in).copied().collect())
        })
        .collect();
    let scores: Vec<Vec<Vec<u16>>> = members
        .iter()
        .map(|(_, people)| {
            sets.iter().map(|set| people.iter().filter_map(|person| set.get(person).copied()).collect()).collect()
        })
        .collect();
    let sizes: Vec<usize> = members.iter().map(|(_, people)| people.len()).collect();
    let is_hidden = hidden(&sizes, &vec![false; sizes.len()]);
    // What is hidden in one set is hidden in all: each is the complement of the others.
    let mut has_no_mean = is_hidden.clone();
    for set in 0..sets.len() {
        let served: Vec<usize> = scores.iter().map(|of_sets| of_sets[set].len()).collect();
        has_no_mean = hidden(&served, &has_no_mean);
    }
    let group = |place: usize| {
        let size = sizes[place];
        let figures = scores[place].iter().map(|scores| Figures {
            served: (!is_hidden[place]).then(|| percent(scores.len(), size)),
            mean_score: (!has_no_mean[place]).then(|| mean(scores)),
        });
        Group {
            answer: members[place].0.map(|option| option.label.clone()),
            mentees: (!is_hidden[place]).then(|| u32::try_from((size + 2) / 5 * 5).unwrap_or(u32::MAX)),
            figures: figures.collect(),
        }
    };
    QuestionGroups { label: question.label.clone(), groups: (0..members.len()).map(group).collect() }
}

fn percent(part: usize, whole: usize) -> u8 {
    u8::try_from((part * 100 + whole / 2) / whole.max(1)).unwrap_or(100)
}

/// In whole percent: the sum of exact scores would tell those of hidden groups.
fn mean(scores: &[u16]) -> u16 {
    debug_assert!(scores.len() >= LEAST, "a mean of few is hidden");
    let sum: usize = scores.iter().copied().map(usize::from).sum();
    let mean = sum / scores.len().max(1);
    u16::try_from((mean + 50) / 100 * 100).unwrap_or(u16::MAX)
}
