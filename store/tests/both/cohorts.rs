//! Cohorts of a programme: their names, who is in them, imports, and what is for one of them only.

use serde_json::json;
use store::administration::{self, Transfer};
use store::announcements::{self, Among, Audience, Content, Problem, Reach, Refusal, Text, Texts};
use store::cohorts::{self, CohortRefusal, MAX_COHORTS, MAX_PEOPLE, Put, list::ListedCohort};
use store::invitations::{self, Invitee, Outcome, Refusal as InviteRefusal};
use store::listing::ListRequest;
use store::mentorship::{self, NewMentorship};
use store::people::{self, Role};
use store::sign_up::{self, Applicant, Proof, SignedUp};
use store::staff::{Actor, Scope, Staff, audit, people_list};
use store::{AnnouncementId, CohortId, PersonId, ProgrammeId, SignedIn, Store, erase, export};
use test_kit::{both, operator};

use crate::TestApp;
use crate::imports::invitee as invitee_of;
use crate::matching::{add, named_programme};

/// Near with the mentees Ana and Ben and the mentor Mo; Sam coordinates it. Far is another programme, with Eve.
struct School {
    app: TestApp,
    near: ProgrammeId,
    far: ProgrammeId,
    ana: PersonId,
    ben: PersonId,
    mo: PersonId,
    eve: PersonId,
    sam: Staff,
}

impl School {
    async fn open(app: TestApp) -> Self {
        let near = named_programme(&app, "near", json!({})).await.id;
        let far = named_programme(&app, "far", json!({})).await.id;
        let [ana, ben] = [add(&app, near, "ana", Role::Mentee).await, add(&app, near, "ben", Role::Mentee).await];
        let (mo, eve) = (add(&app, near, "mo", Role::Mentor).await, add(&app, far, "eve", Role::Mentee).await);
        let sam = add(&app, near, "sam", Role::Staff).await;
        let sam = Staff { person: sam, scope: Scope::Programmes(vec![near]) };
        Self { app, near, far, ana, ben, mo, eve, sam }
    }

    fn store(&self) -> &Store {
        &self.app.store
    }

    fn actor(&self) -> Actor {
        self.sam.clone().into()
    }

    async fn try_create(&self, name: &str) -> Result<CohortId, CohortRefusal> {
        cohorts::create(self.store(), &self.actor(), self.near, name).await.unwrap()
    }

    async fn create(&self, name: &str) -> CohortId {
        self.try_create(name).await.unwrap()
    }

    async fn put(&self, people: &[PersonId], cohort: Option<CohortId>) -> Result<Put, CohortRefusal> {
        cohorts::put(self.store(), &self.actor(), people, cohort).await.unwrap()
    }

    async fn cohorts(&self) -> Vec<ListedCohort> {
        let all = ListRequest { limit: Some(200), ..ListRequest::default() };
        cohorts::list::page(self.store(), &self.sam.scope, &all).await.unwrap().rows
    }

    async fn names(&self) -> Vec<String> {
        self.cohorts().await.into_iter().map(|cohort| cohort.name).collect()
    }

    async fn cohort_of(&self, person: PersonId) -> Option<String> {
        people_list::find(self.store(), &Scope::Installation, person).await.unwrap().unwrap().listed.cohort_name
    }

    /// The first names of the people with this filter.
    async fn found(&self, filter: &str, value: String) -> Vec<String> {
        let filters = [(filter.to_owned(), vec![value])].into();
        let request = ListRequest { filters, ..ListRequest::default() };
        let page = people_list::page(self.store(), &self.sam.scope, &request).await.unwrap();
        let mut names: Vec<String> = page.rows.into_iter().map(|person| person.first_name).collect();
        names.sort();
        names
    }

    fn audience(&self, cohort: Option<CohortId>) -> Audience {
        Audience { programme: self.near, mentees: true, mentors: true, among: Among::All, cohort }
    }

    async fn draft(&self, cohort: Option<CohortId>) -> (AnnouncementId, Result<i64, Refusal>) {
        let id = self.store().clock.id();
        assert!(announcements::create(self.store(), &self.sam, id, self.near).await.unwrap());
        let text = Text { title: "Trip".to_owned(), body: "We go to the lake.".to_owned() };
        let texts = Texts::from([("en".to_owned(), text)]);
        let content = Content { texts, audience: self.audience(cohort), by_push: false, by_mail: false };
        (id, announcements::save(self.store(), &self.sam, id, 1, &content).await.unwrap())
    }

    async fn reads(&self, person: PersonId) -> usize {
        let signed_in = SignedIn::of_person(self.store(), person).await.unwrap().unwrap();
        announcements::received(self.store(), &signed_in, "en").await.unwrap().len()
    }
}

