//! Windows in which staff ask people to take a survey: whom they ask when, what reaches people, and what staff learn.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use store::administration::{self, MenteesAfter, SuspendedBy};
use store::answer_exports::results;
use store::cohorts::{self, CohortRefusal};
use store::content::{self, Bundle, Origin};
use store::listing::ListRequest;
use store::mentorship::NewMentorship;
use store::outbox::{self, MAIL, Mail};
use store::people::Role;
use store::programmes::{self, Programme};
use store::staff::{Actor, Scope, Staff};
use store::surveys::openings::offered;
use store::surveys::windows::lists::{self, AskedState, ListedWindow, WindowState};
use store::surveys::windows::{self, ChangeRefusal, NewWindow, When, WindowRefusal, ask_due};
use store::surveys::{self, Mode};
use store::{MentorshipId, PersonId, ProgrammeId, SignedIn, SurveyWindowId};
use test_kit::{both, operator};

use crate::TestApp;
use crate::matching::add;

mod answers;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A programme in Berlin whose people may take the survey `mood`, once staff ask them.
async fn programme(app: &TestApp) -> Programme {
    import(app, "Scale", &["a", "b"]).await;
    named_programme(app, "lakeside").await
}

/// Imports the survey, whose first question has this type and whose second one these options.
async fn import(app: &TestApp, how: &str, what: &[&str]) {
    let option = |key: &&str| json!({"key": key, "label": {"en": key}});
    let questions = json!([
        {"key": "how", "type": how, "label": {"en": "How?"}, "scale": {"min": 1, "max": 3}},
        {"key": "what", "type": "MultiChoiceDropDown", "label": {"en": "What?"},
         "options": what.iter().map(option).collect::<Vec<_>>()},
        {"key": "why", "type": "TextBox", "label": {"en": "Why?"}},
    ]);
    let stage =
        json!({"key": "all", "name": {"en": "All"}, "pages": [{"title": {"en": "All"}, "questions": questions}]});
    let survey = json!({"key": "mood", "name": {"en": "Mood"}, "short_description": {"en": "Now."}, "stages": [stage]});
    let bundle = Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() };
    administration::import_content(&app.store, &operator(), &bundle, Origin::BuiltIn).await.unwrap();
}

async fn named_programme(app: &TestApp, key: &str) -> Programme {
    let may = json!({"survey": "use", "chattype": "use", "mentorship_chat": "use"});
    let settings = serde_json::from_value(json!({"experiences": {"mentor": may, "mentee": may}})).unwrap();
    let id =
        administration::put_programme(&app.store, &operator(), key, key, "Europe/Berlin", &settings).await.unwrap();
    programmes::by_id(&app.store, id).await.unwrap().unwrap()
}

fn new(programme: ProgrammeId, when: When) -> NewWindow {
    let roles = [Role::Mentor, Role::Mentee].into();
    NewWindow { programme, survey: "mood".to_owned(), roles, cohort: None, when, remind_after: vec![7, 14] }
}

/// From so many days from now on, for 21 days.
fn dates(app: &TestApp, from: u64) -> When {
    let opens_on = app.store.clock.now().date_naive() + chrono::Days::new(from);
    When::Dates { opens_on, closes_on: opens_on + chrono::Days::new(20) }
}

async fn open(app: &TestApp, new: &NewWindow) -> SurveyWindowId {
    let id = app.store.clock.id();
    windows::open(&app.store, &operator(), id, new).await.unwrap().unwrap();
    id
}

async fn listed(app: &TestApp, id: SurveyWindowId) -> ListedWindow {
    lists::find(&app.store, &Scope::Installation, id).await.unwrap().unwrap()
}

async fn signed_in(app: &TestApp, person: PersonId) -> SignedIn {
    SignedIn::of_person(&app.store, person).await.unwrap().unwrap()
}

async fn is_offered(app: &TestApp, person: PersonId) -> bool {
    offered(&signed_in(app, person).await).any(|key| key == "mood")
}

/// Asks all who are due, and returns the mails that leave, as the name of the person and the template.
async fn ask(app: &TestApp) -> Vec<(String, String)> {
    ask_due(&app.store).await.unwrap();
    let all = outbox::lease::<Mail>(&app.store, MAIL, 100, chrono::Duration::minutes(1)).await.unwrap();
    let mut mails = Vec::new();
    for job in all {
        outbox::done(&app.store, job.id).await.unwrap();
        let Mail { to, template, .. } = job.payload;
        if template.starts_with("survey_") {
            mails.push((to.split('@').next().unwrap().to_owned(), template));
        }
    }
    mails.sort();
    mails
}

