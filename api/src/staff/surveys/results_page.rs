//! What the people of a programme answered in a survey, counted.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use questions::{AnswerForm, Choice, Question, QuestionType, Scale};
use serde::Serialize;
use store::answer_exports::results::{self, ByRole, Counts};
use store::content::{self, Survey, Versioned, text_in};
use store::programmes::Programme;
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Result, Staff, not_found};

use super::StaffSurveyName;
use crate::content::languages;
use crate::staff::StaffProgramme;

/// More different numbers say nothing one by one.
const MAX_NUMBERS: usize = 20;

pub(super) const NO_SUCH_SURVEY: &str = "`not_found`: no such survey, or no such programme of the caller";

/// The answers to a survey in a programme.
#[derive(Serialize, ToSchema)]
pub(crate) struct SurveyResults {
    survey: StaffSurveyName,
    programme: StaffProgramme,
    sent: CountByRole,
    stages: Vec<StageResults>,
}

/// Numbers of people.
#[derive(Clone, Copy, Default, Serialize, ToSchema)]
struct CountByRole {
    mentors: u64,
    mentees: u64,
}

impl From<ByRole> for CountByRole {
    fn from(ByRole { mentors, mentees }: ByRole) -> Self {
        Self { mentors, mentees }
    }
}

/// The answers to a part of a survey.
#[derive(Serialize, ToSchema)]
struct StageResults {
    key: String,
    name: String,
    questions: Vec<QuestionResults>,
}

/// The answers to a question.
#[derive(Serialize, ToSchema)]
struct QuestionResults {
    key: String,
    label: String,
    form: ResultForm,
    answered: CountByRole,
    /// The options with those who chose them; of a scale or number the values. Of an order those who put an option first. Empty for
    /// texts, days and files, and for more than 20 different numbers.
    options: Vec<OptionResults>,
    #[schema(required)]
    scale: Option<ScaleResults>,
}

/// What the answers to a question are.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ResultForm {
    Options,
    /// All options in an order.
    Order,
    Scale,
    Number,
    Text,
    /// A short text, which may be a name: it is not read apart from the person.
    Line,
    Date,
    File,
    Video,
}

/// Those who chose an option.
#[derive(Serialize, ToSchema)]
struct OptionResults {
    key: String,
    label: String,
    #[serde(flatten)]
    chosen: CountByRole,
}

/// The range of numbers, and their means.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ScaleResults {
    /// Null for a number without limits.
    #[schema(required)]
    min: Option<i64>,
    #[schema(required)]
    max: Option<i64>,
    /// The words beside the lowest number.
    #[schema(required)]
    min_label: Option<String>,
    #[schema(required)]
    max_label: Option<String>,
    mentors: MeanResult,
    mentees: MeanResult,
}

/// The mean of one role; null without an answer.
#[derive(Serialize, ToSchema)]
struct MeanResult {
    #[schema(required)]
    mean: Option<f64>,
}

impl MeanResult {
    fn of(sum: f64, count: u64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "no programme has that many people")]
        Self { mean: (count > 0).then(|| (sum / count as f64 * 100.0).round() / 100.0) }
    }
}

impl ResultForm {
    pub(super) fn of(question: &Question) -> Self {
        match question.question_type.answer_form() {
            AnswerForm::Line => Self::Line,
            AnswerForm::Paragraphs => Self::Text,
            AnswerForm::Number => Self::Number,
            AnswerForm::Date | AnswerForm::DateTime => Self::Date,
            AnswerForm::OneOption | AnswerForm::SomeOptions => Self::Options,
            AnswerForm::AllOptions => Self::Order,
            AnswerForm::Scale => Self::Scale,
            AnswerForm::Picture | AnswerForm::TitledPicture | AnswerForm::Document => Self::File,
            AnswerForm::Video => Self::Video,
        }
    }
}

impl QuestionResults {
    fn new(question: &Question, all_options: &[&Choice], counts: &Counts, language: &str) -> Self {
        let form = ResultForm::of(question);
        let chosen = |key: &str| counts.values.get(key).copied().unwrap_or_default().into();
        let number = |value: i64| {
            let key = value.to_string();
            OptionResults { label: key.clone(), chosen: chosen(&key), key }
        };
        let range = question.range();
        let options = match form {
            ResultForm::Options | ResultForm::Order => {
                let mut options: Vec<&Choice> = question.options.iter().collect();
                for older in all_options.iter().filter(|older| counts.values.contains_key(&older.key)) {
                    if !options.iter().any(|option| option.key == older.key) {
                        options.push(older);
                    }
                }
                let option = |option: &Choice| OptionResults {
                    key: option.key.clone(),
                    label: text_in(&option.label, language).to_owned(),
                    chosen: chosen(&option.key),
                };
                options.into_iter().map(option).collect()
            }
            ResultForm::Scale => (range.min..=range.max).map(number).collect(),
            ResultForm::Number if counts.values.len() <= MAX_NUMBERS => numbers(counts),
            _ => Vec::new(),
        };
        let has_scale = matches!(form, ResultForm::Scale | ResultForm::Number);
        let scale = (form == ResultForm::Scale || question.scale.is_some()).then_some(range);
        Self {
            key: question.key.clone(),
            label: text_in(&question.label, language).to_owned(),
            form,
            answered: counts.answered.into(),
            options,
            scale: has_scale.then(|| ScaleResults::new(scale.as_ref(), counts, language)),
        }
    }
}

