//! Named people and short ways to build an instance.

use matching::{
    Answer, Comparison, Criterion, GuardianConsent, Instance, Mandatory, Mentee, Mentor, MentorKind, Person, PersonId,
    SeparatedPair, Separation, Vetting,
};

pub(crate) const MAYA: PersonId = PersonId(1);
pub(crate) const NINA: PersonId = PersonId(2);
pub(crate) const OMAR: PersonId = PersonId(3);
pub(crate) const TOM: PersonId = PersonId(11);
pub(crate) const ANA: PersonId = PersonId(12);
pub(crate) const LEO: PersonId = PersonId(13);

pub(crate) fn options(options: &[u16]) -> Option<Answer> {
    Some(Answer::Options(options.to_vec()))
}

pub(crate) fn person(id: PersonId, answers: &[Option<Answer>]) -> Person {
    let (vetting, guardian_consent) = (Vetting::NotNeeded, GuardianConsent::NotNeeded);
    Person { id, age: Some(20), vetting, guardian_consent, answers: answers.to_vec() }
}

pub(crate) fn mentee(id: PersonId, answers: &[Option<Answer>]) -> Mentee {
    Mentee { person: person(id, answers), top_criterion: None, rounds_waited: 0, days_waited: 0 }
}

pub(crate) fn mentor(id: PersonId, places: u16, answers: &[Option<Answer>]) -> Mentor {
    Mentor { person: person(id, answers), places, kind: MentorKind::OneToOne, mentee_ages: None }
}

pub(crate) fn criterion(key: &str, weight: u8, comparison: Comparison) -> Criterion {
    Criterion { key: key.to_owned(), weight, comparison, mandatory: Mandatory::default(), exclusive: false }
}

pub(crate) fn overlap() -> Vec<Criterion> {
    vec![criterion("goals", 5, Comparison::Overlap)]
}

pub(crate) fn separated(one: PersonId, other: PersonId, because: Separation) -> SeparatedPair {
    SeparatedPair { one, other, because }
}

/// Tom looks for a mentor, Maya has a place; they share the option 1.
pub(crate) fn tom_and_maya() -> Instance {
    Instance {
        criteria: overlap(),
        mentees: vec![mentee(TOM, &[options(&[1])])],
        mentors: vec![mentor(MAYA, 1, &[options(&[1])])],
        ..Instance::default()
    }
}
