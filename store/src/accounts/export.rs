//! Exports everything that is stored about a person.

use serde_json::{Map, Value};
use sqlx::postgres::{PgRow, PgTypeInfo};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Column, Row, TypeInfo, ValueRef};
use uuid::Uuid;

use crate::channels::team_conversations;
use crate::db::query_as;
use crate::files::Part;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{AnswerFileId, AttachmentId, PersonId, Result, Store, people};

/// A section of the export: its name, the table, and the column that holds the person.
const SECTIONS: [(&str, &str, &str); 94] = [
    ("person", "people", "id"),
    ("pictures", "pictures", "person_id"),
    ("socialAccounts", "social_accounts", "person_id"),
    ("sessions", "login_sessions", "person_id"),
    ("authenticatorApps", "second_factors", "person_id"),
    ("recoveryCodes", "recovery_codes", "person_id"),
    ("devices", "push_devices", "person_id"),
    ("staffRoles", "staff_grants", "person_id"),
    ("hoursOfDuty", "duty_hours", "person_id"),
    ("absences", "staff_absences", "person_id"),
    ("noticesOfCases", "alert_notices", "person_id"),
    ("invitations", "invitations", "person_id"),
    ("conversations", "members", "person_id"),
    ("messages", "messages", "sender_id"),
    ("deletedMessages", "deleted_messages", "sender_id"),
    ("mentions", "mentions", "person_id"),
    ("messageWarnings", "message_warnings", "person_id"),
    ("pinnedMessages", "pinned_messages", "pinned_by"),
    ("savedMessages", "saved_messages", "person_id"),
    ("reactions", "reactions", "person_id"),
    ("files", "attachments", "owner_id"),
    ("assistantConversation", "assistant_channels", "person_id"),
    ("questionsToTheAssistant", "assistant_turns", "person_id"),
    ("conversationRatings", "chat_ratings", "person_id"),
    ("callRatings", "meeting_ratings", "person_id"),
    ("workReadiness", "work_readiness", "person_id"),
    ("startedCalls", "calls", "started_by"),
    ("calls", "call_participants", "person_id"),
    ("callAnswers", "call_answers", "person_id"),
    ("callConsents", "call_consents", "person_id"),
    ("blocked", "blocks", "blocker_id"),
    ("reports", "reports", "reporter_id"),
    ("notifiedUpTo", "push_marks", "person_id"),
    ("notificationSettings", "notification_settings", "person_id"),
    ("heldNotifications", "held_pushes", "person_id"),
    ("surveys", "survey_progress", "person_id"),
    ("surveyStages", "survey_stages", "person_id"),
    ("surveyAnswers", "survey_answers", "person_id"),
    ("conflicts", "person_conflicts", "person_id"),
    ("conflictsOfOthers", "person_conflicts", "other_id"),
    ("mentorships", "mentorship_members", "person_id"),
    ("surveyOpenings", "survey_openings", "person_id"),
    ("surveysAskedFor", "survey_invites", "person_id"),
    ("surveyWindowsOpened", "survey_windows", "created_by"),
    ("answerFiles", "answer_files", "person_id"),
    ("feedLikes", "feed_likes", "person_id"),
    ("feedClicks", "feed_clicks", "person_id"),
    ("learningSessions", "session_progress", "person_id"),
    ("learningSteps", "completed_steps", "person_id"),
    ("quizAttempts", "quiz_attempts", "person_id"),
    ("visitedSteps", "visited_steps", "person_id"),
    ("badges", "badges", "person_id"),
    ("badgeCredentials", "badge_credentials", "person_id"),
    ("vettings", "vettings", "person_id"),
    ("vettingsRecorded", "vettings", "recorded_by"),
    ("vettingsWithdrawn", "vettings", "withdrawn_by"),
    ("applications", "applications", "person_id"),
    ("consentRequests", "consent_requests", "person_id"),
    ("proposedGuardian", "proposed_guardians", "person_id"),
    ("dataRequests", "data_requests", "person_id"),
    ("dataRequestsEntered", "data_requests", "entered_by"),
    ("dataRequestsClosed", "data_requests", "closed_by"),
    ("retentionWarnings", "retention_warnings", "person_id"),
    ("nextYears", "school_year_people", "person_id"),
    ("yearsClosed", "school_years", "closed_by"),
    ("mentorshipPauses", "mentorship_pauses", "entered_by"),
    ("meetingsEntered", "logged_meetings", "entered_by"),
    ("hiddenLikes", "hidden_likes", "person_id"),
    ("hiddenStreaks", "hidden_streaks", "person_id"),
    ("calendarEvents", "calendar_events", "author_id"),
    ("calendarFeeds", "calendar_feeds", "person_id"),
    ("availabilities", "availabilities", "person_id"),
    ("deadlineReminders", "deadline_reminders", "person_id"),
    ("matchingPool", "matching_pool", "person_id"),
    ("matchesAsMentee", "matching_trackers", "mentee_id"),
    ("matchesAsMentor", "matching_trackers", "mentor_id"),
    ("matchingGroups", "matching_groups", "mentor_id"),
    ("proposalsAsMentee", "matching_proposals", "mentee_id"),
    ("proposalsAsMentor", "matching_proposals", "mentor_id"),
    ("roundsWithoutProposal", "matching_unmatched", "person_id"),
    ("sessionBookmarks", "session_bookmarks", "person_id"),
    ("learningHubVisits", "learning_hub_visits", "person_id"),
    ("conversationWithTheTeam", "team_channels", "person_id"),
    ("formerConversationsWithTheTeam", "former_team_channels", "person_id"),
    ("conversationsToAnswer", "team_channels", "assigned_to"),
    ("answersForTheTeam", "team_answers", "author_id"),
    ("notes", "person_notes", "person_id"),
    ("notesAboutOthers", "person_notes", "author_id"),
    ("announcements", "announcement_recipients", "person_id"),
    ("announcementsWritten", "announcements", "author_id"),
    ("columnsOfImports", "import_columns", "used_by"),
    ("outcomeReportsMade", "outcome_reports", "made_by"),
    ("apiKeysMade", "api_keys", "created_by"),
    ("textsOfContentChanged", "content_changes", "actor_id"),
];

