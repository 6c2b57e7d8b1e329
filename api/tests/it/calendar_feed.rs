//! The feed that phones read, parsed by an independent implementation of iCalendar.

use calcard::icalendar::{ICalendar, ICalendarComponent, ICalendarProperty, ICalendarStatus};
use reqwest::Method;
use serde_json::json;
use store::{MentorshipId, administration, blocks};
use test_kit::both;

use crate::browser::Browser;
use crate::calendar::{call, create, thursday, with};
use crate::mentorship_sessions::{Lakeside, lakeside, pair};
use crate::test_app::Server;

/// Creates the feed of the member, and returns its address.
async fn subscribe(browser: &Browser, id: MentorshipId) -> String {
    let created = call(browser, Method::POST, &format!("mentorships/{id}/calendar-feed/"), None).await;
    assert_eq!(created.status, 200);
    created.body["path"].as_str().unwrap().to_owned()
}

/// Reads a feed as a phone does, without a login: the status, and the text.
async fn read(server: &Server, path: &str) -> (u16, String) {
    let answer = reqwest::get(format!("{}{path}", server.url)).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

fn parsed(text: &str) -> Vec<ICalendarComponent> {
    let calendar = ICalendar::parse(text).unwrap();
    calendar.components.into_iter().filter(|component| component.component_type.is_event()).collect()
}

fn text_of(component: &ICalendarComponent, property: &ICalendarProperty) -> String {
    component.property(property).unwrap().values[0].as_text().unwrap().to_owned()
}

/// When it begins, in RFC 3339; a day for all-day entries.
fn start_of(component: &ICalendarComponent) -> String {
    let start = component.property(&ICalendarProperty::Dtstart).unwrap().values[0].as_partial_date_time().unwrap();
    let time = start.to_date_time().unwrap();
    if start.has_time() {
        assert_eq!(time.offset.unwrap().local_minus_utc(), 0, "UTC");
        format!("{}Z", time.date_time.format("%Y-%m-%dT%H:%M:%S"))
    } else {
        time.date_time.format("%Y-%m-%d").to_string()
    }
}

both!(phones_read_events_and_deadlines, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let leo = server.signed_in("leo").await;
    let weekly = json!({"title": "Talk about Nina, privately; \\", "scheduledTime": "2026-03-26T18:00:00Z",
        "repeatsUntil": "2026-04-03", "timeZone": "Europe/London"});
    let weekly = create(&leo, id, &with(thursday(), &weekly)).await.body["id"].as_str().unwrap().to_owned();
    let path = subscribe(&leo, id).await;
    let (status, text) = read(&server, &path).await;
    assert_eq!(status, 200);
    for secret in ["Nina", "Leo", "privately", "goal"] {
        assert!(!text.contains(secret), "{secret}: calendars are seen by others");
    }
    assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{text}");
    let entries = parsed(&text);
    let found: Vec<_> =
        entries.iter().map(|entry| (start_of(entry), text_of(entry, &ICalendarProperty::Summary))).collect();
    let expected = [
        ("2026-03-26T18:00:00Z", "Mentoring call"),
        ("2026-04-02T17:00:00Z", "Mentoring call"),
        ("2026-03-16", "Mentorship session due"),
        ("2026-03-30", "Mentorship session due"),
    ];
    assert_eq!(found, expected.map(|(start, title)| (start.to_owned(), title.to_owned())));
    let ids: std::collections::BTreeSet<_> =
        entries.iter().map(|entry| text_of(entry, &ICalendarProperty::Uid)).collect();
    assert_eq!(ids.len(), 4, "each has an id of its own");

    // A deleted event stays for a month, as cancelled, under the same id.
    let path_of_event = format!("mentorships/{id}/calendar-events/{weekly}/");
    assert_eq!(call(&leo, Method::DELETE, &path_of_event, None).await.status, 204);
    let after = parsed(&read(&server, &path).await.1);
    let status = |entry: &ICalendarComponent| entry.status().cloned();
    assert_eq!(status(&after[0]), Some(ICalendarStatus::Cancelled));
    assert_eq!(text_of(&after[0], &ICalendarProperty::Uid), text_of(&entries[0], &ICalendarProperty::Uid));
    let sequence = |entry: &ICalendarComponent| {
        entry.property(&ICalendarProperty::Sequence).unwrap().values[0].as_integer().unwrap()
    };
    assert_eq!((sequence(&entries[0]), sequence(&after[0])), (0, 1));
    app.advance(30 * 24 * 3600);
    store::calendar::prune(&app.store).await.unwrap();
    let starts: Vec<_> = parsed(&read(&server, &path).await.1).iter().map(start_of).collect();
    assert_eq!(starts, ["2026-03-16", "2026-03-30"]);
});

both!(unchanged_feed_is_not_sent_again, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let leo = server.signed_in("leo").await;
    let address = format!("{}{}", server.url, subscribe(&leo, id).await);
    let first = reqwest::get(&address).await.unwrap();
    assert_eq!(first.headers()["content-type"], "text/calendar; charset=utf-8");
    let tag = first.headers()["etag"].clone();
    app.advance(3600);
    let read = async || reqwest::Client::new().get(&address).header("if-none-match", &tag).send().await.unwrap();
    assert_eq!(read().await.status(), 304);
    let leo = server.signed_in("leo").await;
    create(&leo, id, &thursday()).await;
    assert_eq!(read().await.status(), 200);
});

both!(feed_ends_with_its_key_and_with_trust, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let mentee = server.signed_in("leo").await;
    let path = format!("mentorships/{id}/calendar-feed/");
    let exists = async || call(&mentee, Method::GET, &path, None).await.body["exists"].clone();
    assert_eq!(exists().await, false);
    let first = subscribe(&mentee, id).await;
    let second = subscribe(&mentee, id).await;
    assert_eq!((exists().await, read(&server, &first).await.0), (json!(true), 404), "a new address ends the old one");
    assert_eq!(read(&server, &second).await.0, 200);

    blocks::add(&app.store, nina, leo).await.unwrap();
    assert_eq!(read(&server, &second).await.0, 404, "blocked");
    blocks::remove(&app.store, nina, leo).await.unwrap();
    assert_eq!(read(&server, &second).await.0, 200);
    administration::set_disabled(&app.store, &test_kit::operator(), leo, true, None).await.unwrap();
    assert_eq!(read(&server, &second).await.0, 404, "closed");
    administration::set_disabled(&app.store, &test_kit::operator(), leo, false, None).await.unwrap();
    let mentee = server.signed_in("leo").await;
    assert_eq!(call(&mentee, Method::DELETE, &path, None).await.status, 204);
    assert_eq!(read(&server, &second).await.0, 404, "revoked");
    let third = subscribe(&mentee, id).await;
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        store::administration::MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(read(&server, &third).await.0, 404, "ended");
    assert_eq!(read(&server, "/api/v1/calendar.ics?key=guess").await.0, 404);
});
