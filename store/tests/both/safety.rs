//! Blocks, reports, staff alerts and muted channels.

use futures_util::future::join_all;
use store::bus::{Event, Topic};
use store::cases::ListedCase;
use store::listing::ListRequest;
use store::messages::{self, NotChanged, Rejection};
use store::outbox::{self, Mail};
use store::reports::{self, NewReport, Reason};
use store::staff::{Scope, Staff};
use store::{
    AlertId, ChannelId, MessageId, PersonId, ProgrammeId, Store, administration, alerts, assistant, blocks, cases,
    channels, pending_cases, people,
};

use crate::test_store::{TestStore, draft, next_events, rejection};
use test_kit::both;

both!(block_rejects_both_only_in_direct_channel, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (pair, circle) = (app.direct(&[maya, tom]).await, app.group(&[maya, tom, ana]).await);
    let sent = app.send(pair, tom, "hey").await;
    let store = &app.store;
    let mut bus = store.bus.listen();
    assert_eq!(blocks::add(store, maya, tom).await.unwrap(), blocks::Outcome::Blocked);
    assert_eq!(blocks::add(store, maya, tom).await.unwrap(), blocks::Outcome::Blocked, "blocking is idempotent");
    assert!(matches!(&next_events(&mut bus).await[..], [Event::ChannelsChanged { people }] if *people == [maya, tom]));
    for person in [maya, tom] {
        assert_eq!(rejection(store.writer.append(draft(pair, person, "?")).await), Rejection::Blocked);
        let outcome = messages::react(store, pair, person, sent.id, "👍", true).await.unwrap();
        assert_eq!(outcome.unwrap_err(), NotChanged::Blocked);
        app.send(circle, person, "the group stays open").await;
        let list = channels::of_person(store, person).await.unwrap();
        let blocked: Vec<_> = list.iter().filter(|m| m.is_blocked).map(|m| m.channel_id).collect();
        assert_eq!(blocked, [pair], "both see the same state");
    }
    let names: Vec<_> = blocks::of_person(store, maya).await.unwrap().into_iter().map(|b| b.person_id).collect();
    assert_eq!(names, [tom]);
    assert_eq!(blocks::of_person(store, tom).await.unwrap(), []);
    blocks::remove(store, tom, maya).await.unwrap();
    assert_eq!(
        rejection(store.writer.append(draft(pair, tom, "?")).await),
        Rejection::Blocked,
        "only the blocking person can unblock"
    );
    blocks::remove(store, maya, tom).await.unwrap();
    app.send(pair, tom, "hey again").await;
});

both!(staff_and_strangers_cannot_be_blocked, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    app.group(&[maya, tom, sam]).await;
    assert_eq!(blocks::add(&app.store, tom, sam).await.unwrap(), blocks::Outcome::Staff);
    for stranger in [ana, tom, uuid::Uuid::nil().into()] {
        assert_eq!(blocks::add(&app.store, tom, stranger).await.unwrap(), blocks::Outcome::Unknown);
    }
});

/// Returns the open case of a report or of a crisis message.
pub(crate) async fn case_about(store: &Store, subject: uuid::Uuid) -> AlertId {
    let open = alerts::open(store, 1000).await.unwrap();
    open.iter().find(|alert| alert.subject_id == subject).unwrap().id
}

/// Returns open or resolved cases.
async fn listed(store: &Store, staff: &Staff, status: &str) -> Vec<ListedCase> {
    let filters = [("status".to_owned(), vec![status.to_owned()])].into();
    cases::page(store, staff, &ListRequest { filters, ..ListRequest::default() }).await.unwrap().rows
}

async fn resolution(store: &Store, staff: &Staff, case: AlertId) -> Option<String> {
    cases::by_id(store, staff, case).await.unwrap().unwrap().resolution
}

/// Returns a member of staff for the whole installation.
fn staff(person: PersonId) -> Staff {
    Staff { person, scope: Scope::Installation }
}

async fn report(store: &Store, reporter: PersonId, subject: PersonId, channel: ChannelId, most: i64) -> bool {
    let (reason, details) = (Reason::Harassment, "again and again");
    let new = NewReport {
        reporter,
        subject,
        channel,
        message: None,
        programme: None,
        reason,
        details,
        stops_contact: Some(false),
    };
    reports::add(store, new, most).await.unwrap().is_some()
}

