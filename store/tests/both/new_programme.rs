//! Programmes that staff create in the console: what they take over, who coordinates them, and what imports do to them.

use serde_json::json;
use store::administration::{
    self, NewProgramme, NewProgrammeRefusal, NewRule, create_programme, programmes_of_installation,
};
use store::content::{self, Bundle, Origin, Programme as InBundle};
use store::listing::ListRequest;
use store::people::Role;
use store::programmes::rules::Rule;
use store::programmes::{self, EmailDomains, Settings};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, audit, grants};
use store::{PersonId, ProgrammeId};
use test_kit::{both, operator};

use crate::TestApp;
use crate::mentorship::person;

/// Lake has rules of all kinds; Olga administers the installation, and Cora is staff.
struct World {
    app: TestApp,
    lake: ProgrammeId,
    olga: PersonId,
    cora: PersonId,
}

fn settings() -> Settings {
    serde_json::from_value(json!({
        "sign_up": {"is_open": true, "email_domains": {"mentees": ["lake.example"], "mentors": []},
            "institutions": [{"name": "Bridges", "codes": ["BRIDGES-26"]}]},
        "contact": {"every_weeks": 3},
        "matching": {"needs_vetting": true, "needs_guardian_consent": true},
        "blackout": {"refuses_sending": true, "weekly": [{"day": "Sun", "from": "21:00:00", "to": "07:00:00"}],
            "dated": [{"from": "2026-07-20T00:00:00", "to": "2026-09-01T08:00:00"}]},
        "streak": {"holidays": [{"from": "2026-12-21", "until": "2027-01-03"}]},
        "team": {"days": ["Tue"], "from": "10:00:00", "until": "12:00:00", "away": [{"from": "2026-12-21", "until": "2027-01-03"}]},
        "retention": {"people_months": 12},
    }))
    .unwrap()
}

impl World {
    async fn new(app: TestApp) -> Self {
        let (store, rules) = (&app.store, settings());
        let put = administration::put_programme(store, &operator(), "lake", "Lake", "Europe/Berlin", &rules).await;
        let lake = put.unwrap();
        let [olga, cora] =
            [person(&app, "olga", Role::Staff, lake).await, person(&app, "cora", Role::Staff, lake).await];
        test_kit::grant_all_roles(&app.store, olga, None).await;
        Self { app, lake, olga, cora }
    }

    fn new_one<'a>(&self, key: &'a str) -> NewProgramme<'a> {
        NewProgramme {
            key,
            name: " Hill ",
            time_zone: "Europe/London",
            rules_of: self.lake,
            coordinator: Some(self.cora),
        }
    }

    async fn create(&self, new: &NewProgramme<'_>) -> Result<ProgrammeId, NewProgrammeRefusal> {
        let olga = Actor::Staff(Staff { person: self.olga, scope: Scope::Installation });
        create_programme(&self.app.store, &olga, new).await.unwrap()
    }

    async fn keys(&self) -> Vec<String> {
        programmes::all(&self.app.store).await.unwrap().into_iter().map(|one| one.key).collect()
    }

    async fn open_sign_up(&self, id: ProgrammeId) {
        let settings = programmes::by_id(&self.app.store, id).await.unwrap().unwrap().settings.0;
        let rule = Rule::SignUp(true);
        let expected = rule.key().of(&settings).revision();
        let new = NewRule { rule, expected: &expected };
        administration::set_rule(&self.app.store, &operator(), id, new).await.unwrap().unwrap();
    }

    async fn import(&self, programmes: Vec<InBundle>) -> Vec<String> {
        let bundle = Bundle { programmes: Some(programmes), ..Bundle::default() };
        let imported = administration::import_content(&self.app.store, &operator(), &bundle, Origin::Operator).await;
        imported.unwrap().closed
    }
}

fn in_bundle(key: &str, settings: Settings) -> InBundle {
    InBundle { key: key.to_owned(), name: key.to_owned(), time_zone: "UTC".to_owned(), settings }
}

