//! Alerts of crisis messages to people.

use chrono::Duration;
use store::cases::{self, ListedCase};
use store::channels::Kind;
use store::listing::ListRequest;
use store::messages::{self, Draft, Message, NewText};
use store::outbox::{self, Mail};
use store::staff::{Grant, Scope, Staff, StaffRole, grants};
use store::{
    ChannelId, PersonId, Store, administration, alert_notices, alerts, bus::Event, bus::Topic, channels,
    login_sessions, pending_cases, people, push,
};
use test_kit::{both, operator};

use crate::test_store::{TestStore, draft, new_person, next_events};

async fn send_crisis(app: &TestStore, channel: ChannelId, sender: PersonId) -> Message {
    let draft = Draft { is_crisis: true, ..draft(channel, sender, "I want to die") };
    (*app.store.writer.append(draft).await.unwrap().message).clone()
}

async fn alerts(store: &Store) -> Vec<(uuid::Uuid, Option<ChannelId>)> {
    alerts::open(store, 100).await.unwrap().iter().map(|alert| (alert.subject_id, alert.channel_id)).collect()
}

fn staff(person: PersonId) -> Staff {
    Staff { person, scope: Scope::Installation }
}

async fn listed(store: &Store, person: PersonId) -> Vec<ListedCase> {
    cases::page(store, &staff(person), &ListRequest::default()).await.unwrap().rows
}

both!(crisis_message_alerts_and_repetition_does_not, async |app| {
    let [maya, tom, ..] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let crisis = Draft { is_crisis: true, ..draft(pair, tom, "I want to die") };
    let both = futures_util::join!(store.writer.append(crisis.clone()), store.writer.append(crisis.clone()));
    let sent = both.0.unwrap().message;
    assert_eq!(both.1.unwrap().message.id, sent.id);
    assert!(store.writer.append(crisis.clone()).await.unwrap().repeated);
    app.advance(Duration::hours(2));
    assert!(store.writer.append(crisis).await.unwrap().repeated);
    assert_eq!(alerts(store).await, [(sent.id.0, Some(pair))]);
    app.send(pair, maya, "What happened?").await;
    assert_eq!(alerts(store).await.len(), 1);
});

both!(crisis_alerts_once_per_person_channel_and_hour, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let store = &app.store;
    let (pair, circle) = (app.direct(&[maya, tom]).await, app.group(&[maya, tom, ana]).await);
    let first = send_crisis(&app, pair, tom).await;
    send_crisis(&app, pair, tom).await;
    assert_eq!(alerts(store).await, [(first.id.0, Some(pair))]);
    send_crisis(&app, pair, maya).await;
    send_crisis(&app, circle, tom).await;
    assert_eq!(alerts(store).await.len(), 3, "another person, another channel");
    app.advance(Duration::minutes(61));
    let later = send_crisis(&app, pair, tom).await;
    assert_eq!(alerts(store).await.last(), Some(&(later.id.0, Some(pair))));
});

both!(crisis_drafts_of_one_group_alert_once, async |app| {
    let [maya, tom, ..] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let drafts = (0..20).map(|_| Draft { is_crisis: true, ..draft(pair, tom, "I want to die") });
    let written = drafts.map(|draft| store.writer.append(draft));
    let sent = futures_util::future::join_all(written).await;
    assert!(sent.iter().all(Result::is_ok));
    assert_eq!(alerts(store).await.len(), 1);
});

both!(crisis_message_of_staff_raises_no_alert, async |app| {
    let [maya, _, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, sam]).await);
    let sent = send_crisis(&app, pair, sam).await;
    let text = NewText { is_crisis: true, ..NewText::from("I really want to die") };
    messages::edit(store, pair, sam, sent.id, text).await.unwrap().unwrap();
    assert_eq!(alerts(store).await, []);
});

both!(edit_into_crisis_alerts_once_per_message, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let sent = app.send(pair, tom, "I am fine").await;
    let mut bus = store.bus.listen();
    for body in ["I want to die", "I want to die, really"] {
        messages::edit(store, pair, tom, sent.id, NewText { is_crisis: true, ..NewText::from(body) })
            .await
            .unwrap()
            .unwrap();
    }
    assert_eq!(alerts(store).await, [(sent.id.0, Some(pair))]);
    assert!(matches!(&next_events(&mut bus).await[..], [Event::Changed { .. }]));
    assert!(
        matches!(&next_events(&mut bus).await[..], [Event::TopicsChanged { people, topics }] if *people == [sam] && *topics == [Topic::Staff])
    );
});

both!(case_of_crisis_message_names_sender_and_channel, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let sent = send_crisis(&app, pair, tom).await;
    let [case] = &listed(store, sam).await[..] else { panic!("one case") };
    assert_eq!((case.about_id, case.channel_kind, case.reporter_id), (Some(tom), Kind::Direct, None));
    let found = cases::by_id(store, &staff(sam), case.id).await.unwrap().unwrap();
    assert_eq!((found.message_id, found.channel_id, found.message_body), (Some(sent.id), pair, None));
    assert!(cases::resolve(store, &staff(sam), case.id, cases::Outcome::HelpArranged, "called him").await.unwrap());
});

