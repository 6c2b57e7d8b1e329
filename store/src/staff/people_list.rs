//! People as staff see them: who they are, what is known about them, and whether they are here.

use chrono::{DateTime, NaiveDate, Utc};

use super::{Actor, Scope, Staff};
use crate::listing::{Filter, ListError, ListRequest, Listing, Page, SortKey};
use crate::role::{ApplicationState, Role};
use crate::{CohortId, PersonId, ProgrammeId, Store};

/// A person in the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ListedPerson {
    /// The person.
    pub id: PersonId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Address.
    pub email: String,
    /// The language that they read, such as `de`.
    pub language: String,
    /// Role in the programme.
    pub role: Role,
    /// The programme.
    pub programme_id: Option<ProgrammeId>,
    /// The programme's key.
    pub programme_key: Option<String>,
    /// The programme's name.
    pub programme_name: Option<String>,
    /// The cohort.
    pub cohort_id: Option<CohortId>,
    /// The cohort's name.
    pub cohort_name: Option<String>,
    /// The time zone of the programme.
    pub time_zone: Option<String>,
    /// Whether the account is closed.
    pub is_disabled: bool,
    /// The last day of the vetting.
    pub vetted_until: Option<NaiveDate>,
    /// The first day after which a vetting that the programme demands has ended.
    pub vetting_ends_on: Option<NaiveDate>,
    /// The other kinds of vetting, as [`crate::vettings::valid`] reads them.
    pub vettings: Option<String>,
    /// When a guardian agreed.
    pub guardian_consent_at: Option<DateTime<Utc>>,
    /// Month of birth, such as `2009-03`.
    pub birth_month: Option<String>,
    /// Whether they are suspended now.
    pub is_suspended: bool,
    /// Whether the vetting of a mentor ends within 30 days, where the programme demands it.
    pub vetting_ending: bool,
    /// Whether they are in a mentorship now.
    pub is_matched: bool,
    /// Whether a mentor was never vetted, where the programme demands it.
    pub vetting_missing: bool,
    /// Whether the vetting of a mentor has ended.
    pub vetting_ended: bool,
    /// Whether a guardian of a mentee who is not known to be of age has not agreed, where the programme demands it.
    pub consent_missing: bool,
    /// Whether a guardian was asked by mail, and can still answer.
    pub consent_asked: bool,
    /// Whether the age of a mentee is not known.
    pub birth_month_missing: bool,
    /// How far their application is; None if staff never had to decide.
    pub application: Option<ApplicationState>,
    /// Since when they have done all that the application asks for.
    pub application_complete_at: Option<DateTime<Utc>>,
    /// The last day for the answer to what they demand of their record; None if nothing is open.
    pub request_due_on: Option<NaiveDate>,
    /// When it was received.
    pub request_received_on: Option<NaiveDate>,
    /// When they last used the product.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
}

const IS_MATCHED: &str = "EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
    WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL)";
const IS_NOT_MATCHED: &str =
    "NOT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
    WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL)";
const HAS_NO_MENTOR_IN_SIGHT: &str =
    "(NOT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
        WHERE m.person_id = p.id AND m.left_at IS NULL AND s.ended_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM matching_trackers t
        WHERE t.mentee_id = p.id AND t.state IN ('PROPOSED', 'INTERESTED', 'SELECTED'))
    AND NOT EXISTS (SELECT 1 FROM matching_pool w WHERE w.person_id = p.id AND w.left_at IS NOT NULL)
    AND p.left_programme_at IS NULL AND g.year_closed_at IS NULL AND g.archived_at IS NULL)";

// What is missing whether the programme demands it or not; a mentee of unknown age counts as a minor.
const WITHOUT_VETTING: &str = "(p.role = 'mentor' AND (p.vetted_until IS NULL OR p.vetted_until < {today}))";
// Mentors who lack a kind of vetting, or whose has ended, whether the programme demands it or not.
const LACKS_VETTING: &str = "(p.role = 'mentor' AND EXISTS (SELECT 1 FROM (SELECT CAST(? AS TEXT) AS kind) k WHERE
    (k.kind = 'vetting' AND (p.vetted_until IS NULL OR p.vetted_until < {today}))
    OR (k.kind <> 'vetting' AND NOT EXISTS (SELECT 1 FROM vettings v WHERE v.person_id = p.id AND v.kind = k.kind
        AND v.ended_at IS NULL AND (v.valid_until IS NULL OR v.valid_until >= {today})))))";
const WITHOUT_CONSENT: &str = "(p.role = 'mentee' AND p.guardian_consent_at IS NULL
    AND (p.birth_month IS NULL OR p.birth_month >= {adult_month}))";
