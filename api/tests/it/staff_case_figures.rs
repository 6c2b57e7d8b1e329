//! Numbers of cases by month over HTTP: who reads them, and that their file names no one.

use reqwest::StatusCode;
use serde_json::json;
use store::channels::{self, Kind};
use store::people::Role;
use store::reports::{self, NewReport, Reason};
use store::staff::StaffRole;
use test_kit::both;

use crate::staff::{Schools, add, hold};

both!(figures_count_the_cases_of_the_scope_without_names, async |app| {
    let schools = Schools::open(&app).await;
    let (north, east) = (Some(schools.north), Some(schools.east));
    let (lea, eli) = (add(&app, "Lea", Role::Staff, north).await, add(&app, "Eli", Role::Staff, east).await);
    hold(&app, lea, StaffRole::Safeguarding, north).await;
    hold(&app, eli, StaffRole::Safeguarding, east).await;
    let (mona, nils) = (add(&app, "Mona", Role::Mentor, north).await, add(&app, "Nils", Role::Mentee, north).await);
    let channel = channels::create(&app.store, Kind::Group, "Boats", north).await.unwrap();
    channels::join(&app.store, channel, &[mona, nils]).await.unwrap();
    let new = NewReport {
        reporter: nils,
        subject: mona,
        channel,
        message: None,
        programme: north,
        reason: Reason::Spam,
        details: "",
        stops_contact: Some(false),
    };
    reports::add(&app.store, new, 20).await.unwrap().unwrap();

    let path = "/api/staff/cases/figures/";
    let (status, figures) = schools.get(&app, lea, path).await;
    assert_eq!(status, StatusCode::OK, "{figures}");
    assert_eq!(figures["months"].as_array().unwrap().len(), 12);
    let month = &figures["months"][0];
    assert_eq!((&month["opened"], &month["open"]), (&json!([{"kind": "report", "count": 1}]), &json!(1)));
    let opened =
        format!("/api/staff/cases/?opened={}/{}", month["from"].as_str().unwrap(), month["until"].as_str().unwrap());
    assert_eq!(schools.get(&app, lea, &opened).await.1["total"], 1);
    assert_eq!(schools.get(&app, lea, "/api/staff/cases/?opened=may").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    for of in [path.to_owned(), format!("{path}?programme={}", schools.north)] {
        assert_eq!(schools.get(&app, eli, &of).await.1["months"][0]["open"], 0, "{of}");
    }

    let (status, table) = schools.get(&app, lea, &format!("{path}export/?format=csv&reason=For+the+board")).await;
    let table = table.as_str().unwrap();
    assert_eq!((status, table.lines().count()), (StatusCode::OK, 13), "{table}");
    assert!(!table.contains("Mona") && !table.contains("Nils"), "{table}");
    assert_eq!(
        schools.get(&app, lea, &format!("{path}export/?format=csv&reason=For+the+board&kind=report")).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let (_, acts) = schools.get(&app, lea, "/api/staff/audit/?act=export_list").await;
    assert!(
        acts["results"].as_array().is_none_or(|rows| rows.iter().all(|row| row["after"]["list"] == "case-figures"))
    );
});
