//! Limits of surveys and sessions, requests that fit nothing, and repetitions.

use futures_util::future::join_all;
use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};
use store::export;
use test_kit::{both, samples};

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::learning::{complete, post, text};
use crate::sequences::add_mentee;
use crate::survey_files::upload;
use crate::surveys::{form, send};
use crate::{feed, learning, surveys};

/// A survey of one stage, "all", with these questions.
fn survey(questions: &Value) -> Value {
    json!({"key": "start", "name": text("Start"), "short_description": text("A start."),
        "stages": [{"key": "all", "name": text("All"), "pages": [{"title": text("All"), "questions": questions}]}]})
}

fn all(answers: &Value) -> Value {
    json!({"survey": "start", "stage": "start.all", "answers": answers})
}

/// Adds a mentee with all experiences.
async fn add(app: &TestApp, name: &str) -> store::PersonId {
    let settings = json!({"experiences": {"mentee": {"survey": "use", "session": "use"}},
        "surveys": [{"survey": "start", "roles": ["mentee"]}]});
    add_mentee(app, settings, name).await
}

async fn submit_quiz(browser: &Browser, data: &Value) -> Answer {
    let form = Form::new().text("data", data.to_string());
    browser.send(browser.request(Method::POST, "../../v3/learninghub/quiz/save-answer/").multipart(form)).await
}

async fn answers(browser: &Browser) -> Value {
    let path = "../../v3/screening/answers/?survey=start&stage=start.all";
    browser.send(browser.request(Method::GET, path)).await.body["answers"].clone()
}

async fn rows(app: &TestApp, person: store::PersonId, sections: &[&str]) -> Vec<usize> {
    let data = export::everything_about(&app.store, &test_kit::operator(), person).await.unwrap().unwrap().data;
    sections.iter().map(|section| data[section].as_array().unwrap().len()).collect()
}

both!(quiz_attempts_of_a_person_are_limited, async |app| {
    add(&app, "ines").await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let mut passed = 0;
    let refused = loop {
        let answer = submit_quiz(&ines, &json!({})).await;
        if answer.status != 400 {
            break answer;
        }
        passed += 1;
    };
    assert_eq!((refused.status, refused.code()), (429, "rate_limited"));
    assert!((60..90).contains(&passed), "{passed}");
    assert_eq!(answers(&ines).await, Value::Null, "other routes go on");
});

both!(longest_answers_of_largest_stage_are_stored, async |app| {
    add(&app, "ines").await;
    let question = |number| json!({"key": format!("q{number}"), "type": "TextBox", "label": text("Tell us")});
    surveys::import(&app, survey(&(0..200).map(question).collect())).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    // Four bytes each; two characters that are stored as one.
    let (longest, composed) = ("🌱".repeat(5000), "e\u{301}".repeat(5000));
    let mut given: serde_json::Map<_, _> = (0..200).map(|number| (format!("q{number}"), json!(longest))).collect();
    given.insert("q7".to_owned(), json!(format!("{longest}!")));
    let refused = send(&ines, form(&all(&json!(given)))).await;
    assert_eq!(refused.body["problems"], json!({"q7": {"code": "too_long", "max": 5000}}));
    assert_eq!(answers(&ines).await, json!([]));
    given.insert("q7".to_owned(), json!(composed));
    assert_eq!(send(&ines, form(&all(&json!(given)))).await.status, 200);
    let stored = answers(&ines).await;
    assert_eq!((stored.as_array().unwrap().len(), &stored[199]["answer"]), (200, &json!(longest)));
    assert_eq!(stored[7]["answer"], "é".repeat(5000));
});

both!(hundred_steps_complete_in_order, async |app| {
    add(&app, "ines").await;
    let content = json!([{"type": "TEXT", "text": text("Read.")}]);
    let step = |number: usize| json!({"key": format!("s{number}"), "title": text("Step"), "minutes": number % 7 + 1, "content": content});
    let mut session = learning::session("listen", "2026-02-01", &["mentee"]);
    session["steps"] = (0..100).map(step).collect();
    learning::import(&app, &[session]).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    post(&ines, "session-start/", json!({"session": "listen"})).await;
    let mut minutes = 0;
    for number in 0..100 {
        if number % 20 == 0 {
            for skipped in [number + 1, 99] {
                let answer = complete(&ines, &format!("s{skipped}")).await;
                assert_eq!((answer.status, answer.code()), (409, "step_order"), "{skipped} before {number}");
            }
        }
        minutes += number % 7 + 1;
        let done = complete(&ines, &format!("s{number}")).await.body;
        assert_eq!((&done["durationCompleted"], done["sessionStatus"] == "COMPLETED"), (&json!(minutes), number == 99));
    }
});

