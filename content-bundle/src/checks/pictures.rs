//! Pictures, typed by content and not by name.

use std::collections::BTreeSet;

use store::content::Picture;

use crate::yaml::Sheet;
use crate::{Files, Mistake};

const FOLDER: &str = "pictures/";

/// Pictures are loaded with a page and stored in the database.
const MAX_PICTURE_BYTES: usize = 512 * 1024;

pub(super) fn names(files: &Files) -> BTreeSet<String> {
    files.keys().filter_map(|name| name.strip_prefix(FOLDER)).map(str::to_owned).collect()
}

pub(super) fn all(files: &Files, mistakes: &mut Vec<Mistake>) -> Option<Vec<Picture>> {
    let mut pictures = Vec::new();
    for (file, bytes) in files {
        let Some(name) = file.strip_prefix(FOLDER) else { continue };
        let mut sheet = Sheet::new(file, mistakes);
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
        if !name.chars().all(is_plain) {
            sheet.add(1, "the name must be made of small letters, digits, hyphens and dots");
        }
        if bytes.len() > MAX_PICTURE_BYTES {
            sheet.add(1, format!("the picture is larger than {} kB", MAX_PICTURE_BYTES / 1024));
        }
        match media_type(bytes) {
            Ok(media_type) => {
                pictures.push(Picture {
                    name: name.to_owned(),
                    media_type: media_type.to_owned(),
                    bytes: bytes.clone(),
                });
            }
            Err((line, text)) => sheet.add(line, text),
        }
    }
    (!pictures.is_empty()).then_some(pictures)
}

fn media_type(bytes: &[u8]) -> Result<&'static str, (usize, String)> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Ok("image/png"),
        [0xff, 0xd8, 0xff, ..] => Ok("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok("image/webp"),
        _ => drawing(bytes),
    }
}

/// Checks that an SVG neither runs nor loads anything. It is also served in a sandbox; this check is for its author.
fn drawing(bytes: &[u8]) -> Result<&'static str, (usize, String)> {
    let text = std::str::from_utf8(bytes).map_err(|_| (1, "this is not PNG, JPEG, WebP or SVG".to_owned()))?;
    if !text.trim_start().starts_with("<svg") {
        return Err((1, "this is not PNG, JPEG, WebP or SVG (which must begin with <svg)".to_owned()));
    }
    for (number, line) in (1..).zip(text.lines()) {
        let lower = line.to_ascii_lowercase();
        let active = ["<script", "<foreignobject", "<iframe", "javascript:", "<!entity", "<image", "href=\"http"];
        let handler = lower.split_whitespace().find(|word| word.starts_with("on") && word.contains('='));
        if let Some(what) = active.into_iter().find(|what| lower.contains(what)).or(handler) {
            return Err((number, format!("a drawing must not contain {what:?}")));
        }
    }
    Ok("image/svg+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_type_follows_the_content() {
        assert_eq!(media_type(b"\x89PNG\r\n"), Ok("image/png"));
        assert_eq!(media_type(b"RIFF....WEBPVP8"), Ok("image/webp"));
        assert_eq!(media_type(b"<svg xmlns='x'><path d='M0 0'/></svg>"), Ok("image/svg+xml"));
        for (hostile, line) in [
            ("<svg>\n<script>x</script></svg>", 2),
            ("<svg\nonload=\"x()\">", 2),
            ("<html></html>", 1),
            ("<svg><a href=\"http://x\"/></svg>", 1),
        ] {
            assert_eq!(media_type(hostile.as_bytes()).unwrap_err().0, line, "{hostile}");
        }
    }
}
