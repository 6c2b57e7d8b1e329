//! Content of the programme in the requested language.

use reqwest::Method;
use serde_json::{Value, json};
use store::content::{Bundle, Language, Origin, Translation};
use store::work_readiness::{self, Score};
use test_kit::both;

use crate::browser::{Answer, Browser};

async fn ask(browser: &Browser, path: &str) -> Answer {
    browser.send(browser.request(Method::GET, &format!("../../../{path}"))).await
}

async fn ask_in(browser: &Browser, path: &str, language: &str) -> Answer {
    let request = browser.request(Method::GET, &format!("../../../{path}"));
    browser.send(request.header("accept-language", language)).await
}

both!(legal_documents_are_public_and_translated, async |app| {
    let server = app.server();
    let anon = server.browser();
    let documents = ask(&anon, "api/v1/community/").await.body;
    let told = documents.as_array().unwrap().iter().map(|one| (one["id"].clone(), one["title"].clone()));
    let expected = [(3, "Privacy Policy"), (4, "Terms of Service"), (6, "Code of Conduct")];
    assert_eq!(told.collect::<Vec<_>>(), expected.map(|(id, title)| (json!(id), json!(title))));
    assert!(documents[0]["content"].as_str().unwrap().contains("## In short"));
    let heading = &documents[0]["blocks"][1];
    let expected = json!({"kind": "heading", "id": "in-short", "level": 2, "spans": [{"text": "In short"}]});
    assert_eq!(*heading, expected);

    for german in [
        ask_in(&anon, "api/v1/community", "de-AT,en;q=0.5").await,
        ask(&anon, "api/v1/community/?language_code=de").await,
        ask(&anon, "api/v1/community/?languageCode=DE").await,
    ] {
        assert_eq!(
            (&german.body[0]["title"], &german.body[0]["languageCode"]),
            (&json!("Datenschutzerklärung"), &json!("de"))
        );
    }
    let french = ask(&anon, "api/v1/community/?language_code=fr").await.body;
    assert_eq!(french[0]["languageCode"], "en", "English where there is no other");
});

both!(questions_are_grouped_by_topic, async |app| {
    let server = app.server();
    let topics = ask_in(&server.browser(), "api/v2/faq/", "ar").await.body;
    let first = &topics[0]["questions"][0];
    assert_eq!(
        (&topics[0]["key"], &first["key"], &first["question"]),
        (&json!("mentoring"), &json!("how-often"), &json!("كم مرة نلتقي؟"))
    );
    assert_eq!(first["answer"][0]["kind"], "paragraph");
});

