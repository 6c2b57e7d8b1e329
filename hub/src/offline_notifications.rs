//! Push notifications for people who have no connection, and the presence that decides about them.

mod pending;
mod worker;

pub(crate) use pending::Pending;
pub(crate) use worker::run;
