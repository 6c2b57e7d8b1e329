//! Sending a message again with the same `temp_id` stores no second message.

use store::channels::{self, Status};
use store::messages::{self, Draft};

use crate::test_store::{draft, rejection};
use test_kit::both;

both!(message_sent_twice_is_stored_once, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let draft = draft(channel, maya, "Hello Tom");
    let first = app.store.writer.append(draft.clone()).await.unwrap();
    let changed = Draft { body: "Hello Ana".into(), ..draft };
    let second = app.store.writer.append(changed).await.unwrap();
    assert!(!first.repeated);
    assert!(second.repeated);
    assert_eq!(second.message, first.message);
    assert_eq!(messages::between(&app.store, channel, 0, i64::MAX).await.unwrap(), vec![(*first.message).clone()]);
});

both!(temp_id_is_scoped_to_channel_and_sender, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (pair, circle) = (app.direct(&[maya, tom]).await, app.group(&[maya, ana]).await);
    let draft = draft(pair, maya, "Hello");
    for draft in [draft.clone(), Draft { channel: circle, ..draft.clone() }, Draft { sender: tom, ..draft }] {
        assert!(!app.store.writer.append(draft).await.unwrap().repeated);
    }
});

both!(concurrent_duplicate_sends_store_messages_once, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let channel = app.group(&[maya, tom, ana, sam]).await;
    let nodes = [app.store.clone(), app.second_node().await];
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
        assert!(twins[0].repeated != twins[1].repeated, "exactly one of two sends stores the message");
    }
    let stored = messages::between(&app.store, channel, 0, i64::MAX).await.unwrap();
    assert_eq!(stored.iter().map(|m| m.seq).collect::<Vec<_>>(), (1..=100).collect::<Vec<_>>());
    nodes[1].close().await;
});

both!(duplicate_temp_id_in_batch_stores_one_message, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let draft = draft(channel, maya, "Hello");
    // All are polled before the writer runs, so they share one batch.
    let (first, second, third) = tokio::join!(
        app.store.writer.append(draft.clone()),
        app.store.writer.append(draft.clone()),
        app.store.writer.append(draft.clone())
    );
    let first = first.unwrap().message;
    assert_eq!((second.unwrap().message, third.unwrap().message), (first.clone(), first));
    assert_eq!(channels::heads(&app.store, &[channel]).await.unwrap()[0].head_seq, 1);
});

both!(resend_after_leaving_returns_stored_message, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let draft = draft(channel, maya, "One last thing");
    let first = app.store.writer.append(draft.clone()).await.unwrap();
    for status in [Status::Inactive, Status::Absent] {
        channels::set_status(&app.store, channel, maya, status, None).await.unwrap();
        let again = app.store.writer.append(draft.clone()).await.unwrap();
        assert!(again.repeated);
        assert_eq!(again.message, first.message);
    }
});

both!(rejected_message_can_be_resent_after_join, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya]).await;
    let draft = draft(channel, tom, "Let me in");
    rejection(app.store.writer.append(draft.clone()).await);
    channels::join(&app.store, channel, &[tom]).await.unwrap();
    assert!(!app.store.writer.append(draft).await.unwrap().repeated);
});
