//! Grants, the scope of permissions, the log of acts, and the lists of staff.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::json;
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use store::administration::{MenteesAfter, SuspendedBy, Transfer};
use store::listing::{ListError, ListRequest};
use store::mentorship::{EndReason, NewMentorship};
use store::people::{self, NewPerson, Role};
use store::programmes::Settings;
use store::reports::{self, NewReport, Reason};
use store::staff::grants::{self, GrantOutcome, ShortOfLeads};
use store::staff::{Actor, Grant, Permission, Scope, Staff, StaffRole, audit, people_list};
use store::{PersonId, ProgrammeId, SignedIn, Store, administration, cases, erase, login_sessions, person_facts};

use crate::test_store::{TestStore, new_person};
use test_kit::{both, operator};

async fn programme(store: &Store, key: &str) -> ProgrammeId {
    administration::put_programme(store, &test_kit::operator(), key, &key.to_uppercase(), "UTC", &Default::default())
        .await
        .unwrap()
}

async fn add(store: &Store, name: &str, role: Role, programme_id: Option<ProgrammeId>) -> PersonId {
    let person = NewPerson { programme_id, ..new_person(name, role) };
    people::add(store, &test_kit::operator(), &person).await.unwrap().unwrap()
}

fn filter(name: &str, value: impl Into<String>) -> ListRequest {
    ListRequest { filters: [(name.to_owned(), vec![value.into()])].into(), ..ListRequest::default() }
}

/// The first names of all pages of two rows.
async fn names(store: &Store, scope: &Scope, request: ListRequest) -> Vec<String> {
    let mut request = ListRequest { limit: Some(2), ..request };
    let mut names = Vec::new();
    loop {
        let page = people_list::page(store, scope, &request).await.unwrap();
        names.extend(page.rows.into_iter().map(|person| person.first_name));
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            assert_eq!(i64::try_from(names.len()).unwrap(), page.total);
            return names;
        }
    }
}

both!(grants_come_with_the_signed_in_person, async |app| {
    let store = &app.store;
    let (north, south) = (programme(store, "north").await, programme(store, "south").await);
    let [_, tom, _, _] = app.people().await;
    let cora = add(store, "Cora", Role::Staff, Some(north)).await;
    let coordinator = |programme| Grant { role: StaffRole::Coordinator, programme: Some(programme) };
    for programme in [north, south] {
        let granted = grants::grant(store, &operator(), cora, coordinator(programme)).await.unwrap();
        assert_eq!(granted, GrantOutcome::Changed);
    }
    let again = grants::grant(store, &operator(), cora, coordinator(north)).await.unwrap();
    assert_eq!(again, GrantOutcome::Unchanged);
    let refused = grants::grant(store, &operator(), tom, coordinator(north)).await.unwrap();
    assert_eq!(refused, GrantOutcome::NotStaff);
    let refused = grants::grant(store, &operator(), cora, coordinator(store.clock.id())).await.unwrap();
    assert_eq!(refused, GrantOutcome::NotStaff, "there is no such programme");

    let scope = async |permission| {
        let signed_in = SignedIn::of_person(store, cora).await.unwrap().unwrap();
        signed_in.grants.scope(permission)
    };
    let mut both = vec![north, south];
    both.sort_unstable();
    assert_eq!(scope(Permission::ReadPeople).await, Some(Scope::Programmes(both)));
    assert_eq!(scope(Permission::HandleCases).await, None);
    administration::end_role(store, &operator(), cora, coordinator(north), Default::default()).await.unwrap().unwrap();
    assert_eq!(scope(Permission::ReadPeople).await, Some(Scope::Programmes(vec![south])));
    administration::set_role(store, &test_kit::operator(), cora, Role::Mentor).await.unwrap().unwrap();
    assert_eq!(scope(Permission::ReadPeople).await, None, "who is no longer staff holds no role");
});

both!(staff_without_grant_get_no_mail_and_see_nothing, async |app| {
    let store = &app.store;
    let north = programme(store, "north").await;
    let cora = add(store, "Cora", Role::Staff, Some(north)).await;
    assert!(SignedIn::of_person(store, cora).await.unwrap().unwrap().grants.is_empty());
    let short = |only_lead: Option<&str>| {
        vec![ShortOfLeads { programme: "north".to_owned(), only_lead: only_lead.map(str::to_owned) }]
    };
    assert_eq!(grants::short_of_leads(store).await.unwrap(), short(None));
    let lead = Grant { role: StaffRole::Safeguarding, programme: Some(north) };
    grants::grant(store, &operator(), cora, lead).await.unwrap();
    assert_eq!(grants::short_of_leads(store).await.unwrap(), short(Some("cora@example.org")));
    let ines = add(store, "Ines", Role::Staff, None).await;
    let everywhere = Grant { role: StaffRole::Safeguarding, programme: None };
    grants::grant(store, &operator(), ines, everywhere).await.unwrap();
    assert_eq!(grants::short_of_leads(store).await.unwrap(), []);
});

