//! People who left are warned and erased after the months of the rule, and nothing else of the programme changes.

use std::sync::Arc;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use store::administration::{self, AccountChange, Effect, EffectKind, MenteesAfter};
use store::cases::{self, legal_holds};
use store::clock::Clock;
use store::data_requests::{self, Kind, NewRequest, Outcome};
use store::listing::ListRequest;
use store::login_sessions::{self, Factors};
use store::mentorship::{EndReason, NewMentorship};
use store::outbox::{self, MAIL, Mail};
use store::people::{self, Role};
use store::programmes::rules::Rule;
use store::programmes::{RetentionRules, Settings};
use store::reports::{self, NewReport};
use store::retention::{self, Reader, Reason, Retention, RetentionDay};
use store::staff::audit::{self, ListedAct};
use store::staff::{Scope, Staff};
use store::{AlertId, DataRequestId, MentorshipId, Options, PersonId, ProgrammeId, Store, erase};
use test_kit::{both, operator};

use crate::TestApp;
use crate::mentorship::person;
use crate::test_store::start;

mod simulation;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn months(number: u8) -> RetentionRules {
    RetentionRules { people_months: Some(number) }
}

/// Programme Lake erases people after six months. Nina mentors Leo and Ada; Sam has all roles of the staff.
struct World {
    app: TestApp,
    lake: ProgrammeId,
    nina: PersonId,
    leo: PersonId,
    ada: PersonId,
    sam: PersonId,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let lake = put(&app, "lake", months(6)).await;
        let [nina, leo, ada, sam] = [
            person(&app, "nina", Role::Mentor, lake).await,
            person(&app, "leo", Role::Mentee, lake).await,
            person(&app, "ada", Role::Mentee, lake).await,
            person(&app, "sam", Role::Staff, lake).await,
        ];
        test_kit::grant_all_roles(&app.store, sam, Some(lake)).await;
        Self { app, lake, nina, leo, ada, sam }
    }

    fn store(&self) -> &Arc<Store> {
        &self.app.store
    }

    fn staff(&self) -> Staff {
        Staff { person: self.sam, scope: Scope::Programmes(vec![self.lake]) }
    }

    /// Moves the clock to ten o'clock of a day.
    fn go_to(&self, day: &str) {
        let at: DateTime<Utc> = format!("{day}T10:00:00Z").parse().unwrap();
        self.app.advance(at - self.store().clock.now());
    }

    /// Runs the job on a day, and returns the mails that it sent: address and day of the erasure.
    async fn on(&self, day: &str) -> Vec<(String, String)> {
        self.go_to(day);
        retention::work(self.store()).await.unwrap();
        warnings(&self.app).await
    }

    async fn close(&self, person: PersonId) {
        set_closed(&self.app, person, true).await;
    }

    async fn is_erased(&self, person: PersonId) -> bool {
        people::by_id(self.store(), person).await.unwrap().unwrap().is_erased()
    }

    async fn report(&self, reporter: PersonId, subject: PersonId) -> AlertId {
        report(&self.app, self.lake, reporter, subject).await;
        let staff = self.staff();
        let page = cases::page(self.store(), &staff, &ListRequest::default()).await.unwrap();
        page.rows.into_iter().map(|row| row.id).max().unwrap()
    }

    async fn overview(&self, person: PersonId, handles_cases: bool) -> Retention {
        let reader = Reader { person, handles_cases };
        retention::overview(self.store(), reader, self.lake).await.unwrap().unwrap()
    }

    async fn reasons(&self) -> Vec<(PersonId, Vec<Reason>)> {
        self.overview(self.sam, true).await.kept.into_iter().map(|kept| (kept.id, kept.reasons)).collect()
    }

    async fn effects(&self, rules: RetentionRules) -> Vec<Effect> {
        let rule = Rule::Retention(rules);
        administration::preview_rule(self.store(), &operator(), self.lake, &rule).await.unwrap().unwrap()
    }
}

async fn put(app: &TestApp, key: &str, retention: RetentionRules) -> ProgrammeId {
    let settings = Settings { retention, ..Settings::default() };
    administration::put_programme(&app.store, &operator(), key, key, "UTC", &settings).await.unwrap()
}

