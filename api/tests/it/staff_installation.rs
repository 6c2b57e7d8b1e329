//! The installation over HTTP: who sees its state, and who acts on jobs that were given up.

use chrono::Duration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::listing::ListRequest;
use store::outbox::{self, Job, Mail};
use store::people::Role;
use store::staff::{Scope, StaffRole, audit};
use store::{JobId, PersonId};
use test_kit::both;

use crate::TestApp;
use crate::staff::{Schools, add, hold};

const STATE: &str = "/api/staff/installation/";
const JOBS: &str = "/api/staff/installation/failed-jobs/";
const ADDRESS: &str = "nele@schools.example";

/// A mail that the mail server refused for good, with its address in the answer.
async fn given_up(app: &TestApp) -> JobId {
    given_up_mail(app, "reset_password").await
}

async fn given_up_mail(app: &TestApp, template: &str) -> JobId {
    let mail = Mail {
        to: ADDRESS.to_owned(),
        template: template.to_owned(),
        language: "en".to_owned(),
        values: Default::default(),
    };
    let id = outbox::put(&app.store, outbox::MAIL, &mail).await.unwrap();
    for _ in 0..outbox::MAX_ATTEMPTS {
        let _: Vec<Job<Mail>> = outbox::lease(&app.store, outbox::MAIL, 99, Duration::zero()).await.unwrap();
    }
    let job = Job { id, payload: (), attempt: outbox::MAX_ATTEMPTS };
    outbox::failed(&app.store, &job, &format!("permanent error (550): no mailbox {ADDRESS}")).await.unwrap();
    id
}

/// Ada administers the installation, Norbert only North.
async fn administrators(app: &TestApp) -> (Schools, PersonId, PersonId) {
    let schools = Schools::open(app).await;
    let ada = add(app, "Ada", Role::Staff, None).await;
    hold(app, ada, StaffRole::Administrator, None).await;
    let norbert = add(app, "Norbert", Role::Staff, Some(schools.north)).await;
    hold(app, norbert, StaffRole::Administrator, Some(schools.north)).await;
    (schools, ada, norbert)
}

both!(administrator_of_installation_sees_its_state, async |app| {
    let (schools, ada, _) = administrators(&app).await;
    given_up(&app).await;
    let (_, me) = schools.get(&app, ada, "/api/staff/me/").await;
    assert!(me["permissions"].as_array().unwrap().contains(&json!("manage_installation")));
    let (status, state) = schools.get(&app, ada, STATE).await;
    assert_eq!(status, StatusCode::OK, "{state}");
    assert_eq!(state["database"]["schema"], state["database"]["knownSchema"]);
    let mails = state["queues"].as_array().unwrap().iter().find(|queue| queue["kind"] == "mail").unwrap();
    assert_eq!(mails["failed"], json!(1));
    assert!(!state.to_string().contains(ADDRESS));
});

both!(failed_jobs_are_retried_and_dropped_by_name_of_no_one, async |app| {
    let (schools, ada, _) = administrators(&app).await;
    let (again, gone) = (given_up(&app).await, given_up(&app).await);
    let (status, list) = schools.get(&app, ada, JOBS).await;
    assert_eq!((status, &list["total"]), (StatusCode::OK, &json!(2)), "{list}");
    let job = &list["results"][0];
    assert_eq!((&job["cause"], &job["status"]), (&json!("refused"), &json!(550)));
    assert!(!list.to_string().contains("schools.example"));

    let retry = format!("{JOBS}{again}/retry/");
    let (status, _) = schools.send(&app, ada, Method::POST, &retry, &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, _) = schools.send(&app, ada, Method::POST, &retry, &Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "it waits already");
    let drop = format!("{JOBS}{gone}/");
    let (status, _) = schools.send(&app, ada, Method::DELETE, &drop, &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, list) = schools.get(&app, ada, JOBS).await;
    assert_eq!((status, &list["total"]), (StatusCode::OK, &json!(0)));

    let acts = audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let of_jobs: Vec<_> = acts.iter().filter(|act| act.target_kind == "job").collect();
    assert_eq!(of_jobs.iter().map(|act| &*act.action).collect::<Vec<_>>(), ["drop_job", "retry_job"]);
    assert!(of_jobs.iter().all(|act| act.actor_id == Some(ada) && act.programme_id.is_none()));
});

