//! Quiet hours: pushes wait for their end and become one.

use std::sync::Arc;
use std::time::Duration;

use egress::push::Pusher;
use reqwest::Method;
use serde_json::{Value, json};
use store::channels::{self, Kind};
use store::experiences::{Access, Overrides};
use store::messages::Draft;
use store::notification_settings::{self, NotificationSettings};
use store::push::{self, Notification, Outcome};
use store::quiet_hours::QuietHours;
use store::reports::{self, NewReport, Reason};
use store::{ChannelId, offline_notifications, outbox, people, reads};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::devices::{pusher, register, run_push_jobs, server};
use crate::mailbox::Mailbox;
use crate::push_service::PushService;
use crate::test_app::TestApp;

const CALL: &str = "../../v1/notifications/settings/";

/// Every test begins at nine in London.
const MORNING: &str = r#"{"from": "08:30", "until": "10:00"}"#;

pub(crate) async fn save(browser: &Browser, settings: &Value) -> Answer {
    browser.send(browser.request(Method::PUT, CALL).json(settings)).await
}

pub(crate) fn quiet() -> Value {
    let hours: Value = serde_json::from_str(MORNING).unwrap();
    json!({"timeZone": "Europe/London", "quietHours": hours, "mailAfterHours": null})
}

/// Creates a channel of Maya and Tom.
async fn channel(app: &TestApp, kind: Kind) -> ChannelId {
    let chat = Overrides { chattype: Some(Access::Use), mentorship_chat: Some(Access::Use), ..Overrides::default() };
    people::set_overrides(&app.store, &test_kit::operator(), app.tom, &chat).await.unwrap();
    let channel = channels::create(&app.store, kind, "", None).await.unwrap();
    channels::join(&app.store, channel, &[app.maya, app.tom]).await.unwrap();
    channel
}

/// Maya writes, and what is due is sent.
async fn write(app: &TestApp, pusher: &Arc<Pusher>, channel: ChannelId, text: &str) {
    app.store.writer.append(Draft::text(channel, app.maya, text.to_owned(), text.to_owned())).await.unwrap();
    offline_notifications::notify_offline_members(&app.store, &[channel]).await.unwrap();
    run_push_jobs(&app.store, pusher).await;
}

/// The channels of all pushes to Tom.
fn pushed(service: &PushService) -> Vec<Value> {
    service.received().iter().map(|push| service.open("tom", push)["channelId"].clone()).collect()
}

both!(quiet_hours_turn_pushes_into_one, async |app| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    assert_eq!(save(&tom, &quiet()).await.status, 200);
    let (pair, circle) = (channel(&app, Kind::Direct).await, channel(&app, Kind::Group).await);
    write(&app, &pusher, circle, "one").await;
    app.advance(1);
    write(&app, &pusher, pair, "two").await;
    assert_eq!(pushed(&service), Vec::<Value>::new(), "quiet");
    assert_eq!(
        outbox::backlog(&app.store).await.unwrap().age,
        chrono::TimeDelta::zero(),
        "a deferred push is no backlog"
    );
    app.advance(3600);
    for _ in 0..2 {
        run_push_jobs(&app.store, &pusher).await;
    }
    assert_eq!(pushed(&service), [json!(pair)], "one, of the newest message");
    // The next quiet hours hold again.
    reads::mark_seen(&app.store, pair, app.tom, None).await.unwrap();
    app.advance(23 * 3600);
    write(&app, &pusher, pair, "three").await;
    assert_eq!(pushed(&service).len(), 1);
});

both!(deferred_push_is_dropped_when_messages_are_read, async |app| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    save(&tom, &quiet()).await;
    let pair = channel(&app, Kind::Direct).await;
    write(&app, &pusher, pair, "one").await;
    reads::mark_seen(&app.store, pair, app.tom, None).await.unwrap();
    app.advance(3601);
    run_push_jobs(&app.store, &pusher).await;
    assert_eq!(pushed(&service), Vec::<Value>::new());
});

both!(deferred_push_is_dropped_when_messages_are_deleted, async |app| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    save(&tom, &quiet()).await;
    let pair = channel(&app, Kind::Direct).await;
    write(&app, &pusher, pair, "one").await;
    let message = store::messages::id_at(&app.store, pair, 1).await.unwrap().unwrap();
    store::messages::delete(&app.store, pair, app.maya, message).await.unwrap().unwrap();
    app.advance(3601);
    run_push_jobs(&app.store, &pusher).await;
    assert_eq!(pushed(&service), Vec::<Value>::new());
});

