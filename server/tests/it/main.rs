//! The program as its operator meets it: the real binary, started, asked, stopped and killed.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod backup;
mod broken_disks;
mod commands;
mod configuration;
mod content;
mod demo;
mod deploy;
mod ending;
mod errors;
mod import;
mod logs;
mod measured;
mod moving;
mod nul;
mod openapi;
mod pages;
mod program;
mod proxy;
mod talk;
mod traces;
mod uploads;
