//! The best few of many, without sorting the many.

/// Collects the entries with the largest keys.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    limit: usize,
    /// Smaller keys are not among the best; 0 until enough were offered.
    floor: u64,
    entries: Vec<(u64, u32)>,
}

impl Best {
    /// A collector of `limit` entries, at least 1.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit: limit.max(1), floor: 0, entries: Vec::new() }
    }

    /// The key that an entry must reach.
    pub(crate) fn floor(&self) -> u64 {
        self.floor
    }

    /// Offers an entry. Equal keys are ordered by entry.
    pub(crate) fn offer(&mut self, key: u64, entry: u32) {
        if key < self.floor {
            return;
        }
        self.entries.push((key, !entry));
        if self.entries.len() == 2 * self.limit {
            self.shorten();
        }
    }

    /// The best entries, best first. Afterwards the collector is empty.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = u32> {
        self.entries.sort_unstable_by(|one, other| other.cmp(one));
        self.entries.truncate(self.limit);
        self.floor = 0;
        self.entries.drain(..).map(|(_, entry)| !entry)
    }

    fn shorten(&mut self) {
        let last = self.limit - 1;
        let (_, &mut (floor, _), _) = self.entries.select_nth_unstable_by(last, |one, other| other.cmp(one));
        self.entries.truncate(self.limit);
        self.floor = floor;
    }
}
