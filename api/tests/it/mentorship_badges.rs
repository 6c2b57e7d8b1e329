//! Badges of shared sessions: their tiers, and the time that counts.

use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use store::mentorship;
use store::mentorship::badges::{self, Tier};
use store::mentorship::pauses::{self, Pause, PauseOutcome};
use test_kit::both;

use crate::TestApp;
use crate::browser::Browser;
use crate::calendar::with;
use crate::learning::{import, post, session};
use crate::mentorship_sessions::{Lakeside, answer, begin, finish, get, lakeside, pair, session_ids};
use crate::test_app::Server;

both!(badge_follows_deadline_and_answers, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    // Without questions about files, a person can answer all of them here.
    let mut goal = session("goal", "2026-02-01", &["mentee", "mentor"]);
    goal["audience"] = json!("mentorship");
    goal["steps"][1]["content"][0]["quiz"]["questions"].as_array_mut().unwrap().truncate(1);
    let mut plan = goal.clone();
    plan["key"] = json!("plan");
    plan["steps"][1]["content"][0]["quiz"]["key"] = json!("plan-must");
    plan["steps"][2]["content"][0]["quiz"]["key"] = json!("plan-may");
    import(&app, &[goal, plan]).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let ids = session_ids(&mentee).await;
    for browser in [&mentor, &mentee] {
        begin(browser, &ids[0], "goal").await;
    }
    answer(&mentee, &ids[0], "end", "goal-may", json!({"word": "Yes"})).await;
    finish(&mentee, &ids[0]).await;
    // The 16th ends at midnight in London.
    app.advance(14 * 86_400);
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    finish(&mentor, &ids[0]).await;
    let tier = async |browser: &Browser, at: usize| {
        get(browser, &format!("{id}/progress/")).await.body["badges"][at]["badgeType"].clone()
    };
    assert_eq!((tier(&mentee, 0).await, tier(&mentor, 0).await), (json!("Gold"), json!("Silver")));

    // A pause of a week moves the second deadline, not the first.
    let from = NaiveDate::from_ymd_opt(2026, 3, 17).unwrap();
    let pause = Pause { starts_on: from, days: 7 };
    assert!(matches!(
        pauses::pause(&app.store, &test_kit::operator(), id, pause).await.unwrap(),
        PauseOutcome::Paused(_)
    ));
    let list = get(&mentee, "sessions/").await.body;
    assert_eq!((&list[0]["endDate"], &list[1]["endDate"]), (&json!("2026-03-16"), &json!("2026-04-06")));
    let after_the_second = from + Days::new(21);
    app.advance(u64::try_from((after_the_second - app.store.clock.now().date_naive()).num_days()).unwrap() * 86_400);
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    for browser in [&mentor, &mentee] {
        begin(browser, &ids[1], "plan").await;
        answer(browser, &ids[1], "end", "plan-may", json!({"word": "Yes"})).await;
        finish(browser, &ids[1]).await;
    }
    assert_eq!((tier(&mentee, 1).await, tier(&mentor, 1).await), (json!("Bronze"), json!("Bronze")));

    let badge = get(&mentee, &format!("{id}/progress/")).await.body["badges"][0]["id"].as_str().unwrap().to_owned();
    badges::revoke(&app.store, &test_kit::operator(), badge.parse().unwrap(), "by mistake").await.unwrap().unwrap();
    assert!(badges::revoke(&app.store, &test_kit::operator(), badge.parse().unwrap(), "again").await.unwrap().is_err());
    assert_eq!(tier(&mentee, 0).await, "Bronze", "only the second is left");
});

/// Leo has done all of a session but its last step, which is due on the 16th. Returns his browser, and that step.
async fn all_but_the_end(app: &TestApp, server: &Server) -> (Browser, Value) {
    let Lakeside { nina, leo, .. } = lakeside(app).await;
    pair(app, nina, leo).await;
    let mentee = server.signed_in("leo").await;
    let id = session_ids(&mentee).await[0].clone();
    begin(&mentee, &id, "goal").await;
    answer(&mentee, &id, "end", "goal-may", json!({"word": "Yes"})).await;
    (mentee, json!({"session": id, "step": "end"}))
}

async fn tiers(app: &TestApp) -> Vec<Tier> {
    let id = mentorship::all(&app.store, true).await.unwrap()[0].id;
    badges::of_mentorship(&app.store, id).await.unwrap().into_iter().map(|badge| badge.tier).collect()
}

both!(late_finisher_cannot_claim_an_earlier_time, async |app| {
    let server = app.server();
    let (mut mentee, step) = all_but_the_end(&app, &server).await;
    app.advance(86_400);
    let in_time = app.store.clock.now();
    app.advance(14 * 86_400);
    mentee.refresh().await;
    app.advance(600);
    mentee.refresh().await;
    app.advance(60);
    let claim = with(step, &json!({"at": in_time}));
    assert_eq!(post(&mentee, "step-complete/", claim).await.body["sessionStatus"], "PARTIAL_COMPLETE");
    assert_eq!(tiers(&app).await, [Tier::Bronze], "the page has had a network since");
});

both!(clock_that_was_set_back_wins_no_badge, async |app| {
    let server = app.server();
    let (mut mentee, step) = all_but_the_end(&app, &server).await;
    app.advance(86_400);
    let in_time = app.store.clock.now();
    app.advance(14 * 86_400);
    mentee.refresh().await;
    let claim = with(step, &json!({"at": in_time, "sentAt": in_time}));
    assert_eq!(post(&mentee, "step-complete/", claim).await.status, 200);
    assert_eq!(tiers(&app).await, [Tier::Bronze], "it did not wait");
});

both!(learner_without_a_network_keeps_the_tier, async |app| {
    let server = app.server();
    let (mut mentee, step) = all_but_the_end(&app, &server).await;
    app.advance(13 * 86_400);
    mentee.refresh().await;
    app.advance(3600);
    let done = app.store.clock.now();
    app.advance(3 * 86_400);
    let back = app.store.clock.now();
    mentee.refresh().await;
    let late = with(step, &json!({"at": done, "sentAt": back}));
    assert_eq!(post(&mentee, "step-complete/", late).await.status, 200);
    assert_eq!(tiers(&app).await, [Tier::Silver], "the notes have no answer");
});

both!(many_completions_at_once_award_one_badge_each, async |app| {
    let Lakeside { nina, leo, .. } = lakeside(&app).await;
    let id = pair(&app, nina, leo).await;
    let server = app.server();
    let (mentor, mentee) = (server.signed_in("nina").await, server.signed_in("leo").await);
    let session = session_ids(&mentee).await.swap_remove(0);
    for browser in [&mentor, &mentee] {
        begin(browser, &session, "goal").await;
    }
    let requests = (0..200).map(|at| finish(if at % 2 == 0 { &mentor } else { &mentee }, &session));
    let answers = futures_util::future::join_all(requests).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    for browser in [&mentor, &mentee] {
        let progress = get(browser, &format!("{id}/progress/")).await.body;
        assert_eq!(progress["badges"].as_array().unwrap().len(), 1);
        assert_eq!(progress["completedSessions"], json!([session]));
    }
});
