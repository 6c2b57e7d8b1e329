//! Successive shortest paths from the side of the mentors. Each place for a proposal enters the solution by the path that gains
//! most. Prices keep all reduced costs at or above 0. So Dijkstra's algorithm finds the path, and the solution stays optimal.
//!
//! A mentee has a slot per proposal. The worth of a pair halves from slot to slot, and a pair takes one slot only. In a network
//! that needs a node per pair. Here pairs outside of the solution need none: the price of such a node would be that of its mentor.
//! A pair in the solution is the slot that it takes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::network::{NONE, Pair, by_mentor, narrow};
use super::prices::Prices;
use super::{Assigned, Candidates, Solution};

const FAR: i64 = i64::MAX;

/// The bounds of a mentor's pairs are computed again after all of them were looked at in vain so many times.
const BOUND_AGE: usize = 4;

/// How a slot was reached.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A mentor enters it with a pair of this worth.
    Enter { mentor: u32, worth: u16 },
    /// The pair in another slot of the same mentee moves to it.
    Move { slot: u32 },
}

/// The end of a path.
#[derive(Clone, Copy, Debug)]
enum End {
    /// A free slot.
    Free(u32),
    /// A mentor who makes one proposal less than allowed.
    Unused(u32),
}

/// The best pair that a slot holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    mentor: u32,
    worth: u16,
}

/// The state of a search.
pub(super) struct Search<'a> {
    candidates: &'a Candidates,
    prices: Prices,
    /// Where the pairs of each mentor begin in `pairs`.
    starts: Vec<u32>,
    /// By ascending bound within a mentor.
    pairs: Vec<Pair>,
    /// By mentor: pairs that were looked at in vain since the bounds were computed.
    wasted: Vec<u32>,

    held: Vec<Held>,
    slot_distance: Vec<i64>,
    slot_step: Vec<Step>,
    mentor_distance: Vec<i64>,
    mentor_slot: Vec<u32>,
    touched_slots: Vec<u32>,
    touched_mentors: Vec<u32>,
    queue: BinaryHeap<Reverse<(i64, u32)>>,
    best: i64,
    end: End,
}

impl<'a> Search<'a> {
    pub(super) fn new(candidates: &'a Candidates, proposals: u8) -> Self {
        let mentors = candidates.limits.len();
        let prices = Prices::new(candidates, proposals);
        let slots = prices.slots.len();
        let (starts, pairs) = by_mentor(candidates);
        Self {
            candidates,
            prices,
            wasted: vec![0; mentors],
            starts,
            pairs,
            held: vec![Held { mentor: NONE, worth: 0 }; slots],
            slot_distance: vec![FAR; slots],
            slot_step: vec![Step::Move { slot: NONE }; slots],
            mentor_distance: vec![FAR; mentors],
            mentor_slot: vec![NONE; mentors],
            touched_slots: Vec::new(),
            touched_mentors: Vec::new(),
            queue: BinaryHeap::new(),
            best: FAR,
            end: End::Unused(NONE),
        }
    }

    /// Adds the proposals of one mentor after the other. Those with few candidates go first: later they would displace others by
    /// longer paths.
    pub(super) fn solve(mut self) -> Solution {
        let mut order: Vec<u32> = (0..narrow(self.prices.profits.len())).collect();
        order.sort_by_key(|mentor| self.range(*mentor).len());
        for mentor in order {
            self.renew_bounds(self.range(mentor));
            let limit = self.candidates.limits[mentor as usize];
            if limit > 0 {
                self.prices.profits[mentor as usize] = self.highest_gain(mentor);
            }
            for _ in 0..limit {
                if self.prices.profits[mentor as usize] == 0 {
                    break;
                }
                self.insert(mentor);
            }
        }
        Solution { pairs: self.pairs(), prices: self.prices }
    }

    /// What the mentor's best pair would gain at the current prices.
    fn highest_gain(&self, mentor: u32) -> i64 {
        let mut highest = 0;
        for pair in &self.pairs[self.range(mentor)] {
            if -pair.bound <= highest {
                break;
            }
            highest = highest.max(self.prices.gain(pair.mentee, pair.worth));
        }
        highest
    }

    /// Adds one proposal of a mentor by the shortest path.
    fn insert(&mut self, mentor: u32) {
        self.best = self.prices.profits[mentor as usize];
        self.end = End::Unused(mentor);
        self.mentor_distance[mentor as usize] = 0;
        self.touched_mentors.push(mentor);
        self.scan(mentor, 0);
        while let Some(Reverse((distance, next))) = self.queue.pop() {
            if distance >= self.best {
                break;
            }
            if distance > self.mentor_distance[next as usize] {
                continue;
            }
            let unused = distance + self.prices.profits[next as usize];
            if unused < self.best {
                self.best = unused;
                self.end = End::Unused(next);
            }
            self.scan(next, distance);
        }
        self.augment(mentor);
        self.reprice();
    }

