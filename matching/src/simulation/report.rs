//! What a simulation found.

use super::Cohort;
use crate::FULL;

/// One week.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Week {
    /// Mentees in the pool who could take part.
    pub waiting: u32,
    /// Free places before the round.
    pub places: u32,
    /// Mentees with a proposal.
    pub served: u32,
    /// Mentorships that began.
    pub matched: u32,
    /// Their mean score.
    pub mean_score: u16,
}

/// Results over all weeks. Scores are 0 to [`FULL`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The weeks, one round each.
    pub weeks: Vec<Week>,
    /// Mentees of the cohort.
    pub mentees: u32,
    /// Mentees with a mentorship.
    pub matched: u32,
    /// Their share of the cohort, 0 to [`FULL`].
    pub matched_share: u16,
    /// The mean score of the mentorships.
    pub mean_score: u16,
    /// The mean score of the worst 5 %, at least one.
    pub worst_score: u16,
    /// Days in the pool of those who were matched: the mean.
    pub mean_days: u16,
    /// What 95 % of them waited at most.
    pub days_95: u16,
    /// Rounds until the match, in hundredths: the mean.
    pub mean_rounds: u32,
}

/// Sums up a cohort.
pub(super) fn report(mentees: usize, cohort: &Cohort) -> Report {
    let mut scores: Vec<u16> = cohort.matches.iter().map(|one| one.score).collect();
    let mut days: Vec<u16> = cohort.matches.iter().map(|one| one.days).collect();
    scores.sort_unstable();
    days.sort_unstable();
    let rounds: u64 = cohort.matches.iter().map(|one| u64::from(one.rounds)).sum();
    let matched = scores.len();
    let worst = matched.div_ceil(20);
    Report {
        weeks: cohort.weeks.clone(),
        mentees: u32::try_from(mentees).unwrap_or(u32::MAX),
        matched: u32::try_from(matched).unwrap_or(u32::MAX),
        matched_share: u16::try_from(matched * usize::from(FULL) / mentees.max(1)).unwrap_or(FULL),
        mean_score: mean(&scores),
        worst_score: mean(&scores[..worst]),
        mean_days: mean(&days),
        days_95: days.get((matched * 95).div_ceil(100).saturating_sub(1)).copied().unwrap_or(0),
        mean_rounds: u32::try_from(rounds * 100 / (matched as u64).max(1)).unwrap_or(u32::MAX),
    }
}

fn mean(numbers: &[u16]) -> u16 {
    let sum: u64 = numbers.iter().map(|number| u64::from(*number)).sum();
    u16::try_from(sum / (numbers.len() as u64).max(1)).unwrap_or(u16::MAX)
}
