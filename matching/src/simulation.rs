//! Plays a cohort over weeks: runs, who says Yes, who waits. To compare settings before a programme uses them.
//!
//! Decisions follow from the seed, the pair and the week, so the same pair decides alike under other settings.

mod report;
mod round;

use std::collections::BTreeMap;

pub use report::{Report, Week};

use crate::{Flaw, Instance, Mentee, PastProposal, PersonId, SeparatedPair, Separation, may_repeat};

/// How likely a person says Yes, in percent; in between by the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// To a pair with score 0.
    pub lowest: u16,
    /// To a pair with the full score.
    pub highest: u16,
    /// How likely a person does not answer in a round at all.
    pub silent: u16,
}

/// What a simulation assumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Other seeds give other decisions.
    pub seed: u64,
    /// Weeks with a round each.
    pub weeks: u16,
    /// Mentees enter the pool spread over so many weeks; 1: all at once.
    pub arrival_weeks: u16,
    /// The mentees' model.
    pub mentees: Acceptance,
    /// The mentors' model.
    pub mentors: Acceptance,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            seed: 1,
            weeks: 12,
            arrival_weeks: 1,
            mentees: Acceptance { lowest: 35, highest: 90, silent: 10 },
            mentors: Acceptance { lowest: 50, highest: 95, silent: 10 },
        }
    }
}

/// Plays a cohort. The report does not depend on the order of people.
///
/// # Errors
/// Fails on the first mistake of the instance.
pub fn simulate(instance: &Instance, plan: &Plan) -> Result<Report, Flaw> {
    crate::check::check(instance)?;
    let mut cohort = Cohort::new(instance, plan);
    for week in 0..plan.weeks {
        cohort.arrive(week);
        let played = round::play(&mut cohort, plan, week)?;
        cohort.weeks.push(played);
    }
    Ok(report::report(instance.mentees.len(), &cohort))
}

/// A mentorship that began.
#[derive(Clone, Copy, Debug)]
struct Match {
    score: u16,
    days: u16,
    rounds: u16,
}

/// The cohort between two rounds.
struct Cohort {
    /// Who is in the pool; without history.
    pool: Instance,
    /// Who comes later, by week.
    later: BTreeMap<u16, Vec<Mentee>>,
    /// Earlier proposals by mentee and mentor, with the week.
    history: BTreeMap<(PersonId, PersonId), Vec<(PastProposal, u16)>>,
    matches: Vec<Match>,
    weeks: Vec<Week>,
}

impl Cohort {
    fn new(instance: &Instance, plan: &Plan) -> Self {
        let mut pool = instance.clone();
        let mut mentees = std::mem::take(&mut pool.mentees);
        mentees.sort_unstable_by_key(|one| one.person.id);
        let mut later: BTreeMap<u16, Vec<Mentee>> = BTreeMap::new();
        for (mentee, week) in mentees.into_iter().zip((0..plan.arrival_weeks.max(1)).cycle()) {
            later.entry(week).or_default().push(mentee);
        }
        Self { pool, later, history: BTreeMap::new(), matches: Vec::new(), weeks: Vec::new() }
    }

    fn arrive(&mut self, week: u16) {
        self.pool.mentees.extend(self.later.remove(&week).unwrap_or_default());
    }

    /// The pool with the pairs that must not be proposed again in this week.
    fn instance(&self, week: u16) -> Instance {
        let mut instance = self.pool.clone();
        for (&(one, other), past) in &self.history {
            let past: Vec<PastProposal> =
                past.iter().map(|(past, then)| PastProposal { rounds_ago: week - then, ..*past }).collect();
            if !may_repeat(&past) {
                instance.separated.push(SeparatedPair { one, other, because: Separation::History });
            }
        }
        instance
    }
}
