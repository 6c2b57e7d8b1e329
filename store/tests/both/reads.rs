//! Read positions, unread counts and mentions.

use std::collections::HashMap;

use chrono::Duration;
use store::bus::Event;
use store::channels::{self, Status};
use store::chat_access::ChatAccess;
use store::reads::{self, Seen, Unread};
use store::{ChannelId, PersonId};

use crate::test_store::{TestStore, next_events, start};
use test_kit::both;

async fn unread(app: &TestStore, channel: ChannelId, person: PersonId) -> (i64, bool) {
    let all = reads::unread_of(&app.store, person, ChatAccess::ALL).await.unwrap();
    let here = all.iter().find(|unread| unread.channel_id == channel).unwrap();
    (here.count, here.is_tagged)
}

both!(read_position_only_moves_forward, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let first = app.send(pair, maya, "one").await;
    let second = app.send(pair, maya, "two").await;
    app.send(pair, maya, "three").await;
    app.advance(Duration::seconds(7));
    let at = start() + Duration::seconds(7);
    let moved = reads::mark_seen(&app.store, pair, tom, Some((second.id, 2))).await.unwrap();
    assert_eq!(moved, Some(Seen { seq: 2, at }));
    assert_eq!(unread(&app, pair, tom).await, (1, false));
    for upto in [Some((first.id, 1)), Some((second.id, 2))] {
        assert_eq!(reads::mark_seen(&app.store, pair, tom, upto).await.unwrap(), None);
    }
    assert_eq!(unread(&app, pair, tom).await, (1, false));
    let moved = reads::mark_seen(&app.store, pair, tom, None).await.unwrap();
    assert_eq!(moved, Some(Seen { seq: 3, at }));
    assert_eq!(unread(&app, pair, tom).await, (0, false));
    let membership = channels::membership(&app.store, pair, tom).await.unwrap().unwrap();
    assert_eq!((membership.last_seen_seq, membership.own_unseen), (3, 0));
});

both!(marking_unread_moves_position_back, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    for (sender, text) in [(maya, "one"), (maya, "two"), (tom, "three"), (maya, "four")] {
        app.send(pair, sender, text).await;
    }
    assert_eq!(reads::mark_unread(&app.store, pair, tom, 2).await.unwrap(), None, "unread already");
    reads::mark_seen(&app.store, pair, tom, None).await.unwrap();
    let mut listener = app.store.bus.listen();
    let marked = reads::mark_unread(&app.store, pair, tom, 2).await.unwrap().unwrap();
    assert_eq!((marked.seq, marked.count, marked.is_tagged), (1, 2, false));
    let events = next_events(&mut listener).await;
    let [Event::MarkedUnread { channel, person, marked: published }] = events[..] else { panic!("{events:?}") };
    assert_eq!((channel, person, published), (pair, tom, marked));
    assert_eq!(unread(&app, pair, tom).await, (2, false));
    let members = channels::members_around(&app.store, maya, 9).await.unwrap();
    let of_tom = members.iter().find(|member| member.person_id == tom).unwrap();
    assert_eq!(of_tom.last_seen_seq, 4, "others see what was read before");
    reads::mark_seen(&app.store, pair, tom, None).await.unwrap();
    assert_eq!(unread(&app, pair, tom).await, (0, false));
    for from in [0, -1, 5] {
        assert_eq!(reads::mark_unread(&app.store, pair, tom, from).await.unwrap(), None);
    }
});

both!(own_messages_are_never_unread, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    app.send(pair, maya, "one").await;
    app.send(pair, tom, "two").await;
    let third = app.send(pair, maya, "three").await;
    app.send(pair, maya, "four").await;
    assert_eq!((unread(&app, pair, maya).await.0, unread(&app, pair, tom).await.0), (1, 3));
    reads::mark_seen(&app.store, pair, maya, Some((third.id, 3))).await.unwrap();
    assert_eq!(unread(&app, pair, maya).await.0, 0);
});

