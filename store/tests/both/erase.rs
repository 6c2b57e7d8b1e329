//! Nothing is left of whoever is erased, and everything about them is in their export.

use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection, ValueRef};
use store::assistant;
use store::attachments::{self, NewFile};
use store::bots::ASSISTANT;
use store::channels::{self, Status};
use store::codes::{self, Purpose};
use store::messages::{self, Draft};
use store::outbox::{self, MAIL, Mail};
use store::people::{self, NewPerson, Person, Role};
use store::reports::{self, NewReport, Reason};
use store::{ChannelId, PersonId, erase, export, pictures, sessions};
use test_kit::both;

use crate::world::{World, draft, new_person};

/// Words that nobody else has.
const CANARIES: [&str; 5] = ["zebulon", "quillcanary", "canaryword", "canarybytes", "canaryagent"];

/// The name in a mention.
fn mention(of: PersonId) -> String {
    format!("@[Zebulon Quillcanary]({of})")
}

struct Traces {
    zebulon: Person,
    maya: PersonId,
    pair: ChannelId,
    circle: ChannelId,
}

/// Zebulon has left traces wherever one can.
async fn traces(world: &World) -> Traces {
    let [maya, tom, ..] = world.people().await;
    let store = &world.store;
    let new = NewPerson {
        email: "zebulon@canaryword.example".to_owned(),
        last_name: "Quillcanary".to_owned(),
        bio: "canaryword bio".to_owned(),
        ..new_person("Zebulon", Role::Mentee)
    };
    let me = people::add(store, &new).await.unwrap().unwrap();
    people::set_details(store, me, None, Some("+4912345678")).await.unwrap();
    let (pair, circle) = (world.direct(&[maya, me]).await, world.group(&[maya, tom, me]).await);

    let file = NewFile {
        name: "canaryword.txt".to_owned(),
        media_type: "text/plain".to_owned(),
        bytes: b"canarybytes".to_vec(),
        ..NewFile::default()
    };
    let attachment = attachments::add(store, circle, me, file).await.unwrap();
    let with_file = Draft { attachments: vec![attachment], ..draft(circle, me, "a canaryword of mine") };
    let sent = store.writer.append(with_file).await.unwrap().message;
    messages::edit(store, circle, me, sent.id, "another canaryword").await.unwrap().unwrap();
    let answer = Draft { reply_to: Some(sent.id), ..draft(circle, maya, "so you say") };
    store.writer.append(answer).await.unwrap();
    let naming = world.says(circle, maya, &format!("Hi {} and Tom", mention(me))).await;
    messages::edit(store, circle, maya, naming.id, &format!("Hello {}", mention(me))).await.unwrap().unwrap();
    let quoting = Draft { reply_to: Some(naming.id), ..draft(circle, tom, "he is here") };
    store.writer.append(quoting).await.unwrap();
    world.says(pair, me, "canaryword for two").await;
    world.says(pair, maya, "an answer that stays").await;
    messages::react(store, circle, me, naming.id, "👍", true).await.unwrap().unwrap();

    let own = assistant::open(store, me, None).await.unwrap();
    world.says(own, me, "canaryword question").await;
    world.says(own, ASSISTANT, "you asked about canaryword").await;

    let report = |reporter, subject, message, details| NewReport {
        reporter,
        subject,
        channel: circle,
        message,
        programme: None,
        reason: Reason::Other,
        details,
    };
    let told_of = messages::between(store, circle, 0, 1).await.unwrap().remove(0);
    reports::add(store, report(maya, me, Some(&told_of), "his canaryword"), 20).await.unwrap().unwrap();
    reports::add(store, report(me, tom, None, "my canaryword"), 20).await.unwrap().unwrap();
    sessions::open(store, me, "canaryagent").await.unwrap();
    pictures::set(store, me, b"canarybytes of a face".to_vec()).await.unwrap().unwrap();
    let mail = Mail {
        to: new.email.clone(),
        template: "password_changed".to_owned(),
        language: "en".to_owned(),
        values: [("name".to_owned(), "Zebulon".to_owned())].into(),
    };
    outbox::put(store, MAIL, &mail).await.unwrap();
    codes::send(store, Purpose::ResetPassword, &new.email, |_| mail).await.unwrap();
    store::search::messages(store, maya, "canaryword", 1).await.unwrap();
    let zebulon = people::by_id(store, me).await.unwrap().unwrap();
    Traces { zebulon, maya, pair, circle }
}

/// Every byte in every table, lower-cased, and every file.
async fn everything(world: &World) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let (url, files) = world.place();
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

