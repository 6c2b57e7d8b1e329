//! The audit log: one row for each act, written in the transaction of the act.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Uuid;

use super::{Actor, Scope};
use crate::db::{Executor, query, query_as};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::{
    AlertId, AnnouncementId, BadgeId, ChannelId, GroupId, InvitationId, MentorshipId, OutcomeReportId, PersonId,
    ProgrammeId, ReportId, Result, RunId, Store,
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
    /// Created or changed a programme.
    SetProgramme,
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
    /// The content of the installation.
    Content,
    /// The installation as a whole.
    Installation,
}

impl Target {
    /// Returns the kind as stored, and the id.
    fn columns(self) -> (&'static str, Option<Uuid>) {
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
            Self::Content => ("content", None),
            Self::Installation => ("installation", None),
        }
    }
}

/// A row to write.
#[derive(Clone, Debug)]
#[must_use = "an act without a row is lost"]
pub(crate) struct Record<'a> {
    act: Act,
    target: Target,
    programme: Option<ProgrammeId>,
    channel: Option<ChannelId>,
    reason: Option<&'a str>,
    change: Option<(Value, Value)>,
}

impl<'a> Record<'a> {
    /// A row about something of a programme; None for what belongs to the installation.
    pub(crate) fn new(act: Act, target: Target, programme: Option<ProgrammeId>) -> Self {
        Self { act, target, programme, channel: None, reason: None, change: None }
    }

    /// With the channel that the act was about.
    pub(crate) fn channel(self, channel: ChannelId) -> Self {
        Self { channel: Some(channel), ..self }
    }

    /// With the reason that the actor gave.
    pub(crate) fn reason(self, reason: &'a str) -> Self {
        Self { reason: Some(reason), ..self }
    }

    /// With what changed: objects without texts of people.
    pub(crate) fn change(self, before: Value, after: Value) -> Self {
        Self { change: Some((before, after)), ..self }
    }

    /// Writes the row in the transaction of the act.
    pub(crate) async fn write(self, executor: impl Executor, store: &Store, actor: &Actor) -> Result<()> {
        let (kind, id) = self.target.columns();
        let json = |value: &Value| if value.is_null() { None } else { Some(value.to_string()) };
        query(
            "INSERT INTO audit (id, actor_kind, actor_id, actor_name, action, target_kind, subject_id, programme_id,
                 channel_id, reason, old_values, new_values, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(store.clock.id::<Uuid>())
        .bind(actor.kind())
        .bind(actor.person())
        .bind(actor.name())
        .bind(self.act)
        .bind(kind)
        .bind(id)
        .bind(self.programme)
        .bind(self.channel)
        .bind(self.reason)
        .bind(self.change.as_ref().and_then(|(before, _)| json(before)))
        .bind(self.change.as_ref().and_then(|(_, after)| json(after)))
        .bind(store.clock.now())
        .execute(executor)
        .await?;
        Ok(())
    }
}

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    /// The kind of the actor: `staff`, `command_line`, `job`, `person` or `guardian`.
    pub actor_kind: String,
    /// The person who acted.
    pub actor_id: Option<PersonId>,
    /// The act in snake case; a newer version may know more of them than [`Act`].
    pub action: String,
    /// The channel.
    pub channel_id: Option<ChannelId>,
    /// The id of what the act was about.
    pub subject_id: Option<Uuid>,
    /// The reason that the actor gave.
    pub reason: Option<String>,
    /// The time.
    pub created_at: DateTime<Utc>,
}

/// Returns the rows of a channel, newest first.
pub async fn of_channel(store: &Store, channel: ChannelId, limit: i64) -> Result<Vec<Entry>> {
    query_as(
        "SELECT actor_kind, actor_id, action, channel_id, subject_id, reason, created_at FROM audit
         WHERE channel_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2",
    )
    .bind(channel)
    .bind(limit)
    .fetch_all(&store.db)
    .await
}

/// A row of the log in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedAct {
    /// The row.
    pub id: Uuid,
    /// The time.
    pub created_at: DateTime<Utc>,
    /// The kind of the actor: `staff`, `command_line`, `job` or `person`.
    pub actor_kind: String,
    /// The person who acted.
    pub actor_id: Option<PersonId>,
    /// Their name, or that of the job or of the user of the machine.
    pub actor_name: String,
    /// The act in snake case.
    pub action: String,
    /// The kind of what the act was about.
    pub target_kind: String,
    /// Its id.
    pub target_id: Option<Uuid>,
    /// Its name, if it is a person or a programme.
    pub target_name: Option<String>,
    /// The programme.
    pub programme_id: Option<ProgrammeId>,
    /// The programme's key.
    pub programme_key: Option<String>,
    /// The programme's name.
    pub programme_name: Option<String>,
    /// The reason that the actor gave.
    pub reason: Option<String>,
    /// What was before, as a JSON object.
    pub old_values: Option<String>,
    /// What was afterwards, as a JSON object.
    pub new_values: Option<String>,
}

static ACTS: Listing = Listing {
    columns: &["a.id, a.created_at, a.actor_kind, a.actor_id,
        COALESCE(p.first_name || ' ' || p.last_name, a.actor_name, '') AS actor_name, a.action, a.target_kind,
        a.subject_id AS target_id, COALESCE(t.first_name || ' ' || t.last_name, o.name) AS target_name,
        a.programme_id, g.key AS programme_key, g.name AS programme_name, a.reason, a.old_values, a.new_values"],
    from: "audit a LEFT JOIN people p ON p.id = a.actor_id
        LEFT JOIN people t ON a.target_kind = 'person' AND t.id = a.subject_id
        LEFT JOIN programmes o ON a.target_kind = 'programme' AND o.id = a.subject_id
        LEFT JOIN programmes g ON g.id = a.programme_id",
    // Staff never see what was done about a report about themselves.
    condition: "NOT (a.target_kind IN ('report', 'case')
        AND EXISTS (SELECT 1 FROM reports r WHERE r.id = a.subject_id AND r.subject_id = {reader}))",
    programme: "a.programme_id",
    id: "a.id",
    search: "LOWER(COALESCE(a.reason, '') || ' ' || COALESCE(p.search_text, a.actor_name, '') || ' ' || COALESCE(t.search_text, '')) {like}",
    filters: &[
        ("act", Filter::Text("a.action")),
        ("actor", Filter::Id("a.actor_id")),
        ("target", Filter::Id("a.subject_id")),
        ("programme", Filter::Id("a.programme_id")),
        ("from", Filter::From("a.created_at")),
        ("until", Filter::Until("a.created_at")),
    ],
    sorts: &[("at", SortKey::Time("a.created_at"))],
    default_sort: "-at",
};

/// Returns a page of the log within a scope, newest first, without what concerns reports about the reader.
pub async fn page(
    store: &Store,
    scope: &Scope,
    reader: Option<PersonId>,
    request: &ListRequest,
) -> Result<Page<ListedAct>, ListError> {
    ACTS.page(store, scope, reader, request).await
}
