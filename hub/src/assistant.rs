//! The assistant in chat.

mod answering;
mod knowledge;
mod service;
mod settings;
mod worker;

pub(crate) use service::AssistantService;
pub use settings::AssistantSettings;
