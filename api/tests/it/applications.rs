//! Applications: a newcomer reaches no one before staff decide, and what follows from each decision over weeks.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::administration::{self, RoleRefusal, erase_refused, put_programme};
use store::contact::{self, Missing};
use store::content::{self, Bundle, Origin};
use store::mentorship::{NewMentorship, Refusal};
use store::people::{self, Role};
use store::programmes::{self, Programme};
use store::staff::StaffRole;
use store::{PersonId, channels, matching, surveys};
use test_kit::{both, operator};

use crate::TestApp;
use crate::browser::Browser;
use crate::conditions::{complete_survey, import};
use crate::mailbox::Mailbox;
use crate::sign_up::{EMAIL, mentee, post, prove};
use crate::staff::{Schools, add, hold};
use crate::test_app::Server;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Cora coordinates Riverside, where staff approve mentees; Lena has just signed up.
struct Riverside {
    schools: Schools,
    cora: PersonId,
    lena: PersonId,
    browser: Browser,
    _server: Server,
}

/// Matches people who have answered a survey, and has staff approve these roles.
async fn ask_for(app: &TestApp, roles: &[Role]) -> Programme {
    let maya = people::by_id(&app.store, app.maya).await.unwrap().unwrap();
    let id = maya.programme_id.unwrap();
    let Programme { key, name, time_zone, settings, .. } = programmes::by_id(&app.store, id).await.unwrap().unwrap();
    let mut settings = settings.0;
    settings.experiences = serde_json::from_value(json!({"mentee": {"survey": "use", "chattype": "use"}})).unwrap();
    settings.surveys = serde_json::from_value(json!([{"survey": "first", "roles": ["mentee"]}])).unwrap();
    settings.matching = serde_json::from_value(json!({"needs_approval": roles,
        "enter_after": {"mentee": {"surveys": ["first"]}},
        "criteria": [{"key": "field", "title": {"en": "Field"}, "weight": 5, "comparison": "equal"}]}))
    .unwrap();
    put_programme(&app.store, &operator(), &key, &name, &time_zone, &settings).await.unwrap();
    programmes::by_id(&app.store, id).await.unwrap().unwrap()
}

impl Riverside {
    async fn open(app: &TestApp) -> Self {
        import(app).await;
        let programme = ask_for(app, &[Role::Mentee]).await;
        let schools = Schools::open(app).await;
        let cora = add(app, "Cora", Role::Staff, Some(programme.id)).await;
        hold(app, cora, StaffRole::Coordinator, Some(programme.id)).await;
        let server = app.server();
        let mut browser = server.browser();
        let code = prove(app, &browser).await;
        let made = post(&browser, "signup/", &mentee(&code)).await;
        assert_eq!(made.status, 201, "{}", made.body);
        browser.token = made.body["accessToken"].as_str().map(str::to_owned);
        assert_eq!(post(&browser, "agreement/", &json!({"has_agreed_terms": true})).await.status, 200);
        let lena = people::by_email(&app.store, EMAIL).await.unwrap().unwrap().id;
        Self { schools, cora, lena, browser, _server: server }
    }

    async fn decide(&self, app: &TestApp, body: Value) -> (StatusCode, Value) {
        let path = format!("/api/staff/people/{}/application/", self.lena);
        self.schools.send(app, self.cora, Method::POST, &path, &body).await
    }

    async fn shown(&self, app: &TestApp) -> Value {
        self.schools.get(app, self.cora, &format!("/api/staff/people/{}/", self.lena)).await.1
    }

    /// What her profile says of the application.
    async fn own(&self) -> Value {
        self.browser.get("profile/").await.body["status"]["application"].clone()
    }

    async fn change_own(&self, app: &TestApp, is_open: bool) -> u16 {
        let body = json!({"isOpen": is_open});
        self.schools.send(app, self.lena, Method::PUT, "/api/v2/users/application/", &body).await.0.as_u16()
    }

    async fn begin_with_maya(&self, app: &TestApp) -> Result<(), Refusal> {
        let new = NewMentorship { mentor: app.maya, mentees: vec![self.lena], group: None };
        administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().map(drop)
    }

