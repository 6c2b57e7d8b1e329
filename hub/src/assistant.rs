//! The assistant in chat.

mod answering;
mod knowledge;
mod service;
mod settings;
pub(crate) mod worker;

pub(crate) use service::AssistantService;
pub use settings::AssistantSettings;
