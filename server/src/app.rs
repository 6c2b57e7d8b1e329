//! What this process answers: the parts of the product that run in it, put together.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig, get, to};
use anyhow::Result;
use hub::Hub;
use media::Tools;
use store::Store;
use web::{Origins, Upgrade};

use crate::cli::{Part, Serve};
use crate::config::Config;
use crate::errors;
use crate::first_page;
use crate::openapi;
use crate::operations::{self, Operations};
use crate::static_files::{self, Packed};

/// The parts, shared by all threads.
#[derive(Clone)]
pub(crate) struct App {
    store: Data<Store>,
    origins: Data<Origins>,
    operations: Data<Operations>,
    packed: Data<Packed>,
    hub: Option<Arc<Hub>>,
    api: Option<Data<api::Settings>>,
}

impl App {
    /// Starts the parts that were asked for; all of them if none was named.
    pub(crate) fn start(
        config: &Config,
        store: &Arc<Store>,
        operations: Data<Operations>,
        options: &Serve,
    ) -> Result<Self> {
        let runs = |part| options.only.is_none_or(|only| only == part);
        if runs(Part::Worker) {
            api::mail::start(store, config.letterhead.clone(), config.mail.clone());
            if let Some(push) = &config.push {
                api::push::start(store, push.pusher(store));
            }
        }
        let hub = runs(Part::Hub).then(|| {
            let tools = Tools::find(first_page::command());
            let outside = hub::Outside { gifs: config.gifs.clone(), ..hub::Outside::default() };
            Hub::start(
                store.clone(),
                hub::Settings { limits: config.limits, tools, outside, calls: config.calls.clone() },
            )
        });
        if let (Some(hub), Some(assistant)) = (&hub, &config.assistant) {
            hub.start_assistant(assistant.settings()?);
        }
        Ok(Self {
            store: Data::from(store.clone()),
            origins: Data::new(Origins(config.origins.clone())),
            operations,
            packed: Data::new(Packed::default()),
            hub,
            api: runs(Part::Api).then(|| Data::new(api_settings(config, store, options.demo))),
        })
    }

    /// The hub, if it runs here.
    pub(crate) fn hub(&self) -> Option<&Arc<Hub>> {
        self.hub.as_ref()
    }

    /// Takes a request for a WebSocket.
    pub(crate) async fn open_socket(self, upgrade: Upgrade) {
        match self.hub {
            Some(hub) => hub::open_socket(hub, &self.origins, upgrade).await,
            // Whoever asks finds out by the end of the connection, if not by this answer.
            None => drop(upgrade.refuse(&web::not_found()).await),
        }
    }

    /// Mounts everything. What nobody takes is a web page, or nothing.
    pub(crate) fn configure(&self, config: &mut ServiceConfig) {
        config
            .app_data(self.store.clone())
            .app_data(self.origins.clone())
            .app_data(self.operations.clone())
            .app_data(self.packed.clone())
            .app_data(web::json_config())
            .configure(operations::routes);
        if let Some(hub) = &self.hub {
            hub::configure(config, hub.clone());
        }
        if let Some(settings) = &self.api {
            api::configure(config, settings.clone());
            config.route("/api/openapi.json", get().to(openapi::serve)).default_service(to(static_files::serve));
        } else {
            config.default_service(to(|| async { Err::<String, _>(web::not_found()) }));
        }
    }
}

fn api_settings(config: &Config, store: &Store, is_demo: bool) -> api::Settings {
    api::Settings::new(config.is_https(), config.behind_proxy, config.sign_in)
        .behind_further_proxies(config.proxies.clone())
        .telling_conversions(config.conversions.as_ref().map(ToString::to_string))
        .showing_outbox(is_demo.then(|| config.outbox()))
        .with_help_desk(config.help_desk.clone())
        .telling_errors(config.errors.pages.clone().map(|dsn| errors::of_pages(dsn, &config.errors.environment)))
        .with_social(config.social.clone(), config.public_url.clone())
        .with_pusher(config.push.as_ref().map(|push| push.pusher(store)))
}
