//! Runs of the engine, and when they take place.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::json;
use store::matching::runs::RunState;
use store::matching::{self, State, pool, runs};
use store::people::Role;
use test_kit::both;

use super::{programme, round, states, waiting};
use crate::test_store::polled;

both!(rounds_are_scheduled_run_once_and_publish_by_rule, async |app| {
    let programme = programme(&app, json!({"publishes_automatically": true, "round_every_days": 7})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    matching::run_due(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, []);
    app.store.clock.advance(Duration::from_secs(7 * 24 * 3600));
    let second = app.second_node().await;
    second.clock.advance(Duration::from_secs(7 * 24 * 3600));
    let done = join_all([&app.store, &second].map(|store| matching::run_due(store))).await;
    assert_eq!(done.into_iter().map(Result::unwrap).sum::<usize>(), 1, "one node runs the round");
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Proposed]);
});

both!(round_of_a_node_that_stops_is_taken_over, async |app| {
    let programme = programme(&app, json!({"publishes_automatically": true, "round_every_days": 7})).await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    matching::run_due(&app.store).await.unwrap();
    let second = app.second_node().await;
    let advance = |seconds: u64| {
        for store in [&app.store, &second] {
            store.clock.advance(Duration::from_secs(seconds));
        }
    };
    // The other node ends later and later in the round.
    for polls in 1.. {
        let leo = waiting(&app, &programme, &format!("leo{polls}"), Role::Mentee, &["english"], "tech").await;
        advance(7 * 24 * 3600);
        let is_whole = polled(matching::run_due(&second), polls).await.is_some();
        let rounds = matching::run_due(&app.store).await.unwrap();
        advance(11 * 60);
        assert!(rounds + matching::run_due(&app.store).await.unwrap() <= 1, "after {polls} polls");
        assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Proposed], "after {polls} polls");
        assert_eq!(matching::run_due(&app.store).await.unwrap(), 0, "once, after {polls} polls");
        pool::leave(&app.store, &test_kit::operator(), leo, "").await.unwrap().unwrap();
        if is_whole {
            break;
        }
    }
});

both!(run_approved_beside_a_new_draft_stays, async |app| {
    let programme = programme(&app, json!({})).await;
    waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let (second, actor) = (app.second_node().await, test_kit::operator());
    for turn in 0..20 {
        let first = runs::draft(&app.store, &actor, &programme).await.unwrap().unwrap();
        // The approval arrives later and later in the draft.
        let approve = async {
            for _ in 0..turn {
                tokio::task::yield_now().await;
            }
            runs::approve(&second, &actor, first.id).await.unwrap()
        };
        let (approved, drafted) = join(approve, runs::draft(&app.store, &actor, &programme)).await;
        let state = runs::by_id(&app.store, first.id).await.unwrap().unwrap().state;
        if approved.is_ok() {
            assert_eq!((state, drafted.unwrap().err()), (RunState::Approved, Some(runs::Refusal::Approved(first.id))));
            runs::withdraw(&app.store, &actor, first.id).await.unwrap().unwrap();
        } else {
            assert!(state == RunState::Stale && drafted.unwrap().is_ok(), "turn {turn}: {state:?}");
        }
    }
});

