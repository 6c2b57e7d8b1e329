//! Property tests: computed unread counts equal individual counting after any sequence of actions.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};
use store::channels::{self, Status};
use store::chat_access::ChatAccess;
use store::messages;
use store::reads;
use store::{ChannelId, MessageId, PersonId, Store};
use tokio::runtime::Handle;
use uuid::Uuid;

use crate::test_store::{TestStore, draft};
use test_kit::both;

/// An action of one of the people 0 to 2.
#[derive(Clone, Copy, Debug)]
enum Step {
    Send {
        person: usize,
        tags: Option<usize>,
    },
    ReadNewest {
        person: usize,
    },
    /// Any number: behind, ahead, or without a message.
    ReadTo {
        person: usize,
        seq: i64,
    },
    /// Any number: of another person, deleted before, or without a message.
    Delete {
        person: usize,
        seq: i64,
    },
    /// Any number: behind, ahead, or without a message.
    MarkUnread {
        person: usize,
        seq: i64,
    },
    Join {
        person: usize,
    },
    SetStatus {
        person: usize,
        status: Status,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let person = 0..3_usize;
    let status = prop_oneof![Just(Status::Active), Just(Status::Inactive), Just(Status::Absent)];
    let step = prop_oneof![
        6 => (person.clone(), proptest::option::of(0..3_usize)).prop_map(|(person, tags)| Step::Send { person, tags }),
        2 => person.clone().prop_map(|person| Step::ReadNewest { person }),
        3 => (person.clone(), -1..12_i64).prop_map(|(person, seq)| Step::ReadTo { person, seq }),
        3 => (person.clone(), 1..12_i64).prop_map(|(person, seq)| Step::Delete { person, seq }),
        3 => (person.clone(), -1..12_i64).prop_map(|(person, seq)| Step::MarkUnread { person, seq }),
        1 => person.clone().prop_map(|person| Step::Join { person }),
        1 => (person, status).prop_map(|(person, status)| Step::SetStatus { person, status }),
    ];
    proptest::collection::vec(step, 1..24)
}

async fn apply(store: &Store, channel: ChannelId, people: &[PersonId], step: Step) {
    match step {
        Step::Send { person, tags } => {
            let body = tags.map_or("plain".to_owned(), |tagged| format!("@[Somebody]({})", people[tagged]));
            // A rejected message must change nothing.
            let _ = store.writer.append(draft(channel, people[person], &body)).await;
        }
        Step::ReadNewest { person } => {
            reads::mark_seen(store, channel, people[person], None).await.unwrap();
        }
        Step::ReadTo { person, seq } => {
            let id = messages::id_at(store, channel, seq).await.unwrap();
            let named = (id.unwrap_or(MessageId(Uuid::nil())), seq);
            reads::mark_seen(store, channel, people[person], Some(named)).await.unwrap();
        }
        Step::Delete { person, seq } => {
            if let Some(id) = messages::id_at(store, channel, seq).await.unwrap() {
                // A rejected deletion must change nothing.
                let _ = messages::delete(store, channel, people[person], id).await.unwrap();
            }
        }
        Step::MarkUnread { person, seq } => {
            reads::mark_unread(store, channel, people[person], seq).await.unwrap();
        }
        Step::Join { person } => channels::join(store, channel, &[people[person]]).await.unwrap(),
        Step::SetStatus { person, status } => {
            channels::set_status(store, channel, people[person], status, None).await.unwrap();
        }
    }
}

/// Counts the unseen messages of others one by one.
async fn counted(store: &Store, channel: ChannelId, person: PersonId) -> Option<i64> {
    let member = channels::membership(store, channel, person).await.unwrap()?;
    let unseen = messages::between(store, channel, member.last_seen_seq, member.readable_head()).await.unwrap();
    let of_others = unseen.iter().filter(|message| message.sender_id != person && message.deleted_at.is_none()).count();
    (member.status != Status::Absent).then(|| i64::try_from(of_others).unwrap())
}

async fn computed(store: &Store, channel: ChannelId, person: PersonId) -> Option<(i64, bool)> {
    let all = reads::unread_of(store, person, ChatAccess::ALL).await.unwrap();
    all.iter().find(|unread| unread.channel_id == channel).map(|unread| (unread.count, unread.is_tagged))
}

/// Model of mentions: a tag counts if the tagged person was active when it was written.
#[derive(Default)]
struct Tags(Vec<(i64, PersonId)>);

impl Tags {
    async fn record(&mut self, store: &Store, channel: ChannelId, people: &[PersonId], step: Step) {
        let Step::Send { person, tags: Some(tagged) } = step else { return };
        let member = channels::membership(store, channel, people[tagged]).await.unwrap();
        let Some(member) = member.filter(|member| member.status == Status::Active) else { return };
        let newest = messages::between(store, channel, member.head_seq - 1, member.head_seq).await.unwrap();
        let is_new = self.0.last().is_none_or(|(seq, _)| *seq < member.head_seq);
        let is_sender = newest.first().is_some_and(|m| m.sender_id == people[person] && m.body.starts_with("@["));
        if is_new && is_sender && person != tagged {
            self.0.push((member.head_seq, people[tagged]));
        }
    }

