//! The school year of a programme over HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::people::Role;
use store::school_year;
use store::staff::StaffRole;
use test_kit::both;

use crate::staff::{Schools, add, hold};

both!(year_is_closed_opened_and_archived, async |app| {
    let schools = Schools::open(&app).await;
    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(&app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let uwe = add(&app, "Uwe", Role::Staff, Some(schools.east)).await;
    hold(&app, uwe, StaffRole::Coordinator, Some(schools.east)).await;
    let nelly = add(&app, "Nelly", Role::Mentee, Some(schools.north)).await;
    let mo = add(&app, "Mo", Role::Mentor, Some(schools.north)).await;
    let of = format!("/api/staff/programmes/{}", schools.north);
    let post =
        async |by, path: &str, body: Value| schools.send(&app, by, Method::POST, &format!("{of}/{path}"), &body).await;
    let none = json!({"keep": []});
    for path in ["year/closing/", "year/closing/retry/", "archive/"] {
        assert_eq!(post(uwe, path, none.clone()).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let (_, preview) = schools.get(&app, cora, &format!("{of}/year/closing/")).await;
    assert_eq!((&preview["mentorships"], &preview["running"]), (&json!(0), &json!([])));

    assert_eq!(post(cora, "year/closing/", none.clone()).await.0, StatusCode::NO_CONTENT);
    let (status, refusal) = post(cora, "year/closing/", none.clone()).await;
    assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("year_closed")));
    assert!(refusal["current"]["by"].as_str().is_some_and(|by| by.starts_with("Cora")), "{refusal}");
    let begin = json!({"mentor": mo, "mentees": [nelly], "groupName": null});
    let (status, refusal) = schools.send(&app, cora, Method::POST, "/api/staff/mentorships/", &begin).await;
    assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("programme_year_closed")), "{refusal}");

    let leaves = json!({"people": [mo], "next": "leaves"});
    let (status, rolled) = post(cora, "year/people/", leaves).await;
    assert_eq!((status, &rolled["changed"]), (StatusCode::OK, &json!(1)), "{rolled}");
    let (_, people) = schools
        .get(&app, cora, &format!("/api/staff/school-year/people/?programme={}&next=leaves", schools.north))
        .await;
    assert_eq!((&people["total"], &people["results"][0]["id"]), (&json!(1), &json!(mo)), "{people}");
    let (status, refusal) = post(cora, "year/opening/", json!({"on": "2020-01-01"})).await;
    assert_eq!((status, &refusal["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("invalid")));
    assert_eq!(post(cora, "year/opening/", json!({"on": null})).await.0, StatusCode::NO_CONTENT);
    school_year::work(&app.store).await.unwrap();
    let (_, year) = schools.get(&app, cora, &format!("{of}/year/")).await;
    assert_eq!(
        (&year["closedAt"], &year["toWelcome"], &year["waiting"]),
        (&Value::Null, &json!(0), &json!([])),
        "{year}"
    );

    assert_eq!(post(cora, "archive/", json!({})).await.0, StatusCode::NO_CONTENT);
    let (status, refusal) = post(cora, "year/closing/", none).await;
    assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("programme_archived")), "{refusal}");
    let (status, _) = schools.send(&app, cora, Method::DELETE, &format!("{of}/archive/"), &json!({})).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
});
