//! The learning hub: lists, steps, quizzes, bookmarks, feedback.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use store::content::{Bundle, Origin, Session, Tag};
use store::people::{self, NewPerson, Role};
use store::{PersonId, administration, passwords};
use test_kit::{both, samples};

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::test_app::PASSWORD;

pub(crate) fn text(words: &str) -> Value {
    json!({"en": words, "de": format!("{words} (de)")})
}

/// A session with a text and tips, a mandatory quiz that may be taken again, and a last step with a quiz that may not.
pub(crate) fn session(key: &str, published_on: &str, roles: &[&str]) -> Value {
    let options = json!([
        {"key": "ask", "label": text("Ask"), "is_correct": true, "explanation": text("Asking helps.")},
        {"key": "tell", "label": text("Tell")},
    ]);
    let choice = json!({"key": "best", "type": "SingleChoiceRadio", "label": text("Best?"), "mandatory": true, "options": options});
    let note = json!({"key": "note", "type": "Document", "label": text("Your notes")});
    let step = |key: &str, minutes: u16, content: Value| json!({"key": key, "title": text(key), "minutes": minutes, "content": content});
    let quiz = |name: &str, retake: bool, questions: Value| {
        let quiz = json!({"key": format!("{key}-{name}"), "allow_retake": retake, "questions": questions});
        json!([{"type": "QUIZ", "quiz": quiz}])
    };
    json!({
        "key": key, "title": text(&format!("About {key}")), "overview": text("An **overview**."), "banner": "letter.svg",
        "color": "green", "tags": ["talk"], "audience": "learning_hub", "roles": roles, "published_on": published_on,
        "steps": [
            step("read", 5, json!([
                {"type": "TEXT", "text": text("Read this.")},
                {"type": "MENTOR_TIPS", "text": text("For mentors.")},
            ])),
            step("practise", 10, quiz("must", true, json!([choice, note]))),
            step("end", 7, quiz("may", false, json!([{"key": "word", "type": "Text", "label": text("One word")}]))),
        ],
    })
}

