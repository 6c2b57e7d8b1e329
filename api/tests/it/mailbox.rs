//! The mails of a test.

use std::path::PathBuf;

use api::mail::{self, Letterhead, Transport};
use store::calendar;

use crate::test_app::TestApp;

/// All mails of a test, oldest first.
#[derive(Debug)]
pub(crate) struct Mailbox {
    folder: PathBuf,
}

pub(crate) fn letterhead() -> Letterhead {
    Letterhead { from: "Mentor Hub <hub@example.org>".to_owned(), public_url: "https://hub.example.org".to_owned() }
}

impl Mailbox {
    pub(crate) fn of(app: &TestApp) -> Self {
        Self { folder: app.files.join("outbox") }
    }

    /// Sends due mails and returns the source of all mails.
    pub(crate) async fn all(&self, app: &TestApp) -> Vec<String> {
        store::alert_notices::send_due(&app.store).await.unwrap();
        calendar::remind_due(&app.store).await.unwrap();
        mail::send_due(&app.store, &letterhead(), &Transport::folder(&self.folder)).await.unwrap();
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
    }

    /// The text of the newest mail to this address.
    pub(crate) async fn newest(&self, app: &TestApp, address: &str) -> String {
        let mails = self.all(app).await;
        let newest = mails.iter().rfind(|mail| mail.contains(&format!("To: {address}\r\n"))).unwrap();
        let parsed = mail_parser::MessageParser::default().parse(newest.as_bytes()).unwrap();
        parsed.body_text(0).unwrap().into_owned()
    }

    /// The code in the newest mail to this address: the first word of the subject.
    pub(crate) async fn code(&self, app: &TestApp, address: &str) -> String {
        let mails = self.all(app).await;
        let newest = mails.iter().rfind(|mail| mail.contains(&format!("To: {address}\r\n"))).unwrap();
        let subject = newest.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap();
        subject.split(' ').next().unwrap().to_owned()
    }
}
