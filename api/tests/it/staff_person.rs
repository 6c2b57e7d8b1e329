//! One person in the staff console: facts with their proof, suspension, account, and what happened.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::administration::{Lifted, SuspendedBy};
use store::channels::{self, Kind};
use store::people::Role;
use store::staff::StaffRole;
use store::{MentorshipId, PersonId, administration, findings, login_sessions, mentorship, people};
use test_kit::{both, operator};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

mod records;
mod vettings;

/// Cora coordinates the school North, which demands vetting and consent; Maya mentors there, Nele is a mentee.
struct North {
    schools: Schools,
    cora: PersonId,
    maya: PersonId,
}

impl North {
    async fn open(app: &TestApp) -> Self {
        let schools = Schools::open(app).await;
        let mut settings = store::programmes::Settings::default();
        (settings.matching.needs_vetting, settings.matching.needs_guardian_consent) = (true, true);
        administration::put_programme(&app.store, &operator(), "north", "north", "UTC", &settings).await.unwrap();
        let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
        hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
        let maya = add(app, "Maya", Role::Mentor, Some(schools.north)).await;
        Self { schools, cora, maya }
    }

    async fn act(&self, app: &TestApp, method: Method, of: PersonId, act: &str, body: Value) -> (StatusCode, Value) {
        self.schools.send(app, self.cora, method, &format!("/api/staff/people/{of}/{act}"), &body).await
    }

    async fn show(&self, app: &TestApp, of: PersonId) -> Value {
        let (status, person) = self.act(app, Method::GET, of, "", Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{person}");
        person
    }

    /// The kinds of what happened, newest first.
    async fn happened(&self, app: &TestApp, of: PersonId) -> Vec<Value> {
        let (_, page) = self.act(app, Method::GET, of, "timeline/", Value::Null).await;
        page["results"].as_array().unwrap().clone()
    }
}

fn vetting(was: Option<&str>, is: Option<&str>) -> Value {
    json!({"fact": "vetting", "was": was, "is": is, "reference": "Certificate 0815, seen on paper"})
}

both!(recorded_vetting_opens_contact_and_names_its_proof, async |app| {
    let north = North::open(&app).await;
    let before = north.show(&app, north.maya).await;
    assert_eq!((&before["missing"], &before["isSelf"]), (&json!(["vetting_missing"]), &json!(false)));
    app.store.clock.advance(std::time::Duration::from_secs(60));
    let until = (app.store.clock.now() + chrono::TimeDelta::days(365)).date_naive().to_string();
    let (status, _) = north.act(&app, Method::POST, north.maya, "facts/", vetting(None, Some(&until))).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let after = north.show(&app, north.maya).await;
    assert_eq!(
        (&after["missing"], &after["vettedUntil"], &after["contactClosedAt"]),
        (&json!([]), &json!(until), &Value::Null)
    );
    let happened = north.happened(&app, north.maya).await;
    assert_eq!((&happened[0]["kind"], &happened[0]["actor"]), (&json!("change_facts"), &json!("Cora Berg")));
    assert_eq!(happened[0]["reason"], "Certificate 0815, seen on paper");
    assert_eq!(happened[0]["after"]["vetted_until"], json!(until));
    assert_eq!(happened[1]["kind"], "joined");
});

both!(second_decision_on_a_fact_learns_of_the_first, async |app| {
    let north = North::open(&app).await;
    let day = |days| (app.store.clock.now() + chrono::TimeDelta::days(days)).date_naive().to_string();
    let (status, _) = north.act(&app, Method::POST, north.maya, "facts/", vetting(None, Some(&day(365)))).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, error) = north.act(&app, Method::POST, north.maya, "facts/", vetting(None, Some(&day(30)))).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    assert_eq!(error["current"]["vettedUntil"], json!(day(365)));
    let (status, _) = north.act(&app, Method::POST, north.maya, "facts/", vetting(None, Some(&day(365)))).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "a request that is repeated after a lost answer");
    let (status, _) = north.act(&app, Method::POST, north.maya, "facts/", vetting(Some(&day(365)), None)).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "it ends");
    assert_eq!(north.show(&app, north.maya).await["missing"], json!(["vetting_missing"]));
});

