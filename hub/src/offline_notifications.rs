//! Push notifications for people who have no connection, and the presence that decides about them.

mod service;
mod worker;

pub(crate) use service::OfflineNotifications;
