//! Who is in a channel, and how that changes.

use chrono::Duration;
use store::bus::Event;
use store::channels::{self, Status};
use store::people::Role;
use store::reads;

use crate::world::{heard, start};
use test_kit::both;

both!(who_joins_a_group_has_seen_what_was_said_before, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom]).await;
    world.says(circle, maya, "Before Ana").await;
    channels::join(&world.store, circle, &[ana]).await.unwrap();
    world.says(circle, maya, "Welcome Ana").await;
    let unread = reads::unread_of(&world.store, ana).await.unwrap();
    assert_eq!(unread[0].count, 1);
});

both!(who_joins_a_pair_has_everything_to_read, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya]).await;
    world.says(pair, maya, "Nice to meet you").await;
    channels::join(&world.store, pair, &[tom]).await.unwrap();
    let unread = reads::unread_of(&world.store, tom).await.unwrap();
    assert_eq!(unread[0].count, 1);
});

both!(who_comes_back_keeps_the_read_position, async |world| {
    let [maya, tom, ..] = world.people().await;
    let circle = world.group(&[maya, tom]).await;
    let first = world.says(circle, maya, "one").await;
    reads::mark_seen(&world.store, circle, tom, Some((first.id, 1))).await.unwrap();
    let back_at = start() + Duration::days(3);
    channels::set_status(&world.store, circle, tom, Status::Inactive, Some(back_at)).await.unwrap();
    world.says(circle, maya, "two").await;
    let paused = channels::membership(&world.store, circle, tom).await.unwrap().unwrap();
    assert_eq!((paused.status, paused.until_seq, paused.resumes_at), (Status::Inactive, Some(1), Some(back_at)));
    assert_eq!(paused.readable_head(), 1);
    channels::join(&world.store, circle, &[tom]).await.unwrap();
    let back = channels::membership(&world.store, circle, tom).await.unwrap().unwrap();
    assert_eq!((back.status, back.until_seq, back.resumes_at), (Status::Active, None, None));
    assert_eq!((back.readable_head(), back.last_seen_seq), (2, 1));
});

both!(an_absent_member_sees_nothing_and_is_not_seen, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    world.says(circle, maya, "one").await;
    channels::set_status(&world.store, circle, tom, Status::Absent, None).await.unwrap();
    let gone = channels::membership(&world.store, circle, tom).await.unwrap().unwrap();
    assert_eq!((gone.status, gone.readable_head()), (Status::Absent, 0));
    assert!(channels::members_around(&world.store, tom, 10).await.unwrap().is_empty());
    assert!(channels::member_counts(&world.store, tom).await.unwrap().is_empty());
    assert_eq!(channels::member_counts(&world.store, maya).await.unwrap(), vec![(circle, 2)]);
    let seen = channels::members_around(&world.store, maya, 10).await.unwrap();
    assert_eq!(seen.iter().map(|member| member.person_id).collect::<Vec<_>>(), vec![maya, ana]);
});

both!(members_are_listed_asker_first_with_what_they_have_seen, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    world.advance(Duration::seconds(1));
    channels::join(&world.store, circle, &[sam]).await.unwrap();
    channels::set_pair_manager(&world.store, circle, sam, true).await.unwrap();
    let message = world.says(circle, maya, "Hello").await;
    let seen = reads::mark_seen(&world.store, circle, tom, None).await.unwrap().unwrap();
    let members = channels::members_around(&world.store, sam, 3).await.unwrap();
    assert_eq!(members.len(), 3, "no more than asked for");
    assert_eq!(members[0].person_id, sam);
    assert!(members[0].is_pair_manager);
    let all = channels::members_around(&world.store, ana, 10).await.unwrap();
    let tom = all.iter().find(|member| member.person_id == tom).unwrap();
    assert_eq!((tom.first_name.as_str(), tom.last_name.as_str(), tom.role), ("Tom", "Okafor", Role::Mentee));
    assert_eq!((tom.channel_id, tom.status, tom.is_pair_manager), (circle, Status::Active, false));
    assert_eq!((tom.last_seen_seq, tom.last_seen_at, tom.last_seen_id), (1, Some(seen.at), Some(message.id)));
    let ana = all.iter().find(|member| member.person_id == ana).unwrap();
    assert_eq!((ana.last_seen_seq, ana.last_seen_at, ana.last_seen_id), (0, None, None));
    assert_eq!(ana.picture_id, None);
});

both!(everybody_hears_when_a_membership_changes, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom]).await;
    let mut listener = world.store.bus.listen();
    channels::join(&world.store, circle, &[ana]).await.unwrap();
    channels::set_status(&world.store, circle, ana, Status::Absent, None).await.unwrap();
    channels::set_pair_manager(&world.store, circle, maya, true).await.unwrap();
    for _ in 0..3 {
        let events = heard(&mut listener).await;
        let [Event::ChannelsChanged { people }] = &events[..] else { panic!("{events:?}") };
        let mut people = people.clone();
        people.sort_unstable();
        let mut everybody = vec![maya, tom, ana];
        everybody.sort_unstable();
        assert_eq!(people, everybody, "who has just left must hear it too");
    }
});

both!(people_who_join_in_any_order_at_once_do_not_block_each_other, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let circle = world.group(&[]).await;
    let nodes = [world.store.clone(), world.second_node().await];
    let tasks: Vec<_> = (0..40)
        .map(|n| {
            let store = nodes[n % 2].clone();
            let people = if n % 3 == 0 { vec![maya, tom, ana, sam] } else { vec![sam, ana, tom, maya] };
            tokio::spawn(async move {
                channels::join(&store, circle, &people).await?;
                store.writer.append(crate::world::draft(circle, people[n % 4], "Hi")).await.unwrap();
                channels::set_status(&store, circle, people[n % 4], Status::Active, None).await
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(channels::member_counts(&world.store, maya).await.unwrap(), vec![(circle, 4)]);
    nodes[1].close().await;
});
