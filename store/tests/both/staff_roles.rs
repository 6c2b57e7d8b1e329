//! The end of roles, and what their holders had taken.

use chrono::Duration;
use store::administration::{
    self, AccountChange, EndOptions, HandOverRefusal, HandedOver, LeadlessProgramme, RoleEndRefusal, RoleRefusal,
    end_role, hand_over, rehearse_role_end, to_hand_over,
};
use store::bus::{Event, Topic};
use store::console::colleagues;
use store::listing::ListRequest;
use store::messages::Draft;
use store::outbox::{self, Mail};
use store::people::{self, NewPerson, Role};
use store::reports::{self, NewReport, Reason};
use store::staff::{Actor, Grant, Permission, Scope, Staff, StaffRole, audit, duty, grants};
use store::{AlertId, PersonId, ProgrammeId, SignedIn, alert_notices, cases, erase, programmes, team};
use test_kit::{both, operator};

use crate::TestApp;
use crate::test_store::{new_person, next_events};

/// Sam and Lea coordinate and lead a programme with Mia and Tom; Ada is the administrator.
struct World {
    app: TestApp,
    programme: ProgrammeId,
    mia: PersonId,
    tom: PersonId,
    sam: PersonId,
    lea: PersonId,
    ada: PersonId,
}

impl World {
    async fn new(app: TestApp) -> Self {
        let settings = programmes::Settings::default();
        let programme =
            administration::put_programme(&app.store, &operator(), "river", "River", "UTC", &settings).await.unwrap();
        let add = async |name: &str, role, programme_id| {
            let person = NewPerson { programme_id, ..new_person(name, role) };
            people::add(&app.store, &operator(), &person).await.unwrap().unwrap()
        };
        let (mia, tom) =
            (add("Mia", Role::Mentee, Some(programme)).await, add("Tom", Role::Mentor, Some(programme)).await);
        let (sam, lea) =
            (add("Sam", Role::Staff, Some(programme)).await, add("Lea", Role::Staff, Some(programme)).await);
        let ada = add("Ada", Role::Staff, None).await;
        for (person, role, programme) in [
            (sam, StaffRole::Coordinator, Some(programme)),
            (sam, StaffRole::Safeguarding, Some(programme)),
            (lea, StaffRole::Coordinator, Some(programme)),
            (lea, StaffRole::Safeguarding, Some(programme)),
            (ada, StaffRole::Administrator, None),
        ] {
            grants::grant(&app.store, &operator(), person, Grant { role, programme }).await.unwrap();
        }
        Self { programme, mia, tom, sam, lea, ada, app }
    }

    fn grant(&self, role: StaffRole) -> Grant {
        Grant { role, programme: Some(self.programme) }
    }

    /// Mia reports a person to the team, and the case is Sam's.
    async fn case_of_sam(&self, about: PersonId) -> AlertId {
        let channel = self.app.direct(&[self.mia, about]).await;
        let new = NewReport {
            reporter: self.mia,
            subject: about,
            channel,
            message: None,
            programme: Some(self.programme),
            reason: Reason::Harassment,
            details: "",
            stops_contact: Some(false),
        };
        let id = reports::add(&self.app.store, new, 20).await.unwrap().unwrap().id;
        let case = crate::safety::case_about(&self.app.store, id.0).await;
        assert!(cases::assign(&self.app.store, &staff(self.sam), case, self.sam).await.unwrap());
        case
    }

    /// A person writes to the team, and the conversation is Sam's.
    async fn conversation_of_sam(&self, with: PersonId) {
        let channel = team::open(&self.app.store, with).await.unwrap().unwrap();
        let temp_id = test_kit::fresh_name();
        self.app.store.writer.append(Draft::text(channel, with, temp_id, "Hello")).await.unwrap();
        team::assign(&self.app.store, &operator(), with, None, Some(self.sam)).await.unwrap().unwrap();
    }

    async fn owner(&self, case: AlertId) -> Option<PersonId> {
        let reader = staff(self.lea);
        cases::by_id(&self.app.store, &reader, case).await.unwrap().unwrap().listed.assigned_to_id
    }

    async fn owner_of_conversation(&self, with: PersonId) -> Option<PersonId> {
        let rows = team::inbox::page(&self.app.store, &staff(self.lea), &ListRequest::default()).await.unwrap().rows;
        rows.into_iter().find(|row| row.person_id == with).unwrap().assigned_to
    }
}

