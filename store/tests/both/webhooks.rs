//! Webhooks: which alerts reach which addresses, how often they are tried, and what the log keeps.

use chrono::Duration;
use serde_json::{Value, json};
use store::failed_jobs;
use store::listing::ListRequest;
use store::outbox::{self, Cause};
use store::people::{self, NewPerson, Role};
use store::staff::{Actor, Scope, Staff};
use store::webhooks::{
    self, DeliveryState, Event, KEPT_DAYS, ListedDelivery, MAX_WEBHOOKS, NewWebhook, RotationRefusal, WebhookRefusal,
};
use store::{AlertId, PersonId, ProgrammeId, WebhookId, administration, alert_notices, programmes};
use test_kit::{both, operator};

use crate::TestApp;
use crate::test_store::new_person;

const URL: &str = "https://hub.example.org";

struct World {
    app: TestApp,
    programme: ProgrammeId,
    tom: PersonId,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let settings = programmes::Settings::default();
        let programme =
            administration::put_programme(&app.store, &operator(), "river", "River", "UTC", &settings).await.unwrap();
        let tom = NewPerson { programme_id: Some(programme), ..new_person("Tom", Role::Mentee) };
        let tom = people::add(&app.store, &operator(), &tom).await.unwrap().unwrap();
        Self { app, programme, tom }
    }

    async fn add(&self, programme: Option<ProgrammeId>, events: &[Event]) -> WebhookId {
        let new = NewWebhook {
            programme,
            name: "On call".to_owned(),
            url: "https://duty.example/hook".to_owned(),
            events: events.to_vec(),
        };
        webhooks::add(&self.app.store, &operator(), &new).await.unwrap().unwrap().0
    }

    /// Tom is in a crisis, and staff are notified.
    async fn alert(&self) -> AlertId {
        let alert = crate::safety::alert_about(&self.app, self.tom, self.programme).await;
        alert_notices::send_due(&self.app.store).await.unwrap();
        alert
    }

    async fn bodies(&self) -> Vec<Value> {
        let due = webhooks::due(&self.app.store).await.unwrap();
        due.iter().map(|sent| serde_json::from_str(&sent.body(URL).unwrap()).unwrap()).collect()
    }

    async fn states(&self) -> Vec<DeliveryState> {
        self.log().await.iter().map(|delivery| delivery.state).collect()
    }

    async fn log(&self) -> Vec<ListedDelivery> {
        webhooks::deliveries(&self.app.store, &Scope::Installation, &ListRequest::default()).await.unwrap().rows
    }
}

both!(alert_reaches_addresses_without_its_person, async |app| {
    let world = World::new(app).await;
    world.add(None, &Event::CHOICE).await;
    world.add(Some(world.programme), &[Event::AlertOpened]).await;
    world.add(Some(world.programme), &[Event::AlertEscalated]).await;
    let settings = programmes::Settings::default();
    let far = administration::put_programme(&world.app.store, &operator(), "far", "Far", "UTC", &settings).await;
    world.add(Some(far.unwrap()), &Event::CHOICE).await;

    let alert = world.alert().await;
    let bodies = world.bodies().await;
    assert_eq!(bodies.len(), 2, "{bodies:?}");
    for body in &bodies {
        assert_eq!(body["type"], "alert.opened");
        assert_eq!(
            body["data"],
            json!({
                "case": alert,
                "kind": "crisis",
                "programme": {"id": world.programme, "key": "river"},
                "url": format!("{URL}/staff/reports/{alert}"),
            })
        );
        assert!(!body.to_string().contains("Tom"));
    }
    // No lead takes it within a quarter of an hour.
    world.app.advance(Duration::minutes(16));
    alert_notices::send_due(&world.app.store).await.unwrap();
    let types: Vec<_> = world.bodies().await.iter().map(|body| body["type"].clone()).collect();
    assert_eq!(types.iter().filter(|kind| **kind == "alert.escalated").count(), 2, "{types:?}");
});

