//! Warnings before the vetting of a mentor ends.

use chrono::{DateTime, Duration, Utc};
use store::people::{self, Role};
use store::staff::{Grant, StaffRole, grants};
use store::{administration, outbox};
use test_kit::both;

use crate::contact::World;
use crate::test_store::new_person;

both!(mentor_and_staff_are_warned_before_the_vetting_ends, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let cora = people::NewPerson { programme_id: Some(world.programme.id), ..new_person("Cora", Role::Staff) };
    let cora = people::add(store, &test_kit::operator(), &cora).await.unwrap().unwrap();
    let coordinator = Grant { role: StaffRole::Coordinator, programme: Some(world.programme.id) };
    grants::grant(store, &test_kit::operator(), cora, coordinator).await.unwrap();
    let warned = async || {
        administration::warn_of_ending_vettings(store).await.unwrap();
        let jobs: Vec<outbox::Job<outbox::Mail>> =
            outbox::lease(store, outbox::MAIL, 100, Duration::minutes(1)).await.unwrap();
        let mut mails = Vec::new();
        for job in jobs {
            outbox::done(store, job.id).await.unwrap();
            mails.push((job.payload.to, job.payload.template));
        }
        mails.sort();
        mails
    };
    let both = [("cora@example.org", "staff_vetting_ends"), ("nina@example.org", "vetting_ends")]
        .map(|(to, template)| (to.to_owned(), template.to_owned()));
    // Valid until 30 June; the programme has summer time.
    let day = async |day: &str| {
        let at: DateTime<Utc> = format!("{day}T10:00:00Z").parse().unwrap();
        world.app.advance(at - store.clock.now());
        let first = warned().await;
        assert_eq!(warned().await, [], "once on {day}");
        first
    };
    assert_eq!(day("2026-05-30").await, []);
    assert_eq!(day("2026-05-31").await, both);
    assert_eq!(day("2026-06-16").await, both);
    world.vet(Some("2026-07-01")).await;
    assert_eq!(day("2026-06-28").await, both, "of the new end");
    assert_eq!(day("2026-07-02").await, []);
});