fn mails(names: &[&str], template: &str) -> Vec<(String, String)> {
    names.iter().map(|name| ((*name).to_owned(), template.to_owned())).collect()
}

async fn answer(app: &TestApp, person: PersonId, how: i64, why: &str, mode: Mode) {
    let catalogue = content::catalogue(&app.store).await.unwrap();
    let survey = catalogue.surveys.to_begin("mood").unwrap();
    let stage = &survey.definition.stages[0];
    let given = BTreeMap::from([("how", json!(how)), ("what", json!(["a"])), ("why", json!(why))]);
    let given = given.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let submission = questions::submit(&stage.pages[0].questions, &given, app.store.clock.now().date_naive()).unwrap();
    surveys::save(&app.store, person, survey, stage, &submission, mode).await.unwrap();
}

async fn begin(app: &TestApp, mentor: PersonId, mentee: PersonId) -> MentorshipId {
    let new = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap()
}

async fn end(app: &TestApp, id: MentorshipId) {
    let after = MenteesAfter::StayOut;
    administration::end_mentorship(&app.store, &operator(), id, store::mentorship::EndReason::MovedAway.alone(), after)
        .await
        .unwrap()
        .unwrap();
}

both!(window_between_two_days_asks_reminds_and_closes, async |app| {
    let lakeside = programme(&app).await;
    let nina = add(&app, lakeside.id, "nina", Role::Mentor).await;
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    let ada = add(&app, lakeside.id, "ada", Role::Mentee).await;
    let window = open(&app, &new(lakeside.id, dates(&app, 3))).await;
    assert_eq!(ask(&app).await, []);
    assert_eq!((listed(&app, window).await.state, is_offered(&app, leo).await), (WindowState::Planned, false));

    app.store.clock.advance(3 * DAY);
    assert_eq!(ask(&app).await, mails(&["ada", "leo", "nina"], "survey_asked"));
    assert_eq!(ask(&app).await, [], "each person once");
    let row = listed(&app, window).await;
    assert_eq!((row.state, row.asked, row.begun, row.sent, row.reachable), (WindowState::Open, 3, 0, 0, 3));
    assert!(is_offered(&app, leo).await);
    assert_eq!(signed_in(&app, leo).await.asked["mood"], row.closes_on.unwrap());

    answer(&app, nina, 3, "Great", Mode::Submit).await;
    answer(&app, leo, 2, "", Mode::Draft(None)).await;
    let ben = add(&app, lakeside.id, "ben", Role::Mentee).await;
    app.store.clock.advance(2 * DAY);
    assert_eq!(ask(&app).await, mails(&["ben"], "survey_asked"), "who joins while it is open");
    app.store.clock.advance(5 * DAY);
    assert_eq!(ask(&app).await, mails(&["ada", "leo"], "survey_reminder"), "not those who have sent it");
    assert_eq!(ask(&app).await, []);
    app.store.clock.advance(7 * DAY);
    let second = [mails(&["ada"], "survey_reminder"), mails(&["ben", "leo"], "survey_reminder")].concat();
    assert_eq!(ask(&app).await, second, "of Ben it is the first one, two days late");

    app.store.clock.advance(7 * DAY);
    assert_eq!(ask(&app).await, []);
    let row = listed(&app, window).await;
    assert_eq!((row.state, row.asked, row.begun, row.sent, row.reachable), (WindowState::Closed, 4, 1, 1, 0));
    assert!(!is_offered(&app, ada).await);
    assert!(signed_in(&app, ada).await.closed_surveys.contains("mood"));
    // Who has begun can finish.
    answer(&app, leo, 2, "", Mode::Submit).await;
    assert_eq!(listed(&app, window).await.sent, 2);
    let state = |person: PersonId, people: &[lists::AskedPerson]| {
        people.iter().find(|asked| asked.person_id == person).map(|asked| asked.state)
    };
    let people = lists::people(&app.store, &Scope::Installation, window, ListRequest::default()).await.unwrap().rows;
    let states = [leo, nina, ada, ben].map(|person| state(person, &people).unwrap());
    assert_eq!(states, [AskedState::Sent, AskedState::Sent, AskedState::Closed, AskedState::Closed]);
});

