//! What people demand of their record: who asks, by when staff answer, and how it ends.

use std::time::Duration;

use chrono::NaiveDate;
use store::administration::AccountChange;
use store::console::worklist::{self, Kind as Work};
use store::data_requests::{self, AskRefusal, CloseRefusal, DataRequest, Kind, NewRequest, Outcome, Unanswered};
use store::outbox::{self, MAIL, Mail};
use store::people::{self, Role};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, grants};
use store::{DataRequestId, PersonId, administration, erase, export, login_sessions};
use test_kit::{both, operator};

use crate::test_store::{TestStore, new_person};

const DAY: Duration = Duration::from_secs(24 * 3600);

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn of(kind: Kind) -> NewRequest<'static> {
    NewRequest { kind, words: "My name is Tomas", received_on: None }
}

async fn ask(app: &TestStore, actor: &Actor, person: PersonId, kind: Kind) -> DataRequestId {
    data_requests::ask(&app.store, actor, person, of(kind)).await.unwrap().unwrap()
}

async fn only(app: &TestStore, person: PersonId) -> DataRequest {
    data_requests::of_person(&app.store, person).await.unwrap().remove(0)
}

/// The mails that wait, the oldest first: address, template, and what they say.
async fn mails(app: &TestStore) -> Vec<Mail> {
    let all = outbox::lease::<Mail>(&app.store, MAIL, 100, chrono::Duration::minutes(1)).await.unwrap();
    all.into_iter().map(|job| job.payload).collect()
}

fn staff(person: PersonId) -> Actor {
    Actor::Staff(Staff { person, scope: Scope::Installation })
}

async fn work(app: &TestStore, person: PersonId) -> Vec<worklist::Item> {
    let grants = [Grant { role: StaffRole::Coordinator, programme: None }].into_iter().collect();
    let all = worklist::of_staff(&app.store, person, &grants).await.unwrap();
    all.into_iter().find(|work| work.kind == Work::DataRequest).map(|work| work.first).unwrap_or_default()
}

both!(request_is_due_a_month_later_and_waits_for_staff, async |app| {
    let [_, tom, _, sam] = app.people().await;
    ask(&app, &Actor::Person(tom), tom, Kind::Correction).await;
    let found = only(&app, tom).await;
    assert_eq!((found.received_on, found.due_on), (day("2026-03-02"), day("2026-04-02")));
    assert_eq!((found.words.as_str(), found.outcome, found.is_entered), ("My name is Tomas", None, false));
    let waiting = work(&app, sam).await;
    assert_eq!(waiting.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["Tom Okafor"]);
    assert_eq!(waiting[0].due.unwrap().to_rfc3339(), "2026-04-03T00:00:00+00:00", "until the end of the day");
    assert_eq!(
        (waiting[0].due_on, waiting[0].since.to_rfc3339()),
        (Some(day("2026-04-02")), "2026-03-02T00:00:00+00:00".to_owned())
    );
    let [mail] = &mails(&app).await[..] else { panic!() };
    assert_eq!((mail.to.as_str(), mail.template.as_str()), ("tom@example.org", "data_request_received"));
    assert_eq!((mail.values["day"].as_str(), mail.values["due"].as_str()), ("2026-03-02", "2026-04-02"));
    assert!(!mail.values.values().any(|value| value.contains("Tomas")), "words stay in the product");
});

both!(those_who_wait_longest_come_first, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    ask(&app, &Actor::Person(tom), tom, Kind::Access).await;
    let earlier = NewRequest { received_on: Some(day("2026-02-10")), ..of(Kind::Erasure) };
    data_requests::ask(&app.store, &staff(sam), ana, earlier).await.unwrap().unwrap();
    ask(&app, &Actor::Person(ana), ana, Kind::Access).await;
    let names: Vec<_> = work(&app, sam).await.into_iter().map(|item| item.name).collect();
    assert_eq!(names, ["Ana Okafor", "Tom Okafor"], "a person once, by their first day");
    // What a colleague entered about a member of staff waits for others only.
    let carl = people::add(&app.store, &operator(), &new_person("Carl", Role::Staff)).await.unwrap().unwrap();
    ask(&app, &staff(sam), carl, Kind::Access).await;
    assert_eq!((work(&app, sam).await.len(), work(&app, carl).await.len()), (3, 2));
    assert_eq!(data_requests::of_person(&app.store, maya).await.unwrap(), []);
});