both!(facts_that_cannot_be_are_refused, async |app| {
    let north = North::open(&app).await;
    for (body, field) in [
        (vetting(None, Some("2020-01-01")), "is"),
        (json!({"fact": "vetting", "was": null, "is": null, "reference": " x "}), "reference"),
        (json!({"fact": "birth_month", "was": null, "is": "2009-13", "reference": "Passport"}), "is"),
        (json!({"fact": "birth_month", "was": null, "is": "2999-01", "reference": "Passport"}), "is"),
        (json!({"fact": "birth_month", "was": null, "is": "1899-12", "reference": "Passport"}), "is"),
        (vetting(None, Some("2226-11-27")), "is"),
    ] {
        let (status, error) = north.act(&app, Method::POST, north.maya, "facts/", body.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(error["fields"][field].is_array(), "{body}: {error}");
    }
    let (status, _) = north.act(&app, Method::POST, north.maya, "facts/", json!({"fact": "height"})).await;
    assert!(status.is_client_error());
    assert_eq!(north.happened(&app, north.maya).await.len(), 1, "she joined, and nothing else");
});

both!(leads_alone_read_how_often_a_person_was_warned, async |app| {
    let north = North::open(&app).await;
    let ida = add(&app, "Ida", Role::Mentee, Some(north.schools.north)).await;
    let pair = channels::create(&app.store, Kind::Direct, "", Some(north.schools.north)).await.unwrap();
    channels::join(&app.store, pair, &[north.maya, ida]).await.unwrap();
    assert!(findings::warn(&app.store, pair, ida, "a", findings::Kind::ALL.into_iter().collect()).await.unwrap());
    assert_eq!(north.show(&app, ida).await["warnings"], Value::Null, "she coordinates");
    let settings = store::programmes::Settings::default();
    let other = administration::put_programme(&app.store, &operator(), "other", "o", "UTC", &settings).await.unwrap();
    hold(&app, north.cora, StaffRole::Safeguarding, Some(other)).await;
    assert_eq!(north.show(&app, ida).await["warnings"], Value::Null, "a lead of another programme");
    hold(&app, north.cora, StaffRole::Safeguarding, Some(north.schools.north)).await;
    assert_eq!(north.show(&app, ida).await["warnings"], json!({"shown": 1, "sent": 0}));
});

both!(suspension_sign_out_and_account_are_acts_with_a_reason, async |app| {
    let north = North::open(&app).await;
    let signed_in = login_sessions::open(&app.store, north.maya, "phone", login_sessions::Factors::One).await.unwrap();
    assert_eq!(north.show(&app, north.maya).await["loginSessions"], 1);
    let reason = || json!({"reason": "Lost her phone"});
    for act in ["sign-out/", "closing/", "suspension/"] {
        let (status, _) = north.act(&app, Method::POST, north.maya, act, json!({"reason": ""})).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{act} without a reason");
    }
    assert!(login_sessions::is_alive(&app.store, signed_in.session).await.unwrap());
    assert_eq!(north.act(&app, Method::POST, north.maya, "sign-out/", reason()).await.0, StatusCode::NO_CONTENT);
    assert!(!login_sessions::is_alive(&app.store, signed_in.session).await.unwrap());

    let until = app.store.clock.now() + chrono::TimeDelta::days(3);
    let body = json!({"reason": "Talks first", "until": until});
    assert_eq!(north.act(&app, Method::POST, north.maya, "suspension/", body).await.0, StatusCode::NO_CONTENT);
    let shown = north.show(&app, north.maya).await;
    assert_eq!((&shown["isSuspended"], shown["contactClosedAt"].is_string()), (&json!(true), true));
    assert_eq!(shown["status"], "suspended", "as in the list");
    app.store.clock.advance(std::time::Duration::from_secs(4 * 24 * 3600));
    assert_eq!(north.show(&app, north.maya).await["isSuspended"], false, "its time is over");
    north.act(&app, Method::POST, north.maya, "suspension/", json!({"reason": "Talks first"})).await;
    assert_eq!(north.act(&app, Method::DELETE, north.maya, "suspension/", Value::Null).await.0, StatusCode::NO_CONTENT);
    let (status, error) = north.act(&app, Method::DELETE, north.maya, "suspension/", Value::Null).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("not_suspended")));

    assert_eq!(north.act(&app, Method::POST, north.maya, "closing/", reason()).await.0, StatusCode::NO_CONTENT);
    assert_eq!(north.show(&app, north.maya).await["status"], "closed");
    assert_eq!(north.act(&app, Method::DELETE, north.maya, "closing/", Value::Null).await.0, StatusCode::NO_CONTENT);
    assert!(!people::by_id(&app.store, north.maya).await.unwrap().unwrap().is_disabled);
    let happened = north.happened(&app, north.maya).await;
    let of = |kind: &str| happened.iter().filter(|entry| entry["kind"] == kind).collect::<Vec<_>>();
    assert_eq!((of("sign_out")[0]["reason"].as_str(), of("close_account").len()), (Some("Lost her phone"), 1));
    assert_eq!(of("suspend").len(), 2);
    for entry in of("suspend").into_iter().chain(of("lift_suspension")) {
        assert_eq!((&entry["reason"], &entry["actor"]), (&Value::Null, &Value::Null), "it may tell of a case");
    }
});