both!(list_of_people_shows_the_scope_only, async |app| {
    let store = &app.store;
    let (north, south, east) =
        (programme(store, "north").await, programme(store, "south").await, programme(store, "east").await);
    for (name, place) in [("Nele", Some(north)), ("Sven", Some(south)), ("Edda", Some(east)), ("Nobody", None)] {
        add(store, name, Role::Mentee, place).await;
    }
    let two = Scope::Programmes(vec![north, south]);
    assert_eq!(names(store, &two, ListRequest::default()).await, ["Nele", "Sven"]);
    assert_eq!(names(store, &two, filter("programme", east.to_string())).await, Vec::<String>::new());
    let search = |text: &str| ListRequest { search: Some(text.to_owned()), ..ListRequest::default() };
    assert_eq!(names(store, &two, search("edda")).await, Vec::<String>::new());
    assert_eq!(names(store, &Scope::Programmes(Vec::new()), ListRequest::default()).await, Vec::<String>::new());
    let all = names(store, &Scope::Installation, ListRequest::default()).await;
    assert_eq!(all, ["Edda", "Nele", "Nobody", "Sven"], "also people without a programme, and no bots");
});

both!(list_of_people_is_searched_filtered_and_sorted, async |app| {
    let store = &app.store;
    let north = administration::put_programme(store, &operator(), "north", "north", "UTC", &demanding()).await.unwrap();
    let emile = add(store, "Émile", Role::Mentee, Some(north)).await;
    app.advance(Duration::minutes(1));
    add(store, "Zoë 100%", Role::Mentor, Some(north)).await;
    app.advance(Duration::minutes(1));
    let anna = add(store, "anna", Role::Mentor, Some(north)).await;
    administration::set_disabled(store, &test_kit::operator(), anna, true, None).await.unwrap();
    app.advance(Duration::minutes(1));
    login_sessions::open(store, emile, "test", login_sessions::Factors::Two).await.unwrap();
    let scope = Scope::Programmes(vec![north]);
    let listed = async |request| names(store, &scope, request).await;
    let sort = |sort: &str| ListRequest { sort: Some(sort.to_owned()), ..ListRequest::default() };
    let search = |text: &str| ListRequest { search: Some(text.to_owned()), ..ListRequest::default() };
    assert_eq!(listed(sort("createdAt")).await, ["Émile", "Zoë 100%", "anna"]);
    assert_eq!(listed(sort("-createdAt")).await, ["anna", "Zoë 100%", "Émile"]);
    assert_eq!(listed(sort("-lastSeen")).await, ["Émile", "anna", "Zoë 100%"]);
    assert_eq!(listed(search("EMILE okafor")).await, ["Émile"], "case and accents do not count");
    assert_eq!(listed(search("zoe 100%")).await, ["Zoë 100%"]);
    assert_eq!(listed(search("%")).await, ["Zoë 100%"], "a percent sign is a letter");
    assert_eq!(listed(filter("role", "mentee")).await, ["Émile"]);
    assert_eq!(listed(filter("status", "closed")).await, ["anna"]);
    let by = SuspendedBy::Lead;
    administration::suspend(store, &operator(), emile, None, "talks first", by).await.unwrap().unwrap();
    assert_eq!(listed(filter("status", "suspended")).await, ["Émile"]);
    assert_eq!(listed(filter("status", "active")).await, ["Zoë 100%"]);
    assert_eq!(listed(filter("fact", "consent_missing")).await, ["Émile"]);
    let mut either = filter("role", "mentee");
    either.filters.get_mut("role").unwrap().push("mentor".to_owned());
    assert_eq!(listed(either).await.len(), 3, "one of the values of a filter");
});

/// A programme that demands vetting and consent.
fn demanding() -> Settings {
    let mut settings = Settings::default();
    (settings.matching.needs_vetting, settings.matching.needs_guardian_consent) = (true, true);
    settings
}