both!(mail_about_alert_is_not_dropped, async |app| {
    let (schools, ada, _) = administrators(&app).await;
    let drop = format!("{JOBS}{}/", given_up_mail(&app, "staff_crisis").await);
    let (status, error) = schools.send(&app, ada, Method::DELETE, &drop, &Value::Null).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("alert_not_droppable")));
    let (_, list) = schools.get(&app, ada, JOBS).await;
    assert_eq!(list["total"], json!(1));
});

both!(other_staff_see_nothing_of_installation, async |app| {
    let (schools, _, norbert) = administrators(&app).await;
    let id = given_up(&app).await;
    let (_, me) = schools.get(&app, norbert, "/api/staff/me/").await;
    assert!(!me["permissions"].as_array().unwrap().contains(&json!("manage_installation")));
    let lena = add(&app, "Lena", Role::Staff, None).await;
    for role in [StaffRole::Coordinator, StaffRole::Safeguarding, StaffRole::Reports] {
        hold(&app, lena, role, None).await;
    }
    for person in [norbert, lena] {
        for (method, path) in [
            (Method::GET, STATE.to_owned()),
            (Method::GET, JOBS.to_owned()),
            (Method::POST, format!("{JOBS}{id}/retry/")),
            (Method::DELETE, format!("{JOBS}{id}/")),
        ] {
            let (status, error) = schools.send(&app, person, method, &path, &Value::Null).await;
            assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("not_permitted")), "{path}");
        }
        let (_, overview) = schools.get(&app, person, "/api/staff/overview/").await;
        let work = overview["work"].as_array().unwrap();
        assert!(work.iter().all(|work| work["kind"] != "failed_job"), "{overview}");
    }
});

const PROGRAMMES: &str = "/api/staff/installation/programmes/";

both!(administrator_creates_a_programme_with_its_coordinator, async |app| {
    let (schools, ada, norbert) = administrators(&app).await;
    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    let new = |key: &str, coordinator: Option<PersonId>| json!({"key": key, "name": "West", "timeZone": "Europe/Berlin", "rulesOf": schools.north, "coordinator": coordinator});
    let create = async |by, body: &Value| schools.send(&app, by, Method::POST, PROGRAMMES, body).await;
    let (status, created) = create(ada, &new("west", Some(cora))).await;
    assert_eq!(status, StatusCode::OK, "{created}");
    let (_, listed) = schools.get(&app, ada, PROGRAMMES).await;
    let west = listed["programmes"].as_array().unwrap().iter().find(|one| one["id"] == created["id"]).unwrap();
    assert_eq!((&west["key"], &west["isOpen"], &west["isOfConsole"]), (&json!("west"), &json!(false), &json!(true)));
    assert_eq!(west["coordinators"], json!(1));
    let names = listed["possibleCoordinators"].as_array().unwrap();
    assert!(names.iter().any(|one| one["id"] == json!(cora)) && names.iter().all(|one| one["id"] != json!(ada)));
    let rules = format!("/api/staff/programmes/{}/rules/", created["id"].as_str().unwrap());
    assert_eq!(schools.get(&app, cora, &rules).await.0, StatusCode::OK, "she coordinates it at once");

    for (body, status, code) in [
        (new("west", None), StatusCode::CONFLICT, "programme_key_taken"),
        (new("West!", None), StatusCode::UNPROCESSABLE_ENTITY, "invalid"),
        (new("far-west", Some(ada)), StatusCode::FORBIDDEN, "own_record"),
        (new("far-west", Some(app.store.clock.id())), StatusCode::CONFLICT, "coordinator_unavailable"),
    ] {
        let (refused, answer) = create(ada, &body).await;
        assert_eq!((refused, &answer["code"]), (status, &json!(code)), "{answer}");
    }
    assert_eq!(create(norbert, &new("far-west", None)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(schools.get(&app, norbert, PROGRAMMES).await.0, StatusCode::FORBIDDEN);
});
