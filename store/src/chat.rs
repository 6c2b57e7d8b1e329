//! Chat: channels and their members, messages with attachments and previews, read positions, presence, search.

pub(crate) mod assistant_label;
pub mod attachments;
pub mod bots;
pub mod channels;
pub mod chat_access;
pub mod chat_ratings;
pub mod messages;
pub mod pins;
pub mod presence;
pub mod previews;
pub mod reads;
pub mod saved;
pub mod search;
