//! The rules of programmes are checked.

use content_bundle::{read, write};

use crate::{in_order, mistakes, with};

#[test]
fn rules_are_checked() {
    let rules = "programmes:\n  - key: a\n    name: A\n    time_zone: UTC\n";
    for (more, expected) in [
        ("conditions: {mentee: {curriculum: {use_after: {}}}}", "nothing is named that opens it"),
        ("conditions: {mentee: {curriculum: {use_after: {surveys: [golf]}}}}", "there is no survey \"golf\""),
        (
            "conditions: {mentee: {curriculum: {use_after: {vetted: true}, message: {de: Noch}}}}",
            "the English text (en)",
        ),
        ("conditions: {mentee: {chattype: {use_after: {vetted: true}}}}", "chattype"),
        ("conditions: {mentee: {session: {use_after: {tall: true}}}}", "tall"),
        ("surveys: [{survey: about-you, roles: [mentee], after: {surveys: [about-you]}}]", "cannot wait for itself"),
        (
            "surveys: [{survey: about-you, roles: [mentee], after: {surveys: [what-helps-you]}}, \
             {survey: what-helps-you, roles: [mentee], after: {surveys: [about-you]}}]",
            "waits for one that waits for it",
        ),
        (
            "surveys: [{survey: about-you, roles: [mentor]}, \
             {survey: what-helps-you, roles: [mentor, mentee], after: {surveys: [about-you]}}]",
            "no mentee takes the survey \"about-you\"",
        ),
        (
            "conditions: {mentee: {session: {use_after: {matched: true}, message: {en: \"Soon.\"}}}}",
            "only the curriculum shows a message",
        ),
        ("pinned_sessions: [golf]", "there is no session \"golf\""),
        ("pinned_sessions: [first-meeting, first-meeting]", "the session \"first-meeting\" is there twice"),
        ("curriculum: [{session: golf, due_after_days: 7}]", "there is no session \"golf\""),
        ("curriculum: [{session: first-meeting, due_after_days: 7}]", "is for the learning hub"),
        (
            "curriculum: [{session: our-agreement, due_after_days: 7}, {session: our-agreement, due_after_days: 8}]",
            "the session \"our-agreement\" is there twice",
        ),
        (
            "curriculum: [{session: our-agreement, due_after_days: 7}, {session: small-steps, due_after_days: 6}]",
            "is due before the one that it follows",
        ),
        ("matching: {vetting_kinds: [{key: Police Check, label: {en: Police}}]}", "small letters, digits and hyphens"),
        ("matching: {vetting_kinds: [{key: a, label: {en: A}}, {key: a, label: {en: A}}]}", "it is there twice"),
        ("matching: {vetting_kinds: [{key: a, label: {de: A}}]}", "the English text (en)"),
        ("matching: {vetting_kinds: [{key: a, label: {en: A, xx: A}}]}", "\"xx\" is not one of the languages"),
        ("matching: {vetting_kinds: [{key: a, label: {en: A}, valid_months: 121}]}", "valid for 1 to 120 months"),
        (
            "matching: {vetting_kinds: [{key: a, label: {en: A}, binds_from: 2026-09-01}]}",
            "only a kind that is required",
        ),
        ("streak: {holidays: [{from: 2026-12-24, until: 2026-12-23}]}", "the holidays end before they begin"),
        ("streak: {holidays: [{from: 2026-01-24, until: 2026-12-23}]}", "the holidays last longer than 100 days"),
        ("team: {away: [{from: 2026-12-24, until: 2026-12-23}]}", "the holidays end before they begin"),
        ("team: {days: [Mon], from: \"12:00:00\", until: \"12:00:00\"}", "the hours end before they begin"),
        (
            "blackout: {dated: [{from: \"2026-07-20T08:00:00\", to: \"2026-07-20T08:00:00\"}]}",
            "the blackout ends before it begins",
        ),
        ("retention: {people_months: 0}", "people who left are erased after 1 to 120 months"),
        ("contact: {every_weeks: 0}", "the weeks between contacts are 1 to 8"),
        ("detection: {abuse: warn}", "abuse is off or tell"),
        ("detection: {contact: withhold}", "this version cannot withhold messages: use tell or warn"),
        ("detection: {secrecy: maybe}", "expected off, tell or warn"),
        ("team: {days: []}", "there is no day on which the team answers"),
        ("team: {days: [Someday]}", "weekday names expected"),
        ("streak: {holidays: [{from: soon, until: 2026-12-23}]}", "invalid characters"),
        (
            "matching: {criteria: [{key: golf, title: {en: G}, weight: 3, comparison: equal}]}",
            "has the criterion \"golf\"",
        ),
        (
            "matching: {criteria: [{key: field, title: {en: F}, weight: 11, comparison: order, fits_all: [golf]}]}",
            "a weight is 0 to 10",
        ),
        (
            "matching: {criteria: [{key: field, title: {en: F}, weight: 1, comparison: order}]}",
            "cannot be compared in this way",
        ),
        (
            "matching: {criteria: [{key: field, title: {en: F}, weight: 1, comparison: equal, fits_all: [golf]}]}",
            "its question has no option \"golf\"",
        ),
        ("matching: {criteria: [{key: field, title: {en: F}, weight: 1, comparison: equal}]}", "who takes part"),
        (
            "matching: {criteria: [{key: field, title: {en: F}, weight: 1, comparison: equal, is_exclusive: true, is_visible: false}]}",
            "must be visible",
        ),
        ("matching: {enter_after: {staff: {vetted: true}}}", "staff are not matched"),
        ("matching: {enter_after: {mentee: {surveys: [golf]}}}", "there is no survey \"golf\""),
        (
            "matching: {fairness: [{survey: about-you, question: golf}]}",
            "the survey \"about-you\" has no question \"golf\"",
        ),
        (
            "matching: {fairness: [{survey: about-you, question: languages}]}",
            "the question \"languages\" has not one answer",
        ),
        (
            "matching: {fairness: [{survey: about-you, question: rhythm}, {survey: about-you, question: rhythm}]}",
            "the question \"rhythm\" is there twice",
        ),
        (
            "matching: {fairness: [{survey: a, question: a}, {survey: a, question: b}, {survey: a, question: c}, {survey: a, question: d}]}",
            "at most 3 questions",
        ),
        ("matching: {proposals: 0}", "1 to 8 proposals"),
        ("matching: {proposals: 9}", "1 to 8 proposals"),
        ("matching: {groups: {size: 3, minimum: 4}}", "its minimum is not larger than its size"),
        ("matching: {groups: {waits_at_most_days: 4}}", "starts_after_days is at most waits_at_most_days"),
        ("matching: {mentor_minimum_age: 15}", "the minimum age of mentors is 16 to 99"),
        ("matching: {mentor_minimum_age: 100}", "the minimum age of mentors is 16 to 99"),
        ("sign_up: {institutions: [{name: I, codes: [äöü]}]}", "a code has at least four characters"),
        ("matching: {expiry_hours: {mentee: 0}}", "an hour or more"),
        ("pinned_sessions: [our-agreement]", "there is no session \"our-agreement\""),
        ("conditions: {mentee: {session: {use_after: {surveys: [about-you]}}}}", "no mentee takes the survey"),
    ] {
        let found = mistakes(&[("programmes.yaml", &format!("{rules}    {more}"))]);
        assert!(found.iter().any(|one| one.starts_with("programmes.yaml:") && one.contains(expected)), "{found:?}");
    }
    let valid = "streak: {is_off: true, holidays: [{from: 2026-12-21, until: 2027-01-03}]}\n    surveys: [{survey: about-you, roles: [mentee]}]\n    conditions: {mentee: {curriculum: {use_after: {learning_sessions: 5, surveys: [about-you]}, \
                 until_then: hide, message: {en: '{remaining} to go'}}}}";
    let bundle = read(&with(&[("programmes.yaml", &format!("{rules}    {valid}"))])).unwrap();
    assert_eq!(in_order(read(&write(&bundle).unwrap()).unwrap()), in_order(bundle));
}
