//! Tests of the API over HTTP, with a server on a free port and a cookie jar per browser. Each test runs on SQLite with the in-process bus, and on PostgreSQL with Redis when `MENTORHUB_TEST_POSTGRES` and
//! `MENTORHUB_TEST_REDIS` name servers. `scripts/with-services` starts them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod answer_limits;
mod browser;
mod calendar;
mod calendar_feed;
mod calendar_reminders;
mod change_password;
mod conditions;
mod content;
mod credentials;
mod curated_sessions;
mod dev_mailbox;
mod devices;
mod edit_profile;
mod feed;
mod free_times;
mod guards;
mod guesses;
mod help_desk;
mod hostile_answers;
mod hostile_files;
mod learning;
mod learning_sequences;
mod limits;
mod login_sessions;
mod mailbox;
mod mails;
mod maintenance;
mod matching;
mod mentorship;
mod mentorship_changes;
mod mentorship_histories;
mod mentorship_sessions;
mod profile;
mod provider;
mod push_service;
mod quiet_hours;
mod refresh;
mod reset_password;
mod second_factor;
mod sequences;
mod sign_in;
mod sign_out;
mod sign_up;
mod sign_up_draft;
mod social;
mod staff;
mod survey_openings;
mod survey_reopening;
mod survey_sequences;
mod surveys;
mod test_app;
mod unread_mails;

use test_app::TestApp;
