//! One type per kind of id, so that a person can never stand where a channel belongs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema, sqlx::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub Uuid);

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(out)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+};
}

ids! {
    /// A person: mentee, mentor or staff.
    PersonId,
    /// One sign-in of a person on one browser.
    SessionId,
    /// A mentoring programme.
    ProgrammeId,
    /// A chat channel.
    ChannelId,
    /// A chat message.
    MessageId,
    /// A file sent with a message.
    AttachmentId,
    /// A call in a channel.
    CallId,
    /// A picture of a person.
    PictureId,
    /// A recorded call.
    RecordingId,
    /// The picture of a link preview.
    PreviewPictureId,
    /// A side effect that waits to be done.
    JobId,
    /// What somebody told staff of a message or a person.
    ReportId,
    /// Something staff must look at.
    AlertId,
    /// A process that holds sockets.
    NodeId,
}