both!(one_of_a_kind_is_open, async |app| {
    let [_, tom, ..] = app.people().await;
    let by = Actor::Person(tom);
    let first = ask(&app, &by, tom, Kind::Access).await;
    let again = async || data_requests::ask(&app.store, &by, tom, of(Kind::Access)).await.unwrap();
    assert_eq!(again().await, Err(AskRefusal::Open));
    ask(&app, &by, tom, Kind::Correction).await;
    data_requests::close(&app.store, &by, tom, first, Outcome::Withdrawn, "").await.unwrap().unwrap();
    again().await.unwrap();
    // Each leads to a mail: at most six in a day.
    for _ in 0..3 {
        let id = data_requests::of_person(&app.store, tom).await.unwrap()[0].id;
        data_requests::close(&app.store, &by, tom, id, Outcome::Withdrawn, "").await.unwrap().unwrap();
        again().await.unwrap();
    }
    let id = data_requests::of_person(&app.store, tom).await.unwrap()[0].id;
    data_requests::close(&app.store, &by, tom, id, Outcome::Withdrawn, "").await.unwrap().unwrap();
    assert_eq!(again().await, Err(AskRefusal::TooMany));
    app.store.clock.advance(DAY + DAY);
    again().await.unwrap();
});

both!(staff_enter_what_came_within_the_past_year, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let enter = async |text: &str| {
        let new = NewRequest { received_on: Some(day(text)), ..of(Kind::Access) };
        data_requests::ask(&app.store, &staff(sam), tom, new).await.unwrap()
    };
    assert_eq!(enter("2026-03-03").await, Err(AskRefusal::Day), "tomorrow");
    assert_eq!(enter("2025-03-01").await, Err(AskRefusal::Day), "more than a year ago");
    enter("2026-01-31").await.unwrap();
    let found = only(&app, tom).await;
    assert_eq!((found.received_on, found.due_on, found.is_entered), (day("2026-01-31"), day("2026-02-28"), true));
    // People cannot name a day.
    let own = NewRequest { received_on: Some(day("2026-01-31")), ..of(Kind::Correction) };
    data_requests::ask(&app.store, &Actor::Person(tom), tom, own).await.unwrap().unwrap();
    assert_eq!(only(&app, tom).await.received_on, day("2026-03-02"));
});

both!(time_is_extended_once_within_the_month, async |app| {
    let [_, tom, ana, sam] = app.people().await;
    let id = ask(&app, &Actor::Person(tom), tom, Kind::Access).await;
    let late = ask(&app, &Actor::Person(ana), ana, Kind::Access).await;
    let extend =
        async |of, id| data_requests::extend(&app.store, &staff(sam), of, id, "The archive is far away").await.unwrap();
    extend(tom, id).await.unwrap();
    let found = only(&app, tom).await;
    assert_eq!((found.due_on, found.extension.as_deref()), (day("2026-06-02"), Some("The archive is far away")));
    assert_eq!(extend(tom, id).await, Err(CloseRefusal::NotExtendable));
    let by_tom = data_requests::extend(&app.store, &Actor::Person(tom), tom, id, "More").await.unwrap();
    assert_eq!(by_tom, Err(CloseRefusal::Unknown));
    app.store.clock.advance(32 * DAY);
    assert_eq!(extend(ana, late).await, Err(CloseRefusal::NotExtendable), "the month is over");
});

both!(answer_of_staff_is_read_by_the_person, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let id = ask(&app, &Actor::Person(tom), tom, Kind::Correction).await;
    mails(&app).await;
    let close =
        async |outcome, answer| data_requests::close(&app.store, &staff(sam), tom, id, outcome, answer).await.unwrap();
    close(Outcome::Declined, "The form says Tom").await.unwrap();
    let found = only(&app, tom).await;
    assert_eq!((found.outcome, found.answer.as_str()), (Some(Outcome::Declined), "The form says Tom"));
    assert_eq!(found.closed_by.as_deref(), Some("Sam Okafor"));
    let [mail] = &mails(&app).await[..] else { panic!() };
    assert_eq!((mail.template.as_str(), mail.values["answer"].as_str()), ("data_request_closed", "The form says Tom"));
    assert!(matches!(close(Outcome::Done, "").await, Err(CloseRefusal::Closed(request)) if request.id == id));
    assert_eq!(work(&app, sam).await, []);
});