both!(staff_see_and_change_only_people_of_their_programmes, async |app| {
    let north = North::open(&app).await;
    let far = people::by_email(&app.store, "sven@schools.example").await.unwrap().unwrap().id;
    let lead = add(&app, "Lea", Role::Staff, Some(north.schools.north)).await;
    hold(&app, lead, StaffRole::Safeguarding, Some(north.schools.north)).await;
    let acts = [
        (Method::GET, "", Value::Null),
        (Method::GET, "timeline/", Value::Null),
        (Method::POST, "facts/", vetting(None, None)),
        (Method::POST, "suspension/", json!({"reason": "For the test"})),
        (Method::DELETE, "suspension/", Value::Null),
        (Method::POST, "sign-out/", json!({"reason": "For the test"})),
        (Method::POST, "closing/", json!({"reason": "For the test"})),
        (Method::DELETE, "closing/", Value::Null),
    ];
    for (method, act, body) in acts {
        let (status, _) = north.act(&app, method.clone(), far, act, body.clone()).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{method} {act} of another programme");
        let (status, error) = north.act(&app, method.clone(), north.cora, act, body.clone()).await;
        let path = format!("/api/staff/people/{}/{act}", north.maya);
        let (of_lead, _) = north.schools.send(&app, lead, method.clone(), &path, &body).await;
        if method == Method::GET {
            assert_eq!((status, of_lead), (StatusCode::OK, StatusCode::OK));
        } else {
            assert_eq!((status, &error["code"]), (StatusCode::FORBIDDEN, &json!("own_record")), "{method} {act}");
            assert_eq!(of_lead, StatusCode::FORBIDDEN, "a safeguarding lead reads only");
        }
    }
});

both!(time_line_tells_of_mentorships_and_what_was_done, async |app| {
    let north = North::open(&app).await;
    let nele = people::by_email(&app.store, "nele@schools.example").await.unwrap().unwrap().id;
    let until = (app.store.clock.now() + chrono::TimeDelta::days(365)).date_naive().to_string();
    north.act(&app, Method::POST, north.maya, "facts/", vetting(None, Some(&until))).await;
    let consent = json!({"fact": "guardian_consent", "was": false, "is": true, "reference": "Form of her father"});
    assert_eq!(north.act(&app, Method::POST, nele, "facts/", consent).await.0, StatusCode::NO_CONTENT);
    app.store.clock.advance(std::time::Duration::from_secs(60));
    let pair = store::mentorship::NewMentorship { mentor: north.maya, mentees: vec![nele], group: None };
    let id: MentorshipId = administration::create_mentorship(&app.store, &operator(), &pair).await.unwrap().unwrap();
    app.store.clock.advance(std::time::Duration::from_secs(60));
    administration::end_mentorship(
        &app.store,
        &operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        administration::MenteesAfter::StayOut,
    )
    .await
    .unwrap()
    .unwrap();
    let happened = north.happened(&app, nele).await;
    let kinds: Vec<_> = happened.iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(
        kinds[kinds.len() - 4..],
        ["mentorship_left", "mentorship_began", "change_facts", "joined"],
        "{kinds:?}"
    );
    let began = happened.iter().find(|entry| entry["kind"] == "mentorship_began").unwrap();
    assert_eq!(began["names"], "Maya Berg");
    let (_, page) = north.schools.get(&app, north.cora, &format!("/api/staff/mentorships/?person={nele}")).await;
    assert_eq!(page["total"], 1);
    let (_, page) =
        north.schools.get(&app, north.cora, &format!("/api/staff/mentorships/?person={}", north.cora)).await;
    assert_eq!(page["total"], 0);
});

