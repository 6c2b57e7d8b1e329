//! What a file that somebody sends really is, and what of it may be passed on: bytes in, bytes out.
//!
//! The name says what a file claims to be, and the content must agree. Pictures are decoded within limits and written
//! anew from their pixels, so that nothing else (a place, a device, a second file) travels with them. What cannot be
//! decoded safely in this process is decoded by another one, with little memory and little time ([`Tools`]).
//!
//! Everything here computes: call it on a thread that may be busy, and not on many at once.

mod bmff;
mod gif;
mod heic;
mod kind;
mod office;
mod pdf;
mod picture;
mod text;
mod tools;
mod webp_file;

pub use kind::{Kind, clean_name};
pub use picture::{Picture, Size, picture};
pub use tools::Tools;

/// The largest file that may be sent: 5 MB.
pub const MAX_BYTES: usize = 5 * 1024 * 1024;

/// The longer edge of a thumbnail, at most.
pub const THUMBNAIL_EDGE: u32 = 480;

/// The media type of every thumbnail.
pub const THUMBNAIL_TYPE: &str = "image/webp";

/// A file that may be passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its name, without what cannot be seen; with another extension if it was written in another format.
    pub name: String,
    /// What it is.
    pub media_type: &'static str,
    /// What to keep of it.
    pub bytes: Vec<u8>,
    /// Of a picture: how large it is. Of a page: in what proportion.
    pub size: Option<Size>,
    /// A small picture of it.
    pub thumbnail: Option<Vec<u8>>,
}

/// Why a file is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Not one of the fifteen extensions.
    #[error("not a kind of file that may be sent")]
    Type,
    /// More than [`MAX_BYTES`].
    #[error("too large")]
    TooLarge,
    /// The content is not what the name says, or is made to harm.
    #[error("not what its name says")]
    Broken,
}

/// Finds out what a file is and what to keep of it.
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
        Kind::Txt | Kind::Csv => text::check(&bytes).map(|()| as_it_is(name, kind, bytes)),
        Kind::Doc | Kind::Xls | Kind::Ppt => office::check_old(kind, &bytes).map(|()| as_it_is(name, kind, bytes)),
        Kind::Docx | Kind::Xlsx | Kind::Pptx => office::check_new(kind, &bytes).map(|()| as_it_is(name, kind, bytes)),
    }
}

fn as_it_is(name: String, kind: Kind, bytes: Vec<u8>) -> Checked {
    Checked { name, media_type: kind.media_type(), bytes, size: None, thumbnail: None }
}
