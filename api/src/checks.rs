//! Checks of the installation: of its configuration and of the services that it uses. `mentorhub doctor` prints them, the console shows
//! them to administrators.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;

/// How long the console shows the same result, so that reloading a page does not knock at other servers.
const FRESH: Duration = Duration::from_secs(15);

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CheckSubject)]
pub enum Subject {
    /// Where the server listens.
    Address,
    /// The address that browsers use.
    PublicAddress,
    /// Whether the way to the server is encrypted.
    Encryption,
    /// The folder of the server, and room on its disk.
    DataFolder,
    /// Where files are stored.
    Files,
    /// The database.
    Database,
    /// What connects several processes.
    Bus,
    /// How mails are sent.
    Mail,
    /// The sender of mails.
    MailSender,
    /// Pictures of documents.
    Previews,
    /// Moving pictures.
    Gifs,
    /// Calls, and the conference server.
    Calls,
    /// What the conference server reports.
    CallWebhooks,
    /// Sign-in with accounts elsewhere.
    SocialSignIn,
    /// Push messages.
    Push,
    /// The help desk.
    HelpDesk,
    /// Where errors of the server are reported.
    ErrorsOfServer,
    /// Where errors of pages are reported.
    ErrorsOfPages,
    /// The assistant.
    Assistant,
    /// The web pages within the program.
    WebPages,
    /// Legal documents.
    LegalDocuments,
    /// The last backup.
    Backup,
}

impl Subject {
    /// Returns the name in the output of the command.
    pub fn title(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::PublicAddress => "public address",
            Self::Encryption => "encryption",
            Self::DataFolder => "data folder",
            Self::Files => "files",
            Self::Database => "database",
            Self::Bus => "bus",
            Self::Mail => "mail",
            Self::MailSender => "mail sender",
            Self::Previews => "previews",
            Self::Gifs => "GIFs",
            Self::Calls => "calls",
            Self::CallWebhooks => "call webhooks",
            Self::SocialSignIn => "social sign-in",
            Self::Push => "push",
            Self::HelpDesk => "help desk",
            Self::ErrorsOfServer => "errors of server",
            Self::ErrorsOfPages => "errors of pages",
            Self::Assistant => "assistant",
            Self::WebPages => "web pages",
            Self::LegalDocuments => "legal documents",
            Self::Backup => "backup",
        }
    }
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CheckState)]
pub enum State {
    /// The server does not work like this.
    Error,
    /// The server works, and something does not.
    Warning,
    /// In order.
    Good,
    /// Not used, or nothing to check.
    Note,
}

/// A check and its result. Neither text contains a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Check {
    /// What it is about; several checks may have one subject.
    pub subject: Subject,
    /// The result.
    pub state: State,
    /// What was checked, in the words of the configuration.
    pub detail: String,
    /// Why it is not in order, in the words of the program.
    #[schema(required)]
    pub reason: Option<String>,
}

/// A run of the checks. A handler stays on its thread, so it need not be `Send`.
pub type Running = Pin<Box<dyn Future<Output = Vec<Check>>>>;

type Run = dyn Fn() -> Running + Send + Sync;

/// The last results with their time.
type Last = Option<(Instant, Vec<Check>)>;

/// The checks of this process.
#[derive(Clone, Default)]
pub struct Checks {
    run: Option<Arc<Run>>,
    last: Arc<Mutex<Last>>,
}

impl Checks {
    /// Creates checks that `run` performs.
    pub fn new(run: impl Fn() -> Running + Send + Sync + 'static) -> Self {
        Self { run: Some(Arc::new(run)), last: Arc::default() }
    }

    /// Performs the checks, or returns results that are a few seconds old. Requests at the same time share one run.
    pub(crate) async fn results(&self) -> Vec<Check> {
        let Some(run) = &self.run else { return Vec::new() };
        let mut last = self.last.lock().await;
        if let Some((at, checks)) = &*last
            && at.elapsed() < FRESH
        {
            return checks.clone();
        }
        let checks = run().await;
        *last = Some((Instant::now(), checks.clone()));
        checks
    }
}

impl fmt::Debug for Checks {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Checks").field("is_set", &self.run.is_some()).finish_non_exhaustive()
    }
}
