//! Reads what is known of the people of a programme.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};

use crate::db::{Tx, query_as};
use crate::mentorship::{EndReason, overview};
use crate::role::Role;
use crate::{MentorshipId, PersonId, ProgrammeId, Result, Store};

/// The people of a programme.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Mentees and mentors, without those who were erased.
    pub(super) people: Vec<Person>,
    /// When people of a role were invited.
    pub(super) invited: Vec<(Role, DateTime<Utc>)>,
}

/// What counts of a person.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) id: PersonId,
    pub(super) role: Role,
    pub(super) joined_at: DateTime<Utc>,
    pub(super) is_approved: bool,
    pub(super) has_sent_survey: bool,
    /// 1 bronze, 2 silver, 3 gold; 0 for none.
    pub(super) best_badge: i64,
    pub(super) memberships: Vec<Membership>,
}

/// A person in a mentorship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Membership {
    pub(super) joined_at: DateTime<Utc>,
    pub(super) left_at: Option<DateTime<Utc>>,
    /// Whether both sides were in contact.
    pub(super) have_met: bool,
    /// Sessions of the mentorship, and how many of them the person finished.
    pub(super) sessions: i64,
    pub(super) finished: i64,
    pub(super) is_silent: bool,
    pub(super) is_one_sided: bool,
    /// Why it ended for a person who stayed until its end; None of those that ended before reasons were recorded.
    pub(super) end_reason: Option<EndReason>,
}

impl Membership {
    pub(super) fn is_running(&self) -> bool {
        self.left_at.is_none()
    }
}

#[derive(sqlx::FromRow)]
struct PersonRow {
    id: PersonId,
    role: Role,
    created_at: DateTime<Utc>,
    is_approved: bool,
    has_sent_survey: bool,
    best_badge: i64,
}

#[derive(sqlx::FromRow)]
struct MemberRow {
    mentorship_id: MentorshipId,
    person_id: PersonId,
    role: Role,
    joined_at: DateTime<Utc>,
    left_at: Option<DateTime<Utc>>,
    has_contact: bool,
    end_code: Option<EndReason>,
}

/// Reads them in a transaction.
pub(super) async fn read(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<Facts> {
    let rows: Vec<PersonRow> = query_as(
        "SELECT p.id, p.role, p.created_at, COALESCE(a.state, 'approved') = 'approved' AS is_approved,
             EXISTS (SELECT 1 FROM survey_progress q WHERE q.person_id = p.id AND q.completed_at IS NOT NULL) AS has_sent_survey,
             CAST(COALESCE((SELECT MAX(CASE b.tier WHEN 'Gold' THEN 3 WHEN 'Silver' THEN 2 ELSE 1 END) FROM badges b
                 WHERE b.person_id = p.id AND b.awarded_at IS NOT NULL AND b.revoked_at IS NULL), 0) AS BIGINT) AS best_badge
         FROM people p LEFT JOIN applications a ON a.person_id = p.id
         WHERE p.programme_id = $1 AND p.role <> 'staff' AND p.email NOT LIKE '%.invalid' AND p.email NOT LIKE 'bot:%'",
    )
    .bind(programme)
    .fetch_all(&mut *tx)
    .await?;
    let invited: Vec<(Role, DateTime<Utc>)> =
        // Once an invitation is over, only its person is known; without one it may be of a person who is counted already.
        query_as(
            "SELECT role, MIN(created_at) FROM invitations
             WHERE programme_id = $1 AND (email <> '' OR person_id IS NOT NULL) GROUP BY role, person_id, email",
        )
        .bind(programme)
        .fetch_all(&mut *tx)
        .await?;
    let mut memberships = memberships(tx, store, programme).await?;
    let people = rows.into_iter().map(|row| Person {
        id: row.id,
        role: row.role,
        joined_at: row.created_at,
        is_approved: row.is_approved,
        has_sent_survey: row.has_sent_survey,
        best_badge: row.best_badge,
        memberships: memberships.remove(&row.id).unwrap_or_default(),
    });
    Ok(Facts { people: people.collect(), invited })
}

async fn memberships(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<HashMap<PersonId, Vec<Membership>>> {
    let rows: Vec<MemberRow> = query_as(
        "SELECT m.mentorship_id, m.person_id, m.role, m.joined_at, m.left_at,
             (m.wrote_at IS NOT NULL OR m.met_at IS NOT NULL) AS has_contact,
             COALESCE(m.left_code, CASE WHEN m.left_at = s.ended_at THEN s.end_code END) AS end_code
         FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id WHERE s.programme_id = $1",
    )
    .bind(programme)
    .fetch_all(&mut *tx)
    .await?;
    let sessions: Vec<(MentorshipId, i64)> = query_as(
        "SELECT d.mentorship_id, COUNT(*) FROM mentorship_sessions d JOIN mentorships s ON s.id = d.mentorship_id
         WHERE s.programme_id = $1 GROUP BY d.mentorship_id",
    )
    .bind(programme)
    .fetch_all(&mut *tx)
    .await?;
    let finished: Vec<(MentorshipId, PersonId, i64)> = query_as(
        "SELECT d.mentorship_id, q.person_id, COUNT(*)
         FROM mentorship_sessions d JOIN mentorships s ON s.id = d.mentorship_id
         JOIN session_progress q ON q.session_id = d.session_id
         WHERE s.programme_id = $1 AND q.completed_at IS NOT NULL GROUP BY d.mentorship_id, q.person_id",
    )
    .bind(programme)
    .fetch_all(&mut *tx)
    .await?;
    let rhythms = overview::rhythms(tx, store, programme).await?;
    let rhythms: HashMap<_, _> = rhythms.into_iter().map(|one| (one.id, one)).collect();
    let sessions: HashMap<_, _> = sessions.into_iter().collect();
    let finished: HashMap<_, _> = finished.into_iter().map(|(id, person, count)| ((id, person), count)).collect();
    // Of each mentorship whether its mentors and its mentees were in contact.
    let mut sides = BTreeMap::<MentorshipId, (bool, bool)>::new();
    for row in rows.iter().filter(|row| row.has_contact) {
        let (mentors, mentees) = sides.entry(row.mentorship_id).or_default();
        *(if row.role == Role::Mentor { mentors } else { mentees }) = true;
    }
    let mut found = HashMap::<PersonId, Vec<Membership>>::new();
    for row in rows {
        let id = row.mentorship_id;
        let rhythm = rhythms.get(&id);
        found.entry(row.person_id).or_default().push(Membership {
            joined_at: row.joined_at,
            left_at: row.left_at,
            have_met: sides.get(&id) == Some(&(true, true)),
            sessions: sessions.get(&id).copied().unwrap_or_default(),
            finished: finished.get(&(id, row.person_id)).copied().unwrap_or_default(),
            is_silent: rhythm.is_some_and(|one| one.is_silent),
            is_one_sided: rhythm.is_some_and(|one| one.is_one_sided),
            end_reason: row.end_code,
        });
    }
    Ok(found)
}
