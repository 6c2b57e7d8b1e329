//! Where mails go: to a mail server, or into a folder where a developer finds them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use store::JobId;

/// A mail server that does not answer for so long is away.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where mails go.
#[derive(Clone, Debug)]
pub enum Transport {
    /// A mail server.
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
    /// A folder with a file per mail.
    Folder(PathBuf),
}

/// Why a mail did not leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransportError(pub(super) String);

impl fmt::Display for TransportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Transport {
    /// The server of `smtp://`, `smtps://`, with `?tls=required` for STARTTLS, as lettre reads it.
    pub fn smtp(url: &str) -> Result<Self, TransportError> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
        let builder = builder.map_err(|error| TransportError(format!("this is not a mail server: {error}")))?;
        Ok(Self::Smtp(Box::new(builder.timeout(Some(PATIENCE)).build())))
    }

    /// A folder, made when the first mail comes.
    pub fn folder(path: impl Into<PathBuf>) -> Self {
        Self::Folder(path.into())
    }

    /// Whether the mail server answers; a folder always does.
    pub async fn probe(&self) -> Result<(), TransportError> {
        match self {
            Self::Smtp(server) => match server.test_connection().await {
                Ok(true) => Ok(()),
                Ok(false) => Err(TransportError("it does not greet".to_owned())),
                Err(error) => Err(TransportError(error.to_string())),
            },
            Self::Folder(_) => Ok(()),
        }
    }

    /// `id` names the mail; ids of one clock sort by time.
    pub(super) async fn send(&self, id: JobId, message: &Message) -> Result<(), TransportError> {
        match self {
            Self::Smtp(server) => match server.send(message.clone()).await {
                Ok(_) => Ok(()),
                Err(error) => Err(TransportError(error.to_string())),
            },
            Self::Folder(path) => {
                keep(path, id, message).await.map_err(|error| TransportError(format!("{}: {error}", path.display())))
            }
        }
    }
}

/// One file per mail, named so that they sort by time.
async fn keep(folder: &Path, id: JobId, message: &Message) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    // Complete or absent, for whoever watches the folder.
    let part = folder.join(format!("{id}.part"));
    tokio::fs::write(&part, message.formatted()).await?;
    tokio::fs::rename(part, folder.join(format!("{id}.eml"))).await
}
