//! The HTTP API that needs no live connection. Every area is a module that exports its routes and their description:
//! route → handler → function of `store`.

mod accounts;
mod announcements;
mod auth;
mod calendar;
mod chat;
pub mod checks;
mod consents;
mod content;
mod credentials;
mod decoding;
mod feed;
mod installation;
mod jobs;
mod learning;
mod list_export;
pub mod mail;
mod matching;
mod meetings;
mod mentorship;
mod notifications;
mod questions;
mod request_id;
mod routes;
mod safeguarding;
mod settings;
mod staff;
mod surveys;
mod validation;
pub mod webhooks;

pub use auth::social;
pub use installation::{ClientError, ErrorReceiver, HelpDesk, StackFrame};
pub use jobs::jobs;
pub use notifications::push;
pub use routes::{configure, openapi, routes};
pub use settings::{Settings, SignInLimits};
