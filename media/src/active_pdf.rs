//! Finds what a PDF does besides showing pages: scripts, programs that it starts, files inside it, and encryption, which
//! hides the rest.
//!
//! It searches and does not parse: viewers repair broken files in different ways, and a parser would agree with one of them
//! only. Words in texts must not match ("HTML/CSS/JavaScript" in a CV), so a name counts only where it has an effect.

use std::io::Read;

use flate2::read::ZlibDecoder;

/// Names that are active as the type of an action, after `/S`.
const ACTIONS: [&[u8]; 5] = [b"JavaScript", b"Launch", b"Rendition", b"ImportData", b"GoToE"];

/// Names that are active as keys of a dictionary.
const KEYS: [&[u8]; 5] = [b"JavaScript", b"EmbeddedFiles", b"XFA", b"RichMediaContent", b"Encrypt"];

/// Object streams of a file, and what they may unpack to together.
const MAX_STREAMS: usize = 10_000;
const MAX_UNPACKED: u64 = 32 * 1024 * 1024;

/// The longest part of a dictionary between the type of an object stream and its content.
const DICTIONARY: usize = 2_000;

/// Whether a PDF contains scripts, actions that start programs, or files, or is encrypted, or cannot be searched.
pub fn is_active_pdf(pdf: &[u8]) -> bool {
    let mut left = MAX_UNPACKED;
    let mut streams = 0;
    is_active(pdf)
        || names(pdf).filter(|name| name.text == b"ObjStm").any(|name| {
            streams += 1;
            let unpacked = unpack(&pdf[name.end..], left);
            left = left.saturating_sub(unpacked.as_ref().map_or(0, |bytes| bytes.len() as u64));
            streams > MAX_STREAMS || left == 0 || unpacked.is_none_or(|bytes| is_active(&bytes))
        })
}

/// Unpacks the object stream whose dictionary continues here; None if it cannot be.
fn unpack(dictionary: &[u8], left: u64) -> Option<Vec<u8>> {
    let start = &dictionary[..dictionary.len().min(DICTIONARY)];
    let at = start.windows(6).position(|window| window == b"stream")?;
    let content = &dictionary[at + 6..];
    let content = content.strip_prefix(b"\r").unwrap_or(content);
    let content = content.strip_prefix(b"\n").unwrap_or(content);
    let mut bytes = Vec::new();
    ZlibDecoder::new(content).take(left).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// A name with its offsets.
struct Name {
    /// Without the slash, and with its escapes resolved.
    text: Vec<u8>,
    start: usize,
    end: usize,
}

fn is_active(bytes: &[u8]) -> bool {
    let mut last: Option<Name> = None;
    for name in names(bytes) {
        let before = last.as_ref().filter(|last| skip_space(bytes, last.end) == name.start);
        let after = &bytes[skip_space(bytes, name.end)..];
        let is_type = before.is_some_and(|last| last.text == b"S");
        // The type of an action may be an object of its own.
        let is_object = after.starts_with(b"endobj") && bytes[..name.start].trim_ascii_end().ends_with(b"obj");
        let is_action = (is_type || is_object) && ACTIONS.contains(&name.text.as_slice());
        if is_action || (KEYS.contains(&name.text.as_slice()) && is_value(after)) {
            return true;
        }
        last = Some(name);
    }
    false
}

/// Whether a dictionary, an array or a reference such as `12 0 R` begins here.
fn is_value(bytes: &[u8]) -> bool {
    let mut words = bytes.split(|byte| is_space(*byte)).filter(|word| !word.is_empty());
    let mut is_number = || words.next().is_some_and(|word| word.len() < 11 && word.iter().all(u8::is_ascii_digit));
    let is_reference = is_number() && is_number() && words.next().is_some_and(|word| word.starts_with(b"R"));
    bytes.starts_with(b"<<") || bytes.starts_with(b"[") || is_reference
}

fn names(bytes: &[u8]) -> impl Iterator<Item = Name> {
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(start, _)| start);
    starts.map(|start| {
        let is_end = |byte: &u8| is_space(*byte) || b"()<>[]{}/%".contains(byte);
        let rest = &bytes[start + 1..];
        let length = rest.iter().take(127).position(is_end).unwrap_or(rest.len().min(127));
        Name { text: resolved(&rest[..length]), start, end: start + 1 + length }
    })
}

