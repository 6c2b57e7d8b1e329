//! The engine: an instance that was checked, in the order and form in which pairs are compared.

use std::collections::HashMap;

use crate::columns::Column;
use crate::rules::{GroupRules, admit, within};
use crate::{Flaw, Instance, Mentee, Mentor, MentorKind, Person, PersonId, Refusal, Rule, Side};

/// A full fit and the highest score.
pub const FULL: u16 = 10_000;

/// How well the answers of a pair to one criterion fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The index of the criterion.
    pub criterion: usize,
    /// 0 to [`FULL`].
    pub fit: u16,
    /// The weight in the score of this pair; twice the criterion's for the mentee's top criterion.
    pub weight: u8,
    /// The options that both chose.
    pub common: Vec<u16>,
}

/// A checked instance.
#[derive(Debug)]
pub struct Engine<'a> {
    pub(crate) instance: &'a Instance,
    /// Those who waited longest first, then by id: equal for every order of the instance.
    pub(crate) mentees: Vec<&'a Mentee>,
    /// By id.
    pub(crate) mentors: Vec<&'a Mentor>,
    pub(crate) columns: Vec<Column>,
    pub(crate) groups: Vec<GroupRules>,
    /// Separated pairs as indexes, with the rule, ascending.
    pub(crate) separated: Vec<(u32, u32, Rule)>,
    indexes: HashMap<PersonId, (Side, usize)>,
}

impl<'a> Engine<'a> {
    /// Checks an instance and prepares it.
    ///
    /// # Errors
    /// Fails on the first mistake of the instance.
    pub fn new(instance: &'a Instance) -> Result<Self, Flaw> {
        crate::check::check(instance)?;
        let mut mentees: Vec<&Mentee> = instance.mentees.iter().collect();
        mentees.sort_unstable_by_key(|one| (std::cmp::Reverse((one.rounds_waited, one.days_waited)), one.person.id));
        let mut mentors: Vec<&Mentor> = instance.mentors.iter().collect();
        mentors.sort_unstable_by_key(|one| one.person.id);

        let column = |(index, criterion)| {
            let mentees = mentees.iter().map(|one| &one.person);
            Column::new(index, criterion, mentees, mentors.iter().map(|one| &one.person))
        };
        let columns: Vec<Column> = instance.criteria.iter().enumerate().map(column).collect();
        let group = |mentor: &&Mentor| GroupRules::new(members(mentor), &columns, &instance.settings);
        let groups = mentors.iter().map(group).collect();
        let on_side = |side: Side| move |(index, id): (usize, PersonId)| (id, (side, index));
        let mut indexes: HashMap<_, _> =
            mentees.iter().map(|one| one.person.id).enumerate().map(on_side(Side::Mentee)).collect();
        indexes.extend(mentors.iter().map(|one| one.person.id).enumerate().map(on_side(Side::Mentor)));
        let separated = separated(instance, &mentors, &indexes);
        Ok(Self { instance, mentees, mentors, columns, groups, separated, indexes })
    }

    /// Checks the hard rules for a pair, and returns its score, 0 to [`FULL`]. For proposals that were edited, and before they
    /// are published.
    ///
    /// # Errors
    /// Fails with the first rule that excludes the pair.
    pub fn check_pair(&self, mentee: PersonId, mentor: PersonId) -> Result<u16, Refusal> {
        let (mentee, mentor) = (self.index(mentee, Side::Mentee)?, self.index(mentor, Side::Mentor)?);
        self.admit_mentee(mentee)?;
        self.admit_mentor(mentor)?;
        match self.rules_against(mentee, mentor).next() {
            Some(rule) => Err(Refusal::Rule(rule)),
            None => Ok(self.score(mentee, mentor)),
        }
    }

    /// How well the answers of a pair fit, per criterion that both answered: the largest part of the score first.
    ///
    /// # Errors
    /// Fails where one of both is not in the instance.
    pub fn reasons(&self, mentee: PersonId, mentor: PersonId) -> Result<Vec<Fit>, Refusal> {
        let (mentee, mentor) = (self.index(mentee, Side::Mentee)?, self.index(mentor, Side::Mentor)?);
        let fit = |(criterion, column): (usize, &Column)| {
            let fit = column.fit(mentee, mentor)?;
            let common = column.mentees.of(mentee).common(column.mentors.of(mentor));
            Some(Fit { criterion, fit, weight: self.weight(mentee, criterion), common })
        };
        let mut fits: Vec<Fit> = self.columns.iter().enumerate().filter_map(fit).collect();
        fits.sort_by_key(|one| std::cmp::Reverse(u32::from(one.weight) * u32::from(one.fit)));
        Ok(fits)
    }

