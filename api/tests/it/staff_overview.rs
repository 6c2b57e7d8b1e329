//! The first page of the staff console: each number is the length of the list that it leads to.

use reqwest::StatusCode;
use serde_json::{Value, json};
use store::administration;
use store::people::Role;
use store::staff::StaffRole;
use test_kit::{both, operator};

use crate::staff::{Schools, add, hold};

both!(each_number_is_the_length_of_its_list_within_the_scope, async |app| {
    let schools = Schools::open(&app).await;
    let mut settings = store::programmes::Settings::default();
    (settings.matching.needs_vetting, settings.matching.needs_guardian_consent) = (true, true);
    for key in ["north", "south"] {
        administration::put_programme(&app.store, &operator(), key, key, "UTC", &settings).await.unwrap();
    }
    // Cora coordinates North; in East she handles reports, so that its people are in her list, and not her work.
    let cora = add(&app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(&app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    hold(&app, cora, StaffRole::Safeguarding, Some(schools.east)).await;
    for (name, programme) in [("Maya", schools.north), ("Omar", schools.north), ("Edna", schools.east)] {
        add(&app, name, Role::Mentor, Some(programme)).await;
    }
    let (status, overview) = schools.get(&app, cora, "/api/staff/overview/").await;
    assert_eq!(status, StatusCode::OK, "{overview}");
    let work = overview["work"].as_array().unwrap();
    let counts: Vec<_> = work.iter().map(|work| (work["kind"].as_str().unwrap(), work["count"].clone())).collect();
    assert_eq!(
        counts,
        [
            ("vetting_missing", json!(2)),
            ("consent_missing", json!(1)),
            ("birth_month_missing", json!(1)),
            ("unmatched", json!(1))
        ]
    );
    for work in work {
        let filters = work["filters"].as_array().unwrap().iter();
        let query: Vec<_> = filters
            .map(|filter| format!("{}={}", filter["name"].as_str().unwrap(), filter["value"].as_str().unwrap()))
            .collect();
        let path = format!("/api/staff/{}/?{}", work["list"].as_str().unwrap(), query.join("&"));
        let (_, list) = schools.get(&app, cora, &path).await;
        assert_eq!(list["total"], work["count"], "{path}");
        let listed: Vec<&Value> = list["results"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
        for item in work["first"].as_array().unwrap() {
            assert!(listed.contains(&&item["id"]), "{path}");
        }
    }
    let joined = &overview["figures"][0];
    assert_eq!((&joined["kind"], &joined["now"], &joined["before"]), (&json!("joined"), &json!(6), &json!(0)));

    let rita = add(&app, "Rita", Role::Staff, Some(schools.north)).await;
    hold(&app, rita, StaffRole::Reports, Some(schools.north)).await;
    let (status, overview) = schools.get(&app, rita, "/api/staff/overview/").await;
    assert_eq!((status, overview), (StatusCode::OK, json!({"work": [], "figures": []})));
    let tom = add(&app, "Tom", Role::Mentee, Some(schools.north)).await;
    assert_eq!(schools.get(&app, tom, "/api/staff/overview/").await.0, StatusCode::FORBIDDEN);
});
