//! The schema after all migrations.

use sqlx::{Connection, PgConnection, SqliteConnection};
use store::login_sessions;
use test_kit::{both, shared};

both!(login_sessions_migration_renames_indexes_and_constraints, async |app| {
    let (url, _) = app.environment();
    let left: Vec<String> = if let Some(path) = url.strip_prefix("sqlite:") {
        let mut connection = SqliteConnection::connect(path).await.unwrap();
        let names = "SELECT name FROM sqlite_master WHERE name LIKE 'sessions%'";
        sqlx::query_scalar(names).fetch_all(&mut connection).await.unwrap()
    } else {
        let mut connection = PgConnection::connect(&url).await.unwrap();
        let names = "SELECT CAST(conname AS TEXT) FROM pg_constraint WHERE conname LIKE 'sessions\\_%'
                     UNION ALL SELECT CAST(indexname AS TEXT) FROM pg_indexes WHERE indexname LIKE 'sessions\\_%'";
        sqlx::query_scalar(names).fetch_all(&mut connection).await.unwrap()
    };
    assert_eq!(left, Vec::<String>::new());
});

shared!(sessions_view_serves_previous_version, async |app| {
    let [maya, ..] = app.people().await;
    let (url, _) = app.environment();
    let mut previous = PgConnection::connect(&url).await.unwrap();
    let opened = login_sessions::open(&app.store, maya, "browser", login_sessions::Factors::One).await.unwrap().session;
    let ended: Vec<uuid::Uuid> = sqlx::query_scalar(
        "UPDATE sessions SET ended_at = now() WHERE person_id = $1 AND ended_at IS NULL RETURNING id",
    )
    .bind(maya)
    .fetch_all(&mut previous)
    .await
    .unwrap();
    assert_eq!(ended, [opened.0]);
    assert!(!login_sessions::is_alive(&app.store, opened).await.unwrap());

    sqlx::query(
        "INSERT INTO sessions (id, person_id, refresh_hash, user_agent, created_at, refreshed_at, expires_at)
         VALUES ($1, $2, $3, '', $4, $4, $4 + INTERVAL '1 day')",
    )
    .bind(uuid::Uuid::from_u128(1))
    .bind(maya)
    .bind(vec![1_u8; 32])
    .bind(app.store.clock.now())
    .execute(&mut previous)
    .await
    .unwrap();
    assert_eq!(login_sessions::of_person(&app.store, maya).await.unwrap().len(), 1);
});
