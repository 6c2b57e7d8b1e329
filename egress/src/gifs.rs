//! GIF search. Browsers never contact the provider: results and pictures pass through this server, so that the provider
//! learns nothing about the people. One file per provider.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use url::Url;

use crate::fetcher::{Fetcher, Options, OverflowPolicy, Refused, Wanted};
use crate::media_cache::MediaCache;
use crate::single_flight::SingleFlight;

mod giphy;
mod klipy;

pub use giphy::Giphy;
pub use klipy::Klipy;

/// Results per page.
pub const PAGE_SIZE: u32 = 10;

/// Maximum number of pages per search.
pub const MAX_PAGES: u32 = 50;

/// Maximum length of a query in characters.
const QUERY_CHARS: usize = 50;

/// How long a cached search result is used.
const CACHE_LIFETIME: Duration = Duration::from_secs(3600);

/// Maximum number of cached searches.
const MAX_CACHED_SEARCHES: usize = 1000;

/// Maximum size of an API answer.
const MAX_ANSWER_BYTES: usize = 2 * 1024 * 1024;

/// Maximum size of a picture.
const MAX_MEDIA_BYTES: usize = 8 * 1024 * 1024;

/// Configuration of GIF search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The GIF provider.
    pub provider: Provider,
    /// Folder of the picture cache.
    pub cache: PathBuf,
    /// Maximum size of the picture cache.
    pub cache_bytes: u64,
}

/// A provider with its API key.
#[derive(Clone)]
pub enum Provider {
    /// GIPHY.
    Giphy(Giphy),
    /// KLIPY.
    Klipy(Klipy),
}

/// The key must not appear in logs.
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

/// The provider-specific part of GIF search.
trait Source {
    /// Display name for the attribution.
    fn name(&self) -> &'static str;
    /// Base URL of the API.
    fn api(&self) -> &Url;
    /// Whether the operator configured that base URL.
    fn is_elsewhere(&self) -> bool;
    /// Hosts of the provider's pictures, including subdomains.
    fn media_hosts(&self) -> &'static [&'static str];
    /// Returns the request for a page, counted from 1; an empty query returns popular GIFs.
    fn request(&self, query: &str, page: u32) -> Url;
    /// Parses the API answer.
    fn read(&self, answer: &[u8], page: u32) -> Option<Results>;
}

/// A GIF as a search result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gif {
    /// The provider's id.
    pub id: String,
    /// Alternative text.
    pub name: String,
    /// The picture that is sent.
    pub media: Url,
    /// Small animated preview.
    pub preview: Url,
    /// Small still preview.
    pub still: Url,
    /// Width of the sent picture in pixels.
    pub width: u32,
    /// Height of the sent picture in pixels.
    pub height: u32,
}

/// A page of search results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// At most [`PAGE_SIZE`].
    pub gifs: Vec<Gif>,
    /// Whether another page follows.
    pub has_next_page: bool,
}

/// A picture as it is served.
#[derive(Clone, Debug)]
pub struct Media {
    /// Detected from the content.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Arc<Vec<u8>>,
}

type Search = (String, u32);

/// Searches GIFs and fetches their pictures, with caches.
#[derive(Debug)]
pub struct Gifs {
    provider: Provider,
    fetcher: Fetcher,
    searches: SingleFlight<Search, Result<Arc<Results>, Refused>>,
    cached_searches: Mutex<HashMap<Search, (Instant, Arc<Results>)>>,
    media: SingleFlight<Url, Result<Media, Refused>>,
    cache: MediaCache,
}

impl Gifs {
    /// Creates the service.
    pub fn new(settings: Settings) -> Self {
        let source = settings.provider.source();
        let trusted = source.is_elsewhere().then(|| source.api().origin());
        Self {
            fetcher: Fetcher::new(Options { trusted, ..Options::default() }),
            provider: settings.provider,
            searches: SingleFlight::default(),
            cached_searches: Mutex::default(),
            media: SingleFlight::default(),
            cache: MediaCache::new(settings.cache, settings.cache_bytes),
        }
    }

    /// Returns the provider's display name for the attribution.
    pub fn provider(&self) -> &'static str {
        self.provider.source().name()
    }

    /// Returns a page of results; popular GIFs for an empty query.
    pub async fn search(&self, query: &str, page: u32) -> Result<Arc<Results>, Refused> {
        let query: String = query.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(QUERY_CHARS).collect();
        let search = (query.to_lowercase(), page.clamp(1, MAX_PAGES));
        let known = self.cached_search(&search);
        if let Some((at, results)) = &known
            && at.elapsed() < CACHE_LIFETIME
        {
            return Ok(results.clone());
        }
        let asked = self.searches.share(search.clone(), self.ask(search)).await;
        // An outdated result is better than an error.
        asked.or_else(|refused| known.map(|(_, results)| results).ok_or(refused))
    }

    async fn ask(&self, search: Search) -> Result<Arc<Results>, Refused> {
        let source = self.provider.source();
        let host = source.api().host_str().unwrap_or_default();
        let wanted = Wanted {
            kinds: &["application/json"],
            most_bytes: MAX_ANSWER_BYTES,
            excess: OverflowPolicy::Refuse,
            hosts: Some(&[host]),
        };
        let answer = self.fetcher.get(&source.request(&search.0, search.1), &wanted).await;
        let results = answer.and_then(|answer| source.read(&answer.bytes, search.1).ok_or(Refused::Kind));
        match results {
            Ok(mut results) => {
                results.gifs.retain(|gif| [&gif.media, &gif.preview, &gif.still].iter().all(|url| self.is_ours(url)));
                results.has_next_page &= search.1 < MAX_PAGES;
                let results = Arc::new(results);
                self.cache_search(search, results.clone());
                Ok(results)
            }
            Err(refused) => {
                tracing::warn!(provider = source.name(), %refused, "a search for moving pictures failed");
                Err(refused)
            }
        }
    }

    /// Returns the picture at an address from a search result.
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
            most_bytes: MAX_MEDIA_BYTES,
            excess: OverflowPolicy::Refuse,
            hosts: Some(&hosts),
        };
        let media = media(self.fetcher.get(url, &wanted).await?.bytes)?;
        self.cache.write(url, media.bytes.clone()).await;
        Ok(media)
    }

    /// Returns whether an address is on one of the provider's picture hosts.
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

    fn cached_search(&self, search: &Search) -> Option<(Instant, Arc<Results>)> {
        self.cached_searches.lock().unwrap_or_else(PoisonError::into_inner).get(search).cloned()
    }

    fn cache_search(&self, search: Search, results: Arc<Results>) {
        let mut cached_searches = self.cached_searches.lock().unwrap_or_else(PoisonError::into_inner);
        if cached_searches.len() >= MAX_CACHED_SEARCHES
            && let Some(oldest) =
                cached_searches.iter().min_by_key(|(_, (at, _))| *at).map(|(search, _)| search.clone())
        {
            cached_searches.remove(&oldest);
        }
        cached_searches.insert(search, (Instant::now(), results));
    }
}

/// The media type is detected from the content, never taken from a header.
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

/// Parses a picture address and removes tracking parameters.
fn address(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok()?;
    url.set_query(None);
    url.set_fragment(None);
    Some(url)
}

/// Returns the title as plain text, or a generic name.
fn name(title: &str) -> String {
    let name = crate::text::clean(title, 80);
    if name.is_empty() { "GIF".to_owned() } else { name }
}
