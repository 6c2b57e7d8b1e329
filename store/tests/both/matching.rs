//! Matching: rounds, decisions, groups, time, and many requests at once.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use store::content::{self, Bundle, Origin};
use store::matching::decisions::{self, Choices, Submitted};
use store::matching::pool::{self, Joined};
use store::matching::views::{self, Screen};
use store::matching::{self, Choice, State, Tracker, runs};
use store::people::{self, NewPerson, Role};
use store::programmes::{self, Programme};
use store::surveys::{self, Mode};
use store::{PersonId, ProgrammeId, SignedIn, Store, administration};

use crate::TestApp;

mod admission;
mod confirmations;
mod drafts;
mod endings;
mod fairness;
mod group_hold;
mod histories;
mod membership;
mod past;
mod rounds;
mod time;

/// A programme with one survey, two criteria and rounds that staff publish.
async fn programme(app: &TestApp, more: Value) -> Programme {
    named_programme(app, "lakeside", more).await
}

pub(crate) async fn named_programme(app: &TestApp, key: &str, more: Value) -> Programme {
    let options =
        |keys: &[&str]| -> Value { keys.iter().map(|key| json!({"key": key, "label": {"en": key}})).collect() };
    let questions = json!([
        {"key": "tongues", "type": "MultiChoiceDropDown", "label": {"en": "Languages?"}, "criterion": "languages",
         "options": options(&["arabic", "english", "german"])},
        {"key": "field", "type": "SingleChoiceRadio", "label": {"en": "Field?"}, "criterion": "field",
         "options": options(&["arts", "care", "tech"])},
    ]);
    let page = json!({"title": {"en": "You"}, "questions": questions});
    let stage = json!({"key": "you", "name": {"en": "You"}, "pages": [page]});
    let survey =
        json!({"key": "about", "name": {"en": "About you"}, "short_description": {"en": "You."}, "stages": [stage]});
    let bundle = Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::BuiltIn).await.unwrap();
    let mut rules = json!({
        "criteria": [
            {"key": "languages", "title": {"en": "Languages"}, "weight": 8, "comparison": "overlap", "mandatory": "both",
             "is_exclusive": true},
            {"key": "field", "title": {"en": "Field"}, "weight": 5, "comparison": "equal"},
        ],
        "enter_after": {"mentee": {"surveys": ["about"]}, "mentor": {"surveys": ["about"]}},
        "proposals_per_place": 1000,
    });
    rules.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let takes_surveys = json!({"survey": "use"});
    let experiences = json!({"mentor": takes_surveys, "mentee": takes_surveys});
    let settings = serde_json::from_value(json!({"matching": rules, "experiences": experiences})).unwrap();
    let id =
        administration::put_programme(&app.store, &test_kit::operator(), key, "Lakeside", "Europe/Berlin", &settings)
            .await
            .unwrap();
    programmes::by_id(&app.store, id).await.unwrap().unwrap()
}

/// Adds a person who has answered the survey and waits in the pool.
pub(crate) async fn waiting(
    app: &TestApp,
    of: &Programme,
    name: &str,
    role: Role,
    languages: &[&str],
    field: &str,
) -> PersonId {
    let person = add(app, of.id, name, role).await;
    answer(&app.store, person, languages, field).await;
    assert_eq!(
        pool::join(&app.store, &test_kit::operator(), &signed_in(&app.store, person).await).await.unwrap(),
        Joined::InPool
    );
    person
}

pub(crate) async fn add(app: &TestApp, programme: ProgrammeId, name: &str, role: Role) -> PersonId {
    let person = NewPerson {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: "Silva".to_owned(),
        role,
        programme_id: Some(programme),
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap()
}

pub(crate) async fn answer(store: &Store, person: PersonId, languages: &[&str], field: &str) {
    let catalogue = content::catalogue(store).await.unwrap();
    let survey = catalogue.surveys.to_begin("about").unwrap();
    let stage = &survey.definition.stages[0];
    let given = BTreeMap::from([("tongues".to_owned(), json!(languages)), ("field".to_owned(), json!(field))]);
    let given = given.into_iter().collect();
    let submission = questions::submit(&stage.pages[0].questions, &given, store.clock.now().date_naive()).unwrap();
    surveys::save(store, person, survey, stage, &submission, Mode::Submit).await.unwrap();
}

async fn signed_in(store: &Store, person: PersonId) -> SignedIn {
    SignedIn::of_person(store, person).await.unwrap().unwrap()
}

/// Runs the engine, approves and publishes.
pub(crate) async fn round(store: &Store, programme: &Programme) {
    let run = runs::draft(store, &test_kit::operator(), programme).await.unwrap().unwrap();
    runs::approve(store, &test_kit::operator(), run.id).await.unwrap().unwrap();
    runs::publish(store, &test_kit::operator(), programme, run.id).await.unwrap().unwrap();
}

async fn trackers(store: &Store, person: PersonId, side: Role) -> Vec<Tracker> {
    matching::of_person(store, person, side).await.unwrap()
}

async fn states(store: &Store, person: PersonId, side: Role) -> Vec<State> {
    trackers(store, person, side).await.iter().map(|tracker| tracker.state).collect()
}

async fn screen(store: &Store, programme: &Programme, person: PersonId) -> (Screen, usize) {
    let now = views::now(store, &signed_in(store, person).await, &programme.settings.matching).await.unwrap();
    (now.screen, now.matches.len())
}

/// Confirms the same choice about all that a person can decide.
pub(crate) async fn decide(store: &Store, person: PersonId, choice: Choice) -> Submitted {
    decide_about(store, person, |_| choice).await
}

async fn decide_about(store: &Store, person: PersonId, choice: impl Fn(&Tracker) -> Choice) -> Submitted {
    let signed_in = signed_in(store, person).await;
    let side = signed_in.person.role;
    let now = store.clock.now();
    let all = trackers(store, person, side).await;
    let set: Choices = all
        .iter()
        .filter(|tracker| tracker.is_active_for(side, now))
        .map(|tracker| (tracker.id, choice(tracker)))
        .collect();
    decisions::submit(store, &signed_in, &set, now).await.unwrap()
}

async fn submit(store: &Store, person: PersonId, set: Choices) -> Submitted {
    let signed_in = signed_in(store, person).await;
    decisions::submit(store, &signed_in, &set, store.clock.now()).await.unwrap()
}
