//! The real binary: commands, start, requests, shutdown.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod attacks;
mod backup;
mod broken_disks;
mod commands;
mod configuration;
mod content;
mod copying;
mod demo;
mod demo_cohort;
mod deploy;
mod ending;
mod erasure;
mod error_reporting;
mod haproxy;
mod import;
mod logs;
mod matching;
mod measured;
mod moving;
mod nul;
mod openapi;
mod pages;
mod private_files;
mod program;
mod proxy;
mod route_policies;
mod sign_in_load;
mod statements;
mod talk;
mod traces;
mod uploads;
