//! What detection finds in messages: whose rules bind, warnings, and the cases that staff get.

use chrono::Duration;
use detection::{Kind, Kinds};
use store::alerts::Kind as AlertKind;
use store::cases::{self, CaseFile, FileRefusal, legal_holds};
use store::channels::{self, Kind as ChannelKind};
use store::detection_rules::{Reaction, Rules};
use store::findings::{self, Judgement, Warnings};
use store::listing::ListRequest;
use store::messages::{self, Draft, Message, NewText};
use store::outbox::{self, Mail};
use store::people::Role;
use store::programmes::Settings;
use store::staff::{Scope, Staff};
use store::{
    ChannelId, PersonId, Store, administration, alert_notices, alerts, blocks, erase, export, pending_cases, people,
};
use test_kit::{both, operator};

use crate::test_store::{TestStore, draft};

fn of(kinds: &[Kind]) -> Kinds {
    kinds.iter().copied().collect()
}

async fn kinds_of_alerts(store: &Store) -> Vec<AlertKind> {
    alerts::open(store, 100).await.unwrap().iter().map(|alert| alert.kind).collect()
}

async fn send_noticed(app: &TestStore, channel: ChannelId, sender: PersonId, kinds: &[Kind]) -> Message {
    let draft = Draft { noticed: of(kinds), ..draft(channel, sender, "add me on snap, do not tell your mum") };
    (*app.store.writer.append(draft).await.unwrap().message).clone()
}

async fn listed(store: &Store, person: PersonId) -> Vec<cases::ListedCase> {
    let staff = Staff { person, scope: Scope::Installation };
    cases::page(store, &staff, &ListRequest::default()).await.unwrap().rows
}

async fn rules(store: &Store, channel: ChannelId, writer: PersonId) -> Rules {
    findings::rules_for(store, channel, writer).await.unwrap()
}

#[test]
fn find_reads_file_names_and_no_ids() {
    let mention = format!("@[Tom]({}) hello", uuid::Uuid::from_u128(1_234_567_890_123));
    assert!(findings::find(&mention, []).is_empty());
    assert_eq!(findings::find("look", ["my snap.png"]), of(&[Kind::Contact]));
}

both!(rules_bind_where_minor_or_mentee_of_unknown_age_reads, async |app| {
    let [maya, tom, ..] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    assert_eq!(rules(store, pair, maya).await, Rules::default(), "unknown age");
    assert_eq!(rules(store, pair, tom).await, Rules::default());
    app.execute("UPDATE people SET birth_month = '1990-01'").await;
    assert_eq!(rules(store, pair, tom).await, Rules::OFF, "adults");
    app.execute("UPDATE people SET birth_month = '2025-01'").await;
    assert_eq!(rules(store, pair, maya).await, Rules::default());
});

both!(staff_are_not_warned_and_writing_to_them_is_not_checked, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[tom, sam]).await);
    assert_eq!(rules(store, pair, tom).await, Rules::OFF);
    let of_staff = rules(store, pair, sam).await;
    assert_eq!((of_staff.contact, of_staff.secrecy, of_staff.abuse), (Reaction::Off, Reaction::Tell, Reaction::Tell));
    let circle = app.group(&[maya, tom, sam]).await;
    assert_eq!(rules(store, circle, tom).await, Rules::default());
    let news = channels::create(store, ChannelKind::Broadcast, "News", None).await.unwrap();
    channels::join(store, news, &[maya, tom]).await.unwrap();
    assert_eq!(rules(store, news, maya).await, Rules::OFF);
});

both!(rules_of_programme_are_followed_at_once, async |app| {
    let [maya, tom, ..] = app.people().await;
    let store = &app.store;
    let detection = Rules { contact: Reaction::Off, abuse: Reaction::Warn, ..Rules::default() };
    let settings = Settings { detection, ..Settings::default() };
    let programme = administration::put_programme(store, &operator(), "ours", "Ours", "UTC", &settings).await.unwrap();
    let pair = channels::create(store, ChannelKind::Direct, "", Some(programme)).await.unwrap();
    channels::join(store, pair, &[maya, tom]).await.unwrap();
    let found = of(&Kind::ALL);
    let judged = findings::judge(store, pair, tom, found).await.unwrap();
    let expected = Judgement { tell: of(&[Kind::Secrecy, Kind::Abuse]), warn: of(&[Kind::Secrecy]) };
    assert_eq!(judged, expected, "a warning of abuse is never shown");
    app.execute("UPDATE people SET birth_month = '1990-01'").await;
    assert_eq!(findings::judge(store, pair, tom, found).await.unwrap(), Judgement::default());
    let detection = Rules { contact: Reaction::Tell, secrecy: Reaction::Off, among_adults: true, ..Rules::default() };
    let settings = Settings { detection, ..Settings::default() };
    administration::put_programme(store, &operator(), "ours", "Ours", "UTC", &settings).await.unwrap();
    let judged = findings::judge(store, pair, tom, found).await.unwrap();
    assert_eq!(judged, Judgement { tell: of(&[Kind::Contact, Kind::Abuse]), warn: Kinds::default() });
});

