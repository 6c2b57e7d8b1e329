//! What waits for staff, over weeks, and the mail of the morning about it.

use chrono::{DateTime, Duration, Utc};
use store::console::digest;
use store::console::trends::{self, Figure, Kind as FigureKind};
use store::console::worklist::{self, Kind, Work};
use store::listing::ListRequest;
use store::people::{self, Role};
use store::staff::{Actor, Grant, Grants, Scope, StaffRole, grants, people_list};
use store::team::{self, NewAnswer};
use store::{PersonId, mentorship, outbox};
use test_kit::both;

use crate::contact::World;
use crate::test_store::new_person;

/// Adds a member of staff with a role in the programme.
async fn staff(world: &World, name: &str, role: StaffRole) -> (PersonId, Grants) {
    let person = people::NewPerson { programme_id: Some(world.programme.id), ..new_person(name, Role::Staff) };
    let person = people::add(&world.app.store, &test_kit::operator(), &person).await.unwrap().unwrap();
    let grant = Grant { role, programme: Some(world.programme.id) };
    grants::grant(&world.app.store, &test_kit::operator(), person, grant).await.unwrap();
    (person, [grant].into_iter().collect())
}

async fn go_to(world: &World, time: &str) {
    let at: DateTime<Utc> = time.parse().unwrap();
    world.app.advance(at - world.app.store.clock.now());
}

async fn work(world: &World, (person, grants): &(PersonId, Grants)) -> Vec<Work> {
    worklist::of_staff(&world.app.store, *person, grants).await.unwrap()
}

fn counts(work: &[Work]) -> Vec<(Kind, i64)> {
    work.iter().map(|work| (work.kind, work.count)).collect()
}

both!(work_of_each_role_follows_the_weeks, async |app| {
    let world = World::new(app).await;
    let (cora, lena) =
        (staff(&world, "Cora", StaffRole::Coordinator).await, staff(&world, "Lena", StaffRole::Safeguarding).await);
    let administrator = staff(&world, "Ada Min", StaffRole::Administrator).await;
    go_to(&world, "2026-05-04T08:00:00Z").await;
    let pair = world.begin(&[world.leo], None).await.unwrap();
    assert_eq!(counts(&work(&world, &cora).await), [(Kind::BirthMonthMissing, 2), (Kind::Unmatched, 1)]);
    assert_eq!(work(&world, &lena).await, [], "she may read the list, and the act is not hers");

    go_to(&world, "2026-06-02T08:00:00Z").await;
    let of_cora = work(&world, &cora).await;
    assert_eq!(
        counts(&of_cora),
        [(Kind::BirthMonthMissing, 2), (Kind::Silent, 1), (Kind::VettingEnding, 1), (Kind::Unmatched, 1)]
    );
    let silent = &of_cora[1].first[0];
    assert_eq!((silent.id, silent.since), (pair.0, "2026-05-04T08:00:00Z".parse().unwrap()));
    let ending = &of_cora[2].first[0];
    // The end of a day in the zone of the programme.
    assert_eq!((ending.id, ending.due), (world.nina.0, Some("2026-06-30T22:00:00Z".parse().unwrap())));
    assert_eq!((ending.due_on, ending.written_at), (Some("2026-06-30".parse().unwrap()), None));
    let by_cora =
        Actor::Staff(store::staff::Staff { person: cora.0, scope: Scope::Programmes(vec![world.programme.id]) });
    let words = NewAnswer { temp_id: "a", body: "Please send us a new certificate.", seen: None };
    team::answer(&world.app.store, &by_cora, world.nina, words).await.unwrap().unwrap();
    let of_cora = work(&world, &cora).await;
    for (kind, index) in [(Kind::Silent, 1), (Kind::VettingEnding, 2)] {
        let one = &of_cora[index];
        assert_eq!((one.kind, one.first[0].written_at), (kind, Some("2026-06-02T08:00:00Z".parse().unwrap())));
    }
    let sorts: Vec<_> = of_cora.iter().map(|one| one.sort).collect();
    assert_eq!(sorts, ["createdAt", "lastContact", "vettedUntil", "createdAt"].map(Some));

    let channel = mentorship::by_id(&world.app.store, pair).await.unwrap().unwrap().channel_id;
    world.report(channel, Some(true)).await;
    let of_lena = work(&world, &lena).await;
    assert_eq!(counts(&of_lena), [(Kind::ReportToTake, 1)]);
    assert_eq!(of_lena[0].sort, None, "the list of cases begins with the most urgent");
    let case = &of_lena[0].first[0];
    assert_eq!(case.due.unwrap() - case.since, Duration::hours(2));
    let lead = store::staff::Staff { person: lena.0, scope: Scope::Programmes(vec![world.programme.id]) };
    assert!(store::cases::assign(&world.app.store, &lead, store::AlertId(case.id), lena.0).await.unwrap());
    let of_lena = work(&world, &lena).await;
    assert_eq!(counts(&of_lena), [(Kind::ReportToDecide, 1)]);
    let case = &of_lena[0].first[0];
    assert_eq!(case.due.unwrap() - case.since, Duration::hours(24));
    assert_eq!(work(&world, &administrator).await, []);

    go_to(&world, "2026-07-03T08:00:00Z").await;
    let of_cora = work(&world, &cora).await;
    assert_eq!(of_cora[0].kind, Kind::VettingEnded, "first, because contact is closed");
    assert_eq!(of_cora[0].first[0].since, "2026-06-30T22:00:00Z".parse::<DateTime<Utc>>().unwrap());
    assert_eq!(of_cora[0].first[0].written_at, None, "that was longer ago than 30 days");
});

