//! The API as browsers meet it: a real server on a free port, and people with browsers of their own. Each body below
//! runs on SQLite with the in-process bus, and on PostgreSQL with Redis when `MENTORHUB_TEST_POSTGRES` and
//! `MENTORHUB_TEST_REDIS` name servers. `scripts/with-services` starts them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod browser;
mod change_password;
mod content;
mod devices;
mod edit_profile;
mod guards;
mod help_desk;
mod limits;
mod mailbox;
mod mails;
mod new_password;
mod outbox_page;
mod profile;
mod provider;
mod push_service;
mod refresh;
mod sessions;
mod sign_in;
mod sign_out;
mod sign_up;
mod social;
mod system;
mod world;
