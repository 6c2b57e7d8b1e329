//! Deleted messages: who may delete, what is left, and what others see of it.

use std::sync::Arc;

use chrono::Duration;
use store::attachments::{self, NewFile};
use store::bus::Event;
use store::chat_access::ChatAccess;
use store::messages::{self, Draft, Message, NotChanged};
use store::search::{self, Filter};
use store::{ChannelId, PersonId, cases, channels, reads, reports};

use crate::test_store::{TestStore, draft, next_events};
use test_kit::both;

async fn delete(
    app: &TestStore,
    channel: ChannelId,
    person: PersonId,
    message: &Message,
) -> Result<Message, NotChanged> {
    let deleted = messages::delete(&app.store, channel, person, message.id).await.unwrap();
    deleted.map(|changed| Arc::unwrap_or_clone(changed.message))
}

async fn send_file(app: &TestStore, channel: ChannelId, sender: PersonId, body: &str) -> Message {
    let file = NewFile { name: "plan.txt".to_owned(), bytes: b"at four".to_vec(), ..NewFile::default() };
    let file = attachments::add(&app.store, channel, sender, file).await.unwrap().unwrap();
    let draft = draft(channel, sender, body);
    attachments::claim(&app.store, file.id, channel, sender, &draft.temp_id).await.unwrap().unwrap();
    let sent = app.store.writer.append(Draft { attachments: vec![file], ..draft }).await.unwrap();
    Arc::unwrap_or_clone(sent.message)
}

both!(deleted_message_is_empty_in_place, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let message = app.send(pair, maya, &format!("My number, @[Tom]({tom}): 0123")).await;
    messages::react(&app.store, pair, tom, message.id, "👍", true).await.unwrap().unwrap();
    let deleted = delete(&app, pair, maya, &message).await.unwrap();
    assert_eq!(messages::between(&app.store, pair, 0, 9).await.unwrap(), std::slice::from_ref(&deleted));
    assert_eq!((&*deleted.body, deleted.seq, deleted.changed), ("", 1, 2));
    assert_eq!((deleted.deleted_at, &deleted.temp_id), (Some(app.store.clock.now()), &message.temp_id));
    assert!(deleted.reactions.is_empty() && deleted.reply.is_none());
    let unread = reads::unread_of(&app.store, tom, ChatAccess::ALL).await.unwrap();
    assert_eq!((unread[0].count, unread[0].is_tagged), (0, false));
    for change in [
        messages::edit(&app.store, pair, maya, message.id, "again").await.unwrap(),
        messages::react(&app.store, pair, tom, message.id, "👍", true).await.unwrap(),
    ] {
        assert_eq!(change.unwrap_err(), NotChanged::MessageUnknown);
    }
});

both!(repeated_deletion_changes_nothing, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let message = app.send(pair, maya, "one").await;
    let first = delete(&app, pair, maya, &message).await.unwrap();
    app.advance(Duration::minutes(10));
    let again = messages::delete(&app.store, pair, maya, message.id).await.unwrap().unwrap();
    assert_eq!((again.repeated, &*again.message), (true, &first));
    assert_eq!(channels::heads(&app.store, &[pair]).await.unwrap()[0].change_seq, 1);
    let resent = app.store.writer.append(Draft { temp_id: message.temp_id, ..draft(pair, maya, "one") }).await.unwrap();
    assert_eq!(*resent.message, first, "a repeated draft does not bring it back");
});

both!(only_sender_deletes_within_five_minutes, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let message = app.send(pair, maya, "one").await;
    assert_eq!(delete(&app, pair, tom, &message).await.unwrap_err(), NotChanged::MessageUnknown);
    assert_eq!(delete(&app, pair, ana, &message).await.unwrap_err(), NotChanged::ChannelUnknown);
    let invitation = app.send(pair, maya, r#"{"room":"r-1"}"#).await;
    assert_eq!(delete(&app, pair, maya, &invitation).await.unwrap_err(), NotChanged::MessageUnknown);
    app.advance(Duration::minutes(messages::DELETE_MINUTES) + Duration::milliseconds(1));
    assert_eq!(delete(&app, pair, maya, &message).await.unwrap_err(), NotChanged::TooLate);
});

