//! Numbers of cases by month: what counts when, the lists behind them, and what belongs to the history of a case.

use chrono::{DateTime, Duration, Utc};
use store::administration::{self, SuspendedBy};
use store::alerts::Kind;
use store::cases::{self, CaseMonth, Outcome};
use store::listing::ListRequest;
use store::people::Role;
use store::reports::{self, NewReport, Reason};
use store::staff::{Actor, Scope, Staff, audit};
use store::{AlertId, PersonId, ProgrammeId};
use test_kit::{both, operator};

use crate::mentorship::person;
use crate::safety::{alert_about, case_about};
use crate::test_store::TestStore;

struct World {
    app: TestStore,
    lake: ProgrammeId,
    hill: ProgrammeId,
    maya: PersonId,
    tom: PersonId,
    sam: Staff,
    channel: store::ChannelId,
}

impl World {
    async fn new(app: TestStore) -> Self {
        let put = async |key: &str| {
            let settings = Default::default();
            administration::put_programme(&app.store, &operator(), key, key, "Europe/Berlin", &settings).await.unwrap()
        };
        let (lake, hill) = (put("lake").await, put("hill").await);
        let [maya, tom, sam] = [
            person(&app, "nora", Role::Mentor, lake).await,
            person(&app, "theo", Role::Mentee, lake).await,
            person(&app, "sue", Role::Staff, lake).await,
        ];
        let channel = app.direct(&[maya, tom]).await;
        let sam = Staff { person: sam, scope: Scope::Programmes(vec![lake]) };
        let world = Self { app, lake, hill, maya, tom, sam, channel };
        world.go_to("2027-01-31T22:30:00Z");
        world
    }

    fn go_to(&self, at: &str) {
        let at: DateTime<Utc> = at.parse().unwrap();
        self.app.advance(at - self.app.store.clock.now());
    }

    async fn report(&self, programme: ProgrammeId) -> AlertId {
        let new = NewReport {
            reporter: self.tom,
            subject: self.maya,
            channel: self.channel,
            message: None,
            programme: Some(programme),
            reason: Reason::Spam,
            details: "",
            stops_contact: Some(false),
        };
        let report = reports::add(&self.app.store, new, 10_000).await.unwrap().unwrap();
        case_about(&self.app.store, report.id.0).await
    }

    async fn take(&self, case: AlertId) {
        let to = self.sam.person;
        test_kit::grant_all_roles(&self.app.store, to, Some(self.lake)).await;
        assert!(cases::assign(&self.app.store, &self.sam, case, to).await.unwrap());
    }

    async fn close(&self, case: AlertId, outcome: Outcome) {
        assert!(cases::resolve(&self.app.store, &self.sam, case, outcome, "").await.unwrap());
    }

    async fn months(&self) -> Vec<CaseMonth> {
        cases::figures(&self.app.store, &self.sam, None).await.unwrap().months
    }

    /// The length of the list behind a number.
    async fn listed(&self, month: &CaseMonth, name: &str, more: &[(&str, &str)]) -> i64 {
        let interval = format!("{}/{}", month.from.to_rfc3339(), month.until.to_rfc3339());
        let filters = more.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()]));
        let filters = filters.chain([(name.to_owned(), vec![interval])]).collect();
        let request = ListRequest { filters, ..ListRequest::default() };
        cases::page(&self.app.store, &self.sam, &request).await.unwrap().total
    }

    /// Compares every number with the list behind it.
    async fn check(&self) {
        for month in self.months().await {
            for opened in &month.opened {
                let kind = serde_json::to_value(opened.kind).unwrap();
                let listed = self.listed(&month, "opened", &[("kind", kind.as_str().unwrap())]).await;
                assert_eq!(listed, opened.count, "{}", month.month);
            }
            for closed in &month.closed {
                let outcome = serde_json::to_value(closed.outcome.unwrap()).unwrap();
                let listed = self.listed(&month, "closed", &[("outcome", outcome.as_str().unwrap())]).await;
                assert_eq!(listed, closed.count, "{}", month.month);
            }
            assert_eq!(self.listed(&month, "reopened", &[]).await, month.reopened, "{}", month.month);
            assert_eq!(self.listed(&month, "openAt", &[]).await, month.open, "{}", month.month);
        }
    }

    async fn acts(&self, staff: &Staff, case: AlertId) -> Option<Vec<String>> {
        let case = cases::by_id(&self.app.store, staff, case).await.unwrap()?;
        let history = cases::history(&self.app.store, &case).await.unwrap();
        Some(history.into_iter().map(|one| one.act).filter(|act| act != "notify").collect())
    }
}

both!(months_are_those_of_the_programme, async |app| {
    let world = World::new(app).await;
    world.report(world.lake).await;
    // Half past midnight in Berlin.
    world.go_to("2027-01-31T23:30:00Z");
    world.report(world.lake).await;
    world.report(world.hill).await;
    let months = world.months().await;
    assert_eq!(months.len(), 12);
    let opened: Vec<i64> = months.iter().map(|month| month.opened.iter().map(|one| one.count).sum()).collect();
    assert_eq!((months[0].month.to_string(), &opened[..3]), ("2027-02-01".to_owned(), &[1, 1, 0][..]));
    assert_eq!(months[0].from, "2027-01-31T23:00:00Z".parse::<DateTime<Utc>>().unwrap());
    let of = async |programme| cases::figures(&world.app.store, &world.sam, Some(programme)).await.unwrap().months;
    assert_eq!(of(world.lake).await, months);
    assert!(of(world.hill).await.iter().all(|month| month.opened.is_empty() && month.open == 0));
    world.check().await;
});

