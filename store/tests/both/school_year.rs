//! The school year of a programme: closing it, who continues, the next one, and the archive.

use std::sync::Arc;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde_json::json;
use store::administration::{self, MenteesAfter};
use store::announcements::{self, Among, Audience, Reach};
use store::invitations;
use store::listing::ListRequest;
use store::matching::decisions::Choices;
use store::matching::{pool, runs};
use store::mentorship::{self, EndReason, NewMentorship};
use store::outbox::{self, Mail};
use store::people::Role;
use store::programmes::{self, Programme};
use store::school_year::{self, Next, Progress, WaitKind, Year, YearRefusal};
use store::staff::{Actor, Scope, Staff, people_list};
use store::surveys::windows::{self, NewWindow, When};
use store::{Error, MentorshipId, PersonId, Store};
use test_kit::{both, operator};

use crate::TestApp;
use crate::imports::invitee;
use crate::matching::{add, named_programme, waiting};

/// Lakeside with Sam, who coordinates it, the mentors Mo and Nina, and the mentees Ana, Ben and Leo. Mo mentors Ana, Nina mentors Ben.
struct School {
    app: TestApp,
    programme: Programme,
    sam: Staff,
    mo: PersonId,
    nina: PersonId,
    ana: PersonId,
    ben: PersonId,
    leo: PersonId,
    of_ana: MentorshipId,
    of_ben: MentorshipId,
}

impl School {
    async fn open(app: TestApp) -> Self {
        let programme = named_programme(&app, "lakeside", json!({})).await;
        let wait = async |name, role| waiting(&app, &programme, name, role, &["english"], "tech").await;
        let (mo, nina) = (wait("mo", Role::Mentor).await, wait("nina", Role::Mentor).await);
        let (ana, ben) = (wait("ana", Role::Mentee).await, wait("ben", Role::Mentee).await);
        let leo = wait("leo", Role::Mentee).await;
        let sam = add(&app, programme.id, "sam", Role::Staff).await;
        let sam = Staff { person: sam, scope: Scope::Programmes(vec![programme.id]) };
        let (of_ana, of_ben) = (begin(&app.store, mo, ana).await, begin(&app.store, nina, ben).await);
        let school = Self { app, programme, sam, mo, nina, ana, ben, leo, of_ana, of_ben };
        school.mails().await;
        school
    }

    fn store(&self) -> &Arc<Store> {
        &self.app.store
    }

    fn actor(&self) -> Actor {
        self.sam.clone().into()
    }

    fn go_to(&self, day: &str) {
        let at: DateTime<Utc> = format!("{day}T10:00:00Z").parse().unwrap();
        self.app.advance(at - self.store().clock.now());
    }

    async fn close(&self, keep: &[MentorshipId]) -> Result<(), YearRefusal> {
        school_year::close(self.store(), &self.actor(), self.programme.id, keep).await.unwrap()
    }

    async fn decide(&self, people: &[PersonId], next: Next) -> school_year::RolledOver {
        school_year::roll_over(self.store(), &self.actor(), self.programme.id, people, next).await.unwrap().unwrap()
    }

    async fn open_on(&self, day: Option<&str>) -> Result<(), YearRefusal> {
        let day: Option<NaiveDate> = day.map(|day| day.parse().unwrap());
        school_year::open(self.store(), &self.actor(), self.programme.id, day).await.unwrap()
    }

    async fn archive(&self) -> Result<(), YearRefusal> {
        school_year::archive(self.store(), &self.actor(), self.programme.id).await.unwrap()
    }

    /// Works until nothing is due.
    async fn work(&self) {
        while school_year::work(self.store()).await.unwrap() > 0 {}
    }

    async fn year(&self) -> Year {
        school_year::year(self.store(), self.programme.id).await.unwrap().unwrap()
    }

    /// The addressees and templates of the mails since the last look.
    async fn mails(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for job in outbox::lease::<Mail>(self.store(), outbox::MAIL, 1_000, Duration::minutes(1)).await.unwrap() {
            outbox::done(self.store(), job.id).await.unwrap();
            let name = job.payload.to.split('@').next().unwrap_or_default().to_owned();
            found.push((name, job.payload.template));
        }
        found.sort();
        found
    }

    async fn waits(&self, person: PersonId) -> Option<i64> {
        let of = pool::of_person(self.store(), person).await.unwrap()?;
        of.left_at.is_none().then_some(of.rounds_waited)
    }

