//! A backup that is taken while people talk has everything that was confirmed before it.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use store::clock::Clock;
use store::{ChannelId, Error, Options, Store, backup, messages};

use crate::world::{World, start};
use test_kit::{Database, on_postgres, on_sqlite};
use tokio::sync::watch;

/// How many conversations go on meanwhile.
const TALKERS: usize = 10;

/// What each of them has said at least before the backup begins.
const BEFORE: i64 = 30;

/// Takes a backup while people talk. Gives back each channel, and how much had been confirmed there when it began.
async fn while_talking(world: &World, back_up: impl AsyncFnOnce()) -> Vec<(ChannelId, i64)> {
    let [maya, tom, ana, sam] = world.people().await;
    let is_over = Arc::new(AtomicBool::new(false));
    let mut talks = Vec::new();
    for number in 0..TALKERS {
        let circle = world.group(&[maya, tom, ana, sam]).await;
        let talker = [maya, tom, ana, sam][number % 4];
        let (confirmed, heard) = watch::channel(0);
        let (world, is_over) = (world.clone(), is_over.clone());
        let talk = tokio::spawn(async move {
            while !is_over.load(Ordering::SeqCst) {
                let said = world.says(circle, talker, "on and on").await;
                confirmed.send_replace(said.seq);
            }
        });
        talks.push((circle, heard, talk));
    }
    for (_, heard, _) in &mut talks {
        heard.wait_for(|confirmed| *confirmed >= BEFORE).await.unwrap();
    }
    let before = talks.iter().map(|(circle, heard, _)| (*circle, *heard.borrow())).collect();
    back_up().await;
    is_over.store(true, Ordering::SeqCst);
    for (_, _, talk) in talks {
        talk.await.unwrap();
    }
    before
}

async fn has_all(database_url: &str, confirmed: Vec<(ChannelId, i64)>) {
    let options = Options::new(database_url, std::env::temp_dir());
    let restored = Store::open(options, Clock::manual(start())).await.unwrap();
    assert_eq!(confirmed.len(), TALKERS);
    for (channel, confirmed) in confirmed {
        let said = messages::between(&restored, channel, 0, i64::MAX).await.unwrap();
        let numbers: Vec<i64> = said.iter().map(|message| message.seq).collect();
        assert_eq!(numbers, (1..=said.last().unwrap().seq).collect::<Vec<_>>());
        assert!(said.last().unwrap().seq >= confirmed);
    }
    restored.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sqlite() {
    on_sqlite(async |place| {
        let (url, copy) = (place.database_url.clone(), place.files.with_file_name("copy.db"));
        let world = World::open(place).await;
        // What a backup left that was broken off does not stand in the way.
        let part = copy.with_added_extension("part");
        std::fs::write(&part, "half a backup").unwrap();
        let confirmed = while_talking(&world, async || backup::to_file(&url, &copy).await.unwrap()).await;
        assert!(!part.exists());
        has_all(&format!("sqlite:{}", copy.display()), confirmed).await;
        let again = backup::to_file(&url, &copy).await;
        assert!(matches!(again, Err(Error::Configuration(why)) if why.contains("overwrites nothing")));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_postgres() {
    on_postgres(async |place| {
        let (url, dump) = (place.database_url.clone(), place.files.with_file_name("dump"));
        let world = World::open(place).await;
        let dumping = async || {
            let arguments = ["--format=custom", "--file", dump.to_str().unwrap(), "--dbname", &url];
            run(Command::new("pg_dump").args(arguments)).await;
        };
        let confirmed = while_talking(&world, dumping).await;
        let server = test_kit::service("MENTORHUB_TEST_POSTGRES").unwrap();
        let restored = Database::empty(&server).await;
        restored
            .used_by(async |url| {
                run(Command::new("pg_restore").args(["--exit-on-error", "--dbname", &url]).arg(&dump)).await;
                has_all(&url, confirmed).await;
            })
            .await;
        assert!(matches!(backup::to_file(&url, &dump).await, Err(Error::Configuration(_))));
    })
    .await;
}

async fn run(command: &mut Command) {
    let mut child = command.spawn().unwrap();
    let status = tokio::task::spawn_blocking(move || child.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
}
