//! Erasing a person leaves no personal data; an export contains all of it.

use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection, ValueRef};
use store::assistant;
use store::attachments::{self, NewFile};
use store::bots::ASSISTANT;
use store::cases::legal_holds::{self, HoldRefusal};
use store::channels::{self, Status};
use store::chat_access::ChatAccess;
use store::codes::{self, Purpose};
use store::details::{self, Details, Picture};
use store::listing::ListRequest;
use store::messages::{self, Draft};
use store::outbox::{self, MAIL, Mail};
use store::people::{self, NewPerson, Person, Role};
use store::reports::{self, NewReport, Reason};
use store::search::{self, Filter};
use store::staff::{Scope, Staff};
use store::{ChannelId, PersonId, Store, cases, erase, export, login_sessions};
use test_kit::both;

use crate::test_store::{TestStore, draft, new_person};

/// Words that occur only in data of the erased person.
const CANARIES: [&str; 5] = ["zebulon", "quillcanary", "canaryword", "canarybytes", "canaryagent"];

/// Returns a mention with the person's name.
fn mention(of: PersonId) -> String {
    format!("@[Zebulon Quillcanary]({of})")
}

struct PersonData {
    zebulon: Person,
    maya: PersonId,
    pair: ChannelId,
    circle: ChannelId,
}

/// Creates data about one person in every table and in files.
async fn add_person_data(app: &TestStore) -> PersonData {
    let [maya, tom, ..] = app.people().await;
    let store = &app.store;
    let new = NewPerson {
        email: "zebulon@canaryword.example".to_owned(),
        last_name: "Quillcanary".to_owned(),
        bio: "canaryword bio".to_owned(),
        ..new_person("Zebulon", Role::Mentee)
    };
    let me = people::add(store, &test_kit::operator(), &new).await.unwrap().unwrap();
    details::edit(store, me, Details { phone_number: Some("+4912345678".into()), ..Details::default() }).await.unwrap();
    let (pair, circle) = (app.direct(&[maya, me]).await, app.group(&[maya, tom, me]).await);

    let file = NewFile {
        name: "canaryword.txt".to_owned(),
        media_type: "text/plain".to_owned(),
        bytes: b"canarybytes".to_vec(),
        ..NewFile::default()
    };
    let attachment = attachments::add(store, circle, me, file).await.unwrap().unwrap();
    let with_file = Draft { attachments: vec![attachment], ..draft(circle, me, "a canaryword of mine") };
    let sent = store.writer.append(with_file).await.unwrap().message;
    messages::edit(store, circle, me, sent.id, "another canaryword").await.unwrap().unwrap();
    let answer = Draft { reply_to: Some(sent.id), ..draft(circle, maya, "so you say") };
    store.writer.append(answer).await.unwrap();
    let regretted = app.send(circle, me, "a canaryword that I deleted").await;
    messages::edit(store, circle, me, regretted.id, "a canaryword that I edited").await.unwrap().unwrap();
    messages::delete(store, circle, me, regretted.id).await.unwrap().unwrap();
    let naming = app.send(circle, maya, &format!("Deleted: {}", mention(me))).await;
    messages::delete(store, circle, maya, naming.id).await.unwrap().unwrap();
    let mentioning = app.send(circle, maya, &format!("Hi {} and Tom", mention(me))).await;
    messages::edit(store, circle, maya, mentioning.id, &format!("Hello {}", mention(me))).await.unwrap().unwrap();
    let quoting = Draft { reply_to: Some(mentioning.id), ..draft(circle, tom, "he is here") };
    store.writer.append(quoting).await.unwrap();
    app.send(pair, me, "canaryword for two").await;
    app.send(pair, maya, "an answer that stays").await;
    messages::react(store, circle, me, mentioning.id, "👍", true).await.unwrap().unwrap();

    let own = assistant::open(store, me, None).await.unwrap();
    app.send(own, me, "canaryword question").await;
    app.send(own, ASSISTANT, "you asked about canaryword").await;

    let report = |reporter, subject, message, details| NewReport {
        reporter,
        subject,
        channel: circle,
        message,
        programme: None,
        reason: Reason::Other,
        details,
        stops_contact: Some(false),
    };
    let reported = messages::between(store, circle, 0, 1).await.unwrap().remove(0);
    reports::add(store, report(maya, me, Some(&reported), "his canaryword"), 20).await.unwrap().unwrap();
    reports::add(store, report(me, tom, None, "my canaryword"), 20).await.unwrap().unwrap();
    login_sessions::open(store, me, "canaryagent", login_sessions::Factors::One).await.unwrap();
    let face = Details { picture: Some(Picture::Set(b"canarybytes of a face".to_vec())), ..Details::default() };
    details::edit(store, me, face).await.unwrap();
    let mail = Mail {
        to: new.email.clone(),
        template: "password_changed".to_owned(),
        language: "en".to_owned(),
        values: [("name".to_owned(), "Zebulon".to_owned())].into(),
    };
    outbox::put(store, MAIL, &mail).await.unwrap();
    codes::send(store, Purpose::ResetPassword, &new.email, |_| mail).await.unwrap();
    search_canary(store, maya).await;
    store::previews::cache(store, "https://canaryword.example/page", None).await.unwrap();
    let zebulon = people::by_id(store, me).await.unwrap().unwrap();
    PersonData { zebulon, maya, pair, circle }
}

