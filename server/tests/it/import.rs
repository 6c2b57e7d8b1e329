//! Import of older messages, on both databases.

use std::sync::Arc;

use store::channels::{self, Kind};
use store::chat_access::ChatAccess;
use store::clock::Clock;
use store::messages::{self, Draft, Imported};
use store::people::{self, NewPerson, Role};
use store::{Options, PersonId, Store, reads};

use test_kit::Database;

async fn open(url: &str) -> Arc<Store> {
    let options = Options::new(url, std::env::temp_dir());
    Store::open(options, Clock::manual("2026-03-02T09:00:00Z".parse().unwrap())).await.unwrap()
}

async fn person(store: &Store, name: &str) -> PersonId {
    let person = NewPerson {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: String::new(),
        role: Role::Mentee,
        programme_id: None,
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    people::add(store, &test_kit::operator(), &person).await.unwrap().unwrap()
}

async fn check(store: &Arc<Store>) {
    let (maya, tom) = (person(store, "Maya").await, person(store, "Tom").await);
    let pair = channels::create(store, Kind::Direct, "", None).await.unwrap();
    channels::join(store, pair, &[maya, tom]).await.unwrap();
    let said = |sender, body: &str, day| Imported {
        sender,
        body: body.to_owned(),
        created_at: format!("2026-02-{day:02}T10:00:00Z").parse().unwrap(),
    };
    let call = format!("@[Tom]({tom}) are you there?");
    let history = [said(maya, &call, 1), said(tom, "here", 2), said(maya, "good", 3)];
    messages::import(store, pair, &history).await.unwrap();
    messages::import(store, pair, &[]).await.unwrap();

    let stored = messages::between(store, pair, 0, i64::MAX).await.unwrap();
    assert_eq!(stored.iter().map(|m| (m.seq, m.sender_id)).collect::<Vec<_>>(), [(1, maya), (2, tom), (3, maya)]);
    assert!(
        stored
            .iter()
            .zip(&history)
            .all(|(stored, said)| { (&stored.body, stored.created_at) == (&said.body, said.created_at) })
    );
    let channel = channels::membership(store, pair, tom).await.unwrap().unwrap();
    assert_eq!((channel.head_seq, channel.head_at), (3, history[2].created_at));
    let unread = async |person| {
        let unread = reads::unread_of(store, person, ChatAccess::ALL).await.unwrap()[0];
        (unread.count, unread.is_tagged)
    };
    assert_eq!((unread(maya).await, unread(tom).await), ((1, false), (2, true)));

    // New messages continue the sequence.
    let draft = Draft::text(pair, tom, "1", "today");
    assert_eq!(store.writer.append(draft).await.unwrap().message.seq, 4);
    assert_eq!((unread(maya).await, unread(tom).await), ((2, false), (2, true)));
    messages::import(store, pair, &[said(maya, "found in the attic", 4)]).await.unwrap();
    let channel = channels::membership(store, pair, tom).await.unwrap().unwrap();
    assert_eq!((channel.head_seq, channel.head_at), (5, store.clock.now()), "the newest moment stays the newest");
    reads::mark_seen(store, pair, tom, None).await.unwrap();
    assert_eq!(unread(tom).await, (0, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_history_keeps_order_and_dates_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&format!("sqlite:{}", folder.path().join("hub.db").display())).await;
    check(&store).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_history_keeps_order_and_dates_on_postgres() {
    let server = test_kit::postgres_url();
    Database::with_schema(&server)
        .await
        .used_by(async |url| {
            let store = open(&url).await;
            check(&store).await;
            store.close().await;
        })
        .await;
}
