//! The way out: everything this installation asks of other people's servers on behalf of a person. Addresses come from
//! people, so all of it goes through one [`Fetcher`], which cannot be talked into reaching the inside of a network.

mod address;
pub mod collector;
mod fetcher;
mod flights;
pub mod gifs;
mod guard;
pub mod links;
mod media_cache;
pub mod oidc;
pub mod page;
pub mod push;
mod text;

pub use address::is_public;
pub use fetcher::{Addresses, Excess, Fetched, Fetcher, Options, Refused, Resolver, SystemResolver, Wanted};
pub use flights::Flights;
