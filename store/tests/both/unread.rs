//! Unread as a property: whatever happens in whatever order, the arithmetic is what counting would give.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};
use store::channels::{self, Status};
use store::messages;
use store::reads;
use store::{ChannelId, MessageId, PersonId, Store};
use tokio::runtime::Handle;
use uuid::Uuid;

use crate::world::{World, draft};
use test_kit::both;

/// What one of the people 0 to 2 does.
#[derive(Clone, Copy, Debug)]
enum Step {
    Says {
        who: usize,
        tags: Option<usize>,
    },
    SeesNewest {
        who: usize,
    },
    /// Any number: behind, ahead, or of no message at all.
    Sees {
        who: usize,
        seq: i64,
    },
    Joins {
        who: usize,
    },
    Becomes {
        who: usize,
        status: Status,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let who = 0..3_usize;
    let status = prop_oneof![Just(Status::Active), Just(Status::Inactive), Just(Status::Absent)];
    let step = prop_oneof![
        6 => (who.clone(), proptest::option::of(0..3_usize)).prop_map(|(who, tags)| Step::Says { who, tags }),
        2 => who.clone().prop_map(|who| Step::SeesNewest { who }),
        3 => (who.clone(), -1..12_i64).prop_map(|(who, seq)| Step::Sees { who, seq }),
        1 => who.clone().prop_map(|who| Step::Joins { who }),
        1 => (who, status).prop_map(|(who, status)| Step::Becomes { who, status }),
    ];
    proptest::collection::vec(step, 1..24)
}

async fn take(store: &Store, channel: ChannelId, people: &[PersonId], step: Step) {
    match step {
        Step::Says { who, tags } => {
            let body = tags.map_or("plain".to_owned(), |tagged| format!("@[Somebody]({})", people[tagged]));
            // Those who may not write are refused, which must leave no trace.
            let _ = store.writer.append(draft(channel, people[who], &body)).await;
        }
        Step::SeesNewest { who } => {
            reads::mark_seen(store, channel, people[who], None).await.unwrap();
        }
        Step::Sees { who, seq } => {
            let id = messages::id_at(store, channel, seq).await.unwrap();
            let named = (id.unwrap_or(MessageId(Uuid::nil())), seq);
            reads::mark_seen(store, channel, people[who], Some(named)).await.unwrap();
        }
        Step::Joins { who } => channels::join(store, channel, &[people[who]]).await.unwrap(),
        Step::Becomes { who, status } => {
            channels::set_status(store, channel, people[who], status, None).await.unwrap();
        }
    }
}

/// What a person has not seen, counted one by one.
async fn counted(store: &Store, channel: ChannelId, person: PersonId) -> Option<i64> {
    let member = channels::membership(store, channel, person).await.unwrap()?;
    let unseen = messages::between(store, channel, member.last_seen_seq, member.readable_head()).await.unwrap();
    let of_others = unseen.iter().filter(|message| message.sender_id != person).count();
    (member.status != Status::Absent).then(|| i64::try_from(of_others).unwrap())
}

async fn computed(store: &Store, channel: ChannelId, person: PersonId) -> Option<(i64, bool)> {
    let all = reads::unread_of(store, person).await.unwrap();
    all.iter().find(|unread| unread.channel_id == channel).map(|unread| (unread.count, unread.is_tagged))
}

/// The messages that tag a person, as this model remembers them: a tag counts for who was active when it was written.
#[derive(Default)]
struct Tags(Vec<(i64, PersonId)>);

impl Tags {
    async fn note(&mut self, store: &Store, channel: ChannelId, people: &[PersonId], step: Step) {
        let Step::Says { who, tags: Some(tagged) } = step else { return };
        let member = channels::membership(store, channel, people[tagged]).await.unwrap();
        let Some(member) = member.filter(|member| member.status == Status::Active) else { return };
        let newest = messages::between(store, channel, member.head_seq - 1, member.head_seq).await.unwrap();
        let is_new = self.0.last().is_none_or(|(seq, _)| *seq < member.head_seq);
        let wrote_it = newest.first().is_some_and(|m| m.sender_id == people[who] && m.body.starts_with("@["));
        if is_new && wrote_it && who != tagged {
            self.0.push((member.head_seq, people[tagged]));
        }
    }

    fn hold(&self, person: PersonId, last_seen: i64) -> bool {
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

async fn one_after_another(world: &World, people: &[PersonId], steps: &[Step]) {
    let store = &world.store;
    let channel = world.group(&people[..2]).await;
    let mut tags = Tags::default();
    for step in steps {
        let before = channels::heads(store, &[channel]).await.unwrap()[0].head_seq;
        take(store, channel, people, *step).await;
        if channels::heads(store, &[channel]).await.unwrap()[0].head_seq > before {
            tags.note(store, channel, people, *step).await;
        }
        for person in people {
            let member = channels::membership(store, channel, *person).await.unwrap();
            let tagged = member.is_some_and(|member| tags.hold(*person, member.last_seen_seq));
            let expected = counted(store, channel, *person).await.map(|count| (count, tagged));
            assert_eq!(computed(store, channel, *person).await, expected, "after {step:?}");
        }
    }
}

async fn all_at_once(world: &World, nodes: &[Arc<Store>; 2], people: &[PersonId], steps: &[Step]) {
    let channel = world.group(&people[..2]).await;
    let devices: Vec<_> = (0..3)
        .map(|device| {
            let (store, people) = (nodes[device % 2].clone(), people.to_vec());
            let mine: Vec<_> = steps.iter().copied().skip(device).step_by(3).collect();
            tokio::spawn(async move {
                for step in mine {
                    take(&store, channel, &people, step).await;
                }
            })
        })
        .collect();
    for device in devices {
        device.await.unwrap();
    }
    for person in people {
        let computed = computed(&world.store, channel, *person).await.map(|(count, _)| count);
        assert_eq!(computed, counted(&world.store, channel, *person).await);
    }
}

both!(unread_is_what_counting_would_give, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    tokio::task::block_in_place(|| {
        check(48, |steps| Handle::current().block_on(one_after_another(&world, &[maya, tom, ana], &steps)));
    });
});

both!(unread_does_not_drift_when_three_devices_on_two_nodes_act_at_once, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let nodes = [world.store.clone(), world.second_node().await];
    tokio::task::block_in_place(|| {
        check(64, |steps| Handle::current().block_on(all_at_once(&world, &nodes, &[maya, tom, ana], &steps)));
    });
    nodes[1].close().await;
});