both!(people_who_cannot_take_it_are_not_asked, async |app| {
    let lakeside = programme(&app).await;
    let elsewhere = named_programme(&app, "hill").await;
    let by = &operator();
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    let suspended = add(&app, lakeside.id, "sue", Role::Mentee).await;
    let closed = add(&app, lakeside.id, "carl", Role::Mentee).await;
    let done = add(&app, lakeside.id, "dan", Role::Mentee).await;
    add(&app, elsewhere.id, "ella", Role::Mentee).await;
    add(&app, lakeside.id, "nina", Role::Mentor).await;
    answer(&app, done, 1, "", Mode::Submit).await;
    let until = app.store.clock.now() + chrono::Duration::days(2);
    let suspend = administration::suspend(&app.store, by, suspended, Some(until), "a break", SuspendedBy::Lead);
    suspend.await.unwrap().unwrap();
    administration::set_disabled(&app.store, by, closed, true, None).await.unwrap();
    let new = NewWindow { roles: [Role::Mentee].into(), ..new(lakeside.id, dates(&app, 0)) };
    let audience = windows::audience(&app.store, &Scope::Installation, &new).await.unwrap().unwrap();
    assert_eq!((audience.people, audience.done), (1, 1));
    let window = open(&app, &new).await;
    assert_eq!(ask(&app).await, mails(&["leo"], "survey_asked"));
    app.store.clock.advance(3 * DAY);
    assert_eq!(ask(&app).await, mails(&["sue"], "survey_asked"), "once the suspension is over");
    store::erase::erase(&app.store, by, &store::people::by_id(&app.store, leo).await.unwrap().unwrap()).await.unwrap();
    assert_eq!(listed(&app, window).await.asked, 1, "erased people leave no trace");
});

both!(exit_survey_comes_when_the_end_cannot_be_taken_back, async |app| {
    let lakeside = programme(&app).await;
    let nina = add(&app, lakeside.id, "nina", Role::Mentor).await;
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    let ada = add(&app, lakeside.id, "ada", Role::Mentee).await;
    let before = begin(&app, nina, ada).await;
    end(&app, before).await;
    app.store.clock.advance(DAY);
    let pair = begin(&app, nina, leo).await;
    let window = open(&app, &new(lakeside.id, When::Exit { open_weeks: 2 })).await;
    end(&app, pair).await;
    app.store.clock.advance(DAY / 2);
    assert_eq!(ask(&app).await, []);
    administration::undo_end(&app.store, &operator(), pair).await.unwrap().unwrap();
    app.store.clock.advance(3 * DAY + DAY / 2);
    assert_eq!(ask(&app).await, [], "the end was taken back; the other one was before the window");
    end(&app, pair).await;
    app.store.clock.advance(DAY);
    assert_eq!(ask(&app).await, mails(&["leo", "nina"], "survey_exit"));
    let last = signed_in(&app, leo).await.asked["mood"];
    assert_eq!((last - app.store.clock.now().date_naive()).num_days(), 14);
    let people = lists::people(&app.store, &Scope::Installation, window, ListRequest::default()).await.unwrap().rows;
    assert!(people.iter().all(|asked| asked.mentorship_id == Some(pair)));
    app.store.clock.advance(20 * DAY);
    assert!(!is_offered(&app, leo).await);
    assert_eq!(listed(&app, window).await.state, WindowState::Open, "for the next ones");
});

both!(week_of_a_mentorship_counts_from_its_beginning, async |app| {
    let lakeside = programme(&app).await;
    let nina = add(&app, lakeside.id, "nina", Role::Mentor).await;
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    let ada = add(&app, lakeside.id, "ada", Role::Mentee).await;
    begin(&app, nina, ada).await;
    app.store.clock.advance(15 * DAY);
    begin(&app, nina, leo).await;
    let mentees = [Role::Mentee].into();
    let new = NewWindow { roles: mentees, ..new(lakeside.id, When::Week { week: 2, open_weeks: 1 }) };
    open(&app, &new).await;
    app.store.clock.advance(13 * DAY);
    assert_eq!(ask(&app).await, [], "Ada's pair had passed the week");
    app.store.clock.advance(DAY);
    assert_eq!(ask(&app).await, mails(&["leo"], "survey_asked"));
});

