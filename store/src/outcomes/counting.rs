//! Counts what is known of people.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Months, Utc};
use chrono_tz::Tz;

use super::facts::{Facts, Membership, Person};
use super::release::{quartiles, shown};
use super::{Cohort, Figure, school_year};
use crate::mentorship::EndReason;
use crate::role::Role;

/// Mentees first: the programme is for them.
const ROLES: [Role; 2] = [Role::Mentee, Role::Mentor];

/// Counts the people who joined in a school year, by role. `now` is when the facts were read.
pub(super) fn cohorts(facts: &Facts, year: i32, zone: Tz, now: DateTime<Utc>) -> Vec<Cohort> {
    let is_in = |at: DateTime<Utc>| school_year(at.with_timezone(&zone).date_naive()) == year;
    let cohort = |role| {
        let people: Vec<&Person> =
            facts.people.iter().filter(|person| person.role == role && is_in(person.joined_at)).collect();
        let invited = facts.invited.iter().filter(|(of, at)| *of == role && is_in(*at)).count();
        let mut counts = BTreeMap::from(Figure::ALL.map(|figure| (figure, 0)));
        counts.insert(Figure::Invited, invited);
        for figure in people.iter().flat_map(|person| figures_of(person, now)) {
            *counts.entry(figure).or_default() += 1;
        }
        Cohort {
            year,
            role,
            counts: counts.into_iter().map(|(figure, count)| (figure, shown(count))).collect(),
            weeks_to_match: quartiles(people.iter().filter_map(|person| weeks_to_match(person)).collect()),
            changes: Vec::new(),
        }
    };
    ROLES.map(cohort).into()
}

/// Returns what a person counts for. Each figure only with the one that it is part of.
fn figures_of(person: &Person, now: DateTime<Utc>) -> BTreeSet<Figure> {
    let all = Figure::ALL.into_iter().filter(|figure| *figure != Figure::Invited && counts_for(person, *figure, now));
    let all: BTreeSet<Figure> = all.collect();
    let has_all_before = |figure: &Figure| {
        std::iter::successors(Some(*figure), |figure| figure.part_of()).all(|figure| all.contains(&figure))
    };
    all.iter().copied().filter(has_all_before).collect()
}

fn counts_for(person: &Person, figure: Figure, now: DateTime<Utc>) -> bool {
    let any = |is: &dyn Fn(&Membership) -> bool| person.memberships.iter().any(is);
    let stayed = |months| any(&|one| one.left_at.unwrap_or(now) >= one.joined_at + Months::new(months));
    let ended = |reasons: &[EndReason]| any(&|one| one.end_reason.is_some_and(|reason| reasons.contains(&reason)));
    match figure {
        Figure::Invited => false,
        Figure::Joined => true,
        Figure::Approved => person.is_approved,
        Figure::Matched => !person.memberships.is_empty(),
        Figure::Met => any(&|one| one.have_met),
        Figure::Learned => any(&|one| one.finished > 0),
        Figure::LearnedAll => any(&|one| one.sessions > 0 && one.finished >= one.sessions),
        Figure::Stayed3 => stayed(3),
        Figure::Stayed6 => stayed(6),
        Figure::Stayed12 => stayed(12),
        Figure::Said => person.has_sent_survey,
        Figure::Running => any(&Membership::is_running),
        Figure::NotSilent => any(&|one| one.is_running() && !one.is_silent),
        Figure::InRhythm => any(&|one| one.is_running() && !one.is_silent && !one.is_one_sided),
        Figure::Badge => person.best_badge >= 1,
        Figure::Silver => person.best_badge >= 2,
        Figure::Gold => person.best_badge >= 3,
        Figure::EndedCompleted => ended(&[EndReason::Completed]),
        Figure::EndedMovedAway => ended(&[EndReason::MovedAway]),
        Figure::EndedNoTime => ended(&[EndReason::NoTime]),
        Figure::EndedDidNotFit => ended(&[EndReason::DidNotFit]),
        Figure::EndedLostContact => ended(&[EndReason::LostContact]),
        Figure::EndedLeftProgramme => ended(&[EndReason::LeftProgramme]),
        Figure::EndedOther => ended(&[EndReason::Conduct, EndReason::Other]),
    }
}

/// Whole weeks. People whom staff matched at once waited for none.
fn weeks_to_match(person: &Person) -> Option<i64> {
    let first = person.memberships.iter().map(|one| one.joined_at).min()?;
    person.is_approved.then(|| (first - person.joined_at).num_weeks().max(0))
}
