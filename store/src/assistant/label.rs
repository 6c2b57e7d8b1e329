//! How the assistant names its messages: by what they are and what they answer. The name is unique in the channel, as
//! every sender's names are, so an outcome is said once however often it is delivered.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::MessageId;

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[schema(as = AssistantOutcome)]
pub enum Outcome {
    /// An answer.
    Answer,
    /// No answer could be made; the person may ask for another try.
    Apology,
    /// The person or the programme has used up what there is for now.
    Budget,
    /// The question was a cry for help: people who can help are named.
    Crisis,
}

impl Outcome {
    const ALL: [(Self, &str); 4] =
        [(Self::Answer, "answer"), (Self::Apology, "apology"), (Self::Budget, "budget"), (Self::Crisis, "crisis")];
}

/// What a message of the assistant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it says.
    pub outcome: Outcome,
    /// The message that it answers.
    pub question: MessageId,
    /// Which try it is.
    pub attempt: i64,
}

impl fmt::Display for Label {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Outcome::ALL.iter().find(|(outcome, _)| *outcome == self.outcome).map_or("", |(_, name)| name);
        write!(out, "{name}:{}:{}", self.question, self.attempt)
    }
}

/// The name is none of the assistant's.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_survives_being_written_and_fits_where_names_of_messages_go() {
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