fn places_of(word: &str, everything: &[(String, Vec<u8>)]) -> Vec<String> {
    let holds = |bytes: &[u8]| bytes.to_ascii_lowercase().windows(word.len()).any(|window| window == word.as_bytes());
    everything.iter().filter(|(_, bytes)| holds(bytes)).map(|(place, _)| place.clone()).collect()
}

both!(nothing_of_an_erased_person_is_left, async |world| {
    let Traces { zebulon, maya, pair, circle } = traces(&world).await;
    let before = everything(&world).await;
    for canary in CANARIES {
        assert!(!places_of(canary, &before).is_empty(), "{canary} was never there");
    }
    let heads = |list: Vec<messages::Message>| list.iter().map(|message| message.seq).collect::<Vec<_>>();
    let numbers = heads(messages::between(&world.store, circle, 0, 100).await.unwrap());
    let changes = channels::heads(&world.store, &[circle]).await.unwrap()[0].change_seq;

    let erased = erase::erase(&world.store, &zebulon).await.unwrap();
    assert_eq!((erased.messages, erased.files), (3, 1));
    let after = everything(&world).await;
    for canary in CANARIES {
        assert_eq!(places_of(canary, &after), Vec::<String>::new(), "{canary} is left");
    }

    let left = messages::between(&world.store, circle, 0, 100).await.unwrap();
    assert_eq!(heads(left.clone()), numbers, "numbers stay dense");
    assert_eq!(left[2].body, format!("Hello @[Former member]({})", zebulon.id));
    assert_eq!(left[3].reply.as_ref().unwrap().text, "Hello @Former member");
    assert!(left[0].changed > changes, "pages that show it hear of it");
    assert_eq!(messages::between(&world.store, pair, 0, 100).await.unwrap()[1].body, "an answer that stays");
    let status = channels::membership(&world.store, pair, maya).await.unwrap().unwrap().status;
    assert_eq!(status, Status::Inactive, "nobody writes to who is not there");
    let status = channels::membership(&world.store, circle, maya).await.unwrap().unwrap().status;
    assert_eq!(status, Status::Active);
    let former = people::by_id(&world.store, zebulon.id).await.unwrap().unwrap();
    assert_eq!((former.full_name().as_str(), former.is_disabled), ("Former member", true));
    assert!(people::by_email(&world.store, &zebulon.email).await.unwrap().is_none());

    let again = erase::erase(&world.store, &former).await.unwrap();
    assert_eq!((again.messages, again.files), (0, 0), "whoever was interrupted starts over");
});

both!(an_export_holds_everything_and_nobody_else, async |world| {
    let Traces { zebulon, maya, .. } = traces(&world).await;
    let export = export::everything_about(&world.store, zebulon.id).await.unwrap();
    let data = &export.data;
    assert_eq!(data["person"][0]["email"], "zebulon@canaryword.example");
    assert_eq!(data["person"][0]["id"], zebulon.id.to_string());
    assert_eq!(data["messages"].as_array().unwrap().len(), 3);
    assert_eq!(data["earlierTexts"][0]["body"], "a canaryword of mine");
    assert_eq!(data["sessions"][0]["user_agent"], "canaryagent");
    assert_eq!(data["reports"][0]["details"], "my canaryword");
    let text = data.to_string();
    assert!(!text.contains("password_hash") && !text.contains("refresh_hash"));
    assert!(!text.contains("his canaryword"), "what others told of them in confidence");
    assert_eq!(export.files.len(), 2);
    for (name, id) in &export.files {
        let bytes = export::file(&world.store, *id).await.unwrap().unwrap();
        assert!(bytes.starts_with(b"canarybytes"), "{name}");
    }
    let of_maya = export::everything_about(&world.store, maya).await.unwrap().data.to_string();
    assert!(!of_maya.contains("canaryword of mine") && !of_maya.contains("canaryword for two"));
});

both!(every_table_about_people_is_part_of_an_export_and_goes_with_them, async |world| {
    let (url, _) = world.place();
    // One schema for both; SQLite can say what refers to what in one question.
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
        let goes = on_delete == "CASCADE" || on_delete == "SET NULL" || table == "attachments";
        assert!(goes, "erase.rs must say what becomes of {table}.{column}");
        let is_ours =
            ["presence", "bots", "blocks.blocked_id"].iter().any(|ours| format!("{table}.{column}").starts_with(ours));
        let is_told = export::tables().any(|told| told == (table.as_str(), column.as_str()));
        assert!(is_ours || is_told, "export.rs must list {table}.{column}");
    }
});
