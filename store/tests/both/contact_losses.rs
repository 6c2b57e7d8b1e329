//! Mails to people who lose contact because staff changed a rule.

use chrono::Duration;
use store::administration::{self, NewRule};
use store::contact::{self, losses};
use store::outbox;
use store::people::Role;
use store::person_facts::{self, Change};
use store::programmes::rules::{Demands, Rule};
use store::{PersonId, ProgrammeId, programmes};
use test_kit::{both, operator};

use crate::mentorship::{people_of, person};
use crate::test_store::TestStore;

struct World {
    app: TestStore,
    lake: ProgrammeId,
    nina: PersonId,
}

impl World {
    async fn new(app: TestStore) -> Self {
        let [nina, ..] = people_of(&app).await;
        let lake = programmes::all(&app.store).await.unwrap().into_iter().find(|one| one.key == "lakeside").unwrap().id;
        Self { app, lake, nina }
    }

    async fn demand(&self, vetting: bool, guardian_consent: bool) {
        let rule = Rule::Facts(Demands { vetting, guardian_consent, mentor_minimum_age: 18 });
        let programme = programmes::by_id(&self.app.store, self.lake).await.unwrap().unwrap();
        let expected = rule.key().of(&programme.settings).revision();
        let new = NewRule { rule, expected: &expected };
        administration::set_rule(&self.app.store, &operator(), self.lake, new).await.unwrap().unwrap();
    }

    /// What has arrived after some minutes: addresses with what is missing.
    async fn after(&self, minutes: i64) -> Vec<(String, String)> {
        self.app.advance(Duration::minutes(minutes));
        losses::notify_due(&self.app.store).await.unwrap();
        let jobs: Vec<outbox::Job<outbox::Mail>> =
            outbox::lease(&self.app.store, outbox::MAIL, 100, Duration::minutes(1)).await.unwrap();
        let mut mails = Vec::new();
        for job in jobs {
            outbox::done(&self.app.store, job.id).await.unwrap();
            let says = |one: &&str| job.payload.values.get(*one).is_some_and(|value| value == "yes");
            let missing: Vec<_> = ["vetting", "consent", "age"].into_iter().filter(says).collect();
            if job.payload.template == "contact_paused" {
                mails.push((job.payload.to.split('@').next().unwrap().to_owned(), missing.join(" ")));
            }
        }
        mails.sort();
        mails
    }
}

fn mail(to: &str, missing: &str) -> (String, String) {
    (to.to_owned(), missing.to_owned())
}

both!(who_loses_contact_by_a_rule_reads_it_an_hour_later, async |app| {
    let world = World::new(app).await;
    world.demand(true, false).await;
    assert_eq!(world.after(59).await, []);
    assert_eq!(world.after(2).await, [mail("nina", "vetting")]);
    world.demand(true, true).await;
    assert_eq!(world.after(61).await, ["ada", "ben", "leo"].map(|name| mail(name, "consent")), "not nina again");
    assert_eq!(world.after(600).await, [], "once");
});

both!(rule_that_is_set_back_within_the_hour_sends_nothing, async |app| {
    let world = World::new(app).await;
    world.demand(true, false).await;
    assert_eq!(world.after(30).await, []);
    world.demand(false, false).await;
    assert_eq!(world.after(40).await, []);
    world.demand(true, false).await;
    assert_eq!(world.after(20).await, []);
    world.demand(false, false).await;
    world.demand(true, false).await;
    assert_eq!(world.after(59).await, [], "an hour from the last time");
    assert_eq!(world.after(2).await, [mail("nina", "vetting")]);
});

both!(fact_that_is_recorded_within_the_hour_sends_nothing, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    person(&world.app, "otto", Role::Mentor, world.lake).await;
    world.demand(true, false).await;
    let until = (store.clock.now() + Duration::days(300)).date_naive();
    let change = Change { vetted_until: Some(Some(until)), ..Change::default() };
    person_facts::change(store, &operator(), world.nina, change).await.unwrap();
    assert_eq!(world.after(61).await, [mail("otto", "vetting")]);
});

both!(day_from_which_facts_bind_sends_to_all_who_lack_them, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let now = store.clock.now();
    assert!(contact::set_binding(store, &operator(), world.lake, now + Duration::days(2)).await.unwrap());
    world.demand(true, false).await;
    assert_eq!(world.after(120).await, [], "nothing closes yet");
    assert!(contact::set_binding(store, &operator(), world.lake, now + Duration::days(1)).await.unwrap());
    assert_eq!(world.after(24 * 60 - 121).await, []);
    assert_eq!(world.after(62).await, [mail("nina", "vetting")]);
    assert_eq!(world.after(2 * 24 * 60).await, [], "once");
});
