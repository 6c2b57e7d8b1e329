//! Sessions that a mentor and mentees do together, and what each of them sees.

use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};
use store::administration::MenteesAfter;
use store::mentorship::{EndReason, EndRefusal, NewMentorship};
use store::people::{self, NewPerson, Role};
use store::{MentorshipId, PersonId, administration, passwords, programmes};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::learning::{import, post, session};
use crate::test_app::PASSWORD;

/// Nina is a mentor, Leo and Ada are mentees of a programme with two sessions in its curriculum. It is 2 March 2026.
pub(crate) struct Lakeside {
    pub(crate) nina: PersonId,
    pub(crate) leo: PersonId,
    pub(crate) ada: PersonId,
}

pub(crate) async fn lakeside(app: &TestApp) -> Lakeside {
    let shared = |key: &str| {
        let mut session = session(key, "2026-02-01", &["mentee", "mentor"]);
        session["audience"] = json!("mentorship");
        session
    };
    import(app, &[shared("goal"), shared("plan"), session("listen", "2026-02-01", &["mentee"])]).await;
    set_curriculum(app, json!([{"session": "goal", "due_after_days": 14}, {"session": "plan", "due_after_days": 28}]))
        .await;
    let programme = programmes::all(&app.store).await.unwrap().into_iter().find(|one| one.key == "lakeside").unwrap();
    let hash = passwords::hash(PASSWORD).await.unwrap();
    let mut ids = Vec::new();
    for (first_name, role) in [("Nina", Role::Mentor), ("Leo", Role::Mentee), ("Ada", Role::Mentee)] {
        let person = NewPerson {
            email: format!("{first_name}@example.org"),
            first_name: first_name.to_owned(),
            last_name: "Silva".to_owned(),
            role,
            programme_id: Some(programme.id),
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: Some(hash.clone()),
        };
        ids.push(people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap());
    }
    Lakeside { nina: ids[0], leo: ids[1], ada: ids[2] }
}

pub(crate) async fn set_programme(app: &TestApp, settings: Value) {
    let settings = serde_json::from_value(settings).unwrap();
    administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "lakeside",
        "Lakeside",
        "Europe/London",
        &settings,
    )
    .await
    .unwrap();
}

async fn set_curriculum(app: &TestApp, curriculum: Value) {
    set_programme(app, json!({"curriculum": curriculum})).await;
}

/// Takes a mentee who moves away out of a group.
pub(crate) async fn leave(app: &TestApp, id: MentorshipId, mentee: PersonId) -> Result<(), EndRefusal> {
    let (operator, ending) = (test_kit::operator(), EndReason::MovedAway.alone());
    administration::leave_mentorship(&app.store, &operator, id, mentee, ending, MenteesAfter::WaitAgain).await.unwrap()
}

pub(crate) async fn pair(app: &TestApp, mentor: PersonId, mentee: PersonId) -> MentorshipId {
    let new = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap()
}

pub(crate) async fn get(browser: &Browser, path: &str) -> Answer {
    browser.send(browser.request(Method::GET, &format!("../mentorships/{path}"))).await
}

pub(crate) async fn send(browser: &Browser, path: &str, body: Value) -> Answer {
    browser.send(browser.request(Method::POST, &format!("../mentorships/{path}")).json(&body)).await
}

pub(crate) async fn answer(browser: &Browser, session: &str, step: &str, quiz: &str, answers: Value) -> Answer {
    let data = json!({"session": session, "step": step, "quiz": quiz, "answer_json": answers});
    let form = Form::new().text("data", data.to_string());
    browser.send(browser.request(Method::POST, "../../v3/learninghub/quiz/save-answer/").multipart(form)).await
}

/// The ids of the sessions of the only mentorship.
pub(crate) async fn session_ids(browser: &Browser) -> Vec<String> {
    let list = get(browser, "sessions/").await;
    list.body.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap().to_owned()).collect()
}

/// Begins a session and does all but its last step.
pub(crate) async fn begin(browser: &Browser, session: &str, key: &str) {
    assert_eq!(send(browser, "session-init/", json!({"session": session})).await.status, 200);
    assert_eq!(post(browser, "step-complete/", json!({"session": session, "step": "read"})).await.status, 200);
    let saved = answer(browser, session, "practise", &format!("{key}-must"), json!({"best": "ask"})).await;
    assert_eq!((saved.status, &saved.body["stepCompleted"]), (200, &json!(false)));
    assert_eq!(post(browser, "step-complete/", json!({"session": session, "step": "practise"})).await.status, 200);
}