    /// A deleted message tags nobody.
    async fn forget_deleted(&mut self, store: &Store, channel: ChannelId) {
        let all = messages::between(store, channel, 0, i64::MAX).await.unwrap();
        self.0.retain(|(seq, _)| all.iter().all(|message| message.seq != *seq || message.deleted_at.is_none()));
    }

    fn contain(&self, person: PersonId, last_seen: i64) -> bool {
        self.0.iter().any(|(seq, tagged)| *tagged == person && *seq > last_seen)
    }
}

fn check(cases: u32, test: impl Fn(Vec<Step>)) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&steps(), |steps| {
        test(steps);
        Ok(())
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(why, steps)) => panic!("{why}\nafter {steps:#?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

async fn apply_in_sequence(app: &TestStore, people: &[PersonId], steps: &[Step]) {
    let store = &app.store;
    let channel = app.group(&people[..2]).await;
    let mut tags = Tags::default();
    for step in steps {
        let before = channels::heads(store, &[channel]).await.unwrap()[0].head_seq;
        apply(store, channel, people, *step).await;
        if channels::heads(store, &[channel]).await.unwrap()[0].head_seq > before {
            tags.record(store, channel, people, *step).await;
        }
        tags.forget_deleted(store, channel).await;
        for person in people {
            let member = channels::membership(store, channel, *person).await.unwrap();
            let tagged = member.is_some_and(|member| tags.contain(*person, member.last_seen_seq));
            let expected = counted(store, channel, *person).await.map(|count| (count, tagged));
            assert_eq!(computed(store, channel, *person).await, expected, "after {step:?}");
        }
    }
}

async fn apply_concurrently(app: &TestStore, nodes: &[Arc<Store>; 2], people: &[PersonId], steps: &[Step]) {
    let channel = app.group(&people[..2]).await;
    let devices: Vec<_> = (0..3)
        .map(|device| {
            let (store, people) = (nodes[device % 2].clone(), people.to_vec());
            let mine: Vec<_> = steps.iter().copied().skip(device).step_by(3).collect();
            tokio::spawn(async move {
                for step in mine {
                    apply(&store, channel, &people, step).await;
                }
            })
        })
        .collect();
    for device in devices {
        device.await.unwrap();
    }
    for person in people {
        let computed = computed(&app.store, channel, *person).await.map(|(count, _)| count);
        assert_eq!(computed, counted(&app.store, channel, *person).await);
    }
}

both!(unread_count_matches_individual_counting, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    tokio::task::block_in_place(|| {
        check(48, |steps| Handle::current().block_on(apply_in_sequence(&app, &[maya, tom, ana], &steps)));
    });
});

both!(unread_count_survives_concurrent_devices, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let nodes = [app.store.clone(), app.second_node().await];
    tokio::task::block_in_place(|| {
        check(64, |steps| Handle::current().block_on(apply_concurrently(&app, &nodes, &[maya, tom, ana], &steps)));
    });
    nodes[1].close().await;
});
