//! Successive shortest paths from the side of the mentors. Each place for a proposal enters the solution by the path that gains
//! most; prices keep all reduced costs at or above 0, so that Dijkstra's algorithm finds it and the solution stays optimal.
//!
//! A mentee has a slot per proposal. The worth of a pair halves from slot to slot, and a pair takes one slot only. In a network
//! that needs a node per pair; here pairs outside of the solution need none, because the price of such a node would be that of its
//! mentor, and a pair in the solution is the slot that it takes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Assigned, Candidates, WAITING_CLASSES};
use crate::FULL;

const NONE: u32 = u32::MAX;
const FAR: i64 = i64::MAX;

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

pub(super) struct Search<'a> {
    candidates: &'a Candidates,
    slots_per_mentee: usize,
    /// What a unit of score is worth in the last slot; larger than the sum of all decisions between equal sums.
    unit: i64,
    /// What it is worth to serve one more mentee, with the highest degree of waiting.
    served: i64,
    /// Where the pairs of each mentor begin in `pairs`; by descending worth.
    starts: Vec<u32>,
    pairs: Vec<(u32, u16)>,

    held: Vec<Held>,
    filled: Vec<u8>,
    /// The price of each slot, less what its mentee's first proposal is worth besides the score.
    price: Vec<i64>,
    /// What one more proposal would gain each mentor.
    profit: Vec<i64>,

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
        let (mentees, mentors) = (candidates.bonus.len(), candidates.limits.len());
        let slots_per_mentee = usize::from(proposals);
        let scale = Scale::new(candidates, proposals);
        let slots = mentees * slots_per_mentee;
        let mut price = vec![0; slots];
        for (mentee, waiting) in candidates.waiting.iter().enumerate() {
            price[mentee * slots_per_mentee] = -scale.first(*waiting);
        }
        let (starts, pairs) = by_mentor(candidates);
        Self {
            candidates,
            slots_per_mentee,
            unit: scale.unit,
            served: scale.first(WAITING_CLASSES - 1),
            starts,
            pairs,
            held: vec![Held { mentor: NONE, worth: 0 }; slots],
            filled: vec![0; mentees],
            price,
            profit: vec![0; mentors],
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

    pub(super) fn solve(mut self) -> Vec<Assigned> {
        for mentor in 0..self.profit.len() {
            let limit = self.candidates.limits[mentor];
            let mentor = u32::try_from(mentor).unwrap_or(NONE);
            if limit > 0 {
                self.profit[mentor as usize] = self.highest_gain(mentor);
            }
            for _ in 0..limit {
                if self.profit[mentor as usize] == 0 {
                    break;
                }
                self.insert(mentor);
            }
        }
        self.solution()
    }

    /// What the mentor's best pair would gain at the current prices.
    fn highest_gain(&self, mentor: u32) -> i64 {
        let mut highest = 0;
        for &(mentee, worth) in &self.pairs[self.range(mentor)] {
            let first = self.worth(worth, 0);
            if first + self.served <= highest {
                break;
            }
            for (rank, slot) in self.open_slots(mentee) {
                highest = highest.max((first >> rank) - self.price[slot]);
            }
        }
        highest
    }

    /// Adds one proposal of a mentor by the shortest path.
    fn insert(&mut self, mentor: u32) {
        self.best = self.profit[mentor as usize];
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
            let unused = distance + self.profit[next as usize];
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
        let base = distance + self.profit[mentor as usize];
        for index in self.range(mentor) {
            let (mentee, worth) = self.pairs[index];
            let first = self.worth(worth, 0);
            if base - first - self.served >= self.best {
                break;
            }
            if self.holds(mentee, mentor) {
                continue;
            }
            for (rank, slot) in self.open_slots(mentee) {
                let reached = base + self.price[slot] - (first >> rank);
                if reached < self.best && reached < self.slot_distance[slot] {
                    self.reach(slot, reached, Step::Enter { mentor, worth });
                }
            }
        }
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
        let mentee = slot / self.slots_per_mentee;
        let rank = slot % self.slots_per_mentee;
        let first = self.worth(held.worth, 0);
        let kept = (first >> rank) - self.price[slot];
        let dropped = distance + kept - self.profit[held.mentor as usize];
        if dropped < self.best && dropped < self.mentor_distance[held.mentor as usize] {
            if self.mentor_distance[held.mentor as usize] == FAR {
                self.touched_mentors.push(held.mentor);
            }
            self.mentor_distance[held.mentor as usize] = dropped;
            self.mentor_slot[held.mentor as usize] = narrow(slot);
            self.queue.push(Reverse((dropped, held.mentor)));
        }
        for (other_rank, other) in self.open_slots(narrow(mentee)) {
            let moved = distance + kept - ((first >> other_rank) - self.price[other]);
            if other != slot && moved < self.best && moved < self.slot_distance[other] {
                self.reach(other, moved, Step::Move { slot: narrow(slot) });
            }
        }
    }

    /// Changes the solution along the path to the end.
    fn augment(&mut self, source: u32) {
        let mut slot = match self.end {
            End::Free(slot) => {
                self.filled[slot as usize / self.slots_per_mentee] += 1;
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
            self.price[slot as usize] += (self.best - distance).max(0);
        }
        for mentor in self.touched_mentors.drain(..) {
            let distance = std::mem::replace(&mut self.mentor_distance[mentor as usize], FAR);
            self.profit[mentor as usize] -= (self.best - distance).max(0);
        }
        self.queue.clear();
    }

    fn solution(&self) -> Vec<Assigned> {
        let mut solution = Vec::new();
        for mentee in 0..self.filled.len() {
            let from = solution.len();
            let slots = mentee * self.slots_per_mentee..(mentee + 1) * self.slots_per_mentee;
            for held in self.held[slots].iter().filter(|held| held.mentor != NONE) {
                let score = held.worth - self.candidates.bonus[mentee];
                solution.push(Assigned { mentee: narrow(mentee), rank: 0, mentor: held.mentor, score });
            }
            solution[from..].sort_unstable_by_key(|one| (Reverse(one.score), one.mentor));
            for (rank, one) in (0..).zip(&mut solution[from..]) {
                one.rank = rank;
            }
        }
        solution
    }

    fn worth(&self, worth: u16, rank: usize) -> i64 {
        (i64::from(worth) * self.unit) << (self.slots_per_mentee - 1 - rank)
    }

    /// The taken slots of a mentee and the first free one. Later ones never gain more.
    fn open_slots(&self, mentee: u32) -> impl Iterator<Item = (usize, usize)> + use<> {
        let first = mentee as usize * self.slots_per_mentee;
        let open = (usize::from(self.filled[mentee as usize]) + 1).min(self.slots_per_mentee);
        (0..open).map(move |rank| (rank, first + rank))
    }

    fn holds(&self, mentee: u32, mentor: u32) -> bool {
        let first = mentee as usize * self.slots_per_mentee;
        self.held[first..first + self.slots_per_mentee].iter().any(|held| held.mentor == mentor)
    }

    fn range(&self, mentor: u32) -> std::ops::Range<usize> {
        self.starts[mentor as usize] as usize..self.starts[mentor as usize + 1] as usize
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}

/// The pairs with bonus by mentor, each mentor's by descending worth, then mentee.
fn by_mentor(candidates: &Candidates) -> (Vec<u32>, Vec<(u32, u16)>) {
    let mentors = candidates.limits.len();
    let mut starts = vec![0_u32; mentors + 1];
    for mentor in &candidates.mentors {
        starts[*mentor as usize + 1] += 1;
    }
    for mentor in 0..mentors {
        starts[mentor + 1] += starts[mentor];
    }
    let mut next = starts.clone();
    let mut pairs = vec![(0, 0); candidates.mentors.len()];
    for mentee in 0..candidates.bonus.len() {
        for (mentor, score) in candidates.of(mentee) {
            let place = &mut next[mentor as usize];
            pairs[*place as usize] = (narrow(mentee), score + candidates.bonus[mentee]);
            *place += 1;
        }
    }
    for mentor in 0..mentors {
        let range = starts[mentor] as usize..starts[mentor + 1] as usize;
        pairs[range].sort_unstable_by_key(|(mentee, worth)| (Reverse(*worth), *mentee));
    }
    (starts, pairs)
}

/// Sizes of the three goals, each larger than all that follow together.
struct Scale {
    unit: i64,
    serve: i64,
    classes: i64,
}

impl Scale {
    /// Distinguishes fewer degrees of waiting where the numbers would become too large.
    fn new(candidates: &Candidates, proposals: u8) -> Self {
        let limits: i64 = candidates.limits.iter().map(|limit| i64::from(*limit)).sum();
        let served = limits.min(i64::try_from(candidates.bonus.len()).unwrap_or(i64::MAX)).max(1);
        let highest = i64::from(FULL) + i64::from(candidates.bonus.iter().copied().max().unwrap_or(0));
        let per_mentee = highest * ((1 << proposals) - 1);
        let mut classes = i64::from(WAITING_CLASSES);
        loop {
            let unit = served * (classes - 1) + 1;
            let serve = unit.checked_mul(per_mentee).and_then(|sum| sum.checked_mul(served)).map(|sum| sum + unit);
            match serve {
                Some(serve) if serve < 1 << 59 => return Self { unit, serve, classes },
                _ if classes == 1 => return Self { unit, serve: 1 << 59, classes },
                _ => classes /= 2,
            }
        }
    }

    /// What a first proposal is worth besides its score.
    fn first(&self, waiting: u8) -> i64 {
        self.serve + i64::from(waiting.min(WAITING_CLASSES - 1)) * self.classes / i64::from(WAITING_CLASSES)
    }
}
