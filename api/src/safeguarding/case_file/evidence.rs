//! The files of people in the file of a case.

use std::collections::BTreeMap;

use store::archive::Archive;
use store::attachments::Attachment;
use store::cases::Case;
use store::cases::legal_holds::sealed_after;
use store::{AttachmentId, Result, Store, export};

/// The most letters of a name of a person that are kept in the archive.
const MAX_NAME: usize = 60;

/// Endings of names that stay: files of these kinds open without running anything. Others become `.bin`.
const ENDINGS: [&str; 23] = [
    "jpg", "jpeg", "png", "webp", "gif", "heic", "pdf", "txt", "mp3", "m4a", "ogg", "opus", "wav", "mp4", "mov",
    "webm", "docx", "xlsx", "pptx", "odt", "ods", "odp", "csv",
];

/// A file of a sealed message.
#[derive(Clone, Debug)]
pub(super) struct Filed {
    /// Its name from the sender.
    pub(super) name: String,
    /// Its media type, detected from its content.
    pub(super) media_type: String,
    /// Its name in the archive; None if it is not stored here.
    pub(super) path: Option<String>,
    /// Its hash.
    pub(super) sha256: Option<String>,
}

/// Adds each file of the reported message and of the sealed ones once.
pub(super) async fn add_files(
    store: &Store,
    mut archive: Archive,
    case: &Case,
) -> Result<(Archive, BTreeMap<AttachmentId, Filed>)> {
    let mut files = BTreeMap::new();
    for file in case.attachments.iter().flat_map(|files| files.iter()) {
        archive = add(store, archive, &mut files, file).await?;
    }
    let mut page = sealed_after(store, case.listed.id, None).await?;
    while let Some(last) = page.last() {
        for file in page.iter().flat_map(|message| message.attachments.iter()) {
            archive = add(store, archive, &mut files, file).await?;
        }
        page = sealed_after(store, case.listed.id, Some(last)).await?;
    }
    let hashes: BTreeMap<&str, &str> = archive.entries().iter().map(|one| (&*one.name, &*one.sha256)).collect();
    for file in files.values_mut() {
        file.sha256 = file.path.as_deref().and_then(|path| hashes.get(path)).map(|hash| (*hash).to_owned());
    }
    Ok((archive, files))
}

async fn add(
    store: &Store,
    archive: Archive,
    files: &mut BTreeMap<AttachmentId, Filed>,
    file: &Attachment,
) -> Result<Archive> {
    if files.contains_key(&file.id) {
        return Ok(archive);
    }
    // A GIF of a provider has no file, and its id is none of ours.
    let bytes = if file.gif.is_some() { None } else { export::file(store, file.id).await? };
    let path = bytes.as_ref().map(|_| name_in_archive(files.len() + 1, &file.name));
    let filed =
        Filed { name: file.name.clone(), media_type: file.media_type.clone(), path: path.clone(), sha256: None };
    files.insert(file.id, filed);
    match (path, bytes) {
        (Some(path), Some(bytes)) => archive.add(&path, bytes).await,
        _ => Ok(archive),
    }
}

/// Returns a name that is safe on every system: letters of ASCII, digits, `-` and `_`, behind a number.
fn name_in_archive(number: usize, name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let ending = ENDINGS.into_iter().find(|known| known.eq_ignore_ascii_case(ending)).unwrap_or("bin");
    let safe = |letter: char| if letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_') { letter } else { '_' };
    let stem: String = stem.chars().map(safe).take(MAX_NAME).collect();
    format!("files/{number:04}-{stem}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::name_in_archive;

    #[test]
    fn hostile_names_are_safe() {
        for (name, expected) in [
            ("photo.JPG", "files/0001-photo.jpg"),
            ("../../etc/passwd", "files/0001-____.bin"),
            ("a\\b\u{202e}gnp.exe", "files/0001-a_b_gnp.bin"),
            ("page.html", "files/0001-page.bin"),
            ("صورة.png", "files/0001-____.png"),
            ("line\nbreak\0.pdf", "files/0001-line_break_.pdf"),
            ("", "files/0001-.bin"),
            (".htaccess", "files/0001-.bin"),
        ] {
            assert_eq!(name_in_archive(1, name), expected, "{name:?}");
        }
        assert!(name_in_archive(1, &"x".repeat(500)).len() < 80);
    }
}
