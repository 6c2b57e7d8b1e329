//! Groups that a mentor fills.

use std::time::Duration;

use serde_json::json;
use store::console::worklist;
use store::matching::decisions::{Choices, Submitted};
use store::matching::groups::{Begun, Refusal};
use store::matching::views::Screen;
use store::matching::{self, Choice, MatchingStatus, State, groups, pool};
use store::mentorship::{self, Kind};
use store::people::Role;
use store::programmes::Programme;
use store::staff::{Grant, Scope, StaffRole};
use store::{PersonId, ProgrammeId, blocks, person_facts, reports};
use test_kit::both;
use uuid::Uuid;

use crate::TestApp;

use super::{decide, decide_about, programme, round, screen, signed_in, states, submit, trackers, waiting};

both!(group_fills_refuses_clashes_and_begins_when_full, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 3}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english", "german"], "tech").await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english", "german"], "tech").await;
    let ben = waiting(&app, &programme, "ben", Role::Mentee, &["german"], "tech").await;
    let eva = waiting(&app, &programme, "eva", Role::Mentee, &["english"], "care").await;
    round(&app.store, &programme).await;
    for mentee in [leo, ada, ben, eva] {
        assert_eq!(decide(&app.store, mentee, Choice::Interested).await, Submitted::Submitted);
    }
    let clash = decide_about(&app.store, omar, |tracker| {
        if tracker.mentee_id == eva || tracker.mentee_id == ada { Choice::NotInterested } else { Choice::Interested }
    });
    assert_eq!(
        clash.await,
        Submitted::GroupClash(vec!["languages".to_owned()]),
        "Leo and Ben cannot talk to each other"
    );
    // Omar takes Leo and leaves Ada and Eva for later; Ben clashes with Leo.
    let set_of = async |people: &[PersonId]| -> Choices {
        let all = trackers(&app.store, omar, Role::Mentor).await;
        let named = all.into_iter().filter(|tracker| people.contains(&tracker.mentee_id));
        named.map(|tracker| (tracker.id, Choice::Interested)).collect()
    };
    let only_leo = submit(&app.store, omar, set_of(&[leo]).await).await;
    assert_eq!(only_leo, Submitted::ChoicesMissing, "Ada and Eva would fit: decide on them");
    assert_eq!(submit(&app.store, omar, set_of(&[leo, ada, eva]).await).await, Submitted::Submitted);
    let begun = mentorship::all(&app.store, false).await.unwrap();
    assert_eq!((begun.len(), begun[0].kind), (1, Kind::Group));
    assert_eq!(mentorship::members(&app.store, begun[0].id).await.unwrap().len(), 4);
    assert_eq!(states(&app.store, ben, Role::Mentee).await, [State::GroupFull]);
    for mentee in [leo, ada, eva] {
        assert_eq!(states(&app.store, mentee, Role::Mentee).await, [State::Accepted]);
    }
});

both!(staff_see_groups_of_their_programmes_and_begin_them, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 4}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let (own, foreign) = (Scope::Programmes(vec![programme.id]), Scope::Programmes(vec![ProgrammeId(Uuid::nil())]));
    let store = &app.store;
    round(store, &programme).await;
    decide(store, leo, Choice::Interested).await;
    assert_eq!(groups::waiting(store, &own).await.unwrap(), [], "Omar has taken no one");
    assert_eq!(decide(store, omar, Choice::Interested).await, Submitted::Submitted);
    let seen = groups::waiting(store, &own).await.unwrap();
    let [one] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!((one.group.mentor_id, &one.members[..]), (omar, &[leo][..]));
    assert_eq!(groups::waiting(store, &foreign).await.unwrap(), []);
    assert_eq!(groups::find(store, &foreign, one.group.id).await.unwrap(), None);
    let found = groups::find(store, &own, one.group.id).await.unwrap().unwrap();
    let Begun::Began(id) = groups::begin(store, &test_kit::operator(), &found).await.unwrap() else {
        panic!("not begun")
    };
    assert_eq!(mentorship::members(store, id).await.unwrap().len(), 2);
    assert_eq!(groups::waiting(store, &own).await.unwrap(), []);
    assert_eq!(groups::find(store, &own, one.group.id).await.unwrap(), None, "it has begun");
});

both!(small_group_begins_five_days_after_its_last_newcomer, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 4}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    let days = |days: u64| Duration::from_secs(days * 24 * 3600);
    let mut members = Vec::new();
    for name in ["leo", "ada"] {
        let mentee = waiting(&app, &programme, name, Role::Mentee, &["english"], "tech").await;
        round(&app.store, &programme).await;
        decide(&app.store, mentee, Choice::Interested).await;
        assert_eq!(decide(&app.store, omar, Choice::Interested).await, Submitted::Submitted);
        assert_eq!(signed_in(&app.store, mentee).await.matching_status, Some(MatchingStatus::GroupHold));
        assert_eq!(screen(&app.store, &programme, mentee).await.0, Screen::GroupHold);
        members.push(mentee);
        app.store.clock.advance(days(4));
        matching::work(&app.store).await.unwrap();
        assert_eq!(mentorship::all(&app.store, false).await.unwrap(), [], "a newcomer prolongs the waiting");
    }
    assert_eq!(
        groups::members(&app.store, groups::of_mentor(&app.store, omar).await.unwrap().unwrap().id).await.unwrap(),
        members
    );
    app.store.clock.advance(days(1));
    matching::work(&app.store).await.unwrap();
    let begun = mentorship::all(&app.store, false).await.unwrap();
    assert_eq!(mentorship::members(&app.store, begun[0].id).await.unwrap().len(), 3);
});

