//! Replies, edits and reactions.

use std::sync::Arc;

use chrono::Duration;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use store::bus::Event;
use store::channels::{self, Kind, Status};
use store::chat_access::ChatAccess;
use store::messages::{self, Draft, Message, NotChanged, Rejection};
use store::{ChannelId, MessageId, PersonId, Store, reads};
use tokio::runtime::Handle;

use crate::test_store::{TestStore, draft, next_events, rejection};
use test_kit::both;

async fn edit(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    message: &Message,
    text: &str,
) -> Result<Message, NotChanged> {
    messages::edit(store, channel, person, message.id, text)
        .await
        .unwrap()
        .map(|changed| Arc::unwrap_or_clone(changed.message))
}

async fn react(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    message: MessageId,
    emoji: &str,
    on: bool,
) -> Result<Message, NotChanged> {
    messages::react(store, channel, person, message, emoji, on)
        .await
        .unwrap()
        .map(|changed| Arc::unwrap_or_clone(changed.message))
}

async fn stored(app: &TestStore, channel: ChannelId) -> Vec<Message> {
    messages::between(&app.store, channel, 0, 1000).await.unwrap()
}

both!(reply_quotes_original_text, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (pair, other) = (app.direct(&[maya, tom]).await, app.direct(&[maya, ana]).await);
    let question = app.send(pair, maya, &format!("When,\n@[Tom Okafor]({tom})?")).await;
    let answer = Draft { reply_to: Some(question.id), ..draft(pair, tom, "At four") };
    let answer = app.store.writer.append(answer).await.unwrap().message;
    edit(&app.store, pair, maya, &question, "Where?").await.unwrap();
    let reply = stored(&app, pair).await[1].reply.clone().unwrap().0;
    assert_eq!(Some(&reply), answer.reply.as_deref());
    assert_eq!((reply.msg_id, reply.seq, reply.user_id), (question.id, 1, maya));
    assert_eq!(reply.text, "When, @Tom Okafor?");
    for unknown in [app.send(other, ana, "a secret").await.id, uuid::Uuid::nil().into()] {
        let stray = Draft { reply_to: Some(unknown), ..draft(pair, tom, "what?") };
        assert_eq!(rejection(app.store.writer.append(stray).await), Rejection::MessageUnknown);
    }
});

both!(edited_message_keeps_previous_versions, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let sent = app.send(circle, maya, &format!("Hi @[Tom Okafor]({tom})")).await;
    app.advance(Duration::minutes(4));
    let mut bus = app.store.bus.listen();
    let edited = edit(&app.store, circle, maya, &sent, &format!("Hi @[Ana Okafor]({ana})")).await.unwrap();
    assert_eq!((edited.changed, edited.edited_at, edited.seq), (1, Some(app.store.clock.now()), 1));
    assert!(
        matches!(&next_events(&mut bus).await[..], [Event::Changed { messages, .. }] if *messages == [Arc::new(edited.clone())])
    );
    assert_eq!(stored(&app, circle).await, std::slice::from_ref(&edited));
    let tagged = async |person| reads::unread_of(&app.store, person, ChatAccess::ALL).await.unwrap()[0].is_tagged;
    assert_eq!((tagged(tom).await, tagged(ana).await), (false, true));

    let again = messages::edit(&app.store, circle, maya, sent.id, &edited.body).await.unwrap().unwrap();
    assert!(again.repeated && *again.message == edited, "the same text is no change");
    let versions = messages::versions(&app.store, circle, 1).await.unwrap();
    assert_eq!(versions, [(sent.body, sent.created_at)]);
});

both!(edit_is_limited_to_own_recent_messages, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let sent = app.send(pair, maya, "one").await;
    let store = &app.store;
    assert_eq!(edit(store, pair, tom, &sent, "no").await.unwrap_err(), NotChanged::MessageUnknown);
    assert_eq!(edit(store, pair, sam, &sent, "no").await.unwrap_err(), NotChanged::ChannelUnknown);
    let elsewhere = app.direct(&[maya, ana]).await;
    assert_eq!(edit(store, elsewhere, maya, &sent, "no").await.unwrap_err(), NotChanged::MessageUnknown);
    app.advance(Duration::minutes(5));
    edit(store, pair, maya, &sent, "just in time").await.unwrap();
    app.advance(Duration::milliseconds(1));
    assert_eq!(edit(store, pair, maya, &sent, "too late").await.unwrap_err(), NotChanged::TooLate);
    edit(store, pair, maya, &sent, "just in time").await.expect("a retry of an accepted edit succeeds");
    for (status, why) in [(Status::Inactive, NotChanged::NotActive), (Status::Absent, NotChanged::NotAMember)] {
        channels::set_status(store, pair, maya, status, None).await.unwrap();
        assert_eq!(edit(store, pair, maya, &sent, "no").await.unwrap_err(), why);
        assert_eq!(react(store, pair, maya, sent.id, "👍", true).await.unwrap_err(), why);
    }
    assert_eq!(channels::heads(store, &[pair]).await.unwrap()[0].change_seq, 1, "a rejection takes no number");
});

