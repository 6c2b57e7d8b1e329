//! What changes the course of a mentorship: pauses, streaks that rest or are hidden, and mistakes that are taken back.

use reqwest::Method;
use serde_json::{Value, json};
use store::administration::{MenteesAfter, RoleRefusal, UndoRefusal, Undone};
use store::mentorship::{NewMentorship, Refusal};
use store::people::{self, Role};
use store::{administration, blocks, person_facts};
use test_kit::both;

use crate::browser::{Answer, Browser};
use crate::mentorship_sessions::{
    Lakeside, answer, begin, get, lakeside, leave, pair, send, session_ids, set_programme,
};

async fn pause(browser: &Browser, id: impl std::fmt::Display, from: &str, until: &str) -> Answer {
    send(browser, &format!("{id}/pauses/"), json!({"startsOn": from, "endsOn": until})).await
}

async fn take_back(browser: &Browser, id: impl std::fmt::Display, pause: &Value) -> Answer {
    let path = format!("../mentorships/{id}/pauses/{}/", pause.as_str().unwrap());
    browser.send(browser.request(Method::DELETE, &path)).await
}

async fn deadlines(browser: &Browser) -> Vec<Value> {
    get(browser, "sessions/").await.body.as_array().unwrap().iter().map(|card| card["endDate"].clone()).collect()
}

both!(mentor_pauses_a_mentorship, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee, other) =
        (server.signed_in("nina").await, server.signed_in("leo").await, server.signed_in("ada").await);
    let before = deadlines(&mentee).await;
    assert_eq!(before, ["2026-03-16", "2026-03-30"]);
    assert_eq!(pause(&mentee, id, "2026-03-20", "2026-03-26").await.code(), "mentor_only");
    assert_eq!(pause(&other, id, "2026-03-20", "2026-03-26").await.status, 404);
    for (from, until, field) in [
        ("2026-03-01", "2026-03-05", "startsOn"),
        ("2027-03-04", "2027-03-05", "startsOn"),
        ("2026-03-20", "2026-03-19", "endsOn"),
        ("2026-03-20", "2026-06-20", "endsOn"),
    ] {
        let refused = pause(&mentor, id, from, until).await;
        assert_eq!(refused.status, 422, "{from} {until}");
        assert!(refused.body["fields"][field].is_array(), "{from} {until}: {}", refused.body);
    }
    let first = pause(&mentor, id, "2026-03-20", "2026-03-26").await;
    assert_eq!((first.status, &first.body["endsOn"]), (201, &json!("2026-03-26")));
    assert_eq!(deadlines(&mentee).await, ["2026-03-16", "2026-04-06"]);
    assert_eq!(pause(&mentor, id, "2026-03-26", "2026-03-27").await.code(), "pause_overlaps");
    assert_eq!(get(&mentee, &format!("{id}/")).await.body["pauses"], json!([first.body]));

    // A session that the curriculum gets later is due its days from today on, moved by the pause to come.
    let sessions = json!([{"session": "goal", "due_after_days": 14}, {"session": "listen", "due_after_days": 21}, {"session": "plan", "due_after_days": 28}]);
    set_programme(&app, json!({"curriculum": sessions})).await;
    let listed = get(&mentee, "sessions/").await.body;
    assert!(
        listed
            .as_array()
            .unwrap()
            .iter()
            .all(|card| card["title"] != "About listen" || card["endDate"] == "2026-03-30")
    );

    let second = pause(&mentor, id, "2026-03-02", "2026-03-02").await.body;
    assert_eq!(take_back(&mentor, id, &first.body["id"]).await.code(), "pause_fixed", "only the last one");
    assert_eq!(take_back(&mentee, id, &second["id"]).await.code(), "mentor_only");
    assert_eq!(take_back(&mentor, id, &second["id"]).await.status, 204);
    assert_eq!(take_back(&mentor, id, &first.body["id"]).await.status, 204);
    assert_eq!((deadlines(&mentee).await.first(), deadlines(&mentee).await.last()), (before.first(), before.last()));
    assert_eq!(get(&mentee, &format!("{id}/")).await.body["pauses"], json!([]));
    let over = pause(&mentor, id, "2026-03-02", "2026-03-02").await.body;
    app.advance(24 * 3600);
    let mentor = server.signed_in("nina").await;
    assert_eq!(take_back(&mentor, id, &over["id"]).await.code(), "pause_fixed", "it is over");
});

