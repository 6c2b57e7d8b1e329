//! Mentorships over HTTP: what a member sees, and what others do not.

use reqwest::Method;
use serde_json::json;
use store::mentorship::NewMentorship;
use store::people::{self, NewPerson, Role};
use store::{PersonId, administration, passwords};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::test_app::PASSWORD;

async fn get(browser: &Browser, id: &str) -> Answer {
    browser.send(browser.request(Method::GET, &format!("../mentorships/{id}/"))).await
}

/// Nina is a mentor, Leo and Ada are mentees of a programme whose mentorships open after five sessions.
async fn people_of(app: &TestApp) -> [PersonId; 3] {
    let condition = json!({"use_after": {"learning_sessions": 5}, "message": {"en": "{remaining} to go."}});
    let settings = serde_json::from_value(json!({"conditions": {"mentee": {"curriculum": condition}}})).unwrap();
    let programme = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "lakeside",
        "Lakeside",
        "Asia/Kathmandu",
        &settings,
    )
    .await
    .unwrap();
    let hash = passwords::hash(PASSWORD).await.unwrap();
    let mut ids = Vec::new();
    for (first_name, role) in [("Nina", Role::Mentor), ("Leo", Role::Mentee), ("Ada", Role::Mentee)] {
        let person = NewPerson {
            email: format!("{first_name}@example.org"),
            first_name: first_name.to_owned(),
            last_name: "Silva".to_owned(),
            role,
            programme_id: Some(programme),
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: Some(hash.clone()),
        };
        ids.push(people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap());
    }
    [ids[0], ids[1], ids[2]]
}

both!(member_sees_the_mentorship_and_strangers_do_not, async |app| {
    let [nina, leo, _] = people_of(&app).await;
    let server = app.server();
    let (mentor, mentee, other) =
        (server.signed_in("nina").await, server.signed_in("leo").await, server.signed_in("ada").await);
    let before = mentee.get("profile/").await.body;
    assert_eq!((&before["mentorships"], &before["mentorGroup"]), (&json!([]), &json!(null)));
    assert_eq!(before["status"]["experiences"]["ruleMessage"]["curriculum"], "5 to go.");

    let new = NewMentorship { mentor: nina, mentees: vec![leo], group: None };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let profile = mentee.get("profile/").await.body;
    assert_eq!((&profile["mentorships"], &profile["mentorGroup"]), (&json!([id]), &json!(null)));
    assert_eq!(profile["status"]["experiences"]["curriculum"], "use", "a mentorship opens the area");
    assert_eq!(profile["status"]["experiences"]["ruleMessage"]["curriculum"], "");

    let own = get(&mentee, &id.to_string()).await.body;
    assert_eq!((&own["mentorshipType"], &own["name"]), (&json!("1to1"), &json!("")));
    assert_eq!(own["projectDetail"], "Lakeside, 2 Mar 2026, 14:45");
    assert_eq!(own["partnerDetails"]["userDetails"]["id"], json!(leo));
    let partner = &own["partnerDetails"]["partnerDetails"][0];
    assert_eq!((&partner["firstName"], &partner["role"]), (&json!("Nina"), &json!("Mentor")));
    assert!(!own.to_string().contains('@'), "no addresses");
    assert_eq!(get(&mentor, &id.to_string()).await.body["channelId"], own["channelId"]);

    for strange in [&id.to_string(), "nonsense", "01900000-0000-7000-8000-000000000000"] {
        assert_eq!(get(&other, strange).await.status, 404);
    }
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        store::administration::MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(get(&mentee, &id.to_string()).await.status, 404);
    let after = mentee.get("profile/").await.body;
    assert_eq!((&after["mentorships"], &after["status"]["experiences"]["curriculum"]), (&json!([]), &json!("show")));
});

both!(group_is_named_in_the_profile, async |app| {
    let [nina, leo, ada] = people_of(&app).await;
    let pair = NewMentorship { mentor: nina, mentees: vec![leo], group: None };
    let pair = administration::create_mentorship(&app.store, &test_kit::operator(), &pair).await.unwrap().unwrap();
    app.advance(60);
    let circle = NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some("Circle".to_owned()) };
    let circle = administration::create_mentorship(&app.store, &test_kit::operator(), &circle).await.unwrap().unwrap();
    let server = app.server();
    let profile = server.signed_in("leo").await.get("profile/").await.body;
    assert_eq!((&profile["mentorships"], &profile["mentorGroup"]), (&json!([pair, circle]), &json!(circle)));
    let shown = get(&server.signed_in("ada").await, &circle.to_string()).await.body;
    assert_eq!((&shown["mentorshipType"], &shown["name"]), (&json!("1toM"), &json!("Circle")));
    assert_eq!(shown["partnerDetails"]["partnerDetails"].as_array().unwrap().len(), 2);
});
