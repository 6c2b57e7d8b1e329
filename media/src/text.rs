//! Plain text and CSV.

use crate::Problem;

/// Accepts UTF-8, UTF-16 with a byte order mark, or a one-byte encoding: no NUL and no control characters.
///
/// HTML or SVG named as text is accepted as text and served as a download.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Problem> {
    let is_text = match bytes {
        [0xff, 0xfe, rest @ ..] => is_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => is_utf16(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.chars().all(is_written),
            Err(_) => bytes.iter().all(|byte| is_written(char::from(*byte)) || matches!(byte, 0x80..=0x9f)),
        },
    };
    if is_text { Ok(()) } else { Err(Problem::Broken) }
}

fn is_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> bool {
    let (pairs, odd) = bytes.as_chunks::<2>();
    odd.is_empty() && char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).all(|c| c.is_ok_and(is_written))
}

fn is_written(c: char) -> bool {
    !c.is_control() || c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_text_encodings_are_accepted() {
        let utf16: Vec<u8> = "\u{feff}Grüße, 你好\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for text in ["Grüße\n".as_bytes(), b"", b"a;b\tc\x0c\r\n", b"Gr\xfc\xdfe \x80 5", &utf16] {
            assert_eq!(check(text), Ok(()), "{text:?}");
        }
    }

    #[test]
    fn binary_content_is_not_text() {
        for other in [&b"MZ\x90\0\x03"[..], b"\x89PNG\r\n\x1a\n", b"a\0b", b"\xff\xfea\0\0\0", b"\xff\xfea", b"\x1b[2J"]
        {
            assert_eq!(check(other), Err(Problem::Broken), "{other:?}");
        }
    }
}