both!(nothing_is_missing_that_no_programme_demands, async |app| {
    let store = &app.store;
    let north = programme(store, "north").await;
    add(store, "Mia", Role::Mentor, Some(north)).await;
    add(store, "Tom", Role::Mentee, Some(north)).await;
    add(store, "Lone", Role::Mentor, None).await;
    let missing = async |fact: &str| names(store, &Scope::Installation, filter("fact", fact)).await;
    assert_eq!(missing("vetting_missing").await, Vec::<String>::new());
    assert_eq!(missing("consent_missing").await, Vec::<String>::new());
    administration::put_programme(store, &operator(), "north", "north", "UTC", &demanding()).await.unwrap();
    assert_eq!(missing("vetting_missing").await, ["Mia"]);
    assert_eq!(missing("consent_missing").await, ["Tom"]);
});

both!(missing_facts_are_those_of_the_filter, async |app| {
    let store = &app.store;
    // The clock stands at 2 March 2026.
    let day = |text: &str| Some(text.parse().unwrap());
    let month = |text: &str| Some(text.to_owned());
    let cases = [
        ("Never", Role::Mentor, None, None, None, vec!["vetting_missing"]),
        ("Ended", Role::Mentor, day("2026-03-01"), None, None, vec!["vetting_ended"]),
        ("Last", Role::Mentor, day("2026-03-02"), None, None, vec![]),
        ("Minor", Role::Mentee, None, None, month("2010-03"), vec!["consent_missing"]),
        ("Agreed", Role::Mentee, None, Some(true), month("2010-03"), vec![]),
        ("Ageless", Role::Mentee, None, None, None, vec!["birth_month_missing", "consent_missing"]),
        ("Eighteen", Role::Mentee, None, None, month("2008-03"), vec!["consent_missing"]),
        ("Adult", Role::Mentee, None, None, month("2008-02"), vec![]),
        ("Cora", Role::Staff, None, None, None, vec![]),
    ];
    let settings = demanding();
    let north = administration::put_programme(store, &operator(), "north", "north", "UTC", &settings).await.unwrap();
    for (name, role, vetted_until, guardian_consent, birth_month, _) in cases.clone() {
        let person = add(store, name, role, Some(north)).await;
        let change =
            person_facts::Change { vetted_until: Some(vetted_until), guardian_consent, birth_month: Some(birth_month) };
        person_facts::change(store, &test_kit::operator(), person, change).await.unwrap();
    }
    let facts = ["birth_month_missing", "consent_missing", "vetting_ended", "vetting_missing"];
    let mut filtered = std::collections::BTreeMap::<String, Vec<&str>>::new();
    for fact in facts {
        for name in names(store, &Scope::Installation, filter("fact", fact)).await {
            filtered.entry(name).or_default().push(fact);
        }
    }
    let all = people_list::page(store, &Scope::Installation, &ListRequest::default()).await.unwrap();
    for (name, .., expected) in cases {
        assert_eq!(filtered.get(name).cloned().unwrap_or_default(), expected, "{name}");
        let row = all.rows.iter().find(|person| person.first_name == name).unwrap();
        let shown = [row.birth_month_missing, row.consent_missing, row.vetting_ended, row.vetting_missing];
        let shown: Vec<_> =
            facts.into_iter().zip(shown).filter(|(_, is_missing)| *is_missing).map(|(fact, _)| fact).collect();
        assert_eq!(shown, expected, "{name}");
    }
});

both!(list_refuses_what_it_does_not_know, async |app| {
    let cursor = ListRequest { cursor: Some("e30".to_owned()), ..ListRequest::default() };
    let sort = ListRequest { sort: Some("email; DROP TABLE people".to_owned()), ..ListRequest::default() };
    for (request, field) in [
        (filter("email", "x"), "email"),
        (filter("role", "king"), "role"),
        (filter("programme", "x"), "programme"),
        (sort, "sort"),
        (cursor, "cursor"),
    ] {
        let refused = people_list::page(&app.store, &Scope::Installation, &request).await.unwrap_err();
        assert!(matches!(&refused, ListError::Invalid { field: named, .. } if named == field), "{refused:?}");
    }
    let first = ListRequest { limit: Some(1), ..ListRequest::default() };
    app.people().await;
    let page = people_list::page(&app.store, &Scope::Installation, &first).await.unwrap();
    let other_sort = ListRequest { cursor: page.next_cursor, sort: Some("-name".to_owned()), ..first };
    assert!(
        people_list::page(&app.store, &Scope::Installation, &other_sort).await.is_err(),
        "a cursor of another sort"
    );
});

