//! One round: mentees decide on their proposals, then mentors on those who said Yes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Acceptance, Cohort, Match, Plan, Week};
use crate::random::{Random, distribute};
use crate::{Ending, Engine, FULL, Flaw, MentorKind, PastProposal, Person, PersonId, Proposal, SeparatedPair};

/// What a person does with a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Silent,
}

/// Plays the round of a week.
pub(super) fn play(cohort: &mut Cohort, plan: &Plan, week: u16) -> Result<Week, Flaw> {
    let instance = cohort.instance(week);
    let engine = Engine::new(&instance)?;
    let outcome = engine.run();
    let mut interested: BTreeMap<PersonId, Vec<Proposal>> = BTreeMap::new();
    let mut endings = Vec::new();
    for proposal in &outcome.proposals {
        match answer(plan, &plan.mentees, week, proposal, proposal.mentee, 1) {
            Answer::Yes => interested.entry(proposal.mentor).or_default().push(*proposal),
            Answer::No => endings.push((*proposal, Ending::Refused)),
            Answer::Silent => endings.push((*proposal, Ending::Expired)),
        }
    }
    let mut accepted: Vec<Proposal> = Vec::new();
    let mut taken: BTreeSet<PersonId> = BTreeSet::new();
    for (mentor, mut proposals) in interested {
        proposals.sort_unstable_by_key(|one| (Reverse(one.score), one.mentee));
        let mut desk = Desk::new(&engine, mentor, &cohort.pool.separated);
        for proposal in proposals {
            let ending = match answer(plan, &plan.mentors, week, &proposal, mentor, 2) {
                _ if taken.contains(&proposal.mentee) || !desk.has_room(proposal.mentee) => Ending::Undecided,
                Answer::No => Ending::Refused,
                Answer::Silent => Ending::Expired,
                Answer::Yes => {
                    desk.accept(proposal.mentee);
                    taken.insert(proposal.mentee);
                    accepted.push(proposal);
                    continue;
                }
            };
            endings.push((proposal, ending));
        }
    }
    for (proposal, ending) in endings {
        let past = PastProposal { ending, rounds_ago: 0 };
        cohort.history.entry((proposal.mentee, proposal.mentor)).or_default().push((past, week));
    }
    let scores: u64 = accepted.iter().map(|one| u64::from(one.score)).sum();
    let played = Week {
        waiting: outcome.balance.mentees,
        places: outcome.balance.places,
        served: outcome.balance.mentees_served,
        matched: u32::try_from(accepted.len()).unwrap_or(u32::MAX),
        mean_score: u16::try_from(scores / (accepted.len() as u64).max(1)).unwrap_or(FULL),
    };
    advance_pool(cohort, &accepted);
    Ok(played)
}

/// The places of a mentor in a round.
struct Desk<'a> {
    engine: &'a Engine<'a>,
    left: u16,
    /// The members of a group and who joins it in this round.
    members: Option<Vec<Person>>,
    /// Who must not be in one group.
    separated: &'a [SeparatedPair],
}

impl<'a> Desk<'a> {
    fn new(engine: &'a Engine<'a>, mentor: PersonId, separated: &'a [SeparatedPair]) -> Self {
        let mentor = engine.mentors.iter().find(|one| one.person.id == mentor);
        let members = mentor.and_then(|one| match &one.kind {
            MentorKind::OneToOne => None,
            MentorKind::Group { members } => Some(members.clone()),
        });
        Self { engine, left: mentor.map_or(0, |one| one.places), members, separated }
    }

    fn has_room(&self, mentee: PersonId) -> bool {
        let suits = |members: &Vec<Person>| self.engine.could_join(mentee, members, self.separated);
        self.left > 0 && self.members.as_ref().is_none_or(suits)
    }

    fn accept(&mut self, mentee: PersonId) {
        self.left -= 1;
        if let (Some(members), Some(joins)) = (&mut self.members, person(self.engine, mentee)) {
            members.push(joins.clone());
        }
    }
}

fn person<'a>(engine: &'a Engine<'_>, mentee: PersonId) -> Option<&'a Person> {
    engine.mentees.iter().map(|one| &one.person).find(|one| one.id == mentee)
}

/// What a person answers; the same for the same seed, pair, week and side.
fn answer(plan: &Plan, model: &Acceptance, week: u16, proposal: &Proposal, who: PersonId, side: u64) -> Answer {
    let own = Random::new(plan.seed ^ distribute(who.0) ^ u64::from(week) << 8 ^ side).next();
    if Random::new(own).chance(model.silent) {
        return Answer::Silent;
    }
    let spread = i64::from(model.highest) - i64::from(model.lowest);
    let percent = i64::from(model.lowest) + spread * i64::from(proposal.score) / i64::from(FULL);
    let pair = distribute(proposal.mentee.0) ^ distribute(proposal.mentor.0).rotate_left(32);
    let yes = Random::new(plan.seed ^ pair ^ side).chance(u16::try_from(percent).unwrap_or(0));
    if yes { Answer::Yes } else { Answer::No }
}

/// Takes matched people out of the pool; the others have waited a week longer.
fn advance_pool(cohort: &mut Cohort, accepted: &[Proposal]) {
    let by_mentee: BTreeMap<PersonId, &Proposal> = accepted.iter().map(|one| (one.mentee, one)).collect();
    let mut joined: BTreeMap<PersonId, Vec<Person>> = BTreeMap::new();
    for mut mentee in std::mem::take(&mut cohort.pool.mentees) {
        match by_mentee.get(&mentee.person.id) {
            Some(proposal) => {
                let (days, rounds) = (mentee.days_waited, mentee.rounds_waited.saturating_add(1));
                cohort.matches.push(Match { score: proposal.score, days, rounds });
                joined.entry(proposal.mentor).or_default().push(mentee.person);
            }
            None => {
                mentee.rounds_waited = mentee.rounds_waited.saturating_add(1);
                mentee.days_waited = mentee.days_waited.saturating_add(7);
                cohort.pool.mentees.push(mentee);
            }
        }
    }
    for mentor in &mut cohort.pool.mentors {
        let Some(new) = joined.remove(&mentor.person.id) else { continue };
        mentor.places -= u16::try_from(new.len()).unwrap_or(mentor.places).min(mentor.places);
        if let MentorKind::Group { members } = &mut mentor.kind {
            members.extend(new);
        }
    }
}
