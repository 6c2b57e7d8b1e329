//! What coordinators do with mentorships that go on: pauses, meetings outside the product, groups by hand.

use reqwest::Method;
use serde_json::{Value, json};
use store::people::Role;
use store::staff::StaffRole;
use store::{PersonId, people};
use test_kit::both;

use crate::TestApp;
use crate::staff::{Schools, add, hold};

/// Cora coordinates North, Fay East; Maya mentors in North, and Nele and Ben are mentees there.
struct Two {
    schools: Schools,
    cora: PersonId,
    fay: PersonId,
    maya: PersonId,
    nele: PersonId,
    ben: PersonId,
}

impl Two {
    async fn open(app: &TestApp) -> Self {
        let schools = Schools::open(app).await;
        let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
        hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
        let fay = add(app, "Fay", Role::Staff, Some(schools.east)).await;
        hold(app, fay, StaffRole::Coordinator, Some(schools.east)).await;
        let maya = add(app, "Maya", Role::Mentor, Some(schools.north)).await;
        let nele = people::by_email(&app.store, "nele@schools.example").await.unwrap().unwrap().id;
        let ben = add(app, "Ben", Role::Mentee, Some(schools.north)).await;
        Self { schools, cora, fay, maya, nele, ben }
    }

    /// Returns the status, the code and the body of the answer.
    async fn call(&self, app: &TestApp, by: PersonId, method: Method, path: &str, body: Value) -> (u16, String, Value) {
        let (status, body) = self.schools.send(app, by, method, &format!("/api/{path}"), &body).await;
        (status.as_u16(), body["code"].as_str().unwrap_or_default().to_owned(), body)
    }

    async fn begin(&self, app: &TestApp, mentees: &[PersonId], group: Option<&str>) -> String {
        let body = json!({"mentor": self.maya, "mentees": mentees, "groupName": group});
        let (status, _, body) = self.call(app, self.cora, Method::POST, "staff/mentorships/", body).await;
        assert_eq!(status, 201, "{body}");
        format!("staff/mentorships/{}/", body["id"].as_str().unwrap())
    }
}

both!(meeting_at_school_is_logged_by_staff_and_seen_by_its_members, async |app| {
    let two = Two::open(&app).await;
    let path = two.begin(&app, &[two.nele], None).await;
    let today = app.store.clock.now().date_naive().to_string();
    let met = json!({"metOn": today, "kind": "in_person", "minutes": 45});
    let meetings = format!("{path}meetings/");
    assert_eq!(two.call(&app, two.fay, Method::POST, &meetings, met.clone()).await.0, 404, "another programme");
    let (status, _, logged) = two.call(&app, two.cora, Method::POST, &meetings, met.clone()).await;
    assert_eq!(status, 201, "{logged}");
    assert_eq!(two.call(&app, two.cora, Method::POST, &meetings, met).await.1, "meeting_exists");
    let (status, _, refused) = two
        .call(&app, two.cora, Method::POST, &meetings, json!({"metOn": "2040-01-01", "kind": "phone", "minutes": null}))
        .await;
    assert_eq!((status, refused["fields"]["metOn"].is_array()), (422, true), "{refused}");

    let (_, _, shown) = two.call(&app, two.cora, Method::GET, &path, Value::Null).await;
    let meeting = &shown["meetings"][0];
    assert_eq!(
        (&meeting["metOn"], &meeting["kind"], &meeting["minutes"]),
        (&json!(today), &json!("in_person"), &json!(45))
    );
    assert_eq!(meeting["enteredBy"], "Cora Berg");
    assert!(shown["menteesContactAt"].is_string() && shown["mentorsContactAt"].is_string(), "{shown}");

    let own = path.replace("staff/", "v2/");
    let (_, _, seen) = two.call(&app, two.nele, Method::GET, &own, Value::Null).await;
    assert_eq!(
        (&seen["meetings"][0]["kind"], &seen["meetings"][0]["isOwn"]),
        (&json!("in_person"), &json!(false)),
        "{seen}"
    );
    assert!(!seen["meetings"].to_string().contains("Cora"), "members do not read which of staff logged it");

    let one = format!("{meetings}{}/", logged["id"].as_str().unwrap());
    assert_eq!(two.call(&app, two.fay, Method::DELETE, &one, Value::Null).await.0, 404);
    assert_eq!(two.call(&app, two.cora, Method::DELETE, &one, Value::Null).await.0, 204);
    assert_eq!(two.call(&app, two.cora, Method::DELETE, &one, Value::Null).await.0, 404);
    let (_, _, shown) = two.call(&app, two.cora, Method::GET, &path, Value::Null).await;
    assert_eq!((&shown["meetings"], &shown["menteesContactAt"]), (&json!([]), &Value::Null));
});

both!(mentor_logs_a_meeting_and_removes_only_their_own, async |app| {
    let two = Two::open(&app).await;
    let path = two.begin(&app, &[two.nele], None).await;
    let own = format!("{}meetings/", path.replace("staff/", "v2/"));
    let today = app.store.clock.now().date_naive().to_string();
    let met = |kind: &str| json!({"metOn": today, "kind": kind, "minutes": null});
    assert_eq!(two.call(&app, two.nele, Method::POST, &own, met("phone")).await.1, "mentor_only");
    assert_eq!(two.call(&app, two.ben, Method::POST, &own, met("phone")).await.0, 404, "not in it");
    let (status, _, logged) = two.call(&app, two.maya, Method::POST, &own, met("phone")).await;
    assert_eq!(status, 201, "{logged}");
    let (_, _, by_staff) = two.call(&app, two.cora, Method::POST, &format!("{path}meetings/"), met("video")).await;
    let one = |logged: &Value| format!("{own}{}/", logged["id"].as_str().unwrap());
    assert_eq!(two.call(&app, two.maya, Method::DELETE, &one(&by_staff), Value::Null).await.0, 404);
    assert_eq!(two.call(&app, two.nele, Method::DELETE, &one(&logged), Value::Null).await.1, "mentor_only");
    assert_eq!(two.call(&app, two.maya, Method::DELETE, &one(&logged), Value::Null).await.0, 204);
});

