//! Work-readiness scores of people by area and day, imported from elsewhere.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::db::{query, query_as};
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
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

/// Stores scores in one transaction. A score replaces the one of the same person, area and day. Those of people whom the actor does
/// not reach are left out.
pub async fn put(store: &Store, actor: &Actor, scores: &[(PersonId, Score)]) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let mut reached = BTreeSet::new();
    let mut programmes = BTreeSet::new();
    for person in scores.iter().map(|(person, _)| *person).collect::<BTreeSet<_>>() {
        if let Some(found) = actor.reach(&mut tx, person).await? {
            reached.insert(person);
            programmes.insert(found.programme);
        }
    }
    let scores: Vec<_> = scores.iter().filter(|(person, _)| reached.contains(person)).collect();
    if scores.is_empty() {
        return Ok(());
    }
    for (person, score) in scores.iter().copied() {
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
    let programme = if programmes.len() == 1 { programmes.pop_first().flatten() } else { None };
    Record::new(Act::ImportScores, Target::Installation, programme)
        .change(Value::Null, json!({"scores": scores.len(), "people": reached.len()}))
        .write(&mut tx, store, actor)
        .await?;
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
