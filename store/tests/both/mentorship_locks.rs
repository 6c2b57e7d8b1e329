//! The locks of a mentorship that begins while an import changes its programme, on PostgreSQL: rules first, then people.

use sqlx::{Connection, PgConnection};
use store::administration;
use store::content::{Bundle, Origin};
use store::mentorship::NewMentorship;
use test_kit::{operator, shared};

use crate::mentorship::{people_of, session};

async fn connect(app: &crate::TestApp) -> PgConnection {
    PgConnection::connect(&app.environment().0).await.unwrap()
}

shared!(mentorship_that_waits_for_rules_holds_no_person, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    session(&app).await;
    let (mut import, mut observer) = (connect(&app).await, connect(&app).await);
    sqlx::raw_sql("BEGIN; SELECT id FROM programmes ORDER BY id FOR NO KEY UPDATE").execute(&mut import).await.unwrap();
    let store = app.store.clone();
    let beginning = tokio::spawn(async move {
        let new = NewMentorship { mentor: nina, mentees: vec![leo], group: None };
        administration::create_mentorship(&store, &operator(), &new).await.unwrap()
    });
    let waits = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let mut is_waiting = false;
    while !is_waiting {
        assert!(!beginning.is_finished(), "it waits for the rules");
        is_waiting = sqlx::query_scalar::<_, i64>(waits).fetch_one(&mut observer).await.unwrap() > 0;
    }
    // The import goes on with people; what holds one of them now would wait for the import, and the import for it.
    sqlx::raw_sql("SELECT id FROM people ORDER BY id FOR NO KEY UPDATE NOWAIT; COMMIT")
        .execute(&mut import)
        .await
        .unwrap();
    beginning.await.unwrap().unwrap();
});

shared!(mentorships_begin_while_content_is_imported, async |app| {
    let [nina, leo, ada, ben] = people_of(&app).await;
    session(&app).await;
    let bundle = store::content::get(&app.store).await.unwrap();
    let other = app.second_node().await;
    let imports = tokio::spawn(async move {
        for is_offered in [false, true, false, true, false, true] {
            let sessions = bundle.sessions.clone().filter(|_| is_offered).unwrap_or_default();
            let bundle = Bundle { sessions: Some(sessions), ..Bundle::default() };
            administration::import_content(&other, &operator(), &bundle, Origin::Operator).await.unwrap();
        }
        other.close().await;
    });
    for mentee in [leo, ada, ben] {
        let new = NewMentorship { mentor: nina, mentees: vec![mentee], group: None };
        let id = administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap();
        administration::undo_mentorship(&app.store, &operator(), id).await.unwrap().unwrap();
        administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap();
    }
    imports.await.unwrap();
});
