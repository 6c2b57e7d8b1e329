//! One person in the staff console: facts with their proof, suspension, account, and what happened.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::people::Role;
use store::staff::StaffRole;
use store::{MentorshipId, PersonId, administration, login_sessions, people};
use test_kit::{both, operator};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

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
    ] {
        let (status, error) = north.act(&app, Method::POST, north.maya, "facts/", body.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(error["fields"][field].is_array(), "{body}: {error}");
    }
    let (status, _) = north.act(&app, Method::POST, north.maya, "facts/", json!({"fact": "height"})).await;
    assert!(status.is_client_error());
    assert_eq!(north.happened(&app, north.maya).await.len(), 1, "she joined, and nothing else");
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
    assert!(of("suspend").iter().all(|entry| entry["reason"].is_null()), "it may tell of a case");
});

both!(staff_see_and_change_only_people_of_their_programmes, async |app| {
    let north = North::open(&app).await;
    let far = add(&app, "Far", Role::Mentor, None).await;
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
    administration::end_mentorship(&app.store, &operator(), id, "moved", administration::MenteesAfter::StayOut)
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
