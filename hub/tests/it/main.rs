//! Integration tests of the hub over a real server and real sockets. Each test runs on
//! SQLite with the in-process bus, and on PostgreSQL with Redis when `MENTORHUB_TEST_POSTGRES` and
//! `MENTORHUB_TEST_REDIS` name servers. `scripts/with-services` starts them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod announcements;
mod assistant;
mod assistant_failures;
mod attachments;
mod authors;
mod blackout;
mod call_ends;
mod call_helpers;
mod calls;
mod changes;
mod channel_list;
mod chat_access;
mod cluster;
mod conference;
mod crisis;
mod deletion;
mod detection;
mod draining;
mod floods;
mod foreign_server;
mod frames;
mod gifs;
mod joining;
mod layers;
mod limits;
mod maintenance;
mod malformed_frames;
mod meetings;
mod membership;
mod node;
mod offline_notifications;
mod paging;
mod pins;
mod previews;
mod prosody;
mod ratings;
mod read_positions;
mod redis_outages;
mod safety;
mod saved;
mod search;
mod sending;
mod signalling;
mod signing_in;
mod signing_out;
mod slow_readers;
mod slow_senders;
mod socket;
mod team;
mod test_app;
mod transcription;
mod typing;
mod unread;
mod uploads;
mod wait;

use test_app::TestApp;