pub(crate) async fn import(app: &TestApp, sessions: &[Value]) {
    let sessions = sessions.iter().map(|session| serde_json::from_value::<Session>(session.clone()).unwrap());
    let tag: Tag = serde_json::from_value(json!({"key": "talk", "label": text("Talking")})).unwrap();
    let bundle = Bundle { sessions: Some(sessions.collect()), tags: Some(vec![tag]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
}

/// Ines is a mentee whose programme has the learning hub. It is 2 March 2026.
pub(crate) async fn ines(app: &TestApp) -> PersonId {
    import(
        app,
        &[
            session("listen", "2026-02-01", &["mentee", "mentor"]),
            session("money", "2026-02-20", &["mentee"]),
            session("guide", "2026-02-01", &["mentor"]),
            session("later", "2026-03-05", &["mentee"]),
        ],
    )
    .await;
    let open = json!({"session": "use"});
    let settings = json!({"experiences": {"mentee": open, "mentor": open, "staff": open}});
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
    let mut ids = Vec::new();
    for (first_name, role) in [("Ines", Role::Mentee), ("Mina", Role::Mentor), ("Cora", Role::Staff)] {
        let person = NewPerson {
            email: format!("{first_name}@example.org"),
            first_name: first_name.to_owned(),
            last_name: "Costa".to_owned(),
            role,
            programme_id: Some(programme),
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: Some(passwords::hash(PASSWORD).await.unwrap()),
        };
        ids.push(people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap());
    }
    ids[0]
}

pub(crate) async fn get(browser: &Browser, path: &str) -> Answer {
    browser.send(browser.request(Method::GET, &format!("../learninghub/{path}"))).await
}

pub(crate) async fn post(browser: &Browser, path: &str, body: Value) -> Answer {
    browser.send(browser.request(Method::POST, &format!("../learninghub/{path}")).json(&body)).await
}

pub(crate) async fn answer(browser: &Browser, step: &str, quiz: &str, answers: Value) -> Answer {
    let data = json!({"session": "listen", "step": step, "quiz": quiz, "answer_json": answers});
    let form = Form::new().text("data", data.to_string());
    browser.send(browser.request(Method::POST, "../../v3/learninghub/quiz/save-answer/").multipart(form)).await
}

pub(crate) async fn complete(browser: &Browser, step: &str) -> Answer {
    post(browser, "step-complete/", json!({"session": "listen", "step": step})).await
}

pub(crate) fn ids(answer: &Answer) -> Vec<&str> {
    answer.body.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap()).collect()
}

both!(staff_read_sessions_of_all_roles, async |app| {
    ines(&app).await;
    let server = app.server();
    for (name, expected) in
        [("ines", &["listen", "money"][..]), ("mina", &["guide", "listen"]), ("cora", &["guide", "listen", "money"])]
    {
        let browser = server.signed_in(name).await;
        let list = get(&browser, "sessions/").await;
        let mut found = ids(&list);
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
    }
    let cora = server.signed_in("cora").await;
    let listen = get(&cora, "sessions/listen/").await.body;
    let types: Vec<_> =
        listen["sessionSteps"][0]["content"].as_array().unwrap().iter().map(|c| &c["contentType"]).collect();
    assert!(types.contains(&&json!("MENTOR_TIPS")), "{types:?}");
    let step = &listen["sessionSteps"][0];
    assert_eq!((&step["minutes"], &step["duration"]), (&json!(5), &json!(5)));
});

both!(entry_made_offline_keeps_its_time, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let began = app.store.clock.now();
    assert_eq!(post(&ines, "session-start/", json!({"session": "listen"})).await.status, 200);
    app.store.clock.advance(Duration::from_secs(700));
    let step = json!({"session": "listen", "step": "read", "at": began + TimeDelta::minutes(5)});
    assert_eq!(post(&ines, "step-complete/", step).await.status, 200);

    let late = app.store.clock.now();
    let times = [
        ("ask", began + TimeDelta::minutes(8), began + TimeDelta::minutes(8)),
        ("tell", began - TimeDelta::days(400), late),
        ("ask", late + TimeDelta::days(400), late),
        ("tell", began + TimeDelta::minutes(9), late),
    ];
    for (best, sent, kept) in times {
        let data = json!({"session": "listen", "step": "practise", "quiz": "listen-must",
            "answer_json": {"best": best}, "at": sent});
        let form = Form::new().text("data", data.to_string());
        let request = ines.request(Method::POST, "../../v3/learninghub/quiz/save-answer/").multipart(form);
        let answer = ines.send(request).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let stored: DateTime<Utc> = answer.body["submittedOn"].as_str().unwrap().parse().unwrap();
        assert_eq!(stored.timestamp_millis(), kept.timestamp_millis());
    }
});

