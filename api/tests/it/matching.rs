//! Matching over HTTP: what each side reads of the other, and what strangers do not.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};
use store::content::{self, Bundle, Origin};
use store::matching::pool::{self, Joined};
use store::matching::{self, runs};
use store::people::{self, NewPerson, Role};
use store::programmes::{self, Programme};
use store::surveys::{self, Mode};
use store::{PersonId, SignedIn, administration, blocks, channels, passwords, person_facts};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::test_app::PASSWORD;

/// A programme with one visible criterion and one that only the engine reads.
pub(crate) async fn lakeside(app: &TestApp, more: Value) -> Programme {
    let question = |key: &str| {
        let options: Vec<Value> =
            ["arts", "tech"].iter().map(|key| json!({"key": key, "label": {"en": key}})).collect();
        json!({"key": key, "type": "SingleChoiceRadio", "label": {"en": "Which?"}, "criterion": key, "options": options})
    };
    let page = json!({"title": {"en": "You"}, "questions": [question("field"), question("secret")]});
    let stage = json!({"key": "you", "name": {"en": "You"}, "pages": [page]});
    let survey =
        json!({"key": "about", "name": {"en": "About you"}, "short_description": {"en": "You."}, "stages": [stage]});
    let bundle = Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() };
    store::administration::import_content(&app.store, &test_kit::operator(), &bundle, Origin::BuiltIn).await.unwrap();
    let criterion = |key: &str, is_visible: bool| {
        json!({"key": key, "title": {"en": key}, "weight": 5, "comparison": "equal", "mandatory": "both",
            "is_exclusive": true, "is_visible": is_visible})
    };
    let mut rules = json!({
        "criteria": [criterion("field", true), criterion("secret", false)],
        "enter_after": {"mentee": {"surveys": ["about"]}, "mentor": {"surveys": ["about"]}},
        "proposals_per_place": 1000,
    });
    rules.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let settings = serde_json::from_value(json!({"matching": rules})).unwrap();
    let id = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "lakeside",
        "Lakeside",
        "Europe/London",
        &settings,
    )
    .await
    .unwrap();
    programmes::by_id(&app.store, id).await.unwrap().unwrap()
}

/// Adds a person who has answered the survey.
async fn answered(app: &TestApp, programme: &Programme, first_name: &str, role: Role) -> PersonId {
    let person = NewPerson {
        email: format!("{first_name}@example.org"),
        first_name: first_name.to_owned(),
        last_name: "Silva".to_owned(),
        role,
        programme_id: Some(programme.id),
        language: "en".to_owned(),
        bio: format!("{first_name} builds bridges."),
        password_hash: Some(passwords::hash(PASSWORD).await.unwrap()),
    };
    let person = people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap();
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let survey = catalogue.surveys.to_begin("about").unwrap();
    let stage = &survey.definition.stages[0];
    let given: BTreeMap<_, _> = ["field", "secret"].map(|key| (key.to_owned(), json!("tech"))).into();
    let today = app.store.clock.now().date_naive();
    let submission = questions::submit(&stage.pages[0].questions, &given.into_iter().collect(), today).unwrap();
    surveys::save(&app.store, person, survey, stage, &submission, Mode::Submit).await.unwrap();
    person
}

/// Adds a person who has answered the survey and waits in the pool.
pub(crate) async fn waiting(app: &TestApp, programme: &Programme, first_name: &str, role: Role) -> PersonId {
    let person = answered(app, programme, first_name, role).await;
    let signed_in = SignedIn::of_person(&app.store, person).await.unwrap().unwrap();
    assert_eq!(pool::join(&app.store, &test_kit::operator(), &signed_in).await.unwrap(), Joined::InPool);
    person
}

async fn round(app: &TestApp, programme: &Programme) {
    let run = runs::draft(&app.store, &test_kit::operator(), programme).await.unwrap().unwrap();
    runs::approve(&app.store, &test_kit::operator(), run.id).await.unwrap().unwrap();
    runs::publish(&app.store, &test_kit::operator(), programme, run.id).await.unwrap().unwrap();
}