// What the programme demands of a person and is missing; an archived one demands nothing.
const VETTING_MISSING: &str =
    "(g.archived_at IS NULL AND p.role = 'mentor' AND ((g.needs_vetting = TRUE AND p.vetted_until IS NULL)
    OR EXISTS (SELECT 1 FROM demanded_vettings d WHERE d.programme_id = p.programme_id AND NOT EXISTS
        (SELECT 1 FROM vettings v WHERE v.person_id = p.id AND v.kind = d.kind AND v.ended_at IS NULL))))";
const VETTING_ENDED: &str =
    "(g.archived_at IS NULL AND p.role = 'mentor' AND ((g.needs_vetting = TRUE AND p.vetted_until IS NOT NULL AND p.vetted_until < {today})
    OR EXISTS (SELECT 1 FROM demanded_vettings d JOIN vettings v ON v.person_id = p.id AND v.kind = d.kind
        WHERE d.programme_id = p.programme_id AND v.ended_at IS NULL AND v.valid_until < {today})))";
const VETTING_ENDING: &str =
    "(g.archived_at IS NULL AND p.role = 'mentor' AND ((g.needs_vetting = TRUE AND p.vetted_until >= {today} AND p.vetted_until <= {soon})
    OR EXISTS (SELECT 1 FROM demanded_vettings d JOIN vettings v ON v.person_id = p.id AND v.kind = d.kind
        WHERE d.programme_id = p.programme_id AND v.ended_at IS NULL AND v.valid_until >= {today} AND v.valid_until <= {soon})))";
// The first day on which a kind of vetting ends that the programme demands; without demands the day of the one that has a column.
const VETTING_ENDS: &str = "(SELECT MIN(e.day) FROM (
    SELECT p.vetted_until AS day WHERE COALESCE(g.needs_vetting, FALSE) = TRUE
        OR NOT EXISTS (SELECT 1 FROM demanded_vettings d WHERE d.programme_id = p.programme_id)
    UNION ALL SELECT v.valid_until FROM demanded_vettings d JOIN vettings v ON v.person_id = p.id AND v.kind = d.kind
        WHERE d.programme_id = p.programme_id AND v.ended_at IS NULL) e)";
const VETTINGS_HELD: &str =
    "(SELECT string_agg(v.kind || '=' || COALESCE(CAST(v.valid_until AS TEXT), ''), ',') FROM vettings v
    WHERE v.person_id = p.id AND v.ended_at IS NULL AND v.kind <> 'vetting')";
const CONSENT_MISSING: &str =
    "(g.archived_at IS NULL AND g.needs_guardian_consent = TRUE AND p.role = 'mentee' AND p.guardian_consent_at IS NULL
    AND (p.birth_month IS NULL OR p.birth_month >= {adult_month}))";
const CONSENT_ASKED: &str = "EXISTS (SELECT 1 FROM consent_requests c
    WHERE c.person_id = p.id AND c.state = 'open' AND c.expires_at > {now})";
const CONSENT_NOT_ASKED: &str = "NOT EXISTS (SELECT 1 FROM consent_requests c
    WHERE c.person_id = p.id AND c.state = 'open' AND c.expires_at > {now})";
const BIRTH_MONTH_MISSING: &str = "(g.archived_at IS NULL AND p.role = 'mentee' AND p.birth_month IS NULL)";

// Without the reader's own: staff handle nothing about themselves.
const HAS_REQUEST: &str = "(p.id <> {reader} AND EXISTS (SELECT 1 FROM data_requests d
    WHERE d.person_id = p.id AND d.closed_at IS NULL))";

const IS_SUSPENDED: &str = "(p.is_disabled = FALSE AND p.suspended_at IS NOT NULL
    AND (p.suspended_until IS NULL OR p.suspended_until > {now}))";
const IS_ACTIVE: &str = "(p.is_disabled = FALSE AND COALESCE(a.state, 'approved') = 'approved'
    AND (p.suspended_at IS NULL OR COALESCE(p.suspended_until <= {now}, FALSE)))";
const IS_APPLYING: &str = "(p.is_disabled = FALSE AND a.state = 'open'
    AND (p.suspended_at IS NULL OR COALESCE(p.suspended_until <= {now}, FALSE)))";
const IS_DECLINED: &str = "(p.is_disabled = FALSE AND a.state = 'declined'
    AND (p.suspended_at IS NULL OR COALESCE(p.suspended_until <= {now}, FALSE)))";
const IS_WITHDRAWN: &str = "(p.is_disabled = FALSE AND a.state = 'withdrawn'
    AND (p.suspended_at IS NULL OR COALESCE(p.suspended_until <= {now}, FALSE)))";