both!(session_is_completed_step_by_step, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(complete(&ines, "read").await.code(), "not_started");
    let begun = post(&ines, "session-start/", json!({"session": "listen"})).await;
    assert_eq!(
        (begun.status, &begun.body["sessionStatus"], &begun.body["currentStepId"]),
        (200, &json!("ONGOING"), &json!("read"))
    );
    assert_eq!(post(&ines, "session-start/", json!({"session": "listen"})).await.status, 200, "once more");
    assert_eq!((&begun.body["sessionDuration"], &begun.body["durationCompleted"]), (&json!(22), &json!(0)));

    assert_eq!(complete(&ines, "practise").await.code(), "step_order");
    for _ in 0..2 {
        let done = complete(&ines, "read").await;
        assert_eq!(done.body, json!({"sessionStatus": "ONGOING", "durationCompleted": 5, "completedSteps": ["read"]}));
    }
    let missing = complete(&ines, "practise").await;
    assert_eq!((missing.status, missing.code()), (409, "quiz_missing"));
    assert_eq!(missing.body["message"], "Please take the quiz before moving forward");
    assert_eq!(
        post(&ines, "session/feedback/", json!({"session": "listen", "rating": 5})).await.code(),
        "not_completed"
    );

    let solved = answer(&ines, "practise", "listen-must", json!({"best": "ask"})).await;
    assert_eq!((solved.status, &solved.body["stepCompleted"]), (200, &json!(true)), "{}", solved.body);
    assert_eq!((&solved.body["score"], &solved.body["attempt"]), (&json!({"correct": 1, "of": 1}), &json!(1)));
    // A quiz without a mandatory question may be skipped.
    let skipped = answer(&ines, "end", "listen-may", json!({"word": null})).await;
    assert_eq!(
        (skipped.status, &skipped.body["attempt"], &skipped.body["stepCompleted"]),
        (200, &json!(0), &json!(false))
    );
    let done = complete(&ines, "end").await;
    assert_eq!((&done.body["sessionStatus"], &done.body["durationCompleted"]), (&json!("COMPLETED"), &json!(22)));

    for (rating, review) in [(4, "Good."), (0, "On second thoughts, no.")] {
        let said =
            post(&ines, "session/feedback/", json!({"session": "listen", "rating": rating, "review": review})).await;
        assert_eq!(said.body, json!({"rating": rating, "review": review}));
    }
    for (rating, review) in [(6, String::new()), (-1, String::new()), (3, "x".repeat(2001))] {
        let refused =
            post(&ines, "session/feedback/", json!({"session": "listen", "rating": rating, "review": review})).await;
        assert_eq!((refused.status, refused.code()), (422, "invalid"));
    }
    let detail = get(&ines, "mysessions/listen/").await.body;
    assert_eq!(
        (&detail["sessionStatus"], &detail["feedback"]["rating"], &detail["currentStepId"]),
        (&json!("COMPLETED"), &json!(0), &json!(null))
    );
});

both!(lists_show_what_is_offered_and_begun, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(ids(&get(&ines, "sessions/?image_type=web").await), ["listen", "money"]);
    assert_eq!(ids(&get(&server.signed_in("mina").await, "sessions/").await), ["listen", "guide"]);
    assert_eq!(post(&ines, "session-start/", json!({"session": "listen"})).await.status, 200);
    assert_eq!(ids(&get(&ines, "sessions/?not_started&image_type=web").await), ["money"]);
    assert_eq!(ids(&get(&ines, "mysessions/?image_type=web&ongoing_session=true").await), ["listen"]);
    assert_eq!(ids(&get(&ines, "mysessions/").await), ["listen"]);
    let card = get(&ines, "sessions/").await.body[1].clone();
    assert_eq!(
        (&card["title"], &card["banner"], &card["color"]),
        (&json!("About money"), &json!("/api/v2/card/picture/letter.svg/"), &json!("green"))
    );
    assert_eq!(card["tags"], json!([{"key": "talk", "label": "Talking", "localeLabel": "Talking"}]));
    assert_eq!((&card["sessionStatus"], &card["isLearningHub"]), (&json!(null), &json!(true)));
    assert_eq!(ids(&get(&ines, "sessions/?search=MONEY").await), ["money"]);
    assert_eq!(ids(&get(&ines, "sessions/?search=talking%20listen").await), ["listen"]);
    assert!(ids(&get(&ines, "sessions/?search=nothing").await).is_empty());
});

both!(bookmark_is_set_toggled_and_repeated, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    for (body, expected) in [
        (json!({"session": "money"}), true),
        (json!({"session": "money", "bookmarked": true}), true),
        (json!({"session": "money"}), false),
        (json!({"session": "money", "bookmarked": false}), false),
        (json!({"session": "money", "bookmarked": true}), true),
        (json!({"session": "listen", "bookmarked": true}), true),
    ] {
        app.advance(1);
        assert_eq!(post(&ines, "session/bookmark/", body).await.body, json!({"isBookmarked": expected}));
    }
    assert_eq!(ids(&get(&ines, "sessions/?bookmark&image_type=web").await), ["listen", "money"]);
    assert_eq!(post(&ines, "session/bookmark/", json!({"session": "guide"})).await.status, 404);
});

