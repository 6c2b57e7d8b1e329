//! The server of Mentor Hub: the composition root that joins the chat hub, the API and the web pages into one
//! [`Application`], and the command line of the `mentorhub` program. Test harnesses of other crates build their servers
//! with [`Application::builder`], so that tests and production run the same middleware and routes.

mod application;
mod checks;
pub mod cli;
mod commands;
mod config;
mod demo;
mod error_reporting;
mod http;
mod logging;
mod open_files;
mod output;
mod private_files;
mod span_export;

pub use application::{Application, ApplicationBuilder, RunningApplication};
pub use cli::Part;
pub use config::{Config, Layers};
