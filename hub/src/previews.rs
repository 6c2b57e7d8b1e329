//! Link previews: fetched once for all people, cached for a day, and stored with the messages that show them.

use egress::{Fetcher, SingleFlight, links, page};
use store::channels::{self, Kind};
use store::hmac_token::{self, Purpose};
use store::previews::{self, Preview};
use store::{ChannelId, PersonId, PreviewPictureId, Store};
use tokio::sync::Semaphore;
use url::Url;

/// Pixels of the longer edge of a picture: four times the displayed size.
const PICTURE_EDGE: u32 = 320;

/// Pictures decoded at the same time: each takes a core.
const MAX_DECODERS: usize = 2;

/// Fetches and caches previews.
#[derive(Debug)]
pub(crate) struct PreviewService {
    fetcher: Fetcher,
    /// The outer None marks a database error.
    in_flight: SingleFlight<Url, Option<Option<Preview>>>,
    decoders: Semaphore,
}

impl PreviewService {
    pub(crate) fn new(options: egress::Options) -> Self {
        Self {
            fetcher: Fetcher::new(options),
            in_flight: SingleFlight::default(),
            decoders: Semaphore::new(MAX_DECODERS),
        }
    }

    /// Returns the preview of a page; None if the page has none or cannot be fetched.
    pub(crate) async fn preview_of(&self, store: &Store, url: &Url) -> web::Result<Option<Preview>> {
        if let Some(known) = previews::cached(store, url.as_str()).await? {
            return Ok(known);
        }
        let found = self.in_flight.share(url.clone(), async {
            let preview = self.fetch(store, url).await;
            let cached = previews::cache(store, url.as_str(), preview.as_ref()).await;
            cached.inspect_err(|error| tracing::error!(%error, "cannot store a preview")).ok()?;
            Some(preview)
        });
        found.await.ok_or_else(web::Error::unavailable)
    }

    async fn fetch(&self, store: &Store, url: &Url) -> Option<Preview> {
        let page = page::look(&self.fetcher, url).await.ok().flatten()?;
        let picture = match &page.image {
            Some(image) => self.picture(store, image).await,
            None => None,
        };
        Some(Preview { title: page.title, description: page.description, picture, url: url.to_string() })
    }

    /// Returns the picture of a page, scaled down and encoded again: only the pixels of the original file remain.
    async fn picture(&self, store: &Store, url: &Url) -> Option<PreviewPictureId> {
        let bytes = page::picture(&self.fetcher, url).await.ok()?;
        let picture = {
            let _permit = self.decoders.acquire().await.ok()?;
            tokio::task::spawn_blocking(move || media::picture(&bytes, PICTURE_EDGE)).await.ok()?.ok()?
        };
        let added = previews::add_picture(store, media::THUMBNAIL_TYPE, &picture.bytes).await;
        added.inspect_err(|error| tracing::error!(%error, "cannot store the picture of a preview")).ok()
    }
}

/// Returns the preview of a message: that of its first link, from the cache of this server. The sender decides only whether
/// the message shows one.
pub(crate) async fn of_message(
    store: &Store,
    sender: PersonId,
    channel: ChannelId,
    body: &str,
    link: &str,
) -> store::Result<Option<Preview>> {
    let Some(first) = links::first(body) else { return Ok(None) };
    let Some(url) = links::normal(first.as_str()).filter(|url| links::normal(link).as_ref() == Some(url)) else {
        return Ok(None);
    };
    let membership = channels::membership(store, channel, sender).await?;
    if membership.is_none_or(|membership| membership.kind == Kind::Assistant) {
        return Ok(None);
    }
    let Some(Some(mut preview)) = previews::cached(store, url.as_str()).await? else { return Ok(None) };
    if let Some(picture) = preview.picture
        && !previews::retain_picture(store, picture).await?
    {
        preview.picture = None;
    }
    // With the fragment of the address.
    preview.url = first.into();
    Ok(Some(preview))
}

/// Returns the signed address of a preview's picture.
pub(crate) fn picture_link(store: &Store, id: PreviewPictureId) -> String {
    let signature = hmac_token::sign(store, Purpose::PreviewPicture, &id.to_string());
    format!("/api/v2/chat/link-preview/picture/{id}/?signature={signature}")
}
