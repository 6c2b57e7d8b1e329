//! `mentorhub survey export` and `mentorhub quiz export` write the answers of all people as a table; `mentorhub survey reopen`.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use store::answer_exports::{self, Table, has_programme};
use store::content::catalogue;
use store::sheet;
use store::{Store, surveys};

use super::users::named;
use crate::cli::{Answers, Survey, TableFormat};
use crate::output::print;

pub(crate) async fn survey(store: &Store, command: Survey) -> Result<()> {
    match command {
        Survey::Export(options) => export_survey(store, &options).await,
        Survey::Reopen { person, key } => reopen_survey(store, &person, &key).await,
    }
}

async fn export_survey(store: &Store, options: &Answers) -> Result<()> {
    let catalogue = catalogue(store).await?;
    let table = Table::of_survey(&catalogue, &options.key);
    let table = table.with_context(|| format!("There is no survey {}.", options.key))?;
    export(store, options, &table).await
}

async fn reopen_survey(store: &Store, person: &str, key: &str) -> Result<()> {
    let person = named(store, person).await?;
    if !surveys::reopen(store, &crate::commands::actor(), person.id, key).await? {
        bail!("{} has not sent any part of the survey {key}.", person.email);
    }
    print(format_args!("{} can change and send the survey {key} again.", person.email));
    Ok(())
}

pub(crate) async fn export_quizzes(store: &Store, options: &Answers) -> Result<()> {
    let catalogue = catalogue(store).await?;
    let table = Table::of_session(&catalogue, &options.key);
    let table = table.with_context(|| format!("There is no session {}.", options.key))?;
    if table.is_empty() {
        bail!("The session {} has no quiz.", options.key);
    }
    export(store, options, &table).await
}

async fn export(store: &Store, options: &Answers, table: &Table) -> Result<()> {
    let programme = options.programme.as_deref();
    if let Some(key) = programme
        && !has_programme(store, key).await?
    {
        bail!("There is no programme {key}.");
    }
    let ending = sheet::TableFormat::from(options.format).ending();
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.{ending}", options.key)));
    if out.exists() && !options.force {
        bail!("{} exists already; --force replaces it.", out.display());
    }
    // Renamed when complete: a failed export leaves an older file as it is.
    let mut part = out.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let rows = match write(store, options, table, &part).await {
        Ok(rows) => rows,
        Err(error) => {
            let _ = fs::remove_file(&part);
            return Err(error);
        }
    };
    fs::rename(&part, &out).with_context(|| format!("{} cannot be created", out.display()))?;
    print(format_args!("Exported {rows} rows to {}.", out.display()));
    Ok(())
}

async fn write(store: &Store, options: &Answers, table: &Table, path: &Path) -> Result<u64> {
    // One that a killed export left.
    let _ = fs::remove_file(path);
    // The umask of the program keeps it from other users of the machine.
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let file = file.with_context(|| format!("{} cannot be created", path.display()))?;
    let programme = options.programme.as_deref();
    let (file, rows) =
        answer_exports::export(store, &super::actor(), table, programme, options.format.into(), None, file).await?;
    file.sync_all()?;
    Ok(rows)
}

impl From<TableFormat> for sheet::TableFormat {
    fn from(format: TableFormat) -> Self {
        match format {
            TableFormat::Csv => Self::Csv,
            TableFormat::Xlsx => Self::Xlsx,
        }
    }
}
