//! Candidate pairs and what else the assignment needs to know about people.

use super::Pair;
use crate::assignment::{Candidates, MAX_BONUS, WAITING_CLASSES};
use crate::{Engine, FULL};

/// The waiting bonus of a mentee.
pub(super) fn bonus(engine: &Engine<'_>, mentee: usize) -> u16 {
    let rounds = u32::from(engine.instance.settings.waiting_rounds);
    let waited = u32::from(engine.mentees[mentee].rounds_waited).min(rounds);
    // More than any score, so that it decides against a score of FULL, too.
    let bonus = waited * (u32::from(FULL) + 1) / rounds.max(1);
    u16::try_from(bonus).unwrap_or(MAX_BONUS).min(MAX_BONUS)
}

/// Brings sorted pairs into the form of the assignment.
pub(super) fn table(engine: &Engine<'_>, pairs: &[Pair]) -> Candidates {
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
    let class = |position: usize| if distinct <= highest { position } else { position * highest / distinct };
    order.into_iter().map(|position| u8::try_from(class(position)).unwrap_or(u8::MAX)).collect()
}