both!(window_is_refused_with_the_reason, async |app| {
    let lakeside = programme(&app).await;
    let id = lakeside.id;
    let refusal =
        async |new: NewWindow| windows::open(&app.store, &operator(), app.store.clock.id(), &new).await.unwrap().err();
    let today = app.store.clock.now().date_naive();
    let day = |days: i64| today + chrono::Duration::days(days);
    let between = |from, to| new(id, When::Dates { opens_on: day(from), closes_on: day(to) });
    assert_eq!(refusal(between(-1, 3)).await, Some(WindowRefusal::WrongFirstDay));
    assert_eq!(refusal(between(367, 370)).await, Some(WindowRefusal::WrongFirstDay));
    assert_eq!(refusal(between(3, 2)).await, Some(WindowRefusal::WrongLastDay));
    assert_eq!(refusal(between(0, 181)).await, Some(WindowRefusal::WrongLastDay));
    let week = |week, open_weeks| new(id, When::Week { week, open_weeks });
    assert_eq!(refusal(week(0, 1)).await, Some(WindowRefusal::WrongWeek));
    assert_eq!(refusal(week(105, 1)).await, Some(WindowRefusal::WrongWeek));
    assert_eq!(refusal(week(1, 0)).await, Some(WindowRefusal::WrongOpenWeeks));
    assert_eq!(refusal(week(1, 13)).await, Some(WindowRefusal::WrongOpenWeeks));
    for remind_after in [vec![7, 7], vec![14, 7], vec![0], vec![61], vec![1, 2, 3, 4]] {
        assert_eq!(refusal(NewWindow { remind_after, ..week(1, 1) }).await, Some(WindowRefusal::WrongReminders));
    }
    assert_eq!(refusal(NewWindow { roles: [].into(), ..week(1, 1) }).await, Some(WindowRefusal::WrongRoles));
    assert_eq!(refusal(NewWindow { roles: [Role::Staff].into(), ..week(1, 1) }).await, Some(WindowRefusal::WrongRoles));
    assert_eq!(refusal(NewWindow { survey: "none".to_owned(), ..week(1, 1) }).await, Some(WindowRefusal::NoSurvey));

    let mentees = || NewWindow { roles: [Role::Mentee].into(), ..between(5, 10) };
    let first = open(&app, &mentees()).await;
    assert_eq!(windows::open(&app.store, &operator(), first, &mentees()).await.unwrap(), Ok(()), "sent again");
    let other = windows::open(&app.store, &operator(), first, &between(5, 10)).await.unwrap();
    assert_eq!(other, Err(WindowRefusal::Exists), "the id of another one");
    assert_eq!(refusal(between(10, 12)).await, Some(WindowRefusal::Exists));
    assert_eq!(refusal(NewWindow { roles: [Role::Mentor].into(), ..between(5, 10) }).await, None, "other people");
    assert_eq!(refusal(between(11, 12)).await, None, "later");
    let counted = windows::audience(&app.store, &Scope::Installation, &mentees()).await.unwrap();
    assert_eq!(counted, Err(WindowRefusal::Exists), "before it is sent, too");
    let longer = windows::extend(&app.store, &operator(), first, day(11), 1).await.unwrap();
    assert_eq!(longer, Err(ChangeRefusal::Overlaps), "with the later one");
    assert_eq!(refusal(week(4, 1)).await, None);
    assert_eq!(refusal(week(4, 2)).await, Some(WindowRefusal::Exists));
    assert_eq!(refusal(week(8, 1)).await, None, "another week");
});

