//! The `temp_id` of the assistant's messages: their outcome and question. Like every sender's, it is unique in the
//! channel, so a repeated delivery stores one message.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::MessageId;

/// The outcome of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = AssistantOutcome)]
pub enum Outcome {
    /// An answer.
    Answer,
    /// No answer could be made; the person may ask for another try.
    Apology,
    /// The person or the programme has used up the budget.
    Budget,
    /// The question was a crisis message; the reply is the crisis card.
    Crisis,
}

impl Outcome {
    const ALL: [(Self, &str); 4] =
        [(Self::Answer, "answer"), (Self::Apology, "apology"), (Self::Budget, "budget"), (Self::Crisis, "crisis")];
}

/// The label of a message of the assistant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its outcome.
    pub outcome: Outcome,
    /// The question that it answers.
    pub question: MessageId,
    /// The number of the attempt.
    pub attempt: i64,
}

impl fmt::Display for Label {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Outcome::ALL.iter().find(|(outcome, _)| *outcome == self.outcome).map_or("", |(_, name)| name);
        write!(out, "{name}:{}:{}", self.question, self.attempt)
    }
}

/// The text is no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLabel;

impl FromStr for Label {
    type Err = NoLabel;

    fn from_str(text: &str) -> Result<Self, NoLabel> {
        let mut parts = text.splitn(3, ':');
        let mut part = || parts.next().ok_or(NoLabel);
        let (name, question, attempt) = (part()?, part()?, part()?);
        let outcome = Outcome::ALL.iter().find(|(_, known)| *known == name).ok_or(NoLabel)?.0;
        let question = question.parse().map_err(|_| NoLabel)?;
        Ok(Self { outcome, question, attempt: attempt.parse().map_err(|_| NoLabel)? })
    }
}

/// Whether the `temp_id` of a message of the assistant is that of a crisis card.
pub(crate) fn is_crisis_label(temp_id: &str) -> bool {
    temp_id.parse::<Label>().is_ok_and(|label| label.outcome == Outcome::Crisis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_round_trips_and_fits_temp_id() {
        for (outcome, _) in Outcome::ALL {
            let label = Label { outcome, question: uuid::Uuid::from_u128(7).into(), attempt: i64::MAX };
            assert_eq!(label.to_string().parse(), Ok(label));
            assert!(label.to_string().len() <= 64);
        }
        for other in ["", "answer", "answer:x:1", "answer:00000000-0000-0000-0000-000000000007:x", "poem:7:1"] {
            assert_eq!(other.parse::<Label>(), Err(NoLabel), "{other}");
        }
    }
}
