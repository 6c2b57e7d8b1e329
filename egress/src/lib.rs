//! All requests to servers of third parties. Most addresses are user-supplied, so they pass through one [`Fetcher`], which
//! never connects to a private network.

mod address;
pub mod collector;
mod fetcher;
pub mod gifs;
pub mod links;
mod media_cache;
pub mod oidc;
pub mod page;
pub mod push;
mod single_flight;
mod ssrf_guard;
mod text;
pub mod webhooks;

pub use address::{is_public, is_public_name};
pub use fetcher::{Addresses, Fetched, Fetcher, Options, OverflowPolicy, Refused, Resolver, SystemResolver, Wanted};
pub use single_flight::SingleFlight;