both!(report_and_alert_stay_open_until_resolved, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let reported = app.send(pair, maya, "call me on 555").await;
    let store = &app.store;
    let new = NewReport {
        reporter: tom,
        subject: maya,
        channel: pair,
        message: Some(&reported),
        programme: None,
        reason: Reason::PrivateContact,
        details: "twice now",
        stops_contact: Some(false),
    };
    let id = reports::add(store, new, 20).await.unwrap().unwrap();
    messages::edit(store, pair, maya, reported.id, "nothing").await.unwrap().unwrap();
    let alert = &alerts::open(store, 10).await.unwrap()[0];
    assert_eq!((alert.kind, alert.subject_id), (alerts::Kind::Report, id.id.0));
    let (sam, case) = (staff(sam), alert.id);
    let open = listed(store, &sam, "open").await;
    assert_eq!((open.len(), open[0].id, open[0].reason), (1, case, Some(Reason::PrivateContact)));
    assert_eq!((&*open[0].reporter_name, &*open[0].about_name), ("Tom Okafor", "Maya Okafor"));
    let found = cases::by_id(store, &sam, case).await.unwrap().unwrap();
    assert_eq!((found.report_id, found.message_id, &*found.details), (Some(id.id), Some(reported.id), "twice now"));
    assert_eq!(found.message_body.as_deref(), Some("call me on 555"), "an edit keeps the reported text");
    let jobs = outbox::lease::<alerts::StaffAlert>(store, alerts::JOB, 10, chrono::Duration::minutes(1)).await.unwrap();
    assert_eq!(jobs.into_iter().map(|job| job.payload.alert).collect::<Vec<_>>(), [alert.id]);

    assert!(cases::resolve(store, &sam, case, cases::Outcome::TalkedTo, "spoke with both").await.unwrap());
    assert!(!cases::resolve(store, &sam, case, cases::Outcome::Other, "again").await.unwrap());
    assert_eq!(listed(store, &sam, "open").await, []);
    let done = listed(store, &sam, "resolved").await;
    assert_eq!((done[0].resolved_at, &*done[0].resolved_by_name), (Some(store.clock.now()), "Sam Okafor"));
    assert_eq!(resolution(store, &sam, case).await.as_deref(), Some("spoke with both"));
    assert_eq!(alerts::open(store, 10).await.unwrap(), []);

    assert!(cases::reopen(store, &sam, case).await.unwrap());
    assert!(!cases::reopen(store, &sam, case).await.unwrap());
    assert_eq!(listed(store, &sam, "open").await.len(), 1);
    assert_eq!(resolution(store, &sam, case).await.as_deref(), Some("spoke with both"), "the note stays");
    assert_eq!(alerts::open(store, 10).await.unwrap().len(), 1);
});

both!(staff_access_excludes_own_and_foreign_reports, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let store = &app.store;
    let circle = app.group(&[tom, sam]).await;
    let programme = async |key: &str| {
        administration::put_programme(store, &test_kit::operator(), key, key, "UTC", &Default::default()).await.unwrap()
    };
    let (ours, theirs) = (programme("ours").await, programme("theirs").await);
    let of = |programme| Staff { person: store.clock.id(), scope: Scope::Programmes(vec![programme]) };
    let new = NewReport {
        reporter: tom,
        subject: sam,
        channel: circle,
        message: None,
        programme: Some(ours),
        reason: Reason::Other,
        details: "",
        stops_contact: Some(false),
    };
    let report = reports::add(store, new, 20).await.unwrap().unwrap();
    let case = case_about(store, report.id.0).await;
    for (staff, sees) in [(of(ours), true), (of(theirs), false), (staff(tom), true), (staff(sam), false)] {
        let page = cases::page(store, &staff, &ListRequest::default()).await.unwrap();
        assert_eq!((page.rows.len(), page.total), (usize::from(sees), i64::from(sees)), "{staff:?}");
        assert_eq!(cases::by_id(store, &staff, case).await.unwrap().is_some(), sees, "{staff:?}");
        assert_eq!(
            cases::resolve(store, &staff, case, cases::Outcome::NoConcern, "").await.unwrap(),
            sees,
            "{staff:?}"
        );
        if sees {
            assert!(cases::reopen(store, &staff, case).await.unwrap());
        }
    }
});

