//! Blocks, reports, alerts, and channels that make no noise.

use store::bus::Event;
use store::messages::{self, NotChanged, Refusal};
use store::outbox::{self, Mail};
use store::reports::{self, NewReport, Reason};
use store::staff::Staff;
use store::{ChannelId, PersonId, Store, alerts, assistant, blocks, channels, people, programmes};

use crate::world::{draft, heard, refusal};
use test_kit::both;

both!(a_block_silences_both_in_a_direct_channel_and_nobody_elsewhere, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (pair, circle) = (world.direct(&[maya, tom]).await, world.group(&[maya, tom, ana]).await);
    let sent = world.says(pair, tom, "hey").await;
    let store = &world.store;
    let mut bus = store.bus.listen();
    assert_eq!(blocks::add(store, maya, tom).await.unwrap(), blocks::Outcome::Blocked);
    assert_eq!(blocks::add(store, maya, tom).await.unwrap(), blocks::Outcome::Blocked, "again is fine");
    assert!(matches!(&heard(&mut bus).await[..], [Event::ChannelsChanged { people }] if *people == [maya, tom]));
    for who in [maya, tom] {
        assert_eq!(refusal(store.writer.append(draft(pair, who, "?")).await), Refusal::Blocked);
        let outcome = messages::react(store, pair, who, sent.id, "👍", true).await.unwrap();
        assert_eq!(outcome.unwrap_err(), NotChanged::Blocked);
        world.says(circle, who, "in the group we both talk").await;
        let list = channels::of_person(store, who).await.unwrap();
        let blocked: Vec<_> = list.iter().filter(|m| m.is_blocked).map(|m| m.channel_id).collect();
        assert_eq!(blocked, [pair], "both are told alike");
    }
    let names: Vec<_> = blocks::of_person(store, maya).await.unwrap().into_iter().map(|b| b.person_id).collect();
    assert_eq!(names, [tom]);
    assert_eq!(blocks::of_person(store, tom).await.unwrap(), []);
    blocks::remove(store, tom, maya).await.unwrap();
    assert_eq!(refusal(store.writer.append(draft(pair, tom, "?")).await), Refusal::Blocked, "only maya can");
    blocks::remove(store, maya, tom).await.unwrap();
    world.says(pair, tom, "hey again").await;
});

both!(staff_and_strangers_are_not_blocked, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    world.group(&[maya, tom, sam]).await;
    assert_eq!(blocks::add(&world.store, tom, sam).await.unwrap(), blocks::Outcome::Staff);
    for stranger in [ana, tom, uuid::Uuid::nil().into()] {
        assert_eq!(blocks::add(&world.store, tom, stranger).await.unwrap(), blocks::Outcome::Unknown);
    }
});

/// Staff of the whole installation.
fn staff(id: PersonId) -> Staff {
    Staff { id, programme_id: None }
}

async fn report(store: &Store, reporter: PersonId, subject: PersonId, channel: ChannelId, most: i64) -> bool {
    let (reason, details) = (Reason::Harassment, "again and again");
    let new = NewReport { reporter, subject, channel, message: None, programme: None, reason, details };
    reports::add(store, new, most).await.unwrap().is_some()
}

