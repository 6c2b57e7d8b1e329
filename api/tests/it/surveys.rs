//! Surveys: lists, stages, drafts and submissions.

use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};
use store::bus::{BusMessage, Event, Topic};
use store::content::{Bundle, Origin, Survey};
use store::people::{self, NewPerson, Role};
use store::{PersonId, administration, passwords};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::test_app::PASSWORD;

pub(crate) const LIST: &str = "../screening/survey-list/";

/// A survey of two stages: "you" asks name, mood, reason (only after "bad"), age and a secret; "papers" asks for files.
pub(crate) fn survey() -> Value {
    let text = |words: &str| json!({"en": words, "de": format!("{words} (de)")});
    let question = |key: &str, kind: &str, more: Value| {
        let mut question = json!({"key": key, "type": kind, "label": text(key)});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    let options = json!([{"key": "good", "label": text("Good")}, {"key": "bad", "label": text("Bad")}]);
    let after_bad = json!({"question": "mood", "any_of": ["bad"]});
    json!({
        "key": "start", "name": text("Start"), "short_description": text("A start."), "allows_password": true,
        "stages": [
            {"key": "you", "name": text("You"), "pages": [
                {"title": text("First"), "questions": [
                    question("name", "Text", json!({"mandatory": true})),
                    question("mood", "SingleChoiceRadio", json!({"mandatory": true, "options": options})),
                ]},
                {"title": text("Second"), "questions": [
                    question("reason", "TextBox", json!({"mandatory": true, "visible_if": after_bad})),
                    question("age", "Number", json!({})),
                    question("moods", "MultiChoiceDropDown", json!({"options": options})),
                    question("secret", "Password", json!({})),
                ]},
            ]},
            {"key": "papers", "name": text("Papers"), "pages": [{"title": text("Files"), "questions": [
                question("photo", "ImageResponse", json!({})),
                question("letter", "Document", json!({})),
            ]}]},
        ],
    })
}

pub(crate) async fn import(app: &TestApp, survey: Value) {
    let survey: Survey = serde_json::from_value(survey).unwrap();
    let bundle = Bundle { surveys: Some(vec![survey]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
}

/// Ines is a mentee of a programme that names the survey for mentees.
pub(crate) async fn ines(app: &TestApp) -> PersonId {
    import(app, survey()).await;
    let settings = json!({"experiences": {"mentee": {"survey": "use"}, "mentor": {"survey": "use"}},
        "surveys": [{"survey": "start", "roles": ["mentee"]}]});
    let settings = serde_json::from_value(settings).unwrap();
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
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: Some(passwords::hash(PASSWORD).await.unwrap()),
    };
    people::add(&app.store, &test_kit::operator(), &ines).await.unwrap().unwrap()
}

pub(crate) async fn get(browser: &Browser, path: &str) -> Answer {
    browser.send(browser.request(Method::GET, path)).await
}

pub(crate) fn form(data: &Value) -> Form {
    Form::new().text("data", data.to_string())
}

pub(crate) async fn save(browser: &Browser, data: &Value) -> Answer {
    send(browser, form(data)).await
}

pub(crate) async fn send(browser: &Browser, form: Form) -> Answer {
    browser.send(browser.request(Method::POST, "../../v3/screening/answers/").multipart(form)).await
}

pub(crate) async fn stored(browser: &Browser, stage: &str) -> Value {
    let answer = get(browser, &format!("../../v3/screening/answers/?survey=start&stage=start.{stage}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

pub(crate) fn you(answers: &Value) -> Value {
    json!({"survey": "start", "stage": "start.you", "answers": answers})
}

pub(crate) fn papers(answers: &Value) -> Value {
    json!({"survey": "start", "stage": "start.papers", "answers": answers})
}

pub(crate) fn draft(mut data: Value, revision: Option<i64>) -> Value {
    data["draft"] = json!(true);
    data["draftRevision"] = json!(revision);
    data
}

both!(several_options_are_no_file, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    for chosen in [json!(["bad"]), json!(["good", "bad"])] {
        let saved = save(&ines, &draft(you(&json!({"name": "Ines", "moods": chosen})), None)).await;
        assert_eq!(saved.status, 200, "{:?}", saved.body);
        assert_eq!(stored(&ines, "you").await["answers"][1]["answer"], chosen);
    }
});

both!(survey_is_completed_stage_by_stage, async |app| {
    let person = ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let mut events = app.store.bus.listen();

    let list = get(&ines, LIST).await.body;
    assert_eq!(
        (&list[0]["id"], &list[0]["status"], &list[0]["expPermission"]),
        (&json!("start"), &json!("NOT_STARTED"), &json!("use"))
    );
    assert_eq!((&list[0]["currentStageId"], list.as_array().unwrap().len()), (&json!("start.you"), 1));
    let profile = ines.get("profile/").await.body;
    let entry = json!([{"surveyId": "start", "expPermission": "use", "surveyStatus": "NOT_STARTED"}]);
    assert_eq!(profile["status"]["surveys"], entry);

    let answer = save(&ines, &you(&json!({"name": " Ines  C ", "mood": "good", "age": "16,5"}))).await;
    assert_eq!((answer.status, &answer.body["surveyStatus"]), (200, &json!("PARTIAL_COMPLETE")), "{}", answer.body);
    assert_eq!(answer.body["currentStageId"], "start.papers");
    let is_told = |event: &Event| {
        matches!(event, Event::TopicsChanged { people, topics }
        if people == &[person] && topics == &[Topic::Surveys, Topic::Profile])
    };
    loop {
        let BusMessage::Events(heard) = events.next().await.unwrap() else { continue };
        if heard.iter().any(is_told) {
            break;
        }
    }
    let one = get(&ines, "../screening/surveys/start/").await.body;
    let status = json!({"surveyId": "start", "surveyStatus": "PARTIAL_COMPLETE", "currentStageId": "start.papers",
        "stageStatus": {"start.you": "COMPLETE", "start.papers": "NOT_STARTED"}});
    assert_eq!(one["userSurveyStatus"], status);
    assert_eq!(ines.get("profile/").await.body["status"]["surveys"][0]["surveyStatus"], "ONGOING");
    let answers = json!([{"questionKey": "name", "answer": "Ines C"}, {"questionKey": "mood", "answer": "good"},
        {"questionKey": "age", "answer": 16.5}]);
    assert_eq!(
        (stored(&ines, "you").await["answers"].clone(), stored(&ines, "you").await["isSubmitted"].clone()),
        (answers, json!(true))
    );

    let answer = save(&ines, &papers(&json!({}))).await;
    assert_eq!(
        (answer.status, &answer.body["surveyStatus"], &answer.body["currentStageId"]),
        (200, &json!("COMPLETE"), &json!(null))
    );
    let list = get(&ines, LIST).await.body;
    assert_eq!((&list[0]["status"], &list[0]["completedOn"]), (&json!("COMPLETE"), &json!("2026-03-02T09:00:00Z")));
    assert_eq!(ines.get("profile/").await.body["status"]["surveys"][0]["surveyStatus"], "COMPLETED");
});

both!(stage_is_described_in_both_languages, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let request = ines.request(Method::GET, "../screening/stages/start.you/").header("accept-language", "de");
    let stage = ines.send(request).await.body;
    assert_eq!(
        (&stage["name"], &stage["localeName"], &stage["surveyId"]),
        (&json!("You"), &json!("You (de)"), &json!("start"))
    );
    let reason = &stage["pages"][1]["questions"][0];
    assert_eq!(
        (&reason["key"], &reason["type"], &reason["displayOrder"], &reason["pageNumber"], &reason["mandatory"]),
        (&json!("reason"), &json!("TextBox"), &json!(3), &json!(2), &json!(true))
    );
    assert_eq!(reason["visibleIf"], json!({"question": "mood", "anyOf": ["bad"]}));
    let mood = &stage["pages"][0]["questions"][1];
    let option = json!({"key": "bad", "label": "Bad", "localeLabel": "Bad (de)", "displayOrder": 2});
    assert_eq!(mood["answerOptions"][1], option);
});

both!(invalid_answers_are_refused_and_nothing_is_stored, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    for (answers, key, code) in [
        (json!({"mood": "good"}), "name", "mandatory"),
        (json!({"name": "Ines", "mood": "bad"}), "reason", "mandatory"),
        (json!({"name": "Ines", "mood": "great"}), "mood", "unknown_option"),
        (json!({"name": "Ines", "mood": "good", "age": "old"}), "age", "not_numeric"),
        (json!({"name": "x".repeat(5001), "mood": "good"}), "name", "too_long"),
        (json!({"name": "Ines", "mood": "good", "shoe": "42"}), "shoe", "unknown_question"),
        (json!({"name": ["Ines"], "mood": "good"}), "name", "wrong_form"),
    ] {
        let answer = save(&ines, &you(&answers)).await;
        assert_eq!((answer.status, answer.code()), (422, "invalid_answers"), "{key}");
        assert_eq!(answer.body["problems"][key]["code"], code, "{}", answer.body);
    }
    assert_eq!(stored(&ines, "you").await, json!({"answers": [], "draftRevision": 0, "isSubmitted": false}));
    assert_eq!(get(&ines, LIST).await.body[0]["status"], "NOT_STARTED");
    for malformed in [Form::new(), Form::new().text("data", "{"), Form::new().text("data", "[]")] {
        assert_eq!(send(&ines, malformed).await.status, 400);
    }
    let longest = save(&ines, &you(&json!({"name": "x".repeat(5000), "mood": "good"}))).await;
    assert_eq!(longest.status, 200);
});

both!(stages_are_submitted_once_and_in_order, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let early = save(&ines, &papers(&json!({}))).await;
    assert_eq!((early.status, early.code()), (409, "stage_order"));
    assert_eq!(get(&ines, LIST).await.body[0]["status"], "NOT_STARTED", "nothing was begun");
    let answers = you(&json!({"name": "Ines", "mood": "good"}));
    assert_eq!(save(&ines, &answers).await.status, 200);
    for again in [answers.clone(), draft(you(&json!({"name": "Else"})), None)] {
        let answer = save(&ines, &again).await;
        assert_eq!((answer.status, answer.code()), (410, "stage_submitted"));
    }
    assert_eq!(stored(&ines, "you").await["answers"][0]["answer"], "Ines");
});

both!(drafts_of_two_devices_do_not_overwrite_each_other, async |app| {
    ines(&app).await;
    let server = app.server();
    let (phone, laptop) = (server.signed_in("ines").await, server.signed_in("ines").await);
    let first = save(&phone, &draft(you(&json!({"name": "Ines", "age": "many"})), Some(0))).await;
    assert_eq!(
        (first.status, &first.body["draftRevision"], &first.body["surveyStatus"]),
        (200, &json!(1), &json!("PARTIAL_COMPLETE"))
    );
    let kept = stored(&laptop, "you").await;
    assert_eq!(
        kept,
        json!({"answers": [{"questionKey": "name", "answer": "Ines"}], "draftRevision": 1, "isSubmitted": false})
    );
    assert_eq!(save(&laptop, &draft(you(&json!({"name": "Ines", "mood": "bad"})), Some(1))).await.status, 200);
    let late = save(&phone, &draft(you(&json!({"name": "Old"})), Some(1))).await;
    assert_eq!((late.status, late.code()), (409, "draft_outdated"));
    assert_eq!(stored(&phone, "you").await["answers"][1]["answer"], "bad");
    // A submission is deliberate: it replaces what was saved.
    let submitted = save(&phone, &you(&json!({"name": "Ines", "mood": "good", "reason": "none"}))).await;
    assert_eq!((submitted.status, &submitted.body["dropped"]), (200, &json!(["reason"])));
});

both!(simultaneous_submissions_count_once, async |app| {
    ines(&app).await;
    let server = app.server();
    let (phone, laptop) = (server.signed_in("ines").await, server.signed_in("ines").await);
    let (one, other) =
        (you(&json!({"name": "Phone", "mood": "good"})), you(&json!({"name": "Laptop", "mood": "good"})));
    let (one, other) = tokio::join!(save(&phone, &one), save(&laptop, &other));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410]);
    let winner = if one.status == 200 { "Phone" } else { "Laptop" };
    assert_eq!(stored(&phone, "you").await["answers"][0]["answer"], winner);
});

