//! One type per kind of id, so that ids of different kinds cannot be confused.

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
    /// A login session.
    LoginSessionId,
    /// A mentoring programme.
    ProgrammeId,
    /// A mentorship.
    MentorshipId,
    /// A session of a mentorship.
    MentorshipSessionId,
    /// An event in the calendar of a mentorship.
    EventId,
    /// A run of the matching engine.
    RunId,
    /// A proposed pair of a round.
    TrackerId,
    /// A group that a mentor fills.
    GroupId,
    /// An invitation to a programme.
    InvitationId,
    /// A group of people within a programme.
    CohortId,
    /// A year of a programme that was closed.
    SchoolYearId,
    /// A request to a guardian.
    ConsentRequestId,
    /// A request of a person about their record.
    DataRequestId,
    /// An announcement of the programme team.
    AnnouncementId,
    /// A frozen report of outcomes.
    OutcomeReportId,
    /// A note of staff about a person.
    NoteId,
    /// A badge of a person.
    BadgeId,
    /// A logged meeting outside the product.
    LoggedMeetingId,
    /// A window in which staff ask people to take a survey.
    SurveyWindowId,
    /// A pause of a mentorship.
    PauseId,
    /// A chat channel.
    ChannelId,
    /// A chat message.
    MessageId,
    /// A file sent with a message.
    AttachmentId,
    /// A file in an answer of a survey or a quiz.
    AnswerFileId,
    /// A call in a channel.
    CallId,
    /// A picture of a person.
    PictureId,
    /// A recorded call.
    RecordingId,
    /// The picture of a link preview.
    PreviewPictureId,
    /// A job in the outbox.
    JobId,
    /// A record of a kind of vetting.
    VettingId,
    /// An address to which events are sent.
    WebhookId,
    /// A key with which a program reads reports of outcomes.
    ApiKeyId,
    /// An event on its way to such an address.
    DeliveryId,
    /// A report to staff.
    ReportId,
    /// An alert to staff.
    AlertId,
    /// A hub node.
    NodeId,
}
