//! Configuration of calls.

use std::time::Duration;

use url::Origin;

use super::ice::Ice;
use super::jitsi::Jitsi;
use super::transcriber::TranscriptionSettings;

/// How calls work in one installation.
#[derive(Clone)]
pub struct CallSettings {
    /// The conference server; without one, calls are peer to peer.
    pub jitsi: Option<Jitsi>,
    /// The secret that signs the conference server's webhooks; without one, webhooks are refused.
    pub webhook_secret: Option<String>,
    /// The model that writes meeting notes; without one, only the conference server provides them.
    pub notes: Option<TranscriptionSettings>,
    /// The origin of recordings, if it is inside the operator's network.
    pub recordings_origin: Option<Origin>,
    /// Days until notes are deleted; None keeps them.
    pub notes_retention_days: Option<i64>,
    /// The ICE servers of peer-to-peer calls.
    pub ice: Ice,
    /// How often a node renews its peers and sweeps calls.
    pub sweep_interval: Duration,
}

impl Default for CallSettings {
    fn default() -> Self {
        Self {
            jitsi: None,
            webhook_secret: None,
            notes: None,
            recordings_origin: None,
            notes_retention_days: Some(90),
            ice: Ice::default(),
            sweep_interval: Duration::from_secs(5),
        }
    }
}

impl std::fmt::Debug for CallSettings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without the secrets.
        let settings = (&self.jitsi, &self.notes, &self.ice);
        write!(out, "{settings:?}")
    }
}
