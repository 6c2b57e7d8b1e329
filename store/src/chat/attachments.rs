//! Files sent with messages: their rows, their bytes, and links that are valid for ten minutes.
//!
//! A file is uploaded first and claimed by one message later. The claim names the sender's `temp_id`, because the
//! message is not stored yet: a repeated message claims the same file again, and another message cannot.

use crate::db::{query, query_as, query_scalar};
use crate::files::Part;
use crate::{AttachmentId, ChannelId, PersonId, Result, Store};

mod link;
mod sealed;
mod sweep;
mod withdraw;

pub use link::{link, staff_link, staff_thumbnail_link, thumbnail_link, verify_link, verify_staff_link};
pub(crate) use sealed::{put_sealed_in, remove_all, remove_sealed, take_sealed_in};
pub use sweep::{CLAIM_TIMEOUT, sweep};
pub use withdraw::is_withdrawn;
pub(crate) use withdraw::withdraw;

pub use crate::message::Attachment;

/// A checked file to store.
#[derive(Clone, Debug, Default)]
pub struct NewFile {
    /// Its name.
    pub name: String,
    /// What it is.
    pub media_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Width and height of visual content.
    pub dimensions: Option<(u32, u32)>,
    /// Its thumbnail.
    pub thumbnail: Option<Vec<u8>>,
}

/// A file with its state.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Found {
    /// The file.
    #[sqlx(flatten)]
    pub attachment: Attachment,
    /// The person who uploaded it.
    pub owner_id: PersonId,
    /// The number of its message.
    pub seq: Option<i64>,
}

/// Uploads of one person that no message claims yet.
pub const MAX_UNCLAIMED: i64 = 40;

const COLUMNS: &str = "id, name, media_type, size, width, height, has_thumbnail";

/// Stores a file without a message. Returns None if too many files of the person wait for one. [`sweep`] removes files that no
/// message claims.
pub async fn add(store: &Store, channel: ChannelId, owner: PersonId, file: NewFile) -> Result<Option<Attachment>> {
    let attachment = Attachment {
        id: store.clock.id(),
        name: file.name,
        media_type: file.media_type,
        size: i64::try_from(file.bytes.len()).unwrap_or(i64::MAX),
        width: file.dimensions.map(|(width, _)| width.into()),
        height: file.dimensions.map(|(_, height)| height.into()),
        has_thumbnail: file.thumbnail.is_some(),
        gif: None,
    };
    let mut tx = store.db.begin().await?;
    // Concurrent uploads of a person count one after the other.
    query("UPDATE people SET role = role WHERE id = $1").bind(owner).execute(&mut tx).await?;
    // The row first: bytes without a row could not be found and removed.
    let added = query(
        "INSERT INTO attachments
             (id, channel_id, owner_id, name, media_type, size, width, height, has_thumbnail, created_at, waits_since)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10
         WHERE (SELECT COUNT(*) FROM attachments
                WHERE owner_id = $3 AND waits_since IS NOT NULL AND temp_id IS NULL) < $11",
    )
    .bind(attachment.id)
    .bind(channel)
    .bind(owner)
    .bind(&attachment.name)
    .bind(&attachment.media_type)
    .bind(attachment.size)
    .bind(attachment.width)
    .bind(attachment.height)
    .bind(attachment.has_thumbnail)
    .bind(store.clock.now())
    .bind(MAX_UNCLAIMED)
    .execute(&mut tx)
    .await?;
    tx.commit().await?;
    if added == 0 {
        return Ok(None);
    }
    store.files.write(attachment.id, Part::Whole, file.bytes).await?;
    if let Some(thumbnail) = file.thumbnail {
        store.files.write(attachment.id, Part::Thumbnail, thumbnail).await?;
    }
    Ok(Some(attachment))
}

/// Claims an uploaded file for a message. Returns None if the file does not exist, or belongs to another person,
/// channel or message.
pub async fn claim(
    store: &Store,
    id: AttachmentId,
    channel: ChannelId,
    owner: PersonId,
    temp_id: &str,
) -> Result<Option<Attachment>> {
    let now = store.clock.now();
    query_as([
        "UPDATE attachments SET temp_id = $4, waits_since = $5
         WHERE id = $1 AND channel_id = $2 AND owner_id = $3 AND (temp_id IS NULL OR temp_id = $4) RETURNING ",
        COLUMNS,
    ])
    .bind(id)
    .bind(channel)
    .bind(owner)
    .bind(temp_id)
    .bind(now)
    .fetch_optional(store.db.writer())
    .await
}

/// Returns the number of a person's uploads without a message.
pub async fn unclaimed(store: &Store, owner: PersonId) -> Result<i64> {
    query_scalar("SELECT COUNT(*) FROM attachments WHERE owner_id = $1 AND waits_since IS NOT NULL AND temp_id IS NULL")
        .bind(owner)
        .fetch_one(&store.db)
        .await
}

/// Returns a file of this channel, unless its message was deleted.
pub async fn find(store: &Store, channel: ChannelId, id: AttachmentId) -> Result<Option<Found>> {
    query_as(
        "SELECT a.id, a.name, a.media_type, a.size, a.width, a.height, a.has_thumbnail, a.owner_id, m.seq
         FROM attachments a
         LEFT JOIN messages m ON m.temp_id = a.temp_id AND m.sender_id = a.owner_id AND m.channel_id = a.channel_id
         WHERE a.id = $1 AND a.channel_id = $2 AND a.withdrawn_at IS NULL",
    )
    .bind(id)
    .bind(channel)
    .fetch_optional(&store.db)
    .await
}

/// Returns a file and its bytes.
pub async fn open(store: &Store, id: AttachmentId) -> Result<Option<(Attachment, Vec<u8>)>> {
    let found: Option<Attachment> =
        query_as(["SELECT ", COLUMNS, " FROM attachments WHERE id = $1"]).bind(id).fetch_optional(&store.db).await?;
    let Some(attachment) = found else { return Ok(None) };
    let bytes = store.files.read(id, Part::Whole).await?;
    Ok(bytes.map(|bytes| (attachment, bytes)))
}

/// Returns the thumbnail of a file.
pub async fn open_thumbnail(store: &Store, id: AttachmentId) -> Result<Option<Vec<u8>>> {
    store.files.read(id, Part::Thumbnail).await
}

/// Returns an Office file as PDF, if it was converted before.
pub async fn open_pdf(store: &Store, id: AttachmentId) -> Result<Option<Vec<u8>>> {
    store.files.read(id, Part::Pdf).await
}

/// Stores an Office file as PDF for the next page.
pub async fn add_pdf(store: &Store, id: AttachmentId, pdf: Vec<u8>) -> Result<()> {
    store.files.write(id, Part::Pdf, pdf).await
}
