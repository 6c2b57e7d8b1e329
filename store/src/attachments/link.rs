//! Addresses that open a file to whoever is given them, for ten minutes.

use super::Attachment;
use crate::{AttachmentId, Store, signed};

/// The address of a file.
pub fn link(store: &Store, id: AttachmentId) -> String {
    signed::link(store, &path(id, false))
}

/// The address of the small picture of a file, if there is one.
pub fn thumbnail_link(store: &Store, attachment: &Attachment) -> Option<String> {
    attachment.has_thumbnail.then(|| signed::link(store, &path(attachment.id, true)))
}

/// Whether an address was made by [`link`], or by [`thumbnail_link`], and still works.
pub fn link_holds(store: &Store, id: AttachmentId, is_thumbnail: bool, expires: i64, signature: &str) -> bool {
    signed::holds(store, &path(id, is_thumbnail), expires, signature)
}

fn path(id: AttachmentId, is_thumbnail: bool) -> String {
    format!("/api/v2/chat/files/{id}/{}", if is_thumbnail { "thumbnail/" } else { "" })
}