both!(event_is_tried_for_over_a_day, async |app| {
    let world = World::new(app).await;
    let (store, started_at) = (&*world.app.store, world.app.store.clock.now());
    let id = world.add(None, &Event::CHOICE).await;
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    for attempt in 1..=8 {
        let sent = webhooks::due(store).await.unwrap().remove(0);
        let first = sent.body(URL).unwrap();
        assert!(first.contains("webhook.test"));
        webhooks::failed(store, &sent, Some(503), "it refused it with 503").await.unwrap();
        let [row] = &world.log().await[..] else { panic!("one delivery") };
        let state = if attempt < 8 { DeliveryState::Waiting } else { DeliveryState::Failed };
        assert_eq!((row.state, row.attempts, row.status), (state, attempt, Some(503)));
        assert_eq!(webhooks::due(store).await.unwrap().len(), 0, "not at once");
        if attempt < 8 {
            let waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
            world.app.advance(Duration::seconds(waits[usize::try_from(attempt).unwrap() - 1]));
        }
    }
    assert!(store.clock.now() - started_at > Duration::hours(24));
    let failed = failed_jobs::page(store, &Scope::Installation, &ListRequest::default()).await.unwrap().rows;
    assert_eq!(failed.iter().map(|job| &*job.kind).collect::<Vec<_>>(), [webhooks::JOB]);

    let delivery = world.log().await[0].id;
    assert!(webhooks::resend(store, &operator(), delivery).await.unwrap());
    assert!(!webhooks::resend(store, &operator(), delivery).await.unwrap(), "it waits");
    let sent = webhooks::due(store).await.unwrap().remove(0);
    assert_eq!(sent.id, delivery, "the address recognises it");
    webhooks::delivered(store, &sent, 204).await.unwrap();
    assert_eq!(world.log().await[0].state, DeliveryState::Delivered);
    let failed = failed_jobs::page(store, &Scope::Installation, &ListRequest::default()).await.unwrap().rows;
    assert_eq!(failed, []);
});

both!(address_that_is_gone_gets_nothing, async |app| {
    let world = World::new(app).await;
    let store = &*world.app.store;
    let id = world.add(None, &Event::CHOICE).await;
    world.alert().await;
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    let due = webhooks::due(store).await.unwrap();
    let [sent, other] = &due[..] else { panic!("two events") };
    webhooks::gone(store, sent, 410).await.unwrap();
    // The other one was on its way.
    webhooks::failed(store, other, Some(503), "the address refused it (503)").await.unwrap();
    assert_eq!(world.states().await, [DeliveryState::Failed; 2]);
    assert!(outbox::queues(store).await.unwrap().iter().all(|queue| queue.kind != webhooks::JOB));
    world.app.advance(Duration::minutes(16));
    alert_notices::send_due(store).await.unwrap();
    assert!(webhooks::due(store).await.unwrap().is_empty());
    assert!(!webhooks::test(store, &operator(), id).await.unwrap());
    assert!(!webhooks::resend(store, &operator(), sent.id).await.unwrap());
    assert!(webhooks::all(store, &Scope::Installation).await.unwrap()[0].gone_at.is_some());
    assert!(webhooks::enable(store, &operator(), id).await.unwrap());
    assert_eq!(webhooks::due(store).await.unwrap().len(), 0);
    for id in [sent.id, other.id] {
        assert!(webhooks::resend(store, &operator(), id).await.unwrap());
    }
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    assert_eq!(webhooks::due(store).await.unwrap().len(), 3);
});

both!(event_that_waits_for_a_retry_is_given_up_with_its_address, async |app| {
    let world = World::new(app).await;
    let store = &*world.app.store;
    let id = world.add(None, &Event::CHOICE).await;
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    let first = webhooks::due(store).await.unwrap().remove(0);
    webhooks::failed(store, &first, Some(503), "the address refused it (503)").await.unwrap();
    assert!(!webhooks::resend(store, &operator(), first.id).await.unwrap(), "it has a job");
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    let second = webhooks::due(store).await.unwrap().remove(0);
    webhooks::gone(store, &second, 410).await.unwrap();
    assert_eq!(world.states().await, [DeliveryState::Failed; 2]);
    assert!(webhooks::enable(store, &operator(), id).await.unwrap());
    world.app.advance(Duration::days(1));
    assert!(webhooks::due(store).await.unwrap().is_empty());
});

both!(event_that_waits_without_job_is_sent_again, async |app| {
    let world = World::new(app).await;
    let store = &*world.app.store;
    let id = world.add(None, &Event::CHOICE).await;
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    let delivery = world.log().await[0].id;
    assert!(!webhooks::resend(store, &operator(), delivery).await.unwrap(), "it has a job");
    world.app.execute("DELETE FROM outbox").await;
    assert!(webhooks::resend(store, &operator(), delivery).await.unwrap());
    assert_eq!(webhooks::due(store).await.unwrap()[0].id, delivery);
});

