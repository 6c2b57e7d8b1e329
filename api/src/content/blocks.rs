//! Parsed texts of the content. The same few hundred are sent with every session, and parsing one costs more than all other
//! work of the answer.

use std::sync::{Arc, LazyLock};

use content_bundle::markdown::{self, Block};
use serde::{Serialize, Serializer};
use store::BoundedCache;

/// More texts than a large installation has.
const CAPACITY: usize = 8_192;

static PARSED: LazyLock<BoundedCache<String, Blocks>> = LazyLock::new(|| BoundedCache::new(CAPACITY));

/// The blocks of a text.
#[derive(Clone, Debug)]
pub(crate) struct Blocks(Arc<[Block]>);

impl Blocks {
    /// Parses a text, or returns what was parsed before.
    pub(crate) fn of(text: &str) -> Self {
        if let Some(known) = PARSED.get(text) {
            return known;
        }
        let blocks = Self(markdown::blocks(text).into());
        PARSED.insert(text.to_owned(), blocks.clone());
        blocks
    }
}

impl Serialize for Blocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
