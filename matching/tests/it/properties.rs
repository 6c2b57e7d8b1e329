//! Properties of runs over invented cohorts.

use std::collections::{BTreeMap, BTreeSet};

use matching::assignment::{Assigned, Candidates};
use matching::{Engine, Instance, MentorKind, Outcome, PersonId, Reason, Side, cohort, run};
use proptest::prelude::*;

/// Small cohorts with groups, short lists and several settings.
fn instances() -> impl Strategy<Value = Instance> {
    let settings = (1..4_u8, 100..200_u16, 0..4_u8, prop_oneof![Just(1_u16), Just(2), Just(50)]);
    (any::<u64>(), 0..24_usize, 0..12_usize, settings).prop_map(|(seed, mentees, mentors, settings)| {
        let mut instance = cohort::invent(seed, mentees, mentors);
        let spare = cohort::invent(seed ^ 1, 2 * mentors, 0).mentees;
        for (mentor, members) in instance.mentors.iter_mut().zip(spare.chunks(2)).step_by(3) {
            mentor.kind = MentorKind::Group { members: members.iter().map(|one| one.person.clone()).collect() };
        }
        instance.settings.group_age_span = Some(6);
        instance.settings.proposals_per_mentee = settings.0;
        instance.settings.proposals_per_place = settings.1;
        instance.settings.waiting_rounds = settings.2;
        instance.settings.list_length = settings.3;
        instance
    })
}

/// All pairs that the rules allow, by the order of the instance.
fn possible(instance: &Instance, engine: &Engine<'_>) -> Candidates {
    let mut candidates = Candidates { starts: vec![0], ..Candidates::default() };
    let rounds = u32::from(instance.settings.waiting_rounds);
    for mentee in &instance.mentees {
        for (index, mentor) in (0..).zip(&instance.mentors) {
            if let Ok(score) = engine.check_pair(mentee.person.id, mentor.person.id) {
                candidates.mentors.push(index);
                candidates.scores.push(score);
            }
        }
        candidates.starts.push(u32::try_from(candidates.mentors.len()).expect("few pairs"));
        let waited = u32::from(mentee.rounds_waited).min(rounds);
        candidates.bonus.push(u16::try_from(waited * 10_001 / rounds.max(1)).expect("at most 10,001"));
        candidates.waiting.push(0);
    }
    let percent = u32::from(instance.settings.proposals_per_place);
    candidates.limits = instance.mentors.iter().map(|one| (u32::from(one.places) * percent).div_ceil(100)).collect();
    candidates
}

fn assigned(instance: &Instance, outcome: &Outcome) -> Vec<Assigned> {
    let mentees: BTreeMap<PersonId, u32> = instance.mentees.iter().map(|one| one.person.id).zip(0..).collect();
    let mentors: BTreeMap<PersonId, u32> = instance.mentors.iter().map(|one| one.person.id).zip(0..).collect();
    let proposals = outcome.proposals.iter();
    proposals
        .map(|one| Assigned {
            mentee: mentees[&one.mentee],
            rank: one.rank - 1,
            mentor: mentors[&one.mentor],
            score: one.score,
        })
        .collect()
}

fn reversed(instance: &Instance) -> Instance {
    let mut other = instance.clone();
    other.mentees.reverse();
    other.mentors.reverse();
    other.separated.reverse();
    for pair in &mut other.separated {
        std::mem::swap(&mut pair.one, &mut pair.other);
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn run_keeps_places_and_rules(instance in instances()) {
        let outcome = run(&instance).unwrap();
        let engine = Engine::new(&instance).unwrap();
        let candidates = possible(&instance, &engine);
        let mut left: Vec<u32> = candidates.limits;
        for one in assigned(&instance, &outcome) {
            left[one.mentor as usize] = left[one.mentor as usize].checked_sub(1).expect("more proposals than allowed");
        }
        let mut pairs = BTreeSet::new();
        for one in &outcome.proposals {
            prop_assert!(pairs.insert((one.mentee, one.mentor)), "a pair is proposed twice");
            prop_assert_eq!(engine.check_pair(one.mentee, one.mentor), Ok(one.score));
            let separated = instance.separated.iter().any(|pair| {
                [(pair.one, pair.other), (pair.other, pair.one)].contains(&(one.mentee, one.mentor))
            });
            prop_assert!(!separated, "the two must not meet");
        }
    }

    #[test]
    fn run_is_optimal_over_all_possible_pairs(instance in instances()) {
        let outcome = run(&instance).unwrap();
        let engine = Engine::new(&instance).unwrap();
        let candidates = possible(&instance, &engine);
        let proposals = instance.settings.proposals_per_mentee;
        let best = candidates.worth(proposals, &candidates.assign(proposals));
        prop_assert_eq!(candidates.worth(proposals, &assigned(&instance, &outcome)), best);
    }

    #[test]
    fn run_of_permuted_instance_is_equal(instance in instances()) {
        let outcome = run(&instance).unwrap();
        prop_assert_eq!(&run(&reversed(&instance)).unwrap(), &outcome);
        // Equal input gives equal bytes.
        prop_assert_eq!(format!("{:?}", run(&instance).unwrap()), format!("{outcome:?}"));
    }

    #[test]
    fn everyone_has_a_proposal_or_a_reason(instance in instances()) {
        let outcome = run(&instance).unwrap();
        let engine = Engine::new(&instance).unwrap();
        let mut people: BTreeSet<(Side, PersonId)> = BTreeSet::new();
        people.extend(outcome.proposals.iter().map(|one| (Side::Mentee, one.mentee)));
        people.extend(outcome.proposals.iter().map(|one| (Side::Mentor, one.mentor)));
        for left in &outcome.left_out {
            prop_assert!(people.insert((left.side, left.person)), "left out with a proposal");
            let could_be_paired = match left.side {
                Side::Mentee => instance.mentors.iter().any(|one| engine.check_pair(left.person, one.person.id).is_ok()),
                Side::Mentor => instance.mentees.iter().any(|one| engine.check_pair(one.person.id, left.person).is_ok()),
            };
            prop_assert_eq!(left.because == Reason::Outranked, could_be_paired, "{:?}", left);
        }
        prop_assert_eq!(people.len(), instance.mentees.len() + instance.mentors.len());
    }

    #[test]
    fn parts_of_reasons_make_the_score(instance in instances()) {
        let engine = Engine::new(&instance).unwrap();
        for one in run(&instance).unwrap().proposals {
            let reasons = engine.reasons(one.mentee, one.mentor).unwrap();
            let sum: u32 = reasons.iter().map(|fit| u32::from(fit.weight) * u32::from(fit.fit)).sum();
            let weights: u32 = reasons.iter().map(|fit| u32::from(fit.weight)).sum();
            prop_assert_eq!(u32::from(one.score), sum / weights.max(1));
        }
    }
}
