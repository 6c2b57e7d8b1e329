//! What rounds brought a person, and what became of it.

use serde_json::json;
use store::administration::{self, MenteesAfter};
use store::matching::past::{self, Brought};
use store::matching::{Choice, State, pool};
use store::people::Role;
use store::staff::Scope;
use store::{PersonId, Store, blocks};
use test_kit::{both, operator};

use super::{add, decide, named_programme, programme, round, waiting};

async fn brought(store: &Store, scope: &Scope, person: PersonId) -> Vec<Brought> {
    past::page(store, scope, person, None).await.unwrap().rows
}

both!(person_has_each_round_with_what_became_of_it, async |app| {
    let lakeside = programme(&app, json!({"proposals": 1})).await;
    let store = &*app.store;
    let leo = waiting(&app, &lakeside, "leo", Role::Mentee, &["arabic"], "tech").await;
    let ada = waiting(&app, &lakeside, "ada", Role::Mentee, &["german"], "arts").await;
    let nina = waiting(&app, &lakeside, "nina", Role::Mentor, &["arabic"], "tech").await;
    let scope = Scope::Programmes(vec![lakeside.id]);
    assert_eq!(brought(store, &scope, leo).await, []);
    round(store, &lakeside).await;
    let [open] = &brought(store, &scope, leo).await[..] else { panic!("one round") };
    assert_eq!(
        (open.other_id, open.other_name.as_str(), open.state),
        (Some(nina), "nina Silva", Some(State::Proposed))
    );
    assert_eq!((open.changed_at, open.mentorship_id, open.programme_id), (None, None, lakeside.id));
    let [left_out] = &brought(store, &scope, ada).await[..] else { panic!("one round") };
    assert_eq!((left_out.other_id, left_out.state), (None, None));
    assert!(left_out.reason.is_some() && left_out.run_id == open.run_id, "{left_out:?}");

    decide(store, leo, Choice::Interested).await;
    decide(store, nina, Choice::Interested).await;
    let [matched] = &brought(store, &scope, nina).await[..] else { panic!("one round") };
    assert_eq!((matched.other_id, matched.state, matched.ended_at), (Some(leo), Some(State::Accepted), None));
    let mentorship = matched.mentorship_id.unwrap();
    administration::end_mentorship(
        store,
        &operator(),
        mentorship,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::StayOut,
    )
    .await
    .unwrap()
    .unwrap();
    assert!(brought(store, &scope, nina).await[0].ended_at.is_some());

    let hill = named_programme(&app, "hill", json!({})).await;
    assert_eq!(brought(store, &Scope::Programmes(vec![hill.id]), leo).await, []);
    let newcomer = add(&app, hill.id, "new", Role::Mentee).await;
    assert_eq!(brought(store, &Scope::Installation, newcomer).await, []);
    // Whose programme is another one now is not named.
    app.execute(
        "UPDATE people SET programme_id = (SELECT id FROM programmes WHERE key = 'hill') WHERE first_name = 'nina'",
    )
    .await;
    assert_eq!(brought(store, &scope, leo).await[0].other_name, "");
});

both!(time_of_a_block_is_as_unknown_as_that_of_a_departure, async |app| {
    let lakeside = programme(&app, json!({"proposals": 2})).await;
    let store = &*app.store;
    let leo = waiting(&app, &lakeside, "leo", Role::Mentee, &["arabic"], "tech").await;
    let nina = waiting(&app, &lakeside, "nina", Role::Mentor, &["arabic"], "tech").await;
    let omar = waiting(&app, &lakeside, "omar", Role::Mentor, &["arabic"], "tech").await;
    round(store, &lakeside).await;
    app.direct(&[leo, nina]).await;
    blocks::add(store, leo, nina).await.unwrap();
    pool::leave(store, &operator(), omar, "").await.unwrap().unwrap();
    let scope = Scope::Programmes(vec![lakeside.id]);
    for (person, state) in [(nina, State::Held), (omar, State::LeftPool)] {
        let [row] = &brought(store, &scope, person).await[..] else { panic!("one round") };
        assert_eq!((row.state, row.changed_at, row.ended_at), (Some(state), None, None));
    }
});
