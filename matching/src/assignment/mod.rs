//! The assignment: which mentors are proposed to which mentees, as an exact optimum over candidate pairs.
//!
//! As many mentees as possible get a proposal, then the sum of what proposals are worth is largest, then those who waited longer
//! go first. A mentee's first proposal counts fully, the second half, the third a quarter. A further proposal with score and bonus
//! 0 gains nothing and is not made. With one proposal per mentee this is the one-to-one assignment with capacities.

mod network;
mod prices;
mod search;

pub(crate) use prices::Prices;

/// Candidate pairs, and what both sides can take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Where the pairs of each mentee begin in `mentors` and `scores`, and the end of the last.
    pub starts: Vec<u32>,
    /// The mentor of each pair; at most once per mentee.
    pub mentors: Vec<u32>,
    /// The score of each pair; with the bonus at most `u16::MAX`.
    pub scores: Vec<u16>,
    /// The bonus of each mentee, which is added to all scores of the mentee's pairs; at most [`MAX_BONUS`].
    pub bonus: Vec<u16>,
    /// Decides between equal sums: a larger number goes first. Below [`WAITING_CLASSES`].
    pub waiting: Vec<u8>,
    /// The most proposals of each mentor.
    pub limits: Vec<u32>,
}

/// The largest bonus of a mentee.
pub const MAX_BONUS: u16 = 20_000;

/// How many degrees of waiting are distinguished.
pub const WAITING_CLASSES: u8 = 128;

/// A pair of the solution, as indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assigned {
    /// The mentee.
    pub mentee: u32,
    /// The position among the mentee's proposals, from 0.
    pub rank: u8,
    /// The mentor.
    pub mentor: u32,
    /// The score without bonus.
    pub score: u16,
}

/// An optimum.
pub(crate) struct Solution {
    /// Its pairs by mentee, then rank.
    pub(crate) pairs: Vec<Assigned>,
    /// What proves that it is one.
    pub(crate) prices: Prices,
}

impl Candidates {
    /// The pairs of a mentee.
    pub fn of(&self, mentee: usize) -> impl Iterator<Item = (u32, u16)> {
        let range = self.starts[mentee] as usize..self.starts[mentee + 1] as usize;
        self.mentors[range.clone()].iter().copied().zip(self.scores[range].iter().copied())
    }

    /// The optimum with at most `proposals` pairs per mentee, by mentee, then rank.
    pub fn assign(&self, proposals: u8) -> Vec<Assigned> {
        self.solve(proposals).pairs
    }

    /// The optimum with its prices.
    pub(crate) fn solve(&self, proposals: u8) -> Solution {
        search::Search::new(self, proposals.clamp(1, crate::MAX_PROPOSALS)).solve()
    }

    /// What a solution is worth: the mentees in it, and the sum of its scores with bonus, where a proposal at rank r counts
    /// 2^(proposals - 1 - r) times.
    pub fn worth(&self, proposals: u8, solution: &[Assigned]) -> (usize, u64) {
        let served = solution.iter().filter(|pair| pair.rank == 0).count();
        let worth = |pair: &Assigned| {
            let score = u64::from(pair.score) + u64::from(self.bonus[pair.mentee as usize]);
            score << (proposals - 1 - pair.rank)
        };
        (served, solution.iter().map(worth).sum())
    }
}