fn staff(person: PersonId) -> Staff {
    Staff { person, scope: Scope::Installation }
}

fn to(person: PersonId) -> EndOptions {
    EndOptions { to: Some(person), ..EndOptions::default() }
}

fn work(cases: usize, conversations: usize, waiting: usize) -> HandedOver {
    HandedOver { cases, conversations, waiting }
}

both!(work_goes_to_a_colleague_with_the_end_of_a_role, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, tom, mia, .. } = world;
    let (store, ada) = (&world.app.store, Actor::Staff(staff(world.ada)));
    let case = world.case_of_sam(tom).await;
    world.conversation_of_sam(mia).await;
    let lead = world.grant(StaffRole::Safeguarding);
    let before = rehearse_role_end(store, &ada, sam, lead).await.unwrap().unwrap();
    assert_eq!((before.work, before.without_lead, before.colleagues), (work(1, 0, 0), vec![], vec![lea]));
    assert_eq!(world.owner(case).await, Some(sam), "nothing happened");
    let mut bus = store.bus.listen();
    let end = end_role(store, &ada, sam, lead, to(lea)).await.unwrap().unwrap();
    assert_eq!(end.work, work(1, 0, 0));
    let events = next_events(&mut bus).await;
    let [Event::TopicsChanged { people, topics }] = &events[..] else { panic!("{events:?}") };
    assert!(people.contains(&sam) && topics.contains(&Topic::Profile), "open pages of Sam lose access");
    assert_eq!(world.owner(case).await, Some(lea));
    assert_eq!(world.owner_of_conversation(mia).await, Some(sam), "a coordinator still");
    let signed_in = SignedIn::of_person(store, sam).await.unwrap().unwrap();
    assert_eq!(signed_in.grants.scope(Permission::HandleCases), None);
    let rows = audit::page(store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let of_ada = rows.iter().filter(|row| row.actor_id == Some(world.ada));
    let mut acts: Vec<_> = of_ada.map(|row| &*row.action).collect();
    acts.sort_unstable();
    assert_eq!(acts, ["assign_case", "hand_over", "revoke"]);
    let again = end_role(store, &ada, sam, lead, to(lea)).await.unwrap();
    assert_eq!(again, Err(RoleEndRefusal::Unknown));
});

both!(work_without_a_new_owner_waits_with_its_clock, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, tom, mia, .. } = world;
    let store = &world.app.store;
    let case = world.case_of_sam(tom).await;
    world.conversation_of_sam(mia).await;
    alert_notices::send_due(store).await.unwrap();
    world.app.advance(Duration::hours(5));
    alert_notices::send_due(store).await.unwrap();
    for mail in outbox::lease::<Mail>(store, outbox::MAIL, 50, Duration::minutes(1)).await.unwrap() {
        outbox::done(store, mail.id).await.unwrap();
    }
    administration::set_disabled(store, &operator(), sam, true, Some("left")).await.unwrap();
    assert_eq!((world.owner(case).await, world.owner_of_conversation(mia).await), (None, None));
    alert_notices::send_due(store).await.unwrap();
    let mails = outbox::lease::<Mail>(store, outbox::MAIL, 50, Duration::minutes(1)).await.unwrap();
    let mails: Vec<_> = mails.into_iter().map(|job| (job.payload.to, job.payload.template)).collect();
    let address = people::by_id(store, lea).await.unwrap().unwrap().email;
    assert!(mails.contains(&(address, "staff_report_waiting".to_owned())), "{mails:?}");
    assert!(!cases::assign(store, &staff(lea), case, sam).await.unwrap(), "closed accounts take nothing");
});

both!(erased_staff_leave_no_work, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let case = world.case_of_sam(world.tom).await;
    let person = people::by_id(store, world.sam).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    assert_eq!(world.owner(case).await, None);
    let refused = end_role(store, &operator(), world.lea, world.grant(StaffRole::Coordinator), to(world.sam)).await;
    assert_eq!(refused.unwrap().map(|end| end.work), Ok(work(0, 0, 0)), "there is no work that the erased could get");
});

