//! The fifteen accepted extensions, and file names.

/// Maximum length of a file name in characters.
const NAME_CHARS: usize = 120;

/// An accepted type of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are their extensions")]
pub enum Kind {
    Jpeg,
    Gif,
    Png,
    Webp,
    Heic,
    Txt,
    Csv,
    Pdf,
    Doc,
    Xls,
    Ppt,
    Docx,
    Xlsx,
    Pptx,
}

const EXTENSIONS: [(&str, Kind); 15] = [
    ("jpg", Kind::Jpeg),
    ("jpeg", Kind::Jpeg),
    ("gif", Kind::Gif),
    ("png", Kind::Png),
    ("webp", Kind::Webp),
    ("heic", Kind::Heic),
    ("txt", Kind::Txt),
    ("csv", Kind::Csv),
    ("pdf", Kind::Pdf),
    ("doc", Kind::Doc),
    ("xls", Kind::Xls),
    ("ppt", Kind::Ppt),
    ("docx", Kind::Docx),
    ("xlsx", Kind::Xlsx),
    ("pptx", Kind::Pptx),
];

impl Kind {
    /// Returns the type that a file name claims; None if it is not accepted.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        EXTENSIONS.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known)).map(|(_, kind)| *kind)
    }

    /// Returns its extension; of several, the first.
    pub(crate) fn extension(self) -> &'static str {
        EXTENSIONS.iter().find(|(_, kind)| *kind == self).map_or("", |(extension, _)| extension)
    }

    /// Returns whether it is a file of an office suite.
    pub(crate) fn is_office(self) -> bool {
        matches!(self, Self::Doc | Self::Docx | Self::Xls | Self::Xlsx | Self::Ppt | Self::Pptx)
    }

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Heic => "image/heic",
            Self::Txt => "text/plain",
            Self::Csv => "text/csv",
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Xls => "application/vnd.ms-excel",
            Self::Ppt => "application/vnd.ms-powerpoint",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Pptx => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        }
    }
}

/// Returns the last path segment without invisible characters, shortened before the extension.
pub fn clean_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let visible: Vec<char> = text_fold::clean_text(name).chars().filter(|c| !moves_letters(*c)).collect();
    visible[visible.len().saturating_sub(NAME_CHARS)..].iter().collect()
}

/// Line breaks, and marks of direction, which can move an extension.
fn moves_letters(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extension_case_is_ignored() {
        assert_eq!(EXTENSIONS.len(), 15);
        assert_eq!(Kind::of_name("Holiday.JPeG"), Some(Kind::Jpeg));
        assert_eq!(Kind::of_name("a.tar.pdf"), Some(Kind::Pdf));
        let refused = ["page.html", "logo.svg", "run.exe", "none", ".", "", "photo.png ", "photo.png."];
        assert!(refused.iter().all(|name| Kind::of_name(name).is_none()));
    }

    #[test]
    fn names_lose_paths_and_invisible_characters() {
        assert_eq!(clean_name("C:\\secret\\cv.pdf"), "cv.pdf");
        assert_eq!(clean_name("../../etc/cv.pdf"), "cv.pdf");
        assert_eq!(clean_name("cv\u{202e}fdp.exe\n"), "cvfdp.exe");
        let long = clean_name(&format!("{}.pdf", "ä".repeat(300)));
        assert!(long.ends_with(".pdf") && long.chars().count() == NAME_CHARS);
    }
}