fn invitee(name: &str, cohort: Option<&str>) -> Invitee {
    Invitee { cohort: cohort.map(str::to_owned), ..invitee_of(name, None) }
}

both!(cohorts_have_names_of_their_own, async |app| {
    let school = School::open(app).await;
    let (store, sam) = (school.store(), &school.actor());
    let of_8b = school.create(" Class  8b ").await;
    assert_eq!(school.names().await, ["Class 8b"]);
    assert_eq!(school.try_create("CLASS 8B").await, Err(CohortRefusal::NameTaken));
    for wrong in ["", " \u{200b} ", &"x".repeat(61)] {
        assert_eq!(school.try_create(wrong).await, Err(CohortRefusal::WrongName), "{wrong}");
    }
    let longest = school.create(&"x".repeat(60)).await;
    // The other programme has names of its own.
    let of_far = cohorts::create(store, &operator(), school.far, "class 8b").await.unwrap().unwrap();
    let foreign = Err(CohortRefusal::NotFound);
    assert_eq!(cohorts::create(store, sam, school.far, "9a").await.unwrap(), foreign);
    assert_eq!(cohorts::rename(store, sam, of_far, "class 8b", "9a").await.unwrap().map(|()| of_far), foreign);
    assert_eq!(cohorts::remove(store, sam, of_far).await.unwrap(), Err(CohortRefusal::NotFound));
    assert_eq!(school.put(&[school.ana], Some(of_far)).await, Err(CohortRefusal::NotFound));

    let rename = async |seen: &str, name: &str| cohorts::rename(store, sam, of_8b, seen, name).await.unwrap();
    assert_eq!(rename("Class 8b", "class 8B").await, Ok(()), "its own name in other letters");
    assert_eq!(rename("Class 8b", "Class 9b").await, Err(CohortRefusal::ChangedMeanwhile));
    assert_eq!(rename("class 8B", &"X".repeat(60)).await, Err(CohortRefusal::NameTaken));
    assert_eq!(rename("class 8B", "").await, Err(CohortRefusal::WrongName));
    assert_eq!(cohorts::remove(store, sam, longest).await.unwrap(), Ok(0));
    assert_eq!(rename("class 8B", &"X".repeat(60)).await, Ok(()), "the name of a removed one is free");
    assert_eq!(cohorts::remove(store, sam, longest).await.unwrap(), Err(CohortRefusal::NotFound), "removed already");
});

both!(programme_has_a_bounded_number_of_cohorts, async |app| {
    let school = School::open(app).await;
    for number in 0..MAX_COHORTS {
        school.create(&format!("Group {number}")).await;
    }
    assert_eq!(school.try_create("One more").await, Err(CohortRefusal::TooMany));
    let people = [invitee("kim", Some("one more")), invitee("lea", Some("GROUP 7"))];
    let refused = Outcome::Refused(InviteRefusal::TooManyCohorts);
    let preview = invitations::preview(school.store(), school.near, &people).await.unwrap();
    let outcomes: Vec<Outcome> = preview.rows.iter().map(|(outcome, _)| *outcome).collect();
    assert_eq!((outcomes, preview.new_cohorts), (vec![refused, Outcome::Invited], vec![]));
    let done = invitations::invite(school.store(), &school.actor(), school.near, &people).await.unwrap().unwrap();
    assert_eq!(done, [refused, Outcome::Invited]);
    assert_eq!(school.cohorts().await.iter().filter(|cohort| cohort.invited > 0).count(), 1);
});

both!(same_name_at_once_is_created_once, async |app| {
    let school = School::open(app).await;
    let (one, other) = tokio::join!(school.try_create("Autumn"), school.try_create("autumn"));
    let mut refused = [one, other].into_iter().filter_map(Result::err);
    assert_eq!((refused.next(), refused.next()), (Some(CohortRefusal::NameTaken), None));
    assert_eq!(school.names().await.len(), 1);
});

