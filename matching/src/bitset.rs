//! A set of mentors as bits.

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bitset(Vec<u64>);

impl Bitset {
    /// An empty set for numbers below `size`.
    pub(crate) fn new(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    /// A set of those numbers below `size` that satisfy a condition.
    pub(crate) fn filled(size: usize, condition: impl Fn(usize) -> bool) -> Self {
        let mut set = Self::new(size);
        (0..size).filter(|number| condition(*number)).for_each(|number| set.insert(number));
        set
    }

    /// Adds a number.
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes a number.
    pub(crate) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Removes all numbers.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Becomes equal to another set of the same size.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }

    /// Keeps what is in both sets.
    pub(crate) fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    /// Adds another set.
    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// The numbers of the set, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }
}
