//! Cuts a node off its database at a commit: what is stored is answered as done, and the bus hears of it.

use std::pin::pin;
use std::sync::Arc;

use chrono::Duration;
use futures_util::join;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::bus::Event;
use store::calendar::{self, DeleteOutcome, WriteOutcome};
use store::calls::{self, End, Joined, Provider};
use store::channels::{self, Status};
use store::content::{Session, Versioned};
use store::details::{self, Details, Picture};
use store::learning::{self, StepOutcome};
use store::mentorship::{NewMentorship, record, sessions};
use store::people;
use store::{MentorshipId, PersonId, Store, administration, reads};
use test_kit::both;
use uuid::Uuid;

use crate::calendar::call;
use crate::mentorship::{people_of, session};
use crate::test_store::{TestStore, next_events, within_timeout};

/// Another connection, for which the first write of a change to a table waits.
enum Lock {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Lock {
    async fn of(app: &TestStore, table: &str) -> Self {
        let (url, _) = app.environment();
        match url.strip_prefix("sqlite:") {
            Some(path) => {
                let options = SqliteConnectOptions::new().filename(path);
                let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
                sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
                Self::Sqlite(connection)
            }
            None => {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                // The share mode lets readers through.
                let lock = AssertSqlSafe(format!("BEGIN; LOCK TABLE {table} IN SHARE MODE"));
                sqlx::raw_sql(lock).execute(&mut connection).await.unwrap();
                Self::Postgres(connection)
            }
        }
    }

    /// Waits until a change waits. On SQLite a change begins with the lock of the database.
    async fn is_awaited(&self, app: &TestStore, table: &str) {
        const WAITING: &str = "SELECT COUNT(*) FROM pg_locks WHERE relation = CAST($1 AS regclass) AND NOT granted";
        if matches!(self, Self::Postgres(_)) {
            let mut observer = PgConnection::connect(&app.environment().0).await.unwrap();
            while sqlx::query_scalar::<_, i64>(WAITING).bind(table).fetch_one(&mut observer).await.unwrap() == 0 {}
        }
    }

    async fn release(&mut self) {
        match self {
            Self::Sqlite(connection) => drop(sqlx::raw_sql("ROLLBACK").execute(connection).await.unwrap()),
            Self::Postgres(connection) => drop(sqlx::raw_sql("ROLLBACK").execute(connection).await.unwrap()),
        }
    }

    /// Returns a number that other connections' commits change. PostgreSQL's is not needed: there a change is seen waiting.
    async fn commits(&mut self) -> i64 {
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar("PRAGMA data_version").fetch_one(connection).await.unwrap(),
            Self::Postgres(_) => 0,
        }
    }
}

/// Makes a change on a node that gets no connection to the database after the one that writes to `table`. Returns what the
/// caller is told, and the number of events.
async fn cut_off<T>(
    app: &TestStore,
    table: &str,
    change: impl AsyncFn(Arc<Store>) -> store::Result<T>,
) -> (store::Result<T>, usize) {
    loop {
        let node = app.second_node().await;
        let mut listener = node.bus.listen();
        let mut lock = Lock::of(app, table).await;
        let before = lock.commits().await;
        let told = within_timeout(async {
            let mut change = pin!(change(node.clone()));
            tokio::select! {
                biased;
                _ = &mut change => panic!("the change does not write to {table}"),
                () = lock.is_awaited(app, table) => {}
            }
            let cut = async {
                while people::by_id(&node, PersonId(Uuid::nil())).await.is_ok() {}
                lock.release().await;
            };
            let (told, (), ()) = join!(change, node.close(), cut);
            told
        })
        .await;
        match told {
            Ok(_) => return (told, next_events(&mut listener).await.len()),
            // On SQLite the search index of the new node may have had the connection for writing: the change never began.
            Err(_) if matches!(lock, Lock::Sqlite(_)) && lock.commits().await == before => {}
            Err(_) => return (told, 0),
        }
    }
}

/// Nina and Leo in a mentorship, with its first session.
async fn pair(app: &TestStore) -> ([PersonId; 2], MentorshipId, String, Arc<Versioned<Session>>) {
    let [nina, leo, ..] = people_of(app).await;
    let versioned = session(app).await;
    let new = NewMentorship { mentor: nina, mentees: vec![leo], group: None };
    let id = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let session = record::sessions(&app.store, id, leo).await.unwrap()[0].session_id.clone();
    ([nina, leo], id, session, versioned)
}

