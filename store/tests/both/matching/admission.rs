//! Vetting and the consent of guardians, from the round to the mentorship.

use std::time::Duration;

use chrono::Days;
use serde_json::json;
use store::matching::decisions::Submitted;
use store::matching::{self, Choice, MatchingStatus, State, groups};
use store::mentorship;
use store::people::Role;
use store::person_facts::{self, Change};
use store::programmes::Programme;
use store::{PersonId, Store, administration};
use test_kit::both;

use super::{decide, programme, round, signed_in, states, waiting};

async fn vet(store: &Store, mentor: PersonId, days: u64) {
    let until = store.clock.now().date_naive() + Days::new(days);
    let change = Change { vetted_until: Some(Some(until)), ..Change::default() };
    person_facts::change(store, &test_kit::operator(), mentor, change).await.unwrap();
}

async fn set_consent(store: &Store, mentee: PersonId, is_given: bool) {
    let change = Change { guardian_consent: Some(is_given), ..Change::default() };
    person_facts::change(store, &test_kit::operator(), mentee, change).await.unwrap();
}

/// From now on the programme asks for the consent of guardians.
async fn ask_for_consent(store: &Store, programme: &Programme) {
    let mut settings = programme.settings.0.clone();
    settings.matching.needs_guardian_consent = true;
    administration::put_programme(
        store,
        &test_kit::operator(),
        &programme.key,
        &programme.name,
        &programme.time_zone,
        &settings,
    )
    .await
    .unwrap();
}

both!(consent_or_vetting_taken_away_ends_what_is_open, async |app| {
    let programme = programme(&app, json!({"needs_vetting": true, "needs_guardian_consent": true})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    for mentee in [leo, ada] {
        set_consent(&app.store, mentee, true).await;
    }
    vet(&app.store, nina, 100).await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    set_consent(&app.store, leo, true).await;
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Interested], "nothing is missing");
    set_consent(&app.store, leo, false).await;
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::LeftPool]);
    let status = async |person| signed_in(&app.store, person).await.matching_status;
    assert_eq!(status(leo).await, Some(MatchingStatus::OnHold), "still in the pool, without new matches");
    assert_eq!(status(nina).await, Some(MatchingStatus::Ready));
    set_consent(&app.store, leo, true).await;
    assert_eq!(status(leo).await, Some(MatchingStatus::Ready));
    assert_eq!(states(&app.store, ada, Role::Mentee).await, [State::Proposed]);
    person_facts::change(
        &app.store,
        &test_kit::operator(),
        nina,
        Change { vetted_until: Some(None), ..Change::default() },
    )
    .await
    .unwrap();
    assert_eq!(states(&app.store, ada, Role::Mentee).await, [State::LeftPool]);
});

both!(vetting_that_ended_since_the_round_prevents_a_match, async |app| {
    let programme = programme(&app, json!({"needs_vetting": true})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    vet(&app.store, nina, 1).await;
    round(&app.store, &programme).await;
    assert_eq!(decide(&app.store, leo, Choice::Interested).await, Submitted::Submitted);
    app.store.clock.advance(Duration::from_secs(60 * 3600));
    assert_eq!(signed_in(&app.store, nina).await.matching_status, Some(MatchingStatus::OnHold));
    assert_eq!(decide(&app.store, ada, Choice::Interested).await, Submitted::MentorUnavailable);
    assert_eq!(states(&app.store, ada, Role::Mentee).await, [State::Taken]);
    assert_eq!(decide(&app.store, nina, Choice::Interested).await, Submitted::TooMany { free: 0 });
    vet(&app.store, nina, 100).await;
    assert_eq!(decide(&app.store, nina, Choice::Interested).await, Submitted::Submitted);
});

both!(mentor_accepts_no_mentee_without_the_consent_asked_for, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    ask_for_consent(&app.store, &programme).await;
    assert_eq!(decide(&app.store, nina, Choice::Interested).await, Submitted::MenteeUnavailable);
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Taken]);
    assert_eq!(mentorship::all(&app.store, true).await.unwrap(), []);
});

both!(group_without_the_consent_asked_for_waits_for_staff, async |app| {
    let rules = json!({"mentors": {"kind": "1toM"}, "groups": {"size": 4, "minimum": 1}});
    let programme = programme(&app, rules).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let omar = waiting(&app, &programme, "omar", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    assert_eq!(decide(&app.store, omar, Choice::Interested).await, Submitted::Submitted);
    ask_for_consent(&app.store, &programme).await;
    app.store.clock.advance(Duration::from_secs(6 * 24 * 3600));
    matching::work(&app.store).await.unwrap();
    assert_eq!(mentorship::all(&app.store, true).await.unwrap(), []);
    let group = groups::of_mentor(&app.store, omar).await.unwrap().unwrap();
    assert!(group.staff_notified_at.is_some());
});
