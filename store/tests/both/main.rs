//! Every service of the store on both databases: each body below runs on SQLite in a temporary file, and on PostgreSQL
//! in a database of its own when `MENTORHUB_TEST_POSTGRES` names a server. `scripts/with-services` starts one.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod assistant;
mod attachments;
mod backup;
mod bucket;
mod bus;
mod calls;
mod changes;
mod channels;
mod chat_ratings;
mod content;
mod damage;
mod erase;
mod idempotency;
mod meetings;
mod members;
mod messages;
mod opening;
mod outbox;
mod pages;
mod people;
mod previews;
mod programmes;
mod push;
mod reads;
mod redis;
mod redis_cluster;
mod safety;
mod search;
mod sessions;
mod texts;
mod tokens;
mod unread;
mod world;
