//! Reminders of events and deadlines. Every test begins on Monday, 2 March 2026, at nine in London.

use std::sync::Arc;

use api::mail::Transport;
use background::Runner;
use egress::push::Pusher;
use egress::webhooks::Poster;
use reqwest::Method;
use serde_json::{Value, json};
use store::calendar;
use store::outbox::{self, MAIL, Mail};
use test_kit::{both, until};

use crate::TestApp;
use crate::calendar::{call, create, thursday, with};
use crate::devices::{pusher, register, server};
use crate::mailbox::{Mailbox, letterhead};
use crate::mentorship_sessions::{Lakeside, lakeside, pair};
use crate::push_service::PushService;
use crate::quiet_hours::save;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The subjects of the mails since the last call, with their receivers.
async fn mails(app: &TestApp, mailbox: &Mailbox) -> Vec<(String, bool)> {
    let mails = mailbox.all(app).await;
    // Not those about its beginning.
    let others = mails.iter().filter(|mail| !mail.contains("You have a new mentorship"));
    let named = others.map(|mail| {
        let to = mail.lines().find_map(|line| line.strip_prefix("To: ")).unwrap().trim().to_lowercase();
        (to, mail.contains("Your mentoring call is coming up"))
    });
    let mut named: Vec<_> = named.collect();
    named.sort();
    named
}

/// Runs the jobs of mails and pushes once.
async fn send_due(app: &TestApp, mailbox: &Mailbox, pusher: &Arc<Pusher>) {
    mailbox.all(app).await;
    api::push::send_due(&app.store, pusher).await.unwrap();
}

both!(call_is_announced_three_times, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let mut service = PushService::start().await;
    let (pusher, mailbox) = (pusher(Some(&service)), Mailbox::of(&app));
    let server = server(&app, &pusher);
    let leo = server.signed_in("leo").await;
    register(&leo, &service.subscription("leo")).await;
    let created = create(&leo, id, &thursday()).await.body;
    let send_due = async || send_due(&app, &mailbox, &pusher).await;

    // Wednesday at 17:59, then at 18:00.
    app.advance(2 * DAY + 9 * HOUR - MINUTE);
    send_due().await;
    assert_eq!((service.waiting(), mails(&app, &mailbox).await), (0, vec![]));
    app.advance(MINUTE);
    send_due().await;
    let push = service.next().await;
    let note = service.open("leo", &push);
    assert_eq!((&note["type"], &note["startsAt"]), (&json!("event_reminder"), &json!("2026-03-05T18:00:00Z")));
    assert!(note["callChannelId"].is_string() && note["title"].is_null(), "{note}");
    assert_eq!(note["eventId"], created["id"]);
    let both = vec![("leo@example.org".to_owned(), true), ("nina@example.org".to_owned(), true)];
    assert_eq!(mails(&app, &mailbox).await, both);

    app.advance(23 * HOUR);
    send_due().await;
    service.next().await;
    let two = mails(&app, &mailbox).await;
    assert_eq!(two.len() - both.len(), 1, "Nina has no device, so that she gets a mail again: {two:?}");
    app.advance(50 * MINUTE);
    send_due().await;
    service.next().await;
    app.advance(DAY);
    send_due().await;
    assert_eq!(service.waiting(), 0);
});

both!(reminders_follow_changes, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let mut service = PushService::start().await;
    let (pusher, mailbox) = (pusher(Some(&service)), Mailbox::of(&app));
    let server = server(&app, &pusher);
    let leo = server.signed_in("leo").await;
    register(&leo, &service.subscription("leo")).await;
    let event = create(&leo, id, &thursday()).await.body["id"].as_str().unwrap().to_owned();
    let path = format!("mentorships/{id}/calendar-events/{event}/");
    let visit =
        json!({"scheduledTime": "2026-03-06T18:00:00Z", "isPairGroupCall": false, "repeatsUntil": "2026-03-13"});
    assert_eq!(call(&leo, Method::PUT, &path, Some(&with(thursday(), &visit))).await.status, 200);
    let send_due = async || send_due(&app, &mailbox, &pusher).await;
    app.advance(2 * DAY + 9 * HOUR);
    send_due().await;
    assert_eq!(service.waiting(), 0, "it is not on Thursday any more");
    app.advance(DAY);
    send_due().await;
    let push = service.next().await;
    assert_eq!(service.open("leo", &push)["startsAt"], "2026-03-06T18:00:00Z");
    // The server was away until the event of the next week was near.
    app.advance(7 * DAY + 23 * HOUR + 30 * MINUTE);
    for _ in 0..3 {
        send_due().await;
    }
    let push = service.next().await;
    assert_eq!(service.open("leo", &push)["startsAt"], "2026-03-13T18:00:00Z");
    app.advance(DAY);
    send_due().await;
    assert_eq!(service.waiting(), 0);

    let leo = server.signed_in("leo").await;
    let next = json!({"scheduledTime": "2026-03-20T18:00:00Z"});
    let event = create(&leo, id, &with(thursday(), &next)).await.body["id"].as_str().unwrap().to_owned();
    assert_eq!(
        call(&leo, Method::DELETE, &format!("mentorships/{id}/calendar-events/{event}/"), None).await.status,
        204
    );
    app.advance(7 * DAY);
    send_due().await;
    assert_eq!(service.waiting(), 0, "deleted");
});