both!(new_programme_has_the_rules_without_codes_and_dates, async |app| {
    let world = World::new(app).await;
    let id = world.create(&world.new_one("hill")).await.unwrap();
    let hill = programmes::by_id(&world.app.store, id).await.unwrap().unwrap();
    assert_eq!((hill.key.as_str(), hill.name.as_str(), hill.time_zone.as_str()), ("hill", "Hill", "Europe/London"));
    let mut expected = settings();
    expected.sign_up.is_open = false;
    expected.sign_up.email_domains = EmailDomains::default();
    expected.sign_up.institutions.clear();
    expected.blackout.dated.clear();
    expected.streak.holidays.clear();
    expected.team.away.clear();
    assert_eq!(hill.settings.0, expected);
    let cora = Grant { role: StaffRole::Coordinator, programme: Some(id) };
    let all = grants::all(&world.app.store).await.unwrap();
    let of_hill: Vec<_> = all.iter().filter(|one| one.programme_id == Some(id)).collect();
    assert_eq!(of_hill.len(), 1);
    assert_eq!((of_hill[0].person_id, of_hill[0].role), (world.cora, cora.role));
    let rows = audit::page(&world.app.store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let row = rows.iter().find(|row| row.action == "create_programme").unwrap();
    assert_eq!(row.new_values.as_deref(), Some(r#"{"name":"Hill","rules_of":"lake","time_zone":"Europe/London"}"#));
    let listed = programmes_of_installation(&world.app.store).await.unwrap();
    let [hill, lake] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((hill.is_open(), hill.is_of_console, hill.people, hill.coordinators), (false, true, 0, 1));
    assert_eq!((lake.is_open(), lake.is_of_console), (true, false));
});

both!(refused_programme_leaves_nothing, async |app| {
    let world = World::new(app).await;
    person(&world.app, "leo", Role::Mentee, world.lake).await;
    let leo = store::people::by_email(&world.app.store, "leo@example.org").await.unwrap().unwrap().id;
    let gone = person(&world.app, "gina", Role::Staff, world.lake).await;
    administration::set_disabled(&world.app.store, &operator(), gone, true, None).await.unwrap();
    let good = world.new_one("hill");
    let long = "x".repeat(81);
    for (new, refusal) in [
        (NewProgramme { key: "lake", ..good }, NewProgrammeRefusal::KeyTaken),
        (NewProgramme { key: "Hill", ..good }, NewProgrammeRefusal::Key),
        (NewProgramme { key: "", ..good }, NewProgrammeRefusal::Key),
        (NewProgramme { name: " ", ..good }, NewProgrammeRefusal::Name),
        (NewProgramme { name: &long, ..good }, NewProgrammeRefusal::Name),
        (NewProgramme { time_zone: "Berlin", ..good }, NewProgrammeRefusal::TimeZone),
        (NewProgramme { rules_of: world.app.store.clock.id(), ..good }, NewProgrammeRefusal::NotFound),
        (NewProgramme { coordinator: Some(leo), ..good }, NewProgrammeRefusal::Coordinator),
        (NewProgramme { coordinator: Some(gone), ..good }, NewProgrammeRefusal::Coordinator),
        (NewProgramme { coordinator: Some(world.olga), ..good }, NewProgrammeRefusal::OwnRole),
    ] {
        assert_eq!(world.create(&new).await, Err(refusal));
    }
    let coordinator = Actor::Staff(Staff { person: world.cora, scope: Scope::Programmes(vec![world.lake]) });
    let outside = create_programme(&world.app.store, &coordinator, &good).await.unwrap();
    assert_eq!(outside, Err(NewProgrammeRefusal::NotFound), "a coordinator creates none");
    assert_eq!(world.keys().await, ["lake"]);
});

both!(import_that_does_not_know_a_programme_of_the_console_leaves_it_open, async |app| {
    let world = World::new(app).await;
    let id = world.create(&world.new_one("hill")).await.unwrap();
    world.open_sign_up(id).await;
    let open =
        Settings { sign_up: store::programmes::SignUp { is_open: true, ..Default::default() }, ..Settings::default() };
    assert_eq!(world.import(vec![in_bundle("other", open.clone())]).await, ["lake"], "of a bundle, as before");
    let hill = programmes::by_id(&world.app.store, id).await.unwrap().unwrap();
    assert!(hill.settings.sign_up.is_open);

    let exported = content::get(&world.app.store).await.unwrap().programmes.unwrap();
    let of_hill = exported.into_iter().find(|one| one.key == "hill").unwrap();
    assert_eq!((&of_hill.name, &of_hill.settings), (&hill.name, &hill.settings.0));
    assert_eq!(world.import(vec![of_hill, in_bundle("other", open.clone())]).await, [""; 0]);
    assert_eq!(world.import(vec![in_bundle("other", open)]).await, ["hill"], "a bundle named it since");
});
