//! Genuine and malicious uploads.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod documents;
mod hostile;
mod pictures;

use media::{Checked, Problem, Tools};

fn inspect(name: &str, bytes: &[u8]) -> Result<Checked, Problem> {
    media::inspect(name, bytes.to_vec(), &Tools::default())
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}
