//! Commands of the socket, one file each.

mod assistant_retry;
mod attachment;
pub(crate) mod call;
mod call_tabs;
mod change;
mod checks;
mod detect;
mod dispatch;
mod fetch;
mod join;
pub(crate) mod seen;
mod send;
mod state;
mod typing;

pub(crate) use dispatch::run;
pub(crate) use state::ConnectionState;
