//! Pages are cut against an anchor, so messages that arrive meanwhile do not shift them.

use chrono::{DateTime, Duration, Utc};
use store::messages::{self, Imported, PAGE, Page};

use crate::world::draft;
use test_kit::both;

both!(the_pages_of_an_anchor_hold_each_message_once_while_others_write, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    for n in 1..=95 {
        world.says(channel, maya, &n.to_string()).await;
    }
    let store = world.store.clone();
    let writing = tokio::spawn(async move {
        for n in 96..=140 {
            store.writer.append(draft(channel, tom, &n.to_string())).await.unwrap();
        }
    });
    let mut read = Vec::new();
    let mut page = Page::first(95);
    loop {
        read.extend(messages::page(&world.store, channel, page).await.unwrap());
        match page.older() {
            Some(number) => page.number = number,
            None => break,
        }
    }
    writing.await.unwrap();
    let expected: Vec<_> = (1..=95).rev().map(|n| (n, n.to_string())).collect();
    assert_eq!(read.into_iter().map(|message| (message.seq, message.body)).collect::<Vec<_>>(), expected);
});

both!(the_page_that_holds_a_message_is_read_around_it, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    for n in 1..=70 {
        world.says(channel, maya, &n.to_string()).await;
    }
    for seq in [1, 10, 11, 40, 41, 70] {
        let page = messages::page(&world.store, channel, Page::holding(70, seq)).await.unwrap();
        assert!(page.iter().any(|message| message.seq == seq), "{seq}");
        assert!(page.len() <= usize::try_from(PAGE).unwrap());
    }
});

both!(pages_that_do_not_exist_are_empty, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    assert_eq!(messages::page(&world.store, channel, Page::first(0)).await.unwrap(), vec![]);
    world.says(channel, maya, "Hello").await;
    for number in [2, i64::MAX, 0, -1, i64::MIN] {
        let page = Page { anchor: 1, number };
        let found = messages::page(&world.store, channel, page).await.unwrap();
        assert!(found.is_empty() || number < 2, "page {number} holds {found:?}");
    }
    assert_eq!(Page::first(1).older(), None);
});

both!(what_was_missed_comes_oldest_first_and_no_further_than_asked, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    for n in 1..=6 {
        world.says(channel, maya, &n.to_string()).await;
    }
    let missed = messages::between(&world.store, channel, 2, 5).await.unwrap();
    assert_eq!(missed.iter().map(|message| message.seq).collect::<Vec<_>>(), vec![3, 4, 5]);
    assert_eq!(messages::between(&world.store, channel, 5, 2).await.unwrap(), vec![]);
});

both!(the_first_message_of_a_time_is_found, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let start: DateTime<Utc> = "2026-03-02T09:00:00Z".parse().unwrap();
    let since = async |minutes: i64, until: i64| {
        messages::first_since(&world.store, channel, start + Duration::minutes(minutes), until).await.unwrap()
    };
    assert_eq!(since(0, 0).await, None, "a channel without messages");
    // Three at each full ten minutes.
    let times: Vec<i64> = (0..60).map(|n| n / 3 * 10).collect();
    let said = |minutes: &i64| Imported {
        sender: maya,
        body: minutes.to_string(),
        created_at: start + Duration::minutes(*minutes),
    };
    messages::import(&world.store, channel, &times.iter().map(said).collect::<Vec<_>>()).await.unwrap();
    for minutes in [-5, 0, 1, 10, 95, 189, 190, 191] {
        for until in [1, 30, 60] {
            let plainly = times.iter().zip(1..=until).find(|(at, _)| **at >= minutes).map(|(_, seq)| seq);
            assert_eq!(since(minutes, until).await, plainly, "{minutes} minutes, up to {until}");
        }
    }
});
