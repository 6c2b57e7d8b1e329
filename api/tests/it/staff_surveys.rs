//! What coordinators do with surveys: ask people to take them, remind them, and read what they answered.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use store::administration;
use store::content::{Bundle, Origin};
use store::people::Role;
use store::programmes;
use store::staff::StaffRole;
use store::surveys::windows::ask_due;
use store::{PersonId, people};
use test_kit::{both, operator};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Cora coordinates North, Fay East; Sue handles the cases of North. Maya mentors in North, and Nele is a mentee there.
struct Two {
    schools: Schools,
    cora: PersonId,
    fay: PersonId,
    sue: PersonId,
    maya: PersonId,
    nele: PersonId,
}

impl Two {
    async fn open(app: &TestApp) -> Self {
        let question = |key: &str, kind: &str| json!({"key": key, "type": kind, "label": {"en": key}});
        let questions = json!([question("how", "Scale"), question("why", "TextBox")]);
        let pages = json!([{"title": {"en": "All"}, "questions": questions}]);
        let survey = json!({"key": "mood", "name": {"en": "Mood"}, "short_description": {"en": "Now."},
            "stages": [{"key": "all", "name": {"en": "All"}, "pages": pages}]});
        let bundle = Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() };
        administration::import_content(&app.store, &operator(), &bundle, Origin::BuiltIn).await.unwrap();
        let schools = Schools::open(app).await;
        let north = programmes::by_id(&app.store, schools.north).await.unwrap().unwrap();
        let may = json!({"survey": "use"});
        let settings = serde_json::from_value(json!({"experiences": {"mentor": may, "mentee": may}})).unwrap();
        let (key, name, zone) = (&north.key, &north.name, &north.time_zone);
        administration::put_programme(&app.store, &operator(), key, name, zone, &settings).await.unwrap();
        let staff = async |name, role, programme| {
            let person = add(app, name, Role::Staff, Some(programme)).await;
            hold(app, person, role, Some(programme)).await;
            person
        };
        let cora = staff("Cora", StaffRole::Coordinator, schools.north).await;
        let fay = staff("Fay", StaffRole::Coordinator, schools.east).await;
        let sue = staff("Sue", StaffRole::Safeguarding, schools.north).await;
        let maya = add(app, "Maya", Role::Mentor, Some(schools.north)).await;
        let nele = people::by_email(&app.store, "nele@schools.example").await.unwrap().unwrap().id;
        Self { schools, cora, fay, sue, maya, nele }
    }

    /// Returns the status, the code and the body of the answer.
    async fn call(&self, app: &TestApp, by: PersonId, method: Method, path: &str, body: Value) -> (u16, String, Value) {
        let (status, body) = self.schools.send(app, by, method, &format!("/api/{path}"), &body).await;
        (status.as_u16(), body["code"].as_str().unwrap_or_default().to_owned(), body)
    }

    fn window(&self, app: &TestApp, more: &Value) -> Value {
        let today = app.store.clock.now().date_naive();
        let mut body = json!({"id": "0192f0a0-0000-7000-8000-00000000a0a1", "programme": self.schools.north,
            "survey": "mood", "roles": ["mentor", "mentee"], "kind": "dates", "opensOn": today,
            "closesOn": today + chrono::Days::new(9), "remindAfter": [7]});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    }

    async fn save(&self, app: &TestApp, by: PersonId, how: i64, draft: bool) -> (u16, String) {
        let data = json!({"survey": "mood", "stage": "mood.all", "draft": draft,
            "answers": {"how": how, "why": "Because it is fun"}});
        let form = reqwest::multipart::Form::new().text("data", data.to_string());
        let request = self.schools.request(app, by, Method::POST, "/api/v3/screening/answers/").await;
        let (status, body) = self.schools.answer(request.multipart(form)).await;
        (status.as_u16(), body["code"].as_str().unwrap_or_default().to_owned())
    }
}

