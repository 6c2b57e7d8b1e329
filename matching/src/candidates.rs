//! Which pairs are worth considering: each mentee's best mentors, and the best mentees of mentors who are on no list.

mod rows;
mod scoring;

use crate::assignment::{Candidates, MAX_BONUS, WAITING_CLASSES};
use crate::best::Best;
use crate::bitset::Bitset;
use crate::{Engine, FULL};
use scoring::Scoring;

/// A pair with its score.
type Pair = (u32, u32, u16);

/// Collects the candidate pairs of an engine.
pub(crate) fn collect(engine: &Engine<'_>) -> Candidates {
    let mut collector = Collector::new(engine);
    let mut pairs = Vec::new();
    for mentee in 0..engine.mentees.len() {
        if engine.admit_mentee(mentee).is_ok() {
            collector.add(mentee, &mut pairs);
        }
    }
    collector.add_unlisted_mentors(&mut pairs);
    pairs.sort_unstable();
    pairs.dedup();
    table(engine, &pairs)
}

/// The waiting bonus of a mentee.
fn bonus(engine: &Engine<'_>, mentee: usize) -> u16 {
    let rounds = u32::from(engine.instance.settings.waiting_rounds);
    let waited = u32::from(engine.mentees[mentee].rounds_waited).min(rounds);
    // More than any score, so that it decides against a score of FULL, too.
    let bonus = waited * (u32::from(FULL) + 1) / rounds.max(1);
    u16::try_from(bonus).unwrap_or(MAX_BONUS).min(MAX_BONUS)
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
    /// The best mentees of each mentor.
    of_mentors: Vec<Best>,
    listed: Vec<bool>,
    seeds: Vec<u64>,
}

impl<'a> Collector<'a> {
    fn new(engine: &'a Engine<'a>) -> Self {
        let mentors = engine.mentors.len();
        let length = usize::from(engine.instance.settings.list_length);
        Self {
            engine,
            scoring: Scoring::new(engine),
            admitted: Bitset::filled(mentors, |mentor| engine.admit_mentor(mentor).is_ok()),
            groups: Bitset::filled(mentors, |mentor| !crate::engine::members(engine.mentors[mentor]).is_empty()),
            possible: Bitset::new(mentors),
            list: Best::new(length),
            of_mentors: vec![Best::new(2 * length); mentors],
            listed: vec![false; mentors],
            seeds: engine.mentors.iter().map(|mentor| seed(mentor.person.id.0)).collect(),
        }
    }

    /// Adds the best mentors of a mentee, and offers the mentee to all possible mentors.
    fn add(&mut self, mentee: usize, pairs: &mut Vec<Pair>) {
        self.find_possible(mentee);
        let bonus = bonus(self.engine, mentee);
        let own = seed(self.engine.mentees[mentee].person.id.0);
        let narrow_mentee = u32::try_from(mentee).unwrap_or(u32::MAX);
        let (mentors, scores) = self.scoring.score(mentee, &self.possible);
        for (&mentor, &score) in mentors.iter().zip(scores) {
            // Among equal scores a hash of both ids decides. By id, all lists would name the same few mentors.
            let worth = u64::from(score + bonus) << 48;
            let of_mentor = &mut self.of_mentors[mentor as usize];
            if worth | TIE >= self.list.floor() || worth | TIE >= of_mentor.floor() {
                let key = worth | tie(own, self.seeds[mentor as usize]);
                self.list.offer(key, mentor);
                of_mentor.offer(key, narrow_mentee);
            }
        }
        for mentor in self.list.drain() {
            self.listed[mentor as usize] = true;
            pairs.push((narrow_mentee, mentor, self.engine.score(mentee, mentor as usize)));
        }
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

    fn add_unlisted_mentors(&mut self, pairs: &mut Vec<Pair>) {
        for mentor in 0..self.listed.len() {
            if !self.listed[mentor] {
                let narrow_mentor = u32::try_from(mentor).unwrap_or(u32::MAX);
                for mentee in self.of_mentors[mentor].drain() {
                    pairs.push((mentee, narrow_mentor, self.engine.score(mentee as usize, mentor)));
                }
            }
        }
    }
}

/// The bits of a key that decide among equal scores.
const TIE: u64 = (1 << 48) - 1;

fn tie(mentee: u64, mentor: u64) -> u64 {
    let mixed = (mentee ^ mentor.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29) & TIE
}

/// Distributes the bits of an id.
fn seed(id: u128) -> u64 {
    let folded = u64::try_from(id >> 64).unwrap_or(0) ^ u64::try_from(id & u128::from(u64::MAX)).unwrap_or(0);
    let mixed = (folded ^ folded >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}

/// Brings sorted pairs into the form of the assignment.
fn table(engine: &Engine<'_>, pairs: &[Pair]) -> Candidates {
    let mentees = engine.mentees.len();
    let mut candidates = Candidates {
        starts: vec![0; mentees + 1],
        mentors: pairs.iter().map(|pair| pair.1).collect(),
        scores: pairs.iter().map(|pair| pair.2).collect(),
        bonus: (0..mentees).map(|mentee| bonus(engine, mentee)).collect(),
        waiting: waiting(engine),
        limits: (0..engine.mentors.len()).map(|mentor| limit(engine, mentor)).collect(),
    };
    for pair in pairs {
        candidates.starts[pair.0 as usize + 1] += 1;
    }
    for mentee in 0..mentees {
        candidates.starts[mentee + 1] += candidates.starts[mentee];
    }
    candidates
}

/// The most proposals of a mentor.
pub(crate) fn limit(engine: &Engine<'_>, mentor: usize) -> u32 {
    match engine.admit_mentor(mentor) {
        Ok(()) => {
            let percent = u32::from(engine.instance.settings.proposals_per_place);
            (u32::from(engine.mentors[mentor].places) * percent).div_ceil(100)
        }
        Err(_) => 0,
    }
}

/// The degree of waiting of each mentee, who are ordered by it: all distinct times, or as many as can be distinguished.
fn waiting(engine: &Engine<'_>) -> Vec<u8> {
    let waited = |mentee: usize| (engine.mentees[mentee].rounds_waited, engine.mentees[mentee].days_waited);
    let mut distinct = 0_usize;
    let mut order = vec![0; engine.mentees.len()];
    for mentee in (0..engine.mentees.len()).rev() {
        if mentee + 1 < engine.mentees.len() && waited(mentee) != waited(mentee + 1) {
            distinct += 1;
        }
        order[mentee] = distinct;
    }
    let highest = usize::from(WAITING_CLASSES) - 1;
    let class = |place: usize| if distinct <= highest { place } else { place * highest / distinct };
    order.into_iter().map(|place| u8::try_from(class(place)).unwrap_or(u8::MAX)).collect()
}