both!(non_members_cannot_move_read_position, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let message = app.send(circle, maya, "Hello").await;
    channels::set_status(&app.store, circle, ana, Status::Absent, None).await.unwrap();
    for person in [ana, sam] {
        for upto in [None, Some((message.id, 1))] {
            assert_eq!(reads::mark_seen(&app.store, circle, person, upto).await.unwrap(), None);
        }
        assert_eq!(reads::unread_of(&app.store, person, ChatAccess::ALL).await.unwrap(), vec![]);
    }
    let nowhere: ChannelId = app.store.clock.id();
    assert_eq!(reads::mark_seen(&app.store, nowhere, maya, None).await.unwrap(), None);
});

both!(inactive_member_reads_up_to_readable_head, async |app| {
    let [maya, tom, ..] = app.people().await;
    let circle = app.group(&[maya, tom]).await;
    app.send(circle, maya, "one").await;
    channels::set_status(&app.store, circle, tom, Status::Inactive, None).await.unwrap();
    let hidden = app.send(circle, maya, "two").await;
    assert_eq!(unread(&app, circle, tom).await.0, 1);
    let moved = reads::mark_seen(&app.store, circle, tom, Some((hidden.id, 2))).await.unwrap();
    assert_eq!(moved.map(|seen| seen.seq), Some(1));
    assert_eq!(unread(&app, circle, tom).await.0, 0);
});

both!(moved_read_position_is_published_with_message, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    app.send(pair, maya, "one").await;
    let newest = app.send(pair, maya, "two").await;
    let mut listener = app.store.bus.listen();
    let seen = reads::mark_seen(&app.store, pair, tom, None).await.unwrap().unwrap();
    let events = next_events(&mut listener).await;
    let [Event::Seen { channel, person, message, seq, at, is_private }] = events[..] else { panic!("{events:?}") };
    assert_eq!((channel, person, message, seq, at), (pair, tom, Some(newest.id), 2, seen.at));
    assert!(!is_private);
});

both!(mention_tags_until_seen, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let mention = app.send(circle, maya, &format!("Hello @[Tom]({tom}) and @[Tom again]({tom})")).await;
    app.send(circle, maya, "And all others").await;
    assert_eq!(unread(&app, circle, tom).await, (2, true));
    assert_eq!(unread(&app, circle, ana).await, (2, false));
    reads::mark_seen(&app.store, circle, tom, Some((mention.id, mention.seq))).await.unwrap();
    assert_eq!(unread(&app, circle, tom).await, (1, false));
});

both!(mention_tags_only_other_active_members, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    channels::set_status(&app.store, circle, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&app.store, circle, ana, Status::Absent, None).await.unwrap();
    app.send(circle, maya, &format!("@[Maya]({maya}) @[Tom]({tom}) @[Ana]({ana}) @[Sam]({sam})")).await;
    assert_eq!(unread(&app, circle, maya).await, (0, false), "a person cannot tag themselves");
    channels::join(&app.store, circle, &[tom, ana, sam]).await.unwrap();
    for person in [tom, ana, sam] {
        assert!(!unread(&app, circle, person).await.1);
    }
});

both!(unread_among_counts_people_in_channels, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let (circle, pair) = (app.group(&[maya, tom, ana]).await, app.direct(&[maya, tom]).await);
    app.send(circle, maya, &format!("@[Tom]({tom})")).await;
    app.send(pair, maya, "one").await;
    channels::set_status(&app.store, circle, ana, Status::Absent, None).await.unwrap();
    let mut people = vec![tom, ana, sam];
    people.extend((0..900).map(|_| app.store.clock.id::<PersonId>()));
    let mut found = reads::unread_among(&app.store, &[circle, pair], &people).await.unwrap();
    found.get_mut(&tom).unwrap().sort_by_key(|unread| unread.channel_id != circle);
    let of_tom = [(circle, true), (pair, false)].map(|(channel_id, is_tagged)| Unread {
        channel_id,
        person_id: tom,
        count: 1,
        is_tagged,
    });
    assert_eq!(found, HashMap::from([(tom, of_tom.to_vec())]));
    assert!(reads::unread_among(&app.store, &[], &people).await.unwrap().is_empty());
});
