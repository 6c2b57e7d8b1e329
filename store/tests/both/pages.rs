//! Pages are cut relative to an anchor, so new messages do not shift them.

use chrono::{DateTime, Duration, Utc};
use store::messages::{self, Imported, PAGE, Page};

use crate::test_store::draft;
use test_kit::both;

both!(anchored_pages_are_stable_during_concurrent_writes, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    for n in 1..=95 {
        app.send(channel, maya, &n.to_string()).await;
    }
    let store = app.store.clone();
    let writing = tokio::spawn(async move {
        for n in 96..=140 {
            store.writer.append(draft(channel, tom, &n.to_string())).await.unwrap();
        }
    });
    let mut read = Vec::new();
    let mut page = Page::first(95);
    loop {
        read.extend(messages::page(&app.store, channel, page).await.unwrap());
        match page.older() {
            Some(number) => page.number = number,
            None => break,
        }
    }
    writing.await.unwrap();
    let expected: Vec<_> = (1..=95).rev().map(|n| (n, n.to_string())).collect();
    assert_eq!(read.into_iter().map(|message| (message.seq, message.body)).collect::<Vec<_>>(), expected);
});

both!(page_around_message_contains_it, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    for n in 1..=70 {
        app.send(channel, maya, &n.to_string()).await;
    }
    for seq in [1, 10, 11, 40, 41, 70] {
        let page = messages::page(&app.store, channel, Page::containing(70, seq)).await.unwrap();
        assert!(page.iter().any(|message| message.seq == seq), "{seq}");
        assert!(page.len() <= usize::try_from(PAGE).unwrap());
    }
});

both!(nonexistent_pages_are_empty, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    assert_eq!(messages::page(&app.store, channel, Page::first(0)).await.unwrap(), vec![]);
    app.send(channel, maya, "Hello").await;
    for number in [2, i64::MAX, 0, -1, i64::MIN] {
        let page = Page { anchor: 1, number };
        let found = messages::page(&app.store, channel, page).await.unwrap();
        assert!(found.is_empty() || number < 2, "page {number} holds {found:?}");
    }
    assert_eq!(Page::first(1).older(), None);
});

both!(between_returns_range_oldest_first, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    for n in 1..=6 {
        app.send(channel, maya, &n.to_string()).await;
    }
    let missed = messages::between(&app.store, channel, 2, 5).await.unwrap();
    assert_eq!(missed.iter().map(|message| message.seq).collect::<Vec<_>>(), vec![3, 4, 5]);
    assert_eq!(messages::between(&app.store, channel, 5, 2).await.unwrap(), vec![]);
});

both!(first_since_returns_first_message_after_time, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let start: DateTime<Utc> = "2026-03-02T09:00:00Z".parse().unwrap();
    let since = async |minutes: i64, until: i64| {
        messages::first_since(&app.store, channel, start + Duration::minutes(minutes), until).await.unwrap()
    };
    assert_eq!(since(0, 0).await, None, "the channel is empty");
    // Three messages every ten minutes.
    let times: Vec<i64> = (0..60).map(|n| n / 3 * 10).collect();
    let imported = |minutes: &i64| Imported {
        sender: maya,
        body: minutes.to_string(),
        created_at: start + Duration::minutes(*minutes),
    };
    messages::import(&app.store, channel, &times.iter().map(imported).collect::<Vec<_>>()).await.unwrap();
    for minutes in [-5, 0, 1, 10, 95, 189, 190, 191] {
        for until in [1, 30, 60] {
            let expected = times.iter().zip(1..=until).find(|(at, _)| **at >= minutes).map(|(_, seq)| seq);
            assert_eq!(since(minutes, until).await, expected, "{minutes} minutes, up to {until}");
        }
    }
});
