//! How ready for work people were found: scores by area and day, measured elsewhere and imported.

use chrono::NaiveDate;

use crate::db::on;
use crate::{PersonId, Result, Store};

/// One score of one person.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Score {
    /// The area: "Teamwork".
    pub name: String,
    /// When it was measured.
    pub measured_on: NaiveDate,
    /// What was reached, from zero.
    pub score: f64,
    /// What can be reached.
    pub max: f64,
    /// What it says about the person, in a sentence; may be empty.
    pub description: String,
}

/// Notes scores. One of the same person, area and day takes the place of the one before; all of them, or none.
pub async fn put(store: &Store, scores: &[(PersonId, Score)]) -> Result<()> {
    on!(&store.db, transaction, |tx| {
        for (person, score) in scores {
            sqlx::query(
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
            .execute(&mut *tx)
            .await?;
        }
    })
}

/// The scores of a person, the newest first.
pub async fn of(store: &Store, person: PersonId) -> Result<Vec<Score>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT name, measured_on, score, max, description FROM work_readiness WHERE person_id = $1
         ORDER BY measured_on DESC, name"
    )
    .bind(person)
    .fetch_all(pool)
    .await)?)
}
