//! `mentorhub database copy`: a filled installation moves from SQLite to PostgreSQL.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use test_kit::{Database, samples};

use crate::program::{Installation, Site};
use crate::talk::{self, MAYA, TOM, Talker};
use crate::uploads::send_file;

/// Tables that follow from the others.
const DERIVED: [&str; 4] = ["_sqlx_migrations", "feed_like_counts", "search_queue", "search_texts"];

/// Returns the files below a folder, as `folder/name`.
fn files_in(folder: &Path) -> BTreeSet<String> {
    let entries = |folder: &Path| -> Vec<_> { std::fs::read_dir(folder).unwrap().map(Result::unwrap).collect() };
    let of_folder = |folder: std::fs::DirEntry| {
        let name = folder.file_name().into_string().unwrap();
        entries(&folder.path()).into_iter().map(move |file| format!("{name}/{}", file.file_name().display()))
    };
    entries(folder).into_iter().filter(|entry| entry.path().is_dir()).flat_map(of_folder).collect()
}

/// Asserts that the tables of both databases have as many rows, and returns the number of filled tables.
async fn compare(source: &Path, target: &str) -> usize {
    let mut source = SqliteConnection::connect(source.to_str().unwrap()).await.unwrap();
    let mut target = PgConnection::connect(target).await.unwrap();
    let tables = "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut target).await.unwrap();
    let mut filled = 0;
    for table in tables.iter().filter(|table| !DERIVED.contains(&table.as_str())) {
        let count = || AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let before: i64 = sqlx::query_scalar(count()).fetch_one(&mut source).await.unwrap();
        let after: i64 = sqlx::query_scalar(count()).fetch_one(&mut target).await.unwrap();
        assert_eq!(after, before, "{table}");
        filled += usize::from(before > 0);
    }
    let likes = "SELECT CAST(COALESCE(SUM(likes), 0) AS BIGINT) FROM feed_like_counts";
    let before: i64 = sqlx::query_scalar(likes).fetch_one(&mut source).await.unwrap();
    assert_eq!(sqlx::query_scalar::<_, i64>(likes).fetch_one(&mut target).await.unwrap(), before);
    // What people search for is indexed again.
    let queued = "SELECT COUNT(*) FROM search_queue";
    assert!(sqlx::query_scalar::<_, i64>(queued).fetch_one(&mut target).await.unwrap() > 0);
    filled
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn filled_installation_moves_to_postgres() {
    let old = Installation::new();
    let server = old.serve(&["--demo", "--demo-cohort"]);
    let mut maya = Talker::joined(&server, MAYA, talk::socket(&server).await).await;
    maya.says("Grüße – \"quoted\", 100 %, \\ and 🎈").await;
    maya.hears("🎈").await;
    assert_eq!(send_file(&server, "face.png", samples::png(20, 20)).await.status(), 201);
    let said = last_messages(&server).await;
    assert!(said.iter().any(|(_, message)| message.to_string().contains('🎈')), "{said:?}");
    server.signal("-TERM");
    assert!(server.wait().0);

    let [source, files] = ["data/mentorhub.db", "data/files"].map(|name| old.folder.path().join(name));
    let from = format!("sqlite:{}", source.display());
    let database = Database::empty(&test_kit::postgres_url()).await;
    database
        .used_by(async |url| {
            let new = Installation::new().without_its_bus(&url);
            let copy = ["database", "copy", &from, &url, "--files", files.to_str().unwrap()];
            let ended = new.run(&copy, "");
            assert!(ended.succeeded, "{}", ended.complained);
            let filled = compare(&source, &url).await;
            assert!(filled > 40, "the demo fills only {filled} tables");
            assert_eq!(files_in(&new.folder.path().join("data/files")), files_in(&files));

            let again = new.run(&copy, "");
            assert!(!again.succeeded && again.complained.contains("has people already"), "{}", again.complained);

            let server = new.serve(&[]);
            assert_eq!(last_messages(&server).await, said);
            let mut tom = Talker::joined(&server, TOM, talk::socket(&server).await).await;
            tom.tell(json!({"command": "send", "message": "It goes on.", "temp_id": "first"})).await;
            tom.hears("It goes on.").await;
        })
        .await;
}

/// Returns Tom's channels with their last messages.
async fn last_messages(server: &Site) -> Vec<(Value, Value)> {
    let mut channels = server.get_as(TOM, "/api/v2/chat/channels/").await;
    let channels = channels.as_array_mut().unwrap().iter_mut();
    channels.map(|channel| (channel["channelId"].take(), channel["lastMessage"].take())).collect()
}

#[tokio::test]
async fn copy_of_older_schema_is_refused() {
    let installation = Installation::new();
    assert!(installation.run(&["migrate"], "").succeeded);
    let file = installation.folder.path().join("data/mentorhub.db");
    let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    let newest = "DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
    sqlx::query(newest).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let from = format!("sqlite:{}", file.display());
    let ended = installation.run(&["database", "copy", &from, "postgres://127.0.0.1:1/hub"], "");
    assert!(!ended.succeeded && ended.complained.contains("run `mentorhub migrate`"), "{}", ended.complained);
}
