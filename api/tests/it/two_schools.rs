//! Two schools for twelve weeks: from sign-up to the exports at the end, with what goes wrong in between.

use std::collections::BTreeMap;

use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use store::cases::{self, legal_holds};
use store::channels::{self, Status};
use store::content::{self, Bundle, Origin};
use store::listing::ListRequest;
use store::mentorship::{self, NewMentorship, Refusal};
use store::messages::Draft;
use store::people::{self, NewPerson, Person, Role};
use store::person_facts::{self, Change};
use store::programmes::{self, Programme};
use store::staff::{Grant, Scope, Staff, StaffRole, grants};
use store::surveys::{self, Mode};
use store::{ChannelId, PersonId, administration, calendar, erase, login_sessions, matching, tokens};
use test_kit::{both, operator};

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::mailbox::Mailbox;
use crate::sign_up::{mentee, post};
use crate::test_app::Server;

/// A school with its people, who signed up themselves.
struct School {
    programme: Programme,
    mentors: Vec<PersonId>,
    mentees: Vec<PersonId>,
    lead: PersonId,
}

struct World<'a> {
    app: &'a TestApp,
    server: Server,
    /// Signed-in people share its connections.
    browser: Browser,
}

impl World<'_> {
    async fn school(&self, key: &str, mentors: &[&str], mentees: &[&str]) -> School {
        let criterion =
            json!({"key": "field", "title": {"en": "Field"}, "weight": 5, "comparison": "equal", "is_visible": true});
        let (young, firm) = (format!("{key}.example"), format!("{key}-firm.example"));
        let settings = json!({
            "experiences": {
                "mentor": {"chattype": "use", "mentorship_chat": "use"}, "mentee": {"chattype": "use", "mentorship_chat": "use"}
            },
            "sign_up": {"is_open": true, "email_domains": {"mentees": [young], "mentors": [firm]},
                "institutions": [{"name": key, "codes": [format!("{key}-26")]}]},
            "surveys": [{"survey": "about", "roles": ["mentee", "mentor"]}],
            "matching": {
                "criteria": [criterion], "needs_vetting": true, "needs_guardian_consent": true,
                "enter_after": {"mentee": {"surveys": ["about"]}, "mentor": {"surveys": ["about"]}},
                "publishes_automatically": true,
            },
        });
        let settings = serde_json::from_value(settings).unwrap();
        let id = administration::put_programme(&self.app.store, &operator(), key, key, "Europe/Berlin", &settings)
            .await
            .unwrap();
        let programme = programmes::by_id(&self.app.store, id).await.unwrap().unwrap();
        let lead = NewPerson {
            email: format!("lead@{key}.example"),
            first_name: "Cora".to_owned(),
            last_name: key.to_owned(),
            role: Role::Staff,
            programme_id: Some(programme.id),
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: None,
        };
        let lead = people::add(&self.app.store, &operator(), &lead).await.unwrap().unwrap();
        for role in [StaffRole::Coordinator, StaffRole::Safeguarding] {
            let grant = Grant { role, programme: Some(programme.id) };
            grants::grant(&self.app.store, &operator(), lead, grant).await.unwrap();
        }
        let mut school = School { programme, mentors: Vec::new(), mentees: Vec::new(), lead };
        for name in mentors {
            school.mentors.push(self.signs_up(key, name, "Mentor", &firm).await);
        }
        for name in mentees {
            school.mentees.push(self.signs_up(key, name, "Mentee", &young).await);
        }
        school
    }

    async fn signs_up(&self, key: &str, name: &str, role: &str, domain: &str) -> PersonId {
        let (browser, email) = (self.server.browser(), format!("{}@{domain}", name.to_lowercase()));
        assert_eq!(post(&browser, "send-otp/", &json!({"email": email})).await.status, 200);
        let mut form = mentee(&Mailbox::of(self.app).code(self.app, &email).await);
        for (field, value) in [
            ("role", role),
            ("email", &email),
            ("first_name", name),
            ("last_name", key),
            ("project", key),
            ("institution_code", &format!("{key}-26")),
            ("new_primary_language", "en"),
        ] {
            form[field] = json!(value);
        }
        assert_eq!(post(&browser, "verify-otp/", &form).await.status, 200);
        let made = post(&browser, "signup/", &form).await;
        assert_eq!(made.status, 201, "{name}: {}", made.body);
        people::by_email(&self.app.store, &email).await.unwrap().unwrap().id
    }

    async fn person(&self, id: PersonId) -> Person {
        people::by_id(&self.app.store, id).await.unwrap().unwrap()
    }

    async fn browser_of(&self, person: PersonId) -> Browser {
        let opened = login_sessions::open(&self.app.store, person, "test", login_sessions::Factors::Two).await.unwrap();
        let (token, _) = tokens::issue(&self.app.store, person, opened.session).unwrap();
        let mut browser = self.browser.clone();
        browser.token = Some(token);
        browser
    }

    /// Calls a route below `/api/` as a person.
    async fn call(&self, person: PersonId, method: Method, path: &str, body: Option<Value>) -> Answer {
        let browser = self.browser_of(person).await;
        let request = browser.request(method, &format!("../../{path}"));
        browser.send(if let Some(body) = body { request.json(&body) } else { request }).await
    }

    /// Accepts the terms and answers the survey.
    async fn settles_in(&self, person: PersonId) {
        let agreed = json!({"has_agreed_terms": true});
        assert_eq!(self.call(person, Method::POST, "v2/users/agreement/", Some(agreed)).await.status, 200);
        let catalogue = content::catalogue(&self.app.store).await.unwrap();
        let survey = catalogue.surveys.to_begin("about").unwrap();
        let stage = &survey.definition.stages[0];
        let given: BTreeMap<_, _> = [("field".to_owned(), json!("tech"))].into();
        let today = self.app.store.clock.now().date_naive();
        let submission = questions::submit(&stage.pages[0].questions, &given.into_iter().collect(), today).unwrap();
        surveys::save(&self.app.store, person, survey, stage, &submission, Mode::Submit).await.unwrap();
    }

    async fn change(&self, person: PersonId, change: Change) {
        person_facts::change(&self.app.store, &operator(), person, change).await.unwrap();
    }

    async fn vet(&self, mentor: PersonId, until: &str) {
        let until = Some(Some(until.parse().unwrap()));
        self.change(mentor, Change { vetted_until: until, ..Change::default() }).await;
    }

    async fn consent(&self, mentee: PersonId) {
        self.change(mentee, Change { guardian_consent: Some(true), ..Change::default() }).await;
    }

    /// Advances the clock by days. The jobs run each day, and all people with a proposal accept it.
    async fn pass(&self, days: i64, schools: &[&School]) {
        for _ in 0..days {
            self.app.store.clock.advance(Duration::days(1).to_std().unwrap());
            self.run_jobs().await;
            for school in schools {
                // Mentees first: mentors are asked after a mentee said yes.
                for person in school.mentees.iter().chain(&school.mentors) {
                    self.says_yes(*person).await;
                }
            }
            self.run_jobs().await;
        }
    }

    async fn run_jobs(&self) {
        let store = &self.app.store;
        administration::follow_time(store).await.unwrap();
        administration::warn_of_ending_vettings(store).await.unwrap();
        while matching::work(store).await.unwrap() > 0 {}
        matching::run_due(store).await.unwrap();
        while matching::work(store).await.unwrap() > 0 {}
        calendar::enqueue_deadlines(store).await.unwrap();
        legal_holds::remind_due(store).await.unwrap();
        Mailbox::of(self.app).all(self.app).await;
    }

    async fn says_yes(&self, person: PersonId) {
        let Person { is_disabled, role, .. } = self.person(person).await;
        if is_disabled {
            return;
        }
        let list = self.call(person, Method::GET, "v2/matching/get-match-list/?active=true", None).await;
        let Some(matches) = list.body["activeMatches"].as_array().filter(|matches| !matches.is_empty()) else { return };
        // A mentor has one place.
        let chosen = if role == Role::Mentor { 1 } else { matches.len() };
        let choice = |(at, one): (usize, &Value)| {
            let status = if at < chosen { "interested" } else { "not_interested" };
            json!({"email": one["email"], "interestStatus": status})
        };
        let yes: Vec<Value> = matches.iter().enumerate().map(choice).collect();
        let answer =
            self.call(person, Method::POST, "v2/matching/submit-matches/", Some(json!({"interestSet": yes}))).await;
        assert!([200, 409].contains(&answer.status), "{}", answer.body);
    }

    /// The running mentorship of a mentee: its channel and mentor.
    async fn mentor_of(&self, mentee: PersonId) -> Option<(ChannelId, PersonId)> {
        let running = mentorship::of_person(&self.app.store, mentee).await.unwrap().into_iter().next()?;
        let members = mentorship::members(&self.app.store, running.id).await.unwrap();
        let mentor = members.iter().find(|member| member.role == Role::Mentor)?;
        Some((running.channel_id, mentor.person_id))
    }

    /// Whether a message of a person arrives.
    async fn writes(&self, channel: ChannelId, sender: PersonId, text: &str) -> bool {
        let temp_id = self.app.store.clock.id::<store::MessageId>().to_string();
        self.app.store.writer.append(Draft::text(channel, sender, temp_id, text)).await.is_ok()
    }

    /// The subjects of mails to a person.
    async fn subjects_to(&self, email: &str) -> Vec<String> {
        let mails = Mailbox::of(self.app).all(self.app).await;
        let to = format!("To: {email}\r\n");
        let subject = |mail: &String| mail.lines().find_map(|line| line.strip_prefix("Subject: ").map(str::to_owned));
        mails.iter().filter(|mail| mail.contains(&to)).filter_map(subject).collect()
    }
}

