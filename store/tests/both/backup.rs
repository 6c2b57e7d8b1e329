//! Backups taken during writes contain every message confirmed before they began.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use store::clock::Clock;
use store::{ChannelId, Error, Options, Store, backup, messages};

use crate::test_store::{TestStore, start, within_timeout};
use test_kit::{Database, on_postgres, on_sqlite};
use tokio::process::Command;
use tokio::sync::watch;

/// Number of channels with concurrent writers.
const WRITERS: usize = 10;

/// Minimum number of messages per channel before the backup begins.
const MIN_CONFIRMED: i64 = 30;

/// Takes a backup during writes. Returns each channel with its last message confirmed before the backup.
async fn back_up_during_writes(app: &TestStore, back_up: impl AsyncFnOnce()) -> Vec<(ChannelId, i64)> {
    let [maya, tom, ana, sam] = app.people().await;
    let is_done = Arc::new(AtomicBool::new(false));
    let mut writers = Vec::new();
    for number in 0..WRITERS {
        let channel = app.group(&[maya, tom, ana, sam]).await;
        let sender = [maya, tom, ana, sam][number % 4];
        let (confirmed, progress) = watch::channel(0);
        let (app, is_done) = (app.clone(), is_done.clone());
        let writer = tokio::spawn(async move {
            while !is_done.load(Ordering::SeqCst) {
                let sent = app.send(channel, sender, "on and on").await;
                confirmed.send_replace(sent.seq);
            }
        });
        writers.push((channel, progress, writer));
    }
    for (_, progress, _) in &mut writers {
        within_timeout(progress.wait_for(|confirmed| *confirmed >= MIN_CONFIRMED)).await.unwrap();
    }
    let before = writers.iter().map(|(channel, progress, _)| (*channel, *progress.borrow())).collect();
    back_up().await;
    is_done.store(true, Ordering::SeqCst);
    for (_, _, writer) in writers {
        writer.await.unwrap();
    }
    before
}

async fn assert_contains(database_url: &str, confirmed: Vec<(ChannelId, i64)>) {
    let options = Options::new(database_url, std::env::temp_dir());
    let restored = Store::open(options, Clock::manual(start())).await.unwrap();
    assert_eq!(confirmed.len(), WRITERS);
    for (channel, confirmed) in confirmed {
        let sent = messages::between(&restored, channel, 0, i64::MAX).await.unwrap();
        let numbers: Vec<i64> = sent.iter().map(|message| message.seq).collect();
        assert_eq!(numbers, (1..=sent.last().unwrap().seq).collect::<Vec<_>>());
        assert!(sent.last().unwrap().seq >= confirmed);
    }
    restored.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_backup_contains_all_confirmed_messages() {
    on_sqlite(async |environment| {
        let (url, copy) = (environment.database_url.clone(), environment.files.with_file_name("copy.db"));
        let app = TestStore::open(environment).await;
        // A partial file of an interrupted backup must not block the next one.
        let part = copy.with_added_extension("part");
        std::fs::write(&part, "half a backup").unwrap();
        let confirmed = back_up_during_writes(&app, async || backup::to_file(&url, &copy).await.unwrap()).await;
        assert!(!part.exists());
        assert_contains(&format!("sqlite:{}", copy.display()), confirmed).await;
        let again = backup::to_file(&url, &copy).await;
        assert!(matches!(again, Err(Error::Configuration(why)) if why.contains("overwrites nothing")));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_backup_contains_all_confirmed_messages() {
    on_postgres(async |environment| {
        let (url, dump) = (environment.database_url.clone(), environment.files.with_file_name("dump"));
        let app = TestStore::open(environment).await;
        let dumping = async || {
            let arguments = ["--format=custom", "--file", dump.to_str().unwrap(), "--dbname", &url];
            run(Command::new("pg_dump").args(arguments)).await;
        };
        let confirmed = back_up_during_writes(&app, dumping).await;
        let server = test_kit::postgres_url();
        let restored = Database::empty(&server).await;
        restored
            .used_by(async |url| {
                run(Command::new("pg_restore").args(["--exit-on-error", "--dbname", &url]).arg(&dump)).await;
                assert_contains(&url, confirmed).await;
            })
            .await;
        assert!(matches!(backup::to_file(&url, &dump).await, Err(Error::Configuration(_))));
    })
    .await;
}

async fn run(command: &mut Command) {
    let status = within_timeout(command.kill_on_drop(true).status()).await.unwrap();
    assert!(status.success(), "{status}");
}