pub(crate) async fn finish(browser: &Browser, session: &str) -> Answer {
    post(browser, "step-complete/", json!({"session": session, "step": "end"})).await
}

async fn states(browser: &Browser, session: &str) -> (Value, Value) {
    let shown = get(browser, &format!("sessions/{session}/")).await.body;
    (shown["status"].clone(), shown["partnerStatus"].clone())
}

both!(begun_sessions_of_mentorship_stay_out_of_learning_hub, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    pair(&app, nina, leo).await;
    let curriculum = json!([{"session": "goal", "due_after_days": 14}]);
    set_programme(&app, json!({"curriculum": curriculum, "experiences": {"mentee": {"session": "use"}}})).await;
    let server = app.server();
    let mentee = server.signed_in("leo").await;
    begin(&mentee, &session_ids(&mentee).await[0], "goal").await;
    for list in ["sessions/", "mysessions/", "mysessions/?ongoingSession=true"] {
        let listed = crate::learning::get(&mentee, list).await;
        assert!(!crate::learning::ids(&listed).iter().any(|id| *id != "listen"), "{list}: {}", listed.body);
    }
});

both!(pair_completes_a_session_together, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let ids = session_ids(&mentee).await;
    assert_eq!(ids, session_ids(&mentor).await, "one id for both");
    let list = get(&mentee, &format!("sessions/?mentorship={id}&not_started")).await.body;
    assert_eq!((&list[0]["title"], &list[0]["endDate"]), (&json!("About goal"), &json!("2026-03-16")));
    assert_eq!((&list[1]["endDate"], &list[0]["isLearningHub"]), (&json!("2026-03-30"), &json!(false)));
    let session = &ids[0];
    assert_eq!(states(&mentee, session).await, (json!("NOT_STARTED"), json!("NOT_STARTED")));

    begin(&mentee, session, "goal").await;
    assert_eq!(states(&mentee, session).await, (json!("ONGOING"), json!("NOT_STARTED")));
    assert_eq!(states(&mentor, session).await, (json!("NOT_STARTED"), json!("ONGOING")));
    assert_eq!(finish(&mentee, session).await.body["sessionStatus"], "PARTIAL_COMPLETE");
    assert_eq!(states(&mentee, session).await, (json!("PARTIAL_COMPLETE"), json!("NOT_STARTED")));
    begin(&mentor, session, "goal").await;
    assert_eq!(states(&mentor, session).await, (json!("ONGOING"), json!("PARTIAL_COMPLETE")));
    let shown = get(&mentor, &format!("mysessions/{session}/")).await.body;
    assert_eq!(shown["completedSteps"], json!(["read", "practise"]));
    let partner = &shown["partnerCompletedSteps"][0];
    assert_eq!((&partner["userId"], &partner["steps"]), (&json!(leo), &json!(["read", "practise", "end"])));
    assert_eq!(get(&mentee, &format!("{id}/progress/")).await.body["badges"], json!([]), "not before both are done");

    let saved = answer(&mentor, session, "end", "goal-may", json!({"word": "Yes"})).await.body;
    assert_eq!((&saved["stepCompleted"], &saved["sessionStatus"]), (&json!(false), &json!("ONGOING")));
    assert_eq!(states(&mentor, session).await, (json!("ONGOING"), json!("PARTIAL_COMPLETE")), "Done completes it");
    finish(&mentor, session).await;
    assert_eq!(states(&mentor, session).await, (json!("COMPLETED"), json!("COMPLETED")));
    let own = get(&mentee, &format!("{id}/")).await.body;
    let badge = &own["progress"]["badges"][0];
    assert_eq!((&badge["badgeType"], &badge["sessionTitle"]), (&json!("Silver"), &json!("About goal")));
    assert_eq!(own["progress"]["completedSessions"], json!([session]));
    assert_eq!(own["progress"]["totalSessions"], 2);
    assert_eq!((&own["progress"]["completedQuiz"], &own["progress"]["totalQuiz"]), (&json!(1), &json!(4)));
    let badges = get(&mentor, &format!("{id}/progress/")).await.body["badges"].clone();
    assert_eq!(badges[0]["badgeType"], "Silver", "a question without an answer is left: the notes");
});

