//! What staff note about a person, for colleagues. The person reads notes in an export of their data.

use chrono::{DateTime, Utc};

use super::is_kept_apart;
use crate::db::{query, query_as};
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached, Staff};
use crate::{NoteId, PersonId, Result, Store};

/// Notes that a page shows.
const SHOWN: i64 = 100;

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Note {
    /// Its id.
    pub id: NoteId,
    /// Its author; None after an erasure.
    pub author_id: Option<PersonId>,
    /// Their name.
    pub author_name: Option<String>,
    /// The text.
    pub body: String,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

/// Returns the notes about a person, newest first. None: for these staff there is no such person.
pub async fn of_person(store: &Store, staff: &Staff, person: PersonId) -> Result<Option<Vec<Note>>> {
    let actor = Actor::from(staff.clone());
    if actor.reach(&store.db, person).await?.is_none() || is_kept_apart(&store.db, &actor, person).await? {
        return Ok(None);
    }
    let notes = query_as(
        "SELECT n.id, n.author_id, TRIM(p.first_name || ' ' || p.last_name) AS author_name, n.body, n.created_at
         FROM person_notes n LEFT JOIN people p ON p.id = n.author_id WHERE n.person_id = $1
         ORDER BY n.created_at DESC, n.id DESC LIMIT $2",
    )
    .bind(person)
    .bind(SHOWN)
    .fetch_all(&store.db)
    .await?;
    Ok(Some(notes))
}

/// Adds a note, with the id that the page gave it; sent again, it is stored once. Returns false if there is no such person.
pub async fn add(store: &Store, actor: &Actor, person: PersonId, id: NoteId, body: &str) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    if is_kept_apart(&mut tx, actor, person).await? {
        return Ok(false);
    }
    let added = query(
        "INSERT INTO person_notes (id, person_id, author_id, body, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(person)
    .bind(actor.person())
    .bind(body)
    .bind(store.clock.now())
    .execute(&mut tx)
    .await?;
    if added > 0 {
        Record::new(Act::AddNote, Target::Person(person), programme).write(&mut tx, store, actor).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Deletes a note of the actor; on the command line, of anyone. Returns false if there is none.
pub async fn remove(store: &Store, actor: &Actor, person: PersonId, id: NoteId) -> Result<bool> {
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(false) };
    if is_kept_apart(&mut tx, actor, person).await? {
        return Ok(false);
    }
    let removed = query("DELETE FROM person_notes WHERE id = $1 AND person_id = $2 AND ($3 IS NULL OR author_id = $3)")
        .bind(id)
        .bind(person)
        .bind(actor.person())
        .execute(&mut tx)
        .await?;
    if removed == 0 {
        return Ok(false);
    }
    Record::new(Act::RemoveNote, Target::Person(person), programme).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    Ok(true)
}
