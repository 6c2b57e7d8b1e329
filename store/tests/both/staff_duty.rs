//! Hours of duty, absences, and whom alerts reach.

use chrono::{Days, Duration};
use store::cases;
use store::channels::{self, Kind};
use store::listing::ListRequest;
use store::messages::Draft;
use store::outbox::{self, Mail};
use store::people::{self, NewPerson, Role};
use store::reports::{self, NewReport, Reason};
use store::staff::duty::{self, Absence, DutyRefusal, Hours};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, grants};
use store::{ChannelId, PersonId, ProgrammeId, administration, alert_notices, erase, export, programmes, staff::audit};
use test_kit::{both, operator};

use crate::TestApp;
use crate::test_store::{draft, new_person};

/// Tom writes in a programme that Sam and Lea lead; Ada gives roles.
struct World {
    app: TestApp,
    programme: ProgrammeId,
    channel: ChannelId,
    tom: PersonId,
    sam: PersonId,
    lea: PersonId,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let settings = programmes::Settings::default();
        let programme =
            administration::put_programme(&app.store, &operator(), "river", "River", "UTC", &settings).await.unwrap();
        let [maya, tom] = ["Maya", "Tom"].map(|name| NewPerson {
            programme_id: Some(programme),
            ..new_person(name, if name == "Tom" { Role::Mentee } else { Role::Mentor })
        });
        let maya = people::add(&app.store, &operator(), &maya).await.unwrap().unwrap();
        let tom = people::add(&app.store, &operator(), &tom).await.unwrap().unwrap();
        let channel = channels::create(&app.store, Kind::Direct, "", Some(programme)).await.unwrap();
        channels::join(&app.store, channel, &[maya, tom]).await.unwrap();
        let sam = lead(&app, "Sam", Some(programme)).await;
        let lea = lead(&app, "Lea", Some(programme)).await;
        let ada = people::add(&app.store, &operator(), &new_person("Ada", Role::Staff)).await.unwrap().unwrap();
        let administrator = Grant { role: StaffRole::Administrator, programme: None };
        grants::grant(&app.store, &operator(), ada, administrator).await.unwrap();
        Self { programme, channel, tom, sam, lea, app }
    }

    /// Gives a lead hours that cover the present, or begin in two hours.
    async fn give_hours(&self, person: PersonId, is_now: bool) {
        let now = self.app.store.clock.now() + Duration::hours(if is_now { -1 } else { 2 });
        let weekday = i64::from(chrono::Datelike::weekday(&now).num_days_from_monday());
        let minute = i64::from(chrono::Timelike::hour(&now)) * 60;
        let hours = [Hours { weekday, from_minute: minute, until_minute: (minute + 180) % 1_440 }];
        duty::set_hours(&self.app.store, &operator(), person, self.programme, &[], &hours).await.unwrap().unwrap();
    }

    async fn go(&self, person: PersonId) {
        let first_day = self.app.store.clock.now().date_naive();
        let absence = Absence { first_day, last_day: first_day + Days::new(7) };
        duty::set_absences(&self.app.store, &operator(), person, &[], &[absence]).await.unwrap().unwrap();
    }

    async fn crisis(&self) {
        let draft = Draft { is_crisis: true, ..draft(self.channel, self.tom, "I want to die") };
        self.app.store.writer.append(draft).await.unwrap();
    }

    /// Notifies staff of what is due, and returns whom.
    async fn notified(&self) -> Vec<String> {
        alert_notices::send_due(&self.app.store).await.unwrap();
        let mails = outbox::lease::<Mail>(&self.app.store, outbox::MAIL, 20, Duration::minutes(1)).await.unwrap();
        let mut found = Vec::new();
        for mail in mails {
            outbox::done(&self.app.store, mail.id).await.unwrap();
            if mail.payload.template.starts_with("staff_") {
                found.push(mail.payload.to.split('@').next().unwrap().to_lowercase());
            }
        }
        found.sort();
        found
    }
}

async fn lead(app: &TestApp, name: &str, programme: Option<ProgrammeId>) -> PersonId {
    let person = NewPerson { programme_id: programme, ..new_person(name, Role::Staff) };
    let person = people::add(&app.store, &operator(), &person).await.unwrap().unwrap();
    let grant = Grant { role: StaffRole::Safeguarding, programme };
    grants::grant(&app.store, &operator(), person, grant).await.unwrap();
    person
}

fn staff(person: PersonId) -> Staff {
    Staff { person, scope: Scope::Installation }
}

