//! What the assistant knows and how it answers. No database, no sockets: a question goes in, an answer comes out.
//!
//! Two providers stand behind one trait: [`FromContent`] quotes the passages that fit, [`OpenAi`] asks a model that is
//! given the same passages.

use std::time::Duration;

use futures_util::future::BoxFuture;

mod content;
mod crisis;
mod fold;
mod from_content;
mod library;
mod notes;
mod openai;
mod prompt;
mod retrieval;
mod sse;
mod text;

pub use content::{Content, ContentError, Helpline, Language, Passage, Voice};
pub use from_content::FromContent;
pub use library::Library;
pub use openai::{OpenAi, OpenAiSettings};
pub use text::{LONGEST_ANSWER, clean};

/// One line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whether the person said it; else the assistant did.
    pub by_person: bool,
    /// What was said.
    pub text: String,
}

/// What a provider is given.
#[derive(Clone, Debug)]
pub struct Question {
    /// The code of the person's language.
    pub language: String,
    /// What was said before in this conversation, oldest first.
    pub before: Vec<Line>,
    /// What is asked.
    pub text: String,
    /// What is known about it, the best first.
    pub passages: Vec<Passage>,
}

/// What a provider gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer: plain text, cleaned and bounded.
    pub text: String,
    /// Where it comes from, for people: "House rules: Phones".
    pub sources: Vec<String>,
    /// What the provider says that it took; 0 for what costs nothing.
    pub tokens: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Nothing, or not everything, came in time.
    #[error("no answer within the time limit")]
    Slow,
    /// No connection could be made, or it broke before the answer began.
    #[error("the model's server cannot be reached: {0}")]
    Unreachable(String),
    /// Too many questions for now.
    #[error("the model's server is busy")]
    Busy {
        /// What it says about when to come back.
        retry_after: Option<Duration>,
    },
    /// The server answered with an error.
    #[error("the model's server answered with status {0}")]
    Status(u16),
    /// What came is not what was agreed upon.
    #[error("the model's answer cannot be read: {0}")]
    Garbled(&'static str),
    /// The answer ended in the middle.
    #[error("the model's answer was cut off")]
    CutOff,
}

/// Somebody who answers questions.
pub trait Provider: Send + Sync + std::fmt::Debug {
    /// Answers, and tells meanwhile how far the answer has come: each time the whole text so far, cleaned.
    fn answer<'a>(
        &'a self,
        question: &'a Question,
        so_far: &'a mut (dyn FnMut(String) + Send),
    ) -> BoxFuture<'a, Result<Answer, Failure>>;

    /// Says whether it could answer now, for the operator.
    fn probe(&self) -> BoxFuture<'_, Result<(), Failure>>;
}
