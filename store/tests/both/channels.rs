//! Channels from the view of their members.

use chrono::Duration;
use store::ChannelId;
use store::channels::{self, Head, Kind, Status};

use crate::test_store::start;
use test_kit::both;

both!(created_channel_is_returned_unchanged, async |app| {
    let [maya, ..] = app.people().await;
    for (kind, name) in [
        (Kind::Direct, ""),
        (Kind::Group, "Study \"circle\" 👍"),
        (Kind::Assistant, "Assistant"),
        (Kind::Broadcast, "News"),
    ] {
        let channel = channels::create(&app.store, kind, name, None).await.unwrap();
        channels::join(&app.store, channel, &[maya]).await.unwrap();
        let seen = channels::membership(&app.store, channel, maya).await.unwrap().unwrap();
        assert_eq!((seen.channel_id, seen.kind, seen.name.as_str()), (channel, kind, name));
        assert_eq!((seen.head_seq, seen.head_at, seen.programme_id), (0, start(), None));
        assert_eq!((seen.status, seen.last_seen_seq, seen.until_seq), (Status::Active, 0, None));
    }
});

both!(channel_belongs_to_its_programme, async |app| {
    let [maya, ..] = app.people().await;
    let programme = store::administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "riverside",
        "Riverside",
        "Europe/London",
        &Default::default(),
    )
    .await
    .unwrap();
    let channel = channels::create(&app.store, Kind::Group, "Circle", Some(programme)).await.unwrap();
    channels::join(&app.store, channel, &[maya]).await.unwrap();
    let seen = channels::membership(&app.store, channel, maya).await.unwrap().unwrap();
    assert_eq!(seen.programme_id, Some(programme));
});

both!(channels_are_sorted_by_activity_without_left, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let quiet = app.direct(&[maya, ana]).await;
    app.advance(Duration::milliseconds(1));
    let busy = app.direct(&[maya, tom]).await;
    let left = app.group(&[maya, tom]).await;
    channels::set_status(&app.store, left, maya, Status::Absent, None).await.unwrap();
    let order = || async {
        let channels = channels::of_person(&app.store, maya).await.unwrap();
        channels.into_iter().map(|channel| channel.channel_id).collect::<Vec<_>>()
    };
    assert_eq!(order().await, vec![busy, quiet]);
    // A timestamp of a whole second has no fraction in its text and must still sort later.
    app.advance(Duration::milliseconds(876));
    let last = app.send(quiet, ana, "Are you there?").await;
    assert_eq!(order().await, vec![quiet, busy]);
    assert_eq!(last.created_at.timestamp_subsec_millis(), 0);
    app.advance(Duration::milliseconds(1));
    app.send(busy, tom, "Me too").await;
    assert_eq!(order().await, vec![busy, quiet]);
});

both!(non_member_has_no_membership, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let nowhere: ChannelId = app.store.clock.id();
    assert!(channels::membership(&app.store, channel, ana).await.unwrap().is_none());
    assert!(channels::membership(&app.store, nowhere, maya).await.unwrap().is_none());
    channels::set_status(&app.store, channel, ana, Status::Active, None).await.unwrap();
    assert!(channels::membership(&app.store, channel, ana).await.unwrap().is_none());
    assert!(channels::of_person(&app.store, ana).await.unwrap().is_empty());
});

both!(heads_are_fetched_for_many_channels, async |app| {
    let [maya, ..] = app.people().await;
    let channel = app.group(&[maya]).await;
    app.send(channel, maya, "one").await;
    app.send(channel, maya, "two").await;
    let mut asked = vec![channel];
    asked.extend((0..1_200).map(|_| app.store.clock.id::<ChannelId>()));
    assert_eq!(channels::heads(&app.store, &asked).await.unwrap(), [Head { id: channel, head_seq: 2, change_seq: 0 }]);
    assert_eq!(channels::heads(&app.store, &[]).await.unwrap(), []);
});
