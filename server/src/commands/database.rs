//! `mentorhub database`: moves an installation to another database.

use anyhow::Result;
use store::copy;

use crate::cli::Database;
use crate::config::Config;
use crate::output::print;

pub(crate) async fn run(config: &Config, command: Database) -> Result<()> {
    let Database::Copy { from, to, files } = command;
    let copied = copy::to_postgres(&from, &to).await?;
    print(format_args!("Copied {} rows of {} tables.", copied.rows, copied.tables));
    if let Some(folder) = files {
        let count = copy::files(&folder, config.files.clone()).await?;
        print(format_args!("Copied {count} files."));
    }
    print("Set database.url, and start the server. Searches find older messages once it has indexed them.");
    Ok(())
}
