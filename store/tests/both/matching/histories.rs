//! Random histories: of many requests at once, and a thousand of two nodes that act in turn.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use store::matching::pool::{self, PauseReason};
use store::matching::{self, Choice, State, Tracker};
use store::mentorship::{self, Kind};
use store::people::Role;
use store::{PersonId, Store};
use test_kit::both;

use super::{decide, decide_about, named_programme, programme, round, signed_in, trackers, waiting};
use acts::{Cast, History};

mod acts;
mod invariants;

/// How many histories are played, one half on each database. A failing one names its number; `MENTORHUB_TEST_HISTORY=NUMBER` plays it
/// alone, on both.
const HISTORIES: u64 = 1000;

/// Histories with one programme: its rounds read all earlier proposals.
const OF_ONE_PROGRAMME: u64 = 25;

both!(thousand_histories_of_two_nodes_keep_the_invariants, async |app| {
    let second = app.second_node().await;
    let only: Option<u64> = std::env::var("MENTORHUB_TEST_HISTORY").ok().map(|number| number.parse().unwrap());
    let mut of_programme = None;
    let mut seen = HashSet::new();
    let half = u64::from(app.environment().0.starts_with("sqlite:"));
    let is_played = |number: &u64| only.map_or(number / OF_ONE_PROGRAMME % 2 == half, |only| only == *number);
    for number in (0..HISTORIES).filter(is_played) {
        if of_programme.is_none() || number.is_multiple_of(OF_ONE_PROGRAMME) {
            let rules = json!({"groups": {"size": 3}, "round_every_days": 0});
            of_programme = Some(named_programme(&app, &format!("lakeside{number}"), rules).await);
        }
        let cast = cast(&app, of_programme.clone().unwrap(), number).await;
        let mut history = History::new([&app.store, &second], cast, number);
        for (index, mentor) in history.cast.mentors.clone().into_iter().enumerate() {
            // Half of the histories have a mentor of a group.
            let is_group = index == 1 && number.is_multiple_of(2);
            let (kind, places) = if is_group { (Kind::Group, 3) } else { (Kind::Pair, 1) };
            pool::set_places(&app.store, &test_kit::operator(), mentor, kind, places).await.unwrap().unwrap();
            history.known.set_places(mentor, kind, places);
        }
        if let Err(broken) = history.play().await {
            panic!("history {number}: {broken}");
        }
        history.end().await;
        seen.extend(history.known.trackers.into_values().map(|tracker| tracker.state));
    }
    let rare = [State::Accepted, State::Selected, State::Expired, State::Taken, State::Held, State::Overridden];
    let missing: Vec<State> = rare.into_iter().filter(|state| !seen.contains(state)).collect();
    assert!(only.is_some() || missing.is_empty(), "no history reached {missing:?}");
});

/// Three mentees and two mentors who wait. All fit each other, but the languages of two mentees clash in a group.
async fn cast(app: &crate::TestApp, programme: store::programmes::Programme, number: u64) -> Cast {
    let tongues: [&[&str]; 3] = [&["english"], &["english", "german"], &["german"]];
    let mut cast = Cast { programme, mentees: Vec::new(), mentors: Vec::new() };
    for (index, languages) in tongues.into_iter().enumerate() {
        let name = format!("mentee{index}of{number}");
        cast.mentees.push(waiting(app, &cast.programme, &name, Role::Mentee, languages, "tech").await);
    }
    for index in 0..2 {
        let name = format!("mentor{index}of{number}");
        cast.mentors.push(waiting(app, &cast.programme, &name, Role::Mentor, &["english", "german"], "tech").await);
    }
    cast
}

/// A small generator: histories are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % most as u64).unwrap()
    }
}

