//! Server-sent events, as far as models use them: `data:` lines, cut anywhere by the network.

use crate::Failure;

/// A line at most; the server is not ours.
const LONGEST_LINE: usize = 64 * 1024;

/// All of them together at most.
const LONGEST_STREAM: usize = 2 * 1024 * 1024;

/// Puts the pieces of a stream together.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    waiting: Vec<u8>,
    taken: usize,
}

impl Reader {
    /// Takes what came, and gives the data of every line that is complete now.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>, Failure> {
        self.taken += bytes.len();
        if self.taken > LONGEST_STREAM {
            return Err(Failure::Garbled("it does not end"));
        }
        self.waiting.extend_from_slice(bytes);
        let mut data = Vec::new();
        let mut from = 0;
        while let Some(length) = self.waiting[from..].iter().position(|byte| *byte == b'\n') {
            let line = &self.waiting[from..from + length];
            from += length + 1;
            let line = std::str::from_utf8(line).map_err(|_| Failure::Garbled("it is not UTF-8"))?;
            if let Some(value) = line.trim_end_matches('\r').strip_prefix("data:") {
                data.push(value.strip_prefix(' ').unwrap_or(value).to_owned());
            } else if !is_other_field(line) {
                return Err(Failure::Garbled("it is no event stream"));
            }
        }
        self.waiting.drain(..from);
        if self.waiting.len() > LONGEST_LINE {
            return Err(Failure::Garbled("a line does not end"));
        }
        Ok(data)
    }
}

/// What a stream may hold beside data: comments, other fields, and the empty line between two events.
fn is_other_field(line: &str) -> bool {
    let line = line.trim_end_matches('\r');
    line.is_empty() || ["event:", "id:", "retry:", ":"].iter().any(|field| line.starts_with(field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rubbish_is_told_from_a_stream() {
        let garbled = |bytes: &[u8]| matches!(Reader::default().take(bytes), Err(Failure::Garbled(_)));
        assert!(garbled(b"<html>\n") && garbled(b"data: \xff\xfe\n"));
        assert!(garbled(&vec![b'x'; LONGEST_LINE + 1]));
        let mut endless = Reader::default();
        let line = format!("data: {}\n", "x".repeat(1000));
        assert!((0..3000).any(|_| endless.take(line.as_bytes()).is_err()));
    }

    proptest! {
        #[test]
        fn wherever_it_is_cut_the_data_is_the_same(texts in prop::collection::vec("[^\\r\\n\\x00]{0,20}", 0..8), cut in 1_usize..9) {
            let stream: String = texts.iter().map(|text| format!(": ping\r\nevent: x\ndata: {text}\r\n\n")).collect();
            let mut reader = Reader::default();
            let mut data = Vec::new();
            for piece in stream.as_bytes().chunks(cut) {
                data.extend(reader.take(piece).unwrap());
            }
            prop_assert_eq!(data, texts);
        }

        #[test]
        fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Reader::default().take(&bytes);
        }
    }
}