both!(progress_of_others_stays_apart, async |app| {
    let [ana, ben] = [add(&app, "ana").await, add(&app, "ben").await];
    learning::import(&app, &[learning::session("listen", "2026-02-01", &["mentee"])]).await;
    let server = app.server();
    let browsers = [server.signed_in("ana").await, server.signed_in("ben").await];
    let [of_ana, of_ben] = &browsers;
    let begin = |browser| post(browser, "session-start/", json!({"session": "listen"}));
    assert_eq!(begin(of_ana).await.status, 200);
    assert_eq!(complete(of_ben, "read").await.code(), "not_started");
    assert_eq!(begin(of_ben).await.status, 200);
    complete(of_ana, "read").await;
    let data = json!({"session": "listen", "step": "practise", "quiz": "listen-must", "answer_json": {"best": "ask"},
        "requestId": "1"});
    assert_eq!(submit_quiz(of_ana, &data).await.body["stepCompleted"], true);
    assert_eq!(submit_quiz(of_ben, &data).await.code(), "step_order");
    assert_eq!(complete(of_ana, "end").await.body["sessionStatus"], "COMPLETED");
    let rate = |browser| post(browser, "session/feedback/", json!({"session": "listen", "rating": 5}));
    assert_eq!((rate(of_ana).await.status, rate(of_ben).await.code().to_owned()), (200, "not_completed".to_owned()));
    complete(of_ben, "read").await;
    assert_eq!(submit_quiz(of_ben, &data).await.body["attempt"], 1, "the request id of another person");
    let sections = ["learningSteps", "quizAttempts"];
    assert_eq!((rows(&app, ana, &sections).await, rows(&app, ben, &sections).await), (vec![3, 1], vec![2, 1]));
});

both!(requests_that_fit_nothing_store_nothing, async |app| {
    let person = add(&app, "ines").await;
    let sessions = [
        learning::session("listen", "2026-02-01", &["mentee"]),
        learning::session("guide", "2026-02-01", &["mentor"]),
        learning::session("later", "2026-03-05", &["mentee"]),
    ];
    learning::import(&app, &sessions).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let long = "x".repeat(5_000);
    for session in ["guide", "later", "none", "", "listen ", "LISTEN", "../listen", "' OR 1=1 --", &long] {
        for (path, body) in [
            ("session-start/", json!({"session": session})),
            ("step-complete/", json!({"session": session, "step": "read"})),
            ("session/bookmark/", json!({"session": session, "bookmarked": true})),
            ("session/feedback/", json!({"session": session, "rating": 3})),
            ("feed/toggle-like/", json!({"id": session, "liked": true})),
            ("feed/click/", json!({"id": session})),
        ] {
            let answer = post(&ines, path, body).await;
            assert_eq!((answer.status, answer.code()), (404, "not_found"), "{path} {}", session.len());
        }
    }
    post(&ines, "session-start/", json!({"session": "listen"})).await;
    for (path, body) in [
        ("session-start/", json!({"session": ["listen"]})),
        ("session-start/", json!({"session": "listen\0"})),
        ("session/feedback/", json!({"session": "listen", "rating": 3, "review": "a\0b"})),
        ("step-complete/", json!({"session": "listen"})),
        ("session/bookmark/", json!({"session": "listen", "bookmarked": "yes"})),
        ("session/feedback/", json!({"session": "listen", "rating": "5"})),
        ("session/feedback/", json!({"session": "listen", "rating": 1e30})),
        ("feed/toggle-like/", json!({"id": 7, "liked": true})),
    ] {
        let answer = post(&ines, path, body).await;
        assert_eq!((answer.status, answer.code()), (400, "malformed"), "{path}");
    }
    for step in ["none", "", "listen-must"] {
        assert_eq!(complete(&ines, step).await.status, 404, "{step:?}");
    }
    for (session, step, quiz) in [
        ("listen", "read", "listen-must"),
        ("listen", "end", "listen-must"),
        ("listen", "practise", "guide-must"),
        ("guide", "practise", "guide-must"),
        ("listen", "practise", "none"),
    ] {
        let data = json!({"session": session, "step": step, "quiz": quiz, "answer_json": {"best": "ask"}});
        assert_eq!(submit_quiz(&ines, &data).await.status, 404, "{session} {step} {quiz}");
    }
    let review = json!({"session": "listen", "rating": 3, "review": "a\u{1b}b"});
    let refused = post(&ines, "session/feedback/", review).await;
    assert_eq!((refused.status, refused.code()), (422, "invalid"));
    let sections = ["learningSessions", "learningSteps", "quizAttempts", "sessionBookmarks", "feedLikes", "feedClicks"];
    assert_eq!(rows(&app, person, &sections).await, [1, 0, 0, 0, 0, 0]);
});

