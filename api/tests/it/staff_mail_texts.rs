//! Mails as texts over HTTP: who changes them, what is refused, what staff see before, and what is sent then.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::outbox::{self, MAIL, Mail};
use test_kit::both;

use crate::TestApp;
use crate::mailbox::Mailbox;
use crate::staff_texts::{edit, staff, text_of};

const TEXTS: &str = "/api/staff/content/texts/mail/sign_up_code/";
const PREVIEW: &str = "/api/staff/content/texts/mail/sign_up_code/preview/";

/// Sends the mail with a code, and returns its text.
async fn sent(app: &TestApp, language: &str) -> String {
    let values = [("code", "123456"), ("minutes", "10")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let (to, template) = ("lena@school.example".to_owned(), "sign_up_code".to_owned());
    let mail = Mail { to, template, language: language.to_owned(), values: values.into() };
    outbox::put(&app.store, MAIL, &mail).await.unwrap();
    // Mails are in the order of their times.
    app.advance(1);
    Mailbox::of(app).newest(app, "lena@school.example").await
}

both!(next_mail_has_the_text_that_an_administrator_wrote, async |app| {
    let (schools, cora, ada) = staff(&app).await;
    let built_in = sent(&app, "en").await;
    let (status, before) = schools.get(&app, ada, TEXTS).await;
    assert_eq!(status, StatusCode::OK, "{before}");
    assert_eq!(before["mail"]["subjects"]["en"], "123456 is your Mentor Hub code");
    assert_eq!(before["mail"]["kept"], json!(["{{ code }}"]));
    assert_eq!(before["mail"]["values"][1], json!({"name": "minutes", "tag": "{{ minutes }}"}));
    let body = edit(&before["revision"], "body", "en", "Servus!\n\n{{code}}\n\nValid for {{ minutes }} minutes.");
    let (status, refused) = schools.send(&app, cora, Method::POST, TEXTS, &body).await;
    assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!("content_read_only")));
    let (status, set) = schools.send(&app, ada, Method::POST, TEXTS, &body).await;
    assert_eq!(status, StatusCode::OK, "{set}");
    assert!(sent(&app, "en").await.contains("Servus!\r\n\r\n123456\r\n\r\nValid for 10 minutes."));
    assert!(!sent(&app, "de").await.contains("Servus"), "other languages stay");
    let (_, history) = schools.get(&app, ada, &format!("{TEXTS}history/")).await;
    let earlier = history["changes"][0]["texts"][0]["before"].as_str().unwrap();
    let back = edit(&set["revision"], "body", "en", earlier);
    assert_eq!(schools.send(&app, ada, Method::POST, TEXTS, &back).await.0, StatusCode::OK);
    assert_eq!(sent(&app, "en").await, built_in);
});