both!(event_is_created_and_deleted_without_later_reads, async |app| {
    let ([_, leo], id, ..) = pair(&app).await;
    let change = async |node: Arc<Store>| calendar::create(&node, id, leo, None, &call()).await;
    let (told, events) = cut_off(&app, "mentorships", change).await;
    assert!(matches!(told, Ok(WriteOutcome::Written(_))), "{told:?}");
    let stored = calendar::events(&app.store, id, leo).await.unwrap();
    assert_eq!((stored.len(), events), (1, 1));
    let change = async |node: Arc<Store>| calendar::delete(&node, id, leo, stored[0].id).await;
    assert_eq!(cut_off(&app, "calendar_events", change).await.0.unwrap(), DeleteOutcome::Deleted);
});

both!(learning_is_recorded_without_later_reads, async |app| {
    let ([_, leo], _, id, versioned) = pair(&app).await;
    let (id, definition) = (id.as_str(), &versioned.definition);
    let begin = async |node: Arc<Store>| sessions::start(&node, leo, id, &versioned).await;
    assert!(cut_off(&app, "mentorship_sessions", begin).await.0.unwrap());
    let visit = async |node: Arc<Store>| sessions::visit(&node, leo, id, definition, &definition.steps[0]).await;
    assert!(cut_off(&app, "visited_steps", visit).await.0.is_ok());
    let complete =
        async |node: Arc<Store>| learning::complete_step(&node, leo, id, definition, &definition.steps[0], None).await;
    let (told, events) = cut_off(&app, "session_progress", complete).await;
    assert_eq!((told.unwrap(), events), (StepOutcome::Complete, 2), "for Leo, and for both");
});

both!(members_change_without_later_reads, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom]).await;
    let join = async |node: Arc<Store>| channels::join(&node, circle, &[ana]).await;
    assert!(cut_off(&app, "channels", join).await.0.is_ok());
    let lead = async |node: Arc<Store>| channels::set_pair_manager(&node, circle, maya, true).await;
    assert!(cut_off(&app, "members", lead).await.0.is_ok());
    let until = app.store.clock.now() + Duration::minutes(1);
    let suspend =
        async |node: Arc<Store>| channels::set_status(&node, circle, tom, Status::Inactive, Some(until)).await;
    assert!(cut_off(&app, "channels", suspend).await.0.is_ok());
    let status = channels::membership(&app.store, circle, tom).await.unwrap().unwrap().status;
    assert_eq!(status, Status::Inactive);
});

both!(call_ends_without_later_reads, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    for leaves in [true, false] {
        let (call, _) = calls::start(&app.store, channel, maya, Provider::Builtin).await.unwrap();
        for (person, tab) in [(maya, "maya"), (tom, "tom")] {
            assert_eq!(calls::join(&app.store, &call, person, tab).await.unwrap(), Joined::In);
        }
        let (told, events) = if leaves {
            cut_off(&app, "calls", async |node: Arc<Store>| calls::leave(&node, call.id, tom, "tom").await).await
        } else {
            cut_off(&app, "calls", async |node: Arc<Store>| calls::end(&node, &call, End::Expired).await).await
        };
        assert!(told.unwrap() && events > 0, "leaves: {leaves}");
    }
});

both!(read_position_moves_without_later_reads, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let sent = app.send(channel, maya, "Hello Tom").await;
    let node = app.second_node().await;
    let mut listener = node.bus.listen();
    let seen = reads::mark_seen(&node, channel, tom, None).await.unwrap().unwrap();
    assert_eq!(seen.seq, 1);
    let events = next_events(&mut listener).await;
    assert!(matches!(&events[..], [Event::Seen { message, .. }] if *message == Some(sent.id)), "{events:?}");
});

both!(picture_is_removed_without_later_reads, async |app| {
    let [maya, ..] = app.people().await;
    let face = Details { picture: Some(Picture::Set(b"a face".to_vec())), ..Details::default() };
    details::edit(&app.store, maya, face).await.unwrap();
    let (told, events) = cut_off(&app, "people", async |node: Arc<Store>| {
        details::edit(&node, maya, Details { picture: Some(Picture::Remove), ..Details::default() }).await
    })
    .await;
    let shown = people::by_id(&app.store, maya).await.unwrap().unwrap().picture_id;
    assert_eq!((told.is_ok(), shown, events), (true, None, 1));
});
