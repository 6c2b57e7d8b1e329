//! Texts of the content that staff change in the console, and what imports do to them.

use serde_json::{Value, json};
use store::administration::{self, AskAgain, NewTexts, TextRefusal};
use store::content::texts::{self, Flaw, MergedText, NewText, TextEdit, TextKind, TextMistake, places};
use store::content::{self, Bundle, Change, Language, Origin, catalogue};
use store::listing::ListRequest;
use store::people::{self, Role};
use store::programmes::rules::Fate;
use store::staff::{Actor, Scope, Staff};
use test_kit::{both, operator};

use crate::mentorship::{people_of, person};
use crate::test_store::TestStore;

fn question(key: &str, answer: &str) -> Value {
    json!({"key": key, "question": {"en": "How?", "de": "Wie?"}, "answer": {"en": answer, "de": "So."}})
}

fn faq(questions: &[Value]) -> Bundle {
    let topic = json!({"key": "start", "title": {"en": "Start", "de": "Anfang"}, "questions": questions});
    let language = |code: &str| Language {
        code: code.to_owned(),
        name: code.to_owned(),
        is_active: true,
        is_default: code == "en",
    };
    Bundle {
        languages: Some(["en", "de", "ar"].map(language).to_vec()),
        topics: Some(vec![serde_json::from_value(topic).unwrap()]),
        ..Bundle::default()
    }
}

async fn import(app: &TestStore, bundle: &Bundle) -> Vec<(String, Option<String>, Fate)> {
    let found = administration::import_content(&app.store, &operator(), bundle, Origin::Operator).await.unwrap().texts;
    found.into_iter().map(|MergedText { path, language, fate, .. }| (path, language, fate)).collect()
}

fn text(path: &str, language: &str, text: &str) -> NewText {
    let text = (!text.is_empty()).then(|| text.to_owned());
    NewText { path: path.to_owned(), language: language.to_owned(), text }
}

/// Changes texts as someone who has just seen them.
async fn edit(
    app: &TestStore,
    actor: &Actor,
    (kind, key): (TextKind, &str),
    edit: TextEdit,
    ask_again: AskAgain,
) -> Result<String, TextRefusal> {
    let seen = texts::definition(&app.store, kind, key).await.unwrap().map(|found| found.revision());
    let expected = seen.unwrap_or_default();
    let new = NewTexts { kind, key, expected: &expected, edit: &edit, ask_again };
    administration::edit_texts(&app.store, actor, new, &|_, _, _| Vec::new()).await.unwrap()
}

/// Changes texts of the topic.
async fn set(app: &TestStore, texts: &[NewText]) {
    let change = TextEdit { texts: texts.to_vec(), entries: None };
    edit(app, &operator(), (TextKind::Topic, "start"), change, AskAgain::No).await.unwrap();
}

async fn order(app: &TestStore, keys: &[&str], texts: &[NewText]) {
    let entries = Some(keys.iter().map(|key| (*key).to_owned()).collect());
    let change = TextEdit { texts: texts.to_vec(), entries };
    edit(app, &operator(), (TextKind::Topic, "start"), change, AskAgain::No).await.unwrap();
}

async fn topic(app: &TestStore) -> texts::TextDefinition {
    texts::definition(&app.store, TextKind::Topic, "start").await.unwrap().unwrap()
}

async fn text_at(app: &TestStore, path: &str, language: &str) -> Option<String> {
    let found = places(TextKind::Topic, &topic(app).await.body);
    found.into_iter().find(|place| place.path == path)?.texts.remove(language)
}

const ANSWER: &str = "questions/how/answer";

fn kept(path: &str, language: Option<&str>) -> (String, Option<String>, Fate) {
    (path.to_owned(), language.map(str::to_owned), Fate::Kept)
}

fn replaced(path: &str, language: Option<&str>) -> (String, Option<String>, Fate) {
    (path.to_owned(), language.map(str::to_owned), Fate::Replaced)
}

