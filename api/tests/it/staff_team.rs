//! The team: roles given and ended, hours of duty, absences, and work handed over.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::people::Role;
use store::staff::StaffRole;
use store::{PersonId, ProgrammeId};
use test_kit::both;

use crate::staff::{Schools, add, hold};

/// Cora coordinates and Lea leads the north, Ada is the administrator of the north, Sten coordinates the south.
struct Team {
    schools: Schools,
    cora: PersonId,
    lea: PersonId,
    ada: PersonId,
    sten: PersonId,
}

impl Team {
    async fn open(app: &crate::TestApp) -> Self {
        let schools = Schools::open(app).await;
        let staff = async |name, role, programme| {
            let person = add(app, name, Role::Staff, Some(programme)).await;
            hold(app, person, role, Some(programme)).await;
            person
        };
        let cora = staff("Cora", StaffRole::Coordinator, schools.north).await;
        let lea = staff("Lea", StaffRole::Safeguarding, schools.north).await;
        let ada = staff("Ada", StaffRole::Administrator, schools.north).await;
        let sten = staff("Sten", StaffRole::Coordinator, schools.south).await;
        Self { schools, cora, lea, ada, sten }
    }

    async fn send(
        &self,
        app: &crate::TestApp,
        by: PersonId,
        method: Method,
        path: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        self.schools.send(app, by, method, path, &body).await
    }
}

fn names(page: &Value) -> Vec<&str> {
    page["results"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

both!(team_of_the_scope_is_listed_and_changed_by_those_who_give_roles, async |app| {
    let team = Team::open(&app).await;
    let Team { ref schools, cora, lea, ada, sten } = team;
    let (_, page) = schools.get(&app, cora, "/api/staff/team/?sort=name").await;
    assert_eq!(names(&page), ["Ada Berg", "Cora Berg", "Lea Berg"]);
    let of_lea = format!("/api/staff/team/{lea}/");
    assert_eq!(schools.get(&app, sten, &of_lea).await.0, StatusCode::NOT_FOUND);
    let (_, shown) = schools.get(&app, cora, &of_lea).await;
    assert_eq!(shown["roles"][0]["mayEnd"], json!(false));
    let (_, shown) = schools.get(&app, ada, &of_lea).await;
    assert_eq!((&shown["roles"][0]["mayEnd"], &shown["mayGiveEverywhere"]), (&json!(true), &json!(false)));

    let north = json!({"role": "coordinator", "programme": schools.north});
    let give = format!("/api/staff/team/{lea}/roles/");
    assert_eq!(team.send(&app, cora, Method::POST, &give, north.clone()).await.0, StatusCode::FORBIDDEN);
    let south = json!({"role": "coordinator", "programme": schools.south});
    assert_eq!(team.send(&app, ada, Method::POST, &give, south).await.0, StatusCode::NOT_FOUND);
    let own = format!("/api/staff/team/{ada}/roles/");
    let (status, refused) = team.send(&app, ada, Method::POST, &own, north.clone()).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("own_record")));
    assert_eq!(team.send(&app, ada, Method::POST, &give, north).await.0, StatusCode::NO_CONTENT);
    assert_eq!(schools.get(&app, lea, "/api/staff/messages/").await.0, StatusCode::OK, "it counts at once");
});

both!(end_of_a_role_asks_before_a_programme_loses_its_lead, async |app| {
    let team = Team::open(&app).await;
    let Team { ref schools, lea, ada, cora, .. } = team;
    let path = format!("/api/staff/team/{lea}/roles/ending/");
    let query = format!("{path}?role=safeguarding&programme={}", schools.north);
    let (status, end) = schools.get(&app, ada, &query).await;
    assert_eq!(status, StatusCode::OK, "{end}");
    assert_eq!(end["withoutLead"][0]["casesGoTo"][0]["name"], json!("Ada Berg"));
    let ending = |agreed: &[ProgrammeId]| json!({"role": "safeguarding", "programme": schools.north, "to": null, "withoutLead": agreed});
    let (status, refused) = team.send(&app, ada, Method::POST, &path, ending(&[schools.south])).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("no_lead_left")), "another programme");
    assert_eq!(schools.get(&app, lea, "/api/staff/cases/").await.0, StatusCode::OK);
    let (status, work) = team.send(&app, ada, Method::POST, &path, ending(&[schools.north])).await;
    assert_eq!((status, work), (StatusCode::OK, json!({"cases": 0, "conversations": 0, "waiting": 0})));
    assert_eq!(schools.get(&app, lea, "/api/staff/cases/").await.0, StatusCode::FORBIDDEN, "at once");
    let nothing = format!("/api/staff/team/{cora}/work/");
    let (_, work) = schools.get(&app, ada, &nothing).await;
    assert_eq!(work["work"]["cases"], json!(0));
});

both!(role_without_its_place_is_not_given, async |app| {
    let team = Team::open(&app).await;
    let path = format!("/api/staff/team/{}/roles/", team.cora);
    let (status, _) = team.send(&app, team.ada, Method::POST, &path, json!({"role": "reports"})).await;
    assert!(status.is_client_error(), "{status}: the whole installation is named as null");
});

both!(leads_enter_their_own_hours_and_absences, async |app| {
    let team = Team::open(&app).await;
    let Team { ref schools, cora, lea, ada, .. } = team;
    let week = json!([{"weekday": 0, "from": 540, "until": 720}]);
    let hours = |before: Value, after: Value| json!({"programme": schools.north, "before": before, "after": after});
    let own = "/api/staff/duty/hours/";
    let (status, _) = team.send(&app, cora, Method::PUT, own, hours(json!([]), week.clone())).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "no lead");
    let (status, _) = team.send(&app, lea, Method::PUT, own, hours(json!([]), week.clone())).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let of_lea = format!("/api/staff/team/{lea}/hours/");
    let (status, refused) = team.send(&app, ada, Method::PUT, &of_lea, hours(json!([]), json!([]))).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    let overlap = json!([{"weekday": 0, "from": 540, "until": 720}, {"weekday": 0, "from": 600, "until": 660}]);
    let (status, _) = team.send(&app, ada, Method::PUT, &of_lea, hours(week.clone(), overlap)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, shown) = schools.get(&app, cora, &format!("/api/staff/team/{lea}/")).await;
    assert_eq!((&shown["hours"][0]["hours"], &shown["hours"][0]["mayChange"]), (&week, &json!(false)));

    let today = app.store.clock.now().date_naive().to_string();
    let days = json!([{"firstDay": today, "lastDay": today}]);
    let away = json!({"before": [], "after": days});
    assert_eq!(team.send(&app, lea, Method::PUT, "/api/staff/duty/absences/", away).await.0, StatusCode::NO_CONTENT);
    let (_, page) = schools.get(&app, cora, "/api/staff/team/?absent=yes").await;
    assert_eq!((names(&page), &page["results"][0]["absentUntil"]), (vec!["Lea Berg"], &json!(today)));
    let (_, duty) = schools.get(&app, cora, "/api/staff/duty/").await;
    let [river] = &duty.as_array().unwrap()[..] else { panic!("{duty}") };
    assert_eq!((&river["isPlanned"], &river["now"]), (&json!(true), &json!([])), "the only lead is absent");
    assert_ne!(river["uncoveredFrom"], Value::Null);
});
