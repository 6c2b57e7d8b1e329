//! The demo programmes, filled until every route has an object.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use chrono::TimeDelta;
use reqwest::{Client, Method, RequestBuilder, redirect};
use serde_json::{Value, json};
use store::administration::SuspendedBy;
use store::announcements::{self, Among, Audience, Content, Text, Texts};
use store::api_keys::{self, NewApiKey};
use store::clock::Clock;
use store::cohorts;
use store::invitations::Invitee;
use store::matching::runs;
use store::mentorship::logged_meetings::{self, MeetingKind, NewMeeting};
use store::mentorship::{self, NewMentorship};
use store::outcomes::{self, Period};
use store::people::{self, NewPerson, Role};
use store::staff::{Grant, Scope, Staff, StaffRole, grants};
use store::surveys::windows::{self, NewWindow, When};
use store::webhooks::{Event, NewWebhook};
use store::{
    ChannelId, MentorshipId, PersonId, Store, SurveyWindowId, administration, invitations, login_sessions, outbox,
    programmes, second_factor, tokens, webhooks,
};
use test_kit::{Environment, operator};

use super::requests::Names;
use crate::attacks::Target;
use crate::attacks::chat_socket::ChatSocket;
use crate::program::Installation;

/// What a server answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) text: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    pub(super) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

pub(super) struct World {
    /// One node, or two on the same database.
    pub(super) nodes: Vec<Target>,
    client: Client,
    pub(super) people: BTreeMap<String, PersonId>,
    tokens: Mutex<HashMap<PersonId, String>>,
    /// The objects of Tom and Maya, whom strangers try to reach.
    pub(super) names: Names,
    /// Those of Ravi, whom his mentee reported, and those of Lea, who is suspended: in their own mentorships.
    separated: Names,
    suspended: Names,
}

impl World {
    pub(super) async fn new(environment: &Environment, nodes: usize) -> Self {
        let mut installation = Installation::new().with("MENTORHUB_DATABASE_URL", &environment.database_url);
        if let Some(bus) = &environment.bus {
            installation = installation.with("MENTORHUB_BUS_URL", &bus.url);
        }
        drop(installation.serve(&["--demo", "--demo-cohort"]));
        let mut started = Vec::new();
        // Time stands still: no job changes what the requests are compared with.
        let now = Clock::system().now();
        for _ in 0..nodes {
            started.push(Target::start_at(environment.clone(), Clock::manual(now), |_| ()).await);
        }
        let client = Client::builder().redirect(redirect::Policy::none()).pool_max_idle_per_host(0).build().unwrap();
        let mut world = Self {
            nodes: started,
            client,
            people: BTreeMap::new(),
            tokens: Mutex::default(),
            names: Names::new(),
            separated: Names::new(),
            suspended: Names::new(),
        };
        world.fill().await;
        world
    }

    pub(super) fn store(&self) -> &Store {
        &self.nodes[0].store
    }

    /// The person of a column, in the cast of a request; None is signed out.
    pub(super) fn person(&self, cast: &str, caller: &str) -> Option<PersonId> {
        let name = match (cast, caller) {
            (_, "visitor") => return None,
            ("match", "owner") => "leo",
            ("match" | "won", "mentor") => "kofi",
            ("match", "peer") | ("won", "owner") => "bilal",
            ("group", "owner") => "selma",
            ("group", "mentor") => "omar",
            ("won" | "group", "peer") => "lotte",
            ("match" | "won" | "group", "foreign") => "tom",
            (_, "owner") => "tom",
            (_, "mentor") => "maya",
            (_, "peer") => "ines",
            (_, "foreign") => "leo",
            (_, "separated") => "ravi",
            (_, "suspended") => "lea",
            (_, staff) => staff,
        };
        Some(self.people[name])
    }

    /// The objects that a caller names.
    pub(super) fn names_for(&self, cast: &str, caller: &str) -> Names {
        let mut names = self.names.clone();
        match caller {
            "separated" => names.extend(self.separated.clone()),
            "suspended" => names.extend(self.suspended.clone()),
            _ => {}
        }
        names.insert("me", self.person(cast, caller).unwrap_or(self.people["tom"]).to_string());
        names.insert("fresh", test_kit::fresh_name());
        names
    }

    /// A request to a node as a person.
    pub(super) async fn request(
        &self,
        node: usize,
        person: Option<PersonId>,
        method: Method,
        path: &str,
    ) -> RequestBuilder {
        let target = &self.nodes[node % self.nodes.len()];
        let builder = self.client.request(method, format!("http://{}{path}", target.running.address()));
        match person {
            Some(person) => builder.bearer_auth(self.token(person).await),
            None => builder,
        }
    }