    /// The weighted mean of the fits of the criteria that both answered; 0 without one.
    pub(crate) fn score(&self, mentee: usize, mentor: usize) -> u16 {
        let mut sum = 0_u32;
        let mut weights = 0_u32;
        for (criterion, column) in self.columns.iter().enumerate() {
            if let Some(fit) = column.fit(mentee, mentor) {
                let weight = u32::from(self.weight(mentee, criterion));
                sum += weight * u32::from(fit);
                weights += weight;
            }
        }
        u16::try_from(sum / weights.max(1)).unwrap_or(FULL)
    }

    /// The weight of a criterion for a mentee.
    pub(crate) fn weight(&self, mentee: usize, criterion: usize) -> u8 {
        let twice = self.mentees[mentee].top_criterion == Some(criterion);
        self.columns[criterion].weight * if twice { 2 } else { 1 }
    }

    /// Whether a mentee may take part at all.
    pub(crate) fn admit_mentee(&self, mentee: usize) -> Result<(), Refusal> {
        admit(&self.mentees[mentee].person, Side::Mentee, self.instance.settings.today)
    }

    /// Whether a mentor may take part at all.
    pub(crate) fn admit_mentor(&self, mentor: usize) -> Result<(), Refusal> {
        admit(&self.mentors[mentor].person, Side::Mentor, self.instance.settings.today)?;
        if self.mentors[mentor].places == 0 { Err(Refusal::NoPlace) } else { Ok(()) }
    }

    /// The rules that exclude a pair.
    pub(crate) fn rules_against(&self, mentee: usize, mentor: usize) -> impl Iterator<Item = Rule> {
        let age = self.mentees[mentee].person.age;
        let band = self.mentors[mentor].mentee_ages;
        let group = &self.groups[mentor];
        let mandatory = self.columns.iter().enumerate().filter(move |(_, column)| {
            let answered = (column.mentees.of(mentee).is_answered(), column.mentors.of(mentor).is_answered());
            !column.holds(answered.0, answered.1, column.fit(mentee, mentor))
        });
        let separated = self.separated_from(mentee).iter().filter(move |(_, other, _)| *other as usize == mentor);
        separated
            .map(|(_, _, rule)| *rule)
            .chain((!within(age, band)).then_some(Rule::AgeBand))
            .chain(mandatory.map(|(criterion, _)| Rule::Mandatory { criterion }))
            .chain((!group.allows_age(age)).then_some(Rule::GroupAge))
            .chain(self.group_clash(mentee, mentor).map(|criterion| Rule::GroupClash { criterion }))
    }

    /// The criterion by which a mentee clashes with a member of a mentor's group.
    pub(crate) fn group_clash(&self, mentee: usize, mentor: usize) -> Option<usize> {
        self.groups[mentor].clash(|criterion| self.columns[criterion].mentees.of(mentee))
    }

    /// The separated pairs of a mentee.
    pub(crate) fn separated_from(&self, mentee: usize) -> &[(u32, u32, Rule)] {
        let start = self.separated.partition_point(|pair| (pair.0 as usize) < mentee);
        let count = self.separated[start..].partition_point(|pair| pair.0 as usize == mentee);
        &self.separated[start..start + count]
    }

    fn index(&self, id: PersonId, side: Side) -> Result<usize, Refusal> {
        match self.indexes.get(&id) {
            Some((of, index)) if *of == side => Ok(*index),
            _ => Err(Refusal::NotInPool(side)),
        }
    }
}

/// The members of a mentor's group.
pub(crate) fn members(mentor: &Mentor) -> &[Person] {
    match &mentor.kind {
        MentorKind::OneToOne => &[],
        MentorKind::Group { members } => members,
    }
}

/// Translates separated people into indexes of mentees and mentors, also where one of them is a member of a mentor's group.
fn separated(
    instance: &Instance,
    mentors: &[&Mentor],
    indexes: &HashMap<PersonId, (Side, usize)>,
) -> Vec<(u32, u32, Rule)> {
    let mut groups: HashMap<PersonId, Vec<usize>> = HashMap::new();
    for (index, mentor) in mentors.iter().enumerate() {
        for member in members(mentor) {
            groups.entry(member.id).or_default().push(index);
        }
    }
    let narrow = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let mut found = Vec::new();
    for pair in &instance.separated {
        for (one, other) in [(pair.one, pair.other), (pair.other, pair.one)] {
            let Some((Side::Mentee, mentee)) = indexes.get(&one) else { continue };
            if let Some((Side::Mentor, mentor)) = indexes.get(&other) {
                found.push((narrow(*mentee), narrow(*mentor), Rule::Separated(pair.because)));
            }
            for mentor in groups.get(&other).into_iter().flatten() {
                found.push((narrow(*mentee), narrow(*mentor), Rule::GroupSeparated(pair.because)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
