//! The sessions of the content over HTTP: who sees keys and answers, who corrects a key, and what people read afterwards.

use reqwest::multipart::Form;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::PersonId;
use store::people::Role;
use store::staff::StaffRole;
use test_kit::{both, operator};

use crate::TestApp;
use crate::learning::{import, session};
use crate::staff::{Schools, add, hold};

const SESSIONS: &str = "/api/staff/content/sessions/";
const LISTEN: &str = "/api/staff/content/sessions/listen/";
const KEY: &str = "/api/staff/content/sessions/listen/answer-key/";
const QUIZ: &str = "/api/v2/learninghub/quiz/listen/practise/listen-must/";

/// Nele of North and Sven of South take a quiz whose key says that asking is best. Cora coordinates North, Ada administers all.
async fn quiz(app: &TestApp) -> (Schools, [PersonId; 4]) {
    let schools = Schools::open(app).await;
    import(app, &[session("listen", "2026-02-01", &["mentee"]), session("money", "2026-02-01", &["mentee"])]).await;
    for (key, pinned) in [("north", json!(["listen"])), ("south", json!([]))] {
        let open = json!({"session": "use"});
        let settings = json!({"experiences": {"mentee": open}, "pinned_sessions": pinned});
        let settings = serde_json::from_value(settings).unwrap();
        store::administration::put_programme(&app.store, &operator(), key, key, "UTC", &settings).await.unwrap();
    }
    let of = async |email: &str| store::people::by_email(&app.store, email).await.unwrap().unwrap().id;
    let (nele, sven) = (of("nele@schools.example").await, of("sven@schools.example").await);
    let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let ada = add(app, "Ada", Role::Staff, None).await;
    hold(app, ada, StaffRole::Administrator, None).await;
    for (person, best) in [(nele, "tell"), (sven, "ask")] {
        let start = "/api/v2/learninghub/session-start/";
        let (status, body) = schools.send(app, person, Method::POST, start, &json!({"session": "listen"})).await;
        assert!(status.is_success(), "{body}");
        let done = json!({"session": "listen", "step": "read"});
        let (status, body) = schools.send(app, person, Method::POST, "/api/v2/learninghub/step-complete/", &done).await;
        assert!(status.is_success(), "{body}");
        let data =
            json!({"session": "listen", "step": "practise", "quiz": "listen-must", "answer_json": {"best": best}});
        let request = schools.request(app, person, Method::POST, "/api/v3/learninghub/quiz/save-answer/").await;
        let (status, body) = schools.answer(request.multipart(Form::new().text("data", data.to_string()))).await;
        assert!(status.is_success(), "{body}");
    }
    (schools, [nele, sven, cora, ada])
}

fn correction(key: &[&str], expected: &[&str]) -> Value {
    json!({"quiz": "listen-must", "question": "best", "answerKey": key, "expected": expected})
}

/// The question about what is best, as the person sees it.
async fn best(app: &TestApp, schools: &Schools, person: PersonId) -> Value {
    let (status, body) = schools.get(app, person, LISTEN).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["quizzes"][0]["questions"][0].clone()
}

both!(coordinator_sees_keys_and_answers_of_own_people, async |app| {
    let (schools, [_, _, cora, ada]) = quiz(&app).await;
    let (_, list) = schools.get(&app, cora, SESSIONS).await;
    let listen = &list["sessions"][0];
    assert_eq!(
        (&listen["title"], &listen["begun"], &listen["completed"]),
        (&json!("About listen"), &json!(1), &json!(0))
    );
    assert_eq!((&listen["usedBy"][0]["key"], &listen["quizzes"]), (&json!("north"), &json!(2)));
    assert_eq!(list["sessions"][1]["usedBy"], json!([]));
    let (_, body) = schools.get(&app, cora, LISTEN).await;
    assert_eq!((&body["mayCorrect"], &body["quizzes"][0]["step"]), (&json!(false), &json!("practise")));
    let question = best(&app, &schools, cora).await;
    assert_eq!(
        (&question["answerKey"], &question["right"], &question["submitted"]),
        (&json!(["ask"]), &json!(0), &json!(1))
    );
    let counts: Vec<_> = question["options"].as_array().unwrap().iter().map(|one| &one["count"]).collect();
    assert_eq!(counts, [0, 1]);
    let note = &body["quizzes"][0]["questions"][1];
    assert_eq!((&note["answerKey"], &note["options"]), (&Value::Null, &json!([])));
    let of_all = best(&app, &schools, ada).await;
    assert_eq!((&of_all["right"], &of_all["submitted"]), (&json!(1), &json!(2)));
    assert_eq!(schools.get(&app, cora, "/api/staff/content/sessions/none/").await.0, StatusCode::NOT_FOUND);
});