both!(reminders_obey_settings, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let mut service = PushService::start().await;
    let (pusher, mailbox) = (pusher(Some(&service)), Mailbox::of(&app));
    let server = server(&app, &pusher);
    let leo = server.signed_in("leo").await;
    register(&leo, &service.subscription("leo")).await;
    create(&leo, id, &thursday()).await;
    let settings: Value = json!({"timeZone": "Europe/London", "quietHours": {"from": "17:30", "until": "19:00"},
        "mailAfterHours": null, "reminderMails": false});
    assert_eq!(save(&leo, &settings).await.body["reminderMails"], false);
    app.advance(2 * DAY + 9 * HOUR);
    send_due(&app, &mailbox, &pusher).await;
    assert_eq!(service.waiting(), 0, "quiet");
    assert_eq!(mails(&app, &mailbox).await, [("nina@example.org".to_owned(), true)]);
    app.advance(HOUR);
    send_due(&app, &mailbox, &pusher).await;
    service.next().await;
});

both!(deadlines_are_announced_once_in_the_morning, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    pair(&app, nina, leo).await;
    let mut service = PushService::start().await;
    let (pusher, mailbox) = (pusher(Some(&service)), Mailbox::of(&app));
    let server = server(&app, &pusher);
    let leo = server.signed_in("leo").await;
    register(&leo, &service.subscription("leo")).await;
    // The first deadline is 16 March: from 13 March, nine in the morning.
    app.advance(11 * DAY - MINUTE);
    assert_eq!(calendar::enqueue_deadlines(&app.store).await.unwrap(), 0);
    app.advance(MINUTE);
    assert_eq!(calendar::enqueue_deadlines(&app.store).await.unwrap(), 2);
    assert_eq!(calendar::enqueue_deadlines(&app.store).await.unwrap(), 0);
    send_due(&app, &mailbox, &pusher).await;
    let push = service.next().await;
    let note = service.open("leo", &push);
    assert_eq!((&note["type"], &note["dueOn"]), (&json!("deadline_reminder"), &json!("2026-03-16")));
    let receivers: Vec<_> = mails(&app, &mailbox).await.into_iter().map(|(to, _)| to).collect();
    assert_eq!(receivers, ["leo@example.org", "nina@example.org"]);
});

both!(failing_reminders_delay_no_mail, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let pusher = pusher(None);
    let server = server(&app, &pusher);
    create(&server.signed_in("leo").await, id, &thursday()).await;
    app.sql("ALTER TABLE notification_settings RENAME TO lost").await;
    app.advance(3 * DAY);
    let mail = Mail {
        to: "lena@school.example".to_owned(),
        template: "sign_up_code".to_owned(),
        language: "en".to_owned(),
        values: [("code", "123456"), ("minutes", "10")].map(|(name, value)| (name.into(), value.into())).into(),
    };
    outbox::put(&app.store, MAIL, &mail).await.unwrap();
    let folder = app.files.join("outbox");
    let runner = Runner::new(app.store.clone());
    for job in api::jobs(&app.store, letterhead(), Transport::folder(&folder), None, Arc::new(Poster::new(None))) {
        runner.start(job);
    }
    let has_mail = || std::fs::read_dir(&folder).is_ok_and(|mut mails| mails.next().is_some());
    assert!(until(has_mail).await);
    assert_eq!(calendar::remind_due(&app.store).await.unwrap(), 0, "the reminder has failed, and waits");
});
