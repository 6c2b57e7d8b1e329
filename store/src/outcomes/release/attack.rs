//! Attacks reports: from everything that is published, and from what everyone knows of the figures, follows for no group of 1 to 4 people
//! that it has 1 to 4.
//!
//! What is known of a count are its bounds and its order with others, so that all of it is a system of differences. The shortest paths in it
//! are the exact bounds of every count and of every difference of two.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use proptest::prelude::*;
use uuid::Uuid;

use super::{LEAST, Shown, mean, quartiles, shown, sum};
use crate::PersonId;
use crate::mentorship::EndReason;
use crate::outcomes::Figure;
use crate::outcomes::counting::cohorts;
use crate::outcomes::facts::{Facts, Membership, Person};
use crate::role::Role;

/// A count: on which day, of which role.
type Cell = (usize, Role, Figure);

/// The figures that never fall.
const GROWING: [Figure; 8] = [
    Figure::Joined,
    Figure::Matched,
    Figure::Met,
    Figure::Learned,
    Figure::LearnedAll,
    Figure::Stayed3,
    Figure::Stayed6,
    Figure::Said,
];

/// Those of a mentorship, which are the same for both sides of pairs.
const OF_PAIRS: [Figure; 6] =
    [Figure::Matched, Figure::Met, Figure::Stayed3, Figure::Running, Figure::NotSilent, Figure::InRhythm];

/// Why mentorships ended.
const ENDED: [Figure; 7] = [
    Figure::EndedCompleted,
    Figure::EndedMovedAway,
    Figure::EndedNoTime,
    Figure::EndedDidNotFit,
    Figure::EndedLostContact,
    Figure::EndedLeftProgramme,
    Figure::EndedOther,
];

/// Known of differences: `limits[i][j]` is the most that cell `j` exceeds cell `i` by; cell 0 is zero.
struct Attack {
    cells: Vec<Cell>,
    limits: Vec<Vec<i64>>,
}

/// Returns the bounds of a published count.
fn bounds(shown: Shown) -> (i64, i64) {
    match shown.value.map(i64::from) {
        None => (0, i64::from(LEAST) - 1),
        Some(value) => ((value - 2).max(LEAST.into()), value + 2),
    }
}

impl Attack {
    fn on(published: &BTreeMap<Cell, Shown>) -> Self {
        let cells: Vec<Cell> = published.keys().copied().collect();
        let size = cells.len() + 1;
        let mut limits = vec![vec![1_000_000; size]; size];
        for (at, cell) in cells.iter().enumerate() {
            let (least, most) = bounds(published[cell]);
            (limits[at + 1][0], limits[0][at + 1], limits[at + 1][at + 1]) = (-least, most, 0);
        }
        limits[0][0] = 0;
        Self { cells, limits }
    }

    fn at(&self, cell: Cell) -> usize {
        self.cells.iter().position(|known| *known == cell).unwrap() + 1
    }

    /// One cell is at most as large as another.
    fn is_at_most(&mut self, smaller: Cell, larger: Cell) {
        let (smaller, larger) = (self.at(smaller), self.at(larger));
        self.limits[larger][smaller] = self.limits[larger][smaller].min(0);
    }

    fn is_not_empty(&mut self, cell: Cell) {
        let at = self.at(cell);
        self.limits[at][0] = self.limits[at][0].min(-1);
    }

    fn solve(&mut self) {
        let size = self.limits.len();
        for via in 0..size {
            for from in 0..size {
                for to in 0..size {
                    let path = self.limits[from][via] + self.limits[via][to];
                    self.limits[from][to] = self.limits[from][to].min(path);
                }
            }
        }
    }

    /// Whether it follows that a count, or the difference to a smaller one, is 1 to 4.
    fn knows(&self, larger: Cell, smaller: Option<Cell>) -> bool {
        let (larger, smaller) = (self.at(larger), smaller.map_or(0, |cell| self.at(cell)));
        let (least, most) = (-self.limits[larger][smaller], self.limits[smaller][larger]);
        assert!(least <= most, "what is published fits what is true");
        least >= 1 && most <= 4
    }
}