both!(people_close_only_their_own_by_withdrawing, async |app| {
    let [_, tom, ana, sam] = app.people().await;
    let id = ask(&app, &Actor::Person(tom), tom, Kind::Erasure).await;
    let close = async |actor: Actor, outcome| {
        data_requests::close(&app.store, &actor, tom, id, outcome, "").await.unwrap().err()
    };
    assert_eq!(close(Actor::Person(tom), Outcome::Done).await, Some(CloseRefusal::Unknown));
    assert_eq!(close(Actor::Person(ana), Outcome::Withdrawn).await, Some(CloseRefusal::Unknown));
    let of_ana = data_requests::close(&app.store, &staff(sam), ana, id, Outcome::Withdrawn, "").await.unwrap();
    assert_eq!(of_ana, Err(CloseRefusal::Unknown), "of another person");
    let for_ana = data_requests::ask(&app.store, &Actor::Person(tom), ana, of(Kind::Access)).await.unwrap();
    assert_eq!(for_ana, Err(AskRefusal::Unknown));
    let own = data_requests::ask(&app.store, &staff(sam), sam, of(Kind::Access)).await.unwrap();
    assert_eq!(own, Err(AskRefusal::Unknown), "staff enter nothing about themselves");
    mails(&app).await;
    assert_eq!(close(Actor::Person(tom), Outcome::Withdrawn).await, None);
    assert_eq!(mails(&app).await, [], "they know");
});

both!(agreed_erasure_follows_a_day_later, async |app| {
    let [_, tom, _, sam] = app.people().await;
    login_sessions::open(&app.store, tom, "phone", login_sessions::Factors::One).await.unwrap();
    let id = ask(&app, &Actor::Person(tom), tom, Kind::Erasure).await;
    mails(&app).await;
    data_requests::close(&app.store, &staff(sam), tom, id, Outcome::Done, "").await.unwrap().unwrap();
    assert!(people::by_id(&app.store, tom).await.unwrap().unwrap().is_disabled);
    assert!(login_sessions::of_person(&app.store, tom).await.unwrap().is_empty());
    let [mail] = &mails(&app).await[..] else { panic!() };
    assert_eq!((mail.template.as_str(), mail.values["day"].as_str()), ("data_request_erasing", "2026-03-03"));
    assert_eq!(data_requests::erase_requested(&app.store).await.unwrap(), 0);
    // Nothing is asked of what is about to go.
    let again = data_requests::ask(&app.store, &staff(sam), tom, of(Kind::Access)).await.unwrap();
    assert_eq!(again, Err(AskRefusal::Open));
    app.store.clock.advance(DAY);
    assert_eq!(data_requests::erase_requested(&app.store).await.unwrap(), 1);
    assert!(people::by_id(&app.store, tom).await.unwrap().unwrap().is_erased());
    assert_eq!(data_requests::of_person(&app.store, tom).await.unwrap(), []);
    assert_eq!(data_requests::erase_requested(&app.store).await.unwrap(), 0);
    let request = store::listing::ListRequest::default();
    let rows = store::audit::page(&app.store, &Scope::Installation, None, &request).await.unwrap().rows;
    let closing = rows.iter().find(|row| row.action == "close_data_request").unwrap();
    assert_eq!((closing.target_id, closing.new_values.as_deref()), (Some(tom.0), None), "the row stays");
    let refused = data_requests::ask(&app.store, &staff(sam), tom, of(Kind::Access)).await.unwrap();
    assert_eq!(refused, Err(AskRefusal::Unknown));
});

both!(opened_account_takes_the_erasure_back, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let id = ask(&app, &Actor::Person(tom), tom, Kind::Erasure).await;
    data_requests::close(&app.store, &staff(sam), tom, id, Outcome::Done, "").await.unwrap().unwrap();
    let opened = administration::set_disabled(&app.store, &staff(sam), tom, false, None).await.unwrap();
    assert_eq!(opened, AccountChange::Done);
    assert_eq!(only(&app, tom).await.outcome, None, "it waits again");
    app.store.clock.advance(2 * DAY);
    assert_eq!(data_requests::erase_requested(&app.store).await.unwrap(), 0);
    assert!(!people::by_id(&app.store, tom).await.unwrap().unwrap().is_erased());
});