    /// Returns the token of a login session, which a request to the account may end.
    async fn token(&self, person: PersonId) -> String {
        if let Some(token) = self.tokens.lock().unwrap().get(&person) {
            return token.clone();
        }
        let opened = login_sessions::open(self.store(), person, "test", login_sessions::Factors::Two).await.unwrap();
        let token = tokens::issue(self.store(), person, opened.session).unwrap().0;
        self.tokens.lock().unwrap().insert(person, token.clone());
        token
    }

    /// The next request of each person has a new login session.
    pub(super) fn forget_tokens(&self) {
        self.tokens.lock().unwrap().clear();
    }

    /// Sends a command to a node, and returns its refusal with the status that a route would have.
    pub(super) async fn command(&self, node: usize, person: Option<PersonId>, mut frame: Value) -> Answer {
        let target = &self.nodes[node % self.nodes.len()];
        let mut socket = ChatSocket::open(&target.running.address().to_string()).await;
        if let Some(person) = person {
            frame["token"] = self.token(person).await.into();
        }
        let refusal = socket.refusal_of(&frame).await;
        socket.close().await;
        let status = match refusal.as_str() {
            "-" => 200,
            "token_invalid" => 401,
            "not_active_member" | "blocked" => 403,
            refusal if refusal.ends_with("_unknown") || refusal == "not_a_member" => 404,
            _ => 422,
        };
        Answer { status, text: json!({"code": refusal}).to_string() }
    }

    pub(super) async fn send(&self, builder: RequestBuilder) -> Answer {
        let response = builder.send().await.unwrap();
        let status = response.status().as_u16();
        Answer { status, text: String::from_utf8_lossy(&response.bytes().await.unwrap()).into_owned() }
    }

    /// Gets or posts, and returns the JSON of the answer.
    pub(super) async fn ask(&self, person: &str, path: &str, body: Option<Value>) -> Value {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let mut builder = self.request(0, Some(self.people[person]), method, path).await;
        if let Some(body) = body {
            builder = builder.json(&body);
        }
        self.accepted(builder).await
    }

    pub(super) async fn accepted(&self, builder: RequestBuilder) -> Value {
        let answer = self.send(builder).await;
        assert!(answer.status < 300, "{answer:?}");
        answer.json()
    }

    async fn add(&mut self, name: &str, role: Role, like: &str) {
        let programme_id = people::by_id(self.store(), self.people[like]).await.unwrap().unwrap().programme_id;
        let person = NewPerson {
            email: format!("{name}@example.org"),
            first_name: "New".to_owned(),
            last_name: "Person".to_owned(),
            role,
            programme_id,
            language: "en".to_owned(),
            bio: String::new(),
            password_hash: None,
        };
        let id = people::add(self.store(), &operator(), &person).await.unwrap().unwrap();
        self.people.insert(name.to_owned(), id);
        if role != Role::Staff {
            return;
        }
        second_factor::set_up_for_demo(self.store(), id).await.unwrap();
        let roles = name.parse().map_or_else(|_| StaffRole::ALL.to_vec(), |role| vec![role]);
        for role in roles {
            grants::grant(self.store(), &operator(), id, Grant { role, programme: programme_id }).await.unwrap();
        }
    }

    async fn fill(&mut self) {
        for email in [
            "maya.mentor",
            "tom.mentee",
            "ana.mentee",
            "ines.mentee",
            "ravi.mentor",
            "leila.mentor",
            "sam.staff",
            "leo.mentee",
            "lotte.mentee",
            "kofi.mentor",
            "selma.mentee",
            "theo.mentee",
            "bilal.mentee",
            "omar.mentor",
        ] {
            let person = people::by_email(self.store(), &format!("{email}@example.org")).await.unwrap().unwrap();
            self.people.insert(email.split('.').next().unwrap().to_owned(), person.id);
        }
        for mentee in ["nils", "lea"] {
            self.add(mentee, Role::Mentee, "tom").await;
        }
        for staff in ["safeguarding", "coordinator", "reports", "administrator"] {
            self.add(staff, Role::Staff, "tom").await;
        }
        self.add("foreign staff", Role::Staff, "leo").await;
        self.add("operator", Role::Staff, "tom").await;
        let grant = Grant { role: StaffRole::Administrator, programme: None };
        grants::grant(self.store(), &operator(), self.people["operator"], grant).await.unwrap();

        let running = mentorship::of_person(self.store(), self.people["tom"]).await.unwrap();
        let pair = running.iter().find(|one| one.name.is_empty()).unwrap();
        let circle = running.iter().find(|one| !one.name.is_empty()).unwrap();
        self.names = self.pair(pair.id, pair.channel_id, "maya", "tom").await;
        self.names.insert("group", circle.id.to_string());
        self.separated = self.new_pair("ravi", "nils").await;
        self.suspended = self.new_pair("leila", "lea").await;
        self.separated.insert("partner", self.people["nils"].to_string());
        let pair = self.separated["mentorship"].clone();
        let met_on = Clock::system().now().date_naive();
        let new = NewMeeting { met_on, kind: MeetingKind::Phone, minutes: None };
        let meeting =
            logged_meetings::log(self.store(), &operator(), pair.parse().unwrap(), new).await.unwrap().unwrap();
        let window = self.open_window().await;
        self.names.insert("survey_window", window.to_string());
        self.names.insert("staff_meeting", meeting.to_string());
        self.names.insert("staff_pause", self.separated["pause"].clone());
        self.names.insert("pair", pair);
        for name in ["ana", "tom"] {
            self.names.insert(name, self.people[name].to_string());
        }
        self.invite().await;
        self.announce().await;
        self.report_outcomes().await;
        self.run_installation().await;
        self.draft_round().await;

        let (report, nils) = (
            json!({"channelId": self.separated["channel"], "userId": self.people["ravi"], "reason": "other", "stopContact": true}),
            "nils",
        );
        self.ask(nils, "/api/v2/chat/report/", Some(report)).await;
        administration::suspend(self.store(), &operator(), self.people["lea"], None, "For the test", SuspendedBy::Lead)
            .await
            .unwrap()
            .unwrap();
        self.fill_account().await;
        self.fill_cases(circle.channel_id).await;
        self.fill_matching().await;
    }

