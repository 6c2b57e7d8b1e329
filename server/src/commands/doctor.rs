//! `mentorhub doctor`: checks the configuration and the connections to other services.

use std::process::ExitCode;

use api::checks::{Check, State};

use crate::checks::{self, Depth};
use crate::config::Config;
use crate::output::print;

/// Prints one line per check and fails if the server could not run.
pub(crate) async fn run(config: &Config) -> ExitCode {
    let checks = checks::run(config, Depth::Full).await;
    checks.iter().for_each(line);
    let count = |state| checks.iter().filter(|check| check.state == state).count();
    match (count(State::Error), count(State::Warning)) {
        (0, 0) => print("Everything is in order."),
        (0, warnings) => print(format_args!("The server can run. Warnings: {warnings}.")),
        (errors, _) => print(format_args!("The server cannot run. Errors: {errors}.")),
    }
    if count(State::Error) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn line(Check { subject, state, detail, reason }: &Check) {
    let mark = match state {
        State::Error => "✗",
        State::Warning => "!",
        State::Good => "✓",
        State::Note => "·",
    };
    let what = subject.title();
    match reason {
        Some(reason) => print(format_args!("{mark} {what:<15} {detail}: {reason}")),
        None => print(format_args!("{mark} {what:<15} {detail}")),
    }
}