both!(crisis_alert_goes_to_staff_of_the_programme, async |app| {
    let [maya, tom, ..] = app.people().await;
    let store = &app.store;
    let settings = Default::default();
    let programme =
        administration::put_programme(store, &test_kit::operator(), "ours", "Ours", "UTC", &settings).await.unwrap();
    let pair = channels::create(store, Kind::Direct, "", Some(programme)).await.unwrap();
    channels::join(store, pair, &[maya, tom]).await.unwrap();
    send_crisis(&app, pair, tom).await;
    assert_eq!(alerts::open(store, 1).await.unwrap()[0].programme_id, Some(programme));
});

both!(crisis_alert_is_hidden_from_the_person, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    send_crisis(&app, pair, tom).await;
    let case = listed(store, sam).await[0].id;
    // Tom becomes staff later, of age by then.
    app.execute("UPDATE people SET birth_month = '1990-01'").await;
    administration::set_role(store, &test_kit::operator(), tom, people::Role::Staff).await.unwrap().unwrap();
    test_kit::grant_all_roles(store, tom, None).await;
    assert_eq!(listed(store, tom).await, []);
    assert_eq!(cases::by_id(store, &staff(tom), case).await.unwrap(), None);
    assert_eq!(pending_cases::of_staff(store, &staff(tom)).await.unwrap(), []);
    assert_eq!(pending_cases::of_staff(store, &staff(sam)).await.unwrap().len(), 1);
    alert_notices::send_due(store).await.unwrap();
    let mails = outbox::lease::<Mail>(store, outbox::MAIL, 10, Duration::minutes(1)).await.unwrap();
    let to: Vec<_> = mails.into_iter().map(|job| job.payload.to).collect();
    assert_eq!(to, [people::by_id(store, sam).await.unwrap().unwrap().email]);
});

/// Notifies staff of what is due, and returns the mails as the first name in the address and the template.
async fn staff_mails(app: &TestStore) -> Vec<(String, String)> {
    alert_notices::send_due(&app.store).await.unwrap();
    let mails = outbox::lease::<Mail>(&app.store, outbox::MAIL, 10, Duration::minutes(1)).await.unwrap();
    let mut found = Vec::new();
    for mail in mails {
        outbox::done(&app.store, mail.id).await.unwrap();
        found.push((mail.payload.to.split('@').next().unwrap().to_lowercase(), mail.payload.template));
    }
    found.sort();
    found
}

fn mail(name: &str, template: &str) -> (String, String) {
    (name.to_owned(), template.to_owned())
}

both!(staff_are_notified_again_while_no_lead_takes_the_case, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let ada = people::add(store, &operator(), &new_person("Ada", people::Role::Staff)).await.unwrap().unwrap();
    grants::grant(store, &operator(), ada, Grant { role: StaffRole::Administrator, programme: None }).await.unwrap();
    send_crisis(&app, pair, tom).await;
    assert_eq!(staff_mails(&app).await, [mail("sam", "staff_crisis")]);
    app.advance(Duration::minutes(14));
    assert_eq!(staff_mails(&app).await, []);
    app.advance(Duration::minutes(1));
    assert_eq!(staff_mails(&app).await, [mail("sam", "staff_crisis_waiting")]);
    app.advance(Duration::minutes(15));
    let last = [mail("ada", "staff_silent_leads"), mail("sam", "staff_crisis_waiting")];
    assert_eq!(staff_mails(&app).await, last, "who grants the role learns of it");
    app.advance(Duration::hours(12));
    assert_eq!(staff_mails(&app).await, [], "the mail of the morning goes on");

    send_crisis(&app, pair, maya).await;
    assert_eq!(staff_mails(&app).await, [mail("sam", "staff_crisis")]);
    let taken = listed(store, sam).await.into_iter().find(|case| case.about_id == Some(maya)).unwrap();
    assert!(cases::assign(store, &staff(sam), taken.id, sam).await.unwrap());
    app.advance(Duration::hours(1));
    assert_eq!(staff_mails(&app).await, [], "a lead has taken it");
});

both!(leads_have_the_whole_time_after_an_outage, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let phone = login_sessions::open(store, sam, "phone", login_sessions::Factors::Two).await.unwrap().session;
    push::register(store, sam, phone, &crate::push::device("sam")).await.unwrap();
    send_crisis(&app, pair, tom).await;
    app.advance(Duration::minutes(45));
    assert_eq!(staff_mails(&app).await, [mail("sam", "staff_crisis")]);
    assert_eq!(staff_mails(&app).await, [], "not three at once");
    let jobs = outbox::lease::<push::Push>(store, push::PUSH, 10, Duration::minutes(1)).await.unwrap();
    let [job] = &jobs[..] else { panic!("{jobs:?}") };
    let push::Notification::StaffAlert { is_urgent: true, .. } = job.payload.note else { panic!("{job:?}") };
    assert!(!push::is_obsolete(store, &job.payload).await.unwrap());
    let case = listed(store, sam).await[0].id;
    assert!(cases::assign(store, &staff(sam), case, sam).await.unwrap());
    assert!(push::is_obsolete(store, &job.payload).await.unwrap(), "it is taken");
    app.advance(Duration::minutes(15));
    assert_eq!(staff_mails(&app).await, []);
});
