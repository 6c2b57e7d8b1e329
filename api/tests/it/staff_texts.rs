//! Texts of the content over HTTP: who reads and changes them, what a change answers, and what it refuses.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::PersonId;
use store::administration::import_content;
use store::content::Origin;
use store::people::Role;
use store::staff::StaffRole;
use test_kit::{both, operator};

use crate::TestApp;
use crate::staff::{Schools, add, hold};

const TEXTS: &str = "/api/staff/content/texts/";
pub(crate) const TOPIC: &str = "/api/staff/content/texts/topic/mentoring/";
pub(crate) const ANSWER: &str = "questions/how-often/answer";

/// Cora coordinates North, Ada administers the installation.
pub(crate) async fn staff(app: &TestApp) -> (Schools, PersonId, PersonId) {
    let bundle = content_bundle::read(&content_bundle::built_in()).unwrap();
    let texts = store::content::Bundle { programmes: None, ..bundle };
    import_content(&app.store, &operator(), &texts, Origin::Operator).await.unwrap();
    let schools = Schools::open(app).await;
    let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
    hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
    let ada = add(app, "Ada", Role::Staff, None).await;
    hold(app, ada, StaffRole::Administrator, None).await;
    (schools, cora, ada)
}

pub(crate) fn edit(expected: &Value, path: &str, language: &str, text: &str) -> Value {
    json!({"expected": expected, "texts": [{"path": path, "language": language, "text": text}]})
}

pub(crate) fn text_of(body: &Value, path: &str, language: &str) -> Value {
    let texts = body["texts"].as_array().unwrap();
    texts.iter().find(|one| one["path"] == path).unwrap()["texts"][language].clone()
}

both!(administrator_changes_an_answer_that_members_read, async |app| {
    let (schools, _, ada) = staff(&app).await;
    let (status, before) = schools.get(&app, ada, TOPIC).await;
    assert_eq!((status, &before["mayChange"]), (StatusCode::OK, &json!(true)));
    let body = edit(&before["revision"], ANSWER, "en", "Once a week, **or** more.");
    let (status, set) = schools.send(&app, ada, Method::POST, TOPIC, &body).await;
    assert_eq!(status, StatusCode::OK, "{set}");
    let (_, after) = schools.get(&app, ada, TOPIC).await;
    assert_eq!(after["revision"], set["revision"]);
    assert_eq!(text_of(&after, ANSWER, "en"), "Once a week, **or** more.");
    assert_eq!(text_of(&after, ANSWER, "de"), text_of(&before, ANSWER, "de"));
    let (_, faq) = schools.get(&app, ada, "/api/v2/faq/?language_code=en").await;
    assert!(faq.to_string().contains("Once a week, "), "{faq}");
    let (_, history) = schools.get(&app, ada, &format!("{TOPIC}history/")).await;
    let [change] = &history["changes"].as_array().unwrap()[..] else { panic!("{history}") };
    assert_eq!(change["author"]["id"], json!(ada));
    assert_eq!(change["texts"][0]["before"], text_of(&before, ANSWER, "en"));
    let (_, list) = schools.get(&app, ada, &format!("{TEXTS}?q=or+more&kind=topic")).await;
    assert_eq!((&list["total"], &list["results"][0]["id"]), (&json!(1), &json!("topic/mentoring")));
    assert!(!list["results"][0]["changedAt"].is_null());
});

both!(coordinator_of_a_programme_reads_and_changes_nothing, async |app| {
    let (schools, cora, ada) = staff(&app).await;
    let (status, seen) = schools.get(&app, cora, TOPIC).await;
    assert_eq!((status, &seen["mayChange"]), (StatusCode::OK, &json!(false)));
    let body = edit(&seen["revision"], ANSWER, "en", "Mine.");
    let (status, refused) = schools.send(&app, cora, Method::POST, TOPIC, &body).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("content_read_only")));
    assert_eq!(schools.get(&app, ada, TOPIC).await.1["revision"], seen["revision"]);
    let sid = add(&app, "Sid", Role::Staff, Some(schools.north)).await;
    hold(&app, sid, StaffRole::Safeguarding, Some(schools.north)).await;
    for path in [TEXTS, TOPIC] {
        assert!(!schools.get(&app, sid, path).await.0.is_success(), "other roles read none of it");
    }
});

both!(second_administrator_gets_what_the_first_saved, async |app| {
    let (schools, _, ada) = staff(&app).await;
    let seen = schools.get(&app, ada, TOPIC).await.1["revision"].clone();
    let set = async |text| schools.send(&app, ada, Method::POST, TOPIC, &edit(&seen, ANSWER, "en", text)).await;
    let (_, first) = set("First.").await;
    let (status, second) = set("Second.").await;
    assert_eq!((status, &second["code"]), (StatusCode::CONFLICT, &json!("changed_meanwhile")));
    assert_eq!(second["current"]["revision"], first["revision"]);
    assert_eq!(text_of(&second["current"], ANSWER, "en"), "First.");
});

both!(hostile_texts_are_refused_at_their_place, async |app| {
    let (schools, _, ada) = staff(&app).await;
    let seen = schools.get(&app, ada, TOPIC).await.1;
    for (language, text, code) in [
        ("en", "<script>alert(1)</script>", "html"),
        ("de", "[x](javascript:alert(1))", "link"),
        ("ar", "![x](https://evil.example/)", "picture"),
        ("en", "    rm -rf", "code_block"),
        ("en", " ", "empty"),
        ("xx", "Hello", "other"),
    ] {
        let (status, refused) =
            schools.send(&app, ada, Method::POST, TOPIC, &edit(&seen["revision"], ANSWER, language, text)).await;
        assert_eq!((status, &refused["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("texts_refused")));
        let place = format!("{ANSWER}|{language}");
        let problems = refused["problems"].as_object().unwrap();
        assert_eq!((problems.len(), &problems[&place]["code"]), (1, &json!(code)), "{refused}");
        assert!(refused["fields"][&place][0].is_string());
        if !["empty", "other"].contains(&code) {
            let preview = json!({"text": text});
            let (_, shown) = schools.send(&app, ada, Method::POST, &format!("{TEXTS}preview/"), &preview).await;
            assert_eq!(shown["problems"][0]["code"], json!(code), "{shown}");
            assert!(!shown["blocks"].to_string().contains("javascript:"), "{shown}");
        }
    }
    for path in ["topic/none/", "people/mentoring/", "topic/..%2F..%2Fpeople/", "document/abc/"] {
        assert_eq!(schools.get(&app, ada, &format!("{TEXTS}{path}")).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let (status, _) = schools.get(&app, ada, &format!("{TEXTS}?kind=people")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(schools.get(&app, ada, TOPIC).await.1, seen, "nothing has changed");
});

both!(new_version_of_the_terms_is_agreed_to_again, async |app| {
    let (schools, _, ada) = staff(&app).await;
    let path = "/api/staff/content/texts/document/4/";
    let (_, seen) = schools.get(&app, ada, path).await;
    assert!(seen["agreed"].as_i64().unwrap() > 0, "{seen}");
    let mut body = edit(&seen["revision"], "title", "en", "Our rules");
    body["askAgain"] = json!(true);
    assert_eq!(schools.send(&app, ada, Method::POST, path, &body).await.0, StatusCode::OK);
    let (status, refused) = schools.get(&app, ada, path).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("terms_required")), "staff as well");
});