both!(audit_names_members_of_a_mentorship, async |app| {
    let two = Two::open(&app).await;
    two.begin(&app, &[two.nele, two.ben], Some("Lake")).await;
    hold(&app, two.fay, StaffRole::Administrator, Some(two.schools.north)).await;
    let (status, _, log) = two.call(&app, two.fay, Method::GET, "staff/audit/?act=begin_mentorship", Value::Null).await;
    let act = &log["results"][0];
    assert_eq!((status, &act["target"]["name"]), (200, &json!("Maya Berg, Ben Berg, Nele Berg")), "{log}");
    assert_eq!(act["names"][act["after"]["mentor"].as_str().unwrap()], "Maya Berg");
});

both!(staff_pause_a_mentorship_and_take_it_back, async |app| {
    let two = Two::open(&app).await;
    let path = two.begin(&app, &[two.nele], None).await;
    let pauses = format!("{path}pauses/");
    let day = |days: i64| (app.store.clock.now() + chrono::TimeDelta::days(days)).date_naive().to_string();
    let pause = |from: i64, until: i64| json!({"startsOn": day(from), "endsOn": day(until)});
    assert_eq!(two.call(&app, two.fay, Method::POST, &pauses, pause(1, 9)).await.0, 404);
    for (from, until, field) in
        [(2, 1, "endsOn"), (1, 400, "endsOn"), (500, 501, "startsOn"), (-500, 1, "startsOn"), (0, -1, "endsOn")]
    {
        let (status, _, refused) = two.call(&app, two.cora, Method::POST, &pauses, pause(from, until)).await;
        assert_eq!((status, refused["fields"][field].is_array()), (422, true), "{from} {until}: {refused}");
    }
    let (status, _, first) = two.call(&app, two.cora, Method::POST, &pauses, pause(1, 9)).await;
    assert_eq!(status, 201, "{first}");
    assert_eq!(two.call(&app, two.cora, Method::POST, &pauses, pause(9, 12)).await.1, "pause_overlaps");
    let (_, _, second) = two.call(&app, two.cora, Method::POST, &pauses, pause(20, 21)).await;
    let (_, _, shown) = two.call(&app, two.cora, Method::GET, &path, Value::Null).await;
    let known: Vec<_> = shown["pauses"].as_array().unwrap().iter().map(|one| one["mayTakeBack"].clone()).collect();
    assert_eq!(known, [json!(false), json!(true)], "{shown}");
    let one = |pause: &Value| format!("{pauses}{}/", pause["id"].as_str().unwrap());
    assert_eq!(two.call(&app, two.cora, Method::DELETE, &one(&first), Value::Null).await.1, "pause_fixed");
    assert_eq!(two.call(&app, two.cora, Method::DELETE, &one(&second), Value::Null).await.0, 204);
    let end = json!({"reason": "moved_away", "doMenteesWait": false});
    two.call(&app, two.cora, Method::POST, &format!("{path}ending/"), end).await;
    assert_eq!(two.call(&app, two.cora, Method::POST, &pauses, pause(30, 31)).await.1, "mentorship_ended");
});

both!(group_by_hand_takes_mentees_in_and_out, async |app| {
    let two = Two::open(&app).await;
    let path = two.begin(&app, &[two.nele], Some("Circle")).await;
    let members = format!("{path}members/");
    let join = |person: PersonId| json!({"person": person});
    assert_eq!(two.call(&app, two.fay, Method::POST, &members, join(two.ben)).await.0, 404);
    let far = add(&app, "Eve", Role::Mentee, Some(two.schools.east)).await;
    assert_eq!(two.call(&app, two.cora, Method::POST, &members, join(far)).await.0, 404, "of another programme");
    let (status, _, body) = two.call(&app, two.cora, Method::POST, &members, join(two.ben)).await;
    assert_eq!(status, 204, "{body}");
    assert_eq!(two.call(&app, two.cora, Method::POST, &members, join(two.ben)).await.1, "in_group_already");
    assert_eq!(two.call(&app, two.cora, Method::POST, &members, join(two.maya)).await.1, "in_group_already");
    let (_, _, seen) = two.call(&app, two.ben, Method::GET, &path.replace("staff/", "v2/"), Value::Null).await;
    assert_eq!(seen["name"], "Circle", "{seen}");
    let leave = |person: PersonId| format!("{members}{person}/departure/");
    let stay_out = || json!({"reason": "moved_away", "doesWait": false});
    assert_eq!(two.call(&app, two.fay, Method::POST, &leave(two.ben), stay_out()).await.0, 404);
    assert_eq!(
        two.call(&app, two.cora, Method::POST, &leave(two.maya), stay_out()).await.1,
        "changed_meanwhile",
        "the mentor"
    );
    assert_eq!(two.call(&app, two.cora, Method::POST, &leave(two.ben), stay_out()).await.0, 204);
    assert_eq!(two.call(&app, two.cora, Method::POST, &leave(two.nele), stay_out()).await.1, "last_member");
    let (status, ..) = two.call(&app, two.ben, Method::GET, &path.replace("staff/", "v2/"), Value::Null).await;
    assert_eq!(status, 404, "no mentorship of his any more");
});