async fn about_survey(app: &TestApp) {
    let options: Vec<Value> = ["arts", "tech"].iter().map(|key| json!({"key": key, "label": {"en": key}})).collect();
    let question = json!({"key": "field", "type": "SingleChoiceRadio", "label": {"en": "Which?"}, "criterion": "field", "options": options});
    let page = json!({"title": {"en": "You"}, "questions": [question]});
    let stage = json!({"key": "you", "name": {"en": "You"}, "pages": [page]});
    let survey =
        json!({"key": "about", "name": {"en": "About you"}, "short_description": {"en": "You."}, "stages": [stage]});
    let bundle = Bundle { surveys: Some(vec![serde_json::from_value(survey).unwrap()]), ..Bundle::default() };
    administration::import_content(&app.store, &operator(), &bundle, Origin::BuiltIn).await.unwrap();
}

both!(two_schools_for_twelve_weeks, async |app| {
    about_survey(&app).await;
    let server = app.server();
    let world = World { app: &app, browser: server.browser(), server };
    let store = &app.store;
    let birch = world.school("birch", &["Nina", "Omar", "Pia", "Quinn"], &["Leo", "Mia", "Noa", "Oli", "Pam"]).await;
    let cedar = world.school("cedar", &["Rosa", "Sami"], &["Tim", "Una"]).await;
    let schools = [&birch, &cedar];
    for school in schools {
        for person in school.mentors.iter().chain(&school.mentees) {
            world.settles_in(*person).await;
        }
    }
    let [nina, omar, pia, quinn] = birch.mentors[..] else { unreachable!() };
    let [leo, mia, noa, oli, pam] = birch.mentees[..] else { unreachable!() };

    // Without the demanded facts there is no match, by hand or by a round.
    let pair = |mentor, mentee| NewMentorship { mentor, mentees: vec![mentee], group: None };
    let by_hand = async |mentor, mentee| {
        administration::create_mentorship(store, &operator(), &pair(mentor, mentee)).await.unwrap()
    };
    assert!(matches!(by_hand(nina, leo).await, Err(Refusal::NotCleared(..))));
    world.pass(8, &schools).await;
    for mentee in birch.mentees.iter().chain(&cedar.mentees) {
        assert_eq!(world.mentor_of(*mentee).await, None);
    }

    // Facts arrive; Quinn is vetted for ten weeks, and Pam's guardian has not answered.
    for mentor in birch.mentors.iter().chain(&cedar.mentors).filter(|one| **one != quinn) {
        world.vet(*mentor, "2027-03-01").await;
    }
    world.vet(quinn, "2026-05-01").await;
    for mentee in birch.mentees.iter().chain(&cedar.mentees).filter(|one| **one != pam) {
        world.consent(*mentee).await;
    }
    by_hand(nina, leo).await.unwrap();
    assert!(matches!(by_hand(nina, pam).await, Err(Refusal::NotCleared(..))), "consent is missing");
    world.pass(10, &schools).await;
    let mut mentors = Vec::new();
    for mentee in [leo, mia, noa, oli] {
        let (channel, mentor) = world.mentor_of(mentee).await.expect("a mentor by the second round");
        assert!(birch.mentors.contains(&mentor), "of the own school");
        assert!(world.writes(channel, mentee, "Hello!").await && world.writes(channel, mentor, "Welcome!").await);
        mentors.push(mentor);
    }
    for mentee in &cedar.mentees {
        let (_, mentor) = world.mentor_of(*mentee).await.expect("a mentor");
        assert!(cedar.mentors.contains(&mentor));
    }
    assert_eq!(world.mentor_of(pam).await, None);

    // Week 9: the vetting of Quinn ends. Both were warned, contact rests, and comes back with the new vetting.
    let of_quinn = [leo, mia, noa, oli][mentors.iter().position(|mentor| *mentor == quinn).expect("Quinn mentors")];
    let (channel, _) = world.mentor_of(of_quinn).await.unwrap();
    world.pass(43, &[]).await;
    assert_eq!(store.clock.now().date_naive().to_string(), "2026-05-02");
    let warnings = world.subjects_to("quinn@birch-firm.example").await;
    assert_eq!(warnings.iter().filter(|subject| subject.contains("background check")).count(), 3, "{warnings:?}");
    assert!(!world.writes(channel, quinn, "Are you there?").await && !world.writes(channel, of_quinn, "Yes").await);
    let membership = channels::membership(store, channel, of_quinn).await.unwrap().unwrap();
    assert_eq!((membership.status, membership.readable_head()), (Status::Inactive, 2), "what was written can be read");
    world.vet(quinn, "2027-05-01").await;
    assert!(world.writes(channel, quinn, "Here I am again.").await);

    // Week 10: Leo, a minor, reports Nina. Contact stops; staff of his school alone find the case.
    let (channel, _) = world.mentor_of(leo).await.unwrap();
    assert!(world.writes(channel, nina, "Do not tell anyone.").await);
    let body = json!({"channelId": channel, "userId": nina, "reason": "harassment", "details": "She scares me."});
    assert_eq!(world.call(leo, Method::POST, "v2/chat/report/", Some(body)).await.status, 201);
    assert!(!world.writes(channel, nina, "Leo?").await && !world.writes(channel, leo, "No").await);
    let found = world.call(birch.lead, Method::GET, "staff/cases/", None).await.body;
    let case = found["results"][0]["id"].as_str().expect("a case").to_owned();
    assert_eq!(world.call(cedar.lead, Method::GET, "staff/cases/", None).await.body["total"], 0);
    assert_eq!(world.call(cedar.lead, Method::GET, &format!("staff/cases/{case}/"), None).await.status, 404);

    // Nina's account is erased. The sealed copies stay, and Leo is free for another mentor.
    let erased = erase::erase(store, &operator(), &world.person(nina).await).await.unwrap();
    assert_eq!(erased.holds.len(), 1);
    let shown = world.call(birch.lead, Method::GET, &format!("staff/cases/{case}/"), None).await.body;
    assert_eq!((&shown["details"], &shown["hold"]["aboutName"]), (&json!("She scares me."), &json!("Nina birch")));
    let why = json!({"reason": "The report of Leo"});
    let read =
        world.call(birch.lead, Method::POST, &format!("staff/cases/{case}/conversation/"), Some(why.clone())).await;
    let texts: Vec<_> = read.body.as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(texts.last().unwrap(), &&json!("Do not tell anyone."), "{}", read.body);
    assert_eq!(world.mentor_of(leo).await, None);

    // Omar leaves the programme: his mentee returns to the pool and gets another mentor.
    let of_omar = [mia, noa, oli].into_iter().zip(&mentors[1..]).find(|(_, mentor)| **mentor == omar).unwrap().0;
    let omars = mentorship::of_person(store, omar).await.unwrap()[0].id;
    let searching = administration::MenteesAfter::WaitAgain;
    administration::end_mentorship(
        store,
        &operator(),
        omars,
        store::mentorship::EndReason::MovedAway.alone(),
        searching,
    )
    .await
    .unwrap()
    .unwrap();
    administration::set_disabled(store, &operator(), omar, true, None).await.unwrap();
    world.consent(pam).await;
    let spare = world.signs_up("birch", "Rita", "Mentor", "birch-firm.example").await;
    let third = world.signs_up("birch", "Sven", "Mentor", "birch-firm.example").await;
    let fourth = world.signs_up("birch", "Tara", "Mentor", "birch-firm.example").await;
    for mentor in [spare, third, fourth] {
        world.settles_in(mentor).await;
        world.vet(mentor, "2027-03-01").await;
    }
    let mentors = vec![pia, quinn, spare, third, fourth];
    let birch = School { mentors, ..birch };
    world.pass(14, &[&birch, &cedar]).await;
    for mentee in [leo, of_omar, pam] {
        let (channel, mentor) = world.mentor_of(mentee).await.expect("a new mentor");
        assert!(mentor != omar && mentor != nina);
        assert!(world.writes(channel, mentee, "Hello!").await);
    }
    let subjects = world.subjects_to(&world.person(of_omar).await.email).await;
    assert!(subjects.iter().any(|subject| subject.contains("mentorship")), "{subjects:?}");

    // At the end the case is closed, its copies go, and each school exports its own people.
    let staff = Staff { person: birch.lead, scope: Scope::Programmes(vec![birch.programme.id]) };
    let id = cases::page(store, &staff, &ListRequest::default()).await.unwrap().rows[0].id;
    assert!(cases::resolve(store, &staff, id, cases::Outcome::Authorities, "Reported to the police.").await.unwrap());
    let ended = world.call(birch.lead, Method::POST, &format!("staff/cases/{case}/hold-end/"), Some(why)).await;
    assert_eq!(ended.status, 204, "{}", ended.body);
    let browser = world.browser_of(birch.lead).await;
    for list in ["people", "mentorships"] {
        let path = format!("../../staff/{list}/export/?format=csv&reason=For%20the%20funder");
        let table = browser.request(Method::GET, &path).send().await.unwrap().text().await.unwrap();
        assert!(table.contains("Leo") && table.contains("Rita"), "{table}");
        for absent in ["Nina", "Rosa", "Tim", "cedar"] {
            assert!(!table.contains(absent), "{absent} is in the export of birch");
        }
    }
});
