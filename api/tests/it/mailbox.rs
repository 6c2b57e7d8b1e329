//! Where the mails of a test end, read as people read them.

use std::path::PathBuf;

use api::mail::{self, Letterhead, Transport};

use crate::world::World;

/// Everything that was mailed in a world, oldest first.
#[derive(Debug)]
pub(crate) struct Mailbox {
    folder: PathBuf,
}

pub(crate) fn letterhead() -> Letterhead {
    Letterhead { from: "Mentor Hub <hub@example.org>".to_owned(), public_url: "https://hub.example.org".to_owned() }
}

impl Mailbox {
    pub(crate) fn of(world: &World) -> Self {
        Self { folder: world.files.join("outbox") }
    }

    /// Delivers what waits and gives back all mails there are, each as it travels.
    pub(crate) async fn all(&self, world: &World) -> Vec<String> {
        mail::send_due(&world.store, &letterhead(), &Transport::folder(&self.folder)).await.unwrap();
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
    }

    /// The code in the newest mail to this address: the first word of its subject.
    pub(crate) async fn code(&self, world: &World, address: &str) -> String {
        let mails = self.all(world).await;
        let newest = mails.iter().rfind(|mail| mail.contains(&format!("To: {address}\r\n"))).unwrap();
        let subject = newest.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap();
        subject.split(' ').next().unwrap().to_owned()
    }
}
