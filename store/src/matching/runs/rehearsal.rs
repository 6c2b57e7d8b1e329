//! Rehearsals: what other weights would change. Nothing is stored.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use matching::{Engine, FULL, Flaw, Instance};

use super::{Proposal, Refusal, RunState, Weights, open, proposals, with_instance};
use crate::matching::fairness::{self, QuestionGroups, Served};
use crate::matching::instance::{engine_id, person_of};
use crate::programmes::Programme;
use crate::{PersonId, Result, Store};

/// The share of mentees whose mean is that of the worst off: one of twenty.
const WORST_SHARE: usize = 20;

/// What a set of proposals achieves, by the weights that are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Mentees with a proposal.
    pub mentees_served: u32,
    /// The mean score of first proposals, 0 to 10,000.
    pub mean_score: u16,
    /// The same of the twentieth of mentees who fit worst.
    pub worst_score: u16,
}

/// A mentee who would get another first proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The mentee.
    pub mentee: PersonId,
    /// Their mentor now; None without a proposal.
    pub before: Option<PersonId>,
    /// Their mentor with the weights that are tried.
    pub after: Option<PersonId>,
    /// The score of `before` by the weights that are tried; None where the pair is no longer possible.
    pub score_before: Option<u16>,
    /// The score of `after`.
    pub score_after: Option<u16>,
}

/// What other weights would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rehearsal {
    /// Whether `before` is the draft that is open; otherwise what the programme's own weights would propose.
    pub is_against_draft: bool,
    /// What is proposed now.
    pub before: Measured,
    /// What would be proposed.
    pub after: Measured,
    /// Who would get another first proposal: the largest difference first.
    pub changes: Vec<Changed>,
    /// Whom both serve, by the answers to the programme's questions; the figures of each group are those of `before` and `after`.
    pub fairness: Vec<QuestionGroups>,
}

/// What [`measure`](fairness::measure) reads of both sets.
struct Compared {
    mentees: BTreeSet<PersonId>,
    served: [Served; 2],
}

/// The first proposal of each mentee, with its score.
type Firsts = BTreeMap<PersonId, (PersonId, Option<u16>)>;

/// Runs the engine with other weights, and compares its first proposals with those of the open draft, or else of the programme's own
/// weights.
pub async fn rehearse(
    store: &Store,
    programme: &Programme,
    weights: Weights,
) -> Result<std::result::Result<Rehearsal, Refusal>> {
    let rules = &programme.settings.matching;
    if rules.is_off() {
        return Ok(Err(Refusal::Off));
    }
    let Some(weights) = weights.of(rules) else { return Ok(Err(Refusal::Weights)) };
    let draft = open(store, programme.id).await?.filter(|run| run.state == RunState::Draft);
    let drafted = match &draft {
        Some(run) => Some(firsts_of_draft(proposals(store, run.id).await?)),
        None => None,
    };
    let compare = move |instance: &Instance| compare(instance, &weights, drafted);
    let (mut rehearsal, compared) = match with_instance(store, programme, None, compare).await? {
        Ok(found) => found,
        Err(flaw) => return Ok(Err(Refusal::Flaw(flaw.to_string()))),
    };
    rehearsal.fairness = fairness::measure(store, programme, &compared.mentees, &compared.served).await?;
    Ok(Ok(rehearsal))
}

fn compare(
    instance: &Instance,
    weights: &Weights,
    drafted: Option<BTreeMap<PersonId, PersonId>>,
) -> std::result::Result<(Rehearsal, Compared), Flaw> {
    let is_against_draft = drafted.is_some();
    let drafted = match drafted {
        Some(drafted) => drafted,
        None => firsts_of(&matching::run(instance)?),
    };
    let mut changed = instance.clone();
    for criterion in &mut changed.criteria {
        if let Some(weight) = weights.0.get(&criterion.key) {
            criterion.weight = *weight;
        }
    }
    let engine = Engine::new(&changed)?;
    let scored = |firsts: BTreeMap<PersonId, PersonId>| -> Firsts {
        let score = |mentee, mentor| engine.check_pair(engine_id(mentee), engine_id(mentor)).ok();
        firsts.into_iter().map(|(mentee, mentor)| (mentee, (mentor, score(mentee, mentor)))).collect()
    };
    let (before, after) = (scored(drafted), scored(firsts_of(&engine.run())));
    let mut changes: Vec<Changed> = before
        .keys()
        .chain(after.keys().filter(|mentee| !before.contains_key(mentee)))
        .map(|mentee| {
            let (one, other) = (before.get(mentee), after.get(mentee));
            Changed {
                mentee: *mentee,
                before: one.map(|(mentor, _)| *mentor),
                after: other.map(|(mentor, _)| *mentor),
                score_before: one.and_then(|(_, score)| *score),
                score_after: other.and_then(|(_, score)| *score),
            }
        })
        .filter(|change| change.before != change.after)
        .collect();
    changes.sort_by_key(|one| {
        let difference = one.score_after.unwrap_or_default().abs_diff(one.score_before.unwrap_or_default());
        (Reverse(difference), one.mentee)
    });
    let mut mentees: BTreeSet<PersonId> = instance.mentees.iter().map(|mentee| person_of(mentee.person.id)).collect();
    mentees.extend(before.keys());
    let compared = Compared { mentees, served: [served(&before), served(&after)] };
    let (before, after) = (measure(&before), measure(&after));
    Ok((Rehearsal { is_against_draft, before, after, changes, fairness: Vec::new() }, compared))
}

/// Pairs that are no longer possible serve no one.
fn served(firsts: &Firsts) -> Served {
    firsts.iter().filter_map(|(mentee, (_, score))| Some((*mentee, (*score)?))).collect()
}

/// By rank: the first one may have been erased.
fn firsts_of_draft(proposals: Vec<Proposal>) -> BTreeMap<PersonId, PersonId> {
    let mut firsts = BTreeMap::new();
    for one in proposals {
        firsts.entry(one.mentee_id).or_insert(one.mentor_id);
    }
    firsts
}

fn firsts_of(outcome: &matching::Outcome) -> BTreeMap<PersonId, PersonId> {
    let firsts = outcome.proposals.iter().filter(|one| one.rank == 1);
    firsts.map(|one| (person_of(one.mentee), person_of(one.mentor))).collect()
}

/// Pairs that are no longer possible serve no one.
fn measure(firsts: &Firsts) -> Measured {
    let mut scores: Vec<u16> = firsts.values().filter_map(|(_, score)| *score).collect();
    scores.sort_unstable();
    let worst = &scores[..scores.len().div_ceil(WORST_SHARE)];
    Measured {
        mentees_served: u32::try_from(scores.len()).unwrap_or(u32::MAX),
        mean_score: mean(&scores),
        worst_score: mean(worst),
    }
}

fn mean(scores: &[u16]) -> u16 {
    let sum: u64 = scores.iter().copied().map(u64::from).sum();
    u16::try_from(sum / u64::try_from(scores.len()).unwrap_or(1).max(1)).unwrap_or(FULL)
}
