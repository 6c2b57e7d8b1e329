//! The events of a mentorship. Every test begins on Monday, 2 March 2026, at nine in London.

use reqwest::Method;
use serde_json::{Value, json};
use store::MentorshipId;
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::mentorship_sessions::{Lakeside, lakeside, pair};

pub(crate) async fn call(browser: &Browser, method: Method, path: &str, body: Option<&Value>) -> Answer {
    let request = browser.request(method, &format!("../../v1/{path}"));
    browser.send(body.into_iter().fold(request, reqwest::RequestBuilder::json)).await
}

fn events_of(id: MentorshipId) -> String {
    format!("mentorships/{id}/calendar-events/")
}

pub(crate) async fn create(browser: &Browser, id: MentorshipId, event: &Value) -> Answer {
    call(browser, Method::POST, &events_of(id), Some(event)).await
}

async fn list(browser: &Browser, id: MentorshipId) -> Answer {
    call(browser, Method::GET, &events_of(id), None).await
}

async fn change(browser: &Browser, id: MentorshipId, event: &str, body: &Value) -> Answer {
    // Without a slash at the end, as clients write it.
    call(browser, Method::PUT, &format!("{}{event}", events_of(id)), Some(body)).await
}

/// A call on Thursday at six in London.
pub(crate) fn thursday() -> Value {
    json!({"title": " First \n \u{202e}call\u{200b} ", "isPairGroupCall": true, "scheduledTime": "2026-03-05T18:00:00.000Z"})
}

pub(crate) fn with(mut event: Value, changes: &Value) -> Value {
    for (key, value) in changes.as_object().unwrap() {
        event[key] = value.clone();
    }
    event
}

both!(members_share_a_calendar, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let later = json!({"title": "Museum", "is_pair_group_call": false, "scheduled_time": "2026-03-09T10:00:00+01:00",
        "description": "At the\nentrance", "session_name": "About goal", "created_by": nina, "mentorship": id, "mentor_group": null});
    let museum = create(&mentee, id, &later).await;
    assert_eq!(museum.status, 201);
    assert_eq!(museum.body["createdBy"], json!(leo), "the author is who asks");
    assert_eq!((&museum.body["sessionKey"], &museum.body["sessionName"]), (&json!("goal"), &json!("About goal")));
    assert_eq!(museum.body["scheduledTime"], "2026-03-09T09:00:00Z");
    let first = create(&mentee, id, &thursday()).await.body;
    assert_eq!((&first["title"], &first["isPairGroupCall"]), (&json!("First call"), &json!(true)));

    let seen = list(&mentor, id).await.body;
    let titles: Vec<_> = seen.as_array().unwrap().iter().map(|event| event["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["First call", "Museum"], "by time");
    let event = first["id"].as_str().unwrap();
    let moved = with(thursday(), &json!({"scheduledTime": "2026-03-06T18:00:00Z", "sessionName": "plan"}));
    let moved = change(&mentor, id, event, &moved).await;
    assert_eq!((moved.status, &moved.body["sessionKey"]), (200, &json!("plan")));
    assert_eq!(moved.body["createdBy"], json!(leo), "a change leaves the author");

    let path = format!("{}{event}/", events_of(id));
    assert_eq!(call(&mentor, Method::DELETE, &path, None).await.status, 204);
    assert_eq!(call(&mentee, Method::DELETE, &path, None).await.status, 404);
    assert_eq!(change(&mentee, id, event, &thursday()).await.status, 404);
    assert_eq!(list(&mentee, id).await.body.as_array().unwrap().len(), 1);
});

both!(repeated_request_answers_the_same_event, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let once = with(thursday(), &json!({"requestId": "one of Leo's"}));
    let first = create(&mentee, id, &once).await;
    let edited = with(once.clone(), &json!({"title": "Edited"}));
    let again = create(&mentee, id, &edited).await;
    assert_eq!((again.status, &again.body), (201, &first.body));
    assert_eq!(create(&mentee, id, &with(thursday(), &json!({"request_id": "one of Leo's"}))).await.body, first.body);
    assert_ne!(create(&mentor, id, &once).await.body["id"], first.body["id"], "another person's request");
    assert_eq!(list(&mentee, id).await.body.as_array().unwrap().len(), 2);
    for unusable in ["x".repeat(65), "a\nb".to_owned()] {
        let refused = create(&mentee, id, &with(thursday(), &json!({"requestId": unusable}))).await;
        assert_eq!((refused.status, refused.code()), (422, "invalid"));
    }
    app.advance(4 * 86_400);
    let mentee = server.signed_in("leo").await;
    assert_eq!(create(&mentee, id, &once).await.body, first.body, "also once its time is over");
});

