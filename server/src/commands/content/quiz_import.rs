//! `mentorhub content quiz-import`: converts a quiz of another learning platform.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use content_bundle::quiz_import::{Format, MAX_BYTES, read};

use crate::output::{print, print_error};

pub(super) fn run(file: &Path, session: Option<&str>, language: &str, out: Option<&Path>) -> Result<()> {
    let format = match file.extension().and_then(|ending| ending.to_str()) {
        Some("gift" | "txt") => Format::Gift,
        Some("xml") => Format::MoodleXml,
        _ => bail!("{} must end in .gift, .txt or .xml.", file.display()),
    };
    let unreadable = || format!("{} cannot be read", file.display());
    if fs::metadata(file).with_context(unreadable)?.len() > MAX_BYTES {
        bail!("{} is larger than {} MB.", file.display(), MAX_BYTES / 1024 / 1024);
    }
    let bytes = fs::read(file).with_context(unreadable)?;
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("quiz");
    let key = session.map_or_else(|| stem.to_owned(), |session| format!("{session}-quiz"));
    let imported = read(&bytes, format, &key, language)
        .map_err(|note| anyhow!("{}:{}: {}.", file.display(), note.line, note.text))?;
    for note in &imported.left_out {
        print_error(format_args!("{}:{}: {}.", file.display(), note.line, note.text));
    }
    if imported.quiz.questions.is_empty() {
        bail!("{} has no question that can be taken over.", file.display());
    }
    let yaml = serde_yaml_ng::to_string(&imported.quiz)?;
    let Some(out) = out else {
        print(yaml.trim_end());
        return Ok(());
    };
    let mut options = OpenOptions::new();
    let mut target = options
        .write(true)
        .create_new(true)
        .open(out)
        .with_context(|| format!("{} cannot be created", out.display()))?;
    target.write_all(yaml.as_bytes())?;
    print(format_args!("{} questions in {}.", imported.quiz.questions.len(), out.display()));
    Ok(())
}
