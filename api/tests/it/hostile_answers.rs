//! Hostile files in the forms of survey and quiz answers, and files of others in answers.

use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};
use test_kit::{both, samples};

use crate::browser::{Answer, Browser};
use crate::hostile_files::{ines, kept, pdf_with, with_files};
use crate::learning::{self, complete, post};
use crate::survey_files::upload;
use crate::surveys::{self, form, papers, send, you};

async fn send_quiz(browser: &Browser, form: Form) -> Answer {
    browser.send(browser.request(Method::POST, "../../v3/learninghub/quiz/save-answer/").multipart(form)).await
}

fn must(answers: &Value, request: Option<&str>) -> Value {
    json!({"session": "listen", "step": "practise", "quiz": "listen-must", "answer_json": answers, "requestId": request})
}

both!(files_in_forms_count_as_uploads, async |app| {
    let person = ines(&app).await;
    surveys::import(&app, surveys::survey()).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    assert_eq!(send(&ines, form(&you(&json!({"name": "Ines", "mood": "good"})))).await.status, 200);
    let broken = || with_files(&papers(&json!({})), vec![("letter", b"no PDF".to_vec())]);
    for turn in 0..30 {
        assert_eq!(send(&ines, broken()).await.code(), "file_broken", "{turn}");
    }
    let refused = send(&ines, broken()).await;
    assert_eq!((refused.status, refused.code()), (429, "rate_limited"));
    assert_eq!(upload(&ines, "Document", "a.pdf", samples::pdf(300, 400)).await.status, 429);
    assert_eq!(kept(&app, person).await, (0, 0));
    assert_eq!(send(&ines, form(&papers(&json!({})))).await.status, 200, "answers without files");
});

both!(hostile_survey_forms_leave_nothing, async |app| {
    let person = ines(&app).await;
    surveys::import(&app, surveys::survey()).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let pdf = || samples::pdf(300, 400);
    let answers = json!({"name": "Ines", "mood": "good"});
    let refused = send(&ines, with_files(&you(&answers), vec![("name", pdf())])).await;
    assert_eq!((refused.status, &refused.body["problems"]["name"]["code"]), (422, &json!("wrong_form")));
    let early = send(&ines, with_files(&papers(&json!({})), vec![("letter", pdf())])).await;
    assert_eq!((early.status, early.code(), kept(&app, person).await), (409, "stage_order", (0, 0)));
    assert_eq!(send(&ines, form(&you(&answers))).await.status, 200);

    let script = pdf_with("/OpenAction << /S /JavaScript /JS (1) >>");
    let titled = json!({"photo": {"title": "Me"}});
    let none = json!({});
    for (name, answers, files, status, code) in [
        ("an unknown question", &none, vec![("shoe", pdf())], 422, "invalid_answers"),
        ("a question of another stage", &none, vec![("name", pdf())], 422, "invalid_answers"),
        ("two files for one question", &none, vec![("letter", pdf()), ("letter", pdf())], 400, "malformed"),
        ("a picture as document", &none, vec![("letter", samples::png(8, 8))], 422, "file_broken"),
        ("a document as picture", &titled, vec![("photo", pdf())], 422, "file_broken"),
        ("a PDF with a script", &none, vec![("letter", script)], 422, "file_broken"),
        (
            "a file of one byte too many",
            &none,
            vec![("letter", vec![b' '; 4 * 1024 * 1024 + 1])],
            413,
            "file_too_large",
        ),
        ("a good file and a broken one", &titled, vec![("letter", pdf()), ("photo", Vec::new())], 422, "file_broken"),
        ("a picture without its title", &none, vec![("photo", samples::png(8, 8))], 422, "invalid_answers"),
        ("a good file and an unknown key", &json!({"shoe": "42"}), vec![("letter", pdf())], 422, "invalid_answers"),
    ] {
        let answer = send(&ines, with_files(&papers(answers), files)).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{name}: {}", answer.body);
        assert_eq!(kept(&app, person).await, (0, 0), "{name}");
    }
    for (name, data, status) in [
        ("no JSON", "{".to_owned(), 400),
        ("a survey with NUL", json!({"survey": "start\0", "stage": "start.papers", "answers": {}}).to_string(), 404),
        ("a key with NUL", papers(&json!({"letter\0": "x"})).to_string(), 422),
        ("a file id with NUL", papers(&json!({"letter": {"file": "\0"}})).to_string(), 422),
        ("4 MB and a byte", " ".repeat(4 * 1024 * 1024 + 1), 413),
        ("deep nesting", format!("{{\"survey\": {}1", "[".repeat(100_000)), 400),
    ] {
        assert_eq!(send(&ines, Form::new().text("data", data)).await.status, status, "{name}");
    }
    let twice = form(&papers(&none)).text("data", papers(&none).to_string());
    assert_eq!(send(&ines, twice).await.status, 200, "the first `data` counts");
    let late = send(&ines, with_files(&papers(&none), vec![("letter", pdf())])).await;
    assert_eq!((late.status, kept(&app, person).await), (410, (0, 0)), "a submitted stage");
    assert_eq!(ines.get("profile/").await.status, 200);
});

