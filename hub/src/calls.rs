//! Video calls between the members of a channel: authorisation, signalling, recordings.

pub(crate) mod authorize;
pub(crate) mod call_reaper;
pub(crate) mod conference_token;
pub(crate) mod event_handler;
pub(crate) mod ice;
mod jitsi;
mod moderation;
mod peers;
mod recording_parts;
mod ringing;
mod service;
mod settings;
mod transcriber;
pub(crate) mod transcription_worker;
pub(crate) mod view;
pub(crate) mod webhook;

pub use ice::Ice;
pub use jitsi::Jitsi;
pub(crate) use service::CallService;
pub use settings::CallSettings;
pub use transcriber::TranscriptionSettings;
