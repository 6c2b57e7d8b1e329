//! Channels as their members see them.

use chrono::Duration;
use store::ChannelId;
use store::channels::{self, Head, Kind, Status};

use crate::world::start;
use test_kit::both;

both!(a_channel_is_kept_as_it_was_made, async |world| {
    let [maya, ..] = world.people().await;
    for (kind, name) in [
        (Kind::Direct, ""),
        (Kind::Group, "Study \"circle\" 👍"),
        (Kind::Assistant, "Assistant"),
        (Kind::Broadcast, "News"),
    ] {
        let channel = channels::create(&world.store, kind, name, None).await.unwrap();
        channels::join(&world.store, channel, &[maya]).await.unwrap();
        let seen = channels::membership(&world.store, channel, maya).await.unwrap().unwrap();
        assert_eq!((seen.channel_id, seen.kind, seen.name.as_str()), (channel, kind, name));
        assert_eq!((seen.head_seq, seen.head_at, seen.programme_id), (0, start(), None));
        assert_eq!((seen.status, seen.last_seen_seq, seen.until_seq), (Status::Active, 0, None));
    }
});

both!(a_channel_belongs_to_its_programme, async |world| {
    let [maya, ..] = world.people().await;
    let programme =
        store::programmes::put(&world.store, "riverside", "Riverside", "Europe/London", &Default::default())
            .await
            .unwrap();
    let channel = channels::create(&world.store, Kind::Group, "Circle", Some(programme)).await.unwrap();
    channels::join(&world.store, channel, &[maya]).await.unwrap();
    let seen = channels::membership(&world.store, channel, maya).await.unwrap().unwrap();
    assert_eq!(seen.programme_id, Some(programme));
});

both!(channels_come_newest_activity_first_without_those_left, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let quiet = world.direct(&[maya, ana]).await;
    world.advance(Duration::milliseconds(1));
    let busy = world.direct(&[maya, tom]).await;
    let left = world.group(&[maya, tom]).await;
    channels::set_status(&world.store, left, maya, Status::Absent, None).await.unwrap();
    let order = || async {
        let channels = channels::of_person(&world.store, maya).await.unwrap();
        channels.into_iter().map(|channel| channel.channel_id).collect::<Vec<_>>()
    };
    assert_eq!(order().await, vec![busy, quiet]);
    // A whole second has no fraction in its text, and must still come later.
    world.advance(Duration::milliseconds(876));
    let last = world.says(quiet, ana, "Are you there?").await;
    assert_eq!(order().await, vec![quiet, busy]);
    assert_eq!(last.created_at.timestamp_subsec_millis(), 0);
    world.advance(Duration::milliseconds(1));
    world.says(busy, tom, "Me too").await;
    assert_eq!(order().await, vec![busy, quiet]);
});

both!(who_never_belonged_to_a_channel_has_no_membership, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let nowhere: ChannelId = world.store.clock.id();
    assert!(channels::membership(&world.store, channel, ana).await.unwrap().is_none());
    assert!(channels::membership(&world.store, nowhere, maya).await.unwrap().is_none());
    channels::set_status(&world.store, channel, ana, Status::Active, None).await.unwrap();
    assert!(channels::membership(&world.store, channel, ana).await.unwrap().is_none());
    assert!(channels::of_person(&world.store, ana).await.unwrap().is_empty());
});

both!(the_heads_of_many_channels_come_at_once, async |world| {
    let [maya, ..] = world.people().await;
    let channel = world.group(&[maya]).await;
    world.says(channel, maya, "one").await;
    world.says(channel, maya, "two").await;
    let mut asked = vec![channel];
    asked.extend((0..1_200).map(|_| world.store.clock.id::<ChannelId>()));
    assert_eq!(
        channels::heads(&world.store, &asked).await.unwrap(),
        [Head { id: channel, head_seq: 2, change_seq: 0 }]
    );
    assert_eq!(channels::heads(&world.store, &[]).await.unwrap(), []);
});