both!(surveys_of_others_do_not_exist, async |app| {
    ines(&app).await;
    let server = app.server();
    for name in ["maya", "tom"] {
        let other = server.signed_in(name).await;
        assert_eq!(get(&other, LIST).await.body, json!([]));
        assert_eq!(get(&other, "../screening/surveys/start/").await.status, 404);
        assert_eq!(get(&other, "../screening/stages/start.you/").await.status, 404);
        assert_eq!(save(&other, &you(&json!({"name": "M", "mood": "good"}))).await.status, 404);
    }
    let ines = server.signed_in("ines").await;
    for wrong in ["start", "start.", "start.none", ".you", "none.you", "start.you.you"] {
        assert_eq!(get(&ines, &format!("../screening/stages/{wrong}/")).await.status, 404, "{wrong}");
    }
    let crossed = json!({"survey": "other", "stage": "start.you", "answers": {}});
    assert_eq!(save(&ines, &crossed).await.status, 404);
    assert_eq!(get(&server.browser(), LIST).await.status, 401);
});

both!(passwords_are_neither_stored_nor_returned, async |app| {
    let person = ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let answers = json!({"name": "Ines", "mood": "good", "secret": "correct horse"});
    assert_eq!(save(&ines, &you(&answers)).await.status, 200);
    assert!(!stored(&ines, "you").await.to_string().contains("secret"));
    let export = store::export::everything_about(&app.store, &test_kit::operator(), person).await.unwrap().unwrap();
    assert!(!export.data.to_string().contains("correct horse"));
});

both!(people_finish_the_version_that_they_began, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(save(&ines, &draft(you(&json!({"name": "Ines"})), None)).await.status, 200);
    let mut changed = survey();
    changed["stages"][0]["pages"][0]["questions"][0]["label"]["en"] = json!("What is your name?");
    import(&app, changed.clone()).await;
    let name = async || get(&ines, "../screening/stages/start.you/").await.body["pages"][0]["questions"][0].clone();
    assert_eq!(name().await["title"], "What is your name?", "a patch reaches people inside");
    changed["stages"][0]["pages"][0]["questions"].as_array_mut().unwrap().remove(1);
    import(&app, changed).await;
    assert_eq!(get(&ines, "../screening/stages/start.you/").await.body["pages"][0]["questions"][1]["key"], "mood");
    // The survey is taken away: nobody begins it, and who began it goes on.
    let bundle = Bundle { surveys: Some(Vec::new()), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
    let answer = save(&ines, &you(&json!({"name": "Ines", "mood": "good"}))).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
});
