//! Fetches content from user-supplied addresses. Safety rules:
//!
//! - only http and https, on their default ports, without credentials in the address;
//! - every address that a name resolves to must be public. The check is part of the connector's resolver, so that the
//!   connection uses exactly the addresses that were checked;
//! - hosts that are IP literals bypass the resolver and are checked before;
//! - redirects are followed manually, at most three, each checked like the first address;
//! - one timeout for the whole fetch, a byte limit while reading, no decompression;
//! - no proxy, no cookies, no referrer, no data of the requesting person.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, LOCATION};
use reqwest::{Client, Response};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Semaphore;
use url::{Host, Origin, Url};

use crate::{address, ssrf_guard};

/// Redirects followed after the first address.
const MAX_REDIRECTS: usize = 3;

/// Concurrent fetches; further ones wait, within their own timeout.
const MAX_CONCURRENT_FETCHES: usize = 16;

/// Sent as `User-Agent`.
const USER_AGENT: &str = "MentorHub/1.0 (link preview)";

/// What a fetcher may reach. Only tests change the defaults.
#[derive(Clone)]
pub struct Options {
    /// Which addresses may be connected to.
    pub is_public: fn(IpAddr) -> bool,
    /// Which ports may be connected to.
    pub is_web_port: fn(u16) -> bool,
    /// An origin that the operator configured: its address and port are not checked.
    pub trusted: Option<Origin>,
    /// Resolves names.
    pub resolver: Arc<dyn Resolver>,
    /// Limit for the whole fetch: name resolution, connection, all redirects, all bytes.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            is_public: address::is_public,
            is_web_port: |port| port == 80 || port == 443,
            trusted: None,
            resolver: Arc::new(SystemResolver),
            patience: Duration::from_secs(3),
        }
    }
}

impl std::fmt::Debug for Options {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Options")
            .field("trusted", &self.trusted)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

/// Future of a resolver's answer.
pub type Addresses = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Resolves host names.
pub trait Resolver: Send + Sync {
    /// Returns all addresses of a name.
    fn addresses(&self, name: &str) -> Addresses;
}

/// The resolver of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn addresses(&self, name: &str) -> Addresses {
        let name = name.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// Why a fetch failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The address is not public or not allowed.
    #[error("the address may not be reached")]
    Address,
    /// Too many redirects, or one without a valid target.
    #[error("too many redirects")]
    Redirects,
    /// The server answered with an error status.
    #[error("the other server answered {0}")]
    Status(u16),
    /// The content type is not an accepted one.
    #[error("another kind of content")]
    Kind,
    /// The content exceeds the byte limit.
    #[error("too large")]
    TooLarge,
    /// The timeout expired.
    #[error("too slow")]
    TooSlow,
    /// The connection failed or broke.
    #[error("no connection")]
    Failed,
}

/// What the caller accepts as an answer.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// Accepted media types.
    pub kinds: &'w [&'w str],
    /// Maximum number of bytes read.
    pub most_bytes: usize,
    /// What happens with longer content.
    pub excess: OverflowPolicy,
    /// Allowed hosts including their subdomains, checked on every redirect. None: any.
    pub hosts: Option<&'w [&'w str]>,
}

/// What happens with content over the byte limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverflowPolicy {
    /// It is truncated.
    Cut,
    /// The fetch fails.
    Refuse,
}

/// The result of a fetch.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Final address after redirects.
    pub url: Url,
    /// `Content-Type` in lower case.
    pub content_type: String,
    /// Content.
    pub bytes: Vec<u8>,
}

impl Fetched {
    /// Returns the media type without parameters.
    pub fn media_type(&self) -> &str {
        media_type(&self.content_type)
    }
}

/// Fetches content from other servers.
#[derive(Debug)]
pub struct Fetcher {
    client: Client,
    options: Options,
    permits: Semaphore,
}

impl Fetcher {
    /// Creates a fetcher with a connection pool of its own.
    pub fn new(options: Options) -> Self {
        Self {
            client: ssrf_guard::client(&options, USER_AGENT),
            options,
            permits: Semaphore::new(MAX_CONCURRENT_FETCHES),
        }
    }