/// What everyone knows of the figures of a day.
fn learn(attack: &mut Attack, day: usize, are_pairs: bool) {
    for role in [Role::Mentee, Role::Mentor] {
        for figure in Figure::ALL {
            if let Some(whole) = figure.part_of() {
                attack.is_at_most((day, role, figure), (day, role, whole));
            }
        }
    }
    let sides = |figure| [(day, Role::Mentee, figure), (day, Role::Mentor, figure)];
    for figure in OF_PAIRS.into_iter().chain(ENDED) {
        let [mentees, mentors] = sides(figure);
        if are_pairs {
            attack.is_at_most(mentees, mentors);
            attack.is_at_most(mentors, mentees);
        }
        // Who has a mentorship has someone in it.
        for (one, other) in [(mentees, mentors), (mentors, mentees)] {
            if attack.limits[attack.at(one)][0] <= -1 {
                attack.is_not_empty(other);
            }
        }
    }
}

const DAY: &str = "2027-06-30T12:00:00Z";

fn now() -> DateTime<Utc> {
    DAY.parse().unwrap()
}

fn end_reason() -> impl Strategy<Value = EndReason> {
    prop::sample::select(EndReason::ALL.to_vec())
}

fn membership() -> impl Strategy<Value = Membership> {
    (0_i64..300, any::<[bool; 4]>(), 0_i64..=3, proptest::option::of(end_reason())).prop_map(
        |(age, [is_over, have_met, is_silent, is_one_sided], finished, end_reason)| Membership {
            joined_at: now() - Duration::days(age),
            left_at: is_over.then(|| now() - Duration::days(age / 2)),
            have_met,
            sessions: 3,
            finished,
            is_silent,
            is_one_sided,
            end_reason: is_over.then_some(end_reason).flatten(),
        },
    )
}

fn person() -> impl Strategy<Value = Person> {
    let memberships = proptest::collection::vec(membership(), 0..=1);
    (prop::bool::weighted(0.9), any::<bool>(), 0_i64..=3, memberships).prop_map(
        |(is_approved, has_sent_survey, best_badge, memberships)| Person {
            id: PersonId(Uuid::nil()),
            role: Role::Mentee,
            joined_at: now() - Duration::days(301),
            is_approved,
            has_sent_survey,
            best_badge,
            memberships,
        },
    )
}

/// Mentees with their mentors: one each, or those of others.
fn world() -> impl Strategy<Value = (Vec<Person>, bool)> {
    let group = || (0_usize..24).prop_flat_map(|most| proptest::collection::vec(person(), most..=most + 1));
    (group(), group(), any::<bool>()).prop_map(|(mut people, others, are_pairs)| {
        let mut mentors = if are_pairs { people.clone() } else { others };
        // Of no mentorship is only one side there.
        if people.iter().all(|one| one.memberships.is_empty()) {
            mentors.iter_mut().for_each(|one| one.memberships.clear());
        }
        mentors.iter_mut().for_each(|mentor| mentor.role = Role::Mentor);
        people.extend(mentors);
        (people, are_pairs)
    })
}

/// Counts by brute force, beside what is published.
fn counted(day: usize, people: &[Person], at: DateTime<Utc>) -> (BTreeMap<Cell, i64>, BTreeMap<Cell, Shown>) {
    let facts = |people: Vec<Person>| Facts { people, invited: Vec::new() };
    let published = cohorts(&facts(people.to_vec()), 2026, chrono_tz::UTC, at);
    let (mut truth, mut all) = (BTreeMap::new(), BTreeMap::new());
    for cohort in published {
        for (figure, shown) in cohort.counts {
            all.insert((day, cohort.role, figure), shown);
            // A group of ten times the same person is shown, unless it is empty.
            let is_in = |one: &&Person| {
                let ten = vec![(*one).clone(); 10];
                let alone = cohorts(&facts(ten), 2026, chrono_tz::UTC, at);
                alone.iter().any(|of| of.role == cohort.role && of.counts[&figure].value.is_some())
            };
            let count = people.iter().filter(|one| one.role == cohort.role).filter(is_in).count();
            truth.insert((day, cohort.role, figure), i64::try_from(count).unwrap());
        }
    }
    (truth, all)
}

