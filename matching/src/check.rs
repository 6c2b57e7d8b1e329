//! Checks of an instance, so that the engine may rely on it.

use std::collections::BTreeSet;

use crate::{Answer, Comparison, Instance, MentorKind, Person, PersonId};

/// The highest weight of a criterion.
pub const MAX_WEIGHT: u8 = 10;

/// The most criteria of a programme.
pub const MAX_CRITERIA: usize = 64;

/// The most options of a question.
pub const MAX_OPTIONS: u16 = 1024;

/// The most items of an order.
pub const MAX_ITEMS: u16 = 64;

/// The most proposals of a mentee.
pub const MAX_PROPOSALS: u8 = 8;

/// The longest candidate list.
pub const MAX_LIST: u16 = 1000;

/// The most free places of a mentor.
pub const MAX_PLACES: u16 = 1000;

/// A mistake in an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// More than [`MAX_CRITERIA`] criteria.
    TooManyCriteria,
    /// A weight above [`MAX_WEIGHT`].
    Weight {
        /// The index of the criterion.
        criterion: usize,
    },
    /// A reach of 0, or an exclusive criterion whose answers are no options.
    Comparison {
        /// The index of the criterion.
        criterion: usize,
    },
    /// An id that is there twice among mentees or among mentors, or a person who is both.
    Twice(PersonId),
    /// Another number of answers than of criteria.
    AnswerCount(PersonId),
    /// An answer that does not suit the comparison, an option from [`MAX_OPTIONS`] on, or an item from
    /// [`MAX_ITEMS`] on.
    Answer {
        /// Whose answer.
        person: PersonId,
        /// The index of the criterion.
        criterion: usize,
    },
    /// A top criterion that does not exist.
    TopCriterion(PersonId),
    /// More than [`MAX_PLACES`] places.
    Places(PersonId),
    /// A setting out of its range, by its name.
    Setting(&'static str),
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "the engine cannot read the instance: {self:?}")
    }
}

impl std::error::Error for Flaw {}

/// Returns the first mistake of an instance.
pub(crate) fn check(instance: &Instance) -> Result<(), Flaw> {
    check_settings(instance)?;
    check_criteria(instance)?;
    let mut ids = BTreeSet::new();
    let mentees = instance.mentees.iter().map(|mentee| &mentee.person);
    for person in mentees.chain(instance.mentors.iter().map(|mentor| &mentor.person)) {
        if !ids.insert(person.id) {
            return Err(Flaw::Twice(person.id));
        }
        check_answers(instance, person)?;
    }
    for mentee in &instance.mentees {
        if mentee.top_criterion.is_some_and(|top| top >= instance.criteria.len()) {
            return Err(Flaw::TopCriterion(mentee.person.id));
        }
    }
    for mentor in &instance.mentors {
        if mentor.places > MAX_PLACES {
            return Err(Flaw::Places(mentor.person.id));
        }
        if let MentorKind::Group { members } = &mentor.kind {
            members.iter().try_for_each(|member| check_answers(instance, member))?;
        }
    }
    Ok(())
}

fn check_settings(instance: &Instance) -> Result<(), Flaw> {
    let settings = &instance.settings;
    let checks = [
        ("proposals_per_mentee", (1..=MAX_PROPOSALS).contains(&settings.proposals_per_mentee)),
        ("proposals_per_place", (100..=1000).contains(&settings.proposals_per_place)),
        ("list_length", (1..=MAX_LIST).contains(&settings.list_length)),
    ];
    checks.into_iter().find(|(_, valid)| !valid).map_or(Ok(()), |(name, _)| Err(Flaw::Setting(name)))
}

fn check_criteria(instance: &Instance) -> Result<(), Flaw> {
    if instance.criteria.len() > MAX_CRITERIA {
        return Err(Flaw::TooManyCriteria);
    }
    for (index, criterion) in instance.criteria.iter().enumerate() {
        if criterion.weight > MAX_WEIGHT {
            return Err(Flaw::Weight { criterion: index });
        }
        let unfit = match criterion.comparison {
            Comparison::Distance { reach } => reach == 0,
            Comparison::Order => criterion.exclusive,
            Comparison::Overlap | Comparison::Equal => false,
        };
        if unfit {
            return Err(Flaw::Comparison { criterion: index });
        }
    }
    Ok(())
}

fn check_answers(instance: &Instance, person: &Person) -> Result<(), Flaw> {
    if person.answers.len() != instance.criteria.len() {
        return Err(Flaw::AnswerCount(person.id));
    }
    for (index, (answer, criterion)) in person.answers.iter().zip(&instance.criteria).enumerate() {
        let suits = match (answer, criterion.comparison) {
            (None, _) => true,
            (Some(Answer::Options(options)), Comparison::Overlap | Comparison::Equal | Comparison::Distance { .. }) => {
                options.iter().all(|option| *option < MAX_OPTIONS)
            }
            (Some(Answer::Number(_)), Comparison::Equal | Comparison::Distance { .. }) => !criterion.exclusive,
            (Some(Answer::Order(items)), Comparison::Order) => items.iter().all(|item| *item < MAX_ITEMS),
            _ => false,
        };
        if !suits {
            return Err(Flaw::Answer { person: person.id, criterion: index });
        }
    }
    Ok(())
}
