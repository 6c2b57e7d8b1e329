//! Guardians who are asked by mail: what they read, what follows from a Yes or a No, and the way back, over weeks.

use std::time::Duration;

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use store::consents::{end_due, remind_due};
use store::contact::{self, Missing};
use store::people::Role;
use store::staff::StaffRole;
use store::{PersonId, administration, erase, people};
use test_kit::{both, operator};

use crate::TestApp;
use crate::mailbox::Mailbox;
use crate::staff::{Schools, add, hold};

const DAY: Duration = Duration::from_secs(24 * 3600);
const MOTHER: &str = "mother@home.example";

/// Cora coordinates the school North, which asks guardians; Nele is a mentee of unknown age.
struct North {
    schools: Schools,
    cora: PersonId,
    nele: PersonId,
}

impl North {
    async fn open(app: &TestApp) -> Self {
        let schools = Schools::open(app).await;
        let mut settings = store::programmes::Settings::default();
        settings.matching.needs_guardian_consent = true;
        administration::put_programme(&app.store, &operator(), "north", "North", "UTC", &settings).await.unwrap();
        let cora = add(app, "Cora", Role::Staff, Some(schools.north)).await;
        hold(app, cora, StaffRole::Coordinator, Some(schools.north)).await;
        let nele = people::by_email(&app.store, "nele@schools.example").await.unwrap().unwrap().id;
        Self { schools, cora, nele }
    }

    async fn ask(&self, app: &TestApp, email: &str) -> (StatusCode, Value) {
        let body = json!({"email": email, "language": "ar", "reference": "Enrolment form of 2026, folder 3"});
        let path = format!("/api/staff/people/{}/consent-request/", self.nele);
        self.schools.send(app, self.cora, Method::POST, &path, &body).await
    }

    async fn shown(&self, app: &TestApp) -> Value {
        self.schools.get(app, self.cora, &format!("/api/staff/people/{}/", self.nele)).await.1
    }

    /// Without an account.
    async fn post(&self, call: &str, body: &Value) -> (u16, Value) {
        let url = format!("{}/api/v2/guardian-consent/{call}", self.schools.url());
        let answer = Client::new().post(url).json(body).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
    }

    async fn answer(&self, token: &str, agrees: bool) -> u16 {
        let (_, shown) = self.post("", &json!({"token": token})).await;
        let version = shown["version"].as_str().unwrap_or_default();
        self.post("answer/", &json!({"token": token, "agrees": agrees, "version": version})).await.0
    }

    async fn missing(&self, app: &TestApp) -> Vec<Missing> {
        contact::missing(&app.store, self.nele).await.unwrap()
    }

    async fn listed(&self, app: &TestApp, query: &str) -> u64 {
        let path = format!("/api/staff/people/?fact=consent_missing&{query}");
        self.schools.get(app, self.cora, &path).await.1["total"].as_u64().unwrap()
    }
}

