//! Answer keys that staff correct: results, notices, and what imports do to them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::future::join_all;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use questions::Submission;
use serde_json::{Value, json};
use store::administration::answer_keys::{self, KeyEffects, KeyRefusal, NewKey};
use store::bus::Event;
use store::content::{
    self, Bundle, Change, Change::NewVersion, Imported, Origin, QuestionPath, Quiz, Session, Versioned,
};
use store::learning::{self, QuizOutcome, results};
use store::listing::ListRequest;
use store::outbox::{self, Mail};
use store::people::Role;
use store::programmes::rules::Fate;
use store::staff::audit;
use store::staff::{Actor, Scope, Staff};
use store::{PersonId, administration, programmes};
use test_kit::{both, operator};

use crate::mentorship::{people_of, person};
use crate::test_store::{TestStore, next_events};

/// A session with one quiz: which place is quiet, what belongs in a bag, the order of a morning, and how the reader feels.
pub(crate) fn places(right: &[&str], further: &[&str]) -> Session {
    let text = |text: &str| json!({"en": text});
    let option = |key: &str, is_correct: bool| json!({"key": key, "label": text(key), "is_correct": is_correct});
    let places = ["kitchen", "room"].iter().chain(further);
    let places: Vec<_> = places.map(|key| option(key, right.contains(key))).collect();
    let bag = ["pen", "sofa", "book"].map(|key| option(key, key != "sofa"));
    let plain = |keys: [&str; 3]| keys.map(|key| option(key, false));
    serde_json::from_value(json!({
        "key": "first-call", "title": {"en": "Your first call", "de": "Dein erstes Gespräch"}, "overview": text("Prepare."),
        "banner": "letter.svg", "color": "green", "audience": "learning_hub", "roles": ["mentee", "mentor"],
        "published_on": "2026-02-01",
        "steps": [{"key": "prepare", "title": text("Prepare"), "minutes": 5, "content": [{"type": "QUIZ", "quiz": {
            "key": "check", "allow_retake": true, "questions": [
                {"key": "place", "type": "SingleChoiceRadio", "label": text("Which place?"), "options": places},
                {"key": "bag", "type": "MultiChoiceDropDown", "label": text("What do you take?"), "options": bag},
                {"key": "morning", "type": "ArrangeInOrder", "label": text("In which order?"),
                    "options": plain(["wake", "eat", "walk"])},
                {"key": "mood", "type": "SingleChoiceRadio", "label": text("How are you?"), "options": plain(["a", "b", "c"])},
            ],
        }}]}],
    }))
    .unwrap()
}

pub(crate) async fn import(app: &TestStore, session: Session) -> Imported {
    let bundle = Bundle { sessions: Some(vec![session]), ..Bundle::default() };
    administration::import_content(&app.store, &operator(), &bundle, Origin::Operator).await.unwrap()
}

pub(crate) fn path(question: &str) -> QuestionPath {
    QuestionPath { session: "first-call".to_owned(), quiz: "check".to_owned(), question: question.to_owned() }
}

fn keys(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| (*key).to_owned()).collect()
}

async fn newest(app: &TestStore) -> std::sync::Arc<Versioned<Session>> {
    content::catalogue(&app.store).await.unwrap().sessions.newest("first-call").unwrap().clone()
}

fn quiz(session: &Session) -> &Quiz {
    session.steps[0].content[0].quiz.as_ref().unwrap()
}

async fn key_of(app: &TestStore, question: &str) -> Vec<String> {
    let session = newest(app).await;
    quiz(&session.definition).questions.iter().find(|one| one.key == question).unwrap().answer_key().unwrap()
}

