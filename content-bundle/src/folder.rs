//! Bundles on disk and the built-in one.

use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use crate::Files;

#[derive(RustEmbed)]
#[folder = "../content"]
struct BuiltIn;

/// Other entries of a content folder, read elsewhere.
const IGNORED_ENTRIES: [&str; 5] = ["assistant", "consent", "detection", "mail", "demo"];

/// Larger than any content file.
pub const MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;

/// Returns the built-in bundle.
pub fn built_in() -> Files {
    let names = BuiltIn::iter().filter(|name| belongs(name));
    names.filter_map(|name| Some((name.to_string(), BuiltIn::get(&name)?.data.into_owned()))).collect()
}

/// Whether a file of a content folder is part of a bundle; other parts of the program read the rest.
pub fn belongs(name: &str) -> bool {
    let mut parts = name.split('/');
    let first = parts.next().unwrap_or_default();
    let file = parts.next_back().unwrap_or(first);
    !IGNORED_ENTRIES.contains(&first) && !file.starts_with('.') && file != "README.md" && !name.ends_with(".jsonc")
}

/// Reads all files of a folder. Links that lead outside are not followed.
pub fn read_folder(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next)? {
            let entry = entry?;
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let kind = entry.file_type()?;
            if !belongs(&name) {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                if entry.metadata()?.len() > MAX_FILE_BYTES {
                    return Err(io::Error::other(format!("{name} is larger than anything that belongs here")));
                }
                files.insert(name, std::fs::read(&path)?);
            }
        }
    }
    Ok(files)
}

/// Writes files below a folder, creating it if necessary.
pub fn write_folder(folder: &Path, files: &Files) -> io::Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, bytes)?;
    }
    Ok(())
}
