//! `mentorhub content`: checks, imports and exports content; imports the built-in content at the start.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use chrono::NaiveDate;
use content_bundle::Mistake;
use store::administration::import_content;
use store::content::texts::MergedText;
use store::content::{
    Bundle, Change, Changed, Language, MergedKey, MergedRule, Origin, QuestionPath, all, get, preview,
};
use store::programmes::rules::Fate;
use store::staff::Actor;
use store::{Store, feed};

use crate::cli::Content;
use crate::config::Config;
use crate::output::{print, print_error};

mod quiz_import;

/// The day of an installation for which the built-in feed is dated: the day after its newest item, so that this one has appeared
/// in every time zone.
const FEED_DAY: NaiveDate = match NaiveDate::from_ymd_opt(2025, 10, 31) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

pub(crate) async fn run(config: &Config, command: Content) -> Result<()> {
    match command {
        Content::Check { folder } => {
            let bundle = read(folder.as_deref())?;
            print(format_args!("No mistakes. {}.", summary(&bundle)));
        }
        Content::Import { folder, dry_run } => {
            // A bundle with mistakes must not create a database.
            let bundle = read(folder.as_deref())?;
            let imported = match dry_run {
                true => preview(&*config.open_existing_store().await?, &bundle).await?,
                false => {
                    let import = async |store: &Store| {
                        Ok(import_content(store, &super::actor(), &bundle, Origin::Operator).await?)
                    };
                    super::on(config.open_store().await?, import).await?
                }
            };
            imported.definitions.iter().for_each(|changed| print(describe(changed)));
            imported.rules.iter().for_each(|merged| print(describe_rule(merged)));
            imported.texts.iter().for_each(|merged| print(describe_text(merged)));
            imported.keys.iter().for_each(|merged| print(describe_key(merged)));
            for key in imported.closed {
                print(format_args!(
                    "The programme {key} is not in the bundle any more: it is closed to new members and kept for its members."
                ));
            }
            match dry_run {
                true => print(format_args!("Nothing was changed. An import would have: {}.", summary(&bundle))),
                false => print(format_args!("Imported: {}.", summary(&bundle))),
            }
        }
        Content::QuizImport { file, session, language, out } => {
            quiz_import::run(&file, session.as_deref(), &language, out.as_deref())?;
        }
        Content::Export { folder } => {
            let is_empty = !folder.exists() || folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
            if !is_empty {
                bail!("{} is not empty: the export would mix old and new files.", folder.display());
            }
            let content = get(&*config.open_existing_store().await?).await?;
            // A bundle without languages cannot be imported.
            if content.languages.as_ref().is_none_or(Vec::is_empty) {
                bail!(
                    "There is no content yet: the first start of the server or `mentorhub content import` creates it."
                );
            }
            let files = content_bundle::write(&content)?;
            content_bundle::write_folder(&folder, &files)
                .with_context(|| format!("{} cannot be written", folder.display()))?;
            print(format_args!("{} files in {}.", files.len(), folder.display()));
        }
    }
    Ok(())
}

/// Imports the built-in content, unless an operator imported a bundle, and the mails in any case. The days of the feed move with the day of the first import,
/// so that a new installation has recent posts.
pub(crate) async fn import_built_in(store: &Store) -> Result<()> {
    let mut bundle = content_bundle::read(&content_bundle::built_in())
        .map_err(|mistakes| anyhow!("The built-in content: {}.", mistakes[0]))?;
    let installed_at = feed::began_at(store).await?.unwrap_or_else(|| store.clock.now());
    let moved_by = installed_at.date_naive() - FEED_DAY;
    for item in bundle.feed.iter_mut().flatten() {
        item.published_on += moved_by;
    }
    bundle.mails = Some(api::mail::built_in().map_err(|error| anyhow!("The built-in mails: {error}."))?);
    import_content(store, &Actor::Job { name: "start" }, &bundle, Origin::BuiltIn).await?;
    Ok(())
}

/// Returns the codes of the available languages; before the first start those of the built-in content.
pub(crate) async fn languages(store: &Store) -> Result<Vec<String>> {
    let mut languages = all::<Language>(store).await?;
    if languages.is_empty() {
        languages = content_bundle::read(&content_bundle::built_in())
            .ok()
            .and_then(|bundle| bundle.languages)
            .unwrap_or_default();
    }
    Ok(languages.into_iter().map(|language| language.code).collect())
}