async fn set_closed(app: &TestApp, person: PersonId, is_closed: bool) {
    let set = administration::set_disabled(&app.store, &operator(), person, is_closed, None).await.unwrap();
    assert_eq!(set, AccountChange::Done);
}

async fn report(app: &TestApp, programme: ProgrammeId, reporter: PersonId, subject: PersonId) {
    let channel = app.direct(&[reporter, subject]).await;
    let new = NewReport {
        reporter,
        subject,
        channel,
        message: None,
        programme: Some(programme),
        reason: reports::Reason::Other,
        details: "",
        stops_contact: Some(false),
    };
    reports::add(&app.store, new, 100).await.unwrap().unwrap();
}

async fn ask(app: &TestApp, person: PersonId) -> DataRequestId {
    let new = NewRequest { kind: Kind::Access, words: "", received_on: None };
    data_requests::ask(&app.store, &operator(), person, new).await.unwrap().unwrap()
}

async fn answer(app: &TestApp, person: PersonId, id: DataRequestId) {
    data_requests::close(&app.store, &operator(), person, id, Outcome::Declined, "no").await.unwrap().unwrap();
}

async fn begin(app: &TestApp, mentor: PersonId, mentee: PersonId) -> MentorshipId {
    let new = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap()
}

async fn end(app: &TestApp, id: MentorshipId) {
    let ending = EndReason::Completed.alone();
    administration::end_mentorship(&app.store, &operator(), id, ending, MenteesAfter::StayOut).await.unwrap().unwrap();
}

/// Takes the mails that wait, and returns the warnings.
async fn warnings(app: &TestApp) -> Vec<(String, String)> {
    let mut found = Vec::new();
    loop {
        let jobs = outbox::lease::<Mail>(&app.store, MAIL, 100, Duration::minutes(1)).await.unwrap();
        if jobs.is_empty() {
            found.sort();
            return found;
        }
        for job in jobs {
            outbox::done(&app.store, job.id).await.unwrap();
            if job.payload.template == "retention_warning" {
                found.push((job.payload.to.clone(), job.payload.values["day"].clone()));
            }
        }
    }
}

fn mail(to: &str, day: &str) -> (String, String) {
    (format!("{to}@example.org"), day.to_owned())
}