both!(random_histories_keep_the_invariants, async |app| {
    let programme = programme(&app, json!({"groups": {"size": 3}})).await;
    let mut mentees = Vec::new();
    let mut mentors = Vec::new();
    let tongues: [&[&str]; 4] = [&["english"], &["english", "german"], &["german"], &["arabic", "english"]];
    for index in 0..8 {
        let (name, languages) = (format!("mentee{index}"), tongues[index % 4]);
        mentees.push(waiting(&app, &programme, &name, Role::Mentee, languages, "tech").await);
    }
    for index in 0..4 {
        let name = format!("mentor{index}");
        let mentor = waiting(&app, &programme, &name, Role::Mentor, &["english", "german", "arabic"], "tech").await;
        let (kind, places) = if index == 0 { (Kind::Group, 3) } else { (Kind::Pair, 1 + i64::from(index == 1)) };
        pool::set_places(&app.store, &test_kit::operator(), mentor, kind, places).await.unwrap().unwrap();
        mentors.push((mentor, kind, places));
    }
    let mut dice = Dice(7);
    for step in 0..120 {
        let mentee = mentees[dice.below(mentees.len())];
        let (mentor, ..) = mentors[dice.below(mentors.len())];
        match dice.below(12) {
            0 | 1 => round(&app.store, &programme).await,
            2..=4 => drop(decide(&app.store, mentee, Choice::Interested).await),
            5 => drop(decide(&app.store, mentee, Choice::NotInterested).await),
            6 | 7 => {
                let wanted = dice.below(8);
                let choice = |tracker: &Tracker| {
                    if mentees.iter().position(|one| *one == tracker.mentee_id) == Some(wanted) {
                        Choice::Interested
                    } else {
                        Choice::NotInterested
                    }
                };
                // At once with a decision of a mentee and one of another mentor.
                let (other, ..) = mentors[dice.below(mentors.len())];
                let both = [decide_about(&app.store, mentor, choice), decide_about(&app.store, other, choice)];
                join_all(both).await;
            }
            8 => drop(pool::leave(&app.store, &test_kit::operator(), mentee, "").await.unwrap()),
            9 => {
                pool::join(&app.store, &test_kit::operator(), &signed_in(&app.store, mentee).await).await.unwrap();
            }
            10 => drop(pool::pause(&app.store, &test_kit::operator(), mentor, PauseReason::OwnWish).await.unwrap()),
            _ => {
                let _ = pool::resume(&app.store, &test_kit::operator(), mentor).await.unwrap();
                app.store.clock.advance(Duration::from_secs(20 * 3600));
                matching::expiry::sweep(&app.store).await.unwrap();
            }
        }
        check(&app.store, &mentees, &mentors, step).await;
    }
});

async fn check(store: &Store, mentees: &[PersonId], mentors: &[(PersonId, Kind, i64)], step: usize) {
    let active = mentorship::all(store, false).await.unwrap();
    for (mentor, kind, places) in mentors {
        let own = mentorship::of_person(store, *mentor).await.unwrap();
        let pairs = own.iter().filter(|one| one.kind == Kind::Pair).count();
        assert!(*kind == Kind::Group || pairs <= usize::try_from(*places).unwrap(), "places in step {step}");
        assert!(*kind == Kind::Pair || own.len() <= 1, "one group at a time in step {step}");
    }
    let mut ever = BTreeSet::new();
    for mentee in mentees {
        let all = trackers(store, *mentee, Role::Mentee).await;
        let own = active.iter().filter(|one| all.iter().any(|tracker| tracker.mentorship_id == Some(one.id))).count();
        assert!(own <= 1, "one mentorship in step {step}");
        let open = all.iter().filter(|tracker| tracker.state.is_open()).count();
        let member = pool::of_person(store, *mentee).await.unwrap().unwrap();
        assert!(open == 0 || member.left_at.is_none(), "nothing is open outside the pool in step {step}");
        let selected = all.iter().filter(|tracker| tracker.state == State::Selected).count();
        assert!(selected == 0 || open == 1, "who is selected waits for nothing else in step {step}");
        for tracker in &all {
            let is_no = matches!(tracker.state, State::NotInterested | State::Declined | State::NotSelected);
            let repeated = all
                .iter()
                .filter(|other| other.mentor_id == tracker.mentor_id && other.proposed_at > tracker.proposed_at);
            assert!(!is_no || repeated.count() == 0, "no repetition after a No in step {step}");
            assert_eq!(tracker.state.turn().is_some(), tracker.expires_at.is_some(), "time runs only for decisions");
            ever.insert(tracker.id);
        }
    }
}
