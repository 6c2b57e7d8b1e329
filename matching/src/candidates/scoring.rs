//! The possible mentors of one mentee and their scores, for all mentors at once.

use crate::answer::Prepared;
use crate::bitset::Bitset;
use crate::candidates::rows::Rows;
use crate::columns::Column;
use crate::rules::within;
use crate::{Comparison, Engine, FULL, MAX_CRITERIA, MAX_WEIGHT};

/// The largest sum of weights: one criterion counts twice.
const MAX_WEIGHTS: usize = MAX_WEIGHT as usize * (MAX_CRITERIA + 1);

/// Sums are below 2^24 and weights below 2^10, so a product with the rounded-up reciprocal is exact.
const SHIFT: u32 = 40;

/// Evaluates mentees one after the other, and keeps its memory between them.
pub(super) struct Scoring<'a> {
    engine: &'a Engine<'a>,
    /// The mentors for each age of a mentee, made when the age occurs first; the last is for an unknown age.
    by_age: Vec<Option<Bitset>>,
    inverted: Vec<Option<Inverted>>,
    rows: Vec<Rows<'a>>,
    allowed: Bitset,
    mentors: Vec<u32>,
    sums: Vec<u32>,
    weights: Vec<u16>,
    scores: Vec<u16>,
    reciprocals: Vec<u64>,
}

impl<'a> Scoring<'a> {
    pub(super) fn new(engine: &'a Engine<'a>) -> Self {
        let reciprocal = |weight: u64| (1_u64 << SHIFT) / weight.max(1) + 1;
        Self {
            engine,
            by_age: vec![None; usize::from(u8::MAX) + 2],
            inverted: engine.columns.iter().map(Inverted::new).collect(),
            rows: engine.columns.iter().map(Rows::new).collect(),
            allowed: Bitset::new(engine.mentors.len()),
            mentors: Vec::new(),
            sums: Vec::new(),
            weights: Vec::new(),
            scores: Vec::new(),
            reciprocals: (0..=MAX_WEIGHTS as u64).map(reciprocal).collect(),
        }
    }

    /// Keeps the mentors whom ages and mandatory criteria allow.
    pub(super) fn keep_possible(&mut self, mentee: usize, possible: &mut Bitset) {
        let engine = self.engine;
        let age = engine.mentees[mentee].person.age;
        let by_age = self.by_age[age.map_or(usize::from(u8::MAX) + 1, usize::from)].get_or_insert_with(|| {
            Bitset::filled(engine.mentors.len(), |mentor| {
                within(age, engine.mentors[mentor].mentee_ages) && engine.groups[mentor].allows_age(age)
            })
        });
        possible.keep(by_age);
        for (index, column) in engine.columns.iter().enumerate() {
            if !column.mandatory.mentee && !column.mandatory.mentor {
                continue;
            }
            match &self.inverted[index] {
                Some(inverted) => inverted.keep(column, mentee, &mut self.allowed, possible),
                None => {
                    let answered = column.mentees.of(mentee).is_answered();
                    let row = self.rows[index].row(mentee);
                    self.allowed.clear();
                    for mentor in possible.iter() {
                        let class = column.mentors.class[mentor] as usize;
                        let fit = Some(row[class]).filter(|fit| *fit <= FULL);
                        if column.holds(answered, class != 0, fit) {
                            self.allowed.insert(mentor);
                        }
                    }
                    possible.keep(&self.allowed);
                }
            }
        }
    }

    /// The possible mentors of a mentee, and the score with each.
    pub(super) fn score(&mut self, mentee: usize, possible: &Bitset) -> (&[u32], &[u16]) {
        self.mentors.clear();
        self.mentors.extend(possible.iter().map(|mentor| u32::try_from(mentor).unwrap_or(u32::MAX)));
        self.sums.clear();
        self.sums.resize(self.mentors.len(), 0);
        self.weights.clear();
        self.weights.resize(self.mentors.len(), 0);
        for (index, column) in self.engine.columns.iter().enumerate() {
            let weight = self.engine.weight(mentee, index);
            if weight == 0 || column.mentees.class[mentee] == 0 {
                continue;
            }
            let row = self.rows[index].row(mentee);
            let totals = self.sums.iter_mut().zip(&mut self.weights);
            for (mentor, (sum, weights)) in self.mentors.iter().zip(totals) {
                let fit = row[column.mentors.class[*mentor as usize] as usize];
                let weight = if fit <= FULL { weight } else { 0 };
                *sum += u32::from(weight) * u32::from(fit);
                *weights += u16::from(weight);
            }
        }
        let totals = self.sums.iter().zip(&self.weights);
        let mean = |(sum, weights): (&u32, &u16)| {
            let mean = (u64::from(*sum) * self.reciprocals[usize::from(*weights)]) >> SHIFT;
            u16::try_from(mean).unwrap_or(FULL)
        };
        self.scores.clear();
        self.scores.extend(totals.map(mean));
        (&self.mentors, &self.scores)
    }
}

/// The mentors by option, for a mandatory criterion with [`Comparison::Overlap`].
struct Inverted {
    options: Vec<Bitset>,
    unanswered: Bitset,
}

impl Inverted {
    fn new(column: &Column) -> Option<Self> {
        if column.comparison != Comparison::Overlap || !(column.mandatory.mentee || column.mandatory.mentor) {
            return None;
        }
        let mentors = column.mentors.class.len();
        let mut options: Vec<Bitset> = Vec::new();
        for mentor in 0..mentors {
            for option in column.mentors.of(mentor).options().map(usize::from) {
                options.resize(options.len().max(option + 1), Bitset::new(mentors));
                options[option].insert(mentor);
            }
        }
        let unanswered = Bitset::filled(mentors, |mentor| column.mentors.class[mentor] == 0);
        Some(Self { options, unanswered })
    }

    fn keep(&self, column: &Column, mentee: usize, allowed: &mut Bitset, possible: &mut Bitset) {
        let answer = column.mentees.of(mentee);
        if *answer == Prepared::Unanswered {
            if column.mandatory.mentor {
                possible.keep(&self.unanswered);
            }
            return;
        }
        allowed.clear();
        for option in answer.options() {
            if let Some(mentors) = self.options.get(usize::from(option)) {
                allowed.add(mentors);
            }
        }
        if !column.mandatory.mentee {
            // Mentors who answered bind, the others accept every answer.
            allowed.add(&self.unanswered);
        }
        possible.keep(allowed);
    }
}
