//! Animated GIFs. The token of a picture is signed and self-contained, so a search and a message may reach different nodes
//! and nothing is stored in between.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use egress::gifs::Gif;
use serde::{Deserialize, Serialize};
use store::Store;
use store::attachments::Attachment;
use store::hmac_token::{self, Purpose};
use url::Url;
use utoipa::ToSchema;

/// The type by which a client marks such an attachment.
pub(crate) const MEDIA_TYPE: &str = "gif";

const PATH: &str = "/api/v2/chat/gifs/media/";

/// A file of a GIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rendition {
    /// The picture of a message.
    Full,
    /// Small and animated.
    Preview,
    /// Small and still.
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

/// The content of a token. The keys are short because the token is part of addresses.
#[derive(Serialize, Deserialize)]
struct Token {
    n: String,
    m: String,
    p: String,
    s: String,
    w: u32,
    h: u32,
}

/// Returns the token of a search result.
pub(crate) fn token(gif: &Gif) -> String {
    let content = Token {
        n: gif.name.clone(),
        m: gif.media.to_string(),
        p: gif.preview.to_string(),
        s: gif.still.to_string(),
        w: gif.width,
        h: gif.height,
    };
    BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(&content).unwrap_or_default())
}

/// Returns the signed address of a picture; valid for as long as the provider serves it.
pub(crate) fn link(store: &Store, token: &str, rendition: Rendition) -> String {
    let signature = hmac_token::sign(store, Purpose::Gif, token);
    format!("{PATH}{token}/{}/?signature={signature}", rendition.segment())
}

/// Returns the address at the provider, if the signature is valid.
pub(crate) fn source(store: &Store, token: &str, rendition: Rendition, signature: &str) -> Option<Url> {
    let content = read(store, token, signature)?;
    let url = match rendition {
        Rendition::Full => content.m,
        Rendition::Preview => content.p,
        Rendition::Still => content.s,
    };
    Url::parse(&url).ok()
}

/// Returns the attachment of an address made by [`link`].
pub(crate) fn attachment(store: &Store, url: &str) -> Option<Attachment> {
    let (token, rest) = url.strip_prefix(PATH)?.split_once('/')?;
    let signature = rest.strip_prefix(Rendition::Full.segment())?.strip_prefix("/?signature=")?;
    let content = read(store, token, signature)?;
    Some(Attachment {
        id: store.clock.id(),
        name: content.n,
        media_type: "image/gif".to_owned(),
        size: 0,
        width: Some(content.w.into()),
        height: Some(content.h.into()),
        has_thumbnail: true,
        gif: Some(token.to_owned()),
    })
}

fn read(store: &Store, token: &str, signature: &str) -> Option<Token> {
    if !hmac_token::verify(store, Purpose::Gif, token, signature) {
        return None;
    }
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(token).ok()?).ok()
}