both!(visits_show_who_is_where, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let session = session_ids(&mentee).await.swap_remove(0);
    let visit = async |browser: &Browser, step: &str| {
        send(browser, "step-visit/", json!({"session": session, "step": step})).await
    };
    assert_eq!(visit(&mentee, "read").await.code(), "not_started");
    send(&mentee, "session-init/", json!({"session": session})).await;
    assert_eq!(visit(&mentee, "read").await.status, 200);
    app.advance(60);
    assert_eq!(visit(&mentee, "practise").await.status, 200);
    assert_eq!(visit(&mentee, "end").await.code(), "quiz_missing", "the page does not offer it either");
    assert_eq!(visit(&mentee, "golf").await.status, 404);
    assert_eq!(get(&mentee, &format!("{id}/")).await.body["lastSession"]["stepId"], "practise");
    assert_eq!(get(&mentor, &format!("{id}/")).await.body["lastSession"], json!(null));

    let shown = get(&mentor, &format!("sessions/{session}/")).await.body;
    assert_eq!(
        (&shown["sessionSteps"][0]["startedBy"], &shown["sessionSteps"][2]["startedBy"]),
        (&json!([leo]), &json!([]))
    );
    let own = get(&mentee, &format!("sessions/{session}/")).await.body;
    assert_eq!(
        (&own["sessionSteps"][0]["status"], &own["lastStepId"]),
        (&json!("PARTIAL_COMPLETE"), &json!("practise"))
    );
    let tips = |shown: &Value| shown.to_string().contains("For mentors.");
    assert_eq!((tips(&shown), tips(&own)), (true, false), "tips are for mentors");
});

both!(answers_of_the_partner_come_after_the_own_ones, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let session = session_ids(&mentee).await.swap_remove(0);
    begin(&mentee, &session, "goal").await;
    let path = format!("../learninghub/quiz/{session}/practise/goal-must/");
    let quiz = async |browser: &Browser| browser.send(browser.request(Method::GET, &path)).await.body;
    assert!(!quiz(&mentor).await.to_string().contains("partnerAnswers\":{\""), "not before the mentor has answered");
    assert_eq!(quiz(&mentor).await["answers"], json!([]));
    begin(&mentor, &session, "goal").await;
    assert_eq!(quiz(&mentor).await["answers"][0]["partnerAnswers"], json!({leo.to_string(): "ask"}));
    assert_eq!(quiz(&mentee).await["answers"][0]["partnerAnswers"], json!({nina.to_string(): "ask"}));
});

both!(departure_completes_what_the_others_have_finished, async |app| {
    let Lakeside { nina, leo, ada } = lakeside(&app).await;
    let new = NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some("Circle".to_owned()) };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let server = app.server();
    let (nina, leo_, ada_) =
        (server.signed_in("nina").await, server.signed_in("leo").await, server.signed_in("ada").await);
    let session = session_ids(&nina).await.swap_remove(0);
    for browser in [&nina, &leo_] {
        begin(browser, &session, "goal").await;
        finish(browser, &session).await;
    }
    send(&ada_, "session-init/", json!({"session": session})).await;
    assert_eq!(states(&leo_, &session).await, (json!("PARTIAL_COMPLETE"), json!("ONGOING")));
    assert_eq!(states(&ada_, &session).await, (json!("ONGOING"), json!("PARTIAL_COMPLETE")));

    leave(&app, id, ada).await.unwrap();
    assert!(leave(&app, id, ada).await.is_err(), "she is not in it any more");
    assert_eq!(states(&leo_, &session).await, (json!("COMPLETED"), json!("COMPLETED")));
    assert_eq!(get(&ada_, &format!("sessions/{session}/")).await.status, 404);
    assert_eq!(get(&nina, &format!("{id}/progress/")).await.body["badges"].as_array().unwrap().len(), 1);
    assert!(leave(&app, id, leo).await.is_err(), "the last mentee does not leave a group");
});

both!(sessions_of_others_do_not_exist, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentee, other) = (server.signed_in("leo").await, server.signed_in("ada").await);
    let session = session_ids(&mentee).await.swap_remove(0);
    let of = json!({"session": session, "step": "read"});
    for path in [
        format!("sessions/{session}/"),
        format!("mysessions/{session}/"),
        format!("{id}/progress/"),
        format!("sessions/?mentorship={id}"),
    ] {
        assert_eq!(get(&other, &path).await.status, 404, "{path}");
    }
    assert_eq!(get(&mentee, "sessions/goal/").await.status, 404, "the key is no address");
    assert_eq!(get(&mentee, &format!("mysessions/{session}/")).await.status, 404, "not begun");
    for path in ["session-init/", "step-visit/"] {
        assert_eq!(send(&other, path, of.clone()).await.status, 404, "{path}");
    }
    for path in ["step-complete/", "session-start/", "session/bookmark/"] {
        assert_eq!(post(&other, path, of.clone()).await.status, 404, "{path}");
    }
    assert_eq!(answer(&other, &session, "practise", "goal-must", json!({"best": "ask"})).await.status, 404);
    assert_eq!(get(&other, "sessions/").await.body, json!([]));
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
    assert_eq!(get(&mentee, &format!("sessions/{session}/")).await.status, 404);
});