/// Resolves escapes such as `#61`.
fn resolved(name: &[u8]) -> Vec<u8> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut text = Vec::new();
    let mut rest = name;
    while let [byte, after @ ..] = rest {
        let escape = digit(after.first()).zip(digit(after.get(1))).filter(|_| *byte == b'#');
        text.push(escape.map_or(*byte, |(high, low)| high * 16 + low));
        rest = if escape.is_some() { &after[2..] } else { after };
    }
    text
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Returns the offset of the next byte that is neither space nor comment. Longer comments are none.
fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    let limit = bytes.len().min(at + DICTIONARY);
    while let Some(byte) = bytes[..limit].get(at) {
        if *byte == b'%' {
            at += bytes[at..limit].iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
        } else if is_space(*byte) {
            at += 1;
        } else {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use test_kit::samples;

    use super::*;

    fn packed(content: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    fn object_stream(content: &[u8]) -> Vec<u8> {
        let dictionary = b"%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\r\n";
        [dictionary, content, b"\nendstream\nendobj\nstartxref\n0\n%%EOF"].concat()
    }

    #[test]
    fn active_content_is_found() {
        for active in [
            "<< /S /JavaScript /JS (app.alert(1)) >>",
            "<</S/JavaScript/JS 3 0 R>>",
            "<< /S /J#61vaScript /JS (1) >>",
            "<< /#53 /JavaScript /JS (1) >>",
            "<< /S % a comment\n /JavaScript >>",
            "7 0 obj /JavaScript endobj",
            "<< /Names << /JavaScript 4 0 R >> >>",
            "<< /S /Launch /F (cmd.exe) >>",
            "<< /S /Rendition /JS (1) >>",
            "<< /EmbeddedFiles << /Names [] >> >>",
            "<< /XFA [ (config) 5 0 R ] >>",
            "trailer << /Root 1 0 R /Encrypt 9 0 R >>",
        ] {
            assert!(is_active_pdf(active.as_bytes()), "{active}");
            let hidden = object_stream(&packed(active.as_bytes()));
            assert!(is_active_pdf(&hidden), "{active} in an object stream");
        }
    }

    #[test]
    fn plain_documents_are_not_active() {
        assert!(!is_active_pdf(&samples::pdf(300, 400)));
        assert!(!is_active_pdf(&samples::pdf_pages(3)));
        assert!(!is_active_pdf(&object_stream(&packed(b"1 0 << /Type /Catalog /S /GoTo >>"))));
        for plain in [
            "(HTML/CSS/JavaScript and /Launch 2 products) Tj",
            "<< /Keywords (Web/JavaScript) /Title (S /Encrypt your disk) >>",
            "<< /OpenAction << /S /GoTo /D [3 0 R /Fit] >> >>",
            "<< /S /URI /URI (https://example.org/) >>",
            "/",
            "/#",
            "/S /JavaScrip",
        ] {
            assert!(!is_active_pdf(plain.as_bytes()), "{plain}");
        }
    }

    #[test]
    fn object_streams_that_cannot_be_searched_are_active() {
        assert!(is_active_pdf(&object_stream(b"not packed")));
        assert!(is_active_pdf(&object_stream(&packed(&vec![b' '; 40 * 1024 * 1024]))), "a bomb");
        assert!(is_active_pdf(b"<< /Type /ObjStm >>"), "without content");
        assert!(is_active_pdf(&b"/ObjStm stream\n".repeat(20_000)));
    }
}
