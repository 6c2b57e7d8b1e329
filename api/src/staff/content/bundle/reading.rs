//! Reads what staff upload as a bundle.

use actix_web::http::StatusCode;
use content_bundle::{Files, MAX_FILE_BYTES, Mistake, belongs};
use store::content::Bundle;
use web::Error;

use super::super::super::archive::{self, ArchiveFlaw};

/// Files of an archive.
const MAX_FILES: usize = 2_000;

/// Bytes of all files that are read.
const MAX_UNPACKED: u64 = 48 * 1024 * 1024;

const ZIP: &[u8] = b"PK\x03\x04";

/// Kinds of which each definition is a file, with keys that only their files have at the beginning of a line.
const FOLDERS: [(&str, &str); 4] =
    [("surveys/", "stages"), ("sessions/", "steps"), ("translations/", "language"), ("documents/", "id")];

/// A file of a form.
pub(super) struct Upload {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Why an upload is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UploadFlaw {
    Archive(ArchiveFlaw),
    /// An archive without content.
    Empty,
    /// A single file that is none of a bundle.
    UnknownFile,
}

impl From<ArchiveFlaw> for UploadFlaw {
    fn from(flaw: ArchiveFlaw) -> Self {
        Self::Archive(flaw)
    }
}

impl UploadFlaw {
    pub(super) fn error(self) -> Error {
        match self {
            Self::Archive(ArchiveFlaw::Broken) => {
                Error::new(StatusCode::UNPROCESSABLE_ENTITY, "bundle_broken", "This archive cannot be read.")
            }
            Self::Archive(ArchiveFlaw::Encrypted) => {
                Error::new(StatusCode::UNPROCESSABLE_ENTITY, "bundle_encrypted", "This archive has a password.")
            }
            Self::Archive(ArchiveFlaw::TooLarge) => {
                Error::new(StatusCode::UNPROCESSABLE_ENTITY, "bundle_too_large", "This archive unpacks to too much.")
            }
            Self::Empty => {
                Error::new(StatusCode::UNPROCESSABLE_ENTITY, "bundle_empty", "There is no content in this archive.")
            }
            Self::UnknownFile => Error::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "bundle_unknown_file",
                "This is neither an archive nor a file of a bundle.",
            ),
        }
    }
}

/// Reads an archive as a bundle, or a single file as the kind that it belongs to: of a kind with a file for each definition the others stay
/// as they are.
pub(super) fn read(upload: &Upload, current: &Bundle) -> Result<Result<Bundle, Vec<Mistake>>, UploadFlaw> {
    if upload.bytes.starts_with(ZIP) {
        return Ok(content_bundle::read(&unpacked(&upload.bytes)?));
    }
    let name = place_of(upload).ok_or(UploadFlaw::UnknownFile)?;
    // With all other content, so that what it refers to is known.
    let others = content_bundle::write(current).map_err(|_| UploadFlaw::UnknownFile)?;
    let read = content_bundle::read_with(&others, &name, upload.bytes.clone());
    Ok(read.map(|bundle| only(bundle, &name)))
}

fn unpacked(bytes: &[u8]) -> Result<Files, UploadFlaw> {
    let (mut zip, names) = archive::open(bytes, MAX_FILES)?;
    let prefix = folder_of_all(&names);
    let mut files = Files::new();
    let mut left = MAX_UNPACKED;
    for (place, name) in &names {
        let name = &name[prefix.len()..];
        if !belongs(name) {
            continue;
        }
        let mut most = left.min(MAX_FILE_BYTES);
        let before = most;
        let unpacked = archive::unpack(&mut zip, *place, &mut most)?;
        left -= before - most;
        if files.insert(name.to_owned(), unpacked).is_some() {
            return Err(ArchiveFlaw::Broken.into());
        }
    }
    if files.is_empty() { Err(UploadFlaw::Empty) } else { Ok(files) }
}

/// Returns the folder that holds all files, with a slash; empty without one, or if it is a folder of bundles.
fn folder_of_all(names: &[(usize, String)]) -> String {
    let first = names.first().and_then(|(_, name)| name.split_once('/')).map(|(folder, _)| format!("{folder}/"));
    let is_of_bundle = |folder: &String| {
        folder == "pictures/" || !belongs(folder) || FOLDERS.iter().any(|(known, _)| *known == folder.as_str())
    };
    first
        .filter(|folder| !is_of_bundle(folder) && names.iter().all(|(_, name)| name.starts_with(folder.as_str())))
        .unwrap_or_default()
}

