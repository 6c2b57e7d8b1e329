//! What the rows of the audit log name: acts, and what they were about.

use sqlx::types::Uuid;

use crate::{
    AlertId, AnnouncementId, ApiKeyId, BadgeId, GroupId, InvitationId, JobId, MentorshipId, OutcomeReportId, PersonId,
    ProgrammeId, ReportId, RunId, WebhookId,
};

/// What was done. Rows keep the name in snake case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Act {
    /// Read a conversation without being a member.
    ReadConversation,
    /// Opened the file of a reported message.
    ReadFile,
    /// Opened a channel with the person of an alert.
    OpenChannel,
    /// Closed a report or an alert.
    ResolveCase,
    /// Opened a closed report or alert again.
    ReopenCase,
    /// Exported a report or an alert with its evidence.
    ExportCase,
    /// Gave a person a role of staff.
    Grant,
    /// Took a role of staff away.
    Revoke,
    /// Handed over what a member of staff had taken.
    HandOver,
    /// Changed the hours of duty of a lead.
    SetDuty,
    /// Changed the absences of a member of staff.
    SetAbsence,
    /// Exported a list of staff.
    ExportList,
    /// Began a mentorship.
    BeginMentorship,
    /// Ended a mentorship.
    EndMentorship,
    /// Took the beginning or the end of a mentorship back.
    UndoMentorship,
    /// Took a mentee into a group.
    JoinMentorship,
    /// Took a mentee out of a group.
    LeaveMentorship,
    /// Paused a mentorship.
    PauseMentorship,
    /// Took a pause of a mentorship back.
    TakePauseBack,
    /// Logged a meeting outside the product.
    LogMeeting,
    /// Removed a logged meeting.
    RemoveMeeting,
    /// Took a badge back.
    RevokeBadge,
    /// Made a new key for badges.
    RotateBadgeKey,
    /// Made a new key for access tokens.
    RotateTokenKey,
    /// Drafted a run of the matching.
    DraftRun,
    /// Change whom a draft proposes to a mentee.
    EditRun,
    /// Approved a draft.
    ApproveRun,
    /// Withdrew the approval of a run.
    WithdrawRun,
    /// Published a run.
    PublishRun,
    /// Let a person into the pool of the matching.
    JoinPool,
    /// Took a person out of the pool.
    LeavePool,
    /// Paused a person in the pool.
    PausePool,
    /// Ended the pause of a person in the pool.
    ResumePool,
    /// Set how many mentees a mentor takes.
    SetPlaces,
    /// Began a group that a mentor fills.
    BeginGroup,
    /// Changed facts of a person: vetting, consent, month of birth.
    ChangeFacts,
    /// Recorded a kind of vetting of a mentor.
    RecordVetting,
    /// Withdrew a kind of vetting of a mentor.
    WithdrawVetting,
    /// Corrected the name or the address of a person.
    CorrectPerson,
    /// Entered what a person demands of their record.
    EnterDataRequest,
    /// Took more time for the answer to such a request.
    ExtendDataRequest,
    /// Closed such a request.
    CloseDataRequest,
    /// Noted that two people must not be matched, or that they may be.
    SetConflict,
    /// Added an account.
    AddPerson,
    /// Invited people to a programme.
    Invite,
    /// Sent the mail of an invitation again.
    RemindInvitee,
    /// Withdrew an invitation.
    WithdrawInvitation,
    /// Read what a person answered in their application.
    ReadApplication,
    /// Approved the application of a person.
    ApproveApplication,
    /// Declined the application of a person.
    DeclineApplication,
    /// Withdrew their own application.
    WithdrawApplication,
    /// Opened an application again that was declined or withdrawn.
    ReopenApplication,
    /// Asked a guardian by mail.
    RequestConsent,
    /// Took the question to a guardian back.
    CancelConsentRequest,
    /// Gave a person another role.
    SetRole,
    /// Moved a person to another programme.
    TransferPerson,
    /// Created a cohort of a programme.
    CreateCohort,
    /// Gave a cohort another name.
    RenameCohort,
    /// Removed a cohort; its people stay.
    RemoveCohort,
    /// Put a person into a cohort, or took them out.
    SetCohort,
    /// Gave a person a new password.
    SetPassword,
    /// Took the second factor of a person away.
    ResetSecondFactor,
    /// Closed an account.
    CloseAccount,
    /// Opened a closed account again.
    OpenAccount,
    /// Signed a person out everywhere.
    SignOut,
    /// Set what a person may use, past the rules of their programme.
    SetOverrides,
    /// Opened a survey of a person again.
    ReopenSurvey,
    /// Asked people of a programme to take a survey.
    OpenSurveyWindow,
    /// Changed the last day of a survey that people were asked to take.
    ChangeSurveyWindow,
    /// Stopped asking people to take a survey.
    StopSurveyWindow,
    /// Reminded people of a survey.
    RemindSurveyWindow,
    /// Read answers to a survey in people's own words.
    ReadSurveyTexts,
    /// Exported answers of surveys or quizzes.
    ExportAnswers,
    /// Exported everything about a person.
    ExportPerson,
    /// Erased a person.
    ErasePerson,
    /// Imported scores of work readiness.
    ImportScores,
    /// Imported content.
    ImportContent,
    /// Corrected the right answers of a question.
    CorrectAnswerKey,
    /// Cancelled the erasure of a person who left, because something keeps them.
    CancelErasure,
    /// Created a programme in the console.
    CreateProgramme,
    /// Created or changed a programme.
    SetProgramme,
    /// Changed a rule of a programme.
    SetRule,
    /// Closed the year of a programme.
    CloseYear,
    /// Has endings tried again that failed when a year was closed.
    RetryEndings,
    /// Decided whether a person takes part in the next year.
    SetNextYear,
    /// Opened the next year of a programme, or set its day.
    OpenYear,
    /// Archived a programme.
    ArchiveProgramme,
    /// Reopened a programme that was archived.
    ReopenProgramme,
    /// Suspended a person: no contact, no matching.
    Suspend,
    /// Lifted the suspension of a person.
    LiftSuspension,
    /// Lifted the silence of a report.
    LiftSilence,
    /// Handed a case over, or took it.
    AssignCase,
    /// Kept the sealed copies of a case until the next review.
    ExtendHold,
    /// Deleted the sealed copies of a case.
    EndHold,
    /// Set from when missing facts close contact in a programme.
    SetContactBinding,
    /// Downloaded the content as a bundle.
    ExportContent,
    /// Changed texts of the content.
    EditTexts,
    /// Set a flag of the installation, such as maintenance.
    SetFlag,
    /// Answered a person in the name of the team.
    AnswerPerson,
    /// Gave a conversation with a person to a member of staff, or took it.
    AssignConversation,
    /// Set messages of a person aside that need no answer.
    SettleConversation,
    /// Let messages of a person wait for an answer again.
    ReopenConversation,
    /// Noted something about a person.
    AddNote,
    /// Deleted a note about a person.
    RemoveNote,
    /// Sent an announcement, or scheduled it.
    SendAnnouncement,
    /// Corrected the texts of an announcement that was sent.
    CorrectAnnouncement,
    /// Took an announcement back that was sent or scheduled.
    TakeAnnouncementBack,
    /// Made a report of outcomes.
    MakeOutcomes,
    /// Exported a report of outcomes.
    ExportOutcomes,
    /// Let a job that was given up run again.
    RetryJob,
    /// Deleted a job that was given up.
    DropJob,
    /// Added a webhook.
    AddWebhook,
    /// Removed a webhook.
    RemoveWebhook,
    /// Gave a webhook a new secret.
    RotateWebhook,
    /// Sends to an address again that was gone.
    EnableWebhook,
    /// Sent a webhook a test.
    TestWebhook,
    /// Sent an event to a webhook again.
    ResendWebhook,
    /// Made a key with which a program reads reports of outcomes.
    AddApiKey,
    /// Revoked such a key.
    RevokeApiKey,
    /// A program used a key for the first time on a day.
    UseApiKey,
}

