//! Previews of links: looked up once for everybody, kept for a day, and stored with the messages that show them.

use std::time::Instant;

use outside::{Fetcher, Flights, links, page};
use store::channels::{self, Kind};
use store::previews::{self, Preview};
use store::seals::{self, Purpose};
use store::{ChannelId, PersonId, PreviewPictureId, Store};
use tokio::sync::Semaphore;
use url::Url;
use web::Limiter;

use crate::Hub;

/// Links that one person may have looked up in a minute.
const PER_MINUTE: u32 = 20;

/// Pixels of the longer edge of a picture: four times what is shown.
const PICTURE_EDGE: u32 = 320;

const PICTURES_AT_ONCE: usize = 2;

/// The look-ups of this process.
#[derive(Debug)]
pub(crate) struct Previews {
    fetcher: Fetcher,
    /// None where the database did not answer.
    flights: Flights<Url, Option<Option<Preview>>>,
    limiter: Limiter<PersonId>,
    /// Decoding takes a core each.
    easels: Semaphore,
}

impl Previews {
    pub(crate) fn new(options: outside::Options) -> Self {
        Self {
            fetcher: Fetcher::new(options),
            flights: Flights::default(),
            limiter: Limiter::per_minute(PER_MINUTE),
            easels: Semaphore::new(PICTURES_AT_ONCE),
        }
    }

    /// What a page says about itself. `Ok(None)`: nothing worth showing, for whatever reason.
    pub(crate) async fn of(&self, store: &Store, url: &Url) -> web::Result<Option<Preview>> {
        if let Some(known) = previews::known(store, url.as_str()).await? {
            return Ok(known);
        }
        let found = self.flights.share(url.clone(), async {
            let preview = self.look(store, url).await;
            let learnt = previews::learn(store, url.as_str(), preview.as_ref()).await;
            learnt.inspect_err(|error| tracing::error!(%error, "a preview could not be kept")).ok()?;
            Some(preview)
        });
        found.await.ok_or_else(web::Error::unavailable)
    }

    async fn look(&self, store: &Store, url: &Url) -> Option<Preview> {
        let page = page::look(&self.fetcher, url).await.ok().flatten()?;
        let picture = match &page.image {
            Some(image) => self.picture(store, image).await,
            None => None,
        };
        Some(Preview { title: page.title, description: page.description, picture, url: url.to_string() })
    }

    /// The page's picture, small and written anew: nothing of the file that was found is left but its pixels.
    async fn picture(&self, store: &Store, url: &Url) -> Option<PreviewPictureId> {
        let bytes = page::picture(&self.fetcher, url).await.ok()?;
        let picture = {
            let _easel = self.easels.acquire().await.ok()?;
            tokio::task::spawn_blocking(move || media::picture(&bytes, PICTURE_EDGE)).await.ok()?.ok()?
        };
        let added = previews::add_picture(store, media::THUMBNAIL_TYPE, &picture.bytes).await;
        added.inspect_err(|error| tracing::error!(%error, "a preview's picture could not be kept")).ok()
    }

    /// Takes one look-up from what a person may have, or says after how many seconds there is one.
    pub(crate) fn take(&self, person: PersonId) -> Result<(), u64> {
        self.limiter.take(person, Instant::now()).map_err(|wait| wait.as_secs() + 1)
    }
}

/// The preview that a message shows: of its own first link, and as this server knows it, whatever the sender says.
pub(crate) async fn of_message(
    hub: &Hub,
    sender: PersonId,
    channel: ChannelId,
    body: &str,
    link: &str,
) -> store::Result<Option<Preview>> {
    let Some(first) = links::first(body) else { return Ok(None) };
    let Some(url) = links::normal(first.as_str()).filter(|url| links::normal(link).as_ref() == Some(url)) else {
        return Ok(None);
    };
    let membership = channels::membership(&hub.store, channel, sender).await?;
    if membership.is_none_or(|membership| membership.kind == Kind::Assistant) {
        return Ok(None);
    }
    let Some(Some(mut preview)) = previews::known(&hub.store, url.as_str()).await? else { return Ok(None) };
    if let Some(picture) = preview.picture
        && !previews::keep_picture(&hub.store, picture).await?
    {
        preview.picture = None;
    }
    // With the part of the page that the sender meant.
    preview.url = first.into();
    Ok(Some(preview))
}

/// The address of a preview's picture, for whoever is given it.
pub(crate) fn picture_link(store: &Store, id: PreviewPictureId) -> String {
    let signature = seals::sign(store, Purpose::PreviewPicture, &id.to_string());
    format!("/api/v2/chat/link-preview/picture/{id}/?signature={signature}")
}