both!(mentorship_ends_for_a_reason_and_goes_on_once_taken_back, async |app| {
    let north = North::open(&app).await;
    let nele = people::by_email(&app.store, "nele@schools.example").await.unwrap().unwrap().id;
    let until = (app.store.clock.now() + chrono::TimeDelta::days(365)).date_naive().to_string();
    north.act(&app, Method::POST, north.maya, "facts/", vetting(None, Some(&until))).await;
    let consent = json!({"fact": "guardian_consent", "was": false, "is": true, "reference": "Form of her father"});
    north.act(&app, Method::POST, nele, "facts/", consent).await;
    let pair = store::mentorship::NewMentorship { mentor: north.maya, mentees: vec![nele], group: None };
    let id = administration::create_mentorship(&app.store, &operator(), &pair).await.unwrap().unwrap();
    let lead = add(&app, "Lea", Role::Staff, Some(north.schools.north)).await;
    hold(&app, lead, StaffRole::Safeguarding, Some(north.schools.north)).await;
    let far = add(&app, "Fay", Role::Staff, None).await;
    hold(&app, far, StaffRole::Coordinator, Some(north.schools.east)).await;
    let path = format!("/api/staff/mentorships/{id}/");
    let call = async |by, method, act: &str, body: Value| {
        let (status, body) = north.schools.send(&app, by, method, &format!("{path}{act}"), &body).await;
        (status.as_u16(), body["code"].as_str().unwrap_or_default().to_owned(), body)
    };
    let end = || json!({"reason": "moved_away", "note": "To the sea", "doMenteesWait": true});

    let (status, _, shown) = call(north.cora, Method::GET, "", Value::Null).await;
    assert_eq!((status, &shown["undoUntil"], &shown["endReason"]), (200, &Value::Null, &Value::Null));
    assert_eq!((&shown["members"][0]["name"], &shown["mayChange"]), (&json!("Maya Berg"), &json!(true)));
    assert_eq!(call(lead, Method::GET, "", Value::Null).await.2["mayChange"], false);
    assert_eq!(call(lead, Method::POST, "ending/", end()).await.0, 403, "a safeguarding lead ends it from a case");
    for (method, act, body) in
        [(Method::GET, "", Value::Null), (Method::POST, "ending/", end()), (Method::DELETE, "ending/", Value::Null)]
    {
        assert_eq!(call(far, method, act, body).await.0, 404, "{act} of another programme");
    }
    let long = json!({"reason": "other", "note": "x".repeat(501), "doMenteesWait": true});
    assert_eq!(call(north.cora, Method::POST, "ending/", long).await.0, 422);
    let unknown = json!({"reason": "sad", "doMenteesWait": true});
    assert!((400..500).contains(&call(north.cora, Method::POST, "ending/", unknown).await.0), "no reason of the list");
    let (_, code, _) = call(north.cora, Method::DELETE, "ending/", Value::Null).await;
    assert_eq!(code, "undo_too_late", "it goes on, and is not removed");

    assert_eq!(call(north.cora, Method::POST, "ending/", end()).await.0, 204);
    assert_eq!(call(north.cora, Method::POST, "ending/", end()).await.1, "mentorship_ended");
    let (_, _, shown) = call(north.cora, Method::GET, "", Value::Null).await;
    assert_eq!((shown["endReason"].as_str(), shown["undoUntil"].is_string()), (Some("moved_away"), true));
    assert_eq!(shown["endNote"], "To the sea");
    let of_reason = async |reason: &str| {
        let (_, page) = north.schools.get(&app, north.cora, &format!("/api/staff/mentorships/?reason={reason}")).await;
        page["total"].as_i64()
    };
    assert_eq!((of_reason("moved_away").await, of_reason("conduct,not_recorded").await), (Some(1), Some(0)));
    for member in [north.maya, nele] {
        for path in ["/api/v2/mentorships/ended/".to_owned(), format!("/api/v2/mentorships/{id}/")] {
            let (_, read) = north.schools.get(&app, member, &path).await;
            let read = read.to_string();
            assert!(!read.contains("moved_away") && !read.contains("sea"), "members read no reason: {read}");
        }
    }
    assert_eq!(call(north.cora, Method::DELETE, "ending/", Value::Null).await.0, 204);
    assert_eq!(call(north.cora, Method::DELETE, "ending/", Value::Null).await.1, "undo_too_late");
    assert!(mentorship::by_id(&app.store, id).await.unwrap().unwrap().ended_at.is_none());

    call(north.cora, Method::POST, "ending/", end()).await;
    north.act(&app, Method::POST, north.maya, "facts/", vetting(Some(&until), None)).await;
    assert_eq!(call(north.cora, Method::DELETE, "ending/", Value::Null).await.1, "may_not_resume");
    app.store.clock.advance(std::time::Duration::from_secs(25 * 3600));
    let (_, _, shown) = call(north.cora, Method::GET, "", Value::Null).await;
    assert_eq!(shown["undoUntil"], Value::Null);
    assert_eq!(call(north.cora, Method::DELETE, "ending/", Value::Null).await.1, "undo_too_late");
});