/// The token in the newest mail to the mother.
async fn token(app: &TestApp, page: &str) -> String {
    let mail = Mailbox::of(app).newest(app, MOTHER).await;
    let (_, rest) = mail.split_once(&format!("/guardian/{page}#")).unwrap_or_else(|| panic!("{mail}"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect()
}

both!(yes_of_a_guardian_opens_contact_and_can_be_taken_back, async |app| {
    let north = North::open(&app).await;
    assert_eq!(north.missing(&app).await, [Missing::GuardianConsent]);
    assert_eq!(north.listed(&app, "guardian=not_asked").await, 1);
    assert_eq!(north.ask(&app, " Mother@Home.example").await.0, StatusCode::NO_CONTENT);
    assert_eq!((north.listed(&app, "guardian=asked").await, north.listed(&app, "guardian=not_asked").await), (1, 0));
    let request = north.shown(&app).await["consentRequest"].clone();
    assert_eq!((&request["state"], &request["email"]), (&json!("open"), &json!(MOTHER)));

    let link = token(&app, "consent").await;
    for wrong in ["", "x.y", &format!("0{link}"), &link.replace('.', ".A")] {
        assert_eq!(north.post("", &json!({"token": wrong})).await.0, 404, "{wrong}");
        assert_eq!(north.post("standing/", &json!({"token": wrong})).await.0, 404, "{wrong}");
    }
    let (status, shown) = north.post("", &json!({"token": link})).await;
    assert_eq!((status, &shown["programme"], &shown["language"]), (200, &json!("North"), &json!("ar")));
    assert!(!shown.to_string().contains("Nele"), "the page does not say who it is: {shown}");
    let (_, german) = north.post("", &json!({"token": link, "language": "de"})).await;
    assert_ne!(german["version"], shown["version"]);
    let unread = json!({"token": link, "agrees": true, "version": "00000000"});
    assert_eq!(north.post("answer/", &unread).await.0, 409);
    assert_eq!(north.missing(&app).await, [Missing::GuardianConsent]);

    assert_eq!(north.answer(&link, true).await, 204);
    assert_eq!(north.missing(&app).await, []);
    assert_eq!(north.shown(&app).await["consentRequest"]["state"], "given");
    assert_eq!(north.answer(&link, false).await, 404, "it works once");
    for call in ["standing/", "withdrawal/"] {
        assert_eq!(north.post(call, &json!({"token": link})).await.0, 404, "{call}: a link for another purpose");
    }
    assert_eq!(north.post("", &json!({"token": link})).await.0, 404);
    assert_eq!(north.ask(&app, MOTHER).await.1["code"], "consent_given");

    app.store.clock.advance(90 * DAY);
    let back = token(&app, "withdrawal").await;
    let (status, standing) = north.post("standing/", &json!({"token": back})).await;
    assert_eq!((status, standing.as_object().unwrap().len()), (200, 3), "version, time and language: {standing}");
    assert_eq!(north.post("withdrawal/", &json!({"token": back})).await.0, 204);
    assert_eq!(north.missing(&app).await, [Missing::GuardianConsent]);
    for call in ["standing/", "withdrawal/"] {
        assert_eq!(north.post(call, &json!({"token": back})).await.0, 404, "{call}");
    }
    let request = north.shown(&app).await["consentRequest"].clone();
    assert_eq!((&request["state"], &request["email"]), (&json!("withdrawn"), &json!("")));
    let mails = Mailbox::of(&app).all(&app).await;
    let to_cora = mails.iter().filter(|mail| mail.contains("To: cora@schools.example\r\n")).count();
    assert_eq!(to_cora, 1, "staff learn of it");
});

both!(no_and_silence_leave_contact_closed_and_forget_the_address, async |app| {
    let north = North::open(&app).await;
    north.ask(&app, MOTHER).await;
    let first = token(&app, "consent").await;
    app.store.clock.advance(6 * DAY);
    assert_eq!(remind_due(&app.store).await.unwrap(), 0);
    app.store.clock.advance(DAY);
    assert_eq!(remind_due(&app.store).await.unwrap(), 1);
    assert_eq!(remind_due(&app.store).await.unwrap(), 0, "once");
    assert_eq!(token(&app, "consent").await, first, "each mail has the same link");
    app.store.clock.advance(24 * DAY);
    assert_eq!(north.answer(&first, true).await, 404, "too late");
    assert_eq!(end_due(&app.store).await.unwrap(), 1);
    assert_eq!(north.missing(&app).await, [Missing::GuardianConsent]);
    let request = north.shown(&app).await["consentRequest"].clone();
    assert_eq!((&request["state"], &request["email"]), (&json!("ended"), &json!("")));

    app.store.clock.advance(DAY);
    assert_eq!(north.ask(&app, MOTHER).await.0, StatusCode::NO_CONTENT);
    let second = token(&app, "consent").await;
    assert_ne!(first, second);
    assert_eq!(north.answer(&second, false).await, 204);
    assert_eq!(north.ask(&app, MOTHER).await.1["code"], "asked_today", "a No is respected for a day");
    assert_eq!(north.missing(&app).await, [Missing::GuardianConsent]);
    assert_eq!(north.shown(&app).await["consentRequest"]["state"], "refused");
    assert_eq!(north.answer(&second, true).await, 404);
    assert_eq!(north.listed(&app, "guardian=not_asked").await, 1, "staff have the next word");
});

both!(address_is_a_guardian_s_and_mistakes_can_be_corrected, async |app| {
    let north = North::open(&app).await;
    add(&app, "Edgar", Role::Mentor, Some(north.schools.north)).await;
    for (email, code) in [
        ("nele@schools.example", "address_of_member"),
        ("nele+mum@schools.example", "address_of_member"),
        ("edgar+x@schools.example", "address_of_member"),
        ("cora@schools.example", "address_of_member"),
        ("no address", "email_invalid"),
    ] {
        assert_eq!(north.ask(&app, email).await.1["code"], code, "{email}");
    }
    assert_eq!(north.ask(&app, "mistyped@home.example").await.0, StatusCode::NO_CONTENT);
    assert_eq!(north.ask(&app, MOTHER).await.0, StatusCode::NO_CONTENT);
    assert_eq!(north.ask(&app, MOTHER).await.1["code"], "asked_today");
    assert_eq!(north.ask(&app, "aunt@home.example").await.0, StatusCode::NO_CONTENT);
    assert_eq!(north.ask(&app, "father@home.example").await.1["code"], "asked_today", "three a day");
    let mails = Mailbox::of(&app).all(&app).await;
    assert!(!mails.iter().any(|mail| mail.contains("mistyped@home.example")), "the mail that was not sent is gone");

    app.store.clock.advance(DAY);
    let path = format!("/api/staff/people/{}/consent-request/", north.nele);
    let cancel = async || north.schools.send(&app, north.cora, Method::DELETE, &path, &Value::Null).await.0;
    assert_eq!((cancel().await, cancel().await), (StatusCode::NO_CONTENT, StatusCode::NOT_FOUND));
    assert_eq!(north.ask(&app, MOTHER).await.0, StatusCode::NO_CONTENT);
    let link = token(&app, "consent").await;
    let change = store::person_facts::Change { birth_month: Some(Some("2001-02".to_owned())), ..Default::default() };
    store::person_facts::change(&app.store, &operator(), north.nele, change).await.unwrap();
    assert_eq!(north.answer(&link, true).await, 404, "she has grown up");
    app.store.clock.advance(7 * DAY);
    assert_eq!(remind_due(&app.store).await.unwrap(), 0, "the question ends");
    assert_eq!(north.ask(&app, MOTHER).await.1["code"], "consent_not_needed");
});

both!(erased_mentee_leaves_no_mail_and_no_link, async |app| {
    let north = North::open(&app).await;
    north.ask(&app, MOTHER).await;
    let link = token(&app, "consent").await;
    app.store.clock.advance(7 * DAY);
    assert_eq!(remind_due(&app.store).await.unwrap(), 1);
    let nele = people::by_id(&app.store, north.nele).await.unwrap().unwrap();
    erase::erase(&app.store, &operator(), &nele).await.unwrap();
    assert_eq!(north.answer(&link, true).await, 404);
    let mails = Mailbox::of(&app).all(&app).await;
    assert_eq!(mails.iter().filter(|mail| mail.contains(MOTHER)).count(), 1, "the reminder is not sent");
});

both!(what_staff_record_on_paper_overtakes_links, async |app| {
    let north = North::open(&app).await;
    let record = async |is_given: bool| {
        let change = store::person_facts::Change { guardian_consent: Some(is_given), ..Default::default() };
        store::person_facts::change(&app.store, &operator(), north.nele, change).await.unwrap();
    };
    north.ask(&app, MOTHER).await;
    let link = token(&app, "consent").await;
    record(true).await;
    assert_eq!(north.answer(&link, false).await, 404, "a stranger's No does not remove the consent on paper");
    assert_eq!(north.missing(&app).await, []);
    record(false).await;
    app.store.clock.advance(DAY);
    north.ask(&app, MOTHER).await;
    assert_eq!(north.answer(&token(&app, "consent").await, true).await, 204);
    let back = token(&app, "withdrawal").await;
    record(false).await;
    record(true).await;
    assert_eq!(north.post("withdrawal/", &json!({"token": back})).await.0, 404, "the later consent is another one");
    assert_eq!(north.missing(&app).await, []);
});

both!(address_that_became_a_member_s_does_not_answer, async |app| {
    let north = North::open(&app).await;
    north.ask(&app, MOTHER).await;
    let link = token(&app, "consent").await;
    let mother = people::NewPerson {
        email: MOTHER.to_owned(),
        first_name: "Mona".to_owned(),
        last_name: "Berg".to_owned(),
        role: Role::Mentor,
        programme_id: Some(north.schools.north),
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: None,
    };
    people::add(&app.store, &operator(), &mother).await.unwrap().unwrap();
    assert_eq!(north.answer(&link, true).await, 404);
    assert_eq!(north.missing(&app).await, [Missing::GuardianConsent]);
});
