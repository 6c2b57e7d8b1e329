//! Moving pictures as this server names them. Such a name is signed and says everything itself, so nothing has to be
//! remembered between a search and a message, on whichever node.

use std::time::Instant;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use outside::gifs::{Gif, Gifs, Settings};
use serde::{Deserialize, Serialize};
use store::attachments::Attachment;
use store::seals::{self, Purpose};
use store::{PersonId, Store};
use url::Url;
use utoipa::ToSchema;
use web::Limiter;

/// What a client calls the kind of such an attachment.
pub(crate) const MEDIA_TYPE: &str = "gif";

const PATH: &str = "/api/v2/chat/gifs/media/";

/// Searches of one person in a minute: pages of the endless list count too.
const PER_MINUTE: u32 = 60;

/// The provider's pictures, and who may search how often.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(crate) gifs: Gifs,
    limiter: Limiter<PersonId>,
}

impl Shelf {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { gifs: Gifs::new(settings), limiter: Limiter::per_minute(PER_MINUTE) }
    }

    /// Takes one search from what a person may have, or says after how many seconds there is one.
    pub(crate) fn take(&self, person: PersonId) -> Result<(), u64> {
        self.limiter.take(person, Instant::now()).map_err(|wait| wait.as_secs() + 1)
    }
}

/// Which of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rendition {
    /// The one that is sent.
    Full,
    /// Small and moving.
    Preview,
    /// Small and standing still.
    Still,
}

impl Rendition {
    fn segment(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Preview => "preview",
            Self::Still => "still",
        }
    }
}

/// What a name says. The keys are short because it stands in addresses.
#[derive(Serialize, Deserialize)]
struct Named {
    n: String,
    m: String,
    p: String,
    s: String,
    w: u32,
    h: u32,
}

/// This server's name for a picture of a search.
pub(crate) fn token(gif: &Gif) -> String {
    let named = Named {
        n: gif.name.clone(),
        m: gif.media.to_string(),
        p: gif.preview.to_string(),
        s: gif.still.to_string(),
        w: gif.width,
        h: gif.height,
    };
    BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(&named).unwrap_or_default())
}

/// The address of a picture, good for as long as the provider has it.
pub(crate) fn link(store: &Store, token: &str, rendition: Rendition) -> String {
    let signature = seals::sign(store, Purpose::Gif, token);
    format!("{PATH}{token}/{}/?signature={signature}", rendition.segment())
}

/// Where the provider has it, if the name is one of ours.
pub(crate) fn source(store: &Store, token: &str, rendition: Rendition, signature: &str) -> Option<Url> {
    let named = read(store, token, signature)?;
    let url = match rendition {
        Rendition::Full => named.m,
        Rendition::Preview => named.p,
        Rendition::Still => named.s,
    };
    Url::parse(&url).ok()
}

/// The attachment that an address of [`link`] stands for.
pub(crate) fn attachment(store: &Store, url: &str) -> Option<Attachment> {
    let (token, rest) = url.strip_prefix(PATH)?.split_once('/')?;
    let signature = rest.strip_prefix(Rendition::Full.segment())?.strip_prefix("/?signature=")?;
    let named = read(store, token, signature)?;
    Some(Attachment {
        id: store.clock.id(),
        name: named.n,
        media_type: "image/gif".to_owned(),
        size: 0,
        width: Some(named.w.into()),
        height: Some(named.h.into()),
        has_thumbnail: true,
        gif: Some(token.to_owned()),
    })
}

fn read(store: &Store, token: &str, signature: &str) -> Option<Named> {
    if !seals::holds(store, Purpose::Gif, token, signature) {
        return None;
    }
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(token).ok()?).ok()
}