both!(people_are_put_into_one_cohort, async |app| {
    let school = School::open(app).await;
    let (store, School { ana, ben, mo, eve, .. }) = (school.store(), &school);
    let (a, b) = (school.create("8a").await, school.create("8b").await);
    let put = |changed, unchanged, left_out| Ok(Put { changed, unchanged, left_out });
    let staff = school.sam.person;
    assert_eq!(school.put(&[*ana, *ben, *mo, *ana, *eve, staff], Some(a)).await, put(3, 0, 2));
    assert_eq!(school.put(&[*ana, *ben], Some(b)).await, put(2, 0, 0));
    assert_eq!(school.put(&[*ana, *mo], Some(b)).await, put(1, 1, 0));
    assert_eq!(school.cohort_of(*ana).await.as_deref(), Some("8b"));
    assert_eq!(school.found("cohort", b.to_string()).await, ["ana", "ben", "mo"]);
    assert_eq!(school.put(&[*mo, *ben], None).await, put(2, 0, 0));
    assert_eq!(school.found("without", "cohort".to_owned()).await, ["ben", "mo"]);
    assert_eq!(school.put(&[*eve], None).await, Err(CohortRefusal::NotFound), "of another programme only");
    assert_eq!(school.put(&[], Some(b)).await, Err(CohortRefusal::NotFound));
    assert_eq!(school.put(&[*ana; MAX_PEOPLE + 1], Some(b)).await, Err(CohortRefusal::TooManyPeople));
    let [of_a, of_b] = &school.cohorts().await[..] else { panic!("two cohorts") };
    assert_eq!((of_a.mentees, of_b.mentees, of_b.mentors), (0, 1, 0));

    let changes = ListRequest { filters: [("target".to_owned(), vec![ben.to_string()])].into(), ..Default::default() };
    let log = audit::page(store, &school.sam.scope, None, &changes).await.unwrap().rows;
    let log: Vec<_> = log.into_iter().filter(|row| row.action == "set_cohort").map(|row| row.new_values).collect();
    let cohort = |name: serde_json::Value| Some(json!({"cohort": name}).to_string());
    assert_eq!(log, [cohort(json!(null)), cohort(json!("8b")), cohort(json!("8a"))]);

    let pair = NewMentorship { mentor: *mo, mentees: vec![*ana], group: None };
    administration::create_mentorship(store, &operator(), &pair).await.unwrap().unwrap();
    for (cohort, count) in [(a, 0), (b, 1)] {
        let filters = [("cohort".to_owned(), vec![cohort.to_string()])].into();
        let request = ListRequest { filters, ..ListRequest::default() };
        let page = mentorship::overview::page(store, &school.sam.scope, &request).await.unwrap();
        assert_eq!(page.total, count);
    }
});

both!(cohort_ends_with_the_programme_of_a_person, async |app| {
    let school = School::open(app).await;
    let (store, School { ana, ben, mo, .. }) = (school.store(), &school);
    let cohort = school.create("8a").await;
    school.put(&[*ana, *ben, *mo], Some(cohort)).await.unwrap();
    let to_far = Transfer { from: None, to: school.far };
    administration::transfer(store, &operator(), *ana, to_far, "moved").await.unwrap().unwrap();
    assert_eq!(school.cohort_of(*ana).await, None);
    let back = Transfer { from: None, to: school.near };
    administration::transfer(store, &operator(), *ana, back, "moved").await.unwrap().unwrap();
    assert_eq!(school.cohort_of(*ana).await, None, "it does not come back");

    let copy = export::everything_about(store, &operator(), *ben).await.unwrap().unwrap();
    assert_eq!(copy.data["cohort"][0]["name"], "8a");
    let person = people::by_id(store, *ben).await.unwrap().unwrap();
    erase::erase(store, &operator(), &person).await.unwrap();
    let copy = export::everything_about(store, &operator(), *ben).await.unwrap().unwrap();
    assert_eq!(copy.data["cohort"], json!([]));
    administration::set_role(store, &operator(), *mo, Role::Staff).await.unwrap().unwrap();
    assert_eq!(school.cohorts().await[0].mentors, 0);

    let kim = [invitee("kim", Some("8a"))];
    invitations::invite(store, &school.actor(), school.near, &kim).await.unwrap().unwrap();
    school.put(&[*ana], Some(cohort)).await.unwrap();
    assert_eq!(cohorts::remove(store, &school.actor(), cohort).await.unwrap(), Ok(1));
    assert_eq!((school.cohort_of(*ana).await, school.names().await.len()), (None, 0));
    let preview = invitations::preview(store, school.near, &kim).await.unwrap();
    assert_eq!(preview.new_cohorts, ["8a"], "the invitation does not lead to it any more");
});

