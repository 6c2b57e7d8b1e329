//! Staff correct names and addresses of people; what holds a copy follows.

use store::administration;
use store::bus::Event;
use store::codes::{self, Purpose, Verdict};
use store::corrections::{self, CorrectionRefusal, Identity};
use store::listing::ListRequest;
use store::mentorship::NewMentorship;
use store::messages::{self, Draft};
use store::outbox::{self, MAIL, Mail};
use store::people::{self, Role};
use store::social::{self, Account, Owner};
use store::staff::{Actor, Grant, Scope, Staff, StaffRole, grants, people_list};
use store::{PersonId, channels, login_sessions};
use test_kit::{both, operator};

use crate::test_store::{TestStore, draft, new_person, next_events};

const REFERENCE: &str = "Enrolment form, seen on paper";

async fn identity(app: &TestStore, id: PersonId) -> Identity {
    let person = people::by_id(&app.store, id).await.unwrap().unwrap();
    Identity { first_name: person.first_name, last_name: person.last_name, email: person.email }
}

async fn correct(app: &TestStore, actor: &Actor, id: PersonId, is: Identity) -> Result<(), CorrectionRefusal> {
    let seen = identity(app, id).await;
    corrections::correct(&app.store, actor, id, &is, &seen, REFERENCE).await.unwrap()
}

async fn rename(app: &TestStore, id: PersonId, first: &str, last: &str) {
    let is = Identity { first_name: first.to_owned(), last_name: last.to_owned(), ..identity(app, id).await };
    correct(app, &operator(), id, is).await.unwrap();
    corrections::follow_names(&app.store).await.unwrap();
}

async fn readdress(app: &TestStore, actor: &Actor, id: PersonId, email: &str) -> Result<(), CorrectionRefusal> {
    let is = Identity { email: email.to_owned(), ..identity(app, id).await };
    correct(app, actor, id, is).await
}

/// Address and template of the mails that wait, sorted.
async fn mails(app: &TestStore) -> Vec<(String, String)> {
    let all = outbox::lease::<Mail>(&app.store, MAIL, 100, chrono::Duration::minutes(1)).await.unwrap();
    let mut mails: Vec<_> = all.into_iter().map(|job| (job.payload.to, job.payload.template)).collect();
    mails.sort();
    mails
}

fn staff(person: PersonId, scope: Scope) -> Actor {
    Actor::Staff(Staff { person, scope })
}

both!(name_follows_in_mentions_quotes_and_search, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let mention = format!("Ask @[Tom Okafor]({tom}) first");
    let asked = app.send(circle, maya, &mention).await;
    let mut listener = app.store.bus.listen();
    rename(&app, tom, "Tomas", "Oke").await;
    let person = people::by_id(&app.store, tom).await.unwrap().unwrap();
    assert_eq!((person.full_name().as_str(), person.display_name.as_str()), ("Tomas Oke", "Tomas"));
    let events = next_events(&mut listener).await;
    assert!(
        events.iter().any(|event| matches!(event, Event::ChannelsChanged { people } if people.contains(&ana))),
        "{events:?}"
    );
    let page = messages::between(&app.store, circle, 0, 10).await.unwrap();
    assert_eq!(page[0].body, format!("Ask @[Tomas Oke]({tom}) first"));
    assert!(page[0].changed > asked.changed, "open pages learn of it");
    for (words, expected) in [("tomas oke", 1), ("tom okafor", 0)] {
        let request = ListRequest { search: Some(words.to_owned()), ..ListRequest::default() };
        let found = people_list::page(&app.store, &Scope::Installation, &request).await.unwrap();
        assert_eq!(found.total, expected, "{words}");
    }
    // One mail to the person, without a link to what was before.
    assert_eq!(mails(&app).await, [("tom@example.org".to_owned(), "name_corrected".to_owned())]);
});

both!(group_of_first_names_has_the_new_one, async |app| {
    let [nina, leo, ada, ..] = crate::mentorship::people_of(&app).await;
    for name in ["nina, leo, ada", "leo and friends"] {
        let new = NewMentorship { mentor: nina, mentees: vec![leo, ada], group: Some(name.to_owned()) };
        let id = administration::create_mentorship(&app.store, &operator(), &new).await.unwrap().unwrap();
        let after = administration::MenteesAfter::StayOut;
        administration::end_mentorship(
            &app.store,
            &operator(),
            id,
            store::mentorship::EndReason::MovedAway.alone(),
            after,
        )
        .await
        .unwrap()
        .unwrap();
    }
    let before = identity(&app, leo).await.first_name;
    assert_eq!(before, "leo");
    rename(&app, leo, "Leonie", "Okafor").await;
    let request = ListRequest::default();
    let page = store::mentorship::overview::page(&app.store, &Scope::Installation, &request).await.unwrap();
    let mut names: Vec<_> = page.rows.into_iter().map(|row| row.name).collect();
    names.sort();
    assert_eq!(names, ["leo and friends", "nina, Leonie, ada"]);
    let channels = channels::of_person(&app.store, leo).await.unwrap();
    let mut names: Vec<_> = channels
        .into_iter()
        .map(|channel| channel.name)
        .filter(|name| name.contains(", ") || name.contains("and"))
        .collect();
    names.sort();
    assert_eq!(names, ["leo and friends", "nina, Leonie, ada"]);
});