/// Returns due mails as address and template.
async fn mails(store: &Store) -> Vec<(String, String)> {
    let jobs = outbox::lease::<Mail>(store, outbox::MAIL, 10, chrono::Duration::minutes(1)).await.unwrap();
    jobs.into_iter().map(|job| (job.payload.to, job.payload.template)).collect()
}

async fn send_alert_mails(store: &Store) -> Vec<usize> {
    let jobs = outbox::lease::<alerts::StaffAlert>(store, alerts::JOB, 10, chrono::Duration::minutes(1)).await.unwrap();
    let mut sent = Vec::new();
    for job in jobs {
        sent.push(store::alert_notices::send(store, &job).await.unwrap());
        assert_eq!(store::alert_notices::send(store, &job).await.unwrap(), 0, "mails are sent once");
    }
    sent
}

both!(staff_mails_skip_own_and_resolved_reports, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let store = &app.store;
    let circle = app.group(&[maya, tom, sam]).await;
    assert!(report(store, tom, maya, circle, 20).await);
    assert_eq!(send_alert_mails(store).await, [1]);
    let sent = mails(store).await;
    assert_eq!(sent.iter().map(|(_, text)| &**text).collect::<Vec<_>>(), ["staff_report"]);
    assert_eq!(sent[0].0, people::by_id(store, sam).await.unwrap().unwrap().email);

    assert!(report(store, tom, sam, circle, 20).await);
    assert_eq!(send_alert_mails(store).await, [0], "staff get no mail about themselves");
    assert!(report(store, maya, tom, circle, 20).await);
    let open = listed(store, &staff(sam), "open").await;
    assert!(cases::resolve(store, &staff(sam), open[0].id, cases::Outcome::NoConcern, "").await.unwrap());
    assert_eq!(send_alert_mails(store).await, [0], "a resolved report sends no mail");
    app.execute("DELETE FROM staff_grants WHERE role = 'administrator'").await;
    administration::set_disabled(store, &test_kit::operator(), sam, true, None).await.unwrap();
    assert!(report(store, maya, tom, circle, 20).await);
    assert_eq!(send_alert_mails(store).await, [0]);
    assert_eq!(mails(store).await, []);
});

/// Raises a crisis alert about a message of the person and returns the message.
pub(crate) async fn crisis_of(app: &TestStore, person: PersonId) -> MessageId {
    crisis_in(app, person, None).await
}

/// Returns the alert of a crisis message of a person.
pub(crate) async fn alert_about(app: &TestStore, person: PersonId, programme: ProgrammeId) -> AlertId {
    let question = crisis_in(app, person, Some(programme)).await;
    case_about(&app.store, question.0).await
}

async fn crisis_in(app: &TestStore, person: PersonId, programme: Option<ProgrammeId>) -> MessageId {
    let channel = assistant::open(&app.store, person, None).await.unwrap();
    let question = app.send(channel, person, "…").await.id;
    let turn = assistant::Turn {
        question,
        attempt: 1,
        channel,
        person,
        programme,
        outcome: assistant::Outcome::Crisis,
        body: "Call.".to_owned(),
        tokens: 0,
    };
    assistant::record_outcome(&app.store, &turn).await.unwrap();
    question
}

both!(pending_cases_are_counted_by_kind, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let store = &app.store;
    let circle = app.group(&[maya, tom, ana, sam]).await;
    assert_eq!(pending_cases::of_staff(store, &staff(sam)).await.unwrap(), []);
    let begin = store.clock.now();
    assert!(report(store, tom, maya, circle, 20).await);
    app.advance(chrono::Duration::minutes(5));
    assert!(report(store, ana, maya, circle, 20).await);
    assert!(report(store, tom, sam, circle, 20).await, "about Sam, who does not see it");
    let mut bus = store.bus.listen();
    crisis_of(&app, tom).await;
    let notice = loop {
        let mut events = next_events(&mut bus).await;
        if let Some(event) = events.pop().filter(|event| matches!(event, Event::TopicsChanged { .. })) {
            break event;
        }
    };
    assert!(matches!(notice, Event::TopicsChanged { people, topics } if people == [sam] && topics == [Topic::Staff]));
    let items = pending_cases::of_staff(store, &staff(sam)).await.unwrap();
    let counts: Vec<_> = items.iter().map(|item| (item.kind, item.count, item.is_urgent)).collect();
    assert_eq!(counts, [(alerts::Kind::Crisis, 1, true), (alerts::Kind::Report, 2, false)]);
    assert_eq!(items[1].oldest_at, begin, "the age is that of the oldest");

    let open = listed(store, &staff(sam), "open").await;
    assert_eq!(open[0].kind, alerts::Kind::Crisis, "a crisis comes first");
    assert!(cases::resolve(store, &staff(sam), open[0].id, cases::Outcome::HelpArranged, "called him").await.unwrap());
    let items = pending_cases::of_staff(store, &staff(sam)).await.unwrap();
    assert_eq!(items.iter().map(|item| item.kind).collect::<Vec<_>>(), [alerts::Kind::Report]);
});

