//! Sections and surveys that open when a person has done something.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use store::content::{self, Bundle, Origin};
use store::experiences::{Access, Overrides};
use store::people::{self, NewPerson, Role};
use store::person_facts::{self, Change};
use store::{PersonId, administration, export, passwords, programmes};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::learning::{post, text};
use crate::test_app::PASSWORD;

/// A survey of a name and a birthday.
pub(crate) fn survey(key: &str) -> content::Survey {
    let question = json!({"key": "name", "type": "Text", "mandatory": true, "label": text("Name")});
    let born = json!({"key": "born", "type": "Date", "label": text("Born"), "fills": "birth_month"});
    let pages = json!([{"title": text("Page"), "questions": [question, born]}]);
    serde_json::from_value(json!({
        "key": key, "name": text(key), "short_description": text("A survey."),
        "stages": [{"key": "you", "name": text("You"), "pages": pages}],
    }))
    .unwrap()
}

/// Two short sessions, and two surveys.
pub(crate) async fn import(app: &TestApp) {
    let session = |key: &str| {
        let content = json!([{"type": "TEXT", "text": text("Read this.")}]);
        let steps = json!([{"key": "read", "title": text("Read"), "minutes": 5, "content": content}]);
        serde_json::from_value(json!({
            "key": key, "title": text(key), "overview": text("An overview."), "banner": "letter.svg", "color": "green",
            "audience": "learning_hub", "roles": ["mentee"], "published_on": "2026-02-01", "steps": steps,
        }))
        .unwrap()
    };
    let bundle = Bundle {
        sessions: Some(vec![session("one"), session("two")]),
        surveys: Some(vec![survey("first"), survey("later")]),
        ..Bundle::default()
    };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
}

/// Ines is a mentee of a programme with these rules.
pub(crate) async fn ines(app: &TestApp, rules: Value) -> PersonId {
    import(app).await;
    let settings = serde_json::from_value(rules).unwrap();
    let programme = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "lakeside",
        "Lakeside",
        "Europe/London",
        &settings,
    )
    .await
    .unwrap();
    let ines = NewPerson {
        email: "ines@example.org".to_owned(),
        first_name: "Ines".to_owned(),
        last_name: "Costa".to_owned(),
        role: Role::Mentee,
        programme_id: Some(programme),
        language: "de".to_owned(),
        bio: String::new(),
        password_hash: Some(passwords::hash(PASSWORD).await.unwrap()),
    };
    people::add(&app.store, &test_kit::operator(), &ines).await.unwrap().unwrap()
}

async fn complete_session(browser: &Browser, session: &str) {
    assert_eq!(post(browser, "session-start/", json!({"session": session})).await.status, 200);
    assert_eq!(post(browser, "step-complete/", json!({"session": session, "step": "read"})).await.status, 200);
}

pub(crate) async fn complete_survey(browser: &Browser, survey: &str) -> Answer {
    let data =
        json!({"survey": survey, "stage": format!("{survey}.you"), "answers": {"name": "Ines", "born": "2009-11-30"}});
    let form = reqwest::multipart::Form::new().text("data", data.to_string());
    browser.send(browser.request(Method::POST, "../../v3/screening/answers/").multipart(form)).await
}

async fn experiences(browser: &Browser) -> Value {
    browser.get("profile/").await.body["status"]["experiences"].clone()
}

