//! Everybody's own assistant, and its questions.

use chrono::Duration;
use store::alerts;
use store::assistant::{self, Label, Outcome, Settled, Turn};
use store::bots::{self, ASSISTANT};
use store::channels::{self, Kind, Status};
use store::{ChannelId, MessageId, PersonId, messages, people};
use test_kit::both;

use crate::world::{World, draft};

const LEASE: Duration = Duration::seconds(45);

fn turn(channel: ChannelId, person: PersonId, question: MessageId, outcome: Outcome, body: &str) -> Turn {
    let body = body.to_owned();
    Turn { question, attempt: 1, channel, person, programme: None, outcome, body, tokens: 7 }
}

/// Says an outcome as a worker does; gives the message.
async fn said(world: &World, channel: ChannelId, question: MessageId, attempt: i64, settled: &Settled) -> MessageId {
    let temp_id = Label { outcome: settled.outcome, question, attempt }.to_string();
    let message = messages::Draft { temp_id, ..draft(channel, ASSISTANT, &settled.body) };
    let receipt = world.store.writer.append(message).await.unwrap();
    assistant::delivered(&world.store, question, attempt).await.unwrap();
    receipt.message.id
}

both!(everybody_has_one_channel_with_the_assistant, async |world| {
    let [maya, tom, ..] = world.people().await;
    let other_node = world.second_node().await;
    let opened = futures_util::future::join_all((0..8).map(|number| {
        let store = if number % 2 == 0 { world.store.clone() } else { other_node.clone() };
        async move { assistant::open(&store, maya, None).await.unwrap() }
    }))
    .await;
    assert!(opened.iter().all(|channel| *channel == opened[0]), "{opened:?}");
    let toms = assistant::open(&world.store, tom, None).await.unwrap();
    assert_ne!(opened[0], toms);
    assert_eq!(assistant::owner_of(&world.store, toms).await.unwrap(), Some(tom));

    let of_maya = channels::of_person(&world.store, maya).await.unwrap();
    assert_eq!(of_maya.iter().map(|m| (m.kind, m.status)).collect::<Vec<_>>(), [(Kind::Assistant, Status::Active)]);
    let members = channels::members_around(&world.store, maya, 10).await.unwrap();
    assert_eq!(members.iter().map(|m| m.person_id).collect::<Vec<_>>(), [maya, ASSISTANT]);
});

both!(a_channel_from_before_there_was_an_assistant_is_kept, async |world| {
    let [maya, ..] = world.people().await;
    let old = channels::create(&world.store, Kind::Assistant, "Assistant", None).await.unwrap();
    channels::join(&world.store, old, &[maya]).await.unwrap();
    world.says(old, maya, "anybody?").await;
    assert_eq!(assistant::open(&world.store, maya, None).await.unwrap(), old);
    assert!(assistant::waiting(&world.store, 10).await.unwrap().is_empty(), "old questions are left alone");
    assert!(channels::membership(&world.store, old, ASSISTANT).await.unwrap().is_some());
});

both!(the_assistant_is_nobody_who_signs_in, async |world| {
    let [maya, ..] = world.people().await;
    assistant::open(&world.store, maya, None).await.unwrap();
    assert!(bots::is_bot(ASSISTANT) && !bots::is_bot(maya));
    let bot = people::by_id(&world.store, ASSISTANT).await.unwrap().unwrap();
    assert!(bot.is_disabled && !bot.email.contains('@'));
    assert!(people::by_email(&world.store, &bot.email).await.unwrap().is_none());
});

both!(questions_are_worked_on_one_by_one_in_their_order, async |world| {
    let [maya, ..] = world.people().await;
    let channel = assistant::open(&world.store, maya, None).await.unwrap();
    let first = world.says(channel, maya, "first?").await;
    let second = world.says(channel, maya, "second?").await;
    assert_eq!(assistant::waiting(&world.store, 10).await.unwrap(), [channel]);

    let lease = assistant::lease(&world.store, channel, LEASE).await.unwrap().unwrap();
    let other_node = world.second_node().await;
    assert!(assistant::lease(&other_node, channel, LEASE).await.unwrap().is_none(), "one at a time");
    for question in [first, second] {
        let task = assistant::next(&world.store, &lease, LEASE).await.unwrap().unwrap();
        assert_eq!((task.question.id, task.attempt, task.settled), (question.id, 1, None));
        let turn = turn(channel, maya, question.id, Outcome::Answer, "Yes.");
        let settled = assistant::settle(&world.store, &turn).await.unwrap();
        said(&world, channel, question.id, 1, &settled).await;
    }
    assert!(assistant::next(&world.store, &lease, LEASE).await.unwrap().is_none());
    assert!(assistant::waiting(&world.store, 10).await.unwrap().is_empty());
    world.says(channel, maya, "third?").await;
    assert_eq!(assistant::waiting(&world.store, 10).await.unwrap(), [channel]);
});