    /// What she answered, as staff read it.
    async fn answers(&self, app: &TestApp) -> (StatusCode, Value) {
        let path = format!("/api/staff/people/{}/application/answers/", self.lena);
        self.schools.send(app, self.cora, Method::POST, &path, &Value::Null).await
    }

    async fn waiting(&self, app: &TestApp) -> Vec<Value> {
        let query = "/api/staff/people/?status=applying&application=complete";
        self.schools.get(app, self.cora, query).await.1["results"].as_array().unwrap().clone()
    }
}

/// Works off the jobs that follow a change.
async fn follow(app: &TestApp) {
    matching::work(&app.store).await.unwrap();
    administration::follow_time(&app.store).await.unwrap();
}

both!(newcomer_reaches_no_one_until_approved, async |app| {
    let riverside = Riverside::open(&app).await;
    let mail = Mailbox::of(&app).newest(&app, EMAIL).await;
    assert!(mail.contains("Programmteam liest jede Bewerbung") && mail.contains("/application"), "{mail}");
    follow(&app).await;
    assert_eq!(contact::missing(&app.store, riverside.lena).await.unwrap(), [Missing::Approval]);
    assert!(matches!(
        riverside.begin_with_maya(&app).await,
        Err(Refusal::NotCleared(person, missing)) if person == riverside.lena && missing == Missing::Approval
    ));
    assert_eq!(matching::pool::of_person(&app.store, riverside.lena).await.unwrap(), None);
    let channel = channels::create(&app.store, channels::Kind::Group, "Riverside", None).await.unwrap();
    channels::join(&app.store, channel, &[riverside.lena, app.maya]).await.unwrap();
    let status = async || channels::membership(&app.store, channel, riverside.lena).await.unwrap().unwrap().status;
    assert_eq!(status().await, channels::Status::Inactive, "added to a group, she reads and does not write");
    let profile = riverside.browser.get("profile/").await.body;
    assert_eq!(profile["status"]["application"], json!({"state": "open", "note": "", "eraseAt": null}));
    let shown = riverside.shown(&app).await;
    assert_eq!((&shown["status"], shown["contactClosedAt"].is_string()), (&json!("applying"), true));
    assert_eq!((&shown["application"]["surveys"], &shown["application"]["surveysDone"]), (&json!(1), &json!(0)));
    assert_eq!(riverside.waiting(&app).await, [] as [Value; 0], "she has more to tell before staff decide");

    assert_eq!(complete_survey(&riverside.browser, "first").await.status, 200);
    follow(&app).await;
    assert_eq!(riverside.waiting(&app).await.len(), 1);
    assert_eq!(matching::pool::of_person(&app.store, riverside.lena).await.unwrap(), None, "not before the approval");
    let refused = administration::set_role(&app.store, &operator(), riverside.lena, Role::Staff).await.unwrap();
    assert_eq!(refused, Err(RoleRefusal::Applying(riverside.lena)));
    surveys::reopen(&app.store, &operator(), riverside.lena, "first").await.unwrap();
    follow(&app).await;
    assert_eq!(riverside.waiting(&app).await.len(), 0, "she has something to do again");
    assert_eq!(complete_survey(&riverside.browser, "first").await.status, 200);
    follow(&app).await;
    assert_eq!(riverside.waiting(&app).await.len(), 1);
    let (_, overview) = riverside.schools.get(&app, riverside.cora, "/api/staff/overview/").await;
    let work: Vec<_> =
        overview["work"].as_array().unwrap().iter().map(|work| (&work["kind"], &work["count"])).collect();
    assert!(work.contains(&(&json!("application"), &json!(1))), "{work:?}");
    let review = &riverside.browser.get("profile/").await.body["status"]["experiences"]["matchingflowStatus"];
    assert_eq!(review["applicationReview"], "use");

    let (answer, answers) = riverside.answers(&app).await;
    let first = json!({"question": "Name", "answer": ["Ines"]});
    assert_eq!((answer, &answers[0]["title"], &answers[0]["answers"][0]), (StatusCode::OK, &json!("first"), &first));

    assert_eq!(riverside.decide(&app, json!({"decision": "approve"})).await.0, StatusCode::NO_CONTENT);
    follow(&app).await;
    let (answer, later) = riverside.answers(&app).await;
    assert_eq!((answer, &later), (StatusCode::OK, &answers), "they are found after the decision, too");
    assert!(riverside.shown(&app).await["approvedAt"].is_string());
    let mail = Mailbox::of(&app).newest(&app, EMAIL).await;
    assert!(mail.contains("du bist dabei"), "{mail}");
    assert_eq!(riverside.own().await, Value::Null);
    assert_eq!(riverside.shown(&app).await["status"], "active");
    assert!(matching::pool::of_person(&app.store, riverside.lena).await.unwrap().is_some(), "she waits for a match");
    assert!(riverside.begin_with_maya(&app).await.is_ok());
    assert_eq!(status().await, channels::Status::Active);

    let (status, error) = riverside.decide(&app, json!({"decision": "decline", "note": "Too late"})).await;
    assert_eq!((status, &error["code"]), (StatusCode::CONFLICT, &json!("decided_already")));
    assert_eq!((&error["current"]["state"], &error["current"]["by"]), (&json!("approved"), &json!("Cora Berg")));
    assert_eq!(riverside.change_own(&app, false).await, 409, "who takes part has nothing to withdraw");
});

