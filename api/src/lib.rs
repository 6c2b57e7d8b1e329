//! The HTTP calls of the main app. An area is one file: its request, its answer, its handlers. All routes are in
//! [`routes`], all SQL is in `store`.

mod accounts;
mod auth;
mod browser_name;
mod client;
mod content;
mod devices;
mod for_pages;
mod help_desk;
mod languages;
pub mod mail;
mod outbox_page;
mod page_errors;
mod profile;
pub mod push;
mod rates;
mod refresh_cookie;
mod routes;
mod sessions;
mod settings;
pub mod social;
mod system;

pub use client::Network;
pub use help_desk::HelpDesk;
pub use page_errors::{ErrorReceiver, PageError, PageFrame};
pub use routes::{configure, openapi};
pub use settings::{Settings, SignInLimits};
