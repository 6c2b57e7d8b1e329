//! Pushes and mails about announcements.

use std::time::Duration;

use store::announcements::{self, Among, Content, Refusal, State, Text, Texts};
use store::people::Role;
use store::push;
use test_kit::both;

use super::{Lakeside, mails, pushes, texts, titles};
use crate::matching::add;
use crate::push::browser_of;

both!(correction_notifies_none_again, async |app| {
    let at = Lakeside::open(app).await;
    let id = at.send(&Content { by_mail: true, ..at.content(Among::All) }).await;
    assert_eq!(mails(at.store()).await.len(), 3);
    at.reads(at.tom, id).await;
    let correct = async |revision, title: &str| {
        announcements::correct(at.store(), &at.actor(), id, revision, &texts(&[("de", title)])).await.unwrap()
    };
    correct(3, "Sommerfest").await.unwrap();
    correct(3, "Sommerfest").await.unwrap();
    assert_eq!(correct(3, "Winterfest").await, Err(Refusal::Changed));
    let [one] = &at.received(at.tom).await[..] else { panic!("one announcement") };
    assert_eq!((&*one.language, &*one.text.title), ("de", "Sommerfest"));
    assert!(one.corrected_at.is_some() && one.read_at.is_some(), "who has read it is not asked to again");
    announcements::deliver_due(at.store()).await.unwrap();
    assert_eq!(mails(at.store()).await, []);
});

both!(many_people_are_reached_once_in_steps, async |app| {
    let at = Lakeside::open(app).await;
    for number in 0..510 {
        add(&at.app, at.programme, &format!("person{number}"), Role::Mentor).await;
    }
    let id = at.try_send(&Content { by_mail: true, ..at.content(Among::All) }, None).await.unwrap();
    announcements::deliver_due(at.store()).await.unwrap();
    assert_eq!(at.stands(id).await, (State::Sent, 513, 0));
    let mut to: Vec<String> = mails(at.store()).await.into_iter().map(|mail| mail.to).collect();
    assert_eq!(to.len(), 50, "the outbox is never full of them");
    for _ in 0..12 {
        at.app.store.clock.advance(Duration::from_secs(6));
        announcements::deliver_due(at.store()).await.unwrap();
        to.extend(mails(at.store()).await.into_iter().map(|mail| mail.to));
    }
    to.sort();
    let mut all: Vec<String> = (0..510).map(|number| format!("person{number}@example.org")).collect();
    all.extend(["tomas", "anabel", "mayara"].map(|name| format!("{name}@example.org")));
    all.sort();
    assert_eq!(to, all);
});

both!(mail_after_quiet_hours_has_the_text_of_then, async |app| {
    let at = Lakeside::open(app).await;
    for person in [at.tom, at.ana, at.maya] {
        at.is_quiet_for(person).await;
    }
    let id = at.send(&Content { by_mail: true, ..at.content(Among::All) }).await;
    assert_eq!(mails(at.store()).await, []);
    announcements::correct(at.store(), &at.actor(), id, 3, &texts(&[("en", "Party at five")])).await.unwrap().unwrap();
    at.reads(at.ana, id).await;
    at.decline("mayara").await;
    assert_eq!(titles(&at.mails_after_noon().await), [("tomas@example.org", "Party at five")]);
    assert_eq!(at.mails_after_noon().await, []);
});

both!(mail_that_could_not_be_sent_follows_the_announcement, async |app| {
    let at = Lakeside::open(app).await;
    let one = at.send(&Content { by_mail: true, ..at.content(Among::Unmatched) }).await;
    let link = Text { title: "Link".to_owned(), body: format!("See https://example.org/announcements/{one}") };
    let texts_with_link = Texts::from([("en".to_owned(), link)]);
    let other = Content { by_mail: true, texts: texts_with_link, ..at.content(Among::Unmatched) };
    let other = at.send(&other).await;
    let corrected = texts(&[("en", "No link")]);
    announcements::correct(at.store(), &at.actor(), other, 3, &corrected).await.unwrap().unwrap();
    announcements::take_back(at.store(), &at.actor(), one, 3).await.unwrap().unwrap();
    assert_eq!(titles(&mails(at.store()).await), [("anabel@example.org", "No link")]);
});

both!(mail_with_a_link_to_one_taken_back_is_sent, async |app| {
    let at = Lakeside::open(app).await;
    let one = at.send(&Content { by_mail: true, ..at.content(Among::Unmatched) }).await;
    let link = Text { title: "Link".to_owned(), body: format!("See https://example.org/announcements/{one}") };
    let texts = Texts::from([("en".to_owned(), link)]);
    at.send(&Content { by_mail: true, texts, ..at.content(Among::Unmatched) }).await;
    announcements::take_back(at.store(), &at.actor(), one, 3).await.unwrap().unwrap();
    assert_eq!(titles(&mails(at.store()).await), [("anabel@example.org", "Link")]);
});

both!(person_declined_after_the_placing_is_not_notified, async |app| {
    let at = Lakeside::open(app).await;
    let loud = Content { by_push: true, by_mail: true, ..at.content(Among::All) };
    let phone = browser_of(&at.app, at.ana, "phone").await;
    at.send(&loud).await;
    assert_eq!(mails(at.store()).await.len(), 3);
    let [push] = &pushes(at.store()).await[..] else { panic!("one push") };
    assert_eq!(push.session, phone);
    // More people than one step notifies.
    for number in 0..60 {
        add(&at.app, at.programme, &format!("person{number}"), Role::Mentor).await;
    }
    at.send(&loud).await;
    let first = mails(at.store()).await;
    assert_eq!(first.len(), 50);
    let is_next = |name: &String| !first.iter().any(|mail| mail.to == format!("{name}@example.org"));
    let next = (0..60).map(|number| format!("person{number}")).find(is_next).unwrap();
    at.decline(&next).await;
    at.decline("anabel").await;
    at.app.store.clock.advance(Duration::from_secs(6));
    announcements::deliver_due(at.store()).await.unwrap();
    let second = mails(at.store()).await;
    assert_eq!(second.len(), 12, "{:?}", titles(&second));
    assert!(push::is_obsolete(at.store(), push).await.unwrap(), "a push that waits is not sent either");
});
