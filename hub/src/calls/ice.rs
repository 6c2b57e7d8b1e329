//! ICE servers of peer-to-peer calls: STUN servers, and TURN relays for peers that cannot connect directly.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use serde::Serialize;
use sha1::Sha1;
use store::PersonId;
use utoipa::ToSchema;

/// The ICE servers of this installation.
#[derive(Clone, Default)]
pub struct Ice {
    /// `stun:…`, `turn:…` and `turns:…`.
    pub urls: Vec<String>,
    /// The secret shared with the TURN relays. It signs credentials for one person and one call.
    pub turn_secret: Option<String>,
}

impl std::fmt::Debug for Ice {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:?}", self.urls)
    }
}

/// An ICE server in the form that browsers expect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IceServer {
    pub(crate) urls: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) credential: Option<String>,
}

impl Ice {
    /// Returns the servers for a person's browser. The TURN credentials expire at `until`, as TURN servers with a shared
    /// secret check it.
    pub(crate) fn servers(&self, person: PersonId, until: DateTime<Utc>) -> Vec<IceServer> {
        let (turn, stun): (Vec<_>, Vec<_>) = self.urls.iter().cloned().partition(|url| url.starts_with("turn"));
        let mut servers = Vec::new();
        if !stun.is_empty() {
            servers.push(IceServer { urls: stun, username: None, credential: None });
        }
        if !turn.is_empty() {
            let username = self.turn_secret.as_ref().map(|_| format!("{}:{person}", until.timestamp()));
            let credential =
                self.turn_secret.as_deref().zip(username.as_deref()).map(|(secret, name)| sign(secret, name));
            servers.push(IceServer { urls: turn, username, credential });
        }
        servers
    }
}

fn sign(secret: &str, name: &str) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut signer = Hmac::<Sha1>::new_from_slice(secret.as_bytes()).expect("any key length is valid");
    signer.update(name.as_bytes());
    BASE64_STANDARD.encode(signer.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn turn_gets_expiring_credentials_and_stun_none() {
        let ice = Ice {
            urls: vec!["stun:stun.example.org".into(), "turn:relay.example.org?transport=udp".into()],
            turn_secret: Some("north".into()),
        };
        let until = "2027-01-01T00:00:00Z".parse().unwrap();
        let servers = ice.servers(Uuid::from_u128(7).into(), until);
        assert_eq!(servers[0].urls, ["stun:stun.example.org"]);
        assert_eq!(servers[0].username, None);
        let name = servers[1].username.as_deref().unwrap();
        assert_eq!(name, "1798761600:00000000-0000-0000-0000-000000000007");
        // printf %s "$name" | openssl dgst -sha1 -hmac north -binary | base64
        assert_eq!(servers[1].credential.as_deref(), Some("ZJy5732wGuocpOi7tvnXBMNRZ2E="));
    }

    #[test]
    fn turn_without_secret_gets_no_credentials() {
        let ice = Ice { urls: vec!["turns:relay.example.org".into()], turn_secret: None };
        let servers = ice.servers(Uuid::nil().into(), DateTime::<Utc>::MIN_UTC);
        assert_eq!((servers.len(), &servers[0].credential), (1, &None));
        assert!(Ice::default().servers(Uuid::nil().into(), DateTime::<Utc>::MIN_UTC).is_empty());
    }
}