impl ScaleResults {
    fn new(scale: Option<&Scale>, counts: &Counts, language: &str) -> Self {
        let label = |texts: Option<&questions::Texts>| {
            texts.map(|texts| text_in(texts, language).to_owned()).filter(|text| !text.is_empty())
        };
        Self {
            min: scale.map(|scale| scale.min),
            max: scale.map(|scale| scale.max),
            min_label: label(scale.map(|scale| &scale.min_label)),
            max_label: label(scale.map(|scale| &scale.max_label)),
            mentors: MeanResult::of(counts.sums.0, counts.answered.mentors),
            mentees: MeanResult::of(counts.sums.1, counts.answered.mentees),
        }
    }
}

/// The numbers that were answered, the lowest first.
fn numbers(counts: &Counts) -> Vec<OptionResults> {
    let mut numbers: Vec<(f64, &String, &ByRole)> =
        counts.values.iter().filter_map(|(value, chosen)| Some((value.parse().ok()?, value, chosen))).collect();
    numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
    let option = |(_, value, chosen): (f64, &String, &ByRole)| OptionResults {
        key: value.clone(),
        label: value.clone(),
        chosen: (*chosen).into(),
    };
    numbers.into_iter().map(option).collect()
}

/// Finds a programme of the caller and a survey, which may have left the content since.
pub(super) async fn find(
    store: &Store,
    staff: &Staff,
    path: Option<Path<(ProgrammeId, String)>>,
) -> Result<(Arc<Programme>, Arc<Versioned<Survey>>)> {
    let (programme, survey) = path.ok_or_else(not_found)?.into_inner();
    let catalogue = content::catalogue(store).await?;
    let programme = catalogue.programmes.get(&programme).filter(|found| staff.0.scope.includes(Some(found.id)));
    let survey = catalogue.surveys.newest(&survey);
    programme.cloned().zip(survey.cloned()).ok_or_else(not_found)
}

/// Counts the submitted answers of the people of a programme. Passwords are left out.
#[web::operation(
    operation_id = "survey_results",
    params(
        ("programme" = ProgrammeId, Path, description = "The programme."),
        ("survey" = String, Path, description = "The key of the survey.")
    ),
    responses((status = 200, body = SurveyResults), (status = 404, description = NO_SUCH_SURVEY))
)]
pub(crate) async fn show(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
    path: Option<Path<(ProgrammeId, String)>>,
) -> Result<Json<SurveyResults>> {
    let (programme, survey) = find(&store, &staff, path).await?;
    let language = languages::accepted(&store, &request).await?;
    let catalogue = content::catalogue(&store).await?;
    let versions: Vec<_> = catalogue.surveys.versions(&survey.definition.key).map(AsRef::as_ref).collect();
    let found = results::of_survey(&store, &programme, &versions).await?;
    // Options of older versions that people chose follow those of the newest one.
    let older = |key: &str| {
        let asked = versions.iter().rev().flat_map(|version| version.definition.questions());
        asked.filter(|question| question.key == key).flat_map(|question| &question.options).collect::<Vec<_>>()
    };
    let none = Counts::default();
    let stages = survey.definition.stages.iter().map(|stage| {
        let questions = stage.pages.iter().flat_map(|page| &page.questions);
        let questions = questions.filter(|question| question.question_type != QuestionType::Password);
        StageResults {
            key: stage.key.clone(),
            name: text_in(&stage.name, &language).to_owned(),
            questions: questions
                .map(|question| {
                    let counts = found.questions.get(&question.key).unwrap_or(&none);
                    QuestionResults::new(question, &older(&question.key), counts, &language)
                })
                .collect(),
        }
    });
    Ok(Json(SurveyResults {
        survey: StaffSurveyName::new(&survey.definition, &language),
        programme: StaffProgramme { id: programme.id, key: programme.key.clone(), title: programme.name.clone() },
        sent: found.sent.into(),
        stages: stages.collect(),
    }))
}
