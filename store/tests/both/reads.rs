//! Read positions: forward only, and told to all.

use std::collections::HashMap;

use chrono::Duration;
use store::bus::Event;
use store::channels::{self, Status};
use store::reads::{self, Seen, Unread};
use store::{ChannelId, PersonId};

use crate::world::{World, heard, start};
use test_kit::both;

async fn unread(world: &World, channel: ChannelId, person: PersonId) -> (i64, bool) {
    let all = reads::unread_of(&world.store, person).await.unwrap();
    let here = all.iter().find(|unread| unread.channel_id == channel).unwrap();
    (here.count, here.is_tagged)
}

both!(a_read_position_moves_forward_and_never_back, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let first = world.says(pair, maya, "one").await;
    let second = world.says(pair, maya, "two").await;
    world.says(pair, maya, "three").await;
    world.advance(Duration::seconds(7));
    let at = start() + Duration::seconds(7);
    let moved = reads::mark_seen(&world.store, pair, tom, Some((second.id, 2))).await.unwrap();
    assert_eq!(moved, Some(Seen { seq: 2, at }));
    assert_eq!(unread(&world, pair, tom).await, (1, false));
    for upto in [Some((first.id, 1)), Some((second.id, 2))] {
        assert_eq!(reads::mark_seen(&world.store, pair, tom, upto).await.unwrap(), None);
    }
    assert_eq!(unread(&world, pair, tom).await, (1, false));
    let moved = reads::mark_seen(&world.store, pair, tom, None).await.unwrap();
    assert_eq!(moved, Some(Seen { seq: 3, at }));
    assert_eq!(unread(&world, pair, tom).await, (0, false));
    let kept = channels::membership(&world.store, pair, tom).await.unwrap().unwrap();
    assert_eq!((kept.last_seen_seq, kept.own_unseen), (3, 0));
});

both!(own_messages_are_never_unread, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    world.says(pair, maya, "one").await;
    world.says(pair, tom, "two").await;
    let third = world.says(pair, maya, "three").await;
    world.says(pair, maya, "four").await;
    assert_eq!((unread(&world, pair, maya).await.0, unread(&world, pair, tom).await.0), (1, 3));
    reads::mark_seen(&world.store, pair, maya, Some((third.id, 3))).await.unwrap();
    assert_eq!(unread(&world, pair, maya).await.0, 0);
});

both!(strangers_and_absent_members_have_no_read_position_to_move, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    let message = world.says(circle, maya, "Hello").await;
    channels::set_status(&world.store, circle, ana, Status::Absent, None).await.unwrap();
    for person in [ana, sam] {
        for upto in [None, Some((message.id, 1))] {
            assert_eq!(reads::mark_seen(&world.store, circle, person, upto).await.unwrap(), None);
        }
        assert_eq!(reads::unread_of(&world.store, person).await.unwrap(), vec![]);
    }
    let nowhere: ChannelId = world.store.clock.id();
    assert_eq!(reads::mark_seen(&world.store, nowhere, maya, None).await.unwrap(), None);
});

both!(an_inactive_member_reads_as_far_as_they_may, async |world| {
    let [maya, tom, ..] = world.people().await;
    let circle = world.group(&[maya, tom]).await;
    world.says(circle, maya, "one").await;
    channels::set_status(&world.store, circle, tom, Status::Inactive, None).await.unwrap();
    let hidden = world.says(circle, maya, "two").await;
    assert_eq!(unread(&world, circle, tom).await.0, 1);
    let moved = reads::mark_seen(&world.store, circle, tom, Some((hidden.id, 2))).await.unwrap();
    assert_eq!(moved.map(|seen| seen.seq), Some(1));
    assert_eq!(unread(&world, circle, tom).await.0, 0);
});

both!(a_moved_read_position_is_told_with_the_message_it_stands_at, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    world.says(pair, maya, "one").await;
    let newest = world.says(pair, maya, "two").await;
    let mut listener = world.store.bus.listen();
    let seen = reads::mark_seen(&world.store, pair, tom, None).await.unwrap().unwrap();
    let events = heard(&mut listener).await;
    let [Event::Seen { channel, person, message, seq, at }] = events[..] else { panic!("{events:?}") };
    assert_eq!((channel, person, message, seq, at), (pair, tom, Some(newest.id), 2, seen.at));
});

both!(a_mention_tags_until_it_is_seen, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    let mention = world.says(circle, maya, &format!("Hello @[Tom]({tom}) and @[Tom again]({tom})")).await;
    world.says(circle, maya, "And all others").await;
    assert_eq!(unread(&world, circle, tom).await, (2, true));
    assert_eq!(unread(&world, circle, ana).await, (2, false));
    reads::mark_seen(&world.store, circle, tom, Some((mention.id, mention.seq))).await.unwrap();
    assert_eq!(unread(&world, circle, tom).await, (1, false));
});

both!(only_active_members_and_others_can_be_tagged, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    channels::set_status(&world.store, circle, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&world.store, circle, ana, Status::Absent, None).await.unwrap();
    world.says(circle, maya, &format!("@[Maya]({maya}) @[Tom]({tom}) @[Ana]({ana}) @[Sam]({sam})")).await;
    assert_eq!(unread(&world, circle, maya).await, (0, false), "nobody calls themselves");
    channels::join(&world.store, circle, &[tom, ana, sam]).await.unwrap();
    for person in [tom, ana, sam] {
        assert!(!unread(&world, circle, person).await.1);
    }
});

both!(the_counts_of_some_people_in_some_channels_come_at_once, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let (circle, pair) = (world.group(&[maya, tom, ana]).await, world.direct(&[maya, tom]).await);
    world.says(circle, maya, &format!("@[Tom]({tom})")).await;
    world.says(pair, maya, "one").await;
    channels::set_status(&world.store, circle, ana, Status::Absent, None).await.unwrap();
    let mut people = vec![tom, ana, sam];
    people.extend((0..900).map(|_| world.store.clock.id::<PersonId>()));
    let mut found = reads::unread_among(&world.store, &[circle, pair], &people).await.unwrap();
    found.get_mut(&tom).unwrap().sort_by_key(|unread| unread.channel_id != circle);
    let of_tom = [(circle, true), (pair, false)].map(|(channel_id, is_tagged)| Unread {
        channel_id,
        person_id: tom,
        count: 1,
        is_tagged,
    });
    assert_eq!(found, HashMap::from([(tom, of_tom.to_vec())]));
    assert!(reads::unread_among(&world.store, &[], &people).await.unwrap().is_empty());
});