both!(staff_change_a_window_of_their_programme_only, async |app| {
    let lakeside = programme(&app).await;
    let elsewhere = named_programme(&app, "hill").await;
    let [.., sam] = app.people().await;
    add(&app, lakeside.id, "leo", Role::Mentee).await;
    let window = open(&app, &new(lakeside.id, dates(&app, 0))).await;
    ask(&app).await;
    let staff_of =
        |programme: ProgrammeId| Actor::Staff(Staff { person: sam, scope: Scope::Programmes(vec![programme]) });
    let (own, foreign) = (staff_of(lakeside.id), staff_of(elsewhere.id));
    let store = &*app.store;
    let last = listed(&app, window).await.closes_on.unwrap();
    let later = last + chrono::Days::new(5);
    let not_found = Err(ChangeRefusal::NotFound);
    assert_eq!(windows::extend(store, &foreign, window, later, 1).await.unwrap(), not_found);
    assert_eq!(windows::stop(store, &foreign, window, 1).await.unwrap(), not_found);
    assert_eq!(windows::remind(store, &foreign, window).await.unwrap(), Err(ChangeRefusal::NotFound));
    let refused = windows::open(store, &foreign, store.clock.id(), &new(lakeside.id, dates(&app, 0))).await;
    assert_eq!(refused.unwrap(), Err(WindowRefusal::NoProgramme));
    let of_hill = Scope::Programmes(vec![elsewhere.id]);
    assert_eq!(lists::find(store, &of_hill, window).await.unwrap(), None);
    assert_eq!(lists::page(store, &of_hill, &ListRequest::default()).await.unwrap().total, 0);
    assert_eq!(lists::people(store, &of_hill, window, ListRequest::default()).await.unwrap().total, 0);
    let read = results::written(store, &foreign, lakeside.id, ("mood", "why"), "", 0).await.unwrap();
    assert_eq!(read.total, 0);

    assert_eq!(windows::extend(store, &own, window, later, 2).await.unwrap(), Err(ChangeRefusal::ChangedMeanwhile));
    let late = last + chrono::Days::new(365);
    assert_eq!(windows::extend(store, &own, window, late, 1).await.unwrap(), Err(ChangeRefusal::WrongDay));
    assert_eq!(windows::extend(store, &own, window, later, 1).await.unwrap(), Ok(()));
    let leo = lists::people(store, &Scope::Installation, window, ListRequest::default()).await.unwrap().rows.remove(0);
    assert_eq!((leo.closes_on, signed_in(&app, leo.person_id).await.asked["mood"]), (later, later));

    assert_eq!(windows::remind(store, &own, window).await.unwrap(), Ok(1));
    assert_eq!(windows::remind(store, &own, window).await.unwrap(), Err(ChangeRefusal::RemindedToday));
    assert_eq!(ask(&app).await, mails(&["leo"], "survey_reminder"));
    app.store.clock.advance(7 * DAY);
    assert_eq!(ask(&app).await, mails(&["leo"], "survey_reminder"), "the one that was planned");

    assert_eq!(windows::stop(store, &own, window, 1).await.unwrap(), Err(ChangeRefusal::ChangedMeanwhile));
    assert_eq!(windows::stop(store, &own, window, 2).await.unwrap(), Ok(()));
    assert!(!is_offered(&app, leo.person_id).await);
    assert_eq!(listed(&app, window).await.state, WindowState::Stopped);
    assert_eq!(windows::stop(store, &own, window, 3).await.unwrap(), Err(ChangeRefusal::Closed));
    assert_eq!(windows::remind(store, &own, window).await.unwrap(), Err(ChangeRefusal::Closed));
    app.store.clock.advance(7 * DAY);
    assert_eq!(ask(&app).await, [], "no reminder of what was stopped");
});

both!(who_cannot_take_it_any_more_hears_nothing, async |app| {
    let lakeside = programme(&app).await;
    let by = &operator();
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    let ada = add(&app, lakeside.id, "ada", Role::Mentee).await;
    add(&app, lakeside.id, "nina", Role::Mentor).await;
    let window = open(&app, &new(lakeside.id, dates(&app, 0))).await;
    assert_eq!(ask(&app).await.len(), 3);
    let suspend = administration::suspend(&app.store, by, leo, None, "a break", SuspendedBy::Lead);
    suspend.await.unwrap().unwrap();
    app.execute("UPDATE people SET birth_month = '1990-01'").await;
    administration::set_role(&app.store, by, ada, Role::Staff).await.unwrap().unwrap();
    assert_eq!(listed(&app, window).await.reachable, 1);
    app.store.clock.advance(7 * DAY);
    assert_eq!(ask(&app).await, mails(&["nina"], "survey_reminder"), "Leo is suspended, Ada joined the staff");
    let row = listed(&app, window).await;
    assert_eq!((row.asked, lists::by_role(&app.store, window).await.unwrap().len()), (2, 2));
    assert!(!is_offered(&app, ada).await);
    administration::lift_suspension(&app.store, by, leo, SuspendedBy::Lead).await.unwrap();
    assert_eq!(ask(&app).await, mails(&["leo"], "survey_reminder"), "once it is lifted");
});