/// Returns every value of every table and every file.
async fn all_values(app: &TestStore) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let (url, files) = app.environment();
    if let Some(path) = url.strip_prefix("sqlite:") {
        let mut connection = SqliteConnection::connect(path).await.unwrap();
        let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
            .fetch_all(&mut connection)
            .await
            .unwrap();
        for table in tables {
            let query = AssertSqlSafe(format!("SELECT * FROM \"{table}\""));
            for row in sqlx::query(query).fetch_all(&mut connection).await.unwrap() {
                for at in 0..row.len() {
                    let bytes = row.try_get_unchecked::<Option<Vec<u8>>, _>(at).unwrap().unwrap_or_default();
                    found.push((format!("{table}.{at}"), bytes));
                }
            }
        }
    } else {
        let mut connection = PgConnection::connect(&url).await.unwrap();
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = 'public'",
        )
        .fetch_all(&mut connection)
        .await
        .unwrap();
        for table in tables {
            let query = AssertSqlSafe(format!("SELECT * FROM \"{table}\""));
            for row in sqlx::query(query).fetch_all(&mut connection).await.unwrap() {
                for at in 0..row.len() {
                    let value = row.try_get_raw(at).unwrap();
                    let bytes = if value.is_null() { Vec::new() } else { value.as_bytes().unwrap().to_vec() };
                    found.push((format!("{table}.{at}"), bytes));
                }
            }
        }
    }
    for path in walk(&files) {
        found.push((path.display().to_string(), std::fs::read(path).unwrap()));
    }
    found
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

fn locations_of(word: &str, all_values: &[(String, Vec<u8>)]) -> Vec<String> {
    let contains =
        |bytes: &[u8]| bytes.to_ascii_lowercase().windows(word.len()).any(|window| window == word.as_bytes());
    all_values.iter().filter(|(_, bytes)| contains(bytes)).map(|(location, _)| location.clone()).collect()
}

/// Resolves all cases, and ends the holds on their copies.
async fn end_holds(app: &TestStore) {
    let sam = people::by_email(&app.store, "sam@example.org").await.unwrap().unwrap();
    let staff = Staff { person: sam.id, scope: Scope::Installation };
    for case in cases::page(&app.store, &staff, &ListRequest::default()).await.unwrap().rows {
        let refused = legal_holds::end(&app.store, &staff, case.id, "too early").await.unwrap();
        assert_eq!(refused, Err(HoldRefusal::Open));
        assert!(cases::resolve(&app.store, &staff, case.id, cases::Outcome::NoConcern, "").await.unwrap());
        legal_holds::end(&app.store, &staff, case.id, "no longer needed").await.unwrap().unwrap();
        assert_eq!(legal_holds::of_case(&app.store, case.id).await.unwrap(), None);
    }
}

both!(copies_of_an_open_case_outlive_both_people, async |app| {
    let PersonData { zebulon, maya, .. } = add_person_data(&app).await;
    let sam = people::by_email(&app.store, "sam@example.org").await.unwrap().unwrap();
    let staff = Staff { person: sam.id, scope: Scope::Installation };
    let maya = people::by_id(&app.store, maya).await.unwrap().unwrap();
    for person in [&zebulon, &maya] {
        erase::erase(&app.store, &test_kit::operator(), person).await.unwrap();
    }
    let rows = cases::page(&app.store, &staff, &ListRequest::default()).await.unwrap().rows;
    let id = rows.iter().find(|case| case.about_id == Some(zebulon.id)).unwrap().id;
    let case = cases::by_id(&app.store, &staff, id).await.unwrap().unwrap();
    assert_eq!(case.details, "his canaryword", "the words of the reporter, who is erased as well");
    assert_eq!(case.message_body.as_deref(), Some("another canaryword"));
    let file = case.attachments.unwrap().0.remove(0);
    assert_eq!(export::file(&app.store, file.id).await.unwrap().unwrap(), b"canarybytes");
    assert!(attachments::is_withdrawn(&app.store, file.id).await.unwrap(), "members no longer get it");
    let hold = legal_holds::of_case(&app.store, id).await.unwrap().unwrap();
    assert_eq!((&*hold.about_name, &*hold.reporter_name), ("Zebulon Quillcanary", "Maya Okafor"));
    let sealed = legal_holds::sealed_messages(&app.store, id).await.unwrap();
    assert_eq!(i64::try_from(sealed.len()).unwrap(), hold.messages);
    let texts: Vec<_> = sealed.iter().map(|copy| (&*copy.sender_name, &*copy.body)).collect();
    assert_eq!(
        texts[..3],
        [
            ("Zebulon Quillcanary", "another canaryword"),
            ("Maya Okafor", "so you say"),
            ("Zebulon Quillcanary", "a canaryword that I edited"),
        ]
    );
});

