//! Many people write while two of three nodes are killed: what was confirmed is there once, and nothing is there by half.
//! Messages have a test of their own: `faults` of the load tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::TimeDelta;
use reqwest::multipart::Form;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection, query_as, query_scalar};
use store::clock::Clock;
use store::mentorship::{self, Kind};
use store::people::{self, Role};
use store::{MentorshipId, PersonId, Store, login_sessions, matching, tokens};
use test_kit::Environment;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::add_person_of;
use crate::program::{Installation, Server};

/// After so many confirmed writes the first and the second node are killed.
const KILLS: [usize; 2] = [30, 70];

/// People of each kind.
const LEARNERS: usize = 6;
const NEWCOMERS: usize = 6;
const MENTEES: usize = 12;

/// What each of them writes.
const EVENTS: usize = 12;
const ATTEMPTS: usize = 4;

/// Only a failing test sends a request so often.
const MOST_TRIES: usize = 60;

/// The people, and how they reach the nodes.
struct Crowd {
    store: Arc<Store>,
    client: Client,
    /// The addresses of the nodes; a dead one refuses connections.
    nodes: [String; 3],
    /// The number of confirmed writes.
    confirmed: watch::Sender<usize>,
}

impl Crowd {
    async fn token(&self, person: PersonId) -> String {
        let opened = login_sessions::open(&self.store, person, "test", login_sessions::Factors::Two).await.unwrap();
        tokens::issue(&self.store, person, opened.session).unwrap().0
    }

    /// Sends a request until a node answers, as pages do: the one that died may have stored it or not.
    async fn send(
        &self,
        token: &str,
        (method, path): (Method, &str),
        with_body: impl Fn(RequestBuilder) -> RequestBuilder,
    ) -> (u16, Value) {
        let first = usize::from(token.as_bytes()[token.len() - 1]);
        for number in first..first + MOST_TRIES {
            let url = format!("{}/api/{path}", self.nodes[number % self.nodes.len()]);
            let request = with_body(self.client.request(method.clone(), url).bearer_auth(token));
            let Ok(answer) = request.send().await else { continue };
            let status = answer.status().as_u16();
            // The node may die between the two.
            let Ok(body) = answer.bytes().await else { continue };
            assert!(status < 500, "{path}: {status} {}", String::from_utf8_lossy(&body));
            if status < 300 && method != Method::GET {
                self.confirmed.send_modify(|count| *count += 1);
            }
            return (status, serde_json::from_slice(&body).unwrap_or_default());
        }
        panic!("no node answers {path}");
    }

