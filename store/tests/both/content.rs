//! Content imports are atomic and idempotent.

use std::sync::Arc;

use serde_json::json;
use store::administration;
use store::content::{
    self, Bundle, Card, CardPlace, Change, Declaration, Document, FeedEvent, FeedItem, Language, Origin, Picture,
    Programme, Survey, Tag, Texts, Topic, Translation,
};
use store::people::{self, Role};
use store::programmes::{self, Settings, SignUp};
use store::work_readiness::{self, Score};

use crate::test_store::new_person;
use test_kit::both;

fn texts(english: &str) -> Texts {
    Texts::from([("en".to_owned(), english.to_owned()), ("ar".to_owned(), "نص 👍".to_owned())])
}

fn programme(key: &str) -> Programme {
    let sign_up = SignUp { is_open: true, ..SignUp::default() };
    let settings = Settings { sign_up, ..Settings::default() };
    Programme { key: key.to_owned(), name: key.to_uppercase(), time_zone: "Europe/Berlin".to_owned(), settings }
}

fn card(key: &str) -> Card {
    Card {
        key: key.to_owned(),
        place: CardPlace::Internship,
        picture: Some("a.png".to_owned()),
        alt: texts("A"),
        link: "/chat".to_owned(),
        text: texts("Card"),
    }
}

/// An empty item of the feed.
fn post() -> FeedItem {
    serde_json::from_value(json!({"key": "", "event": "post", "published_on": "2026-03-02"})).unwrap()
}

fn bundle() -> Bundle {
    let language =
        |code: &str, is_default| Language { code: code.into(), name: code.into(), is_active: true, is_default };
    Bundle {
        languages: Some(vec![language("en", true), language("ar", false)]),
        programmes: Some(vec![programme("hill"), programme("riverside")]),
        documents: Some(vec![Document { id: 3, title: texts("Privacy"), text: texts("## We keep\n\nlittle") }]),
        topics: Some(vec![
            Topic { key: "z".into(), title: texts("Z"), questions: vec![] },
            Topic { key: "a".into(), title: texts("A"), questions: vec![] },
        ]),
        cards: Some(vec![card("one"), card("two")]),
        declarations: Some(vec![Declaration { role: Role::Mentor, text: texts("I do") }]),
        translations: Some(vec![Translation {
            language: "ar".into(),
            texts: [("app".to_owned(), Texts::new())].into(),
        }]),
        surveys: Some(vec![Survey {
            key: "about-you".into(),
            name: texts("About you"),
            short_description: texts("Two minutes"),
            picture: None,
            allows_password: false,
            stages: vec![],
        }]),
        tags: Some(vec![Tag { key: "goals".into(), label: texts("Goals") }]),
        sessions: Some(vec![]),
        feed: Some(vec![FeedItem {
            key: "hello".into(),
            event: FeedEvent::Quote,
            published_on: "2026-03-02".parse().unwrap(),
            roles: vec![Role::Mentee],
            text: texts("Hello"),
            author: texts("Ana"),
            ..post()
        }]),
        pictures: Some(vec![Picture {
            name: "a.png".into(),
            media_type: "image/png".into(),
            bytes: vec![0, 159, 255],
        }]),
        mails: None,
        leaves_others: false,
    }
}

both!(imported_bundle_is_returned_unchanged, async |app| {
    let imported =
        store::administration::import_content(&app.store, &test_kit::operator(), &bundle(), Origin::Operator)
            .await
            .unwrap();
    assert!(imported.closed.is_empty());
    assert_eq!(content::get(&app.store).await.unwrap(), bundle());
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle(), Origin::Operator)
        .await
        .unwrap();
    assert_eq!(content::get(&app.store).await.unwrap(), bundle(), "an import is idempotent");
    let declaration: Declaration = content::by_key(&app.store, "mentor").await.unwrap().unwrap();
    assert_eq!(content::text_in(&declaration.text, "ar"), "نص 👍");
    assert_eq!(content::text_in(&declaration.text, "de"), "I do", "English is the fallback");
    assert!(content::by_key::<Declaration>(&app.store, "mentee").await.unwrap().is_none());
    assert_eq!(content::picture(&app.store, "a.png").await.unwrap().unwrap().bytes, [0, 159, 255]);
    assert!(content::picture(&app.store, "b.png").await.unwrap().is_none());
});