both!(staff_decide_about_copies_every_six_months, async |app| {
    add_person_data(&app).await;
    let store = &app.store;
    let sam = people::by_email(store, "sam@example.org").await.unwrap().unwrap();
    let staff = Staff { person: sam.id, scope: Scope::Installation };
    let rows = cases::page(store, &staff, &ListRequest::default()).await.unwrap().rows;
    assert_eq!(legal_holds::remind_due(store).await.unwrap(), 0);
    app.advance(chrono::Duration::days(185));
    assert_eq!(legal_holds::remind_due(store).await.unwrap(), rows.len());
    assert_eq!(legal_holds::remind_due(store).await.unwrap(), 0, "once");
    legal_holds::extend(store, &staff, rows[0].id, "the police ask for it").await.unwrap().unwrap();
    app.advance(chrono::Duration::days(185));
    assert_eq!(legal_holds::remind_due(store).await.unwrap(), 1);
});

both!(erased_person_leaves_no_data, async |app| {
    let PersonData { zebulon, maya, pair, circle } = add_person_data(&app).await;
    let before = all_values(&app).await;
    for canary in CANARIES {
        assert!(!locations_of(canary, &before).is_empty(), "{canary} was not stored");
    }
    let numbers_of = |list: Vec<messages::Message>| list.iter().map(|message| message.seq).collect::<Vec<_>>();
    let numbers = numbers_of(messages::between(&app.store, circle, 0, 100).await.unwrap());
    let changes = channels::heads(&app.store, &[circle]).await.unwrap()[0].change_seq;

    let erased = erase::erase(&app.store, &test_kit::operator(), &zebulon).await.unwrap();
    assert_eq!((erased.messages, erased.files, erased.holds.len()), (3, 0, 2), "the reported file is sealed");
    let after = all_values(&app).await;
    let is_sealed = |location: &String| {
        let tables = ["legal_holds.", "sealed_messages.", "sealed_edits.", "reports.", "attachments."];
        tables.iter().any(|table| location.starts_with(table)) || location.contains("/files/")
    };
    for canary in CANARIES {
        let open: Vec<_> = locations_of(canary, &after).into_iter().filter(|location| !is_sealed(location)).collect();
        assert_eq!(open, Vec::<String>::new(), "{canary} remains outside sealed copies");
    }
    end_holds(&app).await;
    let after = all_values(&app).await;
    for canary in CANARIES {
        assert_eq!(locations_of(canary, &after), Vec::<String>::new(), "{canary} remains");
    }

    let left = messages::between(&app.store, circle, 0, 100).await.unwrap();
    assert_eq!(numbers_of(left.clone()), numbers, "message numbers stay dense");
    assert_eq!(left[4].body, format!("Hello @[Former member]({})", zebulon.id));
    assert_eq!(left[5].reply.as_ref().unwrap().text, "Hello @Former member");
    assert!(left[0].changed > changes, "clients must receive the change");
    assert_eq!(messages::between(&app.store, pair, 0, 100).await.unwrap()[1].body, "an answer that stays");
    let status = channels::membership(&app.store, pair, maya).await.unwrap().unwrap().status;
    assert_eq!(status, Status::Inactive, "the other member cannot write to an erased person");
    let status = channels::membership(&app.store, circle, maya).await.unwrap().unwrap().status;
    assert_eq!(status, Status::Active);
    let former = people::by_id(&app.store, zebulon.id).await.unwrap().unwrap();
    assert_eq!((former.full_name().as_str(), former.is_disabled), ("Former member", true));
    assert!(people::by_email(&app.store, &zebulon.email).await.unwrap().is_none());

    let again = erase::erase(&app.store, &test_kit::operator(), &former).await.unwrap();
    assert_eq!((again.messages, again.files), (0, 0), "erasing again is allowed");
});

/// Returns the words of the person in raw bytes of the database: all files of SQLite, the rows of PostgreSQL that no query sees.
async fn remains(app: &TestStore) -> Vec<String> {
    let (url, _) = app.environment();
    let words = ["canaryword", "quillcanary", "canaryagent", "4912345678"];
    let Some(path) = url.strip_prefix("sqlite:") else { return dead_rows(&url, &words).await };
    let folder = std::path::Path::new(path).parent().unwrap();
    let files: Vec<_> =
        walk(folder).into_iter().map(|file| (file.display().to_string(), std::fs::read(file).unwrap())).collect();
    words.iter().flat_map(|word| locations_of(word, &files)).collect()
}