    /// Fetches an address.
    pub async fn get(&self, url: &Url, wanted: &Wanted<'_>) -> Result<Fetched, Refused> {
        let all = async {
            let _place = self.permits.acquire().await.map_err(|_| Refused::Failed)?;
            let (response, url) = self.follow(url.clone(), wanted).await?;
            read(response, url, wanted).await
        };
        tokio::time::timeout(self.options.patience, all).await.unwrap_or(Err(Refused::TooSlow))
    }

    /// Fetches an address into a file. Content over the byte limit fails.
    pub async fn download(
        &self,
        url: &Url,
        wanted: &Wanted<'_>,
        file: &mut (impl AsyncWrite + Unpin),
    ) -> Result<(), Refused> {
        let all = async {
            let _place = self.permits.acquire().await.map_err(|_| Refused::Failed)?;
            let (mut response, _) = self.follow(url.clone(), wanted).await?;
            content_type(&response, wanted)?;
            let mut room = wanted.most_bytes;
            while let Some(piece) = response.chunk().await.map_err(|_| Refused::Failed)? {
                room = room.checked_sub(piece.len()).ok_or(Refused::TooLarge)?;
                file.write_all(&piece).await.map_err(|_| Refused::Failed)?;
            }
            file.flush().await.map_err(|_| Refused::Failed)
        };
        tokio::time::timeout(self.options.patience, all).await.unwrap_or(Err(Refused::TooSlow))
    }

    async fn follow(&self, mut url: Url, wanted: &Wanted<'_>) -> Result<(Response, Url), Refused> {
        for _ in 0..=MAX_REDIRECTS {
            self.check(&url, wanted)?;
            url.set_fragment(None);
            let request = self.client.get(url.clone()).header(ACCEPT, wanted.kinds.join(", "));
            let response = request.header(ACCEPT_ENCODING, "identity").send().await.map_err(|_| Refused::Failed)?;
            if !response.status().is_redirection() {
                return Ok((response, url));
            }
            let next = response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
            url = next.and_then(|next| url.join(next).ok()).ok_or(Refused::Redirects)?;
        }
        Err(Refused::Redirects)
    }

    /// Checks everything that is known before name resolution.
    fn check(&self, url: &Url, wanted: &Wanted<'_>) -> Result<(), Refused> {
        let host = url.host().ok_or(Refused::Address)?;
        let is_wanted = wanted.hosts.is_none_or(|hosts| match &host {
            Host::Domain(name) => hosts.iter().any(|known| is_within(name, known)),
            address => hosts.iter().any(|known| *known == address.to_string()),
        });
        if is_wanted && ssrf_guard::may_reach(&self.options, url) { Ok(()) } else { Err(Refused::Address) }
    }
}

/// Returns whether a host is the known one or a subdomain of it.
fn is_within(name: &str, known: &str) -> bool {
    name.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Returns the content type of an accepted answer.
fn content_type(response: &Response, wanted: &Wanted<'_>) -> Result<String, Refused> {
    if !response.status().is_success() {
        return Err(Refused::Status(response.status().as_u16()));
    }
    let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let content_type = header(CONTENT_TYPE).to_ascii_lowercase();
    // Content compressed without request would be misread, or need decompression without a limit.
    let is_packed = !matches!(header(CONTENT_ENCODING), "" | "identity");
    let is_wanted = !is_packed && wanted.kinds.contains(&media_type(&content_type));
    is_wanted.then_some(content_type).ok_or(Refused::Kind)
}

/// Returns a content type without its parameters.
fn media_type(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

async fn read(mut response: Response, url: Url, wanted: &Wanted<'_>) -> Result<Fetched, Refused> {
    let mut fetched = Fetched { url, content_type: content_type(&response, wanted)?, bytes: Vec::new() };
    while let Some(piece) = response.chunk().await.map_err(|_| Refused::Failed)? {
        let room = wanted.most_bytes - fetched.bytes.len();
        fetched.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            match wanted.excess {
                OverflowPolicy::Cut => break,
                OverflowPolicy::Refuse => return Err(Refused::TooLarge),
            }
        }
    }
    Ok(fetched)
}