static PEOPLE: Listing = Listing {
    columns: &[
        "p.id, p.first_name, p.last_name, p.email, p.language, p.role, p.programme_id, g.key AS programme_key,
            g.name AS programme_name, h.id AS cohort_id, h.name AS cohort_name, g.time_zone, p.is_disabled, p.vetted_until, p.guardian_consent_at, p.birth_month, ",
        IS_SUSPENDED,
        " AS is_suspended, ",
        VETTING_ENDS,
        " AS vetting_ends_on, ",
        VETTINGS_HELD,
        " AS vettings, COALESCE(",
        VETTING_ENDING,
        ", FALSE) AS vetting_ending, ",
        IS_MATCHED,
        " AS is_matched, ",
        "COALESCE(",
        VETTING_MISSING,
        ", FALSE) AS vetting_missing, COALESCE(",
        VETTING_ENDED,
        ", FALSE) AS vetting_ended, COALESCE(",
        CONSENT_MISSING,
        ", FALSE) AS consent_missing, ",
        CONSENT_ASKED,
        " AS consent_asked, ",
        BIRTH_MONTH_MISSING,
        " AS birth_month_missing,
            (SELECT MIN(d.due_on) FROM data_requests d WHERE d.person_id = p.id AND d.closed_at IS NULL) AS request_due_on,
            (SELECT MIN(d.received_on) FROM data_requests d WHERE d.person_id = p.id AND d.closed_at IS NULL) AS request_received_on,
            a.state AS application, a.complete_at AS application_complete_at,
            (SELECT MAX(l.refreshed_at) FROM login_sessions l WHERE l.person_id = p.id) AS last_seen_at, p.created_at",
    ],
    from: "people p LEFT JOIN programmes g ON g.id = p.programme_id LEFT JOIN applications a ON a.person_id = p.id
        LEFT JOIN cohorts h ON h.id = p.cohort_id AND h.programme_id = p.programme_id",
    // Without bots and erased people.
    condition: "p.email NOT LIKE '%.invalid' AND p.email NOT LIKE 'bot:%'",
    programme: "p.programme_id",
    id: "p.id",
    // A version without the column may have added people since the last start.
    search: "COALESCE(p.search_text, LOWER(p.first_name || ' ' || p.last_name || ' ' || p.email)) {like}",
    filters: &[
        (
            "role",
            Filter::Choice(&[
                ("mentor", "p.role = 'mentor'"),
                ("mentee", "p.role = 'mentee'"),
                ("staff", "p.role = 'staff'"),
            ]),
        ),
        (
            "status",
            Filter::Choice(&[
                ("active", IS_ACTIVE),
                ("applying", IS_APPLYING),
                ("declined", IS_DECLINED),
                ("withdrawn", IS_WITHDRAWN),
                ("suspended", IS_SUSPENDED),
                ("left", "(p.is_disabled = FALSE AND p.left_programme_at IS NOT NULL)"),
                ("closed", "p.is_disabled = TRUE"),
            ]),
        ),
        (
            "application",
            Filter::Choice(&[
                ("complete", "a.state = 'open' AND a.complete_at IS NOT NULL"),
                ("incomplete", "a.state = 'open' AND a.complete_at IS NULL"),
            ]),
        ),
        ("programme", Filter::Id("p.programme_id")),
        ("cohort", Filter::Id("h.id")),
        (
            "fact",
            Filter::Choice(&[
                ("vetting_missing", VETTING_MISSING),
                ("vetting_ended", VETTING_ENDED),
                ("vetting_ending", VETTING_ENDING),
                ("consent_missing", CONSENT_MISSING),
                ("birth_month_missing", BIRTH_MONTH_MISSING),
            ]),
        ),
        ("without", Filter::Choice(&[
                ("vetting", WITHOUT_VETTING),
                ("consent", WITHOUT_CONSENT),
                ("cohort", "(p.role <> 'staff' AND h.id IS NULL)"),
            ])),
        ("vetting", Filter::TextWhere(LACKS_VETTING)),
        ("guardian", Filter::Choice(&[("asked", CONSENT_ASKED), ("not_asked", CONSENT_NOT_ASKED)])),
        ("request", Filter::Choice(&[("open", HAS_REQUEST)])),
        ("matched", Filter::Choice(&[("yes", IS_MATCHED), ("no", IS_NOT_MATCHED), ("not_suggested", HAS_NO_MENTOR_IN_SIGHT)])),
        ("joined", Filter::Choice(&[("recent", "p.created_at > {recent_since}")])),
    ],
    sorts: &[
        ("name", SortKey::Text("LOWER(p.last_name || ' ' || p.first_name)")),
        ("cohort", SortKey::Text("COALESCE(h.name_key, '')")),
        ("createdAt", SortKey::Time("p.created_at")),
        ("appliedAt", SortKey::Time("COALESCE(a.complete_at, p.created_at)")),
        // Days, so that they are ordered as text.
        (
            "requestDue",
            SortKey::Text(
                "COALESCE((SELECT CAST(MIN(d.due_on) AS TEXT) FROM data_requests d
                    WHERE d.person_id = p.id AND d.closed_at IS NULL), '')",
            ),
        ),
        (
            "vettedUntil",
            SortKey::Text(
                "COALESCE((SELECT CAST(MIN(e.day) AS TEXT) FROM (
                    SELECT p.vetted_until AS day WHERE COALESCE(g.needs_vetting, FALSE) = TRUE
                        OR NOT EXISTS (SELECT 1 FROM demanded_vettings d WHERE d.programme_id = p.programme_id)
                    UNION ALL SELECT v.valid_until FROM demanded_vettings d
                        JOIN vettings v ON v.person_id = p.id AND v.kind = d.kind
                        WHERE d.programme_id = p.programme_id AND v.ended_at IS NULL) e), '')",
            ),
        ),
        (
            "lastSeen",
            SortKey::Time(
                "COALESCE((SELECT MAX(l.refreshed_at) FROM login_sessions l WHERE l.person_id = p.id), p.created_at)",
            ),
        ),
    ],
    default_sort: "name",
};