both!(person_who_left_is_warned_and_erased_thirty_days_later, async |app| {
    let world = World::new(app).await;
    world.close(world.leo).await;
    assert_eq!(world.on("2026-08-02").await, []);
    assert_eq!(world.on("2026-08-03").await, [mail("leo", "2026-09-02")]);
    assert_eq!(world.on("2026-09-01").await, [], "once");
    assert!(!world.is_erased(world.leo).await);
    let before = world.overview(world.sam, true).await;
    assert_eq!((before.warned, before.next_on), (1, Some(day("2026-09-02"))));
    assert_eq!(world.on("2026-09-02").await, []);
    assert!(world.is_erased(world.leo).await);
    for other in [world.nina, world.ada, world.sam] {
        assert!(!world.is_erased(other).await, "they did not leave");
    }
    assert_eq!(world.on("2026-09-03").await, []);
    let after = world.overview(world.sam, true).await;
    let none = RetentionDay {
        day: day("2026-08-03"),
        warned: 0,
        erased: 0,
        kept_protection: 0,
        kept_requests: 0,
        kept_mentorships: 0,
    };
    let warned = RetentionDay { warned: 1, ..none };
    assert_eq!(after.days, [RetentionDay { day: day("2026-09-02"), erased: 1, ..none }, warned]);
    assert_eq!((after.warned, after.next_on, after.kept), (0, None, Vec::new()));
    let rows = audit::page(world.store(), &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let erasure: Vec<ListedAct> = rows.into_iter().filter(|row| row.action == "erase_person").collect();
    let [row] = &erasure[..] else { panic!("not one row") };
    assert_eq!((row.actor_kind.as_str(), row.programme_id), ("job", Some(world.lake)));
});

both!(rule_that_is_set_late_still_warns_thirty_days_before, async |app| {
    let world = World::new(app).await;
    let store = world.store();
    put(&world.app, "lake", RetentionRules::default()).await;
    world.close(world.leo).await;
    assert_eq!(world.on("2027-03-01").await, []);
    let effect = Effect { kind: EffectKind::ErasedAfterWarning, count: 1, of: None, due_on: None };
    assert_eq!(world.effects(months(6)).await, [effect]);
    assert_eq!(world.effects(months(13)).await, []);
    put(&world.app, "lake", months(6)).await;
    assert_eq!(world.on("2027-03-01").await, [mail("leo", "2027-03-31")]);
    put(&world.app, "lake", RetentionRules::default()).await;
    assert_eq!(world.on("2027-04-02").await, []);
    assert!(!world.is_erased(world.leo).await, "the rule is off again");
    put(&world.app, "lake", months(6)).await;
    assert_eq!(world.on("2027-04-02").await, [mail("leo", "2027-05-02")], "the first warning counts no more");
    retention::work(store).await.unwrap();
    assert!(!world.is_erased(world.leo).await);
});

both!(case_hold_request_and_mentorship_keep_people, async |app| {
    let world = World::new(app).await;
    let case = world.report(world.ada, world.leo).await;
    let request = ask(&world.app, world.ada).await;
    let pair = begin(&world.app, world.nina, world.ada).await;
    for person in [world.leo, world.ada] {
        world.close(person).await;
    }
    assert_eq!(world.on("2026-12-01").await, []);
    let all = vec![Reason::Protection, Reason::Request, Reason::Mentorship];
    assert_eq!(world.reasons().await, [(world.leo, vec![Reason::Protection]), (world.ada, all)]);
    let kept = Effect { kind: EffectKind::KeptFromErasure, count: 2, of: None, due_on: None };
    assert_eq!(world.effects(months(7)).await, [kept]);
    let [today] = &world.overview(world.sam, true).await.days[..] else { panic!("not one day") };
    assert_eq!((today.kept_protection, today.kept_requests, today.kept_mentorships), (2, 1, 1));

    assert!(cases::resolve(world.store(), &world.staff(), case, cases::Outcome::TalkedTo, "settled").await.unwrap());
    assert_eq!(world.on("2026-12-02").await, [], "the copies are held");
    legal_holds::end(world.store(), &world.staff(), case, "not needed").await.unwrap().unwrap();
    assert_eq!(world.on("2026-12-03").await, [mail("leo", "2027-01-02")]);
    assert_eq!(world.reasons().await, [(world.ada, vec![Reason::Request, Reason::Mentorship])]);
    answer(&world.app, world.ada, request).await;
    assert_eq!(world.reasons().await, [(world.ada, vec![Reason::Mentorship])]);
    end(&world.app, pair).await;
    assert_eq!(world.on("2026-12-04").await, [mail("ada", "2027-01-03")]);
    ask(&world.app, world.leo).await;
    world.on("2027-01-03").await;
    assert!(world.is_erased(world.ada).await);
    assert!(!world.is_erased(world.leo).await, "a request since the warning keeps");
});

both!(kept_people_are_named_to_those_who_handle_their_case, async |app| {
    let world = World::new(app).await;
    report(&world.app, world.lake, world.leo, world.sam).await;
    report(&world.app, world.lake, world.ada, world.nina).await;
    ask(&world.app, world.leo).await;
    for person in [world.leo, world.ada] {
        world.close(person).await;
    }
    world.on("2026-12-01").await;
    let cora = person(&world.app, "cora", Role::Staff, world.lake).await;
    let seen_by = async |reader, handles_cases| {
        let kept = world.overview(reader, handles_cases).await.kept;
        kept.into_iter().map(|one| (one.id, one.name, one.reasons)).collect::<Vec<_>>()
    };
    let of_leo = |reasons: &[Reason]| (world.leo, "leo Okafor".to_owned(), reasons.to_vec());
    let of_ada = (world.ada, "ada Okafor".to_owned(), vec![Reason::Protection]);
    let both = [of_leo(&[Reason::Protection, Reason::Request]), of_ada.clone()];
    assert_eq!(seen_by(cora, true).await, both);
    assert_eq!(seen_by(cora, false).await, [of_leo(&[Reason::Request])], "a coordinator knows of no case");
    assert_eq!(seen_by(world.sam, true).await, [of_leo(&[Reason::Request]), of_ada], "nor who is reported of theirs");
});

both!(sign_up_that_stopped_is_erased_unless_the_person_comes_back, async |app| {
    let world = World::new(app).await;
    world
        .app
        .execute("UPDATE people SET agreed_terms_at = NULL WHERE email IN ('leo@example.org', 'ada@example.org')")
        .await;
    assert_eq!(world.on("2026-08-03").await, [mail("ada", "2026-09-02"), mail("leo", "2026-09-02")]);
    login_sessions::open(world.store(), world.ada, "browser", Factors::One).await.unwrap();
    assert_eq!(world.on("2026-09-02").await, []);
    assert!(world.is_erased(world.leo).await);
    assert!(!world.is_erased(world.ada).await);
    let rows = audit::page(world.store(), &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let closed: Vec<_> = rows.into_iter().filter(|row| row.action == "close_account").collect();
    let [row] = &closed[..] else { panic!("not one row") };
    assert_eq!((row.actor_kind.as_str(), row.programme_id), ("job", Some(world.lake)));
    assert_eq!(world.on("2027-01-04").await, [mail("ada", "2027-02-03")], "six months after the last visit");
});

both!(account_that_opens_again_counts_from_its_next_end, async |app| {
    let world = World::new(app).await;
    world.close(world.leo).await;
    assert_eq!(world.on("2026-08-03").await.len(), 1);
    set_closed(&world.app, world.leo, false).await;
    assert_eq!(world.on("2026-09-02").await, []);
    world.close(world.leo).await;
    assert_eq!(world.on("2026-09-03").await, []);
    assert!(!world.is_erased(world.leo).await);
    assert_eq!(world.on("2027-01-31").await, [mail("leo", "2027-03-02")]);
});

both!(account_that_an_older_version_closed_counts_from_the_first_look, async |app| {
    let world = World::new(app).await;
    world.app.execute("UPDATE people SET is_disabled = TRUE WHERE email = 'leo@example.org'").await;
    assert_eq!(world.on("2026-10-05").await, []);
    assert_eq!(world.on("2027-03-06").await, [mail("leo", "2027-04-05")]);
});

both!(erasure_that_was_interrupted_goes_on_and_the_account_stays_closed, async |app| {
    let world = World::new(app).await;
    world.close(world.leo).await;
    world.on("2026-08-03").await;
    world.app.execute("UPDATE retention_warnings SET begun_at = warned_at").await;
    let opened = administration::set_disabled(world.store(), &operator(), world.leo, false, None).await.unwrap();
    assert_eq!(opened, AccountChange::Unknown);
    put(&world.app, "lake", RetentionRules::default()).await;
    world.on("2026-08-04").await;
    assert!(world.is_erased(world.leo).await, "half an erasure is none");
});

both!(interrupted_erasure_is_cancelled_when_something_keeps, async |app| {
    let world = World::new(app).await;
    world.close(world.leo).await;
    world.on("2026-08-03").await;
    world.app.execute("UPDATE retention_warnings SET begun_at = warned_at").await;
    world.report(world.leo, world.nina).await;
    world.on("2026-08-04").await;
    let rows = audit::page(world.store(), &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let row = rows.iter().find(|row| row.action == "cancel_erasure").unwrap();
    assert_eq!((row.target_id, &*row.actor_kind, &*row.actor_name), (Some(world.leo.0), "job", "retention"));
    let opened = administration::set_disabled(world.store(), &operator(), world.leo, false, None).await.unwrap();
    assert_eq!(opened, AccountChange::Done, "staff may open the account again");
    world.close(world.leo).await;
    world.on("2026-09-05").await;
    assert!(!world.is_erased(world.leo).await);
    world.app.execute("UPDATE alerts SET handled_at = created_at; DELETE FROM legal_holds").await;
    assert_eq!(world.on("2027-02-01").await, [mail("leo", "2027-03-03")], "warned anew");
    world.on("2027-03-03").await;
    assert!(world.is_erased(world.leo).await);
});

both!(cancelled_erasure_takes_back_what_it_closed, async |app| {
    let world = World::new(app).await;
    // The sign-up never ended, so the account was open until the erasure began.
    world.app.execute("UPDATE people SET agreed_terms_at = NULL WHERE email = 'leo@example.org'").await;
    assert_eq!(world.on("2026-08-03").await, [mail("leo", "2026-09-02")]);
    world.app.execute("CREATE TABLE pins (person_id UUID NOT NULL REFERENCES people (id))").await;
    world.app.execute("INSERT INTO pins SELECT id FROM people WHERE email LIKE 'leo%'").await;
    world.go_to("2026-09-02");
    retention::work(world.store()).await.unwrap_err();
    let leo = async || people::by_id(world.store(), world.leo).await.unwrap().unwrap();
    assert!(leo().await.is_disabled && !world.is_erased(world.leo).await);
    let erased = async || world.overview(world.sam, true).await.days.iter().map(|day| day.erased).sum::<i64>();
    let before = erased().await;
    ask(&world.app, world.leo).await;
    world.on("2026-09-03").await;
    assert!(!leo().await.is_disabled, "open as before");
    assert_eq!(erased().await, before - 1);
});

both!(erasures_that_fail_do_not_stop_others, async |app| {
    let world = World::new(app).await;
    world.app.execute("CREATE TABLE pins (person_id UUID NOT NULL REFERENCES people (id))").await;
    let mut failing = Vec::new();
    for number in 0..5 {
        failing.push(person(&world.app, &format!("pinned{number}"), Role::Mentee, world.lake).await);
    }
    let late = person(&world.app, "late", Role::Mentee, world.lake).await;
    world.app.execute("INSERT INTO pins SELECT id FROM people WHERE email LIKE 'pinned%'").await;
    for person in failing.iter().chain([&late]) {
        world.close(*person).await;
    }
    assert_eq!(world.on("2026-08-03").await.len(), 6);
    world.go_to("2026-09-02");
    retention::work(world.store()).await.unwrap_err();
    assert!(!world.is_erased(late).await, "five at once");
    retention::work(world.store()).await.unwrap();
    assert!(world.is_erased(late).await);
    world.app.execute("DELETE FROM pins").await;
    world.on("2026-09-03").await;
    for person in failing {
        assert!(world.is_erased(person).await, "tried again");
    }
});

both!(people_who_are_asked_to_agree_again_stay, async |app| {
    let world = World::new(app).await;
    people::agree_to_terms(world.store(), world.ada).await.unwrap();
    crate::content_texts::ask_all_again(&world.app).await;
    for day in ["2026-09-01", "2027-02-01", "2027-03-10", "2028-02-01", "2028-03-10"] {
        assert_eq!(world.on(day).await, [], "{day}");
    }
    for person in [world.nina, world.leo, world.ada, world.sam] {
        let row = people::by_id(world.store(), person).await.unwrap().unwrap();
        assert!(!row.is_disabled && row.agreed_terms_at.is_none());
    }
});

both!(staff_and_people_of_other_programmes_stay, async |app| {
    let world = World::new(app).await;
    let hill = put(&world.app, "hill", RetentionRules::default()).await;
    let [cora, otto] = [
        person(&world.app, "cora", Role::Staff, world.lake).await,
        person(&world.app, "otto", Role::Mentee, hill).await,
    ];
    for person in [cora, otto] {
        world.close(person).await;
    }
    assert_eq!(world.on("2028-01-01").await, []);
    assert_eq!(world.on("2028-03-01").await, []);
    for person in [cora, otto] {
        assert!(!world.is_erased(person).await);
    }
    let elsewhere = Reader { person: world.sam, handles_cases: true };
    assert_eq!(retention::overview(world.store(), elsewhere, hill).await.unwrap().unwrap().days, []);
});

both!(erasures_of_the_job_are_in_the_list_of_erased_people, async |app| {
    let world = World::new(app).await;
    let (url, files) = world.app.environment();
    let list = files.with_file_name("data").join("erased.txt");
    let options = Options { erased_list: Some(list), connections: 2, ..Options::new(url, files) };
    let node = Store::open(options, Clock::manual(start())).await.unwrap();
    assert_eq!(erase::noted(&node).await.unwrap(), []);
    world.close(world.leo).await;
    for at in ["2026-08-03T10:00:00Z", "2026-09-02T10:00:00Z"] {
        node.clock.advance((at.parse::<DateTime<Utc>>().unwrap() - node.clock.now()).to_std().unwrap());
        retention::work(&node).await.unwrap();
    }
    let ada = people::by_id(&node, world.ada).await.unwrap().unwrap();
    erase::erase(&node, &operator(), &ada).await.unwrap();
    erase::erase(&node, &operator(), &ada).await.unwrap();
    assert_eq!(erase::noted(&node).await.unwrap(), [world.leo, world.ada]);
    node.close().await;
});
