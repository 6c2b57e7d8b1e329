//! Gets something from an address that a person gave. What makes that safe:
//!
//! - http and https only, on their own ports, without a name and password in the address;
//! - every address a name leads to must be public, and the connection goes to the addresses that were checked: the check
//!   sits in the connector's own look-up, so there is no second one that could be answered differently;
//! - hosts that are numbers never reach that look-up, so they are checked before;
//! - redirects are followed by hand, three at most, each checked like the first address;
//! - one time limit over everything, a limit on bytes while they come, nothing is unpacked;
//! - no proxy, no cookies, no referrer, nothing of the person who asked.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, LOCATION};
use reqwest::{Client, Response};
use tokio::sync::Semaphore;
use url::{Host, Origin, Url};

use crate::{address, guard};

/// Hops after the first address.
const REDIRECTS: usize = 3;

/// Conversations with other servers at the same time; more wait, within their own time.
const AT_ONCE: usize = 16;

/// Who we say we are.
const USER_AGENT: &str = "MentorHub/1.0 (link preview)";

/// What a fetcher may reach. The defaults are right everywhere but in tests.
#[derive(Clone)]
pub struct Options {
    /// Which addresses may be connected to.
    pub is_public: fn(IpAddr) -> bool,
    /// Which ports may be connected to.
    pub is_web_port: fn(u16) -> bool,
    /// An origin that the operator named, wherever it is: its address and port are not checked.
    pub trusted: Option<Origin>,
    /// Who knows the addresses of names.
    pub resolver: Arc<dyn Resolver>,
    /// For everything together: looking up, connecting, all hops, all bytes.
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

/// The addresses of a name, in a while.
pub type Addresses = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Who knows the addresses of names.
pub trait Resolver: Send + Sync {
    /// All addresses of a name.
    fn addresses(&self, name: &str) -> Addresses;
}

/// The resolver of this machine.
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

/// Why there is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Nothing that may be reached.
    #[error("the address may not be reached")]
    Address,
    /// Sent on too often, or to nowhere.
    #[error("too many redirects")]
    Redirects,
    /// The other server said no.
    #[error("the other server answered {0}")]
    Status(u16),
    /// Not what was asked for.
    #[error("another kind of content")]
    Kind,
    /// More bytes than wanted.
    #[error("too large")]
    TooLarge,
    /// Out of time.
    #[error("too slow")]
    TooSlow,
    /// No connection, or one that broke.
    #[error("no connection")]
    Failed,
}

/// What is wanted of an address.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// Media types.
    pub kinds: &'w [&'w str],
    /// Bytes that are read.
    pub most_bytes: usize,
    /// What becomes of more.
    pub excess: Excess,
    /// Hosts that may be asked, on every hop; their subdomains too. None: any.
    pub hosts: Option<&'w [&'w str]>,
}

/// What becomes of content that is longer than wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Its beginning will do.
    Cut,
    /// It is of no use.
    Refuse,
}

/// What an address gave.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Where it came from in the end.
    pub url: Url,
    /// Its `Content-Type`, in lower case.
    pub content_type: String,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Fetched {
    /// The media type without its parameters.
    pub fn media_type(&self) -> &str {
        self.content_type.split(';').next().unwrap_or_default().trim()
    }
}

/// Gets things from other servers.
#[derive(Debug)]
pub struct Fetcher {
    client: Client,
    options: Options,
    places: Semaphore,
}

impl Fetcher {
    /// A fetcher with connections of its own.
    pub fn new(options: Options) -> Self {
        Self { client: guard::client(&options, USER_AGENT), options, places: Semaphore::new(AT_ONCE) }
    }

    /// Gets what is there.
    pub async fn get(&self, url: &Url, wanted: &Wanted<'_>) -> Result<Fetched, Refused> {
        let all = async {
            let _place = self.places.acquire().await.map_err(|_| Refused::Failed)?;
            let (response, url) = self.follow(url.clone(), wanted).await?;
            read(response, url, wanted).await
        };
        tokio::time::timeout(self.options.patience, all).await.unwrap_or(Err(Refused::TooSlow))
    }

    async fn follow(&self, mut url: Url, wanted: &Wanted<'_>) -> Result<(Response, Url), Refused> {
        for _ in 0..=REDIRECTS {
            self.check(&url, wanted)?;
            url.set_fragment(None);
            let request = self.client.get(url.clone()).header(ACCEPT, wanted.kinds.join(", "));
            let response = request.header(ACCEPT_ENCODING, "identity").send().await.map_err(|_| Refused::Failed)?;
            if !response.status().is_redirection() {
                return Ok((response, url));
            }
            let next = response.headers().get(LOCATION).and_then(|place| place.to_str().ok());
            url = next.and_then(|next| url.join(next).ok()).ok_or(Refused::Redirects)?;
        }
        Err(Refused::Redirects)
    }

    /// Everything that can be said of an address before its name is looked up.
    fn check(&self, url: &Url, wanted: &Wanted<'_>) -> Result<(), Refused> {
        let host = url.host().ok_or(Refused::Address)?;
        let is_wanted = wanted.hosts.is_none_or(|hosts| match &host {
            Host::Domain(name) => hosts.iter().any(|known| is_within(name, known)),
            address => hosts.iter().any(|known| *known == address.to_string()),
        });
        if is_wanted && guard::may_reach(&self.options, url) { Ok(()) } else { Err(Refused::Address) }
    }
}

/// Whether a host is the known one or below it.
fn is_within(name: &str, known: &str) -> bool {
    name.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

async fn read(mut response: Response, url: Url, wanted: &Wanted<'_>) -> Result<Fetched, Refused> {
    if !response.status().is_success() {
        return Err(Refused::Status(response.status().as_u16()));
    }
    let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let content_type = header(CONTENT_TYPE).to_ascii_lowercase();
    // Packed although nobody asked for that: it would be read as rubbish, or unpacked without a limit.
    let is_packed = !matches!(header(CONTENT_ENCODING), "" | "identity");
    let mut fetched = Fetched { url, content_type, bytes: Vec::new() };
    if is_packed || !wanted.kinds.contains(&fetched.media_type()) {
        return Err(Refused::Kind);
    }
    while let Some(piece) = response.chunk().await.map_err(|_| Refused::Failed)? {
        let room = wanted.most_bytes - fetched.bytes.len();
        fetched.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            match wanted.excess {
                Excess::Cut => break,
                Excess::Refuse => return Err(Refused::TooLarge),
            }
        }
    }
    Ok(fetched)
}
