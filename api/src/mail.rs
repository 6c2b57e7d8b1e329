//! Sends the mail jobs of the outbox in the person's language, to a mail server or into a folder.

use chrono::TimeDelta;
use store::Store;
use store::content::MailText;
use store::content::texts::{TextKind, definition};
use store::outbox::{self, Job, MAIL, Mail};

mod checks;
mod dates;
mod letter;
mod samples;
mod tags;
mod templates;
mod transport;

pub(crate) use checks::{Parts, text_mistakes};
pub(crate) use samples::{shown, subjects};
pub(crate) use templates::built_in_of;
pub use templates::{built_in, check as check_templates, check_folder as check_templates_in};
pub use transport::{Transport, TransportError, remove_from_folder};

/// Jobs of one lease.
const BATCH_SIZE: i64 = 16;

/// Longer than a mail server takes: after it another worker sends the mail.
const LEASE: TimeDelta = TimeDelta::minutes(2);

/// Sender and links of all mails.
#[derive(Clone, Debug)]
pub struct Letterhead {
    /// The From line: "Mentor Hub <hub@example.org>".
    pub from: String,
    /// The address of the installation. Links are built from it and never from a request.
    pub public_url: String,
}

/// Whether the text is valid in a From line.
pub fn is_address(text: &str) -> bool {
    text.parse::<lettre::message::Mailbox>().is_ok()
}

/// The domain of an address in a From line.
pub fn domain_of(text: &str) -> Option<String> {
    text.parse::<lettre::message::Mailbox>().ok().map(|mailbox| mailbox.email.domain().to_owned())
}

/// Sends all due mails, and returns their number.
pub async fn send_due(store: &Store, letterhead: &Letterhead, transport: &Transport) -> store::Result<usize> {
    let mut sent = 0;
    loop {
        let jobs: Vec<Job<Mail>> = outbox::lease(store, MAIL, BATCH_SIZE, LEASE).await?;
        if jobs.is_empty() {
            return Ok(sent);
        }
        for job in jobs {
            let stored = stored(store, &job.payload.template).await?;
            match send(letterhead, transport, &job, stored.as_ref()).await {
                Ok(()) => {
                    outbox::done(store, job.id).await?;
                    sent += 1;
                }
                // Without the address: logs contain no personal data.
                Err(error) => {
                    tracing::warn!(job = %job.id, attempt = job.attempt, %error, "cannot send a mail");
                    outbox::failed(store, &job, &error.to_string()).await?;
                }
            }
        }
    }
}

/// Returns a mail as staff have changed it. What a newer program stored and this one cannot read is as if there were none.
async fn stored(store: &Store, template: &str) -> store::Result<Option<MailText>> {
    let found = definition(store, TextKind::Mail, template).await?;
    Ok(found.and_then(|found| serde_json::from_value(found.body).ok()))
}

async fn send(
    letterhead: &Letterhead,
    transport: &Transport,
    job: &Job<Mail>,
    stored: Option<&MailText>,
) -> Result<(), TransportError> {
    let text = templates::fill(&job.payload, stored, &letterhead.public_url)?;
    transport.send(job.id, &letter::write(letterhead, &job.payload, &text)?).await
}