/// What an act was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A person.
    Person(PersonId),
    /// A report.
    Report(ReportId),
    /// A crisis alert.
    Alert(AlertId),
    /// A mentorship.
    Mentorship(MentorshipId),
    /// A run of the matching.
    Run(RunId),
    /// A group that a mentor fills.
    Group(GroupId),
    /// A badge.
    Badge(BadgeId),
    /// An invitation.
    Invitation(InvitationId),
    /// An announcement.
    Announcement(AnnouncementId),
    /// A report of outcomes.
    Outcomes(OutcomeReportId),
    /// A programme.
    Programme(ProgrammeId),
    /// A job of the outbox.
    Job(JobId),
    /// A webhook.
    Webhook(WebhookId),
    /// A key of a program.
    ApiKey(ApiKeyId),
    /// The content of the installation.
    Content,
    /// The installation as a whole.
    Installation,
}

impl Target {
    /// Returns the kind as stored, and the id.
    pub(super) fn columns(self) -> (&'static str, Option<Uuid>) {
        match self {
            Self::Person(PersonId(id)) => ("person", Some(id)),
            Self::Report(ReportId(id)) => ("report", Some(id)),
            Self::Alert(AlertId(id)) => ("alert", Some(id)),
            Self::Mentorship(MentorshipId(id)) => ("mentorship", Some(id)),
            Self::Run(RunId(id)) => ("run", Some(id)),
            Self::Group(GroupId(id)) => ("group", Some(id)),
            Self::Badge(BadgeId(id)) => ("badge", Some(id)),
            Self::Invitation(InvitationId(id)) => ("invitation", Some(id)),
            Self::Announcement(AnnouncementId(id)) => ("announcement", Some(id)),
            Self::Outcomes(OutcomeReportId(id)) => ("outcomes", Some(id)),
            Self::Programme(ProgrammeId(id)) => ("programme", Some(id)),
            Self::Job(JobId(id)) => ("job", Some(id)),
            Self::Webhook(WebhookId(id)) => ("webhook", Some(id)),
            Self::ApiKey(ApiKeyId(id)) => ("api_key", Some(id)),
            Self::Content => ("content", None),
            Self::Installation => ("installation", None),
        }
    }
}