    /// The mentees in the programme of Tom are asked to take a survey.
    async fn open_window(&self) -> SurveyWindowId {
        let tom = people::by_id(self.store(), self.people["tom"]).await.unwrap().unwrap();
        let today = Clock::system().now().date_naive();
        let new = NewWindow {
            programme: tom.programme_id.unwrap(),
            survey: "about-you".to_owned(),
            roles: [Role::Mentee].into(),
            cohort: None,
            when: When::Dates { opens_on: today, closes_on: today + chrono::Days::new(3) },
            remind_after: vec![1],
        };
        let id = self.store().clock.id();
        windows::open(self.store(), &operator(), id, &new).await.unwrap().unwrap();
        windows::ask_due(self.store()).await.unwrap();
        id
    }

    /// Someone without an account is invited to the programme of Tom.
    async fn invite(&mut self) {
        let tom = people::by_id(self.store(), self.people["tom"]).await.unwrap().unwrap();
        let invitee = Invitee {
            email: "canary@invited.example".to_owned(),
            first_name: "Canary".to_owned(),
            last_name: "Invited".to_owned(),
            role: Role::Mentee,
            language: "en".to_owned(),
            birth_month: None,
            says_role: true,
            says_language: true,
            guardian_email: None,
            cohort: None,
        };
        let programme = tom.programme_id.unwrap();
        invitations::invite(self.store(), &operator(), programme, &[invitee]).await.unwrap();
        let all = invitations::list::page(self.store(), &Scope::Installation, &Default::default()).await.unwrap();
        self.names.insert("programme", programme.to_string());
        self.names.insert("invitation", all.rows[0].id.to_string());
        let cohort = cohorts::create(self.store(), &operator(), programme, "Canary class").await.unwrap().unwrap();
        self.names.insert("cohort", cohort.to_string());
    }

    /// The team of Tom's programme announced something to those in a mentorship.
    async fn announce(&mut self) {
        let programme = self.names["programme"].parse().unwrap();
        let author = Staff { person: self.people["sam"], scope: Scope::Installation };
        let texts = Text { title: "A canary".to_owned(), body: "It sings.".to_owned() };
        let texts = Texts::from([("en".to_owned(), texts)]);
        let audience = Audience { programme, mentees: true, mentors: true, among: Among::Matched, cohort: None };
        let content = Content { texts, audience, by_push: false, by_mail: false };
        let (store, id) = (self.store(), self.store().clock.id());
        assert!(announcements::create(store, &author, id, programme).await.unwrap());
        let revision = announcements::save(store, &author, id, 1, &content).await.unwrap().unwrap();
        announcements::send(store, &author.into(), id, revision, None).await.unwrap().unwrap();
        announcements::deliver_due(store).await.unwrap();
        self.names.insert("announcement", id.to_string());
    }

    /// Staff made a report about the programme of Tom.
    async fn report_outcomes(&mut self) {
        let programme = self.names["programme"].parse().unwrap();
        let made = outcomes::make(self.store(), &operator(), programme, Period::ThisYear).await.unwrap().unwrap();
        outcomes::compute_due(self.store()).await.unwrap();
        self.names.insert("outcome_report", made.to_string());
    }

