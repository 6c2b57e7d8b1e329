//! Corrections, and what people demand of their record.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::people::{self, Role};
use store::staff::StaffRole;
use test_kit::both;

use super::North;
use crate::staff::{add, hold};

/// What the page showed of a person, with what is corrected.
fn correction(seen: &Value, corrected: &Value) -> Value {
    let was = json!({"firstName": seen["firstName"], "lastName": seen["lastName"], "email": seen["email"]});
    let mut is = was.clone();
    for (field, value) in corrected.as_object().unwrap() {
        is[field] = value.clone();
    }
    json!({"was": was, "is": is, "reference": "Passport, seen on paper"})
}

both!(corrected_name_is_in_page_and_history, async |app| {
    let north = North::open(&app).await;
    let seen = north.show(&app, north.maya).await;
    let body = correction(&seen, &json!({"firstName": " Maja ", "email": "Maja@New.example"}));
    let (status, error) = north.act(&app, Method::POST, north.maya, "correction/", body.clone()).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{error}");
    let now = north.show(&app, north.maya).await;
    assert_eq!((&now["firstName"], &now["email"]), (&json!("Maja"), &json!("maja@new.example")));
    let happened = north.happened(&app, north.maya).await;
    assert_eq!(happened[0]["kind"], "correct_person");
    assert_eq!(happened[0]["after"], json!({"name": true, "address": true}), "no values");
    assert_eq!(happened[0]["reason"], "Passport, seen on paper");
    let (status, error) =
        north.act(&app, Method::POST, north.maya, "correction/", correction(&seen, &json!({"firstName": "May"}))).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    assert_eq!(error["current"]["firstName"], "Maja");
});

both!(corrections_that_cannot_be_are_refused, async |app| {
    let north = North::open(&app).await;
    let seen = north.show(&app, north.maya).await;
    for (corrected, field) in [
        (json!({"firstName": " "}), "firstName"),
        (json!({"lastName": "O\u{202e}ke"}), "lastName"),
        (json!({"email": "maya"}), "email"),
    ] {
        let (status, error) =
            north.act(&app, Method::POST, north.maya, "correction/", correction(&seen, &corrected)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
        assert!(error["fields"][field].is_array(), "{error}");
    }
    // The answer is the same for an address of the programme and of another one.
    let far = people::by_email(&app.store, "sven@schools.example").await.unwrap().unwrap().id;
    let near = add(&app, "Near", Role::Mentor, Some(north.schools.north)).await;
    let mut answers = Vec::new();
    for id in [far, near] {
        let taken = people::by_id(&app.store, id).await.unwrap().unwrap().email;
        answers.push(
            north.act(&app, Method::POST, north.maya, "correction/", correction(&seen, &json!({"email": taken}))).await,
        );
    }
    assert_eq!((answers[0].0, &answers[0].1["code"]), (StatusCode::CONFLICT, &json!("address_unavailable")));
    assert_eq!(answers[0], answers[1]);
    let own = north.show(&app, north.cora).await;
    let (status, error) =
        north.act(&app, Method::POST, north.cora, "correction/", correction(&own, &json!({"firstName": "Co"}))).await;
    assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("own_record")));
    let colleague = add(&app, "Carl", Role::Staff, Some(north.schools.north)).await;
    hold(&app, colleague, StaffRole::Coordinator, Some(north.schools.north)).await;
    let seen = north.show(&app, colleague).await;
    let (status, error) =
        north.act(&app, Method::POST, colleague, "correction/", correction(&seen, &json!({"firstName": "Co"}))).await;
    assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("only_administrators")));
});

both!(request_of_a_person_is_answered_by_staff, async |app| {
    let north = North::open(&app).await;
    let own = async |method: Method, path: &str, body: Value| {
        let path = format!("/api/v2/users/data-requests/{path}");
        north.schools.send(&app, north.maya, method, &path, &body).await
    };
    for (body, field) in [
        (json!({"kind": "correction", "words": " "}), "words"),
        (json!({"kind": "access", "words": "x".repeat(2001)}), "words"),
    ] {
        let (status, error) = own(Method::POST, "", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(error["fields"][field].is_array(), "{error}");
    }
    let wrong = json!({"kind": "correction", "words": "My name is Maja"});
    assert_eq!(own(Method::POST, "", wrong.clone()).await.0, StatusCode::NO_CONTENT);
    let (status, error) = own(Method::POST, "", wrong).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("request_open")));
    let (_, overview) = north.schools.get(&app, north.cora, "/api/staff/overview/").await;
    let work = overview["work"].as_array().unwrap().iter().find(|work| work["kind"] == "data_request").unwrap();
    assert_eq!((&work["count"], &work["first"][0]["name"]), (&json!(1), &json!("Maya Berg")));
    assert_eq!(work["filters"], json!([{"name": "request", "value": "open"}]));
    let (_, page) = north.schools.get(&app, north.cora, "/api/staff/people/?request=open").await;
    assert_eq!(page["total"], 1);

    let (_, listed) = north.act(&app, Method::GET, north.maya, "data-requests/", Value::Null).await;
    assert_eq!((&listed[0]["words"], &listed[0]["isEntered"]), (&json!("My name is Maja"), &json!(false)));
    let id = listed[0]["id"].as_str().unwrap();
    let close = async |body: Value| {
        north.act(&app, Method::POST, north.maya, &format!("data-requests/{id}/closing/"), body).await
    };
    assert_eq!(close(json!({"outcome": "declined", "answer": ""})).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(close(json!({"outcome": "done", "answer": "Done, Maja"})).await.0, StatusCode::NO_CONTENT);
    let (status, error) = close(json!({"outcome": "done"})).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("request_closed")));
    assert_eq!(error["current"]["by"], "Cora Berg");
    let (_, read) = own(Method::GET, "", Value::Null).await;
    assert_eq!((&read[0]["outcome"], &read[0]["answer"]), (&json!("done"), &json!("Done, Maja")));
    assert!(read[0].get("closedBy").is_none(), "who answered stays with staff");
    let (status, error) = own(Method::DELETE, &format!("{id}/"), Value::Null).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("request_closed")));
});