both!(alert_goes_to_the_lead_on_duty_then_to_deputies_then_up, async |app| {
    let world = World::new(app).await;
    world.give_hours(world.sam, true).await;
    world.crisis().await;
    assert_eq!(world.notified().await, ["sam"]);
    world.app.advance(Duration::minutes(15));
    assert_eq!(world.notified().await, ["lea", "sam"]);
    world.app.advance(Duration::minutes(15));
    assert_eq!(world.notified().await, ["ada", "lea", "sam"]);
});

both!(without_hours_all_leads_are_on_duty, async |app| {
    let world = World::new(app).await;
    world.crisis().await;
    assert_eq!(world.notified().await, ["lea", "sam"]);
});

both!(outside_hours_the_first_alert_goes_to_deputies, async |app| {
    let world = World::new(app).await;
    world.give_hours(world.sam, false).await;
    world.crisis().await;
    assert_eq!(world.notified().await, ["lea", "sam"]);
});

both!(absent_leads_get_nothing_and_still_see_the_case, async |app| {
    let world = World::new(app).await;
    world.give_hours(world.sam, true).await;
    world.go(world.sam).await;
    world.crisis().await;
    assert_eq!(world.notified().await, ["lea"], "a deputy, because no one is on duty");
    world.app.advance(Duration::minutes(15));
    assert_eq!(world.notified().await, ["lea"]);
    let seen = cases::page(&world.app.store, &staff(world.sam), &ListRequest::default()).await.unwrap();
    assert_eq!(seen.total, 1);
});

both!(crisis_reaches_leads_who_are_all_absent, async |app| {
    let world = World::new(app).await;
    world.go(world.sam).await;
    world.go(world.lea).await;
    world.crisis().await;
    assert_eq!(world.notified().await, ["lea", "sam"]);
});

both!(lead_on_duty_learns_nothing_of_a_report_about_them, async |app| {
    let world = World::new(app).await;
    world.give_hours(world.sam, true).await;
    let new = NewReport {
        reporter: world.tom,
        subject: world.sam,
        channel: world.channel,
        message: None,
        programme: Some(world.programme),
        reason: Reason::Harassment,
        details: "",
        stops_contact: Some(false),
    };
    reports::add(&world.app.store, new, 20).await.unwrap().unwrap();
    assert_eq!(world.notified().await, ["lea"]);
});

both!(history_shows_who_was_notified_and_who_took_it, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    world.give_hours(world.sam, true).await;
    world.crisis().await;
    world.notified().await;
    world.app.advance(Duration::minutes(15));
    world.notified().await;
    let listed = cases::page(store, &staff(world.lea), &ListRequest::default()).await.unwrap().rows.remove(0);
    world.app.advance(Duration::minutes(1));
    assert!(cases::assign(store, &staff(world.lea), listed.id, world.lea).await.unwrap());
    let case = cases::by_id(store, &staff(world.lea), listed.id).await.unwrap().unwrap();
    let history = cases::history(store, &case).await.unwrap();
    let shown: Vec<_> = history.iter().map(|one| (&*one.act, one.person_id, one.step)).collect();
    assert_eq!(shown[0], ("assign_case", Some(world.lea), None));
    assert_eq!(shown[3], ("notify", Some(world.sam), Some(0)));
    assert!(shown[1..3].contains(&("notify", Some(world.lea), Some(1))), "{shown:?}");
    assert!(shown[1..3].contains(&("notify", Some(world.sam), Some(1))), "{shown:?}");
    let person = people::by_id(store, world.sam).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    let left = cases::history(store, &case).await.unwrap();
    let of_sam = |one: &cases::Happened| (one.act == "notify" && one.person_id.is_none()).then_some(one.step);
    assert_eq!(left.iter().filter_map(of_sam).collect::<Vec<_>>(), [Some(1), Some(0)], "notices stay without the name");
    assert!(left.iter().all(|one| one.person_id != Some(world.sam)), "{left:?}");
});

