//! The migrations of the schema.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The SQL of a migration.
enum Text {
    /// The same for both databases.
    Both(&'static str),
    /// For migrations that one of the databases cannot express.
    Each { sqlite: &'static str, postgres: &'static str },
}

impl Text {
    const fn sqlite(&self) -> &'static str {
        match self {
            Self::Both(sql) | Self::Each { sqlite: sql, .. } => sql,
        }
    }

    const fn postgres(&self) -> &'static str {
        match self {
            Self::Both(sql) | Self::Each { postgres: sql, .. } => sql,
        }
    }
}

/// All migrations, oldest first. A released migration never changes.
const MIGRATIONS: &[(i64, &str, Text)] = &[
    (1, "two people talk", Text::Both(include_str!("../../migrations/0001_two_people_talk.sql"))),
    (2, "attachments", Text::Both(include_str!("../../migrations/0002_attachments.sql"))),
    (3, "extras", Text::Both(include_str!("../../migrations/0003_extras.sql"))),
    (4, "outside", Text::Both(include_str!("../../migrations/0004_outside.sql"))),
    (
        5,
        "search",
        Text::Each {
            sqlite: include_str!("../../migrations/0005_search.sqlite.sql"),
            postgres: include_str!("../../migrations/0005_search.postgres.sql"),
        },
    ),
    (6, "ratings and meetings", Text::Both(include_str!("../../migrations/0006_ratings_and_meetings.sql"))),
    (7, "assistant", Text::Both(include_str!("../../migrations/0007_assistant.sql"))),
    (8, "accounts", Text::Both(include_str!("../../migrations/0008_accounts.sql"))),
    (9, "staff", Text::Both(include_str!("../../migrations/0009_staff.sql"))),
    (10, "sign up", Text::Both(include_str!("../../migrations/0010_sign_up.sql"))),
    (11, "people", Text::Both(include_str!("../../migrations/0011_people.sql"))),
    (12, "content", Text::Both(include_str!("../../migrations/0012_content.sql"))),
    (13, "identity", Text::Both(include_str!("../../migrations/0013_identity.sql"))),
    (14, "calls", Text::Both(include_str!("../../migrations/0014_calls.sql"))),
    (
        15,
        "search in small steps",
        Text::Each { sqlite: "SELECT 1", postgres: include_str!("../../migrations/0015_search.postgres.sql") },
    ),
    (
        16,
        "login sessions",
        Text::Each {
            sqlite: include_str!("../../migrations/0016_login_sessions.sqlite.sql"),
            postgres: include_str!("../../migrations/0016_login_sessions.postgres.sql"),
        },
    ),
    (17, "sign-up limits", Text::Both(include_str!("../../migrations/0017_sign_up_limits.sql"))),
    (
        18,
        "search forgets",
        Text::Each { sqlite: include_str!("../../migrations/0018_search_forgets.sqlite.sql"), postgres: "SELECT 1" },
    ),
    (19, "ends of suspensions", Text::Both(include_str!("../../migrations/0019_ends_of_suspensions.sql"))),
    (20, "reported files", Text::Both(include_str!("../../migrations/0020_reported_files.sql"))),
    (21, "rooms of several calls", Text::Both(include_str!("../../migrations/0021_rooms_of_several_calls.sql"))),
    (22, "last consents", Text::Both(include_str!("../../migrations/0022_last_consents.sql"))),
    (
        23,
        "search without crisis cards",
        Text::Both(include_str!("../../migrations/0023_search_without_crisis_cards.sql")),
    ),
    (24, "deleted messages", Text::Both(include_str!("../../migrations/0024_deleted_messages.sql"))),
    (25, "saved messages", Text::Both(include_str!("../../migrations/0025_saved_messages.sql"))),
    (26, "notification settings", Text::Both(include_str!("../../migrations/0026_notification_settings.sql"))),
    (27, "definitions", Text::Both(include_str!("../../migrations/0027_definitions.sql"))),
    (28, "surveys", Text::Both(include_str!("../../migrations/0028_surveys.sql"))),
    (29, "learning", Text::Both(include_str!("../../migrations/0029_learning.sql"))),
    (30, "feed", Text::Both(include_str!("../../migrations/0030_feed.sql"))),
    (31, "person facts", Text::Both(include_str!("../../migrations/0031_person_facts.sql"))),
    (
        32,
        "feed like counts",
        Text::Each {
            sqlite: include_str!("../../migrations/0032_feed_like_counts.sqlite.sql"),
            postgres: include_str!("../../migrations/0032_feed_like_counts.postgres.sql"),
        },
    ),
    (33, "survey openings and conflicts", Text::Both(include_str!("../../migrations/0033_survey_openings.sql"))),
    (34, "mentorships", Text::Both(include_str!("../../migrations/0034_mentorships.sql"))),
    (35, "mentorship sessions", Text::Both(include_str!("../../migrations/0035_mentorship_sessions.sql"))),
    (36, "calendar", Text::Both(include_str!("../../migrations/0036_calendar.sql"))),
    (37, "matching", Text::Both(include_str!("../../migrations/0037_matching.sql"))),
    (38, "credentials and pauses", Text::Both(include_str!("../../migrations/0038_credentials_and_pauses.sql"))),
    (39, "times of definitions", Text::Both(include_str!("../../migrations/0039_times_of_definitions.sql"))),
    (40, "hidden likes", Text::Both(include_str!("../../migrations/0040_hidden_likes.sql"))),
    (41, "claims of rounds", Text::Both(include_str!("../../migrations/0041_claims_of_rounds.sql"))),
    (
        42,
        "repeated and late requests",
        Text::Both(include_str!("../../migrations/0042_repeated_and_late_requests.sql")),
    ),
    (43, "leases", Text::Both(include_str!("../../migrations/0043_leases.sql"))),
    (44, "staff grants", Text::Both(include_str!("../../migrations/0044_staff_grants.sql"))),
    (
        45,
        "acts",
        Text::Each {
            sqlite: include_str!("../../migrations/0045_acts.sqlite.sql"),
            postgres: include_str!("../../migrations/0045_acts.postgres.sql"),
        },
    ),
    (46, "second factors", Text::Both(include_str!("../../migrations/0046_second_factors.sql"))),
    (47, "contact", Text::Both(include_str!("../../migrations/0047_contact.sql"))),
    (48, "crisis messages", Text::Both(include_str!("../../migrations/0048_crisis_messages.sql"))),
    (49, "limits in rows", Text::Both(include_str!("../../migrations/0049_limits_in_rows.sql"))),
    (50, "legal holds", Text::Both(include_str!("../../migrations/0050_legal_holds.sql"))),
    (51, "vetting warnings", Text::Both(include_str!("../../migrations/0051_vetting_warnings.sql"))),
    (52, "last contact", Text::Both(include_str!("../../migrations/0052_last_contact.sql"))),
    (53, "calls and sessions as contact", Text::Both(include_str!("../../migrations/0053_met.sql"))),
    (54, "what programmes demand", Text::Both(include_str!("../../migrations/0054_demands.sql"))),
    (55, "days of the mails about work", Text::Both(include_str!("../../migrations/0055_worklist_mails.sql"))),
    (56, "invitations", Text::Both(include_str!("../../migrations/0056_invitations.sql"))),
    (57, "applications", Text::Both(include_str!("../../migrations/0057_applications.sql"))),
    (58, "requests to guardians", Text::Both(include_str!("../../migrations/0058_consent_requests.sql"))),
    (59, "demands of imports", Text::Both(include_str!("../../migrations/0059_demands_of_imports.sql"))),
    (60, "weights and revisions of runs", Text::Both(include_str!("../../migrations/0060_run_weights.sql"))),
    (
        61,
        "conversations with the programme team",
        Text::Each {
            sqlite: include_str!("../../migrations/0061_team.sqlite.sql"),
            postgres: include_str!("../../migrations/0061_team.postgres.sql"),
        },
    ),
    (
        62,
        "meetings outside the product",
        Text::Each {
            sqlite: include_str!("../../migrations/0062_meetings.sqlite.sql"),
            postgres: include_str!("../../migrations/0062_meetings.postgres.sql"),
        },
    ),
    (63, "survey windows", Text::Both(include_str!("../../migrations/0063_survey_windows.sql"))),
    (64, "requests about records", Text::Both(include_str!("../../migrations/0064_data_requests.sql"))),
    (65, "announcements", Text::Both(include_str!("../../migrations/0065_announcements.sql"))),
    (66, "detection", Text::Both(include_str!("../../migrations/0066_detection.sql"))),
    (67, "reports of outcomes", Text::Both(include_str!("../../migrations/0067_outcome_reports.sql"))),
    (
        68,
        "hours of duty",
        Text::Each {
            sqlite: include_str!("../../migrations/0068_duty.sqlite.sql"),
            postgres: include_str!("../../migrations/0068_duty.postgres.sql"),
        },
    ),
    (69, "endings and transfers", Text::Both(include_str!("../../migrations/0069_endings_and_transfers.sql"))),
    (70, "columns and guardians of imports", Text::Both(include_str!("../../migrations/0070_imports.sql"))),
    (71, "rules of programmes", Text::Both(include_str!("../../migrations/0071_programme_rules.sql"))),
    (72, "installation", Text::Both(include_str!("../../migrations/0072_installation.sql"))),
    (73, "departures", Text::Both(include_str!("../../migrations/0073_departures.sql"))),
    (74, "corrected answer keys", Text::Both(include_str!("../../migrations/0074_answer_keys.sql"))),
    (75, "texts of the content", Text::Both(include_str!("../../migrations/0075_content_texts.sql"))),
    (76, "years of programmes", Text::Both(include_str!("../../migrations/0076_programme_years.sql"))),
    (
        77,
        "outcomes of cases, and keys",
        Text::Both(include_str!("../../migrations/0077_case_outcomes_and_api_keys.sql")),
    ),
    (78, "cohorts", Text::Both(include_str!("../../migrations/0078_cohorts.sql"))),
    (79, "school years", Text::Both(include_str!("../../migrations/0079_school_years.sql"))),
    (80, "case figures", Text::Both(include_str!("../../migrations/0080_case_figures.sql"))),
    (81, "kinds of vetting", Text::Both(include_str!("../../migrations/0081_vetting_kinds.sql"))),
    (83, "logos of programmes", Text::Both(include_str!("../../migrations/0083_programme_logos.sql"))),
];

pub(super) fn sqlite() -> Migrator {
    migrator(Text::sqlite)
}

pub(crate) fn postgres() -> Migrator {
    migrator(Text::postgres)
}

/// Leaves out the migrations after one.
pub(super) fn until(mut migrator: Migrator, newest: i64) -> Migrator {
    migrator.migrations.to_mut().retain(|migration| migration.version <= newest);
    migrator
}

pub(super) fn postgres_statements() -> impl Iterator<Item = &'static str> {
    MIGRATIONS.iter().map(|(_, _, text)| text.postgres())
}

/// Returns the number of the newest migration.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.iter().map(|(number, _, _)| *number).max().unwrap_or_default()
}

fn migrator(text: impl Fn(&Text) -> &'static str) -> Migrator {
    let migration = |(version, name, sql): &(i64, &'static str, Text)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, text(sql).into_sql_str(), false)
    };
    let mut migrator = Migrator::with_migrations(MIGRATIONS.iter().map(migration).collect());
    // During a rolling upgrade a node of the older version may start again after the newer version has migrated.
    migrator.set_ignore_missing(true);
    migrator
}