    async fn reach(&self) -> Reach {
        let programme = self.programme.id;
        let all = Audience { programme, mentees: true, mentors: true, among: Among::All, cohort: None };
        announcements::count(self.store(), &self.sam.scope, &all).await.unwrap().unwrap()
    }

    async fn listed(&self, filters: &[(&str, &str)]) -> usize {
        let filters = filters.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect();
        let request = ListRequest { filters, ..ListRequest::default() };
        people_list::page(self.store(), &self.sam.scope, &request).await.unwrap().rows.len()
    }
}

async fn pair(
    store: &Store,
    mentor: PersonId,
    mentee: PersonId,
) -> store::Result<std::result::Result<MentorshipId, mentorship::Refusal>> {
    let new = NewMentorship { mentor, mentees: vec![mentee], group: None };
    administration::create_mentorship(store, &operator(), &new).await
}

async fn begin(store: &Store, mentor: PersonId, mentee: PersonId) -> MentorshipId {
    pair(store, mentor, mentee).await.unwrap().unwrap()
}

fn mail(name: &str, template: &str) -> (String, String) {
    (name.to_owned(), template.to_owned())
}

both!(year_ends_and_next_one_begins, async |app| {
    let school = School::open(app).await;
    let closing = school_year::preview(school.store(), school.programme.id).await.unwrap().unwrap();
    assert_eq!((closing.mentorships, closing.running.len(), closing.matches), (2, 2, 0));
    assert!(closing.running.iter().any(|one| one.name == "mo Silva, ana Silva"), "{closing:?}");
    school.go_to("2026-07-10");
    school.close(&[school.of_ben]).await.unwrap();
    let year = school.year().await;
    assert_eq!((year.closed_by.as_deref(), year.progress.waiting, year.progress.kept), (Some("sam Silva"), 1, 1));
    school.work().await;
    assert_eq!(school.year().await.progress, Progress { ended: 1, kept: 1, ..Progress::default() });
    assert_eq!(school.mails().await, [mail("ana", "mentorship_ended"), mail("mo", "mentorship_ended")]);
    assert_eq!(school.waits(school.ana).await, None, "no one waits while the year is closed");
    assert_eq!(school.listed(&[("role", "mentee"), ("matched", "not_suggested"), ("status", "active")]).await, 0);

    // Leo comes first, Mo leaves; Ben cannot, his mentorship goes on.
    assert_eq!(school.decide(&[school.leo, school.ana], Next::ContinuesFirst).await.changed, 2);
    assert_eq!(school.decide(&[school.mo], Next::Leaves).await.changed, 1);
    assert_eq!(school.decide(&[school.ben], Next::Leaves).await.in_mentorship, [school.ben]);
    assert_eq!(school.decide(&[school.mo], Next::Leaves).await.unchanged, 1);
    assert_eq!(school.decide(&[school.sam.person], Next::Leaves).await.left_out, 1);
    let decisions = school.year().await.decisions;
    assert_eq!((decisions.continues, decisions.first, decisions.leaves), (4, 2, 1));
    assert_eq!(school.reach().await, Reach { mentees: 3, mentors: 1 }, "announcements do not reach who left");
    assert_eq!(school.listed(&[("status", "left")]).await, 1);

    assert_eq!(school.open_on(Some("2026-07-10")).await, Err(YearRefusal::WrongDay));
    school.open_on(Some("2026-09-01")).await.unwrap();
    school.go_to("2026-08-31");
    school.work().await;
    assert!(school.year().await.closed_at.is_some());
    assert_eq!(school.mails().await, []);
    school.go_to("2026-09-01");
    school.work().await;
    let year = school.year().await;
    assert_eq!((year.closed_at, year.opens_at, year.to_welcome), (None, None, 0));
    let expected = [
        mail("ana", "year_begins_mentee"),
        mail("ben", "year_begins_matched"),
        mail("leo", "year_begins_mentee"),
        mail("nina", "year_begins_matched"),
    ];
    assert_eq!(school.mails().await, expected);
    let first = i64::from(school.programme.settings.matching.waiting_rounds);
    assert_eq!((school.waits(school.ana).await, school.waits(school.leo).await), (Some(first), Some(first)));
    assert_eq!(school.waits(school.ben).await, None);
    school.work().await;
    assert_eq!(school.mails().await, [], "one mail each");
    begin(school.store(), school.nina, school.ana).await;
    assert!(matches!(pair(school.store(), school.mo, school.leo).await, Ok(Err(mentorship::Refusal::WrongPerson(_)))));
});

