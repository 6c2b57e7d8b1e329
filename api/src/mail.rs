//! Mail: what waits in the outbox, written in the person's language and handed to a mail server, or put into a folder.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use store::alerts::StaffAlert;
use store::outbox::{self, Job, MAIL, Mail};
use store::{Store, alerts, codes};
use tokio::time::{MissedTickBehavior, interval};

mod letter;
mod templates;
mod transport;

pub use templates::{check as check_templates, check_folder as check_templates_in};
pub use transport::{Transport, TransportError};

/// How often the outbox is looked into.
const LOOK: Duration = Duration::from_secs(1);

/// Looks between two cleanings of old codes.
const LOOKS_PER_CLEANING: u32 = 600;

/// Mails of one look.
const AT_ONCE: i64 = 16;

/// A mail server that takes longer has lost the mail to another worker.
const LEASE: TimeDelta = TimeDelta::minutes(2);

/// What stands on every mail.
#[derive(Clone, Debug)]
pub struct Letterhead {
    /// Who it is from: "Mentor Hub <hub@example.org>".
    pub from: String,
    /// Where people find the installation; links are built from it and never from what a request says.
    pub public_url: String,
}

/// Whether this can stand in the From line.
pub fn is_address(text: &str) -> bool {
    text.parse::<lettre::message::Mailbox>().is_ok()
}

/// Sends what waits, until the store is gone.
pub fn start(store: &Arc<Store>, letterhead: Letterhead, transport: Transport) {
    let store = Arc::downgrade(store);
    tokio::spawn(async move {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut until_cleaning = 0;
        loop {
            looks.tick().await;
            let Some(store) = store.upgrade() else { return };
            if let Err(error) = send_due(&store, &letterhead, &transport).await {
                tracing::warn!(%error, "the outbox cannot be read");
            }
            if until_cleaning == 0 {
                until_cleaning = LOOKS_PER_CLEANING;
                if let Err(error) = codes::prune(&store).await {
                    tracing::warn!(%error, "old codes cannot be removed");
                }
            }
            until_cleaning -= 1;
        }
    });
}

/// Sends all mails that are due now, those to staff about new alerts included; returns how many left.
pub async fn send_due(store: &Store, letterhead: &Letterhead, transport: &Transport) -> store::Result<usize> {
    tell_staff(store).await?;
    let mut sent = 0;
    loop {
        let jobs: Vec<Job<Mail>> = outbox::lease(store, MAIL, AT_ONCE, LEASE).await?;
        if jobs.is_empty() {
            return Ok(sent);
        }
        for job in jobs {
            match send(letterhead, transport, &job).await {
                Ok(()) => {
                    outbox::done(store, job.id).await?;
                    sent += 1;
                }
                // The address is personal: it is not for the log.
                Err(error) => {
                    tracing::warn!(job = %job.id, attempt = job.attempt, %error, "a mail could not be sent");
                    outbox::failed(store, &job, &error.to_string()).await?;
                }
            }
        }
    }
}

/// Turns what calls for staff into mails.
async fn tell_staff(store: &Store) -> store::Result<()> {
    loop {
        let jobs: Vec<Job<StaffAlert>> = outbox::lease(store, alerts::JOB, AT_ONCE, LEASE).await?;
        if jobs.is_empty() {
            return Ok(());
        }
        for job in jobs {
            // It is tried again later; other mails do not wait for it.
            if let Err(error) = alerts::tell(store, &job).await {
                tracing::warn!(job = %job.id, attempt = job.attempt, %error, "staff could not be told of an alert");
                outbox::failed(store, &job, &error.to_string()).await?;
            }
        }
    }
}

async fn send(letterhead: &Letterhead, transport: &Transport, job: &Job<Mail>) -> Result<(), TransportError> {
    let text = templates::fill(&job.payload, &letterhead.public_url)?;
    transport.send(job.id, &letter::write(letterhead, &job.payload, &text)?).await
}