    /// Reaches the slots of a mentor's pairs.
    fn scan(&mut self, mentor: u32, distance: i64) {
        let base = distance + self.prices.profits[mentor as usize];
        let range = self.range(mentor);
        let mut wasted = 0;
        for index in range.clone() {
            let Pair { bound, mentee, worth } = self.pairs[index];
            if base + bound >= self.best {
                break;
            }
            wasted += 1;
            if self.holds(mentee, mentor) {
                continue;
            }
            let first = self.prices.worth(worth, 0);
            for (rank, slot) in self.prices.open_slots(mentee) {
                let reached = base + self.prices.slots[slot] - (first >> rank);
                if reached < self.best && reached < self.slot_distance[slot] {
                    self.reach(slot, reached, Step::Enter { mentor, worth });
                    wasted -= 1;
                }
            }
        }
        self.wasted[mentor as usize] += u32::try_from(wasted).unwrap_or(0);
        if self.wasted[mentor as usize] as usize > BOUND_AGE * range.len() {
            self.wasted[mentor as usize] = 0;
            self.renew_bounds(range);
        }
    }

    fn renew_bounds(&mut self, range: std::ops::Range<usize>) {
        for index in range.clone() {
            let Pair { mentee, worth, .. } = self.pairs[index];
            self.pairs[index].bound = -self.prices.gain(mentee, worth);
        }
        self.pairs[range].sort_unstable_by_key(|pair| (pair.bound, pair.mentee));
    }

    /// Records a shorter way to a slot, and what follows from it: the end of the path, or that the pair in the slot moves or is
    /// dropped.
    fn reach(&mut self, slot: usize, distance: i64, step: Step) {
        if self.slot_distance[slot] == FAR {
            self.touched_slots.push(narrow(slot));
        }
        self.slot_distance[slot] = distance;
        self.slot_step[slot] = step;
        let held = self.held[slot];
        if held.mentor == NONE {
            self.best = distance;
            self.end = End::Free(narrow(slot));
            return;
        }
        let mentee = slot / self.prices.slots_per_mentee;
        let rank = slot % self.prices.slots_per_mentee;
        let first = self.prices.worth(held.worth, 0);
        let kept = (first >> rank) - self.prices.slots[slot];
        let dropped = distance + kept - self.prices.profits[held.mentor as usize];
        if dropped < self.best && dropped < self.mentor_distance[held.mentor as usize] {
            if self.mentor_distance[held.mentor as usize] == FAR {
                self.touched_mentors.push(held.mentor);
            }
            self.mentor_distance[held.mentor as usize] = dropped;
            self.mentor_slot[held.mentor as usize] = narrow(slot);
            self.queue.push(Reverse((dropped, held.mentor)));
        }
        for (other_rank, other) in self.prices.open_slots(narrow(mentee)) {
            let moved = distance + kept - ((first >> other_rank) - self.prices.slots[other]);
            if other != slot && moved < self.best && moved < self.slot_distance[other] {
                self.reach(other, moved, Step::Move { slot: narrow(slot) });
            }
        }
    }

    /// Changes the solution along the path to the end.
    fn augment(&mut self, source: u32) {
        let mut slot = match self.end {
            End::Free(slot) => {
                self.prices.filled[slot as usize / self.prices.slots_per_mentee] += 1;
                slot
            }
            End::Unused(mentor) if mentor == source => return,
            End::Unused(mentor) => self.mentor_slot[mentor as usize],
        };
        loop {
            match self.slot_step[slot as usize] {
                Step::Move { slot: from } => {
                    self.held[slot as usize] = self.held[from as usize];
                    slot = from;
                }
                Step::Enter { mentor, worth } => {
                    self.held[slot as usize] = Held { mentor, worth };
                    if mentor == source {
                        return;
                    }
                    slot = self.mentor_slot[mentor as usize];
                }
            }
        }
    }

    /// Changes prices so that the path costs nothing and no reduced cost is negative, and forgets the distances.
    fn reprice(&mut self) {
        for slot in self.touched_slots.drain(..) {
            let distance = std::mem::replace(&mut self.slot_distance[slot as usize], FAR);
            self.prices.slots[slot as usize] += (self.best - distance).max(0);
        }
        for mentor in self.touched_mentors.drain(..) {
            let distance = std::mem::replace(&mut self.mentor_distance[mentor as usize], FAR);
            self.prices.profits[mentor as usize] -= (self.best - distance).max(0);
        }
        self.queue.clear();
    }

    fn pairs(&self) -> Vec<Assigned> {
        let mut pairs = Vec::new();
        for mentee in 0..narrow(self.candidates.bonus.len()) {
            let from = pairs.len();
            for held in self.held[self.prices.slots_of(mentee)].iter().filter(|held| held.mentor != NONE) {
                let score = held.worth - self.candidates.bonus[mentee as usize];
                pairs.push(Assigned { mentee, rank: 0, mentor: held.mentor, score });
            }
            pairs[from..].sort_unstable_by_key(|one| (Reverse(one.score), one.mentor));
            (0..).zip(&mut pairs[from..]).for_each(|(rank, one)| one.rank = rank);
            // A tie between moving a pair and dropping it may leave a further pair that is worth nothing.
            let is_worthless = |one: &Assigned| one.rank > 0 && one.score + self.candidates.bonus[mentee as usize] == 0;
            while pairs[from..].last().is_some_and(is_worthless) {
                pairs.pop();
            }
        }
        pairs
    }

    fn holds(&self, mentee: u32, mentor: u32) -> bool {
        self.held[self.prices.slots_of(mentee)].iter().any(|held| held.mentor == mentor)
    }

    fn range(&self, mentor: u32) -> std::ops::Range<usize> {
        self.starts[mentor as usize] as usize..self.starts[mentor as usize + 1] as usize
    }
}
