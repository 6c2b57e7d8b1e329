//! Two years of a programme, against what the test knows of each person.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, Duration, Months, NaiveDate, Utc};
use store::login_sessions::{self, Factors};
use store::people::{self, Role};
use store::{DataRequestId, MentorshipId, PersonId, retention};
use test_kit::both;

use super::{World, answer, ask, begin, end, report, set_closed, warnings};
use crate::mentorship::person;
use crate::test_store::start;

/// What is known about a person of the simulation, from what the test did.
#[derive(Default)]
struct Known {
    /// Since when they are away: their account is closed, or they never finished signing up.
    closed_at: Option<DateTime<Utc>>,
    unfinished_since: Option<DateTime<Utc>>,
    is_reported: bool,
    request: Option<DataRequestId>,
    pair: Option<MentorshipId>,
    warned: Option<NaiveDate>,
    is_erased: bool,
    /// Since when nothing about them has changed.
    quiet_since: Option<DateTime<Utc>>,
}

impl Known {
    fn due_on(&self) -> Option<NaiveDate> {
        let since = self.closed_at.or(self.unfinished_since)?;
        Some(since.date_naive() + Months::new(6))
    }

    fn is_kept(&self) -> bool {
        self.is_reported || self.request.is_some() || self.pair.is_some()
    }
}

/// A generator of numbers: the same ones in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

both!(two_years_erase_those_who_left_and_no_one_else, async |app| {
    let world = World::new(app).await;
    let (app, store) = (&world.app, world.store());
    let mut numbers = Numbers(7);
    let mut all = BTreeMap::new();
    for number in 0..12 {
        let id = person(app, &format!("mentee{number}"), Role::Mentee, world.lake).await;
        all.insert(id, Known { quiet_since: Some(start()), ..Known::default() });
    }
    app.execute("UPDATE people SET agreed_terms_at = NULL WHERE email IN ('mentee0@example.org', 'mentee1@example.org', 'mentee2@example.org')").await;
    for known in all.values_mut().take(3) {
        known.unfinished_since = Some(start());
    }
    let ids: Vec<PersonId> = all.keys().copied().collect();
    let mut erased = 0;
    for _ in 0..240 {
        app.advance(Duration::days(3));
        let now = store.clock.now();
        for _ in 0..numbers.below(3) {
            let id = ids[numbers.below(ids.len())];
            let known = all.get_mut(&id).unwrap();
            if known.is_erased {
                continue;
            }
            known.quiet_since = Some(now);
            match numbers.below(9) {
                0..=2 if known.closed_at.is_none() => {
                    set_closed(app, id, true).await;
                    known.closed_at = Some(now);
                }
                3 if known.closed_at.is_some() => {
                    set_closed(app, id, false).await;
                    known.closed_at = None;
                }
                4 if known.closed_at.is_none() => {
                    login_sessions::open(store, id, "browser", Factors::One).await.unwrap();
                    known.unfinished_since = known.unfinished_since.map(|_| now);
                }
                5 if !known.is_reported => {
                    report(app, world.lake, world.nina, id).await;
                    known.is_reported = true;
                }
                6 => match known.request.take() {
                    Some(request) => answer(app, id, request).await,
                    None => known.request = Some(ask(app, id).await),
                },
                7 => match known.pair.take() {
                    Some(pair) => end(app, pair).await,
                    None if known.closed_at.is_none() => known.pair = Some(begin(app, world.nina, id).await),
                    None => {}
                },
                8 if known.is_reported => {
                    app.execute("UPDATE alerts SET handled_at = created_at; DELETE FROM legal_holds").await;
                    for other in all.values_mut().filter(|other| other.is_reported) {
                        other.is_reported = false;
                        other.quiet_since = Some(now);
                    }
                }
                _ => {}
            }
        }
        retention::work(store).await.unwrap();
        let today = now.date_naive();
        for (to, day) in warnings(app).await {
            let id = people::by_email(store, &to).await.unwrap().unwrap().id;
            let known = all.get_mut(&id).unwrap();
            assert!(!known.is_kept() && known.due_on().unwrap() <= today + Days::new(30), "{to} is warned too early");
            let day = day.parse::<NaiveDate>().unwrap();
            assert_eq!(day, known.due_on().unwrap().max(today + Days::new(30)));
            known.warned = Some(day);
        }
        for (id, known) in all.iter_mut().filter(|(_, known)| !known.is_erased) {
            if world.is_erased(*id).await {
                assert!(!known.is_kept(), "something keeps {id}");
                assert!(known.due_on().is_some_and(|day| day <= today), "{id} is active, or left too late");
                assert!(known.warned.is_some_and(|day| day <= today), "{id} was not warned");
                known.is_erased = true;
                erased += 1;
            } else if let (Some(due), Some(quiet)) = (known.due_on(), known.quiet_since) {
                let latest = due.max(quiet.date_naive() + Days::new(30)) + Days::new(6);
                assert!(known.is_kept() || today <= latest, "{id} is kept for no reason");
            }
        }
    }
    assert!(erased >= 4 && erased < ids.len(), "{erased} of {}", ids.len());
    assert!(!world.is_erased(world.nina).await && !world.is_erased(world.sam).await);
    let days = world.overview(world.sam, true).await.days;
    assert!(days.windows(2).all(|pair| pair[0].day > pair[1].day));
});