both!(coordinator_neither_ends_nor_learns_why_a_lead_suspended, async |app| {
    let north = North::open(&app).await;
    let store = &app.store;
    administration::suspend(store, &operator(), north.maya, None, "a report", SuspendedBy::Lead)
        .await
        .unwrap()
        .unwrap();
    let shown = north.show(&app, north.maya).await;
    assert_eq!((&shown["isSuspended"], &shown["isSuspendedByLead"]), (&json!(true), &json!(true)));
    let until = app.store.clock.now() + chrono::TimeDelta::days(1);
    for (method, body) in [(Method::POST, json!({"reason": "Shorter", "until": until})), (Method::DELETE, Value::Null)]
    {
        let (status, error) = north.act(&app, method, north.maya, "suspension/", body).await;
        assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("suspended_by_lead")));
    }
    assert!(administration::is_suspended(store, north.maya).await.unwrap());
    let happened = serde_json::to_string(&north.happened(&app, north.maya).await).unwrap();
    assert!(happened.contains("suspend") && !happened.contains("a report"), "{happened}");

    let lifted = administration::lift_suspension(store, &operator(), north.maya, SuspendedBy::Lead).await.unwrap();
    assert_eq!(lifted, Lifted::Lifted);
    let body = json!({"reason": "Talks first"});
    assert_eq!(north.act(&app, Method::POST, north.maya, "suspension/", body).await.0, StatusCode::NO_CONTENT);
    assert_eq!(north.show(&app, north.maya).await["isSuspendedByLead"], false);
    assert_eq!(north.act(&app, Method::DELETE, north.maya, "suspension/", Value::Null).await.0, StatusCode::NO_CONTENT);
});

both!(staff_beyond_the_scope_are_seen_and_not_changed, async |app| {
    let north = North::open(&app).await;
    let ada = add(&app, "Ada", Role::Staff, Some(north.schools.north)).await;
    hold(&app, ada, StaffRole::Administrator, None).await;
    let shown = north.show(&app, ada).await;
    assert_eq!((&shown["mayChange"], &north.show(&app, north.maya).await["mayChange"]), (&json!(false), &json!(true)));
    let reason = json!({"reason": "For the test"});
    for act in ["suspension/", "sign-out/", "closing/"] {
        assert_eq!(north.act(&app, Method::POST, ada, act, reason.clone()).await.0, StatusCode::NOT_FOUND, "{act}");
    }
    let kinds = serde_json::to_string(&north.happened(&app, ada).await).unwrap();
    assert!(!kinds.contains("grant"), "roles beyond the programme: {kinds}");
});

both!(person_moves_between_programmes_of_one_coordinator, async |app| {
    let north = North::open(&app).await;
    let North { ref schools, cora, maya } = north;
    let transfer = json!({"from": schools.north, "to": schools.south, "reason": "Another school"});
    let (status, seen) = north.act(&app, Method::GET, maya, "transfer/", Value::Null).await;
    assert_eq!((status, &seen["programmes"]), (StatusCode::OK, &json!([])), "she coordinates one programme");
    let (status, _) = north.act(&app, Method::POST, maya, "transfer/", transfer.clone()).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "she cannot push a person into a foreign programme");

    let sol = add(&app, "Sol", Role::Staff, Some(schools.south)).await;
    hold(&app, sol, StaffRole::Coordinator, Some(schools.south)).await;
    let path = format!("/api/staff/people/{maya}/transfer/");
    let (status, _) = schools.send(&app, sol, Method::POST, &path, &transfer).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "nor pull one out of it");

    hold(&app, cora, StaffRole::Coordinator, Some(schools.south)).await;
    let (_, seen) = north.act(&app, Method::GET, maya, "transfer/", Value::Null).await;
    let south =
        json!({"id": schools.south, "title": "south", "needsApproval": false, "missing": [], "missingVettings": []});
    assert_eq!((&seen["from"], &seen["programmes"]), (&json!(schools.north), &json!([south])));
    let nameless = json!({"from": schools.north, "to": schools.south, "reason": " "});
    assert_eq!(north.act(&app, Method::POST, maya, "transfer/", nameless).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, _) = north.act(&app, Method::POST, maya, "transfer/", transfer.clone()).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (status, error) = north.act(&app, Method::POST, maya, "transfer/", transfer).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")), "sent twice");
    assert_eq!(north.show(&app, maya).await["programme"]["title"], "south");
    let happened = north.happened(&app, maya).await;
    assert_eq!(
        (&happened[0]["kind"], &happened[0]["after"]),
        (&json!("transfer_person"), &json!({"programme": "south"}))
    );
    let (status, _) = schools.get(&app, sol, &format!("/api/staff/people/{maya}/")).await;
    assert_eq!(status, StatusCode::OK, "the other coordinator sees them at once");
});
