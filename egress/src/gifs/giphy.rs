//! GIPHY: <https://developers.giphy.com/docs/api/endpoint>.

use serde::Deserialize;
use url::Url;

use super::{Gif, PAGE_SIZE, Results, Source, address, name};

/// Base URL of the API.
const API: &str = "https://api.giphy.com/";

/// GIPHY with an API key.
#[derive(Clone)]
pub struct Giphy {
    api: Url,
    is_elsewhere: bool,
    key: String,
    rating: String,
}

impl Giphy {
    /// Creates the provider with a key and the highest rating to show (`g`). `api` replaces GIPHY's base URL.
    pub fn new(key: String, rating: String, api: Option<Url>) -> Option<Self> {
        Some(Self { is_elsewhere: api.is_some(), api: api.or_else(|| Url::parse(API).ok())?, key, rating })
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Item>,
    pagination: Option<Pagination>,
}

#[derive(Deserialize)]
struct Item {
    id: String,
    #[serde(default)]
    title: String,
    images: Images,
}

#[derive(Deserialize)]
struct Images {
    downsized: Option<Rendition>,
    original: Option<Rendition>,
    fixed_width: Option<Rendition>,
    fixed_width_still: Option<Rendition>,
}

/// GIPHY writes numbers as strings.
#[derive(Deserialize)]
struct Rendition {
    #[serde(default)]
    url: String,
    width: Option<String>,
    height: Option<String>,
}

#[derive(Deserialize)]
struct Pagination {
    total_count: Option<u64>,
}

impl Source for Giphy {
    fn name(&self) -> &'static str {
        "GIPHY"
    }

    fn api(&self) -> &Url {
        &self.api
    }

    fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    fn media_hosts(&self) -> &'static [&'static str] {
        &["giphy.com"]
    }

    fn request(&self, query: &str, page: u32) -> Url {
        let mut url = self.api.clone();
        url.set_path(if query.is_empty() { "/v1/gifs/trending" } else { "/v1/gifs/search" });
        let mut pairs = url.query_pairs_mut();
        pairs.append_pair("api_key", &self.key).append_pair("rating", &self.rating);
        pairs.append_pair("limit", &PAGE_SIZE.to_string()).append_pair("offset", &((page - 1) * PAGE_SIZE).to_string());
        if !query.is_empty() {
            pairs.append_pair("q", query);
        }
        drop(pairs);
        url
    }

    fn read(&self, answer: &[u8], page: u32) -> Option<Results> {
        let answer: Answer = serde_json::from_slice(answer).ok()?;
        let count = answer.data.len();
        let has_next_page = match answer.pagination.and_then(|pagination| pagination.total_count) {
            Some(total) => u64::from(page * PAGE_SIZE) < total && count > 0,
            None => count >= PAGE_SIZE as usize,
        };
        let gifs = answer.data.into_iter().take(PAGE_SIZE as usize).filter_map(gif).collect();
        Some(Results { gifs, has_next_page })
    }
}

fn gif(item: Item) -> Option<Gif> {
    let Images { downsized, original, fixed_width, fixed_width_still } = item.images;
    let has_address = |rendition: &Rendition| !rendition.url.is_empty();
    let media = downsized.filter(has_address).or(original)?;
    let still = fixed_width_still.filter(has_address)?;
    let (width, height) = (media.width?.parse().ok()?, media.height?.parse().ok()?);
    Some(Gif {
        id: item.id,
        name: name(&item.title),
        preview: address(&fixed_width.filter(has_address)?.url)?,
        still: address(&still.url)?,
        media: address(&media.url)?,
        width,
        height,
    })
    .filter(|gif| gif.width > 0 && gif.height > 0)
}