both!(new_owner_without_the_permission_is_refused, async |app| {
    let world = World::new(app).await;
    let World { sam, ada, tom, .. } = world;
    let (store, by) = (&world.app.store, Actor::Staff(staff(world.ada)));
    let case = world.case_of_sam(tom).await;
    let lead = world.grant(StaffRole::Safeguarding);
    assert_eq!(end_role(store, &by, sam, lead, to(ada)).await.unwrap(), Err(RoleEndRefusal::NoColleague));
    assert_eq!(hand_over(store, &by, sam, Some(ada)).await.unwrap(), Err(HandOverRefusal::NoColleague));
    assert_eq!(world.owner(case).await, Some(sam), "and the role stays");
    let signed_in = SignedIn::of_person(store, sam).await.unwrap().unwrap();
    assert!(signed_in.grants.scope(Permission::HandleCases).is_some());
});

both!(case_about_the_new_owner_waits_for_others, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, tom, .. } = world;
    let store = &world.app.store;
    let (about_lea, about_tom) = (world.case_of_sam(lea).await, world.case_of_sam(tom).await);
    assert_eq!(hand_over(store, &operator(), sam, Some(lea)).await.unwrap(), Ok(work(2, 0, 1)));
    assert_eq!(world.owner(about_tom).await, Some(lea));
    let seen = cases::by_id(store, &staff(world.ada), about_lea).await.unwrap().unwrap();
    assert_eq!(seen.listed.assigned_to_id, None);
});

both!(case_about_the_actor_is_neither_counted_nor_given, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, ada, .. } = world;
    let (store, by) = (&world.app.store, Actor::Staff(staff(world.ada)));
    let case = world.case_of_sam(ada).await;
    assert_eq!(to_hand_over(store, &by, sam).await.unwrap().unwrap(), (work(0, 0, 0), vec![]));
    assert_eq!(hand_over(store, &by, sam, Some(lea)).await.unwrap(), Ok(work(0, 0, 0)));
    assert_eq!(world.owner(case).await, Some(sam));
    let lead = world.grant(StaffRole::Safeguarding);
    let shown = colleagues::duties(store, &staff(ada), &[sam]).await.unwrap();
    assert_eq!(shown[&sam].cases, 0);
    assert_eq!(end_role(store, &by, sam, lead, to(lea)).await.unwrap().unwrap().work, work(0, 0, 0));
    assert_eq!(world.owner(case).await, None, "it waits for all");
});

both!(people_hand_over_their_own_work_before_holidays, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, tom, mia, .. } = world;
    let store = &world.app.store;
    let case = world.case_of_sam(tom).await;
    world.conversation_of_sam(mia).await;
    let own = Actor::Staff(Staff { person: sam, scope: Scope::Programmes(vec![world.programme]) });
    assert_eq!(to_hand_over(store, &own, sam).await.unwrap(), Ok((work(1, 1, 0), vec![lea])));
    assert_eq!(hand_over(store, &own, sam, Some(lea)).await.unwrap(), Ok(work(1, 1, 0)));
    assert_eq!((world.owner(case).await, world.owner_of_conversation(mia).await), (Some(lea), Some(lea)));
    let stranger = Actor::Staff(Staff { person: sam, scope: Scope::Programmes(Vec::new()) });
    assert_eq!(hand_over(store, &stranger, lea, None).await.unwrap(), Ok(work(0, 0, 0)), "beyond the scope");
    assert_eq!(world.owner(case).await, Some(lea));
    assert_eq!(hand_over(store, &operator(), mia, None).await.unwrap(), Err(HandOverRefusal::Unknown), "no staff");
});

both!(last_administrator_and_own_role_stay, async |app| {
    let world = World::new(app).await;
    let World { sam, ada, .. } = world;
    let store = &world.app.store;
    let everywhere = Grant { role: StaffRole::Administrator, programme: None };
    let by_ada = Actor::Staff(staff(ada));
    let own = end_role(store, &by_ada, ada, everywhere, EndOptions::default()).await.unwrap();
    assert_eq!(own, Err(RoleEndRefusal::OwnRecord));
    let last = end_role(store, &operator(), ada, everywhere, EndOptions::default()).await.unwrap();
    assert_eq!(last, Err(RoleEndRefusal::LastAdministrator));
    assert_eq!(
        grants::grant(store, &by_ada, ada, world.grant(StaffRole::Coordinator)).await.unwrap(),
        grants::GrantOutcome::OwnRecord
    );
    grants::grant(store, &operator(), sam, everywhere).await.unwrap();
    let by_sam = Actor::Staff(staff(sam));
    let both = futures_util::join!(
        end_role(store, &by_ada, sam, everywhere, EndOptions::default()),
        end_role(store, &by_sam, ada, everywhere, EndOptions::default())
    );
    let ended = [both.0.unwrap().is_ok(), both.1.unwrap().is_ok()];
    assert_eq!(ended.iter().filter(|is_ended| **is_ended).count(), 1, "one administrator stays");
});