/// Sends the same request four times from two devices at once, and a fifth time. Returns the one answer.
async fn repeated(name: &str, devices: [&Browser; 2], request: impl AsyncFn(&Browser) -> Answer) -> Value {
    let mut answers = join_all((0..4).map(|number| request(devices[number % 2]))).await;
    answers.push(request(devices[0]).await);
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (200, &answers[0].body), "{name}");
    }
    answers.swap_remove(0).body
}

both!(double_clicks_and_retries_count_once, async |app| {
    let person = add(&app, "ines").await;
    learning::import(&app, &[learning::session("listen", "2026-02-01", &["mentee"])]).await;
    surveys::import(&app, survey(&json!([{"key": "name", "type": "Text", "label": text("Name")}]))).await;
    feed::import(&app, vec![feed::item("a", "2026-02-01")]).await;
    let server = app.server();
    let devices = [server.signed_in("ines").await, server.signed_in("ines").await];
    let devices = [&devices[0], &devices[1]];
    let session = json!({"session": "listen"});
    repeated("start", devices, async |browser| post(browser, "session-start/", session.clone()).await).await;
    repeated("step", devices, async |browser| complete(browser, "read").await).await;
    let quiz = |step: &str, quiz: &str, answers: Value| json!({"session": "listen", "step": step, "quiz": quiz, "answer_json": answers});
    for request in [None, Some("one")] {
        let mut data = quiz("practise", "listen-must", json!({"best": if request.is_some() { "tell" } else { "ask" }}));
        data["requestId"] = json!(request);
        let answer = repeated("quiz", devices, async |browser| submit_quiz(browser, &data).await).await;
        assert_eq!(answer["attempt"], if request.is_some() { 2 } else { 1 });
    }
    // Without a retake, a repetition is no retake. It completes the session once.
    let last = quiz("end", "listen-may", json!({"word": "Yes"}));
    let answer = repeated("last quiz", devices, async |browser| submit_quiz(browser, &last).await).await;
    assert_eq!(answer["sessionStatus"], "COMPLETED");
    let rating = json!({"session": "listen", "rating": 4, "review": "Good."});
    repeated("feedback", devices, async |browser| post(browser, "session/feedback/", rating.clone()).await).await;
    let mark = json!({"session": "listen", "bookmarked": true});
    repeated("bookmark", devices, async |browser| post(browser, "session/bookmark/", mark.clone()).await).await;
    let like = json!({"id": "a", "liked": true});
    let liked = repeated("like", devices, async |browser| post(browser, "feed/toggle-like/", like.clone()).await).await;
    assert_eq!(liked["feedLikes"], 1);
    let mut draft = all(&json!({"name": "Ines"}));
    (draft["draft"], draft["draftRevision"]) = (json!(true), json!(0));
    let saved = repeated("draft", devices, async |browser| send(browser, form(&draft)).await).await;
    assert_eq!(saved["draftRevision"], 1);
    let sections =
        ["learningSessions", "learningSteps", "quizAttempts", "sessionBookmarks", "feedLikes", "surveyStages"];
    assert_eq!(rows(&app, person, &sections).await, [1, 3, 3, 1, 1, 1]);
});

both!(questions_exchange_their_files, async |app| {
    add(&app, "ines").await;
    let question = |key: &str| json!({"key": key, "type": "Document", "label": text(key)});
    surveys::import(&app, survey(&json!([question("letter"), question("report")]))).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let file = async |name| upload(&ines, "Document", name, samples::pdf(300, 400)).await.body["file"].clone();
    let (one, other) = (file("one.pdf").await, file("other.pdf").await);
    let draft = |letter: &Value, report: &Value| {
        let mut data = all(&json!({"letter": {"file": letter}, "report": {"file": report}}));
        data["draft"] = json!(true);
        form(&data)
    };
    assert_eq!(send(&ines, draft(&one, &other)).await.status, 200);
    let exchanged = send(&ines, draft(&other, &one)).await;
    assert_eq!(exchanged.status, 200, "{}", exchanged.body);
    let shared = send(&ines, draft(&one, &one)).await;
    assert_eq!(shared.body["problems"], json!({"report": {"code": "wrong_form"}}));
    let stored = answers(&ines).await;
    assert_eq!((&stored[0]["answer"]["file"], &stored[1]["answer"]["name"]), (&other, &json!("one.pdf")));
});
