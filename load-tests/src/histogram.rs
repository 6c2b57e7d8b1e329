//! Histogram of delays, since a run has tens of millions.

/// Buckets per doubling: relative precision of 1/32.
const PARTS: u64 = 32;

/// Counts of microseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Histogram {
    counts: Vec<u64>,
    total: u64,
    most: u64,
}

impl Histogram {
    /// All of them as one.
    pub(crate) fn sum<'h>(parts: impl IntoIterator<Item = &'h Self>) -> Self {
        let mut sum = Self::default();
        parts.into_iter().for_each(|part| sum.merge(part));
        sum
    }

    pub(crate) fn add(&mut self, microseconds: u64) {
        let index = index_of(microseconds);
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
        self.total += 1;
        self.most = self.most.max(microseconds);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, more)| *own += more);
        self.total += other.total;
        self.most = self.most.max(other.most);
    }

    pub(crate) fn count(&self) -> u64 {
        self.total
    }

    /// Returns the percentile in milliseconds.
    pub(crate) fn percentile(&self, share: f64) -> f64 {
        let wanted = share * self.total as f64;
        let mut below = 0;
        for (index, count) in self.counts.iter().enumerate() {
            below += count;
            if *count > 0 && below as f64 >= wanted {
                return upper_end(index).min(self.most) as f64 / 1000.0;
            }
        }
        0.0
    }

    /// Returns milliseconds and cumulative shares.
    pub(crate) fn distribution(&self) -> Vec<(f64, f64)> {
        let mut below = 0;
        let with_values = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        with_values
            .map(|(index, count)| {
                below += count;
                (upper_end(index).min(self.most) as f64 / 1000.0, below as f64 / self.total as f64)
            })
            .collect()
    }
}

/// Small values have a bucket each; every doubling above is divided into [`PARTS`].
fn index_of(value: u64) -> usize {
    let bisections = value.max(PARTS).ilog2() - PARTS.ilog2();
    usize::try_from(u64::from(bisections) * PARTS + (value >> bisections)).unwrap_or(usize::MAX)
}

fn upper_end(index: usize) -> u64 {
    let index = index as u64;
    let bisections = (index / PARTS).saturating_sub(1);
    ((index - bisections * PARTS + 1) << bisections) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_precision_is_one_in_thirty_two() {
        for value in (0..70).chain([100, 1_000, 65_535, 65_536, 1_000_000, 60_000_000]) {
            let end = upper_end(index_of(value));
            assert!(end >= value && end - value <= value / PARTS, "{value} {end}");
            assert_eq!(index_of(end), index_of(value));
            assert_eq!(index_of(end + 1), index_of(value) + 1);
        }
    }

    #[test]
    fn merged_percentiles_cover_both_parts() {
        let (mut all, mut more) = (Histogram::default(), Histogram::default());
        (1..=50).for_each(|value| all.add(value * 1000));
        (51..=100).for_each(|value| more.add(value * 1000));
        all.merge(&more);
        assert_eq!(all.count(), 100);
        assert!((50.0..52.0).contains(&all.percentile(0.5)), "{}", all.percentile(0.5));
        assert!((99.0..=100.0).contains(&all.percentile(0.99)));
        assert_eq!(all.distribution().last(), Some(&(100.0, 1.0)));
    }
}
