//! Sending messages: permission, order and published events.

use std::collections::BTreeMap;

use chrono::Duration;
use store::bus::Event;
use store::channels::{self, Status};
use store::messages::{self, Draft, NotAppended, Rejection};
use store::{ChannelId, MessageId};
use uuid::Uuid;

use crate::test_store::{draft, next_events, rejection, start};
use test_kit::both;

both!(concurrent_messages_are_numbered_densely_per_channel, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let everyone = [maya, tom, ana, sam];
    let channels = [app.group(&everyone).await, app.group(&everyone).await, app.direct(&everyone[..2]).await];
    let tasks: Vec<_> = (0..200)
        .map(|n| {
            let (store, draft) = (app.store.clone(), draft(channels[n % 3], everyone[n % 2], &n.to_string()));
            tokio::spawn(async move { store.writer.append(draft).await.unwrap().message })
        })
        .collect();
    let mut by_channel: BTreeMap<ChannelId, Vec<i64>> = BTreeMap::new();
    for task in tasks {
        let message = task.await.unwrap();
        by_channel.entry(message.channel_id).or_default().push(message.seq);
    }
    for (channel, mut numbers) in by_channel {
        numbers.sort_unstable();
        assert_eq!(numbers, (1..).take(numbers.len()).collect::<Vec<i64>>());
        let head = channels::heads(&app.store, &[channel]).await.unwrap()[0].head_seq;
        assert_eq!(Some(&head), numbers.last());
    }
});

both!(only_active_members_can_send, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let channel = app.group(&[maya, tom, ana]).await;
    channels::set_status(&app.store, channel, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&app.store, channel, ana, Status::Absent, None).await.unwrap();
    let nowhere: ChannelId = app.store.clock.id();
    for (draft, expected) in [
        (draft(channel, sam, "stranger"), Rejection::ChannelUnknown),
        (draft(nowhere, maya, "nowhere"), Rejection::ChannelUnknown),
        (draft(channel, ana, "gone"), Rejection::NotAMember),
        (draft(channel, tom, "may only read"), Rejection::NotActive),
    ] {
        assert_eq!(rejection(app.store.writer.append(draft).await), expected);
    }
    assert_eq!(app.send(channel, maya, "Just me?").await.seq, 1);
});

both!(rejected_message_does_not_block_its_batch, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let writer = &app.store.writer;
    let (stranger, member) =
        tokio::join!(writer.append(draft(channel, ana, "?")), writer.append(draft(channel, tom, "!")));
    assert_eq!(rejection(stranger), Rejection::ChannelUnknown);
    assert_eq!(member.unwrap().message.seq, 1);
});

both!(message_failing_in_database_fails_alone, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let writer = &app.store.writer;
    let (before, nul, after) = tokio::join!(
        writer.append(draft(channel, maya, "before")),
        writer.append(draft(channel, maya, "nul \0 byte")),
        writer.append(draft(channel, tom, "after"))
    );
    assert_eq!((&*before.unwrap().message.body, &*after.unwrap().message.body), ("before", "after"));
    match nul {
        Ok(receipt) => assert_eq!(receipt.message.body, "nul \0 byte"),
        Err(NotAppended::Failed(_)) => assert_eq!(app.store.describe(), "PostgreSQL, in-process"),
        Err(refused) => panic!("{refused:?}"),
    }
    let stored = messages::between(&app.store, channel, 0, i64::MAX).await.unwrap();
    assert_eq!(stored.iter().map(|m| m.seq).collect::<Vec<_>>(), (1..).take(stored.len()).collect::<Vec<i64>>());
});

both!(message_time_is_monotonic_despite_clock_skew, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let behind = app.second_node().await;
    app.advance(Duration::minutes(5));
    let first = app.send(channel, maya, "five past").await;
    let second = behind.writer.append(draft(channel, tom, "on the hour")).await.unwrap().message;
    assert_eq!(first.created_at, start() + Duration::minutes(5));
    assert_eq!(second.created_at, first.created_at);
    let read = messages::between(&app.store, channel, 0, 2).await.unwrap();
    assert_eq!(read, vec![first, (*second).clone()]);
    behind.close().await;
});

both!(stored_and_repeated_messages_are_published, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let mut listener = app.store.bus.listen();
    let draft = draft(channel, maya, "Hello");
    for _ in 0..2 {
        let stored = app.store.writer.append(draft.clone()).await.unwrap().message;
        let events = next_events(&mut listener).await;
        let [Event::Messages { channel: where_to, messages, .. }] = &events[..] else { panic!("{events:?}") };
        assert_eq!((*where_to, messages), (channel, &vec![stored]));
    }
});

both!(message_is_found_only_in_its_channel, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (pair, circle) = (app.direct(&[maya, tom]).await, app.group(&[maya, ana]).await);
    app.send(pair, maya, "one").await;
    let second = app.send(pair, tom, "two").await;
    let unknown: MessageId = Uuid::nil().into();
    assert_eq!(messages::seq_of(&app.store, pair, second.id).await.unwrap(), Some(2));
    assert_eq!(messages::seq_of(&app.store, circle, second.id).await.unwrap(), None);
    assert_eq!(messages::seq_of(&app.store, pair, unknown).await.unwrap(), None);
    assert_eq!(messages::id_at(&app.store, pair, 2).await.unwrap(), Some(second.id));
    assert_eq!(messages::id_at(&app.store, pair, 3).await.unwrap(), None);
});

both!(newest_of_person_returns_newest_readable_messages, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (pair, left, closed, empty) = (
        app.direct(&[maya, tom]).await,
        app.group(&[maya, tom, ana]).await,
        app.group(&[maya, tom]).await,
        app.group(&[maya, tom]).await,
    );
    let hello = app.send(pair, tom, "Hello").await;
    let while_active = app.send(left, ana, "Tom is here").await;
    app.send(closed, maya, "Never to be seen").await;
    channels::set_status(&app.store, left, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&app.store, closed, tom, Status::Absent, None).await.unwrap();
    app.send(left, ana, "Tom is not here").await;
    let mut newest = messages::newest_of_person(&app.store, tom).await.unwrap();
    newest.sort_by_key(|message| message.channel_id != pair);
    assert_eq!(newest, vec![hello, while_active]);
    assert!(newest.iter().all(|message| message.channel_id != empty));
});

both!(broadcast_flag_is_stored, async |app| {
    let [maya, _, _, sam] = app.people().await;
    let channel = app.group(&[maya, sam]).await;
    let broadcast = Draft { is_broadcast: true, ..draft(channel, sam, "School is closed") };
    let sent = app.store.writer.append(broadcast).await.unwrap().message;
    assert!(sent.is_broadcast);
    assert_eq!(messages::between(&app.store, channel, 0, 1).await.unwrap(), vec![(*sent).clone()]);
});
