//! What a database contains, to see whether a refused request has changed it.

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection, query_scalar};

/// Tables that the tokens of callers and the jobs of a running server change, as does the search index.
const UNSTABLE: [&str; 6] = ["login_sessions", "hub_nodes", "leases", "node_reports", "rate_limits", "presence"];

fn is_stable(table: &str) -> bool {
    !UNSTABLE.contains(&table) && !table.starts_with("search_")
}

/// A connection beside those of the servers.
pub(super) enum Rows {
    Sqlite(SqliteConnection, String),
    Postgres(PgConnection, String),
}

impl Rows {
    pub(super) async fn of(url: &str) -> Self {
        if url.starts_with("postgres") {
            let mut connection = PgConnection::connect(url).await.unwrap();
            let list = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
            let tables: Vec<String> = query_scalar(list).fetch_all(&mut connection).await.unwrap();
            let part = |table: &String| {
                format!(
                    "SELECT '{table} ' || COUNT(*) || ' ' || MD5(STRING_AGG(t::text, ' ' ORDER BY t::text)) FROM {table} t"
                )
            };
            let parts: Vec<_> = tables.iter().filter(|table| is_stable(table)).map(part).collect();
            return Self::Postgres(connection, parts.join(" UNION ALL "));
        }
        let mut connection = SqliteConnection::connect(url).await.unwrap();
        let list =
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%fts%' AND name NOT LIKE 'sqlite%'";
        let tables: Vec<String> = query_scalar(list).fetch_all(&mut connection).await.unwrap();
        let mut parts = Vec::new();
        for table in tables.iter().filter(|table| is_stable(table)) {
            let list =
                format!("SELECT GROUP_CONCAT('QUOTE(\"' || name || '\")', '||') FROM PRAGMA_TABLE_INFO('{table}')");
            let row: String = query_scalar(AssertSqlSafe(list)).fetch_one(&mut connection).await.unwrap();
            parts.push(format!("SELECT '{table} ' || COALESCE(GROUP_CONCAT({row}), '') FROM \"{table}\""));
        }
        Self::Sqlite(connection, parts.join(" UNION ALL "))
    }

    /// Returns a text for each table that differs when its rows differ.
    pub(super) async fn all(&mut self) -> Vec<String> {
        let read = match self {
            Self::Sqlite(connection, sql) => {
                query_scalar::<_, Option<String>>(AssertSqlSafe(sql.clone())).fetch_all(connection).await
            }
            Self::Postgres(connection, sql) => {
                query_scalar::<_, Option<String>>(AssertSqlSafe(sql.clone())).fetch_all(connection).await
            }
        };
        let mut all: Vec<String> = read.unwrap().into_iter().flatten().collect();
        all.sort();
        all
    }
}
