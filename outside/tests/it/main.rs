//! The way out as strangers try to abuse it: real connections on this machine, and a canary that must stay silent.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod gifs;
mod hops;
mod hostile;
mod server;
