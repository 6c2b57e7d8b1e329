//! Configuration of the assistant.

use std::sync::Arc;
use std::time::Duration;

use ::assistant::{Content, Provider};

/// How the assistant answers in one installation.
#[derive(Clone, Debug)]
pub struct AssistantSettings {
    /// Fixed texts: apologies, crisis messages.
    pub content: Arc<Content>,
    /// The model or service that answers.
    pub provider: Arc<dyn Provider>,
    /// An answer that takes longer becomes an apology.
    pub answer_limit: Duration,
    /// Attempts to answer one person per day in the time zone of their programme.
    pub tries_per_day: i64,
    /// Tokens of one programme per month, unless the programme sets its own limit; 0 means no limit.
    pub tokens_per_month: i64,
    /// How often a node looks for questions whose node died.
    pub poll_interval: Duration,
}
