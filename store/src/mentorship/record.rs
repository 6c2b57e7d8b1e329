//! All that the members of a mentorship have done in its sessions, in one statement.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};

use super::badges::{Badge, Tier};
use super::progress::Own;
use crate::channels::is_separated;
use crate::content::session_progress::Progress;
use crate::db::query_as;
use crate::{BadgeId, MentorshipId, PersonId, Result, Store};

/// A session of a mentorship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MentorshipSession {
    /// Its id.
    pub session_id: String,
    /// The key of its definition.
    pub session_key: String,
    /// The last day on which it is on time.
    pub due_on: NaiveDate,
    /// The version of its definition, since a member began it.
    pub version: Option<i64>,
    /// When all active members had completed it.
    pub completed_at: Option<DateTime<Utc>>,
    /// The progress of those who began it.
    pub progress: BTreeMap<PersonId, Progress>,
    /// The steps that each of them opened, with the time of the last visit.
    pub visits: BTreeMap<PersonId, BTreeMap<String, DateTime<Utc>>>,
    /// The steps that each of them completed.
    pub steps: BTreeMap<PersonId, BTreeSet<String>>,
    /// The quizzes that each of them submitted.
    pub quizzes: BTreeMap<PersonId, BTreeSet<String>>,
    /// Whether the person who asks bookmarked it.
    pub is_bookmarked: bool,
    /// The badge of the person who asks.
    pub badge: Option<Badge>,
}

/// A row of one of the tables; the columns that a table lacks are null.
#[derive(sqlx::FromRow)]
struct Row {
    kind: i32,
    session_id: String,
    person_id: Option<PersonId>,
    key: String,
    number: Option<i64>,
    rating: Option<i64>,
    review: Option<String>,
    due_on: Option<NaiveDate>,
    at: Option<DateTime<Utc>>,
    badge_id: Option<BadgeId>,
    tier: Option<Tier>,
}

/// Returns the sessions of a mentorship in the order of its curriculum, for one of its members, without the steps of people from whom
/// the member is kept apart.
pub async fn sessions(store: &Store, mentorship: MentorshipId, person: PersonId) -> Result<Vec<MentorshipSession>> {
    let rows: Vec<Row> = query_as([
        "WITH own AS (SELECT * FROM mentorship_sessions WHERE mentorship_id = $1),
              who AS (SELECT person_id FROM mentorship_members WHERE mentorship_id = $1),
              done AS (SELECT p.* FROM session_progress p WHERE p.person_id IN (SELECT person_id FROM who)
                       AND p.session_id IN (SELECT session_id FROM own))
         SELECT 1 AS kind, position AS place, session_id, CAST(NULL AS UUID) AS person_id, session_key AS key,
             version AS number, CAST(NULL AS BIGINT) AS rating, CAST(NULL AS TEXT) AS review, due_on, completed_at AS at,
             CAST(NULL AS UUID) AS badge_id, CAST(NULL AS TEXT) AS tier FROM own
         UNION ALL SELECT 2, 0, session_id, person_id, session_key, version, rating, review, NULL, completed_at, NULL, NULL
         FROM done
         UNION ALL SELECT 3, 0, v.session_id, v.person_id, v.step_key, NULL, NULL, NULL, NULL, v.visited_at, NULL, NULL
         FROM visited_steps v JOIN done ON done.person_id = v.person_id AND done.session_id = v.session_id
         WHERE NOT ",
        is_separated!("v.person_id", "$2"),
        "
         UNION ALL SELECT 4, 0, c.session_id, c.person_id, c.step_key, NULL, NULL, NULL, NULL, c.completed_at, NULL, NULL
         FROM completed_steps c JOIN done ON done.person_id = c.person_id AND done.session_id = c.session_id
         WHERE NOT ",
        is_separated!("c.person_id", "$2"),
        "
         UNION ALL SELECT 5, 0, q.session_id, q.person_id, q.quiz_key, NULL, NULL, NULL, NULL, NULL, NULL, NULL
         FROM quiz_attempts q JOIN done ON done.person_id = q.person_id AND done.session_id = q.session_id
         WHERE q.attempt = 1
         UNION ALL SELECT 6, 0, session_key, person_id, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL
         FROM session_bookmarks WHERE person_id = $2 AND session_key IN (SELECT session_id FROM own)
         UNION ALL SELECT 7, 0, session_id, person_id, '', NULL, NULL, NULL, NULL, earned_at, id, tier
         FROM badges WHERE person_id = $2 AND session_id IN (SELECT session_id FROM own)
             AND awarded_at IS NOT NULL AND revoked_at IS NULL
         ORDER BY 1, 2",
    ])
    .bind(mentorship)
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    let mut sessions: Vec<MentorshipSession> = Vec::new();
    let mut indexes = BTreeMap::new();
    for row in rows {
        if row.kind == 1 {
            indexes.insert(row.session_id.clone(), sessions.len());
            sessions.extend(MentorshipSession::new(row));
        } else if let Some(index) = indexes.get(&row.session_id) {
            sessions[*index].add(row);
        }
    }
    Ok(sessions)
}

impl MentorshipSession {
    fn new(row: Row) -> Option<Self> {
        Some(Self {
            session_id: row.session_id,
            session_key: row.key,
            due_on: row.due_on?,
            version: row.number,
            completed_at: row.at,
            progress: BTreeMap::new(),
            visits: BTreeMap::new(),
            steps: BTreeMap::new(),
            quizzes: BTreeMap::new(),
            is_bookmarked: false,
            badge: None,
        })
    }

    fn add(&mut self, row: Row) {
        let Some(person) = row.person_id else { return };
        match row.kind {
            2 => {
                let progress = Progress {
                    session_id: row.session_id,
                    session_key: row.key,
                    version: row.number.unwrap_or_default(),
                    completed_at: row.at,
                    rating: row.rating,
                    review: row.review,
                };
                self.progress.insert(person, progress);
            }
            3 => {
                let visits = self.visits.entry(person).or_default();
                visits.extend(row.at.map(|at| (row.key, at)));
            }
            4 => {
                self.steps.entry(person).or_default().insert(row.key);
            }
            5 => {
                self.quizzes.entry(person).or_default().insert(row.key);
            }
            6 => self.is_bookmarked = true,
            _ => {
                let badge = row.badge_id.zip(row.tier).zip(row.at);
                self.badge =
                    badge.map(|((id, tier), earned_at)| Badge { id, session_id: row.session_id, tier, earned_at });
            }
        }
    }

    /// What a person has done of it.
    pub fn own(&self, person: PersonId) -> Own {
        match self.progress.get(&person) {
            None => Own::NotBegun,
            Some(progress) if progress.completed_at.is_some() => Own::Finished,
            Some(_) => Own::Begun,
        }
    }
}
