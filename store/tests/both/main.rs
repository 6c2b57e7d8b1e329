//! Tests of the store on both databases: each `both!` body runs on SQLite in a temporary file and on PostgreSQL in a
//! database of its own (`MENTORHUB_TEST_POSTGRES`). `scripts/with-services` starts the services.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod acts;
mod after_commit;
mod answer_exports;
mod assistant;
mod atomicity;
mod attachments;
mod backup;
mod bucket;
mod bus;
mod calendar;
mod calls;
mod cases;
mod changes;
mod channels;
mod chat_ratings;
mod codes;
mod contact;
mod content;
mod crisis;
mod deletion;
mod erase;
mod idempotency;
mod integrity_check;
mod layers;
mod learning;
mod login_sessions;
mod matching;
mod meetings;
mod members;
mod mentorship;
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
mod rooms;
mod safety;
mod schema;
mod search;
mod separation;
mod staff;
mod test_store;
mod texts;
mod tokens;
mod unread;
mod upgrades;
mod vetting_warnings;

use test_store::TestStore as TestApp;