both!(a_report_is_there_with_its_alert_and_its_job_until_staff_are_done_with_it, async |world| {
    let [maya, tom, _, sam] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let said = world.says(pair, maya, "call me on 555").await;
    let store = &world.store;
    let new = NewReport {
        reporter: tom,
        subject: maya,
        channel: pair,
        message: Some(&said),
        programme: None,
        reason: Reason::PrivateContact,
        details: "twice now",
    };
    let id = reports::add(store, new, 20).await.unwrap().unwrap();
    messages::edit(store, pair, maya, said.id, "nothing").await.unwrap().unwrap();
    let open = reports::of_staff(store, staff(sam), false, 10).await.unwrap();
    assert_eq!((open.len(), open[0].id, &*open[0].details), (1, id, "twice now"));
    assert_eq!(open[0].message_body.as_deref(), Some("call me on 555"), "an edit hides nothing from staff");
    assert_eq!((&*open[0].reporter_name, &*open[0].subject_name), ("Tom Okafor", "Maya Okafor"));
    let alert = &alerts::open(store, 10).await.unwrap()[0];
    assert_eq!((alert.kind, alert.subject_id), (alerts::Kind::Report, id.0));
    let jobs = outbox::lease::<alerts::StaffAlert>(store, alerts::JOB, 10, chrono::Duration::minutes(1)).await.unwrap();
    assert_eq!(jobs.into_iter().map(|job| job.payload.alert).collect::<Vec<_>>(), [alert.id]);

    assert!(reports::resolve(store, staff(sam), id, "spoke with both").await.unwrap());
    assert!(!reports::resolve(store, staff(sam), id, "again").await.unwrap());
    assert_eq!(reports::of_staff(store, staff(sam), false, 10).await.unwrap(), []);
    let done = reports::of_staff(store, staff(sam), true, 10).await.unwrap();
    assert_eq!(done[0].resolution.as_deref(), Some("spoke with both"));
    assert_eq!(done[0].resolved_by_name, "Sam Okafor");
    assert_eq!(alerts::open(store, 10).await.unwrap(), []);

    assert!(reports::reopen(store, staff(sam), id).await.unwrap());
    assert!(!reports::reopen(store, staff(sam), id).await.unwrap());
    let open = reports::of_staff(store, staff(sam), false, 10).await.unwrap();
    assert_eq!(open[0].resolution.as_deref(), Some("spoke with both"), "what was noted stays");
    assert_eq!(alerts::open(store, 10).await.unwrap().len(), 1);
});

both!(staff_look_after_their_own_programme_and_never_after_themselves, async |world| {
    let [_, tom, _, sam] = world.people().await;
    let store = &world.store;
    let circle = world.group(&[tom, sam]).await;
    let programme = async |key: &str| programmes::put(store, key, key, "UTC", &Default::default()).await.unwrap();
    let (ours, theirs) = (programme("ours").await, programme("theirs").await);
    let of = |programme_id| Staff { id: store.clock.id(), programme_id: Some(programme_id) };
    let new = NewReport {
        reporter: tom,
        subject: sam,
        channel: circle,
        message: None,
        programme: Some(ours),
        reason: Reason::Other,
        details: "",
    };
    let id = reports::add(store, new, 20).await.unwrap().unwrap();
    for (staff, sees) in [(of(ours), true), (of(theirs), false), (staff(tom), true), (staff(sam), false)] {
        assert_eq!(reports::of_staff(store, staff, false, 10).await.unwrap().len(), usize::from(sees), "{staff:?}");
        assert_eq!(reports::by_id(store, staff, id).await.unwrap().is_some(), sees, "{staff:?}");
        assert_eq!(reports::resolve(store, staff, id, "").await.unwrap(), sees, "{staff:?}");
        if sees {
            assert!(reports::reopen(store, staff, id).await.unwrap());
        }
    }
});

/// Mails that wait, by their address and their text.
async fn mails(store: &Store) -> Vec<(String, String)> {
    let jobs = outbox::lease::<Mail>(store, outbox::MAIL, 10, chrono::Duration::minutes(1)).await.unwrap();
    jobs.into_iter().map(|job| (job.payload.to, job.payload.template)).collect()
}

async fn tell(store: &Store) -> Vec<usize> {
    let jobs = outbox::lease::<alerts::StaffAlert>(store, alerts::JOB, 10, chrono::Duration::minutes(1)).await.unwrap();
    let mut told = Vec::new();
    for job in jobs {
        told.push(alerts::tell(store, &job).await.unwrap());
        assert_eq!(alerts::tell(store, &job).await.unwrap(), 0, "two workers tell once");
    }
    told
}