both!(suspended_people_demand_too, async |app| {
    let north = North::open(&app).await;
    let reason = json!({"reason": "For the test"});
    assert_eq!(north.act(&app, Method::POST, north.maya, "suspension/", reason).await.0, StatusCode::NO_CONTENT);
    let path = "/api/v2/users/data-requests/";
    let body = json!({"kind": "erasure", "words": "I do not want to be here any more"});
    let (status, error) = north.schools.send(&app, north.maya, Method::POST, path, &body).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{error}");
    let (_, page) = north.schools.get(&app, north.cora, "/api/staff/people/?request=open&status=suspended").await;
    assert_eq!(page["total"], 1);
});

both!(who_entered_a_request_leaves_it_to_a_colleague, async |app| {
    let north = North::open(&app).await;
    for kind in ["access", "erasure"] {
        let body = json!({"kind": kind, "words": "By phone"});
        let (status, _) = north.act(&app, Method::POST, north.maya, "data-requests/", body).await;
        assert_eq!(status, StatusCode::NO_CONTENT);
    }
    let (_, listed) = north.act(&app, Method::GET, north.maya, "data-requests/", Value::Null).await;
    let erasure = listed.as_array().unwrap().iter().find(|one| one["kind"] == "erasure").unwrap();
    assert_eq!(erasure["isEnteredBySelf"], true);
    let id = erasure["id"].as_str().unwrap();
    let path = format!("data-requests/{id}/erasure/");
    for (method, path) in [(Method::GET, "copy/"), (Method::POST, path.as_str())] {
        let (status, error) = north.act(&app, method, north.maya, path, Value::Null).await;
        assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("entered_by_self")));
    }
    assert_eq!(north.show(&app, north.maya).await["status"], "active");
});

both!(copy_and_erasure_need_a_request_and_a_recent_code, async |app| {
    let north = North::open(&app).await;
    let path = format!("/api/staff/people/{}/copy/", north.maya);
    let (status, error) = north.schools.get(&app, north.cora, &path).await;
    assert_eq!((status, &error["code"]), (StatusCode::NOT_FOUND, &json!("not_found")), "no one asked");
    let erase = json!({"kind": "erasure", "words": "Please erase it", "receivedOn": "2000-01-01"});
    let (status, error) = north.act(&app, Method::POST, north.maya, "data-requests/", erase).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "long ago");
    assert!(error["fields"]["receivedOn"].is_array(), "{error}");
    for kind in ["access", "erasure"] {
        let body = json!({"kind": kind, "words": "By phone"});
        let (status, _) =
            north.schools.send(&app, north.maya, Method::POST, "/api/v2/users/data-requests/", &body).await;
        assert_eq!(status, StatusCode::NO_CONTENT);
    }
    let (status, _) = north.schools.get(&app, north.cora, &path).await;
    assert_eq!(status, StatusCode::OK);
    let (_, listed) = north.act(&app, Method::GET, north.maya, "data-requests/", Value::Null).await;
    let id_of = |kind: &str| {
        let all = listed.as_array().unwrap();
        all.iter().find(|one| one["kind"] == kind).unwrap()["id"].as_str().unwrap().to_owned()
    };
    let act = async |kind: &str, act: &str, body: Value| {
        north.act(&app, Method::POST, north.maya, &format!("data-requests/{}/{act}/", id_of(kind)), body).await.0
    };
    assert_eq!(act("erasure", "closing", json!({"outcome": "done"})).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(act("access", "erasure", Value::Null).await, StatusCode::NOT_FOUND);
    assert_eq!(act("erasure", "erasure", Value::Null).await, StatusCode::NO_CONTENT);
    assert_eq!(north.show(&app, north.maya).await["status"], "closed");
    let (status, error) = north.act(&app, Method::GET, north.cora, "data-requests/", Value::Null).await;
    assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("own_record")));
    let far = people::by_email(&app.store, "sven@schools.example").await.unwrap().unwrap().id;
    let (status, _) = north.act(&app, Method::GET, far, "data-requests/", Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
});