/// Columns that are never exported.
const SECRETS: [&str; 5] = ["password_hash", "lease_id", "key_digest", "secret", "hash"];

/// The data of a person.
#[derive(Debug)]
pub struct Export {
    /// By section, each a list of rows.
    pub data: Value,
    /// The person's files, each with its name in the export.
    pub files: Vec<(String, AttachmentId)>,
}

/// Returns the tables and columns of an export.
pub fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    SECTIONS.iter().map(|(_, table, column)| (*table, *column))
}

/// Collects the data; [`file`] returns the bytes of the files. None: for this actor there is no such person.
pub async fn everything_about(store: &Store, actor: &Actor, person: PersonId) -> Result<Option<Export>> {
    let Some(Reached { programme }) = actor.reach(&store.db, person).await? else { return Ok(None) };
    // First: without a row there is no export.
    Record::new(Act::ExportPerson, Target::Person(person), programme).write(&store.db, store, actor).await?;
    let mut data = Map::new();
    for (section, table, column) in SECTIONS {
        let rows = rows_of(store, &format!("SELECT * FROM {table} WHERE {column} = $1"), person).await?;
        data.insert(section.to_owned(), rows.into());
    }
    let versions = "SELECT v.* FROM message_versions v JOIN messages m ON m.channel_id = v.channel_id AND m.seq = v.seq
        WHERE m.sender_id = $1";
    data.insert("earlierTexts".to_owned(), rows_of(store, versions, person).await?.into());
    let meetings = "SELECT l.id, l.mentorship_id, l.met_on, l.kind, l.minutes, l.entered_at FROM logged_meetings l
        JOIN mentorship_members m ON m.mentorship_id = l.mentorship_id
        WHERE m.person_id = $1 AND l.met_at >= m.joined_at AND (m.left_at IS NULL OR l.met_at <= m.left_at)";
    data.insert("loggedMeetings".to_owned(), rows_of(store, meetings, person).await?.into());
    let cohort = "SELECT c.id, c.name FROM cohorts c JOIN people p ON p.cohort_id = c.id WHERE p.id = $1";
    data.insert("cohort".to_owned(), rows_of(store, cohort, person).await?.into());
    forget_others(&mut data);
    let answers = concat!(
        "SELECT m.* FROM messages m JOIN ",
        team_conversations!(),
        " t ON t.channel_id = m.channel_id WHERE t.person_id = $1 AND m.sender_id <> $1"
    );
    data.insert("answersOfTheTeam".to_owned(), rows_of(store, answers, person).await?.into());
    let mut files: Vec<(String, AttachmentId)> =
        query_as("SELECT name, id FROM attachments WHERE owner_id = $1 ORDER BY id")
            .bind(person)
            .fetch_all(&store.db)
            .await?;
    let answers: Vec<(String, AnswerFileId)> =
        query_as("SELECT name, id FROM answer_files WHERE person_id = $1 ORDER BY id")
            .bind(person)
            .fetch_all(&store.db)
            .await?;
    files.extend(answers.into_iter().map(|(name, id)| (name, AttachmentId(id.0))));
    for (name, id) in &mut files {
        *name = format!("files/{id}-{}", name.replace(['/', '\\'], "_"));
    }
    let picture = people::by_id(store, person).await?.and_then(|person| person.picture_id);
    files.extend(picture.map(|id| ("picture.webp".to_owned(), AttachmentId(id.0))));
    Ok(Some(Export { data: data.into(), files }))
}