both!(survey_is_asked_answered_and_read, async |app| {
    let two = Two::open(&app).await;
    let windows = "staff/survey-windows/";
    let (status, _, preview) =
        two.call(&app, two.cora, Method::POST, "staff/survey-windows/preview/", two.window(&app, &json!({}))).await;
    assert_eq!((status, &preview["people"], &preview["done"]), (200, &json!(2), &json!(0)), "{preview}");
    let (status, _, window) = two.call(&app, two.cora, Method::POST, windows, two.window(&app, &json!({}))).await;
    assert_eq!((status, &window["state"], &window["asked"]), (201, &json!("open"), &json!(0)), "{window}");
    assert_eq!(two.call(&app, two.nele, Method::GET, "v2/screening/survey-list/", Value::Null).await.2, json!([]));
    ask_due(&app.store).await.unwrap();
    let (_, _, own) = two.call(&app, two.nele, Method::GET, "v2/screening/survey-list/", Value::Null).await;
    assert_eq!((&own[0]["id"], &own[0]["closesOn"]), (&json!("mood"), &window["closesOn"]));

    assert_eq!(two.save(&app, two.nele, 8, false).await.0, 200);
    let path = format!("{windows}{}/", window["id"].as_str().unwrap());
    let (_, _, shown) = two.call(&app, two.cora, Method::GET, &path, Value::Null).await;
    let counts = |of: &Value| [&of["asked"], &of["begun"], &of["sent"]].map(|count| count.as_i64().unwrap());
    assert_eq!((counts(&shown), &shown["reachable"]), ([2, 0, 1], &json!(1)));
    assert_eq!((&shown["byRole"][0]["role"], counts(&shown["byRole"][0])), (&json!("mentor"), [1, 0, 0]));
    let left = format!("{path}people/?state=not_begun");
    let (_, _, people) = two.call(&app, two.cora, Method::GET, &left, Value::Null).await;
    assert_eq!((&people["total"], &people["results"][0]["person"]["firstName"]), (&json!(1), &json!("Maya")));
    let (_, _, reminded) = two.call(&app, two.cora, Method::POST, &format!("{path}remind/"), json!({})).await;
    assert_eq!(reminded["reminded"], 1);
    let again = two.call(&app, two.cora, Method::POST, &format!("{path}remind/"), json!({})).await;
    assert_eq!((again.0, &*again.1), (409, "reminded_today"));

    let of = format!("staff/surveys/{}/mood/", two.schools.north);
    let (_, _, results) = two.call(&app, two.cora, Method::GET, &format!("{of}results/"), Value::Null).await;
    let how = &results["stages"][0]["questions"][0];
    assert_eq!((&how["form"], &how["scale"]["mentees"]["mean"]), (&json!("scale"), &json!(8.0)), "{how}");
    assert_eq!((how["options"].as_array().unwrap().len(), &how["options"][7]["mentees"]), (10, &json!(1)));
    assert_eq!(how["scale"]["mentors"]["mean"], Value::Null);
    let read = json!({"question": "why", "search": "FUN", "cursor": null});
    let (_, _, texts) = two.call(&app, two.cora, Method::POST, &format!("{of}texts/"), read).await;
    assert_eq!((&texts["results"][0]["text"], &texts["total"]), (&json!("Because it is fun"), &json!(1)));
    let no_text = json!({"question": "how", "search": "", "cursor": null});
    assert_eq!(two.call(&app, two.cora, Method::POST, &format!("{of}texts/"), no_text).await.0, 404);
    let (_, _, overview) = two.call(&app, two.cora, Method::GET, "staff/surveys/", Value::Null).await;
    let north = &overview["programmes"][0];
    assert_eq!(overview["programmes"].as_array().unwrap().len(), 1);
    assert_eq!(north["surveys"][0]["mentees"], json!({"people": 1, "begun": 0, "sent": 1}), "{north}");
});

both!(survey_that_has_closed_says_so, async |app| {
    let two = Two::open(&app).await;
    two.call(&app, two.cora, Method::POST, "staff/survey-windows/", two.window(&app, &json!({}))).await;
    ask_due(&app.store).await.unwrap();
    assert_eq!(two.save(&app, two.nele, 5, true).await.0, 200);
    app.store.clock.advance(10 * DAY);
    assert_eq!(two.save(&app, two.maya, 5, true).await, (410, "survey_closed".to_owned()));
    let shown = two.call(&app, two.maya, Method::GET, "v2/screening/surveys/mood/", Value::Null).await;
    assert_eq!((shown.0, &*shown.1), (410, "survey_closed"));
    assert_eq!(two.save(&app, two.nele, 6, false).await.0, 200, "who has begun can finish");
});

