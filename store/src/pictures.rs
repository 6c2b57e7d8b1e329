//! Pictures of people: one each, in a file, shown to whoever is shown the person.

use chrono::{DateTime, Duration, Utc};

use crate::bus::Event;
use crate::db::on;
use crate::files::Part;
use crate::{AttachmentId, PersonId, PictureId, Result, Store, signed};

/// Replaces the picture of a person. None if another change of it came in between.
pub async fn set(store: &Store, person: PersonId, bytes: Vec<u8>) -> Result<Option<PictureId>> {
    let id: PictureId = store.clock.id();
    on!(
        &store.db,
        execute,
        sqlx::query("INSERT INTO pictures (id, person_id, created_at) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(person)
            .bind(store.clock.now())
    )?;
    store.files.write(file_of(id), Part::Whole, bytes).await?;
    // Its row may be gone by now: then somebody else cleared up behind a later picture.
    let shown = on!(
        &store.db,
        execute,
        sqlx::query(
            "UPDATE people SET picture_id = $2
             WHERE id = $1 AND EXISTS (SELECT 1 FROM pictures p WHERE p.id = $2 AND p.person_id = $1)"
        )
        .bind(person)
        .bind(id)
    )?;
    clear_up(store, person).await?;
    tell_others(store, person).await?;
    Ok((shown == 1).then_some(id))
}

/// Leaves a person without a picture.
pub async fn remove(store: &Store, person: PersonId) -> Result<()> {
    on!(&store.db, execute, sqlx::query("UPDATE people SET picture_id = NULL WHERE id = $1").bind(person))?;
    clear_up(store, person).await?;
    tell_others(store, person).await
}

/// The bytes of a picture that is shown.
pub async fn open(store: &Store, id: PictureId) -> Result<Option<Vec<u8>>> {
    let is_shown: Option<i64> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT CAST(1 AS BIGINT) FROM people WHERE picture_id = $1")
            .bind(id)
            .fetch_optional(pool)
            .await)?;
    match is_shown {
        Some(_) => store.files.read(file_of(id), Part::Whole).await,
        None => Ok(None),
    }
}

/// Where a picture is. The address works for one to two days and stays the same for one, so that browsers fetch a picture
/// once and an address that got into wrong hands is worth nothing for long.
pub fn address(store: &Store, id: PictureId) -> String {
    let day = Duration::days(1).num_seconds();
    let end = (store.clock.now().timestamp() / day + 2) * day;
    signed::link_until(store, &path(id), DateTime::<Utc>::from_timestamp(end, 0).unwrap_or(DateTime::<Utc>::MAX_UTC))
}

/// Whether an address was made by [`address`], and still works.
pub fn address_holds(store: &Store, id: PictureId, expires: i64, signature: &str) -> bool {
    signed::holds(store, &path(id), expires, signature)
}

fn path(id: PictureId) -> String {
    format!("/api/v2/users/pictures/{id}/")
}

/// Files are named by ids alone, whatever they are of.
fn file_of(id: PictureId) -> AttachmentId {
    AttachmentId(id.0)
}

/// Removes what a person had before, and what a process that died in the middle left.
async fn clear_up(store: &Store, person: PersonId) -> Result<()> {
    let old: Vec<PictureId> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT p.id FROM pictures p JOIN people o ON o.id = p.person_id
         WHERE p.person_id = $1 AND (o.picture_id IS NULL OR o.picture_id <> p.id)"
    )
    .bind(person)
    .fetch_all(pool)
    .await)?;
    for id in old {
        let doomed = on!(
            &store.db,
            execute,
            sqlx::query(
                "DELETE FROM pictures WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM people WHERE picture_id = $1)"
            )
            .bind(id)
        )?;
        if doomed == 1 {
            store.files.remove(file_of(id)).await?;
        }
    }
    Ok(())
}

/// Whoever shares a conversation with the person sees the change at once.
async fn tell_others(store: &Store, person: PersonId) -> Result<()> {
    let people = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT DISTINCT o.person_id FROM members m JOIN members o ON o.channel_id = m.channel_id
         WHERE m.person_id = $1 AND m.status <> 'absent' AND o.status <> 'absent'"
    )
    .bind(person)
    .fetch_all(pool)
    .await)?;
    store.bus.publish(vec![Event::ChannelsChanged { people }]);
    Ok(())
}
