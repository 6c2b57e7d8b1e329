//! The composition root: middleware, routes and shared data of everything that one process serves.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::App;
use actix_web::dev::ServerHandle;
use actix_web::middleware::{NormalizePath, from_fn};
use actix_web::web::{Data, ServiceConfig, get, to};
use anyhow::Result;
use background::Runner;
use hub::Hub;
use store::Store;
use store::bus::ServedSocket;
use tokio::task::JoinHandle;
use web::{Listener, Origins, Upgrade};

use crate::config::Config;
use crate::demo::DemoPerson;
use crate::http::operations::{self, Operations};
use crate::http::security_headers::{self, SecurityHeaders};
use crate::http::static_files::{self, CompressedFiles};
use crate::{http, span_export};

mod builder;
mod startup;

pub use builder::ApplicationBuilder;

/// One server with its hub, its API or both, ready to serve.
#[derive(Debug)]
pub struct Application {
    components: Components,
    security_headers: SecurityHeaders,
    drain: Duration,
    jobs: Runner,
    demo_people: Vec<DemoPerson>,
    /// Keeps the lock of a SQLite database.
    _database_lock: Option<File>,
    /// Receives the events of commands.
    _command_socket: Option<ServedSocket>,
}

/// A server that accepts connections.
#[derive(Debug)]
pub struct RunningApplication {
    address: SocketAddr,
    handle: ServerHandle,
    task: JoinHandle<io::Result<()>>,
}

/// What all worker threads share.
#[derive(Clone, Debug)]
struct Components {
    store: Data<Store>,
    origins: Data<Origins>,
    operations: Data<Operations>,
    compressed_files: Data<CompressedFiles>,
    hub: Option<Arc<Hub>>,
    api: Option<Data<api::Settings>>,
}

impl Application {
    /// Opens the store of a configuration and starts the parts that the configuration asks for. Call it once per process:
    /// it installs the recorder of the metrics.
    pub async fn build(config: Config) -> Result<Self> {
        startup::build(config).await
    }

    /// Returns a builder for an application on an open store.
    pub fn builder(store: Arc<Store>) -> ApplicationBuilder {
        ApplicationBuilder::new(store)
    }

    /// Returns the hub, if it runs in this process.
    pub fn hub(&self) -> Option<&Arc<Hub>> {
        self.components.hub.as_ref()
    }

    pub(crate) fn demo_people(&self) -> &[DemoPerson] {
        &self.demo_people
    }

    /// Starts to accept connections.
    pub fn start(&self, listener: Listener) -> io::Result<RunningApplication> {
        let address = listener.address()?;
        let (components, headers) = (self.components.clone(), self.security_headers.clone());
        let sockets = components.clone();
        let server = listener.serve(
            move || {
                let headers = headers.clone();
                App::new()
                    .configure(|config| components.configure(config))
                    .wrap(from_fn(web::refuse_nul))
                    .wrap(NormalizePath::trim())
                    .wrap(from_fn(span_export::observe))
                    .wrap(from_fn(move |request, next| security_headers::add(request, next, headers.clone())))
            },
            move |upgrade| sockets.clone().open_socket(upgrade),
        )?;
        let handle = server.handle();
        Ok(RunningApplication { address, handle, task: tokio::spawn(server) })
    }

    /// Serves until `shutdown` completes, then sends clients to other processes and waits for running requests. A second
    /// completion of `shutdown` ends the wait.
    pub async fn run(self, listener: Listener, mut shutdown: impl AsyncFnMut()) -> Result<()> {
        let mut running = self.start(listener)?;
        let (address, database) = (running.address, self.components.store.describe());
        let (hub, api) = (self.components.hub.is_some(), self.components.api.is_some());
        tracing::info!(%address, hub, api, database, "started");
        tokio::select! {
            ended = &mut running.task => return Ok(ended??),
            () = shutdown() => tracing::info!("stopping"),
        }
        self.components.operations.start_draining();
        tokio::select! {
            () = self.stop(&running.handle) => tracing::info!("stopped"),
            // Every confirmed message is stored, so an immediate end loses nothing.
            () = shutdown() => tracing::warn!("stopped without waiting for clients"),
        }
        Ok(())
    }

    async fn stop(&self, server: &ServerHandle) {
        if let Some(hub) = self.hub() {
            hub.drain(self.drain).await;
        }
        tokio::join!(server.stop(true), self.jobs.stop());
        self.components.store.close().await;
    }
}

impl RunningApplication {
    /// Returns the bound address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Orders the server to stop without waiting for running requests or for the stop itself.
    pub fn stop_now(&self) {
        drop(self.handle.stop(false));
    }
}

impl Components {
    /// Mounts all routes. Any other path is a web page where the API runs, and not found elsewhere.
    fn configure(&self, config: &mut ServiceConfig) {
        config
            .app_data(self.store.clone())
            .app_data(self.origins.clone())
            .app_data(self.operations.clone())
            .app_data(self.compressed_files.clone())
            .app_data(web::json_config())
            .configure(operations::routes);
        if let Some(hub) = &self.hub {
            hub::configure(config, hub.clone());
        }
        if let Some(settings) = &self.api {
            api::configure(config, settings.clone());
            config.route("/api/openapi.json", get().to(http::openapi::serve)).default_service(to(static_files::serve));
        } else {
            config.default_service(to(|| async { Err::<String, _>(web::not_found()) }));
        }
    }

    /// Handles a request for a WebSocket.
    async fn open_socket(self, upgrade: Upgrade) {
        match self.hub {
            Some(hub) => hub::open_socket(hub, &self.origins, upgrade).await,
            // A client that cannot read the answer sees the closed connection.
            None => drop(upgrade.refuse(&web::not_found()).await),
        }
    }
}
