//! Messages that answer others, get another text, or are reacted to.

use chrono::Duration;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use store::bus::Event;
use store::channels::{self, Kind, Status};
use store::messages::{self, Draft, Message, NotChanged, Refusal};
use store::{ChannelId, MessageId, PersonId, Store, reads};
use tokio::runtime::Handle;

use crate::world::{World, draft, heard, refusal};
use test_kit::both;

async fn edit(
    store: &Store,
    channel: ChannelId,
    who: PersonId,
    message: &Message,
    text: &str,
) -> Result<Message, NotChanged> {
    messages::edit(store, channel, who, message.id, text).await.unwrap().map(|changed| changed.message)
}

async fn react(
    store: &Store,
    channel: ChannelId,
    who: PersonId,
    message: MessageId,
    emoji: &str,
    on: bool,
) -> Result<Message, NotChanged> {
    messages::react(store, channel, who, message, emoji, on).await.unwrap().map(|changed| changed.message)
}

async fn stored(world: &World, channel: ChannelId) -> Vec<Message> {
    messages::between(&world.store, channel, 0, 1000).await.unwrap()
}

both!(an_answer_carries_what_it_answers_as_it_read_then, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (pair, other) = (world.direct(&[maya, tom]).await, world.direct(&[maya, ana]).await);
    let question = world.says(pair, maya, &format!("When,\n@[Tom Okafor]({tom})?")).await;
    let answer = Draft { reply_to: Some(question.id), ..draft(pair, tom, "At four") };
    let answer = world.store.writer.append(answer).await.unwrap().message;
    edit(&world.store, pair, maya, &question, "Where?").await.unwrap();
    let reply = stored(&world, pair).await[1].reply.clone().unwrap().0;
    assert_eq!(Some(&reply), answer.reply.as_deref());
    assert_eq!((reply.msg_id, reply.seq, reply.user_id), (question.id, 1, maya));
    assert_eq!(reply.text, "When, @Tom Okafor?");
    for unknown in [world.says(other, ana, "a secret").await.id, uuid::Uuid::nil().into()] {
        let stray = Draft { reply_to: Some(unknown), ..draft(pair, tom, "what?") };
        assert_eq!(refusal(world.store.writer.append(stray).await), Refusal::MessageUnknown);
    }
});

both!(an_edited_message_keeps_what_it_said_before, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    let sent = world.says(circle, maya, &format!("Hi @[Tom Okafor]({tom})")).await;
    world.advance(Duration::minutes(4));
    let mut bus = world.store.bus.listen();
    let edited = edit(&world.store, circle, maya, &sent, &format!("Hi @[Ana Okafor]({ana})")).await.unwrap();
    assert_eq!((edited.changed, edited.edited_at, edited.seq), (1, Some(world.store.clock.now()), 1));
    assert!(matches!(&heard(&mut bus).await[..], [Event::Changed { messages, .. }] if *messages == [edited.clone()]));
    assert_eq!(stored(&world, circle).await, std::slice::from_ref(&edited));
    let tagged = async |person| reads::unread_of(&world.store, person).await.unwrap()[0].is_tagged;
    assert_eq!((tagged(tom).await, tagged(ana).await), (false, true));

    let again = messages::edit(&world.store, circle, maya, sent.id, &edited.body).await.unwrap().unwrap();
    assert!(again.repeated && again.message == edited, "the same text again is no change");
    let versions = messages::versions(&world.store, circle, 1).await.unwrap();
    assert_eq!(versions, [(sent.body, sent.created_at)]);
});

both!(only_ones_own_message_of_the_last_five_minutes_is_edited, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let sent = world.says(pair, maya, "one").await;
    let store = &world.store;
    assert_eq!(edit(store, pair, tom, &sent, "no").await.unwrap_err(), NotChanged::MessageUnknown);
    assert_eq!(edit(store, pair, sam, &sent, "no").await.unwrap_err(), NotChanged::ChannelUnknown);
    let elsewhere = world.direct(&[maya, ana]).await;
    assert_eq!(edit(store, elsewhere, maya, &sent, "no").await.unwrap_err(), NotChanged::MessageUnknown);
    world.advance(Duration::minutes(5));
    edit(store, pair, maya, &sent, "just in time").await.unwrap();
    world.advance(Duration::milliseconds(1));
    assert_eq!(edit(store, pair, maya, &sent, "too late").await.unwrap_err(), NotChanged::TooLate);
    edit(store, pair, maya, &sent, "just in time").await.expect("who did not hear the answer asks again");
    for (status, why) in [(Status::Inactive, NotChanged::NotActive), (Status::Absent, NotChanged::NotAMember)] {
        channels::set_status(store, pair, maya, status, None).await.unwrap();
        assert_eq!(edit(store, pair, maya, &sent, "no").await.unwrap_err(), why);
        assert_eq!(react(store, pair, maya, sent.id, "👍", true).await.unwrap_err(), why);
    }
    assert_eq!(channels::heads(store, &[pair]).await.unwrap()[0].change_seq, 1, "a refusal takes no number");
});

