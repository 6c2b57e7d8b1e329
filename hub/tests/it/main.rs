//! The hub as its clients meet it: a real server on a free port, real sockets, real people. Each body below runs on
//! SQLite with the in-process bus, and on PostgreSQL with Redis when `MENTORHUB_TEST_POSTGRES` and
//! `MENTORHUB_TEST_REDIS` name servers. `scripts/with-services` starts them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod absent;
mod assistant;
mod assistant_failures;
mod attachments;
mod call_people;
mod calling;
mod changing;
mod cluster;
mod conference;
mod frames;
mod gifs;
mod joining;
mod leaving;
mod limits;
mod maintenance;
mod meetings;
mod membership;
mod node;
mod paging;
mod previews;
mod prosody;
mod quiet;
mod ratings;
mod redis_away;
mod rest;
mod rubbish;
mod safety;
mod search;
mod seen;
mod signalling;
mod signing_in;
mod signing_out;
mod slow;
mod socket;
mod strangers;
mod talking;
mod typing;
mod unread;
mod uploads;
mod world;
