//! What counts as contact beside messages and calls, and what staff change in mentorships that go on.

use std::time::Duration;

use chrono::NaiveDate;
use store::administration::{self, JoinRefusal, MenteesAfter};
use store::channels::{self, Status};
use store::listing::ListRequest;
use store::mentorship::logged_meetings::{self, MeetingKind, MeetingRefusal, NewMeeting};
use store::mentorship::overview::{ListedMentorship, page};
use store::mentorship::pauses::{self, Pause, PauseOutcome};
use store::mentorship::{self, EndReason, Ending, NewMentorship, Refusal};
use store::outbox::{self, MAIL, Mail};
use store::people::Role;
use store::programmes::{self, ContactRules, Settings};
use store::staff::{Actor, Scope};
use store::{MentorshipId, PersonId, export, person_facts};
use test_kit::{both, operator};

use crate::mentorship::{people_of, person};
use crate::test_store::TestStore;

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn begin(app: &TestStore, mentor: PersonId, mentees: &[PersonId], group: Option<&str>) -> MentorshipId {
    let new = NewMentorship { mentor, mentees: mentees.to_vec(), group: group.map(str::to_owned) };
    administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap()
}

async fn listed(app: &TestStore, id: MentorshipId) -> ListedMentorship {
    let rows = page(&app.store, &Scope::Installation, &ListRequest::default()).await.unwrap().rows;
    rows.into_iter().find(|row| row.id == id).unwrap()
}

fn today(app: &TestStore) -> NaiveDate {
    app.store.clock.now().date_naive()
}

/// The templates of the mails that wait for a person, the oldest first.
async fn mails(app: &TestStore, name: &str) -> Vec<String> {
    let all = outbox::lease::<Mail>(&app.store, MAIL, 100, chrono::Duration::minutes(1)).await.unwrap();
    all.into_iter().map(|job| job.payload).filter(|mail| mail.to.starts_with(name)).map(|mail| mail.template).collect()
}

both!(logged_meeting_is_contact_of_both_sides_until_it_is_removed, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let id = begin(&app, nina, &[leo], None).await;
    let meeting =
        NewMeeting { met_on: today(&app) + chrono::Days::new(10), kind: MeetingKind::InPerson, minutes: Some(45) };
    app.store.clock.advance(20 * DAY);
    assert!(listed(&app, id).await.is_silent);
    let logged = logged_meetings::log(&app.store, &operator(), id, meeting).await.unwrap().unwrap();
    let row = listed(&app, id).await;
    assert!(!row.is_silent, "they met ten days ago");
    assert_eq!(row.mentors_contact_at.unwrap().date_naive(), meeting.met_on);
    assert_eq!(row.mentees_contact_at, row.mentors_contact_at);
    let again = logged_meetings::log(&app.store, &operator(), id, meeting).await.unwrap();
    assert_eq!(again, Err(MeetingRefusal::IsLogged));

    // A mentor removes only what they logged.
    assert!(!logged_meetings::remove(&app.store, &Actor::Person(nina), id, logged).await.unwrap());
    let own = NewMeeting { met_on: today(&app), kind: MeetingKind::Phone, minutes: None };
    let own = logged_meetings::log(&app.store, &Actor::Person(nina), id, own).await.unwrap().unwrap();
    assert_eq!(logged_meetings::of_mentorship(&app.store, id).await.unwrap()[0].entered_by, Some(nina));
    assert!(logged_meetings::remove(&app.store, &Actor::Person(nina), id, own).await.unwrap());
    assert_eq!(listed(&app, id).await.mentors_contact_at.unwrap().date_naive(), meeting.met_on, "the other one stays");
    assert!(logged_meetings::remove(&app.store, &operator(), id, logged).await.unwrap());
    assert!(!logged_meetings::remove(&app.store, &operator(), id, logged).await.unwrap());
    let row = listed(&app, id).await;
    assert_eq!((row.mentors_contact_at, row.is_silent), (None, true));
});

both!(meeting_was_on_a_day_of_the_mentorship, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let first = today(&app);
    let id = begin(&app, nina, &[leo], None).await;
    app.store.clock.advance(3 * DAY);
    let log = async |met_on, minutes| {
        let new = NewMeeting { met_on, kind: MeetingKind::Video, minutes };
        logged_meetings::log(&app.store, &operator(), id, new).await.unwrap().err()
    };
    let now = today(&app);
    for day in [first - chrono::Days::new(1), now + chrono::Days::new(1)] {
        assert_eq!(log(day, None).await, Some(MeetingRefusal::WrongDay(first, now)), "{day}");
    }
    assert_eq!(log(now, Some(0)).await, Some(MeetingRefusal::WrongLength));
    assert_eq!(log(now, Some(601)).await, Some(MeetingRefusal::WrongLength));
    administration::end_mentorship(
        &app.store,
        &operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::StayOut,
    )
    .await
    .unwrap()
    .unwrap();
    app.store.clock.advance(3 * DAY);
    assert_eq!(log(today(&app), None).await, Some(MeetingRefusal::WrongDay(first, now)), "after its end");
    assert_eq!(log(now, Some(30)).await, None, "also of one that has ended since");
    let unknown = MentorshipId(uuid::Uuid::nil());
    let new = NewMeeting { met_on: now, kind: MeetingKind::Video, minutes: None };
    let refused = logged_meetings::log(&app.store, &operator(), unknown, new).await.unwrap();
    assert_eq!(refused, Err(MeetingRefusal::NotFound(unknown)));
});

