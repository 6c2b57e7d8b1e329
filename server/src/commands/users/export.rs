//! `mentorhub user export`: writes all data about a person to a ZIP file.

use std::fs::OpenOptions;
use std::path::Path;

use anyhow::{Context, Result};
use store::{Store, export};

use super::named;
use crate::output::print;

pub(crate) async fn export(store: &Store, person: &str, out: &Path) -> Result<()> {
    let person = named(store, person).await?;
    let export = export::everything_about(store, &crate::commands::actor(), person.id).await?;
    let export = export.context("The account was erased.")?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // Only this user of the machine may read the file.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(out).with_context(|| format!("{} cannot be created", out.display()))?;
    let (_, files) = export.into_zip(store, file).await?;
    print(format_args!("Exported {} to {}: the data and {files} files.", person.email, out.display()));
    Ok(())
}
