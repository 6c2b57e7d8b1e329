//! Sends the mail jobs of the outbox in the person's language, to a mail server or into a folder.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use store::alerts::StaffAlert;
use store::calendar::{REMINDERS, Reminder};
use store::outbox::{self, Job, MAIL, Mail};
use store::{Store, alerts, calendar, codes, unread_mail};
use tokio::time::{MissedTickBehavior, interval};

mod letter;
mod templates;
mod transport;

pub use templates::{check as check_templates, check_folder as check_templates_in};
pub use transport::{Transport, TransportError, remove_from_folder};

/// Between two polls of the outbox.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Polls between two searches for what is due or old: deadlines, codes, deleted events.
const POLLS_PER_PRUNE: u32 = 600;

/// Polls between two searches for messages that are unread for long.
const POLLS_PER_UNREAD_SEARCH: u32 = 60;

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

/// Starts the worker. It ends with the store.
pub fn start(store: &Arc<Store>, letterhead: Letterhead, transport: Transport) {
    let store = Arc::downgrade(store);
    tokio::spawn(async move {
        let mut polls = interval(POLL_INTERVAL);
        polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut until_prune = 0;
        let mut until_unread_search = 0;
        loop {
            polls.tick().await;
            let Some(store) = store.upgrade() else { return };
            if until_unread_search == 0 {
                until_unread_search = POLLS_PER_UNREAD_SEARCH;
                if let Err(error) = unread_mail::enqueue_due(&store).await {
                    tracing::warn!(%error, "cannot queue mails about unread messages");
                }
            }
            until_unread_search -= 1;
            if let Err(error) = send_due(&store, &letterhead, &transport).await {
                tracing::warn!(%error, "cannot read the outbox");
            }
            if until_prune == 0 {
                until_prune = POLLS_PER_PRUNE;
                if let Err(error) = codes::prune(&store).await {
                    tracing::warn!(%error, "cannot remove old codes");
                }
                if let Err(error) = calendar::enqueue_deadlines(&store).await {
                    tracing::warn!(%error, "cannot queue reminders of deadlines");
                }
                if let Err(error) = calendar::prune(&store).await {
                    tracing::warn!(%error, "cannot remove old events");
                }
            }
            until_prune -= 1;
        }
    });
}

/// Sends all due mails, including those to staff about new alerts and reminders of events, and returns their number.
pub async fn send_due(store: &Store, letterhead: &Letterhead, transport: &Transport) -> store::Result<usize> {
    queue_staff_mails(store).await?;
    queue_reminders(store).await?;
    let mut sent = 0;
    loop {
        let jobs: Vec<Job<Mail>> = outbox::lease(store, MAIL, BATCH_SIZE, LEASE).await?;
        if jobs.is_empty() {
            return Ok(sent);
        }
        for job in jobs {
            match send(letterhead, transport, &job).await {
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

/// Turns reminders of events into mails and pushes. This worker runs also where pushes are off.
async fn queue_reminders(store: &Store) -> store::Result<()> {
    loop {
        let jobs: Vec<Job<Reminder>> = outbox::lease(store, REMINDERS, BATCH_SIZE, LEASE).await?;
        if jobs.is_empty() {
            return Ok(());
        }
        for job in jobs {
            calendar::remind(store, &job).await?;
        }
    }
}

/// Turns alerts into mails to staff.
async fn queue_staff_mails(store: &Store) -> store::Result<()> {
    loop {
        let jobs: Vec<Job<StaffAlert>> = outbox::lease(store, alerts::JOB, BATCH_SIZE, LEASE).await?;
        if jobs.is_empty() {
            return Ok(());
        }
        for job in jobs {
            // Retried later, so that other mails do not wait.
            if let Err(error) = alerts::send_mails(store, &job).await {
                tracing::warn!(job = %job.id, attempt = job.attempt, %error, "cannot queue mails about an alert");
                outbox::failed(store, &job, &error.to_string()).await?;
            }
        }
    }
}

async fn send(letterhead: &Letterhead, transport: &Transport, job: &Job<Mail>) -> Result<(), TransportError> {
    let text = templates::fill(&job.payload, &letterhead.public_url)?;
    transport.send(job.id, &letter::write(letterhead, &job.payload, &text)?).await
}
