//! The signed-in person with what nearly every request needs: their programme, and the content. One statement, which simultaneous
//! requests share.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::clock::Clock;
use crate::content::{self, Catalogue};
use crate::db::{Db, GroupedReads, QueryBuilder, query_as};
use crate::matching::MatchingStatus;
use crate::people::{PERSON_COLUMNS, Person};
use crate::programmes::{Programme, Settings};
use crate::{LoginSessionId, PersonId, Result, Store};

/// A person whose login session is alive.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The person.
    pub person: Person,
    /// Their programme.
    pub programme: Option<Arc<Programme>>,
    /// Whether they are in a mentorship now.
    pub has_mentorship: bool,
    /// Their place in the matching; None outside the pool.
    pub matching_status: Option<MatchingStatus>,
    /// Whether the installation is under maintenance.
    pub is_under_maintenance: bool,
    /// The content at the time of the request.
    pub catalogue: Arc<Catalogue>,
}

const SELECT: &str = "SELECT (SELECT revision FROM content_revision) AS content_revision,
     EXISTS (SELECT 1 FROM switches WHERE name = 'maintenance' AND is_on) AS is_under_maintenance,
     EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
         WHERE m.person_id = people.id AND m.left_at IS NULL AND s.ended_at IS NULL) AS has_mentorship,
     (SELECT CASE WHEN w.paused_at IS NOT NULL THEN 'ON_HOLD'
              WHEN EXISTS (SELECT 1 FROM matching_trackers t WHERE t.mentee_id = w.person_id AND t.state = 'SELECTED')
              THEN 'GROUP_HOLD' ELSE 'READY' END
      FROM matching_pool w WHERE w.person_id = people.id AND w.left_at IS NULL) AS matching_status, ";

/// Reads the people of login sessions.
pub(crate) type Callers = Arc<GroupedReads<LoginSessionId, Row>>;

#[derive(Clone, sqlx::FromRow)]
pub(crate) struct Row {
    #[sqlx(flatten)]
    person: Person,
    content_revision: i64,
    has_mentorship: bool,
    matching_status: Option<MatchingStatus>,
    is_under_maintenance: bool,
}

#[derive(sqlx::FromRow)]
struct CallerRow {
    session_id: LoginSessionId,
    is_alive: bool,
    #[sqlx(flatten)]
    row: Row,
}

/// Prepares reading the people of login sessions.
pub(crate) fn callers(db: &Db, clock: &Arc<Clock>) -> Callers {
    let (db, clock) = (db.clone(), clock.clone());
    GroupedReads::new(move |sessions| read(db.clone(), clock.now(), sessions))
}

/// Returns the people of those login sessions that are alive.
async fn read(db: Db, now: DateTime<Utc>, sessions: Vec<LoginSessionId>) -> Result<HashMap<LoginSessionId, Row>> {
    let mut query = QueryBuilder::new(SELECT);
    // As conditions, the times would lead SQLite to an index over all sessions that have not ended.
    query.push(PERSON_COLUMNS).push(", session_id, is_alive FROM people JOIN");
    query.push(" (SELECT id AS session_id, person_id, ended_at IS NULL AND expires_at > ").push_bind(now);
    query
        .push(" AS is_alive FROM login_sessions WHERE id IN (")
        .push_list(sessions)
        .push(")) s ON people.id = s.person_id");
    let rows: Vec<CallerRow> = query.build_query_as().persistent().fetch_all(&db).await?;
    let alive = rows.into_iter().filter(|row| row.is_alive);
    Ok(alive.map(|CallerRow { session_id, row, .. }| (session_id, row)).collect())
}

impl SignedIn {
    /// Returns the person of a login session; None if it has ended or expired.
    pub async fn of_session(store: &Store, session: LoginSessionId) -> Result<Option<Self>> {
        let row = store.callers.get(session).await?;
        Self::of_row(store, row).await
    }

    /// Returns a person as after a change within a request.
    pub async fn of_person(store: &Store, person: PersonId) -> Result<Option<Self>> {
        let row = query_as([SELECT, PERSON_COLUMNS, " FROM people WHERE id = $1"])
            .bind(person)
            .fetch_optional(&store.db)
            .await?;
        Self::of_row(store, row).await
    }

    async fn of_row(store: &Store, row: Option<Row>) -> Result<Option<Self>> {
        let Some(row) = row else { return Ok(None) };
        let Row { person, content_revision, has_mentorship, matching_status, is_under_maintenance } = row;
        let catalogue = content::catalogue_at(store, content_revision).await?;
        let programme = person.programme_id.and_then(|id| catalogue.programmes.get(&id).cloned());
        Ok(Some(Self { person, programme, has_mentorship, matching_status, is_under_maintenance, catalogue }))
    }

    /// The rules of their programme.
    pub fn settings(&self) -> Option<&Settings> {
        self.programme.as_ref().map(|programme| &*programme.settings)
    }

    /// The time zone of their programme.
    pub fn time_zone(&self) -> Tz {
        self.programme.as_ref().map_or(Tz::UTC, |programme| programme.tz())
    }
}
