//! Mail transports: a mail server, or a folder for development.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use store::JobId;

/// The timeout of a mail server.
const SMTP_TIMEOUT: Duration = Duration::from_secs(30);

/// A mail transport.
#[derive(Clone, Debug)]
pub enum Transport {
    /// A mail server.
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
    /// A folder with a file per mail.
    Folder(PathBuf),
}

/// Why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransportError(pub(super) String);

impl fmt::Display for TransportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Transport {
    /// A mail server: `smtp://` or `smtps://`, with `?tls=required` for STARTTLS.
    pub fn smtp(url: &str) -> Result<Self, TransportError> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
        let builder = builder.map_err(|error| TransportError(format!("this is not a mail server: {error}")))?;
        Ok(Self::Smtp(Box::new(builder.timeout(Some(SMTP_TIMEOUT)).build())))
    }

    /// A folder, which the first mail creates.
    pub fn folder(path: impl Into<PathBuf>) -> Self {
        Self::Folder(path.into())
    }

    /// Whether the mail server answers; a folder always does.
    pub async fn probe(&self) -> Result<(), TransportError> {
        match self {
            Self::Smtp(server) => match server.test_connection().await {
                Ok(true) => Ok(()),
                Ok(false) => Err(TransportError("it refuses the greeting".to_owned())),
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
                write(path, id, message).await.map_err(|error| TransportError(format!("{}: {error}", path.display())))
            }
        }
    }
}

/// One file per mail, named so that they sort by time.
async fn write(folder: &Path, id: JobId, message: &Message) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    // A rename shows readers of the folder complete files only.
    let part = folder.join(format!("{id}.part"));
    tokio::fs::write(&part, message.formatted()).await?;
    tokio::fs::rename(part, folder.join(format!("{id}.eml"))).await
}

/// Removes the mails to an address from the folder of a transport without a mail server, and returns their number.
pub async fn remove_from_folder(folder: &Path, address: &str) -> std::io::Result<usize> {
    let (address, mut removed) = (address.to_ascii_lowercase(), 0);
    // A worker that is writing a mail renames it; then its new name may be missing in the list.
    while !remove_listed(folder, &address, &mut removed).await? {}
    Ok(removed)
}

/// Returns false if a file of the list had gone before it was read.
async fn remove_listed(folder: &Path, address: &str, removed: &mut usize) -> std::io::Result<bool> {
    let mut entries = match tokio::fs::read_dir(folder).await {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    };
    while let Some(entry) = entries.next_entry().await? {
        let mail = match tokio::fs::read(entry.path()).await {
            Ok(mail) => mail,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error),
        };
        if String::from_utf8_lossy(&mail).to_ascii_lowercase().contains(address) {
            tokio::fs::remove_file(entry.path()).await?;
            *removed += 1;
        }
    }
    Ok(true)
}