both!(who_dies_at_work_leaves_the_question_to_the_next, async |world| {
    let [maya, ..] = world.people().await;
    let channel = assistant::open(&world.store, maya, None).await.unwrap();
    let question = world.says(channel, maya, "still there?").await;
    let dead = assistant::lease(&world.store, channel, LEASE).await.unwrap().unwrap();
    assistant::next(&world.store, &dead, LEASE).await.unwrap().unwrap();
    // It had decided on the answer and not said it.
    let answer = turn(channel, maya, question.id, Outcome::Answer, "Yes.");
    assistant::settle(&world.store, &answer).await.unwrap();
    assert!(assistant::waiting(&world.store, 10).await.unwrap().is_empty());

    world.advance(LEASE);
    assert_eq!(assistant::waiting(&world.store, 10).await.unwrap(), [channel]);
    let lease = assistant::lease(&world.store, channel, LEASE).await.unwrap().unwrap();
    assert!(assistant::next(&world.store, &dead, LEASE).await.unwrap().is_none(), "the old lease is worth nothing");
    let task = assistant::next(&world.store, &lease, LEASE).await.unwrap().unwrap();
    let settled = task.settled.unwrap();
    assert_eq!((settled.outcome, settled.body.as_str()), (Outcome::Answer, "Yes."));
    // Whoever decided otherwise meanwhile says the same.
    let apology = turn(channel, maya, question.id, Outcome::Apology, "Sorry.");
    assert_eq!(assistant::settle(&world.store, &apology).await.unwrap(), settled);
    let once = said(&world, channel, question.id, 1, &settled).await;
    assert_eq!(said(&world, channel, question.id, 1, &settled).await, once);
    assert!(assistant::next(&world.store, &lease, LEASE).await.unwrap().is_none());
});

both!(an_apology_can_be_tried_again_once_each, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = assistant::open(&world.store, maya, None).await.unwrap();
    let question = world.says(channel, maya, "well?").await;
    let sorry = turn(channel, maya, question.id, Outcome::Apology, "Sorry.");
    let settled = assistant::settle(&world.store, &sorry).await.unwrap();
    let apology = said(&world, channel, question.id, 1, &settled).await;

    assert!(!assistant::retry(&world.store, channel, tom, apology).await.unwrap(), "not his");
    assert!(!assistant::retry(&world.store, channel, maya, question.id).await.unwrap(), "no apology");
    for _ in 0..3 {
        assert!(assistant::retry(&world.store, channel, maya, apology).await.unwrap());
    }
    let lease = assistant::lease(&world.store, channel, LEASE).await.unwrap().unwrap();
    let task = assistant::next(&world.store, &lease, LEASE).await.unwrap().unwrap();
    assert_eq!((task.question.id, task.attempt, task.settled), (question.id, 2, None));
    let again = Turn { attempt: 2, ..turn(channel, maya, question.id, Outcome::Answer, "Yes.") };
    let settled = assistant::settle(&world.store, &again).await.unwrap();
    said(&world, channel, question.id, 2, &settled).await;
    assert!(assistant::retry(&world.store, channel, maya, apology).await.unwrap());
    assert!(assistant::next(&world.store, &lease, LEASE).await.unwrap().is_none(), "it was tried again already");
});

both!(a_cry_for_help_calls_the_staff_once, async |world| {
    let [maya, ..] = world.people().await;
    let channel = assistant::open(&world.store, maya, None).await.unwrap();
    let cry = world.says(channel, maya, "…").await;
    for _ in 0..2 {
        let turn = turn(channel, maya, cry.id, Outcome::Crisis, "Call.");
        assistant::settle(&world.store, &turn).await.unwrap();
    }
    let open = alerts::open(&world.store, 10).await.unwrap();
    assert_eq!(open.iter().map(|a| (a.kind, a.subject_id)).collect::<Vec<_>>(), [(alerts::Kind::Crisis, cry.id.0)]);
    let jobs = store::outbox::lease::<alerts::StaffAlert>(&world.store, alerts::JOB, 10, LEASE).await.unwrap();
    assert_eq!(jobs.iter().map(|job| job.payload.alert).collect::<Vec<_>>(), [open[0].id]);
});

both!(what_was_used_is_counted_since_a_moment, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let programme =
        store::programmes::put(&world.store, "riverside", "Riverside", "UTC", &Default::default()).await.unwrap();
    let of_it = Some(programme);
    for (person, programme, outcome) in [
        (maya, of_it, Outcome::Answer),
        (maya, of_it, Outcome::Budget),
        (tom, of_it, Outcome::Apology),
        (ana, None, Outcome::Answer),
        (sam, None, Outcome::Answer),
    ] {
        let channel = assistant::open(&world.store, person, None).await.unwrap();
        let question = world.says(channel, person, "?").await;
        let turn = Turn { programme, ..turn(channel, person, question.id, outcome, "") };
        assistant::settle(&world.store, &turn).await.unwrap();
    }
    let then = world.store.clock.now();
    let used = assistant::used(&world.store, maya, Some(programme), then, then).await.unwrap();
    assert_eq!((used.tries, used.tokens), (1, 21));
    let used = assistant::used(&world.store, ana, None, then, then).await.unwrap();
    assert_eq!((used.tries, used.tokens), (1, 14), "who is in no programme shares with the others in none");
    let later = then + Duration::seconds(1);
    let used = assistant::used(&world.store, maya, Some(programme), later, later).await.unwrap();
    assert_eq!((used.tries, used.tokens), (0, 0));
});