both!(declarations_depend_on_role_and_language, async |app| {
    let server = app.server();
    let anon = server.browser();
    let mentor = ask(&anon, "api/v2/declarations/?type=Mentor").await.body;
    assert!(mentor["declaration"].as_str().unwrap().contains("I am 18 or older"));
    assert_eq!(mentor["blocks"][1]["kind"], "list");
    let mentee = ask(&anon, "api/v2/declarations/?type=mentee&language_code=de").await.body;
    assert!(mentee["declaration"].as_str().unwrap().contains("respektvoll"));
    for wrong in ["?type=staff", "?type="] {
        let answer = ask(&anon, &format!("api/v2/declarations/{wrong}")).await;
        assert_eq!((answer.status, answer.code()), (422, "invalid"), "{wrong}");
    }
    let nobody = ask(&anon, "api/v2/declarations/").await;
    assert_eq!((nobody.status, nobody.code()), (400, "malformed"));
    let none = Bundle { declarations: Some(vec![]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &none, Origin::Operator).await.unwrap();
    assert_eq!(ask(&anon, "api/v2/declarations/?type=mentor").await.code(), "not_found");
});

both!(cards_are_listed_by_place_with_pictures, async |app| {
    let server = app.server();
    assert_eq!(ask(&server.browser(), "api/v2/card/?exp_type=Internship").await.status, 401);
    let tom = server.signed_in("tom").await;
    let cards = ask_in(&tom, "api/v2/card/?exp_type=Internship&image_type=web", "de").await.body;
    let misspelled = ask_in(&tom, "api/v2/card/?exp_type=Intership", "de").await.body;
    assert_eq!((cards.as_array().unwrap().len(), &cards), (6, &misspelled));
    let card = &cards[0];
    assert!(
        card["text"].as_str().unwrap().starts_with("Not sure")
            && card["localeText"].as_str().unwrap().starts_with("Du weißt")
    );
    assert!(!card["imageAlt"].as_str().unwrap().is_empty());
    let other = ask(&tom, "api/v2/card/?expType=Mentorship&image_type=web").await.body;
    assert_eq!(other.as_array().unwrap().len(), 2);
    assert_eq!(ask(&tom, "api/v2/card/?exp_type=Moon").await.code(), "invalid");

    let picture = reqwest::get(format!("{}{}", server.url, card["image"].as_str().unwrap())).await.unwrap();
    let header = |name: &str| picture.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((picture.status().as_u16(), header("content-type")), (200, "image/svg+xml".to_owned()));
    assert!(header("content-security-policy").contains("sandbox") && header("cache-control").contains("max-age"));
    assert_eq!(ask(&tom, "api/v2/card/picture/..%2Fworld.yaml/").await.status, 404);
});

both!(old_text_key_applies_to_the_renamed_text, async |app| {
    let server = app.server();
    let texts = [("app".to_owned(), [("home.people".to_owned(), "Your team".to_owned())].into())].into();
    let translations = Some(vec![Translation { language: "en".to_owned(), texts }]);
    store::administration::import_content(
        &app.store,
        &test_kit::operator(),
        &Bundle { translations, ..Bundle::default() },
        Origin::Operator,
    )
    .await
    .unwrap();
    let changes =
        ask(&server.browser(), "api/v2/translation/getTranslation/?languageCode=en&only_changes=true").await.body;
    assert_eq!(changes["translations"]["app"], json!({"home": {"contacts": "Your team"}}));
});

both!(programme_overrides_texts_and_adds_languages, async |app| {
    let server = app.server();
    let anon = server.browser();
    let codes = async |browser: &Browser| {
        let languages = ask(browser, "api/v2/translation/getSupportedLanguages/").await.body;
        let told = |one: &Value| (one["languageCode"].as_str().unwrap().to_owned(), one["isActive"].as_bool().unwrap());
        languages.as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(codes(&anon).await, [("en", true), ("de", true), ("ar", true)].map(|(code, on)| (code.to_owned(), on)));

    let language =
        |code: &str, is_active, is_default| Language { code: code.into(), name: code.into(), is_active, is_default };
    let says = |language: &str, key: &str, text: &str| Translation {
        language: language.to_owned(),
        texts: [("app".to_owned(), [(key.to_owned(), text.to_owned())].into())].into(),
    };
    let bundle = Bundle {
        languages: Some(vec![language("en", true, false), language("de", false, false), language("fr", true, true)]),
        translations: Some(vec![
            says("fr", "home.greeting", "Salut, {{name}}"),
            says("en", "home.noMessages", "Nothing said"),
        ]),
        ..Bundle::default()
    };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::Operator).await.unwrap();
    assert_eq!(codes(&anon).await, [("fr", true), ("en", true), ("de", false)].map(|(code, on)| (code.to_owned(), on)));
    let texts = async |query: &str| ask(&anon, &format!("api/v2/translation/getTranslation/?{query}")).await.body;
    let french = texts("language_code=fr").await;
    assert_eq!(french["languageCode"], "fr");
    assert_eq!(french["translations"]["app"]["home"]["greeting"], "Salut, {{name}}");
    assert_eq!(french["translations"]["app"]["home"]["contacts"], "Your people", "English by text");
    assert_eq!(french["translations"]["app"]["home"]["noMessages"], "Nothing said", "as English is said here");
    assert_eq!(french["translations"]["app"]["auth"]["email"], "Email", "texts of both files of a namespace");
    assert!(french["translations"]["messenger"].is_object() && french["translations"]["common"]["actions"].is_object());
    let changes = texts("languageCode=fr&only_changes=true").await;
    let mut expected = json!({"app": {"home": {"greeting": "Salut, {{name}}"}}});
    for unchanged in [
        "announcements",
        "common",
        "feed",
        "learning",
        "lists",
        "matching",
        "messenger",
        "questions",
        "secondFactor",
        "staff",
    ] {
        expected[unchanged] = json!({});
    }
    assert_eq!(changes["translations"], expected);
    for unknown in ["de", "tlh", "", "../en"] {
        assert_eq!(texts(&format!("language_code={unknown}")).await["languageCode"], "en", "{unknown}");
    }

    let tom = server.signed_in("tom").await;
    let set = async |code: &str| tom.send(tom.request(Method::PUT, &format!("primary_language/{code}/"))).await.status;
    assert_eq!((set("fr").await, set("de").await), (200, 404), "French is not active");
});

both!(person_sees_own_work_readiness, async |app| {
    let server = app.server();
    let score = Score {
        name: "Teamwork".to_owned(),
        measured_on: "2026-02-01".parse().unwrap(),
        score: 7.5,
        max: 10.0,
        description: String::new(),
    };
    work_readiness::put(&app.store, &test_kit::operator(), &[(app.tom, score)]).await.unwrap();
    assert_eq!(ask(&server.browser(), "api/v2/mentorships/wrs/").await.status, 401);
    let expected = json!([{"name": "Teamwork", "score": 7.5, "max": 10.0, "date": "2026-02-01", "description": ""}]);
    assert_eq!(ask(&server.signed_in("tom").await, "api/v2/mentorships/wrs/").await.body, expected);
    assert_eq!(ask(&server.signed_in("maya").await, "api/v2/mentorships/wrs/").await.body, json!([]));
});
