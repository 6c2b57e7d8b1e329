//! Any text of the built-in content that staff change is checked as in a bundle, and is exported with nothing else changed.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use content_bundle::{built_in, read, text_mistakes, write};
use serde_json::{Value, json};
use store::Store;
use store::administration::{AskAgain, NewTexts, TextRefusal, edit_texts, import_content};
use store::clock::Clock;
use store::content::texts::{self, NewText, TextEdit, TextKind, places};
use store::content::{Kind, Origin, get};
use store::staff::Actor;

fn actor() -> Actor {
    Actor::CommandLine { user: "test".to_owned() }
}

/// All definitions of the built-in content.
fn definitions() -> Vec<(TextKind, String, Value)> {
    fn of<T: Kind>(kind: TextKind, all: Option<Vec<T>>) -> Vec<(TextKind, String, Value)> {
        let one = |one: &T| (kind, one.key(), serde_json::to_value(one).unwrap());
        all.unwrap().iter().map(one).collect()
    }
    let bundle = read(&built_in()).unwrap();
    let mut all = of(TextKind::Topic, bundle.topics);
    all.extend(of(TextKind::Document, bundle.documents));
    all.extend(of(TextKind::Declaration, bundle.declarations));
    all.extend(of(TextKind::Session, bundle.sessions));
    all.extend(of(TextKind::Survey, bundle.surveys));
    all.extend(of(TextKind::Card, bundle.cards));
    all.extend(of(TextKind::FeedItem, bundle.feed));
    all
}

fn languages() -> Vec<String> {
    ["en", "de", "ar"].map(str::to_owned).to_vec()
}

#[test]
fn built_in_definitions_have_no_mistakes() {
    for (kind, key, body) in definitions() {
        assert_eq!(text_mistakes(kind, &body, &languages()), [], "{kind:?} {key}");
        assert!(!places(kind, &body).is_empty(), "{kind:?} {key}");
    }
}

#[test]
fn mistake_is_named_at_its_text_and_language() {
    let mut seen = 0;
    for (kind, key, body) in definitions() {
        // Each takes a parse of the file.
        for place in places(kind, &body).into_iter().step_by(7) {
            for (language, wrong) in [("de", " "), ("en", "<script>alert(1)</script>")] {
                if !place.texts.contains_key(language) || (language == "en" && !place.is_markdown) {
                    continue;
                }
                let mut broken = body.clone();
                let mut at = &mut broken;
                for step in place.path.split('/') {
                    at = match at {
                        Value::Array(items) => {
                            let by_key = items.iter().position(|item| item["key"] == json!(step));
                            let index = by_key.unwrap_or_else(|| step.parse().unwrap());
                            &mut items[index]
                        }
                        other => &mut other[step],
                    };
                }
                at[language] = json!(wrong);
                let found = text_mistakes(kind, &broken, &languages());
                let places: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.language.as_deref())).collect();
                assert_eq!(places, [(place.path.as_str(), Some(language))], "{kind:?} {key}: {found:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn edited_text_is_all_that_differs_in_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let database = format!("sqlite:{}", folder.path().join("hub.db").display());
    let options = store::Options::new(database, folder.path().join("files"));
    let store = runtime.block_on(Store::open(options, Clock::system())).unwrap();
    let bundle = read(&built_in()).unwrap();
    runtime.block_on(import_content(&store, &actor(), &bundle, Origin::Operator)).unwrap();
    for (number, (kind, key, body)) in definitions().into_iter().enumerate().step_by(4) {
        let all = places(kind, &body);
        let place = &all[number % all.len()];
        let before = write(&runtime.block_on(get(&store)).unwrap()).unwrap();
        let words = format!("Changed number {number}: “quotes”, colons: and\n\n- lines");
        let text = NewText { path: place.path.clone(), language: "de".to_owned(), text: Some(words.clone()) };
        let edit = TextEdit { texts: vec![text], entries: None };
        runtime.block_on(set(&store, kind, &key, &edit)).unwrap();
        let after = write(&runtime.block_on(get(&store)).unwrap()).unwrap();
        let changed: Vec<_> = after.iter().filter(|(name, bytes)| before.get(*name) != Some(bytes)).collect();
        assert_eq!((changed.len(), before.len()), (1, after.len()), "{kind:?} {key}: one file");
        read(&after).unwrap();
        let now = runtime.block_on(texts::definition(&store, kind, &key)).unwrap().unwrap();
        for place_now in places(kind, &now.body) {
            let mut expected = all.iter().find(|other| other.path == place_now.path).unwrap().texts.clone();
            if place_now.path == place.path {
                expected.insert("de".to_owned(), words.clone());
            }
            assert_eq!(place_now.texts, expected, "{kind:?} {key} {}", place_now.path);
        }
    }
}

#[test]
fn hostile_texts_are_refused_at_their_field() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let database = format!("sqlite:{}", folder.path().join("hub.db").display());
    let options = store::Options::new(database, folder.path().join("files"));
    let store = runtime.block_on(Store::open(options, Clock::system())).unwrap();
    runtime.block_on(import_content(&store, &actor(), &read(&built_in()).unwrap(), Origin::Operator)).unwrap();
    let path = "questions/how-often/answer";
    for (language, text, sentence) in [
        ("en", Some("<img src=x onerror=alert(1)>"), "HTML is not allowed in texts"),
        ("de", Some("[hier](javascript:alert(1))"), "a link leads to \"javascript:alert(1)\"; it must begin with"),
        ("ar", Some("![x](https://evil.example/x.png)"), "pictures are not allowed in texts"),
        ("en", None, "the text is empty"),
        ("fr", Some("Bonjour"), "\"fr\" is not one of the languages"),
    ] {
        let new = NewText { path: path.to_owned(), language: language.to_owned(), text: text.map(str::to_owned) };
        let edit = TextEdit { texts: vec![new], entries: None };
        let refused = runtime.block_on(set(&store, TextKind::Topic, "mentoring", &edit));
        let Err(TextRefusal::Invalid(mistakes)) = refused else { panic!("{refused:?}") };
        assert_eq!((mistakes.len(), mistakes[0].path.as_str()), (1, path), "{mistakes:?}");
        assert_eq!(mistakes[0].language.as_deref(), Some(language));
        assert!(mistakes[0].flaw.to_string().starts_with(sentence), "{mistakes:?}");
    }
    let edit = TextEdit { texts: vec![], entries: Some(vec!["new-one".to_owned()]) };
    let refused = runtime.block_on(set(&store, TextKind::Topic, "mentoring", &edit));
    assert!(matches!(refused, Err(TextRefusal::Invalid(mistakes)) if mistakes.len() == 2), "a question without texts");
}

async fn set(store: &Store, kind: TextKind, key: &str, edit: &TextEdit) -> Result<String, TextRefusal> {
    let expected = texts::definition(store, kind, key).await.unwrap().unwrap().revision();
    let new = NewTexts { kind, key, expected: &expected, edit, ask_again: AskAgain::No };
    edit_texts(store, &actor(), new, &text_mistakes).await.unwrap()
}
