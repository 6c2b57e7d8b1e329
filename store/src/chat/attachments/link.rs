//! Signed links to files, valid for ten minutes.

use super::Attachment;
use crate::{AttachmentId, Store, signed_url};

/// Returns the link to a file.
pub fn link(store: &Store, id: AttachmentId) -> String {
    signed_url::link(store, &path(id, false))
}

/// Returns the link to the thumbnail of a file, if it has one.
pub fn thumbnail_link(store: &Store, attachment: &Attachment) -> Option<String> {
    attachment.has_thumbnail.then(|| signed_url::link(store, &path(attachment.id, true)))
}

/// Whether [`link`] or [`thumbnail_link`] made this link and it is still valid.
pub fn verify_link(store: &Store, id: AttachmentId, is_thumbnail: bool, expires: i64, signature: &str) -> bool {
    signed_url::verify(store, &path(id, is_thumbnail), expires, signature)
}

/// Returns the link to a file for staff who gave a reason; it also serves files of deleted messages.
pub fn staff_link(store: &Store, id: AttachmentId) -> String {
    signed_url::link_for(store, &path(id, false), STAFF)
}

/// Returns the link to the thumbnail of a file for staff, if it has one.
pub fn staff_thumbnail_link(store: &Store, attachment: &Attachment) -> Option<String> {
    attachment.has_thumbnail.then(|| signed_url::link_for(store, &path(attachment.id, true), STAFF))
}

/// Whether [`staff_link`] or [`staff_thumbnail_link`] made this link and it is still valid.
pub fn verify_staff_link(store: &Store, id: AttachmentId, is_thumbnail: bool, expires: i64, signature: &str) -> bool {
    signed_url::verify_for(store, &path(id, is_thumbnail), STAFF, expires, signature)
}

/// Signed together with the path. Paths end with a slash, so no other path and audience give the same bytes.
const STAFF: &str = "staff";

fn path(id: AttachmentId, is_thumbnail: bool) -> String {
    format!("/api/v2/chat/files/{id}/{}", if is_thumbnail { "thumbnail/" } else { "" })
}