/// Returns a page of the people within a scope.
pub async fn page(store: &Store, scope: &Scope, request: &ListRequest) -> Result<Page<ListedPerson>, ListError> {
    PEOPLE.page(store, scope, None, request).await
}

/// Returns a page of the people within the scope of staff, as they see it: what is about themselves is nothing that waits for them.
pub async fn page_for(store: &Store, staff: &Staff, request: &ListRequest) -> Result<Page<ListedPerson>, ListError> {
    PEOPLE.page(store, &staff.scope, Some(staff.person), request).await
}

/// A person with what only their page shows.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PersonRecord {
    /// As in the list.
    #[sqlx(flatten)]
    pub listed: ListedPerson,
    /// Whether the programme demands the vetting of mentors, of the kind that programmes without kinds have.
    pub needs_vetting: bool,
    /// Whether the programme demands that the guardians of minors agree.
    pub needs_guardian_consent: bool,
    /// From when missing facts close contact in the programme; None while staff have set no day.
    pub contact_binds_from: Option<DateTime<Utc>>,
    /// Since when the person may have no contact.
    pub contact_closed_at: Option<DateTime<Utc>>,
    /// When staff decided about the application, or the person withdrew it.
    pub application_decided_at: Option<DateTime<Utc>>,
    /// What staff wrote to the person whom they declined.
    pub application_note: String,
    /// When the account is erased that was declined or withdrawn.
    pub erase_at: Option<DateTime<Utc>>,
    /// When the person accepted the declaration of their role.
    pub declared_at: Option<DateTime<Utc>>,
    /// Since when the person is suspended; the end may be over.
    pub suspended_at: Option<DateTime<Utc>>,
    /// The end of the suspension; None until staff lift it.
    pub suspended_until: Option<DateTime<Utc>>,
    /// Whether a safeguarding lead or the command line suspended them.
    pub is_suspended_by_lead: bool,
    /// On how many devices the person is signed in.
    pub login_sessions: i64,
    /// How often the person was warned about a message in the last 30 days.
    pub warnings_shown: i64,
    /// How many such messages they sent all the same.
    pub warnings_sent: i64,
}

/// Returns a person within a scope.
pub async fn find(store: &Store, scope: &Scope, person: PersonId) -> crate::Result<Option<PersonRecord>> {
    let more = ", a.decided_at AS application_decided_at, COALESCE(a.note, '') AS application_note, a.erase_at, p.declared_at,
         COALESCE(g.needs_vetting, FALSE) AS needs_vetting,
        COALESCE(g.needs_guardian_consent, FALSE) AS needs_guardian_consent, g.contact_binds_from, p.contact_closed_at,
        CASE WHEN p.suspended_until IS NULL OR p.suspended_until > {now} THEN p.suspended_at END AS suspended_at, p.suspended_until,
        p.is_suspended_by_lead,
        (SELECT COUNT(*) FROM login_sessions l WHERE l.person_id = p.id AND l.ended_at IS NULL AND l.expires_at > {now})
            AS login_sessions,
        (SELECT COALESCE(SUM(w.shown), 0) FROM message_warnings w
            WHERE w.person_id = p.id AND w.warned_at > {warned_since}) AS warnings_shown,
        (SELECT COUNT(w.sent_at) FROM message_warnings w
            WHERE w.person_id = p.id AND w.warned_at > {warned_since}) AS warnings_sent";
    PEOPLE.find(store, scope, None, more, person.0).await
}

/// Whether a member of staff may change something about a person.
pub async fn may_change(store: &Store, staff: &Staff, person: PersonId) -> crate::Result<bool> {
    Ok(Actor::Staff(staff.clone()).reach(&store.db, person).await?.is_some())
}
