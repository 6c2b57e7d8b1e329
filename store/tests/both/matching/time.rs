//! What happens when people let the time pass.

use std::time::Duration;

use serde_json::json;
use store::matching::decisions::{self, Choices, Submitted};
use store::matching::pool;
use store::matching::{self, Choice, MatchingStatus, State};
use store::people::Role;
use test_kit::both;

use super::{decide, programme, round, signed_in, states, submit, trackers, waiting};

both!(proposal_expires_and_returns_once_after_a_round, async |app| {
    let programme = programme(&app, json!({"expiry_hours": {"mentee": 72, "mentor": 24}})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    let hours = |hours: u64| Duration::from_secs(hours * 3600);
    app.store.clock.advance(hours(36));
    matching::work(&app.store).await.unwrap();
    app.store.clock.advance(hours(29));
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Proposed]);
    let before_the_end = app.store.clock.now();
    app.store.clock.advance(hours(8));
    let late = Choices::from([(trackers(&app.store, leo, Role::Mentee).await[0].id, Choice::Interested)]);
    let outcome = decisions::submit(&app.store, &signed_in(&app.store, leo).await, &late, app.store.clock.now()).await;
    assert_eq!(outcome.unwrap(), Submitted::MentorUnavailable, "too late");
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Expired]);
    let outcome = decisions::submit(&app.store, &signed_in(&app.store, leo).await, &late, before_the_end).await;
    assert_eq!(outcome.unwrap(), Submitted::MentorUnavailable, "it is over");
    let proposed = async || states(&app.store, leo, Role::Mentee).await.contains(&State::Proposed);
    round(&app.store, &programme).await;
    assert!(!proposed().await, "not in the round that follows");
    round(&app.store, &programme).await;
    assert!(proposed().await, "once more after one round");
    app.store.clock.advance(hours(73));
    matching::work(&app.store).await.unwrap();
    for _ in 0..3 {
        round(&app.store, &programme).await;
        assert!(!proposed().await, "and never again");
    }
});

both!(confirmation_that_arrived_in_time_wins, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    let arrived_at = app.store.clock.now();
    app.store.clock.advance(Duration::from_secs(80 * 3600));
    let set = Choices::from([(trackers(&app.store, leo, Role::Mentee).await[0].id, Choice::Interested)]);
    let outcome = decisions::submit(&app.store, &signed_in(&app.store, leo).await, &set, arrived_at).await.unwrap();
    assert_eq!(outcome, Submitted::Submitted);
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Interested]);
});

both!(mentor_who_lets_two_rounds_expire_is_paused, async |app| {
    let programme = programme(&app, json!({})).await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    for name in ["leo", "ada"] {
        let mentee = waiting(&app, &programme, name, Role::Mentee, &["english"], "tech").await;
        round(&app.store, &programme).await;
        decide(&app.store, mentee, Choice::Interested).await;
        app.store.clock.advance(Duration::from_secs(73 * 3600));
        matching::work(&app.store).await.unwrap();
    }
    let paused = pool::of_person(&app.store, nina).await.unwrap().unwrap();
    assert_eq!((paused.rounds_expired, paused.pause_reason.as_deref()), (2, Some("expired")));
    assert_eq!(signed_in(&app.store, nina).await.matching_status, Some(MatchingStatus::OnHold));
    pool::resume(&app.store, &test_kit::operator(), nina).await.unwrap().unwrap();
    assert_eq!(signed_in(&app.store, nina).await.matching_status, Some(MatchingStatus::Ready));
});

both!(mentor_paused_by_time_lets_no_mentee_wait, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, leo, Choice::Interested).await;
    app.store.clock.advance(Duration::from_secs(73 * 3600));
    matching::work(&app.store).await.unwrap();
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["english"], "tech").await;
    let ben = waiting(&app, &programme, "ben", Role::Mentee, &["english"], "tech").await;
    round(&app.store, &programme).await;
    decide(&app.store, ada, Choice::Interested).await;
    app.store.clock.advance(Duration::from_secs(48 * 3600));
    decide(&app.store, ben, Choice::Interested).await;
    app.store.clock.advance(Duration::from_secs(25 * 3600));
    matching::work(&app.store).await.unwrap();
    assert_eq!(signed_in(&app.store, nina).await.matching_status, Some(MatchingStatus::OnHold));
    assert_eq!(states(&app.store, ada, Role::Mentee).await, [State::Expired]);
    assert_eq!(states(&app.store, ben, Role::Mentee).await, [State::LeftPool], "Nina cannot accept Ben while paused");
});

both!(sweep_leaves_time_to_a_confirmation_that_waits_for_a_lock, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    app.store.clock.advance(Duration::from_secs(72 * 3600 - 1));
    let arrived_at = app.store.clock.now();
    app.store.clock.advance(Duration::from_secs(5));
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Proposed]);
    let set = Choices::from([(trackers(&app.store, leo, Role::Mentee).await[0].id, Choice::Interested)]);
    let outcome = decisions::submit(&app.store, &signed_in(&app.store, leo).await, &set, arrived_at).await.unwrap();
    assert_eq!(outcome, Submitted::Submitted);
});

both!(no_to_an_expired_proposal_is_too_late, async |app| {
    let programme = programme(&app, json!({})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    round(&app.store, &programme).await;
    let set = Choices::from([(trackers(&app.store, leo, Role::Mentee).await[0].id, Choice::NotInterested)]);
    app.store.clock.advance(Duration::from_secs(73 * 3600));
    for _ in 0..2 {
        assert_eq!(submit(&app.store, leo, set.clone()).await, Submitted::MentorUnavailable);
        matching::work(&app.store).await.unwrap();
    }
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Expired]);
});