both!(last_administrator_stays_with_their_account, async |app| {
    let world = World::new(app).await;
    let World { sam, ada, .. } = world;
    let (store, by) = (&world.app.store, &operator());
    let close = async |id| administration::set_disabled(store, by, id, true, None).await.unwrap();
    assert_eq!(close(ada).await, AccountChange::LastAdministrator);
    let demoted = administration::set_role(store, by, ada, Role::Mentor).await.unwrap();
    assert_eq!(demoted, Err(RoleRefusal::LastAdministrator(ada)));
    let person = people::by_id(store, ada).await.unwrap().unwrap();
    assert!(matches!(erase::erase(store, by, &person).await, Err(store::Error::LastAdministrator)));
    assert!(!people::by_id(store, ada).await.unwrap().unwrap().is_disabled);
    let everywhere = Grant { role: StaffRole::Administrator, programme: None };
    grants::grant(store, by, sam, everywhere).await.unwrap();
    let mut both = <[_; 2]>::from(futures_util::join!(close(ada), close(sam)));
    both.sort_by_key(|change| *change != AccountChange::Done);
    assert_eq!(both, [AccountChange::Done, AccountChange::LastAdministrator], "one administrator stays");
});

both!(noticed_case_about_staff_is_kept_from_them, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, tom, .. } = world;
    let store = &world.app.store;
    let channel = world.app.direct(&[world.mia, tom]).await;
    let noticed = [detection::Kind::Contact].into_iter().collect();
    let draft = Draft { noticed, ..Draft::text(channel, tom, test_kit::fresh_name(), "add me on snap") };
    store.writer.append(draft).await.unwrap();
    let case = cases::page(store, &staff(sam), &ListRequest::default()).await.unwrap().rows.remove(0).id;
    assert!(cases::assign(store, &staff(sam), case, sam).await.unwrap());
    // The writer becomes staff.
    administration::set_role(store, &operator(), tom, Role::Staff).await.unwrap().unwrap();
    grants::grant(store, &operator(), tom, world.grant(StaffRole::Safeguarding)).await.unwrap();
    assert_eq!(colleagues::duties(store, &staff(tom), &[sam]).await.unwrap()[&sam].cases, 0);
    assert_eq!(colleagues::duties(store, &staff(lea), &[sam]).await.unwrap()[&sam].cases, 1);
    let (_, offered) = to_hand_over(store, &operator(), sam).await.unwrap().unwrap();
    assert!(offered.contains(&lea) && !offered.contains(&tom), "the case is about Tom: {offered:?}");
    assert_eq!(hand_over(store, &operator(), sam, Some(tom)).await.unwrap(), Err(HandOverRefusal::NoColleague));
});

both!(reopened_case_waits_if_its_owner_is_gone, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, tom, .. } = world;
    let store = &world.app.store;
    let case = world.case_of_sam(tom).await;
    for owner in [Some(sam), None] {
        assert!(cases::resolve(store, &staff(lea), case, cases::Outcome::TalkedTo, "settled").await.unwrap());
        if owner.is_none() {
            let lead = world.grant(StaffRole::Safeguarding);
            end_role(store, &operator(), sam, lead, EndOptions::default()).await.unwrap().unwrap();
        }
        assert!(cases::reopen(store, &staff(lea), case).await.unwrap());
        assert_eq!(world.owner(case).await, owner);
    }
});

both!(case_that_waits_again_is_told_at_once, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, tom, .. } = world;
    let store = &world.app.store;
    let hours = [duty::Hours { weekday: 0, from_minute: 0, until_minute: 0 }];
    let every: Vec<_> = (0..7).map(|weekday| duty::Hours { weekday, ..hours[0] }).collect();
    duty::set_hours(store, &operator(), sam, world.programme, &[], &every).await.unwrap().unwrap();
    let case = world.case_of_sam(tom).await;
    let notified = async || {
        alert_notices::send_due(store).await.unwrap();
        let case = cases::by_id(store, &staff(lea), case).await.unwrap().unwrap();
        let history = cases::history(store, &case).await.unwrap();
        history.iter().filter(|one| one.act == "notify").map(|one| (one.person_id, one.step)).collect::<Vec<_>>()
    };
    assert_eq!(notified().await, [(Some(sam), Some(0))], "Sam is on duty day and night");
    hand_over(store, &operator(), sam, None).await.unwrap().unwrap();
    assert!(notified().await.contains(&(Some(lea), Some(1))), "Lea does not wait two hours");
});

