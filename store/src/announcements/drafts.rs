//! Drafts: what staff write before it is sent. They are kept with each pause of the author, so nothing typed is lost.

use sqlx::types::Json;

use super::check::{Problem, cleaned, limits, title_of, with_kept};
use super::{Among, Content, Refusal, State, lock_for};
use crate::db::{query, query_scalar};
use crate::staff::{Actor, Staff};
use crate::{AnnouncementId, ProgrammeId, Result, Store, content};

/// Begins a draft with the id that the page gave it; asked again, there is one. Returns false if the programme does not exist for these
/// staff, or the id is taken.
pub async fn create(store: &Store, staff: &Staff, id: AnnouncementId, programme: ProgrammeId) -> Result<bool> {
    if !staff.scope.includes(Some(programme)) {
        return Ok(false);
    }
    let mut tx = store.db.begin().await?;
    query(
        "INSERT INTO announcements (id, programme_id, texts, title, search_text, for_mentees, for_mentors, among, by_push,
             by_mail, state, revision, author_id, created_at, changed_at)
         SELECT $1, g.id, $2, '', '', TRUE, TRUE, $3, FALSE, FALSE, $4, 1, $5, $6, $6 FROM programmes g WHERE g.id = $7
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(Json(super::Texts::new()))
    .bind(Among::All)
    .bind(State::Draft)
    .bind(staff.person)
    .bind(store.clock.now())
    .bind(programme)
    .execute(&mut tx)
    .await?;
    let stored: Option<ProgrammeId> =
        query_scalar("SELECT programme_id FROM announcements WHERE id = $1").bind(id).fetch_optional(&mut tx).await?;
    tx.commit().await?;
    Ok(stored.is_some_and(|stored| staff.scope.includes(Some(stored))))
}

/// Replaces the content of a draft, and returns its new revision; `revision` is the one that the author saw. Sent again, nothing changes.
pub async fn save(
    store: &Store,
    staff: &Staff,
    id: AnnouncementId,
    revision: i64,
    content: &Content,
) -> Result<std::result::Result<i64, Refusal>> {
    let catalogue = content::catalogue(store).await?;
    let actor = Actor::from(staff.clone());
    let mut tx = store.db.begin().await?;
    let Some(row) = lock_for(&mut tx, &actor, id).await? else { return Ok(Err(Refusal::NotFound)) };
    let texts = with_kept(cleaned(&content.texts), &row.texts, &catalogue.languages);
    let content = Content { texts, ..content.clone() };
    let problems = limits(&content.texts, &row.texts, &catalogue.languages);
    if !problems.is_empty() {
        return Ok(Err(Refusal::Invalid(problems)));
    }
    let programme = content.audience.programme;
    let is_there: bool = query_scalar("SELECT EXISTS (SELECT 1 FROM programmes WHERE id = $1)")
        .bind(programme)
        .fetch_one(&mut tx)
        .await?;
    if !is_there || !actor.reaches(Some(programme)) {
        return Ok(Err(Refusal::NotFound));
    }
    if let Some(cohort) = content.audience.cohort {
        // One that was removed meanwhile keeps no text from being saved; it is checked before the announcement is sent.
        let is_there: bool = query_scalar("SELECT EXISTS (SELECT 1 FROM cohorts WHERE id = $1 AND programme_id = $2)")
            .bind(cohort)
            .bind(programme)
            .fetch_one(&mut tx)
            .await?;
        if !is_there {
            return Ok(Err(Refusal::Invalid(vec![Problem::NoCohort])));
        }
    }
    if row.state == State::Draft && row.content() == content {
        return Ok(Ok(row.revision));
    }
    if row.state != State::Draft || row.revision != revision {
        return Ok(Err(Refusal::Changed));
    }
    let (title, search_text) = title_of(&content.texts, &catalogue.languages);
    query(
        "UPDATE announcements SET programme_id = $2, texts = $3, title = $4, search_text = $5, for_mentees = $6,
             for_mentors = $7, among = $8, by_push = $9, by_mail = $10, revision = $11, changed_at = $12, cohort_id = $13 WHERE id = $1",
    )
    .bind(id)
    .bind(programme)
    .bind(Json(content.texts))
    .bind(title)
    .bind(search_text)
    .bind(content.audience.mentees)
    .bind(content.audience.mentors)
    .bind(content.audience.among)
    .bind(content.by_push)
    .bind(content.by_mail)
    .bind(row.revision + 1)
    .bind(store.clock.now())
    .bind(content.audience.cohort)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(Ok(row.revision + 1))
}

/// Deletes a draft.
pub async fn discard(
    store: &Store,
    staff: &Staff,
    id: AnnouncementId,
    revision: i64,
) -> Result<std::result::Result<(), Refusal>> {
    let mut tx = store.db.begin().await?;
    let row = lock_for(&mut tx, &Actor::from(staff.clone()), id).await?;
    let Some(row) = row else { return Ok(Err(Refusal::NotFound)) };
    if row.state != State::Draft || row.revision != revision {
        return Ok(Err(Refusal::Changed));
    }
    query("DELETE FROM announcements WHERE id = $1").bind(id).execute(&mut tx).await?;
    tx.commit().await?;
    Ok(Ok(()))
}