both!(case_that_is_reopened_counts_as_open_again, async |app| {
    let world = World::new(app).await;
    let case = world.report(world.lake).await;
    world.go_to("2027-02-10T12:00:00Z");
    world.close(case, Outcome::TalkedTo).await;
    world.go_to("2027-03-10T12:00:00Z");
    assert!(cases::reopen(&world.app.store, &world.sam, case).await.unwrap());
    world.go_to("2027-04-10T12:00:00Z");
    world.check().await;
    let open = |months: Vec<CaseMonth>| months.iter().take(4).map(|month| month.open).collect::<Vec<_>>();
    // April, March, February, January.
    assert_eq!(open(world.months().await), [1, 1, 0, 1]);
    world.close(case, Outcome::Warned).await;
    let months = world.months().await;
    let closed: Vec<usize> = months.iter().take(4).map(|month| month.closed.len()).collect();
    assert_eq!((closed, months[1].reopened), (vec![1, 0, 0, 0], 1));
    assert_eq!(open(months), [0, 1, 0, 1]);
    world.check().await;
});

both!(clocks_are_those_of_reports_and_crises, async |app| {
    let world = World::new(app).await;
    world.go_to("2027-02-10T10:00:00Z");
    let (quick, slow) = (world.report(world.lake).await, world.report(world.lake).await);
    world.report(world.lake).await;
    world.app.advance(Duration::hours(1));
    world.take(quick).await;
    let taken = world.months().await[0].taken;
    assert_eq!((taken.known, taken.in_time), (1, 1), "the others may still be taken in time");
    world.app.advance(Duration::hours(2));
    world.take(slow).await;
    world.close(quick, Outcome::NoConcern).await;
    let month = world.months().await.remove(0);
    assert_eq!((month.taken.known, month.taken.in_time, month.taken.median_minutes), (3, 1, Some(120)));
    assert_eq!((month.decided.known, month.decided.in_time, month.decided.median_minutes), (1, 1, Some(180)));
    world.app.advance(Duration::hours(24));
    // Closing decides, also what was not taken.
    world.close(slow, Outcome::NoConcern).await;
    let month = world.months().await.remove(0);
    assert_eq!((month.decided.known, month.decided.in_time, month.decided.median_minutes), (3, 1, Some(900)));
    assert_eq!(month.opened.iter().map(|one| (one.kind, one.count)).collect::<Vec<_>>(), [(Kind::Report, 3)]);
    world.check().await;
});

both!(figures_leave_out_what_the_reader_does_not_handle, async |app| {
    let world = World::new(app).await;
    world.report(world.hill).await;
    alert_about(&world.app, world.tom, world.hill).await;
    let about_reader = NewReport {
        reporter: world.tom,
        subject: world.sam.person,
        channel: world.channel,
        message: None,
        programme: Some(world.lake),
        reason: Reason::Danger,
        details: "",
        stops_contact: Some(false),
    };
    reports::add(&world.app.store, about_reader, 10).await.unwrap().unwrap();
    assert!(world.months().await.iter().all(|month| month.opened.is_empty() && month.open == 0));
});

both!(acts_from_the_page_of_a_case_are_in_its_history, async |app| {
    let world = World::new(app).await;
    let (case, other) = (world.report(world.lake).await, world.report(world.lake).await);
    let store = &world.app.store;
    let actor = Actor::OnCase { staff: world.sam.clone(), case };
    let suspend = async |actor: &Actor| {
        administration::suspend(store, actor, world.maya, None, "a reason", SuspendedBy::Lead).await.unwrap().unwrap();
    };
    suspend(&actor).await;
    world.app.advance(Duration::minutes(1));
    administration::lift_suspension(store, &actor, world.maya, SuspendedBy::Lead).await.unwrap();
    world.app.advance(Duration::minutes(1));
    // From the page of the person: of no case.
    suspend(&Actor::Staff(world.sam.clone())).await;
    let acts = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    assert_eq!(world.acts(&world.sam, case).await, acts(&["lift_suspension", "suspend"]));
    assert_eq!(world.acts(&world.sam, other).await, acts(&[]));
    let elsewhere = Staff { person: world.sam.person, scope: Scope::Programmes(vec![world.hill]) };
    assert_eq!(world.acts(&elsewhere, case).await, None);
    let found = cases::by_id(store, &world.sam, case).await.unwrap().unwrap();
    let written = cases::happened_after(store, &found, None).await.unwrap();
    let written: Vec<_> =
        written.into_iter().filter(|one| one.act != "notify").map(|one| (one.act, one.reason)).collect();
    assert_eq!(written[0], ("suspend".to_owned(), Some("a reason".to_owned())), "also in the file");

    // Who was suspended from a report about them does not find it in the log; others do.
    let page = async |reader| {
        let scope = Scope::Programmes(vec![world.lake]);
        let rows = audit::page(store, &scope, Some(reader), &ListRequest::default()).await.unwrap().rows;
        rows.iter().filter(|row| row.action == "suspend").count()
    };
    assert_eq!((page(world.sam.person).await, page(world.maya).await), (2, 1));
});
