//! Baseline REST server: bare actix handlers with one statement each on the hub's database. Nothing is checked or computed; the
//! answer has as many bytes as the hub's.

use std::net::SocketAddr;

use actix_web::web::{Bytes, Data, Json, Path, get, post};
use actix_web::{App, HttpServer, error};
use serde::Serialize;
use sqlx::{PgPool, SqlitePool};
use store::Db;
use uuid::Uuid;

/// Connections to PostgreSQL, or readers of SQLite, as the hub's default.
const CONNECTIONS: u32 = 10;

#[derive(Serialize)]
struct Answer {
    display_name: String,
    /// Letters up to the size of the hub's answer.
    rest: String,
}

/// Serves until killed.
pub(crate) async fn run(database: &str) -> anyhow::Result<()> {
    // The hub's pools, so that only the work of a request differs.
    let db = Db::open(database, CONNECTIONS).await?;
    create_table(&db).await?;
    let db = Data::new(db);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(db.clone())
            .route("/select/{bytes}/{person}", get().to(select))
            .route("/select/{bytes}/{person}", post().to(select))
            .route("/insert/{bytes}/{person}", post().to(insert))
    })
    .bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    #[expect(clippy::print_stdout, reason = "who started it waits for this line")]
    for address in server.addrs() {
        println!("listening on http://{address}");
    }
    Ok(server.run().await?)
}

const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS floor_rows (id UUID PRIMARY KEY, person_id UUID NOT NULL, body TEXT NOT NULL)";
const SELECT: &str = "SELECT display_name FROM people WHERE id = $1";
const INSERT: &str = "INSERT INTO floor_rows (id, person_id, body) VALUES ($1, $2, $3)";

async fn create_table(db: &Db) -> sqlx::Result<()> {
    match db {
        Db::Sqlite { write, .. } => sqlx::query(TABLE).execute(write).await.map(drop),
        Db::Postgres(pool) => sqlx::query(TABLE).execute(pool).await.map(drop),
    }
}

async fn select(db: Data<Db>, path: Path<(usize, Uuid)>, _body: Bytes) -> actix_web::Result<Json<Answer>> {
    let (bytes, person) = path.into_inner();
    let name = match &**db {
        Db::Sqlite { read, .. } => name_on_sqlite(read, person).await,
        Db::Postgres(pool) => name_on_postgres(pool, person).await,
    };
    Ok(answer(bytes, name.map_err(error::ErrorInternalServerError)?))
}

async fn name_on_sqlite(pool: &SqlitePool, person: Uuid) -> sqlx::Result<String> {
    sqlx::query_scalar(SELECT).bind(person).fetch_one(pool).await
}

async fn name_on_postgres(pool: &PgPool, person: Uuid) -> sqlx::Result<String> {
    sqlx::query_scalar(SELECT).bind(person).fetch_one(pool).await
}

async fn insert(db: Data<Db>, path: Path<(usize, Uuid)>, body: Bytes) -> actix_web::Result<Json<Answer>> {
    let (bytes, person) = path.into_inner();
    let (id, body) = (Uuid::from_u128(rand::random()), String::from_utf8_lossy(&body).into_owned());
    let written = match &**db {
        Db::Sqlite { write, .. } => sqlx::query(INSERT).bind(id).bind(person).bind(body).execute(write).await.map(drop),
        Db::Postgres(pool) => sqlx::query(INSERT).bind(id).bind(person).bind(body).execute(pool).await.map(drop),
    };
    written.map_err(error::ErrorInternalServerError)?;
    Ok(answer(bytes, String::new()))
}

fn answer(bytes: usize, display_name: String) -> Json<Answer> {
    let braces = r#"{"display_name":"","rest":""}"#.len();
    let rest = "x".repeat(bytes.saturating_sub(braces + display_name.len()));
    Json(Answer { display_name, rest })
}