both!(reactions_are_counted_once_per_person, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let sent = app.send(circle, maya, "We won").await;
    let store = &app.store;
    let summary = |message: &Message| {
        message.reactions.iter().map(|r| (r.emoji.clone(), r.count, r.people.clone())).collect::<Vec<_>>()
    };
    react(store, circle, tom, sent.id, "🎉", true).await.unwrap();
    app.advance(Duration::seconds(1));
    react(store, circle, ana, sent.id, "👍", true).await.unwrap();
    let twice = messages::react(store, circle, ana, sent.id, "👍", true).await.unwrap().unwrap();
    assert!(twice.repeated);
    app.advance(Duration::seconds(1));
    let message = react(store, circle, maya, sent.id, "🎉", true).await.unwrap();
    let expected = vec![("🎉".to_owned(), 2, vec![tom, maya]), ("👍".to_owned(), 1, vec![ana])];
    assert_eq!((summary(&message), message.changed), (expected, 3));
    react(store, circle, tom, sent.id, "🎉", false).await.unwrap();
    let message = react(store, circle, maya, sent.id, "🎉", false).await.unwrap();
    assert_eq!(summary(&message), [("👍".to_owned(), 1, vec![ana])]);
    assert_eq!(stored(&app, circle).await, [message]);
});

both!(distinct_reactions_are_limited, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let sent = app.send(pair, maya, "one").await;
    for number in 0..messages::MAX_EMOJI {
        react(&app.store, pair, maya, sent.id, &format!("{number}"), true).await.unwrap();
    }
    assert_eq!(react(&app.store, pair, tom, sent.id, "x", true).await.unwrap_err(), NotChanged::ReactionsFull);
    react(&app.store, pair, tom, sent.id, "7", true).await.expect("an existing emoji is accepted");
});

both!(reaction_in_assistant_channel_is_rejected, async |app| {
    let [maya, ..] = app.people().await;
    let channel = channels::create(&app.store, Kind::Assistant, "Assistant", None).await.unwrap();
    channels::join(&app.store, channel, &[maya]).await.unwrap();
    let sent = app.send(channel, maya, "Hello").await;
    assert_eq!(react(&app.store, channel, maya, sent.id, "👍", true).await.unwrap_err(), NotChanged::ReactionsOff);
});

#[derive(Clone, Debug)]
enum Step {
    Edit { person: usize, message: usize, text: u8 },
    React { person: usize, message: usize, emoji: u8, on: bool },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let edit =
        (0..3_usize, 0..4_usize, 0..4_u8).prop_map(|(person, message, text)| Step::Edit { person, message, text });
    let react = (0..3_usize, 0..4_usize, 0..3_u8, any::<bool>()).prop_map(|(person, message, emoji, on)| Step::React {
        person,
        message,
        emoji,
        on,
    });
    prop::collection::vec(prop_oneof![edit, react], 1..25)
}

/// Each earlier state, merged with the changes since then, equals the current state.
async fn check_changes_since_each_state(
    app: &TestStore,
    people: &[PersonId],
    steps: &[Step],
) -> Result<(), TestCaseError> {
    let store = &app.store;
    let channel = app.group(people).await;
    let mut sent = Vec::new();
    for number in 0..4 {
        sent.push(app.send(channel, people[number % 3], "as it was").await);
    }
    let mut states = vec![stored(app, channel).await];
    for step in steps {
        match step {
            Step::Edit { person, message, text } => {
                // A rejected edit must change nothing; the assertions below check that.
                let _ = edit(store, channel, people[*person], &sent[*message], &text.to_string()).await;
            }
            Step::React { person, message, emoji, on } => {
                react(store, channel, people[*person], sent[*message].id, &emoji.to_string(), *on).await.unwrap();
            }
        }
        let change = usize::try_from(channels::heads(store, &[channel]).await.unwrap()[0].change_seq).unwrap();
        prop_assert!(change == states.len() || change + 1 == states.len());
        states.truncate(change);
        states.push(stored(app, channel).await);
    }
    let now = states.last().unwrap().clone();
    let head = i64::try_from(states.len()).unwrap() - 1;
    for (known, state) in states.into_iter().enumerate() {
        let known = i64::try_from(known).unwrap();
        let changed = messages::changed_between(store, channel, known, head, 100).await.unwrap();
        let mut merged = state;
        for message in changed {
            let position = merged.iter().position(|old| old.id == message.id).unwrap();
            prop_assert!(merged[position].changed < message.changed);
            merged[position] = message;
        }
        prop_assert_eq!(&merged, &now);
    }
    Ok(())
}

both!(changes_since_any_state_yield_current_state, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    tokio::task::block_in_place(|| {
        let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
        let body = |steps: Vec<Step>| {
            Handle::current().block_on(check_changes_since_each_state(&app, &[maya, tom, ana], &steps))
        };
        runner.run(&steps(), body).unwrap();
    });
});