both!(other_staff_find_no_survey, async |app| {
    let two = Two::open(&app).await;
    let windows = "staff/survey-windows/";
    let (_, _, window) = two.call(&app, two.cora, Method::POST, windows, two.window(&app, &json!({}))).await;
    ask_due(&app.store).await.unwrap();
    two.save(&app, two.nele, 5, false).await;
    let path = format!("{windows}{}/", window["id"].as_str().unwrap());
    let last = window["closesOn"].clone();
    let of = format!("staff/surveys/{}/mood/", two.schools.north);
    for (method, path, body) in [
        (Method::GET, path.clone(), Value::Null),
        (Method::GET, format!("{path}people/"), Value::Null),
        (Method::POST, format!("{path}remind/"), json!({})),
        (Method::POST, format!("{path}extend/"), json!({"closesOn": last, "revision": 1})),
        (Method::POST, format!("{path}stop/"), json!({"revision": 1})),
        (Method::POST, windows.to_owned(), two.window(&app, &json!({"kind": "exit", "openWeeks": 4}))),
        (Method::POST, format!("{windows}preview/"), two.window(&app, &json!({}))),
        (Method::GET, format!("{of}results/"), Value::Null),
        (Method::POST, format!("{of}texts/"), json!({"question": "why", "search": "", "cursor": null})),
        (Method::GET, format!("{of}export/?format=csv&reason=For+the+test"), Value::Null),
    ] {
        assert_eq!(two.call(&app, two.fay, method.clone(), &path, body.clone()).await.0, 404, "{path}");
        let refused = two.call(&app, two.sue, method, &path, body).await;
        assert_eq!((refused.0, &*refused.1), (403, "not_permitted"), "{path}");
    }
    assert_eq!(two.call(&app, two.fay, Method::GET, windows, Value::Null).await.2["total"], 0);
    let (_, _, overview) = two.call(&app, two.fay, Method::GET, "staff/surveys/", Value::Null).await;
    assert_eq!(overview["programmes"][0]["surveys"][0]["mentees"]["sent"], 0, "{overview}");
});

both!(form_names_the_field_that_is_wrong, async |app| {
    let two = Two::open(&app).await;
    let today = app.store.clock.now().date_naive();
    for (more, field) in [
        (json!({"opensOn": null}), "opensOn"),
        (json!({"opensOn": today - chrono::Days::new(1)}), "opensOn"),
        (json!({"closesOn": today - chrono::Days::new(1)}), "closesOn"),
        (json!({"kind": "week", "week": 0, "openWeeks": 2}), "week"),
        (json!({"kind": "exit"}), "openWeeks"),
        (json!({"roles": []}), "roles"),
        (json!({"survey": "none"}), "survey"),
        (json!({"remindAfter": [9, 2]}), "remindAfter"),
    ] {
        for path in ["staff/survey-windows/", "staff/survey-windows/preview/"] {
            let (status, _, body) = two.call(&app, two.cora, Method::POST, path, two.window(&app, &more)).await;
            assert_eq!((status, body["fields"][field].is_array()), (422, true), "{more}: {body}");
        }
    }
});

both!(answers_leave_with_names_only_if_asked_for, async |app| {
    let two = Two::open(&app).await;
    two.call(&app, two.cora, Method::POST, "staff/survey-windows/", two.window(&app, &json!({}))).await;
    ask_due(&app.store).await.unwrap();
    two.save(&app, two.nele, 5, false).await;
    let path = format!("/api/staff/surveys/{}/mood/export/?format=csv&reason=For+the+test", two.schools.north);
    let (_, nameless) = two.schools.get(&app, two.cora, &path).await;
    let nameless = nameless.as_str().unwrap();
    assert!(nameless.contains("Because it is fun") && !nameless.contains("nele@"), "{nameless}");
    assert!(!nameless.contains(&two.nele.to_string()), "no id either: {nameless}");
    let (_, named) = two.schools.get(&app, two.cora, &format!("{path}&names=yes")).await;
    assert!(named.as_str().unwrap().contains("nele@schools.example"), "{named}");
});
