//! Two people who are kept apart by a block or a report, also where both stay members.

use store::bus::Event;
use store::calendar::{self, DeleteOutcome, WriteOutcome};
use store::calls::{self, Joined, Provider};
use store::channels;
use store::experiences::Access;
use store::mentorship::NewMentorship;
use store::{PersonId, administration, blocks, offline_notifications, people, reads};
use test_kit::both;

use crate::contact::{World, call};
use crate::push::{browser_of, notified_sessions, ring, set_video};
use crate::test_store::next_events;

both!(in_a_group_nothing_of_the_two_reaches_the_other, async |app| {
    let world = World::new(app).await;
    let circle = world.begin(&[world.leo, world.ada], Some("Circle")).await.unwrap();
    let channel = world.channel_of(circle).await;
    let (app, store) = (&world.app, &world.app.store);
    for person in [world.nina, world.leo, world.ada] {
        set_video(app, person, Access::Use).await;
    }
    let (of_leo, of_ada) = (browser_of(app, world.leo, "leo").await, browser_of(app, world.ada, "ada").await);
    world.report(channel, Some(true)).await;
    assert_eq!(blocks::stopped_contacts(store, world.leo).await.unwrap(), [world.nina]);
    assert_eq!(blocks::stopped_contacts(store, world.nina).await.unwrap(), [], "who reported stays unknown");

    let text = format!("Hello @[Leo]({}) and @[Ada]({})", world.leo, world.ada);
    let message = app.send(channel, world.nina, &text).await;
    let mentioned = async |person: PersonId| {
        let unread = reads::unread_among(store, &[channel], &[person]).await.unwrap();
        unread.values().flatten().any(|unread| unread.is_tagged)
    };
    assert!(mentioned(world.ada).await && !mentioned(world.leo).await);
    let edited = format!("Hello @[Leo]({})", world.leo);
    store::messages::edit(store, channel, world.nina, message.id, &*edited).await.unwrap().unwrap();
    assert!(!mentioned(world.leo).await);
    assert_eq!(notified_sessions(app, channel).await, [of_ada]);
    app.send(channel, world.ada, "And hello from me").await;
    assert_eq!(notified_sessions(app, channel).await, [of_leo], "others reach Leo");

    let (call, pushes) = ring(app, channel, world.nina).await;
    assert_eq!(pushes.iter().map(|push| push.session).collect::<Vec<_>>(), [of_ada]);
    assert_eq!(calls::join(store, &call, world.nina, "nina").await.unwrap(), Joined::In);
    assert_eq!(calls::join(store, &call, world.leo, "leo").await.unwrap(), Joined::Apart);
    assert_eq!(calls::join(store, &call, world.ada, "ada").await.unwrap(), Joined::In);
    offline_notifications::notify_offline_members(store, &[channel]).await.unwrap();
});

both!(pair_that_rests_sees_no_read_positions, async |app| {
    let world = World::new(app).await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    let channel = world.channel_of(pair).await;
    let (app, store) = (&world.app, &world.app.store);
    app.send(channel, world.nina, "Hello").await;
    app.send(channel, world.leo, "And hello to you").await;
    let read = async |reader: PersonId, upto: i64| {
        let message = store::messages::id_at(store, channel, upto).await.unwrap().unwrap();
        let mut listener = store.bus.listen();
        reads::mark_seen(store, channel, reader, Some((message, upto))).await.unwrap().unwrap();
        let events = next_events(&mut listener).await;
        matches!(events[..], [Event::Seen { is_private: true, .. }])
    };
    let seen_by = async |viewer: PersonId, of: PersonId| {
        let members = channels::members_around(store, viewer, 10).await.unwrap();
        let member = members.into_iter().find(|one| one.channel_id == channel && one.person_id == of).unwrap();
        (member.last_seen_seq, member.last_seen_at.is_some(), member.last_seen_id.is_some())
    };
    assert!(!read(world.leo, 1).await && !read(world.nina, 1).await);
    assert_eq!(seen_by(world.nina, world.leo).await, (1, true, true));
    blocks::add(store, world.leo, world.nina).await.unwrap();
    assert_eq!(seen_by(world.nina, world.leo).await, (0, false, false), "after a block");
    blocks::remove(store, world.leo, world.nina).await.unwrap();

    world.report(channel, Some(true)).await;
    assert!(read(world.leo, 2).await, "others do not learn of it");
    for (viewer, other) in [(world.nina, world.leo), (world.leo, world.nina)] {
        assert_eq!(seen_by(viewer, other).await, (0, false, false));
        assert!(seen_by(viewer, viewer).await.0 > 0, "the own position stays");
    }
});

