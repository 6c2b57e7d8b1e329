//! The order in which an attempt at a quiz shows the options of a question.

use questions::{AnswerForm, Question};
use store::content::Quiz;
use store::{PersonId, digest_text};

/// An attempt of a person at a quiz.
pub(super) struct Draw<'a> {
    pub(super) person: PersonId,
    pub(super) session: &'a str,
    pub(super) quiz: &'a Quiz,
    /// From 1.
    pub(super) attempt: i64,
}

impl Draw<'_> {
    /// Returns the keys of the options in the order of this attempt, the same at every request; None where they stay as written. What
    /// is to be arranged never begins in the right order.
    pub(super) fn order<'q>(&self, question: &'q Question) -> Option<Vec<&'q str>> {
        let is_arranged = question.question_type.answer_form() == AnswerForm::AllOptions;
        // The options of scales are steps.
        let is_shuffled = self.quiz.shuffle && question.question_type.option_count().is_none();
        if !is_arranged && !is_shuffled {
            return None;
        }
        let written: Vec<&str> = question.options.iter().map(|option| option.key.as_str()).collect();
        let mut drawn = written.clone();
        drawn.sort_by_cached_key(|key| {
            let Self { person, session, quiz, attempt } = self;
            digest_text(&format!("{person}/{session}/{}/{attempt}/{}/{key}", quiz.key, question.key))
        });
        if is_arranged && drawn == written && !drawn.is_empty() {
            drawn.rotate_left(1);
        }
        Some(drawn)
    }
}