/// Corrects a key as staff who have just seen it, a second after the last answer.
async fn correct(app: &TestStore, question: &str, key: &[&str]) -> Result<KeyEffects, KeyRefusal> {
    app.store.clock.advance(Duration::from_secs(1));
    let (path, key, expected) = (path(question), keys(key), key_of(app, question).await);
    let new = NewKey { path: &path, key: &key, expected: &expected };
    let expected = answer_keys::preview(&app.store, &operator(), new.clone()).await.unwrap();
    let effects = answer_keys::correct(&app.store, &operator(), new).await.unwrap();
    assert_eq!(effects, expected, "as previewed");
    effects
}

async fn answer(app: &TestStore, person: PersonId, answers: Value) {
    let session = newest(app).await;
    answer_in(app, person, &session, answers).await;
}

async fn answer_in(app: &TestStore, person: PersonId, session: &Versioned<Session>, answers: Value) {
    learning::start(&app.store, person, "first-call", session).await.unwrap();
    let submission = Submission { answers: serde_json::from_value(answers).unwrap(), dropped: Vec::new() };
    let (definition, request) = (&session.definition, app.store.clock.id::<uuid::Uuid>().to_string());
    let step = &definition.steps[0];
    let stored = learning::submit_quiz(
        &app.store,
        person,
        "first-call",
        definition,
        step,
        quiz(definition),
        &submission,
        &request,
        None,
    );
    assert_eq!(stored.await.unwrap(), QuizOutcome::Stored);
}

/// Right and scored questions of a person.
async fn score(app: &TestStore, person: PersonId) -> (usize, usize) {
    let begun = learning::record::of_person(&app.store, person).await.unwrap().progress.remove(0);
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let session = catalogue.sessions.at("first-call", begun.version).unwrap();
    let attempt = learning::attempts(&app.store, person, "first-call").await.unwrap().remove("check").unwrap();
    questions::score(&quiz(&session.definition).questions, &attempt.answers)
}

/// The names of those who get a mail about a changed result.
async fn notified(app: &TestStore) -> Vec<String> {
    while answer_keys::notify_due(&app.store).await.unwrap() > 0 {}
    let jobs = outbox::lease::<Mail>(&app.store, outbox::MAIL, 1000, chrono::Duration::minutes(5)).await.unwrap();
    let mut names = Vec::new();
    for job in jobs {
        outbox::done(&app.store, job.id).await.unwrap();
        if job.payload.template == "answer_key_corrected" {
            assert_eq!(job.payload.values["session"], "Your first call");
            assert_eq!(job.payload.values["page"], "session/sessionintroduction/first-call");
            names.push(job.payload.to.split('@').next().unwrap().to_owned());
        }
    }
    names.sort();
    names
}

