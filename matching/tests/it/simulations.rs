//! Simulations of cohorts over weeks.

use matching::simulation::{Acceptance, Plan, Report, Week, simulate};
use matching::{Flaw, Instance, MentorKind, Separation, cohort};

use crate::people::*;

const YES: Acceptance = Acceptance { lowest: 100, highest: 100, silent: 0 };
const NO: Acceptance = Acceptance { lowest: 0, highest: 0, silent: 0 };
const SILENT: Acceptance = Acceptance { lowest: 100, highest: 100, silent: 100 };

fn play(instance: &Instance, mentees: Acceptance, mentors: Acceptance) -> Report {
    simulate(instance, &Plan { weeks: 6, mentees, mentors, ..Plan::default() }).unwrap()
}

fn by_week(report: &Report, value: impl Fn(&Week) -> u32) -> Vec<u32> {
    report.weeks.iter().map(value).collect()
}

#[test]
fn pair_that_agrees_is_matched_at_once() {
    let report = play(&tom_and_maya(), YES, YES);
    assert_eq!(
        (report.matched, report.matched_share, report.mean_score, report.worst_score),
        (1, 10_000, 10_000, 10_000)
    );
    assert_eq!((report.mean_days, report.days_95, report.mean_rounds), (0, 0, 100));
    assert_eq!(by_week(&report, |week| week.waiting), [1, 0, 0, 0, 0, 0]);
    assert_eq!(by_week(&report, |week| week.places), [1, 0, 0, 0, 0, 0]);
}

#[test]
fn pair_after_no_is_never_proposed_again() {
    for (mentees, mentors) in [(NO, YES), (YES, NO)] {
        let report = play(&tom_and_maya(), mentees, mentors);
        assert_eq!(report.matched, 0);
        assert_eq!(by_week(&report, |week| week.served), [1, 0, 0, 0, 0, 0]);
    }
}

#[test]
fn pair_after_expiry_is_proposed_once_more() {
    for (mentees, mentors) in [(SILENT, YES), (YES, SILENT)] {
        let report = play(&tom_and_maya(), mentees, mentors);
        assert_eq!(by_week(&report, |week| week.served), [1, 0, 1, 0, 0, 0]);
    }
}

#[test]
fn mentee_without_place_waits_for_none() {
    let mut instance = tom_and_maya();
    instance.mentees.push(mentee(ANA, &[options(&[1])]));
    let report = play(&instance, YES, YES);
    assert_eq!((report.matched, report.matched_share), (1, 5_000));
    assert_eq!(by_week(&report, |week| week.matched), [1, 0, 0, 0, 0, 0]);
    assert_eq!(by_week(&report, |week| week.waiting), [2, 1, 1, 1, 1, 1]);
}

#[test]
fn late_mentee_is_matched_after_arrival() {
    let mut instance = tom_and_maya();
    instance.mentees.push(mentee(ANA, &[options(&[1])]));
    instance.mentors[0].places = 2;
    let plan = Plan { weeks: 3, arrival_weeks: 2, mentees: YES, mentors: YES, ..Plan::default() };
    let report = simulate(&instance, &plan).unwrap();
    assert_eq!(by_week(&report, |week| week.matched), [1, 1, 0]);
    assert_eq!(report.mean_days, 0);
}

#[test]
fn group_never_gets_members_who_clash() {
    let mut instance = tom_and_maya();
    instance.criteria[0].exclusive = true;
    instance.criteria[0].mandatory.mentee = true;
    instance.mentors[0] = mentor(MAYA, 3, &[options(&[1, 2])]);
    instance.mentors[0].kind = MentorKind::Group { members: Vec::new() };
    instance.mentees.push(mentee(ANA, &[options(&[2])]));
    instance.mentees.push(mentee(LEO, &[options(&[1, 3])]));
    assert_eq!(play(&instance, YES, YES).matched, 2, "Tom and Leo share an option, Ana shares none with them");
    instance.separated = vec![separated(TOM, LEO, Separation::Conflict)];
    assert_eq!(play(&instance, YES, YES).matched, 1);
}

#[test]
fn report_does_not_depend_on_order() {
    let instance = cohort::invent(5, 120, 40);
    let mut permuted = instance.clone();
    permuted.mentees.reverse();
    permuted.mentors.reverse();
    let report = simulate(&instance, &Plan::default()).unwrap();
    assert_eq!(simulate(&permuted, &Plan::default()).unwrap(), report);
    assert!(report.matched > 40 && report.weeks.len() == 12, "{report:?}");
    let matched: u32 = report.weeks.iter().map(|week| week.matched).sum();
    assert_eq!(matched, report.matched);
    assert!(report.worst_score <= report.mean_score);
    let other_seed = simulate(&instance, &Plan { seed: 2, ..Plan::default() }).unwrap();
    assert_ne!(other_seed, report);
}

#[test]
fn simulation_of_flawed_instance_fails() {
    let mut instance = tom_and_maya();
    instance.criteria[0].weight = 11;
    assert_eq!(simulate(&instance, &Plan::default()), Err(Flaw::Weight { criterion: 0 }));
}
