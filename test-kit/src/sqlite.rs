//! A SQLite database for each test, copied from a template that has the schema.

use std::path::Path;

use store::Db;
use tokio::sync::OnceCell;

use crate::Folder;

/// Writes a database with the schema and no rows: applying all migrations takes longer than many a test.
pub(crate) async fn write_with_schema(path: &Path) {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    std::fs::write(path, TEMPLATE.get_or_init(template).await).unwrap();
}

async fn template() -> Vec<u8> {
    let folder = Folder::new();
    let path = folder.0.join("hub.db");
    // The last connection moves the write-ahead log into the file.
    Db::open(&format!("sqlite:{}", path.display()), 1).await.unwrap().close().await;
    std::fs::read(path).unwrap()
}