both!(reactions_are_counted_once_for_each_person, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    let sent = world.says(circle, maya, "We won").await;
    let store = &world.store;
    let summary = |message: &Message| {
        message.reactions.iter().map(|r| (r.emoji.clone(), r.count, r.people.clone())).collect::<Vec<_>>()
    };
    react(store, circle, tom, sent.id, "🎉", true).await.unwrap();
    world.advance(Duration::seconds(1));
    react(store, circle, ana, sent.id, "👍", true).await.unwrap();
    let twice = messages::react(store, circle, ana, sent.id, "👍", true).await.unwrap().unwrap();
    assert!(twice.repeated);
    world.advance(Duration::seconds(1));
    let message = react(store, circle, maya, sent.id, "🎉", true).await.unwrap();
    let expected = vec![("🎉".to_owned(), 2, vec![tom, maya]), ("👍".to_owned(), 1, vec![ana])];
    assert_eq!((summary(&message), message.changed), (expected, 3));
    react(store, circle, tom, sent.id, "🎉", false).await.unwrap();
    let message = react(store, circle, maya, sent.id, "🎉", false).await.unwrap();
    assert_eq!(summary(&message), [("👍".to_owned(), 1, vec![ana])]);
    assert_eq!(stored(&world, circle).await, [message]);
});

both!(there_is_an_end_to_different_reactions, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let sent = world.says(pair, maya, "one").await;
    for number in 0..messages::MOST_EMOJI {
        react(&world.store, pair, maya, sent.id, &format!("{number}"), true).await.unwrap();
    }
    assert_eq!(react(&world.store, pair, tom, sent.id, "x", true).await.unwrap_err(), NotChanged::ReactionsFull);
    react(&world.store, pair, tom, sent.id, "7", true).await.expect("one that is there already");
});

both!(nobody_reacts_to_the_assistant, async |world| {
    let [maya, ..] = world.people().await;
    let channel = channels::create(&world.store, Kind::Assistant, "Assistant", None).await.unwrap();
    channels::join(&world.store, channel, &[maya]).await.unwrap();
    let sent = world.says(channel, maya, "Hello").await;
    assert_eq!(react(&world.store, channel, maya, sent.id, "👍", true).await.unwrap_err(), NotChanged::ReactionsOff);
});

#[derive(Clone, Debug)]
enum Step {
    Edit { who: usize, message: usize, text: u8 },
    React { who: usize, message: usize, emoji: u8, on: bool },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let edit = (0..3_usize, 0..4_usize, 0..4_u8).prop_map(|(who, message, text)| Step::Edit { who, message, text });
    let react = (0..3_usize, 0..4_usize, 0..3_u8, any::<bool>()).prop_map(|(who, message, emoji, on)| Step::React {
        who,
        message,
        emoji,
        on,
    });
    prop::collection::vec(prop_oneof![edit, react], 1..25)
}

/// Whoever knows the state after some change and then asks what changed since has the state of now.
async fn asking_at_any_time(world: &World, people: &[PersonId], steps: &[Step]) -> Result<(), TestCaseError> {
    let store = &world.store;
    let channel = world.group(people).await;
    let mut sent = Vec::new();
    for number in 0..4 {
        sent.push(world.says(channel, people[number % 3], "as it was").await);
    }
    let mut states = vec![stored(world, channel).await];
    for step in steps {
        match step {
            Step::Edit { who, message, text } => {
                // A refusal changes nothing, which is checked below like any other step.
                let _ = edit(store, channel, people[*who], &sent[*message], &text.to_string()).await;
            }
            Step::React { who, message, emoji, on } => {
                react(store, channel, people[*who], sent[*message].id, &emoji.to_string(), *on).await.unwrap();
            }
        }
        let change = usize::try_from(channels::heads(store, &[channel]).await.unwrap()[0].change_seq).unwrap();
        prop_assert!(change == states.len() || change + 1 == states.len());
        states.truncate(change);
        states.push(stored(world, channel).await);
    }
    let now = states.last().unwrap().clone();
    let head = i64::try_from(states.len()).unwrap() - 1;
    for (known, state) in states.into_iter().enumerate() {
        let known = i64::try_from(known).unwrap();
        let changed = messages::changed_between(store, channel, known, head, 100).await.unwrap();
        let mut merged = state;
        for message in changed {
            let place = merged.iter().position(|old| old.id == message.id).unwrap();
            prop_assert!(merged[place].changed < message.changed);
            merged[place] = message;
        }
        prop_assert_eq!(&merged, &now);
    }
    Ok(())
}

both!(what_changed_since_any_moment_leads_to_now, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    tokio::task::block_in_place(|| {
        let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
        let body = |steps: Vec<Step>| Handle::current().block_on(asking_at_any_time(&world, &[maya, tom, ana], &steps));
        runner.run(&steps(), body).unwrap();
    });
});
