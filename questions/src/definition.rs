//! Definitions of questions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumIter, IntoStaticStr};

/// A text by language code.
pub type Texts = BTreeMap<String, String>;

/// A question of a survey or a quiz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name under which its answer is stored, unique in its survey or quiz.
    pub key: String,
    /// How it is asked.
    #[serde(rename = "type")]
    pub question_type: QuestionType,
    /// The question itself.
    pub label: Texts,
    /// An explanation below it.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub help: Texts,
    /// Whether it must be answered.
    #[serde(default)]
    pub mandatory: bool,
    /// The choices, in the order in which they are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// The range of a `Scale`, 1 to 10 by default, or of a `Number`, any by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// Whether a date in the future is refused, as for dates of birth.
    #[serde(default)]
    pub no_future: bool,
    /// The id of a YouTube video.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub video: Option<String>,
    /// The words of the video, for people who cannot hear or play it.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub transcript: Texts,
    /// The question is asked only if this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visible_if: Option<Condition>,
    /// The matching criterion that its answer is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<String>,
    /// The fact about the person that its answer is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fills: Option<Fact>,
}

/// A fact about a person that a survey may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// The month of birth; asked as a Date.
    BirthMonth,
}

impl Question {
    /// Returns the option with this key.
    pub fn option(&self, key: &str) -> Option<&Choice> {
        self.options.iter().find(|option| option.key == key)
    }

    /// Returns the range of a `Scale`.
    pub fn range(&self) -> Scale {
        self.scale.clone().unwrap_or_default()
    }
}

/// A choice of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The name under which it is stored, unique in its question.
    pub key: String,
    /// The choice itself.
    pub label: Texts,
    /// The picture of a choice with image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Whether a quiz counts it as right.
    #[serde(default)]
    pub is_correct: bool,
    /// Shown after the quiz was submitted.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub explanation: Texts,
    /// Tags of learning sessions that interest people who choose it in a survey.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// The range of a scale, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The lowest number.
    pub min: i64,
    /// The highest number.
    pub max: i64,
    /// The order in which the numbers are shown.
    #[serde(default)]
    pub sorting: Sorting,
    /// The words beside the lowest number.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub min_label: Texts,
    /// The words beside the highest number.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub max_label: Texts,
}

impl Default for Scale {
    fn default() -> Self {
        let (min_label, max_label) = (Texts::new(), Texts::new());
        Self { min: 1, max: 10, sorting: Sorting::default(), min_label, max_label }
    }
}

/// The order of the numbers of a scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sorting {
    /// The lowest number first.
    #[default]
    Ascending,
    /// The highest number first.
    Descending,
}

/// A condition on an earlier choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The key of the earlier question.
    pub question: String,
    /// It holds if one of these options was chosen.
    pub any_of: Vec<String>,
}

impl Condition {
    /// Whether it holds for the accepted answer to its question.
    pub fn holds(&self, answer: Option<&Value>) -> bool {
        let is_named = |value: &Value| value.as_str().is_some_and(|key| self.any_of.iter().any(|named| named == key));
        match answer {
            Some(Value::Array(keys)) => keys.iter().any(is_named),
            Some(answer) => is_named(answer),
            None => false,
        }
    }
}

/// The types of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, IntoStaticStr)]
#[expect(missing_docs, reason = "the names are the specification's; `answer_form` says what they take")]
pub enum QuestionType {
    Text,
    Password,
    Number,
    TextBox,
    SingleChoiceRadio,
    SingleChoiceDropDown,
    SimpleDropDown,
    MultiChoiceDropDown,
    SingleChoiceButton,
    Date,
    DateTime,
    AgreeabilityThreeOptions,
    AgreeabilityFiveOptions,
    AgreeabilitySevenScale,
    AgreeabilityTenScale,
    Scale,
    ImageResponse,
    SingleImageUpload,
    YoutubeVideo,
    Document,
    SingleChoiceWithImage,
    MultiChoiceWithImage,
    ArrangeInOrder,
}

/// What an answer consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerForm {
    /// One line of text.
    Line,
    /// Text with line breaks.
    Paragraphs,
    /// A number.
    Number,
    /// A day.
    Date,
    /// An instant with its time zone.
    DateTime,
    /// The key of one option.
    OneOption,
    /// The keys of some options.
    SomeOptions,
    /// The keys of all options, in an order.
    AllOptions,
    /// A whole number of a scale.
    Scale,
    /// An uploaded picture.
    Picture,
    /// An uploaded picture with a title.
    TitledPicture,
    /// An uploaded PDF file.
    Document,
    /// That a video was watched.
    Video,
}

impl QuestionType {
    /// Returns what an answer consists of.
    pub fn answer_form(self) -> AnswerForm {
        match self {
            Self::Text | Self::Password => AnswerForm::Line,
            Self::TextBox => AnswerForm::Paragraphs,
            Self::Number => AnswerForm::Number,
            Self::Date => AnswerForm::Date,
            Self::DateTime => AnswerForm::DateTime,
            Self::SingleChoiceRadio
            | Self::SingleChoiceDropDown
            | Self::SimpleDropDown
            | Self::SingleChoiceButton
            | Self::SingleChoiceWithImage
            | Self::AgreeabilityThreeOptions
            | Self::AgreeabilityFiveOptions
            | Self::AgreeabilitySevenScale
            | Self::AgreeabilityTenScale => AnswerForm::OneOption,
            Self::MultiChoiceDropDown | Self::MultiChoiceWithImage => AnswerForm::SomeOptions,
            Self::ArrangeInOrder => AnswerForm::AllOptions,
            Self::Scale => AnswerForm::Scale,
            Self::SingleImageUpload => AnswerForm::Picture,
            Self::ImageResponse => AnswerForm::TitledPicture,
            Self::Document => AnswerForm::Document,
            Self::YoutubeVideo => AnswerForm::Video,
        }
    }

    /// Returns the number of options that the type prescribes.
    pub fn option_count(self) -> Option<usize> {
        match self {
            Self::AgreeabilityThreeOptions => Some(3),
            Self::AgreeabilityFiveOptions => Some(5),
            Self::AgreeabilitySevenScale => Some(7),
            Self::AgreeabilityTenScale => Some(10),
            _ => None,
        }
    }

    /// Whether its options have pictures.
    pub fn has_pictures(self) -> bool {
        matches!(self, Self::SingleChoiceWithImage | Self::MultiChoiceWithImage)
    }
}

impl AnswerForm {
    /// Whether an answer consists of options.
    pub fn has_options(self) -> bool {
        matches!(self, Self::OneOption | Self::SomeOptions | Self::AllOptions)
    }

    /// The largest file that an answer may name, in bytes.
    pub fn max_file_bytes(self) -> Option<usize> {
        match self {
            Self::Picture => Some(2 * 1024 * 1024),
            Self::TitledPicture | Self::Document => Some(4 * 1024 * 1024),
            _ => None,
        }
    }

    /// Whether an answer names an uploaded file.
    pub fn has_file(self) -> bool {
        self.max_file_bytes().is_some()
    }
}