both!(files_belong_to_one_person_and_answer, async |app| {
    let person = ines(&app).await;
    surveys::import(&app, surveys::survey()).await;
    learning::import(&app, &[learning::session("listen", "2026-02-01", &["mentee"])]).await;
    let server = app.server();
    let (ines, tom) = (server.signed_in("ines").await, server.signed_in("tom").await);
    assert_eq!(send(&ines, form(&you(&json!({"name": "Ines", "mood": "good"})))).await.status, 200);
    post(&ines, "session-start/", json!({"session": "listen"})).await;
    complete(&ines, "read").await;
    let file = async |browser: &Browser| {
        upload(browser, "Document", "a.pdf", samples::pdf(300, 400)).await.body["file"].clone()
    };
    let (toms, used) = (file(&tom).await, file(&ines).await);
    let in_quiz = must(&json!({"best": "ask", "note": {"file": used}}), None);
    assert_eq!(send_quiz(&ines, form(&in_quiz)).await.status, 200);
    let picture = upload(&ines, "ImageResponse", "a.png", samples::png(8, 8)).await.body["file"].clone();
    for (name, answer) in [
        ("a file of another person", json!({"file": toms})),
        ("a file of another answer", json!({"file": used})),
        ("a picture", json!({"file": picture})),
        ("an id that is none", json!({"file": "../../secret"})),
        ("an address", json!({"file": "https://example.org/cv.pdf"})),
        ("a list", json!([{"file": used}])),
        ("more than a file", json!({"file": used, "claimed_by": "me"})),
    ] {
        for draft in [true, false] {
            let mut data = papers(&json!({"letter": answer}));
            data["draft"] = json!(draft);
            let refused = send(&ines, form(&data)).await;
            let code = &refused.body["problems"]["letter"]["code"];
            // A draft keeps what is valid, and an answer of a wrong form is not.
            let is_form = refused.status == 422 && *code == "wrong_form";
            assert!(is_form || (draft && refused.status == 200), "{name}: {}", refused.body);
            let path = "../../v3/screening/answers/?survey=start&stage=start.papers";
            assert_eq!(ines.send(ines.request(Method::GET, path)).await.body["answers"], json!([]), "{name}");
        }
        if name != "a file of another answer" {
            let refused = send_quiz(&ines, form(&must(&json!({"best": "tell", "note": answer}), None))).await;
            assert_eq!((refused.status, refused.code()), (422, "invalid_answers"), "{name}");
        }
    }
    let data = store::export::everything_about(&app.store, &test_kit::operator(), person).await.unwrap().unwrap().data;
    assert_eq!(data["quizAttempts"].as_array().unwrap().len(), 1, "{data}");
});

both!(hostile_quiz_forms_leave_nothing, async |app| {
    let person = ines(&app).await;
    learning::import(&app, &[learning::session("listen", "2026-02-01", &["mentee"])]).await;
    let server = app.server();
    let ines = server.signed_in("ines").await;
    let pdf = || samples::pdf(300, 400);
    let ask = json!({"best": "ask"});
    let early = send_quiz(&ines, with_files(&must(&ask, None), vec![("note", pdf())])).await;
    assert_eq!((early.status, early.code(), kept(&app, person).await), (409, "not_started", (0, 0)));
    post(&ines, "session-start/", json!({"session": "listen"})).await;
    let early = send_quiz(&ines, with_files(&must(&ask, None), vec![("note", pdf())])).await;
    assert_eq!((early.status, early.code(), kept(&app, person).await), (409, "step_order", (0, 0)));
    complete(&ines, "read").await;
    let long = "1".repeat(65);
    for (name, data, files, status, code) in [
        ("a file for a choice", must(&ask, None), vec![("best", pdf())], 422, "invalid_answers"),
        ("an unknown question", must(&ask, None), vec![("other", pdf())], 422, "invalid_answers"),
        ("two files", must(&ask, None), vec![("note", pdf()), ("note", pdf())], 400, "malformed"),
        ("a broken file", must(&ask, None), vec![("note", b"%PDF-".to_vec())], 422, "file_broken"),
        ("a file without the mandatory answer", must(&json!({}), None), vec![("note", pdf())], 422, "invalid_answers"),
        ("a wrong option", must(&json!({"best": "shout"}), None), vec![("note", pdf())], 422, "invalid_answers"),
        ("a request id with NUL", must(&ask, Some("a\0")), vec![("note", pdf())], 400, "malformed"),
        ("a long request id", must(&ask, Some(&long)), vec![("note", pdf())], 400, "malformed"),
    ] {
        let answer = send_quiz(&ines, with_files(&data, files)).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{name}: {}", answer.body);
        assert_eq!(kept(&app, person).await, (0, 0), "{name}");
    }
    for _ in 0..3 {
        let answer = send_quiz(&ines, with_files(&must(&ask, Some("one")), vec![("note", pdf())])).await;
        assert_eq!((answer.status, &answer.body["attempt"]), (200, &json!(1)), "{}", answer.body);
        assert_eq!(kept(&app, person).await, (1, 1), "a repetition keeps the first file only");
    }
});