both!(declined_application_is_erased_after_a_month, async |app| {
    let riverside = Riverside::open(&app).await;
    let decline = || json!({"decision": "decline", "note": "All places for this year are taken."});
    for note in ["", " x "] {
        let (status, error) = riverside.decide(&app, json!({"decision": "decline", "note": note})).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
    }
    assert_eq!(riverside.decide(&app, decline()).await.0, StatusCode::NO_CONTENT);
    let mail = Mailbox::of(&app).newest(&app, EMAIL).await;
    assert!(mail.contains("All places for this year are taken.") && mail.contains("April 2026"), "{mail}");
    let own = riverside.own().await;
    assert_eq!((&own["state"], &own["note"]), (&json!("declined"), &json!("All places for this year are taken.")));
    assert_eq!(riverside.change_own(&app, true).await, 409, "only staff look again");
    assert_eq!(riverside.shown(&app).await["application"]["note"], own["note"]);

    app.store.clock.advance(29 * DAY);
    assert_eq!(erase_refused(&app.store).await.unwrap(), 0);
    assert_eq!(riverside.decide(&app, json!({"decision": "reopen"})).await.0, StatusCode::NO_CONTENT);
    assert!(Mailbox::of(&app).newest(&app, EMAIL).await.contains("Dein Konto bleibt"));
    app.store.clock.advance(2 * DAY);
    assert_eq!(erase_refused(&app.store).await.unwrap(), 0, "staff look again");

    assert_eq!(riverside.decide(&app, decline()).await.0, StatusCode::NO_CONTENT);
    app.store.clock.advance(31 * DAY);
    assert_eq!(riverside.decide(&app, json!({"decision": "reopen"})).await.0, StatusCode::CONFLICT, "too late");
    assert_eq!(erase_refused(&app.store).await.unwrap(), 1);
    assert_eq!(erase_refused(&app.store).await.unwrap(), 0);
    assert!(people::by_email(&app.store, EMAIL).await.unwrap().is_none());
    assert_eq!(
        riverside.schools.get(&app, riverside.cora, &format!("/api/staff/people/{}/", riverside.lena)).await.0,
        404
    );
    let server = app.server();
    let browser = server.browser();
    let code = prove(&app, &browser).await;
    assert_eq!(post(&browser, "signup/", &mentee(&code)).await.status, 201, "she may apply next year");
});

