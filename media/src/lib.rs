//! Inspects uploaded files and removes metadata: bytes in, bytes out.
//!
//! The name claims a type, and the content must agree. Pictures are decoded within limits and encoded anew from their
//! pixels, so that nothing else (location, device, a second file) travels with them. Formats that cannot be decoded safely
//! in this process are decoded by another one with limited memory and time ([`Tools`]).
//!
//! All functions are CPU-bound, and wait for memory: call them on a blocking thread and limit their concurrency. The memory of all
//! decoded pictures of a process is bounded.

mod active_pdf;
mod bmff;
mod budget;
mod gif;
mod heic;
mod kind;
mod mp4_audio;
mod office;
mod pdf;
mod picture;
mod png_profile;
mod png_text;
mod text;
mod tools;
mod webp_file;

pub use active_pdf::is_active_pdf;
pub use kind::{Kind, clean_name};
pub use mp4_audio::Mp4Audio;
pub use pdf::{RenderedPage, is_office, office_to_pdf, page};
pub use picture::{Picture, Size, picture};
pub use png_text::with_png_text;
pub use tools::Tools;

/// Maximum size of an uploaded file: 5 MB.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;

/// Maximum longer edge of a thumbnail in pixels.
pub const THUMBNAIL_EDGE: u32 = 480;

/// Media type of all thumbnails.
pub const THUMBNAIL_TYPE: &str = "image/webp";

/// A checked file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Cleaned name; with another extension if the file was converted.
    pub name: String,
    /// Media type.
    pub media_type: &'static str,
    /// Content to store.
    pub bytes: Vec<u8>,
    /// Of a picture: its size. Of a page: its aspect ratio.
    pub size: Option<Size>,
    /// Thumbnail.
    pub thumbnail: Option<Vec<u8>>,
}

/// Why a file is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The extension is not one of the fifteen.
    #[error("file type not accepted")]
    Type,
    /// More than [`MAX_BYTES`].
    #[error("too large")]
    TooLarge,
    /// The content contradicts the name, or is malicious.
    #[error("content does not match the file type")]
    Broken,
}

/// Checks a file and returns what to store of it.
pub fn inspect(name: &str, bytes: Vec<u8>, tools: &Tools) -> Result<Checked, Problem> {
    let name = clean_name(name);
    let kind = Kind::of_name(&name).ok_or(Problem::Type)?;
    if bytes.len() > MAX_BYTES {
        return Err(Problem::TooLarge);
    }
    match kind {
        Kind::Jpeg | Kind::Png | Kind::Webp | Kind::Gif => picture::inspect(name, kind, &bytes),
        Kind::Heic => heic::inspect(name, bytes, tools),
        Kind::Pdf => pdf::inspect(name, bytes, tools),
        Kind::Txt | Kind::Csv => text::check(&bytes).map(|()| unchanged(name, kind, bytes)),
        Kind::Doc | Kind::Xls | Kind::Ppt => office::check_old(kind, &bytes).map(|()| unchanged(name, kind, bytes)),
        Kind::Docx | Kind::Xlsx | Kind::Pptx => office::check_new(kind, &bytes).map(|()| unchanged(name, kind, bytes)),
    }
}

fn unchanged(name: String, kind: Kind, bytes: Vec<u8>) -> Checked {
    Checked { name, media_type: kind.media_type(), bytes, size: None, thumbnail: None }
}