both!(noticed_message_alerts_once_per_person_channel_and_kind, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let noticed = Draft { noticed: of(&[Kind::Contact, Kind::Secrecy]), ..draft(pair, tom, "snap, do not tell") };
    let twice = futures_util::join!(store.writer.append(noticed.clone()), store.writer.append(noticed.clone()));
    let first = twice.0.unwrap().message;
    assert_eq!(twice.1.unwrap().message.id, first.id);
    assert!(store.writer.append(noticed).await.unwrap().repeated);
    assert_eq!(kinds_of_alerts(store).await, [AlertKind::Contact, AlertKind::Secrecy]);
    let later = send_noticed(&app, pair, tom, &[Kind::Contact]).await;
    app.advance(Duration::days(2));
    send_noticed(&app, pair, tom, &[Kind::Contact]).await;
    assert_eq!(kinds_of_alerts(store).await.len(), 2, "one that is not resolved stands for all");
    let case = listed(store, sam).await.into_iter().find(|case| case.kind == AlertKind::Contact).unwrap();
    let sealed = legal_holds::sealed_messages(store, case.id).await.unwrap();
    assert!(sealed.iter().any(|copy| copy.message_id == later.id), "further ones are sealed with it");
    send_noticed(&app, pair, maya, &[Kind::Contact]).await;
    let circle = app.group(&[maya, tom, ana]).await;
    send_noticed(&app, circle, tom, &[Kind::Abuse]).await;
    assert_eq!(kinds_of_alerts(store).await.len(), 4, "another person, another channel");
    let staff = Staff { person: sam, scope: Scope::Installation };
    assert!(cases::resolve(store, &staff, case.id, cases::Outcome::TalkedTo, "talked to him").await.unwrap());
    send_noticed(&app, pair, tom, &[Kind::Contact]).await;
    assert_eq!(kinds_of_alerts(store).await.len(), 4, "a new case after the resolved one");
});

both!(edit_alerts_once_per_message, async |app| {
    let [maya, tom, ..] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let sent = app.send(pair, tom, "hello").await;
    for body in ["add me on snap", "add me on snap!"] {
        let text = NewText { noticed: of(&[Kind::Contact]), ..NewText::from(body) };
        messages::edit(store, pair, tom, sent.id, text).await.unwrap().unwrap();
    }
    assert_eq!(kinds_of_alerts(store).await, [AlertKind::Contact]);
});

both!(staff_are_notified_once_and_find_the_case, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let sent = send_noticed(&app, pair, tom, &[Kind::Contact, Kind::Secrecy]).await;
    for _ in 0..3 {
        alert_notices::send_due(store).await.unwrap();
        app.advance(Duration::days(1));
    }
    let mails = outbox::lease::<Mail>(store, outbox::MAIL, 10, Duration::minutes(1)).await.unwrap();
    assert_eq!(mails.into_iter().map(|job| job.payload.template).collect::<Vec<_>>(), ["staff_noticed"]);
    let staff = Staff { person: sam, scope: Scope::Installation };
    let pending = pending_cases::of_staff(store, &staff).await.unwrap();
    assert_eq!(pending.iter().map(|one| (one.count, one.is_urgent)).collect::<Vec<_>>(), [(1, false), (1, false)]);
    let filtered = |value: &str| ListRequest {
        filters: [("kind".to_owned(), vec![value.to_owned()])].into(),
        ..ListRequest::default()
    };
    for (kind, count) in [("noticed", 2), ("secrecy", 1), ("abuse", 0), ("crisis", 0)] {
        assert_eq!(cases::page(store, &staff, &filtered(kind)).await.unwrap().total, count, "{kind}");
    }
    let case = listed(store, sam).await[0].clone();
    assert_eq!((case.about_id, case.is_urgent()), (Some(tom), false));
    let found = cases::by_id(store, &staff, case.id).await.unwrap().unwrap();
    assert_eq!((found.message_id, found.message_body), (Some(sent.id), None));
});

