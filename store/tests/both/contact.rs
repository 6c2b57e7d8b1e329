//! Contact follows the facts: what the programme demands, suspensions and reports.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde_json::json;
use store::administration::{Lifted, SuspendedBy};
use store::calendar::{self, DeleteOutcome, Draft, Feed, WriteOutcome};
use store::cases;
use store::channels::{self, Kind, Status};
use store::contact::{self, Missing};
use store::matching::Rules;
use store::mentorship::{self, NewMentorship, Refusal};
use store::messages::Rejection;
use store::people::{self, Role};
use store::person_facts::{self, Change};
use store::programmes::{Programme, Settings};
use store::reports::{self, NewReport, Reason};
use store::staff::{Scope, Staff};
use store::{ChannelId, MentorshipId, PersonId, administration, calls};
use test_kit::both;

use crate::test_store::{TestStore, draft, new_person, rejection, start};

/// A programme that demands vetting and consent, with a pair and a group of the mentor Nina and the mentees Leo and Ada.
pub(crate) struct World {
    pub(crate) app: TestStore,
    pub(crate) programme: Programme,
    pub(crate) nina: PersonId,
    pub(crate) leo: PersonId,
    pub(crate) ada: PersonId,
}

fn settings() -> Settings {
    let matching: Rules =
        serde_json::from_value(json!({"needs_vetting": true, "needs_guardian_consent": true})).unwrap();
    Settings { matching, ..Settings::default() }
}

impl World {
    pub(crate) async fn new(app: TestStore) -> Self {
        let id = administration::put_programme(
            &app.store,
            &test_kit::operator(),
            "lake",
            "Lake",
            "Europe/Berlin",
            &settings(),
        )
        .await
        .unwrap();
        let programme = store::programmes::by_id(&app.store, id).await.unwrap().unwrap();
        let mut people = Vec::new();
        for (name, role) in [("nina", Role::Mentor), ("leo", Role::Mentee), ("ada", Role::Mentee)] {
            let new = people::NewPerson { programme_id: Some(id), ..new_person(name, role) };
            people.push(people::add(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap());
        }
        let [nina, leo, ada] = people[..] else { unreachable!() };
        let world = Self { app, programme, nina, leo, ada };
        world.vet(Some("2026-06-30")).await;
        for mentee in [leo, ada] {
            world.consent(mentee, true).await;
        }
        world
    }

    async fn change(&self, person: PersonId, change: Change) {
        person_facts::change(&self.app.store, &test_kit::operator(), person, change).await.unwrap();
    }

    pub(crate) async fn vet(&self, until: Option<&str>) {
        let until = until.map(|day| day.parse::<NaiveDate>().unwrap());
        self.change(self.nina, Change { vetted_until: Some(until), ..Change::default() }).await;
    }

    async fn consent(&self, mentee: PersonId, is_given: bool) {
        self.change(mentee, Change { guardian_consent: Some(is_given), ..Change::default() }).await;
    }

    pub(crate) async fn begin(&self, mentees: &[PersonId], group: Option<&str>) -> Result<MentorshipId, Refusal> {
        let new = NewMentorship { mentor: self.nina, mentees: mentees.to_vec(), group: group.map(str::to_owned) };
        administration::create_mentorship(&self.app.store, &test_kit::operator(), &new).await.unwrap()
    }

    pub(crate) async fn channel_of(&self, id: MentorshipId) -> ChannelId {
        mentorship::by_id(&self.app.store, id).await.unwrap().unwrap().channel_id
    }

    async fn statuses<const N: usize>(&self, channel: ChannelId, people: [PersonId; N]) -> [Status; N] {
        let mut statuses = Vec::new();
        for person in people {
            statuses.push(channels::membership(&self.app.store, channel, person).await.unwrap().unwrap().status);
        }
        statuses.try_into().unwrap()
    }

    /// Time passes, and the job of time runs.
    async fn advance(&self, by: Duration) {
        self.app.advance(by);
        administration::follow_time(&self.app.store).await.unwrap();
    }

    async fn send(&self, channel: ChannelId, sender: PersonId) -> Option<Rejection> {
        match self.app.store.writer.append(draft(channel, sender, "Hello")).await {
            Ok(_) => None,
            other => Some(rejection(other)),
        }
    }

    pub(crate) async fn report(&self, channel: ChannelId, stops_contact: Option<bool>) -> reports::Added {
        let new = NewReport {
            reporter: self.leo,
            subject: self.nina,
            channel,
            message: None,
            programme: Some(self.programme.id),
            reason: Reason::Harassment,
            details: "",
            stops_contact,
        };
        reports::add(&self.app.store, new, 20).await.unwrap().unwrap()
    }
}

pub(crate) fn call() -> Draft {
    Draft {
        title: "Call".to_owned(),
        description: String::new(),
        session_key: None,
        is_mentoring_call: true,
        scheduled_at: start() + Duration::days(2),
        time_zone: chrono_tz::Tz::UTC,
        repeats_until: None,
    }
}

const ACTIVE: Status = Status::Active;
const PAUSED: Status = Status::Inactive;

both!(facts_that_end_pause_a_pair_and_that_return_resume_it, async |app| {
    let world = World::new(app).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    let both = [world.nina, world.leo];
    world.app.send(channel, world.nina, "before").await;
    let mut listener = world.app.store.bus.listen();
    world.vet(None).await;
    let events = crate::test_store::next_events(&mut listener).await;
    assert!(
        events.iter().any(|event| matches!(event, store::bus::Event::ChannelsChanged { people } if people.len() == 2))
    );
    assert_eq!(world.statuses(channel, both).await, [PAUSED, PAUSED]);
    for person in both {
        assert_eq!(world.send(channel, person).await, Some(Rejection::NotActive));
        let membership = channels::membership(&world.app.store, channel, person).await.unwrap().unwrap();
        assert_eq!((membership.readable_head(), membership.resumes_at), (1, None), "they read what was written");
    }
    assert_eq!(calls::audience(&world.app.store, channel).await.unwrap(), [], "a call has no audience");
    world.vet(Some("2026-06-30")).await;
    assert_eq!(world.statuses(channel, both).await, [ACTIVE, ACTIVE]);
    world.consent(world.leo, false).await;
    assert_eq!(world.statuses(channel, both).await, [PAUSED, PAUSED]);
    world.vet(None).await;
    world.consent(world.leo, true).await;
    assert_eq!(world.statuses(channel, both).await, [PAUSED, PAUSED], "the other fact is still missing");
    world.vet(Some("2026-06-30")).await;
    assert_eq!(world.send(channel, world.leo).await, None);
});

both!(vetting_ends_by_itself_at_the_end_of_its_last_day, async |app| {
    let world = World::new(app).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    world.advance(Duration::zero()).await;
    // Berlin has summer time then.
    let end: DateTime<Utc> = "2026-06-30T22:00:00Z".parse().unwrap();
    world.advance(end - world.app.store.clock.now() - Duration::seconds(1)).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [ACTIVE, ACTIVE]);
    world.advance(Duration::seconds(1)).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [PAUSED, PAUSED]);
});

