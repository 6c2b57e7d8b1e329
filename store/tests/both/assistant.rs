//! The assistant: its channels, question leases, outcomes and usage.

use chrono::Duration;
use store::alerts;
use store::assistant::{self, Label, Outcome, RecordedOutcome, Turn};
use store::bots::{self, ASSISTANT};
use store::channels::{self, Kind, Status};
use store::{ChannelId, MessageId, PersonId, messages, people};
use test_kit::both;

use crate::test_store::{TestStore, draft};

const LEASE: Duration = Duration::seconds(45);

fn turn(channel: ChannelId, person: PersonId, question: MessageId, outcome: Outcome, body: &str) -> Turn {
    let body = body.to_owned();
    Turn { question, attempt: 1, channel, person, programme: None, outcome, body, tokens: 7 }
}

/// Records an outcome as a worker does and returns the message.
async fn send_outcome(
    app: &TestStore,
    channel: ChannelId,
    question: MessageId,
    attempt: i64,
    recorded: &RecordedOutcome,
) -> MessageId {
    let temp_id = Label { outcome: recorded.outcome, question, attempt }.to_string();
    let message = messages::Draft { temp_id, ..draft(channel, ASSISTANT, &recorded.body) };
    let receipt = app.store.writer.append(message).await.unwrap();
    assistant::mark_delivered(&app.store, question, attempt).await.unwrap();
    receipt.message.id
}

both!(assistant_open_creates_one_channel_per_person, async |app| {
    let [maya, tom, ..] = app.people().await;
    let other_node = app.second_node().await;
    let opened = futures_util::future::join_all((0..8).map(|number| {
        let store = if number % 2 == 0 { app.store.clone() } else { other_node.clone() };
        async move { assistant::open(&store, maya, None).await.unwrap() }
    }))
    .await;
    assert!(opened.iter().all(|channel| *channel == opened[0]), "{opened:?}");
    let toms = assistant::open(&app.store, tom, None).await.unwrap();
    assert_ne!(opened[0], toms);
    assert_eq!(assistant::owner_of(&app.store, toms).await.unwrap(), Some(tom));

    let of_maya = channels::of_person(&app.store, maya).await.unwrap();
    assert_eq!(of_maya.iter().map(|m| (m.kind, m.status)).collect::<Vec<_>>(), [(Kind::Assistant, Status::Active)]);
    let members = channels::members_around(&app.store, maya, 10).await.unwrap();
    assert_eq!(members.iter().map(|m| m.person_id).collect::<Vec<_>>(), [maya, ASSISTANT]);
});

both!(assistant_open_reuses_existing_assistant_channel, async |app| {
    let [maya, ..] = app.people().await;
    let old = channels::create(&app.store, Kind::Assistant, "Assistant", None).await.unwrap();
    channels::join(&app.store, old, &[maya]).await.unwrap();
    app.send(old, maya, "anybody?").await;
    assert_eq!(assistant::open(&app.store, maya, None).await.unwrap(), old);
    assert!(assistant::due(&app.store, 10).await.unwrap().is_empty(), "earlier questions stay unanswered");
    assert!(channels::membership(&app.store, old, ASSISTANT).await.unwrap().is_some());
});

both!(assistant_account_cannot_sign_in, async |app| {
    let [maya, ..] = app.people().await;
    assistant::open(&app.store, maya, None).await.unwrap();
    assert!(bots::is_bot(ASSISTANT) && !bots::is_bot(maya));
    let bot = people::by_id(&app.store, ASSISTANT).await.unwrap().unwrap();
    assert!(bot.is_disabled && !bot.email.contains('@'));
    assert!(people::by_email(&app.store, &bot.email).await.unwrap().is_none());
});

both!(assistant_questions_are_leased_one_in_order, async |app| {
    let [maya, ..] = app.people().await;
    let channel = assistant::open(&app.store, maya, None).await.unwrap();
    let first = app.send(channel, maya, "first?").await;
    let second = app.send(channel, maya, "second?").await;
    assert_eq!(assistant::due(&app.store, 10).await.unwrap(), [channel]);

    let lease = assistant::lease(&app.store, channel, LEASE).await.unwrap().unwrap();
    let other_node = app.second_node().await;
    assert!(assistant::lease(&other_node, channel, LEASE).await.unwrap().is_none(), "one lease per channel");
    for question in [first, second] {
        let task = assistant::next(&app.store, &lease, LEASE).await.unwrap().unwrap();
        assert_eq!((task.question.id, task.attempt, task.recorded), (question.id, 1, None));
        let turn = turn(channel, maya, question.id, Outcome::Answer, "Yes.");
        let recorded = assistant::record_outcome(&app.store, &turn).await.unwrap();
        send_outcome(&app, channel, question.id, 1, &recorded).await;
    }
    assert!(assistant::next(&app.store, &lease, LEASE).await.unwrap().is_none());
    assert!(assistant::due(&app.store, 10).await.unwrap().is_empty());
    app.send(channel, maya, "third?").await;
    assert_eq!(assistant::due(&app.store, 10).await.unwrap(), [channel]);
});

