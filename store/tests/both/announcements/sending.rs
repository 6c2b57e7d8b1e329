//! Drafts, and when they are sent.

use std::sync::Arc;
use std::time::Duration;

use store::Store;
use store::announcements::{self, Among, Content, Problem, Refusal, State, Text, Texts};
use store::people::Role;
use store::push::{self, Notification};
use test_kit::both;

use super::{DAY, Lakeside, local, offer_languages, pushes, texts};
use crate::matching::add;
use crate::push::browser_of;

both!(scheduled_announcement_is_sent_at_its_time_by_one_node, async |app| {
    let at = Lakeside::open(app).await;
    let other: Arc<Store> = at.app.second_node().await;
    // 12:00 in Berlin is 11:00 in UTC.
    let id =
        at.try_send(&Content { by_push: true, ..at.content(Among::All) }, local("2026-03-02T12:00:00")).await.unwrap();
    let phone = browser_of(&at.app, at.tom, "phone").await;
    announcements::deliver_due(at.store()).await.unwrap();
    assert_eq!(at.stands(id).await, (State::Scheduled, 0, 0));
    assert_eq!(at.received(at.tom).await, []);
    let late = add(&at.app, at.programme, "nora", Role::Mentee).await;
    for store in [&at.app.store, &other] {
        store.clock.advance(Duration::from_secs(2 * 3600 + 60));
    }
    let both = (0..6).map(|number| if number % 2 == 0 { at.app.store.clone() } else { other.clone() });
    let runs = both.map(|store| async move { announcements::deliver_due(&store).await.unwrap() });
    futures_util::future::join_all(runs).await;
    assert_eq!(at.stands(id).await, (State::Sent, 4, 0), "also who joined meanwhile");
    assert_eq!(at.received(late).await.len(), 1);
    let [push] = &pushes(at.store()).await[..] else { panic!("one push") };
    assert_eq!((push.session, &push.note), (phone, &Notification::Announcement { announcement_id: id }));
    let text = serde_json::to_value(&push.note).unwrap();
    assert_eq!(text, serde_json::json!({"type": "announcement", "announcementId": id}), "no title");
    assert!(!push::is_obsolete(at.store(), push).await.unwrap());
    at.reads(at.tom, id).await;
    assert!(push::is_obsolete(at.store(), push).await.unwrap(), "Tom has read it");
});

both!(scheduled_announcement_becomes_draft_again, async |app| {
    let at = Lakeside::open(app).await;
    let (id, revision) = at.draft(&at.content(Among::All)).await;
    let send = async |revision, time: &str| {
        announcements::send(at.store(), &at.actor(), id, revision, local(time)).await.unwrap()
    };
    send(revision, "2026-03-02T12:00:00").await.unwrap();
    send(revision, "2026-03-02T12:00:00").await.unwrap();
    let unschedule = async |revision| announcements::unschedule(at.store(), &at.actor(), id, revision).await.unwrap();
    assert_eq!(unschedule(revision).await, Err(Refusal::Changed));
    unschedule(revision + 1).await.unwrap();
    unschedule(revision + 1).await.unwrap();
    send(revision + 2, "2026-03-03T12:00:00").await.unwrap();
    at.app.store.clock.advance(Duration::from_secs(3 * 3600));
    announcements::deliver_due(at.store()).await.unwrap();
    assert_eq!(at.stands(id).await.0, State::Scheduled, "the first time does not count any more");
    at.app.store.clock.advance(DAY);
    announcements::deliver_due(at.store()).await.unwrap();
    assert_eq!(at.stands(id).await, (State::Sent, 3, 0));
});

both!(time_is_within_a_year, async |app| {
    let at = Lakeside::open(app).await;
    for time in ["2026-03-02T10:00:00", "2025-01-01T00:00:00", "2027-04-01T00:00:00"] {
        let refused = at.try_send(&at.content(Among::All), local(time)).await;
        assert_eq!(refused, Err(Refusal::WrongTime(local(time).unwrap())), "{time}");
    }
});

both!(draft_is_kept_by_one_author_at_a_time, async |app| {
    let at = Lakeside::open(app).await;
    let (id, revision) = at.draft(&at.content(Among::All)).await;
    let save = async |revision, title: &str| {
        let content = Content { texts: texts(&[("de", title)]), ..at.content(Among::All) };
        announcements::save(at.store(), &at.sam, id, revision, &content).await.unwrap()
    };
    let next = save(revision, "Fest").await.unwrap();
    assert_eq!(save(revision, "Fest").await, Ok(next), "sent again after a lost answer");
    assert_eq!(save(revision, "Party").await, Err(Refusal::Changed));
    assert!(announcements::create(at.store(), &at.sam, id, at.programme).await.unwrap(), "asked again");
    assert_eq!(announcements::discard(at.store(), &at.sam, id, revision).await.unwrap(), Err(Refusal::Changed));
    assert_eq!(at.received(at.tom).await, []);
    announcements::discard(at.store(), &at.sam, id, next).await.unwrap().unwrap();
    assert_eq!(announcements::find(at.store(), &at.sam.scope, id).await.unwrap(), None);
});