/// Leaves out who of staff wrote or took care of what the person has from the team, what they noted about a departure, and what the
/// person noted about others.
fn forget_others(data: &mut Map<String, Value>) {
    let rows = |data: &Map<String, Value>, section: &str| data[section].as_array().cloned().unwrap_or_default();
    let team: Vec<Value> = rows(data, "conversationWithTheTeam").iter().map(|row| row["channel_id"].clone()).collect();
    let is_of_team = |row: &Value| team.contains(&row["channel_id"]);
    for (section, column) in [
        ("conversationWithTheTeam", "assigned_to"),
        ("notes", "author_id"),
        ("notesAboutOthers", "body"),
        ("mentorships", "left_note"),
        ("reports", "subject_id"),
        ("dataRequests", "entered_by"),
        ("dataRequests", "closed_by"),
        ("vettings", "recorded_by"),
        ("vettings", "withdrawn_by"),
        ("vettingsRecorded", "person_id"),
        ("vettingsRecorded", "reference"),
        ("vettingsRecorded", "withdrawal"),
        ("vettingsWithdrawn", "person_id"),
        ("vettingsWithdrawn", "reference"),
        ("vettingsWithdrawn", "withdrawal"),
        ("dataRequestsEntered", "words"),
        ("dataRequestsClosed", "words"),
    ] {
        for row in data.get_mut(section).and_then(Value::as_array_mut).into_iter().flatten() {
            if (section != "reports" || is_of_team(row))
                && let Some(row) = row.as_object_mut()
            {
                row.remove(column);
            }
        }
    }
}

/// Returns the bytes of a file of an export; None if they are missing.
pub async fn file(store: &Store, id: AttachmentId) -> Result<Option<Vec<u8>>> {
    store.files.read(id, Part::Whole).await
}

async fn rows_of(store: &Store, query: &str, person: PersonId) -> Result<Vec<Value>> {
    // All parts of the text are constants of this module.
    let query = AssertSqlSafe(query.to_owned());
    Ok(match &store.db {
        crate::Db::Sqlite { read, .. } => {
            let rows = sqlx::query(query).bind(person).fetch_all(read).await?;
            rows.iter().map(of_sqlite).collect()
        }
        crate::Db::Postgres(pool) => {
            let rows = sqlx::query(query).bind(person).fetch_all(pool).await?;
            rows.iter().map(of_postgres).collect()
        }
    })
}

fn object(columns: impl Iterator<Item = (String, Option<Value>)>) -> Value {
    let shown = columns.filter(|(name, _)| !SECRETS.contains(&name.as_str()));
    Value::Object(shown.filter_map(|(name, value)| Some((name, value?))).collect())
}

/// SQLite columns have no types: ids are sixteen bytes, JSON is text, and other bytes are keys and hashes.
fn of_sqlite(row: &SqliteRow) -> Value {
    object(row.columns().iter().enumerate().map(|(at, column)| {
        let kind = row.try_get_raw(at).map(|value| value.type_info().name().to_owned()).unwrap_or_default();
        let value = match kind.as_str() {
            "NULL" => Some(Value::Null),
            "INTEGER" => row.try_get_unchecked::<i64, _>(at).ok().map(Value::from),
            "REAL" => row.try_get_unchecked::<f64, _>(at).ok().map(Value::from),
            "BLOB" => row.try_get_unchecked::<Uuid, _>(at).ok().map(|id| id.to_string().into()),
            _ => row.try_get_unchecked::<String, _>(at).ok().map(|text| match text.as_bytes().first() {
                Some(b'{' | b'[') => serde_json::from_str(&text).unwrap_or(Value::String(text)),
                _ => Value::String(text),
            }),
        };
        (column.name().to_owned(), value)
    }))
}

fn of_postgres(row: &PgRow) -> Value {
    object(row.columns().iter().enumerate().map(|(at, column)| {
        let kind: &PgTypeInfo = column.type_info();
        let value = match row.try_get_raw(at) {
            Ok(value) if value.is_null() => Some(Value::Null),
            _ => match kind.name() {
                "BOOL" => row.try_get::<bool, _>(at).ok().map(Value::from),
                "INT8" => row.try_get::<i64, _>(at).ok().map(Value::from),
                "FLOAT8" => row.try_get::<f64, _>(at).ok().map(Value::from),
                "UUID" => row.try_get::<Uuid, _>(at).ok().map(|id| id.to_string().into()),
                "TIMESTAMPTZ" => {
                    row.try_get::<chrono::DateTime<chrono::Utc>, _>(at).ok().map(|time| time.to_rfc3339().into())
                }
                "DATE" => row.try_get::<chrono::NaiveDate, _>(at).ok().map(|day| day.to_string().into()),
                "JSONB" => row.try_get::<Value, _>(at).ok(),
                "TEXT" => row.try_get::<String, _>(at).ok().map(Value::from),
                _ => None,
            },
        };
        (column.name().to_owned(), value)
    }))
}
