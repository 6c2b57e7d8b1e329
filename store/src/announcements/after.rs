//! What staff do to an announcement that was sent: correct its texts, or take it back.

use serde_json::{Value, json};
use sqlx::types::Json;

use super::check::{cleaned, gaps, limits, offered, title_of, with_kept};
use super::{Refusal, State, Texts, lock_for, mails, publish};
use crate::db::query;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{AnnouncementId, Result, Store, content};

/// Replaces the texts of an announcement that was sent. Members see that it was edited; no one is notified again.
pub async fn correct(
    store: &Store,
    actor: &Actor,
    id: AnnouncementId,
    revision: i64,
    texts: &Texts,
) -> Result<std::result::Result<(), Refusal>> {
    let catalogue = content::catalogue(store).await?;
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock_for(&mut tx, actor, id).await? else { return Ok(Err(Refusal::NotFound)) };
    let texts = with_kept(cleaned(texts), &row.texts, &catalogue.languages);
    let mut problems = limits(&texts, &row.texts, &catalogue.languages);
    problems.extend(gaps(&offered(&texts, &catalogue.languages)));
    if !problems.is_empty() {
        return Ok(Err(Refusal::Invalid(problems)));
    }
    if row.state == State::Sent && row.texts.0 == texts {
        return Ok(Ok(()));
    }
    if row.state != State::Sent || row.revision != revision {
        return Ok(Err(Refusal::Changed));
    }
    let languages: Vec<String> = texts.keys().cloned().collect();
    mails::rewrite(&mut tx, id, &texts, &catalogue.languages).await?;
    let (title, search_text) = title_of(&texts, &catalogue.languages);
    query(
        "UPDATE announcements SET texts = $2, title = $3, search_text = $4, corrected_at = $5, changed_at = $5,
             revision = $6 WHERE id = $1",
    )
    .bind(id)
    .bind(Json(texts))
    .bind(title)
    .bind(search_text)
    .bind(now)
    .bind(revision + 1)
    .execute(&mut tx)
    .await?;
    Record::new(Act::CorrectAnnouncement, Target::Announcement(id), Some(row.programme_id))
        .change(Value::Null, json!({"languages": languages}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    publish(store, row.programme_id).await;
    Ok(Ok(()))
}

/// Takes an announcement back that was sent: members see it nowhere any more, and what still waits to notify them is not sent. Mails that
/// were sent stay where they are.
pub async fn take_back(
    store: &Store,
    actor: &Actor,
    id: AnnouncementId,
    revision: i64,
) -> Result<std::result::Result<(), Refusal>> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let Some(row) = lock_for(&mut tx, actor, id).await? else { return Ok(Err(Refusal::NotFound)) };
    if row.state == State::TakenBack && row.revision == revision + 1 {
        return Ok(Ok(()));
    }
    if row.state != State::Sent || row.revision != revision {
        return Ok(Err(Refusal::Changed));
    }
    query("UPDATE announcements SET state = $2, taken_back_at = $3, changed_at = $3, revision = $4 WHERE id = $1")
        .bind(id)
        .bind(State::TakenBack)
        .bind(now)
        .bind(revision + 1)
        .execute(&mut tx)
        .await?;
    // Pushes that wait, and mails held up by quiet hours, find out on their own.
    mails::withdraw(&mut tx, id).await?;
    Record::new(Act::TakeAnnouncementBack, Target::Announcement(id), Some(row.programme_id))
        .change(json!({"state": State::Sent}), json!({"state": State::TakenBack}))
        .write(&mut tx, store, actor)
        .await?;
    tx.commit().await?;
    publish(store, row.programme_id).await;
    Ok(Ok(()))
}
