//! PDF files are passed on unchanged, with a thumbnail of the first page if the sandboxed renderer produces one. Its other
//! pages are rendered when they are looked at.

use image::{DynamicImage, RgbImage};

use crate::tools::PageOutcome;
use crate::{Checked, Kind, Problem, THUMBNAIL_EDGE, Tools, picture};

/// Maximum longer edge of a rendered page in pixels.
const PAGE_EDGE: u32 = 1600;

/// A rendered page of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedPage {
    /// A WebP picture.
    pub bytes: Vec<u8>,
    /// The number of pages of the document.
    pub pages: u32,
}

/// Renders a page of a PDF, counted from 1. Returns None if there is no such page, or it cannot be rendered.
pub fn page(pdf: &[u8], number: u32, tools: &Tools) -> Option<RenderedPage> {
    let PageOutcome::Drawn(drawn) = tools.page(pdf, number, PAGE_EDGE) else { return None };
    let (image, pages) = pixels(&drawn)?;
    Some(RenderedPage { bytes: picture::page_of(&image).ok()?, pages })
}

/// Whether the name claims an Office file.
pub fn is_office(name: &str) -> bool {
    Kind::of_name(name).is_some_and(Kind::is_office)
}

/// Converts an Office file to PDF, if there is a program for it.
pub fn office_to_pdf(name: &str, bytes: &[u8], tools: &Tools) -> Option<Vec<u8>> {
    let kind = Kind::of_name(name).filter(|kind| kind.is_office())?;
    tools.office_to_pdf(bytes, kind.extension())
}

pub(crate) fn inspect(name: String, bytes: Vec<u8>, tools: &Tools) -> Result<Checked, Problem> {
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    if !bytes.starts_with(b"%PDF-") || !has(b"startxref") || !has(b"%%EOF") {
        return Err(Problem::Broken);
    }
    let page = match tools.page(&bytes, 1, THUMBNAIL_EDGE) {
        PageOutcome::Unreadable => return Err(Problem::Broken),
        PageOutcome::Drawn(page) => pixels(&page).and_then(|(image, _)| picture::thumbnail_of(&image).ok()),
        PageOutcome::NoSuchPage | PageOutcome::None => None,
    };
    let (size, thumbnail) = page.map(|page| (page.size, page.bytes)).unzip();
    Ok(Checked { name, media_type: Kind::Pdf.media_type(), bytes, size, thumbnail })
}

/// Parses `P6 WIDTH HEIGHT 255 PAGES` and RGB pixels: the output of the other process is untrusted, too.
fn pixels(page: &[u8]) -> Option<(DynamicImage, u32)> {
    let end = page.iter().position(|byte| *byte == b'\n')?;
    let mut words = std::str::from_utf8(&page[..end]).ok()?.split(' ');
    let mut next = || words.next();
    let magic = next()?;
    let (width, height) = (next()?.parse::<u16>().ok()?, next()?.parse::<u16>().ok()?);
    let (most, pages) = (next()?, next()?.parse::<u32>().ok()?);
    if (magic, most) != ("P6", "255") || width == 0 || height == 0 {
        return None;
    }
    let pixels = page.get(end + 1..)?;
    let is_exact = pixels.len() == usize::from(width) * usize::from(height) * 3;
    let image = is_exact.then(|| RgbImage::from_raw(width.into(), height.into(), pixels.to_vec()))??;
    Some((DynamicImage::from(image), pages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_picture_is_rejected() {
        assert!(pixels(b"P6 2 1 255 3\nabcdef").is_some());
        for wrong in [
            &b""[..],
            b"P6 2 1 255 3",
            b"P6 2 1 255\nabcdef",
            b"P6 2 1 255 -1\nabcdef",
            b"P6 2 1 255 3\nabcde",
            b"P6 2 1 255 3\nabcdefg",
            b"P5 2 1 255 3\nabcdef",
            b"P6 0 1 255 3\n",
            b"P6 4294967295 4294967295 255 3\nabcdef",
            b"P6 -2 1 255 3\nabcdef",
            b"\xff 2 1 255 3\nabcdef",
        ] {
            assert!(pixels(wrong).is_none(), "{wrong:?}");
        }
    }
}
