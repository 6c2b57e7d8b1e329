//! A run: candidates, assignment, and why people are left out.

use std::cmp::Reverse;

use crate::assignment::Candidates;
use crate::candidates;
use crate::{Balance, Engine, LeftOut, Outcome, Proposal, Reason, Refusal, Rule, Side};

impl Engine<'_> {
    /// Matches the instance.
    pub fn run(&self) -> Outcome {
        let (candidates, solution) = candidates::solve(self);
        let mut outcome = Outcome { balance: self.balance(), ..Outcome::default() };
        outcome.balance.candidates = u32::try_from(candidates.mentors.len()).unwrap_or(u32::MAX);
        let mut mentees = vec![false; self.mentees.len()];
        let mut mentors = vec![false; self.mentors.len()];
        for pair in solution.pairs {
            mentees[pair.mentee as usize] = true;
            mentors[pair.mentor as usize] = true;
            outcome.proposals.push(Proposal {
                mentee: self.mentees[pair.mentee as usize].person.id,
                mentor: self.mentors[pair.mentor as usize].person.id,
                rank: pair.rank + 1,
                score: pair.score,
            });
        }
        outcome.proposals.sort_unstable_by_key(|proposal| (proposal.mentee, proposal.rank));
        let first = outcome.proposals.iter().filter(|proposal| proposal.rank == 1);
        let (count, sum) = first.fold((0, 0), |(count, sum), one| (count + 1, sum + u64::from(one.score)));
        outcome.balance.mentees_served = count;
        outcome.balance.mentors_served = u32::try_from(mentors.iter().filter(|served| **served).count()).unwrap_or(0);
        outcome.balance.mean_first_score = u16::try_from(sum / u64::from(count.max(1))).unwrap_or(crate::FULL);
        outcome.left_out = self.left_out(&mentees, &mentors);
        outcome
    }

    /// Supply and demand, before anything is assigned.
    pub fn balance(&self) -> Balance {
        let mut balance = Balance::default();
        for mentee in 0..self.mentees.len() {
            balance.mentees += u32::from(self.admit_mentee(mentee).is_ok());
        }
        for mentor in 0..self.mentors.len() {
            if self.admit_mentor(mentor).is_ok() {
                balance.mentors += 1;
                balance.places += u32::from(self.mentors[mentor].places);
                balance.proposal_limit += candidates::limit(self, mentor);
            }
        }
        balance
    }

    /// The candidate pairs of the lists, for benchmarks.
    pub fn candidates(&self) -> Candidates {
        candidates::lists(self)
    }

    fn left_out(&self, mentees: &[bool], mentors: &[bool]) -> Vec<LeftOut> {
        let open_mentees: Vec<usize> = (0..mentees.len()).filter(|one| self.admit_mentee(*one).is_ok()).collect();
        let open_mentors: Vec<usize> = (0..mentors.len()).filter(|one| self.admit_mentor(*one).is_ok()).collect();
        let id_of_mentee = |index: usize| self.mentees[index].person.id;
        let mut left_out = Vec::new();
        for mentee in (0..mentees.len()).filter(|one| !mentees[*one]) {
            let because = match self.admit_mentee(mentee) {
                Err(refusal) => reason(refusal),
                Ok(()) if mentors.is_empty() => Reason::NoCounterpart,
                Ok(()) => self.why(open_mentors.iter().map(|mentor| (mentee, *mentor))),
            };
            left_out.push(LeftOut { person: id_of_mentee(mentee), side: Side::Mentee, because });
        }
        for mentor in (0..mentors.len()).filter(|one| !mentors[*one]) {
            let because = match self.admit_mentor(mentor) {
                Err(refusal) => reason(refusal),
                Ok(()) if mentees.is_empty() => Reason::NoCounterpart,
                Ok(()) => self.why(open_mentees.iter().map(|mentee| (*mentee, mentor))),
            };
            left_out.push(LeftOut { person: self.mentors[mentor].person.id, side: Side::Mentor, because });
        }
        left_out.sort_unstable_by_key(|one: &LeftOut| (one.side, one.person));
        left_out
    }

    /// Why none of these pairs was made.
    fn why(&self, pairs: impl Iterator<Item = (usize, usize)>) -> Reason {
        let mut counts: Vec<Excluded> = Vec::new();
        for (mentee, mentor) in pairs {
            let mut rules = self.rules_against(mentee, mentor);
            let Some(first) = rules.next() else { return Reason::Outranked };
            let mut alone = 1;
            for other in rules {
                alone = 0;
                count(&mut counts, other, 0);
            }
            count(&mut counts, first, alone);
        }
        // Among equal counts the rule that comes first in `Rule`.
        let decisive = counts.iter().max_by_key(|one| (one.alone, one.all, Reverse(one.rule)));
        decisive.map_or(Reason::NoneAvailable, |one| Reason::Rule(one.rule))
    }
}

/// How many pairs a rule excludes.
struct Excluded {
    rule: Rule,
    /// Those that no other rule excludes.
    alone: u32,
    all: u32,
}

fn count(counts: &mut Vec<Excluded>, rule: Rule, alone: u32) {
    match counts.iter_mut().find(|one| one.rule == rule) {
        Some(one) => (one.alone, one.all) = (one.alone + alone, one.all + 1),
        None => counts.push(Excluded { rule, alone, all: 1 }),
    }
}

fn reason(refusal: Refusal) -> Reason {
    match refusal {
        Refusal::NotVetted(_) => Reason::NotVetted,
        Refusal::NoGuardianConsent(_) => Reason::NoGuardianConsent,
        Refusal::NoPlace => Reason::NoPlace,
        Refusal::Rule(rule) => Reason::Rule(rule),
        Refusal::NotInPool(_) => Reason::NoCounterpart,
    }
}