    async fn get(&self, token: &str, path: &str) -> Value {
        let (status, body) = self.send(token, (Method::GET, path), |request| request).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    async fn post(&self, token: &str, path: &str, body: &Value) -> (u16, Value) {
        self.send(token, (Method::POST, path), |request| request.json(body)).await
    }

    /// Posts a form with JSON in its field `data`.
    async fn post_data(&self, token: &str, path: &str, data: &Value) -> (u16, Value) {
        self.send(token, (Method::POST, path), |request| request.multipart(Form::new().text("data", data.to_string())))
            .await
    }

    /// Plans events in a mentorship. Returns the confirmed ids.
    async fn plans(&self, person: PersonId, of: MentorshipId) -> Vec<String> {
        let (token, mut ids) = (self.token(person).await, Vec::new());
        let time = (self.store.clock.now() + TimeDelta::days(7)).to_rfc3339();
        for number in 0..EVENTS {
            let event = json!({"title": format!("Walk {number}"), "isPairGroupCall": true, "scheduledTime": time,
                "requestId": format!("{person}-{number}")});
            let (status, made) = self.post(&token, &format!("v1/mentorships/{of}/calendar-events/"), &event).await;
            assert_eq!(status, 201, "{made}");
            ids.push(made["id"].as_str().unwrap().to_owned());
        }
        ids
    }

    /// Does a session with a quiz, several times.
    async fn learns(&self, person: PersonId) {
        let (token, session) = (self.token(person).await, "ask-good-questions");
        assert_eq!(self.post(&token, "v2/learninghub/session-start/", &json!({"session": session})).await.0, 200);
        for step in ["open-and-closed", "follow-the-answer"] {
            let step = json!({"session": session, "step": step});
            assert_eq!(self.post(&token, "v2/learninghub/step-complete/", &step).await.0, 200);
        }
        for number in 0..ATTEMPTS {
            let waits = if number % 2 == 0 { "wait" } else { "answer-myself" };
            let order = ["open-question", "first-answer", "follow-up", "second-answer", "say-back"];
            let answers = json!({"which-is-open": "how-did-it-turn", "order-of-a-talk": order, "no-answer-yet": waits});
            let attempt = json!({"session": session, "step": "three-seconds", "quiz": "good-questions-check",
                "answer_json": answers, "requestId": format!("attempt-{number}")});
            let (status, stored) = self.post_data(&token, "v3/learninghub/quiz/save-answer/", &attempt).await;
            assert_eq!(status, 200, "{stored}");
        }
    }

    /// Answers a survey of two stages, each with a draft before.
    async fn answers(&self, person: PersonId) {
        let token = self.token(person).await;
        let you = json!({"called-as": "Kim", "birth-date": "1990-05-05", "meeting-place": "online", "languages": ["english"],
            "availability": ["weekday-morning"], "rhythm": "weekly"});
        let likes = json!({"interests": ["words"], "field": "open"});
        for (stage, answers) in [("about-you.you", you), ("about-you.likes", likes)] {
            for is_draft in [true, false] {
                let data = json!({"survey": "about-you", "stage": stage, "answers": answers, "draft": is_draft});
                let (status, stored) = self.post_data(&token, "v3/screening/answers/", &data).await;
                // A node that died had stored the submission.
                assert!(status == 200 || (status == 410 && !is_draft), "{stage}: {status} {stored}");
            }
        }
    }

    /// Says yes to these matches and no to the others.
    async fn decides(&self, person: PersonId, yes: impl Fn(usize) -> bool) -> u16 {
        let token = self.token(person).await;
        let list = self.get(&token, "v2/matching/get-match-list/?active=true&image_type=web").await;
        let matches = list["activeMatches"].as_array().unwrap();
        let choice = |(place, one): (usize, &Value)| {
            let status = if yes(place) { "interested" } else { "not_interested" };
            json!({"email": one["email"], "interestStatus": status})
        };
        let choices: Vec<_> = matches.iter().enumerate().map(choice).collect();
        self.post(&token, "v2/matching/submit-matches/", &json!({"interestSet": choices})).await.0
    }
}

async fn person(store: &Store, email: &str) -> PersonId {
    people::by_email(store, email).await.unwrap().unwrap().id
}

/// Kills the nodes, the one after the other, as soon as so much was confirmed.
async fn kill(nodes: Vec<Server>, mut confirmed: watch::Receiver<usize>) {
    for (node, count) in nodes.into_iter().zip(KILLS) {
        confirmed.wait_for(|confirmed| *confirmed >= count).await.unwrap();
        node.signal("-KILL");
        drop(node);
    }
}

async fn written_while_nodes_die(environment: Environment) {
    let bus = environment.bus.clone().unwrap();
    let installation = Installation::new()
        .with("MENTORHUB_DATABASE_URL", &environment.database_url)
        .with("MENTORHUB_BUS_URL", &bus.url)
        .with("MENTORHUB_BUS_TOPIC", &bus.topic);
    let [first, second, third] = [(); 3].map(|()| installation.serve(&["--demo", "--demo-cohort"]));
    let store = environment.open(Clock::system()).await;
    let nodes = [&first, &second, &third].map(|node| node.url.clone());
    let client = Client::builder().pool_max_idle_per_host(0).build().unwrap();
    let crowd = Arc::new(Crowd { store: store.clone(), client, nodes, confirmed: watch::channel(0).0 });
    let killer = tokio::spawn(kill(vec![first, second], crowd.confirmed.subscribe()));

    let (maya, tom) = (person(&store, "maya.mentor@example.org").await, person(&store, "tom.mentee@example.org").await);
    let pair =
        mentorship::of_person(&store, tom).await.unwrap().into_iter().find(|one| one.name.is_empty()).unwrap().id;
    let mut planners = JoinSet::new();
    for author in [maya, tom] {
        let crowd = crowd.clone();
        planners.spawn(async move { (author, crowd.plans(author, pair).await) });
    }
    let mut writers = JoinSet::new();
    let (mut learners, mut newcomers, mut mentees) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..LEARNERS {
        let learner = person(&store, &format!("mentee{}@cohort.example.org", MENTEES + number)).await;
        learners.push(learner);
        let crowd = crowd.clone();
        writers.spawn(async move { crowd.learns(learner).await });
    }
    let riverside = people::by_id(&store, tom).await.unwrap().unwrap().programme_id;
    for number in 0..NEWCOMERS {
        let newcomer = add_person_of(&store, &format!("new{number}@example.org"), Role::Mentee, riverside).await;
        newcomers.push(newcomer);
        let crowd = crowd.clone();
        writers.spawn(async move { crowd.answers(newcomer).await });
    }
    // Each mentee asks one mentor; then these mentors accept all who asked, if they have places for them.
    let mut asking = JoinSet::new();
    for number in 0..MENTEES {
        let mentee = person(&store, &format!("mentee{number}@cohort.example.org")).await;
        mentees.push(mentee);
        let crowd = crowd.clone();
        asking.spawn(async move { crowd.decides(mentee, |place| place == 0).await });
    }
    asking.join_all().await;
    let mut asked = BTreeMap::<PersonId, usize>::new();
    for mentee in &mentees {
        for tracker in matching::of_person(&store, *mentee, Role::Mentee).await.unwrap() {
            if tracker.kind == Kind::Pair && tracker.state == matching::State::Interested {
                *asked.entry(tracker.mentor_id).or_default() += 1;
            }
        }
    }
    assert!(asked.len() > 2, "{asked:?}");
    for mentor in asked.into_keys() {
        let crowd = crowd.clone();
        writers.spawn(async move {
            let _ = crowd.decides(mentor, |place| place == 0).await;
        });
    }
    let planned = planners.join_all().await;
    writers.join_all().await;
    killer.await.unwrap();

    // The third node alone is left.
    let mut rows = PgConnection::connect(&environment.database_url).await.unwrap();
    for (author, ids) in planned {
        let sql = "SELECT id::text FROM calendar_events WHERE author_id = $1::uuid ORDER BY id";
        let mut stored: Vec<String> = query_scalar(sql).bind(author.to_string()).fetch_all(&mut rows).await.unwrap();
        let mut confirmed = ids;
        confirmed.sort();
        stored.sort();
        assert_eq!(stored, confirmed, "each event once");
    }
    for learner in learners {
        let token = crowd.token(learner).await;
        let quiz = "v2/learninghub/quiz/ask-good-questions/three-seconds/good-questions-check/";
        let quiz = crowd.get(&token, quiz).await;
        assert_eq!(quiz["attempt"], ATTEMPTS, "each attempt once");
        assert!(quiz["score"].is_object(), "{quiz}");
        let session = crowd.get(&token, "v2/learninghub/mysessions/ask-good-questions/").await;
        assert_eq!(session["sessionStatus"], "COMPLETED", "the last step is complete with its quiz");
    }
    for newcomer in newcomers {
        let token = crowd.token(newcomer).await;
        assert_eq!(crowd.get(&token, "v2/screening/surveys/about-you/").await["status"], "COMPLETE");
        for (stage, count) in [("about-you.you", 6), ("about-you.likes", 2)] {
            let stored = crowd.get(&token, &format!("v3/screening/answers/?survey=about-you&stage={stage}")).await;
            let answers = stored["answers"].as_array().unwrap().len();
            assert_eq!((&stored["isSubmitted"], answers), (&json!(true), count), "{stage}");
        }
    }
    no_match_is_half(&mut rows, &mentees).await;
}

/// A match that both confirmed has one mentorship with both people, who are active in its channel.
async fn no_match_is_half(rows: &mut PgConnection, mentees: &[PersonId]) {
    let matched: Vec<(String, i64, i64)> = query_as(
        "SELECT t.mentee_id::text,
             (SELECT COUNT(*) FROM mentorship_members m WHERE m.mentorship_id = t.mentorship_id AND m.left_at IS NULL
                 AND m.person_id IN (t.mentee_id, t.mentor_id)),
             (SELECT COUNT(*) FROM mentorships s JOIN members c ON c.channel_id = s.channel_id
                 WHERE s.id = t.mentorship_id AND c.status = 'active' AND c.person_id IN (t.mentee_id, t.mentor_id))
         FROM matching_trackers t WHERE t.state = 'ACCEPTED' AND t.kind = '1to1'",
    )
    .fetch_all(&mut *rows)
    .await
    .unwrap();
    assert!(matched.len() > 2, "{matched:?}");
    for (mentee, members, active) in &matched {
        assert_eq!((*members, *active), (2, 2), "the match of {mentee}");
    }
    let sql = "SELECT COUNT(*) FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
         WHERE m.role = 'mentee' AND m.left_at IS NULL AND s.kind = '1to1' AND s.ended_at IS NULL AND m.person_id = $1::uuid";
    for mentee in mentees {
        let running: i64 = query_scalar(sql).bind(mentee.to_string()).fetch_one(&mut *rows).await.unwrap();
        let accepted = matched.iter().filter(|(matched, ..)| *matched == mentee.to_string()).count();
        assert_eq!(usize::try_from(running).unwrap(), accepted, "the mentorships of {mentee}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_are_whole_after_nodes_die() {
    test_kit::on_postgres(written_while_nodes_die).await;
}