both!(closed_year_begins_nothing, async |app| {
    let school = School::open(app).await;
    let (store, by) = (school.store(), &operator());
    let ada = waiting(&school.app, &school.programme, "ada", Role::Mentor, &["english"], "tech").await;
    crate::matching::round(store, &school.programme).await;
    school.close(&[]).await.unwrap();
    let year_closed =
        |result: store::Result<()>| assert!(matches!(result, Err(Error::ProgrammeYearClosed)), "{result:?}");
    year_closed(pair(store, ada, school.leo).await.map(drop));
    let signed_in = store::SignedIn::of_person(store, school.leo).await.unwrap().unwrap();
    let none = Choices::new();
    let now = store.clock.now();
    year_closed(store::matching::decisions::submit(store, &signed_in, &none, now).await.map(drop));
    school.work().await;
    year_closed(administration::undo_end(store, by, school.of_ana).await.map(drop));
    let run = runs::draft(store, by, &school.programme).await.unwrap().unwrap();
    runs::approve(store, by, run.id).await.unwrap().unwrap();
    year_closed(runs::publish(store, by, &school.programme, run.id).await.map(drop));
    let open = store::matching::of_person(store, school.leo, Role::Mentee).await.unwrap();
    assert!(open.iter().all(|tracker| !tracker.state.is_open()), "what was open has ended");
    school.open_on(None).await.unwrap();
    begin(store, ada, school.leo).await;
});

both!(second_act_learns_who_was_first, async |app| {
    let school = School::open(app).await;
    let at = school.store().clock.now();
    assert_eq!(school.open_on(None).await, Err(YearRefusal::Open));
    let unknown = school.store().clock.id();
    assert_eq!(school.close(&[unknown]).await, Err(YearRefusal::NotRunning(unknown)));
    school.close(&[]).await.unwrap();
    assert_eq!(school.close(&[]).await, Err(YearRefusal::Closed { by: Some("sam Silva".to_owned()), at }));
    assert_eq!(school.open_on(None).await, Err(YearRefusal::Ending(2)));
    let far = Staff { scope: Scope::Programmes(Vec::new()), ..school.sam.clone() };
    let closed = school_year::close(school.store(), &far.into(), school.programme.id, &[]).await.unwrap();
    assert_eq!(closed, Err(YearRefusal::NotFound));
    school.work().await;
    school.archive().await.unwrap();
    assert_eq!(school.archive().await, Err(YearRefusal::Archived { by: Some("sam Silva".to_owned()), at }));
});

both!(endings_go_on_after_a_restart, async |app| {
    let school = School::open(app).await;
    for number in 0..60 {
        let mentee = add(&school.app, school.programme.id, &format!("mentee{number}"), Role::Mentee).await;
        begin(school.store(), school.mo, mentee).await;
    }
    school.close(&[]).await.unwrap();
    // A colleague ends one by hand meanwhile.
    let ending = EndReason::MovedAway.alone();
    administration::end_mentorship(school.store(), &operator(), school.of_ben, ending, MenteesAfter::StayOut)
        .await
        .unwrap()
        .unwrap();
    school_year::work(school.store()).await.unwrap();
    let waiting = school.year().await.progress.waiting;
    assert!((1..62).contains(&waiting), "{waiting}");
    let other = school.app.second_node().await;
    while school_year::work(&other).await.unwrap() > 0 {}
    assert_eq!(school.year().await.progress, Progress { ended: 62, ..Progress::default() });
    assert_eq!(mentorship::all(school.store(), false).await.unwrap().len(), 0);
    let ended = school.mails().await.iter().filter(|sent| **sent == mail("mo", "mentorship_ended")).count();
    assert_eq!(ended, 61, "one for each mentorship of Mo");
});

both!(failed_endings_are_named_and_tried_again, async |app| {
    let school = School::open(app).await;
    school.close(&[]).await.unwrap();
    school.app.execute("UPDATE school_year_endings SET state = 'failed', attempts = 3").await;
    let year = school.year().await;
    assert_eq!((year.progress.failed, year.failed.len()), (2, 2));
    school.work().await;
    assert_eq!(school.year().await.progress.failed, 2);
    let tried = school_year::retry(school.store(), &school.actor(), school.programme.id).await.unwrap();
    assert_eq!(tried, Ok(2));
    school.work().await;
    assert_eq!(school.year().await.progress, Progress { ended: 2, ..Progress::default() });
});