both!(event_that_cannot_be_read_is_given_up, async |app| {
    let world = World::new(app).await;
    let store = &*world.app.store;
    let id = world.add(None, &Event::CHOICE).await;
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    world.app.execute("UPDATE webhook_deliveries SET data = '[]'").await;
    let sent = webhooks::due(store).await.unwrap().remove(0);
    let error = sent.body(URL).unwrap_err();
    webhooks::unreadable(store, &sent, &error.to_string()).await.unwrap();
    assert_eq!(world.states().await, [DeliveryState::Failed]);
    let failed = failed_jobs::page(store, &Scope::Installation, &ListRequest::default()).await.unwrap().rows;
    assert_eq!(failed.iter().map(|job| job.cause).collect::<Vec<_>>(), [Cause::Unreadable]);
});

both!(new_secret_signs_beside_the_one_before, async |app| {
    let world = World::new(app).await;
    let store = &*world.app.store;
    let id = world.add(None, &Event::CHOICE).await;
    let secrets = async || {
        assert!(webhooks::test(store, &operator(), id).await.unwrap());
        let sent = webhooks::due(store).await.unwrap().remove(0);
        webhooks::delivered(store, &sent, 200).await.unwrap();
        sent.secrets
    };
    let first = secrets().await;
    let second = webhooks::rotate(store, &operator(), id).await.unwrap().unwrap();
    assert!(second.starts_with("whsec_"));
    assert_eq!(webhooks::rotate(store, &operator(), id).await.unwrap(), Err(RotationRefusal::TooEarly));
    assert_eq!(secrets().await, [second.clone(), first[0].clone()]);
    world.app.advance(Duration::days(1));
    assert_eq!(secrets().await, std::slice::from_ref(&second));
    let third = webhooks::rotate(store, &operator(), id).await.unwrap().unwrap();
    assert_eq!(secrets().await, [third, second]);
});

both!(staff_of_programme_reach_no_webhook, async |app| {
    let world = World::new(app).await;
    let store = &*world.app.store;
    let id = world.add(Some(world.programme), &Event::CHOICE).await;
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    let scope = Scope::Programmes(vec![world.programme]);
    let actor = Actor::Staff(Staff { person: world.tom, scope: scope.clone() });
    assert_eq!(webhooks::all(store, &scope).await.unwrap(), []);
    assert_eq!(webhooks::deliveries(store, &scope, &ListRequest::default()).await.unwrap().total, 0);
    assert_eq!(webhooks::rotate(store, &actor, id).await.unwrap(), Err(RotationRefusal::Unknown));
    assert!(!webhooks::remove(store, &actor, id).await.unwrap());
    assert_eq!(webhooks::all(store, &Scope::Installation).await.unwrap().len(), 1);
});

both!(installation_has_few_webhooks_and_a_short_log, async |app| {
    let world = World::new(app).await;
    let store = &*world.app.store;
    for _ in 0..MAX_WEBHOOKS {
        world.add(None, &Event::CHOICE).await;
    }
    let new = NewWebhook {
        programme: None,
        name: "One more".to_owned(),
        url: "https://duty.example".to_owned(),
        events: vec![Event::AlertOpened],
    };
    assert_eq!(webhooks::add(store, &operator(), &new).await.unwrap(), Err(WebhookRefusal::TooMany));
    let unknown = NewWebhook { programme: Some(store.clock.id()), ..new };
    assert_eq!(webhooks::add(store, &operator(), &unknown).await.unwrap(), Err(WebhookRefusal::Unknown));
    let id = webhooks::all(store, &Scope::Installation).await.unwrap()[0].id;
    assert!(webhooks::test(store, &operator(), id).await.unwrap());
    world.app.advance(Duration::days(KEPT_DAYS) - Duration::seconds(1));
    assert_eq!(webhooks::prune(store).await.unwrap(), 0);
    world.app.advance(Duration::seconds(1));
    assert_eq!(webhooks::prune(store).await.unwrap(), 1);
    assert!(webhooks::due(store).await.unwrap().is_empty(), "its job ends with it");
});
