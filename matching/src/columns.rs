//! The answers to a criterion by column: people with the same answer share a class, so that a comparison is made once per class.

use std::collections::HashMap;

use crate::answer::{Prepared, fit};
use crate::{Comparison, Criterion, Mandatory, Person};

/// The answers of one side to a criterion.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The class of each person. Class 0 has not answered.
    pub(crate) class: Vec<u32>,
    /// The answer of each class.
    pub(crate) answers: Vec<Prepared>,
}

impl Answers {
    fn new<'a>(people: impl Iterator<Item = &'a Person>, index: usize, comparison: Comparison) -> Self {
        let mut answers = vec![Prepared::Unanswered];
        let mut known: HashMap<Prepared, u32> = HashMap::from([(Prepared::Unanswered, 0)]);
        let class = people.map(|person| {
            let answer = Prepared::new(person.answers[index].as_ref(), comparison);
            if let Some(&class) = known.get(&answer) {
                return class;
            }
            let class = u32::try_from(answers.len()).unwrap_or(u32::MAX);
            answers.push(answer.clone());
            known.insert(answer, class);
            class
        });
        let class = class.collect();
        Self { class, answers }
    }

    /// The answer of a person.
    pub(crate) fn of(&self, person: usize) -> &Prepared {
        &self.answers[self.class[person] as usize]
    }
}

/// A criterion with the answers of both sides.
#[derive(Debug)]
pub(crate) struct Column {
    /// The weight in the score.
    pub(crate) weight: u8,
    /// How answers are compared.
    pub(crate) comparison: Comparison,
    /// For whom the criterion is mandatory.
    pub(crate) mandatory: Mandatory,
    exclusive: bool,
    /// The mentees' answers.
    pub(crate) mentees: Answers,
    /// The mentors' answers.
    pub(crate) mentors: Answers,
}

impl Column {
    /// Collects the answers to the criterion with this index.
    pub(crate) fn new<'a>(
        index: usize,
        criterion: &Criterion,
        mentees: impl Iterator<Item = &'a Person>,
        mentors: impl Iterator<Item = &'a Person>,
    ) -> Self {
        let comparison = criterion.comparison;
        Self {
            weight: criterion.weight,
            comparison,
            mandatory: criterion.mandatory,
            exclusive: criterion.exclusive,
            mentees: Answers::new(mentees, index, comparison),
            mentors: Answers::new(mentors, index, comparison),
        }
    }

    /// Whether members of a group clash without a common option.
    pub(crate) fn splits_groups(&self) -> bool {
        self.exclusive && self.mandatory.mentee
    }

    /// How well the answers of two people fit.
    pub(crate) fn fit(&self, mentee: usize, mentor: usize) -> Option<u16> {
        fit(self.comparison, self.mentees.of(mentee), self.mentors.of(mentor))
    }

    /// Whether a fit satisfies the criterion for those of both sides who answered it.
    pub(crate) fn holds(&self, mentee_answered: bool, mentor_answered: bool, fit: Option<u16>) -> bool {
        let binds = (self.mandatory.mentee && mentee_answered) || (self.mandatory.mentor && mentor_answered);
        !binds || fit.is_some_and(|fit| fit > 0)
    }
}