both!(failed_import_changes_nothing, async |app| {
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle(), Origin::Operator)
        .await
        .unwrap();
    let broken = Bundle {
        programmes: Some(vec![programme("another")]),
        documents: Some(vec![]),
        // The second card violates the key after other rows were written.
        cards: Some(vec![card("same"), card("same")]),
        ..Bundle::default()
    };
    assert!(
        store::administration::import_content(&app.store, &test_kit::operator(), &broken, Origin::Operator)
            .await
            .is_err()
    );
    assert_eq!(content::get(&app.store).await.unwrap(), bundle());
});

both!(import_removes_missing_content_and_keeps_programmes, async |app| {
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle(), Origin::Operator)
        .await
        .unwrap();
    let riverside = programmes::all(&app.store).await.unwrap().pop().unwrap();
    let mut maya = new_person("Maya", Role::Mentor);
    maya.programme_id = Some(riverside.id);
    let maya = people::add(&app.store, &test_kit::operator(), &maya).await.unwrap().unwrap();

    let reduced = Bundle { programmes: Some(vec![programme("hill")]), cards: Some(vec![]), ..Bundle::default() };
    let imported = store::administration::import_content(&app.store, &test_kit::operator(), &reduced, Origin::Operator)
        .await
        .unwrap();
    assert_eq!(imported.closed, ["riverside"]);
    let now = content::get(&app.store).await.unwrap();
    assert_eq!((now.cards, now.topics), (Some(vec![]), bundle().topics), "omitted sections stay");
    let closed = programmes::by_id(&app.store, riverside.id).await.unwrap().unwrap();
    assert!(!closed.settings.sign_up.is_open);
    assert_eq!(people::by_id(&app.store, maya).await.unwrap().unwrap().programme_id, Some(riverside.id));
    let again = store::administration::import_content(&app.store, &test_kit::operator(), &reduced, Origin::Operator)
        .await
        .unwrap();
    assert!(again.closed.is_empty(), "the programme is closed already");
});

both!(operator_content_overrides_built_in_content, async |app| {
    administration::put_programme(&app.store, &test_kit::operator(), "own", "Own", "UTC", &Settings::default())
        .await
        .unwrap();
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle(), Origin::BuiltIn).await.unwrap();
    let keys = programmes::all(&app.store).await.unwrap().into_iter().map(|programme| programme.key);
    assert_eq!(keys.collect::<Vec<_>>(), ["own"], "existing programmes stay");
    assert_eq!(content::all::<Topic>(&app.store).await.unwrap().len(), 2);

    let newer = Bundle { topics: Some(vec![]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &newer, Origin::BuiltIn).await.unwrap();
    assert_eq!(
        content::all::<Topic>(&app.store).await.unwrap().len(),
        0,
        "a newer release replaces its built-in content"
    );
    store::administration::import_content(
        &app.store,
        &test_kit::operator(),
        &Bundle { cards: Some(vec![card("mine")]), ..Bundle::default() },
        Origin::Operator,
    )
    .await
    .unwrap();
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle(), Origin::BuiltIn).await.unwrap();
    assert_eq!(content::all::<Card>(&app.store).await.unwrap(), [card("mine")]);
});

both!(score_of_same_day_replaces_previous, async |app| {
    let [_, tom, ana, _] = app.people().await;
    let score = |name: &str, day: &str, score| Score {
        name: name.to_owned(),
        measured_on: day.parse().unwrap(),
        score,
        max: 10.0,
        description: "👍".to_owned(),
    };
    let first = [(tom, score("Planning", "2026-01-10", 3.5)), (tom, score("Teamwork", "2026-01-10", 7.0))];
    work_readiness::put(&app.store, &test_kit::operator(), &first).await.unwrap();
    let second = [(tom, score("Planning", "2026-02-10", 5.0)), (tom, score("Planning", "2026-01-10", 4.0))];
    work_readiness::put(&app.store, &test_kit::operator(), &second).await.unwrap();
    let expected = [
        score("Planning", "2026-02-10", 5.0),
        score("Planning", "2026-01-10", 4.0),
        score("Teamwork", "2026-01-10", 7.0),
    ];
    assert_eq!(work_readiness::of(&app.store, tom).await.unwrap(), expected);
    assert!(work_readiness::of(&app.store, ana).await.unwrap().is_empty());
});

