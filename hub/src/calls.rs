//! Video calls between the members of a channel: authorisation, signalling, recordings.

pub(crate) mod authorize;
mod call_reaper;
mod conference_token;
mod event_handler;
pub(crate) mod ice;
mod jitsi;
mod peers;
mod recording_parts;
mod ringing;
mod service;
mod settings;
mod transcriber;
mod transcription_worker;
mod view;
pub(crate) mod webhook;

pub use ice::Ice;
pub use jitsi::Jitsi;
pub(crate) use service::CallService;
pub use settings::CallSettings;
pub use transcriber::TranscriptionSettings;