async fn dead_rows(url: &str, words: &[&str]) -> Vec<String> {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql("CREATE EXTENSION IF NOT EXISTS pageinspect").execute(&mut connection).await.unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public'")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let mut found = Vec::new();
    for table in tables {
        let query = AssertSqlSafe(format!(
            "SELECT t_data FROM generate_series(0, pg_relation_size('\"{table}\"') / 8192 - 1) page,
                 heap_page_items(get_raw_page('\"{table}\"', CAST(page AS INTEGER))) WHERE t_data IS NOT NULL"
        ));
        let rows: Vec<Vec<u8>> = sqlx::query_scalar(query).fetch_all(&mut connection).await.unwrap();
        let rows: Vec<_> = rows.into_iter().map(|row| (table.clone(), row)).collect();
        found.extend(words.iter().flat_map(|word| locations_of(word, &rows)));
    }
    found
}

async fn search_canary(store: &Store, person: PersonId) -> search::Hits {
    search::messages(store, person, ChatAccess::ALL, "canaryword", &Filter::default(), 1).await.unwrap()
}

both!(erased_person_leaves_no_bytes, async |app| {
    let PersonData { zebulon, maya, circle, .. } = add_person_data(&app).await;
    // Pages are split and merged between the messages of the erased person.
    for number in 0..60 {
        app.send(circle, zebulon.id, &format!("canaryword {number} {}", "x".repeat(number))).await;
        app.send(circle, maya, &"Maya answers. ".repeat(10 + number * 3)).await;
    }
    search_canary(&app.store, maya).await;
    assert!(!remains(&app).await.is_empty());
    end_holds(&app).await;
    erase::erase(&app.store, &test_kit::operator(), &zebulon).await.unwrap();
    assert_eq!(remains(&app).await, Vec::<String>::new());
    assert_eq!(search_canary(&app.store, maya).await.hits.len(), 0);
    app.send(circle, maya, "The rewritten database works").await;
});

both!(export_contains_only_own_data, async |app| {
    let PersonData { zebulon, maya, .. } = add_person_data(&app).await;
    let export = export::everything_about(&app.store, &test_kit::operator(), zebulon.id).await.unwrap().unwrap();
    let data = &export.data;
    assert_eq!(data["person"][0]["email"], "zebulon@canaryword.example");
    assert_eq!(data["person"][0]["id"], zebulon.id.to_string());
    assert_eq!(data["messages"].as_array().unwrap().len(), 4);
    assert_eq!(data["deletedMessages"][0]["body"], "a canaryword that I edited");
    assert_eq!(data["earlierTexts"][0]["body"], "a canaryword of mine");
    assert_eq!(data["sessions"][0]["user_agent"], "canaryagent");
    assert_eq!(data["reports"][0]["details"], "my canaryword");
    let text = data.to_string();
    assert!(!text.contains("password_hash") && !text.contains("refresh_hash"));
    assert!(!text.contains("his canaryword"), "reports by others are confidential");
    assert_eq!(export.files.len(), 2);
    for (name, id) in &export.files {
        let bytes = export::file(&app.store, *id).await.unwrap().unwrap();
        assert!(bytes.starts_with(b"canarybytes"), "{name}");
    }
    let of_maya =
        export::everything_about(&app.store, &test_kit::operator(), maya).await.unwrap().unwrap().data.to_string();
    assert!(!of_maya.contains("canaryword of mine") && !of_maya.contains("canaryword for two"));
});

both!(person_tables_are_exported_and_erased, async |app| {
    let (url, _) = app.environment();
    // Both databases have one schema, and SQLite lists all references in one query.
    let Some(path) = url.strip_prefix("sqlite:") else { return };
    let mut connection = SqliteConnection::connect(path).await.unwrap();
    let references: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT t.name, f.\"from\", f.on_delete FROM sqlite_master t, pragma_foreign_key_list(t.name) f
         WHERE t.type = 'table' AND f.\"table\" = 'people'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    for (table, column, on_delete) in references {
        let is_erased = on_delete == "CASCADE" || on_delete == "SET NULL" || table == "attachments";
        assert!(is_erased, "erase.rs must handle {table}.{column}");
        let is_internal = ["presence", "bots", "blocks.blocked_id"]
            .iter()
            .any(|internal| format!("{table}.{column}").starts_with(internal));
        let is_exported = export::tables().any(|exported| exported == (table.as_str(), column.as_str()));
        assert!(is_internal || is_exported, "export.rs must list {table}.{column}");
    }
});
