//! The chat hub: everything that needs live connections. Other HTTP routes belong to the `api` crate.
//!
//! Modules in layers; a module uses only its own layer and lower ones, without circles:
//!
//! | layer | modules |
//! |---|---|
//! | start | [`start`], [`settings`] |
//! | routes | [`http`], [`ws`] |
//! | connection | [`transport`] runs a connection; [`connection`] authenticates its frames and runs [`commands`] |
//! | hub | [`hub`] composes the layers below |
//! | background tasks and jobs | [`event_dispatcher`], [`refresher`], [`offline_notifications`], [`maintenance`], [`blackout_watch`], [`sweeps`] |
//! | services | [`calls`] and [`assistant`], with their background tasks and jobs; [`entitlements`], [`programme_cache`], [`channel_kind_cache`], [`upload_service`], [`crisis_content`], [`request_limits`] |
//! | delivery | [`rooms`] delivers the frames of [`dto`] in the order of [`ordering`]; [`registry`] has the [`connection_handle`]s, each with its [`send_queue`] |
//! | other servers | [`previews`], [`gifs`] |
//! | frames | [`protocol`], [`decode`], [`frame`], [`frame_reader`], [`limits`], [`command_error`] |

use std::sync::Arc;

use ::web::{Origins, Upgrade};
use actix_web::web;

mod assistant;
mod blackout_watch;
mod calls;
mod channel_kind_cache;
mod command_error;
mod commands;
mod connection;
mod connection_handle;
mod crisis_content;
mod decode;
mod dto;
mod entitlements;
mod event_dispatcher;
mod frame;
mod frame_reader;
mod gifs;
mod http;
mod hub;
mod limits;
mod maintenance;
mod offline_notifications;
mod ordering;
mod previews;
mod programme_cache;
pub mod protocol;
mod refresher;
mod registry;
mod request_limits;
mod rooms;
mod send_queue;
mod settings;
mod start;
mod sweeps;
mod transport;
mod upload_service;
mod ws;

pub use ::web::Rate;
pub use assistant::AssistantSettings;
pub use calls::{CallSettings, Ice, Jitsi, TranscriptionSettings};
pub use http::openapi;
pub use hub::Hub;
pub use limits::{Limits, QueueLimits};
pub use settings::{EgressSettings, Settings};

/// Upgrades a request to a chat connection, or refuses it.
pub async fn open_socket(hub: Arc<Hub>, origins: &Origins, upgrade: Upgrade) {
    ws::open(hub, origins, upgrade).await;
}

/// The HTTP routes with their policies.
pub fn routes(hub: &Hub) -> Vec<::web::Route> {
    http::routes(&hub.request_limits)
}

/// Adds the routes of the hub. The application must provide `web::Data<Store>` and `web::Data<web::Origins>`.
pub fn configure(config: &mut web::ServiceConfig, hub: Arc<Hub>) {
    ::web::mount(config, &::web::Proxies::None, routes(&hub));
    config.app_data(web::Data::from(hub));
}