both!(copy_holds_requests_without_who_answered, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let id = ask(&app, &staff(sam), tom, Kind::Access).await;
    data_requests::close(&app.store, &staff(sam), tom, id, Outcome::Done, "At the office").await.unwrap().unwrap();
    let copy = export::everything_about(&app.store, &operator(), tom).await.unwrap().unwrap().data;
    let row = &copy["dataRequests"][0];
    assert_eq!((&row["words"], &row["answer"]), (&"My name is Tomas".into(), &"At the office".into()));
    assert!(row.get("closed_by").is_none() && row.get("entered_by").is_none(), "{row}");
    let copy = export::everything_about(&app.store, &operator(), sam).await.unwrap().unwrap().data;
    assert!(
        copy["dataRequestsEntered"][0].get("words").is_none() && copy["dataRequestsClosed"][0].get("words").is_none()
    );
    // The requests stay without staff who were erased.
    app.execute("DELETE FROM staff_grants WHERE role = 'administrator'").await;
    let sam = people::by_id(&app.store, sam).await.unwrap().unwrap();
    erase::erase(&app.store, &operator(), &sam).await.unwrap();
    let found = only(&app, tom).await;
    assert_eq!((found.outcome, found.closed_by), (Some(Outcome::Done), None));
});

both!(staff_of_other_programmes_handle_no_requests, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let id = ask(&app, &Actor::Person(tom), tom, Kind::Access).await;
    let elsewhere = Actor::Staff(Staff { person: sam, scope: Scope::Programmes(Vec::new()) });
    let closed = data_requests::close(&app.store, &elsewhere, tom, id, Outcome::Done, "").await.unwrap();
    assert_eq!(closed, Err(CloseRefusal::Unknown));
    let extended = data_requests::extend(&app.store, &elsewhere, tom, id, "No reason").await.unwrap();
    assert_eq!(extended, Err(CloseRefusal::Unknown));
    assert_eq!(only(&app, tom).await.outcome, None);
});

both!(who_entered_a_request_neither_copies_nor_erases, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let cora = people::add(&app.store, &operator(), &new_person("Cora", Role::Staff)).await.unwrap().unwrap();
    let may_copy = async |by: PersonId| data_requests::may_copy(&app.store, &staff(by), tom).await.unwrap();
    assert_eq!(may_copy(sam).await, None, "no one asked");
    ask(&app, &staff(sam), tom, Kind::Access).await;
    assert_eq!(may_copy(sam).await, Some(Err(Unanswered::EnteredBySelf)));
    assert_eq!(may_copy(cora).await, Some(Ok(())));
    let id = ask(&app, &staff(sam), tom, Kind::Erasure).await;
    let agree = async |by: PersonId| {
        data_requests::close(&app.store, &staff(by), tom, id, Outcome::Done, "").await.unwrap().err()
    };
    assert_eq!(agree(sam).await, Some(CloseRefusal::Unanswered(Unanswered::EnteredBySelf)));
    assert!(!people::by_id(&app.store, tom).await.unwrap().unwrap().is_disabled);
    assert_eq!(agree(cora).await, None);
});

both!(only_administrators_copy_and_erase_staff, async |app| {
    let [_, _, _, sam] = app.people().await;
    let cora = people::add(&app.store, &operator(), &new_person("Cora", Role::Staff)).await.unwrap().unwrap();
    ask(&app, &operator(), sam, Kind::Access).await;
    let id = ask(&app, &operator(), sam, Kind::Erasure).await;
    let agree =
        async || data_requests::close(&app.store, &staff(cora), sam, id, Outcome::Done, "").await.unwrap().err();
    let copy = async || data_requests::may_copy(&app.store, &staff(cora), sam).await.unwrap();
    assert_eq!(agree().await, Some(CloseRefusal::Unanswered(Unanswered::OnlyAdministrators)));
    assert_eq!(copy().await, Some(Err(Unanswered::OnlyAdministrators)));
    let role = Grant { role: StaffRole::Administrator, programme: None };
    grants::grant(&app.store, &operator(), cora, role).await.unwrap();
    assert_eq!((copy().await, agree().await), (Some(Ok(())), None));
});

both!(account_whose_erasure_has_begun_stays_closed, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let id = ask(&app, &Actor::Person(tom), tom, Kind::Erasure).await;
    data_requests::close(&app.store, &staff(sam), tom, id, Outcome::Done, "").await.unwrap().unwrap();
    app.store.clock.advance(DAY);
    let opened = administration::set_disabled(&app.store, &staff(sam), tom, false, None).await.unwrap();
    assert_eq!(opened, AccountChange::Unknown);
    assert_eq!(data_requests::erase_requested(&app.store).await.unwrap(), 1);
});