both!(withdrawn_application_is_the_person_s, async |app| {
    let riverside = Riverside::open(&app).await;
    assert_eq!(riverside.change_own(&app, false).await, 204);
    assert_eq!(riverside.change_own(&app, false).await, 409);
    assert!(Mailbox::of(&app).newest(&app, EMAIL).await.contains("zurückgezogen"));
    assert_eq!(riverside.shown(&app).await["status"], "withdrawn");
    for decision in [json!({"decision": "approve"}), json!({"decision": "reopen"})] {
        let (status, error) = riverside.decide(&app, decision).await;
        assert_eq!((status, &error["current"]["state"]), (StatusCode::CONFLICT, &json!("withdrawn")));
        assert_eq!(error["current"]["by"], Value::Null, "she did");
    }
    app.store.clock.advance(20 * DAY);
    assert_eq!(riverside.change_own(&app, true).await, 204);
    app.store.clock.advance(20 * DAY);
    assert_eq!(erase_refused(&app.store).await.unwrap(), 0);
    assert_eq!(riverside.decide(&app, json!({"decision": "approve"})).await.0, StatusCode::NO_CONTENT);
});

both!(programme_that_asks_no_more_lets_applicants_in, async |app| {
    let riverside = Riverside::open(&app).await;
    ask_for(&app, &[Role::Mentor]).await;
    follow(&app).await;
    assert_eq!(riverside.own().await, Value::Null);
    assert!(Mailbox::of(&app).newest(&app, EMAIL).await.contains("du bist dabei"));
    assert_eq!(contact::missing(&app.store, riverside.lena).await.unwrap(), []);
    assert!(riverside.begin_with_maya(&app).await.is_ok());
    ask_for(&app, &[Role::Mentee]).await;
    follow(&app).await;
    assert_eq!(contact::missing(&app.store, riverside.lena).await.unwrap(), [], "who takes part goes on");
});

both!(import_that_asks_no_more_lets_applicants_in, async |app| {
    let riverside = Riverside::open(&app).await;
    let Programme { key, name, time_zone, mut settings, .. } = ask_for(&app, &[Role::Mentee]).await;
    settings.matching.needs_approval.clear();
    settings.matching.needs_vetting = true;
    let programme = content::Programme { key, name, time_zone, settings: settings.0 };
    let bundle = Bundle { programmes: Some(vec![programme]), ..Bundle::default() };
    administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap();
    follow(&app).await;
    assert_eq!(contact::missing(&app.store, riverside.lena).await.unwrap(), []);
    let (_, listed) = riverside.schools.get(&app, riverside.cora, "/api/staff/people/?fact=vetting_missing").await;
    assert_eq!(listed["total"], 1, "the list knows what the import demands: {listed}");
});

both!(answers_go_along_where_the_other_application_asks_for_them, async |app| {
    let riverside = Riverside::open(&app).await;
    assert_eq!(complete_survey(&riverside.browser, "first").await.status, 200);
    let (answer, before) = riverside.answers(&app).await;
    assert_eq!((answer, before.as_array().unwrap().len()), (StatusCode::OK, 1));
    for (key, asks) in [("far", json!([])), ("hill", json!([{"survey": "first", "roles": ["mentee"]}]))] {
        let rules = json!({"surveys": asks, "matching": {"needs_approval": ["mentee"]}});
        let settings = serde_json::from_value(rules).unwrap();
        let id = put_programme(&app.store, &operator(), key, key, "UTC", &settings).await.unwrap();
        hold(&app, riverside.cora, StaffRole::Coordinator, Some(id)).await;
        let transfer = administration::Transfer { from: None, to: id };
        administration::transfer(&app.store, &operator(), riverside.lena, transfer, "Moves").await.unwrap().unwrap();
        let (answer, read) = riverside.answers(&app).await;
        let expected = if key == "hill" { before.clone() } else { json!([]) };
        assert_eq!((answer, read), (StatusCode::OK, expected), "{key}");
        assert_eq!(
            riverside.shown(&app).await["application"]["surveysDone"],
            json!(usize::from(key == "hill")),
            "{key}"
        );
        assert_eq!(riverside.own().await["state"], "open", "the person reads the same");
    }
    let mail = Mailbox::of(&app).newest(&app, EMAIL).await;
    assert!(mail.contains("hill") && mail.contains("/application"), "{mail}");
});