both!(edited_text_is_read_on_all_nodes, async |app| {
    import(&app, &faq(&[question("how", "Slowly."), question("when", "Soon.")])).await;
    let other = app.second_node().await;
    let before = catalogue(&other).await.unwrap();
    set(&app, &[text(ANSWER, "en", "With care."), text(ANSWER, "ar", "بعناية.")]).await;
    let topics: Vec<content::Topic> = content::all(&other).await.unwrap();
    assert_eq!(topics[0].questions[0].answer["en"], "With care.");
    assert_eq!(topics[0].questions[0].answer["ar"], "بعناية.");
    assert_eq!(topics[0].questions[0].answer["de"], "So.");
    assert_eq!(topics[0].questions[1].answer["en"], "Soon.");
    assert!(!std::sync::Arc::ptr_eq(&before, &catalogue(&other).await.unwrap()), "a node parses the content again");
});

both!(second_of_two_colleagues_gets_both_versions, async |app| {
    import(&app, &faq(&[question("how", "Slowly.")])).await;
    let seen = topic(&app).await.revision();
    set(&app, &[text(ANSWER, "en", "First.")]).await;
    let change = TextEdit { texts: vec![text(ANSWER, "en", "Second.")], entries: None };
    let new = NewTexts { kind: TextKind::Topic, key: "start", expected: &seen, edit: &change, ask_again: AskAgain::No };
    let refusal = administration::edit_texts(&app.store, &operator(), new, &|_, _, _| Vec::new()).await.unwrap();
    let Err(TextRefusal::Changed(now)) = refusal else { panic!("{refusal:?}") };
    assert_eq!(*now, topic(&app).await);
    assert_eq!(text_at(&app, ANSWER, "en").await.as_deref(), Some("First."));
});

both!(staff_of_programme_change_no_text, async |app| {
    import(&app, &faq(&[question("how", "Slowly.")])).await;
    let [nina, ..] = people_of(&app).await;
    let lakeside = people::by_id(&app.store, nina).await.unwrap().unwrap().programme_id.unwrap();
    let sam = person(&app, "sam", Role::Staff, lakeside).await;
    let staff = |scope| Actor::Staff(Staff { person: sam, scope });
    let change = || TextEdit { texts: vec![text(ANSWER, "en", "Mine.")], entries: None };
    let of = (TextKind::Topic, "start");
    let refused = edit(&app, &staff(Scope::Programmes(vec![lakeside])), of, change(), AskAgain::No).await;
    assert_eq!(refused, Err(TextRefusal::ReadOnly));
    assert!(texts::history(&app.store, TextKind::Topic, "start").await.unwrap().is_empty());
    edit(&app, &staff(Scope::Installation), of, change(), AskAgain::No).await.unwrap();
    let [change] = &texts::history(&app.store, TextKind::Topic, "start").await.unwrap()[..] else { panic!() };
    assert_eq!((change.actor_id, change.actor_kind.as_str()), (Some(sam), "staff"));
    assert_eq!(change.differences.texts[0].before.as_deref(), Some("Slowly."));
    assert_eq!(change.differences.texts[0].after.as_deref(), Some("Mine."));
});

both!(import_keeps_what_only_staff_changed, async |app| {
    import(&app, &faq(&[question("how", "Slowly."), question("when", "Soon.")])).await;
    set(&app, &[text(ANSWER, "en", "With care."), text(ANSWER, "de", "")]).await;
    let bundle = faq(&[question("how", "Slowly."), question("when", "Today.")]);
    let expected = [kept(ANSWER, Some("de")), kept(ANSWER, Some("en"))];
    let previewed = content::preview(&app.store, &bundle).await.unwrap().texts;
    assert_eq!(previewed.len(), 2, "the rehearsal names the same");
    assert_eq!(import(&app, &bundle).await, expected);
    assert_eq!(text_at(&app, ANSWER, "en").await.as_deref(), Some("With care."));
    assert_eq!(text_at(&app, ANSWER, "de").await, None, "a language that staff removed stays removed");
    assert_eq!(text_at(&app, "questions/when/answer", "en").await.as_deref(), Some("Today."));
    assert_eq!(import(&app, &bundle).await, expected, "the next import keeps it as well");
    set(&app, &[text(ANSWER, "en", "Slowly."), text(ANSWER, "de", "So.")]).await;
    assert_eq!(import(&app, &bundle).await, [], "set back, it is as in the bundle");
});