both!(leads_who_end_at_the_same_time_leave_one, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let lead = world.grant(StaffRole::Safeguarding);
    let by = &operator();
    let both = futures_util::join!(
        end_role(store, by, world.sam, lead, EndOptions::default()),
        end_role(store, by, world.lea, lead, EndOptions::default())
    );
    let ended = [both.0.unwrap().is_ok(), both.1.unwrap().is_ok()];
    assert_eq!(ended.iter().filter(|is_ended| **is_ended).count(), 1, "the second one needs agreement");
});

both!(end_of_the_last_lead_needs_agreement, async |app| {
    let world = World::new(app).await;
    let World { sam, lea, ada, programme, .. } = world;
    let (store, by) = (&world.app.store, Actor::Staff(staff(ada)));
    let lead = world.grant(StaffRole::Safeguarding);
    end_role(store, &by, lea, lead, EndOptions::default()).await.unwrap().unwrap();
    let leadless = vec![LeadlessProgramme { id: programme, name: "River".to_owned(), cases_go_to: vec![ada] }];
    let rehearsed = rehearse_role_end(store, &by, sam, lead).await.unwrap().unwrap();
    assert_eq!(rehearsed.without_lead, leadless);
    let refused = end_role(store, &by, sam, lead, EndOptions::default()).await.unwrap();
    assert_eq!(refused, Err(RoleEndRefusal::NoLeadLeft(leadless.clone())));
    let agreed = EndOptions { to: None, without_lead: Some(vec![programme]) };
    assert_eq!(end_role(store, &by, sam, lead, agreed).await.unwrap().unwrap().without_lead, leadless);
});

both!(roles_elsewhere_are_out_of_reach, async |app| {
    let world = World::new(app).await;
    let store = &world.app.store;
    let scope = Scope::Programmes(vec![store.clock.id()]);
    let stranger = Actor::Staff(Staff { person: world.ada, scope: scope.clone() });
    let lead = world.grant(StaffRole::Safeguarding);
    let refused = end_role(store, &stranger, world.sam, lead, EndOptions::default()).await.unwrap();
    assert_eq!(refused, Err(RoleEndRefusal::Unknown));
    let rehearsed = rehearse_role_end(store, &stranger, world.sam, lead).await.unwrap();
    assert_eq!(rehearsed, Err(RoleEndRefusal::Unknown));
    let reader = Staff { person: world.ada, scope };
    let listed = colleagues::page(store, &reader, &ListRequest::default()).await.unwrap();
    let names: Vec<_> = listed.rows.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["Ada Okafor"], "only staff of the installation");
    assert!(colleagues::by_id(store, &reader, world.sam).await.unwrap().is_none());
});

both!(team_is_listed_with_roles_and_work, async |app| {
    let world = World::new(app).await;
    let World { sam, tom, mia, programme, .. } = world;
    let store = &world.app.store;
    world.case_of_sam(tom).await;
    world.conversation_of_sam(mia).await;
    let reader = Staff { person: world.lea, scope: Scope::Programmes(vec![programme]) };
    let listed = colleagues::page(store, &reader, &ListRequest::default()).await.unwrap();
    let ids: Vec<PersonId> = listed.rows.iter().map(|one| one.id).collect();
    assert_eq!(ids.len(), 3);
    let duties = colleagues::duties(store, &reader, &ids).await.unwrap();
    let of_sam = &duties[&sam];
    assert_eq!((of_sam.cases, of_sam.conversations), (1, 1));
    assert_eq!(of_sam.grants, [world.grant(StaffRole::Coordinator), world.grant(StaffRole::Safeguarding)]);
    let request = |name: &str, value: &str| ListRequest {
        filters: [(name.to_owned(), vec![value.to_owned()])].into(),
        ..ListRequest::default()
    };
    for (name, value, count) in [
        ("role", "administrator", 1),
        ("absent", "yes", 0),
        ("status", "active", 3),
        ("programme", &programme.to_string(), 3),
    ] {
        let page = colleagues::page(store, &reader, &request(name, value)).await.unwrap();
        assert_eq!(page.total, count, "{name}");
    }
});