both!(hours_are_checked_and_kept_from_strangers, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let set = async |actor: &Actor, person, before: &[Hours], hours: &[Hours]| {
        duty::set_hours(store, actor, person, world.programme, before, hours).await.unwrap()
    };
    let hours = |weekday, from_minute, until_minute| Hours { weekday, from_minute, until_minute };
    let by = &operator();
    let overlap = [hours(6, 1_380, 120), hours(0, 60, 180)];
    let many: Vec<Hours> = (0..15).map(|one| hours(one % 7, one * 60, one * 60 + 30)).collect();
    for refused in [
        &[hours(7, 0, 60)][..],
        &[hours(0, 0, 0), hours(1, 0, 0), hours(0, 60, 120)],
        &[hours(0, -1, 60)],
        &[hours(0, 0, 1_440)],
        &overlap,
        &many,
    ] {
        assert_eq!(set(by, world.sam, &[], refused).await, Err(DutyRefusal::Invalid), "{refused:?}");
    }
    let night = [hours(0, 1_320, 120)];
    assert_eq!(set(by, world.tom, &[], &night).await, Err(DutyRefusal::Unknown), "no lead");
    let everywhere = lead(&world.app, "Ines", None).await;
    let nowhere = duty::set_hours(store, by, everywhere, store.clock.id(), &[], &night).await.unwrap();
    assert_eq!(nowhere, Err(DutyRefusal::Unknown), "there is no such programme");
    let stranger = Actor::Staff(Staff { person: world.lea, scope: Scope::Programmes(Vec::new()) });
    assert_eq!(set(&stranger, world.sam, &[], &night).await, Err(DutyRefusal::Unknown));
    assert_eq!(set(by, world.sam, &[], &night).await, Ok(()));
    assert_eq!(set(by, world.sam, &[], &night).await, Ok(()), "as it is already");
    assert_eq!(set(by, world.sam, &[], &[hours(1, 0, 60)]).await, Err(DutyRefusal::Changed));
    let own = Actor::Staff(staff(world.sam));
    assert_eq!(set(&own, world.sam, &night, &[hours(1, 0, 60)]).await, Ok(()));
    let grant = Grant { role: StaffRole::Safeguarding, programme: Some(world.programme) };
    administration::end_role(store, by, world.sam, grant, Default::default()).await.unwrap().unwrap();
    let planned = duty::of_programmes(store, &Scope::Installation).await.unwrap();
    let leads: Vec<_> = planned.iter().flat_map(|one| &one.leads).collect();
    assert!(leads.iter().all(|lead| lead.person != world.sam && lead.hours.is_empty()), "hours end with the role");
    assert_eq!(set(by, world.sam, &[], &night).await, Err(DutyRefusal::Unknown), "no longer a lead");
});

both!(absences_are_checked_exported_and_erased, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let today = store.clock.now().date_naive();
    let days =
        |first: u64, last: u64| Absence { first_day: today + Days::new(first), last_day: today + Days::new(last) };
    let set = async |actor: &Actor, person, before: &[Absence], after: &[Absence]| {
        duty::set_absences(store, actor, person, before, after).await.unwrap()
    };
    let own = Actor::Staff(Staff { person: world.sam, scope: Scope::Programmes(vec![world.programme]) });
    for refused in [&[days(3, 2)][..], &[days(1, 400)], &[days(1, 5), days(5, 6)]] {
        assert_eq!(set(&own, world.sam, &[], refused).await, Err(DutyRefusal::Invalid), "{refused:?}");
    }
    let long_ago = Absence { first_day: "0001-01-01".parse().unwrap(), last_day: today };
    assert_eq!(set(&own, world.sam, &[], &[long_ago]).await, Err(DutyRefusal::Invalid));
    assert_eq!(set(&own, world.sam, &[], &[days(1, 5)]).await, Ok(()), "their own");
    let everywhere = lead(&world.app, "Ines", None).await;
    assert_eq!(set(&own, everywhere, &[], &[days(1, 5)]).await, Err(DutyRefusal::Unknown), "beyond the scope");
    assert_eq!(set(&operator(), world.tom, &[], &[days(1, 5)]).await, Err(DutyRefusal::Unknown), "no staff");
    assert_eq!(set(&own, world.sam, &[], &[]).await, Err(DutyRefusal::Changed));
    world.give_hours(world.sam, true).await;
    let exported = export::everything_about(store, &operator(), world.sam).await.unwrap().unwrap().data;
    assert_eq!(exported["absences"].as_array().map(Vec::len), Some(1));
    assert_eq!(exported["hoursOfDuty"].as_array().map(Vec::len), Some(1));
    let person = people::by_id(store, world.sam).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    assert_eq!(duty::absences(store, world.sam).await.unwrap(), []);
    let rows = audit::page(store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let row = rows.iter().find(|row| row.action == "set_absence").unwrap();
    assert_eq!((row.programme_id, row.new_values.as_deref()), (Some(world.programme), None));
});

both!(members_read_when_a_lead_is_on_duty_next, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let programme = programmes::by_id(store, world.programme).await.unwrap().unwrap();
    let of_team = programme.team_back_at(store.clock.now());
    assert_eq!(duty::reads_at(store, world.programme).await.unwrap(), of_team, "no lead has entered hours");
    world.give_hours(world.sam, false).await;
    let next = duty::reads_at(store, world.programme).await.unwrap().unwrap();
    assert!(next > store.clock.now() && next <= store.clock.now() + Duration::hours(2));
    world.give_hours(world.lea, true).await;
    assert_eq!(duty::reads_at(store, world.programme).await.unwrap(), None, "Lea is on duty");
});