both!(group_goes_on_without_one_mentee_but_not_without_its_mentor, async |app| {
    let world = World::new(app).await;
    let group = world.begin(&[world.leo, world.ada], Some("Circle")).await.unwrap();
    let channel = world.channel_of(group).await;
    let all = [world.nina, world.leo, world.ada];
    world.consent(world.leo, false).await;
    assert_eq!(world.statuses(channel, all).await, [ACTIVE, PAUSED, ACTIVE]);
    world.app.send(channel, world.ada, "without Leo").await;
    let leo = channels::membership(&world.app.store, channel, world.leo).await.unwrap().unwrap();
    assert_eq!(leo.readable_head(), 0, "he reads what was written while he was active");
    world.vet(None).await;
    assert_eq!(world.statuses(channel, all).await, [PAUSED; 3]);
    world.vet(Some("2026-06-30")).await;
    assert_eq!(world.statuses(channel, all).await, [ACTIVE, PAUSED, ACTIVE]);
});

both!(no_pair_begins_without_the_facts_demanded, async |app| {
    let world = World::new(app).await;
    world.vet(None).await;
    assert_eq!(world.begin(&[world.leo], None).await, Err(Refusal::NotCleared(world.nina, Missing::Vetting)));
    world.vet(Some("2026-06-30")).await;
    world.consent(world.leo, false).await;
    assert_eq!(world.begin(&[world.leo], None).await, Err(Refusal::NotCleared(world.leo, Missing::GuardianConsent)));
    let of_age = Change { birth_month: Some(Some("1990-01".to_owned())), ..Change::default() };
    world.change(world.leo, of_age).await;
    let id = world.begin(&[world.leo], None).await.unwrap();
    store::administration::end_mentorship(
        &world.app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        store::administration::MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    world.vet(None).await;
    assert_eq!(
        administration::undo_mentorship(&world.app.store, &test_kit::operator(), id).await.unwrap(),
        Err(administration::UndoRefusal::MayNotBegin(Refusal::NotCleared(world.nina, Missing::Vetting))),
        "nor does it go on"
    );
});

both!(suspended_people_have_no_contact_until_it_ends, async |app| {
    let world = World::new(app).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    let until = start() + Duration::days(3);
    let suspend = async |until, reason| {
        administration::suspend(&world.app.store, &test_kit::operator(), world.leo, until, reason, SuspendedBy::Lead)
            .await
            .unwrap()
    };
    assert_eq!(suspend(None, " ").await, Err(administration::SuspensionRefusal::NoReason));
    assert_eq!(
        suspend(Some(start() - Duration::days(1)), "bullying").await,
        Err(administration::SuspensionRefusal::Past)
    );
    suspend(Some(until), "bullying").await.unwrap();
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [PAUSED, PAUSED]);
    world.advance(until - world.app.store.clock.now()).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [ACTIVE, ACTIVE]);
    suspend(None, "again").await.unwrap();
    assert_eq!(
        world.begin(&[world.leo, world.ada], Some("Circle")).await,
        Err(Refusal::NotCleared(world.leo, Missing::Suspended))
    );
    let lift = async |by| {
        administration::lift_suspension(&world.app.store, &test_kit::operator(), world.leo, by).await.unwrap()
    };
    assert_eq!(lift(SuspendedBy::Coordinator).await, Lifted::ByLead);
    assert_eq!(lift(SuspendedBy::Lead).await, Lifted::Lifted);
    assert_eq!(lift(SuspendedBy::Lead).await, Lifted::NotSuspended);
    assert_eq!(world.send(channel, world.leo).await, None);
});

