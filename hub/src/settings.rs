//! Configuration of the hub.

use std::sync::Arc;

use ::assistant::Content;

use crate::calls::CallSettings;
use crate::limits::Limits;

/// The configuration of one installation's hub.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Limits of connections and messages.
    pub limits: Limits,
    /// The external decoders of photos and documents.
    pub tools: media::Tools,
    /// Requests to other servers.
    pub egress: EgressSettings,
    /// Video calls.
    pub calls: CallSettings,
    /// The texts of the assistant, whose phrases and helplines of a crisis are used also without it; None for those of this program.
    pub texts: Option<Arc<Content>>,
}

/// How the hub reaches other servers.
#[derive(Clone, Debug, Default)]
pub struct EgressSettings {
    /// How web pages are fetched for link previews.
    pub pages: egress::Options,
    /// The GIF provider; None turns GIFs off.
    pub gifs: Option<egress::gifs::Settings>,
}

impl From<Limits> for Settings {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}