both!(group_whose_members_left_begins_anew, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 4, "minimum": 1}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    let days = |days: u64| Duration::from_secs(days * 24 * 3600);
    let select = async |name: &str| {
        let mentee = waiting(&app, &programme, name, Role::Mentee, &["english"], "tech").await;
        round(&app.store, &programme).await;
        decide(&app.store, mentee, Choice::Interested).await;
        assert_eq!(decide(&app.store, omar, Choice::Interested).await, Submitted::Submitted);
        mentee
    };
    let leo = select("leo").await;
    pool::leave(&app.store, &test_kit::operator(), leo, "no time").await.unwrap().unwrap();
    app.store.clock.advance(days(14));
    assert_eq!(matching::expiry::sweep(&app.store).await.unwrap(), 0, "staff need not decide about an empty group");
    select("ada").await;
    app.store.clock.advance(days(4));
    matching::work(&app.store).await.unwrap();
    assert_eq!(mentorship::all(&app.store, false).await.unwrap(), [], "Ada's five days count");
    app.store.clock.advance(days(1));
    matching::work(&app.store).await.unwrap();
    assert_eq!(mentorship::all(&app.store, false).await.unwrap().len(), 1);
});

both!(group_made_smaller_begins_with_its_members, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 4}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    assert_eq!(decide(&app.store, omar, Choice::Interested).await, Submitted::Submitted);
    pool::set_places(&app.store, &test_kit::operator(), omar, Kind::Group, 1).await.unwrap().unwrap();
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Accepted]);
});

both!(full_group_whose_members_must_not_meet_waits_for_staff, async |app| {
    let programme = programme(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 4}})).await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    let mut members = Vec::new();
    for name in ["leo", "ada"] {
        let mentee = waiting(&app, &programme, name, Role::Mentee, &["english"], "tech").await;
        round(&app.store, &programme).await;
        decide(&app.store, mentee, Choice::Interested).await;
        assert_eq!(decide(&app.store, omar, Choice::Interested).await, Submitted::Submitted);
        members.push(mentee);
    }
    person_facts::set_conflict(&app.store, &test_kit::operator(), members[0], members[1], true).await.unwrap();
    pool::set_places(&app.store, &test_kit::operator(), omar, Kind::Group, 2).await.unwrap().unwrap();
    matching::work(&app.store).await.unwrap();
    assert_eq!(mentorship::all(&app.store, false).await.unwrap(), [], "Leo and Ada must not meet");
    let told = async || groups::of_mentor(&app.store, omar).await.unwrap().unwrap().staff_notified_at;
    let first = told().await;
    assert!(first.is_some());
    app.store.clock.advance(Duration::from_secs(3600));
    matching::work(&app.store).await.unwrap();
    assert_eq!(told().await, first, "staff are told once");
});

