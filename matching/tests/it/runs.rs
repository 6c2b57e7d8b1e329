//! Runs with named people.

use matching::{Comparison, Instance, Outcome, PersonId, Proposal, Reason, run};

use crate::people::*;

fn proposed(outcome: &Outcome, mentee: PersonId) -> Vec<PersonId> {
    outcome.proposals.iter().filter(|one| one.mentee == mentee).map(|one| one.mentor).collect()
}

/// Tom and Ana compete for the only place; Ana fits better.
fn competition() -> Instance {
    Instance {
        criteria: overlap(),
        mentees: vec![mentee(TOM, &[options(&[5])]), mentee(ANA, &[options(&[1])])],
        mentors: vec![mentor(MAYA, 1, &[options(&[1])])],
        settings: matching::Settings { proposals_per_place: 100, ..Default::default() },
        ..Instance::default()
    }
}

#[test]
fn proposals_are_ranked_by_score() {
    let mut instance = tom_and_maya();
    instance.mentees[0].person.answers = vec![options(&[1, 2, 3, 4])];
    instance.mentors = [(MAYA, [1, 8]), (NINA, [1, 2]), (OMAR, [8, 9])]
        .map(|(id, answer)| mentor(id, 1, &[options(&answer)]))
        .to_vec();
    // Omar fits in nothing: he is proposed only to who has no other.
    let expected = [(NINA, 1, 10_000), (MAYA, 2, 5_000)].map(|(mentor, rank, score)| Proposal {
        mentee: TOM,
        mentor,
        rank,
        score,
    });
    assert_eq!(run(&instance).unwrap().proposals, expected);
}

#[test]
fn place_gives_one_and_a_half_proposals() {
    let mut instance = competition();
    instance.settings.proposals_per_place = 150;
    instance.mentees.push(mentee(LEO, &[options(&[1])]));
    let outcome = run(&instance).unwrap();
    assert_eq!((outcome.balance.mentees, outcome.balance.places, outcome.balance.proposal_limit), (3, 1, 2));
    assert_eq!(outcome.balance.mentees_served, 2);
    assert_eq!(
        outcome.left_out.iter().map(|one| (one.person, one.because)).collect::<Vec<_>>(),
        [(TOM, Reason::Outranked)]
    );
}

#[test]
fn better_score_wins_the_only_place() {
    assert_eq!(proposed(&run(&competition()).unwrap(), ANA), [MAYA]);
}

#[test]
fn waiting_wins_within_the_set_rounds() {
    for (waited, winner) in [(0, ANA), (2, ANA), (3, TOM), (u16::MAX, TOM)] {
        let mut instance = competition();
        instance.mentees[0].rounds_waited = waited;
        assert_eq!(proposed(&run(&instance).unwrap(), winner), [MAYA], "after {waited} rounds");
    }
    let mut without_bonus = competition();
    without_bonus.mentees[0].rounds_waited = 9;
    without_bonus.settings.waiting_rounds = 0;
    assert_eq!(proposed(&run(&without_bonus).unwrap(), ANA), [MAYA]);
}

#[test]
fn equal_scores_go_to_who_waited_longer() {
    for (tom, ana, winner) in [(4, 5, ANA), (5, 4, TOM), (4, 4, TOM)] {
        let mut instance = competition();
        instance.mentees[0].person.answers = vec![options(&[1])];
        instance.mentees[0].days_waited = tom;
        instance.mentees[1].days_waited = ana;
        assert_eq!(proposed(&run(&instance).unwrap(), winner), [MAYA], "{tom} and {ana} days");
    }
}

#[test]
fn everyone_gets_one_before_anyone_gets_two() {
    let mut instance = competition();
    // Ana fits both mentors, Tom fits neither.
    instance.mentors.push(mentor(NINA, 1, &[options(&[1])]));
    let outcome = run(&instance).unwrap();
    assert_eq!((proposed(&outcome, TOM).len(), proposed(&outcome, ANA).len()), (1, 1));
}

#[test]
fn last_suitable_mentor_is_left_to_who_has_no_other() {
    let mut instance = competition();
    instance.criteria[0].mandatory.mentee = true;
    instance.mentees[0].person.answers = vec![options(&[1])];
    instance.mentees[1].person.answers = vec![options(&[1, 2])];
    instance.mentors.push(mentor(NINA, 1, &[options(&[2, 7, 8])]));
    let outcome = run(&instance).unwrap();
    assert_eq!((proposed(&outcome, TOM), proposed(&outcome, ANA)), (vec![MAYA], vec![NINA]));
}

#[test]
fn empty_instances_give_empty_outcomes() {
    assert_eq!(run(&Instance::default()).unwrap(), Outcome::default());
    let alone = Instance { mentors: Vec::new(), ..tom_and_maya() };
    assert_eq!(run(&alone).unwrap().left_out[0].because, Reason::NoCounterpart);
    let nothing_asked =
        Instance { mentees: vec![mentee(TOM, &[])], mentors: vec![mentor(MAYA, 1, &[])], ..Instance::default() };
    assert_eq!(proposed(&run(&nothing_asked).unwrap(), TOM), [MAYA]);
}

#[test]
fn many_equal_people_are_all_served() {
    // Lists of one mentor each must not hide the other mentors.
    let mut instance = Instance { criteria: vec![criterion("one", 1, Comparison::Equal)], ..Instance::default() };
    instance.settings.list_length = 1;
    instance.settings.proposals_per_mentee = 1;
    instance.settings.proposals_per_place = 100;
    for id in 0..200 {
        instance.mentees.push(mentee(PersonId(1_000 + id), &[options(&[1])]));
        instance.mentors.push(mentor(PersonId(2_000 + id), 1, &[options(&[1])]));
    }
    assert_eq!(run(&instance).unwrap().balance.mentees_served, 200);
}