both!(mentorship_opens_after_sessions_and_vetting, async |app| {
    let message = json!({"en": "{remaining} to go.", "de": "Noch {remaining}."});
    let condition = json!({"use_after": {"learning_sessions": 2, "vetted": true}, "message": message});
    let rules = json!({"experiences": {"mentee": {"session": "use", "curriculum": "hide"}},
        "conditions": {"mentee": {"curriculum": condition}}});
    let person = ines(&app, rules).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;

    let before = experiences(&ines).await;
    assert_eq!(before["curriculum"], "show");
    assert_eq!(before["mentorshipSessionStatus"], json!({"completedSessions": 0, "remainingSessions": 2}));
    assert_eq!(before["ruleMessage"]["curriculum"], "2 to go.");
    assert_eq!(before["ruleMessage"]["localeCurriculum"], "Noch 2.");

    complete_session(&ines, "one").await;
    assert_eq!(experiences(&ines).await["ruleMessage"]["localeCurriculum"], "Noch 1.");
    complete_session(&ines, "two").await;
    let waiting = experiences(&ines).await;
    assert_eq!(
        (&waiting["curriculum"], &waiting["mentorshipSessionStatus"]["remainingSessions"]),
        (&json!("show"), &json!(0))
    );

    let today = app.store.clock.now().date_naive();
    let vetted = |days| Change { vetted_until: Some(Some(today + TimeDelta::days(days))), ..Change::default() };
    person_facts::change(&app.store, &test_kit::operator(), person, vetted(-1)).await.unwrap();
    assert_eq!(experiences(&ines).await["curriculum"], "show");
    person_facts::change(&app.store, &test_kit::operator(), person, vetted(0)).await.unwrap();
    let open = experiences(&ines).await;
    assert_eq!((&open["curriculum"], &open["ruleMessage"]["curriculum"]), (&json!("use"), &json!("")));
});

both!(hub_stays_closed_until_a_survey_is_complete, async |app| {
    let rules = json!({"experiences": {"mentee": {"survey": "use", "session": "use"}},
        "surveys": [{"survey": "first", "roles": ["mentee"]}],
        "conditions": {"mentee": {"session": {"use_after": {"surveys": ["first"]}, "until_then": "hide"}}}});
    let person = ines(&app, rules).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(experiences(&ines).await["session"], "hide");
    let closed = post(&ines, "session-start/", json!({"session": "one"})).await;
    assert_eq!((closed.status, closed.code()), (403, "no_learning_hub"));
    assert_eq!(complete_survey(&ines, "first").await.status, 200);
    assert_eq!(experiences(&ines).await["session"], "use");
    let facts = person_facts::of_person(&app.store, person).await.unwrap();
    assert_eq!(facts.birth_month.as_deref(), Some("2009-11"));
    complete_session(&ines, "one").await;
});

both!(answer_does_not_replace_what_staff_recorded, async |app| {
    let rules = json!({"experiences": {"mentee": {"survey": "use"}}, "surveys": [{"survey": "first", "roles": ["mentee"]}],
        "conditions": {"mentee": {"internship": {"use_after": {"age_below": 12}, "until_then": "hide"}}}});
    let person = ines(&app, rules).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(experiences(&ines).await["internship"], "hide", "the age is not known");
    let born = Change { birth_month: Some(Some("2014-05".to_owned())), ..Change::default() };
    person_facts::change(&app.store, &test_kit::operator(), person, born).await.unwrap();
    assert_eq!(complete_survey(&ines, "first").await.status, 200);
    let facts = person_facts::of_person(&app.store, person).await.unwrap();
    assert_eq!(facts.birth_month.as_deref(), Some("2014-05"));
    assert_eq!(experiences(&ines).await["internship"], "use");
});

