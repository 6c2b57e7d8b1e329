//! Notifications to people who are not connected: pushes to their devices and mails about unread messages. And events
//! for other servers.

mod deferred;
pub(crate) mod notices;
pub mod notification_settings;
pub mod push;
pub mod quiet_hours;
pub mod unread_mail;
pub mod webhooks;