both!(messages_leave_in_the_daytime_of_the_programme, async |app| {
    let lakeside = programme(&app).await;
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    // Ten at night in Berlin.
    app.store.clock.advance(DAY / 2);
    let mentees = [Role::Mentee].into();
    open(&app, &NewWindow { roles: mentees, ..new(lakeside.id, dates(&app, 0)) }).await;
    assert_eq!(ask(&app).await, []);
    assert!(is_offered(&app, leo).await, "on the page it is open");
    app.store.clock.advance(Duration::from_secs(9 * 3600 + 59 * 60));
    assert_eq!(ask(&app).await, []);
    app.store.clock.advance(Duration::from_secs(60));
    assert_eq!(ask(&app).await, mails(&["leo"], "survey_asked"));
});

both!(who_is_back_after_long_is_not_asked_about_what_is_over, async |app| {
    let lakeside = programme(&app).await;
    let nina = add(&app, lakeside.id, "nina", Role::Mentor).await;
    let leo = add(&app, lakeside.id, "leo", Role::Mentee).await;
    let pair = begin(&app, nina, leo).await;
    open(&app, &new(lakeside.id, When::Exit { open_weeks: 2 })).await;
    end(&app, pair).await;
    let by = operator();
    let suspend = administration::suspend(&app.store, &by, leo, None, "a break", SuspendedBy::Lead);
    suspend.await.unwrap().unwrap();
    app.store.clock.advance(DAY);
    assert_eq!(ask(&app).await, mails(&["nina"], "survey_exit"));
    app.store.clock.advance(30 * DAY);
    administration::lift_suspension(&app.store, &operator(), leo, SuspendedBy::Lead).await.unwrap();
    assert_eq!(ask(&app).await, []);
});

both!(window_asks_its_cohort_only, async |app| {
    let lakeside = programme(&app).await;
    let other = named_programme(&app, "hill").await;
    let (tom, ana) =
        (add(&app, lakeside.id, "tom", Role::Mentee).await, add(&app, lakeside.id, "ana", Role::Mentee).await);
    let create =
        async |programme, name| cohorts::create(&app.store, &operator(), programme, name).await.unwrap().unwrap();
    let (of_a, of_b) = (create(lakeside.id, "8a").await, create(lakeside.id, "8b").await);
    let of_hill = create(other.id, "8a").await;
    let put =
        async |person, cohort| cohorts::put(&app.store, &operator(), &[person], Some(cohort)).await.unwrap().unwrap();
    put(tom, of_a).await;
    let of = |cohort| NewWindow { cohort: Some(cohort), ..new(lakeside.id, dates(&app, 0)) };
    let audience = async |new: &NewWindow| windows::audience(&app.store, &Scope::Installation, new).await.unwrap();
    assert_eq!(audience(&of(of_a)).await.unwrap().people, 1);
    let id = app.store.clock.id();
    let refused = windows::open(&app.store, &operator(), id, &of(of_hill)).await.unwrap();
    assert_eq!(refused, Err(WindowRefusal::NoCohort));
    let window = open(&app, &of(of_a)).await;
    assert_eq!(audience(&of(of_a)).await, Err(WindowRefusal::Exists));
    assert_eq!(audience(&new(lakeside.id, dates(&app, 0))).await, Err(WindowRefusal::Exists), "all, with them");
    assert_eq!(audience(&of(of_b)).await.unwrap().people, 0, "others");
    ask_due(&app.store).await.unwrap();
    assert_eq!((is_offered(&app, tom).await, is_offered(&app, ana).await), (true, false));
    put(ana, of_a).await;
    ask_due(&app.store).await.unwrap();
    assert!(is_offered(&app, ana).await, "who comes later");
    assert_eq!(listed(&app, window).await.cohort.as_deref(), Some("8a"));
    assert_eq!(cohorts::remove(&app.store, &operator(), of_a).await.unwrap(), Err(CohortRefusal::InUse));
    windows::stop(&app.store, &operator(), window, 1).await.unwrap().unwrap();
    assert_eq!(cohorts::remove(&app.store, &operator(), of_a).await.unwrap(), Ok(2));
});
