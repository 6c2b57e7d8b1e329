//! Validation of an answer and its conversion to what is stored.

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};
use text_fold::{clean_line, clean_text};
use unicode_normalization::UnicodeNormalization;

use crate::{AnswerForm, Question, Scale};

/// The longest text of an answer, in characters.
pub const MAX_TEXT_CHARS: usize = 5_000;

/// The longest title of a picture, in characters.
const MAX_TITLE_CHARS: usize = 200;

/// The years that a date may have.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2200;

/// Why an answer is refused. Pages translate the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Problem {
    /// A mandatory question has no answer.
    Mandatory,
    /// There is no such question, or it is not asked.
    UnknownQuestion,
    /// The answer has another form than its question.
    WrongForm,
    /// The text is too long.
    TooLong {
        /// The longest text, in characters.
        max: usize,
    },
    /// The text contains control characters.
    ControlCharacters,
    /// It is not a number.
    NotNumeric,
    /// It is not a day of the calendar, or far away.
    NotADate,
    /// The date is in the future.
    FutureDate,
    /// There is no such option.
    UnknownOption,
    /// Not every option occurs exactly once.
    NotAllOptions,
    /// The number is outside the scale.
    OutsideScale {
        /// The lowest number.
        min: i64,
        /// The highest number.
        max: i64,
    },
    /// The picture has no title.
    TitleMandatory,
}

/// The answer to a question that takes a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileAnswer {
    /// The id of the uploaded file.
    pub file: String,
    /// The title of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl FileAnswer {
    /// Reads an answer that names a file. A list of keys is none, although serde would read a struct from it.
    pub fn of(answer: &Value) -> Option<Self> {
        if answer.is_object() { Self::deserialize(answer).ok() } else { None }
    }
}

/// Converts an answer to what is stored; None if it is empty. `today` is the day in the person's time zone.
pub fn accept(question: &Question, answer: &Value, today: NaiveDate) -> Result<Option<Value>, Problem> {
    let answer = match answer {
        Value::Null => return Ok(None),
        Value::String(text) if text_fold::is_blank(text) => return Ok(None),
        Value::Array(items) if items.is_empty() => return Ok(None),
        answer => answer,
    };
    let accepted = match question.question_type.answer_form() {
        AnswerForm::Line => json!(clean_line(&text(answer, MAX_TEXT_CHARS)?)),
        AnswerForm::Paragraphs => json!(text(answer, MAX_TEXT_CHARS)?),
        AnswerForm::Number => Value::Number(number_within(answer, question)?),
        AnswerForm::Date => json!(date(answer, question, today)?.to_string()),
        AnswerForm::DateTime => json!(date_time(answer, question, today)?.to_rfc3339()),
        AnswerForm::OneOption => json!(option(answer, question)?),
        AnswerForm::SomeOptions => some_options(answer, question)?,
        AnswerForm::AllOptions => all_options(answer, question)?,
        AnswerForm::Scale => json!(scale(answer, question)?),
        form @ (AnswerForm::Picture | AnswerForm::TitledPicture | AnswerForm::Document) => json!(file(answer, form)?),
        AnswerForm::Video => match answer.as_str() {
            Some(watched @ ("watched" | "elsewhere")) => json!(watched),
            _ => return Err(Problem::WrongForm),
        },
    };
    Ok(Some(accepted))
}

fn text(answer: &Value, max: usize) -> Result<String, Problem> {
    let text = answer.as_str().ok_or(Problem::WrongForm)?;
    if text.chars().any(|c| c.is_control() && !matches!(c, '\r' | '\n' | '\t')) {
        return Err(Problem::ControlCharacters);
    }
    let text = clean_text(text).trim().nfc().collect::<String>();
    if text.chars().count() > max { Err(Problem::TooLong { max }) } else { Ok(text) }
}

/// Reads a JSON number, or a text with the digits of any supported language and a decimal comma or point.
fn number(answer: &Value) -> Result<Number, Problem> {
    if let Value::Number(number) = answer {
        return Ok(number.clone());
    }
    let typed = answer.as_str().ok_or(Problem::WrongForm)?.trim();
    let plain = typed.chars().map(plain_digit).collect::<String>();
    let is_plain = plain.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
    if !is_plain || !plain.bytes().any(|byte| byte.is_ascii_digit()) || plain.len() > 30 {
        return Err(Problem::NotNumeric);
    }
    if let Ok(whole) = plain.parse::<i64>() {
        return Ok(whole.into());
    }
    plain.parse().ok().and_then(Number::from_f64).ok_or(Problem::NotNumeric)
}