both!(staff_do_not_see_what_was_noticed_of_them, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, sam]).await);
    send_noticed(&app, pair, sam, &[Kind::Secrecy]).await;
    assert_eq!(kinds_of_alerts(store).await, [AlertKind::Secrecy], "those of other staff learn of it");
    assert_eq!(listed(store, sam).await, []);
    let staff = Staff { person: sam, scope: Scope::Installation };
    assert_eq!(pending_cases::of_staff(store, &staff).await.unwrap(), []);
    app.execute("UPDATE people SET birth_month = '1990-01'").await;
    administration::set_role(store, &operator(), tom, Role::Staff).await.unwrap().unwrap();
    test_kit::grant_all_roles(store, tom, None).await;
    assert_eq!(listed(store, tom).await.len(), 1);
});

both!(each_shown_warning_is_counted_and_what_is_sent, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    for temp_id in ["a", "a", "b"] {
        assert!(findings::warn(store, pair, tom, temp_id, of(&[Kind::Contact])).await.unwrap());
    }
    let other = app.direct(&[tom, maya]).await;
    findings::warn(store, other, tom, "c", of(&[Kind::Contact])).await.unwrap();
    let noticed = Draft { noticed: of(&[Kind::Contact]), ..Draft::text(pair, tom, "a", "my number is 0170 1234567") };
    store.writer.append(noticed).await.unwrap();
    assert!(!findings::warn(store, pair, tom, "a", of(&[Kind::Contact])).await.unwrap(), "it is stored");
    assert_eq!(findings::warnings_of(store, tom, Some(pair)).await.unwrap(), Warnings { shown: 3, sent: 1 });
    assert_eq!(findings::warnings_of(store, tom, None).await.unwrap(), Warnings { shown: 4, sent: 1 });
    let staff = Staff { person: sam, scope: Scope::Installation };
    let case = cases::by_id(store, &staff, listed(store, sam).await[0].id).await.unwrap().unwrap();
    assert_eq!((case.warnings_shown, case.warnings_sent), (3, 1));
    let exported = export::everything_about(store, &operator(), tom).await.unwrap().unwrap();
    assert_eq!(exported.data["messageWarnings"].as_array().unwrap().len(), 3);
    app.advance(Duration::days(31));
    let case = cases::by_id(store, &staff, listed(store, sam).await[0].id).await.unwrap().unwrap();
    assert_eq!((case.warnings_shown, case.warnings_sent), (0, 0));
    assert_eq!(findings::warnings_of(store, tom, None).await.unwrap(), Warnings::default());
    assert_eq!(findings::prune(store).await.unwrap(), 3);
});

both!(people_who_may_not_write_get_no_warning, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    assert!(!findings::warn(store, pair, ana, "a", of(&[Kind::Contact])).await.unwrap());
    blocks::add(store, maya, tom).await.unwrap();
    assert!(!findings::warn(store, pair, tom, "a", of(&[Kind::Contact])).await.unwrap());
    assert_eq!(findings::warnings_of(store, tom, None).await.unwrap(), Warnings::default());
});

both!(edit_is_warned_about_while_it_is_possible, async |app| {
    let [maya, tom, ..] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let sent = app.send(pair, tom, "hello").await;
    assert!(findings::warn_of_edit(store, pair, tom, sent.id, "snap", of(&[Kind::Contact])).await.unwrap());
    assert!(
        !findings::warn_of_edit(store, pair, tom, sent.id, "hello", of(&[Kind::Contact])).await.unwrap(),
        "unchanged"
    );
    assert!(
        !findings::warn_of_edit(store, pair, maya, sent.id, "snap", of(&[Kind::Contact])).await.unwrap(),
        "of another person"
    );
    let text = NewText { noticed: of(&[Kind::Contact]), ..NewText::from("snap") };
    messages::edit(store, pair, tom, sent.id, text).await.unwrap().unwrap();
    assert_eq!(findings::warnings_of(store, tom, Some(pair)).await.unwrap(), Warnings { shown: 1, sent: 1 });
    app.advance(Duration::minutes(6));
    assert!(
        !findings::warn_of_edit(store, pair, tom, sent.id, "snap 2", of(&[Kind::Contact])).await.unwrap(),
        "too late"
    );
});

both!(evidence_outlives_deletion_and_erasure, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    findings::warn(store, pair, tom, "a", of(&[Kind::Contact])).await.unwrap();
    let sent = send_noticed(&app, pair, tom, &[Kind::Secrecy]).await;
    messages::delete(store, pair, tom, sent.id).await.unwrap().unwrap();
    let person = people::by_id(store, tom).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    let case = listed(store, sam).await[0].clone();
    let sealed = legal_holds::sealed_messages(store, case.id).await.unwrap();
    assert_eq!(sealed.iter().map(|copy| copy.body.as_str()).collect::<Vec<_>>(), [sent.body.as_str()]);
    assert_eq!(findings::warnings_of(store, tom, None).await.unwrap(), Warnings::default());
});