/// A survey whose only question has this label and these options.
fn asking(label: &str, options: &[&str]) -> Bundle {
    let options = options.iter().map(|key| json!({"key": key, "label": {"en": key}})).collect::<Vec<_>>();
    let question = json!({"key": "mood", "type": "SingleChoiceRadio", "label": {"en": label}, "options": options});
    let page = json!({"title": {"en": "You"}, "questions": [question]});
    let stage = json!({"key": "you", "name": {"en": "You"}, "pages": [page]});
    let survey = json!({
        "key": "mood", "name": {"en": "Mood"}, "short_description": {"en": "How it is"}, "stages": [stage],
    });
    Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() }
}

fn change_of(imported: &content::Imported) -> Change {
    assert_eq!(imported.definitions.len(), 1, "{:?}", imported.definitions);
    assert_eq!((imported.definitions[0].kind, imported.definitions[0].key.as_str()), ("survey", "mood"));
    imported.definitions[0].change
}

both!(import_says_what_becomes_of_each_definition, async |app| {
    let put = async |bundle: &Bundle| {
        let announced = content::preview(&app.store, bundle).await.unwrap();
        let before = content::catalogue(&app.store).await.unwrap();
        let again = content::catalogue(&app.store).await.unwrap();
        assert!(Arc::ptr_eq(&before, &again), "a preview changes nothing");
        let imported =
            store::administration::import_content(&app.store, &test_kit::operator(), bundle, Origin::Operator)
                .await
                .unwrap();
        assert_eq!(announced, imported);
        let is_same = Arc::ptr_eq(&before, &content::catalogue(&app.store).await.unwrap());
        assert_eq!(is_same, change_of(&imported) == Change::Unchanged, "an unchanged import is not parsed again");
        change_of(&imported)
    };
    let none = Bundle { surveys: Some(vec![]), ..Bundle::default() };
    assert_eq!(put(&asking("How are you?", &["good", "bad"])).await, Change::Added);
    assert_eq!(put(&asking("How are you?", &["good", "bad"])).await, Change::Unchanged);
    assert_eq!(put(&asking("How do you feel?", &["good", "bad"])).await, Change::Patched);
    assert_eq!(put(&asking("How do you feel?", &["good", "bad", "so-so"])).await, Change::NewVersion(2));
    assert_eq!(put(&none).await, Change::Retired { begun: 0 });
    assert!(
        store::administration::import_content(&app.store, &test_kit::operator(), &none, Origin::Operator)
            .await
            .unwrap()
            .definitions
            .is_empty()
    );
    let catalogue = content::catalogue(&app.store).await.unwrap();
    assert!(catalogue.surveys.to_begin("mood").is_none());
    assert_eq!(catalogue.surveys.newest("mood").unwrap().version, 2, "those inside keep it");
    assert_eq!(put(&asking("How do you feel?", &["good", "bad", "so-so"])).await, Change::Returned);
    assert_eq!(put(&none).await, Change::Retired { begun: 0 });
    assert_eq!(put(&asking("How do you feel?", &["good", "bad"])).await, Change::NewVersion(3));

    let catalogue = content::catalogue(&app.store).await.unwrap();
    let label =
        |version| catalogue.surveys.at("mood", version).unwrap().definition.stages[0].pages[0].questions[0].clone();
    assert_eq!((label(1).label["en"].as_str(), label(1).options.len()), ("How do you feel?", 2));
    assert_eq!((label(2).options.len(), label(3).options.len()), (3, 2));
    assert_eq!(catalogue.surveys.to_begin("mood").unwrap().version, 3);
});

both!(imports_at_once_make_one_version_each, async |app| {
    store::administration::import_content(
        &app.store,
        &test_kit::operator(),
        &asking("How are you?", &["good", "bad"]),
        Origin::Operator,
    )
    .await
    .unwrap();
    let second = app.second_node().await;
    let (two, three) =
        (asking("How are you?", &["good", "bad", "so-so"]), asking("How are you?", &["good", "bad", "other"]));
    let actor = test_kit::operator();
    let (a, b) = tokio::join!(
        store::administration::import_content(&app.store, &actor, &two, Origin::Operator),
        store::administration::import_content(&second, &actor, &three, Origin::Operator)
    );
    let mut versions = [change_of(&a.unwrap()), change_of(&b.unwrap())];
    versions.sort_by_key(|change| matches!(change, Change::NewVersion(3)));
    assert_eq!(versions, [Change::NewVersion(2), Change::NewVersion(3)]);
    second.close().await;
});