both!(corrected_key_changes_results_and_nothing_else, async |app| {
    let [nina, leo, ada, _] = people_of(&app).await;
    import(&app, places(&["kitchen"], &[])).await;
    answer(&app, leo, json!({"place": "room", "bag": ["pen", "book"], "morning": ["wake", "eat", "walk"]})).await;
    answer(&app, ada, json!({"place": "kitchen", "bag": ["pen"]})).await;
    answer(&app, nina, json!({"bag": ["pen"]})).await;
    assert_eq!([score(&app, leo).await, score(&app, ada).await], [(2, 3), (1, 3)]);
    let before = learning::record::of_person(&app.store, leo).await.unwrap();
    app.store.clock.advance(Duration::from_secs(60));

    let mut listener = app.store.bus.listen();
    let effects = correct(&app, "place", &["room"]).await.unwrap();
    assert_eq!(effects, KeyEffects { people: 3, gained: 1, lost: 1, all_right: 1 });
    let [Event::RulesChanged, Event::TopicsChanged { people, .. }] = &next_events(&mut listener).await[..] else {
        panic!("other events")
    };
    assert_eq!(people.iter().collect::<BTreeSet<_>>(), BTreeSet::from([&nina, &leo, &ada]));
    assert_eq!([score(&app, leo).await, score(&app, ada).await], [(3, 3), (0, 3)]);
    let after = learning::record::of_person(&app.store, leo).await.unwrap();
    assert!(after.progress[0].completed_at.is_some());
    assert_eq!(after, before, "what is completed stays");
    assert_eq!(newest(&app).await.version, 1, "no new version");
    let session = newest(&app).await;
    let attempt = learning::attempts(&app.store, leo, "first-call").await.unwrap().remove("check").unwrap();
    assert_eq!(session.corrected_after("check", attempt.submitted_at), Some(app.store.clock.now()));
    answer(&app, nina, json!({"place": "room"})).await;
    let attempt = learning::attempts(&app.store, nina, "first-call").await.unwrap().remove("check").unwrap();
    assert_eq!(session.corrected_after("check", attempt.submitted_at), None, "an answer after it");

    assert_eq!(notified(&app).await, ["ada", "leo"]);
    let [row] = &audit_rows(&app).await[..] else { panic!("not one row") };
    let values: Value = serde_json::from_str(row.new_values.as_ref().unwrap()).unwrap();
    assert_eq!((&values["submitted"], &values["right_now"], &values["wrong_now"]), (&json!(3), &json!(1), &json!(1)));
    assert_eq!((&values["answer_key"], row.programme_id), (&json!(["room"]), None));
    let old: Value = serde_json::from_str(row.old_values.as_ref().unwrap()).unwrap();
    assert_eq!(old["answer_key"], json!(["kitchen"]));

    assert_eq!(correct(&app, "place", &["room"]).await, Ok(KeyEffects::default()), "again");
    assert_eq!(audit_rows(&app).await.len(), 1);
    correct(&app, "place", &["kitchen"]).await.unwrap();
    assert_eq!([score(&app, leo).await, score(&app, ada).await], [(2, 3), (1, 3)], "set back");
    assert_eq!(notified(&app).await, ["ada", "leo", "nina"]);
});

