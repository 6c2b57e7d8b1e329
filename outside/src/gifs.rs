//! Moving pictures from a provider. Browsers never talk to the provider: what they get to see comes through here, so that
//! it learns neither who searches nor who looks. One file per provider.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use url::Url;

use crate::fetcher::{Excess, Fetcher, Options, Refused, Wanted};
use crate::flights::Flights;
use crate::media_cache::MediaCache;

mod giphy;
mod klipy;

pub use giphy::Giphy;
pub use klipy::Klipy;

/// Results on a page.
pub const PAGE: u32 = 10;

/// Pages of one search.
pub const MOST_PAGES: u32 = 50;

/// Characters of a search.
const QUERY_CHARS: usize = 50;

/// How long the answer to a search is used again.
const FRESH: Duration = Duration::from_secs(3600);

/// Searches that are remembered.
const REMEMBERED: usize = 1000;

/// Bytes of an answer of the provider's API.
const MOST_ANSWER_BYTES: usize = 2 * 1024 * 1024;

/// Bytes of one picture.
const MOST_MEDIA_BYTES: usize = 8 * 1024 * 1024;

/// What an installation decides about them.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who has them.
    pub provider: Provider,
    /// The folder in which fetched pictures are kept for a while.
    pub cache: PathBuf,
    /// Bytes that may be kept there.
    pub cache_bytes: u64,
}

/// A provider with the key it gave.
#[derive(Clone)]
pub enum Provider {
    /// GIPHY.
    Giphy(Giphy),
    /// KLIPY.
    Klipy(Klipy),
}

/// The key stays out of every log.
impl std::fmt::Debug for Provider {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.source().name())
    }
}

impl Provider {
    fn source(&self) -> &dyn Source {
        match self {
            Self::Giphy(giphy) => giphy,
            Self::Klipy(klipy) => klipy,
        }
    }
}

/// What a provider's file has to say.
trait Source {
    /// As it wants to be named beside its pictures.
    fn name(&self) -> &'static str;
    /// Where its API is.
    fn api(&self) -> &Url;
    /// Whether the operator gave that address.
    fn is_elsewhere(&self) -> bool;
    /// The hosts of its pictures; their subdomains too.
    fn media_hosts(&self) -> &'static [&'static str];
    /// The call for a page, from 1; an empty query asks for what is popular.
    fn request(&self, query: &str, page: u32) -> Url;
    /// What the call was answered with.
    fn read(&self, answer: &[u8], page: u32) -> Option<Results>;
}

/// One moving picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gif {
    /// The provider's name for it.
    pub id: String,
    /// What it shows, for those who cannot see it.
    pub name: String,
    /// The picture that is sent.
    pub media: Url,
    /// A small one that moves.
    pub preview: Url,
    /// A small one that stands still.
    pub still: Url,
    /// Pixels of the picture that is sent.
    pub width: u32,
    /// Pixels of the picture that is sent.
    pub height: u32,
}

/// A page of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// At most [`PAGE`].
    pub gifs: Vec<Gif>,
    /// Whether there is another page.
    pub has_next_page: bool,
}

/// A picture as it is shown.
#[derive(Clone, Debug)]
pub struct Media {
    /// By its content.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Arc<Vec<u8>>,
}

type Search = (String, u32);

/// Finds moving pictures and gets them.
#[derive(Debug)]
pub struct Gifs {
    provider: Provider,
    fetcher: Fetcher,
    searches: Flights<Search, Result<Arc<Results>, Refused>>,
    remembered: Mutex<HashMap<Search, (Instant, Arc<Results>)>>,
    media: Flights<Url, Result<Media, Refused>>,
    cache: MediaCache,
}

impl Gifs {
    /// Ready to ask.
    pub fn new(settings: Settings) -> Self {
        let source = settings.provider.source();
        let trusted = source.is_elsewhere().then(|| source.api().origin());
        Self {
            fetcher: Fetcher::new(Options { trusted, ..Options::default() }),
            provider: settings.provider,
            searches: Flights::default(),
            remembered: Mutex::default(),
            media: Flights::default(),
            cache: MediaCache::below(settings.cache, settings.cache_bytes),
        }
    }