both!(import_wins_where_it_changed_the_same_text, async |app| {
    import(&app, &faq(&[question("how", "Slowly.")])).await;
    set(&app, &[text(ANSWER, "en", "With care."), text(ANSWER, "de", "Mit Sorgfalt.")]).await;
    let bundle = faq(&[question("how", "Step by step.")]);
    assert_eq!(import(&app, &bundle).await, [kept(ANSWER, Some("de")), replaced(ANSWER, Some("en"))]);
    assert_eq!(text_at(&app, ANSWER, "en").await.as_deref(), Some("Step by step."));
    assert_eq!(text_at(&app, ANSWER, "de").await.as_deref(), Some("Mit Sorgfalt."));
    let newest = texts::history(&app.store, TextKind::Topic, "start").await.unwrap().remove(0);
    assert_eq!(newest.actor_kind, "command_line");
    assert_eq!(newest.differences.texts[0].before.as_deref(), Some("With care."), "so that staff can set it back");
    assert_eq!(import(&app, &bundle).await, [kept(ANSWER, Some("de"))]);
});

both!(built_in_content_keeps_texts_of_staff, async |app| {
    let bundle = faq(&[question("how", "Slowly.")]);
    let start = async || {
        administration::import_content(&app.store, &operator(), &bundle, Origin::BuiltIn).await.unwrap();
    };
    start().await;
    set(&app, &[text(ANSWER, "en", "With care.")]).await;
    start().await;
    assert_eq!(text_at(&app, ANSWER, "en").await.as_deref(), Some("With care."));
});

both!(questions_of_staff_survive_an_import, async |app| {
    let (how, when, where_to) = (question("how", "Slowly."), question("when", "Soon."), question("where", "Here."));
    import(&app, &faq(&[how.clone(), when.clone(), where_to.clone()])).await;
    // Removed, added, and in another order.
    let added = [
        text("questions/who/question", "en", "Who?"),
        text("questions/who/answer", "en", "You."),
        text("questions/who/answer", "de", "Du."),
    ];
    order(&app, &["where", "who", "how"], &added).await;
    assert_eq!(topic(&app).await.entries().unwrap(), ["where", "who", "how"]);
    let same = import(&app, &faq(&[how.clone(), when.clone(), where_to.clone()])).await;
    assert_eq!(same, [kept("questions/when", None), kept("questions/who", None), kept("questions", None)]);
    assert_eq!(topic(&app).await.entries().unwrap(), ["where", "who", "how"]);
    assert_eq!(text_at(&app, "questions/who/answer", "de").await.as_deref(), Some("Du."));
    // The bundle has one more, and another text of the one that staff removed.
    let news = [how, question("when", "Tomorrow."), where_to, question("why", "Because.")];
    let changed = import(&app, &faq(&news)).await;
    assert_eq!(changed, [replaced("questions/when", None), kept("questions/who", None), replaced("questions", None)]);
    assert_eq!(topic(&app).await.entries().unwrap(), ["how", "when", "where", "who", "why"]);
    let fewer = import(&app, &faq(&[])).await;
    assert_eq!(fewer, [kept("questions/who", None)]);
    assert_eq!(topic(&app).await.entries().unwrap(), ["who"]);
});

both!(text_in_a_place_that_the_bundle_removed_is_named, async |app| {
    import(&app, &faq(&[question("how", "Slowly."), question("when", "Soon.")])).await;
    set(&app, &[text(ANSWER, "en", "With care."), text(ANSWER, "de", "")]).await;
    let fewer = faq(&[question("when", "Soon.")]);
    assert_eq!(import(&app, &fewer).await, [replaced(ANSWER, Some("de")), replaced(ANSWER, Some("en"))]);
    assert_eq!(topic(&app).await.entries().unwrap(), ["when"]);
    assert_eq!(import(&app, &fewer).await, [], "once");
});

both!(definition_that_leaves_the_bundle_is_named, async |app| {
    import(&app, &faq(&[question("how", "Slowly.")])).await;
    set(&app, &[text(ANSWER, "en", "With care.")]).await;
    let nothing = Bundle { topics: Some(vec![]), ..Bundle::default() };
    assert_eq!(import(&app, &nothing).await, [replaced("", None)]);
    assert!(texts::definition(&app.store, TextKind::Topic, "start").await.unwrap().is_none());
});

