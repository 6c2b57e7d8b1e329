//! Checks of definitions, for content before it is imported.

use std::collections::BTreeSet;

use crate::{AnswerForm, Fact, Question, QuestionType};

/// The most questions of a stage or a quiz.
pub const MAX_QUESTIONS: usize = 200;

/// The most options of a question.
pub const MAX_OPTIONS: usize = 200;

/// The longest key, in bytes.
const MAX_KEY_BYTES: usize = 64;

/// The most steps of a scale.
const MAX_SCALE_STEPS: i64 = 100;

/// A mistake in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The index of the question.
    pub question: usize,
    /// The field of the question, as in the file.
    pub field: &'static str,
    /// The index of the option, for `options`.
    pub option: Option<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub text: String,
}

/// Returns the mistakes of all questions of a stage or a quiz. A Password is allowed only where `passwords` is true,
/// because people reuse them.
pub fn check(questions: &[Question], passwords: bool) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    if questions.len() > MAX_QUESTIONS {
        let text = format!("there are {} questions; at most {MAX_QUESTIONS} are allowed", questions.len());
        flaws.push(Flaw { question: MAX_QUESTIONS, field: "key", option: None, text });
    }
    let mut keys = BTreeSet::new();
    for (index, question) in questions.iter().enumerate() {
        let mut checker = Checker { index, question, flaws: &mut flaws };
        checker.check_key("key", None, &question.key);
        if !keys.insert(question.key.as_str()) {
            checker.add("key", format!("{:?} is there twice", question.key));
        }
        if question.question_type == QuestionType::Password && !passwords {
            checker.add("type", "a Password question needs the programme's permission by name");
        }
        checker.check_options();
        checker.check_scale();
        checker.check_dates();
        checker.check_video();
        checker.check_condition(&questions[..index]);
    }
    flaws
}

/// Whether a key has only lower-case letters, digits and hyphens.
fn is_key(key: &str) -> bool {
    let is_plain = key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    (1..=MAX_KEY_BYTES).contains(&key.len()) && is_plain && !key.starts_with('-')
}

struct Checker<'c> {
    index: usize,
    question: &'c Question,
    flaws: &'c mut Vec<Flaw>,
}

impl Checker<'_> {
    fn add(&mut self, field: &'static str, text: impl Into<String>) {
        self.add_to(field, None, text);
    }

    fn add_to(&mut self, field: &'static str, option: Option<usize>, text: impl Into<String>) {
        self.flaws.push(Flaw { question: self.index, field, option, text: text.into() });
    }

    fn check_key(&mut self, field: &'static str, option: Option<usize>, key: &str) {
        if !is_key(key) {
            self.add_to(field, option, format!("{key:?} must have 1 to 64 lower-case letters, digits and hyphens"));
        }
    }

    fn check_options(&mut self) {
        let (question, question_type) = (self.question, self.question.question_type);
        let count = question.options.len();
        if !question_type.answer_form().has_options() {
            if count > 0 {
                self.add("options", format!("a {} question has no options", name(question_type)));
            }
            return;
        }
        match question_type.option_count() {
            Some(expected) if count != expected => {
                self.add("options", format!("a {} question has {expected} options, not {count}", name(question_type)));
            }
            None if !(2..=MAX_OPTIONS).contains(&count) => {
                self.add("options", format!("there must be 2 to {MAX_OPTIONS} options, not {count}"));
            }
            _ => {}
        }
        let mut keys = BTreeSet::new();
        for (index, option) in question.options.iter().enumerate() {
            self.check_key("options", Some(index), &option.key);
            if !keys.insert(option.key.as_str()) {
                self.add_to("options", Some(index), format!("{:?} is there twice", option.key));
            }
            match &option.picture {
                None if question_type.has_pictures() => self.add_to("options", Some(index), "the picture is missing"),
                Some(_) if !question_type.has_pictures() => {
                    let text = format!("options of a {} question have no pictures", name(question_type));
                    self.add_to("options", Some(index), text);
                }
                _ => {}
            }
        }
    }

    fn check_scale(&mut self) {
        let Some(scale) = &self.question.scale else { return };
        let steps = scale.max.saturating_sub(scale.min);
        match self.question.question_type {
            QuestionType::Scale if !(1..=MAX_SCALE_STEPS).contains(&steps) => {
                self.add("scale", format!("min must be less than max, by at most {MAX_SCALE_STEPS}"));
            }
            QuestionType::Number if steps < 1 => self.add("scale", "min must be less than max"),
            QuestionType::Scale | QuestionType::Number => {}
            _ => self.add("scale", "only a Scale or a Number question has a scale"),
        }
    }

    fn check_dates(&mut self) {
        let form = self.question.question_type.answer_form();
        if self.question.fills == Some(Fact::BirthMonth) && form != AnswerForm::Date {
            self.add("fills", "only a Date says the month of birth");
        }
        if self.question.no_future && !matches!(form, AnswerForm::Date | AnswerForm::DateTime) {
            self.add("no_future", "only a Date or a DateTime can refuse the future");
        }
    }

    fn check_video(&mut self) {
        let question = self.question;
        let is_video = question.question_type == QuestionType::YoutubeVideo;
        match &question.video {
            None if is_video => self.add("video", "the id of the video is missing"),
            Some(_) if !is_video => self.add("video", "only a YoutubeVideo question has a video"),
            Some(id) if !is_video_id(id) => {
                self.add("video", format!("{id:?} is no id of YouTube, which has 11 letters, digits, - and _"));
            }
            _ => {}
        }
        if is_video && question.transcript.is_empty() {
            self.add("transcript", "the transcript is missing: not everyone can hear the video");
        }
        if !is_video && !question.transcript.is_empty() {
            self.add("transcript", "only a YoutubeVideo question has a transcript");
        }
    }

    fn check_condition(&mut self, earlier: &[Question]) {
        let Some(condition) = &self.question.visible_if else { return };
        let Some(named) = earlier.iter().find(|question| question.key == condition.question) else {
            return self.add("visible_if", format!("there is no earlier question {:?}", condition.question));
        };
        if !matches!(named.question_type.answer_form(), AnswerForm::OneOption | AnswerForm::SomeOptions) {
            return self.add("visible_if", format!("{:?} is no choice", condition.question));
        }
        if condition.any_of.is_empty() {
            self.add("visible_if", "any_of names no option");
        }
        for key in condition.any_of.iter().filter(|key| named.option(key).is_none()) {
            self.add("visible_if", format!("{:?} has no option {key:?}", condition.question));
        }
    }
}

fn name(question_type: QuestionType) -> &'static str {
    question_type.into()
}

/// Whether this can be the id of a YouTube video.
pub fn is_video_id(id: &str) -> bool {
    id.len() == 11 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