both!(streak_rests_in_pauses_and_holidays, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let ids = session_ids(&mentee).await;
    begin(&mentee, &ids[0], "goal").await;
    answer(&mentee, &ids[0], "end", "goal-may", json!({"word": "Yes"})).await;
    begin(&mentee, &ids[1], "plan").await;
    let weeks = async |browser: &Browser| get(browser, &format!("{id}/progress/")).await.body["streakWeeks"].clone();
    assert_eq!(weeks(&mentee).await, 1);
    // Two weeks later: the week between counts as missed, until it turns out to be holidays, or a pause.
    assert_eq!(pause(&mentor, id, "2026-03-13", "2026-03-13").await.status, 201);
    app.advance(14 * 24 * 3600);
    let mentee = server.signed_in("leo").await;
    assert_eq!(weeks(&mentee).await, 1, "the pause bridges the week of the 9th");
    app.advance(7 * 24 * 3600);
    let mentee = server.signed_in("leo").await;
    assert_eq!(weeks(&mentee).await, 0, "nothing bridges the week of the 16th");
    let curriculum = json!([{"session": "goal", "due_after_days": 14}, {"session": "plan", "due_after_days": 28}]);
    let holidays = json!([{"from": "2026-03-21", "until": "2026-03-22"}]);
    set_programme(&app, json!({"curriculum": curriculum, "streak": {"holidays": holidays}})).await;
    assert_eq!(weeks(&mentee).await, 1);
    set_programme(&app, json!({"curriculum": curriculum, "streak": {"is_off": true}})).await;
    let off = get(&mentee, &format!("{id}/progress/")).await.body;
    assert_eq!((&off["streak"], &off["streakWeeks"], &off["quizStreaks"]), (&json!("off"), &json!(0), &json!([])));
});

both!(person_hides_the_own_streak, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let ids = session_ids(&mentee).await;
    begin(&mentee, &ids[0], "goal").await;
    answer(&mentee, &ids[0], "end", "goal-may", json!({"word": "Yes"})).await;
    begin(&mentee, &ids[1], "plan").await;
    let seen = async |browser: &Browser| {
        let body = get(browser, &format!("{id}/progress/")).await.body;
        (body["streak"].clone(), body["quizStreaks"].as_array().unwrap().len())
    };
    let show = async |shown: bool| {
        let request = mentee.request(Method::PUT, "../mentorships/streak/").json(&json!({"shown": shown}));
        mentee.send(request).await.status
    };
    assert_eq!(seen(&mentee).await, (json!("shown"), 1));
    assert_eq!([show(false).await, show(false).await], [204, 204]);
    assert_eq!(seen(&mentee).await, (json!("hidden"), 0));
    assert_eq!(seen(&mentor).await.0, "shown", "the own one only");
    assert_eq!(show(true).await, 204);
    assert_eq!(seen(&mentee).await, (json!("shown"), 1));
});

both!(end_is_taken_back_within_a_day, async |app| {
    let Lakeside { nina, leo, ada } = lakeside(&app).await;
    let new = NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some("Circle".to_owned()) };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let server = app.server();
    let mentee = server.signed_in("leo").await;
    let goal = session_ids(&mentee).await.remove(0);
    begin(&mentee, &goal, "goal").await;
    leave(&app, id, ada).await.unwrap();
    app.advance(60);
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(get(&mentee, &format!("{id}/")).await.status, 404);
    app.advance(23 * 3600);
    assert_eq!(administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(), Ok(Undone::End));
    let (mentee, left) = (server.signed_in("leo").await, server.signed_in("ada").await);
    let shown = get(&mentee, &format!("{id}/")).await.body;
    assert_eq!(shown["partnerDetails"]["partnerDetails"].as_array().unwrap().len(), 1);
    assert_eq!(get(&mentee, &format!("mysessions/{goal}/")).await.body["completedSteps"], json!(["read", "practise"]));
    assert_eq!(get(&left, &format!("{id}/")).await.status, 404, "who left before stays outside");
    assert_eq!(get(&mentee, "ended/").await.body, json!([]));
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(),
        Err(UndoRefusal::IsUsed(id)),
        "its beginning stays"
    );

    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    app.advance(24 * 3600 + 1);
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(),
        Err(UndoRefusal::TooLate(id))
    );
});