/// Changes the overview of a session.
pub(crate) async fn set_overview(app: &TestStore, session: &str, words: &str) {
    let change = TextEdit { texts: vec![text("overview", "en", words)], entries: None };
    edit(app, &operator(), (TextKind::Session, session), change, AskAgain::No).await.unwrap();
}

/// Imports the terms.
async fn import_terms(app: &TestStore) {
    let document = json!({"id": 4, "title": {"en": "Terms"}, "text": {"en": "Be kind."}});
    let documents = Some(vec![serde_json::from_value(document).unwrap()]);
    import(app, &Bundle { documents, ..Bundle::default() }).await;
}

/// Changes the terms so that all who agreed agree again.
pub(crate) async fn ask_all_again(app: &TestStore) {
    import_terms(app).await;
    let change = TextEdit { texts: vec![text("text", "en", "Be kind, always.")], entries: None };
    edit(app, &operator(), (TextKind::Document, "4"), change, AskAgain::Yes).await.unwrap();
}

both!(new_version_of_document_asks_all_who_agreed, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    import_terms(&app).await;
    people::agree_to_terms(&app.store, nina).await.unwrap();
    let agreed = async |id| people::by_id(&app.store, id).await.unwrap().unwrap().agreed_terms_at;
    let (before, of) = (agreed(nina).await.unwrap(), (TextKind::Document, "4"));
    let change = |words| TextEdit { texts: vec![text("text", "en", words)], entries: None };
    edit(&app, &operator(), of, change("Be kind!"), AskAgain::No).await.unwrap();
    assert_eq!(agreed(nina).await, Some(before), "a typing error asks no one");
    let count = administration::people_to_ask_again(&app.store).await.unwrap();
    edit(&app, &operator(), of, change("Be kind, always."), AskAgain::Yes).await.unwrap();
    assert_eq!(administration::people_to_ask_again(&app.store).await.unwrap(), 0);
    assert!(agreed(nina).await.is_none() && agreed(leo).await.is_none());
    let scope = Scope::Installation;
    let rows = store::staff::audit::page(&app.store, &scope, None, &ListRequest::default()).await.unwrap().rows;
    let facts: Value = serde_json::from_str(rows[0].new_values.as_ref().unwrap()).unwrap();
    assert_eq!((&facts["people_asked_again"], &facts["content_key"]), (&json!(count), &json!("4")));
    assert_eq!(facts["texts"], json!(["text (en)"]), "places, no texts");
    let copy = store::export::everything_about(&app.store, &operator(), nina).await.unwrap().unwrap().data;
    assert!(!copy["person"][0]["agreed_terms_before"].is_null(), "when they agreed before stays with them");
});

both!(terms_that_changed_while_they_were_read_are_asked_again, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    import_terms(&app).await;
    let (store, agreed) =
        (&app.store, async |id| people::by_id(&app.store, id).await.unwrap().unwrap().agreed_terms_at);
    let seen = texts::revision_of_documents(store).await.unwrap();
    assert!(people::agree_to_revision(store, nina, &seen).await.unwrap());
    let change = TextEdit { texts: vec![text("text", "en", "Be kind, always.")], entries: None };
    edit(&app, &operator(), (TextKind::Document, "4"), change, AskAgain::Yes).await.unwrap();
    assert!(!people::agree_to_revision(store, leo, &seen).await.unwrap());
    assert!(!people::agree_to_revision(store, nina, &seen).await.unwrap(), "she is asked again");
    assert_eq!((agreed(leo).await, agreed(nina).await), (None, None));
    let new = texts::revision_of_documents(store).await.unwrap();
    assert!(people::agree_to_revision(store, leo, &new).await.unwrap());
    assert!(people::agree_to_revision(store, leo, &seen).await.unwrap(), "repeating changes nothing");
});

