//! Attacks on the fetcher: real connections on this machine and a canary that must not be contacted.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod gifs;
mod hops;
mod hostile;
mod server;
