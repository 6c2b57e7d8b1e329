//! PDF files are passed on unchanged, with a thumbnail of the first page if the sandboxed renderer produces one.

use image::{DynamicImage, RgbImage};

use crate::tools::PageOutcome;
use crate::{Checked, Kind, Problem, Tools, picture};

pub(crate) fn inspect(name: String, bytes: Vec<u8>, tools: &Tools) -> Result<Checked, Problem> {
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    if !bytes.starts_with(b"%PDF-") || !has(b"startxref") || !has(b"%%EOF") {
        return Err(Problem::Broken);
    }
    let page = match tools.first_page(&bytes) {
        PageOutcome::Unreadable => return Err(Problem::Broken),
        PageOutcome::Drawn(page) => pixels(&page).and_then(|image| picture::thumbnail_of(&image).ok()),
        PageOutcome::None => None,
    };
    let (size, thumbnail) = page.map(|page| (page.size, page.bytes)).unzip();
    Ok(Checked { name, media_type: Kind::Pdf.media_type(), bytes, size, thumbnail })
}

/// Parses `P6 WIDTH HEIGHT 255` and RGB pixels: the output of the other process is untrusted, too.
fn pixels(page: &[u8]) -> Option<DynamicImage> {
    let end = page.iter().position(|byte| *byte == b'\n')?;
    let mut words = std::str::from_utf8(&page[..end]).ok()?.split(' ');
    let mut next = || words.next();
    let (magic, width, height, most) = (next()?, next()?.parse::<u16>().ok()?, next()?.parse::<u16>().ok()?, next()?);
    if (magic, most) != ("P6", "255") || width == 0 || height == 0 {
        return None;
    }
    let pixels = page.get(end + 1..)?;
    let is_exact = pixels.len() == usize::from(width) * usize::from(height) * 3;
    is_exact.then(|| RgbImage::from_raw(width.into(), height.into(), pixels.to_vec()).map(DynamicImage::from))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_picture_is_rejected() {
        assert!(pixels(b"P6 2 1 255\nabcdef").is_some());
        for wrong in [
            &b""[..],
            b"P6 2 1 255",
            b"P6 2 1 255\nabcde",
            b"P6 2 1 255\nabcdefg",
            b"P5 2 1 255\nabcdef",
            b"P6 0 1 255\n",
            b"P6 4294967295 4294967295 255\nabcdef",
            b"P6 -2 1 255\nabcdef",
            b"\xff 2 1 255\nabcdef",
        ] {
            assert!(pixels(wrong).is_none(), "{wrong:?}");
        }
    }
}