both!(file_of_case_does_not_leave_once_its_copies_changed, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let sent = send_noticed(&app, pair, tom, &[Kind::Contact]).await;
    let (staff, id) = (Staff { person: sam, scope: Scope::Installation }, listed(store, sam).await[0].id);
    let extent = async || legal_holds::extent(store, id).await.unwrap();
    let record = async |sealed| {
        let (reason, made_at) = ("a reason", store.clock.now());
        let file = CaseFile { reason, sha256: "00", language: "en", has_notes: false, files: 0, made_at, sealed };
        cases::record_file(store, &staff, id, file).await.unwrap()
    };
    let first = extent().await;
    assert_eq!(record(first).await, Ok(()));
    send_noticed(&app, pair, tom, &[Kind::Contact]).await;
    let second = extent().await;
    assert_eq!((record(first).await, record(second).await), (Err(FileRefusal::Changed), Ok(())), "a message");
    let text = NewText { noticed: of(&[Kind::Contact]), ..NewText::from("my number is 0170 1234567") };
    messages::edit(store, pair, tom, sent.id, text).await.unwrap().unwrap();
    assert_eq!((record(second).await, record(extent().await).await), (Err(FileRefusal::Changed), Ok(())), "an edit");
    let third = extent().await;
    assert!(cases::resolve(store, &staff, id, cases::Outcome::TalkedTo, "").await.unwrap());
    legal_holds::end(store, &staff, id, "over").await.unwrap().unwrap();
    assert_eq!((record(third).await, record(extent().await).await), (Err(FileRefusal::Changed), Ok(())), "the end");
});

both!(noticed_edit_of_sealed_message_is_sealed_too, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    let sent = send_noticed(&app, pair, tom, &[Kind::Contact]).await;
    for body in ["my number is 0170 1234567", "0170 1234567, tonight"] {
        let text = NewText { noticed: of(&[Kind::Contact]), ..NewText::from(body) };
        messages::edit(store, pair, tom, sent.id, text).await.unwrap().unwrap();
    }
    messages::edit(store, pair, tom, sent.id, NewText::from("see you")).await.unwrap().unwrap();
    let person = people::by_id(store, tom).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    let case = listed(store, sam).await[0].clone();
    let sealed = legal_holds::sealed_messages(store, case.id).await.unwrap();
    let bodies: Vec<_> = sealed.iter().map(|copy| copy.body.as_str()).collect();
    assert_eq!(bodies, [&*sent.body, "my number is 0170 1234567", "0170 1234567, tonight"]);
    assert_eq!(legal_holds::of_case(store, case.id).await.unwrap().unwrap().messages, 1);
});

both!(warning_about_something_else_is_not_sent_all_the_same, async |app| {
    let [maya, tom, ..] = app.people().await;
    let (store, pair) = (&app.store, app.direct(&[maya, tom]).await);
    findings::warn(store, pair, tom, "a", of(&[Kind::Contact])).await.unwrap();
    let insult = Draft { noticed: of(&[Kind::Abuse]), ..Draft::text(pair, tom, "a", "you idiot") };
    store.writer.append(insult).await.unwrap();
    assert_eq!(findings::warnings_of(store, tom, None).await.unwrap(), Warnings { shown: 1, sent: 0 });
});

both!(strictest_rules_of_all_minors_bind, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let store = &app.store;
    let circle = app.group(&[maya, tom, ana]).await;
    let lax = Rules { contact: Reaction::Off, secrecy: Reaction::Tell, abuse: Reaction::Off, among_adults: false };
    let strict = Rules { contact: Reaction::Tell, secrecy: Reaction::Off, ..Rules::default() };
    app.execute("UPDATE people SET birth_month = '2025-01'").await;
    for (key, detection) in [("lax", lax), ("strict", strict), ("off", Rules::OFF)] {
        let settings = Settings { detection, ..Settings::default() };
        administration::put_programme(store, &operator(), key, key, "UTC", &settings).await.unwrap();
    }
    app.execute(
        "UPDATE people SET programme_id = (SELECT g.id FROM programmes g WHERE g.key =
             CASE people.first_name WHEN 'Tom' THEN 'lax' WHEN 'Ana' THEN 'strict' ELSE 'off' END)",
    )
    .await;
    let bound = rules(store, circle, maya).await;
    assert_eq!((bound.contact, bound.secrecy, bound.abuse), (Reaction::Tell, Reaction::Tell, Reaction::Tell));
});