both!(survey_opens_after_another_and_consent, async |app| {
    let after = json!({"surveys": ["first"], "guardian_consent": true});
    let rules = json!({"experiences": {"mentee": {"survey": "use"}},
        "surveys": [{"survey": "first", "roles": ["mentee"]}, {"survey": "later", "roles": ["mentee"], "after": after}]});
    let person = ines(&app, rules).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let listed = async || {
        let list = ines.send(ines.request(Method::GET, "../screening/survey-list/")).await.body;
        list.as_array().unwrap().iter().map(|survey| survey["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, ["first"]);
    assert_eq!(complete_survey(&ines, "first").await.status, 200);
    assert_eq!(listed().await, ["first"]);
    assert_eq!(complete_survey(&ines, "later").await.status, 404);
    let consent = Change { guardian_consent: Some(true), ..Change::default() };
    person_facts::change(&app.store, &test_kit::operator(), person, consent).await.unwrap();
    let facts = person_facts::of_person(&app.store, person).await.unwrap();
    assert_eq!((facts.birth_month.as_deref(), facts.guardian_consent_at.is_some()), (Some("2009-11"), true));
    assert_eq!(listed().await, ["later", "first"]);
    assert_eq!(complete_survey(&ines, "later").await.status, 200);
});

both!(vetting_ends_with_the_day_of_the_programme, async |app| {
    let rules = json!({"experiences": {"mentee": {"internship": "hide"}},
        "conditions": {"mentee": {"internship": {"use_after": {"vetted": true}, "until_then": "hide"}}}});
    let person = ines(&app, rules).await;
    // Nine in London is eleven at night on Kiritimati.
    administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "lakeside",
        "Lakeside",
        "Pacific/Kiritimati",
        &programme_rules(&app).await,
    )
    .await
    .unwrap();
    let today = app.store.clock.now().date_naive();
    let vetted = |days| Change { vetted_until: Some(Some(today + TimeDelta::days(days))), ..Change::default() };
    let server = app.server();
    let ines = server.signed_in("ines").await;
    person_facts::change(&app.store, &test_kit::operator(), person, vetted(0)).await.unwrap();
    assert_eq!(experiences(&ines).await["internship"], "use");
    app.advance(2 * 3600);
    let ines = server.signed_in("ines").await;
    assert_eq!(experiences(&ines).await["internship"], "hide");
    person_facts::change(&app.store, &test_kit::operator(), person, vetted(1)).await.unwrap();
    assert_eq!(experiences(&ines).await["internship"], "use");
});

async fn programme_rules(app: &TestApp) -> programmes::Settings {
    let all = programmes::all(&app.store).await.unwrap();
    all.into_iter().find(|programme| programme.key == "lakeside").unwrap().settings.0
}

both!(guardian_opens_the_hub_and_staff_decide_otherwise, async |app| {
    let rules = json!({"experiences": {"mentee": {"session": "use", "internship": "use"}},
        "conditions": {"mentee": {"session": {"use_after": {"guardian_consent": true}}}}});
    let person = ines(&app, rules).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(experiences(&ines).await["session"], "show");
    let closed = post(&ines, "session-start/", json!({"session": "one"})).await;
    assert_eq!((closed.status, closed.code()), (403, "no_learning_hub"), "to show is not to use");
    let consent = |given| Change { guardian_consent: Some(given), ..Change::default() };
    person_facts::change(&app.store, &test_kit::operator(), person, consent(true)).await.unwrap();
    complete_session(&ines, "one").await;

    person_facts::change(&app.store, &test_kit::operator(), person, consent(false)).await.unwrap();
    assert_eq!(experiences(&ines).await["session"], "show");
    let staff = Overrides { session: Some(Access::Use), ..Overrides::default() };
    people::set_overrides(&app.store, &test_kit::operator(), person, &staff).await.unwrap();
    complete_session(&ines, "two").await;
    assert_eq!(experiences(&ines).await["session"], "use");
});

both!(facts_and_conflicts_are_exported, async |app| {
    let person = ines(&app, json!({})).await;
    let facts = Change {
        vetted_until: Some("2027-06-30".parse().ok()),
        guardian_consent: Some(true),
        birth_month: Some(Some("2009-03".to_owned())),
    };
    person_facts::change(&app.store, &test_kit::operator(), person, facts).await.unwrap();
    for other in [app.maya, app.tom] {
        assert!(person_facts::set_conflict(&app.store, &test_kit::operator(), other, person, true).await.unwrap());
    }
    assert!(
        !person_facts::set_conflict(&app.store, &test_kit::operator(), person, app.tom, true).await.unwrap(),
        "whoever is named first"
    );
    assert!(person_facts::set_conflict(&app.store, &test_kit::operator(), person, app.maya, false).await.unwrap());
    assert_eq!(person_facts::conflicts(&app.store, app.tom).await.unwrap(), ["ines@example.org"]);
    let data = export::everything_about(&app.store, &test_kit::operator(), person).await.unwrap().unwrap().data;
    let row = &data["person"][0];
    assert_eq!((&row["birth_month"], &row["vetted_until"]), (&json!("2009-03"), &json!("2027-06-30")));
    assert!(row["guardian_consent_at"].is_string());
    let conflicts = ["conflicts", "conflictsOfOthers"].map(|section| data[section].as_array().unwrap().len());
    assert_eq!(conflicts.iter().sum::<usize>(), 1);
});
