//! The compatibility rule of groups, by the table that the page's tests read, too.

use std::collections::{BTreeMap, BTreeSet};

use matching::group::{Candidate, Compatibility, GroupRefusal, Interest, Need, Needs, check_choice, clashes, mark};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    group_size: usize,
    members: Vec<Person>,
    candidates: Vec<Person>,
    expected: Vec<Expected>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Person {
    interest_status: Option<String>,
    exclusive_criteria: BTreeMap<String, Answered>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    mandatory: bool,
    matched_answer: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expected {
    group_compatibility: Option<String>,
    clashing_criterias: Vec<String>,
}

fn needs(person: &Person) -> Needs {
    let need = |(key, answered): (&String, &Answered)| {
        (key.clone(), Need { mandatory: answered.mandatory, answers: answered.matched_answer.clone() })
    };
    person.exclusive_criteria.iter().map(need).collect()
}

fn candidate(person: &Person) -> Candidate {
    let interest = match person.interest_status.as_deref() {
        None => None,
        Some("interested") => Some(Interest::Interested),
        Some("not_interested") => Some(Interest::NotInterested),
        Some(other) => panic!("unknown interest {other}"),
    };
    Candidate { interest, needs: needs(person) }
}

#[test]
fn cases_of_the_shared_table_hold() {
    let table: Table = serde_json::from_str(include_str!("../group-cases.json")).unwrap();
    assert!(table.cases.len() > 10);
    for case in &table.cases {
        let members: Vec<Needs> = case.members.iter().map(needs).collect();
        let candidates: Vec<Candidate> = case.candidates.iter().map(candidate).collect();
        let expected = case.expected.iter().map(|one| match one.group_compatibility.as_deref() {
            None => None,
            Some("COMPATIBLE") => Some(Compatibility::Compatible),
            Some(_) => Some(Compatibility::Incompatible { clashing: one.clashing_criterias.clone() }),
        });
        assert_eq!(mark(case.group_size, &members, &candidates), expected.collect::<Vec<_>>(), "{}", case.name);
    }
}

fn any_needs() -> impl Strategy<Value = Needs> {
    let need = (any::<bool>(), prop::collection::btree_set("[a-d]", 0..4));
    let need = need.prop_map(|(mandatory, answers)| Need { mandatory, answers });
    prop::collection::btree_map("[x-z]", need, 0..4)
}

proptest! {
    #[test]
    fn clashes_of_two_people_are_symmetric(one in any_needs(), other in any_needs()) {
        prop_assert_eq!(clashes(&one, &other), clashes(&other, &one));
        let compatible = |me: &Needs, member: &Needs| {
            mark(9, std::slice::from_ref(member), &[Candidate { interest: None, needs: me.clone() }])
        };
        prop_assert_eq!(compatible(&one, &other), compatible(&other, &one));
    }

    #[test]
    fn choice_is_accepted_exactly_without_clash(
        members in prop::collection::vec(any_needs(), 0..2),
        chosen in prop::collection::vec(any_needs(), 0..3),
        size in 0..5_usize,
    ) {
        let all: Vec<&Needs> = members.iter().chain(&chosen).collect();
        let mut clashing = BTreeSet::new();
        for (index, one) in all.iter().enumerate().skip(members.len()) {
            all[..index].iter().for_each(|other| clashing.extend(clashes(one, other)));
        }
        let expected = match () {
            () if all.len() > size => Err(GroupRefusal::TooMany),
            () if clashing.is_empty() => Ok(()),
            () => Err(GroupRefusal::Clash(clashing.into_iter().collect())),
        };
        prop_assert_eq!(check_choice(size, &members, &chosen), expected);
    }
}