async fn audit_rows(app: &TestStore) -> Vec<audit::ListedAct> {
    let rows = audit::page(&app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    rows.into_iter().filter(|row| row.action == "correct_answer_key").collect()
}

both!(all_forms_of_keys_are_corrected_and_impossible_ones_refused, async |app| {
    let [_, leo, ..] = people_of(&app).await;
    import(&app, places(&["kitchen"], &[])).await;
    answer(&app, leo, json!({"place": "room", "bag": ["pen", "sofa"], "morning": ["eat", "wake", "walk"]})).await;
    for (question, key, expected) in [
        ("bag", &["sofa", "pen"][..], (1, 3)),
        ("morning", &["eat", "wake", "walk"], (2, 3)),
        ("place", &["kitchen", "room"], (3, 3)),
        ("morning", &["walk", "wake", "eat"], (2, 3)),
    ] {
        correct(&app, question, key).await.unwrap();
        assert_eq!(score(&app, leo).await, expected, "{question} {key:?}");
    }
    for (question, key) in [
        ("place", &[][..]),
        ("place", &["garden"]),
        ("place", &["room", "room"]),
        ("morning", &["walk", "wake"]),
        ("morning", &["walk", "wake", "wake"]),
    ] {
        assert_eq!(correct(&app, question, key).await, Err(KeyRefusal::Invalid), "{question} {key:?}");
    }
    let correct = async |actor: &Actor, question: &str, expected: &[&str]| {
        let (path, expected) = (path(question), keys(expected));
        let new = NewKey { path: &path, key: &keys(&["a"]), expected: &expected };
        answer_keys::correct(&app.store, actor, new).await.unwrap().unwrap_err()
    };
    assert_eq!(correct(&operator(), "mood", &[]).await, KeyRefusal::NotFound, "no answer is right or wrong");
    assert_eq!(correct(&operator(), "sleep", &[]).await, KeyRefusal::NotFound);
    let (path, room) = (path("place"), keys(&["room"]));
    let stale = NewKey { path: &path, key: &room, expected: &room };
    let refused = answer_keys::correct(&app.store, &operator(), stale).await.unwrap();
    assert_eq!(refused, Err(KeyRefusal::Changed(keys(&["kitchen", "room"]))));
    let lakeside = programmes::all(&app.store).await.unwrap()[0].id;
    let sam = person(&app, "sam", Role::Staff, lakeside).await;
    let coordinator = Actor::Staff(Staff { person: sam, scope: Scope::Programmes(vec![lakeside]) });
    assert_eq!(correct(&coordinator, "place", &["kitchen"]).await, KeyRefusal::NotPermitted);
});

both!(older_versions_with_the_same_options_are_corrected_too, async |app| {
    let [_, leo, ada, ben] = people_of(&app).await;
    import(&app, places(&["kitchen"], &[])).await;
    answer(&app, leo, json!({"place": "room"})).await;
    import(&app, places(&["kitchen"], &["garden"])).await;
    answer(&app, ada, json!({"place": "room"})).await;
    let mut third = places(&["kitchen"], &["garden"]);
    third.steps[0].minutes = 6;
    let imported = import(&app, third).await;
    assert_eq!(imported.definitions[0].change, NewVersion(3));
    answer(&app, ben, json!({"place": "room"})).await;
    let effects = correct(&app, "place", &["room"]).await.unwrap();
    assert_eq!(effects, KeyEffects { people: 2, gained: 2, lost: 0, all_right: 0 });
    assert_eq!([score(&app, leo).await.0, score(&app, ada).await.0, score(&app, ben).await.0], [0, 1, 1]);
    assert_eq!(notified(&app).await, ["ada", "ben"], "leo was asked with other options");
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let session = newest(&app).await;
    let tallies = results::tallies(&app.store, &Scope::Installation, &catalogue, &session).await.unwrap();
    let tally = &tallies[&("check".to_owned(), "place".to_owned())];
    assert_eq!((tally.submitted, tally.right, tally.options["room"]), (2, 2, 2));
    let nowhere = Scope::Programmes(Vec::new());
    let nowhere = results::tallies(&app.store, &nowhere, &catalogue, &session).await.unwrap();
    assert!(nowhere.values().all(|tally| tally.submitted == 0), "outside the scope");
});

both!(import_keeps_corrected_key_unless_it_changed_that_key, async |app| {
    people_of(&app).await;
    import(&app, places(&["kitchen"], &[])).await;
    correct(&app, "place", &["room"]).await.unwrap();
    let fates =
        |imported: &Imported| imported.keys.iter().map(|one| (one.path.question.clone(), one.fate)).collect::<Vec<_>>();
    let bundle = Bundle { sessions: Some(vec![places(&["kitchen"], &[])]), ..Bundle::default() };
    let rehearsed = content::preview(&app.store, &bundle).await.unwrap();
    let imported = import(&app, places(&["kitchen"], &[])).await;
    assert_eq!(rehearsed, imported);
    assert_eq!(fates(&imported), [("place".to_owned(), Fate::Kept)]);
    assert_eq!((imported.definitions[0].change, key_of(&app, "place").await), (Change::Unchanged, keys(&["room"])));
    // Other changes of the bundle arrive, with the corrected key.
    let longer = |right: &[&str]| {
        let mut session = places(right, &[]);
        session.steps[0].minutes = 6;
        session
    };
    let imported = import(&app, longer(&["kitchen"])).await;
    assert_eq!(fates(&imported), [("place".to_owned(), Fate::Kept)]);
    assert_eq!((imported.definitions[0].change, key_of(&app, "place").await), (NewVersion(2), keys(&["room"])));
    let exported = content::get(&app.store).await.unwrap().sessions.unwrap().remove(0);
    assert_eq!(exported, longer(&["room"]), "an export holds it");
    // With another option it is another question.
    let imported = import(&app, places(&["kitchen"], &["garden"])).await;
    assert_eq!(fates(&imported), [("place".to_owned(), Fate::Replaced)]);
    assert_eq!((imported.definitions[0].change, key_of(&app, "place").await), (NewVersion(3), keys(&["kitchen"])));
    correct(&app, "place", &["room"]).await.unwrap();
    // The bundle changes that very key.
    let imported = import(&app, places(&["garden"], &["garden"])).await;
    assert_eq!(fates(&imported), [("place".to_owned(), Fate::Replaced)]);
    assert_eq!((imported.definitions[0].change, key_of(&app, "place").await), (NewVersion(4), keys(&["garden"])));
    let imported = import(&app, places(&["garden"], &["garden"])).await;
    assert_eq!((fates(&imported), imported.definitions[0].change), (Vec::new(), Change::Unchanged));
    // It says what staff say: no conflict.
    correct(&app, "place", &["room"]).await.unwrap();
    let imported = import(&app, places(&["room"], &["garden"])).await;
    assert_eq!((fates(&imported), imported.definitions[0].change), (Vec::new(), Change::Unchanged));
});

both!(single_definition_leaves_what_staff_changed_elsewhere, async |app| {
    people_of(&app).await;
    let named = |key: &str| Session { key: key.to_owned(), ..places(&["kitchen"], &[]) };
    let original =
        Bundle { sessions: Some(vec![named("a"), named("b"), places(&["kitchen"], &[])]), ..Bundle::default() };
    let import = async |bundle: &Bundle| {
        administration::import_content(&app.store, &operator(), bundle, Origin::Operator).await.unwrap()
    };
    import(&original).await;
    correct(&app, "place", &["room"]).await.unwrap();
    crate::content_texts::set_overview(&app, "b", "Mine.").await;
    let mut one = named("a");
    one.steps[0].minutes = 6;
    let new = named("bb");
    let single = Bundle { sessions: Some(vec![one, new]), leaves_others: true, ..Bundle::default() };
    let imported = import(&single).await;
    assert_eq!((&imported.keys, &imported.texts), (&vec![], &vec![]));
    let changed: Vec<_> = imported.definitions.iter().map(|one| (one.key.as_str(), one.change)).collect();
    let expected =
        [("a", NewVersion(2)), ("b", Change::Unchanged), ("bb", Change::Added), ("first-call", Change::Unchanged)];
    assert_eq!(changed, expected);
    let imported = import(&original).await;
    assert_eq!(imported.keys.iter().map(|one| one.fate).collect::<Vec<_>>(), [Fate::Kept]);
    assert_eq!(imported.texts.iter().map(|one| (one.key.as_str(), one.fate)).collect::<Vec<_>>(), [("b", Fate::Kept)]);
    assert_eq!(key_of(&app, "place").await, keys(&["room"]));
});

both!(simultaneous_corrections_collide, async |app| {
    people_of(&app).await;
    import(&app, places(&["kitchen"], &[])).await;
    let (path, room, kitchen, actor) = (path("place"), keys(&["room"]), keys(&["kitchen"]), operator());
    let new = NewKey { path: &path, key: &room, expected: &kitchen };
    let answers = join_all((0..4).map(|_| answer_keys::correct(&app.store, &actor, new.clone()))).await;
    let (done, refused): (Vec<_>, Vec<_>) = answers.into_iter().map(Result::unwrap).partition(Result::is_ok);
    assert_eq!((done.len(), refused.len(), audit_rows(&app).await.len()), (1, 3, 1));
    assert!(refused.iter().all(|refusal| *refusal == Err(KeyRefusal::Changed(room.clone()))));
});

both!(closed_accounts_are_not_notified, async |app| {
    let [_, leo, ada, ben] = people_of(&app).await;
    import(&app, places(&["kitchen"], &[])).await;
    for person in [leo, ada, ben] {
        answer(&app, person, json!({"place": "room"})).await;
    }
    administration::set_disabled(&app.store, &operator(), ada, true, None).await.unwrap();
    let row = store::people::by_id(&app.store, ben).await.unwrap().unwrap();
    store::erase::erase(&app.store, &operator(), &row).await.unwrap();
    let effects = correct(&app, "place", &["room"]).await.unwrap();
    assert_eq!((effects.people, effects.gained), (2, 2), "the answers of the erased are gone");
    assert_eq!(notified(&app).await, ["leo"]);
});

/// Answers of four people, and keys one after the other.
type Script = (Vec<[usize; 3]>, Vec<(usize, usize)>);

const PLACES: [&str; 2] = ["kitchen", "room"];
const BAGS: [&[&str]; 4] = [&["pen"], &["book", "pen"], &["sofa"], &["book", "pen", "sofa"]];
const MORNINGS: [[&str; 3]; 3] = [["wake", "eat", "walk"], ["eat", "wake", "walk"], ["walk", "eat", "wake"]];

both!(rescored_results_equal_results_from_scratch, async |app| {
    let people = people_of(&app).await;
    let strategy = (
        prop::collection::vec([0..2_usize, 0..4_usize, 0..3_usize], 4),
        prop::collection::vec((0..3_usize, 0..12_usize), 1..8),
    );
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    for round in 0..6_u32 {
        let (answers, corrections): Script = strategy.new_tree(&mut runner).unwrap().current();
        let mut session = places(&["kitchen"], &[]);
        // Each round has a version of its own, and keys as written.
        session.steps[0].minutes = u16::try_from(round).unwrap() + 10;
        app.execute("DELETE FROM answer_key_corrections").await;
        app.execute("DELETE FROM session_progress").await;
        app.execute("DELETE FROM quiz_attempts").await;
        app.execute("DELETE FROM completed_steps").await;
        import(&app, session).await;
        notified(&app).await;
        let mut given = BTreeMap::new();
        for (person, [place, bag, morning]) in people.into_iter().zip(&answers) {
            let of = json!({"place": PLACES[*place], "bag": BAGS[*bag], "morning": MORNINGS[*morning]});
            answer(&app, person, of.clone()).await;
            given.insert(person, of);
        }
        let mut key = json!({"place": ["kitchen"], "bag": ["book", "pen"], "morning": MORNINGS[0]});
        let right = |key: &Value, of: &Value| {
            let place = key["place"].as_array().unwrap().contains(&of["place"]);
            usize::from(place) + usize::from(of["bag"] == key["bag"]) + usize::from(of["morning"] == key["morning"])
        };
        for (question, number) in corrections {
            let before: Vec<_> = people.iter().map(|person| right(&key, &given[person])).collect();
            let completed: Vec<_> = completions(&app, &people).await;
            let (name, wanted): (_, Vec<&str>) = match question {
                0 => ("place", vec![PLACES[number % 2]]),
                1 => ("bag", BAGS[number % 4].to_vec()),
                _ => ("morning", MORNINGS[number % 3].to_vec()),
            };
            key[name] = json!(wanted);
            let effects = correct(&app, name, &wanted).await.unwrap();
            let after: Vec<_> = people.iter().map(|person| right(&key, &given[person])).collect();
            for (person, expected) in people.iter().zip(&after) {
                assert_eq!(score(&app, *person).await, (*expected, 3), "{key} {:?}", given[person]);
            }
            let both = || before.iter().zip(&after);
            let (gained, lost) = (both().filter(|(b, a)| a > b).count(), both().filter(|(b, a)| a < b).count());
            assert_eq!((effects.gained, effects.lost), (gained, lost), "{name} {wanted:?}");
            assert_eq!(notified(&app).await.len(), gained + lost);
            assert_eq!(completions(&app, &people).await, completed, "never fall");
        }
    }
});

async fn completions(app: &TestStore, people: &[PersonId]) -> Vec<bool> {
    let mut all = Vec::new();
    for person in people {
        let record = learning::record::of_person(&app.store, *person).await.unwrap();
        all.push(record.progress[0].completed_at.is_some());
    }
    all
}