/// Reads a number within the range of its question, if it has one.
fn number_within(answer: &Value, question: &Question) -> Result<Number, Problem> {
    let number = number(answer)?;
    if let Some(&Scale { min, max, .. }) = question.scale.as_ref() {
        let is_within = number.as_f64().is_some_and(|number| (min as f64..=max as f64).contains(&number));
        if !is_within {
            return Err(Problem::OutsideScale { min, max });
        }
    }
    Ok(number)
}

fn plain_digit(c: char) -> char {
    let digit = |zero: u32| char::from_digit(u32::from(c) - zero, 10).unwrap_or(c);
    match c {
        '\u{660}'..='\u{669}' => digit(0x660),
        '\u{6f0}'..='\u{6f9}' => digit(0x6f0),
        ',' | '\u{66b}' => '.',
        '\u{2212}' => '-',
        c => c,
    }
}

fn date(answer: &Value, question: &Question, today: NaiveDate) -> Result<NaiveDate, Problem> {
    let typed = answer.as_str().ok_or(Problem::WrongForm)?;
    let is_iso = typed.len() == 10;
    let date = typed.parse::<NaiveDate>().ok().filter(|date| is_iso && YEARS.contains(&date.year()));
    let date = date.ok_or(Problem::NotADate)?;
    if question.no_future && date > today { Err(Problem::FutureDate) } else { Ok(date) }
}

fn date_time(answer: &Value, question: &Question, today: NaiveDate) -> Result<DateTime<FixedOffset>, Problem> {
    let typed = answer.as_str().ok_or(Problem::WrongForm)?;
    let time = DateTime::parse_from_rfc3339(typed).ok().filter(|time| YEARS.contains(&time.year()));
    let time = time.ok_or(Problem::NotADate)?;
    if question.no_future && time.date_naive() > today { Err(Problem::FutureDate) } else { Ok(time) }
}

fn option<'q>(answer: &Value, question: &'q Question) -> Result<&'q str, Problem> {
    let key = answer.as_str().ok_or(Problem::WrongForm)?;
    question.option(key).map(|option| option.key.as_str()).ok_or(Problem::UnknownOption)
}

/// Returns the chosen keys in the order of the definition, so that equal choices are equal answers.
fn some_options(answer: &Value, question: &Question) -> Result<Value, Problem> {
    let items = answer.as_array().ok_or(Problem::WrongForm)?;
    let chosen = items.iter().map(|item| option(item, question)).collect::<Result<Vec<_>, _>>()?;
    let keys = question.options.iter().map(|option| option.key.as_str());
    Ok(json!(keys.filter(|key| chosen.contains(key)).collect::<Vec<_>>()))
}

fn all_options(answer: &Value, question: &Question) -> Result<Value, Problem> {
    let items = answer.as_array().ok_or(Problem::WrongForm)?;
    let order = items.iter().map(|item| option(item, question)).collect::<Result<Vec<_>, _>>()?;
    let is_complete = order.len() == question.options.len()
        && question.options.iter().all(|option| order.contains(&option.key.as_str()));
    if is_complete { Ok(json!(order)) } else { Err(Problem::NotAllOptions) }
}

fn scale(answer: &Value, question: &Question) -> Result<i64, Problem> {
    let range = question.range();
    let number = number(answer)?.as_i64().ok_or(Problem::NotNumeric)?;
    if (range.min..=range.max).contains(&number) {
        Ok(number)
    } else {
        Err(Problem::OutsideScale { min: range.min, max: range.max })
    }
}

fn file(answer: &Value, form: AnswerForm) -> Result<FileAnswer, Problem> {
    let FileAnswer { file, title } = FileAnswer::of(answer).ok_or(Problem::WrongForm)?;
    if file.is_empty() || file.len() > 64 {
        return Err(Problem::WrongForm);
    }
    if form != AnswerForm::TitledPicture {
        return Ok(FileAnswer { file, title: None });
    }
    let title = text(&json!(title.unwrap_or_default()), MAX_TITLE_CHARS)?;
    if text_fold::is_blank(&title) { Err(Problem::TitleMandatory) } else { Ok(FileAnswer { file, title: Some(title) }) }
}