both!(administrator_corrects_a_key_and_people_read_it, async |app| {
    let (schools, [nele, sven, cora, ada]) = quiz(&app).await;
    let (_, before) = schools.get(&app, nele, QUIZ).await;
    assert_eq!((&before["score"], &before["correctedOn"]), (&json!({"correct": 0, "of": 1}), &Value::Null));
    app.advance(60);
    let body = correction(&["tell"], &["ask"]);
    let effects = json!({"people": 2, "gained": 1, "lost": 1, "allRight": 1});
    let (status, preview) = schools.send(&app, ada, Method::POST, &format!("{KEY}preview/"), &body).await;
    assert_eq!((status, preview), (StatusCode::OK, effects.clone()));
    assert_eq!(best(&app, &schools, ada).await["answerKey"], json!(["ask"]), "a preview changes nothing");
    assert_eq!(schools.send(&app, ada, Method::POST, KEY, &body).await, (StatusCode::OK, effects));
    for (person, correct) in [(nele, 1), (sven, 0)] {
        let (_, after) = schools.get(&app, person, QUIZ).await;
        assert_eq!(after["score"], json!({"correct": correct, "of": 1}));
        assert_eq!(after["answers"][0]["isCorrect"], json!(correct == 1));
        assert!(after["correctedOn"].is_string());
    }
    let (_, seen) = schools.get(&app, cora, LISTEN).await;
    assert!(seen["quizzes"][0]["correctedAt"].is_string());
    let (status, late) = schools.send(&app, ada, Method::POST, KEY, &body).await;
    assert_eq!((status, &late["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    assert_eq!(late["current"], json!({"answerKey": ["tell"]}));
});

both!(others_correct_nothing, async |app| {
    let (schools, [nele, _, cora, ada]) = quiz(&app).await;
    let rita = add(&app, "Rita", Role::Staff, Some(schools.north)).await;
    hold(&app, rita, StaffRole::Reports, None).await;
    let body = correction(&["tell"], &["ask"]);
    for path in [KEY.to_owned(), format!("{KEY}preview/")] {
        let (status, refused) = schools.send(&app, cora, Method::POST, &path, &body).await;
        assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("content_read_only")), "{path}");
        for person in [nele, rita] {
            assert_eq!(schools.send(&app, person, Method::POST, &path, &body).await.0, StatusCode::FORBIDDEN, "{path}");
        }
        let none = schools.send(&app, ada, Method::POST, &path, &correction(&[], &["ask"])).await;
        assert_eq!((none.0, &none.1["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("answer_key_refused")));
        let note = json!({"quiz": "listen-must", "question": "note", "answerKey": ["a"], "expected": []});
        assert_eq!(schools.send(&app, ada, Method::POST, &path, &note).await.0, StatusCode::NOT_FOUND);
    }
    for path in [SESSIONS, LISTEN] {
        for person in [nele, rita] {
            assert_eq!(schools.get(&app, person, path).await.0, StatusCode::FORBIDDEN, "{path}");
        }
    }
    assert_eq!(best(&app, &schools, ada).await["answerKey"], json!(["ask"]));
});
