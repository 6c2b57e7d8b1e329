//! The list of erased people: a file with one id per line, which no backup replaces.

use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::{Error, PersonId, Result, Store};

/// Returns the people of the list. Each line that is no id is an error.
pub async fn noted(store: &Store) -> Result<Vec<PersonId>> {
    let Some(list) = store.erased_list.clone() else { return Ok(Vec::new()) };
    off_thread(move || {
        let ids = read(&list)?;
        let id = |line: &str| {
            let text = || format!("{}: {line:?} is no id of a person", list.display());
            line.parse().map_err(|_| Error::Configuration(text()))
        };
        ids.lines().filter(|line| !line.is_empty()).map(id).collect()
    })
    .await
}

/// Adds a person to the list, once, before anything of them is erased.
pub(super) async fn note(store: &Store, person: PersonId) -> Result<()> {
    let Some(list) = store.erased_list.clone() else { return Ok(()) };
    off_thread(move || {
        let id = person.to_string();
        if read(&list)?.lines().any(|line| line == id) {
            return Ok(());
        }
        if let Some(folder) = list.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&list)?;
        writeln!(file, "{id}")?;
        Ok(file.sync_all()?)
    })
    .await
}

fn read(list: &Path) -> std::io::Result<String> {
    match std::fs::read_to_string(list) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
}

async fn off_thread<T: Send + 'static>(run: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let joined = tokio::task::spawn_blocking(run).await;
    joined.map_err(|error| Error::File(std::io::Error::other(error)))?
}