both!(direct_channel_of_two_is_opened_once, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let store = &app.store;
    let supervised = app.direct(&[maya, tom, sam]).await;
    crisis_of(&app, tom).await;
    let alert = listed(store, &staff(sam), "open").await[0].id;
    let opened = cases::open_channel(store, &staff(sam), alert).await.unwrap().unwrap();
    assert_ne!(opened, supervised, "a pair that Sam supervises is not between Sam and Tom");
    assert_eq!(cases::open_channel(store, &staff(sam), alert).await.unwrap(), Some(opened));
    app.send(opened, sam, "How are you?").await;
    app.send(opened, tom, "Better.").await;
});

both!(staff_resolve_and_reopen_crisis_alert, async |app| {
    let [maya, _, _, sam] = app.people().await;
    let store = &app.store;
    let question = crisis_of(&app, maya).await;
    assert_eq!(send_alert_mails(store).await, [1]);
    assert_eq!(mails(store).await[0].1, "staff_crisis");
    let sam = staff(sam);
    let open = listed(store, &sam, "open").await;
    let [alert] = &open[..] else { panic!("{open:?}") };
    assert_eq!((alert.about_id, &*alert.about_name, alert.reporter_id), (Some(maya), "Maya Okafor", None));
    assert_eq!(cases::by_id(store, &sam, alert.id).await.unwrap().unwrap().message_id, Some(question));
    assert!(cases::resolve(store, &sam, alert.id, cases::Outcome::HelpArranged, "called her").await.unwrap());
    assert!(!cases::resolve(store, &sam, alert.id, cases::Outcome::Other, "again").await.unwrap());
    assert_eq!(listed(store, &sam, "open").await, []);
    assert_eq!(&*listed(store, &sam, "resolved").await[0].resolved_by_name, "Sam Okafor");
    assert_eq!(resolution(store, &sam, alert.id).await.as_deref(), Some("called her"));
    assert!(cases::reopen(store, &sam, alert.id).await.unwrap());
    assert_eq!(listed(store, &sam, "open").await[0].resolved_at, None);
});

both!(reports_are_limited_per_person_and_hour, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let store = &app.store;
    assert!(report(store, tom, maya, circle, 2).await && report(store, tom, maya, circle, 2).await);
    assert!(!report(store, tom, maya, circle, 2).await);
    assert!(report(store, ana, maya, circle, 2).await, "the limit is per person");
    app.advance(chrono::Duration::minutes(61));
    assert!(report(store, tom, maya, circle, 2).await);
});

both!(simultaneous_reports_stay_within_the_limit, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let other = app.second_node().await;
    let reports = (0..12).map(|number| {
        let (store, subject) = if number % 2 == 0 { (&app.store, maya) } else { (&other, ana) };
        report(store, tom, subject, circle, 3)
    });
    let accepted = join_all(reports).await.into_iter().filter(|is_accepted| *is_accepted).count();
    assert_eq!(accepted, 3);
});

both!(mute_applies_to_one_member, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom]).await;
    assert!(channels::set_muted(&app.store, circle, tom, true).await.unwrap());
    let muted = async |person| channels::membership(&app.store, circle, person).await.unwrap().unwrap().is_muted;
    assert_eq!((muted(maya).await, muted(tom).await), (false, true));
    assert!(!channels::set_muted(&app.store, circle, ana, true).await.unwrap());
    channels::set_muted(&app.store, circle, tom, false).await.unwrap();
    assert!(!muted(tom).await);
});
