//! The compatibility rule of groups, by the keys of criteria and options as they travel to the page. The page applies the same
//! rule; both are tested with `tests/group-cases.json`. It is symmetric.

use std::collections::{BTreeMap, BTreeSet};

/// What a person answered to a criterion that groups compare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Need {
    /// Whether the criterion is mandatory.
    pub mandatory: bool,
    /// The chosen options.
    pub answers: BTreeSet<String>,
}

/// The answers of a person by the key of the criterion; only answered ones (wire: `exclusiveCriteria`).
pub type Needs = BTreeMap<String, Need>;

/// A choice before it is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// Yes.
    Interested,
    /// No.
    NotInterested,
}

/// A mentee who could join.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// The choice so far.
    pub interest: Option<Interest>,
    /// The answers.
    pub needs: Needs,
}

/// Whether an undecided candidate may still be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compatibility {
    /// No clash.
    Compatible,
    /// Clashes with a member or an interesting candidate.
    Incompatible {
        /// The keys of the clashing criteria, ascending.
        clashing: Vec<String>,
    },
}

/// Why the choices for a group cannot be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupRefusal {
    /// More people than places.
    TooMany,
    /// Some of them clash, by these criteria.
    Clash(Vec<String>),
}

/// The keys of the criteria by which two people clash, ascending: mandatory for one of them, and unanswered by the other or
/// without a common option.
pub fn clashes(one: &Needs, other: &Needs) -> Vec<String> {
    let clash = |key: &&String, from: &Needs, to: &Needs| {
        let Some(need) = from.get(*key).filter(|need| need.mandatory) else { return false };
        to.get(*key).is_none_or(|answer| need.answers.is_disjoint(&answer.answers))
    };
    let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    keys.into_iter().filter(|key| clash(key, one, other) || clash(key, other, one)).cloned().collect()
}

/// Marks the undecided candidates of a group with `size` places in all. Decided ones get `None`. As soon as the interesting ones
/// fill the group, no clash is shown any more.
pub fn mark(size: usize, members: &[Needs], candidates: &[Candidate]) -> Vec<Option<Compatibility>> {
    let chosen = |candidate: &&Candidate| candidate.interest == Some(Interest::Interested);
    let full = candidates.iter().filter(chosen).count() + members.len() == size;
    let company: Vec<&Needs> = members.iter().chain(candidates.iter().filter(chosen).map(|one| &one.needs)).collect();
    let mark_one = |candidate: &Candidate| {
        if candidate.interest.is_some() {
            return None;
        }
        let clashing: BTreeSet<String> = match full {
            true => BTreeSet::new(),
            false => company.iter().flat_map(|other| clashes(&candidate.needs, other)).collect(),
        };
        Some(match clashing.is_empty() {
            true => Compatibility::Compatible,
            false => Compatibility::Incompatible { clashing: clashing.into_iter().collect() },
        })
    };
    candidates.iter().map(mark_one).collect()
}

/// Checks the people whom a mentor confirms for a group, against its members and each other.
///
/// # Errors
/// Fails where they are too many or clash.
pub fn check_choice(size: usize, members: &[Needs], chosen: &[Needs]) -> Result<(), GroupRefusal> {
    if members.len() + chosen.len() > size {
        return Err(GroupRefusal::TooMany);
    }
    let mut clashing = BTreeSet::new();
    for (index, one) in chosen.iter().enumerate() {
        for other in members.iter().chain(&chosen[index + 1..]) {
            clashing.extend(clashes(one, other));
        }
    }
    match clashing.is_empty() {
        true => Ok(()),
        false => Err(GroupRefusal::Clash(clashing.into_iter().collect())),
    }
}
