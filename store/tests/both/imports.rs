//! What imports leave behind: how columns were read, and addresses of guardians that staff have not checked yet.

use store::administration;
use store::consents::{self, NewConsentRequest};
use store::invitations::{self, Invitee, Mapping, Outcome, ReadTable};
use store::people::{self, Role};
use store::programmes::Settings;
use store::staff::{Actor, Scope, Staff};
use store::{PersonId, ProgrammeId, Store, erase};
use test_kit::{both, operator};

use crate::TestApp;
use crate::matching::add;

async fn programme(app: &TestApp, key: &str, asks_guardians: bool) -> ProgrammeId {
    let mut settings = Settings::default();
    settings.matching.needs_guardian_consent = asks_guardians;
    administration::put_programme(&app.store, &operator(), key, key, "UTC", &settings).await.unwrap()
}

pub(crate) fn invitee(name: &str, guardian: Option<&str>) -> Invitee {
    Invitee {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: "Silva".to_owned(),
        role: Role::Mentee,
        language: "en".to_owned(),
        birth_month: None,
        says_role: true,
        says_language: true,
        guardian_email: guardian.map(str::to_owned),
        cohort: None,
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn mapping(columns: &[(&str, usize)]) -> Mapping {
    columns.iter().map(|(field, column)| ((*field).to_owned(), *column)).collect()
}

async fn import(store: &Store, by: &Actor, programme: ProgrammeId, name: &str, header: &[String], mapping: &Mapping) {
    let table = Some(ReadTable { header, mapping });
    invitations::invite_table(store, by, programme, &[invitee(name, None)], table).await.unwrap().unwrap();
}

async fn kept(store: &Store, programme: ProgrammeId, header: &[&str]) -> Option<(Mapping, Option<String>)> {
    let kept = invitations::kept_mapping(store, programme, &names(header)).await.unwrap();
    kept.map(|kept| (kept.mapping, kept.used_by))
}

async fn proposed(store: &Store, scope: &Scope, person: PersonId) -> Vec<String> {
    let found = invitations::proposed_guardians(store, scope, &[person]).await.unwrap().unwrap_or_default();
    found.into_iter().map(|one| one.email).collect()
}

both!(columns_are_kept_for_the_same_names, async |app| {
    let store = &*app.store;
    let (north, east) = (programme(&app, "north", false).await, programme(&app, "east", false).await);
    let staff = async |name| {
        let person = add(&app, north, name, Role::Staff).await;
        (person, Actor::Staff(Staff { person, scope: Scope::Programmes(vec![north]) }))
    };
    let ((sam, by_sam), (_, by_ida)) = (staff("Sam").await, staff("Ida").await);
    let header = names(&["Who", "Mail", "Call", "Call"]);
    let read = mapping(&[("email", 1), ("firstName", 0), ("lastName", 3)]);
    assert_eq!(kept(store, north, &["Who", "Mail", "Call", "Call"]).await, None);
    import(store, &by_sam, north, "ana", &header, &read).await;
    let sam_s = |mapping| Some((mapping, Some("Sam".to_owned())));
    assert_eq!(kept(store, north, &["Who", "Mail", "Call", "Call"]).await, sam_s(read.clone()));
    let moved = mapping(&[("email", 0), ("firstName", 3), ("lastName", 2)]);
    assert_eq!(kept(store, north, &["Mail", "Call", "Call", "Who"]).await, sam_s(moved), "in any order");
    assert_eq!(kept(store, north, &["Who", "Mail", "Call"]).await, None, "a column less is another table");
    assert_eq!(kept(store, north, &["who", "Mail", "Call", "Call"]).await, None);
    assert_eq!(kept(store, east, &["Who", "Mail", "Call", "Call"]).await, None);

    // An import that changes nothing is no use of the columns; of two, the last one counts.
    let other = mapping(&[("email", 1)]);
    import(store, &by_ida, north, "ana", &header, &other).await;
    assert_eq!(kept(store, north, &["Who", "Mail", "Call", "Call"]).await, sam_s(read));
    import(store, &by_ida, north, "ben", &header, &other).await;
    let of_ida = Some((other.clone(), Some("Ida".to_owned())));
    assert_eq!(kept(store, north, &["Who", "Mail", "Call", "Call"]).await, of_ida);
    import(store, &by_sam, north, "eda", &header, &other).await;
    let sam = people::by_id(store, sam).await.unwrap().unwrap();
    erase::erase(store, &operator(), &sam).await.unwrap();
    assert_eq!(kept(store, north, &["Who", "Mail", "Call", "Call"]).await, Some((other.clone(), None)));

    let table = Some(ReadTable { header: &header, mapping: &other });
    let foreign = invitations::invite_table(store, &by_ida, east, &[invitee("eve", None)], table).await.unwrap();
    assert_eq!((foreign, kept(store, east, &["Who", "Mail", "Call", "Call"]).await), (None, None));
});

both!(guardian_of_an_import_is_proposed_until_one_is_asked, async |app| {
    let store = &*app.store;
    let (north, east) = (programme(&app, "north", true).await, programme(&app, "east", false).await);
    let mentee = add(&app, north, "tom", Role::Mentee).await;
    let invite = async |programme, name, guardian| {
        let all = [invitee(name, guardian)];
        let rehearsed = invitations::rehearse(store, programme, &all).await.unwrap();
        let done = invitations::invite(store, &operator(), programme, &all).await.unwrap().unwrap();
        assert_eq!(rehearsed, done);
        done[0]
    };
    let all = &Scope::Installation;
    assert_eq!(invite(north, "tom", None).await, Outcome::Unchanged);
    assert_eq!(invite(north, "tom", Some("mum@home.example")).await, Outcome::Changed);
    assert_eq!(invite(north, "tom", Some("mum@home.example")).await, Outcome::Unchanged);
    assert_eq!(proposed(store, all, mentee).await, ["mum@home.example"]);
    assert_eq!(proposed(store, &Scope::Programmes(vec![east]), mentee).await, [""; 0]);
    assert!(!store::contact::missing(store, mentee).await.unwrap().is_empty(), "it is no consent");

    let pupil = add(&app, east, "ben", Role::Mentee).await;
    assert_eq!(invite(east, "ben", Some("dad@home.example")).await, Outcome::Unchanged);
    assert_eq!(proposed(store, all, pupil).await, [""; 0], "no guardian is asked there");

    let new =
        NewConsentRequest { person: mentee, email: "mum@home.example", language: "en", reference: "Enrolment form" };
    consents::request(store, &operator(), new).await.unwrap().unwrap();
    assert_eq!(proposed(store, all, mentee).await, [""; 0]);
    assert_eq!(invite(north, "tom", Some("aunt@home.example")).await, Outcome::Unchanged, "one is asked");
    consents::cancel(store, &operator(), mentee).await.unwrap();
    assert_eq!(invite(north, "tom", Some("aunt@home.example")).await, Outcome::Changed);
    assert_eq!(proposed(store, all, mentee).await, ["aunt@home.example"]);

    assert_eq!(invite(north, "lea", Some("dad@home.example")).await, Outcome::Invited);
    assert_eq!(invite(north, "lea", None).await, Outcome::Unchanged, "what a table does not say stays");
    assert_eq!(invite(north, "lea", Some("mum2@home.example")).await, Outcome::Changed);
});

both!(preview_shows_what_would_be_known, async |app| {
    let store = &*app.store;
    let (north, east) = (programme(&app, "north", true).await, programme(&app, "east", false).await);
    add(&app, north, "tom", Role::Mentee).await;
    let born = |name, guardian| Invitee { birth_month: Some("2010-04".to_owned()), ..invitee(name, guardian) };
    let preview = async |programme, invitee: Invitee| {
        let (outcome, known) = invitations::preview(store, programme, &[invitee]).await.unwrap().rows.remove(0);
        (outcome, known.birth_month.unwrap_or_default(), known.guardian_email.unwrap_or_default())
    };
    let text = |text: &str| text.to_owned();
    let guardian = Some("mum@home.example");
    assert_eq!(
        preview(north, born("lea", guardian)).await,
        (Outcome::Invited, text("2010-04"), text("mum@home.example"))
    );
    assert_eq!(
        preview(east, born("lea", guardian)).await,
        (Outcome::Invited, text("2010-04"), text("")),
        "no one asks there"
    );
    let mentor = Invitee { role: Role::Mentor, ..born("mo", guardian) };
    assert_eq!(preview(north, mentor).await, (Outcome::Invited, text("2010-04"), text("")), "mentors have none");
    let tom = preview(north, born("tom", guardian)).await;
    assert_eq!(tom, (Outcome::Changed, text(""), text("mum@home.example")), "an import changes no fact of an account");
    invitations::invite(store, &operator(), north, &[born("lea", guardian)]).await.unwrap().unwrap();
    let again = preview(north, invitee("lea", None)).await;
    assert_eq!(
        again,
        (Outcome::Unchanged, text("2010-04"), text("mum@home.example")),
        "what a table does not say stays"
    );
});

both!(open_invitation_decides_who_has_a_guardian_where_a_table_has_no_roles, async |app| {
    let store = &*app.store;
    let north = programme(&app, "north", true).await;
    let without_role = |name, role, guardian| Invitee { role, says_role: false, ..invitee(name, guardian) };
    let invite = async |invitee: Invitee| {
        let rehearsed = invitations::rehearse(store, north, std::slice::from_ref(&invitee)).await.unwrap();
        let done = invitations::invite(store, &operator(), north, &[invitee]).await.unwrap().unwrap();
        assert_eq!(rehearsed, done);
        done[0]
    };
    let mentor = Invitee { role: Role::Mentor, ..invitee("mo", None) };
    assert_eq!(invite(mentor).await, Outcome::Invited);
    for _ in 0..2 {
        let again = without_role("mo", Role::Mentee, Some("mum@home.example"));
        assert_eq!(invite(again).await, Outcome::Unchanged, "a mentor has no guardian");
    }
    assert_eq!(invite(invitee("lea", None)).await, Outcome::Invited);
    for expected in [Outcome::Changed, Outcome::Unchanged] {
        let again = without_role("lea", Role::Mentor, Some("dad@home.example"));
        assert_eq!(invite(again).await, expected, "a mentee has one");
    }
    let new_mentor = || without_role("noa", Role::Mentor, Some("dad@home.example"));
    assert_eq!(invite(new_mentor()).await, Outcome::Invited);
    assert_eq!(invite(new_mentor()).await, Outcome::Unchanged);
});