both!(upgrade_closes_no_pair_until_staff_set_a_day, async |app| {
    let world = World::new(app).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    world.app.execute("UPDATE programmes SET contact_binds_from = NULL").await;
    world.vet(None).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [ACTIVE, ACTIVE]);
    let missing = contact::uncleared(&world.app.store, &world.programme).await.unwrap();
    let missing: Vec<_> = missing.iter().map(|one| (one.person, &one.missing[..], one.has_mentorship)).collect();
    assert_eq!(missing, [(world.nina, &[Missing::Vetting][..], true)]);
    let from = start() + Duration::days(7);
    assert!(contact::set_binding(&world.app.store, &test_kit::operator(), world.programme.id, from).await.unwrap());
    world.advance(Duration::days(6)).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [ACTIVE, ACTIVE]);
    world.advance(from - world.app.store.clock.now()).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [PAUSED, PAUSED]);
});

both!(stricter_rules_reach_running_pairs, async |app| {
    let world = World::new(app).await;
    let (store, by) = (&world.app.store, &test_kit::operator());
    let put = async |settings: &Settings| {
        administration::put_programme(store, by, "lake", "Lake", "Europe/Berlin", settings).await.unwrap();
        administration::follow_time(store).await.unwrap();
    };
    put(&Settings::default()).await;
    world.vet(None).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    put(&settings()).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [PAUSED, PAUSED]);
    put(&Settings::default()).await;
    assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [ACTIVE, ACTIVE]);
});

both!(calendar_rests_while_contact_is_closed, async |app| {
    let world = World::new(app).await;
    let id = world.begin(&[world.leo], None).await.unwrap();
    let store = &world.app.store;
    let WriteOutcome::Written(event) = calendar::create(store, id, world.nina, None, &call()).await.unwrap() else {
        panic!("not written")
    };
    let key = calendar::create_feed(store, Feed { mentorship_id: id, person_id: world.leo }).await.unwrap();
    world.vet(None).await;
    for person in [world.nina, world.leo] {
        assert_eq!(calendar::create(store, id, person, None, &call()).await.unwrap(), WriteOutcome::ContactClosed);
        let updated = calendar::update(store, id, person, event.id, None, &call()).await.unwrap();
        assert_eq!(updated, WriteOutcome::ContactClosed);
        assert_eq!(calendar::delete(store, id, person, event.id).await.unwrap(), DeleteOutcome::ContactClosed);
    }
    assert_eq!(calendar::feed_of_key(store, &key).await.unwrap(), None);
    world.app.advance(Duration::days(1) + Duration::hours(1));
    calendar::remind_due(store).await.unwrap();
    assert_eq!(world.mails().await, Vec::<String>::new(), "no reminders");
    world.vet(Some("2026-06-30")).await;
    assert!(calendar::feed_of_key(store, &key).await.unwrap().is_some());
});