both!(expired_lease_passes_question_to_next_worker, async |app| {
    let [maya, ..] = app.people().await;
    let channel = assistant::open(&app.store, maya, None).await.unwrap();
    let question = app.send(channel, maya, "still there?").await;
    let expired = assistant::lease(&app.store, channel, LEASE).await.unwrap().unwrap();
    assistant::next(&app.store, &expired, LEASE).await.unwrap().unwrap();
    // The worker stored the answer but did not send it.
    let answer = turn(channel, maya, question.id, Outcome::Answer, "Yes.");
    assistant::record_outcome(&app.store, &answer).await.unwrap();
    assert!(assistant::due(&app.store, 10).await.unwrap().is_empty());

    app.advance(LEASE);
    assert_eq!(assistant::due(&app.store, 10).await.unwrap(), [channel]);
    let lease = assistant::lease(&app.store, channel, LEASE).await.unwrap().unwrap();
    assert!(assistant::next(&app.store, &expired, LEASE).await.unwrap().is_none(), "the expired lease is invalid");
    let task = assistant::next(&app.store, &lease, LEASE).await.unwrap().unwrap();
    let recorded = task.recorded.unwrap();
    assert_eq!((recorded.outcome, recorded.body.as_str()), (Outcome::Answer, "Yes."));
    // A second outcome of the same attempt returns the first one.
    let apology = turn(channel, maya, question.id, Outcome::Apology, "Sorry.");
    assert_eq!(assistant::record_outcome(&app.store, &apology).await.unwrap(), recorded);
    let once = send_outcome(&app, channel, question.id, 1, &recorded).await;
    assert_eq!(send_outcome(&app, channel, question.id, 1, &recorded).await, once);
    assert!(assistant::next(&app.store, &lease, LEASE).await.unwrap().is_none());
});

both!(apology_is_retried_once_per_attempt, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = assistant::open(&app.store, maya, None).await.unwrap();
    let question = app.send(channel, maya, "well?").await;
    let sorry = turn(channel, maya, question.id, Outcome::Apology, "Sorry.");
    let recorded = assistant::record_outcome(&app.store, &sorry).await.unwrap();
    let apology = send_outcome(&app, channel, question.id, 1, &recorded).await;

    assert!(!assistant::retry(&app.store, channel, tom, apology).await.unwrap(), "of another person");
    assert!(!assistant::retry(&app.store, channel, maya, question.id).await.unwrap(), "not an apology");
    for _ in 0..3 {
        assert!(assistant::retry(&app.store, channel, maya, apology).await.unwrap());
    }
    let lease = assistant::lease(&app.store, channel, LEASE).await.unwrap().unwrap();
    let task = assistant::next(&app.store, &lease, LEASE).await.unwrap().unwrap();
    assert_eq!((task.question.id, task.attempt, task.recorded), (question.id, 2, None));
    let again = Turn { attempt: 2, ..turn(channel, maya, question.id, Outcome::Answer, "Yes.") };
    let recorded = assistant::record_outcome(&app.store, &again).await.unwrap();
    send_outcome(&app, channel, question.id, 2, &recorded).await;
    assert!(assistant::retry(&app.store, channel, maya, apology).await.unwrap());
    assert!(assistant::next(&app.store, &lease, LEASE).await.unwrap().is_none(), "the attempt was retried already");
});

both!(crisis_message_creates_one_staff_alert, async |app| {
    let [maya, ..] = app.people().await;
    let channel = assistant::open(&app.store, maya, None).await.unwrap();
    let crisis = app.send(channel, maya, "…").await;
    for _ in 0..2 {
        let turn = turn(channel, maya, crisis.id, Outcome::Crisis, "Call.");
        assistant::record_outcome(&app.store, &turn).await.unwrap();
    }
    let open = alerts::open(&app.store, 10).await.unwrap();
    assert_eq!(open.iter().map(|a| (a.kind, a.subject_id)).collect::<Vec<_>>(), [(alerts::Kind::Crisis, crisis.id.0)]);
    let jobs = store::outbox::lease::<alerts::StaffAlert>(&app.store, alerts::JOB, 10, LEASE).await.unwrap();
    assert_eq!(jobs.iter().map(|job| job.payload.alert).collect::<Vec<_>>(), [open[0].id]);
});

both!(usage_counts_outcomes_since_given_time, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let programme = store::administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "riverside",
        "Riverside",
        "UTC",
        &Default::default(),
    )
    .await
    .unwrap();
    let in_programme = Some(programme);
    for (person, programme, outcome) in [
        (maya, in_programme, Outcome::Answer),
        (maya, in_programme, Outcome::Budget),
        (tom, in_programme, Outcome::Apology),
        (ana, None, Outcome::Answer),
        (sam, None, Outcome::Answer),
    ] {
        let channel = assistant::open(&app.store, person, None).await.unwrap();
        let question = app.send(channel, person, "?").await;
        let turn = Turn { programme, ..turn(channel, person, question.id, outcome, "") };
        assistant::record_outcome(&app.store, &turn).await.unwrap();
    }
    let then = app.store.clock.now();
    let used = assistant::usage(&app.store, maya, Some(programme), then, then).await.unwrap();
    assert_eq!((used.tries, used.tokens), (1, 21));
    let used = assistant::usage(&app.store, ana, None, then, then).await.unwrap();
    assert_eq!((used.tries, used.tokens), (1, 14), "people without a programme share one budget");
    let later = then + Duration::seconds(1);
    let used = assistant::usage(&app.store, maya, Some(programme), later, later).await.unwrap();
    assert_eq!((used.tries, used.tokens), (0, 0));
});
