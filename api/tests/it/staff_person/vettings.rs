//! The kinds of vetting of a person in the staff console.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::{administration, programmes};
use test_kit::{both, operator};

use super::North;

both!(kinds_of_vetting_are_recorded_one_by_one, async |app| {
    let north = North::open(&app).await;
    let maya = north.maya;
    let of_north = north.schools.north;
    let programme = programmes::by_id(&app.store, of_north).await.unwrap().unwrap();
    let mut settings = programme.settings.0.clone();
    settings.matching.vetting_kinds = serde_json::from_value(json!([
        {"key": "vetting", "label": {"en": "Criminal record check"}, "valid_months": 24, "is_required": true},
        {"key": "interview", "label": {"en": "Interview"}, "is_required": true},
    ]))
    .unwrap();
    let (key, name, zone) = (&programme.key, &programme.name, &programme.time_zone);
    administration::put_programme(&app.store, &operator(), key, name, zone, &settings).await.unwrap();
    let shown = north.show(&app, maya).await;
    assert_eq!(shown["missingVettings"], json!(["Criminal record check", "Interview"]));
    assert_eq!((&shown["vettings"][1]["held"], &shown["vettings"][1]["needsDay"]), (&Value::Null, &json!(false)));
    let record = |kind: &str, was: Value, until: Value| json!({"kind": kind, "was": was, "validUntil": until, "reference": "Talk on Monday"});
    let (status, error) =
        north.act(&app, Method::POST, maya, "vettings/", record("vetting", Value::Null, Value::Null)).await;
    assert_eq!((status, error["fields"]["validUntil"].is_null()), (StatusCode::UNPROCESSABLE_ENTITY, false), "{error}");
    let (status, _) =
        north.act(&app, Method::POST, maya, "vettings/", record("interview", Value::Null, Value::Null)).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let shown = north.show(&app, maya).await;
    assert_eq!(shown["missingVettings"], json!(["Criminal record check"]));
    assert_eq!(shown["vettings"][1]["held"], json!({"validUntil": null}));
    assert_eq!(shown["vettings"][1]["history"][0]["reference"], "Talk on Monday");
    let withdraw = |was: Value| json!({"kind": "interview", "was": was, "reason": "Another person"});
    let (status, error) = north.act(&app, Method::POST, maya, "vettings/withdrawal/", withdraw(Value::Null)).await;
    assert_eq!((status, &error["current"]["held"]), (StatusCode::CONFLICT, &json!({"validUntil": null})));
    let held = json!({"validUntil": null});
    let (status, _) = north.act(&app, Method::POST, maya, "vettings/withdrawal/", withdraw(held)).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let shown = north.show(&app, maya).await;
    assert_eq!(shown["vettings"][1]["history"][0]["withdrawal"], "Another person");
    let (_, happened) = north.act(&app, Method::GET, maya, "timeline/", Value::Null).await;
    assert_eq!(
        (&happened["results"][0]["kind"], &happened["results"][0]["title"]),
        (&json!("withdraw_vetting"), &json!("Interview"))
    );
});