/// Returns where a single file belongs in a bundle.
fn place_of(Upload { name, bytes }: &Upload) -> Option<String> {
    const SINGLE: [&str; 7] =
        ["languages.yaml", "programmes.yaml", "declarations.yaml", "faq.yaml", "cards.yaml", "tags.yaml", "feed.yaml"];
    let file = name.rsplit(['/', '\\']).next()?.replace(".yml", ".yaml");
    if SINGLE.contains(&file.as_str()) {
        return Some(file);
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let has = |key: &str| text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')));
    let (folder, _) = FOLDERS.iter().find(|(_, key)| has(key))?;
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
        let value = line.split('#').next()?.trim().trim_matches(['"', '\'']);
        (!value.is_empty() && value.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')).then(|| value.to_owned())
    };
    let key = match *folder {
        "documents/" => document_name(value("id")?),
        "translations/" => value("language")?,
        _ => value("key")?,
    };
    Some(format!("{folder}{key}.yaml"))
}

/// Returns the name of the file of a document.
fn document_name(id: String) -> String {
    match &*id {
        "3" => "privacy".to_owned(),
        "4" => "terms".to_owned(),
        "6" => "code-of-conduct".to_owned(),
        _ => id,
    }
}

/// Returns what stands in a file alone: all of its kind, or the one definition, which leaves the others as they are.
fn only(bundle: Bundle, name: &str) -> Bundle {
    fn named<T>(all: Option<Vec<T>>, is_named: impl Fn(&T) -> bool) -> Option<Vec<T>> {
        all.map(|all| all.into_iter().filter(is_named).collect())
    }
    let mut one = Bundle::default();
    if let Some((folder, file)) = name.split_once('/') {
        one.leaves_others = true;
        let key = file.strip_suffix(".yaml").unwrap_or(file);
        match folder {
            "surveys" => one.surveys = named(bundle.surveys, |survey| survey.key == key),
            "sessions" => one.sessions = named(bundle.sessions, |session| session.key == key),
            "translations" => one.translations = named(bundle.translations, |texts| texts.language == key),
            _ => one.documents = named(bundle.documents, |document| document_name(document.id.to_string()) == key),
        }
        return one;
    }
    match name {
        "languages.yaml" => one.languages = bundle.languages,
        "programmes.yaml" => one.programmes = bundle.programmes,
        "declarations.yaml" => one.declarations = bundle.declarations,
        "faq.yaml" => one.topics = bundle.topics,
        "cards.yaml" => one.cards = bundle.cards,
        "tags.yaml" => one.tags = bundle.tags,
        _ => one.feed = bundle.feed,
    }
    one
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    fn zip(files: &[(&str, &[u8])]) -> Upload {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(bytes).unwrap();
        }
        Upload { name: "content.zip".to_owned(), bytes: archive.finish().unwrap().into_inner() }
    }

    fn current() -> Bundle {
        content_bundle::read(&content_bundle::built_in()).unwrap()
    }

    #[test]
    fn archive_with_or_without_a_folder_is_the_bundle() {
        let files = content_bundle::built_in();
        for prefix in ["", "content/"] {
            let named: Vec<(String, &Vec<u8>)> =
                files.iter().map(|(name, bytes)| (format!("{prefix}{name}"), bytes)).collect();
            let mut all: Vec<(&str, &[u8])> =
                named.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
            let others = [format!("{prefix}mail/en.yaml"), format!("{prefix}README.md")];
            all.extend(others.iter().map(|name| (name.as_str(), b"for others".as_slice())));
            assert_eq!(read(&zip(&all), &Bundle::default()).unwrap().unwrap(), current());
        }
    }

    #[test]
    fn hostile_archives_are_refused() {
        let large = vec![b' '; 5 * 1024 * 1024];
        let many: Vec<String> = (0..2_001).map(|number| format!("surveys/{number}.yaml")).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
        let broken = UploadFlaw::Archive(ArchiveFlaw::Broken);
        let too_large = UploadFlaw::Archive(ArchiveFlaw::TooLarge);
        for (upload, flaw) in [
            (zip(&[("../faq.yaml", b"topics: []")]), broken),
            (zip(&[("/etc/faq.yaml", b"topics: []")]), broken),
            (zip(&[("a\\..\\faq.yaml", b"topics: []")]), broken),
            (zip(&[("faq.yaml", &large)]), too_large),
            (zip(&many), too_large),
            (zip(&[("mail/en.yaml", b"")]), UploadFlaw::Empty),
            (Upload { name: "x.zip".to_owned(), bytes: b"PK\x03\x04 no archive".to_vec() }, broken),
            (Upload { name: "x.yaml".to_owned(), bytes: b"what: this".to_vec() }, UploadFlaw::UnknownFile),
            (
                Upload { name: "s.yaml".to_owned(), bytes: b"key: ../../x\nstages: []".to_vec() },
                UploadFlaw::UnknownFile,
            ),
            (Upload { name: "x".to_owned(), bytes: vec![0, 159, 146] }, UploadFlaw::UnknownFile),
        ] {
            assert_eq!(read(&upload, &current()).unwrap_err(), flaw, "{}", upload.name);
        }
        // Bombs are cut where the bounds are.
        let bomb: Vec<(String, &[u8])> =
            (0..16).map(|number| (format!("pictures/{number}.svg"), &large[..4 * 1024 * 1024 - 1])).collect();
        let bomb: Vec<(&str, &[u8])> = bomb.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        assert_eq!(read(&zip(&bomb), &Bundle::default()).unwrap_err(), too_large);
    }

    #[test]
    fn single_file_leaves_all_else() {
        let files = content_bundle::built_in();
        let text = String::from_utf8(files["documents/terms.yaml"].clone()).unwrap();
        let bytes = text.replace("en: Terms of Service", "en: Our rules").into_bytes();
        let upload = Upload { name: "my terms.yaml".to_owned(), bytes };
        let read = read(&upload, &current()).unwrap().unwrap();
        let documents = read.documents.clone().unwrap();
        let [terms] = &documents[..] else { panic!("not one document") };
        assert_eq!((terms.id, terms.title["en"].as_str()), (4, "Our rules"));
        assert_eq!(read, Bundle { documents: Some(documents.clone()), leaves_others: true, ..Bundle::default() });
    }

    #[test]
    fn single_file_is_not_refused_for_mistakes_of_others() {
        let files = content_bundle::built_in();
        let mut current = current();
        let programme = &mut current.programmes.as_mut().unwrap()[0];
        programme.settings.curriculum[0].session = "gone".to_owned();
        let faq = |bytes: Vec<u8>| Upload { name: "faq.yaml".to_owned(), bytes };
        let found = read(&faq(files["faq.yaml"].clone()), &current).unwrap().unwrap();
        assert_eq!(found, Bundle { topics: current.topics.clone(), ..Bundle::default() });
        let (session, _) = files.iter().find(|(name, _)| name.starts_with("sessions/")).unwrap();
        let bytes = files[session].clone();
        let one = read(&Upload { name: session.clone(), bytes }, &current).unwrap().unwrap();
        assert_eq!(one.sessions.unwrap().len(), 1);
        let mistakes = read(&faq(b"topics: 1".to_vec()), &current).unwrap().unwrap_err();
        assert!(mistakes.iter().all(|mistake| mistake.file == "faq.yaml"), "{mistakes:?}");
        // What the file itself breaks elsewhere counts.
        let session = current.programmes.as_ref().unwrap()[0].settings.curriculum[1].session.clone();
        let text = String::from_utf8(files[&format!("sessions/{session}.yaml")].clone()).unwrap();
        let bytes = text.replace("audience: mentorship", "audience: learning_hub").into_bytes();
        let mistakes = read(&Upload { name: "s.yaml".to_owned(), bytes }, &current).unwrap().unwrap_err();
        assert!(mistakes.iter().any(|mistake| mistake.file == "programmes.yaml"), "{mistakes:?}");
        assert!(mistakes.iter().all(|mistake| !mistake.text.contains("gone")), "{mistakes:?}");
    }

    #[test]
    fn mistakes_have_file_and_line() {
        let upload = Upload {
            name: "faq.yaml".to_owned(),
            bytes: b"topics:\n  - key: A B\n    title: {}\n    questions: []\n".to_vec(),
        };
        let mistakes = read(&upload, &current()).unwrap().unwrap_err();
        assert_eq!((mistakes[0].file.as_str(), mistakes[0].line), ("faq.yaml", 2), "{mistakes:?}");
    }
}