both!(mail_without_its_code_is_refused_at_its_field, async |app| {
    let (schools, _, ada) = staff(&app).await;
    let (_, before) = schools.get(&app, ada, TEXTS).await;
    for (path, text, problem) in [
        ("body", "No code here.", json!({"code": "placeholder_missing", "value": "{{ code }}"})),
        ("body", "{{ code }} {{ secret }}", json!({"code": "placeholder_unknown", "value": "{{ secret }}"})),
        ("body", "{{ code }} {{ minutes", json!({"code": "placeholder_open", "value": "{{ minutes"})),
        ("subject", "One\ntwo", json!({"code": "subject_lines", "value": null})),
    ] {
        let body = edit(&before["revision"], path, "de", text);
        let (status, refused) = schools.send(&app, ada, Method::POST, TEXTS, &body).await;
        assert_eq!((status, &refused["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("texts_refused")));
        assert_eq!(refused["problems"][format!("{path}|de")], problem, "{refused}");
    }
    let body = edit(&before["revision"], "subject", "de", &"x".repeat(201));
    let (_, refused) = schools.send(&app, ada, Method::POST, TEXTS, &body).await;
    assert_eq!(refused["problems"]["subject|de"]["code"], "too_long");
    assert_eq!(schools.get(&app, ada, TEXTS).await.1["revision"], before["revision"]);
});

both!(mail_is_previewed_with_sample_values_and_nothing_is_stored, async |app| {
    let (schools, cora, ada) = staff(&app).await;
    let (_, before) = schools.get(&app, ada, TEXTS).await;
    let preview = async |text: &str, language: &str| -> Value {
        let texts = json!([{"path": "body", "language": language, "text": text}]);
        let body = json!({"texts": texts, "language": language, "role": "mentee"});
        let (status, seen) = schools.send(&app, cora, Method::POST, PREVIEW, &body).await;
        assert_eq!(status, StatusCode::OK, "{seen}");
        seen
    };
    let seen = preview("Hallo!\n\n{{ code }}", "de").await;
    assert_eq!(seen["mail"]["paragraphs"], json!(["Hallo!", "123456"]));
    assert_eq!((&seen["problems"], &seen["session"], &seen["survey"]), (&json!([]), &json!(null), &json!(null)));
    let broken = preview("{{ code }} {{ x }}", "de").await;
    assert_eq!(broken["mail"], json!(null));
    let [problem] = &broken["problems"].as_array().unwrap()[..] else { panic!("{broken}") };
    assert_eq!((&problem["path"], &problem["language"]), (&json!("body"), &json!("de")));
    assert_eq!((&problem["code"], &problem["value"]), (&json!("placeholder_unknown"), &json!("{{ x }}")));
    let (_, after) = schools.get(&app, ada, TEXTS).await;
    assert_eq!(after["revision"], before["revision"]);
    assert_eq!(text_of(&after, "body", "de"), text_of(&before, "body", "de"));
    let unknown = "/api/staff/content/texts/mail/no_such_mail/preview/";
    let body = json!({"texts": [], "language": "en", "role": "mentor"});
    assert_eq!(schools.send(&app, ada, Method::POST, unknown, &body).await.0, StatusCode::NOT_FOUND);
});

both!(session_and_survey_are_previewed_as_members_get_them, async |app| {
    let (schools, cora, ada) = staff(&app).await;
    let (_, list) = schools.get(&app, ada, "/api/staff/content/texts/?kind=session&kind=survey").await;
    let mut tips = 0;
    for listed in list["results"].as_array().unwrap() {
        let path = format!("/api/staff/content/texts/{}/", listed["id"].as_str().unwrap());
        let (_, definition) = schools.get(&app, cora, &path).await;
        let name = definition["texts"][0]["path"].as_str().unwrap();
        let seen = async |role: &str| -> Value {
            let texts = json!([{"path": name, "language": "ar", "text": "اسم جديد"}]);
            let body = json!({"texts": texts, "language": "ar", "role": role});
            let (status, seen) = schools.send(&app, cora, Method::POST, &format!("{path}preview/"), &body).await;
            assert_eq!(status, StatusCode::OK, "{seen}");
            assert_eq!(seen["problems"], json!([]), "{path}");
            seen
        };
        let mentee = seen("mentee").await;
        assert!(!mentee.to_string().contains("\"isCorrect\":true"), "{path}: the key stays with staff");
        if definition["kind"] == "survey" {
            assert_eq!(mentee["survey"]["name"], "اسم جديد");
            assert!(!mentee["survey"]["stages"][0]["pages"][0]["questions"].as_array().unwrap().is_empty());
        } else {
            assert_eq!(mentee["session"]["detail"]["localeTitle"], "اسم جديد");
            assert_eq!(mentee["session"]["detail"]["status"], "NOT_STARTED");
            let count = |seen: &Value| seen.to_string().matches("MENTOR_TIPS").count();
            assert_eq!(count(&mentee), 0, "{path}");
            tips += count(&seen("mentor").await);
        }
    }
    assert!(tips > 0);
});