both!(run_published_on_two_nodes_counts_once, async |app| {
    let programme = programme(&app, json!({})).await;
    waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee, &["german"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    let second = app.second_node().await;
    for round in 1..=3 {
        let run = runs::draft(&app.store, &test_kit::operator(), &programme).await.unwrap().unwrap();
        runs::approve(&app.store, &test_kit::operator(), run.id).await.unwrap().unwrap();
        let actor = test_kit::operator();
        let publish = |store| runs::publish(store, &actor, &programme, run.id);
        let balances = join_all([&app.store, &second, &app.store, &second].map(|store| publish(store))).await;
        let balances: Vec<_> = balances.into_iter().filter_map(|published| published.unwrap().ok()).collect();
        assert!(!balances.is_empty() && balances.iter().all(|balance| balance.fell_out == 0), "{balances:?}");
        let waited = pool::of_person(&app.store, ada).await.unwrap().unwrap().rounds_waited;
        assert_eq!(waited, round, "no mentor speaks Ada's language");
    }
});

both!(mentors_who_leave_during_a_publication_are_not_proposed, async |app| {
    let programme = programme(&app, json!({})).await;
    let second = app.second_node().await;
    for turn in 0..10 {
        let name = |one: &str| format!("{one}{turn}");
        let leo = waiting(&app, &programme, &name("leo"), Role::Mentee, &["english"], "tech").await;
        let nina = waiting(&app, &programme, &name("nina"), Role::Mentor, &["english"], "tech").await;
        let run = runs::draft(&app.store, &test_kit::operator(), &programme).await.unwrap().unwrap();
        runs::approve(&app.store, &test_kit::operator(), run.id).await.unwrap().unwrap();
        let (published, left) = join(
            runs::publish(&app.store, &test_kit::operator(), &programme, run.id),
            pool::leave(&second, &test_kit::operator(), nina, "no time"),
        )
        .await;
        assert!(published.unwrap().is_ok() && left.unwrap().is_ok());
        let open = states(&app.store, leo, Role::Mentee).await.iter().filter(|state| state.is_open()).count();
        assert_eq!(open, 0, "Nina is not in the pool any more");
        pool::leave(&app.store, &test_kit::operator(), leo, "").await.unwrap().unwrap();
    }
});

both!(draft_after_a_half_published_run_leaves_it_a_round, async |app| {
    let programme = programme(&app, json!({})).await;
    // More mentees than one transaction publishes.
    let mut mentees = Vec::new();
    for number in 0..45 {
        let name = format!("leo{number}");
        mentees.push(waiting(&app, &programme, &name, Role::Mentee, &["english"], "tech").await);
    }
    for name in ["nina", "maya", "omar", "kofi", "selma"] {
        waiting(&app, &programme, name, Role::Mentor, &["english"], "tech").await;
    }
    let first = runs::draft(&app.store, &test_kit::operator(), &programme).await.unwrap().unwrap();
    runs::approve(&app.store, &test_kit::operator(), first.id).await.unwrap().unwrap();
    // The node ends as soon as some mentees have been asked.
    for polls in 1.. {
        let published = polled(runs::publish(&app.store, &test_kit::operator(), &programme, first.id), polls).await;
        assert!(published.is_none(), "not all at once");
        let asked = join_all(mentees.iter().map(|one| states(&app.store, *one, Role::Mentee))).await;
        if asked.iter().any(|states| !states.is_empty()) {
            break;
        }
    }
    let open = runs::open(&app.store, programme.id).await.unwrap();
    assert_eq!(open.map(|run| (run.id, run.state)), Some((first.id, RunState::Approved)), "not whole yet");
    let refused = runs::draft(&app.store, &test_kit::operator(), &programme).await.unwrap();
    assert_eq!(refused.err(), Some(runs::Refusal::Approved(first.id)), "it may still go on");
    app.store.clock.advance(Duration::from_secs(61));
    let second = runs::draft(&app.store, &test_kit::operator(), &programme).await.unwrap().unwrap();
    let all = runs::of_programme(&app.store, programme.id, 10).await.unwrap();
    let states: Vec<_> = all.iter().map(|run| (run.id, run.state, run.published_at.is_some())).collect();
    assert!(states.contains(&(first.id, RunState::Published, true)), "{states:?}");
    assert!(states.contains(&(second.id, RunState::Draft, false)), "{states:?}");
});

both!(people_without_proposal_have_true_reasons, async |app| {
    let lakeside = programme(&app, json!({})).await;
    let nina = waiting(&app, &lakeside, "nina", Role::Mentor, &["arabic"], "care").await;
    let leo = waiting(&app, &lakeside, "leo", Role::Mentee, &["english"], "care").await;
    let reasons = async || {
        let preview = runs::preview(&app.store, &lakeside).await.unwrap().unwrap();
        preview.unmatched.into_iter().collect::<BTreeMap<_, _>>()
    };
    let expected = "no answer of the other side fits the mandatory criterion languages";
    for person in [nina, leo] {
        assert_eq!(runs::in_words(&reasons().await[&person]), expected);
    }
    pool::leave(&app.store, &test_kit::operator(), leo, "moved away").await.unwrap().unwrap();
    let ada = waiting(&app, &lakeside, "ada", Role::Mentee, &["arabic"], "care").await;
    round(&app.store, &lakeside).await;
    let maya = waiting(&app, &lakeside, "maya", Role::Mentor, &["arabic"], "care").await;
    let found = reasons().await;
    assert_eq!(runs::in_words(&found[&maya]), "no mentee waits without an open proposal");
    assert!(!found.contains_key(&ada));
});
