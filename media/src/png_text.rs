//! Texts in PNG files.

use flate2::Crc;

/// What a PNG file begins with.
const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";

/// The bytes before the first chunk that may hold a text: the signature, and the chunk with the size of the picture.
const HEAD: usize = 8 + 4 + 4 + 13 + 4;

/// Adds a text to a PNG file, uncompressed, under a keyword (an iTXt chunk). Returns None for other files.
pub fn with_png_text(png: &[u8], keyword: &str, text: &str) -> Option<Vec<u8>> {
    let (head, rest) = png.split_at_checked(HEAD)?;
    if !head.starts_with(SIGNATURE) || &head[12..16] != b"IHDR" {
        return None;
    }
    let mut chunk = b"iTXt".to_vec();
    chunk.extend_from_slice(keyword.as_bytes());
    // The end of the keyword, no compression, its method, no language, no translation of the keyword.
    chunk.extend_from_slice(&[0, 0, 0, 0, 0]);
    chunk.extend_from_slice(text.as_bytes());
    let length = u32::try_from(chunk.len() - 4).ok()?;
    let mut check = Crc::new();
    check.update(&chunk);
    Some([head, &length.to_be_bytes(), &chunk, &check.sum().to_be_bytes(), rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_added_to_a_picture_that_stays_readable() {
        let mut png = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(3, 2).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let with_text = with_png_text(png.get_ref(), "openbadgecredential", "a.b.c").unwrap();
        // The decoder checks the sums of all chunks.
        let read = image::load_from_memory(&with_text).unwrap();
        assert_eq!((read.width(), read.height()), (3, 2));
        let text = b"iTXtopenbadgecredential\0\0\0\0\0a.b.c";
        assert!(with_text.windows(text.len()).any(|part| part == text));
        assert_eq!(with_png_text(b"GIF89a", "key", "text"), None);
    }
}
