//! Everything that a person has done in sessions, in one statement: lists and cards need all of it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::{Progress, VISIT};
use crate::db::{query, query_as};
use crate::{PersonId, Result, Store};

/// What a person has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The sessions that they began, the last one first.
    pub progress: Vec<Progress>,
    /// The steps that they completed, by session.
    pub steps: BTreeMap<String, BTreeSet<String>>,
    /// The keys of the sessions that they bookmarked, the last one first.
    pub bookmarks: Vec<String>,
    visit: Option<(DateTime<Utc>, Option<DateTime<Utc>>)>,
}

/// A row of one of the four tables; the columns that a table lacks are null.
#[derive(sqlx::FromRow)]
struct Row {
    kind: i32,
    id: String,
    key: String,
    version: Option<i64>,
    rating: Option<i64>,
    review: Option<String>,
    at: DateTime<Utc>,
    other_at: Option<DateTime<Utc>>,
}

/// Returns what a person has done.
pub async fn of_person(store: &Store, person: PersonId) -> Result<Record> {
    let rows: Vec<Row> = query_as(
        "SELECT 1 AS kind, session_id AS id, session_key AS key, version, rating, review, started_at AS at,
             completed_at AS other_at
         FROM session_progress WHERE person_id = $1
         UNION ALL SELECT 2, session_id, step_key, NULL, NULL, NULL, completed_at, NULL
         FROM completed_steps WHERE person_id = $1
         UNION ALL SELECT 3, session_key, '', NULL, NULL, NULL, created_at, NULL
         FROM session_bookmarks WHERE person_id = $1
         UNION ALL SELECT 4, '', '', NULL, NULL, NULL, visited_at, previous_at
         FROM learning_hub_visits WHERE person_id = $1
         ORDER BY 7 DESC, 2",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    let mut record = Record::default();
    for Row { kind, id, key, version, rating, review, at, other_at } in rows {
        match kind {
            1 => record.progress.push(Progress {
                session_id: id,
                session_key: key,
                version: version.unwrap_or_default(),
                completed_at: other_at,
                rating,
                review,
            }),
            2 => {
                record.steps.entry(id).or_default().insert(key);
            }
            3 => record.bookmarks.push(id),
            _ => record.visit = Some((at, other_at)),
        }
    }
    Ok(record)
}

impl Record {
    /// When they last opened the learning hub.
    pub fn visited_at(&self) -> Option<DateTime<Utc>> {
        self.visit.map(|(visited_at, _)| visited_at)
    }

    /// Records that the person opens the learning hub. Returns when they opened it before this visit.
    pub async fn visit(&self, store: &Store, person: PersonId) -> Result<Option<DateTime<Utc>>> {
        let now = store.clock.now();
        if let Some((visited_at, previous_at)) = self.visit
            && now - visited_at < VISIT
        {
            return Ok(previous_at);
        }
        query(
            "INSERT INTO learning_hub_visits (person_id, visited_at) VALUES ($1, $2)
             ON CONFLICT (person_id) DO UPDATE
             SET previous_at = learning_hub_visits.visited_at, visited_at = excluded.visited_at
             WHERE learning_hub_visits.visited_at <= $3",
        )
        .bind(person)
        .bind(now)
        // Of the lists that a page fetches at once, one begins the visit.
        .bind(now - VISIT)
        .execute(&store.db)
        .await?;
        Ok(self.visited_at())
    }
}