both!(log_shows_acts_of_the_scope_only, async |app| {
    let store = &app.store;
    let (north, south) = (programme(store, "north").await, programme(store, "south").await);
    let (cora, ines) =
        (add(store, "Cora", Role::Staff, Some(north)).await, add(store, "Ines", Role::Staff, Some(south)).await);
    let sam = Actor::Staff(Staff { person: cora, scope: Scope::Installation });
    for (actor, programme) in [(&operator(), Some(north)), (&sam, Some(south)), (&operator(), None)] {
        let grant = Grant { role: StaffRole::Reports, programme };
        let to = if programme == Some(south) { ines } else { cora };
        grants::grant(store, actor, to, grant).await.unwrap();
        app.advance(Duration::seconds(1));
    }
    let page = audit::page(store, &Scope::Programmes(vec![north]), None, &filter("act", "grant")).await.unwrap();
    let [row] = &page.rows[..] else { panic!("{page:?}") };
    assert_eq!((&*row.actor_kind, &*row.actor_name, row.actor_id), ("command_line", "test", None));
    assert_eq!((&*row.action, &*row.target_kind, row.target_id), ("grant", "person", Some(cora.0)));
    assert_eq!(row.target_name.as_deref(), Some("Cora Okafor"));
    assert_eq!((row.programme_key.as_deref(), row.old_values.as_deref()), (Some("north"), None));
    assert_eq!(row.new_values.as_deref(), Some(&*json!({"role": "reports"}).to_string()));
    let all = audit::page(store, &Scope::Installation, None, &filter("act", "grant")).await.unwrap();
    assert_eq!(all.total, 3);
    let of_cora = audit::page(store, &Scope::Installation, None, &filter("actor", cora.to_string())).await.unwrap();
    assert_eq!(of_cora.rows.iter().map(|row| &*row.actor_name).collect::<Vec<_>>(), ["Cora Okafor"]);
    let later = (store.clock.now() - Duration::seconds(2)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let recent = audit::page(store, &Scope::Installation, None, &filter("from", later)).await.unwrap();
    assert_eq!(recent.rows.len(), 2);
});

both!(names_of_an_older_version_are_found_after_the_start, async |app| {
    add(&app.store, "Émile", Role::Mentee, None).await;
    forget_search_texts(&app).await;
    let spelled = |text: &str| ListRequest { search: Some(text.to_owned()), ..ListRequest::default() };
    assert_eq!(names(&app.store, &Scope::Installation, spelled("okafor")).await, ["Émile"], "by plain letters at once");
    let search = spelled("emile");
    assert_eq!(names(&app.store, &Scope::Installation, search.clone()).await, Vec::<String>::new());
    let restarted = app.second_node().await;
    assert_eq!(names(&restarted, &Scope::Installation, search).await, ["Émile"]);
});

/// Leaves people as a version without the column adds them.
async fn forget_search_texts(app: &TestStore) {
    const FORGET: &str = "UPDATE people SET search_text = NULL";
    let (url, _) = app.environment();
    if url.starts_with("sqlite:") {
        SqliteConnection::connect(&url).await.unwrap().execute(FORGET).await.unwrap();
    } else {
        PgConnection::connect(&url).await.unwrap().execute(FORGET).await.unwrap();
    }
}

both!(log_names_no_one_beyond_the_scope, async |app| {
    let store = &app.store;
    let (north, south) = (programme(store, "north").await, programme(store, "south").await);
    let (tom, maya) =
        (add(store, "Tom", Role::Mentee, Some(north)).await, add(store, "Maya", Role::Mentor, Some(north)).await);
    let cora = add(store, "Cora", Role::Staff, Some(south)).await;
    let new = NewMentorship { mentor: maya, mentees: vec![tom], group: None };
    let pair = administration::create_mentorship(store, &operator(), &new).await.unwrap().unwrap();
    person_facts::set_conflict(store, &operator(), maya, tom, true).await.unwrap();
    let reason = EndReason::Other.alone();
    administration::end_mentorship(store, &operator(), pair, reason, MenteesAfter::StayOut).await.unwrap().unwrap();
    let grant = Grant { role: StaffRole::Reports, programme: Some(south) };
    grants::grant(store, &operator(), cora, grant).await.unwrap();
    let transfer = Transfer { from: Some(north), to: south };
    administration::transfer(store, &operator(), tom, transfer, "another school").await.unwrap().unwrap();

    let shown = async |scope: Scope| {
        let rows = audit::page(store, &scope, None, &ListRequest::default()).await.unwrap().rows;
        let names = audit::names_in(store, &scope, &rows).await.unwrap();
        let targets: BTreeSet<String> = rows.into_iter().filter_map(|row| row.target_name).collect();
        (targets, names)
    };
    let (targets, names) = shown(Scope::Programmes(vec![north])).await;
    assert!(targets.contains("Maya Okafor") && !targets.contains("Tom Okafor"), "{targets:?}");
    assert_eq!(names.get(&tom.0), None, "a person of another programme");
    assert_eq!(names.get(&pair.0).map(String::as_str), Some("Maya Okafor, Tom Okafor"), "a mentorship of their own");
    let (targets, _) = shown(Scope::Programmes(vec![south])).await;
    assert!(targets.contains("Cora Okafor"), "{targets:?}");
    let (targets, names) = shown(Scope::Installation).await;
    assert!(targets.contains("Tom Okafor") && names.contains_key(&tom.0), "{targets:?} {names:?}");

    let rows = audit::page(store, &Scope::Installation, None, &ListRequest::default()).await.unwrap().rows;
    let foreign = audit::names_in(store, &Scope::Programmes(vec![south]), &rows).await.unwrap();
    assert_eq!(foreign.get(&pair.0), None, "a mentorship of another programme");
});

both!(log_hides_acts_about_own_reports, async |app| {
    let store = &app.store;
    let [maya, tom, _, sam] = app.people().await;
    let circle = app.group(&[maya, tom, sam]).await;
    let (reason, details) = (Reason::Other, "");
    for subject in [sam, maya] {
        let new = NewReport {
            reporter: tom,
            subject,
            channel: circle,
            message: None,
            programme: None,
            reason,
            details,
            stops_contact: Some(false),
        };
        let report = reports::add(store, new, 20).await.unwrap().unwrap();
        let lead = Staff { person: store.clock.id(), scope: Scope::Installation };
        let case = crate::safety::case_about(store, report.id.0).await;
        assert!(cases::resolve(store, &lead, case, cases::Outcome::TalkedTo, "spoke with both").await.unwrap());
    }
    let resolved = filter("act", "resolve_case");
    let total = async |reader| audit::page(store, &Scope::Installation, reader, &resolved).await.unwrap().total;
    assert_eq!((total(Some(sam)).await, total(Some(maya)).await, total(None).await), (1, 1, 2));
});

both!(erased_person_leaves_no_values_in_the_log, async |app| {
    let store = &app.store;
    let tom = add(store, "Tom", Role::Mentee, None).await;
    let change = person_facts::Change { birth_month: Some(Some("2010-03".to_owned())), ..Default::default() };
    let seen = person_facts::of_person(store, tom).await.unwrap();
    person_facts::record(store, &operator(), tom, change, "Passport of Tom", &seen).await.unwrap().unwrap();
    let person = people::by_id(store, tom).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    let rows = audit::page(store, &Scope::Installation, None, &filter("target", tom.to_string())).await.unwrap().rows;
    assert!(rows.iter().any(|row| row.action == "change_facts"), "that it was done stays");
    assert!(rows.iter().all(|row| row.old_values.is_none() && row.new_values.is_none()), "{rows:?}");
    assert!(!format!("{rows:?}").contains("Passport"), "{rows:?}");
});

both!(staff_do_not_act_on_staff_beyond_their_scope, async |app| {
    let store = &app.store;
    let north = programme(store, "north").await;
    let ada = add(store, "Ada", Role::Staff, Some(north)).await;
    let administrator = Grant { role: StaffRole::Administrator, programme: None };
    grants::grant(store, &operator(), ada, administrator).await.unwrap();
    let cora = Actor::Staff(Staff { person: store.clock.id(), scope: Scope::Programmes(vec![north]) });
    administration::set_disabled(store, &cora, ada, true, None).await.unwrap();
    assert!(!people::by_id(store, ada).await.unwrap().unwrap().is_disabled);
    let cara = add(store, "Cara", Role::Staff, None).await;
    grants::grant(store, &operator(), cara, administrator).await.unwrap();
    administration::end_role(store, &operator(), ada, administrator, Default::default()).await.unwrap().unwrap();
    administration::set_disabled(store, &cora, ada, true, None).await.unwrap();
    assert!(people::by_id(store, ada).await.unwrap().unwrap().is_disabled);
});
