//! Exports of answers: pages, versions, drafts, attempts.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use store::PersonId;
use store::answer_exports::{Answered, quiz_page, survey_page};
use test_kit::both;

use crate::TestApp;

/// Runs a statement in which `?1` and so on are people.
async fn run(app: &TestApp, sql: &str, people: &[PersonId]) {
    let (url, _) = app.environment();
    let path = url.strip_prefix("sqlite:");
    let mut sql = sql.to_owned();
    for (number, PersonId(id)) in (1..).zip(people) {
        let literal = if path.is_some() { format!("X'{}'", id.simple()) } else { format!("'{id}'") };
        sql = sql.replace(&format!("?{number}"), &literal);
    }
    match path {
        Some(path) => drop(SqliteConnection::connect(path).await.unwrap().execute(AssertSqlSafe(sql)).await.unwrap()),
        None => drop(PgConnection::connect(&url).await.unwrap().execute(AssertSqlSafe(sql)).await.unwrap()),
    }
}

fn of<'a>(rows: &'a [Answered], person: PersonId) -> &'a Answered {
    rows.iter().find(|row| row.person == person).unwrap()
}

both!(export_of_a_survey_has_submitted_answers_only, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let people = [maya, tom, ana];
    run(
        &app,
        "INSERT INTO survey_progress (person_id, survey_key, version, started_at, completed_at) VALUES
         (?1, 'mood', 1, '2026-03-02T09:00:00Z', '2026-03-02T09:05:00Z'),
         (?2, 'mood', 2, '2026-03-02T09:00:00Z', NULL), (?3, 'other', 1, '2026-03-02T09:00:00Z', NULL)",
        &people,
    )
    .await;
    run(
        &app,
        "INSERT INTO survey_stages (person_id, survey_key, stage_key, submitted_at, draft_revision) VALUES
         (?1, 'mood', 'you', '2026-03-02T09:05:00Z', 1), (?2, 'mood', 'you', NULL, 1)",
        &people,
    )
    .await;
    run(
        &app,
        "INSERT INTO survey_answers (person_id, survey_key, question_key, stage_key, answer, answered_at) VALUES
         (?1, 'mood', 'how', 'you', '\"good\"', '2026-03-02T09:05:00Z'),
         (?2, 'mood', 'how', 'you', '\"bad\"', '2026-03-02T09:05:00Z')",
        &people,
    )
    .await;
    let rows = survey_page(&app.store, "mood", None, None).await.unwrap();
    assert_eq!(rows.len(), 2);
    let key = (String::new(), "how".to_owned());
    assert_eq!((of(&rows, maya).version, of(&rows, maya).answers.get(&key)), (1, Some(&json!("good"))));
    assert_eq!((of(&rows, tom).version, of(&rows, tom).answers.get(&key)), (2, None::<&Value>));
    let place = (rows[0].person, rows[0].of.clone());
    assert_eq!(survey_page(&app.store, "mood", None, Some(&place)).await.unwrap(), rows[1..]);
    assert!(survey_page(&app.store, "mood", Some("nowhere"), None).await.unwrap().is_empty());
});

both!(export_of_a_session_has_the_last_attempts, async |app| {
    let [maya, tom, ..] = app.people().await;
    run(
        &app,
        "INSERT INTO session_progress (person_id, session_id, session_key, version, started_at) VALUES
         (?1, 'goals', 'goals', 1, '2026-03-02T09:00:00Z'), (?1, 'x1', 'goals', 1, '2026-03-02T09:00:00Z'),
         (?2, 'goals', 'goals', 1, '2026-03-02T09:00:00Z')",
        &[maya, tom],
    )
    .await;
    run(
        &app,
        "INSERT INTO quiz_attempts
         (person_id, session_id, quiz_key, attempt, step_key, answers, request_id, submitted_at) VALUES
         (?1, 'goals', 'check', 2, 's', '{\"a\": 2}', 'r2', '2026-03-02T09:05:00Z'),
         (?1, 'goals', 'check', 1, 's', '{\"a\": 1, \"b\": 1}', 'r1', '2026-03-02T09:04:00Z')",
        &[maya],
    )
    .await;
    let rows = quiz_page(&app.store, "goals", None, None).await.unwrap();
    assert_eq!(rows.len(), 3);
    let row = rows.iter().find(|row| row.person == maya && row.of == "goals").unwrap();
    assert_eq!(row.answers, [(("check".to_owned(), "a".to_owned()), json!(2))].into());
    for (at, row) in rows.iter().enumerate() {
        let rest = quiz_page(&app.store, "goals", None, Some(&(row.person, row.of.clone()))).await.unwrap();
        assert_eq!(rest, rows[at + 1..], "a page begins after any place");
    }
});