both!(rhythm_of_the_programme_and_pauses_decide_what_is_silent, async |app| {
    let [nina, leo, ..] = people_of(&app).await;
    let id = begin(&app, nina, &[leo], None).await;
    let programme = programmes::all(&app.store).await.unwrap().remove(0);
    let set_weeks = async |every_weeks| {
        let settings = Settings { contact: ContactRules { every_weeks }, ..programme.settings.0.clone() };
        let (key, name, zone) = (&programme.key, &programme.name, &programme.time_zone);
        administration::put_programme(&app.store, &operator(), key, name, zone, &settings).await.unwrap();
    };
    app.store.clock.advance(15 * DAY);
    for (weeks, is_silent) in [(1, true), (2, true), (3, false), (8, false)] {
        set_weeks(weeks).await;
        assert_eq!(listed(&app, id).await.is_silent, is_silent, "every {weeks} weeks");
    }
    set_weeks(2).await;
    let pause = Pause { starts_on: today(&app) + chrono::Days::new(3), days: 7 };
    let PauseOutcome::Paused(entered) = pauses::pause(&app.store, &operator(), id, pause).await.unwrap() else {
        panic!("not paused");
    };
    assert!(listed(&app, id).await.is_silent, "the pause has not begun");
    assert_eq!(mails(&app, "leo").await, ["mentorship_began", "mentorship_pauses_changed"]);
    app.store.clock.advance(3 * DAY);
    assert!(!listed(&app, id).await.is_silent, "it pauses");
    app.store.clock.advance(19 * DAY);
    assert!(!listed(&app, id).await.is_silent, "the pause ended thirteen days ago");
    app.store.clock.advance(2 * DAY);
    assert!(listed(&app, id).await.is_silent);
    assert!(!pauses::take_back(&app.store, &operator(), id, entered, today(&app)).await.unwrap(), "it is over");
});

both!(mentee_joins_a_group_that_goes_on, async |app| {
    let [nina, leo, ada, ben] = people_of(&app).await;
    let lakeside = programmes::all(&app.store).await.unwrap()[0].id;
    let kofi = person(&app, "kofi", Role::Mentor, lakeside).await;
    let id = begin(&app, nina, &[leo], Some("Circle")).await;
    let channel = mentorship::by_id(&app.store, id).await.unwrap().unwrap().channel_id;
    let join = async |person| administration::join_mentorship(&app.store, &operator(), id, person).await.unwrap();
    assert_eq!(join(ada).await, Ok(()));
    let members = mentorship::members(&app.store, id).await.unwrap();
    assert_eq!(members.iter().filter(|member| member.left_at.is_none()).count(), 3);
    let status = async |person| channels::membership(&app.store, channel, person).await.unwrap().map(|of| of.status);
    assert_eq!(status(ada).await, Some(Status::Active));
    let all = outbox::lease::<Mail>(&app.store, MAIL, 100, chrono::Duration::minutes(1)).await.unwrap();
    let of = |name: &str| -> Vec<String> {
        let own = all.iter().map(|job| &job.payload).filter(|mail| mail.to.starts_with(name));
        own.map(|mail| mail.template.clone()).collect()
    };
    assert_eq!(of("ada"), ["mentorship_began"]);
    assert_eq!(of("nina"), ["mentorship_began", "mentorship_group_changed"]);

    assert_eq!(join(ada).await, Err(JoinRefusal::IsIn(ada)));
    assert_eq!(join(kofi).await, Err(JoinRefusal::MayNotBegin(Refusal::WrongPerson(kofi))), "a mentor");
    // She left, and comes back to her place and her conversation.
    administration::leave_mentorship(
        &app.store,
        &operator(),
        id,
        ada,
        Ending { note: " To Kiel ", ..EndReason::MovedAway.alone() },
        MenteesAfter::StayOut,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(status(ada).await, Some(Status::Inactive));
    let why = async || {
        let members = mentorship::members(&app.store, id).await.unwrap();
        let ada = members.into_iter().find(|member| member.person_id == ada).unwrap();
        (ada.left_reason, ada.left_note)
    };
    assert_eq!(why().await, (Some(EndReason::MovedAway), Some("To Kiel".to_owned())));
    let copy = export::everything_about(&app.store, &operator(), ada).await.unwrap().unwrap().data;
    assert!(copy["mentorships"][0]["left_at"].is_string() && !copy.to_string().contains("To Kiel"), "words of staff");
    assert_eq!(join(ada).await, Ok(()));
    assert_eq!(why().await, (None, None), "she has not left");
    assert_eq!(status(ada).await, Some(Status::Active));

    let pair = begin(&app, kofi, &[leo], None).await;
    let refused = administration::join_mentorship(&app.store, &operator(), pair, ada).await.unwrap();
    assert_eq!(refused, Err(JoinRefusal::NotActive(pair)), "a pair has one mentee");
    administration::end_mentorship(
        &app.store,
        &operator(),
        id,
        store::mentorship::EndReason::MovedAway.alone(),
        MenteesAfter::StayOut,
    )
    .await
    .unwrap()
    .unwrap();
    assert_eq!(join(ben).await, Err(JoinRefusal::NotActive(id)));
});

both!(group_keeps_out_those_who_are_kept_apart_from_one_of_its_members, async |app| {
    let [nina, leo, ada, ben] = people_of(&app).await;
    let id = begin(&app, nina, &[leo], Some("Circle")).await;
    let join = async |person| administration::join_mentorship(&app.store, &operator(), id, person).await.unwrap();
    person_facts::set_conflict(&app.store, &operator(), leo, ada, true).await.unwrap();
    assert!(matches!(join(ada).await, Err(JoinRefusal::MayNotBegin(Refusal::Conflict(..)))));
    person_facts::set_conflict(&app.store, &operator(), nina, leo, true).await.unwrap();
    assert_eq!(join(ben).await, Ok(()), "what stands between others does not keep him out");
});