/// A group of Omar, and mentees who all said Yes to it.
async fn asked(app: &TestApp, rules: serde_json::Value, names: &[&str]) -> (Programme, PersonId, Vec<PersonId>) {
    let programme = programme(app, json!({"mentors": {"kind": "1toM"}, "groups": rules})).await;
    let omar = waiting(app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    let mut mentees = Vec::new();
    for name in names {
        mentees.push(waiting(app, &programme, name, Role::Mentee, &["english"], "tech").await);
    }
    round(&app.store, &programme).await;
    for mentee in &mentees {
        assert_eq!(decide(&app.store, *mentee, Choice::Interested).await, Submitted::Submitted);
    }
    (programme, omar, mentees)
}

/// The mentor confirms a Yes to these mentees only.
async fn take(app: &TestApp, mentor: PersonId, mentees: &[PersonId]) -> Submitted {
    let all = trackers(&app.store, mentor, Role::Mentor).await;
    let named = all.into_iter().filter(|tracker| mentees.contains(&tracker.mentee_id));
    submit(&app.store, mentor, named.map(|tracker| (tracker.id, Choice::Interested)).collect()).await
}

async fn report(app: &TestApp, programme: &Programme, reporter: PersonId, subject: PersonId) {
    let report = reports::NewReport {
        reporter,
        subject,
        channel: app.direct(&[reporter, subject]).await,
        message: None,
        programme: Some(programme.id),
        reason: reports::Reason::Other,
        details: "",
        stops_contact: Some(false),
    };
    reports::add(&app.store, report, 10).await.unwrap();
}

both!(mentee_who_reported_a_member_does_not_join, async |app| {
    let (programme, omar, mentees) = asked(&app, json!({"size": 3}), &["leo", "ada", "ben"]).await;
    let [leo, ada, ben] = mentees[..] else { panic!("three mentees") };
    report(&app, &programme, ada, leo).await;
    assert_eq!(take(&app, omar, &[leo, ada]).await, Submitted::MenteeUnavailable);
    let mut ended = [states(&app.store, leo, Role::Mentee).await, states(&app.store, ada, Role::Mentee).await];
    ended.sort_by_key(|states| states[0].is_open());
    assert_eq!(ended, [[State::Incompatible], [State::Interested]], "one of the two can still join");
    let left = if states(&app.store, leo, Role::Mentee).await == [State::Interested] { leo } else { ada };
    app.direct(&[ben, left]).await;
    blocks::add(&app.store, ben, left).await.unwrap();
    assert_eq!(take(&app, omar, &[left]).await, Submitted::Submitted, "Ben cannot be chosen beside them");
    assert_eq!(states(&app.store, ben, Role::Mentee).await, [State::Incompatible]);
});

both!(mentees_too_far_apart_in_age_do_not_join_one_group, async |app| {
    let rules = json!({"size": 3, "years_apart": 3});
    let (_, omar, mentees) = asked(&app, rules, &["leo", "ada", "ben"]).await;
    for (mentee, month) in mentees.iter().zip(["2004-01", "1994-01", "2005-01"]) {
        let change = person_facts::Change { birth_month: Some(Some(month.to_owned())), ..Default::default() };
        person_facts::change(&app.store, &test_kit::operator(), *mentee, change).await.unwrap();
    }
    let [leo, ada, ben] = mentees[..] else { panic!("three mentees") };
    assert_eq!(take(&app, omar, &[leo, ben]).await, Submitted::Submitted, "Ada needs no decision");
    assert_eq!(states(&app.store, ada, Role::Mentee).await, [State::Incompatible]);
});

both!(group_with_a_report_between_members_waits_for_staff, async |app| {
    let (programme, omar, mentees) = asked(&app, json!({"size": 3}), &["leo", "ada"]).await;
    assert_eq!(take(&app, omar, &mentees).await, Submitted::Submitted);
    report(&app, &programme, mentees[0], mentees[1]).await;
    let group = groups::of_mentor(&app.store, omar).await.unwrap().unwrap();
    assert!(matches!(
        groups::begin(&app.store, &test_kit::operator(), &group).await.unwrap(),
        Begun::Refused(Refusal::Separated(..))
    ));
    app.store.clock.advance(Duration::from_secs(6 * 24 * 3600));
    matching::work(&app.store).await.unwrap();
    assert_eq!(mentorship::all(&app.store, false).await.unwrap(), []);
    assert!(groups::of_mentor(&app.store, omar).await.unwrap().unwrap().staff_notified_at.is_some());
});

both!(group_that_cannot_begin_is_work_of_coordinators, async |app| {
    let (programme, omar, mentees) = asked(&app, json!({"size": 3}), &["leo", "ada"]).await;
    assert_eq!(take(&app, omar, &mentees).await, Submitted::Submitted);
    let began_at = app.store.clock.now();
    let work = async |role, programme| {
        let grants = [Grant { role, programme: Some(programme) }].into_iter().collect();
        let nil = PersonId(Uuid::nil());
        let all = worklist::of_staff(&app.store, nil, &grants).await.unwrap();
        all.into_iter().find(|one| one.kind == worklist::Kind::WaitingGroup)
    };
    assert_eq!(work(StaffRole::Coordinator, programme.id).await, None, "it may still fill");
    app.store.clock.advance(Duration::from_secs(6 * 24 * 3600));
    report(&app, &programme, mentees[0], mentees[1]).await;
    matching::work(&app.store).await.unwrap();
    let found = work(StaffRole::Coordinator, programme.id).await.unwrap();
    assert_eq!((found.count, found.list), (1, worklist::List::Groups));
    let [item] = &found.first[..] else { panic!("{found:?}") };
    assert_eq!((&*item.name, item.since), ("omar Silva", began_at));
    assert_eq!(item.with.as_deref(), Some("leo Silva, ada Silva"));
    assert!(item.due.is_some_and(|due| due <= app.store.clock.now()), "its time to fill is over");
    assert_eq!(work(StaffRole::Safeguarding, programme.id).await, None);
    assert_eq!(work(StaffRole::Coordinator, ProgrammeId(Uuid::nil())).await, None);
});

both!(group_that_another_node_has_begun_is_no_work_of_staff, async |app| {
    let (_, omar, mentees) = asked(&app, json!({"size": 3}), &["leo", "ada"]).await;
    assert_eq!(take(&app, omar, &mentees).await, Submitted::Submitted);
    let group = groups::of_mentor(&app.store, omar).await.unwrap().unwrap();
    let second = app.second_node().await;
    assert!(matches!(groups::begin(&second, &test_kit::operator(), &group).await.unwrap(), Begun::Began(_)));
    assert_eq!(groups::begin(&app.store, &test_kit::operator(), &group).await.unwrap(), Begun::Gone);
    assert!(!groups::ask_staff(&app.store, &group).await.unwrap());
});
