//! Sending again under the same name makes no second message.

use store::channels::{self, Status};
use store::messages::{self, Draft};

use crate::world::{draft, refusal};
use test_kit::both;

both!(a_message_sent_twice_is_stored_once, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let draft = draft(channel, maya, "Hello Tom");
    let first = world.store.writer.append(draft.clone()).await.unwrap();
    let changed = Draft { body: "Hello Ana".into(), ..draft };
    let second = world.store.writer.append(changed).await.unwrap();
    assert!(!first.repeated);
    assert!(second.repeated);
    assert_eq!(second.message, first.message);
    assert_eq!(messages::between(&world.store, channel, 0, i64::MAX).await.unwrap(), vec![first.message]);
});

both!(the_same_name_elsewhere_or_of_another_sender_is_another_message, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (pair, circle) = (world.direct(&[maya, tom]).await, world.group(&[maya, ana]).await);
    let draft = draft(pair, maya, "Hello");
    for draft in [draft.clone(), Draft { channel: circle, ..draft.clone() }, Draft { sender: tom, ..draft }] {
        assert!(!world.store.writer.append(draft).await.unwrap().repeated);
    }
});

both!(two_hundred_tasks_on_two_nodes_store_each_message_once_in_one_order, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let channel = world.group(&[maya, tom, ana, sam]).await;
    let nodes = [world.store.clone(), world.second_node().await];
    // A hundred messages, each sent on both nodes at once.
    let drafts: Vec<_> = (0..100).map(|n| draft(channel, [maya, tom, ana, sam][n % 4], &n.to_string())).collect();
    let tasks: Vec<_> = drafts
        .iter()
        .flat_map(|draft| nodes.iter().map(move |node| (node.clone(), draft.clone())))
        .map(|(node, draft)| tokio::spawn(async move { node.writer.append(draft).await.unwrap() }))
        .collect();
    let mut receipts = Vec::new();
    for task in tasks {
        receipts.push(task.await.unwrap());
    }
    for twins in receipts.chunks(2) {
        assert_eq!(twins[0].message, twins[1].message);
        assert!(twins[0].repeated != twins[1].repeated, "one of two sends stores, on whichever node");
    }
    let stored = messages::between(&world.store, channel, 0, i64::MAX).await.unwrap();
    assert_eq!(stored.iter().map(|m| m.seq).collect::<Vec<_>>(), (1..=100).collect::<Vec<_>>());
    nodes[1].close().await;
});

both!(a_name_used_twice_in_one_group_is_one_message, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let draft = draft(channel, maya, "Hello");
    // Polled together before the writer runs, so they wait in one group.
    let (first, second, third) = tokio::join!(
        world.store.writer.append(draft.clone()),
        world.store.writer.append(draft.clone()),
        world.store.writer.append(draft.clone())
    );
    let first = first.unwrap().message;
    assert_eq!((second.unwrap().message, third.unwrap().message), (first.clone(), first));
    assert_eq!(channels::heads(&world.store, &[channel]).await.unwrap()[0].head_seq, 1);
});

both!(who_lost_the_answer_learns_that_it_was_stored_even_after_leaving, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let draft = draft(channel, maya, "One last thing");
    let first = world.store.writer.append(draft.clone()).await.unwrap();
    for status in [Status::Inactive, Status::Absent] {
        channels::set_status(&world.store, channel, maya, status, None).await.unwrap();
        let again = world.store.writer.append(draft.clone()).await.unwrap();
        assert!(again.repeated);
        assert_eq!(again.message, first.message);
    }
});

both!(a_refused_message_can_be_sent_again_later, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya]).await;
    let draft = draft(channel, tom, "Let me in");
    refusal(world.store.writer.append(draft.clone()).await);
    channels::join(&world.store, channel, &[tom]).await.unwrap();
    assert!(!world.store.writer.append(draft).await.unwrap().repeated);
});
