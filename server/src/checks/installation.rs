//! Checks of what an operator sets up: room on the disk, the sender of mails, legal documents.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use api::checks::Subject;
use chrono::{DateTime, TimeDelta, Utc};
use content_bundle::built_in;
use store::clock::Clock;
use store::content::Document;
use store::probe;

use super::{Findings, within};
use crate::config::Config;
use crate::http::disk::{MIN_FREE_BYTES, has_room};

/// After this time a backup is old.
const OLD_BACKUP: TimeDelta = TimeDelta::days(7);

/// What is written to test the data folder.
static PROBE: [u8; 64 * 1024] = [0; 64 * 1024];

/// Checks that the data folder and the one of a SQLite database can be written and have room.
pub(super) fn check_folders(config: &Config) -> Result<(), String> {
    config.make_data_dir().map_err(|error| error.to_string())?;
    let database = config.database_file().and_then(Path::parent).filter(|folder| folder.is_dir());
    for folder in [Some(config.data_dir.as_path()), database].into_iter().flatten() {
        if !has_room(folder, MIN_FREE_BYTES) {
            return Err(format!("the disk of {} is full: less than 16 MB are free", folder.display()));
        }
    }
    let path = config.data_dir.join(".writable");
    let written = File::create(&path).and_then(|mut file| file.write_all(&PROBE).and_then(|()| file.sync_all()));
    let removed = std::fs::remove_file(&path);
    written.and(removed).map_err(|error| error.to_string())
}

/// Warns of a backup that is old. Those of PostgreSQL are made by tools of its own.
pub(super) fn check_backup(findings: &mut Findings, config: &Config) {
    if !config.is_sqlite() {
        return findings.note(Subject::Backup, "PostgreSQL is backed up by tools of its own");
    }
    let made_at = std::fs::read_to_string(config.last_backup()).ok();
    let Some(made_at) = made_at.and_then(|text| text.trim().parse::<DateTime<Utc>>().ok()) else {
        return findings.note(Subject::Backup, "none by `mentorhub backup` is known");
    };
    let text = format!("the last one by `mentorhub backup` is of {}", made_at.format("%Y-%m-%d %H:%M UTC"));
    if Clock::system().now() - made_at > OLD_BACKUP {
        findings.warning(Subject::Backup, &text);
    } else {
        findings.good(Subject::Backup, &text);
    }
}

/// Warns of a sender whose mails cannot be answered, and which mail servers refuse.
pub(super) fn check_sender(findings: &mut Findings, from: &str) {
    let is_public = api::mail::domain_of(from).is_some_and(|domain| egress::is_public_name(&domain));
    if !is_public {
        findings.warning(Subject::MailSender, &format!("mail.from is {from}: mail servers refuse mails from there"));
    }
}

/// Warns of legal documents with the built-in text, which names no organisation.
pub(super) async fn check_documents(findings: &mut Findings, database_url: &str) {
    // Without the table there is no content yet; the check of the database reports other failures.
    let mut documents = Vec::new();
    let read = async { probe::documents(database_url).await.map(|found| documents = found) };
    if within(read).await.is_err() {
        return;
    }
    let built_in = content_bundle::read(&built_in()).ok().and_then(|bundle| bundle.documents).unwrap_or_default();
    let templates: BTreeMap<i64, Document> = built_in.into_iter().map(|document| (document.id, document)).collect();
    let is_unchanged = |document: &&Document| {
        let template = templates.get(&document.id);
        template.is_some_and(|template| document.text.iter().any(|text| template.text.iter().any(|one| one == text)))
    };
    let unchanged: Vec<String> = documents.iter().filter(is_unchanged).map(title).collect();
    if !unchanged.is_empty() {
        let text = format!("still the built-in text, which names no organisation: {}", unchanged.join(", "));
        findings.warning(Subject::LegalDocuments, &text);
    }
}

fn title(document: &Document) -> String {
    let title = document.title.get("en").or_else(|| document.title.values().next());
    title.cloned().unwrap_or_else(|| document.id.to_string())
}
