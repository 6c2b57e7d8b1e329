//! Incremental parser of server-sent events: `data:` lines, split anywhere by the network.

use crate::Failure;

/// Maximum length of a line; the server is untrusted.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// Maximum length of the stream.
const MAX_STREAM_BYTES: usize = 2 * 1024 * 1024;

/// Reassembles a stream.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    incomplete: Vec<u8>,
    received: usize,
}

impl Reader {
    /// Adds bytes and returns the data of every complete line.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, Failure> {
        self.received += bytes.len();
        if self.received > MAX_STREAM_BYTES {
            return Err(Failure::Garbled("it does not end"));
        }
        self.incomplete.extend_from_slice(bytes);
        let mut data = Vec::new();
        let mut from = 0;
        while let Some(length) = self.incomplete[from..].iter().position(|byte| *byte == b'\n') {
            let line = &self.incomplete[from..from + length];
            from += length + 1;
            let line = std::str::from_utf8(line).map_err(|_| Failure::Garbled("it is not UTF-8"))?;
            if let Some(value) = line.trim_end_matches('\r').strip_prefix("data:") {
                data.push(value.strip_prefix(' ').unwrap_or(value).to_owned());
            } else if !is_other_field(line) {
                return Err(Failure::Garbled("it is no event stream"));
            }
        }
        self.incomplete.drain(..from);
        if self.incomplete.len() > MAX_LINE_BYTES {
            return Err(Failure::Garbled("a line does not end"));
        }
        Ok(data)
    }
}

/// Returns whether a line is valid but irrelevant: a comment, another field, or empty.
fn is_other_field(line: &str) -> bool {
    let line = line.trim_end_matches('\r');
    line.is_empty() || ["event:", "id:", "retry:", ":"].iter().any(|field| line.starts_with(field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn invalid_stream_is_rejected() {
        let garbled = |bytes: &[u8]| matches!(Reader::default().push(bytes), Err(Failure::Garbled(_)));
        assert!(garbled(b"<html>\n") && garbled(b"data: \xff\xfe\n"));
        assert!(garbled(&vec![b'x'; MAX_LINE_BYTES + 1]));
        let mut endless = Reader::default();
        let line = format!("data: {}\n", "x".repeat(1000));
        assert!((0..3000).any(|_| endless.push(line.as_bytes()).is_err()));
    }

    proptest! {
        #[test]
        fn split_positions_do_not_matter(texts in prop::collection::vec("[^\\r\\n\\x00]{0,20}", 0..8), cut in 1_usize..9) {
            let stream: String = texts.iter().map(|text| format!(": ping\r\nevent: x\ndata: {text}\r\n\n")).collect();
            let mut reader = Reader::default();
            let mut data = Vec::new();
            for piece in stream.as_bytes().chunks(cut) {
                data.extend(reader.push(piece).unwrap());
            }
            prop_assert_eq!(data, texts);
        }

        #[test]
        fn any_bytes_are_handled(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Reader::default().push(&bytes);
        }
    }
}