both!(solution_is_shown_only_after_a_submission, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let path = "quiz/listen/practise/listen-must/";
    assert!(!get(&ines, path).await.body.to_string().contains("isCorrect\":true"));
    assert_eq!(answer(&ines, "practise", "listen-must", json!({"best": "ask"})).await.code(), "not_started");
    post(&ines, "session-start/", json!({"session": "listen"})).await;
    assert_eq!(answer(&ines, "practise", "listen-must", json!({"best": "ask"})).await.code(), "step_order");
    complete(&ines, "read").await;
    for (answers, key, code) in [
        (json!({"best": "shout"}), "best", "unknown_option"),
        (json!({"best": "ask", "other": 1}), "other", "unknown_question"),
        (json!({"note": {"file": "x"}}), "best", "mandatory"),
    ] {
        let refused = answer(&ines, "practise", "listen-must", answers).await;
        assert_eq!((refused.status, &refused.body["problems"][key]["code"]), (422, &json!(code)));
    }
    let wrong = answer(&ines, "practise", "listen-must", json!({"best": "tell"})).await.body;
    assert_eq!((&wrong["answers"][0]["answer"], &wrong["answers"][0]["userAnswer"]), (&json!("tell"), &json!("tell")));
    assert_eq!((&wrong["score"], &wrong["answers"][0]["isCorrect"]), (&json!({"correct": 0, "of": 1}), &json!(false)));
    assert_eq!(wrong["questions"][0]["answerOptions"][0]["explanation"], "Asking helps.");
    let again = answer(&ines, "practise", "listen-must", json!([{"questionKey": "best", "answer": "ask"}])).await.body;
    assert_eq!((&again["attempt"], &again["score"]["correct"]), (&json!(2), &json!(1)));
    let doubled = answer(&ines, "practise", "listen-must", json!({"best": "ask"})).await.body;
    assert_eq!(doubled["attempt"], 2, "a double click is one attempt");
    assert_eq!(answer(&ines, "end", "listen-may", json!({"word": "Yes"})).await.status, 200);
    assert_eq!(answer(&ines, "end", "listen-may", json!({"word": "No"})).await.code(), "retake_off");
    assert_eq!(
        get(&ines, "mysessions/listen/").await.body["sessionStatus"],
        "COMPLETED",
        "its quiz completed the last step"
    );
});

both!(simultaneous_submissions_are_separate_attempts, async |app| {
    ines(&app).await;
    let server = app.server();
    let (phone, laptop) = (server.signed_in("ines").await, server.signed_in("ines").await);
    post(&phone, "session-start/", json!({"session": "listen"})).await;
    complete(&phone, "read").await;
    let (one, other) = tokio::join!(
        answer(&phone, "practise", "listen-must", json!({"best": "ask"})),
        answer(&laptop, "practise", "listen-must", json!({"best": "tell"})),
    );
    assert_eq!((one.status, other.status), (200, 200));
    assert_eq!(get(&phone, "quiz/listen/practise/listen-must/").await.body["attempt"], 2);
    let (one, other) = tokio::join!(complete(&phone, "end"), complete(&laptop, "end"));
    assert_eq!((one.status, other.status), (200, 200));
});

both!(mentors_alone_get_their_tips, async |app| {
    ines(&app).await;
    let server = app.server();
    let mentee = get(&server.signed_in("ines").await, "sessions/listen/").await.body;
    assert!(!mentee.to_string().contains("For mentors."));
    let mentor = get(&server.signed_in("mina").await, "sessions/listen/").await.body;
    assert_eq!(mentor["sessionSteps"][0]["content"][1]["contentType"], "MENTOR_TIPS");
    assert_eq!(mentor["sessionSteps"][0]["content"][1]["type"], "MENTOR_TIPS");
});