both!(texts_that_cannot_hold_change_nothing, async |app| {
    import(&app, &faq(&[question("how", "Slowly.")])).await;
    let of = (TextKind::Topic, "start");
    let refuse = async |texts: Vec<NewText>, entries: Option<Vec<&str>>| {
        let entries = entries.map(|keys| keys.into_iter().map(str::to_owned).collect());
        let refused = edit(&app, &operator(), of, TextEdit { texts, entries }, AskAgain::No).await;
        let Err(TextRefusal::Invalid(mistakes)) = refused else { panic!("{refused:?}") };
        mistakes.into_iter().map(|TextMistake { path, flaw, .. }| (path, flaw)).collect::<Vec<_>>()
    };
    let long = "a".repeat(20_001);
    assert_eq!(refuse(vec![text(ANSWER, "en", &long)], None).await, [(ANSWER.to_owned(), Flaw::TooLong(20_000))]);
    for path in ["questions/how", "questions", "", "key", "questions/9/answer", "questions/how/key", "../../people"] {
        assert_eq!(refuse(vec![text(path, "en", "x")], None).await, [(path.to_owned(), Flaw::UnknownPlace)]);
    }
    for keys in [vec!["how", "how"], vec!["how", "What?"], vec![""]] {
        assert_eq!(refuse(vec![], Some(keys)).await, [("questions".to_owned(), Flaw::BadKey)]);
    }
    let many: Vec<String> = (0..101).map(|number| format!("q-{number}")).collect();
    let many = many.iter().map(String::as_str).collect();
    assert_eq!(refuse(vec![], Some(many)).await, [("questions".to_owned(), Flaw::TooMany)]);
    let missing = edit(&app, &operator(), (TextKind::Topic, "end"), TextEdit::default(), AskAgain::No).await;
    assert_eq!(missing, Err(TextRefusal::NotFound));
    assert_eq!(topic(&app).await.entries().unwrap(), ["how"]);
    assert!(texts::history(&app.store, TextKind::Topic, "start").await.unwrap().is_empty());
});

both!(edited_session_is_patched_for_people_inside, async |app| {
    let version = crate::mentorship::session(&app).await;
    let of = (TextKind::Session, "goal");
    let path = "steps/read/content/0/text";
    let change = TextEdit { texts: vec![text(path, "en", "Read it twice.")], entries: None };
    edit(&app, &operator(), of, change, AskAgain::No).await.unwrap();
    let parsed = catalogue(&app.store).await.unwrap();
    let newest = parsed.sessions.newest("goal").unwrap();
    assert_eq!(newest.version, version.version, "texts are no new version");
    assert_eq!(newest.definition.steps[0].content[0].text["en"], "Read it twice.");
    let bundle = Bundle { sessions: Some(vec![version.definition.clone()]), ..Bundle::default() };
    let imported = administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap();
    assert_eq!(imported.definitions[0].change, Change::Unchanged, "kept in its versions as well");
    let parsed = catalogue(&app.store).await.unwrap();
    assert_eq!(parsed.sessions.newest("goal").unwrap().definition.steps[0].content[0].text["en"], "Read it twice.");
});

both!(list_finds_definitions_by_texts_and_missing_languages, async |app| {
    import(&app, &faq(&[question("how", "Slowly.")])).await;
    let found = async |search: &str, filters: &[(&str, &str)]| {
        let filters = filters.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect();
        let request = ListRequest { search: Some(search.to_owned()), filters, ..ListRequest::default() };
        texts::page(&app.store, &request).await.map(|page| page.rows)
    };
    let [row] = &found("wie anfang", &[]).await.unwrap()[..] else { panic!("in all languages") };
    assert_eq!((row.kind, row.key.as_str(), row.texts), (TextKind::Topic, "start", 3));
    assert_eq!((&row.missing[..], row.changed_at), (&["ar".to_owned()][..], None));
    assert_eq!(found("", &[("missing", "de")]).await.unwrap(), []);
    assert_eq!(found("", &[("kind", "topic"), ("missing", "ar")]).await.unwrap().len(), 1);
    assert_eq!(found("", &[("kind", "survey")]).await.unwrap(), []);
    assert_eq!(found("slowly today", &[]).await.unwrap(), []);
    assert!(found("", &[("kind", "people")]).await.is_err() && found("", &[("name", "x")]).await.is_err());
    set(&app, &[text(ANSWER, "en", "With care.")]).await;
    assert!(found("care", &[]).await.unwrap()[0].changed_at.is_some());
});