both!(closing_and_beginning_at_once_agree, async |app| {
    let school = School::open(app).await;
    let (store, other) = (school.store().clone(), school.app.second_node().await);
    let (mo, leo) = (school.mo, school.leo);
    let beginning = tokio::spawn(async move { pair(&other, mo, leo).await });
    let (programme, actor) = (school.programme.id, school.actor());
    let closing = tokio::spawn(async move { school_year::close(&store, &actor, programme, &[]).await });
    let (began, closed) = (beginning.await.unwrap(), closing.await.unwrap());
    closed.unwrap().unwrap();
    school.work().await;
    let progress = school.year().await.progress;
    match began {
        Ok(began) => {
            began.unwrap();
            assert_eq!(progress.ended, 3);
        }
        Err(error) => {
            assert!(matches!(error, Error::ProgrammeYearClosed), "{error}");
            assert_eq!(progress.ended, 2);
        }
    }
    assert_eq!(mentorship::all(school.store(), false).await.unwrap().len(), 0);
});

both!(archived_programme_takes_nothing_new, async |app| {
    let school = School::open(app).await;
    let (store, by) = (school.store(), &operator());
    let YearRefusal::Waits(waits) = school.archive().await.unwrap_err() else { panic!("something waits") };
    assert_eq!(waits, [(WaitKind::Mentorships, 2)]);
    school.close(&[]).await.unwrap();
    school.work().await;
    school.mails().await;
    invitations::invite(store, by, school.programme.id, &[invitee("ivo", None)]).await.unwrap();
    assert_eq!(school.archive().await, Err(YearRefusal::Waits(vec![(WaitKind::Invitations, 1)])));
    school.app.advance(Duration::days(200));
    invitations::end_due(store).await.unwrap();
    school.archive().await.unwrap();
    let archived = |result: store::Result<()>| assert!(matches!(result, Err(Error::ProgrammeArchived)), "{result:?}");
    archived(invitations::invite(store, by, school.programme.id, &[invitee("ida", None)]).await.map(drop));
    archived(pair(store, school.mo, school.leo).await.map(drop));
    let window = NewWindow {
        programme: school.programme.id,
        survey: "about".to_owned(),
        roles: [Role::Mentee].into(),
        cohort: None,
        when: When::Exit { open_weeks: 2 },
        remind_after: Vec::new(),
    };
    archived(windows::open(store, by, store.clock.id(), &window).await.map(drop));
    assert!(matches!(school.open_on(None).await, Err(YearRefusal::Archived { .. })));
    assert!(!programmes::by_id(store, school.programme.id).await.unwrap().unwrap().settings.sign_up.is_open);
    school_year::reopen(store, by, school.programme.id).await.unwrap().unwrap();
    assert_eq!(school_year::reopen(store, by, school.programme.id).await.unwrap(), Err(YearRefusal::NotArchived));
    school.open_on(None).await.unwrap();
    school.work().await;
    assert_eq!(school.mails().await.iter().filter(|(_, template)| template.starts_with("year_begins")).count(), 5);
    windows::open(store, by, store.clock.id(), &window).await.unwrap().unwrap();
});

both!(person_who_left_comes_back, async |app| {
    let school = School::open(app).await;
    school.close(&[]).await.unwrap();
    school.work().await;
    school.decide(&[school.mo, school.leo], Next::Leaves).await;
    assert_eq!((school.waits(school.mo).await, school.waits(school.leo).await), (None, None));
    school.open_on(None).await.unwrap();
    school.work().await;
    let refused =
        school_year::roll_over(school.store(), &school.actor(), school.programme.id, &[school.ana], Next::Leaves).await;
    assert_eq!(refused.unwrap(), Err(YearRefusal::Open), "in an open year no one leaves with it");
    assert_eq!(school.decide(&[school.mo, school.leo], Next::Continues).await.changed, 2);
    assert_eq!(school.waits(school.mo).await, Some(0));
    assert_eq!(school.reach().await, Reach { mentees: 3, mentors: 2 });
});
