//! Reports of outcomes over HTTP: who makes, reads and saves them, and that nothing of them names a member.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::PersonId;
use store::listing::ListRequest;
use store::outcomes;
use store::people::Role;
use store::staff::{Scope, StaffRole, audit};
use test_kit::both;

use crate::TestApp;
use crate::staff::{Schools, add, hold};

const LIST: &str = "/api/staff/outcomes/";

/// Rita reports on North, and holds no other role.
async fn north(app: &TestApp) -> (Schools, PersonId) {
    let schools = Schools::open(app).await;
    let rita = add(app, "Rita", Role::Staff, Some(schools.north)).await;
    hold(app, rita, StaffRole::Reports, Some(schools.north)).await;
    for number in 0..12 {
        add(app, &format!("Nmentee{number}"), Role::Mentee, Some(schools.north)).await;
    }
    (schools, rita)
}

async fn make(app: &TestApp, schools: &Schools, person: PersonId) -> String {
    let body = json!({"programme": schools.north, "period": "this_year"});
    let (status, made) = schools.send(app, person, Method::POST, LIST, &body).await;
    assert_eq!(status, StatusCode::OK, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

both!(person_who_reports_sees_outcomes_and_no_name, async |app| {
    let (schools, rita) = north(&app).await;
    let id = make(&app, &schools, rita).await;
    let path = format!("{LIST}{id}/");
    let (status, making) = schools.get(&app, rita, &path).await;
    assert_eq!((status, &making["figures"], &making["computedAt"]), (StatusCode::OK, &Value::Null, &Value::Null));
    let early = schools.get(&app, rita, &format!("{path}export/?format=csv")).await;
    assert_eq!((early.0, &early.1["code"]), (StatusCode::CONFLICT, &json!("report_not_ready")), "{}", early.1);
    assert_eq!(outcomes::compute_due(&app.store).await.unwrap(), 1);

    let (_, report) = schools.get(&app, rita, &path).await;
    let way = &report["figures"]["tables"][0];
    assert_eq!(way["table"], json!("way"));
    assert_eq!(report["figures"]["columns"][0]["role"], json!("mentee"));
    let joined = way["rows"].as_array().unwrap().iter().find(|row| row["figure"] == "joined").unwrap();
    // Nele and twelve others; no mentors.
    assert_eq!(joined["counts"], json!([{"value": 15, "orMore": false}, {"value": null, "orMore": false}]));
    assert!(joined["definition"].as_str().unwrap().contains("created an account"));
    let (_, table) = schools.get(&app, rita, &format!("{path}export/?format=csv")).await;
    let table = table.as_str().unwrap();
    assert!(table.contains("Signed up,Mentees,"), "{table}");
    assert!(table.contains("fewer than 10"), "{table}");
    for text in [report.to_string(), table.to_owned()] {
        assert!(!text.contains("Nele") && !text.contains("Nmentee"), "{text}");
    }

    let acts = audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let of_reports = acts.iter().filter(|act| act.target_kind == "outcomes");
    let of_reports: Vec<_> = of_reports.map(|act| (&*act.action, act.programme_id)).collect();
    assert_eq!(of_reports, [("export_outcomes", Some(schools.north)), ("make_outcomes", Some(schools.north))]);
});

both!(person_who_reports_sees_nothing_else, async |app| {
    let (schools, rita) = north(&app).await;
    let (_, me) = schools.get(&app, rita, "/api/staff/me/").await;
    assert_eq!(me["permissions"], json!(["read_outcomes"]));
    assert_eq!(me["reportedProgrammes"][0]["key"], json!("north"));
    assert_eq!(me["managedProgrammes"], json!([]));
    for path in
        ["people/", "mentorships/", "surveys/", "messages/", "matching/", "announcements/", "audit/", "recordings/"]
    {
        let (status, _) = schools.get(&app, rita, &format!("/api/staff/{path}")).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
    }
    let (status, overview) = schools.get(&app, rita, "/api/staff/overview/").await;
    assert_eq!((status, &overview["work"], &overview["figures"]), (StatusCode::OK, &json!([]), &json!([])));
});

both!(reports_of_another_programme_do_not_exist, async |app| {
    let (schools, rita) = north(&app).await;
    let id = make(&app, &schools, rita).await;
    outcomes::compute_due(&app.store).await.unwrap();
    let uwe = add(&app, "Uwe", Role::Staff, Some(schools.east)).await;
    hold(&app, uwe, StaffRole::Coordinator, Some(schools.east)).await;
    assert_eq!(schools.get(&app, uwe, LIST).await.1["total"], json!(0));
    for path in [format!("{LIST}{id}/"), format!("{LIST}{id}/export/?format=csv"), format!("{LIST}no-id/")] {
        assert_eq!(schools.get(&app, uwe, &path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let body = json!({"programme": schools.north, "period": "this_year"});
    assert_eq!(schools.send(&app, uwe, Method::POST, LIST, &body).await.0, StatusCode::NOT_FOUND);
    let mira = add(&app, "Mira", Role::Staff, Some(schools.north)).await;
    for role in [StaffRole::Safeguarding, StaffRole::Administrator] {
        hold(&app, mira, role, None).await;
    }
    assert_eq!(schools.get(&app, mira, LIST).await.0, StatusCode::FORBIDDEN, "neither role reports");
    assert_eq!(
        schools.get(&app, rita, &format!("{LIST}{id}/export/?format=pdf")).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
});
