//! Two simple procedures to compare with: greedy and deferred acceptance.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use matching::assignment::{Assigned, Candidates};

/// Takes the best pair that still fits, again and again. With several proposals, everyone's first comes before all second ones.
pub(crate) fn greedy(candidates: &Candidates, proposals: u8) -> Vec<Assigned> {
    let mut pairs: Vec<(u16, usize, u32)> = Vec::new();
    for mentee in 0..candidates.bonus.len() {
        pairs.extend(candidates.of(mentee).map(|(mentor, score)| (score, mentee, mentor)));
    }
    pairs.sort_unstable_by_key(|&(score, mentee, mentor)| (Reverse(score), mentee, mentor));
    let mut left = candidates.limits.clone();
    let mut solution = Vec::new();
    let mut ranks = vec![0_u8; candidates.bonus.len()];
    for rank in 0..proposals {
        let mut rest = Vec::with_capacity(pairs.len());
        for (score, mentee, mentor) in pairs {
            if ranks[mentee] == rank && left[mentor as usize] > 0 {
                left[mentor as usize] -= 1;
                ranks[mentee] += 1;
                solution.push(assigned(mentee, rank, mentor, score));
            } else {
                rest.push((score, mentee, mentor));
            }
        }
        pairs = rest;
    }
    solution
}

/// The score of a kept mentee; the worst first, and of equal ones the last.
type Kept = Reverse<(u16, Reverse<usize>)>;

/// Mentees ask their best mentor; mentors keep the best who asked, and the others ask their next. Stable.
pub(crate) fn deferred_acceptance(candidates: &Candidates, proposals: u8) -> Vec<Assigned> {
    let lists: Vec<Vec<(u16, u32)>> = (0..candidates.bonus.len())
        .map(|mentee| {
            let mut list: Vec<_> = candidates.of(mentee).map(|(mentor, score)| (score, mentor)).collect();
            list.sort_unstable_by_key(|&(score, mentor)| (Reverse(score), mentor));
            list
        })
        .collect();
    let mut next = vec![0; lists.len()];
    let mut kept: Vec<BinaryHeap<Kept>> = vec![BinaryHeap::new(); candidates.limits.len()];
    let mut asking: Vec<usize> = (0..lists.len()).flat_map(|mentee| vec![mentee; proposals.into()]).collect();
    while let Some(mentee) = asking.pop() {
        let Some(&(score, mentor)) = lists[mentee].get(next[mentee]) else { continue };
        next[mentee] += 1;
        let heap = &mut kept[mentor as usize];
        heap.push(Reverse((score, Reverse(mentee))));
        if heap.len() > candidates.limits[mentor as usize] as usize
            && let Some(Reverse((_, Reverse(refused)))) = heap.pop()
        {
            asking.push(refused);
        }
    }
    let pairs = kept.into_iter().zip(0..).flat_map(|(heap, mentor)| {
        heap.into_iter().map(move |Reverse((score, Reverse(mentee)))| assigned(mentee, 0, mentor, score))
    });
    pairs.collect()
}

fn assigned(mentee: usize, rank: u8, mentor: u32, score: u16) -> Assigned {
    Assigned { mentee: u32::try_from(mentee).unwrap_or(u32::MAX), rank, mentor, score }
}