async fn get(browser: &Browser, path: &str) -> Answer {
    browser.send(browser.request(Method::GET, &format!("../matching/{path}"))).await
}

async fn post(browser: &Browser, path: &str, body: Value) -> Answer {
    browser.send(browser.request(Method::POST, &format!("../matching/{path}")).json(&body)).await
}

async fn active(browser: &Browser) -> Vec<Value> {
    let list = get(browser, "get-match-list/?active=true").await;
    assert_eq!(list.status, 200, "{}", list.body);
    list.body["activeMatches"].as_array().unwrap().clone()
}

/// Confirms a Yes to all active matches.
async fn confirm(browser: &Browser) -> Value {
    let yes = |one: &Value| json!({"email": one["email"], "interestStatus": "interested"});
    let set: Vec<Value> = active(browser).await.iter().map(yes).collect();
    let answer = post(browser, "submit-matches/", json!({"interestSet": set})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

both!(pool_names_the_learning_sessions_that_it_asks_for, async |app| {
    let asked = json!({"mentee": {"surveys": ["about"], "learning_sessions": 2}, "mentor": {"surveys": ["about"]}});
    let programme = lakeside(&app, json!({"enter_after": asked})).await;
    answered(&app, &programme, "leo", Role::Mentee).await;
    answered(&app, &programme, "nina", Role::Mentor).await;
    let server = app.server();
    for (name, missing) in [("leo", 2), ("nina", 0)] {
        let list = get(&server.signed_in(name).await, "get-match-list/?active=true").await.body;
        assert_eq!((&list["mayJoin"], &list["remainingSessions"]), (&json!(missing == 0), &json!(missing)), "{name}");
    }
});

both!(strangers_find_no_match_and_names_stay_hidden, async |app| {
    let programme = lakeside(&app, json!({})).await;
    waiting(&app, &programme, "leo", Role::Mentee).await;
    waiting(&app, &programme, "nina", Role::Mentor).await;
    round(&app, &programme).await;
    waiting(&app, &programme, "ada", Role::Mentee).await;
    let server = app.server();
    let (leo, nina, ada) =
        (server.signed_in("leo").await, server.signed_in("nina").await, server.signed_in("ada").await);
    let proposed = active(&leo).await.remove(0);
    let id = proposed["id"].as_str().unwrap().to_owned();
    assert_eq!((&proposed["fullName"], &proposed["displayName"]), (&json!("nina"), &json!("nina")));
    assert_eq!(proposed["displayPicture"], Value::Null);
    let info = get(&leo, &format!("get-match-info/{id}/")).await;
    assert_eq!((info.status, &info.body["fullName"]), (200, &json!("nina")));
    let choice = json!({"match": id, "interestStatus": "interested"});
    let set = json!({"interestSet": [{"email": id, "interestStatus": "interested"}]});
    // Ada is a stranger; Nina must not know of it before Leo's Yes.
    for other in [&ada, &nina] {
        assert_eq!(get(other, &format!("get-match-info/{id}/")).await.code(), "not_found");
        assert_eq!(post(other, "match-status/", choice.clone()).await.code(), "not_found");
        assert_eq!(post(other, "submit-matches/", set.clone()).await.code(), "not_found");
        assert_eq!(post(other, "withdraw/", json!({"match": id})).await.code(), "not_found");
        assert_eq!(post(other, "congratulations-seen/", json!({"match": id})).await.code(), "not_found");
        assert_eq!(active(other).await, [] as [Value; 0]);
    }
    assert_eq!(confirm(&leo).await, "SUBMITTED");
    assert_eq!(active(&nina).await[0]["fullName"], "leo");
    assert_eq!(confirm(&nina).await, "SUBMITTED");
    let history = get(&leo, "get-match-list/").await.body;
    assert_eq!(history["matchTrackers"][0]["fullName"], "nina Silva", "they are matched");
    assert_eq!(get(&ada, &format!("get-match-info/{id}/")).await.status, 404);
});

both!(block_ends_what_each_side_reads_of_the_other, async |app| {
    let programme = lakeside(&app, json!({"mentors": {"kind": "1to1", "places": 2}})).await;
    let nina = waiting(&app, &programme, "nina", Role::Mentor).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee).await;
    let ada = waiting(&app, &programme, "ada", Role::Mentee).await;
    round(&app, &programme).await;
    let server = app.server();
    let [of_leo, of_ada, of_nina] =
        [server.signed_in("leo").await, server.signed_in("ada").await, server.signed_in("nina").await];
    for mentee in [&of_leo, &of_ada] {
        assert_eq!(confirm(mentee).await, "SUBMITTED");
    }
    let channel = channels::create(&app.store, channels::Kind::Direct, "", Some(programme.id)).await.unwrap();
    channels::join(&app.store, channel, &[leo, nina]).await.unwrap();
    assert_eq!(blocks::add(&app.store, leo, nina).await.unwrap(), blocks::Outcome::Blocked);
    pool::leave(&app.store, &test_kit::operator(), ada, "no time").await.unwrap().unwrap();
    let history = get(&of_nina, "get-match-list/").await.body["matchTrackers"].take();
    let messages: Vec<&Value> = history.as_array().unwrap().iter().map(|one| &one["historyMessage"]).collect();
    assert_eq!(messages, ["left_pool", "left_pool"], "Nina cannot tell a block from a mentee who left");
    for one in history.as_array().unwrap() {
        let path = format!("get-match-info/{}/", one["id"].as_str().unwrap());
        assert_eq!(get(&of_nina, &path).await.code(), "not_found");
    }
    let own = get(&of_leo, "get-match-list/").await.body;
    let path = format!("get-match-info/{}/", own["matchTrackers"][0]["id"].as_str().unwrap());
    assert_eq!(get(&of_leo, &path).await.code(), "not_found");
});

both!(hidden_criteria_are_in_no_answer, async |app| {
    let programme = lakeside(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 3}})).await;
    waiting(&app, &programme, "omar", Role::Mentor).await;
    waiting(&app, &programme, "leo", Role::Mentee).await;
    round(&app, &programme).await;
    let server = app.server();
    let (leo, omar) = (server.signed_in("leo").await, server.signed_in("omar").await);
    confirm(&leo).await;
    let card = active(&omar).await.remove(0);
    assert_eq!(card["exclusiveCriteria"].as_object().unwrap().keys().collect::<Vec<_>>(), ["field"]);
    let info = get(&omar, &format!("get-match-info/{}/", card["id"].as_str().unwrap())).await;
    assert!(!info.body.to_string().contains("secret"), "{}", info.body);
    assert_eq!(confirm(&omar).await, "SUBMITTED");
    for person in [&leo, &omar] {
        let list = get(person, "get-match-list/?active=true").await;
        assert!(!list.body.to_string().contains("secret"), "{}", list.body);
    }
    let hold = get(&omar, "group-hold-info/").await;
    assert_eq!(hold.status, 200);
    assert!(hold.body.to_string().contains("field") && !hold.body.to_string().contains("secret"), "{}", hold.body);
});