both!(import_creates_cohorts_and_invitations_lead_to_them, async |app| {
    let school = School::open(app).await;
    let store = school.store();
    school.create("Class 8b").await;
    let people = [
        invitee("kim", Some("class 8B")),
        invitee("lea", Some("Class 9a")),
        invitee("max", Some("CLASS 9A")),
        invitee("ana", Some("Never")),
        invitee("nia", None),
    ];
    let preview = invitations::preview(store, school.near, &people).await.unwrap();
    assert_eq!(preview.new_cohorts, ["Class 9a"], "those of people with an account are not needed");
    let spelled: Vec<Option<String>> = preview.rows.into_iter().map(|(_, after)| after.cohort).collect();
    let known = |name: &str| Some(name.to_owned());
    assert_eq!(spelled, [known("Class 8b"), known("Class 9a"), known("Class 9a"), None, None]);
    let import = async |people: &[Invitee]| {
        invitations::invite(store, &school.actor(), school.near, people).await.unwrap().unwrap()
    };
    use Outcome::{Changed, Invited, Unchanged};
    assert_eq!(import(&people).await, [Invited, Invited, Invited, Unchanged, Invited]);
    assert_eq!(import(&people).await, [Unchanged; 5], "again");
    assert_eq!(school.names().await, ["Class 8b", "Class 9a"]);
    assert_eq!(import(&[invitee("kim", Some("Class 9a")), invitee("lea", None)]).await, [Changed, Unchanged]);
    assert_eq!(school.cohorts().await.iter().map(|cohort| cohort.invited).collect::<Vec<_>>(), [0, 3]);

    let open = invitations::list::page(store, &school.sam.scope, &ListRequest::default()).await.unwrap().rows;
    let kim = open.into_iter().find(|one| one.first_name == "kim").unwrap();
    assert_eq!(kim.cohort.as_deref(), Some("Class 9a"));
    let invitation = invitations::by_token(store, &invitations::token(store, kim.id)).await.unwrap().unwrap();
    let secret = invitations::begin_sign_up(store, &invitation).await.unwrap();
    let applicant = Applicant {
        email: kim.email.clone(),
        first_name: "Kim".to_owned(),
        last_name: "Silva".to_owned(),
        role: Role::Mentee,
        phone_number: "123456".to_owned(),
        programme_id: school.near,
        institution_code: None,
        language: "en".to_owned(),
        invitation: Some(kim.id),
        has_declared: true,
    };
    let proof = Proof::Draft { secret: &secret, password_hash: "hash" };
    let SignedUp::Created(person) = sign_up::sign_up(store, &applicant, proof).await.unwrap() else {
        panic!("no account")
    };
    assert_eq!(school.cohort_of(person).await.as_deref(), Some("Class 9a"));
    assert_eq!(import(&people[..1]).await, [Unchanged], "an account keeps its cohort");
    assert_eq!(school.cohorts().await.iter().map(|cohort| cohort.invited).collect::<Vec<_>>(), [0, 2]);
});

both!(announcement_reaches_its_cohort_only, async |app| {
    let school = School::open(app).await;
    let (store, School { ana, ben, mo, .. }, sam) = (school.store(), &school, &school.actor());
    let cohort = school.create("8a").await;
    let of_far = cohorts::create(store, &operator(), school.far, "8a").await.unwrap().unwrap();
    school.put(&[*ana, *mo], Some(cohort)).await.unwrap();
    let count =
        async |cohort| announcements::count(store, &school.sam.scope, &school.audience(cohort)).await.unwrap().unwrap();
    assert_eq!(count(Some(cohort)).await, Reach { mentees: 1, mentors: 1 });
    assert_eq!((count(None).await.mentees, count(Some(of_far)).await), (2, Reach::default()));
    let no_cohort = || Refusal::Invalid(vec![Problem::NoCohort]);
    assert_eq!(school.draft(Some(of_far)).await.1, Err(no_cohort()));

    let (id, revision) = school.draft(Some(cohort)).await;
    let (later, planned) = school.draft(Some(cohort)).await;
    announcements::send(store, sam, id, revision.unwrap(), None).await.unwrap().unwrap();
    assert_eq!(cohorts::remove(store, sam, cohort).await.unwrap(), Err(CohortRefusal::InUse), "on its way");
    announcements::deliver_due(store).await.unwrap();
    assert_eq!((school.reads(*ana).await, school.reads(*mo).await, school.reads(*ben).await), (1, 1, 0));
    // Who comes later reads it, as with roles; who leaves keeps it.
    school.put(&[*ben], Some(cohort)).await.unwrap();
    school.put(&[*ana], None).await.unwrap();
    assert_eq!((school.reads(*ana).await, school.reads(*ben).await), (1, 1));

    let at = store.clock.now().naive_utc() + chrono::Duration::days(2);
    let planned = planned.unwrap();
    announcements::send(store, sam, later, planned, Some(at)).await.unwrap().unwrap();
    assert_eq!(cohorts::remove(store, sam, cohort).await.unwrap(), Err(CohortRefusal::InUse), "scheduled");
    announcements::unschedule(store, sam, later, planned + 1).await.unwrap().unwrap();
    assert_eq!(cohorts::remove(store, sam, cohort).await.unwrap(), Ok(2));
    let sent = announcements::send(store, sam, later, planned + 2, None).await.unwrap();
    assert_eq!(sent, Err(no_cohort()), "it does not go to all instead");
    let kept = announcements::find(store, &school.sam.scope, later).await.unwrap().unwrap();
    assert_eq!((kept.cohort_name.as_deref(), kept.is_cohort_removed), (Some("8a"), true));
    let all = announcements::find(store, &school.sam.scope, id).await.unwrap().unwrap();
    assert_eq!(all.listed.reached, 2);
});
