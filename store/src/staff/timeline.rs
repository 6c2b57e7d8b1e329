//! What happened with a person, newest first: their own steps, their mentorships, and what others did about them. Never what they wrote.

use chrono::{DateTime, Utc};

use super::Staff;
use crate::listing::{Filter, ListError, ListRequest, Listing, MAX_PAGE, Page, SortKey};
use crate::{PersonId, Store};

/// Something that happened with a person.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Happened {
    /// The time.
    pub at: DateTime<Utc>,
    /// `joined`, `survey`, `session`, `mentorship_began`, `mentorship_left`, or an act in snake case.
    pub kind: String,
    /// The key of the survey or session, or the name of the group; None of a group in a former programme.
    pub key: Option<String>,
    /// The full names of the others in the mentorship, with commas; None in a former programme.
    pub names: Option<String>,
    /// The kind of the actor of an act.
    pub actor_kind: Option<String>,
    /// The name of the actor of an act; None of one in a former programme, except of the transfer, whose actor coordinates both.
    pub actor_name: Option<String>,
    /// The reason or reference of an act; None of one in a former programme, as the values before and afterwards.
    pub reason: Option<String>,
    /// What was before an act, as a JSON object.
    pub old_values: Option<String>,
    /// What was afterwards, as a JSON object.
    pub new_values: Option<String>,
}

/// The others of a mentorship at the time, and those who left it.
macro_rules! others {
    () => {
        "(SELECT STRING_AGG(TRIM(o.first_name || ' ' || o.last_name), ', ' ORDER BY o.last_name, o.first_name)
            FROM mentorship_members n JOIN people o ON o.id = n.person_id
            WHERE n.mentorship_id = m.mentorship_id AND n.person_id <> m.person_id AND n.role <> m.role)"
    };
}

/// A value, unless it is of a programme in which the person was before: its people and reasons stay with its team.
macro_rules! own {
    ($value:literal) => {
        concat!("CASE WHEN e.programme_id IS NULL OR e.programme_id = p.programme_id THEN ", $value, " END")
    };
}

// Notes have a page of their own, and so have the texts of messages: here stands that staff wrote, except for those whom the person reported, who see no conversation either. What may tell of a case is not in it: exports, conflicts, and of suspensions and pauses who decided them and why. Roles of staff reach
// beyond the programme. The audit has them, for those who may read it.
static TIMELINE: Listing = Listing {
    columns: &[concat!(
        "e.at, e.kind, ",
        own!("e.key"), " AS key, ",
        own!("e.names"), " AS names, e.actor_kind,
        CASE WHEN e.kind = 'transfer_person' OR e.programme_id IS NULL OR e.programme_id = p.programme_id
            THEN COALESCE(b.first_name || ' ' || b.last_name, e.actor_name) END AS actor_name, ",
        own!("e.reason"), " AS reason, ",
        own!("e.old_values"), " AS old_values, CASE WHEN e.kind = 'transfer_person' THEN e.new_values ELSE ",
        own!("e.new_values"), " END AS new_values"
    )],
    from: concat!(
        "(SELECT p.id AS person_id, p.id AS id, p.created_at AS at, 'joined' AS kind, CAST(NULL AS TEXT) AS key,
              CAST(NULL AS TEXT) AS names, CAST(NULL AS TEXT) AS actor_kind, CAST(NULL AS UUID) AS actor_id,
              CAST(NULL AS TEXT) AS actor_name, CAST(NULL AS TEXT) AS reason, CAST(NULL AS TEXT) AS old_values,
              CAST(NULL AS TEXT) AS new_values, CAST(NULL AS UUID) AS programme_id FROM people p
          UNION ALL SELECT person_id, person_id, completed_at, 'survey', survey_key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
              FROM survey_progress WHERE completed_at IS NOT NULL
          UNION ALL SELECT person_id, person_id, completed_at, 'session', session_key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
              FROM session_progress WHERE completed_at IS NOT NULL
          UNION ALL SELECT m.person_id, m.mentorship_id, m.joined_at, 'mentorship_began', NULLIF(s.name, ''), ",
        others!(),
        ", NULL, NULL, NULL, NULL, NULL, NULL, s.programme_id FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
          UNION ALL SELECT m.person_id, m.mentorship_id, m.left_at, 'mentorship_left', NULLIF(s.name, ''), ",
        others!(),
        ", NULL, NULL, NULL, NULL, NULL, NULL, s.programme_id FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
              WHERE m.left_at IS NOT NULL
          UNION ALL SELECT subject_id, id, created_at, action, NULL, NULL, actor_kind,
              CASE WHEN action NOT IN ('suspend', 'lift_suspension', 'pause_pool', 'resume_pool') THEN actor_id END,
              CASE WHEN action NOT IN ('suspend', 'lift_suspension', 'pause_pool', 'resume_pool') THEN actor_name END,
              CASE WHEN action IN ('change_facts', 'record_vetting', 'withdraw_vetting', 'correct_person', 'transfer_person', 'sign_out', 'close_account', 'decline_application', 'request_consent') THEN reason END,
              CASE WHEN action IN ('change_facts', 'record_vetting', 'withdraw_vetting', 'correct_person', 'set_role', 'transfer_person', 'set_cohort', 'set_next_year') THEN old_values END,
              CASE WHEN action IN ('change_facts', 'record_vetting', 'withdraw_vetting', 'correct_person', 'set_role', 'transfer_person', 'set_cohort', 'set_next_year') THEN new_values END, programme_id FROM audit WHERE target_kind = 'person'
              AND action NOT IN ('add_person', 'export_person', 'export_answers', 'set_conflict', 'grant', 'revoke',
                  'assign_conversation', 'settle_conversation', 'reopen_conversation', 'add_note', 'remove_note')) e
         JOIN people p ON p.id = e.person_id LEFT JOIN people b ON b.id = e.actor_id"
    ),
    condition: "(e.kind <> 'answer_person' OR NOT EXISTS (SELECT 1 FROM reports r
        WHERE r.silenced_at IS NOT NULL AND r.silence_lifted_at IS NULL
            AND (r.reporter_id = p.id AND r.subject_id = {reader} OR r.reporter_id = {reader} AND r.subject_id = p.id)))",
    programme: "p.programme_id",
    id: "e.id",
    search: "e.kind {like}",
    filters: &[("person", Filter::Id("e.person_id"))],
    sorts: &[("at", SortKey::Time("e.at"))],
    default_sort: "-at",
};

/// Returns a page of what happened with a person within the scope of staff, newest first.
pub async fn page(
    store: &Store,
    staff: &Staff,
    person: PersonId,
    cursor: Option<String>,
) -> Result<Page<Happened>, ListError> {
    let filters = [("person".to_owned(), vec![person.to_string()])].into();
    // Surveys that end at the same time share an id: few pages have few borders between them.
    let request = ListRequest { filters, cursor, limit: Some(MAX_PAGE), ..ListRequest::default() };
    TIMELINE.page(store, &staff.scope, Some(staff.person), &request).await
}
