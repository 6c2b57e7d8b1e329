//! Files sent with messages: the row, the bytes, and links that live for ten minutes.
//!
//! A file is uploaded first and claimed by one message later. The claim names the message by its sender's `temp_id`,
//! because the message is not written yet: sending it again claims the same file again, and another message cannot.

use serde::{Deserialize, Serialize};

use crate::db::on;
use crate::files::Part;
use crate::{AttachmentId, ChannelId, PersonId, Result, Store};

mod link;
mod sweep;

pub use link::{link, link_holds, thumbnail_link};
pub use sweep::{PATIENCE, sweep};

/// An attachment as it is kept inside its message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct Attachment {
    /// Names the file.
    pub id: AttachmentId,
    /// The name its sender gave it.
    pub name: String,
    /// Its media type, from its content.
    pub media_type: String,
    /// Bytes; 0 where the file is not kept here.
    pub size: i64,
    /// Pixels of a picture, or the proportion of a page, from left to right.
    #[serde(default)]
    pub width: Option<i64>,
    /// From top to bottom.
    #[serde(default)]
    pub height: Option<i64>,
    /// Whether there is a small picture of it.
    #[serde(default)]
    pub has_thumbnail: bool,
    /// The hub's name for a moving picture of a provider: it is shown from there, and has neither row nor file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[sqlx(skip)]
    pub gif: Option<String>,
}

/// A file that was checked, to be kept.
#[derive(Clone, Debug, Default)]
pub struct NewFile {
    /// Its name.
    pub name: String,
    /// What it is.
    pub media_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Width and height, if it can be seen.
    pub dimensions: Option<(u32, u32)>,
    /// A small picture of it.
    pub thumbnail: Option<Vec<u8>>,
}

/// A file and what became of it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Found {
    /// The file.
    #[sqlx(flatten)]
    pub attachment: Attachment,
    /// Who uploaded it.
    pub owner_id: PersonId,
    /// The number of the message that carries it.
    pub seq: Option<i64>,
}

macro_rules! columns {
    () => {
        "id, name, media_type, size, width, height, has_thumbnail"
    };
}

/// Keeps a file that is not part of a message yet. One that never becomes part of one is removed by [`sweep`].
pub async fn add(store: &Store, channel: ChannelId, owner: PersonId, file: NewFile) -> Result<Attachment> {
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
    // The row first: bytes without a row would never be found and removed.
    on!(
        &store.db,
        execute,
        sqlx::query(
            "INSERT INTO attachments
                 (id, channel_id, owner_id, name, media_type, size, width, height, has_thumbnail, created_at, waits_since)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)"
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
    )?;
    store.files.write(attachment.id, Part::Whole, file.bytes).await?;
    if let Some(thumbnail) = file.thumbnail {
        store.files.write(attachment.id, Part::Thumbnail, thumbnail).await?;
    }
    Ok(attachment)
}

/// Gives an uploaded file to the message of this name. None if it is not this person's, belongs to another channel, was
/// given to another message, or does not exist.
pub async fn claim(
    store: &Store,
    id: AttachmentId,
    channel: ChannelId,
    owner: PersonId,
    temp_id: &str,
) -> Result<Option<Attachment>> {
    let now = store.clock.now();
    Ok(on!(
        &store.db,
        returning_one,
        sqlx::query_as(concat!(
            "UPDATE attachments SET temp_id = $4, waits_since = $5
         WHERE id = $1 AND channel_id = $2 AND owner_id = $3 AND (temp_id IS NULL OR temp_id = $4) RETURNING ",
            columns!()
        ))
        .bind(id)
        .bind(channel)
        .bind(owner)
        .bind(temp_id)
        .bind(now)
    )?)
}

/// How many uploads of a person are not part of a message.
pub async fn unclaimed(store: &Store, owner: PersonId) -> Result<i64> {
    Ok(on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT COUNT(*) FROM attachments WHERE owner_id = $1 AND waits_since IS NOT NULL AND temp_id IS NULL"
    )
    .bind(owner)
    .fetch_one(pool)
    .await)?)
}

/// A file of this channel.
pub async fn find(store: &Store, channel: ChannelId, id: AttachmentId) -> Result<Option<Found>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT a.id, a.name, a.media_type, a.size, a.width, a.height, a.has_thumbnail, a.owner_id, m.seq
         FROM attachments a
         LEFT JOIN messages m ON m.temp_id = a.temp_id AND m.sender_id = a.owner_id AND m.channel_id = a.channel_id
         WHERE a.id = $1 AND a.channel_id = $2"
    )
    .bind(id)
    .bind(channel)
    .fetch_optional(pool)
    .await)?)
}

/// The file of this id: what it is, and its bytes.
pub async fn open(store: &Store, id: AttachmentId) -> Result<Option<(Attachment, Vec<u8>)>> {
    let found: Option<Attachment> =
        on!(&store.db, |pool| sqlx::query_as(concat!("SELECT ", columns!(), " FROM attachments WHERE id = $1"))
            .bind(id)
            .fetch_optional(pool)
            .await)?;
    let Some(attachment) = found else { return Ok(None) };
    let bytes = store.files.read(id, Part::Whole).await?;
    Ok(bytes.map(|bytes| (attachment, bytes)))
}

/// The small picture of a file.
pub async fn open_thumbnail(store: &Store, id: AttachmentId) -> Result<Option<Vec<u8>>> {
    store.files.read(id, Part::Thumbnail).await
}
