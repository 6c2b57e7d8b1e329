//! Instances with mistakes are refused.

use matching::{Answer, Comparison, Flaw, Instance, PersonId, run};

use crate::people::*;

fn flaw(change: impl FnOnce(&mut Instance)) -> Option<Flaw> {
    let mut instance = tom_and_maya();
    change(&mut instance);
    run(&instance).err()
}

#[test]
fn instance_with_mistake_is_refused() {
    assert_eq!(flaw(|_| ()), None);
    assert_eq!(flaw(|one| one.criteria[0].weight = 11), Some(Flaw::Weight { criterion: 0 }));
    assert_eq!(
        flaw(|one| one.criteria[0].comparison = Comparison::Distance { reach: 0 }),
        Some(Flaw::Comparison { criterion: 0 })
    );
    assert_eq!(flaw(|one| one.mentees.push(one.mentees[0].clone())), Some(Flaw::Twice(TOM)));
    assert_eq!(flaw(|one| one.mentors[0].person.id = TOM), Some(Flaw::Twice(TOM)));
    assert_eq!(flaw(|one| one.mentees[0].person.answers.clear()), Some(Flaw::AnswerCount(TOM)));
    assert_eq!(flaw(|one| one.mentees[0].top_criterion = Some(1)), Some(Flaw::TopCriterion(TOM)));
    assert_eq!(flaw(|one| one.mentors[0].places = 1001), Some(Flaw::Places(MAYA)));
    assert_eq!(flaw(|one| one.settings.proposals_per_mentee = 0), Some(Flaw::Setting("proposals_per_mentee")));
    assert_eq!(flaw(|one| one.settings.proposals_per_place = 99), Some(Flaw::Setting("proposals_per_place")));
    assert_eq!(flaw(|one| one.settings.list_length = 0), Some(Flaw::Setting("list_length")));
}

#[test]
fn answer_of_other_form_is_refused() {
    for answer in [Answer::Number(1), Answer::Order(vec![1]), Answer::Options(vec![1024])] {
        let found = flaw(|one| one.mentors[0].person.answers[0] = Some(answer.clone()));
        assert_eq!(found, Some(Flaw::Answer { person: MAYA, criterion: 0 }), "{answer:?}");
    }
}

#[test]
fn flaw_names_person_and_criterion() {
    let flaw = Flaw::Answer { person: PersonId(7), criterion: 2 };
    assert_eq!(flaw.to_string(), "the engine cannot read the instance: Answer { person: PersonId(7), criterion: 2 }");
}
