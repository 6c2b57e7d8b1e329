//! What the rule about people who left does, over HTTP.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::json;
use store::people::Role;
use store::programmes::RetentionRules;
use store::programmes::rules::Rule;
use store::staff::StaffRole;
use store::{administration, data_requests, programmes, retention};
use test_kit::{both, operator};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

async fn erase_after(app: &TestApp, programme: store::ProgrammeId, months: u8) {
    let settings = programmes::by_id(&app.store, programme).await.unwrap().unwrap().settings.0;
    let rule = Rule::Retention(RetentionRules { people_months: Some(months) });
    let expected = rule.key().of(&settings).revision();
    let new = administration::NewRule { rule, expected: &expected };
    administration::set_rule(&app.store, &operator(), programme, new).await.unwrap().unwrap();
}

both!(coordinator_reads_who_is_kept_and_what_was_done, async |app| {
    let schools = Schools::open(&app).await;
    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(&app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let (mia, ben) = (
        add(&app, "Mia", Role::Mentee, Some(schools.north)).await,
        add(&app, "Ben", Role::Mentee, Some(schools.north)).await,
    );
    let path = format!("/api/staff/programmes/{}/retention/", schools.north);
    let (status, off) = schools.get(&app, cora, &path).await;
    assert_eq!(status, StatusCode::OK, "{off}");
    assert_eq!(off, json!({"isOn": false, "warned": 0, "nextOn": null, "kept": [], "days": []}));

    erase_after(&app, schools.north, 1).await;
    for person in [mia, ben] {
        administration::set_disabled(&app.store, &operator(), person, true, None).await.unwrap();
    }
    let new = data_requests::NewRequest { kind: data_requests::Kind::Access, words: "", received_on: None };
    data_requests::ask(&app.store, &operator(), ben, new).await.unwrap().unwrap();
    for days in [10, 40] {
        app.store.clock.advance(TimeDelta::days(days).to_std().unwrap());
        retention::work(&app.store).await.unwrap();
    }
    let (_, on) = schools.get(&app, cora, &path).await;
    assert_eq!((&on["isOn"], &on["warned"], &on["nextOn"]), (&json!(true), &json!(0), &json!(null)));
    let [kept] = &on["kept"].as_array().unwrap()[..] else { panic!("{on}") };
    assert_eq!((&kept["person"]["id"], &kept["reasons"]), (&json!(ben), &json!(["request"])));
    let [erased, warned] = &on["days"].as_array().unwrap()[..] else { panic!("{on}") };
    assert_eq!((&erased["erased"], &erased["keptRequests"], &warned["warned"]), (&json!(1), &json!(1), &json!(1)));
    assert!(!on.to_string().contains(&mia.to_string()), "who was erased is named by nothing");
});

both!(retention_of_another_programme_is_not_found, async |app| {
    let schools = Schools::open(&app).await;
    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(&app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let lead = add(&app, "Lena", Role::Staff, Some(schools.north)).await;
    hold(&app, lead, StaffRole::Safeguarding, Some(schools.north)).await;
    let of = |programme: store::ProgrammeId| format!("/api/staff/programmes/{programme}/retention/");
    assert_eq!(schools.get(&app, cora, &of(schools.south)).await.0, StatusCode::NOT_FOUND);
    assert_eq!(schools.get(&app, lead, &of(schools.north)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(schools.get(&app, cora, "/api/staff/programmes/north/retention/").await.0, StatusCode::NOT_FOUND);
});