both!(hub_is_closed_without_the_experience, async |app| {
    ines(&app).await;
    let server = app.server();
    let tom = server.signed_in("tom").await;
    for path in ["sessions/", "mysessions/", "sessions/listen/", "quiz/listen/practise/listen-must/"] {
        let refused = get(&tom, path).await;
        assert_eq!((refused.status, refused.code()), (403, "no_learning_hub"), "{path}");
    }
    assert_eq!(post(&tom, "session-start/", json!({"session": "listen"})).await.status, 403);
    let ines = server.signed_in("ines").await;
    for path in
        ["sessions/guide/", "sessions/later/", "sessions/none/", "mysessions/listen/", "quiz/listen/read/listen-must/"]
    {
        assert_eq!(get(&ines, path).await.status, 404, "{path}");
    }
    assert_eq!(get(&server.browser(), "sessions/").await.status, 401);
});

both!(sessions_published_since_the_last_visit_are_new, async |app| {
    ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(ines.get("profile/").await.body["status"]["newSessionAvailable"], true, "never opened");
    let is_new =
        async |ines: &Browser| get(ines, "sessions/").await.body.as_array().unwrap().last().unwrap()["isNew"].clone();
    assert_eq!(is_new(&ines).await, false, "nothing is new at the first visit");
    assert_eq!(ines.get("profile/").await.body["status"]["newSessionAvailable"], false);
    app.store.clock.advance(Duration::from_secs(4 * 86_400));
    let ines = server.signed_in("ines").await;
    assert_eq!(ines.get("profile/").await.body["status"]["newSessionAvailable"], true);
    assert_eq!((is_new(&ines).await, is_new(&ines).await), (json!(true), json!(true)), "during the whole visit");
    assert_eq!(ines.get("profile/").await.body["status"]["newSessionAvailable"], false);

    // Minutes after the visit staff import a session with a day that is long past.
    app.store.clock.advance(Duration::from_secs(600));
    let sessions = [session("listen", "2026-02-01", &["mentee"]), session("sleep", "2026-01-05", &["mentee"])];
    import(&app, &sessions).await;
    assert_eq!(ines.get("profile/").await.body["status"]["newSessionAvailable"], true);
    app.store.clock.advance(Duration::from_secs(6 * 3600));
    let ines = server.signed_in("ines").await;
    let shown = get(&ines, "sessions/").await.body;
    let shown: Vec<_> =
        shown.as_array().unwrap().iter().map(|card| (card["id"].clone(), card["isNew"].clone())).collect();
    assert_eq!(shown, [(json!("listen"), json!(false)), (json!("sleep"), json!(true))]);
});

both!(people_finish_the_session_that_they_began, async |app| {
    let person = ines(&app).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    post(&ines, "session-start/", json!({"session": "listen"})).await;
    import(&app, &[session("money", "2026-02-20", &["mentee"])]).await;
    assert_eq!(ids(&get(&ines, "sessions/").await), ["money", "listen"]);
    complete(&ines, "read").await;
    let form = Form::new()
        .text(
            "data",
            json!({"session": "listen", "step": "practise", "quiz": "listen-must", "answer_json": {"best": "ask"}})
                .to_string(),
        )
        .part("note", Part::bytes(samples::pdf(300, 400)).file_name("notes.pdf"));
    let saved = ines.send(ines.request(Method::POST, "../../v3/learninghub/quiz/save-answer/").multipart(form)).await;
    assert_eq!(saved.body["answers"][1]["answer"]["name"], "notes.pdf", "{}", saved.body);
    assert_eq!(complete(&ines, "end").await.body["sessionStatus"], "COMPLETED");
    let export = store::export::everything_about(&app.store, &test_kit::operator(), person).await.unwrap().unwrap();
    assert!(export.data["quizAttempts"].to_string().contains("listen-must"));
});