both!(address_ends_what_the_one_before_proves, async |app| {
    let [_, tom, ..] = app.people().await;
    let session = login_sessions::open(&app.store, tom, "phone", login_sessions::Factors::One).await.unwrap().session;
    let mail = |to: &str| {
        let to = to.to_owned();
        move |code: &str| Mail {
            to,
            template: "reset_password_code".to_owned(),
            language: "en".to_owned(),
            values: [("code".to_owned(), code.to_owned())].into(),
        }
    };
    codes::send(&app.store, Purpose::ResetPassword, "tom@example.org", mail("tom@example.org")).await.unwrap();
    let sent = outbox::lease::<Mail>(&app.store, MAIL, 9, chrono::Duration::zero()).await.unwrap();
    let code = sent[0].payload.values["code"].clone();
    let old = Account { issuer: "https://accounts.example", subject: "1", email: "tom@example.org" };
    assert!(matches!(social::owner(&app.store, old).await.unwrap(), Owner::Known(_)));

    readdress(&app, &operator(), tom, "Tomas@New.example ").await.unwrap();

    assert_eq!(identity(&app, tom).await.email, "tomas@new.example");
    let verdict = codes::verify(&app.store, Purpose::ResetPassword, "tom@example.org", &code).await.unwrap();
    assert_eq!(verdict, Verdict::Wrong);
    assert!(matches!(social::owner(&app.store, old).await.unwrap(), Owner::NoAccount));
    // They sign in with a password from now on, which a code to the new address lets them set.
    let new = Account { subject: "2", email: "tomas@new.example", ..old };
    assert!(matches!(social::owner(&app.store, new).await.unwrap(), Owner::HasPassword));
    assert_eq!(people::by_id(&app.store, tom).await.unwrap().unwrap().provider, people::Provider::Normal);
    let sessions = login_sessions::of_person(&app.store, tom).await.unwrap();
    assert!(sessions.iter().any(|one| one.id == session), "the person stays signed in");
    // The code is not sent any more; neither mail has a value with the other address.
    let waiting = outbox::lease::<Mail>(&app.store, MAIL, 9, chrono::Duration::minutes(1)).await.unwrap();
    let mut found: Vec<_> =
        waiting.iter().map(|job| (job.payload.to.as_str(), job.payload.template.as_str())).collect();
    found.sort_unstable();
    assert_eq!(found, [("tom@example.org", "address_corrected_before"), ("tomas@new.example", "address_corrected")]);
    assert!(waiting.iter().all(|job| job.payload.values.values().all(|value| !value.contains('@'))));
    let to_new = waiting.iter().find(|job| job.payload.template == "address_corrected").unwrap();
    assert_eq!(to_new.payload.values["sets_password"], "yes");
});

both!(mails_that_wait_go_to_the_new_address, async |app| {
    let [_, tom, ..] = app.people().await;
    let mail = Mail {
        to: "tom@example.org".to_owned(),
        template: "unread_messages".to_owned(),
        language: "en".to_owned(),
        values: Default::default(),
    };
    outbox::put(&app.store, MAIL, &mail).await.unwrap();
    readdress(&app, &operator(), tom, "tomas@new.example").await.unwrap();
    assert!(mails(&app).await.contains(&("tomas@new.example".to_owned(), "unread_messages".to_owned())));
});

both!(correction_of_what_changed_meanwhile_is_refused, async |app| {
    let [_, tom, ..] = app.people().await;
    let seen = identity(&app, tom).await;
    rename(&app, tom, "Tomas", "Okafor").await;
    let is = Identity { first_name: "Thomas".to_owned(), ..seen.clone() };
    let refused = corrections::correct(&app.store, &operator(), tom, &is, &seen, REFERENCE).await.unwrap();
    assert_eq!(refused, Err(CorrectionRefusal::ChangedMeanwhile(identity(&app, tom).await)));
    // A request that is sent twice finds its own work.
    let is = identity(&app, tom).await;
    assert_eq!(corrections::correct(&app.store, &operator(), tom, &is, &seen, REFERENCE).await.unwrap(), Ok(()));
});