both!(edit_of_a_changed_event_shows_it, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let first = create(&mentee, id, &thursday()).await.body;
    let event = first["id"].as_str().unwrap();
    let seen = json!({"updatedOn": first["updatedOn"]});
    // Both opened it; the clock stands still.
    assert_eq!(change(&mentor, id, event, &with(thursday(), &json!({"title": "Nina's"}))).await.status, 200);
    let refused = change(&mentee, id, event, &with(with(thursday(), &json!({"title": "Leo's"})), &seen)).await;
    assert_eq!((refused.status, refused.code()), (409, "event_changed"));
    assert_eq!(refused.body["current"]["title"], "Nina's");
    let now = json!({"title": "Leo's", "updatedOn": refused.body["current"]["updatedOn"]});
    assert_eq!(change(&mentee, id, event, &with(thursday(), &now)).await.body["title"], "Leo's");
});

both!(unusable_events_are_refused_by_field, async |app| {
    let Lakeside { nina, leo, ada } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let leo = server.signed_in("leo").await;
    let required = json!(["This field is required"]);
    let empty = create(&leo, id, &json!({"title": " "})).await;
    assert_eq!((empty.status, empty.code()), (422, "invalid"));
    for field in ["title", "isPairGroupCall", "scheduledTime"] {
        assert_eq!(empty.body["fields"][field], required, "{field}");
    }
    for (field, value) in [
        ("title", json!("é".repeat(121))),
        ("description", json!("é".repeat(2001))),
        ("scheduledTime", json!("2026-03-02T08:59:59Z")),
        ("scheduledTime", json!("2028-03-10T09:00:00Z")),
        ("scheduledTime", json!("Thursday")),
        ("sessionName", json!("listen")),
        ("repeatsUntil", json!("2026-03-04")),
        ("repeatsUntil", json!("2026-08-28")),
        ("timeZone", json!("Moon/Crater")),
        ("created_by", json!(ada)),
        ("mentorship", json!(ada)),
        ("mentor_group", json!(id)),
    ] {
        let refused = create(&leo, id, &with(thursday(), &json!({field: value}))).await;
        let fields: Vec<_> = refused.body["fields"].as_object().unwrap().keys().collect();
        assert_eq!((refused.status, &fields[..]), (422, &[&field.to_owned()][..]), "{value}");
    }
    let hidden = with(thursday(), &json!({"title": "\u{200b}\u{301}\u{202e}"}));
    assert_eq!(create(&leo, id, &hidden).await.body["fields"]["title"], required);
    assert_eq!(list(&leo, id).await.body, json!([]));
    let whole = with(thursday(), &json!({"title": "é".repeat(120), "repeatsUntil": "2026-08-27"}));
    assert_eq!(create(&leo, id, &whole).await.body["occurrences"].as_array().unwrap().len(), 26);
});

both!(past_event_keeps_its_time_when_it_is_edited, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let event = create(&server.signed_in("leo").await, id, &thursday()).await.body["id"].clone();
    app.advance(7 * 24 * 3600);
    let leo = server.signed_in("leo").await;
    let notes = with(thursday(), &json!({"description": "We talked about goals"}));
    assert_eq!(change(&leo, id, event.as_str().unwrap(), &notes).await.status, 200);
    let earlier = with(thursday(), &json!({"scheduledTime": "2026-03-04T18:00:00Z"}));
    assert_eq!(change(&leo, id, event.as_str().unwrap(), &earlier).await.status, 422);
});

both!(weekly_event_keeps_its_local_time, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let leo = server.signed_in("leo").await;
    // London changes its clocks on 29 March, Auckland on 5 April.
    for (zone, second) in [("Europe/London", "2026-04-02T17:00:00Z"), ("Pacific/Auckland", "2026-04-02T18:00:00Z")] {
        let weekly = json!({"scheduledTime": "2026-03-26T18:00:00Z", "repeatsUntil": "2026-04-03", "timeZone": zone});
        let created = create(&leo, id, &with(thursday(), &weekly)).await.body;
        assert_eq!(created["occurrences"], json!(["2026-03-26T18:00:00Z", second]), "{zone}");
    }
});

both!(calendar_is_only_for_active_members, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentee, other) = (server.signed_in("leo").await, server.signed_in("ada").await);
    let event = create(&mentee, id, &thursday()).await.body["id"].as_str().unwrap().to_owned();
    let answers = async |browser: &Browser| {
        [
            list(browser, id).await.status,
            create(browser, id, &thursday()).await.status,
            change(browser, id, &event, &thursday()).await.status,
            call(browser, Method::DELETE, &format!("{}{event}/", events_of(id)), None).await.status,
            call(browser, Method::POST, &format!("mentorships/{id}/calendar-feed/"), None).await.status,
            call(browser, Method::GET, &format!("mentorships/{id}/free-times/"), None).await.status,
        ]
    };
    assert_eq!(answers(&other).await, [404; 6]);
    // An event of another mentorship is not found under this one's address.
    let second = pair(&app, nina, app_ada(&app).await).await;
    assert_eq!(change(&other, second, &event, &thursday()).await.status, 404);
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
    assert_eq!(answers(&mentee).await, [404; 6]);
});

async fn app_ada(app: &crate::TestApp) -> store::PersonId {
    store::people::by_email(&app.store, "ada@example.org").await.unwrap().unwrap().id
}
