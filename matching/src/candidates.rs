//! Which pairs are worth considering: the best of each mentee and of each mentor, and all others that could improve the solution.

mod rows;
mod scoring;
mod table;

use crate::assignment::{Candidates, Prices, Solution};
use crate::best::Best;
use crate::bitset::Bitset;
use crate::random::distribute;
use crate::{Engine, FULL};
use scoring::Scoring;
pub(crate) use table::limit;
use table::{bonus, table};

/// A mentee, a mentor, their score.
type Pair = (u32, u32, u16);

/// The most candidates that a mentee gets at once besides the list.
const IMPROVING: usize = 8;

/// What a list of candidates leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// Nothing: it names all possible counterparts.
    Nothing,
    /// Counterparts whose score with bonus is not above this.
    UpTo(u16),
}

/// Finds candidates, and an optimum over all pairs that the rules allow.
///
/// The optimum over the lists comes with prices. A pair that is on no list and gains less than its price cannot improve the
/// solution; the others become candidates, too, until there are none.
pub(crate) fn solve(engine: &Engine<'_>) -> (Candidates, Solution) {
    let mut collector = Collector::new(engine);
    let mut pairs = collector.lists();
    loop {
        pairs.sort_unstable();
        pairs.dedup();
        let candidates = table(engine, &pairs);
        let solution = candidates.solve(engine.instance.settings.proposals_per_mentee);
        let before = pairs.len();
        collector.add_improving(&candidates, &solution.prices, &mut pairs);
        if pairs.len() == before {
            return (candidates, solution);
        }
    }
}

/// The candidates of the first lists.
pub(crate) fn lists(engine: &Engine<'_>) -> Candidates {
    let mut pairs = Collector::new(engine).lists();
    pairs.sort_unstable();
    pairs.dedup();
    table(engine, &pairs)
}

struct Collector<'a> {
    engine: &'a Engine<'a>,
    scoring: Scoring<'a>,
    /// Mentors who may take part.
    admitted: Bitset,
    /// Mentors whose group has members.
    groups: Bitset,
    possible: Bitset,
    list: Best,
    improving: Best,
    seeds: Vec<u64>,
    rest_of_mentees: Vec<Rest>,
    rest_of_mentors: Vec<Rest>,
}

impl<'a> Collector<'a> {
    fn new(engine: &'a Engine<'a>) -> Self {
        let mentors = engine.mentors.len();
        Self {
            engine,
            scoring: Scoring::new(engine),
            admitted: Bitset::filled(mentors, |mentor| engine.admit_mentor(mentor).is_ok()),
            groups: Bitset::filled(mentors, |mentor| !crate::engine::members(engine.mentors[mentor]).is_empty()),
            possible: Bitset::new(mentors),
            list: Best::new(usize::from(engine.instance.settings.list_length)),
            improving: Best::new(IMPROVING),
            seeds: engine.mentors.iter().map(|mentor| distribute(mentor.person.id.0)).collect(),
            rest_of_mentees: vec![Rest::Nothing; engine.mentees.len()],
            rest_of_mentors: vec![Rest::Nothing; mentors],
        }
    }

    /// The pairs on the lists of both sides.
    fn lists(&mut self) -> Vec<Pair> {
        let engine = self.engine;
        let mut pairs = Vec::new();
        let mut of_mentors = vec![self.list.clone(); engine.mentors.len()];
        for mentee in 0..engine.mentees.len() {
            if engine.admit_mentee(mentee).is_err() {
                continue;
            }
            self.find_possible(mentee);
            let bonus = bonus(engine, mentee);
            let own = distribute(engine.mentees[mentee].person.id.0);
            let narrow_mentee = narrow(mentee);
            let (mentors, scores) = self.scoring.score(mentee, &self.possible);
            for (&mentor, &score) in mentors.iter().zip(scores) {
                let worth = u64::from(score + bonus) << TIE_BITS;
                let of_mentor = &mut of_mentors[mentor as usize];
                if worth | TIE >= self.list.floor() || worth | TIE >= of_mentor.floor() {
                    let key = worth | tie(own, self.seeds[mentor as usize]);
                    self.list.offer(key, mentor);
                    of_mentor.offer(key, narrow_mentee);
                }
            }
            let (best, dropped) = self.list.take();
            self.rest_of_mentees[mentee] = rest(&best, dropped);
            pairs.extend(best.into_iter().map(|(key, mentor)| (narrow_mentee, mentor, worth_of(key) - bonus)));
        }
        for (mentor, mut list) in of_mentors.into_iter().enumerate() {
            let (best, dropped) = list.take();
            self.rest_of_mentors[mentor] = rest(&best, dropped);
            let pair = |(key, mentee)| (mentee, narrow(mentor), worth_of(key) - bonus(engine, mentee as usize));
            pairs.extend(best.into_iter().map(pair));
        }
        pairs
    }