both!(address_of_another_account_is_refused, async |app| {
    let [maya, tom, ..] = app.people().await;
    for taken in ["maya@example.org", "MAYA@example.org", "x@people.invalid"] {
        assert_eq!(
            readdress(&app, &operator(), tom, taken).await,
            Err(CorrectionRefusal::AddressUnavailable),
            "{taken}"
        );
    }
    assert_eq!(identity(&app, tom).await.email, "tom@example.org");
    assert_eq!(identity(&app, maya).await.email, "maya@example.org");
    assert_eq!(mails(&app).await, []);
});

both!(only_administrators_correct_staff, async |app| {
    let [_, tom, _, sam] = app.people().await;
    let cora = people::add(&app.store, &operator(), &new_person("Cora", Role::Staff)).await.unwrap().unwrap();
    let by_cora = staff(cora, Scope::Installation);
    grants::grant(&app.store, &operator(), cora, Grant { role: StaffRole::Coordinator, programme: None })
        .await
        .unwrap();
    let refused = readdress(&app, &by_cora, sam, "sam@new.example").await;
    assert_eq!(refused, Err(CorrectionRefusal::OnlyAdministrators));
    assert_eq!(readdress(&app, &by_cora, tom, "tom@new.example").await, Ok(()));
    assert_eq!(readdress(&app, &by_cora, cora, "cora@new.example").await, Err(CorrectionRefusal::Unknown));
    grants::grant(&app.store, &operator(), cora, Grant { role: StaffRole::Administrator, programme: None })
        .await
        .unwrap();
    assert_eq!(readdress(&app, &by_cora, sam, "sam@new.example").await, Ok(()));
});

both!(erased_people_are_not_corrected_and_no_mail_of_theirs_waits, async |app| {
    let [_, tom, ..] = app.people().await;
    let is =
        Identity { first_name: "Tomas".to_owned(), email: "t@new.example".to_owned(), ..identity(&app, tom).await };
    correct(&app, &operator(), tom, is).await.unwrap();
    let person = people::by_id(&app.store, tom).await.unwrap().unwrap();
    store::erase::erase(&app.store, &operator(), &person).await.unwrap();
    assert_eq!(readdress(&app, &operator(), tom, "tom@new.example").await, Err(CorrectionRefusal::Unknown));
    assert_eq!(mails(&app).await, []);
    assert_eq!(corrections::follow_names(&app.store).await.unwrap(), 0);
});

both!(address_of_before_does_not_learn_the_new_name, async |app| {
    let [_, tom, ..] = app.people().await;
    let is =
        Identity { first_name: "Talia".to_owned(), last_name: "Oke".to_owned(), email: "talia@new.example".to_owned() };
    correct(&app, &operator(), tom, is).await.unwrap();
    let waiting = outbox::lease::<Mail>(&app.store, MAIL, 9, chrono::Duration::minutes(1)).await.unwrap();
    let before: Vec<_> = waiting.iter().filter(|job| job.payload.to == "tom@example.org").collect();
    let [mail] = &before[..] else { panic!("{waiting:?}") };
    assert_eq!(mail.payload.values["name"], "Tom");
    assert!(mail.payload.values.values().all(|value| !value.contains("Talia") && !value.contains("Oke")));
    assert!(waiting.iter().any(|job| job.payload.to == "talia@new.example" && job.payload.values["name"] == "Talia"));
});

both!(quotes_of_namesakes_keep_their_name, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let namesake = people::NewPerson { email: "tom.two@example.org".to_owned(), ..new_person("Tom", Role::Mentee) };
    let other = people::add(&app.store, &operator(), &namesake).await.unwrap().unwrap();
    let mut circles = Vec::new();
    for members in [vec![maya, tom, ana], vec![maya, tom, ana, other]] {
        let circle = app.group(&members).await;
        let asked = app.send(circle, maya, &format!("Ask @[Tom Okafor]({tom}) first")).await;
        let quoting = Draft { reply_to: Some(asked.id), ..draft(circle, ana, "Yes") };
        app.store.writer.append(quoting).await.unwrap();
        circles.push(circle);
    }
    rename(&app, tom, "Tomas", "Oke").await;
    for (circle, quote) in circles.into_iter().zip(["Ask @Tomas Oke first", "Ask @Tom Okafor first"]) {
        let page = messages::between(&app.store, circle, 0, 10).await.unwrap();
        assert_eq!(page[1].reply.as_ref().unwrap().text, quote);
        assert_eq!(page[0].body, format!("Ask @[Tomas Oke]({tom}) first"), "mentions hold an id");
    }
});