both!(undo_does_not_begin_a_second_pair, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let first = pair(&app, nina, leo).await;
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        first,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    let second = pair(&app, nina, leo).await;
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), first).await.unwrap(),
        Err(UndoRefusal::MayNotBegin(Refusal::Exists(second)))
    );
});

both!(undo_checks_what_a_beginning_checks, async |app| {
    let Lakeside { nina, leo, ada } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    let refusal = async || match administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap() {
        Err(UndoRefusal::MayNotBegin(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    };
    blocks::add(&app.store, leo, nina).await.unwrap();
    assert_eq!(refusal().await, Refusal::Blocked(leo, nina));
    blocks::remove(&app.store, leo, nina).await.unwrap();
    person_facts::set_conflict(&app.store, &test_kit::operator(), leo, nina, true).await.unwrap();
    assert!(matches!(refusal().await, Refusal::Conflict(..)));
    person_facts::set_conflict(&app.store, &test_kit::operator(), leo, nina, false).await.unwrap();
    administration::set_disabled(&app.store, &test_kit::operator(), leo, true, None).await.unwrap();
    assert_eq!(refusal().await, Refusal::WrongPerson(leo));
    administration::set_disabled(&app.store, &test_kit::operator(), leo, false, None).await.unwrap();
    administration::set_role(&app.store, &test_kit::operator(), nina, Role::Staff).await.unwrap().unwrap();
    assert_eq!(refusal().await, Refusal::WrongPerson(nina));
    administration::set_role(&app.store, &test_kit::operator(), nina, Role::Mentor).await.unwrap().unwrap();
    assert_eq!(administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(), Ok(Undone::End));

    let circle = NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some("Circle".into()) };
    let circle = administration::create_mentorship(&app.store, &test_kit::operator(), &circle).await.unwrap().unwrap();
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        circle,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), circle).await.unwrap(),
        Ok(Undone::End)
    );
});

both!(role_stays_while_a_mentorship_goes_on, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    for person in [nina, leo] {
        let before = people::by_id(&app.store, person).await.unwrap().unwrap().role;
        assert_eq!(
            administration::set_role(&app.store, &test_kit::operator(), person, Role::Staff).await.unwrap(),
            Err(RoleRefusal::InMentorship(person))
        );
        assert_eq!(administration::set_role(&app.store, &test_kit::operator(), person, before).await.unwrap(), Ok(()));
        assert_eq!(people::by_id(&app.store, person).await.unwrap().unwrap().role, before);
    }
    store::administration::end_mentorship(
        &app.store,
        &test_kit::operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::WaitAgain,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(administration::set_role(&app.store, &test_kit::operator(), nina, Role::Staff).await.unwrap(), Ok(()));
});

both!(unused_mentorship_leaves_no_trace, async |app| {
    let Lakeside { nina, leo, ada } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentee, mentor) = (server.signed_in("leo").await, server.signed_in("nina").await);
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(),
        Ok(Undone::Beginning)
    );
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), id).await.unwrap(),
        Err(UndoRefusal::TooLate(id))
    );
    for browser in [&mentee, &mentor] {
        assert_eq!(get(browser, &format!("{id}/")).await.status, 404);
        assert_eq!(get(browser, "ended/").await.body, json!([]), "no past mentorship either");
        assert_eq!(browser.send(browser.request(Method::GET, "profile/")).await.body["mentorships"], json!([]));
        let channels = browser.send(browser.request(Method::GET, "../chat/channels/")).await;
        assert!(!channels.body.to_string().contains("\"isActive\":true"), "{}", channels.body);
    }
    // A used one stays.
    let other = pair(&app, nina, ada).await;
    let event = json!({"title": "Call", "isPairGroupCall": true, "scheduledTime": "2026-03-05T18:00:00Z"});
    crate::calendar::create(&mentor, other, &event).await;
    assert_eq!(
        administration::undo_mentorship(&app.store, &test_kit::operator(), other).await.unwrap(),
        Err(UndoRefusal::IsUsed(other))
    );
});
