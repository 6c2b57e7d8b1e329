//! A backup that is taken while people talk has everything that was confirmed before it.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use store::clock::Clock;
use store::{ChannelId, Error, Options, Store, backup, messages};

use crate::world::{World, start};
use test_kit::{Database, on_postgres, on_sqlite};

/// Takes a backup while somebody talks. Gives back the channel, and how much had been confirmed when it began.
async fn while_talking(world: &World, back_up: impl AsyncFnOnce(&Store)) -> (ChannelId, i64) {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let (is_over, confirmed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicI64::new(0)));
    let talk = {
        let (world, is_over, confirmed) = (world.clone(), is_over.clone(), confirmed.clone());
        tokio::spawn(async move {
            while !is_over.load(Ordering::SeqCst) {
                let said = world.says(pair, maya, "on and on").await;
                confirmed.store(said.seq, Ordering::SeqCst);
            }
        })
    };
    while confirmed.load(Ordering::SeqCst) < 50 {
        tokio::task::yield_now().await;
    }
    let before = confirmed.load(Ordering::SeqCst);
    back_up(&world.store).await;
    is_over.store(true, Ordering::SeqCst);
    talk.await.unwrap();
    (pair, before)
}

async fn has_all(database_url: &str, channel: ChannelId, confirmed: i64) {
    let options = Options::new(database_url, std::env::temp_dir());
    let restored = Store::open(options, Clock::manual(start())).await.unwrap();
    let said = messages::between(&restored, channel, 0, i64::MAX).await.unwrap();
    let numbers: Vec<i64> = said.iter().map(|message| message.seq).collect();
    assert_eq!(numbers, (1..=said.last().unwrap().seq).collect::<Vec<_>>());
    assert!(said.last().unwrap().seq >= confirmed);
    restored.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sqlite() {
    on_sqlite(async |place| {
        let copy = place.files.with_file_name("copy.db");
        let world = World::open(place).await;
        let (channel, confirmed) =
            while_talking(&world, async |store| backup::to_file(store, &copy).await.unwrap()).await;
        has_all(&format!("sqlite:{}", copy.display()), channel, confirmed).await;
        let again = backup::to_file(&world.store, &copy).await;
        assert!(matches!(again, Err(Error::Configuration(why)) if why.contains("overwrites nothing")));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_postgres() {
    on_postgres(async |place| {
        let (url, dump) = (place.database_url.clone(), place.files.with_file_name("dump"));
        let world = World::open(place).await;
        let dumping = async |_: &Store| {
            let arguments = ["--format=custom", "--file", dump.to_str().unwrap(), "--dbname", &url];
            run(Command::new("pg_dump").args(arguments)).await;
        };
        let (channel, confirmed) = while_talking(&world, dumping).await;
        let server = test_kit::service("MENTORHUB_TEST_POSTGRES").unwrap();
        let restored = Database::empty(&server).await;
        restored
            .used_by(async |url| {
                run(Command::new("pg_restore").args(["--exit-on-error", "--dbname", &url]).arg(&dump)).await;
                has_all(&url, channel, confirmed).await;
            })
            .await;
        assert!(matches!(backup::to_file(&world.store, &dump).await, Err(Error::Configuration(_))));
    })
    .await;
}

async fn run(command: &mut Command) {
    let mut child = command.spawn().unwrap();
    let status = tokio::task::spawn_blocking(move || child.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
}