both!(report_during_a_call_of_a_group_puts_the_reported_person_out, async |app| {
    let world = World::new(app).await;
    let circle = world.begin(&[world.leo, world.ada], Some("Circle")).await.unwrap();
    let channel = world.channel_of(circle).await;
    let store = &world.app.store;
    let (call, _) = calls::start(store, channel, world.nina, Provider::Builtin).await.unwrap();
    for (person, name) in [(world.nina, "nina"), (world.leo, "leo"), (world.ada, "ada")] {
        assert_eq!(calls::join(store, &call, person, name).await.unwrap(), Joined::In);
    }
    world.report(channel, Some(true)).await;
    calls::sweep(store).await.unwrap();
    let mut present: Vec<_> =
        calls::participants(store, call.id).await.unwrap().into_iter().map(|one| one.peer).collect();
    present.sort();
    assert_eq!(present, ["ada", "leo"]);
});

both!(blocks_and_reports_hide_events_of_the_other, async |app| {
    let world = World::new(app).await;
    let id = world.begin(&[world.leo, world.ada], Some("Circle")).await.unwrap();
    let channel = world.channel_of(id).await;
    let store = &world.app.store;
    for person in [world.nina, world.leo, world.ada] {
        assert!(matches!(calendar::create(store, id, person, None, &call()).await.unwrap(), WriteOutcome::Written(_)));
    }
    let authors = async |reader| {
        let mut authors: Vec<_> =
            calendar::events(store, id, reader).await.unwrap().into_iter().map(|event| event.author_id).collect();
        authors.sort();
        authors
    };
    let sorted = |mut people: Vec<PersonId>| {
        people.sort();
        people
    };
    world.report(channel, Some(true)).await;
    store::blocks::add(store, world.ada, world.nina).await.unwrap();
    assert_eq!(authors(world.leo).await, sorted(vec![world.leo, world.ada]));
    assert_eq!(authors(world.ada).await, sorted(vec![world.leo, world.ada]));
    assert_eq!(authors(world.nina).await, [world.nina]);
    let of_leo = calendar::events(store, id, world.leo).await.unwrap();
    let of_leo = of_leo.iter().find(|event| event.author_id == world.leo).unwrap().id;
    assert_eq!(calendar::delete(store, id, world.nina, of_leo).await.unwrap(), DeleteOutcome::Missing);
    assert_eq!(calendar::update(store, id, world.nina, of_leo, None, &call()).await.unwrap(), WriteOutcome::Missing);
});

both!(partner_sees_no_steps_or_answers_across_a_block, async |app| {
    let versioned = {
        let [..] = crate::mentorship::people_of(&app).await;
        crate::mentorship::session(&app).await
    };
    let [nina, leo] = ["nina@example.org", "leo@example.org"];
    let id = async |email| people::by_email(&app.store, email).await.unwrap().unwrap().id;
    let (nina, leo) = (id(nina).await, id(leo).await);
    let new = NewMentorship { mentor: nina, mentees: vec![leo], group: None };
    let pair = administration::create_mentorship(&app.store, &test_kit::operator(), &new).await.unwrap().unwrap();
    let own = |sessions: Vec<store::mentorship::record::MentorshipSession>| sessions.into_iter().next().unwrap();
    let of = async |reader| own(store::mentorship::record::sessions(&app.store, pair, reader).await.unwrap());
    let session = of(leo).await.session_id;
    store::mentorship::sessions::start(&app.store, leo, &session, &versioned).await.unwrap();
    let definition = &versioned.definition;
    store::mentorship::sessions::visit(&app.store, leo, &session, definition, &definition.steps[0]).await.unwrap();
    assert!(of(nina).await.visits.contains_key(&leo));
    store::blocks::add(&app.store, leo, nina).await.unwrap();
    assert!(!of(nina).await.visits.contains_key(&leo));
    assert!(of(leo).await.visits.contains_key(&leo), "his own");
    let seen = store::learning::attempts_of_partner(&app.store, nina, leo, &session).await.unwrap();
    assert!(seen.is_empty());
    store::blocks::remove(&app.store, leo, nina).await.unwrap();
    assert!(of(nina).await.visits.contains_key(&leo));
});
