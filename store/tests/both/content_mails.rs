//! Mails of the program as texts that staff change: how they come in with each start, and what stays of changes.

use serde_json::json;
use store::administration::{self, AskAgain, NewTexts};
use store::content::texts::{self, NewText, TextEdit, TextKind, places};
use store::content::{self, Bundle, MailText, Origin, Topic};
use store::listing::ListRequest;
use store::staff::Scope;
use test_kit::{both, operator};

use crate::test_store::TestStore;

fn mail(key: &str, subject: &str, body: &str) -> MailText {
    let mail = json!({"key": key, "subject": {"en": subject, "de": "Betreff"}, "body": {"en": body, "de": "Text"}});
    serde_json::from_value(mail).unwrap()
}

fn program(mails: &[MailText]) -> Bundle {
    Bundle { mails: Some(mails.to_vec()), ..Bundle::default() }
}

/// What each start of the program does.
async fn start(app: &TestStore, mails: &[MailText]) {
    administration::import_content(&app.store, &operator(), &program(mails), Origin::BuiltIn).await.unwrap();
}

async fn set(app: &TestStore, key: &str, path: &str, language: &str, text: &str) {
    let expected = texts::definition(&app.store, TextKind::Mail, key).await.unwrap().unwrap().revision();
    let text = NewText { path: path.to_owned(), language: language.to_owned(), text: Some(text.to_owned()) };
    let edit = TextEdit { texts: vec![text], entries: None };
    let new = NewTexts { kind: TextKind::Mail, key, expected: &expected, edit: &edit, ask_again: AskAgain::No };
    administration::edit_texts(&app.store, &operator(), new, &|_, _, _| Vec::new()).await.unwrap().unwrap();
}

async fn stored(app: &TestStore, key: &str) -> Option<MailText> {
    content::by_key(&app.store, key).await.unwrap()
}

both!(mails_come_with_the_program_also_beside_own_content, async |app| {
    let own = Bundle { topics: Some(vec![]), ..Bundle::default() };
    administration::import_content(&app.store, &operator(), &own, Origin::Operator).await.unwrap();
    assert_eq!(stored(&app, "welcome").await, None);
    let topic = json!({"key": "start", "title": {"en": "Start"}, "questions": []});
    let bundle = Bundle {
        topics: Some(vec![serde_json::from_value(topic).unwrap()]),
        ..program(&[mail("welcome", "Welcome", "Hello {{ name }}")])
    };
    administration::import_content(&app.store, &operator(), &bundle, Origin::BuiltIn).await.unwrap();
    assert_eq!(stored(&app, "welcome").await, Some(mail("welcome", "Welcome", "Hello {{ name }}")));
    assert!(content::all::<Topic>(&app.store).await.unwrap().is_empty(), "the rest of the content is the operator's");
    let exported = content::get(&app.store).await.unwrap();
    assert_eq!(exported.mails, None, "bundles have no mails");
});

both!(bundles_of_operators_bring_no_mails, async |app| {
    start(&app, &[mail("welcome", "Welcome", "Hello")]).await;
    let bundle = program(&[mail("welcome", "Old", "Old {{ gone }}")]);
    administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap();
    assert_eq!(stored(&app, "welcome").await, Some(mail("welcome", "Welcome", "Hello")));
});

both!(changed_mail_stays_over_starts_until_the_program_changes_it, async |app| {
    let first = [mail("welcome", "Welcome", "Hello"), mail("ended", "The end", "Bye")];
    start(&app, &first).await;
    set(&app, "welcome", "body", "en", "Hi there").await;
    set(&app, "welcome", "subject", "de", "Hallo").await;
    start(&app, &first).await;
    let now = stored(&app, "welcome").await.unwrap();
    assert_eq!((now.body["en"].as_str(), now.subject["de"].as_str()), ("Hi there", "Hallo"));
    // The next release has another body and no second mail.
    start(&app, &[mail("welcome", "Welcome", "Hello {{ name }}")]).await;
    let now = stored(&app, "welcome").await.unwrap();
    assert_eq!((now.body["en"].as_str(), now.subject["de"].as_str()), ("Hello {{ name }}", "Hallo"));
    assert_eq!(stored(&app, "ended").await, None);
    let history = texts::history(&app.store, TextKind::Mail, "welcome").await.unwrap();
    assert_eq!(history.len(), 3);
    assert_eq!(history[0].differences.texts[0].before.as_deref(), Some("Hi there"), "so that staff can set it back");
});

both!(start_without_news_changes_nothing, async |app| {
    let mails = [mail("welcome", "Welcome", "Hello")];
    start(&app, &mails).await;
    let rows = async || -> i64 {
        let (scope, request) = (Scope::Installation, ListRequest::default());
        store::audit::page(&app.store, &scope, None, &request).await.unwrap().total
    };
    let before = rows().await;
    start(&app, &mails).await;
    assert_eq!(rows().await, before, "no act");
});

both!(mail_is_listed_and_limited_to_what_is_sent, async |app| {
    let mut one = mail("welcome", "Welcome", "Hello");
    one.body.remove("de");
    let language = |code: &str| json!({"code": code, "name": code, "is_default": code == "en"});
    let languages = ["en", "de", "ar"].map(|code| serde_json::from_value(language(code)).unwrap()).to_vec();
    let bundle = Bundle { languages: Some(languages), ..program(&[one]) };
    administration::import_content(&app.store, &operator(), &bundle, Origin::BuiltIn).await.unwrap();
    let list = async |filters: &[(&str, &str)]| {
        let filters = filters.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()]));
        let request = ListRequest { filters: filters.collect(), ..ListRequest::default() };
        texts::page(&app.store, &request).await.unwrap().rows
    };
    let [found] = &list(&[("kind", "mail"), ("missing", "some")]).await[..] else { panic!() };
    assert_eq!((found.title["en"].as_str(), found.texts, found.missing_texts), ("Welcome", 2, 3));
    assert_eq!(found.missing, ["de", "ar"]);
    let body = texts::definition(&app.store, TextKind::Mail, "welcome").await.unwrap().unwrap().body;
    let limits: Vec<_> = places(TextKind::Mail, &body).into_iter().map(|place| (place.path, place.limit)).collect();
    assert_eq!(limits, [("subject".to_owned(), 200), ("body".to_owned(), 5_000)]);
});
