//! KLIPY: <https://docs.klipy.com/gifs-api>.

use serde::Deserialize;
use url::Url;

use super::{Gif, PAGE_SIZE, Results, Source, address, name};

/// Base URL of the API.
const API: &str = "https://api.klipy.com/";

/// Customer id sent to the provider: the installation, never a person.
const CUSTOMER: &str = "mentorhub";

/// KLIPY with an API key.
#[derive(Clone)]
pub struct Klipy {
    api: Url,
    is_elsewhere: bool,
    key: String,
    rating: String,
}

impl Klipy {
    /// Creates the provider with a key and the highest rating to show (`g`). `api` replaces KLIPY's base URL.
    pub fn new(key: String, rating: String, api: Option<Url>) -> Option<Self> {
        Some(Self { is_elsewhere: api.is_some(), api: api.or_else(|| Url::parse(API).ok())?, key, rating })
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Page,
}

#[derive(Deserialize)]
struct Page {
    data: Vec<Item>,
    #[serde(default)]
    has_next: bool,
}

#[derive(Deserialize)]
struct Item {
    slug: String,
    #[serde(default)]
    title: String,
    /// Absent in advertisements.
    file: Option<Sizes>,
}

#[derive(Deserialize)]
struct Sizes {
    hd: Option<Formats>,
    md: Option<Formats>,
    sm: Option<Formats>,
}

#[derive(Deserialize)]
struct Formats {
    gif: Option<Rendition>,
    jpg: Option<Rendition>,
}

#[derive(Deserialize)]
struct Rendition {
    url: String,
    width: u32,
    height: u32,
}

impl Source for Klipy {
    fn name(&self) -> &'static str {
        "KLIPY"
    }

    fn api(&self) -> &Url {
        &self.api
    }

    fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    fn media_hosts(&self) -> &'static [&'static str] {
        &["klipy.com"]
    }

    fn request(&self, query: &str, page: u32) -> Url {
        let mut url = self.api.clone();
        let call = if query.is_empty() { "trending" } else { "search" };
        if let Ok(mut path) = url.path_segments_mut() {
            path.clear().extend(["api", "v1", &self.key, "gifs", call]);
        }
        let mut pairs = url.query_pairs_mut();
        pairs.append_pair("page", &page.to_string()).append_pair("per_page", &PAGE_SIZE.to_string());
        pairs.append_pair("rating", &self.rating).append_pair("customer_id", CUSTOMER);
        if !query.is_empty() {
            pairs.append_pair("q", query);
        }
        drop(pairs);
        url
    }

    fn read(&self, answer: &[u8], _page: u32) -> Option<Results> {
        let Answer { data } = serde_json::from_slice(answer).ok()?;
        let gifs = data.data.into_iter().take(PAGE_SIZE as usize).filter_map(gif).collect();
        Some(Results { gifs, has_next_page: data.has_next })
    }
}

fn gif(item: Item) -> Option<Gif> {
    let Sizes { hd, md, sm } = item.file?;
    let sm = sm?;
    let media = md.and_then(|formats| formats.gif).or_else(|| hd?.gif)?;
    Some(Gif {
        id: item.slug,
        name: name(&item.title),
        preview: address(&sm.gif?.url)?,
        still: address(&sm.jpg?.url)?,
        media: address(&media.url)?,
        width: media.width,
        height: media.height,
    })
    .filter(|gif| gif.width > 0 && gif.height > 0)
}