both!(nothing_incomplete_is_sent, async |app| {
    let at = Lakeside::open(app).await;
    let mut content = at.content(Among::All);
    content.texts = texts(&[("de", "Fest"), ("en", " \u{200b} ")]);
    content.texts.entry("ar".to_owned()).or_default().title = " \n".to_owned();
    content.audience.mentees = false;
    content.audience.mentors = false;
    let missing = vec![Problem::TitleMissing("en".to_owned()), Problem::NoRole];
    assert_eq!(at.try_send(&content, None).await, Err(Refusal::Invalid(missing)), "an empty language is left out");
    content.texts.clear();
    content.audience.mentors = true;
    assert_eq!(at.try_send(&content, None).await, Err(Refusal::Invalid(vec![Problem::NoText])));
    let (id, revision) = at.draft(&content).await;
    let long = |title: usize, body: usize| Text { title: "x".repeat(title), body: "y".repeat(body) };
    content.texts = Texts::from([("de".to_owned(), long(121, 4_001)), ("fr".to_owned(), long(120, 4_000))]);
    let (de, fr) = ("de".to_owned(), "fr".to_owned());
    let problems = vec![Problem::TitleTooLong(de.clone()), Problem::BodyTooLong(de), Problem::UnknownLanguage(fr)];
    let saved = announcements::save(at.store(), &at.sam, id, revision, &content).await.unwrap();
    assert_eq!(saved, Err(Refusal::Invalid(problems)));
});

both!(three_announcements_of_a_day_notify, async |app| {
    let at = Lakeside::open(app).await;
    let loud = Content { by_mail: true, ..at.content(Among::All) };
    let tomorrow = local("2026-03-03T12:00:00");
    for time in [None, None, local("2026-03-02T23:59:00"), tomorrow, tomorrow] {
        at.try_send(&loud, time).await.unwrap();
    }
    assert_eq!(at.try_send(&loud, None).await, Err(Refusal::TooMany));
    at.try_send(&at.content(Among::All), None).await.unwrap();
    at.try_send(&loud, tomorrow).await.unwrap();
    assert_eq!(at.try_send(&loud, local("2026-03-03T00:00:00")).await, Err(Refusal::TooMany));
    at.try_send(&loud, local("2026-03-04T00:00:00")).await.unwrap();
});

both!(sent_again_means_the_same_time, async |app| {
    let at = Lakeside::open(app).await;
    let (id, revision) = at.draft(&at.content(Among::All)).await;
    let send = async |time| announcements::send(at.store(), &at.actor(), id, revision, time).await.unwrap();
    let noon = local("2026-03-02T12:00:00");
    assert_eq!(send(noon).await, Ok(()));
    assert_eq!(send(noon).await, Ok(()));
    assert_eq!(send(local("2026-03-02T13:00:00")).await, Err(Refusal::Changed));
    assert_eq!(send(None).await, Err(Refusal::Changed));
    at.app.store.clock.advance(DAY);
    announcements::deliver_due(at.store()).await.unwrap();
    assert_eq!(send(noon).await, Ok(()), "also after it was sent");
});

both!(late_announcement_counts_on_its_own_day, async |app| {
    let at = Lakeside::open(app).await;
    let loud = Content { by_push: true, ..at.content(Among::All) };
    for _ in 0..3 {
        at.try_send(&loud, local("2026-03-02T23:59:00")).await.unwrap();
    }
    at.app.store.clock.advance(DAY);
    announcements::deliver_due(at.store()).await.unwrap();
    at.try_send(&loud, None).await.unwrap();
});

both!(text_in_a_language_of_before_stays_in_the_draft, async |app| {
    let at = Lakeside::open(app).await;
    let both = Content { texts: texts(&[("de", "Fest"), ("en", "Party")]), ..at.content(Among::All) };
    let (id, revision) = at.draft(&both).await;
    let (half, half_revision) = {
        let mut half = both.clone();
        half.texts.insert("de".to_owned(), Text { title: "Fest".to_owned(), body: String::new() });
        at.draft(&half).await
    };
    offer_languages(at.store(), false).await;
    let stored = async |id| announcements::find(at.store(), &at.sam.scope, id).await.unwrap().unwrap().texts.0;
    let edited = Content { texts: texts(&[("en", "Summer party")]), ..at.content(Among::All) };
    let next = announcements::save(at.store(), &at.sam, id, revision, &edited).await.unwrap().unwrap();
    let expected = texts(&[("de", "Fest"), ("en", "Summer party")]);
    assert_eq!(stored(id).await, expected);
    let all = Content { texts: texts(&[("de", "Other"), ("en", "Summer party")]), ..at.content(Among::All) };
    assert_eq!(announcements::save(at.store(), &at.sam, id, next, &all).await.unwrap(), Ok(next), "unchanged");
    announcements::send(at.store(), &at.actor(), half, half_revision, None).await.unwrap().unwrap();
    announcements::send(at.store(), &at.actor(), id, next, None).await.unwrap().unwrap();
    announcements::deliver_due(at.store()).await.unwrap();
    let languages: Vec<String> = at.received(at.tom).await.into_iter().map(|one| one.language).collect();
    assert_eq!(languages, ["en", "en"]);
    announcements::correct(at.store(), &at.actor(), half, half_revision + 1, &edited.texts).await.unwrap().unwrap();
    assert_eq!(stored(half).await["de"].title, "Fest");
});