    /// Adds pairs that are no candidates and gain more than their price: those of each mentee that gain most, since few are
    /// enough to change the prices.
    fn add_improving(&mut self, candidates: &Candidates, prices: &Prices, pairs: &mut Vec<Pair>) {
        let engine = self.engine;
        let open = |mentor: usize| self.admitted.contains(mentor) && self.rest_of_mentors[mentor] != Rest::Nothing;
        let open = Bitset::filled(engine.mentors.len(), open);
        let Some(lowest) = open.iter().map(|mentor| prices.profit(mentor)).min() else { return };
        for mentee in 0..engine.mentees.len() {
            let narrow_mentee = narrow(mentee);
            let Rest::UpTo(highest) = self.rest_of_mentees[mentee] else { continue };
            if prices.gain(narrow_mentee, highest) <= lowest
                || !self.could_improve(narrow_mentee, highest, &open, prices)
            {
                continue;
            }
            self.find_possible(mentee);
            self.possible.keep(&open);
            candidates.of(mentee).for_each(|(mentor, _)| self.possible.remove(mentor as usize));
            let bonus = bonus(engine, mentee);
            let own = distribute(engine.mentees[mentee].person.id.0);
            let (mentors, scores) = self.scoring.score(mentee, &self.possible);
            for (&mentor, &score) in mentors.iter().zip(scores) {
                let improvement = prices.gain(narrow_mentee, score + bonus) - prices.profit(mentor as usize);
                if improvement > 0 {
                    let key = u64::from(prices.in_scores(improvement)) << TIE_BITS;
                    self.improving.offer(key | tie(own, self.seeds[mentor as usize]), mentor);
                }
            }
            for (_, mentor) in self.improving.take().0 {
                pairs.push((narrow_mentee, mentor, engine.score(mentee, mentor as usize)));
            }
        }
    }

    /// Whether a pair that is on neither list could gain more than its price, by the least scores on both lists.
    fn could_improve(&self, mentee: u32, highest: u16, open: &Bitset, prices: &Prices) -> bool {
        let gain = prices.gain(mentee, highest);
        open.iter().any(|mentor| match self.rest_of_mentors[mentor] {
            Rest::Nothing => false,
            Rest::UpTo(most) => {
                let profit = prices.profit(mentor);
                gain > profit && (most >= highest || prices.gain(mentee, most) > profit)
            }
        })
    }

    /// Finds the mentors whom no rule excludes.
    fn find_possible(&mut self, mentee: usize) {
        let engine = self.engine;
        self.possible.copy_from(&self.admitted);
        self.scoring.keep_possible(mentee, &mut self.possible);
        for (_, mentor, _) in engine.separated_from(mentee) {
            self.possible.remove(*mentor as usize);
        }
        let mut in_groups = self.groups.clone();
        in_groups.keep(&self.possible);
        for mentor in in_groups.iter() {
            if engine.group_clash(mentee, mentor).is_some() {
                self.possible.remove(mentor);
            }
        }
    }
}

/// Keys order a list by score with bonus. Among equal ones a hash of both ids decides: by id, all lists would name the same few.
const TIE_BITS: u32 = 48;
const TIE: u64 = (1 << TIE_BITS) - 1;

fn tie(mentee: u64, mentor: u64) -> u64 {
    let mixed = (mentee ^ mentor.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)) & TIE
}

fn worth_of(key: u64) -> u16 {
    u16::try_from(key >> TIE_BITS).unwrap_or(FULL)
}

fn rest(best: &[(u64, u32)], dropped: bool) -> Rest {
    match best.last() {
        Some((key, _)) if dropped => Rest::UpTo(worth_of(*key)),
        _ => Rest::Nothing,
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
