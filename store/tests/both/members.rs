//! Membership of channels and its changes.

use chrono::Duration;
use store::bus::Event;
use store::channels::{self, Status};
use store::chat_access::ChatAccess;
use store::people::Role;
use store::reads;

use crate::test_store::{next_events, start};
use test_kit::both;

both!(new_group_member_has_earlier_messages_read, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom]).await;
    app.send(circle, maya, "Before Ana").await;
    channels::join(&app.store, circle, &[ana]).await.unwrap();
    app.send(circle, maya, "Welcome Ana").await;
    let unread = reads::unread_of(&app.store, ana, ChatAccess::ALL).await.unwrap();
    assert_eq!(unread[0].count, 1);
});

both!(new_direct_member_has_earlier_messages_unread, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya]).await;
    app.send(pair, maya, "Nice to meet you").await;
    channels::join(&app.store, pair, &[tom]).await.unwrap();
    let unread = reads::unread_of(&app.store, tom, ChatAccess::ALL).await.unwrap();
    assert_eq!(unread[0].count, 1);
});

both!(returning_member_keeps_read_position, async |app| {
    let [maya, tom, ..] = app.people().await;
    let circle = app.group(&[maya, tom]).await;
    let first = app.send(circle, maya, "one").await;
    reads::mark_seen(&app.store, circle, tom, Some((first.id, 1))).await.unwrap();
    let back_at = start() + Duration::days(3);
    channels::set_status(&app.store, circle, tom, Status::Inactive, Some(back_at)).await.unwrap();
    app.send(circle, maya, "two").await;
    let paused = channels::membership(&app.store, circle, tom).await.unwrap().unwrap();
    assert_eq!((paused.status, paused.until_seq, paused.resumes_at), (Status::Inactive, Some(1), Some(back_at)));
    assert_eq!(paused.readable_head(), 1);
    channels::join(&app.store, circle, &[tom]).await.unwrap();
    let back = channels::membership(&app.store, circle, tom).await.unwrap().unwrap();
    assert_eq!((back.status, back.until_seq, back.resumes_at), (Status::Active, None, None));
    assert_eq!((back.readable_head(), back.last_seen_seq), (2, 1));
});

both!(suspension_ends_once_when_due, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let back_at = start() + Duration::days(3);
    channels::set_status(&app.store, circle, tom, Status::Inactive, Some(back_at)).await.unwrap();
    channels::set_status(&app.store, circle, ana, Status::Inactive, None).await.unwrap();
    app.advance(Duration::days(3) - Duration::seconds(1));
    assert_eq!(channels::resume_due(&app.store).await.unwrap(), 0);
    app.advance(Duration::seconds(1));
    assert_eq!(channels::resume_due(&app.store).await.unwrap(), 1);
    assert_eq!(channels::resume_due(&app.store).await.unwrap(), 0);
    let status = async |person| channels::membership(&app.store, circle, person).await.unwrap().unwrap().status;
    assert_eq!((status(tom).await, status(ana).await), (Status::Active, Status::Inactive));
});

both!(absent_member_has_no_access_and_is_hidden, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    app.send(circle, maya, "one").await;
    channels::set_status(&app.store, circle, tom, Status::Absent, None).await.unwrap();
    let gone = channels::membership(&app.store, circle, tom).await.unwrap().unwrap();
    assert_eq!((gone.status, gone.readable_head()), (Status::Absent, 0));
    assert!(channels::members_around(&app.store, tom, 10).await.unwrap().is_empty());
    assert!(channels::member_counts(&app.store, tom).await.unwrap().is_empty());
    assert_eq!(channels::member_counts(&app.store, maya).await.unwrap(), vec![(circle, 2)]);
    let seen = channels::members_around(&app.store, maya, 10).await.unwrap();
    assert_eq!(seen.iter().map(|member| member.person_id).collect::<Vec<_>>(), vec![maya, ana]);
});

both!(members_are_listed_caller_first_with_read_positions, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    app.advance(Duration::seconds(1));
    channels::join(&app.store, circle, &[sam]).await.unwrap();
    channels::set_pair_manager(&app.store, circle, sam, true).await.unwrap();
    let message = app.send(circle, maya, "Hello").await;
    let seen = reads::mark_seen(&app.store, circle, tom, None).await.unwrap().unwrap();
    let members = channels::members_around(&app.store, sam, 3).await.unwrap();
    assert_eq!(members.len(), 3, "limited to the requested number");
    assert_eq!(members[0].person_id, sam);
    assert!(members[0].is_pair_manager);
    let all = channels::members_around(&app.store, ana, 10).await.unwrap();
    let tom = all.iter().find(|member| member.person_id == tom).unwrap();
    assert_eq!((tom.first_name.as_str(), tom.last_name.as_str(), tom.role), ("Tom", "Okafor", Role::Mentee));
    assert_eq!((tom.channel_id, tom.status, tom.is_pair_manager), (circle, Status::Active, false));
    assert_eq!((tom.last_seen_seq, tom.last_seen_at, tom.last_seen_id), (1, Some(seen.at), Some(message.id)));
    let ana = all.iter().find(|member| member.person_id == ana).unwrap();
    assert_eq!((ana.last_seen_seq, ana.last_seen_at, ana.last_seen_id), (0, None, None));
    assert_eq!(ana.picture_id, None);
});

both!(membership_change_notifies_all_members, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom]).await;
    let mut listener = app.store.bus.listen();
    channels::join(&app.store, circle, &[ana]).await.unwrap();
    channels::set_status(&app.store, circle, ana, Status::Absent, None).await.unwrap();
    channels::set_pair_manager(&app.store, circle, maya, true).await.unwrap();
    for _ in 0..3 {
        let events = next_events(&mut listener).await;
        let [Event::ChannelsChanged { people }] = &events[..] else { panic!("{events:?}") };
        let mut people = people.clone();
        people.sort_unstable();
        let mut expected = vec![maya, tom, ana];
        expected.sort_unstable();
        assert_eq!(people, expected, "a member who left is notified too");
    }
});

both!(concurrent_joins_in_any_order_do_not_deadlock, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let circle = app.group(&[]).await;
    let nodes = [app.store.clone(), app.second_node().await];
    let tasks: Vec<_> = (0..40)
        .map(|n| {
            let store = nodes[n % 2].clone();
            let people = if n % 3 == 0 { vec![maya, tom, ana, sam] } else { vec![sam, ana, tom, maya] };
            tokio::spawn(async move {
                channels::join(&store, circle, &people).await?;
                store.writer.append(crate::test_store::draft(circle, people[n % 4], "Hi")).await.unwrap();
                channels::set_status(&store, circle, people[n % 4], Status::Active, None).await
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(channels::member_counts(&app.store, maya).await.unwrap(), vec![(circle, 4)]);
    nodes[1].close().await;
});