impl World {
    /// The addresses of queued mails.
    async fn mails(&self) -> Vec<String> {
        let jobs = store::outbox::lease::<store::outbox::Mail>(
            &self.app.store,
            store::outbox::MAIL,
            100,
            Duration::minutes(1),
        )
        .await
        .unwrap();
        // Not those about its beginning.
        let others = jobs.into_iter().map(|job| job.payload).filter(|mail| mail.template != "mentorship_began");
        others.map(|mail| mail.to).collect()
    }
}

both!(report_of_a_minor_stops_contact_until_staff_lift_it, async |app| {
    let world = World::new(app).await;
    let sam =
        people::add(&world.app.store, &test_kit::operator(), &new_person("sam", Role::Staff)).await.unwrap().unwrap();
    let staff = Staff { person: sam, scope: Scope::Installation };
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    let both = [world.nina, world.leo];
    assert!(world.report(channel, None).await.has_stopped_contact, "his age is unknown");
    assert_eq!(world.statuses(channel, both).await, [PAUSED, PAUSED]);
    let second = world.report(channel, Some(true)).await;
    let case = crate::safety::case_about(&world.app.store, second.id.0).await;
    assert!(cases::by_id(&world.app.store, &staff, case).await.unwrap().unwrap().is_silencing);
    assert!(cases::lift_silence(&world.app.store, &staff, case).await.unwrap());
    assert!(!cases::lift_silence(&world.app.store, &staff, case).await.unwrap());
    assert_eq!(world.statuses(channel, both).await, [PAUSED, PAUSED], "the first report stands");
    world.app.execute("UPDATE people SET birth_month = '1990-01'").await;
    assert!(!world.report(channel, None).await.has_stopped_contact, "an adult was not asked");
});

both!(report_silences_older_and_newer_channels_of_the_two, async |app| {
    let world = World::new(app).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    let other = world.app.direct(&[world.leo, world.nina]).await;
    let circle = world.app.group(&[world.nina, world.leo, world.ada]).await;
    world.report(channel, Some(true)).await;
    for channel in [channel, other] {
        assert_eq!(world.statuses(channel, [world.nina, world.leo]).await, [PAUSED, PAUSED]);
    }
    assert_eq!(world.statuses(circle, [world.nina, world.leo, world.ada]).await, [ACTIVE; 3], "a lead decides there");
    let later = channels::create(&world.app.store, Kind::Direct, "", None).await.unwrap();
    channels::join(&world.app.store, later, &[world.leo, world.nina]).await.unwrap();
    assert_eq!(world.statuses(later, [world.nina, world.leo]).await, [PAUSED, PAUSED]);
    channels::set_status(&world.app.store, later, world.leo, ACTIVE, None).await.unwrap();
    assert_eq!(world.statuses(later, [world.leo]).await, [PAUSED], "no other way makes them active");
    assert_eq!(
        world.begin(&[world.leo, world.ada], Some("Circle")).await,
        Err(Refusal::Silenced(world.leo, world.nina))
    );
});

both!(minors_never_become_mentors, async |app| {
    let world = World::new(app).await;
    let set =
        async |role| administration::set_role(&world.app.store, &test_kit::operator(), world.leo, role).await.unwrap();
    for role in [Role::Mentor, Role::Staff] {
        assert_eq!(set(role).await, Err(administration::RoleRefusal::NotOfAge(world.leo)), "his age is unknown");
    }
    let born = |month: &str| Change { birth_month: Some(Some(month.to_owned())), ..Change::default() };
    world.change(world.leo, born("2012-05")).await;
    assert_eq!(set(Role::Mentor).await, Err(administration::RoleRefusal::NotOfAge(world.leo)));
    world.change(world.leo, born("1990-05")).await;
    set(Role::Mentor).await.unwrap();
});