both!(mentee_reads_who_is_in_the_group_so_far, async |app| {
    let programme = lakeside(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 3}})).await;
    waiting(&app, &programme, "omar", Role::Mentor).await;
    let leo = waiting(&app, &programme, "leo", Role::Mentee).await;
    let eva = waiting(&app, &programme, "eva", Role::Mentee).await;
    round(&app, &programme).await;
    let server = app.server();
    let omar = server.signed_in("omar").await;
    for mentee in ["leo", "eva"] {
        assert_eq!(confirm(&server.signed_in(mentee).await).await, "SUBMITTED");
    }
    assert_eq!(confirm(&omar).await, "SUBMITTED");
    let ada = waiting(&app, &programme, "ada", Role::Mentee).await;
    round(&app, &programme).await;
    // Ada and Eva must not meet.
    assert!(person_facts::set_conflict(&app.store, &test_kit::operator(), ada, eva, true).await.unwrap());
    let of_ada = server.signed_in("ada").await;
    let proposed = active(&of_ada).await.remove(0);
    let member = json!({"id": leo, "fullName": "leo", "role": "Mentee", "displayPicture": null});
    assert_eq!(proposed["group"], json!({"groupSize": 3, "existingMemberInfo": [member]}));
    assert_eq!(get(&of_ada, &format!("get-match-info/{leo}/")).await.body["fullName"], "leo");
    assert_eq!(get(&of_ada, &format!("get-match-info/{eva}/")).await.status, 404);
});