both!(curriculum_changes_reach_active_mentorships, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    pair(&app, nina, leo).await;
    let server = app.server();
    let mentee = server.signed_in("leo").await;
    let titles = async || {
        let list = get(&mentee, "sessions/").await.body;
        list.as_array().unwrap().iter().map(|card| card["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles().await, ["About goal", "About plan"]);
    set_curriculum(&app, json!([{"session": "plan", "due_after_days": 7}])).await;
    assert_eq!(titles().await, ["About plan"]);
    set_curriculum(&app, json!([{"session": "plan", "due_after_days": 7}, {"session": "goal", "due_after_days": 21}]))
        .await;
    assert_eq!(titles().await, ["About plan", "About goal"]);
    let ids = session_ids(&mentee).await;
    send(&mentee, "session-init/", json!({"session": ids[1]})).await;
    set_curriculum(&app, json!([{"session": "plan", "due_after_days": 7}])).await;
    assert_eq!(titles().await, ["About plan", "About goal"], "a session that a member has begun stays");
});

both!(third_quiz_of_a_week_counts_for_the_streak, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let mentee = server.signed_in("leo").await;
    let ids = session_ids(&mentee).await;
    let streak = async || {
        let body = get(&mentee, &format!("{id}/progress/")).await.body;
        (body["quizStreaks"].as_array().unwrap().len(), body["streakWeeks"].clone())
    };
    begin(&mentee, &ids[0], "goal").await;
    answer(&mentee, &ids[0], "practise", "goal-must", json!({"best": "tell"})).await;
    answer(&mentee, &ids[0], "end", "goal-may", json!({"word": "Yes"})).await;
    assert_eq!(streak().await, (0, json!(0)), "the same quiz counts once");
    begin(&mentee, &ids[1], "plan").await;
    assert_eq!(streak().await, (1, json!(1)));
});

both!(ended_mentorship_leaves_a_certificate, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee, other) =
        (server.signed_in("nina").await, server.signed_in("leo").await, server.signed_in("ada").await);
    let goal = session_ids(&mentee).await.remove(0);
    for person in [&mentee, &mentor] {
        begin(person, &goal, "goal").await;
        finish(person, &goal).await;
    }
    assert_eq!(get(&mentee, "ended/").await.body, json!([]));
    let running = get(&mentee, &format!("{id}/certificate/")).await.body;
    assert_eq!((&running["endedOn"], &running["totalSessions"]), (&Value::Null, &json!(2)));

    app.advance(600);
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
    let ended = get(&mentee, "ended/").await.body;
    assert_eq!((&ended[0]["id"], &ended[0]["endedOn"]), (&json!(id), &json!("2026-03-02T09:10:00Z")));
    assert_eq!(ended[0]["partners"][0]["firstName"], "Nina");
    assert!(!ended.to_string().contains("moved away"), "the reason is for staff");
    let certificate = get(&mentee, &format!("{id}/certificate/")).await.body;
    assert_eq!(certificate["person"]["firstName"], "Leo");
    let sessions = certificate["sessions"].as_array().unwrap();
    assert_eq!((sessions.len(), &sessions[0]["title"]), (1, &json!("About goal")));
    assert_eq!(
        (&sessions[0]["badgeType"], &sessions[0]["completedOn"]),
        (&json!("Silver"), &json!("2026-03-02T09:00:00Z"))
    );
    assert_eq!(certificate["programmeName"], "Lakeside");
    assert_eq!(get(&mentee, &format!("{id}/")).await.status, 404);
    assert_eq!(get(&other, &format!("{id}/certificate/")).await.status, 404);
    assert_eq!(get(&other, "ended/").await.body, json!([]));

    let again = pair(&app, nina, leo).await;
    assert_eq!(get(&mentee, &format!("{again}/")).await.status, 200, "they can start again");
    assert_eq!(get(&mentee, "ended/").await.body.as_array().unwrap().len(), 1);
});