    /// Jobs failed, webhooks were sent an event, and a program has a key.
    async fn run_installation(&mut self) {
        let administrator = Staff { person: self.people["operator"], scope: Scope::Installation };
        let programmes = vec![self.names["programme"].parse().unwrap()];
        let new = NewApiKey { name: "Canary".to_owned(), programmes, days: 1 };
        let (key, _) = api_keys::add(self.store(), &administrator, &new).await.unwrap().unwrap();
        self.names.insert("api_key", key.to_string());
        for name in ["failed_job", "dropped_job"] {
            let id = outbox::put(self.store(), name, &5).await.unwrap();
            let unreadable = outbox::lease::<String>(self.store(), name, 1, TimeDelta::minutes(1)).await.unwrap();
            assert!(unreadable.is_empty());
            self.names.insert(name, id.to_string());
        }
        for name in ["webhook", "gone_webhook"] {
            let new = NewWebhook {
                programme: None,
                name: "Canary".to_owned(),
                url: "https://127.0.0.1/".to_owned(),
                events: vec![Event::AlertEscalated],
            };
            let (id, _) = webhooks::add(self.store(), &operator(), &new).await.unwrap().unwrap();
            // The server may be faster.
            let sent = loop {
                assert!(webhooks::test(self.store(), &operator(), id).await.unwrap());
                if let Some(sent) = webhooks::due(self.store()).await.unwrap().pop() {
                    break sent;
                }
            };
            if name == "webhook" {
                webhooks::delivered(self.store(), &sent, 200).await.unwrap();
                self.names.insert("delivery", sent.id.to_string());
            } else {
                webhooks::gone(self.store(), &sent, 410).await.unwrap();
            }
            self.names.insert(name, id.to_string());
        }
    }

    /// A round of the programme of Tom waits for staff.
    async fn draft_round(&mut self) {
        let tom = people::by_id(self.store(), self.people["tom"]).await.unwrap().unwrap();
        let programme = programmes::by_id(self.store(), tom.programme_id.unwrap()).await.unwrap().unwrap();
        let run = runs::draft(self.store(), &operator(), &programme).await.unwrap().unwrap();
        self.names.insert("run", run.id.to_string());
    }

    async fn new_pair(&self, mentor: &str, mentee: &str) -> Names {
        let new = NewMentorship { mentor: self.people[mentor], mentees: vec![self.people[mentee]], group: None };
        let id = administration::create_mentorship(self.store(), &operator(), &new).await.unwrap().unwrap();
        let made = mentorship::of_person(self.store(), self.people[mentee]).await.unwrap();
        let channel = made.iter().find(|one| one.id == id).unwrap().channel_id;
        self.pair(id, channel, mentor, mentee).await
    }

    /// Makes one object of each kind in a mentorship.
    async fn pair(&self, id: MentorshipId, channel: ChannelId, mentor: &str, mentee: &str) -> Names {
        let mut names = Names::from([
            ("mentorship", id.to_string()),
            ("channel", channel.to_string()),
            ("partner", self.people[mentor].to_string()),
        ]);
        self.message_with_file(channel, mentor, &mut names).await;
        let partners_message = names["message"].clone();
        names.insert("partners_message", partners_message);
        self.message_with_file(channel, mentee, &mut names).await;
        let day = |days| (Clock::system().now() + TimeDelta::days(days)).date_naive();
        let of = format!("/api/v1/mentorships/{id}");
        let event =
            json!({"title": "Canary walk", "isPairGroupCall": true, "scheduledTime": format!("{}T09:00:00Z", day(7))});
        let event = self.ask(mentor, &format!("{of}/calendar-events/"), Some(event)).await;
        names.insert("event", event["id"].as_str().unwrap().to_owned());
        let feed = self.ask(mentee, &format!("{of}/calendar-feed/"), Some(json!({}))).await;
        let key = feed["path"].as_str().unwrap().split_once("key=").unwrap().1.to_owned();
        names.insert("feed", key);
        let pause = json!({"startsOn": day(20), "endsOn": day(21)});
        let pause = self.ask(mentor, &format!("/api/v2/mentorships/{id}/pauses/"), Some(pause)).await;
        names.insert("pause", pause["id"].as_str().unwrap().to_owned());
        let met = json!({"metOn": day(0), "kind": "in_person", "minutes": 45});
        let met = self.ask(mentor, &format!("/api/v2/mentorships/{id}/meetings/"), Some(met)).await;
        names.insert("meeting", met["id"].as_str().unwrap().to_owned());
        let call = self.ask(mentee, "/api/v2/video/room/", Some(json!({"channel": channel}))).await;
        names.insert("room", call["room"].as_str().unwrap().to_owned());
        let sessions = self.ask(mentee, &format!("/api/v2/mentorships/sessions/?mentorship={id}"), None).await;
        let session = sessions.as_array().unwrap().iter().find(|one| one["title"] == "Where I want to go").unwrap();
        names.insert("session", session["id"].as_str().unwrap().to_owned());
        names
    }
}
