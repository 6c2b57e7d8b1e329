//! What detection finds in a message.

use detection::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a message contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticedKind {
    /// Contact details, or a request for them.
    Contact,
    /// A request to keep something from others.
    Secrecy,
    /// An insult, a threat, sexual content.
    Abuse,
}

impl From<Kind> for NoticedKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Contact => Self::Contact,
            Kind::Secrecy => Self::Secrecy,
            Kind::Abuse => Self::Abuse,
        }
    }
}
