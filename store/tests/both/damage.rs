//! A file of SQLite with damaged pages: it is noticed, and nothing is confirmed that cannot be read again.

use std::fs::File;
use std::os::unix::fs::FileExt;

use sqlx::{Connection, SqliteConnection};
use store::clock::Clock;
use store::{Error, damage, messages};

use crate::world::{World, draft, start};
use test_kit::on_sqlite;

const PAGE: usize = 4096;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn is_noticed_and_what_is_confirmed_beside_it_is_kept() {
    let mut outcomes = Vec::new();
    for part in ["messages", "members", "channels", "search_texts", "search_queue", "sqlite_autoindex_messages_1"] {
        on_sqlite(async |place| {
            let world = World::open(place.clone()).await;
            let [maya, tom, ..] = world.people().await;
            let pair = world.direct(&[maya, tom]).await;
            world.says(pair, maya, "Before").await;
            world.store.close().await;
            damage::look(&place.database_url).await.unwrap();

            let path = place.database_url.strip_prefix("sqlite:").unwrap();
            let mut connection = SqliteConnection::connect(path).await.unwrap();
            let root = sqlx::query_scalar::<_, i64>("SELECT rootpage FROM sqlite_master WHERE name = $1");
            let page = u64::try_from(root.bind(part).fetch_one(&mut connection).await.unwrap()).unwrap() - 1;
            connection.close().await.unwrap();
            let file = File::options().write(true).open(path).unwrap();
            file.write_all_at(&[0xa5; PAGE], page * PAGE as u64).unwrap();
            let found = damage::look(&place.database_url).await;
            assert!(matches!(&found, Err(error @ Error::Damaged(_)) if error.is_damaged()), "{part}: {found:?}");

            let node = place.open(Clock::manual(start())).await;
            let sent = node.writer.append(draft(pair, maya, "After")).await;
            node.close().await;
            if let Ok(sent) = &sent {
                let again = place.open(Clock::manual(start())).await;
                let kept = messages::between(&again, pair, 1, 9).await.unwrap();
                assert_eq!(kept, std::slice::from_ref(&sent.message), "{part}");
                again.close().await;
            }
            outcomes.push((part, sent.is_ok()));
        })
        .await;
    }
    // Where the message itself has no place, it is refused.
    assert!(outcomes.contains(&("messages", false)), "{outcomes:?}");
}

#[tokio::test]
async fn what_is_not_there_yet_or_no_file_is_whole() {
    damage::look("sqlite:/nowhere/hub.db").await.unwrap();
    damage::look("postgres://127.0.0.1:1/hub").await.unwrap();
}