    /// The provider, as it wants to be named beside its pictures.
    pub fn provider(&self) -> &'static str {
        self.provider.source().name()
    }

    /// A page of what fits a query; of what is popular if it is empty.
    pub async fn search(&self, query: &str, page: u32) -> Result<Arc<Results>, Refused> {
        let query: String = query.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(QUERY_CHARS).collect();
        let search = (query.to_lowercase(), page.clamp(1, MOST_PAGES));
        let known = self.recall(&search);
        if let Some((at, results)) = &known
            && at.elapsed() < FRESH
        {
            return Ok(results.clone());
        }
        let asked = self.searches.share(search.clone(), self.ask(search)).await;
        // Yesterday's answer is better than none.
        asked.or_else(|refused| known.map(|(_, results)| results).ok_or(refused))
    }

    async fn ask(&self, search: Search) -> Result<Arc<Results>, Refused> {
        let source = self.provider.source();
        let host = source.api().host_str().unwrap_or_default();
        let wanted = Wanted {
            kinds: &["application/json"],
            most_bytes: MOST_ANSWER_BYTES,
            excess: Excess::Refuse,
            hosts: Some(&[host]),
        };
        let answer = self.fetcher.get(&source.request(&search.0, search.1), &wanted).await;
        let results = answer.and_then(|answer| source.read(&answer.bytes, search.1).ok_or(Refused::Kind));
        match results {
            Ok(mut results) => {
                results.gifs.retain(|gif| [&gif.media, &gif.preview, &gif.still].iter().all(|url| self.is_ours(url)));
                results.has_next_page &= search.1 < MOST_PAGES;
                let results = Arc::new(results);
                self.remember(search, results.clone());
                Ok(results)
            }
            Err(refused) => {
                tracing::warn!(provider = source.name(), %refused, "a search for moving pictures failed");
                Err(refused)
            }
        }
    }

    /// The picture at an address that a search gave.
    pub async fn media(&self, url: &Url) -> Result<Media, Refused> {
        if !self.is_ours(url) {
            return Err(Refused::Address);
        }
        self.media.share(url.clone(), self.get(url)).await
    }

    async fn get(&self, url: &Url) -> Result<Media, Refused> {
        if let Some(bytes) = self.cache.read(url).await {
            return media(bytes);
        }
        let mut hosts = self.provider.source().media_hosts().to_vec();
        hosts.extend(self.own_host());
        let wanted = Wanted {
            kinds: &["image/gif", "image/webp", "image/jpeg", "image/png"],
            most_bytes: MOST_MEDIA_BYTES,
            excess: Excess::Refuse,
            hosts: Some(&hosts),
        };
        let media = media(self.fetcher.get(url, &wanted).await?.bytes)?;
        self.cache.keep(url, media.bytes.clone()).await;
        Ok(media)
    }

    /// Whether an address is one of the provider's pictures.
    fn is_ours(&self, url: &Url) -> bool {
        let source = self.provider.source();
        let is_below = |host: &str, known: &str| {
            host.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let is_known =
            url.host_str().is_some_and(|host| source.media_hosts().iter().any(|known| is_below(host, known)));
        is_known && url.scheme() == "https" || source.is_elsewhere() && url.origin() == source.api().origin()
    }

    fn own_host(&self) -> Option<&str> {
        let source = self.provider.source();
        source.is_elsewhere().then(|| source.api().host_str()).flatten()
    }

    fn recall(&self, search: &Search) -> Option<(Instant, Arc<Results>)> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner).get(search).cloned()
    }

    fn remember(&self, search: Search, results: Arc<Results>) {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.len() >= REMEMBERED
            && let Some(oldest) = remembered.iter().min_by_key(|(_, (at, _))| *at).map(|(search, _)| search.clone())
        {
            remembered.remove(&oldest);
        }
        remembered.insert(search, (Instant::now(), results));
    }
}

/// A picture is what its content says.
fn media(bytes: Vec<u8>) -> Result<Media, Refused> {
    let media_type = match &bytes[..] {
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "image/png",
        _ => return Err(Refused::Kind),
    };
    Ok(Media { media_type, bytes: Arc::new(bytes) })
}

/// A picture's address in an answer, without what says who asked.
fn address(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok()?;
    url.set_query(None);
    url.set_fragment(None);
    Some(url)
}

/// A name that says something, in plain text.
fn name(title: &str) -> String {
    let name = crate::text::clean(title, 80);
    if name.is_empty() { "GIF".to_owned() } else { name }
}
