//! The assistant's content and answers. No database, no sockets: a question goes in, an answer comes out.
//!
//! Two providers implement one trait: [`FromContent`] quotes matching passages, [`OpenAi`] asks a model that gets the same
//! passages.

use std::time::Duration;

use futures_util::future::BoxFuture;

mod content;
mod from_content;
mod library;
mod notes;
mod openai;
mod prompt;
mod reply;
mod retrieval;
mod sse;
mod text;

pub use content::{Content, ContentError, Helpline, Language, Passage, Voice};
pub use from_content::FromContent;
pub use library::Library;
pub use openai::{OpenAi, OpenAiSettings};
pub use reply::Reply;
pub use text::{LONGEST_ANSWER, clean};

/// A message of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Sent by the person, else by the assistant.
    pub by_person: bool,
    /// Text.
    pub text: String,
}

/// Input of a provider.
#[derive(Clone, Debug)]
pub struct Question {
    /// Language code of the person.
    pub language: String,
    /// Earlier messages of the conversation, oldest first.
    pub before: Vec<Line>,
    /// The question.
    pub text: String,
    /// Matching passages, best first.
    pub passages: Vec<Passage>,
}

/// Output of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Answer: plain text, cleaned and bounded.
    pub text: String,
    /// Citations: "House rules: Phones".
    pub sources: Vec<String>,
    /// Tokens used according to the provider; 0 if free.
    pub tokens: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// No complete answer within the time limit.
    #[error("no answer within the time limit")]
    Slow,
    /// The connection failed, or broke before the answer began.
    #[error("the model's server cannot be reached: {0}")]
    Unreachable(String),
    /// Rate limit of the model's server.
    #[error("the model's server is busy")]
    Busy {
        /// The server's `Retry-After`.
        retry_after: Option<Duration>,
    },
    /// The server answered with an error.
    #[error("the model's server answered with status {0}")]
    Status(u16),
    /// The answer violates the protocol.
    #[error("the model's answer is invalid: {0}")]
    Garbled(&'static str),
    /// The answer ended early.
    #[error("the model's answer was cut off")]
    CutOff,
}

/// Answers questions.
pub trait Provider: Send + Sync + std::fmt::Debug {
    /// Answers a question and reports progress: each time the cleaned text so far.
    fn answer<'a>(
        &'a self,
        question: &'a Question,
        so_far: &'a mut (dyn FnMut(String) + Send),
    ) -> BoxFuture<'a, Result<Answer, Failure>>;

    /// Checks for the operator whether the provider can answer.
    fn probe(&self) -> BoxFuture<'_, Result<(), Failure>>;
}
