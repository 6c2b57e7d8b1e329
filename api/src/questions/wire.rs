//! Questions as pages receive them. Surveys and quizzes of the specification name the same things differently; both names are
//! sent.

use questions::{AnswerForm, Question, QuestionType, Sorting};
use serde::Serialize;
use store::content::{FALLBACK, Texts, text_in};
use utoipa::ToSchema;

/// A question of a survey or a quiz.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireQuestion {
    key: String,
    /// From 1, in the survey's stage or the quiz.
    display_order: usize,
    order: usize,
    /// The page of the stage, from 1.
    page_number: usize,
    mandatory: bool,
    /// The name of the type in the specification.
    r#type: &'static str,
    question_type: &'static str,
    /// The question in English.
    title: String,
    /// The question in the language of the reader.
    locale_title: String,
    label: String,
    locale_label: String,
    help_text: String,
    locale_help_text: String,
    answer_options: Vec<WireOption>,
    /// Of a submitted quiz: the keys of the options in the right order, if they are arranged.
    #[serde(skip_serializing_if = "Option::is_none")]
    right_order: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale_questionnaire: Option<WireScale>,
    /// What a number may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    number_range: Option<WireRange>,
    /// Whether a date in the future is refused.
    no_future: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    visible_if: Option<WireCondition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    video: Option<WireVideo>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WireOption {
    key: String,
    label: String,
    locale_label: String,
    display_order: usize,
    /// The address of its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    /// Of a submitted quiz: whether it is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_correct: Option<bool>,
    /// Of a submitted quiz: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locale_explanation: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct WireScale {
    /// `ascending` or `descending`.
    sorting: &'static str,
    options: Vec<WireScaleOption>,
}

#[derive(Debug, Serialize, ToSchema)]
struct WireRange {
    min: i64,
    max: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct WireScaleOption {
    option: i64,
    /// The words beside the lowest and the highest number.
    #[serde(skip_serializing_if = "str::is_empty")]
    label: String,
}

/// A condition on an earlier answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WireCondition {
    question: String,
    any_of: Vec<String>,
}

/// A YouTube video.
#[derive(Debug, Serialize, ToSchema)]
struct WireVideo {
    id: String,
    transcript: String,
}

impl WireQuestion {
    /// Renders a question. `order` and `page` count from 1.
    pub(crate) fn new(question: &Question, order: usize, page: usize, language: &str) -> Self {
        let english = |texts: &Texts| text_in(texts, FALLBACK).to_owned();
        let local = |texts: &Texts| text_in(texts, language).to_owned();
        let name: &'static str = question.question_type.into();
        Self {
            key: question.key.clone(),
            display_order: order,
            order,
            page_number: page,
            mandatory: question.mandatory,
            r#type: name,
            question_type: name,
            title: english(&question.label),
            locale_title: local(&question.label),
            label: english(&question.label),
            locale_label: local(&question.label),
            help_text: english(&question.help),
            locale_help_text: local(&question.help),
            answer_options: (1..)
                .zip(&question.options)
                .map(|(index, option)| WireOption {
                    key: option.key.clone(),
                    label: english(&option.label),
                    locale_label: local(&option.label),
                    display_order: index,
                    image: option.picture.as_deref().map(picture_address),
                    is_correct: None,
                    explanation: None,
                    locale_explanation: None,
                })
                .collect(),
            right_order: None,
            scale_questionnaire: (question.question_type == QuestionType::Scale)
                .then(|| WireScale::new(question, language)),
            number_range: question
                .scale
                .as_ref()
                .filter(|_| question.question_type == QuestionType::Number)
                .map(|range| WireRange { min: range.min, max: range.max }),
            no_future: question.no_future,
            visible_if: question.visible_if.as_ref().map(|condition| WireCondition {
                question: condition.question.clone(),
                any_of: condition.any_of.clone(),
            }),
            video: question
                .video
                .as_ref()
                .map(|id| WireVideo { id: id.clone(), transcript: local(&question.transcript) }),
        }
    }
}

impl WireQuestion {
    /// Adds to the options whether they are right, and why.
    pub(crate) fn with_solution(mut self, question: &Question, language: &str) -> Self {
        for (wire, option) in self.answer_options.iter_mut().zip(&question.options) {
            wire.is_correct = Some(option.is_correct);
            wire.explanation = Some(text_in(&option.explanation, FALLBACK).to_owned());
            wire.locale_explanation = Some(text_in(&option.explanation, language).to_owned());
        }
        if question.question_type.answer_form() == AnswerForm::AllOptions {
            self.right_order = Some(question.options.iter().map(|option| option.key.clone()).collect());
        }
        self
    }

    /// Shows the options in the order of these keys; None leaves them as written.
    pub(crate) fn in_order(mut self, keys: Option<Vec<&str>>) -> Self {
        let Some(keys) = keys else { return self };
        for (place, option) in (1..).zip(&mut self.answer_options) {
            option.display_order = keys.iter().position(|key| *key == option.key).map_or(place, |place| place + 1);
        }
        self.answer_options.sort_by_key(|option| option.display_order);
        self
    }
}

impl WireScale {
    fn new(question: &Question, language: &str) -> Self {
        let range = question.range();
        let label = |number: i64| match number {
            number if number == range.min => text_in(&range.min_label, language).to_owned(),
            number if number == range.max => text_in(&range.max_label, language).to_owned(),
            _ => String::new(),
        };
        Self {
            sorting: match range.sorting {
                Sorting::Ascending => "ascending",
                Sorting::Descending => "descending",
            },
            options: (range.min..=range.max)
                .map(|number| WireScaleOption { option: number, label: label(number) })
                .collect(),
        }
    }
}

/// Returns the address of a picture of the content.
pub(crate) fn picture_address(name: &str) -> String {
    format!("/api/v2/card/picture/{name}/")
}
