//! Builds an application from parts that its caller chooses.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Data;
use background::{Job, Reports, Runner};
use hub::{AssistantSettings, Hub};
use store::{NodeId, Store, node_reports};
use web::Origins;

use super::{Application, Components};
use crate::http::operations::Operations;
use crate::http::security_headers::SecurityHeaders;
use crate::http::static_files::CompressedFiles;

/// How often a process reports how its jobs go.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);

/// An application in the making. Without further calls it answers health checks only.
#[derive(Debug)]
pub struct ApplicationBuilder {
    store: Arc<Store>,
    origins: Origins,
    operations: Operations,
    security_headers: SecurityHeaders,
    hub: Option<hub::Settings>,
    assistant: Option<AssistantSettings>,
    api: Option<api::Settings>,
    drain: Duration,
    jobs: Vec<Job>,
}

impl ApplicationBuilder {
    pub(super) fn new(store: Arc<Store>) -> Self {
        Self {
            store,
            origins: Origins::default(),
            operations: Operations::unrecorded(),
            security_headers: SecurityHeaders::default(),
            hub: None,
            assistant: None,
            api: None,
            drain: Duration::ZERO,
            jobs: Vec::new(),
        }
    }

    /// Adds the chat hub.
    #[must_use]
    pub fn hub(self, settings: impl Into<hub::Settings>) -> Self {
        Self { hub: Some(settings.into()), ..self }
    }

    /// Adds the assistant to the hub.
    #[must_use]
    pub fn assistant(self, settings: Option<AssistantSettings>) -> Self {
        Self { assistant: settings, ..self }
    }

    /// Adds the API and the web pages.
    #[must_use]
    pub fn api(self, settings: api::Settings) -> Self {
        Self { api: Some(settings), ..self }
    }

    /// Accepts requests from pages of these origins instead of the server's own host.
    #[must_use]
    pub fn origins(self, origins: Vec<String>) -> Self {
        Self { origins: Origins { allowed: origins, ..self.origins }, ..self }
    }

    /// Trusts the scheme that a proxy writes into `X-Forwarded-Proto`.
    #[must_use]
    pub fn behind_proxy(self, behind_proxy: bool) -> Self {
        Self { origins: Origins { behind_proxy, ..self.origins }, ..self }
    }

    /// Spreads the reconnections of clients at the end over this time.
    #[must_use]
    pub fn drain(self, drain: Duration) -> Self {
        Self { drain, ..self }
    }

    pub(super) fn jobs(self, jobs: Vec<Job>) -> Self {
        Self { jobs, ..self }
    }

    pub(super) fn operations(self, operations: Operations) -> Self {
        Self { operations, ..self }
    }

    pub(super) fn security_headers(self, security_headers: SecurityHeaders) -> Self {
        Self { security_headers, ..self }
    }

    /// Starts the background jobs and the tasks of the parts on the current runtime.
    pub fn build(self) -> Application {
        let runner = Runner::new(self.store.clone());
        if !self.jobs.is_empty() {
            runner.start(report_job(&self.store, runner.reports()));
        }
        self.jobs.into_iter().for_each(|job| runner.start(job));
        let hub = self.hub.map(|settings| Hub::start(self.store.clone(), settings, runner.clone()));
        if let (Some(hub), Some(assistant)) = (&hub, self.assistant) {
            hub.start_assistant(assistant);
        }
        Application {
            components: Components {
                store: Data::from(self.store),
                origins: Data::new(self.origins),
                operations: Data::new(self.operations),
                compressed_files: Data::new(CompressedFiles::default()),
                hub,
                api: self.api.map(Data::new),
            },
            security_headers: self.security_headers,
            drain: self.drain,
            jobs: runner,
            demo_people: Vec::new(),
            _database_lock: None,
            _command_socket: None,
        }
    }
}

/// Returns the job that stores how the jobs of this process go.
fn report_job(store: &Arc<Store>, reports: Reports) -> Job {
    let (node, started_at): (NodeId, _) = (store.clock.id(), store.clock.now());
    Job::new("node_reports", REPORT_INTERVAL, store, move |store| {
        let jobs = reports.all();
        async move { node_reports::put(&store, node, env!("CARGO_PKG_VERSION"), started_at, &jobs).await }
    })
}
