//! Runs of the engine, and when they take place.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use store::matching::{self, State};
use store::people::Role;
use test_kit::both;

use super::{programme, states, waiting};

both!(rounds_are_scheduled_run_once_and_publish_by_rule, async |app| {
    let programme = programme(&app, json!({"publishes_automatically": true, "round_every_days": 7})).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee, &["english"], "tech").await;
    waiting(&app, &programme, "nina", Role::Mentor, &["english"], "tech").await;
    matching::work(&app.store).await.unwrap();
    assert_eq!(states(&app.store, leo, Role::Mentee).await, []);
    app.store.clock.advance(Duration::from_secs(7 * 24 * 3600));
    let second = app.second_node().await;
    second.clock.advance(Duration::from_secs(7 * 24 * 3600));
    let done = join_all([&app.store, &second].map(|store| matching::run_due(store))).await;
    assert_eq!(done.into_iter().map(Result::unwrap).sum::<usize>(), 1, "one node runs the round");
    assert_eq!(states(&app.store, leo, Role::Mentee).await, [State::Proposed]);
});