/// A session whose only quiz arranges five steps and asks for a choice.
fn ordering(shuffle: bool) -> Value {
    let options = |keys: &[&str]| -> Value { keys.iter().map(|key| json!({"key": key, "label": text(key)})).collect() };
    let mut session = session("listen", "2026-02-01", &["mentee", "mentor"]);
    let questions = json!([
        {"key": "steps", "type": "ArrangeInOrder", "label": text("Order?"), "options": options(&["a", "b", "c", "d", "e"])},
        {"key": "mood", "type": "SingleChoiceRadio", "label": text("Mood?"), "options": options(&["p", "q", "r", "s", "t"])},
    ]);
    let quiz = json!({"key": "listen-order", "allow_retake": true, "shuffle": shuffle, "questions": questions});
    session["steps"] =
        json!([{"key": "read", "title": text("read"), "minutes": 5, "content": [{"type": "QUIZ", "quiz": quiz}]}]);
    session
}

fn shown(quiz: &Value, question: usize) -> Vec<(String, i64)> {
    let options = quiz["questions"][question]["answerOptions"].as_array().unwrap();
    options.iter().map(|one| (one["key"].as_str().unwrap().to_owned(), one["displayOrder"].as_i64().unwrap())).collect()
}

both!(order_is_drawn_per_attempt_and_scored, async |app| {
    ines(&app).await;
    import(&app, &[ordering(false)]).await;
    let server = app.server();
    let browser = server.signed_in("ines").await;
    let path = "quiz/listen/read/listen-order/";
    assert_eq!(post(&browser, "session-start/", json!({"session": "listen"})).await.status, 200);
    let right = json!(["a", "b", "c", "d", "e"]);
    let first = get(&browser, path).await.body;
    let keys: Vec<_> = shown(&first, 0).into_iter().map(|(key, _)| key).collect();
    assert_ne!(json!(keys), right);
    assert_eq!(shown(&first, 0).iter().map(|(_, place)| *place).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(shown(&get(&browser, path).await.body, 0), shown(&first, 0), "the same within an attempt");
    assert_eq!(shown(&first, 1).iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["p", "q", "r", "s", "t"]);
    assert!(first["questions"][0].get("rightOrder").is_none());

    let wrong = answer(&browser, "read", "listen-order", json!({"steps": keys})).await.body;
    assert_eq!((&wrong["score"], &wrong["answers"][0]["isCorrect"]), (&json!({"correct": 0, "of": 1}), &json!(false)));
    assert_eq!(wrong["questions"][0]["rightOrder"], right);
    let again = answer(&browser, "read", "listen-order", json!({"steps": right})).await.body;
    assert_eq!((&again["score"], &again["answers"][0]["isCorrect"]), (&json!({"correct": 1, "of": 1}), &json!(true)));
    let mut orders = std::collections::BTreeSet::new();
    for mood in ["p", "q", "r", "s"] {
        let next = answer(&browser, "read", "listen-order", json!({"steps": right, "mood": mood})).await.body;
        orders.insert(shown(&next, 0).into_iter().map(|(key, _)| key).collect::<Vec<_>>());
    }
    assert!(orders.len() > 1, "each attempt has an order of its own");
});

both!(shuffled_quiz_draws_order_of_choices, async |app| {
    ines(&app).await;
    import(&app, &[ordering(true)]).await;
    let server = app.server();
    let mut orders = std::collections::BTreeSet::new();
    for name in ["ines", "mina", "cora"] {
        let browser = server.signed_in(name).await;
        let quiz = get(&browser, "quiz/listen/read/listen-order/").await.body;
        assert_eq!(shown(&quiz, 1).iter().map(|(_, place)| *place).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        orders.insert(shown(&quiz, 1).into_iter().map(|(key, _)| key).collect::<Vec<_>>());
    }
    let written = ["p", "q", "r", "s", "t"].map(str::to_owned).to_vec();
    assert!(orders.iter().any(|order| *order != written), "{orders:?}");
});
