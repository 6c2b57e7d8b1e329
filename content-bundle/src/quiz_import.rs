//! Reads quizzes that were written for other learning platforms. What has no counterpart is listed, never dropped silently.

use std::collections::BTreeSet;

use questions::{Choice, MAX_QUESTIONS, Question, QuestionType, Texts};
use store::content::Quiz;

mod gift;
mod html;
mod moodle;

/// The largest file, in bytes. Pictures inside it are not taken over anyway.
pub const MAX_BYTES: u64 = 5 * 1024 * 1024;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// GIFT, the text format of Moodle.
    Gift,
    /// The XML format of Moodle.
    MoodleXml,
}

/// Something that was not taken over, or that makes a file unreadable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// Line, from 1.
    pub line: usize,
    /// What and why, as a sentence without a full stop.
    pub text: String,
}

impl Note {
    fn new(line: usize, text: impl Into<String>) -> Self {
        Self { line, text: text.into() }
    }
}

/// A quiz of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// What was taken over.
    pub quiz: Quiz,
    /// What was not, by line.
    pub left_out: Vec<Note>,
}

/// Reads a file. The quiz gets this key, and texts in this language.
pub fn read(bytes: &[u8], format: Format, key: &str, language: &str) -> Result<Imported, Note> {
    let line = |at: usize| bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let text = std::str::from_utf8(bytes).map_err(|error| Note::new(line(error.valid_up_to()), "this is not UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}');
    let (items, mut left_out) = match format {
        Format::Gift => gift::read(text),
        Format::MoodleXml => moodle::read(text)?,
    };
    let mut questions = Vec::new();
    let mut keys = BTreeSet::new();
    for (number, item) in (1..).zip(items) {
        let line = item.line;
        if questions.len() == MAX_QUESTIONS {
            left_out.push(Note::new(line, format!("a quiz has at most {MAX_QUESTIONS} questions")));
            break;
        }
        let mut question = match item.into_question(language, &mut left_out) {
            Ok(question) => question,
            Err(reason) => {
                left_out.push(Note::new(line, format!("the question is left out: {reason}")));
                continue;
            }
        };
        question.key = unique(&slug(&question.key).unwrap_or_else(|| format!("question-{number}")), &mut keys);
        match questions::check(std::slice::from_ref(&question), false).first() {
            None => questions.push(question),
            Some(flaw) => left_out.push(Note::new(line, format!("the question is left out: {}", flaw.text))),
        }
    }
    left_out.sort();
    let key = slug(key).unwrap_or_else(|| "quiz".to_owned());
    Ok(Imported { quiz: Quiz { key, help: Texts::new(), allow_retake: true, shuffle: false, questions }, left_out })
}

/// A question as both formats have it.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    line: usize,
    name: String,
    label: String,
    form: Form,
}

/// What a question asks for.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    Choice {
        options: Vec<Answer>,
        is_multiple: bool,
    },
    /// A text of one line, with the right ones.
    Line(Vec<Answer>),
    Paragraphs,
    Number(Vec<String>),
    /// Texts in their order.
    Order(Vec<String>),
    Pairs(Vec<(String, String)>),
    Unknown(String),
}

/// An answer with its share of the points in per cent.
#[derive(Clone, Debug, Default, PartialEq)]
struct Answer {
    label: String,
    percent: f64,
    feedback: String,
}

impl Item {
    /// Returns the question with its name as key, or why it has no counterpart.
    fn into_question(self, language: &str, notes: &mut Vec<Note>) -> Result<Question, String> {
        let texts = |text: &str| -> Texts {
            (!text.is_empty()).then(|| (language.to_owned(), text.to_owned())).into_iter().collect()
        };
        let choice = |number: usize, label: &str| Choice {
            key: format!("option-{number}"),
            label: texts(label),
            picture: None,
            is_correct: false,
            explanation: Texts::new(),
            tags: Vec::new(),
        };
        if self.label.is_empty() {
            return Err("it has no text".to_owned());
        }
        let mut note = |text: String| notes.push(Note::new(self.line, text));
        let (question_type, options) = match self.form {
            Form::Choice { options, is_multiple } => {
                if options.iter().any(|option| option.label.is_empty()) {
                    return Err("an answer has no text".to_owned());
                }
                let is_right =
                    |answer: &Answer| if is_multiple { answer.percent > 0.0 } else { answer.percent >= 100.0 };
                if options.iter().any(|answer| answer.percent > 0.0 && answer.percent < 100.0) && !is_multiple {
                    note("answers with a part of the points count as wrong".to_owned());
                }
                let options = (1..).zip(&options).map(|(number, answer)| Choice {
                    is_correct: is_right(answer),
                    explanation: texts(&answer.feedback),
                    ..choice(number, &answer.label)
                });
                let options = options.collect::<Vec<_>>();
                if !options.iter().any(|option| option.is_correct) {
                    note("no answer is right".to_owned());
                }
                (if is_multiple { QuestionType::MultiChoiceDropDown } else { QuestionType::SingleChoiceRadio }, options)
            }
            Form::Line(right) => {
                for answer in right {
                    let Answer { label, feedback, .. } = answer;
                    note(format!("the expected answer {label:?} is left out: texts are not marked"));
                    if !feedback.is_empty() {
                        note(format!("the feedback {feedback:?} is left out: texts are not marked"));
                    }
                }
                (QuestionType::Text, Vec::new())
            }
            Form::Paragraphs => (QuestionType::TextBox, Vec::new()),
            Form::Number(right) => {
                for answer in right {
                    note(format!("the expected number {answer:?} is left out: numbers are not marked"));
                }
                (QuestionType::Number, Vec::new())
            }
            Form::Order(labels) => {
                let options = (1..).zip(&labels).map(|(number, label)| choice(number, label)).collect();
                (QuestionType::ArrangeInOrder, options)
            }
            Form::Pairs(mut pairs) => {
                let position = |(left, right): &(String, String)| {
                    left.trim_end_matches(['.', ')']).parse::<usize>().ok().filter(|_| !right.is_empty())
                };
                pairs.sort_by_key(position);
                let is_order = (1..).zip(&pairs).all(|(number, pair)| position(pair) == Some(number));
                if !is_order {
                    return Err(
                        "there are no questions with pairs, except those that number the steps of an order".into()
                    );
                }
                let options = (1..).zip(&pairs).map(|(number, (_, step))| choice(number, step)).collect();
                (QuestionType::ArrangeInOrder, options)
            }
            Form::Unknown(what) => return Err(what),
        };
        Ok(Question {
            key: self.name,
            question_type,
            label: texts(&self.label),
            help: Texts::new(),
            mandatory: true,
            options,
            scale: None,
            no_future: false,
            video: None,
            transcript: Texts::new(),
            visible_if: None,
            criterion: None,
            fills: None,
        })
    }
}

/// Returns lower-case letters, digits and hyphens; None if nothing is left.
fn slug(name: &str) -> Option<String> {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
    let plain = plain.collect::<String>().split_whitespace().collect::<Vec<_>>().join("-");
    let plain = plain.chars().take(56).collect::<String>();
    let plain = plain.trim_end_matches('-');
    (!plain.is_empty()).then(|| plain.to_owned())
}

fn unique(key: &str, taken: &mut BTreeSet<String>) -> String {
    let mut free = key.to_owned();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{key}-{number}");
        number += 1;
    }
    free
}