/// Reads the bundle of a folder or the built-in one. Prints all mistakes before it fails.
fn read(folder: Option<&Path>) -> Result<Bundle> {
    let files = match folder {
        None => content_bundle::built_in(),
        Some(folder) => {
            content_bundle::read_folder(folder).with_context(|| format!("{} cannot be read", folder.display()))?
        }
    };
    let (bundle, mut mistakes) = match content_bundle::read(&files) {
        Ok(bundle) => (bundle, Vec::new()),
        Err(mistakes) => (Bundle::default(), mistakes),
    };
    mistakes.extend(check_templates(folder));
    if mistakes.is_empty() {
        return Ok(bundle);
    }
    for mistake in &mistakes {
        print_error(mistake);
    }
    Err(match mistakes.len() {
        1 => anyhow!("There is one mistake."),
        count => anyhow!("There are {count} mistakes."),
    })
}

/// Checks the texts of the assistant and the mail templates next to the bundle.
fn check_templates(folder: Option<&Path>) -> Vec<Mistake> {
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

/// Parses "de.yaml: body is missing at line 3 column 1".
fn mistake(folder: &str, text: &str) -> Mistake {
    let (file, reason) = text.split_once(": ").unwrap_or(("", text));
    let line = reason.split_once("line ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    Mistake { file: format!("{folder}/{file}"), line: line.unwrap_or(1), text: reason.to_owned() }
}

/// Describes what an import does to a survey or session.
fn describe(Changed { kind, key, change }: &Changed) -> String {
    let change = match change {
        Change::Added => "new".to_owned(),
        Change::Patched => "patched; reaches people inside at once".to_owned(),
        Change::NewVersion(version) => format!("new version {version}, for those who begin later"),
        Change::Returned => "offered again".to_owned(),
        Change::Retired { begun: 0 } => "retired; no person has begun it".to_owned(),
        Change::Retired { begun: 1 } => "retired; 1 person has begun it and keeps it".to_owned(),
        Change::Retired { begun } => format!("retired; {begun} people have begun it and keep it"),
        Change::Unchanged => "unchanged".to_owned(),
    };
    format!("{kind} {key}: {change}.")
}

/// Describes what an import does to a rule that staff changed.
fn describe_rule(MergedRule { programme, rule, fate }: &MergedRule) -> String {
    let rule = rule.name();
    match fate {
        Fate::Kept => format!("programme {programme}, rule {rule}: kept as staff set it in the console."),
        Fate::Replaced => format!(
            "programme {programme}, rule {rule}: CONFLICT. Staff changed it in the console and the bundle has changed it since: \
             the bundle replaces it. Staff can set it back in the console."
        ),
    }
}

/// Describes what an import does to a text that staff changed.
fn describe_text(MergedText { kind, key, path, language, fate }: &MergedText) -> String {
    let kind = kind.name();
    let place = match language {
        _ if path.is_empty() => format!("{kind} {key}"),
        Some(language) => format!("{kind} {key}, {path} ({language})"),
        None => format!("{kind} {key}, {path}"),
    };
    match fate {
        Fate::Kept => format!("{place}: kept as staff set it in the console."),
        Fate::Replaced => format!(
            "{place}: CONFLICT. Staff changed it in the console and the bundle has changed it since: \
             the bundle replaces it. Staff can set it back in the console."
        ),
    }
}

/// Describes what an import does to an answer key that staff corrected.
fn describe_key(MergedKey { path, fate }: &MergedKey) -> String {
    let QuestionPath { session, quiz, question } = path;
    match fate {
        Fate::Kept => format!("session {session}, quiz {quiz}, question {question}: the corrected answer key is kept."),
        Fate::Replaced => format!(
            "session {session}, quiz {quiz}, question {question}: CONFLICT. Staff corrected the answer key and the bundle has changed \
             it since: the bundle replaces it. Staff can correct it again in the console."
        ),
    }
}

/// Returns "languages 3, programmes 1, …".
fn summary(bundle: &Bundle) -> String {
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
        count(bundle.surveys.as_ref(), "surveys"),
        count(bundle.sessions.as_ref(), "sessions"),
        count(bundle.feed.as_ref(), "feed items"),
        count(bundle.pictures.as_ref(), "pictures"),
    ];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