both!(expired_proposal_stays_until_the_next_round, async |app| {
    let programme = lakeside(&app, json!({})).await;
    waiting(&app, &programme, "leo", Role::Mentee).await;
    waiting(&app, &programme, "nina", Role::Mentor).await;
    matching::run_due(&app.store).await.unwrap();
    round(&app, &programme).await;
    app.advance(73 * 3600);
    matching::work(&app.store).await.unwrap();
    let server = app.server();
    let leo = server.signed_in("leo").await;
    let list = get(&leo, "get-match-list/?active=true").await.body;
    assert_eq!((&list["screen"], list["nextRoundOn"].is_string()), (&json!(1), true), "{list}");
    let expired = &list["activeMatches"][0];
    assert_eq!((&expired["status"], &expired["historyMessage"]), (&json!("EXPIRED"), &json!("auto_expired")));
    round(&app, &programme).await;
    assert_eq!(active(&leo).await, [] as [Value; 0], "the next round has begun");
});

both!(mentor_whose_group_has_begun_has_no_room, async |app| {
    let programme = lakeside(&app, json!({"mentors": {"kind": "1toM"}, "groups": {"size": 2}})).await;
    waiting(&app, &programme, "omar", Role::Mentor).await;
    for mentee in ["leo", "eva"] {
        waiting(&app, &programme, mentee, Role::Mentee).await;
    }
    round(&app, &programme).await;
    let server = app.server();
    let omar = server.signed_in("omar").await;
    for mentee in ["leo", "eva"] {
        assert_eq!(confirm(&server.signed_in(mentee).await).await, "SUBMITTED");
    }
    let before = get(&omar, "get-match-list/?active=true").await.body;
    let group = &before["groupInfo"];
    assert_eq!((&group["minimum"], &group["startsAfterDays"]), (&json!(2), &json!(5)));
    assert_eq!(before["freePlaces"], 2);
    assert_eq!(confirm(&omar).await, "SUBMITTED");
    let after = get(&omar, "get-match-list/?active=true").await.body;
    assert_eq!((&after["groupInfo"], &after["freePlaces"]), (&Value::Null, &json!(0)));
    assert_eq!(after["congratulations"].as_array().unwrap().len(), 1, "one group");
});

both!(all_new_matches_are_congratulated_on, async |app| {
    let programme = lakeside(&app, json!({"mentors": {"kind": "1to1", "places": 2}})).await;
    waiting(&app, &programme, "nina", Role::Mentor).await;
    for mentee in ["leo", "eva"] {
        waiting(&app, &programme, mentee, Role::Mentee).await;
    }
    round(&app, &programme).await;
    let server = app.server();
    let nina = server.signed_in("nina").await;
    let is_new = async || {
        let profile = nina.send(nina.request(Method::GET, "profile/")).await.body;
        profile["status"]["matching"]["hasCongratulations"].clone()
    };
    for mentee in ["leo", "eva"] {
        assert_eq!(confirm(&server.signed_in(mentee).await).await, "SUBMITTED");
    }
    assert_eq!(is_new().await, false);
    assert_eq!(confirm(&nina).await, "SUBMITTED");
    assert_eq!(is_new().await, true);
    let list = get(&nina, "get-match-list/?active=true").await.body["congratulations"].take();
    let names: Vec<&Value> = list.as_array().unwrap().iter().map(|one| &one["people"][0]["fullName"]).collect();
    assert_eq!(names.len(), 2, "{list}");
    for one in list.as_array().unwrap() {
        assert_eq!(post(&nina, "congratulations-seen/", json!({"match": one["match"]})).await.status, 204);
    }
    assert_eq!(is_new().await, false);
});
