//! The `mentorhub` program: one binary with the chat hub, the API and the web pages.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::main()
}
