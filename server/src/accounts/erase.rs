//! The end of a person here.

use std::io::{BufRead, IsTerminal};

use anyhow::{Context, Result, bail};
use store::Store;

use super::named;
use crate::output::say;

pub(crate) async fn erase(store: &Store, person: &str, is_sure: bool) -> Result<()> {
    let person = named(store, person).await?;
    if !is_sure {
        confirm(&person.full_name(), &person.email)?;
    }
    let erased = store::erase::erase(store, &person).await?;
    say(format_args!(
        "{} is erased: {} messages have no text any more, {} files are gone. Backups made before still hold them.",
        person.id, erased.messages, erased.files
    ));
    Ok(())
}

/// Whoever means it can type the address.
fn confirm(name: &str, email: &str) -> Result<()> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        bail!("This erases {name} for good. Add --yes if that is meant.");
    }
    say(format_args!("This erases {name} for good: name, texts and files. Type {email} to go on."));
    let mut line = String::new();
    stdin.lock().read_line(&mut line).context("The answer cannot be read.")?;
    if line.trim() != email {
        bail!("Nothing was erased.");
    }
    Ok(())
}
