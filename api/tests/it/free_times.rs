//! Times at which all members of a mentorship can talk. Every test begins on Monday, 2 March 2026, at nine in London.

use reqwest::Method;
use serde_json::json;
use store::blocks;
use test_kit::both;

use crate::calendar::{call, create, thursday, with};
use crate::mentorship_sessions::{Lakeside, lakeside, pair};

both!(free_times_suit_both_members, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let find = async || call(&mentee, Method::GET, &format!("mentorships/{id}/free-times/"), None).await.body;
    let missing = find().await;
    assert_eq!(missing["times"], json!([]));
    assert_eq!(missing["missing"].as_array().unwrap().len(), 2);

    let thursdays =
        json!({"timeZone": "Europe/London", "windows": [{"weekday": 4, "from": "17:00", "until": "24:00"}]});
    assert_eq!(call(&mentor, Method::PUT, "availability/", Some(&thursdays)).await.body["timeZone"], "Europe/London");
    assert_eq!(find().await["missing"], json!([leo]));
    // Leo lives in Berlin.
    let evenings = json!({"timeZone": "Europe/Berlin", "windows": [
        {"weekday": 5, "from": "09:00", "until": "10:00"}, {"weekday": 4, "from": "19:00", "until": "21:00"}]});
    let stored = call(&mentee, Method::PUT, "availability/", Some(&evenings)).await.body;
    assert_eq!((&stored["windows"][0]["weekday"], &stored["timeZone"]), (&json!(4), &json!("Europe/Berlin")));
    let weeks = json!(["2026-03-05T18:00:00Z", "2026-03-12T18:00:00Z", "2026-03-19T18:00:00Z"]);
    assert_eq!(find().await["times"], weeks);
    assert_eq!(create(&mentee, id, &thursday()).await.status, 201);
    assert_eq!(find().await["times"][0], "2026-03-05T19:00:00Z", "not while another event takes place");
    let earlier = json!({"scheduledTime": "2026-03-05T18:30:00Z"});
    create(&mentee, id, &with(thursday(), &earlier)).await;
    assert_eq!(find().await["times"][0], "2026-03-12T18:00:00Z");
});

both!(people_kept_apart_have_no_free_times, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let thursdays =
        json!({"timeZone": "Europe/London", "windows": [{"weekday": 4, "from": "17:00", "until": "24:00"}]});
    for person in [&mentor, &mentee] {
        assert_eq!(call(person, Method::PUT, "availability/", Some(&thursdays)).await.status, 200);
    }
    blocks::add(&app.store, nina, leo).await.unwrap();
    for (person, other) in [(&mentor, leo), (&mentee, nina)] {
        let found = call(person, Method::GET, &format!("mentorships/{id}/free-times/"), None).await.body;
        assert_eq!(found, json!({"times": [], "missing": [other]}), "as if the other had entered none");
    }
});

both!(unusable_availability_is_refused, async |app| {
    lakeside(&app).await;
    let server = app.server();
    let leo = server.signed_in("leo").await;
    let many: Vec<_> =
        (0..22).map(|n| json!({"weekday": 1, "from": format!("{n:02}:00"), "until": format!("{n:02}:30")})).collect();
    for windows in [
        json!([{"weekday": 0, "from": "09:00", "until": "10:00"}]),
        json!([{"weekday": 8, "from": "09:00", "until": "10:00"}]),
        json!([{"weekday": 1, "from": "10:00", "until": "10:00"}]),
        json!([{"weekday": 1, "from": "nine", "until": "10:00"}]),
        json!([{"weekday": 1, "from": "24:00", "until": "24:00"}]),
        json!([{"weekday": 1, "from": "09:00", "until": "11:00"}, {"weekday": 1, "from": "10:30", "until": "12:00"}]),
        json!(many),
    ] {
        let refused =
            call(&leo, Method::PUT, "availability/", Some(&json!({"timeZone": "UTC", "windows": windows}))).await;
        assert_eq!((refused.status, refused.code()), (422, "invalid"), "{windows}");
    }
    let moon = json!({"timeZone": "Moon/Crater", "windows": []});
    assert_eq!(call(&leo, Method::PUT, "availability/", Some(&moon)).await.status, 422);
    assert_eq!(call(&leo, Method::GET, "availability/", None).await.body["windows"], json!([]));
});