/// Panics if the attack knows a group of 1 to 4 people, or one that is the difference of two groups.
fn assert_finds_nothing(attack: &Attack, truth: &BTreeMap<Cell, i64>) {
    for (cell, count) in truth {
        if (1..=4).contains(count) {
            assert!(!attack.knows(*cell, None), "{cell:?} has {count}");
        }
        let (day, role, figure) = *cell;
        for whole in std::iter::successors(figure.part_of(), |figure| figure.part_of()) {
            let (whole, difference) = ((day, role, whole), truth[&(day, role, whole)] - count);
            if (1..=4).contains(&difference) {
                assert!(!attack.knows(whole, Some(*cell)), "{whole:?} without {cell:?} has {difference}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn report_tells_no_group_of_one_to_four((people, are_pairs) in world()) {
        let (truth, published) = counted(0, &people, now());
        let mut attack = Attack::on(&published);
        learn(&mut attack, 0, are_pairs);
        attack.solve();
        assert_finds_nothing(&attack, &truth);
    }

    #[test]
    fn reports_of_two_days_tell_no_group_of_one_to_four(
        (people, are_pairs) in world(),
        more in proptest::collection::vec(membership(), 0..4),
    ) {
        let (mut truth, mut published) = counted(0, &people, now());
        let mut next = people;
        let half = next.len() / 2;
        // On the next day some who waited begin, both sides of pairs alike.
        for (at, begun) in more.into_iter().enumerate().filter(|(at, _)| are_pairs && *at < half) {
            next[at].memberships.push(begun);
            next[half + at].memberships.push(begun);
        }
        next.iter_mut().take(2).for_each(|one| one.has_sent_survey = true);
        let (later, shown_later) = counted(1, &next, now());
        truth.extend(later);
        published.extend(shown_later);
        let mut attack = Attack::on(&published);
        learn(&mut attack, 0, are_pairs);
        learn(&mut attack, 1, are_pairs);
        for role in [Role::Mentee, Role::Mentor] {
            for figure in GROWING.into_iter().chain(ENDED) {
                attack.is_at_most((0, role, figure), (1, role, figure));
            }
        }
        attack.solve();
        assert_finds_nothing(&attack, &truth);
        for (cell, count) in truth.iter().filter(|((day, ..), _)| *day == 1) {
            let before = (0, cell.1, cell.2);
            if (GROWING.contains(&cell.2) || ENDED.contains(&cell.2)) && (1..=4).contains(&(count - truth[&before])) {
                prop_assert!(!attack.knows(*cell, Some(before)), "{cell:?} has grown by {}", count - truth[&before]);
            }
        }
    }

    #[test]
    fn sums_of_reasons_tell_no_group_of_one_to_four((mut people, _) in world()) {
        // The worst case: the reader knows that all of them were in one mentorship, which goes on or ended with a reason.
        for one in people.iter_mut().flat_map(|one| &mut one.memberships).filter(|one| !one.is_running()) {
            one.end_reason = one.end_reason.or(Some(EndReason::Other));
        }
        let (truth, published) = counted(0, &people, now());
        for role in [Role::Mentee, Role::Mentor] {
            let of = |figure| bounds(published[&(0, role, figure)]);
            let whole = of(Figure::Matched);
            let parts: Vec<Figure> = std::iter::once(Figure::Running).chain(ENDED).collect();
            for figure in &parts {
                let others = parts.iter().filter(|other| *other != figure).map(|other| of(*other));
                let (least, most) = others.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
                let own = of(*figure);
                let known = (own.0.max(whole.0 - most), own.1.min(whole.1 - least));
                let count = truth[&(0, role, *figure)];
                prop_assert!((known.0..=known.1).contains(&count), "what is published fits what is true");
                prop_assert!(known.0 < 1 || known.1 > 4, "{role:?} {figure:?} has {count}");
            }
        }
    }

    #[test]
    fn means_tell_no_group_of_one_to_four(answers in proptest::collection::vec(1_i64..=5, 0..60), rare in 0_usize..6) {
        // Also answers that are the lowest but for a few.
        let low: Vec<i64> = answers.iter().enumerate().map(|(at, one)| if at < rare { *one } else { 1 }).collect();
        for given in [&answers, &low] {
            if mean(given, (1, 5)).is_none() {
                continue;
            }
            // The worst case: the reader knows the number of answers and their sum. So many at most did not answer with the end of the scale.
            let (count, sum) = (i64::try_from(given.len()).unwrap(), given.iter().sum::<i64>());
            for beyond in [sum - count, 5 * count - sum] {
                prop_assert!(beyond.min(count) > 4, "at most {beyond} of {count} answered otherwise");
            }
        }
    }

    #[test]
    fn rounding_keeps_the_order(one in 0_usize..400, other in 0_usize..400) {
        let (low, high) = (one.min(other), one.max(other));
        prop_assert!(shown(low).value <= shown(high).value);
        let (least, most) = bounds(shown(one));
        prop_assert!((least..=most).contains(&i64::try_from(one).unwrap()));
        prop_assert!(shown(one).value.is_none_or(|value| value >= LEAST && value % 5 == 0));
    }
}

#[test]
fn attack_finds_what_exact_counts_tell() {
    // Thirteen joined and eleven were approved, not rounded.
    let cells = [(0, Role::Mentee, Figure::Joined), (0, Role::Mentee, Figure::Approved)];
    let mut attack = Attack::on(&cells.map(|cell| (cell, shown(10))).into());
    for (cell, count) in cells.into_iter().zip([13, 11]) {
        let at = attack.at(cell);
        (attack.limits[at][0], attack.limits[0][at]) = (-count, count);
    }
    attack.solve();
    assert!(attack.knows(cells[0], Some(cells[1])));
}

#[test]
fn attack_finds_hidden_mentors_if_nine_were_shown() {
    // Were counts shown from five on, five mentees in mentorships would tell that there are one to four mentors.
    let cells = [(0, Role::Mentee, Figure::Matched), (0, Role::Mentor, Figure::Matched)];
    let mut attack = Attack::on(&cells.map(|cell| (cell, shown(0))).into());
    let [mentees, mentors] = cells.map(|cell| attack.at(cell));
    (attack.limits[mentees][0], attack.limits[0][mentors]) = (-5, 4);
    attack.is_not_empty(cells[1]);
    attack.solve();
    assert!(attack.knows(cells[1], None));
}

#[test]
fn sums_leave_hidden_counts_out() {
    let of = |value| Shown { value, or_more: false };
    assert_eq!(sum([shown(12), shown(33)].into_iter()), of(Some(45)));
    assert_eq!(sum([shown(12), shown(9)].into_iter()), Shown { value: Some(10), or_more: true });
    assert_eq!(sum([shown(0), shown(9)].into_iter()), of(None));
    assert_eq!(sum(std::iter::empty()), of(None));
}

#[test]
fn means_and_quartiles_need_ten_people() {
    assert_eq!((quartiles(vec![1; 9]), mean(&[3; 9], (1, 5))), (None, None));
    assert_eq!(quartiles((1..=12).rev().collect()), Some([3, 6, 9]));
    assert_eq!(mean(&[1, 2, 2, 2, 2, 2, 2, 2, 2, 3], (1, 5)), Some(2.0));
}

#[test]
fn mean_near_the_end_of_a_scale_stays_hidden() {
    // Of ten answers with the mean 1.1 exactly one is not the lowest.
    let mut answers = vec![1; 9];
    answers.push(2);
    assert_eq!(mean(&answers, (1, 5)), None);
    let mirrored: Vec<i64> = answers.iter().map(|one| 6 - one).collect();
    assert_eq!(mean(&mirrored, (1, 5)), None);
}
