//! A mentorship that staff begin by hand.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::people::Role;
use store::person_facts;
use store::staff::StaffRole;
use store::{PersonId, mentorship};
use test_kit::{both, operator};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

async fn begin(
    app: &TestApp,
    schools: &Schools,
    staff: PersonId,
    mentor: PersonId,
    mentee: PersonId,
) -> (StatusCode, Value) {
    let body = json!({"mentor": mentor, "mentees": [mentee]});
    schools.send(app, staff, Method::POST, "/api/staff/mentorships/", &body).await
}

both!(pair_begins_by_hand_within_the_scope, async |app| {
    let schools = Schools::open(&app).await;
    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(&app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let maya = add(&app, "Maya", Role::Mentor, Some(schools.north)).await;
    let [tom, ana, eve] = [
        add(&app, "Tom", Role::Mentee, Some(schools.north)).await,
        add(&app, "Ana", Role::Mentee, Some(schools.north)).await,
        add(&app, "Eve", Role::Mentee, Some(schools.east)).await,
    ];
    let (status, begun) = begin(&app, &schools, cora, maya, tom).await;
    assert_eq!(status, StatusCode::CREATED, "{begun}");
    assert_eq!(mentorship::of_person(&app.store, tom).await.unwrap().len(), 1);
    let (status, error) = begin(&app, &schools, cora, maya, tom).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("mentorship_exists")));
    assert_eq!(error["current"]["id"], begun["id"]);
    for mentee in [eve, cora] {
        assert_eq!(begin(&app, &schools, cora, maya, mentee).await.0, StatusCode::NOT_FOUND, "another school; herself");
    }
    let (status, error) = begin(&app, &schools, cora, tom, ana).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("person_unavailable")));
    person_facts::set_conflict(&app.store, &operator(), maya, ana, true).await.unwrap();
    let (status, error) = begin(&app, &schools, cora, maya, ana).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("may_not_meet")));
    assert_eq!(error["current"], Value::Null, "nothing tells why");
    let lena = add(&app, "Lena", Role::Staff, Some(schools.north)).await;
    hold(&app, lena, StaffRole::Safeguarding, Some(schools.north)).await;
    assert_eq!(begin(&app, &schools, lena, maya, ana).await.0, StatusCode::FORBIDDEN);
});