both!(staff_are_told_once_and_not_of_themselves_nor_of_what_is_done, async |world| {
    let [maya, tom, _, sam] = world.people().await;
    let store = &world.store;
    let circle = world.group(&[maya, tom, sam]).await;
    assert!(report(store, tom, maya, circle, 20).await);
    assert_eq!(tell(store).await, [1]);
    let told = mails(store).await;
    assert_eq!(told.iter().map(|(_, text)| &**text).collect::<Vec<_>>(), ["staff_report"]);
    assert_eq!(told[0].0, people::by_id(store, sam).await.unwrap().unwrap().email);

    assert!(report(store, tom, sam, circle, 20).await);
    assert_eq!(tell(store).await, [0], "nobody is told of themselves");
    assert!(report(store, maya, tom, circle, 20).await);
    let open = reports::of_staff(store, staff(sam), false, 10).await.unwrap();
    assert!(reports::resolve(store, staff(sam), open[0].id, "").await.unwrap());
    assert_eq!(tell(store).await, [0], "what is done calls for nobody");
    people::set_disabled(store, sam, true).await.unwrap();
    assert!(report(store, maya, tom, circle, 20).await);
    assert_eq!(tell(store).await, [0]);
    assert_eq!(mails(store).await, []);
});

both!(a_cry_for_help_is_seen_closed_and_opened_again_by_staff, async |world| {
    let [maya, _, _, sam] = world.people().await;
    let store = &world.store;
    let channel = assistant::open(store, maya, None).await.unwrap();
    let said = world.says(channel, maya, "…").await;
    let turn = assistant::Turn {
        question: said.id,
        attempt: 1,
        channel,
        person: maya,
        programme: None,
        outcome: assistant::Outcome::Crisis,
        body: "Call.".to_owned(),
        tokens: 0,
    };
    assistant::settle(store, &turn).await.unwrap();
    assert_eq!(tell(store).await, [1]);
    assert_eq!(mails(store).await[0].1, "staff_crisis");
    let open = alerts::cries(store, staff(sam), false, 10).await.unwrap();
    let [cry] = &open[..] else { panic!("{open:?}") };
    assert_eq!((cry.person_id, &*cry.person_name, cry.message_id), (Some(maya), "Maya Okafor", said.id));
    assert!(alerts::handle(store, staff(sam), cry.id, "called her").await.unwrap());
    assert!(!alerts::handle(store, staff(sam), cry.id, "again").await.unwrap());
    assert_eq!(alerts::cries(store, staff(sam), false, 10).await.unwrap(), []);
    let done = alerts::cries(store, staff(sam), true, 10).await.unwrap();
    assert_eq!((&*done[0].handled_by_name, done[0].resolution.as_deref()), ("Sam Okafor", Some("called her")));
    assert!(alerts::reopen(store, staff(sam), cry.id).await.unwrap());
    assert_eq!(alerts::by_id(store, staff(sam), cry.id).await.unwrap().unwrap().handled_at, None);
});

both!(reports_have_an_hourly_end_for_each_person, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    let store = &world.store;
    assert!(report(store, tom, maya, circle, 2).await && report(store, tom, maya, circle, 2).await);
    assert!(!report(store, tom, maya, circle, 2).await);
    assert!(report(store, ana, maya, circle, 2).await, "of one person, not of all");
    world.advance(chrono::Duration::minutes(61));
    assert!(report(store, tom, maya, circle, 2).await);
});

both!(a_channel_is_muted_for_one_member_alone, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom]).await;
    assert!(channels::set_muted(&world.store, circle, tom, true).await.unwrap());
    let muted = async |person| channels::membership(&world.store, circle, person).await.unwrap().unwrap().is_muted;
    assert_eq!((muted(maya).await, muted(tom).await), (false, true));
    assert!(!channels::set_muted(&world.store, circle, ana, true).await.unwrap());
    channels::set_muted(&world.store, circle, tom, false).await.unwrap();
    assert!(!muted(tom).await);
});
