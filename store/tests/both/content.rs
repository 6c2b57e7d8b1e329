//! Content comes in whole or not at all, and the same twice is the same.

use store::content::{
    self, Bundle, Card, CardPlace, Declaration, Document, Language, Origin, Picture, Programme, Texts, Topic,
    Translation,
};
use store::people::{self, Role};
use store::programmes::{self, Settings, SignUp};
use store::work_readiness::{self, Score};

use crate::world::new_person;
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
        pictures: Some(vec![Picture {
            name: "a.png".into(),
            media_type: "image/png".into(),
            bytes: vec![0, 159, 255],
        }]),
    }
}

both!(a_bundle_comes_back_as_it_was_brought, async |world| {
    let imported = content::put(&world.store, &bundle(), Origin::Operator).await.unwrap();
    assert!(imported.closed.is_empty());
    assert_eq!(content::get(&world.store).await.unwrap(), bundle());
    content::put(&world.store, &bundle(), Origin::Operator).await.unwrap();
    assert_eq!(content::get(&world.store).await.unwrap(), bundle(), "twice is once");
    let declaration: Declaration = content::one(&world.store, "mentor").await.unwrap().unwrap();
    assert_eq!(content::text_in(&declaration.text, "ar"), "نص 👍");
    assert_eq!(content::text_in(&declaration.text, "de"), "I do", "English where there is no other");
    assert!(content::one::<Declaration>(&world.store, "mentee").await.unwrap().is_none());
    assert_eq!(content::picture(&world.store, "a.png").await.unwrap().unwrap().bytes, [0, 159, 255]);
    assert!(content::picture(&world.store, "b.png").await.unwrap().is_none());
});

both!(a_fault_in_the_middle_changes_nothing, async |world| {
    content::put(&world.store, &bundle(), Origin::Operator).await.unwrap();
    let broken = Bundle {
        programmes: Some(vec![programme("another")]),
        documents: Some(vec![]),
        // The second one violates the key, after much else was written.
        cards: Some(vec![card("same"), card("same")]),
        ..Bundle::default()
    };
    assert!(content::put(&world.store, &broken, Origin::Operator).await.is_err());
    assert_eq!(content::get(&world.store).await.unwrap(), bundle());
});

both!(what_a_bundle_no_longer_has_is_gone_and_people_keep_their_programme, async |world| {
    content::put(&world.store, &bundle(), Origin::Operator).await.unwrap();
    let riverside = programmes::all(&world.store).await.unwrap().pop().unwrap();
    let mut maya = new_person("Maya", Role::Mentor);
    maya.programme_id = Some(riverside.id);
    let maya = people::add(&world.store, &maya).await.unwrap().unwrap();

    let less = Bundle { programmes: Some(vec![programme("hill")]), cards: Some(vec![]), ..Bundle::default() };
    let imported = content::put(&world.store, &less, Origin::Operator).await.unwrap();
    assert_eq!(imported.closed, ["riverside"]);
    let now = content::get(&world.store).await.unwrap();
    assert_eq!((now.cards, now.topics), (Some(vec![]), bundle().topics), "what was not spoken of stays");
    let closed = programmes::by_id(&world.store, riverside.id).await.unwrap().unwrap();
    assert!(!closed.settings.sign_up.is_open);
    assert_eq!(people::by_id(&world.store, maya).await.unwrap().unwrap().programme_id, Some(riverside.id));
    let again = content::put(&world.store, &less, Origin::Operator).await.unwrap();
    assert!(again.closed.is_empty(), "it is closed already");
});

both!(built_in_content_gives_way_to_what_an_operator_brought, async |world| {
    programmes::put(&world.store, "own", "Own", "UTC", &Settings::default()).await.unwrap();
    content::put(&world.store, &bundle(), Origin::BuiltIn).await.unwrap();
    let keys = programmes::all(&world.store).await.unwrap().into_iter().map(|programme| programme.key);
    assert_eq!(keys.collect::<Vec<_>>(), ["own"], "there was a programme");
    assert_eq!(content::all::<Topic>(&world.store).await.unwrap().len(), 2);

    let newer = Bundle { topics: Some(vec![]), ..Bundle::default() };
    content::put(&world.store, &newer, Origin::BuiltIn).await.unwrap();
    assert_eq!(content::all::<Topic>(&world.store).await.unwrap().len(), 0, "a newer program brings newer texts");
    content::put(&world.store, &Bundle { cards: Some(vec![card("mine")]), ..Bundle::default() }, Origin::Operator)
        .await
        .unwrap();
    content::put(&world.store, &bundle(), Origin::BuiltIn).await.unwrap();
    assert_eq!(content::all::<Card>(&world.store).await.unwrap(), [card("mine")]);
});

both!(a_score_of_the_same_day_takes_the_place_of_the_one_before, async |world| {
    let [_, tom, ana, _] = world.people().await;
    let score = |name: &str, day: &str, score| Score {
        name: name.to_owned(),
        measured_on: day.parse().unwrap(),
        score,
        max: 10.0,
        description: "👍".to_owned(),
    };
    let first = [(tom, score("Planning", "2026-01-10", 3.5)), (tom, score("Teamwork", "2026-01-10", 7.0))];
    work_readiness::put(&world.store, &first).await.unwrap();
    let second = [(tom, score("Planning", "2026-02-10", 5.0)), (tom, score("Planning", "2026-01-10", 4.0))];
    work_readiness::put(&world.store, &second).await.unwrap();
    let expected = [
        score("Planning", "2026-02-10", 5.0),
        score("Planning", "2026-01-10", 4.0),
        score("Teamwork", "2026-01-10", 7.0),
    ];
    assert_eq!(work_readiness::of(&world.store, tom).await.unwrap(), expected);
    assert!(work_readiness::of(&world.store, ana).await.unwrap().is_empty());
});