both!(sent_file_without_text_stays, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let message = send_file(&app, pair, maya, "").await;
    assert_eq!(delete(&app, pair, maya, &message).await.unwrap_err(), NotChanged::OnlyFile);
    assert_eq!(messages::between(&app.store, pair, 0, 9).await.unwrap(), [message]);
});

both!(file_of_deleted_message_is_kept_for_staff, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let message = send_file(&app, pair, maya, "The plan").await;
    let file = message.attachments[0].id;
    delete(&app, pair, maya, &message).await.unwrap();
    assert!(attachments::is_withdrawn(&app.store, file).await.unwrap());
    assert!(attachments::find(&app.store, pair, file).await.unwrap().is_none());
    app.advance(attachments::CLAIM_TIMEOUT + Duration::hours(1));
    assert_eq!(attachments::sweep(&app.store).await.unwrap(), 0);
    assert_eq!(attachments::open(&app.store, file).await.unwrap().unwrap().1, b"at four");
});

both!(quotes_of_deleted_message_are_emptied, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let question = app.send(pair, maya, "A secret?").await;
    let reply = |body: &str| Draft { reply_to: Some(question.id), ..draft(pair, tom, body) };
    app.store.writer.append(reply("No")).await.unwrap();
    let mut listener = app.store.bus.listen();
    delete(&app, pair, maya, &question).await.unwrap();
    let events = next_events(&mut listener).await;
    let [Event::Changed { messages: changed, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(changed.iter().map(|message| (message.seq, message.changed)).collect::<Vec<_>>(), [(1, 1), (2, 2)]);
    app.store.writer.append(reply("Still no")).await.unwrap();
    for answer in &messages::between(&app.store, pair, 1, 9).await.unwrap() {
        let quote = &answer.reply.as_ref().unwrap().0;
        assert_eq!((quote.msg_id, &*quote.text, quote.is_deleted), (question.id, "", true));
    }
});

both!(deleted_message_is_not_found, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let message = app.send(pair, maya, "My number is canary").await;
    let hits = async |person, text, filter: &Filter| {
        search::messages(&app.store, person, ChatAccess::ALL, text, filter, 1).await.unwrap().hits
    };
    let from_maya = Filter { from: vec![maya], ..Filter::default() };
    assert_eq!(hits(tom, "canary", &Filter::default()).await.len(), 1);
    assert_eq!(hits(tom, "", &from_maya).await.len(), 1);
    delete(&app, pair, maya, &message).await.unwrap();
    for person in [maya, tom] {
        assert_eq!(hits(person, "canary", &Filter::default()).await, []);
        assert_eq!(hits(person, "", &from_maya).await, []);
    }
});

both!(original_stays_for_reports, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let message = app.send(pair, maya, "You fool").await;
    let new = |message| reports::NewReport {
        reporter: tom,
        subject: maya,
        channel: pair,
        message: Some(message),
        programme: None,
        reason: reports::Reason::Harassment,
        details: "",
        stops_contact: Some(false),
    };
    let staff = store::staff::Staff { person: app.store.clock.id(), scope: store::staff::Scope::Installation };
    let before = reports::add(&app.store, new(&message), 9).await.unwrap().unwrap();
    let deleted = delete(&app, pair, maya, &message).await.unwrap();
    let original = messages::original(&app.store, deleted).await.unwrap();
    let after = reports::add(&app.store, new(&original), 9).await.unwrap().unwrap();
    for report in [before, after] {
        let case = crate::safety::case_about(&app.store, report.id.0).await;
        let case = cases::by_id(&app.store, &staff, case).await.unwrap().unwrap();
        assert_eq!(case.message_body.as_deref(), Some("You fool"));
    }
    let kept = messages::originals(&app.store, pair, 0, 9).await.unwrap();
    assert_eq!((kept.len(), &*kept[0].body, kept[0].deleted_at), (1, "You fool", app.store.clock.now()));
});
