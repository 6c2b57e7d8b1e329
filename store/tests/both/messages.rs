//! Who may write, in which order it is kept, and who is told.

use std::collections::BTreeMap;

use chrono::Duration;
use store::bus::Event;
use store::channels::{self, Status};
use store::messages::{self, Draft, NotAppended, Refusal};
use store::{ChannelId, MessageId};
use uuid::Uuid;

use crate::world::{draft, heard, refusal, start};
use test_kit::both;

both!(each_channel_is_numbered_densely_while_many_write_at_once, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let everybody = [maya, tom, ana, sam];
    let channels = [world.group(&everybody).await, world.group(&everybody).await, world.direct(&everybody[..2]).await];
    let tasks: Vec<_> = (0..200)
        .map(|n| {
            let (store, draft) = (world.store.clone(), draft(channels[n % 3], everybody[n % 2], &n.to_string()));
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
        let head = channels::heads(&world.store, &[channel]).await.unwrap()[0].head_seq;
        assert_eq!(Some(&head), numbers.last());
    }
});

both!(only_active_members_write, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let channel = world.group(&[maya, tom, ana]).await;
    channels::set_status(&world.store, channel, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&world.store, channel, ana, Status::Absent, None).await.unwrap();
    let nowhere: ChannelId = world.store.clock.id();
    for (draft, expected) in [
        (draft(channel, sam, "stranger"), Refusal::ChannelUnknown),
        (draft(nowhere, maya, "nowhere"), Refusal::ChannelUnknown),
        (draft(channel, ana, "gone"), Refusal::NotAMember),
        (draft(channel, tom, "may only read"), Refusal::NotActive),
    ] {
        assert_eq!(refusal(world.store.writer.append(draft).await), expected);
    }
    assert_eq!(world.says(channel, maya, "Just me?").await.seq, 1);
});

both!(refused_messages_do_not_hold_up_others_of_their_group, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let writer = &world.store.writer;
    let (stranger, member) =
        tokio::join!(writer.append(draft(channel, ana, "?")), writer.append(draft(channel, tom, "!")));
    assert_eq!(refusal(stranger), Refusal::ChannelUnknown);
    assert_eq!(member.unwrap().message.seq, 1);
});

both!(a_text_that_the_database_refuses_fails_alone, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let writer = &world.store.writer;
    let (before, nul, after) = tokio::join!(
        writer.append(draft(channel, maya, "before")),
        writer.append(draft(channel, maya, "nul \0 byte")),
        writer.append(draft(channel, tom, "after"))
    );
    assert_eq!((before.unwrap().message.body, after.unwrap().message.body), ("before".into(), "after".into()));
    match nul {
        Ok(receipt) => assert_eq!(receipt.message.body, "nul \0 byte"),
        Err(NotAppended::Failed(_)) => assert_eq!(world.store.describe(), "PostgreSQL, in-process"),
        Err(refused) => panic!("{refused:?}"),
    }
    let stored = messages::between(&world.store, channel, 0, i64::MAX).await.unwrap();
    assert_eq!(stored.iter().map(|m| m.seq).collect::<Vec<_>>(), (1..).take(stored.len()).collect::<Vec<i64>>());
});

both!(time_stands_or_goes_on_within_a_channel_even_when_a_node_is_behind, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let behind = world.second_node().await;
    world.advance(Duration::minutes(5));
    let first = world.says(channel, maya, "five past").await;
    let second = behind.writer.append(draft(channel, tom, "on the hour")).await.unwrap().message;
    assert_eq!(first.created_at, start() + Duration::minutes(5));
    assert_eq!(second.created_at, first.created_at);
    let read = messages::between(&world.store, channel, 0, 2).await.unwrap();
    assert_eq!(read, vec![first, second]);
    behind.close().await;
});

both!(listeners_hear_of_a_message_when_it_is_stored_and_again_when_it_is_repeated, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let mut listener = world.store.bus.listen();
    let draft = draft(channel, maya, "Hello");
    for _ in 0..2 {
        let stored = world.store.writer.append(draft.clone()).await.unwrap().message;
        let events = heard(&mut listener).await;
        let [Event::Messages { channel: where_to, messages, .. }] = &events[..] else { panic!("{events:?}") };
        assert_eq!((*where_to, messages), (channel, &vec![stored]));
    }
});

both!(a_message_is_found_by_id_only_in_its_own_channel, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (pair, circle) = (world.direct(&[maya, tom]).await, world.group(&[maya, ana]).await);
    world.says(pair, maya, "one").await;
    let second = world.says(pair, tom, "two").await;
    let unknown: MessageId = Uuid::nil().into();
    assert_eq!(messages::seq_of(&world.store, pair, second.id).await.unwrap(), Some(2));
    assert_eq!(messages::seq_of(&world.store, circle, second.id).await.unwrap(), None);
    assert_eq!(messages::seq_of(&world.store, pair, unknown).await.unwrap(), None);
    assert_eq!(messages::id_at(&world.store, pair, 2).await.unwrap(), Some(second.id));
    assert_eq!(messages::id_at(&world.store, pair, 3).await.unwrap(), None);
});

both!(the_newest_message_of_each_channel_is_the_newest_that_the_person_may_read, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (pair, left, closed, empty) = (
        world.direct(&[maya, tom]).await,
        world.group(&[maya, tom, ana]).await,
        world.group(&[maya, tom]).await,
        world.group(&[maya, tom]).await,
    );
    let hello = world.says(pair, tom, "Hello").await;
    let while_active = world.says(left, ana, "Tom is here").await;
    world.says(closed, maya, "Never to be seen").await;
    channels::set_status(&world.store, left, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&world.store, closed, tom, Status::Absent, None).await.unwrap();
    world.says(left, ana, "Tom is not here").await;
    let mut newest = messages::newest_of_person(&world.store, tom).await.unwrap();
    newest.sort_by_key(|message| message.channel_id != pair);
    assert_eq!(newest, vec![hello, while_active]);
    assert!(newest.iter().all(|message| message.channel_id != empty));
});

both!(whether_staff_sent_it_to_everybody_is_kept, async |world| {
    let [maya, _, _, sam] = world.people().await;
    let channel = world.group(&[maya, sam]).await;
    let broadcast = Draft { is_broadcast: true, ..draft(channel, sam, "School is closed") };
    let sent = world.store.writer.append(broadcast).await.unwrap().message;
    assert!(sent.is_broadcast);
    assert_eq!(messages::between(&world.store, channel, 0, 1).await.unwrap(), vec![sent]);
});