both!(morning_mail_is_sent_once_on_a_working_day, async |app| {
    let world = World::new(app).await;
    staff(&world, "Cora", StaffRole::Coordinator).await;
    staff(&world, "Ada Min", StaffRole::Administrator).await;
    let store = &world.app.store;
    let mails = async |time: &str| {
        go_to(&world, time).await;
        digest::enqueue_due(store).await.unwrap();
        digest::enqueue_due(store).await.unwrap();
        let jobs: Vec<outbox::Job<outbox::Mail>> =
            outbox::lease(store, outbox::MAIL, 100, Duration::minutes(1)).await.unwrap();
        let mut mails = Vec::new();
        for job in jobs {
            outbox::done(store, job.id).await.unwrap();
            let mail = job.payload;
            assert_eq!(mail.template, "staff_worklist");
            mails.push(format!("{} {} {}", mail.to, mail.values["unmatched"], mail.values["silent"]));
        }
        mails
    };
    // In Berlin it is two hours later.
    assert_eq!(mails("2026-05-04T04:50:00Z").await, [""; 0], "ten to seven");
    assert_eq!(mails("2026-05-04T05:05:00Z").await, ["cora@example.org 2 0"], "nothing waits for the administrator");
    assert_eq!(mails("2026-05-04T06:00:00Z").await, [""; 0], "once a day");
    assert_eq!(mails("2026-05-05T09:30:00Z").await, [""; 0], "a morning that was missed stays missed");
    assert_eq!(mails("2026-05-06T07:00:00Z").await, ["cora@example.org 2 0"]);
    assert_eq!(mails("2026-05-09T06:00:00Z").await, [""; 0], "Saturday");
});

both!(figures_are_the_lengths_of_their_lists, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let scope = Scope::Programmes(vec![world.programme.id]);
    let figures = async || -> Vec<(FigureKind, i64, i64)> {
        let figures = trends::of_scope(store, &scope).await.unwrap();
        figures.into_iter().map(|Figure { kind, now, before }| (kind, now, before)).collect()
    };
    let length = async |filters: &[(&str, &str)]| {
        let filters = filters.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect();
        let request = ListRequest { filters, ..ListRequest::default() };
        people_list::page(store, &scope, &request).await.unwrap().total
    };
    world.app.advance(Duration::days(1));
    world.begin(&[world.leo], None).await.unwrap();
    let (joined, matched) = ([("joined", "recent")], [("role", "mentee"), ("matched", "yes")]);
    assert_eq!((length(&joined).await, length(&matched).await), (3, 1));
    assert_eq!(
        figures().await,
        [
            (FigureKind::Joined, 3, 0),
            (FigureKind::Matched, 1, 0),
            (FigureKind::Running, 1, 0),
            (FigureKind::Learning, 0, 0)
        ]
    );
    world.app.advance(Duration::days(28));
    assert_eq!((length(&joined).await, length(&matched).await), (0, 1));
    assert_eq!(
        figures().await,
        [
            (FigureKind::Joined, 0, 3),
            (FigureKind::Matched, 1, 1),
            (FigureKind::Running, 1, 1),
            (FigureKind::Learning, 0, 0)
        ]
    );
});
