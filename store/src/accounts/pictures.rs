//! Profile pictures: one file per person, visible to all who see the person.

use chrono::{DateTime, Duration, Utc};

use crate::bus::Event;
use crate::db::{Tx, query, query_scalar};
use crate::files::Part;
use crate::{AttachmentId, PersonId, PictureId, Result, Store, signed_url};

/// Stores a picture, which [`show_in`] shows.
pub(super) async fn add(store: &Store, person: PersonId, bytes: Vec<u8>) -> Result<PictureId> {
    let id: PictureId = store.clock.id();
    query("INSERT INTO pictures (id, person_id, created_at) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(person)
        .bind(store.clock.now())
        .execute(&store.db)
        .await?;
    store.files.write(file_of(id), Part::Whole, bytes).await?;
    Ok(id)
}

/// Shows a stored picture of a person, unless a concurrent change has removed it, or none.
pub(super) async fn show_in(tx: &mut Tx, person: PersonId, picture: Option<PictureId>) -> Result<()> {
    query(
        "UPDATE people SET picture_id = $2 WHERE id = $1
         AND ($2 IS NULL OR EXISTS (SELECT 1 FROM pictures p WHERE p.id = $2 AND p.person_id = $1))",
    )
    .bind(person)
    .bind(picture)
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes all files of a person's pictures, or fails.
pub(crate) async fn erase(store: &Store, person: PersonId) -> Result<()> {
    let mut tx = store.db.begin().await?;
    show_in(&mut tx, person, None).await?;
    commit_and_publish(store, tx, person).await?;
    remove_replaced(store, person).await
}

/// Returns the bytes of a picture that is in use.
pub async fn open(store: &Store, id: PictureId) -> Result<Option<Vec<u8>>> {
    let is_shown: Option<i64> = query_scalar("SELECT CAST(1 AS BIGINT) FROM people WHERE picture_id = $1")
        .bind(id)
        .fetch_optional(&store.db)
        .await?;
    match is_shown {
        Some(_) => store.files.read(file_of(id), Part::Whole).await,
        None => Ok(None),
    }
}

/// Returns the signed address of a picture. It is valid for one to two days and stays the same for one, so that
/// browsers cache the picture and a leaked address soon expires.
pub fn address(store: &Store, id: PictureId) -> String {
    let day = Duration::days(1).num_seconds();
    let end = (store.clock.now().timestamp() / day + 2) * day;
    signed_url::link_until(
        store,
        &path(id),
        DateTime::<Utc>::from_timestamp(end, 0).unwrap_or(DateTime::<Utc>::MAX_UTC),
    )
}

/// Whether [`address`] made this address and it is still valid.
pub fn address_holds(store: &Store, id: PictureId, expires: i64, signature: &str) -> bool {
    signed_url::verify(store, &path(id), expires, signature)
}

fn path(id: PictureId) -> String {
    format!("/api/v2/users/pictures/{id}/")
}

/// The name of the file: ids of pictures and attachments share one name space.
fn file_of(id: PictureId) -> AttachmentId {
    AttachmentId(id.0)
}

/// The change is done: a file that cannot be removed now goes with the next change or the person.
pub(super) async fn remove_replaced_or_warn(store: &Store, person: PersonId) {
    if let Err(error) = remove_replaced(store, person).await {
        tracing::warn!(%person, %error, "cannot remove earlier pictures");
    }
}

/// Removes earlier pictures, including those that a crashed process left.
async fn remove_replaced(store: &Store, person: PersonId) -> Result<()> {
    let old: Vec<PictureId> = query_scalar(
        "SELECT p.id FROM pictures p JOIN people o ON o.id = p.person_id
         WHERE p.person_id = $1 AND (o.picture_id IS NULL OR o.picture_id <> p.id)",
    )
    .bind(person)
    .fetch_all(&store.db)
    .await?;
    for id in old {
        let deleted =
            query("DELETE FROM pictures WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM people WHERE picture_id = $1)")
                .bind(id)
                .execute(&store.db)
                .await?;
        if deleted == 1 {
            store.files.remove(file_of(id)).await?;
        }
    }
    Ok(())
}

/// Commits a change and publishes it to all who share a channel with the person.
pub(super) async fn commit_and_publish(store: &Store, mut tx: Tx, person: PersonId) -> Result<()> {
    let people = query_scalar(
        "SELECT DISTINCT o.person_id FROM members m JOIN members o ON o.channel_id = m.channel_id
         WHERE m.person_id = $1 AND m.status <> 'absent' AND o.status <> 'absent'",
    )
    .bind(person)
    .fetch_all(&mut tx)
    .await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::ChannelsChanged { people }]);
    Ok(())
}
