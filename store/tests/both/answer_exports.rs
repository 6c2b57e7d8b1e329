//! Exports of answers: pages, versions, drafts, attempts.

use questions::Submission;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use store::PersonId;
use store::answer_exports::{Answered, quiz_page, survey_page};
use store::content::{self, Bundle, Change, Origin};
use store::surveys::{self, Mode, Outcome};
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

fn of(rows: &[Answered], person: PersonId) -> &Answered {
    rows.iter().find(|row| row.person == person).unwrap()
}

/// The survey "mood" with the questions how and name in its only stage.
fn mood(options: &[&str]) -> Bundle {
    let options = options.iter().map(|key| json!({"key": key, "label": {"en": key}})).collect::<Vec<_>>();
    let questions = json!([
        {"key": "how", "type": "SingleChoiceRadio", "label": {"en": "How?"}, "options": options},
        {"key": "age", "type": "Number", "label": {"en": "Age?"}},
    ]);
    let stage =
        json!({"key": "you", "name": {"en": "You"}, "pages": [{"title": {"en": "You"}, "questions": questions}]});
    let name = json!({"en": "Mood"});
    let survey = json!({"key": "mood", "name": name, "short_description": name, "stages": [stage]});
    Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() }
}

both!(export_of_a_survey_has_submitted_answers_only, async |app| {
    let [maya, tom, ..] = app.people().await;
    let answer = async |person, answers: Value, mode| {
        let catalogue = content::catalogue(&app.store).await.unwrap();
        let survey = catalogue.surveys.to_begin("mood").unwrap();
        let stage = &survey.definition.stages[0];
        let submission = Submission { answers: serde_json::from_value(answers).unwrap(), ..Submission::default() };
        let saved = surveys::save(&app.store, person, survey, stage, &submission, mode).await.unwrap();
        assert!(matches!(saved, Outcome::Saved { .. }), "{saved:?}");
    };
    store::administration::import_content(&app.store, &test_kit::operator(), &mood(&["good", "bad"]), Origin::Operator)
        .await
        .unwrap();
    answer(maya, json!({"how": "good", "age": 17}), Mode::Submit).await;
    store::administration::import_content(
        &app.store,
        &test_kit::operator(),
        &mood(&["good", "bad", "so-so"]),
        Origin::Operator,
    )
    .await
    .unwrap();
    answer(tom, json!({"how": "so-so"}), Mode::Draft(None)).await;

    let rows = survey_page(&app.store, "mood", None, None).await.unwrap();
    assert_eq!(rows.len(), 2);
    let expected = [("how", json!("good")), ("age", json!(17))];
    let expected = expected.map(|(key, answer)| ((String::new(), key.to_owned()), answer)).into();
    assert_eq!((of(&rows, maya).version, &of(&rows, maya).answers), (1, &expected));
    assert_eq!(of(&rows, maya).completed_at, Some(app.store.clock.now()));
    assert_eq!((of(&rows, tom).version, of(&rows, tom).answers.len()), (2, 0), "a draft was not handed in");
    let place = (rows[0].person, rows[0].of.clone());
    assert_eq!(survey_page(&app.store, "mood", None, Some(&place)).await.unwrap(), rows[1..]);
    assert!(survey_page(&app.store, "mood", Some("nowhere"), None).await.unwrap().is_empty());

    let none = Bundle { surveys: Some(vec![]), ..Bundle::default() };
    let imported = store::administration::import_content(&app.store, &test_kit::operator(), &none, Origin::Operator)
        .await
        .unwrap();
    assert_eq!(imported.definitions[0].change, Change::Retired { begun: 2 });
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
