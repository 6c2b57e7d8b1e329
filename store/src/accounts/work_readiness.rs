//! Work-readiness scores of people by area and day, imported from elsewhere.

use chrono::NaiveDate;

use crate::db::{query, query_as};
use crate::{PersonId, Result, Store};

/// A score of a person.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Score {
    /// The area: "Teamwork".
    pub name: String,
    /// When it was measured.
    pub measured_on: NaiveDate,
    /// The score, from zero.
    pub score: f64,
    /// The maximum score.
    pub max: f64,
    /// A sentence about the score; may be empty.
    pub description: String,
}

/// Stores scores in one transaction. A score replaces the one of the same person, area and day.
pub async fn put(store: &Store, scores: &[(PersonId, Score)]) -> Result<()> {
    let mut tx = store.db.begin().await?;

    for (person, score) in scores {
        query(
            "INSERT INTO work_readiness (person_id, name, measured_on, score, max, description)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (person_id, name, measured_on) DO UPDATE
             SET score = excluded.score, max = excluded.max, description = excluded.description",
        )
        .bind(person)
        .bind(&score.name)
        .bind(score.measured_on)
        .bind(score.score)
        .bind(score.max)
        .bind(&score.description)
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await
}

/// Returns the scores of a person, newest first.
pub async fn of(store: &Store, person: PersonId) -> Result<Vec<Score>> {
    query_as(
        "SELECT name, measured_on, score, max, description FROM work_readiness WHERE person_id = $1
         ORDER BY measured_on DESC, name",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await
}
