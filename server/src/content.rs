//! The commands about content, and the content that a fresh installation begins with.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use bundle::Mistake;
use store::Store;
use store::content::{Bundle, Language, Origin, all, get, put};

use crate::cli::Content;
use crate::config::Config;
use crate::output::{complain, say};

pub(crate) async fn run(config: &Config, command: Content) -> Result<()> {
    match command {
        Content::Check { folder } => {
            let bundle = read(folder.as_deref())?;
            say(format_args!("No mistakes. {}.", told(&bundle)));
        }
        Content::Import { folder } => {
            // Before the database is touched at all.
            let bundle = read(folder.as_deref())?;
            let imported = put(&*config.open_store().await?, &bundle, Origin::Operator).await?;
            say(format_args!("Imported: {}.", told(&bundle)));
            for key in imported.closed {
                say(format_args!(
                    "The programme {key} is no longer there: it is closed to newcomers, its people keep it."
                ));
            }
        }
        Content::Export { folder } => {
            let is_empty = !folder.exists() || folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
            if !is_empty {
                bail!("{} is not an empty folder: old and new files would be mixed.", folder.display());
            }
            let content = get(&*config.open_present_store().await?).await?;
            // Nobody could import it again.
            if content.languages.as_ref().is_none_or(Vec::is_empty) {
                bail!("There is no content yet: the first start brings it, or `mentorhub content import`.");
            }
            let files = bundle::write(&content)?;
            bundle::write_folder(&folder, &files).with_context(|| format!("{} cannot be written", folder.display()))?;
            say(format_args!("{} files in {}.", files.len(), folder.display()));
        }
    }
    Ok(())
}

/// Gives an installation the content that came with the program, until an operator brings their own.
pub(crate) async fn begin(store: &Store) -> Result<()> {
    let bundle =
        bundle::read(&bundle::built_in()).map_err(|mistakes| anyhow!("The built-in content: {}.", mistakes[0]))?;
    put(store, &bundle, Origin::BuiltIn).await?;
    Ok(())
}

/// The codes of the languages that people can choose: before the first start those that it will bring.
pub(crate) async fn languages(store: &Store) -> Result<Vec<String>> {
    let mut languages = all::<Language>(store).await?;
    if languages.is_empty() {
        languages = bundle::read(&bundle::built_in()).ok().and_then(|bundle| bundle.languages).unwrap_or_default();
    }
    Ok(languages.into_iter().map(|language| language.code).collect())
}

/// The bundle of a folder, or the one that came with the program. All mistakes are told before it fails.
fn read(folder: Option<&Path>) -> Result<Bundle> {
    let files = match folder {
        None => bundle::built_in(),
        Some(folder) => bundle::read_folder(folder).with_context(|| format!("{} cannot be read", folder.display()))?,
    };
    let (bundle, mut mistakes) = match bundle::read(&files) {
        Ok(bundle) => (bundle, Vec::new()),
        Err(mistakes) => (Bundle::default(), mistakes),
    };
    mistakes.extend(neighbours(folder));
    if mistakes.is_empty() {
        return Ok(bundle);
    }
    for mistake in &mistakes {
        complain(mistake);
    }
    Err(match mistakes.len() {
        1 => anyhow!("There is one mistake."),
        count => anyhow!("There are {count} mistakes."),
    })
}

/// What stands beside the bundle: how the assistant speaks, and the mails.
fn neighbours(folder: Option<&Path>) -> Vec<Mistake> {
    let below = |name: &str| folder.map(|folder| folder.join(name)).filter(|path| path.is_dir());
    let assistant = match (folder, below("assistant")) {
        (None, _) => assistant::Content::built_in().err(),
        (_, Some(path)) => assistant::Content::in_folder(&path).err(),
        _ => None,
    };
    let mail = match (folder, below("mail")) {
        (None, _) => api::mail::check_templates().err(),
        (_, Some(path)) => api::mail::check_templates_in(&path).err(),
        _ => None,
    };
    let assistant = assistant.map(|error| mistake("assistant", &error.to_string()));
    assistant.into_iter().chain(mail.map(|error| mistake("mail", &error))).collect()
}

/// "de.yaml: body is missing at line 3 column 1", with the line where the others have it.
fn mistake(folder: &str, text: &str) -> Mistake {
    let (file, reason) = text.split_once(": ").unwrap_or(("", text));
    let line = reason.split_once("line ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    Mistake { file: format!("{folder}/{file}"), line: line.unwrap_or(1), text: reason.to_owned() }
}

/// "3 languages, 1 programmes, …"
fn told(bundle: &Bundle) -> String {
    fn count<T>(items: Option<&Vec<T>>, name: &str) -> Option<String> {
        items.map(|items| format!("{name} {}", items.len()))
    }
    let counts = [
        count(bundle.languages.as_ref(), "languages"),
        count(bundle.programmes.as_ref(), "programmes"),
        count(bundle.documents.as_ref(), "documents"),
        count(bundle.topics.as_ref(), "FAQ topics"),
        count(bundle.cards.as_ref(), "cards"),
        count(bundle.declarations.as_ref(), "declarations"),
        count(bundle.translations.as_ref(), "translations"),
        count(bundle.pictures.as_ref(), "pictures"),
    ];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
