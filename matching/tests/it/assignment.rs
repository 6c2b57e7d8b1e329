//! The assignment against an oracle that tries every solution.

use std::collections::BTreeMap;

use matching::assignment::{Assigned, Candidates};
use proptest::prelude::*;

/// Served mentees, the sum of worth, the waiting of those served.
type Value = (usize, u64, u64);

/// The best value over all solutions: mentee by mentee, with what the mentors have left.
fn oracle(candidates: &Candidates, proposals: u8) -> Value {
    let mut reachable: BTreeMap<Vec<u32>, Value> = BTreeMap::from([(candidates.limits.clone(), (0, 0, 0))]);
    for mentee in 0..candidates.bonus.len() {
        let pairs: Vec<(u32, u16)> = candidates.of(mentee).collect();
        let mut next: BTreeMap<Vec<u32>, Value> = BTreeMap::new();
        for (left, value) in &reachable {
            for chosen in 0_u32..1 << pairs.len() {
                let Some((left, value)) = choose(candidates, proposals, mentee, &pairs, chosen, left, *value) else {
                    continue;
                };
                let best = next.entry(left).or_default();
                *best = value.max(*best);
            }
        }
        reachable = next;
    }
    reachable.into_values().max().unwrap_or_default()
}

fn choose(
    candidates: &Candidates,
    proposals: u8,
    mentee: usize,
    pairs: &[(u32, u16)],
    chosen: u32,
    left: &[u32],
    value: Value,
) -> Option<(Vec<u32>, Value)> {
    let mut left = left.to_vec();
    let mut scores = Vec::new();
    for (_, (mentor, score)) in pairs.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1) {
        left[*mentor as usize] = left[*mentor as usize].checked_sub(1)?;
        scores.push(u64::from(*score) + u64::from(candidates.bonus[mentee]));
    }
    if scores.len() > usize::from(proposals) {
        return None;
    }
    scores.sort_unstable_by(|one, other| other.cmp(one));
    let sum: u64 = (0..).zip(&scores).map(|(rank, score)| score << (proposals - 1 - rank)).sum();
    let served = usize::from(!scores.is_empty());
    let waiting = if served == 1 { u64::from(candidates.waiting[mentee]) } else { 0 };
    Some((left, (value.0 + served, value.1 + sum, value.2 + waiting)))
}

fn value_of(candidates: &Candidates, proposals: u8, solution: &[Assigned]) -> Value {
    let (served, sum) = candidates.worth(proposals, solution);
    let first = solution.iter().filter(|pair| pair.rank == 0);
    (served, sum, first.map(|pair| u64::from(candidates.waiting[pair.mentee as usize])).sum())
}

/// Small tables with many equal scores.
fn candidates() -> impl Strategy<Value = Candidates> {
    let score = prop_oneof![2 => Just(None), 1 => Just(Some(0)), 4 => (1..6_u16).prop_map(|score| Some(score * 2_000))];
    (1..6_usize, 1..5_usize).prop_flat_map(move |(mentees, mentors)| {
        (
            prop::collection::vec(score.clone(), mentees * mentors),
            prop::collection::vec(prop_oneof![3 => Just(0), 1 => Just(3_333_u16), 1 => Just(10_001)], mentees),
            prop::collection::vec(0..4_u8, mentees),
            prop::collection::vec(0..4_u32, mentors),
        )
            .prop_map(move |(table, bonus, waiting, limits)| {
                let mut candidates = Candidates { starts: vec![0], bonus, waiting, limits, ..Candidates::default() };
                for scores in table.chunks(mentors) {
                    for (mentor, score) in (0..).zip(scores) {
                        if let Some(score) = score {
                            candidates.mentors.push(mentor);
                            candidates.scores.push(*score);
                        }
                    }
                    candidates.starts.push(u32::try_from(candidates.mentors.len()).expect("few pairs"));
                }
                candidates
            })
    })
}

fn check_limits(candidates: &Candidates, proposals: u8, solution: &[Assigned]) {
    let mut left = candidates.limits.clone();
    let mut seen = std::collections::BTreeSet::new();
    for pair in solution {
        left[pair.mentor as usize] = left[pair.mentor as usize].checked_sub(1).expect("a mentor has too many");
        assert!(seen.insert((pair.mentee, pair.mentor)), "a pair is there twice");
        assert!(candidates.of(pair.mentee as usize).any(|one| one == (pair.mentor, pair.score)), "not a candidate");
    }
    for mentee in 0..candidates.bonus.len() {
        let own: Vec<&Assigned> = solution.iter().filter(|pair| pair.mentee as usize == mentee).collect();
        assert!(own.len() <= usize::from(proposals));
        assert!(own.iter().enumerate().all(|(rank, pair)| usize::from(pair.rank) == rank), "ranks are dense");
        let worth = |pair: &&&Assigned| pair.score + candidates.bonus[mentee] > 0;
        assert!(own.iter().skip(1).all(|pair| worth(&pair)), "a further proposal without worth is not made");
        assert!(own.windows(2).all(|two| two[0].score >= two[1].score), "the best comes first");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn assignment_of_any_candidates_is_optimal(candidates in candidates(), proposals in 1..4_u8) {
        let solution = candidates.assign(proposals);
        check_limits(&candidates, proposals, &solution);
        prop_assert_eq!(value_of(&candidates, proposals, &solution), oracle(&candidates, proposals));
    }
}

#[test]
fn assignment_without_people_is_empty() {
    assert_eq!(Candidates { starts: vec![0], ..Candidates::default() }.assign(3), []);
}
