//! Cohorts over HTTP: what staff create and change, who is in them, and what is for one of them.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::PersonId;
use store::people::Role;
use store::staff::StaffRole;
use test_kit::both;

use crate::TestApp;
use crate::staff::{Schools, add, hold};

/// Cora coordinates North, where Nelly is a mentee and Mo a mentor; Uwe coordinates East, where Eve is a mentee; Lea leads safeguarding in North.
struct North {
    schools: Schools,
    cora: PersonId,
    uwe: PersonId,
    lea: PersonId,
    nelly: PersonId,
    mo: PersonId,
    eve: PersonId,
}

impl North {
    async fn open(app: &TestApp) -> Self {
        let schools = Schools::open(app).await;
        let staff = async |name: &str, role, programme| {
            let person = add(app, name, Role::Staff, Some(programme)).await;
            hold(app, person, role, Some(programme)).await;
            person
        };
        let cora = staff("Cora", StaffRole::Coordinator, schools.north).await;
        let uwe = staff("Uwe", StaffRole::Coordinator, schools.east).await;
        let lea = staff("Lea", StaffRole::Safeguarding, schools.north).await;
        let nelly = add(app, "Nelly", Role::Mentee, Some(schools.north)).await;
        let mo = add(app, "Mo", Role::Mentor, Some(schools.north)).await;
        let eve = add(app, "Eve", Role::Mentee, Some(schools.east)).await;
        Self { schools, cora, uwe, lea, nelly, mo, eve }
    }

    async fn send(&self, app: &TestApp, by: PersonId, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        self.schools.send(app, by, method, &format!("/api/staff/{path}"), &body).await
    }

    async fn create(&self, app: &TestApp, name: &str) -> String {
        let body = json!({"programme": self.schools.north, "name": name});
        let (status, created) = self.send(app, self.cora, Method::POST, "cohorts/", body).await;
        assert_eq!(status, StatusCode::CREATED, "{created}");
        created["id"].as_str().unwrap().to_owned()
    }

    async fn get(&self, app: &TestApp, path: &str) -> Value {
        self.schools.get(app, self.cora, &format!("/api/staff/{path}")).await.1
    }
}

both!(staff_create_and_change_cohorts, async |app| {
    let north = North::open(&app).await;
    let id = north.create(&app, " Class  8b ").await;
    let one = format!("cohorts/{id}/");
    let body = |name: &str| json!({"programme": north.schools.north, "name": name});
    for (by, name, status, code) in [
        (north.cora, "CLASS 8B", StatusCode::CONFLICT, "cohort_exists"),
        (north.cora, "", StatusCode::UNPROCESSABLE_ENTITY, "invalid"),
        (north.uwe, "8c", StatusCode::NOT_FOUND, "not_found"),
        (north.lea, "8c", StatusCode::FORBIDDEN, "not_permitted"),
    ] {
        let (found, error) = north.send(&app, by, Method::POST, "cohorts/", body(name)).await;
        assert_eq!((found, &error["code"]), (status, &json!(code)), "{name}");
    }
    let rename = json!({"was": "Class 8b", "name": "Class 9b"});
    assert_eq!(north.send(&app, north.uwe, Method::PUT, &one, rename.clone()).await.0, StatusCode::NOT_FOUND);
    assert_eq!(north.send(&app, north.cora, Method::PUT, &one, rename).await.0, StatusCode::NO_CONTENT);
    let late = json!({"was": "Class 8b", "name": "Class 10b"});
    let (status, error) = north.send(&app, north.cora, Method::PUT, &one, late).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    let (_, read) = north.schools.get(&app, north.lea, "/api/staff/cohorts/?q=9b").await;
    let [listed] = &read["results"].as_array().unwrap()[..] else { panic!("{read}") };
    assert_eq!((&listed["name"], &listed["mentees"]), (&json!("Class 9b"), &json!(0)));
    let (_, foreign) = north.schools.get(&app, north.uwe, "/api/staff/cohorts/").await;
    assert_eq!(foreign["total"], 0);
    assert_eq!(north.send(&app, north.uwe, Method::DELETE, &one, json!({})).await.0, StatusCode::NOT_FOUND);
    assert_eq!(north.send(&app, north.cora, Method::DELETE, &one, json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(north.get(&app, "cohorts/").await["total"], 0);
});

both!(people_of_a_cohort_are_found_and_addressed, async |app| {
    let north = North::open(&app).await;
    let id = north.create(&app, "Autumn").await;
    let put = json!({"people": [north.nelly, north.mo, north.eve], "cohort": id});
    let (_, done) = north.send(&app, north.cora, Method::POST, "people/cohort/", put.clone()).await;
    assert_eq!(done, json!({"changed": 2, "unchanged": 0, "leftOut": 1}));
    assert_eq!(north.send(&app, north.uwe, Method::POST, "people/cohort/", put).await.0, StatusCode::NOT_FOUND);
    let found = north.get(&app, &format!("people/?cohort={id}&role=mentee&sort=cohort")).await;
    let [nelly] = &found["results"].as_array().unwrap()[..] else { panic!("{found}") };
    assert_eq!(nelly["cohort"], json!({"id": id, "name": "Autumn"}));
    assert_eq!(north.get(&app, &format!("people/{}/", north.mo)).await["cohort"]["name"], "Autumn");

    let query = format!("announcements/audience/?programme={}&among=all", north.schools.north);
    let reach = north.get(&app, &format!("{query}&cohort={id}")).await;
    assert_eq!(reach, json!({"mentees": 1, "mentors": 1}));
    let announcement = "0192f0a0-0000-7000-8000-00000000c0c0";
    let begin = json!({"id": announcement, "programme": north.schools.north});
    north.send(&app, north.cora, Method::POST, "announcements/", begin).await;
    let content = json!({"revision": 1, "programme": north.schools.north, "texts": {"en": {"title": "Trip", "body": "Soon."}},
        "roles": ["mentee"], "among": "all", "cohort": id, "push": false, "mail": false});
    let path = format!("announcements/{announcement}/");
    assert_eq!(north.send(&app, north.cora, Method::PUT, &path, content.clone()).await.0, StatusCode::OK);
    let saved = north.get(&app, &path).await;
    assert_eq!((&saved["cohort"]["name"], &saved["isCohortRemoved"]), (&json!("Autumn"), &json!(false)));

    let one = format!("cohorts/{id}/");
    let at = (app.store.clock.now() + chrono::TimeDelta::days(3)).format("%Y-%m-%dT12:00:00").to_string();
    let send = json!({"revision": 2, "at": at});
    let (status, error) = north.send(&app, north.cora, Method::POST, &format!("{path}sending/"), send).await;
    assert!(status.is_success(), "{error}");
    let (status, error) = north.send(&app, north.cora, Method::DELETE, &one, json!({})).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("cohort_in_use")));
    let out = json!({"people": [north.mo], "cohort": null});
    let (_, done) = north.send(&app, north.cora, Method::POST, "people/cohort/", out).await;
    assert_eq!(done["changed"], 1);
});