both!(calls_do_not_ring_in_quiet_hours, async |app| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    save(&tom, &quiet()).await;
    let pair = channel(&app, Kind::Direct).await;
    let invitation = Draft::text(pair, app.maya, "call".to_owned(), "{}".to_owned());
    app.store.writer.append(invitation).await.unwrap();
    let (room, rings_until) = ("river".to_owned(), app.store.clock.now() + chrono::TimeDelta::seconds(45));
    let settled = Notification::CallSettled { channel_id: pair, room: room.clone(), outcome: Outcome::Missed };
    for note in [Notification::IncomingCall { channel_id: pair, room, from: None, rings_until }, settled] {
        push::enqueue(&app.store, &[app.tom], &note, Duration::from_secs(45)).await.unwrap();
        run_push_jobs(&app.store, &pusher).await;
    }
    assert_eq!(pushed(&service), Vec::<Value>::new());
    app.advance(3601);
    run_push_jobs(&app.store, &pusher).await;
    let push = service.open("tom", &service.received()[0]);
    assert_eq!(
        (&push["type"], service.received().len()),
        (&json!("new_message"), 1),
        "a missed call is an unread message"
    );
});

both!(end_of_a_call_that_rang_before_quiet_hours_is_sent, async |app| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    let hours = json!({"from": "09:01", "until": "10:00"});
    save(&tom, &json!({"timeZone": "Europe/London", "quietHours": hours})).await;
    let pair = channel(&app, Kind::Direct).await;
    app.advance(40);
    let rings_until = app.store.clock.now() + chrono::TimeDelta::seconds(45);
    let ring = Notification::IncomingCall { channel_id: pair, room: "river".to_owned(), from: None, rings_until };
    push::enqueue(&app.store, &[app.tom], &ring, Duration::from_secs(45)).await.unwrap();
    run_push_jobs(&app.store, &pusher).await;
    app.advance(30);
    let end = Notification::CallSettled { channel_id: pair, room: "river".to_owned(), outcome: Outcome::Missed };
    push::enqueue(&app.store, &[app.tom], &end, Duration::from_secs(15)).await.unwrap();
    run_push_jobs(&app.store, &pusher).await;
    assert_eq!(pushed(&service).len(), 2, "it rang at 09:00:40 and stopped at 09:01:10");
});

both!(turning_quiet_hours_off_releases_deferred_pushes, async |app| {
    let service = PushService::start().await;
    let pusher = pusher(Some(&service));
    let server = server(&app, &pusher);
    let tom = server.signed_in("tom").await;
    register(&tom, &service.subscription("tom")).await;
    save(&tom, &quiet()).await;
    let pair = channel(&app, Kind::Direct).await;
    write(&app, &pusher, pair, "one").await;
    let mut longer = quiet();
    longer["quietHours"]["until"] = json!("09:30");
    save(&tom, &longer).await;
    run_push_jobs(&app.store, &pusher).await;
    assert_eq!(pushed(&service), Vec::<Value>::new(), "still quiet");
    assert_eq!(save(&tom, &json!({"timeZone": "Europe/London"})).await.status, 200);
    run_push_jobs(&app.store, &pusher).await;
    assert_eq!(pushed(&service), [json!(pair)]);
});

both!(staff_mail_about_safety_ignores_quiet_hours, async |app| {
    let sam = app.add_staff("Sam").await;
    let hours = QuietHours { from: "00:00:00".parse().unwrap(), until: "23:59:00".parse().unwrap() };
    let settings = NotificationSettings {
        time_zone: "UTC".parse().unwrap(),
        quiet_hours: Some(hours),
        mail_after_hours: None,
        reminder_mails: true,
    };
    notification_settings::save(&app.store, sam, &settings).await.unwrap();
    let report = NewReport {
        reporter: app.tom,
        subject: app.maya,
        channel: channel(&app, Kind::Direct).await,
        message: None,
        programme: None,
        reason: Reason::Danger,
        details: "",
        stops_contact: Some(false),
    };
    reports::add(&app.store, report, 20).await.unwrap().unwrap();
    let mails = Mailbox::of(&app).all(&app).await;
    assert_eq!(mails.len(), 1);
});

both!(notification_settings_are_checked_and_returned, async |app| {
    let server = app.server();
    let tom = server.signed_in("tom").await;
    let none = json!({"timeZone": null, "quietHours": null, "mailAfterHours": null, "reminderMails": true});
    assert_eq!(tom.get(CALL).await.body, none);
    let good = json!({"timeZone": "Asia/Kolkata", "quietHours": {"from": "21:30", "until": "06:15"},
        "mailAfterHours": 24, "reminderMails": false});
    assert_eq!(save(&tom, &good).await.body, good);
    assert_eq!(tom.get(CALL).await.body, good);
    for (field, value) in [
        ("timeZone", json!(null)),
        ("timeZone", json!("Mars/Olympus")),
        ("quietHours", json!({"from": "21:30", "until": "21:30"})),
        ("quietHours", json!({"from": "24:00", "until": "06:00"})),
        ("quietHours", json!({"from": "nine", "until": "06:00"})),
        ("mailAfterHours", json!(1)),
        ("mailAfterHours", json!(-24)),
    ] {
        let mut settings = good.clone();
        settings[field] = value;
        let answer = save(&tom, &settings).await;
        assert_eq!((answer.status, answer.code()), (422, "invalid"), "{settings}");
        assert!(answer.body["fields"][field].is_array(), "{settings}");
    }
    assert_eq!(tom.get(CALL).await.body, good, "unchanged");
    assert_eq!(server.browser().get(CALL).await.status, 401);
    assert_eq!(save(&server.browser(), &good).await.status, 401);
});
