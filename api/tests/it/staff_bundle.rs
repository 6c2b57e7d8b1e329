//! The content as a bundle over HTTP: down with what staff changed, and up after a rehearsal.

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::PersonId;
use test_kit::both;

use crate::TestApp;
use crate::staff::Schools;
use crate::staff_texts::{ANSWER, TOPIC, edit, staff, text_of};

const BUNDLE: &str = "/api/staff/content/bundle/";
const REHEARSAL: &str = "/api/staff/content/bundle/rehearsal/";

async fn upload(
    app: &TestApp,
    schools: &Schools,
    person: PersonId,
    path: &str,
    (name, bytes): (&str, &[u8]),
) -> (StatusCode, Value) {
    let form = Form::new().part("file", Part::bytes(bytes.to_vec()).file_name(name.to_owned()));
    schools.answer(schools.request(app, person, Method::POST, path).await.multipart(form)).await
}

/// The questions and answers of the built-in content, with another answer.
fn faq(answer: &str) -> Vec<u8> {
    let text = String::from_utf8(content_bundle::built_in()["faq.yaml"].clone()).unwrap();
    let known =
        "You and your mentor decide together. Most pairs meet once a week for half an hour to an hour, and write to";
    assert!(text.contains(known));
    text.replace(known, answer).into_bytes()
}

both!(bundle_goes_down_and_up_with_what_staff_changed, async |app| {
    let (schools, _, ada) = staff(&app).await;
    let (_, seen) = schools.get(&app, ada, TOPIC).await;
    let body = edit(&seen["revision"], ANSWER, "de", "Wie ihr wollt.");
    assert_eq!(schools.send(&app, ada, Method::POST, TOPIC, &body).await.0, StatusCode::OK);
    let answer = schools.request(&app, ada, Method::GET, BUNDLE).await.send().await.unwrap();
    assert_eq!(
        (answer.status(), &answer.headers()["content-type"]),
        (StatusCode::OK, &"application/zip".parse().unwrap())
    );
    let archive = answer.bytes().await.unwrap();
    for (path, is_imported) in [(REHEARSAL, false), (BUNDLE, true)] {
        let (status, plan) = upload(&app, &schools, ada, path, ("content.zip", &archive)).await;
        assert_eq!((status, &plan["mistakes"], &plan["texts"]), (StatusCode::OK, &json!([]), &json!([])), "{plan}");
        assert_eq!((&plan["isImported"], &plan["definitions"]), (&json!(is_imported), &json!([])));
    }
    assert_eq!(text_of(&schools.get(&app, ada, TOPIC).await.1, ANSWER, "de"), "Wie ihr wollt.");
});

both!(rehearsal_names_what_stays_and_what_conflicts, async |app| {
    let (schools, _, ada) = staff(&app).await;
    let (_, seen) = schools.get(&app, ada, TOPIC).await;
    let mut body = edit(&seen["revision"], ANSWER, "de", "Wie ihr wollt.");
    body["texts"].as_array_mut().unwrap().push(json!({"path": ANSWER, "language": "en", "text": "As you like."}));
    assert_eq!(schools.send(&app, ada, Method::POST, TOPIC, &body).await.0, StatusCode::OK);
    let file = faq("Each week, and write to");
    let (_, plan) = upload(&app, &schools, ada, REHEARSAL, ("faq.yaml", &file)).await;
    let text = |language: &str, is_kept: bool| json!({"kind": "topic", "key": "mentoring", "path": ANSWER, "language": language, "isKept": is_kept});
    assert_eq!(plan["texts"], json!([text("de", true), text("en", false)]), "{plan}");
    assert_eq!(plan["kinds"].as_array().unwrap().len(), 1, "the other kinds stay");
    assert_eq!(text_of(&schools.get(&app, ada, TOPIC).await.1, ANSWER, "en"), "As you like.", "nothing has changed");
    let (_, done) = upload(&app, &schools, ada, BUNDLE, ("faq.yaml", &file)).await;
    assert_eq!((&done["isImported"], &done["texts"]), (&json!(true), &plan["texts"]));
    let (_, now) = schools.get(&app, ada, TOPIC).await;
    assert!(text_of(&now, ANSWER, "en").as_str().unwrap().starts_with("Each week"));
    assert_eq!(text_of(&now, ANSWER, "de"), "Wie ihr wollt.");
});

both!(bundle_with_mistakes_imports_nothing, async |app| {
    let (schools, cora, ada) = staff(&app).await;
    let (_, seen) = schools.get(&app, ada, TOPIC).await;
    let broken = b"topics:\n  - key: A B\n    title: {de: Nur Deutsch}\n    questions: []\n";
    for path in [REHEARSAL, BUNDLE] {
        let (status, plan) = upload(&app, &schools, ada, path, ("faq.yaml", broken)).await;
        assert_eq!((status, &plan["isImported"]), (StatusCode::OK, &json!(false)));
        let places: Vec<_> =
            plan["mistakes"].as_array().unwrap().iter().map(|one| (&one["file"], &one["line"])).collect();
        assert_eq!(places, [(&json!("faq.yaml"), &json!(2)), (&json!("faq.yaml"), &json!(3))], "{plan}");
        let many: String = (0..200).map(|_| "  - key: A B\n    title: {}\n    questions: []\n").collect();
        let many = format!("topics:\n{many}");
        let (_, plan) = upload(&app, &schools, ada, path, ("faq.yaml", many.as_bytes())).await;
        assert_eq!(plan["mistakes"].as_array().unwrap().len(), 100);
        assert!(plan["mistakeCount"].as_u64().unwrap() > 100);
        for (name, bytes, code) in
            [("a.zip", &b"PK\x03\x04nothing"[..], "bundle_broken"), ("a.txt", b"hello", "bundle_unknown_file")]
        {
            let (status, refused) = upload(&app, &schools, ada, path, (name, bytes)).await;
            assert_eq!((status, &refused["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(code)));
        }
        let (status, refused) = upload(&app, &schools, cora, path, ("faq.yaml", broken)).await;
        assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("content_read_only")));
    }
    assert_eq!(schools.get(&app, cora, BUNDLE).await.1["code"], "content_read_only", "it has the codes of others");
    assert_eq!(schools.get(&app, ada, TOPIC).await.1["revision"], seen["revision"]);
});
